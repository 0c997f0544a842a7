//===- Workers.cpp ---------------------------------------------*- C++ -*-===//
#include "lint/frontend/Workers.h"

#include "clang/Basic/Stack.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/thread.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <list>
#include <new>
#include <poll.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif
#ifdef __GLIBC__
#include <malloc.h>
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

/// Addresses that this process has already: its program, and what the parent held when it forked.
[[maybe_unused]] rlim_t bytesMapped() {
  rlim_t pages = 0;
  if (std::FILE *file = std::fopen("/proc/self/statm", "r")) {
    if (std::fscanf(file, "%lu", &pages) != 1)
      pages = 0;
    std::fclose(file);
  }
  return pages * static_cast<rlim_t>(sysconf(_SC_PAGESIZE));
}

void limitResources(const WorkerLimits &limits) {
  rlimit none{0, 0};
  setrlimit(RLIMIT_CORE, &none);
  const auto seconds = std::chrono::ceil<std::chrono::seconds>(limits.time).count();
  rlimit time{static_cast<rlim_t>(seconds), static_cast<rlim_t>(seconds) + 1};
  setrlimit(RLIMIT_CPU, &time);
#ifndef WARPLINT_ADDRESS_SANITIZER // it reserves terabytes of addresses
  // The limit is for the work: the stack is made whatever the work needs of it.
  const rlim_t most = limits.memory + bytesMapped() + stackBytes;
  rlimit memory{most, most};
  setrlimit(RLIMIT_AS, &memory);
#endif
}

/// One thread does all the work, and the process ends with it. glibc gives each thread a heap of
/// its own, which grows by a call of the system for every few pages, and gives back what is free.
void prepareHeap() {
#if defined(__GLIBC__) && !defined(WARPLINT_ADDRESS_SANITIZER)
  constexpr int step = 64 << 20, large = 32 << 20; // bytes
  mallopt(M_ARENA_MAX, 1);
  mallopt(M_TOP_PAD, step);
  mallopt(M_TRIM_THRESHOLD, 2 * step);
  mallopt(M_MMAP_THRESHOLD, large);
#endif
}

/// Who reads from what this process has open would wait for its end.
void closeAllFrom(int first) {
#ifdef SYS_close_range
  if (syscall(SYS_close_range, first, ~0U, 0) == 0)
    return;
#endif
  rlimit files{};
  if (getrlimit(RLIMIT_NOFILE, &files))
    _exit(1);
  for (int i = first; i < static_cast<int>(files.rlim_cur); ++i)
    close(i);
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
[[noreturn]] void childMain(pid_t parent, int output, int errors, const WorkerLimits &limits,
                            const std::function<std::string()> &work) {
#ifdef __linux__
  prctl(PR_SET_PDEATHSIG, SIGKILL); // no orphans when the parent is killed
  if (getppid() != parent)
    _exit(1); // it was, meanwhile
#endif
  for (int signal : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTERM, SIGINT, SIGPIPE, SIGXCPU})
    std::signal(signal, SIG_DFL); // handlers of the parent would print its stack
  dup2(errors, STDERR_FILENO);
  limitResources(limits);
  prepareHeap();
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

bool isReadable(int descriptor) {
  pollfd polled{descriptor, POLLIN, 0};
  return poll(&polled, 1, 0) > 0 && polled.revents != 0;
}

/// Reads what is there, and closes what is at its end.
void takeFrom(int &descriptor, std::string &into, std::size_t limit) {
  if (descriptor >= 0 && isReadable(descriptor) && !drain(descriptor, into, limit))
    closeStream(descriptor);
}

} // namespace

Worker::Worker(const WorkerLimits &limits, const std::function<std::string()> &work)
    : deadline_(Clock::now() + limits.patience) {
  int output[2] = {-1, -1};
  int errors[2] = {-1, -1};
  const auto fail = [&](int why) {
    result_.end = WorkerResult::End::NotStarted;
    result_.code = why;
    ended_ = true;
    for (int descriptor : {output[0], output[1], errors[0], errors[1]})
      if (descriptor >= 0)
        close(descriptor);
  };
  if (pipe2(output, O_CLOEXEC) || pipe2(errors, O_CLOEXEC)) {
    fail(errno);
    return;
  }
  const pid_t parent = getpid();
  const pid_t process = fork();
  if (process == 0)
    childMain(parent, output[1], errors[1], limits, work);
  if (process < 0) {
    fail(errno);
    return;
  }
  close(output[1]);
  close(errors[1]);
  process_ = process;
  output_ = output[0];
  errors_ = errors[0];
}

Worker::~Worker() {
  if (ended_)
    return;
  kill(process_, SIGKILL);
  for (int descriptor : {output_, errors_})
    if (descriptor >= 0)
      close(descriptor);
  while (waitpid(process_, nullptr, 0) < 0 && errno == EINTR)
    ;
}

std::vector<int> Worker::descriptors() const {
  std::vector<int> open;
  for (int descriptor : {output_, errors_})
    if (descriptor >= 0)
      open.push_back(descriptor);
  return open;
}

void Worker::advance() {
  if (ended_)
    return;
  takeFrom(output_, result_.output, SIZE_MAX);
  takeFrom(errors_, result_.errors, maxErrorBytes);
  if (!timedOut_ && Clock::now() >= deadline_) {
    kill(process_, SIGKILL);
    timedOut_ = true;
    deadline_ = Clock::time_point::max();
  }
  if (output_ < 0 && errors_ < 0)
    finish();
}

void Worker::finish() {
  int status = 0;
  while (waitpid(process_, &status, 0) < 0 && errno == EINTR)
    ;
  ended_ = true;
  using End = WorkerResult::End;
  if (timedOut_ || (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU)) {
    result_.end = End::TimedOut;
  } else if (WIFSIGNALED(status)) {
    result_.end = End::Crashed;
    result_.code = WTERMSIG(status);
  } else if (WEXITSTATUS(status) == statusOutOfMemory) {
    result_.end = End::OutOfMemory;
  } else if (WEXITSTATUS(status) != 0) {
    result_.end = End::Exited;
    result_.code = WEXITSTATUS(status);
  }
}

void runIsolated(std::size_t count, const WorkerLimits &limits,
                 const std::function<std::string(std::size_t)> &work,
                 const std::function<void(std::size_t, WorkerResult)> &done) {
  std::list<std::pair<std::size_t, Worker>> children;
  const auto isStopped = [&] { return limits.stopped && limits.stopped(); };
  // A signal that comes just before the wait does not end it.
  const long long mostWait = limits.stopped ? 200 : 60'000;
  for (std::size_t next = 0; next < count || !children.empty();) {
    if (isStopped())
      return;
    while (next < count && children.size() < std::max(1U, limits.jobs)) {
      const std::size_t index = next++;
      children.emplace_back(std::piecewise_construct, std::forward_as_tuple(index),
                            std::forward_as_tuple(limits, [&, index] { return work(index); }));
    }
    std::vector<pollfd> polled;
    auto nearest = Clock::time_point::max();
    bool ended = false;
    for (const auto &[index, child] : children) {
      nearest = std::min(nearest, child.deadline());
      ended |= child.ended();
      for (int descriptor : child.descriptors())
        polled.push_back({descriptor, POLLIN, 0});
    }
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(nearest - Clock::now());
    poll(polled.data(), polled.size(),
         ended ? 0 : static_cast<int>(std::clamp<long long>(left.count() + 1, 0, mostWait)));
    for (auto it = children.begin(); it != children.end();) {
      it->second.advance();
      if (!it->second.ended()) {
        ++it;
        continue;
      }
      WorkerResult result = it->second.takeResult();
      const std::size_t index = it->first;
      it = children.erase(it);
      if (result.end == WorkerResult::End::Done || !isStopped())
        done(index, std::move(result));
    }
  }
}

void runBehind(const std::function<void()> &work) {
  int alive[2] = {-1, -1}; // its writing end is closed when this process ends
  if (pipe2(alive, O_CLOEXEC))
    return;
  const pid_t process = fork();
  if (process != 0) {
    close(alive[0]);
    return; // the other end stays open
  }
  setsid(); // neither a closed terminal nor Ctrl-C is meant for it
  constexpr int last = 19;
  setpriority(PRIO_PROCESS, 0, last);
  dup2(alive[0], STDIN_FILENO);
  for (const int stream : {STDOUT_FILENO, STDERR_FILENO})
    if (const int nothing = open("/dev/null", O_WRONLY | O_CLOEXEC); nothing >= 0)
      dup2(nothing, stream);
    else
      _exit(1);
  closeAllFrom(STDERR_FILENO + 1);
  char byte = 0;
  while (read(STDIN_FILENO, &byte, 1) < 0 && errno == EINTR)
    ;
  work();
  _exit(0); // what the other threads of its parent held is nobody's to destroy
}

std::vector<std::string> runShared(std::size_t count, const WorkerLimits &limits,
                                   const std::function<std::string(std::size_t)> &work) {
  std::vector<std::string> results(count);
  using Counter = std::atomic<std::size_t>; // of pieces that nobody has taken yet
  static_assert(Counter::is_always_lock_free, "it is shared by processes");
  void *shared =
      mmap(nullptr, sizeof(Counter), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED)
    return results;
  auto *left = new (shared) Counter(count);
  using llvm::support::endian::read64le;
  using llvm::support::endian::write64le;
  constexpr std::size_t headBytes = 16; // number of the piece, bytes of what it gave
  const auto takePieces = [&](std::size_t) {
    std::string all;
    while (true) {
      std::size_t next = left->load();
      while (next > 0 && !left->compare_exchange_weak(next, next - 1))
        ;
      if (next == 0)
        return all;
      const std::string result = work(next - 1);
      char head[headBytes];
      write64le(head, next - 1);
      write64le(head + headBytes / 2, result.size());
      all.append(head, headBytes).append(result);
    }
  };
  runIsolated(std::min<std::size_t>(count, std::max(1U, limits.jobs)), limits, takePieces,
              [&](std::size_t, const WorkerResult &ended) {
                if (ended.end != WorkerResult::End::Done)
                  return;
                const std::string &all = ended.output;
                for (std::size_t at = 0; at + headBytes <= all.size();) {
                  const std::uint64_t number = read64le(all.data() + at);
                  const std::uint64_t bytes = read64le(all.data() + at + headBytes / 2);
                  at += headBytes;
                  if (number >= count || bytes > all.size() - at)
                    return;
                  results[number] = all.substr(at, bytes);
                  at += bytes;
                }
              });
  munmap(shared, sizeof(Counter));
  return results;
}

} // namespace warplint::frontend
