//===- Interruption.h - a run that is told to end early --------*- C++ -*-===//
#ifndef WARPLINT_CLI_INTERRUPTION_H
#define WARPLINT_CLI_INTERRUPTION_H

namespace warplint::cli {

/// As long as it lives, Ctrl-C (SIGINT) and SIGTERM are taken down in place of ending the program.
/// The second one ends it. One at a time.
class Interruptible {
public:
  Interruptible();
  ~Interruptible();
  Interruptible(const Interruptible &) = delete;
  Interruptible &operator=(const Interruptible &) = delete;
};

/// The signal that was taken down; 0: none.
int interruption();

/// Ends the program as the signal would have done that was taken down, so that shells and `make`
/// see what happened. Returns where there was none.
void endIfInterrupted();

} // namespace warplint::cli

#endif
