//===- Workers.cpp ---------------------------------------------*- C++ -*-===//
#include "lint/frontend/Workers.h"

#include "clang/Basic/Stack.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/thread.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <list>
#include <new>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#if defined(__SANITIZE_ADDRESS__)
#define WARPLINT_ADDRESS_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define WARPLINT_ADDRESS_SANITIZER 1
#endif
#endif

namespace warplint::frontend {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int statusOutOfMemory = 77;
constexpr std::size_t maxErrorBytes = 64 << 10;
// Deep templates and deep expressions recurse deeply in Clang and in the interpreter. Only the
// pages that are touched cost memory.
constexpr unsigned stackBytes = 256U << 20;

[[noreturn]] void endOutOfMemory() { _exit(statusOutOfMemory); }

void limitResources(const WorkerLimits &limits) {
  rlimit none{0, 0};
  setrlimit(RLIMIT_CORE, &none);
  const auto seconds = std::chrono::ceil<std::chrono::seconds>(limits.time).count();
  rlimit time{static_cast<rlim_t>(seconds), static_cast<rlim_t>(seconds) + 1};
  setrlimit(RLIMIT_CPU, &time);
#ifndef WARPLINT_ADDRESS_SANITIZER // it reserves terabytes of addresses
  rlimit memory{limits.memory, limits.memory};
  setrlimit(RLIMIT_AS, &memory);
#endif
}

void writeAll(int descriptor, const std::string &text) {
  for (std::size_t at = 0; at < text.size();) {
    const ssize_t written = write(descriptor, text.data() + at, text.size() - at);
    if (written < 0 && errno == EINTR)
      continue;
    if (written <= 0)
      _exit(1);
    at += static_cast<std::size_t>(written);
  }
}

/// What the child does; never returns.
[[noreturn]] void childMain(int output, int errors, const WorkerLimits &limits,
                            const std::function<std::string()> &work) {
#ifdef __linux__
  prctl(PR_SET_PDEATHSIG, SIGKILL); // no orphans when the parent is killed
#endif
  for (int signal : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTERM, SIGINT, SIGPIPE, SIGXCPU})
    std::signal(signal, SIG_DFL); // handlers of the parent would print its stack
  dup2(errors, STDERR_FILENO);
  limitResources(limits);
  std::set_new_handler(endOutOfMemory);
  llvm::remove_bad_alloc_error_handler();
  llvm::install_bad_alloc_error_handler([](void *, const char *, bool) { endOutOfMemory(); });
  llvm::thread thread(std::optional<unsigned>(stackBytes), [&] {
    clang::noteBottomOfStack();
    writeAll(output, work());
    // Skips the destruction of what other threads of the parent may have held when it forked.
    _exit(0);
  });
  thread.join();
  _exit(0);
}

struct Child {
  std::size_t index = 0;
  pid_t pid = -1;
  int output = -1; ///< read ends; -1 once they are at their end
  int errors = -1;
  Clock::time_point deadline;
  bool timedOut = false;
  WorkerResult result;
};

/// Reads what is there. False at the end of the stream.
bool drain(int descriptor, std::string &into, std::size_t limit) {
  char buffer[64 << 10];
  const ssize_t count = read(descriptor, buffer, sizeof buffer);
  if (count < 0)
    return errno == EINTR || errno == EAGAIN;
  if (into.size() < limit)
    into.append(buffer, std::min(static_cast<std::size_t>(count), limit - into.size()));
  return count > 0;
}

void closeStream(int &descriptor) {
  close(descriptor);
  descriptor = -1;
}

class Pool {
public:
  Pool(std::size_t count, const WorkerLimits &limits,
       const std::function<std::string(std::size_t)> &work,
       const std::function<void(std::size_t, WorkerResult)> &done)
      : count_(count), limits_(limits), work_(work), done_(done) {}

  void run() {
    while (next_ < count_ || !children_.empty()) {
      while (next_ < count_ && children_.size() < std::max(1U, limits_.jobs))
        start(next_++);
      waitForSomething();
    }
  }

private:
  void start(std::size_t index) {
    int output[2] = {-1, -1};
    int errors[2] = {-1, -1};
    WorkerResult failed;
    failed.end = WorkerResult::End::NotStarted;
    if (pipe2(output, O_CLOEXEC) || pipe2(errors, O_CLOEXEC)) {
      failed.code = errno;
      done_(index, std::move(failed));
      return;
    }
    const pid_t pid = fork();
    if (pid == 0)
      childMain(output[1], errors[1], limits_, [&] { return work_(index); });
    failed.code = errno;
    close(output[1]);
    close(errors[1]);
    if (pid < 0) {
      close(output[0]);
      close(errors[0]);
      done_(index, std::move(failed));
      return;
    }
    children_.push_back(
        {index, pid, output[0], errors[0], Clock::now() + limits_.patience, false, {}});
  }

  void waitForSomething() {
    std::vector<pollfd> polled;
    auto nearest = Clock::time_point::max();
    for (const Child &child : children_) {
      nearest = std::min(nearest, child.deadline);
      for (int descriptor : {child.output, child.errors})
        if (descriptor >= 0)
          polled.push_back({descriptor, POLLIN, 0});
    }
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(nearest - Clock::now());
    const int wait = static_cast<int>(std::clamp<long long>(left.count() + 1, 0, 60'000));
    poll(polled.data(), polled.size(), wait);
    const auto readable = [&](int descriptor) {
      return std::any_of(polled.begin(), polled.end(), [&](const pollfd &one) {
        return one.fd == descriptor && one.revents != 0;
      });
    };
    for (auto it = children_.begin(); it != children_.end();) {
      Child &child = *it;
      if (child.output >= 0 && readable(child.output) &&
          !drain(child.output, child.result.output, SIZE_MAX))
        closeStream(child.output);
      if (child.errors >= 0 && readable(child.errors) &&
          !drain(child.errors, child.result.errors, maxErrorBytes))
        closeStream(child.errors);
      if (!child.timedOut && Clock::now() >= child.deadline) {
        kill(child.pid, SIGKILL);
        child.timedOut = true;
        child.deadline = Clock::time_point::max();
      }
      if (child.output < 0 && child.errors < 0) {
        finish(child);
        it = children_.erase(it);
      } else {
        ++it;
      }
    }
  }

  void finish(Child &child) {
    int status = 0;
    while (waitpid(child.pid, &status, 0) < 0 && errno == EINTR)
      ;
    using End = WorkerResult::End;
    WorkerResult &result = child.result;
    if (child.timedOut || (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU)) {
      result.end = End::TimedOut;
    } else if (WIFSIGNALED(status)) {
      result.end = End::Crashed;
      result.code = WTERMSIG(status);
    } else if (WEXITSTATUS(status) == statusOutOfMemory) {
      result.end = End::OutOfMemory;
    } else if (WEXITSTATUS(status) != 0) {
      result.end = End::Exited;
      result.code = WEXITSTATUS(status);
    }
    done_(child.index, std::move(result));
  }

  std::size_t count_;
  const WorkerLimits &limits_;
  const std::function<std::string(std::size_t)> &work_;
  const std::function<void(std::size_t, WorkerResult)> &done_;
  std::size_t next_ = 0;
  std::list<Child> children_;
};

} // namespace

void runIsolated(std::size_t count, const WorkerLimits &limits,
                 const std::function<std::string(std::size_t)> &work,
                 const std::function<void(std::size_t, WorkerResult)> &done) {
  Pool(count, limits, work, done).run();
}

} // namespace warplint::frontend
