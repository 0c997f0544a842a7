//===- BarrierNeed.cpp - barriers that order nothing -----------------------===//
//
// A barrier of the block is needed if a thread touches after it what another thread touched
// before it, and one of them writes. Before means: since the last barrier that is needed; after:
// until the next. Whatever is not known makes it needed.
//
//===----------------------------------------------------------------------===//

#include "lint/simt/Interpreter.h"

#include <limits>

namespace warplint::simt {

using namespace clang;

namespace {

constexpr std::size_t mostUses = 512; // in an interval; beyond, all are taken as needed
constexpr std::size_t mostGlobalUses = 32;
constexpr std::size_t mostBytes = 1 << 18; // of all threads that are kept for later barriers

constexpr std::int64_t farthestByte = 1
                                      << 20; // from where an index is 0: shared memory ends before

/// Do two uses touch the same bytes in the same way, thread by thread?
bool areAlike(const Algebra &algebra, const SharedUse &a, const SharedUse &b) {
  return a.kind == b.kind && a.object == b.object && a.bytes == b.bytes && a.lanes == b.lanes &&
         a.offset.base.at(0) == b.offset.base.at(0) && algebra.equalValues(a.offset, b.offset);
}

} // namespace

void Interpreter::need(const BarrierLog::Pending &pending) {
  SeenBarrier &seen = barriersSeen_[pending.barrier];
  seen.neededAlone |= seen.needed && !seen.standsFor;
  seen.needed = true;
  if (!pending.standsFor || (seen.standsFor && seen.standsFor != pending.standsFor))
    seen.neededAlone = true;
  else
    seen.standsFor = pending.standsFor;
}

void Interpreter::touchUnknown() {
  BarrierLog &log = state_.barriers;
  if (log.pending)
    need(*log.pending);
  log.pending.reset();
  log.now.unknown = true;
}

// Does each thread come back to places that are its own?
bool Interpreter::ownPlaces(const GlobalUse &a, const GlobalUse &b) const {
  if (a.bytes != b.bytes || !a.offset.isKnown() || !b.offset.isKnown() ||
      !algebra_.equalValues(a.offset, b.offset))
    return false;
  for (const Term &term : a.offset.terms) {
    if (!term.coefficient.isUniform())
      return false;
    for (SymbolId id : term.monomial)
      if (algebra_.symbol(id).partition)
        return false;
  }
  std::vector<std::int64_t> starts;
  (a.lanes | b.lanes).forEach([&](unsigned lane) { starts.push_back(a.offset.base.at(lane)); });
  std::sort(starts.begin(), starts.end());
  for (std::size_t i = 1; i < starts.size(); ++i)
    if (starts[i] - starts[i - 1] < a.bytes)
      return false;
  return true;
}

void Interpreter::touchGlobal(bool writes, const Value &offset, std::int64_t bytes) {
  BarrierLog &log = state_.barriers;
  if (log.now.unknown && !log.pending)
    return;
  GlobalUse use{writes, resolve(offset), static_cast<std::uint32_t>(bytes), active_};
  if (log.pending && std::any_of(log.pending->before.globalUses.begin(),
                                 log.pending->before.globalUses.end(), [&](std::size_t index) {
                                   const GlobalUse &before = globalUses_[index];
                                   return (writes || before.writes) && !ownPlaces(before, use);
                                 })) {
    need(*log.pending);
    log.pending.reset();
  }
  if (log.now.globalUses.size() >= mostGlobalUses || !isCertain()) {
    touchUnknown();
    return;
  }
  log.now.globalUses.push_back(globalUses_.size());
  globalUses_.push_back(std::move(use));
}

void Interpreter::touchShared(UseId use) {
  BarrierLog &log = state_.barriers;
  if (log.now.uses.size() >= mostUses)
    touchUnknown();
  else if (!log.now.unknown)
    log.now.uses.push_back(use);
}

// Does a thread touch in `after` what another touched in `before`, and one of them writes?
bool Interpreter::meet(const Interval &before, const Interval &after) const {
  constexpr int nobody = -1;
  constexpr int several = -2;
  struct Users {
    int reader = nobody;
    int writer = nobody;
  };
  /// Who touched the bytes of an object from the first one that anybody did.
  struct Places {
    std::int64_t first = std::numeric_limits<std::int64_t>::max();
    std::int64_t end = std::numeric_limits<std::int64_t>::min();
    std::vector<Users> users;
    Users *at(std::int64_t byte) {
      return byte >= first && byte < end ? &users[static_cast<std::size_t>(byte - first)] : nullptr;
    }
  };
  std::map<ObjectId, Places> places;
  std::map<ObjectId, std::string> symbols;
  bool dynamic = false; // arrays that are declared without a size lie over one another
  auto placed = [&](const SharedUse &use) {
    auto place = symbolicPlace(use);
    if (!place || !use.offset.assumptions.empty()) // who touches what is a matter of luck
      return false;
    auto [it, first] = symbols.emplace(use.object, *place);
    if (first && objects_[use.object].bytes <= 0) {
      if (dynamic)
        return false;
      dynamic = true;
    }
    return it->second == *place;
  };
  auto join = [](int &who, unsigned lane) {
    who = who == nobody || who == static_cast<int>(lane) ? static_cast<int>(lane) : several;
  };
  for (UseId id : before.uses) {
    const SharedUse &use = uses_[id - 1];
    if (!placed(use))
      return true;
    Places &here = places[use.object];
    use.lanes.forEach([&](unsigned lane) {
      here.first = std::min(here.first, use.offset.base.at(lane));
      here.end = std::max(here.end, use.offset.base.at(lane) + use.bytes);
    });
  }
  for (auto &[object, here] : places) {
    if (here.first >= here.end)
      continue;
    if (here.first < -farthestByte || here.end > farthestByte)
      return true;
    here.users.resize(static_cast<std::size_t>(here.end - here.first));
  }
  for (UseId id : before.uses) {
    const SharedUse &use = uses_[id - 1];
    Places &here = places[use.object];
    use.lanes.forEach([&](unsigned lane) {
      for (std::int64_t at = 0; at < use.bytes; ++at) {
        Users &users = *here.at(use.offset.base.at(lane) + at);
        if (use.reads())
          join(users.reader, lane);
        if (use.writes())
          join(users.writer, lane);
      }
    });
  }
  for (UseId id : after.uses) {
    const SharedUse &use = uses_[id - 1];
    if (!placed(use))
      return true;
    const auto found = places.find(use.object);
    if (found == places.end())
      continue;
    bool meets = false;
    use.lanes.forEach([&](unsigned lane) {
      auto other = [&](int who) { return who != nobody && who != static_cast<int>(lane); };
      for (std::int64_t at = 0; at < use.bytes && !meets; ++at)
        if (const Users *users = found->second.at(use.offset.base.at(lane) + at))
          meets = other(users->writer) || (use.writes() && other(users->reader));
    });
    if (meets)
      return true;
  }
  return false;
}

// The barrier before this point has seen all that comes after it.
void Interpreter::settleBarrier() {
  BarrierLog &log = state_.barriers;
  if (!log.pending)
    return;
  const BarrierLog::Pending pending = std::move(*log.pending);
  const Interval &before = pending.before;
  log.pending.reset();
  if (before.unknown || log.now.unknown || barriersSeen_[pending.barrier].needed ||
      meet(before, log.now)) {
    need(pending);
    return;
  }
  // As if it were not there. What a loop does again in each iteration is kept once.
  const std::vector<UseId> after = std::move(log.now.uses);
  log.now.uses.clear();
  std::size_t bytes = 0;
  const auto keep = [&](UseId id) {
    const SharedUse &use = uses_[id - 1];
    bytes += std::size_t{use.bytes} * use.lanes.count();
    log.now.uses.push_back(id);
  };
  for (UseId id : before.uses)
    if (std::none_of(after.begin(), after.end(), [&](UseId other) {
          return areAlike(algebra_, uses_[id - 1], uses_[other - 1]);
        }))
      keep(id);
  for (UseId id : after)
    keep(id);
  if (bytes > mostBytes) {
    touchUnknown();
    return;
  }
  log.now.globalUses.insert(log.now.globalUses.begin(), before.globalUses.begin(),
                            before.globalUses.end());
}

/// `plain`: it does nothing but order the threads of the block, all of which come to it.
void Interpreter::passBarrier(SourceRange range, const std::string &op, bool plain) {
  BarrierLog &log = state_.barriers;
  // Where nothing was done since the last one, this one does for both, whatever was done before.
  std::optional<BarrierLog::Key> standsFor;
  if (plain && log.pending && !barriersSeen_[log.pending->barrier].needed &&
      log.now == Interval() && isCertain()) {
    standsFor = log.pending->standsFor.value_or(log.pending->barrier);
    log.now = std::move(log.pending->before);
    log.pending.reset();
  }
  settleBarrier();
  Interval before = std::move(log.now);
  log.now = {};
  const BarrierLog::Key key{range.getBegin().getRawEncoding(), range.getEnd().getRawEncoding()};
  SeenBarrier &seen = barriersSeen_[key];
  seen.range = range;
  seen.op = op;
  // What a function's callers do elsewhere is not seen here.
  if (!plain || !isCertain() || frames_.size() > 1)
    seen.needed = seen.neededAlone = true;
  seen.isBehindAnother |= standsFor.has_value();
  if (!seen.neededAlone)
    log.pending = BarrierLog::Pending{key, std::move(before), standsFor};
}

void Interpreter::finishBarrierNeeds() {
  settleBarrier();
  if (stopped_ || run_.launchesKernels || outcome_.budgetSpent || outcome_.racesDoubtful ||
      outcome_.barriersUncounted)
    return;
  // Of two of which one is enough, the second is the one too many.
  for (auto &[key, seen] : barriersSeen_)
    if (seen.needed && !seen.neededAlone && seen.standsFor && seen.range.isValid())
      if (SeenBarrier &earlier = barriersSeen_[*seen.standsFor]; !earlier.needed) {
        earlier.needed = true;
        seen.needed = false;
      }
  for (const auto &[key, seen] : barriersSeen_)
    if (seen.range.isValid()) {
      SiteRecord &record = recorder_.at(SiteKind::Barrier, seen.range, seen.op);
      record.evidence["redundant"] = !seen.needed;
      record.evidence["behind_barrier"] = !seen.needed && seen.isBehindAnother;
    }
}

BarrierLog Interpreter::mergeBarriers(const BarrierLog &a, const BarrierLog &b) {
  if (a == b)
    return a;
  for (const BarrierLog *log : {&a, &b})
    if (log->pending)
      need(*log->pending);
  BarrierLog both;
  both.now.unknown = true;
  return both;
}

} // namespace warplint::simt
