//===- WarpCalls.cpp - intrinsics that the lanes of a warp call together ---===//
//
// Each `_sync` intrinsic takes a mask of the lanes that must make the same call with the same
// mask. Which lanes a mask names is known where it is a constant in each lane, where it is what
// __activemask() gave, and where it is the ballot over a condition that is known; any other mask
// is taken to be right.
//
//===----------------------------------------------------------------------===//

#include "lint/simt/Assignments.h"
#include "lint/simt/Interpreter.h"

#include <bit>
#include <set>

namespace warplint::simt {

using namespace clang;

namespace {

constexpr std::int64_t fullMask = 0xffffffff;

std::uint32_t bits(const Value &mask, unsigned lane) {
  return static_cast<std::uint32_t>(mask.base.at(lane) & fullMask);
}

} // namespace

LaneMask Interpreter::exited() const {
  LaneMask left;
  for (const Frame &frame : frames_)
    left |= frame.endsKernel ? frame.left | frame.returned : frame.left;
  for (const LoopFlow &loop : loops_)
    if (loop.endsKernel)
      left |= loop.broken;
  return left;
}

bool Interpreter::isBound(const Condition &condition) const {
  if (condition.cause == Cause::Guard)
    return true;
  return condition.wholeWarps && condition.difference && condition.difference->isKnown() &&
         llvm::none_of(condition.difference->terms, [&](const Term &term) {
           return llvm::any_of(term.monomial, [&](SymbolId id) {
             return algebra_.symbol(id).partition != nullptr;
           });
         });
}

LaneMask Interpreter::membersHere(unsigned size) const {
  LaneMask members;
  for (unsigned first = 0; first < algebra_.threads(); first += size) {
    LaneMask group;
    for (unsigned lane = first; lane < std::min(first + size, algebra_.threads()); ++lane)
      group.set(lane);
    if ((group & active_).any())
      members |= group;
  }
  return members;
}

/// Are they lanes of one warp whose numbers differ in these bits alone?
static bool areWithin(const LaneMask &lanes, std::uint8_t bits) {
  const unsigned first = lanes.first();
  bool all = bits != 0;
  lanes.forEach([&](unsigned lane) { all = all && ((lane ^ first) & ~unsigned{bits}) == 0; });
  return all;
}

bool Interpreter::agreeOn(const Condition &condition, const LaneMask &lanes) const {
  if (lanes.count() == 1) // with itself
    return true;
  const auto agree = [&](const std::shared_ptr<const Value> &difference, std::uint8_t across) {
    return (difference && algebra_.isUniform(*difference, lanes)) || areWithin(lanes, across);
  };
  // `n > 3 && (t & 1)`, the first the same for all: the second says who goes, if anybody does.
  if (condition.kind != Condition::Kind::Loop && condition.expr)
    if (const auto beside = decidedBeside_.find(condition.expr->IgnoreParenImpCasts());
        beside != decidedBeside_.end() &&
        (beside->second.yes.contains(lanes) || beside->second.no.contains(lanes)))
      return true;
  const bool once = agree(condition.difference, condition.sameAcross);
  if (condition.kind != Condition::Kind::Loop || !once)
    return once;
  return agree(condition.differenceLater, condition.sameAcrossLater);
}

bool Interpreter::groupsAgree(const Condition &condition, unsigned size) const {
  for (unsigned first = 0; first < algebra_.threads(); first += size) {
    LaneMask group;
    for (unsigned lane = first; lane < std::min(first + size, algebra_.threads()); ++lane)
      group.set(lane);
    if ((group & active_).any() && !agreeOn(condition, group))
      return false;
  }
  return true;
}

// `if (i < n / 32 * 32)` in a loop `i < n` of the lanes: they go the same way, and who has left the
// loop would not have come here.
bool Interpreter::isCoveredWithin(const Condition &condition, unsigned size) const {
  // What is below 0 where it holds.
  const auto below = [&](const Condition &one) -> std::optional<Value> {
    const auto *comparison =
        one.expr ? llvm::dyn_cast<BinaryOperator>(one.expr->IgnoreParenImpCasts()) : nullptr;
    if (!comparison || !comparison->isRelationalOp() || !one.comparisons || !one.holds)
      return std::nullopt;
    const auto compared =
        llvm::find_if(*one.comparisons, [&](const auto &each) { return each.first == comparison; });
    if (compared == one.comparisons->end() || !compared->second->isKnown())
      return std::nullopt;
    const bool isLess = comparison->getOpcode() == BO_LT || comparison->getOpcode() == BO_LE;
    const bool isStrict = comparison->getOpcode() == BO_LT || comparison->getOpcode() == BO_GT;
    const Value &difference = *compared->second;
    return algebra_.sub(isLess ? difference : algebra_.neg(difference), Value(isStrict ? 0 : 1));
  };
  if (condition.kind != Condition::Kind::Loop && condition.kind != Condition::Kind::Branch)
    return false;
  const std::optional<Value> outer = below(condition);
  // Who has left a loop would leave it now as well.
  const auto grows = [&](const Term &term) {
    bool never = false;
    active_.forEach([&](unsigned lane) { never = never || term.coefficient.at(lane) < 0; });
    return !never || llvm::none_of(term.monomial, [&](SymbolId id) {
      return algebra_.symbol(id).kind == SymbolKind::Iteration;
    });
  };
  if (!outer || !llvm::all_of(outer->terms, grows))
    return false;
  bool isWithin = false;
  for (const Condition &inner : conditions_) {
    if (isWithin && inner.kind == Condition::Kind::Branch &&
        (inner.wholeWarps || groupsAgree(inner, size)))
      if (const std::optional<Value> held = below(inner)) {
        const Value more = algebra_.sub(*outer, *held);
        bool isCovered = more.isKnown();
        active_.forEach([&](unsigned lane) {
          const auto most = isCovered ? algebra_.bounds(more, lane).upper : std::nullopt;
          isCovered = most && *most <= 0;
        });
        if (isCovered)
          return true;
      }
    isWithin = isWithin || &inner == &condition;
  }
  return false;
}

// `if (mask == 0xffffffff)`, where a call was made with that mask: as it is taken to be right, no
// lane was missing then. Gives the number of the last condition that was met before; 0: none.
std::uint64_t Interpreter::wholeWarpsUpTo() const {
  std::uint64_t last = 0;
  for (const Condition &condition : conditions_)
    if (condition.wholeAfter && condition.holds)
      last = std::max(last, *condition.wholeAfter);
  for (const auto &[symbol, holds] : state_.facts) {
    const auto &zero = algebra_.symbol(symbol).zero;
    if (holds != 1 || !zero || zero->terms.size() != 1 || !zero->base.isUniform())
      continue;
    const Term &term = zero->terms.front();
    const auto taken =
        term.monomial.size() == 1 ? masksTaken_.find(term.monomial.front()) : masksTaken_.end();
    if (taken == masksTaken_.end() || !term.coefficient.isUniform() ||
        std::abs(term.coefficient.uniform()) != 1)
      continue;
    const std::int64_t mask = -zero->base.uniform() * term.coefficient.uniform();
    if ((mask & fullMask) == fullMask)
      last = std::max(last, taken->second);
  }
  return last;
}

const Interpreter::NamedLanes *Interpreter::activeLanes(const Value &value, bool &isCount) const {
  if (!value.isKnown() || value.terms.size() != 1 || !value.base.isZero())
    return nullptr;
  const Term &term = value.terms.front();
  if (term.monomial.size() != 1 || !term.coefficient.isUniform() || term.coefficient.uniform() != 1)
    return nullptr;
  const SymbolId id = term.monomial.front();
  if (const auto mask = laneMasks_.find(id); mask != laneMasks_.end() && mask->second.fromActive) {
    isCount = false;
    return &mask->second;
  }
  const auto count = activeCounts_.find(id);
  isCount = true;
  return count == activeCounts_.end() ? nullptr : &count->second;
}

// `if (__activemask() == 0xffffffff)`, `if (__popc(__activemask()) == 32)`
void Interpreter::noteWholeWarps(const Value &isEqual, const Value &active, const Value &other) {
  bool isCount = false;
  const NamedLanes *named = activeLanes(active, isCount);
  const auto number = other.constant();
  if (!named || !number || isEqual.terms.size() != 1 ||
      isEqual.terms.front().monomial.size() != 1 ||
      (isCount ? *number != warpSize : (*number & fullMask) != fullMask))
    return;
  wholeWarpsAsked_[isEqual.terms.front().monomial.front()] = named->madeAfter;
}

std::optional<std::uint64_t> Interpreter::asksForWholeWarps(const Expr *condition,
                                                            const Value &value) const {
  if (wholeWarpsAsked_.empty())
    return std::nullopt;
  const auto *joined = llvm::dyn_cast<BinaryOperator>(condition->IgnoreParenImpCasts());
  if (joined && joined->getOpcode() == clang::BO_LAnd) {
    const auto last = joinedConditions_.find(joined->getRHS());
    return last == joinedConditions_.end() ? std::nullopt
                                           : asksForWholeWarps(joined->getRHS(), last->second);
  }
  const auto asked = value.terms.size() == 1 && value.terms.front().monomial.size() == 1
                         ? wholeWarpsAsked_.find(value.terms.front().monomial.front())
                         : wholeWarpsAsked_.end();
  return asked == wholeWarpsAsked_.end() ? std::nullopt : std::optional(asked->second);
}

std::optional<Value> Interpreter::decidedByActive(clang::BinaryOperatorKind kind,
                                                  const Value &active, const Value &other) const {
  bool isCount = false;
  const NamedLanes *named = activeLanes(active, isCount);
  const auto number = other.constant();
  const auto isOpen = [](const Condition &condition) {
    return condition.cause != Cause::None && !condition.exact;
  };
  if (!named || !number || openOperands_ > 0 || (!isCount && !BinaryOperator::isEqualityOp(kind)) ||
      llvm::any_of(conditions_, isOpen) || llvm::any_of(absences_, isOpen))
    return std::nullopt;
  return algebra_.lanes([&](unsigned lane) -> std::int64_t {
    const std::uint32_t here = named->lanes.warp(lane / warpSize);
    const std::int64_t held = isCount ? std::popcount(here) : std::int64_t{here};
    const std::int64_t wanted = isCount ? *number : *number & fullMask;
    switch (kind) {
    case clang::BO_EQ:
      return held == wanted;
    case clang::BO_NE:
      return held != wanted;
    case clang::BO_LT:
      return held < wanted;
    case clang::BO_GT:
      return held > wanted;
    case clang::BO_LE:
      return held <= wanted;
    default:
      return held >= wanted;
    }
  });
}

// Do all lanes of every warp that is here run this, as far as is known?
bool Interpreter::isDivergentHere() const {
  auto splits = [](const Condition &condition) {
    return condition.cause != Cause::None && !condition.wholeWarps;
  };
  if ((membersHere(warpSize) - active_).any())
    return true;
  for (const Condition &condition : conditions_)
    if (splits(condition) && condition.cause != Cause::Lane)
      return true;
  return std::any_of(absences_.begin(), absences_.end(), splits);
}

void Interpreter::rememberLanes(const Value &mask, const NamedLanes &lanes) {
  if (mask.terms.size() == 1 && mask.terms.front().monomial.size() == 1)
    laneMasks_[mask.terms.front().monomial.front()] = lanes;
}

std::optional<Interpreter::NamedLanes> Interpreter::namedLanes(const Value &mask) const {
  const LaneMask here = membersHere(warpSize);
  if (mask.isKnown() && mask.terms.size() == 1 && mask.base.isZero()) {
    const Term &term = mask.terms.front();
    if (term.monomial.size() != 1 || !term.coefficient.isUniform() ||
        term.coefficient.uniform() != 1)
      return std::nullopt;
    auto known = laneMasks_.find(term.monomial.front());
    if (known == laneMasks_.end())
      return std::nullopt;
    NamedLanes named = known->second;
    named.lanes &= here;
    return named;
  }
  if (!mask.isConcrete())
    return std::nullopt;
  NamedLanes named;
  bool full = true;
  active_.forEach([&](unsigned lane) {
    const std::uint32_t mine = bits(mask, lane);
    full = full && mine == fullMask;
    named.outside = named.outside || !((mine >> (lane % warpSize)) & 1);
  });
  if (full) {
    named.source = "full";
    named.lanes = here;
    return named;
  }
  active_.forEach([&](unsigned lane) {
    const std::uint32_t mine = bits(mask, lane);
    const unsigned first = lane / warpSize * warpSize;
    for (unsigned other = first; other < std::min(first + warpSize, algebra_.threads()); ++other)
      if ((mine >> (other % warpSize)) & 1) {
        named.lanes.set(other);
        named.disagree = named.disagree || (active_.test(other) && bits(mask, other) != mine);
      }
  });
  return named;
}

std::vector<std::pair<const Stmt *, unsigned>> Interpreter::turns() const {
  std::vector<std::pair<const Stmt *, unsigned>> turns;
  for (const Frame &frame : frames_)
    turns.emplace_back(frame.site, 0);
  for (const LoopPass &pass : passes_)
    turns.emplace_back(pass.statement, pass.number);
  return turns;
}

/// What a condition says without the `!` around it, and whether that must hold.
static std::pair<const Expr *, bool> withoutNegations(const Expr *condition, bool holds) {
  condition = condition->IgnoreParenImpCasts();
  while (const auto *op = llvm::dyn_cast<UnaryOperator>(condition)) {
    if (op->getOpcode() != UO_LNot)
      break;
    condition = op->getSubExpr()->IgnoreParenImpCasts();
    holds = !holds;
  }
  return {condition, holds};
}

/// Equal where two expressions are made of the same variables and numbers in the same way.
static llvm::FoldingSetNodeID profileOf(const Expr *expr, const ASTContext &context) {
  llvm::FoldingSetNodeID id;
  expr->Profile(id, context, /*Canonical=*/true);
  return id;
}

// The vote over data that has given the mask, in this iteration of the loops around: in a later
// one, or in another call, the same names stand for something else.
const Interpreter::Vote *Interpreter::voteOf(const Value &mask) const {
  if (!mask.isKnown() || mask.terms.size() != 1 || !mask.base.isZero() ||
      mask.terms.front().monomial.size() != 1 || !mask.terms.front().coefficient.isUniform() ||
      mask.terms.front().coefficient.uniform() != 1)
    return nullptr;
  const auto found = votes_.find(mask.terms.front().monomial.front());
  if (found == votes_.end() || found->second.depth != frames_.size())
    return nullptr;
  const auto now = turns();
  const auto &then = found->second.turns;
  return now.size() >= then.size() && std::equal(then.begin(), then.end(), now.begin())
             ? &found->second
             : nullptr;
}

// `m = __ballot_sync(full, p); __shfl_sync(m, …)`: those for which the vote has said no call as
// well. Where only some lanes go on, it must be by their numbers alone that they do: what else lies
// between may have to do with the vote, as `m >> lane & 1` has.
bool Interpreter::isMadeByWhoeverVoted(const Value &mask) const {
  const Vote *vote = voteOf(mask);
  if (!vote || !vote->byLane || active_.none() || !vote->voters.contains(active_) ||
      vote->turns.size() != turns().size() || vote->absences != absences_.size() ||
      conditions_.size() < vote->conditions ||
      (vote->conditions > 0 && conditions_[vote->conditions - 1].number != vote->number))
    return false;
  return std::all_of(conditions_.begin() + static_cast<std::ptrdiff_t>(vote->conditions),
                     conditions_.end(), [](const Condition &condition) {
                       return condition.kind == Condition::Kind::Branch &&
                              condition.cause == Cause::Lane && condition.exact;
                     });
}

// `m = __ballot_sync(full, p); if (!p) __shfl_sync(m, …)`: those that call are those for which the
// vote has said no.
bool Interpreter::isKeptOutOf(const Value &mask) const {
  const Vote *vote = voteOf(mask);
  if (!vote || !vote->isFixed)
    return false;
  const auto [voted, yes] = withoutNegations(vote->condition, true);
  return llvm::any_of(conditions_, [&, voted = voted, yes = yes](const Condition &condition) {
    if (condition.kind != Condition::Kind::Branch || condition.cause != Cause::Data ||
        !condition.expr || condition.depth != frames_.size())
      return false;
    const auto [asked, holds] = withoutNegations(condition.expr, condition.holds);
    return holds != yes && profileOf(asked, context_) == profileOf(voted, context_);
  });
}

static bool isNegatedSomewhere(const Stmt *part) {
  const auto *op = llvm::dyn_cast<UnaryOperator>(part);
  return (op && op->getOpcode() == UO_LNot) ||
         llvm::any_of(part->children(),
                      [](const Stmt *child) { return child && isNegatedSomewhere(child); });
}

// `if (i >= n) return;` leaves the first lanes of each warp, `if (i < n) return;` the last; where
// rows are shorter than a warp, each row has lanes that stay.
bool Interpreter::mayLeaveBefore(const Condition &condition, bool onlyFirstLaneCounts) const {
  const bool areThoseWhoLeft = condition.kind != Condition::Kind::Branch &&
                               condition.kind != Condition::Kind::Loop &&
                               condition.kind != Condition::Kind::Ternary;
  if (!condition.comparisons || !condition.expr || isNegatedSomewhere(condition.expr))
    return false; // by which of them is not known
  return llvm::any_of(*condition.comparisons, [&](const auto &comparison) {
    const auto *op = llvm::dyn_cast<BinaryOperator>(comparison.first);
    const Value &difference = *comparison.second;
    if (!op || !op->isRelationalOp() || difference.unknown)
      return false;
    const bool isLess = op->getOpcode() == BO_LT || op->getOpcode() == BO_LE;
    // Those leave first whose difference is small, or those whose difference is large.
    const bool smallOnesLeave = isLess == (condition.holds == areThoseWhoLeft);
    bool leavesBefore = false;
    for (unsigned thread = 0; thread + 1 < algebra_.threads(); ++thread) {
      if ((thread + 1) % warpSize == 0)
        continue;
      const unsigned before = onlyFirstLaneCounts ? thread / warpSize * warpSize : thread;
      const std::int64_t ofBefore = difference.base.at(before);
      const std::int64_t own = difference.base.at(thread + 1);
      leavesBefore = leavesBefore || (smallOnesLeave ? ofBefore < own : ofBefore > own);
    }
    return leavesBefore;
  });
}

void Interpreter::wholeWarpCall(const std::string &name, const Stmt *site) {
  warpCall(name, Value(fullMask), site);
  recorder_.at(SiteKind::WarpCall, site->getSourceRange(), name).evidence["mask_source"] =
      std::string("warp");
}

/// `sum += call`, `sum = sum + call`, `sum = max(sum, call)`
static bool addsTo(const Stmt *part, const CallExpr &call, const VarDecl &sum) {
  const auto isSum = [&](const Expr *expr) {
    const auto *reference = llvm::dyn_cast<DeclRefExpr>(expr->IgnoreParenImpCasts());
    return reference && reference->getDecl() == &sum;
  };
  const auto isCall = [&](const Expr *expr) { return expr->IgnoreParenImpCasts() == &call; };
  const auto *op = llvm::dyn_cast<BinaryOperator>(part);
  if (op && op->isAssignmentOp() && isSum(op->getLHS())) {
    if (op->isCompoundAssignmentOp())
      return isCall(op->getRHS());
    const Expr *made = op->getRHS()->IgnoreParenImpCasts();
    if (const auto *two = llvm::dyn_cast<BinaryOperator>(made))
      return (isSum(two->getLHS()) && isCall(two->getRHS())) ||
             (isCall(two->getLHS()) && isSum(two->getRHS()));
    const auto *outer = llvm::dyn_cast<CallExpr>(made);
    return outer && llvm::any_of(outer->arguments(), isSum) &&
           llvm::any_of(outer->arguments(), isCall);
  }
  return llvm::any_of(part->children(),
                      [&](const Stmt *child) { return child && addsTo(child, call, sum); });
}

// `for (d = 16; d > 0; d /= 2) sum += __shfl_down_sync(full, sum, d)` in a block of 40 threads: of
// its last warp, the first lane adds what lanes 16 and on would hold. Lanes after it may add what
// they like, as long as it does not come to be handed to the first.
void Interpreter::noteMissingLanes(SiteRecord &record, const CallExpr &call,
                                   const ShuffleSources &sources) {
  if (run_.isBlockAssumed || algebra_.threads() % warpSize == 0 || sources.width != warpSize ||
      (sources.how != "down" && sources.how != "xor") || !isCertain())
    return;
  const auto distance = sources.lane.constant();
  const auto *held = call.getNumArgs() > 2
                         ? llvm::dyn_cast<DeclRefExpr>(call.getArg(1)->IgnoreParenImpCasts())
                         : nullptr;
  const auto *sum = held ? llvm::dyn_cast<VarDecl>(held->getDecl()) : nullptr;
  const Stmt *body = frames_.back().function->getBody();
  if (!distance || !sum || !body || !addsTo(body, call, *sum))
    return;
  Missing &missing = missing_[sum];
  if (*distance >= missing.distance) // another sum
    missing.lanes = LaneMask();
  missing.distance = *distance;
  LaneMask lanes = missing.lanes;
  active_.forEach([&](unsigned thread) {
    const unsigned source = thread / warpSize * warpSize + sources.of(thread).value_or(0);
    if (source >= algebra_.threads() || missing.lanes.test(source))
      lanes.set(thread);
  });
  missing.lanes = lanes;
  if (lanes.test(algebra_.threads() / warpSize * warpSize)) {
    record.evidence["reads_missing"] = true;
    record.evidence["block_threads"] = std::int64_t{algebra_.threads()};
  }
}

bool Interpreter::isMadeOfVote(const Value &value, SymbolId vote) const {
  return llvm::any_of(value.terms,
                      [&](const Term &term) { return llvm::is_contained(term.monomial, vote); });
}

void Interpreter::noteAnswer(const Value &value) {
  // Only of a lane that the thread index tells: elected otherwise, it is one of those that voted.
  const auto elects = [](const Condition &condition) {
    return condition.cause != Cause::None && condition.cause != Cause::Lane &&
           !condition.wholeWarps;
  };
  if (votesOfSome_.empty() || !active_.isOnePerWarp() || llvm::any_of(conditions_, elects))
    return;
  for (const auto &[vote, call] : votesOfSome_)
    if (isMadeOfVote(value, vote))
      recorder_.at(SiteKind::WarpCall, call.first, call.second).evidence["answers_for_warp"] = true;
}

void Interpreter::warpCall(const std::string &name, const Value &maskIn, const Stmt *site,
                           const ShuffleSources *sources) {
  const SourceRange range = site->getSourceRange();
  const auto *call = llvm::dyn_cast<CallExpr>(site);
  fieldRuns_.order(range);
  const Value mask = resolve(maskIn);
  SiteRecord &record = recorder_.at(SiteKind::WarpCall, range, name);
  record.evidence["synchronised"] = true;
  const llvm::StringRef plain(name);
  // Of a lane that is chosen as one of the mask there is nothing to say; where data choose who
  // comes, lane 0 may not be there.
  Expr::EvalResult lane;
  const bool isByData = llvm::any_of(conditions_, [](const Condition &condition) {
    return condition.cause == Cause::Data && !condition.wholeWarps;
  });
  // The same where a few lanes come: nothing promises that they come together.
  const bool isByLane = llvm::any_of(conditions_, [](const Condition &condition) {
    return condition.cause == Cause::Lane && !condition.wholeWarps;
  });
  bool areSeveral = false;
  for (unsigned warp = 0; warp < algebra_.warps(); ++warp)
    areSeveral = areSeveral || std::popcount(active_.warp(warp)) > 1;
  const bool isOfFixedLane = plain == "__shfl_sync" && (isByData || (isByLane && areSeveral)) &&
                             call && call->getNumArgs() > 2 &&
                             !call->getArg(2)->isValueDependent() &&
                             call->getArg(2)->EvaluateAsInt(lane, context_);
  record.evidence["relative"] = isOfFixedLane || plain.starts_with("__shfl_up") ||
                                plain.starts_with("__shfl_down") ||
                                plain.starts_with("__shfl_xor") ||
                                (plain.starts_with("shfl.sync.") && !plain.ends_with(".idx"));
  record.evidence["votes"] =
      llvm::StringSwitch<bool>(plain)
          .Cases("__any_sync", "__all_sync", "__uni_sync", "__ballot_sync", true)
          .Cases("__match_any_sync", "__match_all_sync", true)
          .Cases("vote.sync", "match.any.sync", "match.all.sync", true)
          .Cases("any", "all", "ballot", "match_any", "match_all", true) // of a tile
          .Default(false);
  const std::optional<NamedLanes> named = namedLanes(mask);
  partedByLoop_ = false;
  if (!named && (isKeptOutOf(mask) || isMadeByWhoeverVoted(mask))) {
    record.evidence["mask_source"] = std::string("ballot");
    record.evidence["lanes_outside"] = true;
    return;
  }
  if (!named) {
    record.evidence.try_emplace("mask_source", std::string("unknown"));
    if (mask.isKnown() && mask.base.isZero() && mask.terms.size() == 1 &&
        mask.terms.front().monomial.size() == 1)
      masksTaken_[mask.terms.front().monomial.front()] = conditionsMet_;
    return;
  }
  record.evidence["mask_source"] = std::string(named->source);
  if (named->fromActive && (named->fromDivergent || named->isAfterLoop)) {
    record.evidence["mask_divergent"] = true;
    record.evidence["mask_after_loop"] = !named->fromDivergent;
  }
  if (sources && call && llvm::StringRef(named->source) == "full")
    noteMissingLanes(record, *call, *sources);
  if (named->outside)
    record.evidence["lanes_outside"] = true;
  if (named->disagree)
    record.evidence["masks_differ"] = true;
  noteAssumptions(record, mask);
  // Nobody who calls is one of those that the vote has named.
  if (llvm::StringRef(named->source) == "ballot" && named->lanes.any() && isCertain() &&
      (named->lanes & active_).none()) {
    record.evidence["lanes_outside"] = true;
    return;
  }

  // All read from the first lane of their group, which a bound on the thread index keeps longest.
  const bool readsFirst = [&] {
    Expr::EvalResult from;
    return name == "__shfl_sync" && call && call->getNumArgs() > 2 &&
           !call->getArg(2)->isValueDependent() && call->getArg(2)->EvaluateAsInt(from, context_) &&
           from.Val.getInt() == 0;
  }();
  const bool readsBefore = plain.starts_with("__shfl_up") || plain == "shfl.sync.up";
  auto report = [&](const char *where, Cause cause, bool allExited, const Condition *why) {
    const Expr *condition = why ? why->expr : nullptr;
    // Lanes that have left need not be named, and nobody reads from them: they are the last.
    if (allExited && (readsFirst || readsBefore) && cause == Cause::Guard &&
        !(why && mayLeaveBefore(*why, readsFirst)))
      return false;
    const std::int64_t weight = (allExited ? 1 : 2) * 4 + static_cast<std::int64_t>(cause);
    auto seen = record.maxima.find("weight");
    if (seen != record.maxima.end() && seen->second >= weight)
      return false;
    record.maxima["weight"] = weight;
    record.maxima["cause"] = static_cast<std::int64_t>(cause);
    record.evidence["where"] = std::string(where);
    record.evidence["absent_exited"] = allExited;
    record.evidence.erase("lanes_arriving");
    record.evidence.erase("lanes_expected");
    record.evidence.erase("rests_on_guard");
    record.evidence.erase("reads_absent");
    if (condition) {
      record.evidence["condition"] = text(condition);
      record.notes.clear();
      record.notes.emplace_back(condition->getSourceRange(),
                                "`" + text(condition) + "` differs between lanes of a warp here");
    }
    return true;
  };
  // Threads of one row that ask for their row go the same way.
  auto namedAgree = [&](const Condition &condition) {
    bool agree = true;
    std::set<std::pair<unsigned, std::uint32_t>> seen; // first lane of a warp, lanes named by one
    active_.forEach([&](unsigned thread) {
      const unsigned first = thread / warpSize * warpSize;
      const std::uint32_t own =
          mask.isConcrete() ? bits(mask, thread) : named->lanes.warp(thread / warpSize);
      if (!agree || !seen.emplace(first, own).second)
        return;
      LaneMask lanes;
      for (unsigned lane = 0; lane < warpSize && first + lane < algebra_.threads(); ++lane)
        if ((own >> lane) & 1)
          lanes.set(first + lane);
      agree = agreeOn(condition, lanes);
    });
    return agree;
  };
  // Lanes that have left may be named where nobody reads from them: each lane reads from one that
  // goes the same way, or from any of its group, all of which do.
  auto readsOwnPart = [&](const Condition &condition) {
    if (!sources)
      return false;
    const auto parts = condition.difference ? algebra_.partitionOf(*condition.difference)
                                            : std::optional<std::vector<std::uint16_t>>();
    const unsigned across = condition.kind == Condition::Kind::Loop
                                ? condition.sameAcross & condition.sameAcrossLater
                                : condition.sameAcross;
    bool own = parts || across != 0;
    active_.forEach([&](unsigned thread) {
      const unsigned warp = thread / warpSize * warpSize;
      const auto source = sources->of(thread);
      const unsigned begin = source ? warp + *source : thread / sources->width * sources->width;
      const unsigned end = source ? begin + 1 : begin + sources->width;
      own = own && end <= algebra_.threads();
      for (unsigned other = begin; own && other < end; ++other)
        own = (parts && (*parts)[other] == (*parts)[thread]) || ((other ^ thread) & ~across) == 0;
    });
    return own;
  };
  // The same of lanes that are known.
  auto readsFrom = [&](const LaneMask &lanes) {
    bool reads = !sources;
    active_.forEach([&](unsigned thread) {
      const unsigned warp = thread / warpSize * warpSize;
      const auto source = sources ? sources->of(thread) : std::nullopt;
      reads = reads || !source || warp + *source >= maxThreads || lanes.test(warp + *source);
    });
    return reads;
  };
  const std::uint64_t wholeUpTo = wholeWarpsUpTo();
  auto matters = [&](const Condition &condition) {
    return condition.cause != Cause::None && !condition.wholeWarps && !condition.traps() &&
           !(condition.wholeAfter && condition.holds) &&
           condition.number > std::max(named->madeAfter, wholeUpTo) && !namedAgree(condition) &&
           !isCoveredWithin(condition, warpSize);
  };
  auto whereOf = [](const Condition &condition) {
    return condition.kind == Condition::Kind::Loop ? "loop" : "condition";
  };

  const LaneMask lost = named->lanes - active_ - trapped_;
  LaneMask left = exited();
  const bool haveExited = left.contains(lost);
  for (const Condition &condition : conditions_)
    left |= condition.gone;
  const bool allExited = left.contains(lost);
  if (lost.any() && !(haveExited && !readsFrom(lost))) {
    bool firstStay =
        readsFirst && call && (call->getNumArgs() == 3 || isa<CXXDefaultArgExpr>(call->getArg(3)));
    for (unsigned warp = 0; warp < algebra_.warps(); ++warp)
      firstStay = firstStay && (active_.warp(warp) == 0 || !(lost.warp(warp) & 1));
    if (allExited && firstStay)
      return;
    // The innermost, and of those first that are known of each thread.
    const Condition *why = nullptr;
    for (const Condition &condition : conditions_)
      if (matters(condition) && (!why || !why->exact || condition.exact))
        why = &condition;
    const bool isNew = haveExited ? report("return", Cause::Lane, true, nullptr)
                                  : report(why ? whereOf(*why) : "condition",
                                           why ? why->cause : Cause::Lane, allExited, why);
    // Of all times that the same condition keeps some away, that with the fewest counts.
    const auto told = record.evidence.find("lanes_arriving");
    const auto condition = record.evidence.find("condition");
    const bool isAgain = !isNew && why && why->expr && told != record.evidence.end() &&
                         condition != record.evidence.end() &&
                         condition->second == EvidenceValue(text(why->expr));
    if (!isNew && !isAgain)
      return;
    if (isNew)
      record.evidence["reads_absent"] = readsFrom(lost);
    // Up to a bound that is not known: some lane is never there, and how many are is open.
    if (!haveExited && why && !why->exact && why->cause != Cause::Lane) {
      record.evidence["rests_on_guard"] = true;
      doubtedCalls_.emplace_back(range, name);
      return;
    }
    // Of the warp of which fewest arrive.
    std::optional<std::int64_t> fewest;
    if (isAgain)
      fewest = std::get<std::int64_t>(told->second);
    for (unsigned warp = 0; warp < algebra_.warps(); ++warp) {
      const std::int64_t arriving = std::popcount(named->lanes.warp(warp) & active_.warp(warp));
      if (!lost.warp(warp) || (fewest && *fewest <= arriving))
        continue;
      fewest = arriving;
      record.evidence["lanes_arriving"] = arriving;
      record.evidence["lanes_expected"] = std::int64_t{std::popcount(named->lanes.warp(warp))};
    }
    return;
  }
  // Where some block is whole, who is not in the mask calls all the same.
  const auto keepsNobodyInside = [&](const Condition &one) {
    return !matters(one) || (one.cause == Cause::Guard && one.byBlock);
  };
  if (named->outside && llvm::all_of(conditions_, keepsNobodyInside) &&
      llvm::all_of(absences_, keepsNobodyInside))
    return;
  const auto all = [&](auto holds) {
    return std::all_of(conditions_.begin(), conditions_.end(),
                       [&](const Condition &one) { return !matters(one) || holds(one); });
  };
  const bool leave = all([](const Condition &one) { return one.othersGone; });
  const bool leaveByBounds =
      leave && all([](const Condition &one) { return one.cause == Cause::Guard; });
  for (auto condition = conditions_.rbegin(); condition != conditions_.rend(); ++condition)
    if (matters(*condition) && condition->cause != Cause::Lane) {
      const bool readsOwn = leave && readsOwnPart(*condition);
      if (readsOwn && leaveByBounds)
        continue;
      if (report(whereOf(*condition), condition->cause, leave, &*condition)) {
        record.evidence["rests_on_guard"] = true;
        doubtedCalls_.emplace_back(range, name);
        if (readsOwn)
          record.evidence["reads_absent"] = false;
      }
      return;
    }
  const Condition *first = nullptr;
  const bool allExit = llvm::all_of(
      absences_, [&](const Condition &absence) { return !matters(absence) || absence.exits; });
  for (const Condition &absence : absences_)
    if (!first && matters(absence) && !(allExit && readsOwnPart(absence)))
      first = &absence;
  if (first && report("return", first->cause, allExit, first)) {
    record.evidence["rests_on_guard"] = true;
    doubtedCalls_.emplace_back(range, name);
  }
  if (!first && lost.none())
    for (unsigned warp = 0; warp < algebra_.warps(); ++warp)
      record.atLeast("arriving", std::popcount(named->lanes.warp(warp)));
}

/// Is it made of numbers and of variables that are never assigned to, as `v > n`?
static bool isMadeOfFixed(const Expr *expr, Assignments &assignments) {
  expr = expr->IgnoreParenImpCasts();
  if (const auto *op = llvm::dyn_cast<BinaryOperator>(expr))
    return !op->isAssignmentOp() && !op->isCommaOp() && isMadeOfFixed(op->getLHS(), assignments) &&
           isMadeOfFixed(op->getRHS(), assignments);
  if (const auto *op = llvm::dyn_cast<UnaryOperator>(expr))
    return (op->isArithmeticOp() || op->getOpcode() == UO_LNot) &&
           isMadeOfFixed(op->getSubExpr(), assignments);
  if (const auto *reference = llvm::dyn_cast<DeclRefExpr>(expr)) {
    const auto *variable = llvm::dyn_cast<VarDecl>(reference->getDecl());
    return variable && variable->hasLocalStorage() && variable->getType()->isArithmeticType() &&
           assignments.isNever(*variable);
  }
  return llvm::isa<IntegerLiteral, FloatingLiteral, CXXBoolLiteralExpr>(expr);
}

// Votes, matches and reductions. A mask that is made here is remembered.
std::optional<Value> Interpreter::warpIntrinsic(llvm::StringRef name, const CallExpr *call) {
  fieldRuns_.order(call->getSourceRange());
  std::vector<Value> arguments;
  for (const Expr *argument : call->arguments())
    arguments.push_back(isRecord(argument->getType()) ? Value() : resolve(eval(argument)));
  if (name.ends_with("_sync") && !arguments.empty())
    warpCall(name.str(), arguments.front(), call);
  if (name.ends_with("_sync"))
    orderGroups(warpSize); // of memory it is not guaranteed, but lanes do meet
  if (name.starts_with("__match_"))
    return algebra_.unknown(Cause::Data);
  const bool mayAgree = llvm::all_of(
      arguments, [&](const Value &argument) { return algebra_.warpsMayAgree(argument); });
  Value result = warpUniform(name.str().c_str(), mayAgree && name != "__activemask");
  if (name == "__any_sync" || name == "__all_sync") {
    // A predicate, to the hardware; so that it is the same as a `bool`.
    const SymbolId vote = result.terms.front().monomial.front();
    algebra_.symbol(vote).lower = 0;
    algebra_.symbol(vote).upper = 1;
    const SiteRecord &record = recorder_.at(SiteKind::WarpCall, call->getSourceRange(), name.str());
    if (boolAt(record.evidence, "mask_divergent"))
      votesOfSome_[vote] = {call->getSourceRange(), name.str()};
  }
  if (name == "__activemask") {
    NamedLanes lanes;
    lanes.lanes = active_;
    lanes.fromActive = true;
    lanes.fromDivergent = isDivergentHere();
    lanes.isAfterLoop = partedByLoop_;
    lanes.madeAfter = conditionsMet_;
    lanes.source = "activemask";
    rememberLanes(result, lanes);
  } else if (name == "__ballot_sync" && arguments.size() == 2) {
    const Split votes = split(algebra_.truth(arguments[1]));
    std::optional<NamedLanes> named = namedLanes(arguments[0]);
    if (named && votes.maybe.none() && named->lanes == (named->lanes & active_)) {
      named->lanes = votes.yes;
      named->source = "ballot";
      named->fromActive = false;
      named->madeAfter = conditionsMet_;
      rememberLanes(result, *named);
    } else if (votes.maybe.any() && result.terms.size() == 1 &&
               result.terms.front().monomial.size() == 1) {
      const Value &vote = arguments[1];
      // Who comes to the vote by data may all say yes to them.
      const auto isOfData = [](const Condition &condition) {
        return condition.searches || condition.cause == Cause::Data ||
               (condition.cause == Cause::Lane && !condition.exact);
      };
      const bool isByData =
          llvm::any_of(conditions_, isOfData) || llvm::any_of(absences_, isOfData);
      votes_[result.terms.front().monomial.front()] = {
          call->getArg(1),
          frames_.size(),
          turns(),
          isMadeOfFixed(call->getArg(1), assignments_),
          !isByData && vote.cause == Cause::Data && !algebra_.isWarpUniform(vote) &&
              algebra_.sameAcross({&vote}) != Algebra::acrossWarp,
          conditions_.size(),
          absences_.size(),
          conditions_.empty() ? 0 : conditions_.back().number,
          active_};
    }
  }
  return result;
}

} // namespace warplint::simt
