//===- AsyncLife.h - the life of asynchronous copies on one path -*- C++ -*-===//
//
// A copy is started by some threads, committed, waited for, made visible to the other
// threads, read, and its place is filled again. Each step is a call here; the answers
// are what went wrong, if that is certain.
//
// Threads of a block are executed one after the other where they take different ways (a
// warp that produces, warps that consume), so that copies of later rounds may be logged
// before reads of earlier ones. Order between such threads goes by the numbers of their
// batches and phases, not by the order of the calls.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_SIMT_ASYNCLIFE_H
#define WARPLINT_SIMT_ASYNCLIFE_H

#include "lint/simt/Value.h"

#include "clang/AST/Stmt.h"

#include <bit>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace warplint::simt {

using ObjectId = std::uint32_t;

/// What completes copies: it decides who may read once somebody has waited.
enum class QueueKind : std::uint8_t {
  Thread,   ///< each thread's own groups: cp.async, __pipeline_*, pipelines of one thread
  Pipeline, ///< a pipeline that a block shares; stages are filled by all its producers
  Barrier,  ///< cuda::barrier or mbarrier; phases
};

/// One execution of a copy; never changes.
struct CopyStart {
  ObjectId object = 0;
  std::string array;
  std::string mechanism;
  const clang::Stmt *site = nullptr;      ///< the call or asm statement
  const clang::Stmt *statement = nullptr; ///< the whole statement, for fixes
  bool inKernel = false;                  ///< written in the kernel, not in a function it calls
  std::int64_t begin = 0;                 ///< bytes of the object, over all threads
  std::int64_t end = 0;
  std::int64_t bytes = 0;     ///< of one thread; 0 where not known
  bool collective = false;    ///< a group copies: which thread moves which byte is open
  bool isOpen = false;        ///< some of its threads may well leave it out
  bool mayFillZeroes = false; ///< of what it fills, some may be zeroes that nobody copied
  Lanes offsets;
  /// Which thread fills each piece of `granule` bytes from `begin`; -1: none.
  std::vector<std::int16_t> owners;
  unsigned granule = 4;
  unsigned granuleOf(std::int64_t byte) const {
    const auto from = static_cast<std::uint64_t>(byte - begin);
    // A power of two but for odd sizes; a division takes ten times as long.
    return static_cast<unsigned>(std::has_single_bit(granule) ? from >> std::countr_zero(granule)
                                                              : from / granule);
  }
};

/// Somebody has read what a copy brought.
struct CopyRead {
  const clang::Stmt *site = nullptr;
  LaneMask readers;
  /// Threads whose part of the copy was read by a thread of another warp, or of their own.
  LaneMask byOtherWarps;
  LaneMask bySameWarp;
  unsigned released = 0;  ///< stages the readers had released
  unsigned committed = 0; ///< stages the readers had committed
  bool arrived = false;   ///< the readers arrived at some barrier afterwards
  bool ordered = false;   ///< and somebody waited there
};

struct CopyRecord {
  std::shared_ptr<const CopyStart> copy;
  std::string queue;
  QueueKind kind = QueueKind::Thread;
  unsigned batch = 0; ///< number of its batch or phase
  LaneMask lanes;     ///< threads that started it
  LaneMask committed;
  LaneMask complete; ///< threads that know their own part complete (QueueKind::Thread)
  LaneMask inWarp;   ///< threads whose part their warp may read
  LaneMask visible;  ///< threads whose part the block may read
  bool acquired = false;
  bool maybe = false;        ///< on some path only
  bool handedOn = false;     ///< its threads met others in a way that is not followed
  bool blamed = false;       ///< reported already
  bool barrierSince = false; ///< a block barrier was passed after its start
  bool waitSince = false;    ///< somebody waited on its queue after its start
  unsigned order = 0;        ///< of the start among everything
  std::vector<CopyRead> reads;

  bool isDone() const { return visible.contains(lanes); }
};

/// How far the threads of a class have come with a queue.
struct Progress {
  LaneMask lanes;
  unsigned acquired = 0;
  unsigned committed = 0; ///< batches; for barriers, arrivals
  unsigned waited = 0;    ///< batches or phases known to be complete
  unsigned released = 0;
  unsigned tail = 0;      ///< of a pipeline of one thread: batches it has asked for
  bool announced = false; ///< its last arrival at a barrier told of bytes, and it has not waited

  bool sameAs(const Progress &other) const {
    return acquired == other.acquired && committed == other.committed && waited == other.waited &&
           released == other.released && tail == other.tail && announced == other.announced;
  }
};

struct CopyQueue {
  QueueKind kind = QueueKind::Thread;
  std::vector<Progress> classes; ///< disjoint; together all threads
  unsigned waits = 0;            ///< how often somebody waited
  unsigned stages = 0;           ///< of a shared pipeline; 0 where not known
  LaneMask producers;            ///< of a shared pipeline
  LaneMask consumers;
  bool uncertain = false; ///< paths came together that had gone different ways
  /// Bulk copies: their bytes are announced by an arrival that comes before them.
  std::optional<bool> announcedFirst;

  /// What somebody waited for, to be judged when the kernel ends.
  struct Demand {
    const clang::Stmt *site = nullptr;
    bool acquire = false;
    unsigned batch = 0;
    bool ofItself = false; ///< the threads that wait would have to come to it first
  };
  std::vector<Demand> demands;
  /// The last commit or release that only some of the threads executed.
  const clang::Stmt *partialCommit = nullptr;
  unsigned partialCommitLanes = 0;
  const clang::Stmt *partialRelease = nullptr;
  unsigned partialReleaseLanes = 0;
};

/// A cuda::barrier or mbarrier in shared memory.
struct BarrierLife {
  bool initialised = false;
  LaneMask by;        ///< threads that initialised it
  bool shown = false; ///< a block barrier came after that
  std::optional<std::int64_t> count;
  std::int64_t arrivals = 0;
  bool arrivalsKnown = true;
};

/// A bulk copy out of shared memory by one thread: it reads there until that thread has waited for
/// its group.
struct BulkStore {
  std::shared_ptr<const CopyStart> copy;
  LaneMask lanes; ///< that thread
  bool committed = false;
  unsigned groupsSince = 0; ///< that were committed after its own
};

/// What is wrong with a use.
struct CopyVerdict {
  enum class Kind : std::uint8_t { MissingWait, MissingBarrier, Reuse } kind = Kind::MissingWait;
  std::shared_ptr<const CopyStart> copy;
  std::string reason;
  bool committed = true;
  bool sameWarp = false;              ///< only threads of one warp meet
  const clang::Stmt *read = nullptr;  ///< Reuse: what may still read
  const CopyStart *earlier = nullptr; ///< Reuse: the copy that may still be under way
};

/// Where in an object threads read, in bytes.
struct ReadPlaces {
  std::optional<Lanes> offsets; ///< of each thread, where they are known
  /// Else some of those that each thread surely comes by, where threads have places of their own.
  /// Without these, it may be anywhere.
  std::vector<Lanes> among;
};

class AsyncLife {
public:
  std::vector<CopyRecord> copies;
  std::map<std::string, CopyQueue> queues;
  std::map<std::string, BarrierLife> barriers;
  std::vector<BulkStore> bulkStores; ///< under way
  bool anyBarrierUnknown = false;    ///< some barrier was initialised, but which is not known

  /// A loop that starts or awaits copies was not followed as far as its stages turn, for lack of
  /// time: nothing is said of what comes after it.
  bool cutShort = false;

  /// Starts and waits so far.
  unsigned events() const { return order_; }
  bool empty() const {
    return copies.empty() && queues.empty() && barriers.empty() && bulkStores.empty();
  }
  CopyQueue &queue(const std::string &name, QueueKind kind, const LaneMask &all);

  /// Records the copy; says what it must not overwrite.
  std::optional<CopyVerdict> start(std::shared_ptr<const CopyStart> copy, const std::string &queue,
                                   QueueKind kind, const LaneMask &lanes, const LaneMask &all,
                                   bool commits);
  void commit(const std::string &queue, QueueKind kind, const LaneMask &lanes, const LaneMask &all);
  /// Thread: all but the newest `leave` groups; nullopt: the oldest that was not asked for yet.
  /// `uncommitted`: those too. Returns how many batches stay under way at most.
  unsigned waitThread(const std::string &queue, const LaneMask &lanes, const LaneMask &all,
                      std::optional<unsigned> leave, bool uncommitted = false);
  void acquire(const std::string &queue, const LaneMask &lanes, const LaneMask &all,
               const clang::Stmt *site);
  void waitPipeline(const std::string &queue, const LaneMask &lanes, const LaneMask &all,
                    const clang::Stmt *site);
  void release(const std::string &queue, const LaneMask &lanes, const LaneMask &all);
  /// Copies of these threads that are under way complete with a phase of this barrier.
  void bindToBarrier(const std::string &queue, const LaneMask &lanes, const LaneMask &all);
  void arrive(const std::string &queue, const LaneMask &lanes, const LaneMask &all, bool announces);
  /// nullopt: the phase of the own last arrival.
  unsigned waitBarrier(const std::string &queue, const LaneMask &lanes, const LaneMask &all,
                       std::optional<unsigned> parity);
  void blockBarrier();
  void warpBarrier(const LaneMask &lanes);
  /// Some of the threads met in a way that is not followed: nothing is certain any more.
  void someBarrier(const LaneMask &lanes);
  std::optional<CopyVerdict> read(ObjectId object, std::int64_t objectBytes,
                                  const ReadPlaces &places, std::int64_t bytes,
                                  const LaneMask &lanes, const LaneMask &all,
                                  const clang::Stmt *site);
  /// Plain stores: what copies brought there is gone.
  void written(ObjectId object, const Lanes *offsets, std::int64_t bytes, const LaneMask &lanes);
  void lostTrack();
  /// What threads have done with bulk copies out of shared memory.
  void commitBulkStores(const LaneMask &lanes);
  void waitBulkStores(const LaneMask &lanes, unsigned leave);
  /// The first of them that may still read what is written; null: none.
  std::shared_ptr<const CopyStart> readBy(ObjectId object, const Lanes &offsets, std::int64_t bytes,
                                          const LaneMask &lanes) const;

  static AsyncLife merged(const AsyncLife &a, const AsyncLife &b);

private:
  unsigned order_ = 0;
  std::vector<std::pair<LaneMask, unsigned>> lastWait_; ///< order of threads' last waits
  unsigned lastWaitOf(const LaneMask &lanes) const;
  void noteWait(const LaneMask &lanes);
  std::optional<CopyVerdict> conflict(CopyRecord &earlier, const CopyRecord &later,
                                      const LaneMask &all);
};

} // namespace warplint::simt

#endif
