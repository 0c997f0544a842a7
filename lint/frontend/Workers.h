//===- Workers.h - work in processes of its own ----------------*- C++ -*-===//
//
// Runs pieces of work in forked children, so that a crash, an endless loop or
// a hunger for memory ends one piece and not the run.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_FRONTEND_WORKERS_H
#define WARPLINT_FRONTEND_WORKERS_H

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace warplint::frontend {

struct WorkerLimits {
  unsigned jobs = 1;
  /// Of the processor, per piece; rounded up to seconds. A busy machine changes no result.
  std::chrono::milliseconds time{60'000};
  /// Wall clock, per piece: for what waits and never works.
  std::chrono::milliseconds patience{600'000};
  std::uint64_t memory = 4ULL << 30; ///< bytes of address space, per piece
  /// Asked again and again by runIsolated(): is everybody to go home? None: never.
  std::function<bool()> stopped;
};

struct WorkerResult {
  enum class End { Done, Crashed, TimedOut, OutOfMemory, Exited, NotStarted } end = End::Done;
  int code = 0;       ///< signal of Crashed, status of Exited, errno of NotStarted
  std::string output; ///< what `work` returned; complete for Done only
  std::string errors; ///< what the child wrote to its error output, the first 64 KB
};

/// A piece of work under way, for who waits for other things as well. Not to be used from several
/// threads. The process must have one thread only when it is made.
class Worker {
public:
  Worker(const WorkerLimits &limits, const std::function<std::string()> &work);
  /// Ends the work, if it has not ended; what it has started in its turn ends, too.
  ~Worker();
  Worker(const Worker &) = delete;
  Worker &operator=(const Worker &) = delete;

  /// To be polled for reading. None once it has ended, and result() can be had.
  std::vector<int> descriptors() const;
  /// When advance() is to be called at the latest.
  std::chrono::steady_clock::time_point deadline() const { return deadline_; }
  /// Takes in what can be read without waiting, and stops what had its time.
  void advance();
  bool ended() const { return ended_; }
  /// How it ended; once.
  WorkerResult takeResult() { return std::move(result_); }

private:
  void finish();

  std::chrono::steady_clock::time_point deadline_;
  int process_ = -1;
  int output_ = -1; ///< read ends; -1 once they are at their end
  int errors_ = -1;
  bool timedOut_ = false;
  bool ended_ = false;
  WorkerResult result_;
};

/// Calls `work(i)` for 0 ≤ i < count in children, at most `limits.jobs` at a time, and `done(i, …)`
/// in this process as they end, in any order. Returns when all have ended; where it is stopped, the
/// children are ended, and `done` is called for none that had not done its work.
void runIsolated(std::size_t count, const WorkerLimits &limits,
                 const std::function<std::string(std::size_t)> &work,
                 const std::function<void(std::size_t, WorkerResult)> &done);

/// Does the work behind this process: in one of its own, which begins when this one has ended, is
/// there for that long alone, gives way to all others, and has nothing open. Its limits are those
/// of this one, its time counts anew. Nobody hears how it ends.
void runBehind(const std::function<void()> &work);

/// What `work(i)` gives for 0 ≤ i < count, in order, called in at most `limits.jobs` children that
/// take one piece after another, the last first: they tend to be the largest. Empty for those that
/// a child was at, or had done, when it came to a bad end.
std::vector<std::string> runShared(std::size_t count, const WorkerLimits &limits,
                                   const std::function<std::string(std::size_t)> &work);

} // namespace warplint::frontend

#endif
