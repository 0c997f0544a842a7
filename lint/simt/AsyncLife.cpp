//===- AsyncLife.cpp - the life of asynchronous copies on one path --------===//

#include "lint/simt/AsyncLife.h"
#include "lint/simt/Edges.h"

#include "lint/simt/Counting.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <algorithm>

namespace warplint::simt {
namespace {

// A log that grows beyond this is of no more use than its cost.
constexpr std::size_t mostCopies = 256;
constexpr std::size_t mostReads = 4; // of one copy, told apart by how far the readers had come

bool isOneWarp(const LaneMask &lanes) {
  unsigned first = lanes.first() / warpSize;
  bool same = true;
  lanes.forEach([&](unsigned lane) { same = same && lane / warpSize == first; });
  return same;
}

/// All lanes of the warps that these lanes belong to.
LaneMask warpsOf(const LaneMask &lanes) {
  LaneMask warps;
  lanes.forEach([&](unsigned lane) {
    const unsigned first = lane / warpSize * warpSize;
    for (unsigned other = first; other < std::min(first + warpSize, maxThreads); ++other)
      warps.set(other);
  });
  return warps;
}

/// Calls `change` for the classes of these threads, split where only a part of one is meant.
template <typename Change> void forClasses(CopyQueue &queue, const LaneMask &lanes, Change change) {
  const std::size_t count = queue.classes.size();
  for (std::size_t i = 0; i < count; ++i) {
    LaneMask meant = queue.classes[i].lanes & lanes;
    if (meant.none())
      continue;
    if (meant == queue.classes[i].lanes) {
      change(queue.classes[i]);
      continue;
    }
    Progress part = queue.classes[i];
    part.lanes = meant;
    queue.classes[i].lanes -= meant;
    change(part);
    queue.classes.push_back(part);
  }
  for (std::size_t i = 0; i < queue.classes.size(); ++i)
    for (std::size_t j = queue.classes.size() - 1; j > i; --j)
      if (queue.classes[i].sameAs(queue.classes[j])) {
        queue.classes[i].lanes |= queue.classes[j].lanes;
        queue.classes.erase(queue.classes.begin() + static_cast<std::ptrdiff_t>(j));
      }
}

const Progress *progressOf(const CopyQueue &queue, unsigned lane) {
  for (const Progress &progress : queue.classes)
    if (progress.lanes.test(lane))
      return &progress;
  return nullptr;
}

/// The phase that threads which go together find a barrier in. It belongs to the barrier: one of
/// them may arrive for all. Other warps may be executed before them or after them.
unsigned phaseFor(const CopyQueue &queue, const LaneMask &lanes) {
  unsigned phase = 0;
  const LaneMask warps = warpsOf(lanes);
  for (const Progress &progress : queue.classes)
    if ((progress.lanes & warps).any())
      phase = std::max(phase, progress.committed);
  return phase;
}

bool overlap(const CopyStart &a, const CopyStart &b) {
  return a.object == b.object && a.begin < b.end && b.begin < a.end;
}

bool sameOffsets(const CopyStart &a, const CopyStart &b) {
  return a.object == b.object && a.begin == b.begin && a.end == b.end &&
         a.collective == b.collective && a.bytes == b.bytes &&
         (a.collective || a.offsets == b.offsets);
}

/// Does the copy fill every byte between its begin and its end?
bool fillsAll(const CopyStart &copy) { return copy.collective && copy.bytes > 0; }

/// Is some byte written by both? nullopt: it is not known who writes what.
std::optional<bool> shareBytes(const CopyStart &a, const CopyStart &b) {
  if (!overlap(a, b))
    return false;
  if (sameOffsets(a, b) || (fillsAll(a) && fillsAll(b)))
    return true;
  if ((a.owners.empty() && !fillsAll(a)) || (b.owners.empty() && !fillsAll(b)))
    return std::nullopt;
  const std::int64_t first = std::max(a.begin, b.begin), last = std::min(a.end, b.end);
  // Pieces of one size that lie upon each other, nearly always: no division for each.
  if (!a.owners.empty() && !b.owners.empty() && a.granule == b.granule &&
      (a.begin - b.begin) % a.granule == 0) {
    const std::int16_t *ofA = a.owners.data() + a.granuleOf(first);
    const std::int16_t *ofB = b.owners.data() + b.granuleOf(first);
    const auto pieces = static_cast<std::size_t>((last - first + a.granule - 1) / a.granule);
    constexpr std::size_t atOnce = 64;
    for (std::size_t begin = 0; begin < pieces; begin += atOnce) {
      bool both = false;
      for (std::size_t i = begin; i < std::min(begin + atOnce, pieces); ++i)
        both |= (ofA[i] | ofB[i]) >= 0; // neither is negative
      if (both)
        return true;
    }
    return false;
  }
  auto fills = [](const CopyStart &copy, std::int64_t at) {
    return copy.owners.empty() || copy.owners[copy.granuleOf(at)] >= 0;
  };
  const std::int64_t step = commonDivisor(
      commonDivisor(std::int64_t{a.granule}, std::int64_t{b.granule}), a.begin - b.begin);
  for (std::int64_t at = first; at < last; at += step)
    if (fills(a, at) && fills(b, at))
      return true;
  return false;
}

/// Calls `meet(reader, owner)` for the threads whose bytes of the copy each thread reads.
template <typename Meet>
void forOwners(const CopyRecord &record, const Lanes &offsets, std::int64_t bytes,
               const LaneMask &readers, Meet meet) {
  const CopyStart &copy = *record.copy;
  // The threads of a warp that load a matrix together all name one place.
  std::optional<std::int64_t> place;
  llvm::SmallVector<unsigned, 8> owners;
  readers.forEach([&](unsigned reader) {
    if (place != offsets.at(reader)) {
      place = offsets.at(reader);
      owners.clear();
      const std::int64_t first = std::max(*place, copy.begin);
      const std::int64_t last = std::min(*place + bytes, copy.end); // one behind
      int before = -1;
      for (unsigned i = first < last ? copy.granuleOf(first) : 0,
                    end = first < last ? copy.granuleOf(last - 1) + 1 : 0;
           i < end; ++i) {
        const int owner = copy.owners[i];
        if (owner >= 0 && owner != before && record.lanes.test(static_cast<unsigned>(owner)))
          owners.push_back(static_cast<unsigned>(owner));
        before = owner;
      }
    }
    for (const unsigned owner : owners)
      meet(reader, owner);
  });
}

/// Who reads whose part.
struct Meeting {
  LaneMask readers;
  LaneMask own;        ///< threads that read what they copied themselves
  LaneMask sameWarp;   ///< owners read by another thread of their warp
  LaneMask otherWarps; ///< owners read by a thread of another warp
  bool any() const { return readers.any(); }
  LaneMask owners() const { return own | sameWarp | otherWarps; }
  void add(const Meeting &other) {
    readers |= other.readers;
    own |= other.own;
    sameWarp |= other.sameWarp;
    otherWarps |= other.otherWarps;
  }
};

Meeting meetingOf(const CopyRecord &record, const Lanes *offsets, std::int64_t bytes,
                  const LaneMask &readers) {
  Meeting meeting;
  const CopyStart &copy = *record.copy;
  if (offsets && !copy.owners.empty()) {
    forOwners(record, *offsets, bytes, readers, [&](unsigned reader, unsigned owner) {
      meeting.readers.set(reader);
      (reader == owner                         ? meeting.own
       : reader / warpSize == owner / warpSize ? meeting.sameWarp
                                               : meeting.otherWarps)
          .set(owner);
    });
    return meeting;
  }
  readers.forEach([&](unsigned reader) {
    if (!offsets || (offsets->at(reader) < copy.end && offsets->at(reader) + bytes > copy.begin))
      meeting.readers.set(reader);
  });
  if (meeting.readers.none())
    return meeting;
  // Any thread of the group may have copied it.
  if (record.lanes.count() == 1 && meeting.readers == record.lanes)
    meeting.own = record.lanes;
  else if (isOneWarp(record.lanes | meeting.readers))
    meeting.sameWarp = record.lanes;
  else
    meeting.otherWarps = record.lanes;
  return meeting;
}

Meeting meetingOf(const CopyRecord &record, const ReadPlaces &places, std::int64_t bytes,
                  const LaneMask &readers) {
  if (places.offsets || places.among.empty())
    return meetingOf(record, places.offsets ? &*places.offsets : nullptr, bytes, readers);
  Meeting meeting;
  for (const Lanes &offsets : places.among)
    meeting.add(meetingOf(record, &offsets, bytes, readers));
  return meeting;
}

} // namespace

CopyQueue &AsyncLife::queue(const std::string &name, QueueKind kind, const LaneMask &all) {
  auto [it, inserted] = queues.try_emplace(name);
  if (inserted) {
    it->second.kind = kind;
    Progress start;
    start.lanes = all;
    it->second.classes.push_back(start);
    it->second.producers = it->second.consumers = all;
  }
  return it->second;
}

//===----------------------------------------------------------------------===//
// Starting
//===----------------------------------------------------------------------===//

unsigned AsyncLife::lastWaitOf(const LaneMask &lanes) const {
  unsigned last = 0;
  for (const auto &[mask, order] : lastWait_)
    if ((mask & lanes).any())
      last = std::max(last, order);
  return last;
}

void AsyncLife::noteWait(const LaneMask &lanes) {
  ++order_;
  for (auto &[mask, order] : lastWait_)
    mask -= lanes;
  std::erase_if(lastWait_, [](const auto &entry) { return entry.first.none(); });
  lastWait_.emplace_back(lanes, order_);
}

// A later copy into bytes of an earlier one: is it certain that nothing keeps them apart?
std::optional<CopyVerdict> AsyncLife::conflict(CopyRecord &earlier, const CopyRecord &later,
                                               const LaneMask &all) {
  if (earlier.maybe || earlier.handedOn || earlier.blamed ||
      (earlier.queue == later.queue && earlier.batch == later.batch))
    return std::nullopt;
  CopyVerdict verdict;
  verdict.kind = CopyVerdict::Kind::Reuse;
  verdict.copy = later.copy;
  auto underWay = [&] {
    verdict.earlier = earlier.copy.get();
    return verdict;
  };
  const CopyQueue &queue = queues.at(earlier.queue);
  bool known = false; ///< the new copy's threads know the old one to be complete
  switch (earlier.kind) {
  case QueueKind::Thread:
    known = earlier.isDone() || (earlier.complete | earlier.visible).contains(earlier.lanes);
    if (!known && (earlier.lanes & later.lanes).none())
      return std::nullopt;
    break;
  case QueueKind::Pipeline: {
    if (queue.uncertain || !queue.stages || earlier.queue != later.queue)
      return std::nullopt;
    known = earlier.isDone();
    bool turned = later.batch >= queue.stages;
    if (!known && !turned)
      known = earlier.batch + queue.stages <= later.batch;
    // Acquiring means that the readers have released, and so waited for, an older batch.
    if (!known && later.acquired)
      known = earlier.batch + queue.stages <= later.batch;
    if (!known) {
      known = true;
      later.lanes.forEach([&](unsigned lane) {
        const Progress *progress = progressOf(queue, lane);
        known = known && progress && progress->waited > earlier.batch;
      });
    }
    break;
  }
  case QueueKind::Barrier: {
    known = earlier.isDone();
    if (!known) {
      known = true;
      later.lanes.forEach([&](unsigned lane) {
        const Progress *progress = progressOf(queue, lane);
        known =
            known && ((progress && progress->waited > earlier.batch) || earlier.inWarp.test(lane));
      });
    }
    // It may have been told so on another barrier.
    if (!known && lastWaitOf(later.lanes) > earlier.order)
      return std::nullopt;
    break;
  }
  }
  // Past the end of the data each of them may fill in zeroes: in whatever order they come.
  if (!known && earlier.copy->mayFillZeroes && later.copy->mayFillZeroes)
    return std::nullopt;
  if (!known)
    return underWay();
  for (const CopyRead &read : earlier.reads) {
    if (read.ordered)
      continue;
    LaneMask others = read.byOtherWarps | read.bySameWarp;
    if (sameOffsets(*earlier.copy, *later.copy) && !later.copy->collective)
      others &= later.lanes;
    if (others.none())
      continue;
    if (earlier.kind == QueueKind::Pipeline && earlier.queue == later.queue) {
      if (later.acquired && read.released + queue.stages <= later.batch)
        continue;
      // A batch that was waited for was committed by the readers after they had read.
      bool ordered = true;
      later.lanes.forEach([&](unsigned lane) {
        const Progress *progress = progressOf(queue, lane);
        ordered = ordered && progress && progress->waited > read.committed;
      });
      if (ordered && queue.producers == all && queue.consumers == all)
        continue;
    }
    verdict.read = read.site;
    verdict.sameWarp = (read.byOtherWarps & others).none();
    return verdict;
  }
  return std::nullopt;
}

std::optional<CopyVerdict> AsyncLife::start(std::shared_ptr<const CopyStart> copy,
                                            const std::string &name, QueueKind kind,
                                            const LaneMask &lanes, const LaneMask &all,
                                            bool commits) {
  if (copies.size() > mostCopies) {
    lostTrack();
    return std::nullopt;
  }
  CopyQueue &into = queue(name, kind, all);
  std::optional<CopyVerdict> verdict;
  std::vector<CopyRecord> started;
  auto begin = [&](const LaneMask &mine, unsigned batch, unsigned acquired) {
    CopyRecord record;
    record.copy = copy;
    record.queue = name;
    record.kind = kind;
    record.batch = batch;
    record.lanes = mine;
    record.acquired = acquired > batch;
    record.order = ++order_;
    started.push_back(std::move(record));
  };
  if (kind == QueueKind::Barrier) {
    unsigned phase = phaseFor(into, lanes);
    if (into.announcedFirst.value_or(false) && phase > 0)
      --phase;
    begin(lanes, phase, 0);
    started.back().committed = lanes;
  } else {
    for (const Progress &progress : into.classes)
      if (LaneMask mine = progress.lanes & lanes; mine.any())
        begin(mine, progress.committed, progress.acquired);
  }
  for (CopyRecord &record : started) {
    for (CopyRecord &earlier : copies) {
      // Threads of one execution fill each their own bytes.
      if (earlier.copy == record.copy || !shareBytes(*earlier.copy, *record.copy).value_or(false))
        continue;
      if (earlier.handedOn && sameOffsets(*earlier.copy, *record.copy))
        record.handedOn = true;
      // Tiles overlap: by threads that copy nothing, most likely.
      if ((earlier.copy->isOpen || copy->isOpen) && !sameOffsets(*earlier.copy, *copy)) {
        earlier.handedOn = true;
        record.handedOn = true;
        continue;
      }
      if (verdict)
        continue;
      verdict = conflict(earlier, record, all);
      if (verdict) {
        earlier.blamed = true;
        record.blamed = true;
        record.handedOn = true; // said once
      }
    }
    // What is over and filled again need not be remembered: the last complete one is enough.
    unsigned lastDone = 0;
    for (const CopyRecord &earlier : copies)
      if (earlier.isDone() && sameOffsets(*earlier.copy, *record.copy))
        lastDone = std::max(lastDone, earlier.order);
    std::erase_if(copies, [&](const CopyRecord &earlier) {
      if (!sameOffsets(*earlier.copy, *record.copy) || earlier.lanes != record.lanes)
        return false;
      if (earlier.queue == record.queue && earlier.batch == record.batch &&
          earlier.kind == QueueKind::Thread)
        return true;
      return earlier.isDone() && earlier.order < lastDone;
    });
    copies.push_back(std::move(record));
  }
  if (commits)
    commit(name, kind, lanes, all);
  return cutShort ? std::nullopt : verdict;
}

void AsyncLife::commit(const std::string &name, QueueKind kind, const LaneMask &lanes,
                       const LaneMask &all) {
  CopyQueue &into = queue(name, kind, all);
  for (CopyRecord &record : copies)
    if (record.queue == name)
      record.committed |= record.lanes & lanes;
  forClasses(into, lanes, [](Progress &progress) { ++progress.committed; });
}

//===----------------------------------------------------------------------===//
// Waiting
//===----------------------------------------------------------------------===//

unsigned AsyncLife::waitThread(const std::string &name, const LaneMask &lanes, const LaneMask &all,
                               std::optional<unsigned> leave, bool uncommitted) {
  CopyQueue &into = queue(name, QueueKind::Thread, all);
  ++into.waits;
  unsigned stay = 0;
  forClasses(into, lanes, [&](Progress &progress) {
    if (uncommitted)
      ++progress.committed;
    if (leave)
      progress.tail = progress.committed > *leave ? progress.committed - *leave : 0;
    else if (progress.tail < progress.committed)
      ++progress.tail;
    progress.waited = std::max(progress.waited, progress.tail);
    stay = std::max(stay, progress.committed - progress.waited);
  });
  for (CopyRecord &record : copies) {
    if (record.queue != name || (record.lanes & lanes).none())
      continue;
    record.waitSince = true;
    if (uncommitted)
      record.committed |= record.lanes & lanes;
    for (const Progress &progress : into.classes)
      if (record.batch < progress.waited)
        record.complete |= record.lanes & record.committed & progress.lanes & lanes;
  }
  return stay;
}

void AsyncLife::acquire(const std::string &name, const LaneMask &lanes, const LaneMask &all,
                        const clang::Stmt *site) {
  CopyQueue &into = queue(name, QueueKind::Pipeline, all);
  forClasses(into, lanes, [&](Progress &progress) {
    progress.acquired = progress.committed + 1;
    if (into.stages && progress.committed >= into.stages)
      into.demands.push_back({site, true, progress.committed - into.stages,
                              (progress.lanes & into.consumers).any() &&
                                  progress.released <= progress.committed - into.stages});
  });
}

void AsyncLife::waitPipeline(const std::string &name, const LaneMask &lanes, const LaneMask &all,
                             const clang::Stmt *site) {
  CopyQueue &into = queue(name, QueueKind::Pipeline, all);
  ++into.waits;
  forClasses(into, lanes, [&](Progress &progress) {
    progress.waited = std::max(progress.waited, progress.released + 1);
    into.demands.push_back(
        {site, false, progress.released,
         (progress.lanes & into.producers).any() && progress.committed <= progress.released});
  });
  for (CopyRecord &record : copies)
    if (record.queue == name)
      record.waitSince = true;
}

void AsyncLife::release(const std::string &name, const LaneMask &lanes, const LaneMask &all) {
  forClasses(queue(name, QueueKind::Pipeline, all), lanes,
             [](Progress &progress) { ++progress.released; });
}

void AsyncLife::bindToBarrier(const std::string &name, const LaneMask &lanes, const LaneMask &all) {
  CopyQueue &into = queue(name, QueueKind::Barrier, all);
  for (CopyRecord &record : copies) {
    if (record.kind != QueueKind::Thread ||
        (record.complete | record.visible).contains(record.lanes))
      continue;
    LaneMask bound = record.lanes & lanes;
    if (bound.none())
      continue;
    const Progress *progress = progressOf(into, bound.first());
    record.kind = QueueKind::Barrier;
    record.queue = name;
    record.batch = progress ? progress->committed : 0;
    record.committed = record.lanes;
    record.maybe = record.maybe || bound != record.lanes;
  }
}

void AsyncLife::arrive(const std::string &name, const LaneMask &lanes, const LaneMask &all,
                       bool announces) {
  CopyQueue &into = queue(name, QueueKind::Barrier, all);
  if (announces && !into.announcedFirst)
    into.announcedFirst = std::none_of(copies.begin(), copies.end(), [&](const CopyRecord &record) {
      return record.queue == name;
    });
  // A thread may arrive twice in one phase: with the bytes, and as one of all.
  const auto made = barriers.find(name);
  const auto isOpen = [&](unsigned phases) {
    return made != barriers.end() && made->second.arrivalsKnown && made->second.count &&
           made->second.arrivals <= *made->second.count * static_cast<std::int64_t>(phases);
  };
  forClasses(into, lanes, [&](Progress &progress) {
    if (announces || !progress.announced || !isOpen(progress.committed))
      ++progress.committed;
    progress.announced = announces;
  });
  for (CopyRecord &record : copies)
    for (CopyRead &read : record.reads)
      read.arrived = read.arrived || (read.readers & lanes).any();
}

unsigned AsyncLife::waitBarrier(const std::string &name, const LaneMask &lanes, const LaneMask &all,
                                std::optional<unsigned> parity) {
  CopyQueue &into = queue(name, QueueKind::Barrier, all);
  ++into.waits;
  unsigned phase = 0;
  forClasses(into, lanes, [&](Progress &progress) {
    progress.announced = false;
    if (!parity)
      progress.waited = std::max(progress.waited, progress.committed);
    else if (progress.waited % 2 == *parity)
      ++progress.waited; // the phase before it has the other parity
    phase = std::max(phase, progress.waited);
  });
  for (CopyRecord &record : copies) {
    record.waitSince = record.waitSince || record.queue == name;
    for (CopyRead &read : record.reads)
      read.ordered = read.ordered || read.arrived;
  }
  noteWait(lanes);
  return phase;
}

//===----------------------------------------------------------------------===//
// Meeting
//===----------------------------------------------------------------------===//

void AsyncLife::blockBarrier() {
  for (CopyRecord &record : copies) {
    record.barrierSince = true;
    record.reads.clear();
    if (record.kind == QueueKind::Thread) {
      record.visible |= record.complete;
      continue;
    }
    // What one thread has waited for, all may read behind the barrier.
    for (const Progress &progress : queues[record.queue].classes)
      if (progress.waited > record.batch && record.committed.contains(record.lanes))
        record.visible = record.lanes;
  }
  for (auto &[name, barrier] : barriers)
    barrier.shown = barrier.shown || barrier.initialised;
  LaneMask everybody;
  for (const auto &[name, queue] : queues)
    for (const Progress &progress : queue.classes)
      everybody |= progress.lanes;
  noteWait(everybody);
}

void AsyncLife::warpBarrier(const LaneMask &lanes) {
  const LaneMask warps = warpsOf(lanes);
  for (CopyRecord &record : copies) {
    record.inWarp |= record.complete & warps;
    if (record.kind != QueueKind::Thread)
      for (const Progress &progress : queues[record.queue].classes)
        if (progress.waited > record.batch && (progress.lanes & lanes).any())
          record.inWarp |= warps;
    for (CopyRead &read : record.reads)
      read.bySameWarp -= warps;
  }
  // Who shares a warp with the thread that initialised it sees it.
  for (auto &[name, barrier] : barriers) {
    LaneMask before = barrier.by;
    before.forEach([&](unsigned lane) {
      if (warps.test(lane))
        for (unsigned other = lane / warpSize * warpSize; other < (lane / warpSize + 1) * warpSize;
             ++other)
          barrier.by.set(other);
    });
  }
}

void AsyncLife::someBarrier(const LaneMask &lanes) {
  for (CopyRecord &record : copies) {
    record.reads.clear();
    record.visible |= record.complete;
    if (record.kind != QueueKind::Thread)
      for (const Progress &progress : queues[record.queue].classes)
        if (progress.waited > record.batch)
          record.visible = record.lanes;
    // It may be that somebody else's wait was handed on.
    if (!record.isDone() && (record.lanes & lanes).none())
      record.handedOn = true;
  }
  for (auto &[name, barrier] : barriers)
    barrier.shown = barrier.shown || barrier.initialised;
  noteWait(lanes);
}

//===----------------------------------------------------------------------===//
// Using
//===----------------------------------------------------------------------===//

std::optional<CopyVerdict> AsyncLife::read(ObjectId object, std::int64_t objectBytes,
                                           const ReadPlaces &places, std::int64_t bytes,
                                           const LaneMask &lanes, const LaneMask &all,
                                           const clang::Stmt *site) {
  if (cutShort)
    return std::nullopt;
  const std::optional<Lanes> &offsets = places.offsets;
  std::int64_t low = 0;
  std::int64_t high = objectBytes;
  if (offsets) {
    low = high = offsets->at(lanes.first());
    if (!offsets->isUniform())
      lanes.forEach([&](unsigned lane) {
        low = std::min(low, offsets->at(lane));
        high = std::max(high, offsets->at(lane));
      });
    high += bytes;
  }
  std::optional<CopyVerdict> verdict;
  auto blame = [&](CopyRecord &record, CopyVerdict::Kind kind, std::string reason) {
    const bool again = record.blamed && kind != CopyVerdict::Kind::MissingWait;
    record.blamed = true;
    if (again || (verdict && verdict->kind == CopyVerdict::Kind::MissingWait))
      return;
    CopyVerdict found;
    found.kind = kind;
    found.copy = record.copy;
    found.reason = std::move(reason);
    found.committed = record.committed.contains(record.lanes);
    found.read = site;
    verdict = std::move(found);
  };
  auto completeFor = [&](const CopyRecord &record, const LaneMask &readers) {
    if (record.isDone())
      return true;
    const CopyQueue &queue = queues.at(record.queue);
    bool complete = record.committed.contains(record.lanes) || queue.uncertain;
    readers.forEach([&](unsigned lane) {
      const Progress *progress = progressOf(queue, lane);
      complete =
          complete && progress && (progress->waited > record.batch || record.inWarp.test(lane));
    });
    return complete;
  };

  // Each is asked for by many records.
  std::vector<std::optional<LaneMask>> readers(copies.size());
  auto readersOf = [&](const CopyRecord &record) -> const LaneMask & {
    std::optional<LaneMask> &known = readers[static_cast<std::size_t>(&record - copies.data())];
    if (!known)
      known = meetingOf(record, places, bytes, lanes).readers;
    return *known;
  };

  for (CopyRecord &record : copies) {
    const CopyStart &copy = *record.copy;
    if (copy.object != object || high <= copy.begin || low >= copy.end)
      continue;
    if (!offsets && !(copy.begin <= 0 && copy.end >= objectBytes && objectBytes > 0))
      continue; // may be another stage
    const Meeting meeting = meetingOf(record, places, bytes, lanes);
    if (!meeting.any())
      continue;
    const CopyQueue &queue = queues.at(record.queue);

    bool readable = true; ///< these readers may read it, as far as this copy goes
    if (record.kind == QueueKind::Thread) {
      LaneMask pending = meeting.owners() - record.visible - record.complete;
      LaneMask unseen = (meeting.otherWarps - record.visible) |
                        (meeting.sameWarp - record.visible - record.inWarp);
      readable = pending.none() && unseen.none();
      if (!readable) {
        // Others wait, and tell these in a way that is not followed.
        bool elsewhere = (record.lanes & lanes).none() && queue.waits;
        bool filled = std::any_of(copies.begin(), copies.end(), [&](const CopyRecord &other) {
          return &other != &record && other.order < record.order && other.isDone() &&
                 shareBytes(*other.copy, copy).value_or(true);
        });
        // Started on one path, and on another the track of what is waited for was lost: the
        // condition may well be the same.
        if (elsewhere || record.handedOn || (record.maybe && queue.uncertain))
          continue;
        if (pending.none()) {
          if (record.maybe)
            continue;
          if (!filled || record.barrierSince)
            blame(record, CopyVerdict::Kind::MissingBarrier, "");
          if (verdict && verdict->copy == record.copy)
            verdict->sameWarp = (meeting.otherWarps - record.visible).none();
        } else if (record.blamed && !record.waitSince && !record.barrierSince) {
          continue;
        } else if (filled && !record.waitSince && !record.barrierSince) {
          blame(record, CopyVerdict::Kind::Reuse, "");
        } else if ((!record.blamed || !filled) && !(record.waitSince && queue.uncertain)) {
          // Behind a loop that was not followed to its end, how many came later would be open.
          blame(record, CopyVerdict::Kind::MissingWait,
                !record.committed.contains(pending) ? "it was not committed"
                : record.waitSince                  ? "the wait before it leaves it pending"
                                                    : "");
        }
        continue;
      }
    } else {
      readable = completeFor(record, meeting.readers);
      if (!readable) {
        if (record.handedOn || queue.uncertain)
          continue;
        // An older round of the same bytes that is complete: what they mean to read.
        bool older = std::any_of(copies.begin(), copies.end(), [&](const CopyRecord &other) {
          return &other != &record && other.order < record.order &&
                 shareBytes(*other.copy, copy).value_or(true) &&
                 (other.kind == QueueKind::Thread ? other.isDone()
                                                  : completeFor(other, meeting.readers));
        });
        if (older) {
          // The refill of a pipeline's stage comes after its readers have released it.
          bool mayHaveStarted = false;
          if (record.kind == QueueKind::Pipeline && queue.stages)
            meeting.readers.forEach([&](unsigned lane) {
              const Progress *progress = progressOf(queue, lane);
              mayHaveStarted = mayHaveStarted || !record.acquired ||
                               (progress && progress->released + queue.stages > record.batch);
            });
          // Who has started the newer round itself, and waits for a phase that is over, reads what
          // is being filled. Where others have come further, which phase that was is open.
          const Progress *reader = progressOf(queue, meeting.readers.first());
          const bool ownRefill = record.kind == QueueKind::Barrier && !record.maybe &&
                                 !record.blamed && record.waitSince &&
                                 (record.lanes & meeting.readers).any() && reader &&
                                 llvm::all_of(queue.classes, [&](const Progress &progress) {
                                   return progress.waited <= reader->waited;
                                 });
          // Who has released the older round means the newer one.
          if (ownRefill)
            blame(record, CopyVerdict::Kind::MissingWait,
                  "the wait before it is for a phase that is over");
          else if (mayHaveStarted && !record.acquired)
            blame(record, CopyVerdict::Kind::Reuse, "");
          else if (mayHaveStarted && !record.blamed)
            blame(record, CopyVerdict::Kind::MissingWait,
                  "the wait before it is for an older stage");
          continue;
        }
        if (record.blamed)
          continue;
        blame(record, CopyVerdict::Kind::MissingWait,
              !record.committed.contains(record.lanes) ? "it was not committed"
              : record.waitSince                       ? "the wait before it leaves it pending"
                                                       : "");
        continue;
      }
    }
    // What a later copy of another shape has brought since is what they read.
    const bool isOld = std::any_of(copies.begin(), copies.end(), [&](const CopyRecord &newer) {
      return newer.order > record.order && overlap(*newer.copy, copy) && newer.isDone() &&
             !newer.maybe && !newer.copy->isOpen && !sameOffsets(*newer.copy, copy) &&
             (readersOf(newer) & meeting.readers).any() &&
             shareBytes(*newer.copy, copy).value_or(false);
    });
    if (isOld)
      continue;
    // Remembered for whoever fills the place again.
    LaneMask other = meeting.otherWarps;
    LaneMask same = meeting.sameWarp;
    if ((other | same).none() || !offsets)
      continue;
    const Progress *progress = progressOf(queue, meeting.readers.first());
    unsigned released = progress ? progress->released : 0;
    unsigned committed = progress ? progress->committed : 0;
    bool merged = false;
    for (CopyRead &read : record.reads)
      if (!read.arrived && !read.ordered && read.released == released &&
          read.committed == committed) {
        read.byOtherWarps |= other;
        read.bySameWarp |= same;
        read.readers |= meeting.readers;
        read.site = site;
        merged = true;
        break;
      }
    if (!merged && record.reads.size() < mostReads) {
      CopyRead read;
      read.site = site;
      read.readers = meeting.readers;
      read.byOtherWarps = other;
      read.bySameWarp = same;
      read.released = released;
      read.committed = committed;
      record.reads.push_back(read);
    }
  }
  if (verdict && verdict->reason.empty() && verdict->kind == CopyVerdict::Kind::MissingWait) {
    bool otherWait = std::any_of(queues.begin(), queues.end(),
                                 [](const auto &entry) { return entry.second.waits > 0; });
    bool barrier = std::any_of(copies.begin(), copies.end(), [&](const CopyRecord &record) {
      return record.copy == verdict->copy && record.barrierSince;
    });
    verdict->reason = otherWait ? "the wait before it is for another copy"
                      : barrier ? "a barrier does not wait for it"
                                : "nothing waits for it";
  }
  (void)all;
  return verdict;
}

void AsyncLife::written(ObjectId object, const Lanes *offsets, std::int64_t bytes,
                        const LaneMask &lanes) {
  std::erase_if(copies, [&](const CopyRecord &record) {
    return record.copy->object == object && record.isDone() &&
           meetingOf(record, offsets, bytes, lanes).any();
  });
}

void AsyncLife::lostTrack() {
  copies.clear();
  bulkStores.clear();
  for (auto &[name, queue] : queues)
    queue.uncertain = true;
}

void AsyncLife::commitBulkStores(const LaneMask &lanes) {
  for (BulkStore &store : bulkStores)
    if (lanes.contains(store.lanes)) {
      store.groupsSince += store.committed ? 1 : 0;
      store.committed = true;
    }
}

void AsyncLife::waitBulkStores(const LaneMask &lanes, unsigned leave) {
  std::erase_if(bulkStores, [&](const BulkStore &store) {
    return lanes.contains(store.lanes) && store.committed && store.groupsSince >= leave;
  });
}

std::shared_ptr<const CopyStart> AsyncLife::readBy(ObjectId object, const Lanes &offsets,
                                                   std::int64_t bytes,
                                                   const LaneMask &lanes) const {
  for (const BulkStore &store : bulkStores) {
    bool meets = false;
    if (store.copy->object == object)
      lanes.forEach([&](unsigned lane) {
        meets = meets || (offsets.at(lane) < store.copy->end &&
                          offsets.at(lane) + bytes > store.copy->begin);
      });
    if (meets)
      return store.copy;
  }
  return nullptr;
}

AsyncLife AsyncLife::merged(const AsyncLife &a, const AsyncLife &b) {
  AsyncLife result = a;
  result.cutShort = a.cutShort || b.cutShort;
  std::erase_if(result.bulkStores, [&](const BulkStore &store) {
    return std::none_of(b.bulkStores.begin(), b.bulkStores.end(),
                        [&](const BulkStore &other) { return other.copy == store.copy; });
  });
  if (b.empty() && a.empty())
    return result;
  result.order_ = std::max(a.order_, b.order_);
  result.anyBarrierUnknown = a.anyBarrierUnknown || b.anyBarrierUnknown;
  // Of each thread the later wait. Both paths share most of theirs, and each entry must have
  // threads of its own, or the list would double with every branch.
  result.lastWait_.insert(result.lastWait_.end(), b.lastWait_.begin(), b.lastWait_.end());
  std::sort(result.lastWait_.begin(), result.lastWait_.end(),
            [](const auto &x, const auto &y) { return x.second > y.second; });
  LaneMask placed; // of later entries
  for (auto &[mask, order] : result.lastWait_) {
    mask -= placed;
    placed |= mask;
  }
  std::erase_if(result.lastWait_, [](const auto &entry) { return entry.first.none(); });
  auto same = [](const CopyRecord &x, const CopyRecord &y) {
    return x.copy == y.copy && x.queue == y.queue && x.batch == y.batch && x.lanes == y.lanes;
  };
  // A copy is under way if it may be; it is complete if it is so on both paths.
  for (CopyRecord &mine : result.copies) {
    auto other = std::find_if(b.copies.begin(), b.copies.end(),
                              [&](const CopyRecord &record) { return same(record, mine); });
    if (other == b.copies.end()) {
      mine.maybe = true;
      continue;
    }
    mine.handedOn = mine.handedOn || other->handedOn;
    if (mine.maybe || other->maybe) {
      // Conditions of its start and its wait may well be the same.
      mine.maybe = true;
      mine.committed |= other->committed;
      mine.complete |= other->complete;
      mine.inWarp |= other->inWarp;
      mine.visible |= other->visible;
      continue;
    }
    mine.committed &= other->committed;
    mine.complete &= other->complete;
    mine.inWarp &= other->inWarp;
    mine.visible &= other->visible;
    mine.blamed = mine.blamed || other->blamed;
    mine.barrierSince = mine.barrierSince || other->barrierSince;
    mine.waitSince = mine.waitSince || other->waitSince;
    mine.reads.insert(mine.reads.end(), other->reads.begin(), other->reads.end());
    if (mine.reads.size() > mostReads)
      mine.reads.resize(mostReads);
  }
  for (const CopyRecord &record : b.copies)
    if (std::none_of(a.copies.begin(), a.copies.end(),
                     [&](const CopyRecord &mine) { return same(record, mine); })) {
      result.copies.push_back(record);
      result.copies.back().maybe = true;
    }
  for (const auto &[name, theirs] : b.queues) {
    auto [it, inserted] = result.queues.try_emplace(name, theirs);
    if (inserted)
      continue;
    CopyQueue &mine = it->second;
    mine.waits = std::max(mine.waits, theirs.waits);
    mine.uncertain = mine.uncertain || theirs.uncertain;
    for (const CopyQueue::Demand &demand : theirs.demands)
      if (std::none_of(mine.demands.begin(), mine.demands.end(), [&](const auto &known) {
            return known.site == demand.site && known.batch == demand.batch;
          }))
        mine.demands.push_back(demand);
    for (const Progress &other : theirs.classes)
      forClasses(mine, other.lanes, [&](Progress &progress) {
        mine.uncertain = mine.uncertain || !progress.sameAs(other);
        progress.acquired = std::max(progress.acquired, other.acquired);
        progress.committed = std::max(progress.committed, other.committed);
        progress.waited = std::max(progress.waited, other.waited);
        progress.released = std::max(progress.released, other.released);
        progress.tail = std::max(progress.tail, other.tail);
      });
  }
  for (const auto &[name, theirs] : b.barriers) {
    auto [it, inserted] = result.barriers.try_emplace(name, theirs);
    BarrierLife &mine = it->second;
    if (inserted) {
      mine.arrivalsKnown = false;
      continue;
    }
    // Initialised on one path only is a matter that is not followed.
    mine.initialised = mine.initialised || theirs.initialised;
    mine.shown = mine.shown || theirs.shown;
    mine.by |= theirs.by;
    if (mine.count != theirs.count)
      mine.count.reset();
    mine.arrivalsKnown =
        mine.arrivalsKnown && theirs.arrivalsKnown && mine.arrivals == theirs.arrivals;
    mine.arrivals = std::max(mine.arrivals, theirs.arrivals);
  }
  for (const auto &[name, mine] : a.barriers)
    if (!b.barriers.count(name))
      result.barriers[name].arrivalsKnown = false;
  return result;
}

} // namespace warplint::simt
