//===- Interruption.cpp - a run that is told to end early -----------------===//

#include "lint/cli/Interruption.h"

#include <csignal>
#include <cstdio>

namespace warplint::cli {
namespace {

constexpr int signals[] = {SIGINT, SIGTERM};
volatile std::sig_atomic_t taken = 0;

void takeDown(int signal) {
  taken = signal;
  for (const int each : signals)
    std::signal(each, SIG_DFL);
}

} // namespace

Interruptible::Interruptible() {
  for (const int signal : signals)
    // Who has started us with the signal ignored (`nohup`, a job in the background) means it.
    if (std::signal(signal, takeDown) == SIG_IGN)
      std::signal(signal, SIG_IGN);
}

Interruptible::~Interruptible() {
  for (const int signal : signals)
    if (std::signal(signal, SIG_DFL) == SIG_IGN)
      std::signal(signal, SIG_IGN);
}

int interruption() { return taken; }

void endIfInterrupted() {
  if (taken == 0)
    return;
  std::fflush(stdout);
  std::signal(taken, SIG_DFL);
  std::raise(taken);
}

} // namespace warplint::cli
