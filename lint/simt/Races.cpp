//===- Races.cpp - shared memory between barriers --------------------------===//

#include "lint/simt/Races.h"

#include "lint/simt/Assignments.h"
#include "lint/simt/AstVisitor.h"
#include "lint/simt/Declarations.h"
#include "lint/simt/Edges.h"
#include "lint/simt/Integers.h"
#include "lint/simt/Interpreter.h"
#include "lint/simt/SmallFloats.h"
#include "lint/simt/Stated.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/SaveAndRestore.h"

#include <algorithm>
#include <array>
#include <bit>
#include <iterator>

namespace warplint::simt {

using namespace clang;

namespace {

// Uses of a loop's head that are compared with its tail.
constexpr std::size_t mostHeadUses = 128;
// Stores that data decide on and that are remembered, and as many loads.
constexpr std::size_t mostPerhaps = 16;

unsigned warpOf(unsigned thread) { return thread / warpSize; }

std::int64_t floorDivide(std::int64_t a, std::int64_t b) {
  return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

/// What one thread holds less what another does, where that is a number.
std::optional<std::int64_t> difference(const Algebra &algebra, const Value &a, unsigned laneOfA,
                                       const Value &b, unsigned laneOfB) {
  auto isKnown = [](const Value &value, unsigned lane) {
    return !(value.unknown && value.unknown->test(lane));
  };
  if (!isKnown(a, laneOfA) || !isKnown(b, laneOfB))
    return std::nullopt;
  std::map<Monomial, std::int64_t> terms;
  for (const Term &term : a.terms)
    terms[term.monomial] += term.coefficient.at(laneOfA);
  for (const Term &term : b.terms) {
    std::int64_t &left = terms[term.monomial];
    left = distance(term.coefficient.at(laneOfB), left);
  }
  for (const auto &[monomial, coefficient] : terms) {
    if (coefficient != 0)
      return std::nullopt;
    for (SymbolId id : monomial)
      if (const auto &partition = algebra.symbol(id).partition;
          partition && (*partition)[laneOfA] != (*partition)[laneOfB])
        return std::nullopt;
  }
  return distance(b.base.at(laneOfB), a.base.at(laneOfA));
}

/// The same of values that are stored: of floating-point numbers that were made of whole ones, of
/// these.
std::optional<std::int64_t> storedDifference(const Algebra &algebra, const Value &a,
                                             unsigned laneOfA, const Value &b, unsigned laneOfB) {
  const auto isFloating = [](const Value &value) {
    const auto *origin = static_cast<const Expr *>(value.origin);
    return value.difference && origin && origin->getType()->isRealFloatingType();
  };
  if (isFloating(a) && isFloating(b))
    return difference(algebra, *a.difference, laneOfA, *b.difference, laneOfB);
  return difference(algebra, a, laneOfA, b, laneOfB);
}

bool surelyDifferent(std::optional<std::int64_t> apart) { return apart && *apart != 0; }

/// Is it known which threads a condition parts, in some block at least?
constexpr auto parts = [](const auto &condition) {
  return condition.exact || condition.cause == Cause::None ||
         ((condition.cause == Cause::Guard || condition.wholeWarps) && condition.byBlock);
};

} // namespace

//===----------------------------------------------------------------------===//
// The log
//===----------------------------------------------------------------------===//

void LastUses::add(UseBy use, UseId begin) {
  for (UseBy *old : {&last, &otherLane, &otherWarp})
    if (old->use < begin)
      *old = {};
  if (!last.use || last.thread == use.thread) {
    last = use;
    return;
  }
  if (warpOf(last.thread) == warpOf(use.thread)) {
    otherLane = last;
  } else {
    bool known = otherWarp.use && warpOf(otherWarp.thread) == warpOf(use.thread) &&
                 otherWarp.thread != use.thread;
    otherLane = known ? otherWarp : UseBy{};
    otherWarp = last;
  }
  last = use;
}

LastUses LastUses::common(const LastUses &a, const LastUses &b) {
  // What one of them knows in another role is left out: that only loses. Where a thread came to
  // the place again on one of the paths, it was there on both.
  auto either = [](UseBy first, UseBy second) {
    return !first.use || !second.use || first.thread != second.thread ? UseBy{}
           : first.use < second.use                                   ? first
                                                                      : second;
  };
  return {either(a.last, b.last), either(a.otherLane, b.otherLane),
          either(a.otherWarp, b.otherWarp)};
}

bool Reach::meets(unsigned thread, ByteRange range) const {
  const std::int64_t begin = first.at(thread), end = last.at(thread) + bytes;
  if (isEmpty(thread) || range.begin >= end || range.end <= begin)
    return false;
  if (step <= bytes)
    return true;
  // The first of the elements that end behind where the range begins.
  const std::int64_t number =
      range.begin < begin + bytes ? 0 : (range.begin - bytes - begin) / step + 1;
  return begin + number * step < std::min(range.end, end);
}

bool Reach::haveOneInCommon(unsigned thread, unsigned other) const {
  return !isEmpty(thread) && !isEmpty(other) && first.at(thread) <= last.at(other) &&
         first.at(other) <= last.at(thread) &&
         (step <= bytes || (first.at(thread) - first.at(other)) % step == 0);
}

std::pair<std::int64_t, unsigned> Shadow::split(std::int64_t place) {
  std::int64_t chunk = place / placesPerChunk;
  std::int64_t within = place % placesPerChunk;
  if (within < 0) {
    within += placesPerChunk;
    --chunk;
  }
  return {chunk, static_cast<unsigned>(within)};
}

const Shadow::Place *Shadow::find(std::int64_t place) const {
  auto [chunk, within] = split(place);
  auto it = chunks_.find(chunk);
  return it == chunks_.end() ? nullptr : &(*it->second)[within];
}

void Shadow::forEach(llvm::function_ref<void(std::int64_t at, const Place &)> visit) const {
  for (const auto &[index, chunk] : chunks_)
    for (unsigned within = 0; within < placesPerChunk; ++within)
      visit((index * placesPerChunk + within) * granule, (*chunk)[within]);
}

Shadow::Place &Shadow::at(std::int64_t place) {
  auto [chunk, within] = split(place);
  std::shared_ptr<const Chunk> &slot = chunks_[chunk];
  if (!slot)
    slot = std::make_shared<Chunk>();
  else if (slot.use_count() > 1)
    slot = std::make_shared<Chunk>(*slot);
  return const_cast<Chunk &>(*slot)[within];
}

Shadow Shadow::common(const Shadow &a, const Shadow &b) {
  Shadow both;
  both.granule = std::min(a.granule, b.granule);
  if (a.granule != b.granule)
    return both;
  for (const auto &[index, chunkOfA] : a.chunks_) {
    auto other = b.chunks_.find(index);
    if (other == b.chunks_.end())
      continue;
    if (other->second == chunkOfA) {
      both.chunks_.emplace(index, chunkOfA);
      continue;
    }
    auto chunk = std::make_shared<Chunk>();
    for (unsigned i = 0; i < placesPerChunk; ++i) {
      (*chunk)[i].reads = LastUses::common((*chunkOfA)[i].reads, (*other->second)[i].reads);
      (*chunk)[i].writes = LastUses::common((*chunkOfA)[i].writes, (*other->second)[i].writes);
    }
    both.chunks_.emplace(index, std::move(chunk));
  }
  return both;
}

void Shadow::add(Shadow other, UseId begin) {
  if (granule != other.granule) {
    if (granule != 1)
      refine();
    if (other.granule != 1)
      other.refine();
  }
  other.forEach([&](std::int64_t byte, const Place &place) {
    const auto addTo = [&](LastUses Place::*kind) {
      for (UseBy use : {(place.*kind).otherWarp, (place.*kind).otherLane, (place.*kind).last})
        if (use.use)
          (at(byte / granule).*kind).add(use, begin);
    };
    addTo(&Place::reads);
    addTo(&Place::writes);
  });
}

void Shadow::refine() {
  Shadow bytes;
  bytes.granule = 1;
  forEach([&](std::int64_t at, const Place &place) {
    if (place.reads.last.use || place.writes.last.use)
      for (std::int64_t byte = at; byte < at + granule; ++byte)
        bytes.at(byte) = place;
  });
  *this = std::move(bytes);
}

Shadow &RaceLog::shadow(const Key &key) {
  std::shared_ptr<const Shadow> &slot = shadows[key];
  if (!slot)
    slot = std::make_shared<Shadow>();
  else if (slot.use_count() > 1)
    slot = std::make_shared<Shadow>(*slot);
  return const_cast<Shadow &>(*slot);
}

bool RaceLog::ordered(UseBy first, unsigned second) const {
  if (first.use < begin || apart.test(first.thread) || apart.test(second))
    return true;
  for (const auto &[size, numbers] : groups) {
    unsigned group = second / size;
    if (first.thread / size == group && group < numbers.size() && first.use < numbers[group])
      return true;
  }
  return llvm::any_of(meetings, [&](const Meeting &meeting) {
    return first.use < meeting.before && meeting.threads.test(first.thread) &&
           meeting.threads.test(second);
  });
}

const Shadow *RaceLog::find(const Key &key) const {
  auto it = shadows.find(key);
  return it == shadows.end() ? nullptr : it->second.get();
}

RaceLog RaceLog::common(const RaceLog &a, const RaceLog &b) {
  RaceLog both;
  both.begin = std::max(a.begin, b.begin);
  both.muted = a.muted || b.muted;
  both.apart = a.apart | b.apart;
  std::set_intersection(a.perhaps.begin(), a.perhaps.end(), b.perhaps.begin(), b.perhaps.end(),
                        std::back_inserter(both.perhaps));
  for (const auto &[key, shadowOfA] : a.shadows)
    if (auto it = b.shadows.find(key); it != b.shadows.end())
      both.shadows.emplace(key,
                           it->second == shadowOfA
                               ? shadowOfA
                               : std::make_shared<Shadow>(Shadow::common(*shadowOfA, *it->second)));
  std::set_intersection(a.arrived.begin(), a.arrived.end(), b.arrived.begin(), b.arrived.end(),
                        std::inserter(both.arrived, both.arrived.end()));
  both.groups = a.groups;
  for (const auto &[size, numbers] : b.groups) {
    std::vector<UseId> &mine = both.groups[size];
    mine.resize(std::max(mine.size(), numbers.size()));
    for (std::size_t i = 0; i < numbers.size(); ++i)
      mine[i] = std::max(mine[i], numbers[i]);
  }
  both.meetings = a.meetings;
  for (const Meeting &meeting : b.meetings)
    if (!llvm::is_contained(a.meetings, meeting))
      both.meetings.push_back(meeting);
  for (const auto &[array, uses] : a.inCluster)
    if (const auto other = b.inCluster.find(array); other != b.inCluster.end()) {
      const auto same = [](UseId one, UseId two) { return one == two ? one : UseId{0}; };
      both.inCluster.emplace(array, InCluster{same(uses.readHere, other->second.readHere),
                                              same(uses.writtenHere, other->second.writtenHere),
                                              same(uses.readThere, other->second.readThere),
                                              same(uses.writtenThere, other->second.writtenThere)});
    }
  for (std::size_t i = 0; i < std::min(a.heads.size(), b.heads.size()); ++i) {
    Head head = a.heads[i];
    head.open = head.open && b.heads[i].open;
    head.ordersGroups = head.ordersGroups || b.heads[i].ordersGroups;
    // The beginning that both have in common.
    std::size_t same = 0;
    while (same < std::min(head.uses.size(), b.heads[i].uses.size()) &&
           head.uses[same].use == b.heads[i].uses[same].use)
      ++same;
    head.uses.resize(same);
    both.heads.push_back(std::move(head));
  }
  return both;
}

RaceLog RaceLog::beside(const RaceLog &a, const RaceLog &b) {
  RaceLog both = common(a, b);
  both.begin = std::min(a.begin, b.begin); // each log has no more than what is its own
  both.shadows = a.shadows;
  for (const auto &[key, shadow] : b.shadows)
    if (auto [mine, isNew] = both.shadows.emplace(key, shadow); !isNew && mine->second != shadow)
      both.shadow(key).add(*shadow, both.begin);
  both.perhaps.clear();
  std::set_union(a.perhaps.begin(), a.perhaps.end(), b.perhaps.begin(), b.perhaps.end(),
                 std::back_inserter(both.perhaps));
  for (std::size_t i = 0; i < both.heads.size(); ++i) {
    std::vector<Head::Use> &uses = both.heads[i].uses;
    const std::size_t same = uses.size();
    for (const Head *head : {&a.heads[i], &b.heads[i]})
      uses.insert(uses.end(), head->uses.begin() + static_cast<std::ptrdiff_t>(same),
                  head->uses.end());
  }
  return both;
}

//===----------------------------------------------------------------------===//
// What orders threads
//===----------------------------------------------------------------------===//

void Interpreter::orderBlock() {
  ++barriersMet_;
  neighbours_.clear();
  RaceLog &log = state_.races;
  log.muted = false;
  log.apart = {};
  if (arrivedBefore_) {
    log.begin = std::max(log.begin, *arrivedBefore_);
    std::erase_if(log.perhaps, [&](UseId id) { return id < log.begin; });
  } else {
    log.begin = nextUse();
    log.shadows.clear();
    log.perhaps.clear();
    log.groups.clear();
    log.meetings.clear();
    log.arrived.clear();
  }
  for (RaceLog::Head &head : log.heads)
    head.open = false;
}

// All threads arrive at a barrier at which they will wait later on.
void Interpreter::noteArrival(const std::string &barrier) {
  if (barrier.empty())
    return;
  if (active_ == algebra_.all() && isCertain())
    state_.races.arrived[barrier] = nextUse();
  else
    state_.races.arrived.erase(barrier);
}

/// Where all threads wait for what all have arrived at: the number of the first use since.
std::optional<UseId> Interpreter::arrivalAt(const std::string &barrier) const {
  const auto arrived = state_.races.arrived.find(barrier);
  return arrived != state_.races.arrived.end() && active_ == algebra_.all() && isCertain()
             ? std::optional(arrived->second)
             : std::nullopt;
}

/// These threads meet, and nobody else.
void Interpreter::orderThose(const LaneMask &threads) {
  ++barriersMet_;
  touchUnknown();
  RaceLog &log = state_.races;
  const UseId now = nextUse();
  // What came before an earlier meeting of some of them is behind all of these, too.
  std::vector<RaceLog::Meeting> handedOn;
  for (const RaceLog::Meeting &earlier : log.meetings)
    if ((earlier.threads & threads).any() && !threads.contains(earlier.threads))
      handedOn.push_back({earlier.threads | threads, earlier.before});
  std::erase_if(log.meetings,
                [&](const RaceLog::Meeting &earlier) { return threads.contains(earlier.threads); });
  log.meetings.insert(log.meetings.end(), handedOn.begin(), handedOn.end());
  log.meetings.push_back({threads, now});
  for (RaceLog::Head &head : log.heads)
    head.open = false;
}

void Interpreter::orderGroups(unsigned size) {
  ++groupsOrdered_;
  std::vector<UseId> &numbers = state_.races.groups[size];
  numbers.resize((algebra_.threads() + size - 1) / size);
  active_.forEach([&](unsigned lane) { numbers[lane / size] = nextUse(); });
  for (RaceLog::Head &head : state_.races.heads)
    head.ordersGroups = true;
}

void Interpreter::orderSomehow() {
  bool whole = active_ == algebra_.all() && isCertain();
  touchUnknown();
  orderBlock();
  orderCluster();
  state_.races.muted = !whole;
}

/// The blocks of a cluster meet, or may have.
void Interpreter::orderCluster() { state_.races.inCluster.clear(); }

/// Does a part of the block come here, by branches alone whose sides are followed one beside the
/// other?
bool Interpreter::isAmongFollowedSides() const {
  return isCertain() &&
         llvm::all_of(conditions_,
                      [](const Condition &condition) {
                        return !condition.exact || condition.sidesFollowed;
                      }) &&
         llvm::all_of(absences_,
                      [](const Condition &absence) { return !absence.exact || absence.exits; });
}

/// The threads on one side of a branch meet, and perhaps those on the other side.
void Interpreter::orderPart() {
  touchUnknown();
  orderBlock();
}

/// After a branch on either side of which some of the threads met, for whom it ended in
/// `thenSide`, and for the others as the log is now. `match`: all of them met, as often.
void Interpreter::joinSides(RaceLog thenSide, bool match) {
  RaceLog &log = state_.races;
  const bool muted = thenSide.muted || log.muted || (!match && run_.isBlockAssumed);
  const LaneMask apart = thenSide.apart | log.apart;
  if (match) {
    log = RaceLog::beside(thenSide, log);
    log.perhaps = lastOfEach(std::move(log.perhaps));
  } else {
    // Who met whom, the barriers do not tell; what comes from here on is as it is written.
    orderBlock();
  }
  log.muted = muted;
  log.apart = apart;
}

//===----------------------------------------------------------------------===//
// Uses
//===----------------------------------------------------------------------===//

// Are the active threads surely those that come here, on a path that some block takes?
bool Interpreter::isCertain() const {
  if (aside_)
    return false;
  return std::all_of(conditions_.begin(), conditions_.end(), parts) &&
         std::all_of(absences_.begin(), absences_.end(), parts);
}

// Bounds that the host has handed over (`threadIdx.x < n`), where these alone make it uncertain;
// nullopt where something else does.
std::optional<SharedUse::Bounds> Interpreter::decidingParameters() const {
  if (aside_)
    return std::nullopt;
  SharedUse::Bounds bounds;
  std::set<std::string> keys;
  const auto add = [&](const Value &difference) {
    keys.insert(algebra_.key(difference));
    bounds.differences.push_back(difference);
    return difference.isKnown() && !isLimited(difference);
  };
  const auto take = [&](const Condition &condition) {
    if (parts(condition))
      return true;
    if (!condition.byParameter || !condition.expr)
      return false;
    if (!llvm::is_contained(bounds.written, condition.expr))
      bounds.written.push_back(condition.expr);
    if (condition.difference)
      return add(*condition.difference);
    return condition.comparisons &&
           llvm::all_of(*condition.comparisons, [&](const auto &one) { return add(*one.second); });
  };
  if (!llvm::all_of(conditions_, take) || !llvm::all_of(absences_, take))
    return std::nullopt;
  for (const std::string &key : keys)
    bounds.key += (bounds.key.empty() ? "?" : ";") + key; // a place's own key has none of these
  return bounds;
}

// What whole warps have come here by, each of them as it says: their lanes have come together.
// nullopt where something else decides, or nothing.
std::optional<std::string> Interpreter::decidedPerWarp() const {
  if (aside_)
    return std::nullopt;
  std::string key; // a place's own key has no `?`
  const auto take = [&](const Condition &condition) {
    if (parts(condition))
      return true;
    if (!condition.wholeWarps || !condition.expr || condition.mayWait)
      return false;
    key += (key.empty() ? "?warps " : ";") + std::string(condition.holds ? "" : "!") +
           text(condition.expr->getSourceRange());
    return true;
  };
  if (!llvm::all_of(conditions_, take) || !llvm::all_of(absences_, take) || key.empty())
    return std::nullopt;
  return key;
}

/// Has the kernel said something else of a number that the host has handed over, as in
/// `if (n > 32) return`?
bool Interpreter::isLimited(const Value &difference) const {
  const auto names = [](const Term &term, SymbolId id) {
    return llvm::is_contained(term.monomial, id);
  };
  return llvm::any_of(difference.terms, [&](const Term &term) {
    return llvm::any_of(term.monomial, [&](SymbolId id) {
      return llvm::any_of(state_.facts, [&](const auto &fact) {
        const Symbol &decided = algebra_.symbol(fact.first);
        const auto isOfIt = [&](const Term &other) { return names(other, id); };
        if (decided.zero && llvm::any_of(decided.zero->terms, isOfIt))
          return true;
        // Of `threadIdx.x < n`, that n is more than some number is no limit: `k < n`, of a loop.
        return decided.difference &&
               llvm::any_of(decided.difference->terms, [&](const Term &other) {
                 const auto sign = [](const Term &of) {
                   return of.coefficient.isUniform() ? of.coefficient.uniform() : 0;
                 };
                 return names(other, id) &&
                        !(sign(term) < 0 && (fact.second != 0 ? sign(other) < 0 : sign(other) > 0));
               });
      });
    });
  });
}

// The innermost of the branches by which each thread comes here or not, as its own data say; null
// where there is none, or something else that is not certain.
const Interpreter::Condition *Interpreter::decidingData() const {
  if (aside_ || !std::all_of(absences_.begin(), absences_.end(), parts))
    return nullptr;
  const Condition *deciding = nullptr;
  for (const Condition &condition : conditions_) {
    if (parts(condition))
      continue;
    // In a loop, each thread goes round as often as its own data say.
    const bool isChoice = condition.kind == Condition::Kind::Branch ||
                          condition.kind == Condition::Kind::Ternary ||
                          (condition.kind == Condition::Kind::Loop && !condition.mayWait);
    if (!condition.expr || !isChoice || condition.cause != Cause::Data ||
        (condition.wholeWarps && !condition.ofOwnData))
      return nullptr;
    deciding = &condition;
  }
  return deciding;
}

/// `owner[i] == t`: data may be such that it holds for one of several threads.
static bool comparesForEquality(const Expr *condition, const clang::ASTContext &context) {
  condition = condition->IgnoreParenImpCasts();
  if (const auto *op = llvm::dyn_cast<UnaryOperator>(condition))
    return comparesForEquality(op->getSubExpr(), context);
  const auto *op = llvm::dyn_cast<BinaryOperator>(condition);
  if (op && op->isLogicalOp())
    return comparesForEquality(op->getLHS(), context) || comparesForEquality(op->getRHS(), context);
  const auto isNumber = [&](const Expr *expr) {
    Expr::EvalResult number;
    return !expr->isValueDependent() && expr->EvaluateAsInt(number, context);
  };
  return op && op->isEqualityOp() && !isNumber(op->getLHS()) && !isNumber(op->getRHS());
}

/// Do branches let any threads through, one or several, as their data say?
template <typename Conditions>
static bool letAnyThrough(const Conditions &conditions, const clang::ASTContext &context) {
  return llvm::all_of(conditions, [&](const auto &condition) {
    return parts(condition) ||
           (condition.ofElement && !comparesForEquality(condition.expr, context));
  });
}

bool Interpreter::isOfOwnData() const {
  return llvm::all_of(conditions_, [](const Condition &condition) {
    return parts(condition) || condition.ofOwnData;
  });
}

bool Interpreter::isOfElements() const {
  return llvm::all_of(conditions_, [](const Condition &condition) {
    return parts(condition) || condition.ofElement;
  });
}

// The innermost branch that all threads take alike, if at all, that those of some blocks take, or
// that a bound of the host's keeps some of them from; null: there is none, or something else
// decides, too.
const Interpreter::Condition *Interpreter::decidingLaunch() const {
  if (!decidingParameters())
    return nullptr;
  for (const Condition &condition : llvm::reverse(conditions_))
    if (condition.kind == Condition::Kind::Branch && condition.expr && !condition.exact &&
        (condition.cause == Cause::None || condition.isForked || condition.wholeWarps ||
         !parts(condition)))
      return &condition;
  return nullptr;
}

/// Is what is done now done whatever came of the condition of that number, and of all since?
bool Interpreter::isBehind(std::uint64_t number) const {
  const auto isOpen = [&](const Condition &condition) {
    return condition.number >= number && !condition.exact;
  };
  return llvm::none_of(conditions_, isOpen) && llvm::none_of(absences_, isOpen);
}

/// Or is it done behind the same conditions, which all threads agree on?
bool Interpreter::isBehindTheSame(const SharedUse &earlier) const {
  const auto isTheSame = [&](const Condition &condition) {
    return condition.number < earlier.decidedAt || condition.exact ||
           (!condition.key.empty() && earlier.agreed.contains({condition.key, condition.holds}));
  };
  return llvm::all_of(conditions_, isTheSame) && llvm::all_of(absences_, isTheSame);
}

/// Of a warp, the thread that a bound of the host's lets through before all others than this one.
unsigned Interpreter::firstThrough(const SharedUse &bounded, unsigned other) {
  const unsigned first = warpOf(other) * warpSize;
  const std::uint32_t lanes = bounded.lanes.warp(warpOf(other)) & ~(1U << (other - first));
  return lanes == 0 ? other : first + static_cast<unsigned>(std::countr_zero(lanes));
}

// The symbols that all threads of the use share, as a key; nullopt where they do not.
std::optional<std::string> Interpreter::symbolicPlace(const SharedUse &use) const {
  if (use.lanes.none() || (use.offset.unknown && (*use.offset.unknown & use.lanes).any()))
    return std::nullopt;
  std::string key;
  for (const Term &term : use.offset.terms) {
    std::int64_t coefficient = term.coefficient.at(use.lanes.first());
    if (!term.coefficient.isUniform()) {
      bool same = true;
      use.lanes.forEach(
          [&](unsigned lane) { same = same && term.coefficient.at(lane) == coefficient; });
      if (!same)
        return std::nullopt;
    }
    if (coefficient == 0)
      continue;
    key += std::to_string(coefficient);
    for (SymbolId id : term.monomial) {
      if (algebra_.symbol(id).partition)
        return std::nullopt;
      key += '*' + std::to_string(id);
    }
    key += '+';
  }
  return key;
}

namespace {

/// The bytes of the member of a structure that an element is taken of; nullopt where it is not one,
/// or one whose bound says nothing, as `data[1]` at the end of a header.
std::optional<std::int64_t> bytesOfMember(const Expr *base, const clang::ASTContext &context) {
  base = base->IgnoreParenImpCasts();
  const auto *member = llvm::dyn_cast<MemberExpr>(base);
  const auto *array =
      member ? context.getAsConstantArrayType(member->getMemberDecl()->getType()) : nullptr;
  if (!array || array->getSize().ule(1) || !llvm::isa<FieldDecl>(member->getMemberDecl()) ||
      array->isDependentType())
    return std::nullopt;
  return context.getTypeSizeInChars(QualType(array, 0)).getQuantity();
}

/// Is it a variable in shared memory?
bool isSharedVariable(const Expr *array) {
  const auto *reference = llvm::dyn_cast<DeclRefExpr>(array);
  return reference && reference->getDecl()->hasAttr<CUDASharedAttr>();
}

/// An element of a row of a shared array, `count[t][j]`?
bool isInRow(const Expr *place) {
  const auto *element = llvm::dyn_cast<ArraySubscriptExpr>(place->IgnoreParenImpCasts());
  if (!element)
    return false;
  const Expr *array = element;
  while (const auto *subscript = llvm::dyn_cast<ArraySubscriptExpr>(array))
    array = subscript->getBase()->IgnoreParenImpCasts();
  return isSharedVariable(array);
}

/// The bytes of a row of such a member or of a shared array, `nodes[warp]` of `nodes[warp][depth]`;
/// nullopt where it is always the same one, from which code may walk through the array.
std::optional<std::int64_t> bytesOfRow(const Expr *row, const clang::ASTContext &context) {
  bool isFixed = true;
  const Expr *array = row;
  while (const auto *subscript = llvm::dyn_cast<ArraySubscriptExpr>(array)) {
    isFixed = isFixed && subscript->getIdx()->isIntegerConstantExpr(context);
    array = subscript->getBase()->IgnoreParenImpCasts();
  }
  if (isFixed || !context.getAsConstantArrayType(row->getType()) ||
      (!isSharedVariable(array) && !bytesOfMember(array, context)))
    return std::nullopt;
  return context.getTypeSizeInChars(row->getType()).getQuantity();
}

/// What an accessor refers to: `{ return nodes[warp][depth]; }`.
const Expr *referredTo(const CallExpr &call) {
  return call.isGLValue() ? onlyReturned(call) : nullptr;
}

} // namespace

// A member of which an element is taken, by its name or through a pointer that leads to nothing
// else.
void Interpreter::noteMember(const ArraySubscriptExpr *subscript, const Address &start) {
  const Expr *base = subscript->getBase()->IgnoreParenImpCasts();
  const auto *reference = llvm::dyn_cast<DeclRefExpr>(base);
  const auto *variable = reference ? llvm::dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
  std::optional<std::int64_t> bytes;
  if (llvm::isa<ArraySubscriptExpr>(base))
    bytes = bytesOfRow(base, context_);
  else if (!variable)
    bytes = bytesOfMember(base, context_);
  else if (!llvm::isa<ParmVarDecl>(variable) && variable->hasLocalStorage() &&
           (variable->getType()->isPointerType() || variable->getType()->isReferenceType()) &&
           variable->hasInit()) {
    bytes = bytesOfMember(variable->getInit(), context_);
    if (bytes && variable->getType()->isPointerType() && !assignments_.isNever(*variable))
      bytes.reset();
  }
  if (bytes)
    members_.insert_or_assign(subscript, MemberArray{start, *bytes, isInRow(subscript)});
}

std::optional<MemberArray> Interpreter::memberOf(const Expr *place, ObjectId object) const {
  constexpr unsigned deepest = 8; // accessors that call each other
  unsigned calls = 0;
  while (place) {
    place = place->IgnoreParenImpCasts();
    if (const auto *member = llvm::dyn_cast<MemberExpr>(place); member && !member->isArrow()) {
      place = member->getBase();
      continue;
    }
    if (const auto *call = llvm::dyn_cast<CallExpr>(place)) {
      place = ++calls <= deepest ? referredTo(*call) : nullptr;
      continue;
    }
    const auto *subscript = llvm::dyn_cast<ArraySubscriptExpr>(place);
    if (!subscript)
      break;
    if (const auto known = members_.find(subscript); known != members_.end()) {
      MemberArray member = known->second;
      Location start = locate(member.start);
      if (!start.known || start.object != object)
        return std::nullopt;
      member.start = std::move(start.offset);
      return member;
    }
    place = subscript->getBase();
  }
  return std::nullopt;
}

// Elements of different members, one of another.
bool Interpreter::inOtherMembers(const SharedUse &a, unsigned laneOfA, const SharedUse &b,
                                 unsigned laneOfB) const {
  if (!a.member || !b.member)
    return false;
  const auto apart = difference(algebra_, a.member->start, laneOfA, b.member->start, laneOfB);
  return apart && (*apart >= b.member->bytes || -*apart >= a.member->bytes);
}

std::optional<SharedUse> Interpreter::sharedUse(SharedUse::Kind kind, const Access &access,
                                                ObjectId object, const Value &offset) {
  if (!access.expr || access.expr->refersToBitField()) {
    touchUnknown();
    return std::nullopt;
  }
  SharedUse use;
  use.kind = kind;
  use.object = object;
  use.offset = offset;
  use.bytes = static_cast<std::uint32_t>(sizeOf(access.type).value_or(0));
  use.lanes = active_;
  use.member = memberOf(access.expr, object);
  if (use.member)
    use.member->start = resolve(use.member->start);
  if (use.member && use.member->isRow && !staysInRow(use))
    use.member.reset();
  use.isVolatile = access.expr->getType().isVolatileQualified();
  if (kind == SharedUse::Kind::Read)
    if (const LaneMask users = usersOf(*access.expr); !users.contains(active_)) {
      use.lanes &= users;
      touchUnknown(); // a barrier behind it may be there for the others
    }
  use.through = followedIn(access.expr);
  notePiece(use);
  use.op = access.op;
  use.expr = access.expr;
  use.range = access.expr->getSourceRange();
  use.within = withinStatement();
  if (!use.bytes || use.lanes.none())
    return std::nullopt;
  return use;
}

// `float *x = all, *p = all + 100;`: arrays that the code has carved out of one.
void Interpreter::notePiece(SharedUse &use) {
  if (!use.through || !use.through->hasLocalStorage() || !use.through->getType()->isPointerType())
    return;
  const auto found = frames_.back().variables.find(use.through);
  if (found == frames_.back().variables.end())
    return;
  const Location pointer = locate(found->second);
  if (!pointer.known)
    return;
  const Location start =
      locate(resolve(loadCell(pointer.object, pointer.offset, use.through->getType())));
  if (!start.known || start.object != use.object || !start.offset.isConcrete())
    return;
  // Of rows, each of which has a piece of its own, the first begins there.
  active_.forEach([&](unsigned lane) {
    const std::int64_t here = start.offset.base.at(lane);
    use.isOnePiece = use.isOnePiece && use.pieceStart.value_or(here) == here;
    use.pieceStart = std::min(use.pieceStart.value_or(here), here);
  });
  use.isOpen = llvm::any_of(conditions_, [](const Condition &condition) {
    return !condition.exact && condition.cause != Cause::None;
  });
}

// Whoever carves up an array takes the pieces to be large enough: where a bound that is not known
// is all that leads beyond one, it is no larger, and so is a block that nothing tells: its rows may
// be fewer.
bool Interpreter::leavesPiece(const SharedUse &use, unsigned lane, const SharedUse &other) const {
  return ((use.isOpen && use.isOnePiece) || run_.isBlockAssumed) && other.isOnePiece &&
         use.through != other.through && use.pieceStart && other.pieceStart &&
         *use.pieceStart < *other.pieceStart &&
         use.offset.base.at(lane) + use.bytes > *other.pieceStart;
}

// What an expression without calls is, by the variables of a function that is being run; nullopt
// where that is not known, or may change.
std::optional<Value> Interpreter::asInFrame(const Expr *expr, const Frame &frame, unsigned depth) {
  constexpr unsigned deepest = 16;
  expr = expr->IgnoreParenImpCasts();
  if (depth > deepest)
    return std::nullopt;
  for (int axis = 0; axis < 3; ++axis)
    for (const char *name : {"threadIdx", "blockDim"})
      if (!llvm::isa<DeclRefExpr>(expr) && isAxis(expr, name, static_cast<std::size_t>(axis)))
        return indexValue(name, axis);
  Expr::EvalResult number;
  if (!expr->isValueDependent() && expr->getType()->isIntegralOrEnumerationType() &&
      expr->EvaluateAsInt(number, context_))
    return Value(number.Val.getInt().getExtValue());
  if (const auto *reference = llvm::dyn_cast<DeclRefExpr>(expr)) {
    const auto *variable = llvm::dyn_cast<VarDecl>(reference->getDecl());
    const auto found = variable ? frame.variables.find(variable) : frame.variables.end();
    if (!variable || !variable->getType()->isIntegralOrEnumerationType() ||
        !assignments_.isNever(*variable))
      return std::nullopt;
    if (found == frame.variables.end()) // it is yet to come
      return variable->hasLocalStorage() && variable->getInit()
                 ? asInFrame(variable->getInit(), frame, depth + 1)
                 : std::nullopt;
    const Location place = locate(found->second);
    if (!place.known)
      return std::nullopt;
    return resolve(loadCell(place.object, place.offset, variable->getType()));
  }
  if (const auto *negated = llvm::dyn_cast<UnaryOperator>(expr);
      negated && negated->getOpcode() == UO_LNot) {
    const auto value = asInFrame(negated->getSubExpr(), frame, depth + 1);
    return value ? std::optional(algebra_.logicalNot(algebra_.truth(*value))) : std::nullopt;
  }
  const auto *op = llvm::dyn_cast<BinaryOperator>(expr);
  if (!op)
    return std::nullopt;
  const auto a = asInFrame(op->getLHS(), frame, depth + 1);
  const auto b = asInFrame(op->getRHS(), frame, depth + 1);
  // One that is known to be false decides what the other does not.
  if (op->getOpcode() == BO_LAnd && (a || b))
    return algebra_.logicalAnd(a ? algebra_.truth(*a) : algebra_.unknown(Cause::Data),
                               b ? algebra_.truth(*b) : algebra_.unknown(Cause::Data));
  if (!a || !b)
    return std::nullopt;
  switch (op->getOpcode()) {
  case BO_EQ:
    return algebra_.equal(*a, *b);
  case BO_NE:
    return algebra_.logicalNot(algebra_.equal(*a, *b));
  case BO_LT:
    return algebra_.less(*a, *b);
  case BO_GT:
    return algebra_.less(*b, *a);
  case BO_LE:
    return algebra_.lessEqual(*a, *b);
  case BO_GE:
    return algebra_.lessEqual(*b, *a);
  case BO_LOr:
    return algebra_.logicalOr(algebra_.truth(*a), algebra_.truth(*b));
  case BO_Add:
    return algebra_.add(*a, *b);
  case BO_Sub:
    return algebra_.sub(*a, *b);
  case BO_Mul:
    return algebra_.mul(*a, *b);
  case BO_Div:
    return algebra_.div(*a, *b);
  case BO_Rem:
    return algebra_.rem(*a, *b);
  case BO_And:
    return algebra_.bitAnd(*a, *b);
  case BO_Shr:
    return algebra_.shr(*a, *b);
  default:
    return std::nullopt;
  }
}

// `float total = s[0]; if (threadIdx.x == 0) *out = total;`: compilers leave out the load of those
// who do not use what they find, and nobody can tell that they do.
LaneMask Interpreter::usersOf(const Expr &load) {
  if (load.getType().isVolatileQualified())
    return active_;
  const Expr *value = &load;
  auto frame = frames_.rbegin();
  // A helper may do no more than hand it on.
  while (frame->site && receivers_.isReturned(*frame->function, value)) {
    value = frame->site;
    if (++frame == frames_.rend())
      return active_;
  }
  const VarDecl *variable = receivers_.variableOf(*frame->function, value);
  if (!variable || variable->getType().isVolatileQualified())
    return active_;
  const auto &uses = receivers_.usesOf(*frame->function, *variable);
  if (llvm::any_of(uses, [](const auto &guards) { return guards.empty(); }))
    return active_;
  LaneMask users;
  for (const std::vector<Receivers::Guard> &guards : uses) {
    LaneMask here = active_;
    for (const Receivers::Guard &guard : guards)
      if (const auto condition = asInFrame(guard.condition, *frame)) {
        const Split parts = split(algebra_.truth(*condition));
        here -= guard.holds ? parts.no : parts.yes;
      }
    users |= here;
  }
  return users;
}

// Nobody knows how far the index goes, but nobody means it to leave the row. One that is known, in
// loops whose length is, goes where it goes.
bool Interpreter::staysInRow(const SharedUse &use) const {
  const Value within = algebra_.sub(use.offset, use.member->start);
  if (within.unknown || !within.terms.empty() || run_.bindTripCounts)
    return true;
  return llvm::any_of(conditions_, [](const Condition &condition) {
    return condition.kind == Condition::Kind::Loop && !condition.exact;
  });
}

// `slots[atomicAdd(&count, 1)] = x;` of a counter whose number was known: which thread gets which
// of the slots, nothing says. The bytes of all of them; nullopt: it is no such place.
std::optional<Reach> Interpreter::slotsOf(const SharedUse &use) const {
  const RaceLog &log = state_.races;
  if (log.isLoose() || outcome_.racesDoubtful || use.isVolatile || use.member ||
      (use.kind != SharedUse::Kind::Read && use.kind != SharedUse::Kind::Write) ||
      use.offset.unknown || use.offset.terms.size() != 1 || use.lanes.none())
    return std::nullopt;
  const Term &term = use.offset.terms.front();
  const auto found = term.monomial.size() == 1 ? slots_.find(term.monomial.front()) : slots_.end();
  if (found == slots_.end() || !term.coefficient.isUniform() || term.coefficient.uniform() <= 0)
    return std::nullopt;
  const Slots &slots = found->second;
  // What has come between may let some of the slots alone through: `if (slot < 64)`.
  const auto isSince = [&](const Condition &condition) {
    return condition.number > slots.madeAfter && condition.cause != Cause::None;
  };
  if (llvm::any_of(conditions_, isSince) || llvm::any_of(absences_, isSince))
    return std::nullopt;
  const std::int64_t step = term.coefficient.uniform();
  const auto beginIn = [&](unsigned lane) {
    return use.offset.base.at(lane) - step * slots.ranks.at(lane);
  };
  const std::int64_t begin = beginIn(use.lanes.first());
  bool isOneArray = true;
  use.lanes.forEach([&](unsigned lane) { isOneArray = isOneArray && beginIn(lane) == begin; });
  const std::int64_t first = begin + step * slots.least, last = begin + step * slots.most;
  const std::int64_t size = objects_[use.object].bytes;
  return isOneArray && first >= 0 && (size <= 0 || last + use.bytes <= size)
             ? std::optional(Reach{first, last, step, use.bytes})
             : std::nullopt;
}

/// Are two expressions the same, but that the first has `one` where the second has `other`?
static bool isSameBut(const Expr *a, const Expr *b, const Expr *one, const Expr *other,
                      llvm::function_ref<bool(const Expr *, const Expr *)> alike, bool &differ) {
  a = a->IgnoreParenImpCasts();
  b = b->IgnoreParenImpCasts();
  if (alike(a, one) && alike(b, other)) {
    differ = true;
    return true;
  }
  if (const auto *element = llvm::dyn_cast<ArraySubscriptExpr>(a)) {
    const auto *another = llvm::dyn_cast<ArraySubscriptExpr>(b);
    return another &&
           isSameBut(element->getBase(), another->getBase(), one, other, alike, differ) &&
           isSameBut(element->getIdx(), another->getIdx(), one, other, alike, differ);
  }
  if (const auto *op = llvm::dyn_cast<BinaryOperator>(a)) {
    const auto *another = llvm::dyn_cast<BinaryOperator>(b);
    return another && op->getOpcode() == another->getOpcode() && !op->isAssignmentOp() &&
           isSameBut(op->getLHS(), another->getLHS(), one, other, alike, differ) &&
           isSameBut(op->getRHS(), another->getRHS(), one, other, alike, differ);
  }
  return alike(a, b);
}

/// `__ffs(m) - 1` of the lanes that hold the same (`m = __match_any_sync(full, key)`), or for which
/// something holds: of each warp, or each group in it, one lane that data name.
bool Interpreter::isElectedByWarp(const Expr *lane) {
  const auto given = [&](const Expr *expr) {
    expr = expr->IgnoreParenImpCasts();
    const auto *reference = llvm::dyn_cast<DeclRefExpr>(expr);
    const auto *variable = reference ? llvm::dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
    return variable && !llvm::isa<ParmVarDecl>(variable) && variable->hasInit() &&
                   assignments_.isNever(*variable)
               ? variable->getInit()->IgnoreParenImpCasts()
               : expr;
  };
  const auto calls = [](const Expr *expr, std::initializer_list<const char *> names) {
    const auto *call = llvm::dyn_cast<CallExpr>(expr);
    const FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
    return callee && llvm::is_contained(names, plainName(callee)) ? call : nullptr;
  };
  const auto *less = llvm::dyn_cast<BinaryOperator>(given(lane));
  if (!less || less->getOpcode() != BO_Sub)
    return false;
  const CallExpr *first = calls(given(less->getLHS()), {"__ffs"});
  return first && first->getNumArgs() == 1 &&
         calls(given(first->getArg(0)), {"__match_any_sync", "__ballot_sync"});
}

// `if (lane == leader) s[warp][lane] = x; y = s[warp][leader];`: all lanes of a group load what one
// of them has stored just now.
void Interpreter::meetElected(const SharedUse &use) {
  const RaceLog &log = state_.races;
  if (log.isLoose() || use.decidedBy || !use.expr)
    return;
  const auto isFixed = [&](const Expr *expr) {
    const auto *reference = llvm::dyn_cast<DeclRefExpr>(expr);
    const auto *variable = reference ? llvm::dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
    return variable && (variable->getType()->isArrayType() ||
                        (!llvm::isa<ParmVarDecl>(variable) && assignments_.isNever(*variable)));
  };
  const auto alike = [&](const Expr *a, const Expr *b) {
    a = a->IgnoreParenImpCasts();
    b = b->IgnoreParenImpCasts();
    if (llvm::isa<IntegerLiteral>(a) && llvm::isa<IntegerLiteral>(b))
      return text(a) == text(b);
    return isFixed(a) && isFixed(b) &&
           llvm::cast<DeclRefExpr>(a)->getDecl() == llvm::cast<DeclRefExpr>(b)->getDecl();
  };
  for (const UseId id : log.perhaps) {
    const SharedUse &earlier = uses_[id - 1];
    const auto *named =
        earlier.decidedBy ? llvm::dyn_cast<BinaryOperator>(earlier.decidedBy->IgnoreParenImpCasts())
                          : nullptr;
    if (!named || named->getOpcode() != BO_EQ || earlier.kind != SharedUse::Kind::Write ||
        earlier.object != use.object || earlier.anywhere || earlier.isVolatile || !earlier.expr ||
        earlier.bounds != use.bounds)
      continue;
    const Expr *lane = named->getLHS(), *leader = named->getRHS();
    if (isElectedByWarp(lane))
      std::swap(lane, leader);
    bool differ = false;
    if (!isElectedByWarp(leader) ||
        !isSameBut(earlier.expr, use.expr, lane, leader, alike, differ) || !differ)
      continue;
    std::optional<RacePair> pair;
    earlier.lanes.forEach([&](unsigned first) {
      const unsigned second = first ^ 1U;
      const UseBy by{id, static_cast<std::uint16_t>(first)};
      if (!pair && use.lanes.test(second) && !log.ordered(by, second))
        pair = RacePair{by, second, true, "read-after-write"};
    });
    if (pair)
      return recordRace(earlier, use, *pair, false);
  }
}

/// May what all threads agree on be a part of what is asked, as in `round == 0 && x[i] > 0`?
static bool mayHangOnRound(const Expr *condition, unsigned depth = 0) {
  constexpr unsigned deepest = 4;
  condition = condition->IgnoreParenImpCasts();
  if (const auto *inverted = llvm::dyn_cast<UnaryOperator>(condition);
      inverted && inverted->getOpcode() == UO_LNot && depth < deepest)
    return mayHangOnRound(inverted->getSubExpr(), depth + 1);
  if (const auto *reference = llvm::dyn_cast<DeclRefExpr>(condition)) {
    const auto *variable = llvm::dyn_cast<VarDecl>(reference->getDecl());
    return depth == deepest || !variable || llvm::isa<ParmVarDecl>(variable) ||
           !variable->getInit() || mayHangOnRound(variable->getInit(), depth + 1);
  }
  const auto *op = llvm::dyn_cast<BinaryOperator>(condition);
  return op ? op->isLogicalOp() : !llvm::isa<ArraySubscriptExpr>(condition);
}

// Keeps an access that data decide on, after a look at what it meets.
void Interpreter::notePerhaps(SharedUse use, bool byOwnData) {
  touchUnknown();
  const bool isAtomic = use.kind == SharedUse::Kind::Atomic;
  // What says that another thread has been there would be in shared memory.
  const bool isRead = use.kind == SharedUse::Kind::Read &&
                      (byOwnData || (isOfElements() && !use.offset.base.isUniform()));
  const bool isFlag = use.kind == SharedUse::Kind::Write && use.offset.base.isUniform();
  if (use.kind == SharedUse::Kind::Read && !isRead && isOfElements() && !use.isVolatile &&
      use.offset.base.isUniform() && prepare(use)) {
    uses_.push_back(std::move(use)); // of `n++`, perhaps
    return;
  }
  if (use.kind == SharedUse::Kind::Read && !isRead && use.byOwnData && !use.isVolatile) {
    if (prepare(use))
      findRace(use, false);
    return;
  }
  if ((use.kind != SharedUse::Kind::Write && !isAtomic && !isRead) || use.isVolatile ||
      !prepare(use))
    return;
  use.isFlag = isFlag;
  if (!isFlag || !isOfElements() || !findLostUpdate(use))
    findRace(use, false);
  for (const Condition &condition : conditions_)
    if (!condition.key.empty())
      use.agreed.emplace(condition.key, condition.holds);
  // What all threads agree on may keep a round from it.
  const bool isOfAnyRound =
      isFlag && llvm::none_of(conditions_, [](const Condition &condition) {
        return condition.kind == Condition::Kind::Branch &&
               (!condition.key.empty() || !condition.expr || mayHangOnRound(condition.expr));
      });
  rememberPerhaps(std::move(use));
  if (isOfAnyRound)
    for (RaceLog::Head &head : state_.races.heads)
      if (head.open && head.uses.size() < mostHeadUses)
        head.uses.push_back({static_cast<UseId>(uses_.size()), head.ordersGroups});
}

namespace {

/// `a < b`
bool isOrdering(const Expr *condition) {
  const auto *op = llvm::dyn_cast<BinaryOperator>(condition->IgnoreParenImpCasts());
  return op && op->isRelationalOp();
}

} // namespace

// `if (x[i] > 0) n++` of one place, and `if (x[i] > m) m = x[i]`: of the threads whose data let
// them through, each stores what it makes of what all of them have loaded.
bool Interpreter::findLostUpdate(const SharedUse &store) {
  const SourceManager &sources = context_.getSourceManager();
  const auto isWithin = [&](SourceRange outer, SourceRange inner) {
    return outer.isValid() && inner.isValid() &&
           !sources.isBeforeInTranslationUnit(inner.getBegin(), outer.getBegin()) &&
           !sources.isBeforeInTranslationUnit(outer.getEnd(), inner.getEnd());
  };
  // Loops that look again at what they have stored, until it is what they want.
  const bool mayTryAgain = llvm::any_of(passes_, [](const LoopPass &pass) {
    return !llvm::isa_and_nonnull<clang::ForStmt, clang::CXXForRangeStmt>(pass.statement);
  });
  const auto place = symbolicPlace(store);
  if (!place || mayTryAgain)
    return false;
  const auto isOfTheSame = [&](const SharedUse &load) {
    return load.kind == SharedUse::Kind::Read && load.object == store.object &&
           load.bytes == store.bytes && load.offset.base.isUniform() &&
           load.offset.base.uniform() == store.offset.base.uniform() &&
           load.bounds == store.bounds && symbolicPlace(load) == *place;
  };
  // The store and its load are one assignment, or the load is of what decides.
  const bool isOwnValue = store.value && store.value->unknown &&
                          store.value->cause == Cause::Data && isOrdering(store.decidedBy);
  constexpr std::size_t mostBefore = 16; // loads of one statement
  for (std::size_t id = uses_.size(), seen = 0; id > 0 && seen < mostBefore; --id, ++seen) {
    const SharedUse &load = uses_[id - 1];
    const bool isUpdate = load.decidedBy == store.decidedBy && isWithin(store.within, load.range);
    const bool isCompared =
        isOwnValue && !load.decidedBy && isWithin(store.decidedBy->getSourceRange(), load.range);
    if (!isOfTheSame(load) || (!isUpdate && !isCompared))
      continue;
    std::optional<RacePair> pair;
    store.lanes.forEach([&](unsigned lane) {
      load.lanes.forEach([&](unsigned other) {
        const UseBy first{static_cast<UseId>(id), static_cast<std::uint16_t>(other)};
        const bool sameWarp = warpOf(other) == warpOf(lane);
        if (other != lane && (!pair || (pair->sameWarp && !sameWarp)) &&
            !state_.races.ordered(first, lane))
          pair = RacePair{first, lane, sameWarp, "write-after-read"};
      });
    });
    if (!pair)
      return false;
    recordRace(load, store, *pair, false);
    return true;
  }
  return false;
}

/// What came of a loop's iteration on two paths, between which each thread's own data have chosen:
/// flags that were set on one of them are among the first uses on both.
void Interpreter::keepFlags(std::vector<RaceLog::Head> &both, llvm::ArrayRef<RaceLog::Head> a,
                            llvm::ArrayRef<RaceLog::Head> b) const {
  for (std::size_t i = 0; i < std::min({both.size(), a.size(), b.size()}); ++i)
    for (const RaceLog::Head &head : {a[i], b[i]})
      for (const RaceLog::Head::Use &one : head.uses)
        if (uses_[one.use - 1].isFlag &&
            llvm::none_of(both[i].uses,
                          [&](const RaceLog::Head::Use &known) { return known.use == one.use; }))
          both[i].uses.push_back(one);
}

void Interpreter::rememberPerhaps(SharedUse use) {
  uses_.push_back(std::move(use));
  std::vector<UseId> &perhaps = state_.races.perhaps;
  perhaps.push_back(static_cast<UseId>(uses_.size()));
  perhaps = lastOfEach(std::move(perhaps));
}

// Of a loop's iterations, the last one: also where a path that skips the store kept those before.
std::vector<UseId> Interpreter::lastOfEach(std::vector<UseId> perhaps) const {
  std::vector<UseId> last;
  std::size_t loads = 0, others = 0;
  for (UseId id : llvm::reverse(perhaps)) {
    std::size_t &count = uses_[id - 1].kind == SharedUse::Kind::Read ? loads : others;
    if (count < mostPerhaps &&
        llvm::none_of(
            last, [&](UseId later) { return uses_[later - 1].range == uses_[id - 1].range; })) {
      last.push_back(id);
      ++count;
    }
  }
  std::reverse(last.begin(), last.end());
  return last;
}

namespace {

constexpr unsigned deepestIndex = 8;                     // variables and operators
constexpr std::int64_t farthest = std::int64_t{1} << 40; // of indices: more is no element

} // namespace

/// Made of variables of integers, numbers and the thread's own place alone.
static bool isPlainIndex(const Expr *index) {
  index = index->IgnoreParenImpCasts();
  if (const auto *op = llvm::dyn_cast<BinaryOperator>(index))
    return !op->isAssignmentOp() && !op->isCommaOp() && isPlainIndex(op->getLHS()) &&
           isPlainIndex(op->getRHS());
  if (const auto *reference = llvm::dyn_cast<DeclRefExpr>(index))
    return reference->getType()->isIntegerType();
  if (const auto *member = llvm::dyn_cast<MemberExpr>(index)) // threadIdx.x
    return llvm::isa<DeclRefExpr>(member->getBase()->IgnoreParenImpCasts()) && !member->isArrow() &&
           member->getType()->isIntegerType();
  if (const auto *pseudo = llvm::dyn_cast<clang::PseudoObjectExpr>(index))
    return pseudo->getType()->isIntegerType();
  return llvm::isa<IntegerLiteral>(index);
}

/// Functions of one number or the greater of two: what comes out is made of what goes in.
static bool isPlainMath(llvm::StringRef name) {
  name.consume_front("std::");
  name.consume_front("__");
  name.consume_back("f");
  return llvm::StringSwitch<bool>(name)
      .Cases("sqrt", "rsqrt", "exp", "exp2", "log", "log2", "log10", "tanh", "sin", "cos", true)
      .Cases("abs", "fabs", "min", "max", "fmin", "fmax", "fma", "fmaf_rn", "ldg", true)
      .Default(false);
}

/// What a lane of a warp hands to another one; null: it is no such call.
static const Expr *handedOn(const CallExpr &call) {
  const FunctionDecl *callee = call.getDirectCallee();
  if (!callee)
    return nullptr;
  const std::string name = plainName(callee);
  return llvm::StringRef(name).starts_with("__shfl") && llvm::StringRef(name).ends_with("_sync") &&
                 call.getNumArgs() >= 3
             ? call.getArg(1)
             : nullptr;
}

/// Is all that a thread's variable may hold made of its own data, by whichever assignment?
bool Interpreter::isOwn(const VarDecl &variable, unsigned depth) {
  if (llvm::isa<ParmVarDecl>(variable) || !variable.hasLocalStorage())
    return false;
  // It may name itself. Where one of those that are asked for on the way is not, nothing is.
  if (!askedFor_.insert(&variable).second)
    return true;
  const Assignments::Sources sources = assignments_.sourcesOf(variable);
  return !sources.isOpen && (!variable.getInit() || isMadeOfData(variable.getInit(), depth + 1)) &&
         llvm::all_of(sources.values,
                      [&](const Expr *value) { return isMadeOfData(value, depth + 1); }) &&
         llvm::all_of(sources.conditions,
                      [&](const Expr *one) { return comparesData(one, depth + 1); });
}

/// An element of global or constant memory: anything may lie there.
bool Interpreter::isElementOfData(const Expr *place) {
  const Expr *followed = nullptr; // `p->x`
  while (const auto *member = llvm::dyn_cast<MemberExpr>(place)) {
    followed = member->isArrow() ? member->getBase() : nullptr;
    if (followed)
      break;
    place = member->getBase()->IgnoreParens();
  }
  const auto *subscript = llvm::dyn_cast<ArraySubscriptExpr>(place);
  const auto *op = llvm::dyn_cast<UnaryOperator>(place);
  if (!followed && subscript)
    followed = subscript->getBase();
  else if (!followed && op && op->getOpcode() == UO_Deref)
    followed = op->getSubExpr();
  if (!followed)
    return false;
  const Expr *base = followed->IgnoreParenImpCasts();
  while (const auto *sum = llvm::dyn_cast<BinaryOperator>(base))
    base = sum->getLHS()->IgnoreParenImpCasts();
  const auto *reference = llvm::dyn_cast<DeclRefExpr>(base);
  const auto *variable = reference ? llvm::dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
  if (!variable)
    return false;
  if (variable->getType()->isArrayType())
    return variable->hasGlobalStorage() && !variable->hasAttr<clang::CUDASharedAttr>();
  if (!variable->getType()->isPointerType())
    return false;
  const Location to =
      locate(resolve(load(variableAddress(variable), variable->getType(), nullptr)));
  return to.known && objects_[to.object].space != Space::Shared && !isOfThread(to.object);
}

bool Interpreter::isTruthOfData(const Expr *condition) {
  if (!condition)
    return false;
  condition = condition->IgnoreParens();
  if (const auto *op = llvm::dyn_cast<UnaryOperator>(condition); op && op->getOpcode() == UO_LNot)
    return isTruthOfData(op->getSubExpr());
  if (const auto *op = llvm::dyn_cast<BinaryOperator>(condition)) {
    const auto isOfData = [&](const Expr *side) {
      return comparesData(side) || isTruthOfData(side);
    };
    if (op->isLogicalOp())
      return isOfData(op->getLHS()) && isOfData(op->getRHS());
    askedFor_.clear();
    return !op->isComparisonOp() && isMadeOfData(op, 1); // `flags[i] & 4`
  }
  const auto *cast = llvm::dyn_cast<CastExpr>(condition);
  if (!cast)
    return false;
  return cast->getCastKind() == CK_LValueToRValue
             ? isElementOfData(cast->getSubExpr()->IgnoreParens())
             : isTruthOfData(cast->getSubExpr());
}

/// What the lanes of a warp vote on; null: it is no such call.
static const Expr *votedOn(const Expr *call) {
  const auto *vote = llvm::dyn_cast<CallExpr>(call);
  const FunctionDecl *callee = vote ? vote->getDirectCallee() : nullptr;
  const bool isVote = callee && vote->getNumArgs() == 2 &&
                      llvm::StringSwitch<bool>(plainName(callee))
                          .Cases("__any_sync", "__all_sync", "__ballot_sync", true)
                          .Default(false);
  return isVote ? vote->getArg(1) : nullptr;
}

/// What an atomic gives that counts up: each thread gets another number, whoever was there before.
bool Interpreter::isTicket(const CallExpr &call) {
  const FunctionDecl *callee = call.getDirectCallee();
  if (!callee || call.getNumArgs() != 2 || !call.getType()->isIntegerType())
    return false;
  const std::string name = plainName(callee);
  const Expr *added = call.getArg(1);
  Expr::EvalResult number;
  if (!added->isValueDependent() && added->EvaluateAsInt(number, context_))
    return (name == "atomicAdd" || name == "atomicInc") && int64Of(number.Val.getInt()) > 0;
  return name == "atomicAdd" &&
         added->IgnoreParenImpCasts()->getType()->isUnsignedIntegerOrEnumerationType();
}

/// Where a comparison lets the first of those through that count, or all of them: `slot < 64`,
/// `slot >= 0`. Is it the left side that is counted? Who waits for the last one compares otherwise.
static bool letsFirstThrough(BinaryOperatorKind compared, const Expr *other,
                             const clang::ASTContext &context) {
  if (compared == BO_LT || compared == BO_LE)
    return true;
  Expr::EvalResult result;
  if (other->isValueDependent() || !other->EvaluateAsInt(result, context) ||
      !result.Val.getInt().isSigned())
    return false;
  const std::int64_t number = int64Of(result.Val.getInt());
  return compared == BO_GE ? number <= 0 : (compared == BO_GT || compared == BO_NE) && number < 0;
}

/// An element of a shared array in which there are data that threads compare and replace by others
/// that lie there: `if (v[i + n] > v[i]) v[i] = v[i + n];`. A number stored there may be a sign for
/// another thread, but not where each thread looks at its own element.
bool Interpreter::isMadeInTurn(const Expr *element, unsigned depth) {
  const auto *subscript = llvm::dyn_cast<ArraySubscriptExpr>(element);
  const auto *reference =
      subscript ? llvm::dyn_cast<DeclRefExpr>(subscript->getBase()->IgnoreParenImpCasts())
                : nullptr;
  const auto *array = reference ? llvm::dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
  const auto *type = array ? context_.getAsConstantArrayType(array->getType()) : nullptr;
  if (!type || !array->hasAttr<CUDASharedAttr>() || type->getElementType().isVolatileQualified() ||
      !type->getElementType()->isArithmeticType() || depth > deepestIndex)
    return false;
  if (!askedFor_.insert(array).second)
    return true;
  const Assignments::Sources sources = assignments_.sourcesOf(*array);
  const auto isPlaceOfThread = [&](const Expr *condition) {
    const auto *op = llvm::dyn_cast<BinaryOperator>(condition->IgnoreParenImpCasts());
    return op && op->isRelationalOp() && isPlainIndex(op->getLHS()) && isPlainIndex(op->getRHS());
  };
  bool isOfData = false;
  for (std::size_t at = 0; at < sources.values.size(); ++at) {
    Expr::EvalResult number;
    const Expr *value = sources.values[at];
    const bool isNumber = llvm::isa<FloatingLiteral>(value->IgnoreParenImpCasts()) ||
                          (!value->isValueDependent() && value->EvaluateAsInt(number, context_));
    if (isNumber ? text(sources.places[at]) != text(element) : !isMadeOfData(value, depth + 1))
      return false;
    isOfData = isOfData || !isNumber;
  }
  return isOfData && !sources.isOpen && llvm::all_of(sources.conditions, [&](const Expr *one) {
           return isPlaceOfThread(one) || comparesData(one, depth + 1);
         });
}

/// A number of data, numbers and what all threads share.
bool Interpreter::isMadeOfData(const Expr *number, unsigned depth) {
  number = number->IgnoreParens();
  if (depth > deepestIndex)
    return false;
  if (const auto *cast = llvm::dyn_cast<CastExpr>(number)) {
    if (cast->getCastKind() != CK_LValueToRValue)
      return isMadeOfData(cast->getSubExpr(), depth + 1);
    const Expr *place = cast->getSubExpr()->IgnoreParens();
    const auto *reference = llvm::dyn_cast<DeclRefExpr>(place);
    if (!reference) {
      const std::set<const VarDecl *> asked = askedFor_;
      if (isElementOfData(place) || isFieldOfData(place) || rangeOfElements(place, depth))
        return true;
      askedFor_ = asked;
      return isMadeInTurn(place, depth);
    }
    const auto *variable = llvm::dyn_cast<VarDecl>(reference->getDecl());
    if (!variable || !variable->getType()->isArithmeticType())
      return false;
    const Value value = resolve(load(variableAddress(variable), variable->getType(), nullptr));
    const auto isOfLaunch = [&](SymbolId id) {
      const SymbolKind kind = algebra_.symbol(id).kind;
      return kind == SymbolKind::Parameter || kind == SymbolKind::BlockIndex ||
             kind == SymbolKind::GridSize;
    };
    const bool isPlace = value.isKnown() && llvm::all_of(value.terms, [&](const Term &term) {
                           return llvm::all_of(term.monomial, isOfLaunch);
                         });
    return isPlace || algebra_.isUniform(value, algebra_.all()) || isOwn(*variable, depth);
  }
  if (const auto *op = llvm::dyn_cast<BinaryOperator>(number)) {
    const llvm::SaveAndRestore rising(ticketsCount_, ticketsCount_ && op->getOpcode() == BO_Add);
    return !op->isAssignmentOp() && isMadeOfData(op->getLHS(), depth + 1) &&
           isMadeOfData(op->getRHS(), depth + 1);
  }
  if (const auto *op = llvm::dyn_cast<UnaryOperator>(number)) {
    const llvm::SaveAndRestore falling(ticketsCount_, false);
    return op->isArithmeticOp() && isMadeOfData(op->getSubExpr(), depth + 1);
  }
  if (const auto *choice = llvm::dyn_cast<ConditionalOperator>(number)) // `i < n ? in[i] : 0`
    return comparesData(choice->getCond(), depth + 1) &&
           isMadeOfData(choice->getTrueExpr(), depth + 1) &&
           isMadeOfData(choice->getFalseExpr(), depth + 1);
  if (const Expr *voted = votedOn(number))
    return comparesData(voted, depth + 1);
  if (const auto *call = llvm::dyn_cast<CallExpr>(number)) {
    if (ticketsCount_ && isTicket(*call))
      return true;
    if (const Expr *own = handedOn(*call)) // the lanes have met for it
      return isMadeOfData(own, depth + 1);
    const llvm::SaveAndRestore changed(ticketsCount_, false);
    return call->getDirectCallee() && isPlainMath(plainName(call->getDirectCallee())) &&
           llvm::all_of(call->arguments(),
                        [&](const Expr *one) { return isMadeOfData(one, depth + 1); });
  }
  return llvm::isa<IntegerLiteral, FloatingLiteral, clang::CXXBoolLiteralExpr>(number);
}

/// A comparison of data, numbers and what all threads share, of which no other thread has a say.
bool Interpreter::comparesData(const Expr *condition, unsigned depth) {
  if (!condition || depth > deepestIndex)
    return false;
  if (depth == 0)
    askedFor_.clear();
  condition = condition->IgnoreParens();
  if (const Expr *voted = votedOn(condition))
    return comparesData(voted, depth);
  if (const auto *op = llvm::dyn_cast<UnaryOperator>(condition); op && op->getOpcode() == UO_LNot)
    return comparesData(op->getSubExpr(), depth + 1);
  if (const auto *cast = llvm::dyn_cast<CastExpr>(condition)) {
    const Expr *place = cast->getSubExpr()->IgnoreParens();
    // A variable that says what was compared; an element of a table may be any thread's say.
    if (cast->getCastKind() == CK_LValueToRValue) {
      const auto *reference = llvm::dyn_cast<DeclRefExpr>(place);
      const auto *variable = reference ? llvm::dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
      return variable && variable->hasLocalStorage() &&
             !variable->hasAttr<clang::CUDASharedAttr>() && isOwn(*variable, depth + 1);
    }
    return comparesData(cast->getSubExpr(), depth);
  }
  if (const auto *op = llvm::dyn_cast<BinaryOperator>(condition)) {
    if (op->isLogicalOp())
      return comparesData(op->getLHS(), depth + 1) && comparesData(op->getRHS(), depth + 1);
    if (!op->isComparisonOp())
      return false;
    const auto isSideOfData = [&](const Expr *side, BinaryOperatorKind compared,
                                  const Expr *other) {
      const llvm::SaveAndRestore counted(ticketsCount_,
                                         letsFirstThrough(compared, other, context_));
      return isMadeOfData(side, depth + 1);
    };
    const BinaryOperatorKind compared = op->getOpcode();
    return isSideOfData(op->getLHS(), compared, op->getRHS()) &&
           isSideOfData(op->getRHS(),
                        op->isRelationalOp() ? BinaryOperator::reverseComparisonOp(compared)
                                             : compared,
                        op->getLHS());
  }
  return false;
}

/// `e.key`, where `const Entry e = entries[i]`.
bool Interpreter::isFieldOfData(const Expr *place) {
  const auto *member = llvm::dyn_cast<MemberExpr>(place);
  const auto *reference =
      member && !member->isArrow()
          ? llvm::dyn_cast<DeclRefExpr>(member->getBase()->IgnoreParenImpCasts())
          : nullptr;
  const auto *variable = reference ? llvm::dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
  if (!variable || llvm::isa<ParmVarDecl>(variable) || !variable->hasInit() ||
      !variable->getType().isConstQualified())
    return false;
  const Expr *copied = variable->getInit()->IgnoreParenImpCasts();
  if (const auto *made = llvm::dyn_cast<clang::CXXConstructExpr>(copied);
      made && made->getNumArgs() == 1 && made->getConstructor()->isCopyOrMoveConstructor())
    copied = made->getArg(0)->IgnoreParenImpCasts();
  return isElementOfData(copied);
}

std::optional<Interpreter::IndexRange> Interpreter::rangeOfVariable(const VarDecl &variable,
                                                                    unsigned depth) {
  const Value value = resolve(load(variableAddress(&variable), variable.getType(), nullptr));
  if (!value.unknown) {
    const auto number = ownNumber(value);
    // What it was when another variable was made of it is not known.
    return number && (number->isPlain() || !isGivenBefore_ || assignments_.isNever(variable))
               ? number
               : std::nullopt;
  }
  if (const auto *parameter = llvm::dyn_cast<ParmVarDecl>(&variable))
    return rangeOfArgument(*parameter, depth);
  if (!variable.hasInit())
    return std::nullopt;
  const llvm::SaveAndRestore given(isGivenBefore_, true);
  if (assignments_.isNever(variable))
    return rangeByData(variable.getInit(), depth + 1);
  const std::set<const VarDecl *> asked = askedFor_;
  if (const auto clamped = rangeOfClamped(variable, depth))
    return clamped;
  askedFor_ = asked;
  // `for (int e = first[i]; e < last[i]; e++)`: where it begins, at least.
  if (const auto begin = rangeByData(variable.getInit(), depth + 1); begin && begin->byData)
    return isOwn(variable, depth) && assignments_.isOnlyStepped(variable) ? begin : std::nullopt;
  if (const auto count = rangeOfCount(variable, depth))
    return count;
  return rangeOfChoice(variable, depth);
}

/// A number, or what a variable that stands for it was given.
static const Expr *asGiven(const Expr *number, Assignments &assignments) {
  number = number->IgnoreParenImpCasts();
  const auto *reference = llvm::dyn_cast<DeclRefExpr>(number);
  const auto *variable = reference ? llvm::dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
  return variable && !llvm::isa<ParmVarDecl>(variable) && variable->hasInit() &&
                 assignments.isNever(*variable)
             ? variable->getInit()->IgnoreParenImpCasts()
             : number;
}

/// Of an element of a shared array, where all that is stored there are data: whichever thread it is
/// of, anything may lie there that may lie in those.
std::optional<Interpreter::IndexRange> Interpreter::rangeOfElements(const Expr *element,
                                                                    unsigned depth) {
  constexpr std::size_t mostStores = 4;
  const auto arrayOf = [](const Expr *place) -> const VarDecl * {
    const auto *subscript = llvm::dyn_cast<ArraySubscriptExpr>(place->IgnoreParenImpCasts());
    const auto *reference =
        subscript ? llvm::dyn_cast<DeclRefExpr>(subscript->getBase()->IgnoreParenImpCasts())
                  : nullptr;
    return reference ? llvm::dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
  };
  const VarDecl *array = arrayOf(element);
  const auto *type = array ? context_.getAsConstantArrayType(array->getType()) : nullptr;
  if (!type || !array->hasAttr<CUDASharedAttr>() || type->getElementType().isVolatileQualified() ||
      !type->getElementType()->isArithmeticType() || depth > deepestIndex ||
      !askedFor_.insert(array).second)
    return std::nullopt;
  const auto forget = llvm::make_scope_exit([&] { askedFor_.erase(array); });
  const Assignments::Sources sources = assignments_.sourcesOf(*array);
  // A bound says nothing of data; what compares them may keep a thread to some of them.
  const auto isBound = [&](const Expr *condition) {
    std::function<bool(const clang::Stmt *)> isPlain = [&](const clang::Stmt *node) {
      if (llvm::isa<ArraySubscriptExpr, MemberExpr, CallExpr>(node))
        return false;
      if (const auto *op = llvm::dyn_cast<UnaryOperator>(node); op && op->getOpcode() == UO_Deref)
        return false;
      if (const auto *reference = llvm::dyn_cast<DeclRefExpr>(node))
        if (const auto *variable = llvm::dyn_cast<VarDecl>(reference->getDecl()))
          return variable->getType()->isIntegerType() &&
                 !resolve(load(variableAddress(variable), variable->getType(), nullptr)).unknown;
      return llvm::all_of(node->children(), isPlain);
    };
    const auto *op = llvm::dyn_cast<BinaryOperator>(condition->IgnoreParenImpCasts());
    return op && op->isRelationalOp() && isPlain(op);
  };
  if (sources.isOpen || sources.values.size() > mostStores ||
      !llvm::all_of(sources.conditions, isBound))
    return std::nullopt;
  std::optional<IndexRange> range;
  for (const Expr *value : sources.values) {
    if (arrayOf(value) == array)
      continue; // what lies there already
    if (type->getElementType()->isFloatingType()) {
      if (!isElementOfData(asGiven(value, assignments_)))
        return std::nullopt;
      range = IndexRange{0, 0, true};
      continue;
    }
    const auto one = rangeByData(value, depth + 1);
    if (!one || !one->isPlain())
      return std::nullopt;
    if (!one->byData)
      continue;
    range = range ? IndexRange{std::min(range->least, one->least), std::max(range->most, one->most),
                               true, range->isOpen || one->isOpen}
                  : *one;
  }
  return range;
}

/// Of a variable that counts of how many things something is true that data alone decide: `rank +=
/// keys[j] < key`, any number of them.
std::optional<Interpreter::IndexRange> Interpreter::rangeOfCount(const VarDecl &variable,
                                                                 unsigned depth) {
  if (llvm::isa<ParmVarDecl>(variable) || !variable.hasLocalStorage() ||
      !variable.getType()->isIntegerType() || depth > deepestIndex)
    return std::nullopt;
  const auto numberOf = [&](const Expr *expr) -> std::optional<std::int64_t> {
    Expr::EvalResult result;
    if (!expr || expr->isValueDependent() || !expr->EvaluateAsInt(result, context_))
      return std::nullopt;
    return int64Of(result.Val.getInt());
  };
  const auto begin = numberOf(variable.getInit());
  const Assignments::Change *addition = begin ? assignments_.onlyAddition(variable) : nullptr;
  if (!addition || addition->loops.empty())
    return std::nullopt;

  const auto isDatum = [&](const Expr *expr) {
    const auto range = rangeByData(expr, depth + 1);
    if (range)
      return range->byData;
    expr = asGiven(expr, assignments_);
    return isElementOfData(expr) || rangeOfElements(expr, depth + 1).has_value();
  };
  const auto hasDataIn = [&](const Expr *expr, const auto &self) -> bool {
    expr = expr->IgnoreParenImpCasts();
    const auto *op = llvm::dyn_cast<BinaryOperator>(expr);
    return op && (op->getOpcode() == BO_LAnd
                      ? self(op->getLHS(), self) || self(op->getRHS(), self)
                      : op->isComparisonOp() && isDatum(op->getLHS()) && isDatum(op->getRHS()));
  };
  // In `a < b || (a == b && i < j)`, all data may be different.
  const auto isByData = [&](const Expr *expr, const auto &self) -> bool {
    expr = expr->IgnoreParenImpCasts();
    if (const auto *choice = llvm::dyn_cast<ConditionalOperator>(expr))
      return numberOf(choice->getTrueExpr()) == 1 && numberOf(choice->getFalseExpr()) == 0 &&
             self(choice->getCond(), self);
    const auto *op = llvm::dyn_cast<BinaryOperator>(expr);
    if (op && op->getOpcode() == BO_LOr)
      return self(op->getLHS(), self) && hasDataIn(op->getRHS(), hasDataIn);
    return op && op->isComparisonOp() && hasDataIn(op, hasDataIn);
  };
  if ((!addition->value && addition->conditions.empty()) ||
      (addition->value && !isByData(addition->value, isByData)) ||
      !llvm::all_of(addition->conditions, [&](const Expr *one) { return isByData(one, isByData); }))
    return std::nullopt;

  std::int64_t trips = 1;
  for (const clang::Stmt *one : addition->loops) {
    const auto *loop = llvm::dyn_cast<clang::ForStmt>(one);
    const auto *declared =
        loop ? llvm::dyn_cast_or_null<clang::DeclStmt>(loop->getInit()) : nullptr;
    const auto *counter = declared && declared->isSingleDecl()
                              ? llvm::dyn_cast<VarDecl>(declared->getSingleDecl())
                              : nullptr;
    const auto *compared =
        counter && loop->getCond()
            ? llvm::dyn_cast<BinaryOperator>(loop->getCond()->IgnoreParenImpCasts())
            : nullptr;
    const auto *step =
        counter && loop->getInc() ? llvm::dyn_cast<UnaryOperator>(loop->getInc()) : nullptr;
    const auto first = counter ? numberOf(counter->getInit()) : std::nullopt;
    if (!compared || compared->getOpcode() != BO_LT || !step || !step->isIncrementOp() || !first)
      return std::nullopt;
    const auto last = numberOf(compared->getRHS());
    if (last ? *last <= *first || *last - *first > farthest / trips : !isOfHost(compared->getRHS()))
      return std::nullopt;
    trips = last ? trips * (*last - *first) : farthest;
    if (trips == farthest)
      break;
  }
  // What a thread compares with itself may count for nothing.
  return IndexRange{*begin, *begin + trips - 1, true, trips == farthest};
}

/// The numbers that the variable of a loop goes through, where they are written there.
static std::optional<std::pair<std::int64_t, std::int64_t>>
numbersOfLoop(const clang::Stmt *statement, const clang::ValueDecl *counter,
              const clang::ASTContext &context, Assignments &assignments) {
  const auto *loop = llvm::dyn_cast<clang::ForStmt>(statement);
  const auto *declared = loop ? llvm::dyn_cast_or_null<clang::DeclStmt>(loop->getInit()) : nullptr;
  if (!declared || !declared->isSingleDecl() || declared->getSingleDecl() != counter ||
      !loop->getCond() || !loop->getInc())
    return std::nullopt;
  const auto *variable = llvm::cast<VarDecl>(counter);
  const auto *compared = llvm::dyn_cast<BinaryOperator>(loop->getCond()->IgnoreParenImpCasts());
  const auto *step = llvm::dyn_cast<UnaryOperator>(loop->getInc());
  const auto isCounter = [&](const Expr *expr) {
    const auto *reference = llvm::dyn_cast<DeclRefExpr>(expr->IgnoreParenImpCasts());
    return reference && reference->getDecl() == counter;
  };
  Expr::EvalResult first, last;
  const bool isCounted = compared &&
                         (compared->getOpcode() == BO_LT || compared->getOpcode() == BO_LE) &&
                         isCounter(compared->getLHS()) && step && step->isIncrementOp() &&
                         isCounter(step->getSubExpr()) && assignments.isOnlyStepped(*variable) &&
                         variable->getInit() && !variable->getInit()->isValueDependent() &&
                         !compared->getRHS()->isValueDependent() &&
                         variable->getInit()->EvaluateAsInt(first, context) &&
                         compared->getRHS()->EvaluateAsInt(last, context);
  if (!isCounted)
    return std::nullopt;
  return std::pair{int64Of(first.Val.getInt()),
                   int64Of(last.Val.getInt()) - (compared->getOpcode() == BO_LT ? 1 : 0)};
}

/// Of a variable that tells for which round of a loop data were least, or passed a limit last:
/// `if (in[k] < least) best = k`, any round.
std::optional<Interpreter::IndexRange> Interpreter::rangeOfChoice(const VarDecl &variable,
                                                                  unsigned depth) {
  if (llvm::isa<ParmVarDecl>(variable) || !variable.hasLocalStorage() ||
      !variable.getType()->isIntegerType() || depth > deepestIndex)
    return std::nullopt;
  const Assignments::Change *choice = assignments_.onlyAssignment(variable);
  if (!choice)
    return std::nullopt;
  // What is around the variable as well says nothing of it.
  const SourceManager &sources = context_.getSourceManager();
  std::vector<const Expr *> conditions = choice->conditions;
  std::erase_if(conditions, [&](const Expr *one) {
    return sources.isBeforeInTranslationUnit(one->getBeginLoc(), variable.getLocation());
  });
  if (conditions.size() != 1)
    return std::nullopt;
  const auto *condition = llvm::dyn_cast<BinaryOperator>(conditions.front()->IgnoreParens());
  const auto isDatum = [&](const Expr *expr) {
    const auto range = rangeByData(expr, depth + 1);
    return range ? range->byData : isElementOfData(asGiven(expr, assignments_));
  };
  if (!condition || !condition->isRelationalOp() ||
      (!isDatum(condition->getLHS()) && !isDatum(condition->getRHS())) ||
      !comparesData(condition, depth + 1))
    return std::nullopt;
  const auto *chosen = llvm::dyn_cast<DeclRefExpr>(choice->value->IgnoreParenImpCasts());
  if (!chosen)
    return std::nullopt;
  for (const clang::Stmt *loop : choice->loops)
    if (const auto numbers = numbersOfLoop(loop, chosen->getDecl(), context_, assignments_);
        numbers && numbers->first <= numbers->second)
      return IndexRange{numbers->first, numbers->second, true};
  return std::nullopt;
}

/// Of what a function was called with, where the call stands.
std::optional<Interpreter::IndexRange> Interpreter::rangeOfArgument(const ParmVarDecl &parameter,
                                                                    unsigned depth) {
  const auto *call = llvm::dyn_cast_or_null<CallExpr>(frames_.back().site);
  const FunctionDecl *function = frames_.back().function;
  if (!call || llvm::isa<clang::CXXOperatorCallExpr>(call) || frames_.size() < 2 ||
      parameter.getFunctionScopeIndex() >= call->getNumArgs() ||
      function->getParamDecl(parameter.getFunctionScopeIndex()) != &parameter ||
      !assignments_.isNever(parameter))
    return std::nullopt;
  Frame inner = std::move(frames_.back());
  frames_.pop_back();
  const auto range = rangeByData(call->getArg(parameter.getFunctionScopeIndex()), depth + 1);
  frames_.push_back(std::move(inner));
  return range;
}

/// A variable with a number that the kernel is given.
bool Interpreter::isOfHost(const Expr *number) {
  const auto *reference = llvm::dyn_cast<DeclRefExpr>(number->IgnoreParenImpCasts());
  const auto *variable = reference ? llvm::dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
  if (!variable || !variable->getType()->isIntegerType())
    return false;
  const Value value = resolve(load(variableAddress(variable), variable->getType(), nullptr));
  return value.isKnown() && !value.terms.empty() && value.base.isUniform() &&
         llvm::all_of(value.terms, [&](const Term &term) {
           return term.coefficient.isUniform() && llvm::all_of(term.monomial, [&](SymbolId id) {
                    return algebra_.symbol(id).kind == SymbolKind::Parameter;
                  });
         });
}

/// A number that all threads share, or that each has of its own; nullopt: it is not known.
std::optional<Interpreter::IndexRange> Interpreter::ownNumber(const Value &value) {
  if (value.unknown || !value.isConcrete())
    return std::nullopt;
  IndexRange range;
  if (value.base.isUniform())
    range.least = range.most = value.base.uniform();
  else
    range.own = value.base;
  return range;
}

/// Of two operands, of which data or numbers are known, what they make; nullopt where that may
/// leave some numbers out.
std::optional<Interpreter::IndexRange>
Interpreter::combined(BinaryOperatorKind op, const IndexRange &left, const IndexRange &right) {
  const auto isFar = [](std::int64_t number) { return number > farthest || number < -farthest; };
  const auto valueOf = [&](const IndexRange &numbers) {
    Value value(numbers.least);
    if (!numbers.own.isZero())
      value.base = numbers.own;
    return value;
  };
  if (left.byData && right.byData) {
    if (!left.isPlain() || !right.isPlain() || (op != BO_Add && op != BO_Sub))
      return std::nullopt;
    const bool isOpen = left.isOpen || right.isOpen;
    return op == BO_Add
               ? IndexRange{left.least + right.least, left.most + right.most, true, isOpen}
               : IndexRange{left.least - right.most, left.most - right.least, true, isOpen};
  }
  if (!left.byData && !right.byData) {
    const Value a = valueOf(left), b = valueOf(right);
    switch (op) {
    case BO_Add:
      return ownNumber(algebra_.add(a, b));
    case BO_Sub:
      return ownNumber(algebra_.sub(a, b));
    case BO_Mul:
      return ownNumber(algebra_.mul(a, b));
    case BO_Div:
      return ownNumber(algebra_.div(a, b));
    case BO_Rem:
      return ownNumber(algebra_.rem(a, b));
    case BO_And:
      return ownNumber(algebra_.bitAnd(a, b));
    case BO_Or:
      return ownNumber(algebra_.bitOr(a, b));
    case BO_Xor:
      return ownNumber(algebra_.bitXor(a, b));
    case BO_Shl:
      return ownNumber(algebra_.shl(a, b));
    case BO_Shr:
      return ownNumber(algebra_.shr(a, b));
    default:
      return std::nullopt;
    }
  }
  IndexRange data = left.byData ? left : right;
  const Value number = valueOf(left.byData ? right : left);
  const auto constant =
      number.base.isUniform() ? std::optional(number.base.uniform()) : std::nullopt;
  if (constant && isFar(*constant))
    return std::nullopt;
  Value own;
  own.base = data.own;
  const auto movedTo = [&](const Value &moved) -> std::optional<IndexRange> {
    if (!moved.isConcrete())
      return std::nullopt;
    data.own = moved.base;
    if (data.step == 1 && data.own.isUniform()) { // no more than a shift of the range
      data.least += data.own.uniform();
      data.most += data.own.uniform();
      data.own = 0;
    }
    return data;
  };
  const auto timesAsMuch = [&](std::int64_t factor) -> std::optional<IndexRange> {
    if (factor <= 0 || factor > farthest / data.step)
      return std::nullopt;
    data.step *= factor;
    return movedTo(algebra_.mul(own, Value(factor)));
  };
  // Whatever a thread adds of its own, data make of it each of so many numbers.
  const auto upTo = [&](std::int64_t most) -> std::optional<IndexRange> {
    if (data.step != 1 || (!data.isPlain() && data.most - data.least < most))
      return std::nullopt;
    return data.isPlain() && data.least >= 0 && data.most <= most ? data
                                                                  : IndexRange{0, most, true};
  };
  constexpr std::int64_t mostBits = 40;
  switch (op) {
  case BO_Add:
    return movedTo(algebra_.add(own, number));
  case BO_Sub:
    if (left.byData)
      return movedTo(algebra_.sub(own, number));
    std::swap(data.least, data.most);
    data.least = -data.least;
    data.most = -data.most;
    return movedTo(algebra_.sub(number, own));
  case BO_Mul:
    return constant ? timesAsMuch(*constant) : std::nullopt;
  case BO_Shl:
    return left.byData && constant && *constant >= 0 && *constant < mostBits
               ? timesAsMuch(std::int64_t{1} << *constant)
               : std::nullopt;
  case BO_And: // 2^k - 1
    return constant && *constant >= 0 && (*constant & (*constant + 1)) == 0 ? upTo(*constant)
                                                                            : std::nullopt;
  case BO_Rem:
    return left.byData && constant && *constant > 0 ? upTo(*constant - 1) : std::nullopt;
  case BO_Div:
    if (!left.byData || !constant || *constant <= 0 || !data.isPlain())
      return std::nullopt;
    return IndexRange{data.least / *constant, data.most / *constant, true, data.isOpen};
  case BO_Shr:
    if (!left.byData || !constant || *constant < 0 || *constant > mostBits || !data.isPlain())
      return std::nullopt;
    return IndexRange{data.least >> *constant, data.most >> *constant, true, data.isOpen};
  case BO_Or: { // of bits that the one has and the other has not: a sum
    if (!data.own.isZero())
      return std::nullopt;
    std::int64_t bits = 0; // of the numbers
    bool isNegative = false;
    algebra_.all().forEach([&](unsigned lane) {
      bits |= number.base.at(lane);
      isNegative = isNegative || number.base.at(lane) < 0;
    });
    const bool isBelow = bits < data.step && (data.step & (data.step - 1)) == 0;
    const std::int64_t lowest = bits & -bits;
    const bool isAbove = data.step == 1 && (data.isOpen || (data.least >= 0 && data.most < lowest));
    return !isNegative && (isBelow || isAbove) ? movedTo(number) : std::nullopt;
  }
  default:
    return std::nullopt;
  }
}

/// All that names data in an expression, and in what its variables were given.
void Interpreter::addData(const Expr *expr, std::set<std::string> &data, unsigned depth) {
  std::function<void(const clang::Stmt *)> add = [&](const clang::Stmt *node) {
    if (!node || depth > deepestIndex)
      return;
    if (const auto *element = llvm::dyn_cast<ArraySubscriptExpr>(node))
      data.insert(text(element));
    else if (const auto *reference = llvm::dyn_cast<DeclRefExpr>(node)) {
      const auto *variable = llvm::dyn_cast<VarDecl>(reference->getDecl());
      if (!variable || !variable->getType()->isArithmeticType())
        return;
      if (!llvm::isa<ParmVarDecl>(variable) && variable->hasInit() &&
          assignments_.isNever(*variable))
        return addData(variable->getInit(), data, depth + 1);
      if (resolve(load(variableAddress(variable), variable->getType(), nullptr)).unknown)
        data.insert(text(reference));
    } else {
      llvm::for_each(node->children(), add);
    }
  };
  add(expr);
}

/// Are both made of one datum? Then not all that the one may be goes with all that the other is.
bool Interpreter::haveDatumInCommon(const Expr *a, const Expr *b) {
  std::set<std::string> ofA, ofB;
  addData(a, ofA, 0);
  addData(b, ofB, 0);
  return llvm::any_of(ofA, [&](const std::string &one) { return ofB.contains(one); });
}

/// Is it the lesser of two, or the greater? 0: neither.
static int lesserOrGreater(const CallExpr &call) {
  const FunctionDecl *callee = call.getDirectCallee();
  if (!callee || call.getNumArgs() != 2 || !call.getType().getNonReferenceType()->isIntegerType())
    return 0;
  return llvm::StringSwitch<int>(plainName(callee))
      .Cases("min", "umin", "llmin", "ullmin", "std::min", -1)
      .Cases("max", "umax", "llmax", "ullmax", "std::max", 1)
      .Default(0);
}

/// What a number leaves of data: those that are no greater, or no less.
static void clamp(std::int64_t &least, std::int64_t &most, std::int64_t number, bool fromAbove) {
  least = fromAbove ? std::min(least, number) : std::max(least, number);
  most = fromAbove ? std::min(most, number) : std::max(most, number);
}

/// `binOf(in[i])`, of a function that does nothing but return a number.
std::optional<Interpreter::IndexRange> Interpreter::rangeOfResult(const CallExpr &call,
                                                                  unsigned depth) {
  const FunctionDecl *callee = call.getDirectCallee();
  const FunctionDecl *function = callee ? callee->getDefinition() : nullptr;
  const auto *body =
      function ? llvm::dyn_cast_or_null<clang::CompoundStmt>(function->getBody()) : nullptr;
  const auto *result =
      body && body->size() == 1 ? llvm::dyn_cast<clang::ReturnStmt>(body->body_front()) : nullptr;
  if (!result || !result->getRetValue() || llvm::isa<clang::CXXOperatorCallExpr>(call))
    return std::nullopt;
  Frame frame;
  frame.function = function;
  frame.site = &call;
  frames_.push_back(std::move(frame));
  const auto range = rangeByData(result->getRetValue(), depth + 1);
  frames_.pop_back();
  return range;
}

/// `min(in[i], 63)`
std::optional<Interpreter::IndexRange> Interpreter::rangeOfCall(const CallExpr &call,
                                                                unsigned depth) {
  const int which = lesserOrGreater(call);
  if (which == 0)
    return rangeOfResult(call, depth);
  const auto left = rangeByData(call.getArg(0), depth + 1);
  const auto right = left ? rangeByData(call.getArg(1), depth + 1) : std::nullopt;
  if (!right || left->byData == right->byData || !left->isPlain() || !right->isPlain())
    return std::nullopt;
  IndexRange data = left->byData ? *left : *right;
  clamp(data.least, data.most, left->byData ? right->least : left->least, which < 0);
  return data;
}

/// `bin < 64 ? bin : 63`, and of `flag[i] ? at[i] : i`, where data lead to if they say so.
std::optional<Interpreter::IndexRange>
Interpreter::rangeOfEither(const clang::ConditionalOperator &choice, unsigned depth) {
  const auto *compared = llvm::dyn_cast<BinaryOperator>(choice.getCond()->IgnoreParenImpCasts());
  const auto isDatum = [&](const Expr *expr) {
    const auto range = rangeByData(expr, depth + 1);
    return range && range->byData;
  };
  const std::set<const VarDecl *> asked = askedFor_;
  for (const Expr *side : {choice.getTrueExpr(), choice.getFalseExpr()}) {
    askedFor_ = asked;
    auto range = rangeByData(side, depth + 1);
    if (!range || !range->byData)
      continue;
    const Expr *other = side == choice.getTrueExpr() ? choice.getFalseExpr() : choice.getTrueExpr();
    if (!haveDatumInCommon(choice.getCond(), side)) {
      const bool isOfData = compared && compared->isComparisonOp()
                                ? comparesData(compared, depth + 1)
                                : isDatum(choice.getCond());
      if (isOfData)
        return range;
      continue;
    }
    // The datum itself is compared with a number, and gives way to it.
    const auto instead = rangeByData(other, depth + 1);
    if (!compared || !compared->isRelationalOp() || !range->isPlain() || !instead ||
        instead->byData || !instead->isPlain())
      continue;
    // As it is written, but for a conversion that keeps all of it.
    const auto plainText = [&](const Expr *number) {
      number = number->IgnoreParenImpCasts();
      while (const auto *cast = llvm::dyn_cast<clang::ExplicitCastExpr>(number)) {
        const QualType to = cast->getType(), from = cast->getSubExpr()->getType();
        if (!to->isIntegerType() || !from->isIntegerType() ||
            context_.getTypeSize(to) < context_.getTypeSize(from))
          break;
        number = cast->getSubExpr()->IgnoreParenImpCasts();
      }
      return text(number);
    };
    const std::string datum = plainText(side);
    const bool isLeft = plainText(compared->getLHS()) == datum;
    const Expr *limit = isLeft ? compared->getRHS() : compared->getLHS();
    const auto number = rangeByData(limit, depth + 1);
    if ((!isLeft && plainText(compared->getRHS()) != datum) || !number || number->byData ||
        !number->isPlain())
      continue;
    const BinaryOperatorKind op = compared->getOpcode();
    const bool isLess = (op == BO_LT || op == BO_LE) == isLeft;
    const bool isKeptBelow = isLess == (side == choice.getTrueExpr());
    IndexRange clamped = *range;
    // The lesser of both numbers, whichever of them it is.
    clamp(clamped.least, clamped.most,
          isKeptBelow ? std::min(number->least - 1, instead->least)
                      : std::max(number->least + 1, instead->least),
          isKeptBelow);
    return clamped;
  }
  return std::nullopt;
}

/// Of a variable with data that is then kept between numbers: `if (b >= 64) b = 63;`, `b = min(b,
/// 63);`
std::optional<Interpreter::IndexRange> Interpreter::rangeOfClamped(const VarDecl &variable,
                                                                   unsigned depth) {
  const auto changes = assignments_.fewAssignments(variable);
  auto range = changes.empty() || !variable.getType()->isIntegerType()
                   ? std::nullopt
                   : rangeByData(variable.getInit(), depth + 1);
  if (!range || !range->byData || !range->isPlain())
    return std::nullopt;
  const auto isVariable = [&](const Expr *expr) {
    const auto *reference = llvm::dyn_cast<DeclRefExpr>(expr->IgnoreParenImpCasts());
    return reference && reference->getDecl() == &variable;
  };
  const auto numberOf = [&](const Expr *expr) -> std::optional<std::int64_t> {
    Expr::EvalResult result;
    if (expr->isValueDependent() || !expr->EvaluateAsInt(result, context_))
      return std::nullopt;
    return int64Of(result.Val.getInt());
  };
  for (const Assignments::Change &change : changes) {
    const auto *call = llvm::dyn_cast<CallExpr>(change.value->IgnoreParenImpCasts());
    if (const int which = call ? lesserOrGreater(*call) : 0; which != 0) {
      const unsigned at = isVariable(call->getArg(0)) ? 1 : 0;
      const auto number = numberOf(call->getArg(at));
      if (!number || !isVariable(call->getArg(1 - at)))
        return std::nullopt;
      clamp(range->least, range->most, *number, which < 0);
      continue;
    }
    const auto *compared =
        change.conditions.empty()
            ? nullptr
            : llvm::dyn_cast<BinaryOperator>(change.conditions.back()->IgnoreParenImpCasts());
    const auto number = numberOf(change.value);
    const auto limit = compared ? numberOf(compared->getRHS()) : std::nullopt;
    if (!number || !limit || !compared->isRelationalOp() || !isVariable(compared->getLHS()))
      return std::nullopt;
    const bool fromAbove = compared->getOpcode() == BO_GT || compared->getOpcode() == BO_GE;
    clamp(range->least, range->most,
          fromAbove ? std::min(*limit - 1, *number) : std::max(*limit + 1, *number), fromAbove);
  }
  return range;
}

/// Several operations on one datum, or several: equal data come to equal numbers, whatever these
/// are.
bool Interpreter::isMixedOfData(const Expr *number, unsigned depth) {
  const auto *op = llvm::dyn_cast<BinaryOperator>(number->IgnoreParenImpCasts());
  if (!op || op->isAssignmentOp() || depth > deepestIndex || !op->getType()->isIntegerType() ||
      !isMadeOfData(op, depth))
    return false;
  return llvm::any_of(std::array{op->getLHS(), op->getRHS()}, [&](const Expr *side) {
    const auto range = rangeByData(side, depth + 1);
    return (range && range->byData) || isMixedOfData(side, depth + 1);
  });
}

/// The numbers that an index may be, where nothing keeps a thread to some of its own: data, or what
/// data and a number make without leaving any out. nullopt: something else.
std::optional<Interpreter::IndexRange> Interpreter::rangeByData(const Expr *index, unsigned depth) {
  index = index->IgnoreParens();
  if (depth > deepestIndex)
    return std::nullopt;
  if (depth == 0)
    askedFor_.clear();
  if (Expr::EvalResult result;
      !index->isValueDependent() && index->EvaluateAsInt(result, context_)) {
    const std::int64_t number = int64Of(result.Val.getInt());
    return IndexRange{number, number, false};
  }
  // As many as the type has.
  auto within = [&](QualType type) -> IndexRange {
    const std::uint64_t bits = std::min<std::uint64_t>(context_.getTypeSize(type), 40);
    if (type->isUnsignedIntegerOrEnumerationType())
      return {0, type->isBooleanType() ? 1 : (std::int64_t{1} << bits) - 1, true,
              !type->isBooleanType()};
    return {-(std::int64_t{1} << (bits - 1)), (std::int64_t{1} << (bits - 1)) - 1, true, true};
  };
  const auto rangeOfPlace = [&](const Expr *place, QualType type) -> std::optional<IndexRange> {
    if (const auto *reference = llvm::dyn_cast<DeclRefExpr>(place)) {
      const auto *variable = llvm::dyn_cast<VarDecl>(reference->getDecl());
      return variable ? rangeOfVariable(*variable, depth) : std::nullopt;
    }
    if (const auto *choice = llvm::dyn_cast<ConditionalOperator>(place))
      return rangeOfEither(*choice, depth);
    return isElementOfData(place) || isFieldOfData(place) ? std::optional(within(type))
                                                          : rangeOfElements(place, depth);
  };
  for (int axis = 0; axis < 3; ++axis)
    if (!llvm::isa<DeclRefExpr>(index) &&
        isAxis(index, "threadIdx", static_cast<std::size_t>(axis)))
      return ownNumber(indexValue("threadIdx", axis));
  if (const auto *kept = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(index))
    return rangeByData(kept->getSubExpr(), depth + 1);
  if (index->isGLValue() && index->getType()->isIntegerType() && !llvm::isa<CallExpr>(index))
    return rangeOfPlace(index, index->getType()); // handed over by reference
  if (const auto *cast = llvm::dyn_cast<CastExpr>(index)) {
    const QualType type = cast->getType();
    if (!type->isIntegerType())
      return std::nullopt;
    if (cast->getCastKind() == CK_FloatingToIntegral)
      return isMadeOfData(cast->getSubExpr(), depth + 1) ? std::optional(within(type))
                                                         : std::nullopt;
    if (cast->getCastKind() != CK_LValueToRValue) {
      std::optional<IndexRange> range = rangeByData(cast->getSubExpr(), depth + 1);
      constexpr std::uint64_t word = 32;
      if (range && !range->isPlain())
        return context_.getTypeSize(type) >= word ? range : std::nullopt;
      const IndexRange all = within(type);
      if (range && range->byData && (range->least < all.least || range->most > all.most))
        range = all;
      return range;
    }
    return rangeOfPlace(cast->getSubExpr()->IgnoreParens(), type);
  }
  if (const auto *call = llvm::dyn_cast<CallExpr>(index)) {
    const FunctionDecl *callee = call->getDirectCallee();
    return callee && plainName(callee) == "__ldg" && call->getType()->isIntegerType()
               ? std::optional(within(call->getType()))
               : rangeOfCall(*call, depth);
  }
  if (const auto *choice = llvm::dyn_cast<ConditionalOperator>(index))
    return rangeOfEither(*choice, depth);
  const auto *op = llvm::dyn_cast<BinaryOperator>(index);
  if (!op || op->isAssignmentOp())
    return std::nullopt;
  auto left = rangeByData(op->getLHS(), depth + 1);
  // `(v * 2654435761u) >> 24`, `(x ^ x >> 7) & 255`: of what is mixed some bits are taken.
  const bool takesBits =
      op->getOpcode() == BO_And || op->getOpcode() == BO_Rem || op->getOpcode() == BO_Shr;
  if (takesBits && !(left && left->isPlain()) && isMixedOfData(op->getLHS(), depth + 1))
    left = within(op->getLHS()->getType());
  // As many bins as the host says: all of them, up to the end of the array.
  if (left && left->byData && left->isPlain() && op->getOpcode() == BO_Rem &&
      isOfHost(op->getRHS()))
    return IndexRange{0, std::min(left->most, farthest), true, true};
  const auto right = left ? rangeByData(op->getRHS(), depth + 1) : std::nullopt;
  if (!right || (left->byData && right->byData && haveDatumInCommon(op->getLHS(), op->getRHS())))
    return std::nullopt;
  return combined(op->getOpcode(), *left, *right);
}

/// `bins[warp * 256 + in[i]]`: of numbers that end nowhere, a thread keeps to those that lie before
/// where the row of another one begins.
static void keepToRow(const Lanes &rows, const LaneMask &lanes, std::int64_t &least,
                      std::int64_t &most) {
  std::set<std::int64_t> begins;
  lanes.forEach([&](unsigned lane) { begins.insert(rows.at(lane)); });
  std::optional<std::int64_t> shortest;
  for (auto row = begins.begin(); row != begins.end() && std::next(row) != begins.end(); ++row)
    shortest = std::min(shortest.value_or(*std::next(row) - *row), *std::next(row) - *row);
  if (!shortest || *shortest == 1)
    return;
  least = std::max<std::int64_t>(least, 0);
  most = std::min(most, *shortest - 1);
}

/// `bins[warp]` of `unsigned bins[8][256]`, taken as a pointer: where the row of each thread
/// begins. None: the array has no rows of that type, or threads begin elsewhere.
std::optional<Interpreter::Rows> Interpreter::rowsOf(QualType array, QualType element,
                                                     const Value &start,
                                                     const LaneMask &lanes) const {
  const auto *outer = array.isNull() ? nullptr : context_.getAsConstantArrayType(array);
  const auto *row = outer ? context_.getAsConstantArrayType(outer->getElementType()) : nullptr;
  if (!row || !context_.hasSameUnqualifiedType(row->getElementType(), element) || start.unknown ||
      !start.terms.empty())
    return std::nullopt;
  const std::int64_t bytes = context_.getTypeSizeInChars(outer->getElementType()).getQuantity();
  bool allBegin = bytes > 0;
  lanes.forEach([&](unsigned lane) { allBegin = allBegin && start.base.at(lane) % bytes == 0; });
  return allBegin ? std::optional(Rows{start.base, bytes}) : std::nullopt;
}

/// The elements of a shared array of which data choose one: `bins[in[i]]`, `bins[1][in[i] &
/// 15]`, `bins[threadIdx.x / 32][in[i]]`, `*(bins + in[i])`. The array is named, or a pointer leads
/// to it.
std::optional<Reach> Interpreter::ledTo(const Expr *place, SharedUse &use) {
  llvm::SmallVector<const Expr *, 3> indices; ///< the last one first
  place = place->IgnoreParenCasts();
  if (const auto *op = llvm::dyn_cast<UnaryOperator>(place);
      op && (op->getOpcode() == UO_AddrOf || op->getOpcode() == UO_Deref))
    place = op->getSubExpr()->IgnoreParenCasts();
  if (const auto *sum = llvm::dyn_cast<BinaryOperator>(place);
      sum && sum->getOpcode() == BO_Add && sum->getLHS()->getType()->isPointerType()) {
    indices.push_back(sum->getRHS());
    place = sum->getLHS()->IgnoreParenCasts();
  }
  while (const auto *subscript = llvm::dyn_cast<ArraySubscriptExpr>(place)) {
    indices.push_back(subscript->getIdx());
    place = subscript->getBase()->IgnoreParenCasts();
  }
  const auto *reference = llvm::dyn_cast<DeclRefExpr>(place);
  const auto *variable = reference ? llvm::dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
  if (!variable || indices.empty())
    return std::nullopt;
  bool byData = false;
  QualType type = reference->getType();
  const bool isPointer = type->isPointerType();
  const std::int64_t whole = objects_[use.object].bytes;
  std::int64_t begin = 0;
  std::optional<Rows> rowStart; ///< of a pointer to a row of each thread's own
  if (isPointer) {
    const Location start = locate(resolve(load(variableAddress(variable), type, nullptr)));
    if (!start.known || start.object != use.object)
      return std::nullopt;
    use.through = variable;
    if (const auto at = start.offset.constant()) {
      begin = *at;
      use.inPiece = *at != 0 || whole <= 0;
    } else {
      rowStart = rowsOf(objects_[use.object].type, type->getPointeeType(), start.offset, use.lanes);
      if (!rowStart)
        return std::nullopt;
      use.inRow = true;
    }
  } else if (!type->isArrayType()) {
    return std::nullopt;
  }
  std::vector<std::int64_t> first(algebra_.threads(), begin);
  if (rowStart)
    use.lanes.forEach([&](unsigned lane) { first[lane] = rowStart->starts.at(lane); });
  std::vector<std::int64_t> last = first;
  std::int64_t step = 0;
  bool isOwnRow = false; ///< what was said up to here names a row of each thread's own
  LaneMask led = use.lanes;
  for (const Expr *subscript : llvm::reverse(indices)) {
    const clang::ArrayType *array = context_.getAsArrayType(type);
    const QualType element = array                   ? array->getElementType()
                             : type->isPointerType() ? type->getPointeeType()
                                                     : QualType();
    std::optional<IndexRange> index = element.isNull() ? std::nullopt : rangeByData(subscript, 0);
    const std::optional<std::int64_t> size = index ? sizeOf(element) : std::nullopt;
    if (!size || *size <= 0)
      return std::nullopt;
    std::int64_t count = farthest / *size; // nobody goes beyond the array
    if (const auto *constant = llvm::dyn_cast_or_null<clang::ConstantArrayType>(array))
      count = std::min(count, static_cast<std::int64_t>(constant->getSize().getLimitedValue()));
    else if (!array && rowStart)
      count = std::min(count, rowStart->bytes / *size);
    else if (!array && whole > 0)
      count = std::min(count, (whole - begin) / *size);
    if (index->byData && index->isOpen && index->step == 1)
      keepToRow(index->own, use.lanes, index->least, index->most);
    const bool isApart = !index->own.isUniform() && type == reference->getType();
    if (index->byData && !index->own.isUniform() && !isApart)
      return std::nullopt; // it would be in one row for all
    const bool isWhole = index->byData && index->isPlain() && index->least <= 0 &&
                         index->most >= count - 1 && count < farthest / *size;
    use.lanes.forEach([&](unsigned lane) {
      const std::int64_t own = index->own.at(lane);
      std::int64_t least = index->least, most = index->most;
      if (index->byData) {
        // Each thread has a range of its own, which may end beyond the array.
        const std::int64_t from = isApart ? 0 : own;
        least = std::max(least, -floorDivide(isApart ? count : own, index->step));
        most = std::min(most, floorDivide(count - 1 - from, index->step));
      }
      const std::int64_t from = (own + least * index->step) * *size;
      // Of several rows, all elements, or a column.
      last[lane] = (byData && (isWhole || !index->byData) ? last[lane] : first[lane]) +
                   (own + most * index->step) * *size;
      first[lane] += from;
      if (least > most)
        led.reset(lane);
    });
    const bool isFixed = llvm::isa_and_nonnull<clang::ConstantArrayType>(array);
    use.inRow = use.inRow || (index->byData && !byData && isOwnRow && isFixed);
    isOwnRow = !index->byData && isFixed && (isOwnRow || !index->own.isUniform());
    if (index->byData || !byData)
      step = index->step * *size;
    byData = byData || index->byData;
    type = element;
  }
  const unsigned one = use.lanes.first();
  for (unsigned lane = 0; lane < first.size(); ++lane)
    if (!use.lanes.test(lane)) { // it is not asked for
      first[lane] = first[one];
      last[lane] = last[one];
    } else if (first[lane] >= last[lane]) {
      led.reset(lane);
    }
  use.lanes = led;
  return byData && led.any() ? std::optional(Reach{Lanes(std::move(first)), Lanes(std::move(last)),
                                                   step, use.bytes})
                             : std::nullopt;
}

/// May data lead it to each element of the array?
bool Interpreter::coversWhole(const SharedUse &use) const {
  const std::int64_t bytes = objects_[use.object].bytes;
  return use.anywhere && bytes > 0 && !use.anywhere->isOfThreads() &&
         use.anywhere->step <= use.anywhere->bytes && use.anywhere->first.uniform() <= 0 &&
         use.anywhere->last.uniform() + use.anywhere->bytes >= bytes;
}

/// What is asked, whether it shall hold or not, and whichever of its bits.
static const Expr *flagOf(const Expr *condition) {
  condition = condition->IgnoreParenImpCasts();
  if (const auto *op = llvm::dyn_cast<UnaryOperator>(condition))
    return op->getOpcode() == UO_LNot ? flagOf(op->getSubExpr()) : condition;
  const auto *op = llvm::dyn_cast<BinaryOperator>(condition);
  return op && !op->isComparisonOp() && !op->isLogicalOp() ? flagOf(op->getLHS()) : condition;
}

/// Behind branches on data, may one thread do what is done here, and another one what is done
/// there? Whom one flag of a table lets through, those who made the table have chosen: `if
/// (leader[i])`.
static bool mayBothPass(const SharedUse &earlier, const SharedUse &use, bool isSameFlag) {
  if (!earlier.byOwnData || !use.byOwnData || earlier.isFlag || earlier.isVolatile)
    return false;
  const auto compares = [](const Expr *condition, const auto &self) -> bool {
    condition = flagOf(condition);
    if (const auto *op = llvm::dyn_cast<BinaryOperator>(condition))
      return op->isLogicalOp() ? self(op->getLHS(), self) && self(op->getRHS(), self)
                               : op->isComparisonOp();
    return llvm::isa<CallExpr>(condition);
  };
  return compares(use.decidedBy, compares) || !isSameFlag;
}

// An access to an array of which only data tell the element.
void Interpreter::noteAnywhere(SharedUse::Kind kind, const Expr *expr, QualType type,
                               ObjectId object, const Expr *origin) {
  const RaceLog &log = state_.races;
  if (!expr || log.isLoose() || outcome_.racesDoubtful)
    return;
  SharedUse use;
  const Condition *deciding = decidingData();
  use.decidedBy = deciding ? deciding->expr : nullptr;
  use.byOwnData = deciding && letAnyThrough(conditions_, context_);
  const bool isVolatile = expr->getType().isVolatileQualified();
  if (const auto bounds = decidingParameters())
    use.bounds = *bounds;
  else if (!use.decidedBy)
    return;
  if (isVolatile)
    return;
  use.kind = kind;
  use.object = object;
  use.offset = algebra_.unknown(Cause::Data);
  use.bytes = static_cast<std::uint32_t>(sizeOf(type).value_or(0));
  use.lanes = active_;
  use.op = kind == SharedUse::Kind::Read    ? "load"
           : kind == SharedUse::Kind::Write ? "store"
                                            : "atomic";
  use.range = expr->getSourceRange();
  use.within = withinStatement();
  use.expr = expr;
  use.anywhere = ledTo(expr, use);
  if (!use.anywhere) {
    if (kind == SharedUse::Kind::Read)
      meetElected(use);
    if (kind == SharedUse::Kind::Write)
      if (const auto rows = rowsByData(expr)) {
        use.anywhere = Reach{};
        countUnordered(use, origin, *rows);
      }
    return;
  }
  meetAll(std::move(use), origin);
}

/// Where the thread has a say in where data lead it, who orders the lanes of its warp beforehand
/// takes them to stay among themselves.
bool Interpreter::staysInWarp(const SharedUse &led, UseBy first, unsigned second) const {
  const unsigned lane = second - second % warpSize;
  return led.anywhere->isOfThreads() && !led.inRow &&
         state_.races.ordered({first.use, static_cast<std::uint16_t>(lane)}, lane + 1);
}

// Compares what is led to some element, whichever, with what other warps do, and keeps it.
void Interpreter::meetAll(SharedUse use, const Expr *origin) {
  const RaceLog &log = state_.races;
  const SharedUse::Kind kind = use.kind;
  const ObjectId object = use.object;
  std::optional<RacePair> pair;
  // `mark[t] = 0; mark[in[t]] = 1;`: which of the two stays. Not of stores of which it is not known
  // that they differ.
  Expr::EvalResult written;
  const std::optional<std::int64_t> stored = kind == SharedUse::Kind::Write && origin &&
                                                     !origin->isValueDependent() &&
                                                     origin->EvaluateAsInt(written, context_)
                                                 ? std::optional(int64Of(written.Val.getInt()))
                                                 : std::nullopt;
  auto consider = [&](const LastUses &uses, bool firstWrites, bool isEverywhere, ByteRange place) {
    for (UseBy first : {uses.last, uses.otherLane, uses.otherWarp}) {
      if (pair || !first.use)
        continue;
      const SharedUse &earlier = uses_[first.use - 1];
      const bool bothWrite = firstWrites && kind == SharedUse::Kind::Write;
      if (bothWrite && (earlier.reads() || !earlier.value || !earlier.value->constant() ||
                        earlier.value->constant() == stored))
        continue;
      if (earlier.isVolatile || earlier.bounds != use.bounds ||
          earlier.kind == SharedUse::Kind::Copy ||
          (use.inPiece && earlier.through != use.through) ||
          (earlier.kind == SharedUse::Kind::Atomic && kind == SharedUse::Kind::Atomic))
        continue;
      use.lanes.forEach([&](unsigned lane) {
        if (!pair && warpOf(lane) != warpOf(first.thread) && !log.ordered(first, lane) &&
            (isEverywhere || use.anywhere->meets(lane, place)) && !staysInWarp(use, first, lane))
          pair = RacePair{first, lane, false,
                          bothWrite     ? "write-after-write"
                          : firstWrites ? "read-after-write"
                                        : "write-after-read"};
      });
    }
  };
  // Of places with symbols nobody knows where they lie.
  for (const auto &[key, shadow] : log.shadows)
    if (key.first == object && (key.second.empty() || coversWhole(use)))
      shadow->forEach([&, granule = shadow->granule,
                       &where = key.second](std::int64_t at, const Shadow::Place &place) {
        const ByteRange bytes{at, at + granule};
        if (use.reads() || stored)
          consider(place.writes, true, !where.empty(), bytes);
        if (kind == SharedUse::Kind::Write)
          consider(place.reads, false, !where.empty(), bytes);
      });
  // What some threads have stored if their own data said so.
  for (const UseId id : log.perhaps) {
    const SharedUse &earlier = uses_[id - 1];
    if (pair || kind != SharedUse::Kind::Read || !earlier.writes() || !earlier.decidedBy ||
        earlier.decidedAt || earlier.anywhere || earlier.isFlag || earlier.isVolatile ||
        earlier.object != object || earlier.bounds != use.bounds || use.inPiece ||
        (use.decidedBy &&
         !mayBothPass(earlier, use,
                      text(flagOf(use.decidedBy)) == text(flagOf(earlier.decidedBy)))) ||
        symbolicPlace(earlier) != "")
      continue;
    earlier.lanes.forEach([&](unsigned other) {
      const std::int64_t at = earlier.offset.base.at(other);
      const UseBy first{id, static_cast<std::uint16_t>(other)};
      use.lanes.forEach([&](unsigned lane) {
        if (!pair && warpOf(lane) != warpOf(other) && !log.ordered(first, lane) &&
            use.anywhere->meets(lane, {at, at + earlier.bytes}) && !staysInWarp(use, first, lane))
          pair = RacePair{first, lane, false, "read-after-write"};
      });
    });
  }
  if (pair)
    recordRace(uses_[pair->first.use - 1], use, *pair, false);
  else if (kind == SharedUse::Kind::Write)
    countUnordered(use, origin, {});
  rememberPerhaps(std::move(use));
}

/// Is what is stored made of what lay there, as in `x++`, `x -= 2`, `x = x + 1`, `x |= bit` or `x =
/// max(x, y)`? Whoever writes that has several threads in mind that change one element in turn.
bool Interpreter::isUpdate(const Expr *origin, SourceRange place) {
  if (!origin)
    return false;
  origin = origin->IgnoreParenImpCasts();
  if (const auto *step = llvm::dyn_cast<UnaryOperator>(origin))
    return step->isIncrementDecrementOp();
  const auto isPlace = [&](const Expr *expr) {
    return text(expr->IgnoreParenImpCasts()) == text(place);
  };
  const auto isOther = [&](const Expr *expr) {
    return text(expr).find(text(place)) == std::string::npos;
  };
  // What all set alike, several may set.
  std::function<bool(const clang::Stmt *)> varies = [&](const clang::Stmt *node) {
    const auto *expr = llvm::dyn_cast_or_null<Expr>(node);
    if (expr && !llvm::isa<DeclRefExpr>(expr))
      for (std::size_t axis = 0; axis < 3; ++axis)
        if (isAxis(expr, "threadIdx", axis))
          return true;
    const auto *reference = llvm::dyn_cast_or_null<DeclRefExpr>(expr);
    const auto *variable = reference ? llvm::dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
    if (variable)
      return variable->getType()->isArithmeticType() &&
             !algebra_.isUniform(
                 resolve(load(variableAddress(variable), variable->getType(), nullptr)), active_);
    return node && llvm::any_of(node->children(), varies);
  };
  const auto isOneOf = [&](const Expr *a, const Expr *b) {
    return (isPlace(a) && isOther(b)) || (isPlace(b) && isOther(a));
  };
  const auto isNumber = [&](const Expr *expr) {
    Expr::EvalResult number;
    return !expr->isValueDependent() && expr->EvaluateAsInt(number, context_);
  };
  // Data that are no more than loaded may be places, each of which may be there once.
  const auto isAmongFew = [&](const Expr *element) {
    constexpr std::int64_t numbersOfByte = 256;
    const auto *subscript = llvm::dyn_cast<ArraySubscriptExpr>(element->IgnoreParenImpCasts());
    for (; subscript; subscript = llvm::dyn_cast<ArraySubscriptExpr>(
                          subscript->getBase()->IgnoreParenImpCasts()))
      if (const auto range = rangeByData(subscript->getIdx(), 0);
          range && range->byData && (!range->isOpen || range->most - range->least < numbersOfByte))
        return true;
    return false;
  };
  if (const auto *call = llvm::dyn_cast<CallExpr>(origin))
    return call->getNumArgs() == 2 && call->getDirectCallee() &&
           llvm::StringSwitch<bool>(plainName(call->getDirectCallee()))
               .Cases("min", "max", "fmin", "fmax", "fminf", "fmaxf", "std::min", "std::max", true)
               .Default(false) &&
           isOneOf(call->getArg(0), call->getArg(1)) &&
           varies(call->getArg(isPlace(call->getArg(0)) ? 1 : 0)) &&
           isAmongFew(call->getArg(isPlace(call->getArg(0)) ? 0 : 1));
  const auto *op = llvm::dyn_cast<BinaryOperator>(origin);
  if (!op)
    return false;
  switch (op->getOpcode()) {
  case BO_AddAssign:
  case BO_SubAssign:
    return isOther(op->getRHS()) && (isNumber(op->getRHS()) || isAmongFew(op->getLHS()));
  case BO_OrAssign:
  case BO_AndAssign:
    return isOther(op->getRHS()) && varies(op->getRHS());
  case BO_Sub:
    return isPlace(op->getLHS()) && isOther(op->getRHS()) &&
           (isNumber(op->getRHS()) || isAmongFew(op->getLHS()));
  case BO_Add: {
    const bool isLeft = isPlace(op->getLHS());
    return isOneOf(op->getLHS(), op->getRHS()) &&
           (isNumber(isLeft ? op->getRHS() : op->getLHS()) ||
            isAmongFew(isLeft ? op->getLHS() : op->getRHS()));
  }
  case BO_Or:
  case BO_And:
    return isOneOf(op->getLHS(), op->getRHS()) &&
           varies(isPlace(op->getLHS()) ? op->getRHS() : op->getLHS());
  default:
    return false;
  }
}

/// Of `bins[warp][in[i]]`, the rows in which data choose an element: the numbers of each thread.
std::optional<std::vector<Lanes>> Interpreter::rowsByData(const Expr *place) {
  std::vector<Lanes> rows;
  bool byData = false;
  place = place->IgnoreParenCasts();
  while (const auto *subscript = llvm::dyn_cast<ArraySubscriptExpr>(place)) {
    place = subscript->getBase()->IgnoreParenCasts();
    if (const auto range = rangeByData(subscript->getIdx(), 0)) {
      byData = byData || range->byData;
      continue;
    }
    const auto *reference = llvm::dyn_cast<DeclRefExpr>(subscript->getIdx()->IgnoreParenImpCasts());
    const auto *variable = reference ? llvm::dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
    if (!variable || !variable->getType()->isIntegerType())
      return std::nullopt;
    const Value row = resolve(load(variableAddress(variable), variable->getType(), nullptr));
    if (row.unknown ||
        llvm::any_of(row.terms, [](const Term &term) { return !term.coefficient.isUniform(); }))
      return std::nullopt;
    rows.push_back(row.base);
  }
  const auto *reference = llvm::dyn_cast<DeclRefExpr>(place);
  return byData && reference && reference->getType()->isArrayType() ? std::optional(rows)
                                                                    : std::nullopt;
}

// `bins[in[i]]++`: who counts expects several threads at one element, and some of them read before
// the others have written.
void Interpreter::countUnordered(const SharedUse &use, const Expr *origin,
                                 const std::vector<Lanes> &rows) {
  if (use.decidedBy || !isUpdate(origin, use.range))
    return;
  // Two of one row, of two warps if possible.
  std::map<std::vector<std::int64_t>, unsigned> firsts;
  std::optional<unsigned> first, second;
  if (use.anywhere && use.anywhere->isOfThreads()) {
    use.lanes.forEach([&](unsigned lane) {
      use.lanes.forEach([&](unsigned other) {
        if (other < lane && use.anywhere->haveOneInCommon(other, lane) &&
            (!second || (warpOf(*second) == warpOf(*first) && warpOf(other) != warpOf(lane)))) {
          first = other;
          second = lane;
        }
      });
    });
  } else {
    use.lanes.forEach([&](unsigned lane) {
      std::vector<std::int64_t> numbers;
      for (const Lanes &row : rows)
        numbers.push_back(row.at(lane));
      const unsigned other = firsts.emplace(std::move(numbers), lane).first->second;
      if (other == lane ||
          (second && (warpOf(*second) != warpOf(*first) || warpOf(other) == warpOf(lane))))
        return;
      first = other;
      second = lane;
    });
  }
  if (!second)
    return;
  SharedUse read = use;
  read.kind = SharedUse::Kind::Read;
  read.op = "load";
  recordRace(read, use,
             {{0, static_cast<std::uint16_t>(*first)}, *second, false, "write-after-read"}, false);
  recorder_.at(SiteKind::Race, use.range, use.op).evidence["counts"] = true;
}

// Volatile accesses to global memory are checked within warps only: between them, they may be
// flags. A place that all lanes share is one.
void Interpreter::noteInStep(SharedUse::Kind kind, const Access &access, const Location &place) {
  if (const auto &here = objects_[place.object].hereAs) {
    auto use = isCertain() ? sharedUse(kind, access, here->first,
                                       algebra_.add(place.offset, Value(here->second)))
                           : std::nullopt;
    if (!use)
      return;
    use->offset = resolve(use->offset);
    uses_.push_back(*use);
    return noteInCluster(*use, static_cast<UseId>(uses_.size()), /*there=*/true);
  }
  if (!access.expr->getType().isVolatileQualified() ||
      objects_[place.object].space != Space::Global || place.offset.base.isUniform())
    return;
  if (auto use = sharedUse(kind, access, place.object, place.offset))
    noteUse(std::move(*use));
}

/// The lanes whose last load of `place` was of what they use now.
LaneMask Interpreter::readsOwn(const Expr *place, const SharedUse &use) {
  constexpr std::size_t farBack = 64; // a statement loads no more
  LaneMask own, seen;
  place = place->IgnoreParenImpCasts();
  if (const auto *reference = llvm::dyn_cast<DeclRefExpr>(place)) {
    const auto *variable = llvm::dyn_cast<VarDecl>(reference->getDecl());
    if (variable && !llvm::isa<ParmVarDecl>(variable) && variable->hasInit() &&
        assignments_.isNever(*variable))
      place = variable->getInit()->IgnoreParenImpCasts();
  }
  for (std::size_t back = 0; back < std::min(uses_.size(), farBack); ++back) {
    const std::size_t at = uses_.size() - 1 - back;
    if (at + 1 < state_.races.begin) // before a barrier: it may have been written since
      break;
    const SharedUse &load = uses_[at];
    if (load.kind != SharedUse::Kind::Read || load.range != place->getSourceRange())
      continue;
    if (load.object == use.object && load.bytes == use.bytes &&
        symbolicPlace(load) == symbolicPlace(use))
      use.lanes.forEach([&](unsigned lane) {
        if (load.lanes.test(lane) && !seen.test(lane) &&
            load.offset.base.at(lane) == use.offset.base.at(lane))
          own.set(lane);
      });
    seen |= load.lanes;
    if (seen.contains(use.lanes))
      break;
  }
  return own;
}

/// The lanes that keep what they have if it becomes `less` where that is less: in the row and the
/// column of a step of shortest paths, it is one of the summands.
LaneMask Interpreter::relaxed(const Expr *less, const Expr *more, const SharedUse &use) {
  less = less->IgnoreParenImpCasts();
  if (const auto *reference = llvm::dyn_cast<DeclRefExpr>(less)) {
    const auto *variable = llvm::dyn_cast<VarDecl>(reference->getDecl());
    if (variable && !llvm::isa<ParmVarDecl>(variable) && variable->hasInit() &&
        assignments_.isNever(*variable))
      less = variable->getInit()->IgnoreParenImpCasts();
  }
  const auto *sum = llvm::dyn_cast<BinaryOperator>(less);
  if (!sum || sum->getOpcode() != BO_Add)
    return {};
  return (readsOwn(sum->getLHS(), use) | readsOwn(sum->getRHS(), use)) & readsOwn(more, use);
}

/// What is less and what is more in `a < b` or `a > b`; null: it is another expression.
static std::pair<const Expr *, const Expr *> lessAndMore(const Expr *condition) {
  const auto *compared =
      condition ? llvm::dyn_cast<BinaryOperator>(condition->IgnoreParenImpCasts()) : nullptr;
  if (!compared || (compared->getOpcode() != BO_LT && compared->getOpcode() != BO_GT))
    return {};
  return compared->getOpcode() == BO_LT ? std::pair(compared->getLHS(), compared->getRHS())
                                        : std::pair(compared->getRHS(), compared->getLHS());
}

/// The lanes that a store leaves things as they are in: they store what they have just loaded from
/// there, or the lesser of that and itself and more (`if (d[i][k] + d[k][j] < d[i][j])` where i is
/// k, `min(d[i][j], d[i][k] + d[k][j])`).
LaneMask Interpreter::leavesAsIs(const SharedUse &use) {
  LaneMask lanes;
  if (use.kind != SharedUse::Kind::Write)
    return lanes;
  if (use.value && use.value->origin) {
    const auto *stored = static_cast<const Expr *>(use.value->origin)->IgnoreParenImpCasts();
    lanes |= readsOwn(stored, use);
    if (const auto *call = llvm::dyn_cast<CallExpr>(stored);
        call && call->getNumArgs() == 2 && call->getDirectCallee() &&
        llvm::StringSwitch<bool>(plainName(call->getDirectCallee()))
            .Cases("min", "fmin", "fminf", "umin", "llmin", "ullmin", "std::min", true)
            .Default(false))
      lanes |= relaxed(call->getArg(0), call->getArg(1), use) |
               relaxed(call->getArg(1), call->getArg(0), use);
    if (const auto *choice = llvm::dyn_cast<ConditionalOperator>(stored)) {
      const auto [less, more] = lessAndMore(choice->getCond());
      if (less && text(choice->getTrueExpr()) == text(less) &&
          text(choice->getFalseExpr()) == text(more))
        lanes |= relaxed(less, more, use);
    }
  }
  if (const auto [less, more] = lessAndMore(use.decidedBy); less)
    lanes |= relaxed(less, more, use);
  return lanes;
}

// Which part of an array it is may hang on how often a loop has gone round.
void Interpreter::noteTurn(const SharedUse &use) {
  if (!openLoop() || objects_[use.object].space != Space::Shared)
    return;
  for (const Term &term : use.offset.terms)
    for (SymbolId id : term.monomial)
      if (const Symbol &symbol = algebra_.symbol(id);
          symbol.kind == SymbolKind::Iteration ||
          (symbol.kind == SymbolKind::Derived && !symbol.perBlock)) {
        auto &arrays = isWindow(use, term) ? outcome_.windows : outcome_.turnedArrays;
        arrays.emplace(objects_[use.object].name, openLoop());
      }
}

/// With `term`, which grows from iteration to iteration, does it go from element to element, where
/// the threads of a warp have one after the other?
bool Interpreter::isWindow(const SharedUse &use, const Term &term) const {
  if (term.monomial.size() != 1 || !term.coefficient.isUniform() || use.lanes.count() < 2 ||
      algebra_.symbol(term.monomial.front()).kind != SymbolKind::Iteration ||
      std::abs(term.coefficient.uniform()) != use.bytes)
    return false;
  std::optional<unsigned> before;
  bool neighbours = true;
  use.lanes.forEach([&](unsigned lane) {
    if (before && warpOf(*before) == warpOf(lane))
      neighbours = neighbours && std::abs(use.offset.base.at(lane) - use.offset.base.at(*before)) ==
                                     static_cast<std::int64_t>(lane - *before) * use.bytes;
    before = lane;
  });
  return neighbours;
}

// Of `tile[threadIdx.y * pitch + threadIdx.x]`, each row of threads has a place of its own: threads
// meet where they hold the same of what is not known. One use where all do, none where it is too
// many.
std::vector<SharedUse> Interpreter::bySymbols(SharedUse &use) {
  constexpr std::size_t most = 64;
  use.offset = resolve(use.offset);
  std::vector<SharedUse> parts;
  if (use.offset.unknown ||
      llvm::all_of(use.offset.terms, [](const Term &term) { return term.coefficient.isUniform(); }))
    return parts;
  std::map<std::vector<std::int64_t>, LaneMask> rows;
  use.lanes.forEach([&](unsigned lane) {
    std::vector<std::int64_t> held;
    for (const Term &term : use.offset.terms)
      held.push_back(term.coefficient.at(lane));
    if (rows.size() <= most)
      rows[std::move(held)].set(lane);
  });
  if (rows.size() < 2 || rows.size() > most)
    return parts;
  for (const auto &[held, lanes] : rows) {
    parts.push_back(use);
    parts.back().lanes = lanes;
  }
  return parts;
}

/// Does its place rest on numbers that some of the threads share?
bool Interpreter::isOfWarps(const SharedUse &use) const {
  return !use.offset.unknown && llvm::any_of(use.offset.terms, [&](const Term &term) {
    return llvm::any_of(term.monomial, [&](SymbolId id) { return algebra_.symbol(id).partition; });
  });
}

void Interpreter::noteUse(SharedUse use) {
  if (std::vector<SharedUse> parts = bySymbols(use); !parts.empty()) {
    for (SharedUse &part : parts)
      noteUse(std::move(part));
    return;
  }
  const Condition *deciding = decidingData();
  use.decidedBy = deciding ? deciding->expr : nullptr;
  const auto bounds = decidingParameters();
  if (bounds)
    use.bounds = *bounds;
  if (!deciding && use.kind == SharedUse::Kind::Read) {
    const bool isBehindBarrier = passes_.empty() || barriersMet_ != passes_.back().barriers;
    use.isHeld = llvm::isa_and_nonnull<clang::DeclStmt>(statement_) && isBehindBarrier;
    use.isCountedOn =
        (llvm::isa_and_nonnull<Expr>(statement_) && isBehindBarrier) || countsOnFlag();
  }
  use.isChosen = llvm::any_of(conditions_, [](const Condition &condition) {
    return condition.kind == Condition::Kind::Branch && !condition.exact;
  });
  for (const LoopPass &pass : passes_)
    use.loops.push_back(pass.statement);
  noteTurn(use);
  use.anywhere = slotsOf(use);
  if (use.anywhere) {
    touchUnknown();
    use.isSlot = true;
    use.byOwnData = deciding && letAnyThrough(conditions_, context_);
    if (bounds || use.decidedBy)
      meetAll(std::move(use), nullptr);
    return;
  }
  // An element that data choose, for all lanes of a warp alike.
  if (use.expr && use.kind != SharedUse::Kind::Copy && !use.isVolatile && isOfWarps(use)) {
    touchUnknown();
    return noteAnywhere(use.kind, use.expr, use.expr->getType(), use.object,
                        use.value ? static_cast<const Expr *>(use.value->origin) : nullptr);
  }
  if (const LaneMask idle = leavesAsIs(use); idle.any()) {
    use.lanes -= idle;
    if (use.lanes.none())
      return touchUnknown();
  }
  if (!aside_) {
    use.notInFirst = lanesNotInFirstBlock();
    use.onlyInFirst = isOnlyInFirstBlock();
  } else if (const auto lanes = lanesInFirstBlock()) {
    use.lanes &= *lanes;
    use.inFirst = use.lanes.any() && use.kind != SharedUse::Kind::Copy;
  }
  if (!bounds)
    if (auto key = decidedPerWarp())
      noteWithinWarps(use, std::move(*key));
  if (use.decidedBy) {
    use.byOwnData = letAnyThrough(conditions_, context_);
    return notePerhaps(std::move(use), isOfOwnData());
  }
  // `if (threadIdx.x == k)`: by one thread of some warp. `if (lane == leader)`: by one of each.
  const bool isElected = aside_ == 0 && !conditions_.empty() && !parts(conditions_.back()) &&
                         conditions_.back().cause == Cause::Guard;
  const auto isByOneThread = [&] {
    bool isOneOfEach = true;
    for (unsigned warp = 0; warp < algebra_.warps(); ++warp)
      isOneOfEach = isOneOfEach && std::popcount(active_.warp(warp)) == (isElected ? 1 : 0);
    const auto *compared =
        conditions_.empty() || !conditions_.back().expr ||
                !(isElected ? isOneOfEach : active_.count() == 1)
            ? nullptr
            : llvm::dyn_cast<BinaryOperator>(conditions_.back().expr->IgnoreParenImpCasts());
    return compared && compared->getOpcode() == BO_EQ && conditions_.back().holds &&
           conditions_.back().kind == Condition::Kind::Branch &&
           std::all_of(conditions_.begin(), std::prev(conditions_.end()), parts) &&
           std::all_of(absences_.begin(), absences_.end(), parts);
  };
  if ((aside_ == 1 || isElected) && !use.inFirst && use.kind == SharedUse::Kind::Write &&
      isByOneThread()) {
    use.decidedBy = conditions_.back().expr;
    use.decidedAt = conditions_.back().number;
    for (const Condition &condition : conditions_)
      if (!condition.key.empty())
        use.agreed.emplace(condition.key, condition.holds);
    if (!use.isVolatile && prepare(use)) {
      touchUnknown();
      uses_.push_back(std::move(use)); // kept where the branch ends
      return;
    }
    use.decidedBy = nullptr;
    use.decidedAt = 0;
  }
  if (use.kind == SharedUse::Kind::Write && use.value)
    use.loadedFrom = loadedFrom(*use.value);
  use.behind = behindFirstIteration();
  // A copy was checked where it started.
  if (!prepare(use) || (use.kind != SharedUse::Kind::Copy && !findRace(use, false))) {
    touchUnknown();
    return;
  }
  const UseId id = nextUse();
  uses_.push_back(use);
  if (use.kind == SharedUse::Kind::Copy || use.inFirst)
    touchUnknown();
  else
    touchShared(id);
  for (RaceLog::Head &head : state_.races.heads)
    if (head.open && head.uses.size() < mostHeadUses)
      head.uses.push_back({id, head.ordersGroups});
  enter(use, id);
  noteInCluster(use, id, /*there=*/false);
  if (const auto alone = inFirstBlockAlone(use))
    if (SharedUse first = *alone; prepare(first) && findRace(first, false)) {
      uses_.push_back(first);
      const auto firstId = static_cast<UseId>(uses_.size());
      for (RaceLog::Head &head : state_.races.heads)
        if (head.open && head.uses.size() < mostHeadUses)
          head.uses.push_back({firstId, head.ordersGroups});
      enter(first, firstId);
    }
  const bool isKept = use.kind == SharedUse::Kind::Write || use.kind == SharedUse::Kind::Read;
  const Condition *launch = isKept && !use.isVolatile ? decidingLaunch() : nullptr;
  // Loads that a bound keeps some away from are in the log.
  if (launch && use.kind == SharedUse::Kind::Read && !launch->isForked &&
      launch->cause != Cause::None)
    launch = nullptr;
  if (launch) {
    use.bounds = {};
    use.decidedBy = launch->expr;
    use.decidedAt = launch->number;
    for (const Condition &condition : conditions_)
      if (!condition.key.empty())
        use.agreed.emplace(condition.key, condition.holds);
    rememberPerhaps(std::move(use));
  }
}

/// Of a use that whole warps make or leave out, lane meets lane as of any other.
void Interpreter::noteWithinWarps(SharedUse use, std::string key) {
  if (use.kind != SharedUse::Kind::Read && use.kind != SharedUse::Kind::Write)
    return;
  use.decidedBy = nullptr;
  use.bounds = {};
  use.bounds.key = std::move(key);
  use.isWithinWarp = true;
  if (use.kind == SharedUse::Kind::Write && use.value)
    use.loadedFrom = loadedFrom(*use.value);
  if (!prepare(use) || !findRace(use, false))
    return;
  const UseId id = nextUse();
  uses_.push_back(use);
  for (RaceLog::Head &head : state_.races.heads)
    if (head.open && head.uses.size() < mostHeadUses)
      head.uses.push_back({id, head.ordersGroups});
  enter(use, id);
}

/// What it is in the first block of the grid, where its place in shared memory is by blockIdx, too;
/// nullopt where it is not, or goes beyond the array.
std::optional<SharedUse> Interpreter::inFirstBlockAlone(const SharedUse &use) const {
  const auto isOfBlock = [&](const Term &term) {
    return llvm::any_of(term.monomial, [&](SymbolId id) {
      return algebra_.symbol(id).kind == SymbolKind::BlockIndex;
    });
  };
  const std::int64_t size = objects_[use.object].bytes;
  if (aside_ || (use.notInFirst & use.lanes).any() || use.decidedBy || use.member ||
      use.offset.terms.empty() || use.kind == SharedUse::Kind::Copy || size <= 0 ||
      !llvm::all_of(use.offset.terms, isOfBlock))
    return std::nullopt;
  SharedUse there = use;
  there.offset.terms.clear();
  there.inFirst = true;
  bool isInside = true;
  there.lanes.forEach([&](unsigned lane) {
    const std::int64_t at = there.offset.base.at(lane);
    isInside = isInside && at >= 0 && at + use.bytes <= size;
  });
  return isInside ? std::optional(std::move(there)) : std::nullopt;
}

/// Blocks of a cluster have met at none of its barriers between two uses of one array: what this
/// block does to that of another one, the others do to this one's.
void Interpreter::noteInCluster(const SharedUse &use, UseId id, bool there) {
  const auto blocks = clusterBlocks();
  if (!blocks || *blocks < 2 || state_.races.isLoose() || use.kind == SharedUse::Kind::Copy ||
      use.isVolatile || !use.bounds.key.empty() || use.inFirst || !use.offset.isConcrete())
    return;
  const auto rangeOf = [](const SharedUse &one) {
    ByteRange range{std::numeric_limits<std::int64_t>::max(), 0};
    one.lanes.forEach([&](unsigned lane) {
      range.begin = std::min(range.begin, one.offset.base.at(lane));
      range.end = std::max(range.end, one.offset.base.at(lane) + one.bytes);
    });
    return range;
  };
  const auto meets = [&](UseId before) {
    const SharedUse &earlier = uses_[before - 1];
    const ByteRange a = rangeOf(earlier), b = rangeOf(use);
    return a.begin < b.end && b.begin < a.end &&
           !(earlier.kind == SharedUse::Kind::Atomic && use.kind == SharedUse::Kind::Atomic);
  };
  RaceLog::InCluster &uses = state_.races.inCluster[use.object];
  const UseId written = there ? uses.writtenHere : uses.writtenThere;
  const UseId read = there ? uses.readHere : uses.readThere;
  const auto record = [&](UseId before, const char *hazard) {
    const SharedUse &earlier = uses_[before - 1];
    recordRace(earlier, use,
               {{before, static_cast<std::uint16_t>(earlier.lanes.first())},
                use.lanes.first(),
                false,
                hazard},
               false);
    recorder_.at(SiteKind::Race, use.range, use.op).evidence["cluster"] = true;
  };
  if (written && meets(written))
    record(written, use.reads() ? "read-after-write" : "write-after-write");
  else if (read && use.writes() && meets(read))
    record(read, "write-after-read");
  if (use.reads())
    (there ? uses.readThere : uses.readHere) = id;
  if (use.writes())
    (there ? uses.writtenThere : uses.writtenHere) = id;
}

// What the first block has done on a side that other blocks leave out has been done there.
void Interpreter::keepOfFirst(UseId begin, UseId end) {
  for (UseId id = std::max(begin, state_.races.begin); id < end; ++id) {
    const SharedUse use = uses_[id - 1];
    if (!use.inFirst)
      continue;
    for (RaceLog::Head &head : state_.races.heads)
      if (head.open && head.uses.size() < mostHeadUses)
        head.uses.push_back({id, head.ordersGroups});
    enter(use, id);
  }
}

// Into the log, as the use of that number.
void Interpreter::enter(const SharedUse &use, UseId id) {
  RaceLog &log = state_.races;
  // What a bound may keep away takes no other use's place.
  Shadow &shadow = log.shadow({use.object, *symbolicPlace(use) + use.bounds.key});
  const unsigned granule = shadow.granule;
  auto add = [&](unsigned lane) {
    std::int64_t first = floorDivide(use.offset.base.at(lane), granule);
    std::int64_t last = floorDivide(use.offset.base.at(lane) + use.bytes - 1, granule);
    UseBy by{id, static_cast<std::uint16_t>(lane)};
    for (std::int64_t at = first; at <= last; ++at) {
      Shadow::Place &place = shadow.at(at);
      if (use.reads())
        place.reads.add(by, log.begin);
      if (use.writes())
        place.writes.add(by, log.begin);
    }
  };
  if (!use.offset.base.isUniform()) {
    use.lanes.forEach(add);
    return;
  }
  // All at one place: two lanes of one warp and one of another will do.
  std::vector<unsigned> few;
  for (unsigned warp = algebra_.warps(); warp-- > 0 && few.size() < 3;)
    if (std::uint32_t lanes = use.lanes.warp(warp)) {
      const unsigned top = 31 - static_cast<unsigned>(std::countl_zero(lanes));
      const std::uint32_t rest = lanes & ~(1U << top);
      const bool first = few.empty();
      few.push_back(warp * warpSize + top);
      if (first && rest)
        few.push_back(warp * warpSize + 31 - static_cast<unsigned>(std::countl_zero(rest)));
    }
  for (auto lane = few.rbegin(); lane != few.rend(); ++lane)
    add(*lane);
}

void Interpreter::checkRaces(SharedUse use) {
  if (std::vector<SharedUse> parts = bySymbols(use); !parts.empty()) {
    for (SharedUse &part : parts)
      checkRaces(std::move(part));
    return;
  }
  if (const auto bounds = decidingParameters())
    use.bounds = *bounds;
  if (prepare(use))
    findRace(use, false);
}

/// Is it made of what a name stands for that nothing declares? Threads may differ in that.
bool Interpreter::isOfUnknownName(const Value &value, unsigned depth) const {
  constexpr unsigned deepest = 4;
  if (unknownNames_.empty() || depth > deepest)
    return false;
  const auto isIn = [&](const std::shared_ptr<const Value> &part) {
    return part && isOfUnknownName(*part, depth + 1);
  };
  return llvm::any_of(value.terms, [&](const Term &term) {
    return llvm::any_of(term.monomial, [&](SymbolId id) {
      const Symbol &symbol = algebra_.symbol(id);
      return unknownNames_.contains(id) || isIn(symbol.dividend) || isIn(symbol.remainderOf);
    });
  });
}

/// Is there something to say of the use? Its place is known, and so are its threads.
bool Interpreter::prepare(SharedUse &use) {
  RaceLog &log = state_.races;
  if (log.muted || outcome_.racesDoubtful ||
      (!decidingParameters() && !use.decidedBy && !use.inFirst && !use.isWithinWarp))
    return false;
  use.offset = resolve(use.offset);
  auto key = symbolicPlace(use);
  if (!key)
    return false;
  const std::int64_t size = objects_[use.object].bytes;
  bool aligned = use.bytes % 4 == 0;
  LaneMask beyond;
  use.lanes.forEach([&](unsigned lane) {
    std::int64_t at = use.offset.base.at(lane);
    aligned = aligned && at % 4 == 0;
    if (key->empty() && size > 0 && (at < 0 || at + use.bytes > size))
      beyond.set(lane);
    if (use.member) {
      const auto within = difference(algebra_, use.offset, lane, use.member->start, lane);
      if (within && (*within < 0 || *within + use.bytes > use.member->bytes))
        beyond.set(lane);
    }
  });
  const bool inside = beyond.none();
  // Data may keep all those away who would go beyond the array.
  const bool isOnePlace = use.offset.base.isUniform(); // what is kept of those counts bytes
  if ((use.decidedBy && (!inside || (!aligned && !isOnePlace))) ||
      (!use.bounds.key.empty() && !inside && !use.isWithinWarp))
    return false;
  if (!inside && run_.isBlockAssumed && !use.isWithinWarp) {
    // Nobody means to go beyond the array: the shape of the block is not what it seems.
    outcome_.racesDoubtful = outcome_.arraysTooSmall = true;
    stopped_ = stopped_ || run_.endsAtMisfit;
    return false;
  }
  use.lanes -= beyond; // of a launch that is there: a mistake of its own
  if (use.lanes.none())
    return false;
  if (isMadeUp(use.offset) || isOfUnknownName(use.offset))
    return false;
  const RaceLog::Key where{use.object, *key + use.bounds.key};
  const Shadow *known = log.find(where);
  if (!aligned && (!known || known->granule != 1)) {
    log.shadow(where).refine();
  }
  return true;
}

/// Is the file, or the one that includes it, written for AMD's chips, where these functions have no
/// mask? `pme_gather_hip.cpp`, `#include <hip/hip_runtime.h>`. Of a file for nvcc, the name says
/// nothing: `hip_joint.cu`.
static bool isForHip(const SourceManager &sources, SourceLocation place) {
  static const llvm::Regex named("(^|[^A-Za-z0-9])[Hh][Ii][Pp]([^A-Za-z0-9]|$)");
  return llvm::any_of(
      std::array{sources.getFileID(sources.getFileLoc(place)), sources.getMainFileID()},
      [&](FileID file) {
        const auto entry = sources.getFileEntryRefForID(file);
        const auto text = sources.getBufferDataOrNone(file);
        const llvm::StringRef name = entry ? llvm::sys::path::filename(entry->getName()) : "";
        const bool isForNvcc = name.ends_with(".cu") || name.ends_with(".cuh");
        return (!isForNvcc && named.match(name)) ||
               (text && (text->contains("#include <hip/") || text->contains("#include \"hip/")));
      });
}

/// For AMD's chips alone, as far as the kernel's file says: nothing of CUDA is in it.
static bool isForHipAlone(const SourceManager &sources, SourceLocation place) {
  const auto text = sources.getBufferDataOrNone(sources.getFileID(sources.getFileLoc(place)));
  return isForHip(sources, place) && text &&
         llvm::none_of(std::array{"#include <cuda", "#include \"cuda", "__CUDACC__", "__NVCC__",
                                  "__CUDA_ARCH__", "_NVIDIA__"},
                       [&](llvm::StringRef name) { return text->contains(name); });
}

// Of code for AMD's chips, threads of one wavefront of 64, which keep step there.
bool Interpreter::areInStep(unsigned a, unsigned b) {
  constexpr unsigned wavefront = 64;
  if (a / wavefront != b / wavefront)
    return false;
  if (!isForAmd_)
    isForAmd_ = isForHipAlone(context_.getSourceManager(), run_.kernel->getLocation());
  return *isForAmd_;
}

bool Interpreter::findRace(const SharedUse &use, bool loopCarried) {
  const RaceLog &log = state_.races;
  const auto place = symbolicPlace(use);
  if (!place)
    return false;
  const Shadow *shadow = log.find({use.object, *place + use.bounds.key});
  std::optional<RacePair> worst;
  std::map<UseId, RacePair> far; // by the earlier use: threads that a bound may part
  auto consider = [&](UseBy first, unsigned lane, bool firstWrites) {
    if (!first.use || first.thread == lane || first.use < use.behind || log.ordered(first, lane))
      return;
    const SharedUse &earlier = uses_[first.use - 1];
    if (earlier.kind == SharedUse::Kind::Atomic && use.kind == SharedUse::Kind::Atomic)
      return;
    const bool isBounded = !earlier.bounds.key.empty() || !use.bounds.key.empty();
    const bool alike = earlier.bounds == use.bounds;
    if ((earlier.isWithinWarp || use.isWithinWarp) &&
        (!alike || warpOf(first.thread) != warpOf(lane)))
      return;
    // No block does both.
    if (((earlier.inFirst || earlier.onlyInFirst) && use.notInFirst.test(lane)) ||
        ((use.inFirst || use.onlyInFirst) && earlier.notInFirst.test(first.thread)) ||
        ((earlier.inFirst || use.inFirst) && !alike))
      return;
    // Who orders lanes of a warp there has no more than one warp in mind, perhaps.
    if (const unsigned warp = lane - lane % warpSize;
        isBounded && log.ordered({first.use, static_cast<std::uint16_t>(warp)}, warp + 1))
      return;
    if (!alike) {
      // One of two bounds may be much smaller than the other; of one, all that is known is that it
      // lets somebody through.
      const SharedUse &bounded = use.bounds.key.empty() ? earlier : use;
      const SharedUse &free = use.bounds.key.empty() ? use : earlier;
      if (!free.bounds.key.empty() || bounded.kind != SharedUse::Kind::Read ||
          free.kind != SharedUse::Kind::Write || use.decidedBy)
        return;
      if (warpOf(first.thread) == warpOf(lane)) {
        const unsigned let = firstThrough(bounded, &bounded == &use ? first.thread : lane);
        if (&bounded == &use) {
          if (let != lane)
            return;
        } else if (bounded.offset.base.at(let) != bounded.offset.base.at(first.thread)) {
          return;
        } else {
          first.thread = static_cast<std::uint16_t>(let);
        }
      }
    }
    // Of `if (t < n) s[t] += s[t + 16]` nobody knows but that n is 16.
    constexpr std::int64_t near = 4;
    const bool isFar = alike && llvm::any_of(use.bounds.differences, [&](const Value &bound) {
                         return std::abs(bound.base.at(first.thread) - bound.base.at(lane)) >= near;
                       });
    if (inOtherMembers(earlier, first.thread, use, lane) ||
        leavesPiece(earlier, first.thread, use) || leavesPiece(use, lane, earlier) ||
        (earlier.kind != SharedUse::Kind::Copy && areInStep(first.thread, lane)))
      return;
    // A counter that is looked at before it is added to, or polled in a loop.
    if (use.kind == SharedUse::Kind::Atomic && !firstWrites)
      return;
    if (loopCarried && earlier.kind == SharedUse::Kind::Atomic)
      return;
    const bool sameWarp = warpOf(first.thread) == warpOf(lane);
    if (isFar ? sameWarp || far.contains(first.use) : worst && (!worst->sameWarp || sameWarp))
      return;
    // `last = best; if (x[i] > n) best = i;`. Of what is set to one value, who sees it late may
    // know no worse.
    const bool isSetUnderReaders =
        use.isFlag && !firstWrites &&
        (earlier.isCountedOn || (earlier.isHeld && !(use.value && use.value->constant())));
    if (use.decidedBy &&
        (sameWarp || (use.kind == SharedUse::Kind::Write &&
                      (firstWrites || (use.offset.base.isUniform() && !isSetUnderReaders)) &&
                      !isSetAfresh(earlier, use))))
      return;
    // Between warps, one place that is volatile is a flag where somebody watches one, and so is any
    // in global memory.
    if (!sameWarp && (earlier.isVolatile || use.isVolatile) &&
        (objects_[use.object].space == Space::Global ||
         (earlier.offset.base.isUniform() && use.offset.base.isUniform() && watchesFlags())))
      return;
    if (loopCarried && sameWarp && orderedInWarp_)
      return;
    if (firstWrites && use.writes() && !use.reads()) {
      // Everybody may write what everybody writes.
      if (loopCarried || !earlier.value || !use.value || earlier.kind == SharedUse::Kind::Atomic)
        return;
      const auto apart = storedDifference(algebra_, *earlier.value, first.thread, *use.value, lane);
      if (apart ? *apart == 0
                : !storesToSharedPieces(earlier, use) && !isSetAfresh(earlier, use) &&
                      !storeOtherData(earlier, first.thread, use, lane))
        return;
    } else if (firstWrites && earlier.kind == SharedUse::Kind::Write &&
               use.kind != SharedUse::Kind::Atomic) {
      // The reader has written the same there.
      if (earlier.lanes.test(lane) && earlier.value &&
          earlier.offset.base.at(lane) == earlier.offset.base.at(first.thread) &&
          difference(algebra_, *earlier.value, first.thread, *earlier.value, lane) == 0)
        return;
    }
    const RacePair pair{first, lane, sameWarp,
                        !firstWrites  ? "write-after-read"
                        : use.reads() ? "read-after-write"
                                      : "write-after-write"};
    if (isFar)
      far.emplace(first.use, pair);
    else
      worst = pair;
  };
  const auto meet = [&](const Shadow &shadow) {
    use.lanes.forEach([&](unsigned lane) {
      if (worst && !worst->sameWarp)
        return;
      std::int64_t begin = use.offset.base.at(lane);
      std::int64_t last = floorDivide(begin + use.bytes - 1, shadow.granule);
      for (std::int64_t at = floorDivide(begin, shadow.granule); at <= last; ++at) {
        const Shadow::Place *uses = shadow.find(at);
        if (!uses)
          continue;
        for (UseBy first : {uses->writes.last, uses->writes.otherLane, uses->writes.otherWarp})
          consider(first, lane, true);
        if (use.writes())
          for (UseBy first : {uses->reads.last, uses->reads.otherLane, uses->reads.otherWarp})
            consider(first, lane, false);
      }
    });
  };
  if (shadow)
    meet(*shadow);
  // `s[k]` for all threads, where each element has been stored: whichever it is, some of those who
  // load are of another warp.
  const auto whichever = [&]() -> std::optional<RacePair> {
    const std::int64_t size = objects_[use.object].bytes;
    const Shadow *all = log.find({use.object, ""});
    const bool isStore = use.kind == SharedUse::Kind::Write && use.value;
    if (place->empty() || loopCarried || (use.kind != SharedUse::Kind::Read && !isStore) ||
        use.decidedBy || use.inFirst || use.isVolatile || use.member || !use.bounds.key.empty() ||
        !all || !use.offset.base.isUniform() || size <= 0 || isMadeUp(use.offset))
      return std::nullopt;
    std::vector<unsigned> readers; // one of each warp
    for (unsigned warp = 0; warp < algebra_.warps(); ++warp)
      if (const std::uint32_t lanes = use.lanes.warp(warp))
        readers.push_back(warp * warpSize + static_cast<unsigned>(std::countr_zero(lanes)));
    // One thread stores something else over what those of other warps have stored.
    if (isStore ? use.lanes.count() != 1 : readers.size() < 2)
      return std::nullopt;
    std::optional<RacePair> found;
    for (std::int64_t at = 0; at < size / all->granule; ++at) {
      const Shadow::Place *uses = all->find(at);
      const UseBy stored = uses ? uses->writes.last : UseBy();
      if (!stored.use || uses_[stored.use - 1].kind != SharedUse::Kind::Write ||
          uses_[stored.use - 1].isVolatile)
        return std::nullopt;
      if (isStore) {
        const auto &earlier = uses_[stored.use - 1];
        if (!earlier.value ||
            !surelyDifferent(storedDifference(algebra_, *earlier.value, stored.thread, *use.value,
                                              readers.front())))
          return std::nullopt;
        if (!found && warpOf(stored.thread) != warpOf(readers.front()) &&
            !log.ordered(stored, readers.front()) && !areInStep(stored.thread, readers.front()))
          found = RacePair{stored, readers.front(), false, "write-after-write"};
        continue;
      }
      const auto reader = llvm::find_if(readers, [&](unsigned lane) {
        return warpOf(lane) != warpOf(stored.thread) && !log.ordered(stored, lane) &&
               !areInStep(stored.thread, lane);
      });
      if (reader == readers.end())
        return std::nullopt;
      if (!found)
        found = RacePair{stored, *reader, false, "read-after-write"};
    }
    return found;
  };
  if (!worst)
    if (const auto pair = whichever()) {
      recordRace(uses_[pair->first.use - 1], use, *pair, false);
      recorder_.at(SiteKind::Race, use.range, use.op)
          .assumptions.insert("`" + text(use.range) + "` is the element that thread " +
                              std::to_string(pair->first.thread) + " has stored" +
                              (use.writes() ? "" : "; of any other, another thread has"));
      return true;
    }
  // Loads behind a bound of the host's and stores by all.
  if (!use.bounds.key.empty()) {
    if (const Shadow *stores = log.find({use.object, *place});
        stores && use.kind == SharedUse::Kind::Read)
      meet(*stores);
  } else if (use.kind == SharedUse::Kind::Write) {
    for (auto one = log.shadows.upper_bound({use.object, *place});
         one != log.shadows.end() && one->first.first == use.object &&
         llvm::StringRef(one->first.second).starts_with(*place);
         ++one)
      if (one->first.second[place->size()] == '?')
        meet(*one->second);
  }
  // Where lanes beside each other race, the code is not written for so low a bound that one warp is
  // all there is.
  if (worst && worst->sameWarp)
    if (const auto between = far.find(worst->first.use); between != far.end())
      worst = between->second;
  if (worst && !worst->sameWarp && use.bounds.key.empty())
    if (const SharedUse &earlier = uses_[worst->first.use - 1]; !earlier.bounds.key.empty()) {
      // Of all that load the same, the bound lets the first ones through before the others.
      const auto loadsIt = [&](unsigned thread) {
        return warpOf(thread) != warpOf(worst->second) &&
               earlier.offset.base.at(thread) == earlier.offset.base.at(worst->first.thread) &&
               !log.ordered({worst->first.use, static_cast<std::uint16_t>(thread)}, worst->second);
      };
      bool isFirst = true;
      earlier.lanes.forEach([&](unsigned thread) {
        if (isFirst && loadsIt(thread)) {
          worst->first.thread = static_cast<std::uint16_t>(thread);
          isFirst = false;
        }
      });
    }
  if (!worst || worst->sameWarp)
    if (auto pair = findPerhaps(use, *place); pair && (!worst || !pair->sameWarp))
      worst = pair;
  if (worst)
    recordRace(uses_[worst->first.use - 1], use, *worst, loopCarried);
  // Data may let one of them through.
  if ((!worst || worst->sameWarp) && use.kind == SharedUse::Kind::Write && use.value &&
      !loopCarried && !use.decidedBy && !use.isWithinWarp)
    findClash(use);
  return true;
}

// `if (x[i] > n) any = 1; out[i] = any;`: what is read is kept, or ends a loop with barriers in it,
// which threads are to leave together. Who only looks whether to stop will look again.
bool Interpreter::countsOnFlag() const {
  if (passes_.empty())
    return llvm::isa_and_nonnull<Expr>(statement_); // a variable may be looked at just the same
  const LoopPass &pass = passes_.back();
  return statement_ == nullptr && barriersMet_ != pass.barriers && inLoopCondition_;
}

// A use of an element to which data have led a thread of another warp before.
std::optional<Interpreter::RacePair> Interpreter::meetAnywhere(UseId id,
                                                               const SharedUse &use) const {
  const SharedUse &earlier = uses_[id - 1];
  const bool isRead = use.kind == SharedUse::Kind::Read;
  const bool conflict =
      isRead ? earlier.writes() : use.kind == SharedUse::Kind::Write && earlier.reads();
  if (!conflict || (use.decidedBy && earlier.kind == SharedUse::Kind::Atomic) ||
      earlier.bounds != use.bounds || (earlier.inPiece && earlier.through != use.through))
    return std::nullopt;
  const bool isSomewhere = coversWhole(earlier);
  if (const auto key = symbolicPlace(use); !isSomewhere && (!key || !key->empty()))
    return std::nullopt;
  std::optional<RacePair> pair;
  use.lanes.forEach([&](unsigned lane) {
    const std::int64_t at = use.offset.base.at(lane);
    earlier.lanes.forEach([&](unsigned other) {
      const UseBy first{id, static_cast<std::uint16_t>(other)};
      if (!pair && warpOf(other) != warpOf(lane) && !state_.races.ordered(first, lane) &&
          (isSomewhere || earlier.anywhere->meets(other, {at, at + use.bytes})) &&
          !staysInWarp(earlier, first, lane))
        pair = RacePair{first, lane, false, isRead ? "read-after-write" : "write-after-read"};
    });
  });
  return pair;
}

// A read of what a thread of another warp stores if its data say so.
std::optional<Interpreter::RacePair> Interpreter::findPerhaps(const SharedUse &use,
                                                              const std::string &place) const {
  const RaceLog &log = state_.races;
  if (use.isVolatile || use.kind == SharedUse::Kind::Copy || (use.decidedBy && !use.byOwnData))
    return std::nullopt;
  const bool isRead = use.kind == SharedUse::Kind::Read;
  constexpr std::int64_t granule = 4; // what is kept of them is aligned so
  std::optional<RacePair> withinWarp; // of what each lane may have stored, where no warp is met
  for (UseId id : log.perhaps) {
    const SharedUse &earlier = uses_[id - 1];
    if (earlier.isFlag && !(isRead && countsOnFlag()))
      continue;
    // Of each thread's own data, some let the one of them through and the other one, too.
    if (use.decidedBy &&
        !mayBothPass(earlier, use, text(flagOf(use.decidedBy)) == text(flagOf(earlier.decidedBy))))
      continue;
    if (earlier.object != use.object || earlier.bounds != use.bounds ||
        (earlier.decidedAt && !isBehind(earlier.decidedAt) && !isBehindTheSame(earlier)))
      continue;
    if (earlier.anywhere) {
      if (auto pair = meetAnywhere(id, use))
        return pair;
      continue;
    }
    const bool conflict =
        isRead ? earlier.writes() : use.kind == SharedUse::Kind::Write && earlier.reads();
    if (!conflict || symbolicPlace(earlier) != place)
      continue;
    // Of those that data name by their numbers, some lane or other.
    const auto *named =
        earlier.decidedBy ? llvm::dyn_cast<BinaryOperator>(earlier.decidedBy->IgnoreParenImpCasts())
                          : nullptr;
    bool isOneOfEachWarp = named && named->getOpcode() == BO_EQ && earlier.decidedAt;
    for (unsigned warp = 0; warp < algebra_.warps(); ++warp)
      isOneOfEachWarp = isOneOfEachWarp && std::popcount(earlier.lanes.warp(warp)) == 1;
    // Of what all lanes read, one of each warp will do.
    std::unordered_multimap<std::int64_t, unsigned> others;
    std::set<std::pair<std::int64_t, unsigned>> seen;
    earlier.lanes.forEach([&](unsigned lane) {
      for (std::int64_t at = 0; at < earlier.bytes; at += granule)
        if (const std::int64_t word = floorDivide(earlier.offset.base.at(lane) + at, granule);
            seen.insert({word, warpOf(lane)}).second)
          others.emplace(word, lane);
    });
    std::optional<RacePair> pair;
    use.lanes.forEach([&](unsigned lane) {
      const std::int64_t begin = use.offset.base.at(lane);
      for (std::int64_t at = floorDivide(begin, granule);
           (!pair || earlier.decidedAt) && at <= floorDivide(begin + use.bytes - 1, granule); ++at)
        for (auto [other, end] = others.equal_range(at); other != end; ++other) {
          if (earlier.isFlag && (earlier.offset.base.uniform() >= begin + use.bytes ||
                                 begin >= earlier.offset.base.uniform() + earlier.bytes))
            continue; // another one of the same word
          const UseBy first{id, static_cast<std::uint16_t>(other->second)};
          if (!withinWarp && isRead && earlier.decidedBy &&
              (!earlier.decidedAt || isOneOfEachWarp) && !earlier.isVolatile &&
              !earlier.offset.base.isUniform() && first.thread != lane &&
              warpOf(first.thread) == warpOf(lane) && !log.ordered(first, lane) &&
              !inOtherMembers(earlier, first.thread, use, lane))
            withinWarp = RacePair{first, lane, true, "read-after-write"};
          // Bounds let the first threads through, if any.
          if ((!pair || (earlier.decidedAt && first.thread < pair->first.thread)) &&
              warpOf(other->second) != warpOf(lane) && !log.ordered(first, lane) &&
              !inOtherMembers(earlier, first.thread, use, lane))
            pair = RacePair{first, lane, false, isRead ? "read-after-write" : "write-after-read"};
        }
    });
    if (pair)
      return pair;
  }
  return withinWarp;
}

/// Numbers of floating point or whole ones, and of how many bits: what a value is read as. None of
/// bytes, and of structures that are no vector.
static std::optional<std::pair<bool, std::uint64_t>> numbersOf(const clang::ASTContext &context,
                                                               QualType type) {
  constexpr std::uint64_t half = 16, byte = 8;
  if (halves(type) != 0)
    return std::pair(true, half);
  // float4, int2
  if (const auto *record = type->getAsRecordDecl();
      record && record->isCompleteDefinition() && !record->field_empty()) {
    const QualType first = record->field_begin()->getType();
    if (llvm::any_of(record->fields(), [&](const FieldDecl *field) {
          return !context.hasSameUnqualifiedType(field->getType(), first);
        }))
      return std::nullopt;
    type = first;
  }
  const bool isFloating = type->isRealFloatingType();
  if (!isFloating && !type->isIntegerType())
    return std::nullopt;
  const std::uint64_t bits = context.getTypeSize(type);
  return bits > byte ? std::optional(std::pair(isFloating, bits)) : std::nullopt;
}

/// Do two pointers lead to numbers of which some are of floating point, and not both alike?
static bool leadToOtherNumbers(const clang::ASTContext &context, const VarDecl &one,
                               const VarDecl &other) {
  const auto a = numbersOf(context, one.getType()->getPointeeType());
  const auto b = numbersOf(context, other.getType()->getPointeeType());
  return a && b && a != b && (a->first || b->first);
}

// Stores through two pointers into dynamic shared memory, of values that nothing makes the same:
// arrays that were carved out of it and lie upon each other. Of an array that is declared with its
// size, two pointers may be views that agree, unless they lead to numbers of two kinds.
bool Interpreter::storesToSharedPieces(const SharedUse &first, const SharedUse &second) const {
  auto isPiece = [](const VarDecl *variable) {
    return variable && variable->hasLocalStorage() && variable->getType()->isPointerType();
  };
  const VarDecl *declaration = objects_[second.object].declaration;
  if (!declaration || run_.isBlockAssumed || !isPiece(first.through) || !isPiece(second.through) ||
      first.through == second.through || first.kind != SharedUse::Kind::Write ||
      second.kind != SharedUse::Kind::Write)
    return false;
  // All bits of a zero are 0, whatever it is read as.
  const auto isZero = [](const SharedUse &use) {
    const Value &value = use.value->difference ? *use.value->difference : *use.value;
    return value.constant() == 0;
  };
  return declaration->getType()->isIncompleteArrayType() ||
         (leadToOtherNumbers(context_, *first.through, *second.through) &&
          !(isZero(first) && isZero(second)));
}

// `where = n; if (x[i] == top) where = i;`: all threads set one variable, or one does for all, and
// one of them sets it to something else, which those that come later undo.
bool Interpreter::isSetAfresh(const SharedUse &first, const SharedUse &second) const {
  const auto isOnePlace = [](const SharedUse &use) {
    return use.kind == SharedUse::Kind::Write && use.offset.base.isUniform() && use.value &&
           use.value->origin;
  };
  return isOnePlace(first) && isOnePlace(second) && !first.decidedBy && second.decidedBy &&
         algebra_.isUniform(*first.value, first.lanes) &&
         text(static_cast<const Expr *>(first.value->origin)) !=
             text(static_cast<const Expr *>(second.value->origin));
}

namespace {

/// Is a function one that hands numbers on between the lanes of a warp, and reckons with them?
class HandsOn : public AstVisitor {
public:
  static bool is(const FunctionDecl &function) {
    const FunctionDecl *definition = nullptr;
    if (!function.hasBody(definition) || !definition || definition->isVariadic())
      return false;
    HandsOn looked;
    looked.TraverseStmt(definition->getBody());
    return looked.handsOn_ && !looked.isOpen_;
  }
  bool VisitCallExpr(CallExpr *call) override {
    if (handedOn(*call))
      handsOn_ = true;
    else if (const FunctionDecl *callee = call->getDirectCallee())
      isOpen_ = isOpen_ || !isPlainMath(plainName(callee));
    else
      isOpen_ = true;
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *reference) override {
    const auto *variable = llvm::dyn_cast<VarDecl>(reference->getDecl());
    isOpen_ = isOpen_ || (variable && variable->hasAttr<CUDASharedAttr>());
    return true;
  }
  bool VisitGCCAsmStmt(GCCAsmStmt *) override {
    isOpen_ = true;
    return true;
  }

private:
  bool handsOn_ = false, isOpen_ = false;
};

} // namespace

// The address of an element of global memory that each thread's number is made of, as it is, or
// reckoned with: `2 * in[i]`, a sum that begins with `in[i]`, what the lanes of a warp have added
// up. Where lanes hold the same number, the address that one of them has.
std::optional<Value> Interpreter::loadedFrom(const Value &value) {
  const auto *origin = static_cast<const Expr *>(value.origin);
  const bool isOfData = (value.unknown && (value.cause == Cause::Data ||
                                           (origin && origin->getType()->isRecordType()))) ||
                        (!value.unknown && llvm::any_of(value.terms, [&](const Term &term) {
                          return llvm::any_of(term.monomial, [&](SymbolId id) {
                            const Symbol &symbol = algebra_.symbol(id);
                            return symbol.partition && !symbol.warpsMayAgree;
                          });
                        }));
  if (!origin || !isOfData || run_.isBlockAssumed)
    return std::nullopt;
  const llvm::SaveAndRestore uncounted(operations_, operations_);
  constexpr unsigned deepest = 8;
  std::set<const VarDecl *> asked;
  bool isElement = true;      ///< it is as it was loaded
  bool isFirstOfLoop = false; ///< an index is what a loop begins with

  // What an index is, where a loop that all threads step alike begins with it.
  std::function<std::optional<Value>(const Expr *, unsigned)> indexOf =
      [&](const Expr *written, unsigned depth) -> std::optional<Value> {
    const Expr *index = written->IgnoreParenImpCasts();
    if (depth > deepest || !isPlainIndex(index))
      return std::nullopt;
    if (const auto *op = llvm::dyn_cast<BinaryOperator>(index);
        op && (op->isAdditiveOp() || op->getOpcode() == BO_Mul)) {
      const auto left = indexOf(op->getLHS(), depth + 1), right = indexOf(op->getRHS(), depth + 1);
      if (!left || !right)
        return std::nullopt;
      return op->getOpcode() == BO_Add   ? algebra_.add(*left, *right)
             : op->getOpcode() == BO_Sub ? algebra_.sub(*left, *right)
                                         : algebra_.mul(*left, *right);
    }
    // Of a quotient or a remainder, the first turn of a loop says nothing.
    if (const auto *op = llvm::dyn_cast<BinaryOperator>(index)) {
      const bool before = std::exchange(isFirstOfLoop, false);
      const bool isKnown = indexOf(op->getLHS(), depth + 1) && indexOf(op->getRHS(), depth + 1);
      const bool isOfLoop = std::exchange(isFirstOfLoop, before);
      return isKnown && !isOfLoop ? std::optional(resolve(eval(written))) : std::nullopt;
    }
    const auto *reference = llvm::dyn_cast<DeclRefExpr>(index);
    const auto *variable = reference ? llvm::dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
    if (!variable || llvm::isa<ParmVarDecl>(variable) || assignments_.isNever(*variable) ||
        !variable->hasLocalStorage() || !variable->hasInit())
      return resolve(eval(written));
    const auto countsBy = [&](const LoopPass &pass) {
      const auto *loop = llvm::dyn_cast<ForStmt>(pass.statement);
      const auto *begin = loop ? llvm::dyn_cast_or_null<DeclStmt>(loop->getInit()) : nullptr;
      return begin && llvm::is_contained(begin->decls(), variable);
    };
    if (llvm::any_of(passes_, countsBy))
      if (Value now = resolve(eval(written)); !now.unknown)
        return now;
    isFirstOfLoop = true;
    const Assignments::Sources sources = assignments_.sourcesOf(*variable);
    const auto isShared = [&](const Expr *step) {
      const auto by = isPlainIndex(step) ? indexOf(step, depth + 1) : std::nullopt;
      return by && algebra_.isUniform(*by, algebra_.all());
    };
    return !sources.isOpen && llvm::all_of(sources.values, isShared)
               ? indexOf(variable->getInit(), depth + 1)
               : std::nullopt;
  };
  const auto addressOfElement = [&](const ArraySubscriptExpr *element) -> std::optional<Value> {
    const auto *array = llvm::dyn_cast<DeclRefExpr>(element->getBase()->IgnoreParenImpCasts());
    const auto *pointer = array ? llvm::dyn_cast<VarDecl>(array->getDecl()) : nullptr;
    if (!pointer || !pointer->getType()->isPointerType() || !assignments_.isNever(*pointer))
      return std::nullopt;
    const auto index = indexOf(element->getIdx(), 0);
    const auto size = sizeOf(element->getType());
    if (!index || !size)
      return std::nullopt;
    const Value start = resolve(load(variableAddress(pointer), pointer->getType(), nullptr));
    const Value address = algebra_.add(start, algebra_.mul(*index, Value(*size)));
    const Location place = locate(address);
    return place.known && objects_[place.object].space == Space::Global ? std::optional(address)
                                                                        : std::nullopt;
  };
  std::function<std::optional<Value>(const Expr *, unsigned)> madeOf =
      [&](const Expr *number, unsigned depth) -> std::optional<Value> {
    number = number->IgnoreParenImpCasts();
    const bool isRecord = number->getType()->isRecordType();
    if (depth > deepest || (!number->getType()->isArithmeticType() && !isRecord) ||
        number->getType()->isBooleanType())
      return std::nullopt;
    if (const auto *element = llvm::dyn_cast<ArraySubscriptExpr>(number))
      return addressOfElement(element);
    if (const auto *member = llvm::dyn_cast<MemberExpr>(number)) { // `in[i].x`
      const auto *element =
          llvm::dyn_cast<ArraySubscriptExpr>(member->getBase()->IgnoreParenImpCasts());
      const auto *field = llvm::dyn_cast<FieldDecl>(member->getMemberDecl());
      const auto address =
          element && field && !member->isArrow() ? addressOfElement(element) : std::nullopt;
      constexpr std::int64_t byte = 8;
      return address ? std::optional(algebra_.add(
                           *address,
                           Value(static_cast<std::int64_t>(context_.getFieldOffset(field)) / byte)))
                     : std::nullopt;
    }
    if (const auto *cast = llvm::dyn_cast<clang::ExplicitCastExpr>(number))
      return madeOf(cast->getSubExpr(), depth + 1);
    if (const auto *op = llvm::dyn_cast<UnaryOperator>(number))
      return op->getOpcode() == UO_Minus ? madeOf(op->getSubExpr(), depth + 1) : std::nullopt;
    const auto either = [&](std::initializer_list<const Expr *> parts) -> std::optional<Value> {
      isElement = false;
      for (const Expr *part : parts)
        if (auto address = madeOf(part, depth + 1))
          return address;
      return std::nullopt;
    };
    if (const auto *op = llvm::dyn_cast<BinaryOperator>(number))
      return op->isAdditiveOp() || op->getOpcode() == BO_Mul || op->getOpcode() == BO_Div
                 ? either({op->getLHS(), op->getRHS()})
                 : std::nullopt;
    if (const auto *choice = llvm::dyn_cast<ConditionalOperator>(number)) {
      const auto *bound = llvm::dyn_cast<BinaryOperator>(choice->getCond()->IgnoreParenImpCasts());
      return bound && bound->isRelationalOp() && isPlainIndex(bound)
                 ? madeOf(choice->getTrueExpr(), depth + 1)
                 : std::nullopt;
    }
    if (const auto *made = llvm::dyn_cast<clang::CXXConstructExpr>(number))
      return made->getNumArgs() == 1 && made->getConstructor()->isCopyOrMoveConstructor()
                 ? madeOf(made->getArg(0), depth + 1)
                 : std::nullopt;
    if (const auto *call = llvm::dyn_cast<CallExpr>(number)) {
      if (const Expr *own = handedOn(*call))
        return either({own});
      const FunctionDecl *callee = call->getDirectCallee();
      const bool isVector = // make_float2(x, y)
          isRecord && callee && llvm::StringRef(plainName(callee)).starts_with("make_");
      if (!callee || (!isVector && !isPlainMath(plainName(callee)) && !HandsOn::is(*callee)))
        return std::nullopt;
      isElement = false;
      for (const Expr *argument : call->arguments())
        if (auto address = madeOf(argument, depth + 1))
          return address;
      return std::nullopt;
    }
    const auto *reference = llvm::dyn_cast<DeclRefExpr>(number);
    const auto *variable = reference ? llvm::dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
    if (!variable || !variable->hasLocalStorage() || !asked.insert(variable).second)
      return std::nullopt;
    if (const auto *parameter = llvm::dyn_cast<ParmVarDecl>(variable)) {
      const auto *call = llvm::dyn_cast_or_null<CallExpr>(frames_.back().site);
      const unsigned place = parameter->getFunctionScopeIndex();
      if (!call || llvm::isa<clang::CXXOperatorCallExpr>(call) || frames_.size() < 2 ||
          place >= call->getNumArgs() ||
          frames_.back().function->getParamDecl(place) != parameter ||
          !assignments_.isNever(*parameter))
        return std::nullopt;
      Frame inner = std::move(frames_.back());
      frames_.pop_back();
      auto address = madeOf(call->getArg(place), depth + 1);
      frames_.push_back(std::move(inner));
      return address;
    }
    if (variable->hasInit())
      if (auto address = madeOf(variable->getInit(), depth + 1))
        return address;
    isElement = false;
    const Assignments::Sources sources = assignments_.sourcesOf(*variable);
    if (sources.isOpen)
      return std::nullopt;
    for (const Expr *assigned : sources.values)
      if (auto address = madeOf(assigned, depth + 1))
        return address;
    return std::nullopt;
  };
  auto address = madeOf(origin, 0);
  if (!address || address->unknown)
    return std::nullopt;
  // What warps may hold alike is of no use, and of what lanes have in common one of them will do.
  const std::uint8_t same = algebra_.sameAcross(value);
  if (isElement || same == 0)
    return address;
  return algebra_.permute(*address,
                          [&](unsigned lane) { return static_cast<int>(lane & ~unsigned{same}); });
}

bool Interpreter::storeOtherData(const SharedUse &a, unsigned threadOfA, const SharedUse &b,
                                 unsigned threadOfB) const {
  if (a.decidedBy || b.decidedBy || !a.bounds.key.empty() || !b.bounds.key.empty())
    return false;
  // In these threads it may be something else.
  const auto isLoaded = [](const SharedUse &use, unsigned thread) {
    return use.loadedFrom && use.value &&
           !(use.value->unknown && !use.value->unknown->test(thread));
  };
  if (isLoaded(a, threadOfA) && isLoaded(b, threadOfB)) {
    const Location first = locate(*a.loadedFrom), second = locate(*b.loadedFrom);
    const auto isOfHost = [&](const Location &place) {
      const auto *parameter =
          llvm::dyn_cast_or_null<ParmVarDecl>(objects_[place.object].declaration);
      return parameter && parameter->getDeclContext() == run_.kernel;
    };
    return first.known && second.known && first.object != second.object
               ? isOfHost(first) && isOfHost(second)
               : surelyDifferent(
                     difference(algebra_, *a.loadedFrom, threadOfA, *b.loadedFrom, threadOfB));
  }
  const auto isNumber = [](const SharedUse &use) {
    const auto *origin = use.value ? static_cast<const Expr *>(use.value->origin) : nullptr;
    return origin && llvm::isa<IntegerLiteral, FloatingLiteral>(origin->IgnoreParenImpCasts());
  };
  // `if (y < height) tile[i] = in[y * n + x]; else tile[i] = 0;`, in two places: where the one
  // stores what is loaded, the other one may, too.
  if (a.isChosen && b.isChosen)
    return false;
  return (isLoaded(a, threadOfA) && isNumber(b)) || (isLoaded(b, threadOfB) && isNumber(a));
}

// Threads that write different values to one place with one instruction.
void Interpreter::findClash(const SharedUse &use) {
  if (!use.bounds.key.empty()) // it may let one of them through
    return;
  if (algebra_.isUniform(*use.value, use.lanes)) // warps that hold one number each may differ
    return;
  std::unordered_map<std::int64_t, unsigned> writers;
  std::optional<RacePair> pair;
  use.lanes.forEach([&](unsigned lane) {
    auto [it, isFirst] = writers.emplace(use.offset.base.at(lane), lane);
    if (isFirst || pair ||
        (!surelyDifferent(storedDifference(algebra_, *use.value, it->second, *use.value, lane)) &&
         !storeOtherData(use, it->second, use, lane)))
      return;
    pair = RacePair{{0, static_cast<std::uint16_t>(it->second)}, lane, false, "write-after-write"};
  });
  if (pair && !use.isVolatile)
    recordRace(use, use, *pair, false);
}

/// What is taken for granted of an offset, launches apart.
std::vector<AssumptionId> Interpreter::restsOn(const Value &offset) const {
  std::vector<AssumptionId> all = offset.assumptions;
  std::erase(all, fromLaunch_);
  return all;
}

/// Is the earlier one, of the two in the body of a loop that is run iteration by iteration, of
/// another iteration? What stands behind has come before, or a statement meets its own store.
static bool isOfEarlierIteration(const SourceManager &sources, const clang::Stmt *loop,
                                 const SharedUse &first, const SharedUse &second) {
  const auto isIn = [&](const clang::Stmt *whole, const SharedUse &use) {
    return whole && sources.isPointWithin(sources.getFileLoc(use.within.getBegin()),
                                          sources.getFileLoc(whole->getBeginLoc()),
                                          sources.getFileLoc(whole->getEndLoc()));
  };
  const auto *counted = llvm::dyn_cast_or_null<clang::ForStmt>(loop);
  if (!llvm::is_contained(first.loops, loop) || !llvm::is_contained(second.loops, loop) ||
      (counted && isIn(counted->getInc(), second)))
    return false;
  const SourceLocation ofFirst = sources.getFileLoc(first.within.getBegin());
  const SourceLocation ofSecond = sources.getFileLoc(second.within.getBegin());
  return ofFirst == ofSecond ? first.within == second.within && first.writes()
                             : sources.isBeforeInTranslationUnit(ofSecond, ofFirst);
}

void Interpreter::recordRace(const SharedUse &first, const SharedUse &second, const RacePair &pair,
                             bool loopCarried) {
  // Where each of them lies rests on a number of its own, such as where a queue begins: these may
  // keep them apart. `i % 7` of a place in the grid is followed in a block in which that is the
  // thread's, as in the first one.
  const auto restsOnNumbers = [&](const Value &offset) {
    std::vector<AssumptionId> numbers = restsOn(offset);
    std::erase_if(numbers, [&](AssumptionId id) {
      return llvm::StringRef(algebra_.assumptionText(id)).starts_with("as where `");
    });
    return numbers;
  };
  if (restsOnNumbers(first.offset) != restsOnNumbers(second.offset))
    return;
  const bool copy = first.kind == SharedUse::Kind::Copy || second.kind == SharedUse::Kind::Copy;
  if (pair.first.use && !copy && areInStep(pair.first.thread, pair.second))
    return;
  // Lanes of one warp, with plain accesses: what lock step used to order.
  const bool implicit = pair.sameWarp && !copy;
  SiteRecord &record =
      recorder_.at(implicit ? SiteKind::WarpCall : SiteKind::Race, second.range, second.op);
  // A barrier of the warp before the statement cures it, if its lanes all come there and the
  // statement has no business of its own to order.
  if (loopCarried || first.within == second.within || !wholeWarpsArrive())
    record.atLeast("no_fix", 1);
  if (record.evidence.count("hazard"))
    return;
  const SourceManager &sources = context_.getSourceManager();
  record.within = second.within;
  record.loops.assign(second.loops.begin(), second.loops.end());
  record.loopsBefore.assign(first.loops.begin(), first.loops.end());
  record.evidence["array"] = objects_[second.object].name;
  record.evidence["first_line"] =
      static_cast<std::int64_t>(sources.getSpellingLineNumber(first.range.getBegin()));
  record.evidence["first_op"] = std::string(first.op);
  const SourceLocation at = sources.getSpellingLoc(first.range.getBegin());
  const bool sameFile =
      sources.getFileID(at) == sources.getFileID(sources.getSpellingLoc(second.range.getBegin()));
  record.evidence["first_place"] =
      (sameFile ? std::string("line ")
                : llvm::sys::path::filename(sources.getFilename(at)).str() + ":") +
      std::to_string(sources.getSpellingLineNumber(at));
  if (!loopCarried && pair.first.use && llvm::any_of(passes_, [&](const LoopPass &pass) {
        return pass.number > 1 && isOfEarlierIteration(sources, pass.statement, first, second);
      }))
    record.evidence["first_place"] =
        std::get<std::string>(record.evidence["first_place"]) + " of an earlier iteration";
  record.evidence["first_thread"] = static_cast<std::int64_t>(pair.first.thread);
  record.evidence["second_thread"] = static_cast<std::int64_t>(pair.second);
  record.evidence["hazard"] = std::string(pair.hazard);
  record.evidence["loop_carried"] = loopCarried;
  if (implicit) {
    record.evidence["synchronised"] = false;
  } else {
    record.evidence["cause"] = std::string(copy ? "copy" : first.writes() ? "write" : "read");
    record.evidence["same_warp"] = pair.sameWarp;
  }
  noteAssumptions(record, second.offset);
  noteAssumptions(record, first.offset);
  if (loopCarried && stepsByGrid_ && run_.gridCovers)
    record.evidence["grid_covers"] = true;
  if (loopCarried && stepsByGrid_)
    record.assumptions.insert("the grid is so small that a block goes through the loop twice");
  for (const auto &[use, thread] :
       {std::pair(&first, unsigned{pair.first.thread}), std::pair(&second, pair.second)})
    if (!use->decidedBy && use->decidedAt)
      record.assumptions.insert("a launch goes the way on which no barrier lies between");
    else if (use->decidedBy)
      record.assumptions.insert("`" + text(use->decidedBy->getSourceRange()) +
                                "` holds in thread " + std::to_string(thread));
  if (first.bounds == second.bounds)
    for (const Expr *bound : second.bounds.written)
      record.assumptions.insert("`" + text(bound->getSourceRange()) + "` keeps neither thread " +
                                std::to_string(pair.first.thread) + " nor thread " +
                                std::to_string(pair.second) + " away");
  else
    for (const auto &[use, thread] :
         {std::pair(&first, unsigned{pair.first.thread}), std::pair(&second, pair.second)})
      for (const Expr *bound : use->bounds.written)
        record.assumptions.insert("`" + text(bound->getSourceRange()) + "` does not keep thread " +
                                  std::to_string(thread) + " away");
  for (const auto &[use, thread] :
       {std::pair(&first, unsigned{pair.first.thread}), std::pair(&second, pair.second)})
    if (use->anywhere)
      record.assumptions.insert(use->isSlot ? "the counter gives thread " + std::to_string(thread) +
                                                  " the element that the other one uses"
                                            : "data lead thread " + std::to_string(thread) +
                                                  " to the element that the other one uses");
  if (first.writes() && second.writes() && !second.reads() &&
      (storesToSharedPieces(first, second) ||
       storeOtherData(first, pair.first.thread, second, pair.second)))
    record.assumptions.insert("the two stores write different values");
  if (first.range != second.range)
    record.notes.emplace_back(first.range, std::string("the earlier access: ") + first.op +
                                               " of `" + text(first.range) + "` by thread " +
                                               std::to_string(pair.first.thread) +
                                               (loopCarried ? ", one iteration before" : ""));
}

//===----------------------------------------------------------------------===//
// Warps that nothing synchronises
//===----------------------------------------------------------------------===//

bool Interpreter::wholeWarpsArrive() const {
  auto together = [](const Condition &condition) {
    return condition.exact || condition.cause == Cause::None || condition.wholeWarps;
  };
  if (aside_ || !std::all_of(conditions_.begin(), conditions_.end(), together) ||
      !std::all_of(absences_.begin(), absences_.end(), together))
    return false;
  for (unsigned warp = 0; warp < algebra_.warps(); ++warp)
    if (std::uint32_t here = active_.warp(warp); here && here != algebra_.all().warp(warp))
      return false;
  return true;
}

// Intrinsics from before sm_70, which name no lanes: whoever happens to be there takes part.
void Interpreter::noteOldWarpCall(llvm::StringRef name, const CallExpr *call) {
  bool old = llvm::StringSwitch<bool>(name)
                 .Cases("__shfl", "__shfl_up", "__shfl_down", "__shfl_xor", true)
                 .Cases("__any", "__all", "__ballot", true)
                 .Default(false);
  if (!old || (run_.isProjectFile && !run_.isProjectFile(call->getExprLoc())) ||
      isForHip(context_.getSourceManager(), call->getExprLoc()))
    return;
  SiteRecord &record = recorder_.at(SiteKind::WarpCall, call->getSourceRange(), name.str());
  record.statement = call;
  record.within = withinStatement();
  record.evidence["synchronised"] = false;
  if (!wholeWarpsArrive())
    record.atLeast("no_fix", 1);
}

/// `job = atomicAdd(next, 1)`, where `job` is in shared memory: who takes the next number for all
/// waits for nobody.
static bool handsOutNumber(const Stmt *statement, const ASTContext &context) {
  const auto *assignment = llvm::dyn_cast<BinaryOperator>(statement);
  if (!assignment || assignment->getOpcode() != BO_Assign)
    return false;
  const Expr *target = assignment->getLHS()->IgnoreParenImpCasts();
  while (const auto *element = llvm::dyn_cast<ArraySubscriptExpr>(target))
    target = element->getBase()->IgnoreParenImpCasts();
  const auto *reference = llvm::dyn_cast<DeclRefExpr>(target);
  const auto *call = llvm::dyn_cast<CallExpr>(assignment->getRHS()->IgnoreParenImpCasts());
  if (!reference || !reference->getDecl()->hasAttr<CUDASharedAttr>() || !call ||
      call->getNumArgs() != 2 || !call->getDirectCallee() ||
      !llvm::is_contained({"atomicAdd", "atomicSub", "atomicInc", "atomicDec"},
                          plainName(call->getDirectCallee())))
    return false;
  Expr::EvalResult by;
  return !call->getArg(1)->isValueDependent() && call->getArg(1)->EvaluateAsInt(by, context) &&
         by.Val.getInt() != 0;
}

// Does a loop go on until another thread has done something? Then it orders this one behind it.
bool Interpreter::awaitsOthers(const Loop &loop) {
  Expr::EvalResult value;
  const bool endless = !loop.condition ||
                       (!loop.condition->isValueDependent() &&
                        loop.condition->EvaluateAsInt(value, context_) && value.Val.getInt() != 0);
  std::function<bool(const Stmt *)> looks = [&](const Stmt *node) -> bool {
    if (!node)
      return false;
    if (const auto *expr = llvm::dyn_cast<Expr>(node);
        expr && expr->isGLValue() && expr->getType().isVolatileQualified())
      return true;
    if (llvm::isa<GCCAsmStmt>(node))
      return true;
    if (endless && handsOutNumber(node, context_))
      return false;
    if (const auto *call = llvm::dyn_cast<CallExpr>(node))
      if (const FunctionDecl *function = call->getDirectCallee()) {
        std::string name = plainName(function);
        if (llvm::StringRef(name).contains("atomic") || llvm::StringRef(name).contains("barrier") ||
            llvm::StringRef(name).contains("pipeline"))
          return true;
        // One step into helpers: `while (!ready(flag))`.
        const FunctionDecl *definition = nullptr;
        if (function->hasBody(definition) && definition && awaitDepth_ < 3) {
          llvm::SaveAndRestore deeper(awaitDepth_, awaitDepth_ + 1);
          if (looks(definition->getBody()))
            return true;
        }
      }
    return std::any_of(node->child_begin(), node->child_end(), looks);
  };
  if (auto known = awaits_.find(loop.statement); known != awaits_.end())
    return known->second;
  const bool awaits = looks(endless ? loop.statement : loop.condition);
  awaits_.emplace(loop.statement, awaits);
  return awaits;
}

namespace {

/// Looks for loops that read something volatile to see whether they go on, or what to do next, by
/// whatever way if the block does not meet in them; and for a look at it beside fences, which part
/// what is set before a flag from the flag.
class FlagSearch {
public:
  using Meets = llvm::function_ref<bool(const Stmt *)>;
  explicit FlagSearch(Meets meets) : meets_(meets) {}

  bool in(const Stmt *body) { return looks(body, /*isInLoop=*/false) || (asks_ && hasFence_); }

private:
  bool looks(const Stmt *node, bool isInLoop) {
    if (!node)
      return false;
    const bool isLoop = llvm::isa<ForStmt, WhileStmt, DoStmt, clang::CXXForRangeStmt>(node);
    if (isLoop && !meets_(node)) {
      std::set<const FunctionDecl *> entered;
      if (loadsVolatile(node, entered))
        return true;
    }
    isInLoop = isInLoop || isLoop;
    std::set<const FunctionDecl *> entered;
    if (loadsVolatile(conditionOf(node), entered)) {
      asks_ = true;
      if (isInLoop)
        return true;
    }
    if (const auto *call = llvm::dyn_cast<CallExpr>(node)) {
      const FunctionDecl *function = call->getDirectCallee(), *definition = nullptr;
      hasFence_ = hasFence_ ||
                  (function && llvm::StringRef(plainName(function)).starts_with("__threadfence"));
      if (function && function->hasBody(definition) && definition &&
          seen_.insert({definition, isInLoop}).second && looks(definition->getBody(), isInLoop))
        return true;
    }
    return llvm::any_of(node->children(),
                        [&](const Stmt *child) { return looks(child, isInLoop); });
  }

  static const Expr *conditionOf(const Stmt *node) {
    if (const auto *branch = llvm::dyn_cast<IfStmt>(node))
      return branch->getCond();
    if (const auto *choice = llvm::dyn_cast<SwitchStmt>(node))
      return choice->getCond();
    if (const auto *choice = llvm::dyn_cast<ConditionalOperator>(node))
      return choice->getCond();
    if (const auto *loop = llvm::dyn_cast<ForStmt>(node))
      return loop->getCond();
    if (const auto *loop = llvm::dyn_cast<WhileStmt>(node))
      return loop->getCond();
    if (const auto *loop = llvm::dyn_cast<DoStmt>(node))
      return loop->getCond();
    return nullptr;
  }

  /// Itself, or a function or lambda that it calls.
  static bool loadsVolatile(const Stmt *node, std::set<const FunctionDecl *> &entered) {
    if (!node)
      return false;
    if (const auto *load = llvm::dyn_cast<ImplicitCastExpr>(node);
        load && load->getCastKind() == CK_LValueToRValue &&
        load->getSubExpr()->getType().isVolatileQualified())
      return true;
    if (const auto *call = llvm::dyn_cast<CallExpr>(node)) {
      const FunctionDecl *function = call->getDirectCallee(), *definition = nullptr;
      if (function && function->hasBody(definition) && definition &&
          entered.insert(definition).second && loadsVolatile(definition->getBody(), entered))
        return true;
    }
    return llvm::any_of(node->children(),
                        [&](const Stmt *child) { return loadsVolatile(child, entered); });
  }

  Meets meets_;
  std::set<std::pair<const FunctionDecl *, bool>> seen_;
  bool asks_ = false, hasFence_ = false;
};

} // namespace

bool Interpreter::watchesFlags() {
  if (!watchesFlags_)
    watchesFlags_ = FlagSearch([this](const Stmt *loop) {
                      return mayWaitForWarps(loop);
                    }).in(run_.kernel->getBody());
  return *watchesFlags_;
}

// Those that are here wait for others in a way that is not followed. Who is surely not here waits
// for nobody, but for the lanes of its warp.
void Interpreter::orderWaiting() {
  LaneMask waiting;
  active_.forEach([&](unsigned lane) {
    for (unsigned i = lane - lane % warpSize; i < (lane / warpSize + 1) * warpSize; ++i)
      waiting.set(i);
  });
  if (waiting.none() || waiting.contains(algebra_.all()) || !isCertain())
    return orderUnseen();
  touchUnknown();
  orderCluster();
  state_.races.apart |= waiting;
  // What comes from here on is not the first of an iteration: these are ordered behind the one
  // before.
  for (RaceLog::Head &head : state_.races.heads)
    head.open = false;
}

// Threads are ordered in a way that is not followed, from here to the next barrier.
void Interpreter::orderUnseen() {
  touchUnknown();
  orderBlock();
  orderCluster();
  state_.races.muted = true;
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

// The offset in the first iteration; nullopt where that is not known.
std::optional<Value> Interpreter::firstIteration(const Value &offset, SymbolId count,
                                                 std::size_t symbolsBefore) const {
  Value first = offset;
  first.terms.clear();
  for (const Term &term : offset.terms) {
    if (llvm::is_contained(term.monomial, count))
      continue; // times 0
    if (!llvm::all_of(term.monomial, [&](SymbolId id) { return isInvariant(id, symbolsBefore); }))
      return std::nullopt;
    first.terms.pushBack(term);
  }
  return first;
}

// What an iteration that stands for all did, the first one does where a number is known: that meets
// what came before the loop, and what comes after it meets that.
void Interpreter::noteFirstIteration(const RaceLog::Head &head, SymbolId count,
                                     std::size_t symbolsBefore) {
  // What comes before the first barrier of an iteration is behind none in the first one.
  std::optional<RaceLog> atEntry;
  if (head.before && !head.before->isLoose())
    atEntry = *head.before;
  for (const RaceLog::Head::Use &at : head.uses) {
    SharedUse use = uses_[at.use - 1];
    if (at.offset)
      use.offset = *at.offset;
    const auto offset = firstIteration(use.offset, count, symbolsBefore);
    if (!offset || use.isFlag || offset->terms.size() == use.offset.terms.size() ||
        (use.member && !use.member->isRow) ||
        (!use.bounds.key.empty() && use.kind != SharedUse::Kind::Read) ||
        use.kind == SharedUse::Kind::Copy)
      continue;
    use.offset = *offset;
    if (use.member) {
      const auto start = firstIteration(use.member->start, count, symbolsBefore);
      if (!start)
        continue;
      use.member->start = *start;
    }
    use.value.reset();
    if (at.use < state_.races.begin) { // a barrier has come since
      if (!atEntry || at.orderedInWarp || use.behind >= head.begin)
        continue;
      std::swap(state_.races, *atEntry);
      if (prepare(use)) {
        findRace(use, false);
        enter(use, at.use);
      }
      std::swap(state_.races, *atEntry);
      continue;
    }
    if (!prepare(use))
      continue;
    findRace(use, false);
    enter(use, at.use); // what has ordered the warps since has ordered this, too
    for (RaceLog::Head &outer : state_.races.heads)
      if (outer.open && outer.uses.size() < mostHeadUses)
        outer.uses.push_back(
            {at.use, outer.ordersGroups, std::make_shared<const Value>(use.offset)});
  }
}

// The same where each thread's own data say how often it goes round, for what some do twice, too.
void Interpreter::notePerhapsFirst(SymbolId count, std::size_t symbolsBefore) {
  if (state_.races.isLoose())
    return;
  const std::vector<UseId> perhaps = state_.races.perhaps;
  for (UseId id : perhaps) {
    SharedUse use = uses_[id - 1];
    // What all threads agree on may keep the first iteration from it.
    if (!use.decidedBy || use.decidedAt || use.anywhere || use.member || !use.agreed.empty())
      continue;
    const auto offset = firstIteration(use.offset, count, symbolsBefore);
    if (!offset || offset->terms.size() == use.offset.terms.size())
      continue;
    const auto next = nextIteration(use.offset, count, symbolsBefore);
    use.value.reset();
    if (next)
      if (const auto second = firstIteration(*next, count, symbolsBefore)) {
        SharedUse later = use;
        later.offset = *second;
        if (prepare(later))
          findRace(later, false);
      }
    use.offset = *offset;
    if (!prepare(use))
      continue;
    findRace(use, false);
    rememberPerhaps(std::move(use));
  }
}

void Interpreter::beginIteration(const clang::Stmt *loop, SymbolId count) {
  auto before = std::make_shared<RaceLog>(state_.races);
  before->heads.clear();
  RaceLog::Head &head = state_.races.heads.emplace_back();
  head.before = std::move(before);
  head.count = count;
  head.conditions = conditions_.size();
  head.begin = nextUse();
  head.mayMeet = mayWaitForWarps(loop);
}

// `if (k > 0)`: is it known that the first iteration of a loop does not come here?
bool Interpreter::leavesOutFirst(const Condition &condition, SymbolId count) {
  if (!condition.comparisons || !condition.expr)
    return false;
  // All that must be so: of `a && b` both, and where `a || b` is not, neither.
  const std::function<bool(const Expr *, bool)> isOut = [&](const Expr *part, bool holds) {
    part = part->IgnoreParenImpCasts();
    if (const auto *negated = llvm::dyn_cast<clang::UnaryOperator>(part);
        negated && negated->getOpcode() == clang::UO_LNot)
      return isOut(negated->getSubExpr(), !holds);
    const auto *op = llvm::dyn_cast<BinaryOperator>(part);
    if (op && op->getOpcode() == (holds ? clang::BO_LAnd : clang::BO_LOr))
      return isOut(op->getLHS(), holds) || isOut(op->getRHS(), holds);
    const auto known =
        llvm::find_if(*condition.comparisons, [&](const auto &one) { return one.first == part; });
    if (!op || known == condition.comparisons->end())
      return false;
    const auto first = firstIteration(*known->second, count, count);
    const auto difference = first ? first->constant() : std::nullopt;
    if (!difference || first->terms.size() == known->second->terms.size())
      return false;
    const auto is =
        compare(op->getOpcode(), Value(*difference), Value(0), context_.LongTy).constant();
    return is && (*is != 0) != holds;
  };
  return isOut(condition.expr, condition.holds);
}

/// Uses before this one are ordered before what comes here now: the first iteration, which does not
/// come here, meets at a barrier as the others do.
UseId Interpreter::behindFirstIteration() {
  UseId behind = 0;
  for (const RaceLog::Head &head : state_.races.heads)
    if (head.mayMeet && head.conditions < conditions_.size() &&
        std::any_of(
            conditions_.begin() + static_cast<std::ptrdiff_t>(head.conditions), conditions_.end(),
            [&](const Condition &condition) { return leavesOutFirst(condition, head.count); }))
      behind = std::max(behind, head.begin);
  return behind;
}

// The offset one iteration later; nullopt where that is not known.
std::optional<Value> Interpreter::nextIteration(const Value &offset, SymbolId count,
                                                std::size_t symbolsBefore) const {
  Value next = offset;
  next.terms.clear();
  for (const Term &term : offset.terms) {
    unsigned times = 0;
    Monomial rest;
    for (SymbolId id : term.monomial) {
      if (id == count) {
        ++times;
        continue;
      }
      if (!isInvariant(id, symbolsBefore))
        return std::nullopt;
      rest.push_back(id);
    }
    Value part;
    part.terms.pushBack(term);
    next = algebra_.add(next, part);
    if (times > 1)
      return std::nullopt;
    if (times == 1) {
      Value step;
      if (rest.empty())
        step.base = term.coefficient;
      else
        step.terms.pushBack({rest, term.coefficient});
      next = algebra_.add(next, step);
    }
  }
  return next;
}

void Interpreter::endIteration(SymbolId count, std::size_t symbolsBefore) {
  RaceLog &log = state_.races;
  if (log.heads.empty())
    return;
  const RaceLog::Head head = std::move(log.heads.back());
  log.heads.pop_back();
  if (active_.any() && decidingData())
    notePerhapsFirst(count, symbolsBefore);
  if (active_.none() || log.isLoose() || !decidingParameters())
    return;
  noteFirstIteration(head, count, symbolsBefore);
  for (const RaceLog::Head::Use &at : head.uses) {
    SharedUse use = uses_[at.use - 1];
    if (at.offset)
      use.offset = *at.offset;
    // One of two arrays, as this iteration has chosen: the next may choose the other.
    if (const Object &object = objects_[use.object];
        !object.declaration && !isInvariant(object.address, symbolsBefore))
      continue;
    auto offset = nextIteration(use.offset, count, symbolsBefore);
    if (!offset)
      continue;
    use.offset = std::move(*offset);
    if (use.member) {
      if (auto start = nextIteration(use.member->start, count, symbolsBefore))
        use.member->start = std::move(*start);
      else
        use.member.reset();
    }
    use.lanes &= active_;
    orderedInWarp_ = at.orderedInWarp;
    if (use.lanes.any())
      findRace(use, true);
    orderedInWarp_ = false;
  }
}

} // namespace warplint::simt
