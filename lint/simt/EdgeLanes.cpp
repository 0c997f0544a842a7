//===- EdgeLanes.cpp - the lanes of a warp beside a bound -----------------===//
//
// What an interior block does not do is done where a warp lies across a bound, by few of its lanes:
// of those for which `col + 1 < n` does not hold and `col < n` does, there is one, wherever the
// bound may lie. The bound is one number for all threads, so that each place it may have is tried.
//
//===----------------------------------------------------------------------===//

#include "lint/simt/Edges.h"
#include "lint/simt/Interpreter.h"

#include <algorithm>
#include <bit>

namespace warplint::simt {

using namespace clang;

namespace {

constexpr unsigned mostBounds = 2;      ///< numbers that are not known and are tried together
constexpr std::size_t mostTries = 1024; ///< places of the bounds that are tried
constexpr unsigned mostEdges = 4;       ///< times that the lanes at one condition are looked for

/// Left minus right of a comparison in the lanes of a warp: a number of its own in each, and a
/// multiple, 1 or -1, of one that is not known and that all of them share.
struct Linear {
  std::optional<std::size_t> bound; ///< which of those; nullopt: nothing is known of it
  std::int64_t sign = 1;
  std::array<std::int64_t, warpSize> own{};

  std::int64_t at(unsigned lane, const std::vector<std::int64_t> &bounds) const {
    return own[lane] + sign * bounds[*bound];
  }
};

/// The same without what an iteration adds: never more, and never less than the difference.
struct Comparison {
  Linear least, most;
};

/// May it be true, and may it be false?
struct Truth {
  bool mayHold = true, mayFail = true;
};

const Expr *withoutCasts(const Expr *expr) { return expr->IgnoreParenImpCasts(); }

/// Both sides of `a && b`, `a || b`, and of the same written with `&` and `|`.
const BinaryOperator *connective(const Expr *expr) {
  const auto *op = llvm::dyn_cast<BinaryOperator>(withoutCasts(expr));
  if (!op)
    return nullptr;
  const bool ofBits = op->getOpcode() == BO_And || op->getOpcode() == BO_Or;
  const auto isTruth = [](const Expr *side) {
    return withoutCasts(side)->getType()->isBooleanType();
  };
  return op->isLogicalOp() || (ofBits && isTruth(op->getLHS()) && isTruth(op->getRHS())) ? op
                                                                                         : nullptr;
}

/// `const bool inside = i < n;`: what it is a name for.
const Expr *namedTruth(const Expr *expr) {
  const auto *reference = llvm::dyn_cast<DeclRefExpr>(withoutCasts(expr));
  const auto *variable = reference ? llvm::dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
  return variable && !llvm::isa<ParmVarDecl>(variable) && variable->hasInit() &&
                 variable->getType()->isBooleanType() && variable->getType().isConstQualified()
             ? variable->getInit()
             : nullptr;
}

Truth evaluate(const Expr *expr, unsigned lane, const std::vector<std::int64_t> &bounds,
               const std::map<const Expr *, Comparison> &comparisons) {
  expr = withoutCasts(expr);
  auto of = [&](const Expr *part) { return evaluate(part, lane, bounds, comparisons); };
  if (const auto *op = connective(expr)) {
    const Truth a = of(op->getLHS()), b = of(op->getRHS());
    return op->getOpcode() == BO_LAnd || op->getOpcode() == BO_And
               ? Truth{a.mayHold && b.mayHold, a.mayFail || b.mayFail}
               : Truth{a.mayHold || b.mayHold, a.mayFail && b.mayFail};
  }
  if (const auto *op = llvm::dyn_cast<UnaryOperator>(expr); op && op->getOpcode() == UO_LNot) {
    const Truth a = of(op->getSubExpr());
    return {a.mayFail, a.mayHold};
  }
  if (const Expr *named = namedTruth(expr))
    return of(named);
  const auto known = comparisons.find(expr);
  if (known == comparisons.end())
    return {};
  const Linear &least = known->second.least, &most = known->second.most;
  const std::optional<std::int64_t> low =
      least.bound ? std::optional(least.at(lane, bounds)) : std::nullopt;
  const std::optional<std::int64_t> high =
      most.bound ? std::optional(most.at(lane, bounds)) : std::nullopt;
  const bool mayBeBelow = !low || *low < 0, mayBeAtMost = !low || *low <= 0;
  const bool mayBeAbove = !high || *high > 0, mayBeAtLeast = !high || *high >= 0;
  switch (llvm::cast<BinaryOperator>(expr)->getOpcode()) {
  case BO_LT:
    return {mayBeBelow, mayBeAtLeast};
  case BO_GE:
    return {mayBeAtLeast, mayBeBelow};
  case BO_GT:
    return {mayBeAbove, mayBeAtMost};
  case BO_LE:
    return {mayBeAtMost, mayBeAbove};
  case BO_EQ:
    return {mayBeAtMost && mayBeAtLeast, mayBeBelow || mayBeAbove};
  case BO_NE:
    return {mayBeBelow || mayBeAbove, mayBeAtMost && mayBeAtLeast};
  default:
    return {};
  }
}

/// A number that is not known, and the places that are tried for it: both sides of wherever the
/// comparison of some lane turns.
struct Bound {
  std::vector<std::pair<Monomial, std::int64_t>> terms;
  std::int64_t unit = 1; ///< it is a multiple of this
  std::vector<std::int64_t> places;

  void turnsAt(std::int64_t place) {
    std::int64_t below = place - place % unit;
    below -= below > place ? unit : 0;
    for (std::int64_t step = -1; step <= 2; ++step)
      places.push_back(below + step * unit);
  }
};

/// A condition on the way, and the side of it that leads here.
struct Gate {
  const Expr *expr;
  bool holds;
  std::map<const Expr *, Comparison> comparisons;
};

/// The conditions on the way of the lanes of one warp.
struct Edge {
  std::uint32_t here = 0;
  std::vector<Bound> bounds;
  std::vector<Gate> way;

  /// The lanes that come where the bounds are there.
  std::uint32_t through(const std::vector<std::int64_t> &places) const {
    std::uint32_t together = 0;
    for (unsigned lane = 0; lane < warpSize; ++lane)
      if ((here >> lane & 1) && llvm::all_of(way, [&](const Gate &gate) {
            const Truth truth = evaluate(gate.expr, lane, places, gate.comparisons);
            return gate.holds ? truth.mayHold : truth.mayFail;
          }))
        together |= std::uint32_t{1} << lane;
    return together;
  }

  /// The most lanes that come together.
  std::uint32_t most() {
    std::size_t tries = 1;
    for (Bound &bound : bounds) {
      std::sort(bound.places.begin(), bound.places.end());
      bound.places.erase(std::unique(bound.places.begin(), bound.places.end()), bound.places.end());
      tries *= bound.places.size();
    }
    if (bounds.empty() || tries > mostTries)
      return here;
    std::uint32_t best = 0;
    std::vector<std::int64_t> places(bounds.size());
    auto attempt = [&](std::size_t number, bool atEnds) {
      for (std::size_t i = 0; i < bounds.size(); ++i) {
        const std::size_t count = bounds[i].places.size(), radix = atEnds ? 2 : count;
        const std::size_t digit = number % radix;
        places[i] = bounds[i].places[atEnds && digit ? count - 1 : digit];
        number /= radix;
      }
      const std::uint32_t together = through(places);
      if (std::popcount(together) > std::popcount(best))
        best = together;
      return best == here;
    };
    // Far away it mostly lets all of them through.
    for (std::size_t number = 0; number < std::size_t{1} << bounds.size(); ++number)
      if (attempt(number, true))
        return here;
    for (std::size_t number = 0; number < tries; ++number)
      if (attempt(number, false))
        return here;
    // Where the conditions leave nobody, whoever comes is alone.
    return best ? best : here & (~here + 1);
  }

  /// Is it that of another warp, with each bound moved?
  bool isLike(const Edge &other) const {
    if (here != other.here || bounds.size() != other.bounds.size() ||
        way.size() != other.way.size())
      return false;
    std::vector<std::optional<std::int64_t>> moved(bounds.size());
    auto isLinear = [&](const Linear &a, const Linear &b) {
      if (a.bound != b.bound || a.sign != b.sign)
        return false;
      for (unsigned lane = 0; a.bound && lane < warpSize; ++lane)
        if (here >> lane & 1) {
          const std::int64_t by = a.sign * (b.own[lane] - a.own[lane]);
          std::optional<std::int64_t> &known = moved[*a.bound];
          if (by % bounds[*a.bound].unit != 0 || known.value_or(by) != by)
            return false;
          known = by;
        }
      return true;
    };
    for (std::size_t i = 0; i < bounds.size(); ++i)
      if (bounds[i].terms != other.bounds[i].terms || bounds[i].unit != other.bounds[i].unit)
        return false;
    for (std::size_t i = 0; i < way.size(); ++i)
      for (const auto &[expr, mine] : way[i].comparisons) {
        const auto theirs = other.way[i].comparisons.find(expr);
        if (theirs == other.way[i].comparisons.end() ||
            !isLinear(mine.least, theirs->second.least) ||
            !isLinear(mine.most, theirs->second.most))
          return false;
      }
    return true;
  }
};

/// Which of a difference's terms count.
enum class Terms {
  All,
  WithoutAdded, ///< by iterations: it is never less than the rest
  WithoutTaken, ///< by iterations: it is never more
};

using Shared = std::vector<std::pair<Monomial, std::int64_t>>;

/// The part of a difference that is not known, as the lanes of a warp share it; nullopt where they
/// do not, or where it is known.
std::optional<Shared> sharedIn(const Algebra &algebra, const Value &difference, unsigned warp,
                               std::uint32_t here, Terms which) {
  Shared terms;
  const unsigned first = warp * warpSize;
  for (const Term &term : difference.terms) {
    const std::int64_t coefficient =
        term.coefficient.at(first + static_cast<unsigned>(std::countr_zero(here)));
    bool isShared = true, isIteration = false, isPositive = true;
    for (unsigned lane = 0; lane < warpSize; ++lane)
      if (here >> lane & 1)
        isShared = isShared && term.coefficient.at(first + lane) == coefficient;
    for (SymbolId id : term.monomial) {
      const Symbol &symbol = algebra.symbol(id);
      isShared = isShared && !symbol.partition;
      isIteration = isIteration || symbol.kind == SymbolKind::Iteration;
      isPositive = isPositive && symbol.lower.value_or(-1) >= 0;
    }
    if (!isShared)
      return std::nullopt;
    const bool isLeftOut = isIteration && isPositive && which != Terms::All &&
                           (coefficient > 0) == (which == Terms::WithoutAdded);
    if (coefficient != 0 && !isLeftOut)
      terms.emplace_back(term.monomial, coefficient);
  }
  return terms.empty() ? std::nullopt : std::optional(std::move(terms));
}

/// The same whatever is taken from what.
Shared withoutSign(Shared terms) {
  if (terms.front().second < 0)
    for (auto &[monomial, coefficient] : terms)
      coefficient = -coefficient;
  return terms;
}

/// The difference in each lane of a warp.
Linear linearOf(const Algebra &algebra, const Value &difference, unsigned warp, Shared terms,
                Edge &edge) {
  Linear result;
  result.sign = terms.front().second < 0 ? -1 : 1;
  terms = withoutSign(std::move(terms));
  std::size_t which = 0;
  while (which < edge.bounds.size() && edge.bounds[which].terms != terms)
    ++which;
  if (which == edge.bounds.size()) {
    if (edge.bounds.size() == mostBounds)
      return result;
    std::int64_t unit = 0;
    for (const auto &[monomial, coefficient] : terms)
      unit = commonDivisor(unit, coefficient * algebra.divisor(monomial));
    edge.bounds.push_back({std::move(terms), std::max<std::int64_t>(unit, 1), {}});
  }
  result.bound = which;
  for (unsigned lane = 0; lane < warpSize; ++lane)
    if (edge.here >> lane & 1) {
      result.own[lane] = difference.base.at(warp * warpSize + lane);
      edge.bounds[which].turnsAt(-result.sign * result.own[lane]);
    }
  return result;
}

/// What the comparisons on the way say of the lanes of a warp. One that is alone with its bound
/// says nothing: the bound may be anywhere. Without what iterations add to it or take from it, it
/// may not be alone.
void compareIn(const Algebra &algebra, unsigned warp, Edge &edge,
               const std::vector<std::vector<std::pair<const Expr *, const Value *>>> &way) {
  std::map<Shared, unsigned> uses;
  auto sharedOf = [&](const Value &difference, Terms which) {
    return sharedIn(algebra, difference, warp, edge.here, which);
  };
  for (const auto &gate : way)
    for (const auto &[expr, difference] : gate)
      if (auto terms = sharedOf(*difference, Terms::All))
        ++uses[withoutSign(std::move(*terms))];
  const std::map<Shared, unsigned> whole = uses;
  // What another comparison is of, and iterations beside it. Of a loop around both the iteration is
  // the same in both.
  auto restOf = [&](const Value &difference, Terms which) {
    std::optional<Shared> most;
    const auto all = sharedOf(difference, Terms::All), fixed = sharedOf(difference, which);
    const auto has = [](const Shared &terms, const std::pair<Monomial, std::int64_t> &term) {
      return llvm::is_contained(terms, term);
    };
    for (const auto &[other, times] : whole)
      for (const std::int64_t sign : {1, -1}) {
        Shared rest = other;
        for (auto &[monomial, coefficient] : rest)
          coefficient *= sign;
        if (all && rest.size() < all->size() && (!most || most->size() < rest.size()) &&
            llvm::all_of(rest, [&](const auto &term) { return has(*all, term); }) &&
            llvm::all_of(fixed.value_or(Shared()),
                         [&](const auto &term) { return has(rest, term); }))
          most = std::move(rest);
      }
    return most;
  };
  for (const auto &gate : way)
    for (const auto &[expr, difference] : gate)
      for (const Terms which : {Terms::WithoutAdded, Terms::WithoutTaken})
        if (sharedOf(*difference, Terms::All))
          if (auto rest = restOf(*difference, which))
            ++uses[withoutSign(std::move(*rest))];
  for (std::size_t i = 0; i < way.size(); ++i)
    for (const auto &[expr, difference] : way[i]) {
      auto all = sharedOf(*difference, Terms::All);
      if (!all)
        continue;
      Comparison &comparison = edge.way[i].comparisons[expr];
      if (uses.at(withoutSign(*all)) > 1 || llvm::cast<BinaryOperator>(expr)->isEqualityOp()) {
        comparison.least = linearOf(algebra, *difference, warp, std::move(*all), edge);
        comparison.most = comparison.least;
        continue;
      }
      for (const Terms which : {Terms::WithoutAdded, Terms::WithoutTaken})
        if (auto rest = restOf(*difference, which))
          (which == Terms::WithoutAdded ? comparison.least : comparison.most) =
              linearOf(algebra, *difference, warp, std::move(*rest), edge);
    }
}

} // namespace

/// Is it made of blockIdx, itself or by way of variables?
static bool namesBlock(const Stmt *part, unsigned depth = 0) {
  constexpr unsigned deepest = 4;
  if (!part || depth > deepest)
    return false;
  if (const auto *reference = llvm::dyn_cast<DeclRefExpr>(part))
    if (const auto *variable = llvm::dyn_cast<VarDecl>(reference->getDecl())) {
      if (!variable->hasLocalStorage())
        return variable->getName() == "blockIdx";
      return !llvm::isa<clang::ParmVarDecl>(variable) && namesBlock(variable->getInit(), depth + 1);
    }
  return llvm::any_of(part->children(),
                      [&](const Stmt *child) { return namesBlock(child, depth); });
}

bool Interpreter::isBoundOfLaunch(const BinaryOperator &comparison, const Value &left,
                                  const Value &right) const {
  if (!comparison.isRelationalOp())
    return false;
  const auto isPlace = [&](const Value &value, const Expr *expr) {
    return value.isConcrete() && !value.base.isUniform() &&
           !llvm::is_contained(value.assumptions, fromLaunch_) && namesBlock(expr);
  };
  const auto isOfLaunch = [&](const Value &value) {
    return value.constant() && llvm::is_contained(value.assumptions, fromLaunch_);
  };
  return (isPlace(left, comparison.getLHS()) && isOfLaunch(right)) ||
         (isPlace(right, comparison.getRHS()) && isOfLaunch(left));
}

// A comparison with a bound, for whoever is kept away by it.
void Interpreter::noteComparison(const BinaryOperator *op, const Value &left, const Value &right,
                                 const Value &result) {
  if (result.unknown ? result.cause == Cause::Guard : !result.terms.empty())
    comparisons_.insert_or_assign(op, std::make_shared<const Value>(algebra_.sub(left, right)));
  else
    comparisons_.erase(op);
}

void Interpreter::takeComparisons(const Expr *expr, Comparisons &taken) const {
  if (const auto *op = connective(expr)) {
    takeComparisons(op->getLHS(), taken);
    takeComparisons(op->getRHS(), taken);
    return;
  }
  expr = withoutCasts(expr);
  if (const auto *op = llvm::dyn_cast<UnaryOperator>(expr); op && op->getOpcode() == UO_LNot)
    takeComparisons(op->getSubExpr(), taken);
  else if (const Expr *named = namedTruth(expr))
    takeComparisons(named, taken);
  else if (const auto known = comparisons_.find(expr); known != comparisons_.end())
    taken.emplace_back(expr, known->second);
}

std::shared_ptr<const Interpreter::Comparisons> Interpreter::comparisonsIn(const Expr *expr) const {
  Comparisons taken;
  if (expr)
    takeComparisons(expr, taken);
  return taken.empty() ? nullptr : std::make_shared<const Comparisons>(std::move(taken));
}

// On a side that no interior block takes: as many lanes of each warp as the conditions on the way
// let through together.
LaneMask Interpreter::lanesAtTheEdge() {
  if (!aside_ || active_.none())
    return active_;
  std::vector<std::pair<const Condition *, bool>> way; ///< and the side that leads here
  for (const Condition &condition : conditions_)
    if (condition.comparisons)
      way.emplace_back(&condition, condition.holds);
  for (const Condition &absence : absences_)
    if (absence.comparisons)
      way.emplace_back(&absence, !absence.holds);
  if (way.empty())
    return active_;
  EdgeLanes &last = edgeLanes_[conditions_.empty() ? nullptr : conditions_.back().expr];
  const std::uint64_t number = conditions_.empty() ? 0 : conditions_.back().number;
  const auto comparisons = conditions_.empty() ? nullptr : conditions_.back().comparisons;
  const bool isSamePlace =
      last.number == number && last.absences == absences_.size() && last.comparisons == comparisons;
  if (last.times > 0 && last.active == active_ && (isSamePlace || last.times >= mostEdges))
    return last.lanes;
  if (last.times >= mostEdges)
    return active_;
  LaneMask lanes = active_;
  std::optional<Edge> before;
  std::uint32_t most = 0;
  for (unsigned warp = 0; warp < algebra_.warps(); ++warp) {
    Edge edge;
    edge.here = active_.warp(warp);
    if (!edge.here)
      continue;
    std::vector<std::vector<std::pair<const Expr *, const Value *>>> known(way.size());
    for (std::size_t i = 0; i < way.size(); ++i) {
      edge.way.push_back({way[i].first->expr, way[i].second, {}});
      for (const auto &[expr, difference] : *way[i].first->comparisons)
        if (!difference->unknown || (*difference->unknown & active_).none())
          known[i].emplace_back(expr, difference.get());
    }
    compareIn(algebra_, warp, edge, known);
    if (!before || !edge.isLike(*before))
      most = edge.most();
    for (unsigned lane = 0; lane < warpSize; ++lane)
      if ((edge.here & ~most) >> lane & 1)
        lanes.reset(warp * warpSize + lane);
    before = std::move(edge);
  }
  last = {number, absences_.size(), comparisons, active_, lanes, last.times + 1};
  return lanes;
}

// Each access behind a condition asks for it.
const Interpreter::InFirst &Interpreter::inFirstBlock(const Condition &condition,
                                                      bool holds) const {
  static const InFirst nothing;
  if (!condition.comparisons || !condition.expr)
    return nothing;
  auto &known = condition.inFirst[holds ? 1 : 0];
  if (!known || known->first != condition.comparisons)
    known = std::make_shared<const std::pair<std::shared_ptr<const Comparisons>, InFirst>>(
        condition.comparisons, findInFirstBlock(condition, holds));
  return known->second;
}

// Which threads of the first block surely go the way of a condition, and which surely do not: a
// place in the grid is known there.
Interpreter::InFirst Interpreter::findInFirstBlock(const Condition &condition, bool holds) const {
  InFirst result;
  const auto isKnown = [&](const Value &difference) {
    return !difference.unknown && llvm::all_of(difference.terms, [&](const Term &term) {
      return llvm::any_of(term.monomial, [&](SymbolId id) {
        return algebra_.symbol(id).kind == SymbolKind::BlockIndex;
      });
    });
  };
  if (llvm::none_of(*condition.comparisons, [&](const auto &one) { return isKnown(*one.second); }))
    return result;
  std::set<SymbolId> places; ///< of blockIdx
  /// What a step to another block adds at least; nullopt: it may be less than nothing.
  const auto step = [&](const Value &difference) {
    std::optional<std::int64_t> least;
    for (const Term &term : difference.terms) {
      places.insert(term.monomial.begin(), term.monomial.end());
      const bool isPlace = term.monomial.size() == 1 && term.coefficient.isUniform();
      if (!isPlace || term.coefficient.uniform() < 0)
        return std::optional<std::int64_t>();
      least = std::min(least.value_or(term.coefficient.uniform()), term.coefficient.uniform());
    }
    return least;
  };
  result.only = true;
  for (unsigned warp = 0; warp < algebra_.warps(); ++warp) {
    std::map<const Expr *, Comparison> comparisons, ofOthers;
    for (const auto &[expr, difference] : *condition.comparisons) {
      if (!isKnown(*difference))
        continue;
      Linear there;
      there.bound = 0;
      for (unsigned lane = 0; lane < warpSize; ++lane)
        if (algebra_.all().warp(warp) >> lane & 1)
          there.own[lane] = difference->base.at(warp * warpSize + lane);
      comparisons.emplace(expr, Comparison{there, there});
      if (const auto least = step(*difference)) {
        for (std::int64_t &own : there.own)
          own += *least;
        ofOthers.emplace(expr, Comparison{there, Linear()});
      }
    }
    for (unsigned lane = 0; lane < warpSize; ++lane)
      if (algebra_.all().warp(warp) >> lane & 1) {
        const Truth truth = evaluate(condition.expr, lane, {0}, comparisons);
        if (!(holds ? truth.mayHold : truth.mayFail))
          result.never.set(warp * warpSize + lane);
        else if (!(holds ? truth.mayFail : truth.mayHold))
          result.sure.set(warp * warpSize + lane);
        const Truth elsewhere = evaluate(condition.expr, lane, {0}, ofOthers);
        result.only = result.only && !(holds ? elsewhere.mayHold : elsewhere.mayFail);
      }
  }
  result.only = result.only && places.size() == 1; // of two, one may be as in the first block
  return result;
}

// Those of the first block that are here; nullopt where that is not known.
std::optional<LaneMask> Interpreter::lanesInFirstBlock() const {
  LaneMask lanes = active_;
  const auto take = [&](const Condition &condition, bool holds) {
    if (condition.exact)
      return true;
    const InFirst &here = inFirstBlock(condition, holds);
    lanes -= here.never;
    // Nobody knows of the first block that it is no interior one.
    const bool isOfInterior = condition.cause == Cause::None
                                  ? !condition.differsBetweenBlocks
                                  : condition.cause == Cause::Guard && condition.byBlock;
    return isOfInterior || (lanes - here.sure).none();
  };
  for (const Condition &condition : conditions_)
    if (!take(condition, condition.holds))
      return std::nullopt;
  for (const Condition &absence : absences_)
    if (!take(absence, !absence.holds))
      return std::nullopt;
  return lanes;
}

// Of threads that are here in an interior block, those that are not in the first one.
LaneMask Interpreter::lanesNotInFirstBlock() const {
  LaneMask lanes;
  for (const Condition &condition : conditions_)
    lanes |= inFirstBlock(condition, condition.holds).never;
  for (const Condition &absence : absences_)
    lanes |= inFirstBlock(absence, !absence.holds).never;
  return lanes;
}

bool Interpreter::isOnlyInFirstBlock() const {
  return llvm::any_of(conditions_,
                      [&](const Condition &condition) {
                        return inFirstBlock(condition, condition.holds).only;
                      }) ||
         llvm::any_of(absences_, [&](const Condition &absence) {
           return inFirstBlock(absence, !absence.holds).only;
         });
}

} // namespace warplint::simt
