//===- Unrolling.cpp -------------------------------------------*- C++ -*-===//
#include "lint/simt/Unrolling.h"

#include "lint/simt/Assignments.h"
#include "lint/simt/Integers.h"

#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

#include <functional>
#include <optional>
#include <set>
#include <utility>

namespace warplint::simt {

using namespace clang;

namespace {

/// The variable that an expression names; null: it is something else.
const VarDecl *variableOf(const Expr &expr) {
  const auto *name = llvm::dyn_cast<DeclRefExpr>(expr.IgnoreParenImpCasts());
  return name ? llvm::dyn_cast<VarDecl>(name->getDecl()) : nullptr;
}

bool isSame(const Expr *a, const Expr *b, const ASTContext &context) {
  llvm::FoldingSetNodeID ofA, ofB;
  a->IgnoreParenImpCasts()->Profile(ofA, context, /*Canonical=*/true);
  b->IgnoreParenImpCasts()->Profile(ofB, context, /*Canonical=*/true);
  return ofA == ofB;
}

/// `a < b ? a : b` in any order: the two. Null: it is something else.
std::pair<const Expr *, const Expr *> smallerOfTwo(const Expr *value, const ASTContext &context) {
  const auto *choice = llvm::dyn_cast<ConditionalOperator>(value->IgnoreParenImpCasts());
  const auto *comparison =
      choice ? llvm::dyn_cast<BinaryOperator>(choice->getCond()->IgnoreParenImpCasts()) : nullptr;
  if (!comparison || !comparison->isRelationalOp())
    return {};
  const bool isLess = comparison->getOpcode() == BO_LT || comparison->getOpcode() == BO_LE;
  const Expr *smaller = isLess ? comparison->getLHS() : comparison->getRHS();
  const Expr *other = isLess ? comparison->getRHS() : comparison->getLHS();
  return isSame(choice->getTrueExpr(), smaller, context) &&
                 isSame(choice->getFalseExpr(), other, context)
             ? std::pair(smaller, other)
             : std::pair<const Expr *, const Expr *>();
}

/// min of CUDA's or a library's, or a function of two parameters that gives the smaller.
bool isMinimum(const FunctionDecl &function, const ASTContext &context) {
  if (function.getNumParams() != 2 || !function.getIdentifier())
    return false;
  const llvm::StringRef name = function.getName();
  if (name == "min" || name == "umin" || name == "llmin" || name == "ullmin")
    return true;
  const auto *body = llvm::dyn_cast_or_null<CompoundStmt>(function.getBody());
  const auto *result =
      body && body->size() == 1 ? llvm::dyn_cast<ReturnStmt>(body->body_front()) : nullptr;
  if (!result || !result->getRetValue())
    return false;
  const auto [smaller, other] = smallerOfTwo(result->getRetValue(), context);
  const auto isParameter = [](const Expr *expr) {
    const auto *name = expr ? llvm::dyn_cast<DeclRefExpr>(expr->IgnoreParenImpCasts()) : nullptr;
    return name && llvm::isa<ParmVarDecl>(name->getDecl());
  };
  return isParameter(smaller) && isParameter(other);
}

std::optional<llvm::APSInt> constantOf(const Expr *expr, const ASTContext &context) {
  if (expr->isValueDependent())
    return std::nullopt;
  return expr->getIntegerConstantExpr(context);
}

/// Is nvcc told of a constant that the value does not pass, so that it unrolls a loop to there? As
/// of `min(n, 4)`, `n & 3`, `n % 4` and variables that hold such a value, and constants more; other
/// remainders do not tell it (stack frames of nvcc 13.0, sm_90).
bool isBounded(const Expr *value, const ASTContext &context, unsigned depth = 8) {
  value = value->IgnoreParenImpCasts();
  if (depth == 0)
    return false;
  if (constantOf(value, context))
    return true;
  const auto either = [&](const Expr *a, const Expr *b) {
    return isBounded(a, context, depth - 1) || isBounded(b, context, depth - 1);
  };
  if (const auto *made = llvm::dyn_cast<MaterializeTemporaryExpr>(value))
    return isBounded(made->getSubExpr(), context, depth - 1);
  if (const auto *cast = llvm::dyn_cast<ExplicitCastExpr>(value))
    return isBounded(cast->getSubExpr(), context, depth - 1);
  if (const auto *call = llvm::dyn_cast<CallExpr>(value)) {
    const FunctionDecl *callee = call->getDirectCallee();
    return callee && call->getNumArgs() == 2 && isMinimum(*callee, context) &&
           either(call->getArg(0), call->getArg(1));
  }
  if (const auto [smaller, other] = smallerOfTwo(value, context); smaller)
    return either(smaller, other);
  if (const auto *op = llvm::dyn_cast<BinaryOperator>(value)) {
    const auto isMask = [&](const Expr *side) {
      const auto mask = constantOf(side, context);
      return mask && mask->isNonNegative();
    };
    if (op->getOpcode() == BO_And)
      return isMask(op->getLHS()) || isMask(op->getRHS());
    if (op->getOpcode() == BO_Rem) {
      const auto by = constantOf(op->getRHS(), context);
      return by && by->isPowerOf2();
    }
    return op->getOpcode() == BO_Add &&
           ((isBounded(op->getLHS(), context, depth - 1) && constantOf(op->getRHS(), context)) ||
            (isBounded(op->getRHS(), context, depth - 1) && constantOf(op->getLHS(), context)));
  }
  const auto *name = llvm::dyn_cast<DeclRefExpr>(value);
  const auto *variable = name ? llvm::dyn_cast<VarDecl>(name->getDecl()) : nullptr;
  if (!variable || !variable->hasLocalStorage())
    return false;
  Assignments assignments;
  return assignments.isOnlyClamped(*variable) ||
         (variable->getInit() && assignments.isNever(*variable) &&
          isBounded(variable->getInit(), context, depth - 1));
}

} // namespace

bool forbidsUnrolling(const LoopHintAttr &hint, const ASTContext &context) {
  if (hint.getOption() == LoopHintAttr::Unroll)
    return hint.getState() == LoopHintAttr::Disable;
  const auto count = hint.getOption() == LoopHintAttr::UnrollCount && hint.getValue()
                         ? constantOf(hint.getValue(), context)
                         : std::nullopt;
  return count && *count == 1;
}

bool runsOnce(const Stmt &loop, const ASTContext &context) {
  const auto *counted = llvm::dyn_cast<ForStmt>(&loop);
  const VarDecl *counter = counterOf(loop);
  const auto *condition =
      counted && counted->getCond()
          ? llvm::dyn_cast<BinaryOperator>(counted->getCond()->IgnoreParenImpCasts())
          : nullptr;
  if (!counter || !counter->getInit() || !condition || !isBetweenConstants(loop, context))
    return false;
  const auto begin = constantOf(counter->getInit(), context);
  const auto end = constantOf(condition->getRHS(), context);
  return begin && end && condition->getOpcode() == BO_LT && int64Of(*end) - int64Of(*begin) <= 1;
}

/// Is there another way out of a loop than its condition?
static bool mayLeave(const Stmt *part) {
  return llvm::isa<BreakStmt, ReturnStmt, GotoStmt>(part) ||
         llvm::any_of(part->children(), [](const Stmt *child) { return child && mayLeave(child); });
}

bool hasOneExit(const Stmt &loop, const ASTContext &context) {
  const auto *counted = llvm::dyn_cast<ForStmt>(&loop);
  const auto *condition =
      counted && counted->getCond()
          ? llvm::dyn_cast<BinaryOperator>(counted->getCond()->IgnoreParenImpCasts())
          : nullptr;
  if (!condition || condition->isLogicalOp() ||
      (condition->isRelationalOp() && isBounded(condition->getRHS(), context)))
    return false;
  return !mayLeave(counted->getBody());
}

namespace {

/// `v[j + 1]`, where v is an array of the thread: v, and the variables in the index.
struct OwnElement {
  const VarDecl *array = nullptr;
  std::set<const VarDecl *> by;
};

template <class Visit> void forEachPart(const Stmt &part, const Visit &visit) {
  visit(part);
  for (const Stmt *child : part.children())
    if (child)
      forEachPart(*child, visit);
}

std::optional<OwnElement> ownElement(const Expr &expr) {
  const auto *subscript = llvm::dyn_cast<ArraySubscriptExpr>(expr.IgnoreParenImpCasts());
  const VarDecl *array = subscript ? variableOf(*subscript->getBase()) : nullptr;
  if (!array || !array->hasLocalStorage() || !array->getType()->isArrayType())
    return std::nullopt;
  OwnElement element{array, {}};
  forEachPart(*subscript->getIdx(), [&](const Stmt &part) {
    if (const auto *name = llvm::dyn_cast<DeclRefExpr>(&part))
      if (const auto *variable = llvm::dyn_cast<VarDecl>(name->getDecl()))
        element.by.insert(variable);
  });
  return element;
}

const Expr *conditionOf(const Stmt &loop) {
  if (const auto *counted = llvm::dyn_cast<ForStmt>(&loop))
    return counted->getCond();
  if (const auto *whole = llvm::dyn_cast<WhileStmt>(&loop))
    return whole->getCond();
  return nullptr;
}

/// What a statement assigns to; null: nothing.
const Expr *targetOf(const Stmt &part) {
  if (const auto *unary = llvm::dyn_cast<UnaryOperator>(&part))
    return unary->isIncrementDecrementOp() ? unary->getSubExpr() : nullptr;
  const auto *op = llvm::dyn_cast<BinaryOperator>(&part);
  return op && op->isAssignmentOp() ? op->getLHS() : nullptr;
}

} // namespace

bool leavesItsCounter(const Stmt &loop, const Stmt &function, const ASTContext &context) {
  const Expr *condition = conditionOf(loop);
  const auto *both =
      condition ? llvm::dyn_cast<BinaryOperator>(condition->IgnoreParenImpCasts()) : nullptr;
  if (!both || both->getOpcode() != BO_LAnd)
    return false;
  std::set<const VarDecl *> changed;
  std::set<std::pair<const VarDecl *, const VarDecl *>> indexed; // an array, and by what
  forEachPart(loop, [&](const Stmt &part) {
    if (const Expr *target = targetOf(part))
      if (const VarDecl *variable = variableOf(*target))
        changed.insert(variable);
    if (const auto *expr = llvm::dyn_cast<Expr>(&part))
      if (const auto element = ownElement(*expr))
        for (const VarDecl *variable : element->by)
          indexed.insert({element->array, variable});
  });
  const SourceManager &sources = context.getSourceManager();
  const SourceLocation end = sources.getExpansionLoc(loop.getEndLoc());
  bool isStored = false;
  forEachPart(function, [&](const Stmt &part) {
    const Expr *target = isStored ? nullptr : targetOf(part);
    if (!target ||
        !sources.isBeforeInTranslationUnit(end, sources.getExpansionLoc(target->getBeginLoc())))
      return;
    const auto element = ownElement(*target);
    isStored = element && llvm::any_of(element->by, [&](const VarDecl *variable) {
                 return changed.contains(variable) && indexed.contains({element->array, variable});
               });
  });
  return isStored;
}

bool isBetweenConstants(const Stmt &loop, const ASTContext &context) {
  const auto *counted = llvm::dyn_cast<ForStmt>(&loop);
  const VarDecl *counter = counterOf(loop);
  if (!counter || !counter->getInit() || !counted->getCond() || !counted->getInc() ||
      !constantOf(counter->getInit(), context) || mayLeave(counted->getBody()))
    return false;
  const auto isCounter = [&](const Expr *expr) {
    const auto *name = llvm::dyn_cast<DeclRefExpr>(expr->IgnoreParenImpCasts());
    return name && name->getDecl() == counter;
  };
  const auto *condition = llvm::dyn_cast<BinaryOperator>(counted->getCond()->IgnoreParenImpCasts());
  if (!condition || !condition->isComparisonOp() || !isCounter(condition->getLHS()) ||
      !constantOf(condition->getRHS(), context))
    return false;
  const Expr *step = counted->getInc()->IgnoreParenImpCasts();
  if (const auto *unary = llvm::dyn_cast<UnaryOperator>(step))
    return unary->isIncrementDecrementOp() && isCounter(unary->getSubExpr());
  const auto *by = llvm::dyn_cast<CompoundAssignOperator>(step);
  return by && isCounter(by->getLHS()) && constantOf(by->getRHS(), context);
}

namespace {

/// How often a loop between constants goes round; 0: it is none, or that is not known.
std::int64_t tripsOf(const Stmt &loop, const ASTContext &context) {
  if (!isBetweenConstants(loop, context))
    return 0;
  const auto &counted = llvm::cast<ForStmt>(loop);
  const auto *condition = llvm::cast<BinaryOperator>(counted.getCond()->IgnoreParenImpCasts());
  const std::int64_t first = int64Of(*constantOf(counterOf(loop)->getInit(), context));
  const std::int64_t last = int64Of(*constantOf(condition->getRHS(), context));
  const Expr *step = counted.getInc()->IgnoreParenImpCasts();
  std::int64_t by = 1;
  if (const auto *assignment = llvm::dyn_cast<CompoundAssignOperator>(step)) {
    if (assignment->getOpcode() != BO_AddAssign && assignment->getOpcode() != BO_SubAssign)
      return 0;
    by = std::abs(int64Of(*constantOf(assignment->getRHS(), context)));
  }
  constexpr std::int64_t far = std::int64_t{1} << 40;
  const BinaryOperatorKind goesOn = condition->getOpcode();
  const bool isUp = goesOn == BO_LT || goesOn == BO_LE;
  const bool isDown = goesOn == BO_GT || goesOn == BO_GE;
  if (by <= 0 || std::max(std::abs(first), std::abs(last)) >= far ||
      (isUp     ? last < first
       : isDown ? last > first
                : goesOn != BO_NE))
    return 0;
  const bool isClosed = goesOn == BO_LE || goesOn == BO_GE;
  const std::int64_t distance = std::abs(last - first) + (isClosed ? 1 : 0);
  return (distance + by - 1) / by;
}

/// What straight code of a loop takes: operations, loads and stores, as they are written. What does
/// not change in a loop is worked out before it.
class StraightSize {
public:
  explicit StraightSize(const ASTContext &context) : context_(context) {}

  bool isTooMuch(const Stmt &loop) {
    const std::int64_t trips = tripsOf(loop, context_);
    if (trips <= 1)
      return false;
    const double size = ofLoop(loop);
    // What is made of loops around one that stays a loop was not to be foreseen.
    return trips >= mostTrips || (size >= mostOperations && !holdsLoops_);
  }

private:
  static constexpr std::int64_t mostTrips = 384;
  static constexpr double mostOperations = 1650;

  double ofLoop(const Stmt &loop) {
    const auto trips = static_cast<double>(std::max<std::int64_t>(tripsOf(loop, context_), 1));
    counters_.push_back(counterOf(loop));
    noteAssigned(*llvm::cast<ForStmt>(loop).getBody());
    const Size body = of(*llvm::cast<ForStmt>(loop).getBody());
    counters_.pop_back();
    return trips * (body.all - body.before) + body.before;
  }

  struct Size {
    double all = 0;
    double before = 0; ///< of it, what does not hang on the innermost counter
    bool hangs = false;
  };

  Size of(const Stmt &part) {
    if (llvm::isa<LambdaExpr>(part))
      return {};
    if (const std::int64_t trips = llvm::isa<ForStmt>(part) ? tripsOf(part, context_) : 0;
        trips > 0) {
      const double size = ofLoop(part);
      holdsLoops_ = holdsLoops_ || trips >= mostTrips || size >= mostOperations;
      return {size, 0, true};
    }
    if (llvm::isa<ForStmt, WhileStmt, DoStmt>(part))
      holdsLoops_ = true;
    Size size;
    size.hangs = changes(part);
    if (const auto *declaration = llvm::dyn_cast<DeclStmt>(&part))
      for (const Decl *one : declaration->decls())
        declared_.insert(one);
    const bool isOne =
        llvm::isa<BinaryOperator, ArraySubscriptExpr, CallExpr, AbstractConditionalOperator>(part);
    size.all = isOne && !isConstant(part) ? 1 : 0;
    for (const Stmt *child : part.children()) {
      const Size inside = child ? of(*child) : Size();
      size.all += inside.all;
      size.before += inside.before;
      size.hangs = size.hangs || inside.hangs;
    }
    const auto *op = llvm::dyn_cast<BinaryOperator>(&part);
    size.hangs = size.hangs || (op && op->isAssignmentOp());
    if (!size.hangs && llvm::isa<Expr>(part))
      size.before = size.all;
    return size;
  }

  /// Variables of which each iteration makes something else.
  void noteAssigned(const Stmt &part) {
    const auto *op = llvm::dyn_cast<BinaryOperator>(&part);
    const auto *name = op && op->isAssignmentOp()
                           ? llvm::dyn_cast<DeclRefExpr>(op->getLHS()->IgnoreParenImpCasts())
                           : nullptr;
    if (name)
      declared_.insert(name->getDecl());
    for (const Stmt *child : part.children())
      if (child)
        noteAssigned(*child);
  }

  /// A counter, or what a body declares or assigns to.
  bool changes(const Stmt &part) const {
    const auto *name = llvm::dyn_cast<DeclRefExpr>(&part);
    return llvm::isa<DeclStmt>(part) ||
           (name && (name->getDecl() == counters_.back() || declared_.contains(name->getDecl())));
  }

  bool isConstant(const Stmt &part) const {
    const auto *expr = llvm::dyn_cast<Expr>(&part);
    if (!expr || llvm::isa<CallExpr, ArraySubscriptExpr>(expr))
      return false;
    if (const auto *name = llvm::dyn_cast<DeclRefExpr>(expr))
      return llvm::is_contained(counters_, name->getDecl()) || constantOf(expr, context_);
    return llvm::all_of(expr->children(),
                        [&](const Stmt *child) { return child && isConstant(*child); });
  }

  const ASTContext &context_;
  llvm::SmallVector<const ValueDecl *, 4> counters_;
  llvm::SmallPtrSet<const Decl *, 8> declared_;
  bool holdsLoops_ = false; ///< that are no straight code themselves
};

} // namespace

// Stack frames of nvcc 13.0 for sm_90 (18 bodies in one loop or two, 32 to 1024 iterations): of
// arrays that registers can hold, straight code was seen of up to 1 584 operations, and of up to
// 320 iterations.
bool isTooLongToUnroll(const Stmt &loop, const ASTContext &context) {
  return StraightSize(context).isTooMuch(loop);
}

bool sweeps(const Stmt &loop, const ValueDecl &array, std::int64_t elements,
            const ASTContext &context, llvm::function_ref<bool(const Stmt &)> isTooLong) {
  std::vector<const VarDecl *> counters; // of loops inside, unrolled, that go round often enough
  const auto names = [](const Expr *expr, const ValueDecl *declaration) {
    const auto *name = llvm::dyn_cast<DeclRefExpr>(expr->IgnoreParenImpCasts());
    return name && name->getDecl() == declaration;
  };
  std::function<bool(const Stmt *)> isIn = [&](const Stmt *part) {
    if (!part)
      return false;
    const auto *element = llvm::dyn_cast<ArraySubscriptExpr>(part);
    if (element && names(element->getBase(), &array) &&
        llvm::any_of(counters, [&](const VarDecl *one) { return names(element->getIdx(), one); }))
      return true;
    if (const auto *marked = llvm::dyn_cast<AttributedStmt>(part);
        marked && llvm::any_of(marked->getAttrs(), [&](const Attr *attribute) {
          const auto *hint = llvm::dyn_cast<LoopHintAttr>(attribute);
          return hint && forbidsUnrolling(*hint, context);
        }))
      return llvm::any_of(marked->getSubStmt()->children(), isIn);
    const bool isSweep = part != &loop && tripsOf(*part, context) >= elements && !isTooLong(*part);
    if (isSweep)
      counters.push_back(counterOf(*part));
    const bool isFound = llvm::any_of(part->children(), isIn);
    if (isSweep)
      counters.pop_back();
    return isFound;
  };
  return isIn(&loop);
}

/// Does a loop from `first` go on for a constant number of iterations, as `i < first + 16`?
static bool isConstantStretch(const ForStmt &loop, const Expr &first, const ASTContext &context) {
  const auto *condition =
      loop.getCond() ? llvm::dyn_cast<BinaryOperator>(loop.getCond()->IgnoreParenImpCasts())
                     : nullptr;
  const auto *end = condition && condition->isComparisonOp()
                        ? llvm::dyn_cast<BinaryOperator>(condition->getRHS()->IgnoreParenImpCasts())
                        : nullptr;
  if (!end || end->getOpcode() != BO_Add)
    return false;
  return (isSame(end->getLHS(), &first, context) && constantOf(end->getRHS(), context)) ||
         (isSame(end->getRHS(), &first, context) && constantOf(end->getLHS(), context));
}

/// Is the counter taken apart by bits, or divided?
static bool takesApart(const Stmt &part, const VarDecl &counter, bool isInside = false) {
  if (const auto *name = llvm::dyn_cast<DeclRefExpr>(&part))
    return isInside && name->getDecl() == &counter;
  if (const auto *op = llvm::dyn_cast<BinaryOperator>(&part))
    isInside = isInside || op->isBitwiseOp() || op->getOpcode() == BO_Div ||
               op->getOpcode() == BO_Rem || op->getOpcode() == BO_Shr;
  return llvm::any_of(part.children(), [&](const Stmt *child) {
    return child && takesApart(*child, counter, isInside);
  });
}

namespace {

/// Does each iteration of a loop decide anew whether it makes an access: `if (i < n) x += s[i];`?
/// What goes the same way in all of them is decided before the loop, and what the condition itself
/// loads is loaded.
class DecidedByIteration {
public:
  DecidedByIteration(const Stmt &loop, const Expr &place, const ASTContext &context)
      : context_(context), place_(place), constants_(context, {&loop}) {
    if (const VarDecl *counter = counterOf(loop))
      own_.insert(counter);
    const auto *counted = llvm::dyn_cast<ForStmt>(&loop);
    isDecided_ = counted && comesTo(*counted->getBody(), false) == Way::Decided;
  }
  bool isDecided() const { return isDecided_; }

private:
  enum class Way { No, Straight, Decided };

  Way comesTo(const Stmt &part, bool isBehind) {
    if (&part == &place_)
      return isBehind ? Way::Decided : Way::Straight;
    if (const auto *declaration = llvm::dyn_cast<DeclStmt>(&part))
      for (const Decl *one : declaration->decls())
        own_.insert(one);
    const Stmt *condition = nullptr;
    const auto *branch = llvm::dyn_cast<IfStmt>(&part);
    if (branch)
      condition = branch->getCond();
    else if (const auto *choice = llvm::dyn_cast<ConditionalOperator>(&part))
      condition = choice->getCond();
    else if (const auto *both = llvm::dyn_cast<BinaryOperator>(&part); both && both->isLogicalOp())
      condition = both->getLHS();
    const bool wasLeft = isLeft_;
    const bool decides =
        condition && !constants_.holds(condition) && namesOwn(*condition) && !loads(*condition);
    for (const Stmt *child : part.children()) {
      if (!child)
        continue;
      if (const Way way = comesTo(*child, isBehind || (decides && child != condition));
          way != Way::No)
        return way;
      isBehind = isBehind || isLeft_; // `if (i >= n) continue;`
    }
    if (llvm::isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt, SwitchStmt>(part))
      isLeft_ = wasLeft; // what a `break` leaves ends here
    isLeft_ = isLeft_ || (decides && branch && leaves(*branch));
    return Way::No;
  }

  static bool leaves(const Stmt &part) {
    return llvm::isa<ContinueStmt, BreakStmt, ReturnStmt>(part) ||
           llvm::any_of(part.children(), [](const Stmt *child) { return child && leaves(*child); });
  }

  bool loads(const Stmt &part) const {
    const auto *expr = llvm::dyn_cast<Expr>(&part);
    return (expr && isSame(expr, &place_, context_)) ||
           llvm::any_of(part.children(), [&](const Stmt *child) { return child && loads(*child); });
  }

  bool namesOwn(const Stmt &part) const {
    const auto *name = llvm::dyn_cast<DeclRefExpr>(&part);
    return (name && own_.contains(name->getDecl())) ||
           llvm::any_of(part.children(),
                        [&](const Stmt *child) { return child && namesOwn(*child); });
  }

  const ASTContext &context_;
  const Expr &place_;
  UnrolledConstants constants_;
  llvm::SmallPtrSet<const Decl *, 8> own_; ///< variables of an iteration
  bool isLeft_ = false;                    ///< by some, before what comes next
  bool isDecided_ = false;
};

} // namespace

bool joinsIterations(const Stmt &loop, const Expr &access, const ASTContext &context) {
  if (DecidedByIteration(loop, access, context).isDecided())
    return false;
  const VarDecl *counter = counterOf(loop);
  if (!counter || !counter->getInit() || isBetweenConstants(loop, context))
    return true;
  const Expr &first = *counter->getInit();
  if (isConstantStretch(llvm::cast<ForStmt>(loop), first, context))
    return true;
  return constantOf(&first, context) && !takesApart(access, *counter);
}

const VarDecl *counterOf(const Stmt &loop) {
  const auto *counted = llvm::dyn_cast<ForStmt>(&loop);
  const auto *declaration =
      counted ? llvm::dyn_cast_or_null<DeclStmt>(counted->getInit()) : nullptr;
  return declaration && declaration->isSingleDecl()
             ? llvm::dyn_cast<VarDecl>(declaration->getSingleDecl())
             : nullptr;
}

bool UnrolledConstants::holds(const Stmt *part, unsigned depth) const {
  if (depth == 0 || llvm::isa<CallExpr, PseudoObjectExpr, MemberExpr>(part))
    return false;
  if (const auto *expr = llvm::dyn_cast<Expr>(part)) {
    Expr::EvalResult result;
    if (!expr->isValueDependent() && expr->getType()->isIntegralOrEnumerationType() &&
        expr->EvaluateAsInt(result, context_))
      return true;
  }
  if (const auto *reference = llvm::dyn_cast<DeclRefExpr>(part)) {
    const auto *variable = llvm::dyn_cast<VarDecl>(reference->getDecl());
    return variable && isCounter(variable, depth);
  }
  return !llvm::isa<ArraySubscriptExpr>(part) &&
         llvm::all_of(part->children(),
                      [&](const Stmt *child) { return !child || holds(child, depth - 1); }) &&
         part->child_begin() != part->child_end();
}

bool UnrolledConstants::holdsForSubscripts(const Expr *expr) const {
  bool any = false;
  for (;;) {
    expr = expr->IgnoreParenImpCasts();
    if (const auto *member = llvm::dyn_cast<MemberExpr>(expr)) {
      expr = member->getBase();
      continue;
    }
    const auto *subscript = llvm::dyn_cast<ArraySubscriptExpr>(expr);
    if (!subscript)
      return any;
    if (!holds(subscript->getIdx()))
      return false;
    any = true;
    expr = subscript->getBase();
  }
}

bool UnrolledConstants::isCounter(const VarDecl *variable, unsigned depth) const {
  for (const Stmt *statement : loops_) {
    const auto *loop = llvm::dyn_cast<ForStmt>(statement);
    const auto *declaration = loop ? llvm::dyn_cast_or_null<DeclStmt>(loop->getInit()) : nullptr;
    if (!declaration || !llvm::is_contained(declaration->decls(), variable))
      continue;
    const auto *condition = llvm::dyn_cast_or_null<BinaryOperator>(
        loop->getCond() ? loop->getCond()->IgnoreParenImpCasts() : nullptr);
    return condition && condition->isComparisonOp() && variable->getInit() &&
           holds(variable->getInit(), depth - 1) && holds(condition->getRHS(), depth - 1);
  }
  // A name for such a value.
  return variable->hasLocalStorage() && !llvm::isa<ParmVarDecl>(variable) &&
         variable->getType().isConstQualified() && variable->getInit() &&
         holds(variable->getInit(), depth - 1);
}

} // namespace warplint::simt
