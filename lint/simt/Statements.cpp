//===- Statements.cpp - control flow under masks ---------------------------===//

#include "lint/simt/Edges.h"
#include "lint/simt/Interpreter.h"

#include "lint/simt/Assignments.h"
#include "lint/simt/Declarations.h"
#include "lint/simt/Integers.h"
#include "lint/simt/LoopProgress.h"
#include "lint/simt/OpenLoops.h"
#include "lint/simt/RawTokens.h"
#include "lint/simt/Unrolling.h"

#include "clang/AST/Attr.h"
#include "clang/Lex/Lexer.h"
#include "llvm/Support/SaveAndRestore.h"

#include <algorithm>
#include <bit>
#include <iterator>
#include <limits>

namespace warplint::simt {
namespace {

// A loop whose iterations are all concrete is run that far; the rest is run once, for
// an iteration that stands for all.
constexpr unsigned concreteIterations = 4096;
/// Of a loop that is longer, so many do where the later half took as many operations each:
/// addresses that move by a constant are at the same places in sectors and banks again after at
/// most 128.
constexpr unsigned iterationsToSettle = 256;
// Beyond this many, iterations that eat the budget are cut short likewise.
constexpr unsigned iterationsBeforeBudget = 8;
constexpr unsigned iterationsWhenScarce = 2; // when half of the budget is gone
constexpr unsigned maxSymbolicDepth = 6;     // nested loops of unknown trips
constexpr unsigned maxSideStates = 6;        // states kept of breaks on unknown conditions
// Iterations that a loop of unknown trips is taken to have when work is compared: more where
// whole warps run it than where few lanes do, so that neither is made much of.
constexpr std::uint64_t nominalTrips = 32;
constexpr std::uint64_t nominalTripsOfFew = 8;
constexpr unsigned fewLanes = 8;                  // mean active lanes of a warp
constexpr std::uint64_t mostTripWeight = 1 << 15; // three loops deep
constexpr std::uint64_t mostTripsMeant = 1 << 30; // of loops that are cut short, multiplied
constexpr std::uint64_t mostOperations = std::uint64_t{1} << 50;

bool comparesAndSwaps(const clang::Stmt *statement) {
  if (const auto *call = llvm::dyn_cast<clang::CallExpr>(statement))
    if (const clang::FunctionDecl *function = call->getDirectCallee())
      if (function->getIdentifier() && function->getName().starts_with("atomicCAS"))
        return true;
  return llvm::any_of(statement->children(),
                      [](const clang::Stmt *child) { return child && comparesAndSwaps(child); });
}

/// Is there another way out of a loop's body than its end? Breaks of loops inside count as well.
bool leavesEarly(const clang::Stmt *statement) {
  return llvm::isa<clang::BreakStmt, clang::ReturnStmt, clang::GotoStmt>(statement) ||
         llvm::any_of(statement->children(),
                      [](const clang::Stmt *child) { return child && leavesEarly(child); });
}

/// Is there another way out of it than its end and a return?
bool jumps(const clang::Stmt *statement) {
  return llvm::isa<clang::BreakStmt, clang::ContinueStmt, clang::GotoStmt>(statement) ||
         llvm::any_of(statement->children(),
                      [](const clang::Stmt *child) { return child && jumps(child); });
}

constexpr unsigned trapDepth = 4; ///< functions looked into for a trap

/// Does whoever comes here take the grid down?
bool endsInTrap(const clang::Stmt *statement, const clang::ASTContext &context,
                unsigned depth = 0) {
  if (!statement)
    return false;
  if (const auto *expr = llvm::dyn_cast<clang::Expr>(statement))
    statement = expr->IgnoreParenCasts();
  if (const auto *cleanups = llvm::dyn_cast<clang::ExprWithCleanups>(statement))
    return endsInTrap(cleanups->getSubExpr(), context, depth);
  if (const auto *block = llvm::dyn_cast<clang::CompoundStmt>(statement)) {
    for (const clang::Stmt *child : block->body()) {
      if (endsInTrap(child, context, depth))
        return true;
      if (leavesEarly(child) || llvm::isa<clang::ContinueStmt>(child))
        return false;
    }
    return false;
  }
  if (const auto *branch = llvm::dyn_cast<clang::IfStmt>(statement))
    return endsInTrap(branch->getThen(), context, depth) &&
           endsInTrap(branch->getElse(), context, depth);
  if (const auto *loop = llvm::dyn_cast<clang::DoStmt>(statement))
    return endsInTrap(loop->getBody(), context, depth);
  if (const auto *choice = llvm::dyn_cast<clang::ConditionalOperator>(statement)) { // assert
    bool holds = false;
    if (!choice->getCond()->isValueDependent() &&
        choice->getCond()->EvaluateAsBooleanCondition(holds, context))
      return endsInTrap(holds ? choice->getTrueExpr() : choice->getFalseExpr(), context, depth);
    return endsInTrap(choice->getTrueExpr(), context, depth) &&
           endsInTrap(choice->getFalseExpr(), context, depth);
  }
  if (const auto *code = llvm::dyn_cast<clang::GCCAsmStmt>(statement)) {
    llvm::SmallVector<llvm::StringRef, 4> instructions;
    code->getAsmString()->getString().split(instructions, ';');
    return llvm::any_of(instructions, [](llvm::StringRef instruction) {
      return llvm::is_contained({"trap", "brkpt"}, instruction.trim(" \t\r\n{}"));
    });
  }
  const auto *call = llvm::dyn_cast<clang::CallExpr>(statement);
  const clang::FunctionDecl *function = call ? call->getDirectCallee() : nullptr;
  if (!function)
    return false;
  if (function->getIdentifier() && llvm::is_contained({"__trap", "__brkpt", "__builtin_trap",
                                                       "abort", "__assert_fail", "__assertfail"},
                                                      function->getName()))
    return true;
  return depth < trapDepth && endsInTrap(function->getBody(), context, depth + 1);
}

/// Does whoever comes to its end leave the function? `jumps`: null where it has no labels.
bool endsInReturn(const clang::Stmt *statement, const Jumps *gotos) {
  if (const auto *block = llvm::dyn_cast_or_null<clang::CompoundStmt>(statement)) {
    if (block->body_empty() || !endsInReturn(block->body_back(), gotos))
      return false;
    return block->size() == 1 || !jumps(block);
  }
  if (const auto *branch = llvm::dyn_cast_or_null<clang::IfStmt>(statement))
    return endsInReturn(branch->getThen(), gotos) && endsInReturn(branch->getElse(), gotos);
  const auto *jump = llvm::dyn_cast_or_null<clang::GotoStmt>(statement);
  return jump ? gotos && gotos->toEnd.count(jump) != 0
              : statement && llvm::isa<clang::ReturnStmt>(statement);
}

/// Is there anything in it that may wait for other threads, be it in a function that it calls?
class Waits {
public:
  /// `forWarps`: for other warps, not for lanes of the same one alone.
  explicit Waits(bool forWarps = false) : forWarps_(forWarps) {}
  bool in(const clang::Stmt *statement) {
    if (!statement)
      return false;
    if (const auto *code = llvm::dyn_cast<clang::GCCAsmStmt>(statement))
      return isNameOfOne(code->getAsmString()->getString());
    if (const auto *call = llvm::dyn_cast<clang::CallExpr>(statement)) {
      const clang::FunctionDecl *function = call->getDirectCallee();
      if (forWarps_ && function && isOfWarp(function->getNameAsString()))
        return llvm::any_of(call->arguments(), [&](const clang::Expr *one) { return in(one); });
      if (!function || isNameOfOne(function->getNameAsString()))
        return true;
      if (seen_.insert(function->getCanonicalDecl()).second && in(function->getBody()))
        return true;
    }
    return llvm::any_of(statement->children(), [&](const clang::Stmt *child) { return in(child); });
  }

private:
  static bool isNameOfOne(llvm::StringRef name) {
    constexpr const char *parts[] = {"sync", "bar", "wait", "arrive"};
    return llvm::any_of(parts, [&](const char *part) { return name.contains_insensitive(part); });
  }
  /// What the lanes of a warp do together.
  static bool isOfWarp(llvm::StringRef name) {
    if (name == "__syncwarp")
      return true;
    constexpr const char *kinds[] = {"__shfl_", "__any_",   "__all_",   "__ballot_",
                                     "__uni_",  "__match_", "__reduce_"};
    return name.ends_with("_sync") &&
           llvm::any_of(kinds, [&](const char *kind) { return name.starts_with(kind); });
  }
  const bool forWarps_;
  std::set<const clang::FunctionDecl *> seen_;
};

/// Is another iteration another try to compare and swap? A loop that counts to its end has
/// another element each time.
bool triesAgain(const clang::Stmt *loop) {
  const auto *counted = llvm::dyn_cast<clang::ForStmt>(loop);
  const bool countsToItsEnd = counted && counted->getCond() && counted->getInc() &&
                              !comparesAndSwaps(counted->getCond()) &&
                              !leavesEarly(counted->getBody());
  return !countsToItsEnd && comparesAndSwaps(loop);
}

/// Does the body of a loop do nothing but let time pass?
bool isIdle(const clang::Stmt *statement) {
  if (!statement || llvm::isa<clang::NullStmt>(statement))
    return true;
  if (const auto *block = llvm::dyn_cast<clang::CompoundStmt>(statement))
    return llvm::all_of(block->body(), [](const clang::Stmt *child) { return isIdle(child); });
  const auto *call = llvm::dyn_cast<clang::CallExpr>(statement);
  const clang::FunctionDecl *function = call ? call->getDirectCallee() : nullptr;
  return function && function->getIdentifier() &&
         (function->getName() == "__nanosleep" || function->getName().starts_with("__threadfence"));
}

/// Does it change a variable of the thread's own?
bool assigns(const clang::Stmt *statement) {
  if (const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(statement))
    if (binary->isAssignmentOp())
      return true;
  if (const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(statement))
    if (unary->isIncrementDecrementOp())
      return true;
  return llvm::any_of(statement->children(),
                      [](const clang::Stmt *child) { return child && assigns(child); });
}

/// Does a loop do nothing but look whether others have come so far? It takes as long as they do.
bool polls(const clang::Stmt *loop) {
  if (const auto *counted = llvm::dyn_cast<clang::ForStmt>(loop))
    return counted->getCond() && !counted->getInc() && isIdle(counted->getBody()) &&
           !assigns(counted->getCond());
  if (const auto *tested = llvm::dyn_cast<clang::WhileStmt>(loop))
    return isIdle(tested->getBody()) && !assigns(tested->getCond());
  const auto *tested = llvm::dyn_cast<clang::DoStmt>(loop);
  return tested && isIdle(tested->getBody()) && !assigns(tested->getCond());
}

using Variables = std::set<const clang::VarDecl *>;

/// Variables that are named in a statement.
Variables namedIn(const clang::Stmt *statement) {
  Variables named;
  std::function<void(const clang::Stmt *)> visit = [&](const clang::Stmt *node) {
    if (const auto *reference = llvm::dyn_cast_or_null<clang::DeclRefExpr>(node))
      if (const auto *variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl()))
        named.insert(variable);
    if (node)
      for (const clang::Stmt *child : node->children())
        visit(child);
  };
  visit(statement);
  return named;
}

/// The variables of which an expression takes the half of a sum, a difference or a count.
Variables halvedIn(const clang::Expr *expr, const clang::ASTContext &context) {
  Variables halved;
  std::function<void(const clang::Stmt *)> visit = [&](const clang::Stmt *node) {
    if (const auto *binary = llvm::dyn_cast_or_null<clang::BinaryOperator>(node)) {
      const clang::Expr *by = binary->getRHS();
      clang::Expr::EvalResult value;
      if ((binary->getOpcode() == clang::BO_Div || binary->getOpcode() == clang::BO_Shr) &&
          by->getType()->isIntegralOrEnumerationType() && !by->isValueDependent() &&
          by->EvaluateAsInt(value, context) &&
          value.Val.getInt() == (binary->getOpcode() == clang::BO_Div ? 2 : 1))
        halved.merge(namedIn(binary->getLHS()));
    }
    if (node)
      for (const clang::Stmt *child : node->children())
        visit(child);
  };
  visit(expr);
  return halved;
}

/// Does it search by halving an interval: `while (low < high)`, where each iteration moves one of
/// them to the middle, or a count of elements to its half? However the data lie, lanes with equal
/// intervals take as many steps, give or take one, and others differ by a logarithm.
bool halvesAnInterval(const clang::Stmt *loop, const clang::Expr *condition,
                      const clang::ASTContext &context) {
  if (!condition)
    return false;
  // What is given to which variable within the loop.
  std::vector<std::pair<const clang::VarDecl *, const clang::Expr *>> given;
  std::function<void(const clang::Stmt *)> visit = [&](const clang::Stmt *node) {
    auto give = [&](const clang::Expr *target, const clang::Expr *value) {
      const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(target->IgnoreParenImpCasts());
      const auto *variable =
          reference ? llvm::dyn_cast<clang::VarDecl>(reference->getDecl()) : nullptr;
      if (variable)
        given.emplace_back(variable, value);
    };
    if (const auto *declaration = llvm::dyn_cast_or_null<clang::DeclStmt>(node)) {
      for (const clang::Decl *one : declaration->decls())
        if (const auto *variable = llvm::dyn_cast<clang::VarDecl>(one);
            variable && variable->getInit())
          given.emplace_back(variable, variable->getInit());
    } else if (const auto *binary = llvm::dyn_cast_or_null<clang::BinaryOperator>(node);
               binary && binary->isAssignmentOp()) {
      give(binary->getLHS(), binary->getRHS());
    } else if (const auto *unary = llvm::dyn_cast_or_null<clang::UnaryOperator>(node);
               unary && unary->isIncrementDecrementOp()) {
      give(unary->getSubExpr(), nullptr);
    }
    if (node)
      for (const clang::Stmt *child : node->children())
        visit(child);
  };
  const auto *counted = llvm::dyn_cast<clang::ForStmt>(loop);
  for (const clang::Stmt *child : loop->children())
    if (!counted || child != counted->getInit())
      visit(child);
  Variables bounds;
  for (const clang::VarDecl *variable : namedIn(condition))
    if (llvm::any_of(given, [&](const auto &one) { return one.first == variable; }))
      bounds.insert(variable);
  if (bounds.empty())
    return false;
  // A bound that is halved itself, as in `v >>= 1`, ends when its own bits say.
  auto isMiddle = [&](const clang::VarDecl *variable) {
    return !bounds.count(variable) && llvm::any_of(given, [&](const auto &one) {
      if (one.first != variable || !one.second)
        return false;
      const Variables halved = halvedIn(one.second, context);
      return std::includes(halved.begin(), halved.end(), bounds.begin(), bounds.end());
    });
  };
  return llvm::all_of(given, [&](const auto &one) {
    if (!bounds.count(one.first))
      return true;
    return one.second && llvm::any_of(namedIn(one.second), isMiddle);
  });
}

/// Does it come down to comparing floating-point numbers?
bool comparesReals(const clang::Expr *expr) {
  if (!expr)
    return false;
  expr = expr->IgnoreParenImpCasts();
  if (const auto *op = llvm::dyn_cast<clang::BinaryOperator>(expr))
    return op->isLogicalOp() ? comparesReals(op->getLHS()) || comparesReals(op->getRHS())
                             : op->isComparisonOp() && op->getLHS()->getType()->isFloatingType();
  if (const auto *op = llvm::dyn_cast<clang::UnaryOperator>(expr))
    return comparesReals(op->getSubExpr());
  return false;
}

/// Is the variable named within?
bool namesVariable(const clang::Stmt *part, const clang::ValueDecl *variable) {
  if (const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(part))
    return reference->getDecl() == variable;
  return llvm::any_of(part->children(), [&](const clang::Stmt *child) {
    return child && namesVariable(child, variable);
  });
}

/// Is there a remainder in it, by what is no constant?
bool takesRemainder(const clang::Stmt *part, const clang::ASTContext &context) {
  const auto *op = llvm::dyn_cast<clang::BinaryOperator>(part);
  if (op && (op->getOpcode() == clang::BO_Rem || op->getOpcode() == clang::BO_RemAssign) &&
      op->getType()->isIntegerType() && !op->getRHS()->isValueDependent() &&
      !op->getRHS()->isEvaluatable(context))
    return true;
  return llvm::any_of(part->children(), [&](const clang::Stmt *child) {
    return child && takesRemainder(child, context);
  });
}

/// An integer of the function's own that no other thread sees.
bool isPlainInteger(const clang::VarDecl *variable) {
  return variable && variable->hasLocalStorage() && variable->getType()->isIntegerType() &&
         !variable->getType().isVolatileQualified();
}

/// The variable to which a statement adds something, if that is all it does, and what that is;
/// null: one.
std::pair<const clang::VarDecl *, const clang::Expr *> addition(const clang::Stmt *statement) {
  const auto *expr = llvm::dyn_cast<clang::Expr>(statement);
  expr = expr ? expr->IgnoreParens() : nullptr;
  const clang::Expr *target = nullptr;
  const clang::Expr *value = nullptr;
  if (const auto *unary = llvm::dyn_cast_or_null<clang::UnaryOperator>(expr);
      unary && unary->isIncrementDecrementOp()) {
    target = unary->getSubExpr();
  } else if (const auto *more = llvm::dyn_cast_or_null<clang::CompoundAssignOperator>(expr);
             more && (more->getOpcode() == clang::BO_AddAssign ||
                      more->getOpcode() == clang::BO_SubAssign)) {
    target = more->getLHS();
    value = more->getRHS();
  }
  const auto *reference =
      target ? llvm::dyn_cast<clang::DeclRefExpr>(target->IgnoreParens()) : nullptr;
  return {reference ? llvm::dyn_cast<clang::VarDecl>(reference->getDecl()) : nullptr, value};
}

/// Made of constants, and of integers that are not among `changed`.
bool isMadeOfOthers(const clang::Stmt *value, const std::set<const clang::VarDecl *> &changed) {
  if (const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(value)) {
    const auto *variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl());
    return variable ? isPlainInteger(variable) && !changed.contains(variable)
                    : llvm::isa<clang::EnumConstantDecl>(reference->getDecl());
  }
  const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(value);
  const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(value);
  const bool isArithmetic =
      (binary && !binary->isAssignmentOp()) ||
      (unary && (unary->getOpcode() == clang::UO_Minus || unary->getOpcode() == clang::UO_Plus));
  const bool isOther = llvm::isa<clang::IntegerLiteral, clang::ParenExpr, clang::ImplicitCastExpr,
                                 clang::SubstNonTypeTemplateParmExpr>(value);
  return (isArithmetic || isOther) && llvm::all_of(value->children(), [&](const clang::Stmt *one) {
           return one && isMadeOfOthers(one, changed);
         });
}

/// `for (int i = 0; i < 1024; ++i) waited += step;`: nvcc 13.0 makes one operation of a loop whose
/// iterations do nothing but add the same to integers. Of floating-point numbers each is made.
bool addsTheSame(const clang::ForStmt &loop, const clang::ASTContext &context) {
  const clang::VarDecl *counter = counterOf(loop);
  if (!isPlainInteger(counter) || !isBetweenConstants(loop, context))
    return false;
  llvm::SmallVector<const clang::Stmt *> statements;
  if (const auto *compound = llvm::dyn_cast<clang::CompoundStmt>(loop.getBody()))
    statements.append(compound->body_begin(), compound->body_end());
  else
    statements.push_back(loop.getBody());
  llvm::erase_if(statements,
                 [](const clang::Stmt *one) { return llvm::isa<clang::NullStmt>(one); });
  std::set<const clang::VarDecl *> changed{counter};
  for (const clang::Stmt *statement : statements)
    changed.insert(addition(statement).first);
  return llvm::all_of(statements, [&](const clang::Stmt *statement) {
    const auto [target, value] = addition(statement);
    return isPlainInteger(target) && target != counter &&
           (!value || isMadeOfOthers(value, changed));
  });
}

/// `while (b != 0) { t = a % b; a = b; b = t; }`, `while (v != 1) v = v & 1 ? 3 * v + 1 : v / 2;`:
/// integers of which nothing tells how often it goes round. No steps, and no halving.
bool goesByOwnNumbers(const clang::Stmt *loop, const clang::Expr *condition,
                      const clang::ASTContext &context) {
  std::set<const clang::ValueDecl *> compared;
  std::function<void(const clang::Stmt *)> name = [&](const clang::Stmt *part) {
    if (const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(part);
        reference && reference->getType()->isIntegerType())
      compared.insert(reference->getDecl());
    for (const clang::Stmt *child : part->children())
      if (child)
        name(child);
  };
  if (!condition || !loop)
    return false;
  name(condition);
  bool isSet = false, isChosen = false;
  std::function<void(const clang::Stmt *)> visit = [&](const clang::Stmt *part) {
    const auto *op = llvm::dyn_cast<clang::BinaryOperator>(part);
    const auto *target = op && op->getOpcode() == clang::BO_Assign
                             ? llvm::dyn_cast<clang::DeclRefExpr>(op->getLHS()->IgnoreParens())
                             : nullptr;
    if (target && compared.contains(target->getDecl())) {
      isSet = true;
      const auto *choice =
          llvm::dyn_cast<clang::ConditionalOperator>(op->getRHS()->IgnoreParenImpCasts());
      const auto names = [&](const clang::Expr *side) {
        return !llvm::isa<clang::DeclRefExpr>(side->IgnoreParenImpCasts()) &&
               namesVariable(side, target->getDecl());
      };
      isChosen |= choice && names(choice->getTrueExpr()) && names(choice->getFalseExpr());
    }
    for (const clang::Stmt *child : part->children())
      if (child)
        visit(child);
  };
  visit(loop);
  return isChosen || (isSet && takesRemainder(loop, context));
}

LaneMask lanesWhere(const Algebra &algebra, const std::function<bool(unsigned)> &test) {
  LaneMask mask;
  for (unsigned lane = 0; lane < algebra.threads(); ++lane)
    if (test(lane))
      mask.set(lane);
  return mask;
}

} // namespace

//===----------------------------------------------------------------------===//
// Conditions and merging
//===----------------------------------------------------------------------===//

Interpreter::Split Interpreter::split(const Value &condition) const {
  Split result;
  result.condition = condition;
  if (auto constant = condition.constant()) {
    (*constant ? result.yes : result.no) = active_;
    return result;
  }
  active_.forEach([&](unsigned lane) {
    bool open = condition.unknown && condition.unknown->test(lane);
    for (const Term &term : condition.terms)
      open = open || term.coefficient.at(lane) != 0;
    if (open)
      result.maybe.set(lane);
    else if (condition.base.at(lane))
      result.yes.set(lane);
    else
      result.no.set(lane);
  });
  return result;
}

namespace {
constexpr const char *oneOfTwo = "one of two values";
} // namespace

void Interpreter::nameEither(const Value &value, const Object &variable) {
  if (value.unknown || value.terms.size() != 1 || !value.base.isUniform() ||
      value.base.uniform() != 0 || variable.space != Space::Local || !variable.declaration ||
      !variable.type->isIntegerType())
    return;
  const Term &term = value.terms.front();
  if (term.monomial.size() != 1 || !term.coefficient.isUniform() || term.coefficient.uniform() != 1)
    return;
  Symbol &symbol = algebra_.symbol(term.monomial.front());
  if (symbol.name == oneOfTwo)
    symbol.name = variable.name;
}

/// `count += 4`, `count++`, or what a loop has made of `count = 0`.
static bool isCount(const Value &value, const clang::ASTContext &context) {
  const auto *origin = static_cast<const clang::Expr *>(value.origin);
  if (!origin)
    return false;
  origin = origin->IgnoreParenImpCasts();
  if (const auto *step = llvm::dyn_cast<clang::UnaryOperator>(origin);
      step && step->isIncrementOp())
    return true;
  if (const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(origin)) {
    if (binary->getOpcode() == clang::BO_AddAssign)
      return true;
    if (binary->getOpcode() != clang::BO_Assign)
      return false;
    origin = binary->getRHS();
  }
  clang::Expr::EvalResult number;
  return !origin->isValueDependent() && origin->getType()->isIntegralOrEnumerationType() &&
         origin->EvaluateAsInt(number, context) && !number.Val.getInt().isNegative();
}

/// What Value::orForAll is where two paths come together: all threads took one of them, or not.
static std::int8_t orForAll(const Value &a, const Value &b, bool allTookOne,
                            const clang::ASTContext &context) {
  if (a.orForAll && a.orForAll == b.orForAll)
    return a.orForAll;
  const auto number = [](const Value &value) -> std::int64_t {
    const auto constant = value.constant();
    return constant && *constant < 0 && *constant >= std::numeric_limits<std::int8_t>::min()
               ? *constant
               : value.orForAll;
  };
  const std::int64_t ofA = number(a), ofB = number(b);
  const auto isOther = [&](const Value &value) {
    return value.orForAll || isCount(value, context) || value.constant().value_or(-1) >= 0;
  };
  const bool isFlag = allTookOne && ((ofA && (!ofB || ofB == ofA) && isOther(b)) ||
                                     (ofB && (!ofA || ofA == ofB) && isOther(a)));
  return isFlag ? static_cast<std::int8_t>(ofA ? ofA : ofB) : std::int8_t{0};
}

Value Interpreter::mergeValues(const Value &a, const Value &b, const LaneMask &onlyA,
                               const LaneMask &onlyB, Agree agree, Cause cause) {
  if (algebra_.equalValues(a, b)) {
    Value same = a;
    same.assumptions = algebra_.select(onlyA, a, b).assumptions;
    return same;
  }
  LaneMask both = algebra_.all() - onlyA - onlyB;
  if (both.none())
    return algebra_.select(onlyA, a, b);
  Value mixed;
  Value difference = algebra_.sub(a, b);
  // Who holds the same on both paths, such as threads that took neither, goes on with that.
  const LaneMask same = lanesWhere(algebra_, [&](unsigned lane) {
    return both.test(lane) && !(difference.unknown && difference.unknown->test(lane)) &&
           difference.base.at(lane) == 0 && llvm::all_of(difference.terms, [&](const Term &term) {
             return term.coefficient.at(lane) == 0;
           });
  });
  both -= same;
  if (agree == Agree::Block && algebra_.isUniform(difference, both)) {
    // The same thread-dependence with another uniform part: a + something uniform.
    Value thread = a;
    thread.terms.clear();
    thread.base = Lanes(0);
    Value uniformOfA = algebra_.uniformPart(a, both);
    thread = algebra_.sub(a, uniformOfA);
    const Value uniformOfB = algebra_.uniformPart(b, both);
    const auto isAddress = [&](const Value &value) {
      return llvm::any_of(value.terms, [&](const Term &term) {
        return llvm::any_of(term.monomial, [&](SymbolId id) {
          return algebra_.symbol(id).kind == SymbolKind::Address;
        });
      });
    };
    Value either;
    if (isAddress(uniformOfA) || (isAddress(uniformOfB) && a.constant() == 0)) {
      // Who goes through it has not the one that is null.
      const Value &one = a.constant() == 0 ? uniformOfB : uniformOfA;
      const Value &other = b.constant() == 0 ? uniformOfA : uniformOfB;
      Location left = locate(one);
      Space space = left.known ? objects_[left.object].space : Space::Unknown;
      Location right = locate(other);
      if (!right.known || objects_[right.object].space != space)
        space = Space::Unknown;
      SymbolId symbol = 0;
      pointeeObject("one of two pointers", space, &symbol);
      either = algebra_.valueOf(symbol);
    } else {
      either = algebra_.fresh(SymbolKind::Derived, oneOfTwo);
      std::int64_t unit =
          commonDivisor(algebra_.symbolicDivisor(uniformOfA), algebra_.symbolicDivisor(uniformOfB));
      unit = commonDivisor(unit, commonDivisor(uniformOfA.base.at(0), uniformOfB.base.at(0)));
      Symbol &symbol = algebra_.symbol(either.terms.front().monomial.front());
      symbol.divisor = std::max<std::int64_t>(unit, 1);
      const auto first = algebra_.bounds(uniformOfA, 0), second = algebra_.bounds(uniformOfB, 0);
      if (first.lower && second.lower)
        symbol.lower = std::min(*first.lower, *second.lower);
      if (first.upper && second.upper)
        symbol.upper = std::max(*first.upper, *second.upper);
    }
    mixed = algebra_.add(thread, either);
  } else if (agree != Agree::Nobody && difference.isKnown() && algebra_.isWarpUniform(difference)) {
    // Each warp has its own of the two.
    mixed = algebra_.add(
        b, warpUniform(oneOfTwo, agree != Agree::Warps && algebra_.warpsMayAgree(difference)));
  } else if (agree == Agree::Block && algebra_.isUniform(a, both) && algebra_.isUniform(b, both)) {
    mixed = algebra_.fresh(SymbolKind::Derived, oneOfTwo); // too much to be followed
  } else if (agree != Agree::Nobody && algebra_.sameAcross({&a, &b}) == Algebra::acrossWarp) {
    mixed = warpUniform(oneOfTwo, agree != Agree::Warps && algebra_.warpsMayAgree(a) &&
                                      algebra_.warpsMayAgree(b));
  } else {
    bool known = agree != Agree::Nobody;
    mixed = algebra_.unknown(std::max({cause, a.cause, b.cause, known ? Cause::Lane : cause}));
    mixed.terms = objectsOfBoth(a, b);
    mixed.sameAcross = agree.among(algebra_.sameAcross({&a, &b}));
    mixed.warpsDiffer = !(algebra_.warpsMayAgree(a) && algebra_.warpsMayAgree(b));
    if (a.stretchesAtMost() && b.stretchesAtMost())
      mixed.stretches = Algebra::stretchesOf(a.stretchesAtMost() + b.stretchesAtMost());
    if (const unsigned ofA = algebra_.choicesAtMost(a), ofB = ofA ? algebra_.choicesAtMost(b) : 0;
        ofB)
      mixed.choices = Algebra::stretchesOf(ofA + ofB);
    if (const auto ofA = algebra_.mostOf(a), ofB = algebra_.mostOf(b); ofA && ofB)
      mixed.most = Algebra::apartOf(std::max(*ofA, *ofB));
    // `if (at < 0) at += 9;`
    if (const auto by = difference.constant())
      if (const auto ofA = algebra_.apartAtMost(a), ofB = algebra_.apartAtMost(b); ofA && ofB)
        mixed.apart = Algebra::apartOf(std::max(*ofA, *ofB) + std::abs(*by));
  }
  if (onlyA.any() || same.any())
    mixed = algebra_.select(onlyA | same, a, mixed);
  if (onlyB.any())
    mixed = algebra_.select(onlyB, b, mixed);
  mixed.assumptions = algebra_.select(onlyA, a, b).assumptions;
  mixed.origin = a.origin ? a.origin : b.origin;
  mixed.orForAll = mixed.unknown && onlyA.none() && onlyB.none()
                       ? orForAll(a, b, agree == Agree::Block, context_)
                       : 0;
  return mixed;
}

// What both point into: a pointer that data move stays within its array.
std::vector<Term> Interpreter::objectsOfBoth(const Value &a, const Value &b) const {
  std::vector<Term> objects;
  for (const Term &term : a.terms) {
    const bool isObject = term.monomial.size() == 1 && term.coefficient.isUniform() &&
                          term.coefficient.uniform() == 1 &&
                          algebra_.symbol(term.monomial.front()).kind == SymbolKind::Address;
    if (isObject && llvm::any_of(b.terms, [&](const Term &other) {
          return other.monomial == term.monomial && other.coefficient == term.coefficient;
        }))
      objects.push_back(term);
  }
  return objects;
}

std::vector<Value>
Interpreter::zeroRemainders(const std::map<SymbolId, std::int64_t> &facts) const {
  std::vector<Value> zero;
  for (const auto &[symbol, value] : facts)
    if (value == 0 && algebra_.symbol(symbol).remainderOf)
      zero.push_back(algebra_.valueOf(symbol));
  return zero;
}

Value Interpreter::withoutRemainders(const Value &value, const std::vector<Value> &zero) const {
  Value result = value;
  for (const Value &remainder : zero) {
    Value whole = algebra_.sub(result, remainder);
    if (result.isKnown() && whole.terms.size() <= result.terms.size() &&
        algebra_.symbolicDivisor(whole) > algebra_.symbolicDivisor(result))
      result = std::move(whole);
  }
  return result;
}

ObjectMap::Entries Interpreter::mergeMemory(const State &a, const State &b, const LaneMask &onlyA,
                                            const LaneMask &onlyB, Agree agree, Cause cause) {
  const bool isAAlone = (algebra_.all() - onlyA).none();
  const bool isBAlone = (algebra_.all() - onlyB).none();
  // Values that are merged may name new objects in one of the two: what is walked stays as it is.
  const ObjectMap memoryA = a.memory, memoryB = b.memory;
  ObjectMap::Entries merged;
  merged.reserve(std::min(memoryA.size(), memoryB.size()));
  const std::vector<Value> zeroInA = zeroRemainders(a.facts), zeroInB = zeroRemainders(b.facts);
  const Value unset = unsetValue();
  const auto merge = [&](const Value &x, const Value &y, bool shared) {
    const LaneMask none;
    // What was set on one way only is that: where it was not, nobody means what it holds.
    if (algebra_.equalValues(x, unset))
      return y;
    if (algebra_.equalValues(y, unset))
      return x;
    const bool same = (zeroInA.empty() && zeroInB.empty()) || algebra_.equalValues(x, y);
    return mergeValues(same ? x : withoutRemainders(x, zeroInA),
                       same ? y : withoutRemainders(y, zeroInB), shared ? none : onlyA,
                       shared ? none : onlyB, shared ? Agree::Block : agree, cause);
  };
  constexpr std::size_t mostKept = 128; // of an object that is set on one way and another
  // A value that is not merged with another.
  const auto lose = [&](ObjectId object, const Cell &cell) {
    lost_.insert(object);
    if (agree != Agree::Block || !algebra_.isUniform(cell.value, algebra_.all()))
      parted_.insert(object);
  };
  auto inB = memoryB.begin();
  for (const auto &[object, cellsA] : memoryA) {
    while (inB != memoryB.end() && inB->first < object)
      ++inB;
    if (inB == memoryB.end())
      break;
    if (inB->first != object)
      continue; // went out of scope on one path
    const auto &cellsB = inB->second;
    if (cellsA == cellsB) {
      merged.emplace_back(object, cellsA);
      continue;
    }
    Cells target;
    // What lies in shared memory is the same for all who read it.
    const bool shared = objects_[object].space == Space::Shared;
    for (const auto &[offset, cellA] : *cellsA) {
      auto other = cellsB->find(offset);
      if (other == cellsB->end() || other->second.bytes != cellA.bytes) {
        // Written on one path only: keep it where only that path leads.
        if (isAAlone ||
            (target.size() < mostKept && isUnset(object, cellsB.get(), offset, cellA.bytes)))
          target[offset] = cellA;
        else if (!cellsB->empty())
          lose(object, cellA);
        else
          lost_.insert(object);
        continue;
      }
      target[offset] = {cellA.bytes, merge(cellA.value, other->second.value, shared)};
      nameEither(target[offset].value, objects_[object]);
    }
    if (isBAlone)
      for (const auto &[offset, cellB] : *cellsB)
        target.emplace(offset, cellB);
    else
      for (const auto &[offset, cellB] : *cellsB) {
        if (target.contains(offset))
          continue;
        if (target.size() < mostKept && isUnset(object, cellsA.get(), offset, cellB.bytes))
          target[offset] = cellB;
        else if (!cellsA->empty())
          lose(object, cellB);
        else
          lost_.insert(object);
      }
    merged.emplace_back(object, std::make_shared<const Cells>(std::move(target)));
  }
  return merged;
}

State Interpreter::mergeStates(const State &a, const State &b, const LaneMask &onlyA,
                               const LaneMask &onlyB, Agree agree, Cause cause) {
  State merged;
  // Where only one of them goes on, all of it is known.
  merged.races = (algebra_.all() - onlyA).none()   ? a.races
                 : (algebra_.all() - onlyB).none() ? b.races
                                                   : RaceLog::common(a.races, b.races);
  // Of data each thread has its own: some may have done what is done on one path, some the other.
  // Where all agree, some launch takes the one and some the other: what is done there is kept for
  // what does not hang on it.
  const bool ofData = cause == Cause::Data && agree == Agree::Nobody;
  if (ofData || (cause <= Cause::Guard && agree == Agree::Block) || agree == Agree::Warps ||
      agree == Agree::WarpsAlike) {
    if (ofData)
      keepFlags(merged.races.heads, a.races.heads, b.races.heads);
    std::vector<UseId> perhaps;
    std::set_union(a.races.perhaps.begin(), a.races.perhaps.end(), b.races.perhaps.begin(),
                   b.races.perhaps.end(), std::back_inserter(perhaps));
    std::erase_if(perhaps, [&](UseId id) {
      return !ofData && !uses_[id - 1].decidedAt && !llvm::is_contained(merged.races.perhaps, id);
    });
    merged.races.perhaps = lastOfEach(std::move(perhaps));
  }
  merged.barriers = (algebra_.all() - onlyA).none()   ? a.barriers
                    : (algebra_.all() - onlyB).none() ? b.barriers
                                                      : mergeBarriers(a.barriers, b.barriers);
  if (a.memory.sharesAllWith(b.memory))
    merged.memory = a.memory;
  else
    merged.memory.assign(mergeMemory(a, b, onlyA, onlyB, agree, cause));
  for (const auto &[symbol, value] : a.facts) {
    auto it = b.facts.find(symbol);
    if (it != b.facts.end() && it->second == value)
      merged.facts.emplace(symbol, value);
  }
  merged.async = AsyncLife::merged(a.async, b.async);
  return merged;
}

void Interpreter::learn(const Value &condition, bool holds) {
  if (!condition.isKnown() || condition.terms.size() != 1 || !condition.base.isUniform())
    return;
  const Term &term = condition.terms.front();
  if (term.monomial.size() != 1 || !term.coefficient.isUniform())
    return;
  const Symbol &symbol = algebra_.symbol(term.monomial.front());
  if (symbol.lower != 0 || symbol.upper != 1 || symbol.partition)
    return;
  // base + coefficient * symbol is 0 or 1.
  bool direct = term.coefficient.uniform() == 1 && condition.base.uniform() == 0;
  bool negated = term.coefficient.uniform() == -1 && condition.base.uniform() == 1;
  if (!direct && !negated)
    return;
  state_.facts[term.monomial.front()] = holds == direct;
  // n % 32 == 0, n == 1
  if (holds != direct || !symbol.zero || symbol.zero->terms.size() != 1 ||
      !symbol.zero->base.isUniform())
    return;
  const Term &zero = symbol.zero->terms.front();
  if (zero.monomial.size() != 1 || !zero.coefficient.isUniform())
    return;
  const SymbolId id = zero.monomial.front();
  const std::int64_t base = symbol.zero->base.uniform(), scale = zero.coefficient.uniform();
  // A number that the host hands over, or that all threads have loaded.
  const SymbolKind kind = algebra_.symbol(id).kind;
  const bool isGiven = kind == SymbolKind::Parameter ||
                       (kind == SymbolKind::Loaded && !algebra_.symbol(id).partition);
  if (isGiven && base % scale == 0)
    state_.facts[id] = -base / scale;
  else if (base == 0 && algebra_.symbol(id).remainderOf)
    state_.facts[id] = 0;
}

void Interpreter::learnOf(const clang::Expr *condition, bool holds) {
  if (!condition)
    return;
  condition = condition->IgnoreParenImpCasts();
  if (const auto *negated = llvm::dyn_cast<clang::UnaryOperator>(condition);
      negated && negated->getOpcode() == clang::UO_LNot)
    return learnOf(negated->getSubExpr(), !holds);
  const auto *joined = llvm::dyn_cast<clang::BinaryOperator>(condition);
  if (!joined || joined->getOpcode() != (holds ? clang::BO_LAnd : clang::BO_LOr))
    return;
  for (const clang::Expr *operand : {joined->getLHS(), joined->getRHS()}) {
    if (const auto value = joinedConditions_.find(operand); value != joinedConditions_.end())
      learn(value->second, holds);
    learnOf(operand, holds);
  }
}

//===----------------------------------------------------------------------===//
// Branches
//===----------------------------------------------------------------------===//

Interpreter::Flow Interpreter::flow() const {
  return {active_, frames_.back().returned, frames_.back().returnValue, loops_, trapped_};
}

void Interpreter::restore(const Flow &flow) {
  active_ = flow.active;
  frames_.back().returned = flow.returned;
  frames_.back().returnValue = flow.returnValue;
  loops_ = flow.loops;
  trapped_ = flow.trapped;
}

// Of those that leave by it; an interior block is followed.
Interpreter::Agree Interpreter::agreement(const Condition &condition) const {
  Agree agree =
      agreement(condition.cause == Cause::None || condition.cause == Cause::Guard, condition);
  // Whom something around it keeps away leaves later, or not at all.
  if (agree.across != 0)
    agree.across &= algebra_.sameAcross(active_);
  for (const Condition &around : conditions_) {
    if (agree.across == 0)
      break;
    if (around.depth != frames_.size() || around.cause == Cause::None || around.exact)
      continue;
    agree.across &= around.sameAcross;
    if (around.kind == Condition::Kind::Loop)
      agree.across &= around.sameAcrossLater;
  }
  return agree;
}

// A path that ended in return, break or continue is left behind: what it computed is
// merged where control comes together again.
void Interpreter::leaveBehind(const State &state, const Flow &before, const Flow &after,
                              const Condition &condition, const LaneMask &mask) {
  Condition absence = condition;
  absence.kind = Condition::Kind::Return;
  if (!conditions_.empty())
    absence.number = conditions_.back().number; // the same, as it was met
  if ((after.returned - before.returned).any()) {
    absence.exits = frames_.back().endsKernel;
    if (condition.cause != Cause::None)
      absences_.push_back(absence);
    if (condition.cause == Cause::Guard && !condition.searches)
      return; // an interior block does not come this way
    const bool isOfBefore = after.returnValue && before.returnValue &&
                            algebra_.equalValues(*after.returnValue, *before.returnValue);
    keepReturn(state, isOfBefore ? std::nullopt : after.returnValue, condition);
    for (LoopFlow &loop : loops_)
      loop.mayReturn = true;
    return;
  }
  if (loops_.empty() || after.loops.empty())
    return;
  std::size_t index = loops_.size();
  while (index > 0 && (after.loops[index - 1].broken - before.loops[index - 1].broken).none())
    --index;
  const bool broke = index > 0;
  absence.flow = broke ? index - 1 : loops_.size() - 1;
  LoopFlow &left = loops_[absence.flow];
  absence.kind = broke ? Condition::Kind::LoopExit : Condition::Kind::LoopContinue;
  absence.exits = broke && left.endsKernel;
  auto &states = broke ? left.sideExits : left.sideContinues;
  // Who leaves several loops at once does so in iterations of its own number.
  const bool leavesLoops =
      std::any_of(loops_.begin() + static_cast<std::ptrdiff_t>(absence.flow) + 1, loops_.end(),
                  [](const LoopFlow &inner) { return !inner.isSwitch && !inner.label; });
  const Agree agree = leavesLoops && condition.cause != Cause::None && !condition.searches
                          ? Agree::Nobody
                          : agreement(condition);
  if (states.size() < maxSideStates)
    states.push_back({std::make_shared<State>(state), agree, condition.causeOfValues()});
  if (condition.cause != Cause::None && !left.isSwitch)
    absences_.push_back(absence);
  if (condition.cause != Cause::Guard)
    for (std::size_t i = absence.flow + 1; i < loops_.size(); ++i)
      loops_[i].mayReturn = true;
}

void Interpreter::keepReturn(const State &state, const std::optional<Value> &value,
                             const Condition &condition) {
  Frame &frame = frames_.back();
  Frame::SideReturn left{value, nullptr, agreement(condition), condition.causeOfValues()};
  // Nothing comes after the end of the kernel.
  if (frame.site && !frame.endsKernel) {
    const auto isKept = [](const Frame::SideReturn &other) { return other.state != nullptr; };
    if (llvm::count_if(frame.sideReturns, isKept) < maxSideStates) {
      left.state = std::make_shared<State>(state);
    } else {
      Frame::SideReturn &last =
          *std::find_if(frame.sideReturns.rbegin(), frame.sideReturns.rend(), isKept);
      last.agree = last.agree.with(left.agree);
      last.cause = std::max(last.cause, left.cause);
      last.state = std::make_shared<State>(
          mergeStates(*last.state, state, {}, {}, last.agree, std::max(last.cause, Cause::Lane)));
    }
  }
  if (left.value || left.state)
    frame.sideReturns.push_back(std::move(left));
}

/// What there is from `begin` on goes to the end of another.
template <typename T>
static void moveFrom(std::vector<T> &from, std::size_t begin, std::vector<T> &to) {
  if (begin >= from.size())
    return;
  const auto first = from.begin() + static_cast<std::ptrdiff_t>(begin);
  std::move(first, from.end(), std::back_inserter(to));
  from.erase(first, from.end());
}

/// A number that is no multiple of a warp's width and more than a few.
static bool isPlainNumber(const clang::Expr *expression, const clang::ASTContext &context,
                          bool isOrdered) {
  constexpr int few = 2;
  clang::Expr::EvalResult number;
  if (expression->isValueDependent() || !expression->EvaluateAsInt(number, context))
    return false;
  const std::int64_t value = number.Val.getInt().getExtValue();
  return isOrdered ? value > few && value % warpSize != 0 : value == 0 || value % warpSize != 0;
}

/// A parameter of the kernel, what a table of the host's says at a place, or a name for either.
static bool isGivenByHost(const clang::Expr *expression, const clang::FunctionDecl &kernel,
                          const clang::ASTContext &context, Assignments &assignments) {
  constexpr unsigned deepest = 4;
  for (unsigned depth = 0; depth < deepest; ++depth) {
    expression = expression->IgnoreParenImpCasts();
    if (const auto *element = llvm::dyn_cast<clang::ArraySubscriptExpr>(expression)) {
      if (element->getIdx()->isValueDependent() || !element->getIdx()->isEvaluatable(context))
        return false;
      expression = element->getBase()->IgnoreParenImpCasts();
    }
    const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(expression);
    const auto *variable =
        reference ? llvm::dyn_cast<clang::VarDecl>(reference->getDecl()) : nullptr;
    if (!variable || !assignments.isNever(*variable))
      return false;
    if (llvm::isa<clang::ParmVarDecl>(variable))
      return variable->getDeclContext() == &kernel;
    if (!variable->hasLocalStorage() || !variable->hasInit())
      return false;
    expression = variable->getInit();
  }
  return false;
}

/// `if (m)`, `if (mode == 1)`, `if (limits[0] > 5)`: some launch has it so, and some not. How many
/// threads or warps there are, or whether there is anything to do, may be what others ask.
static bool isForTheLaunchToSay(const clang::Expr *condition, const clang::FunctionDecl &kernel,
                                const clang::ASTContext &context, Assignments &assignments) {
  condition = condition->IgnoreParenImpCasts();
  if (const auto *op = llvm::dyn_cast<clang::UnaryOperator>(condition))
    return op->getOpcode() == clang::UO_LNot &&
           isForTheLaunchToSay(op->getSubExpr(), kernel, context, assignments);
  if (const auto *op = llvm::dyn_cast<clang::BinaryOperator>(condition)) {
    if (!op->isComparisonOp())
      return false;
    const auto isOne = [&](const clang::Expr *given, const clang::Expr *number) {
      return isGivenByHost(given, kernel, context, assignments) &&
             isPlainNumber(number, context, op->isRelationalOp());
    };
    return isOne(op->getLHS(), op->getRHS()) || isOne(op->getRHS(), op->getLHS());
  }
  return isGivenByHost(condition, kernel, context, assignments);
}

/// `blockIdx.x`, of the name of either.
static bool isPlaceOf(const clang::Expr *expression, llvm::StringRef name) {
  expression = expression->IgnoreParenImpCasts();
  if (const auto *pseudo = llvm::dyn_cast<clang::PseudoObjectExpr>(expression))
    return isPlaceOf(pseudo->getSyntacticForm(), name);
  const clang::Expr *base = nullptr;
  if (const auto *member = llvm::dyn_cast<clang::MemberExpr>(expression))
    base = member->getBase();
  else if (const auto *property = llvm::dyn_cast<clang::MSPropertyRefExpr>(expression))
    base = property->getBaseExpr();
  const auto *reference =
      base ? llvm::dyn_cast<clang::DeclRefExpr>(base->IgnoreParenImpCasts()) : nullptr;
  return reference && reference->getDecl()->getDeclName().isIdentifier() &&
         reference->getDecl()->getName() == name;
}

/// `blockIdx.x`, or a variable that is made of it and numbers.
static bool isOfBlockIndex(const clang::Expr *expression, Assignments &assignments,
                           unsigned depth = 0) {
  constexpr unsigned deepest = 4;
  expression = expression->IgnoreParenImpCasts();
  if (depth > deepest)
    return false;
  if (const auto *op = llvm::dyn_cast<clang::BinaryOperator>(expression))
    return op->getOpcode() == clang::BO_Rem || op->getOpcode() == clang::BO_And
               ? isOfBlockIndex(op->getLHS(), assignments, depth + 1) &&
                     llvm::isa<clang::IntegerLiteral>(op->getRHS()->IgnoreParenImpCasts())
               : false;
  if (isPlaceOf(expression, "blockIdx"))
    return true;
  const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(expression);
  const auto *variable = reference ? llvm::dyn_cast<clang::VarDecl>(reference->getDecl()) : nullptr;
  return variable && variable->hasLocalStorage() && !llvm::isa<clang::ParmVarDecl>(variable) &&
         variable->hasInit() && assignments.isNever(*variable) &&
         isOfBlockIndex(variable->getInit(), assignments, depth + 1);
}

/// `if (blockIdx.x > 0)`, `if (blockIdx.x & 1)`: some blocks of any grid go the one way, and some
/// the other. How many there are to a thing, `if (blockIdx.x < n)`, may be all of them.
static bool partsBlocks(const clang::Expr *condition, Assignments &assignments) {
  condition = condition->IgnoreParenImpCasts();
  if (const auto *op = llvm::dyn_cast<clang::UnaryOperator>(condition))
    return op->getOpcode() == clang::UO_LNot && partsBlocks(op->getSubExpr(), assignments);
  if (const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(condition))
    if (const auto *variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl());
        variable && variable->getType()->isBooleanType() && variable->hasLocalStorage() &&
        !llvm::isa<clang::ParmVarDecl>(variable) && variable->hasInit() &&
        assignments.isNever(*variable))
      return llvm::isa<clang::BinaryOperator, clang::UnaryOperator>(
                 variable->getInit()->IgnoreParenImpCasts()) &&
             partsBlocks(variable->getInit(), assignments);
  const auto *op = llvm::dyn_cast<clang::BinaryOperator>(condition);
  if (!op || !op->isComparisonOp())
    return isOfBlockIndex(condition, assignments);
  constexpr unsigned few = 1; // a grid has two blocks at least, or needs none
  const auto isFew = [&](const clang::Expr *number) {
    number = number->IgnoreParenImpCasts();
    // `gridDim.x - 1`: the last block.
    if (const auto *less = llvm::dyn_cast<clang::BinaryOperator>(number);
        less && less->getOpcode() == clang::BO_Sub && isPlaceOf(less->getLHS(), "gridDim"))
      number = less->getRHS()->IgnoreParenImpCasts();
    const auto *literal = llvm::dyn_cast<clang::IntegerLiteral>(number);
    return literal && literal->getValue().ule(few);
  };
  return (isOfBlockIndex(op->getLHS(), assignments) && isFew(op->getRHS())) ||
         (isOfBlockIndex(op->getRHS(), assignments) && isFew(op->getLHS()));
}

/// The last loads and stores of a path, by number.
static std::vector<UseId> lastUsesOf(const RaceLog &log) {
  std::set<UseId> ids;
  for (const auto &[key, shadow] : log.shadows)
    shadow->forEach([&](std::int64_t, const Shadow::Place &place) {
      for (const LastUses *uses : {&place.reads, &place.writes})
        for (const UseBy by : {uses->last, uses->otherLane, uses->otherWarp})
          if (by.use >= log.begin)
            ids.insert(by.use);
    });
  return log.isLoose() || !log.meetings.empty() ? std::vector<UseId>()
                                                : std::vector<UseId>(ids.begin(), ids.end());
}

// `for (k = 0; k < n; k++) { …; if (k < n - 2) __syncthreads(); }`: does the loop go round once
// more after an iteration in which the branch is not taken, or, by `side`, taken?
bool Interpreter::goesOnWithout(const Condition &branch, bool side) const {
  // What is below 0 where it holds.
  const auto below = [&](const Condition &one) -> std::optional<Value> {
    const auto *comparison =
        one.expr ? llvm::dyn_cast<clang::BinaryOperator>(one.expr->IgnoreParenImpCasts()) : nullptr;
    if (!comparison || !comparison->isRelationalOp() || !one.comparisons)
      return std::nullopt;
    const auto compared =
        llvm::find_if(*one.comparisons, [&](const auto &each) { return each.first == comparison; });
    if (compared == one.comparisons->end() || !compared->second->isKnown())
      return std::nullopt;
    const bool isLess =
        comparison->getOpcode() == clang::BO_LT || comparison->getOpcode() == clang::BO_LE;
    const bool isStrict =
        comparison->getOpcode() == clang::BO_LT || comparison->getOpcode() == clang::BO_GT;
    const Value &difference = *compared->second;
    return algebra_.sub(isLess ? difference : algebra_.neg(difference), Value(isStrict ? 0 : 1));
  };
  const auto loop = std::find_if(conditions_.rbegin(), conditions_.rend(),
                                 [](const auto &one) { return one.kind == Condition::Kind::Loop; });
  if (loop == conditions_.rend() || loop->exact)
    return false;
  const auto goesOn = below(*loop);
  auto met = below(branch); // below 0 where the barrier is met
  if (!goesOn || !met)
    return false;
  if (side)
    met = algebra_.sub(algebra_.neg(*met), Value(1));
  // How much nearer to its end an iteration brings the loop.
  std::int64_t step = 0;
  for (const Term &term : goesOn->terms)
    if (term.monomial.size() == 1 &&
        algebra_.symbol(term.monomial.front()).kind == SymbolKind::Iteration &&
        term.coefficient.isUniform())
      step = std::max(step, term.coefficient.uniform()); // loops around have theirs
  const auto missed = algebra_.sub(*met, *goesOn).constant();
  constexpr std::int64_t turns = 2; // the last one, and one before it
  return step > 0 && missed && *missed >= turns * step;
}

// A way round the barrier that others meet, told apart by what is `agreed` on it.
void Interpreter::keepOnWayRound(SharedUse use,
                                 const std::set<std::pair<std::string, bool>> &agreed) {
  if (use.decidedBy || !use.bounds.key.empty() || use.inFirst ||
      (use.notInFirst & use.lanes).any() || use.isVolatile ||
      (use.kind != SharedUse::Kind::Read && use.kind != SharedUse::Kind::Write))
    return;
  use.decidedAt = conditions_.back().number;
  for (const Condition &around : conditions_)
    if (!around.key.empty() && &around != &conditions_.back())
      use.agreed.emplace(around.key, around.holds);
  use.agreed.insert(agreed.begin(), agreed.end());
  rememberPerhaps(std::move(use));
}

void Interpreter::forkBranch(const Condition &condition, const Split &split, const Side &thenSide,
                             const Side &elseSide, bool uniform) {
  const UseId beganBefore = state_.races.begin;
  const UseId usesBefore = nextUse();
  State before = state_;
  Flow flowBefore = flow();
  // Who was kept away on a side that all its threads left together is missed by nobody: the other
  // side goes on only if that one was not taken.
  auto dropAbsences = [&](std::size_t begin, const LaneMask &started) {
    if (uniform && started.any() && frames_.back().returned.contains(started))
      absences_.resize(std::min(begin, absences_.size()));
  };

  // Where warps part: does some block take this side with all its warps? Who leaves on one side is
  // missed where the other one is followed.
  auto takeWhole = [&](Condition &one, bool side) {
    if (!condition.wholeWarps)
      return;
    one.byBlock = condition.byBlock && split.condition.interior == side;
    one.byParameter = condition.byParameter && split.condition.interior == side;
  };
  auto leavesBy = [&](bool side) {
    Condition left = condition;
    left.holds = side;
    takeWhole(left, !side);
    return left;
  };

  const LaneMask startedA = split.yes | (split.elected.any() ? split.elected : split.maybe);
  const LaneMask startedB = split.no | split.maybe;
  active_ = startedA;
  conditions_.back().othersGone = condition.elseGone;
  conditions_.back().gone = condition.elseGone ? split.no : LaneMask();
  conditions_.back().holds = true;
  takeWhole(conditions_.back(), true);
  if (uniform)
    learn(split.condition, true);
  learnOf(condition.expr, true);
  std::size_t absencesBegin = absences_.size();
  const std::size_t thenBarriers = gridBarriers_.size();
  const auto writes = [this] {
    return loopAccesses_.empty() ? 0 : loopAccesses_.back().order.size();
  };
  std::size_t writesBegin = writes();
  thenSide();
  leaveWithWrites(writesBegin, startedA);
  dropAbsences(absencesBegin, startedA);
  // All threads take one side: who leaves on the first is missed by nobody on the second.
  std::vector<Condition> fromThen;
  if (condition.cause == Cause::None)
    moveFrom(absences_, absencesBegin, fromThen);
  State stateA = std::move(state_);
  Flow flowA = flow();

  state_ = std::move(before);
  restore(flowBefore);
  active_ = startedB;
  conditions_.back().othersGone = condition.thenGone;
  conditions_.back().gone = condition.thenGone ? split.yes : LaneMask();
  conditions_.back().holds = false;
  takeWhole(conditions_.back(), false);
  if (uniform)
    learn(split.condition, false);
  learnOf(condition.expr, false);
  absencesBegin = absences_.size();
  const UseId usesBehind = nextUse();
  const std::size_t elseBarriers = gridBarriers_.size();
  writesBegin = writes();
  elseSide();
  leaveWithWrites(writesBegin, startedB);
  matchGridBarriers(thenBarriers, elseBarriers);
  dropAbsences(absencesBegin, startedB);
  moveFrom(fromThen, 0, absences_);
  State stateB = std::move(state_);
  Flow flowB = flow();

  restore(flowBefore);
  Agree agree = agreement(uniform, condition);
  bool deadA = flowA.active.none() && startedA.any();
  bool deadB = flowB.active.none() && startedB.any();

  // Gone for certain: a thread that left on the only path it could take, or on both.
  auto certain = [&](const LaneMask &leftA, const LaneMask &leftB) {
    return (leftA & split.yes) | (leftB & split.no) | (leftA & leftB);
  };
  frames_.back().returned = flowBefore.returned | certain(flowA.returned, flowB.returned);
  for (std::size_t i = 0; i < loops_.size(); ++i) {
    loops_[i].broken |= certain(flowA.loops[i].broken, flowB.loops[i].broken);
    loops_[i].continued |= certain(flowA.loops[i].continued, flowB.loops[i].continued);
    auto inheritStates = [&](auto member) {
      auto &target = loops_[i].*member;
      for (const Flow *source : {&flowA, &flowB})
        for (std::size_t s = (flowBefore.loops[i].*member).size();
             s < (source->loops[i].*member).size() && target.size() < maxSideStates; ++s)
          target.push_back((source->loops[i].*member)[s]);
    };
    inheritStates(&LoopFlow::sideExits);
    inheritStates(&LoopFlow::sideContinues);
    loops_[i].mayReturn |= flowA.loops[i].mayReturn || flowB.loops[i].mayReturn;
  }
  if (flowA.returnValue || flowB.returnValue) {
    if (flowA.returnValue && flowB.returnValue)
      frames_.back().returnValue = mergeValues(*flowA.returnValue, *flowB.returnValue, split.yes,
                                               split.no, agree, condition.causeOfValues());
    else if (deadA && deadB)
      frames_.back().returnValue = flowA.returnValue ? flowA.returnValue : flowB.returnValue;
  }
  if (deadA && deadB) {
    state_ = mergeStates(stateA, stateB, split.yes, split.no, agree, condition.causeOfValues());
    active_ = LaneMask();
    // Neither path goes on here, but they may have gone different ways.
    if (!loops_.empty()) {
      const auto broken = [&](const Flow &f, std::size_t i) {
        return f.loops[i].broken - flowBefore.loops[i].broken;
      };
      const auto continued = [&](const Flow &f) {
        return f.loops.back().continued - flowBefore.loops.back().continued;
      };
      bool differ = continued(flowA).any() != continued(flowB).any();
      for (std::size_t i = 0; i < loops_.size(); ++i)
        differ = differ || broken(flowA, i).any() != broken(flowB, i).any();
      if (differ) {
        leaveBehind(stateA, flowBefore, flowA, leavesBy(true), startedA);
        leaveBehind(stateB, flowBefore, flowB, leavesBy(false), startedB);
        for (const Flow *f : {&flowA, &flowB}) {
          for (std::size_t i = 0; i < loops_.size(); ++i)
            loops_[i].broken |= broken(*f, i);
          loops_.back().continued |= continued(*f);
        }
      }
    }
    return;
  }
  LaneMask onlyA = (split.yes | (flowA.active - flowB.active)) - split.no;
  LaneMask onlyB = (split.no | (flowB.active - flowA.active)) - split.yes;
  if (deadA && split.maybe.any()) {
    leaveBehind(stateA, flowBefore, flowA, leavesBy(true), startedA);
    onlyA = LaneMask();
    onlyB = algebra_.all();
  } else if (deadB && split.maybe.any()) {
    leaveBehind(stateB, flowBefore, flowB, leavesBy(false), startedB);
    onlyA = algebra_.all();
    onlyB = LaneMask();
  }
  // The barrier of one side may be the one that orders what comes after: `if (m) __syncthreads();`.
  std::vector<UseId> aroundBarrier;
  std::optional<bool> wayRound;
  if (const UseId begin = beganBefore;
      uniform && !deadA && !deadB && condition.kind == Condition::Kind::Branch &&
      !condition.key.empty() && (stateA.races.begin == begin) != (stateB.races.begin == begin) &&
      condition.expr) {
    const bool isOnFirst = stateA.races.begin == begin;
    if (isForTheLaunchToSay(condition.expr, *run_.kernel, context_, assignments_) ||
        (condition.differsBetweenBlocks && partsBlocks(condition.expr, assignments_)) ||
        goesOnWithout(conditions_.back(), isOnFirst))
      wayRound = isOnFirst;
  }
  if (wayRound) {
    aroundBarrier = lastUsesOf(*wayRound ? stateA.races : stateB.races);
  }
  state_ = mergeStates(stateA, stateB, onlyA, onlyB, agree, condition.causeOfValues());
  // What the lane stores that data have named: `if (lane == leader) s[warp] = x;`.
  if (split.elected.any() && !deadA && !deadB && stateA.races.begin == beganBefore &&
      stateB.races.begin == beganBefore)
    for (UseId id = usesBefore; id < usesBehind; ++id)
      if (uses_[id - 1].decidedAt == conditions_.back().number)
        rememberPerhaps(uses_[id - 1]);
  for (const UseId id : aroundBarrier)
    keepOnWayRound(uses_[id - 1],
                   {{conditions_.back().key, *wayRound},
                    {algebra_.key(algebra_.logicalNot(split.condition)), !*wayRound}}); // `if (!m)`
  if (uniform && (deadA || deadB)) // who goes on may be who has not stored
    std::erase_if(state_.races.perhaps, [&](UseId id) { return uses_[id - 1].decidedAt != 0; });
  if (deadA && split.maybe.any())
    state_.facts = stateB.facts;
  else if (deadB && split.maybe.any())
    state_.facts = stateA.facts;
  active_ = flowA.active | flowB.active;
}

// Follows an interior block; the other side is run for its sites, then forgotten.
void Interpreter::guardBranch(const Condition &condition, const Split &split, const Side &thenSide,
                              const Side &elseSide, bool interior) {
  const Side &other = interior ? elseSide : thenSide;
  State before = state_;
  Flow flowBefore = flow();
  std::size_t absences = absences_.size();
  active_ = split.maybe;
  if (!interior && split.condition.halves)
    active_ &= split.condition.halves->lanes;
  if (!interior && split.condition.single) {
    active_ = LaneMask();
    active_.set(split.maybe.first());
  }
  settle();
  const Issue issuedBefore = issued_;
  conditions_.back().othersGone = interior ? condition.thenGone : condition.elseGone;
  conditions_.back().holds = !interior;
  conditions_.back().byBlock = false;
  const UseId usesBefore = nextUse();
  const bool isOpen = interior || !split.condition.halves;
  ++aside_;
  openSides_ += isOpen;
  other();
  openSides_ -= isOpen;
  --aside_;
  conditions_.back().byBlock = condition.byBlock;
  const UseId usesBehind = nextUse();
  const bool hasWaited = state_.races.begin != before.races.begin || state_.races.isLoose();
  settle();
  issued_ = issuedBefore;
  Flow flowOther = flow();
  State stateOther = std::move(state_);
  // What boundary blocks do there may need a barrier.
  const bool touched = !(stateOther.barriers == before.barriers);
  state_ = std::move(before);
  if (touched)
    touchUnknown();
  restore(flowBefore);
  absences_.resize(absences);
  if (flowOther.active.none()) {
    Condition left = condition;
    left.holds = !interior;
    leaveBehind(stateOther, flowBefore, flowOther, left, split.maybe);
  }

  const LaneMask taking = interior ? split.yes | split.maybe : split.yes;
  const LaneMask leaving = interior ? split.no : split.no | split.maybe;
  active_ = taking;
  conditions_.back().othersGone = condition.elseGone;
  conditions_.back().gone = condition.elseGone ? leaving : LaneMask();
  conditions_.back().holds = true;
  auto facts = state_.facts;
  learnOf(condition.expr, true);
  if (active_.any())
    thenSide();
  state_.facts = facts;
  LaneMask after = active_;
  active_ = leaving;
  conditions_.back().othersGone = condition.thenGone;
  conditions_.back().gone = condition.thenGone ? taking : LaneMask();
  conditions_.back().holds = false;
  learnOf(condition.expr, false);
  if (active_.any())
    elseSide();
  if (after.any()) // both go on
    state_.facts = std::move(facts);
  active_ |= after;
  if (hasWaited)
    return;
  keepOfFirst(usesBefore, usesBehind);
  // What one thread stores, whichever the host has named: `if (threadIdx.x == k) pivot = x;`.
  if (interior || !split.condition.single || split.condition.byBlock)
    return;
  const std::uint64_t number = conditions_.back().number;
  for (UseId id = usesBefore; id < usesBehind; ++id)
    if (uses_[id - 1].decidedAt == number && id >= state_.races.begin)
      rememberPerhaps(uses_[id - 1]);
}

// The grid's barrier counts blocks, wherever each of them waits: where the blocks of both sides
// wait as often, none is missed.
void Interpreter::matchGridBarriers(std::size_t thenBegin, std::size_t elseBegin) {
  const std::size_t inThen = elseBegin - thenBegin;
  const std::size_t inElse = gridBarriers_.size() - elseBegin;
  if (inThen == 0 || inThen != inElse)
    return;
  for (std::size_t i = thenBegin; i < gridBarriers_.size(); ++i)
    forgetAbsence(recorder_.at(SiteKind::Barrier, gridBarriers_[i].second, gridBarriers_[i].first));
  gridBarriers_.resize(thenBegin);
}

// Where whole warps part and each side passes as many barriers as the other, all threads wait as
// often: the hardware counts who waits at the block's barrier, wherever that stands.
// Says whether it is so.
bool Interpreter::matchPartBarriers(const Split &split, std::size_t thenBegin,
                                    std::size_t elseBegin) {
  const std::size_t inThen = elseBegin - thenBegin;
  const std::size_t inElse = partBarriers_.size() - elseBegin;
  bool wholeWarps = true;
  for (unsigned warp = 0; warp < algebra_.warps(); ++warp)
    wholeWarps = wholeWarps && (split.yes.warp(warp) == 0 || split.no.warp(warp) == 0);
  const LaneMask met = split.yes | split.no | exited();
  if (inThen == 0 || inThen != inElse || !wholeWarps || !met.contains(algebra_.all()))
    return false;
  for (std::size_t i = thenBegin; i < partBarriers_.size(); ++i) {
    const std::size_t other = i < elseBegin ? i + inThen : i - inThen;
    SiteRecord &record =
        recorder_.at(SiteKind::Barrier, partBarriers_[i].second, partBarriers_[i].first);
    record.add("met_elsewhere", 1);
    if (record.sums["met_elsewhere"] == 1)
      record.notes.emplace_back(partBarriers_[other].second, "the other threads wait here");
  }
  partBarriers_.resize(thenBegin);
  return true;
}

bool Interpreter::mayWait(const clang::Stmt *statement) {
  const auto [entry, isNew] = mayWait_.try_emplace(statement, false);
  if (isNew)
    entry->second = Waits().in(statement);
  return entry->second;
}

bool Interpreter::mayWaitForWarps(const clang::Stmt *statement) {
  const auto [entry, isNew] = mayWaitForWarps_.try_emplace(statement, false);
  if (isNew)
    entry->second = Waits(/*forWarps=*/true).in(statement);
  return entry->second;
}

// Variables go by the names that they have here, not in functions that are called from here.
void Interpreter::pushCondition(Condition condition) {
  condition.depth = frames_.size();
  condition.number = ++conditionsMet_;
  const llvm::SaveAndRestore operations(operations_);
  condition.ofOwnData = condition.cause == Cause::Data && comparesData(condition.expr);
  condition.ofElement =
      condition.ofOwnData || (condition.cause == Cause::Data && isTruthOfData(condition.expr));
  conditions_.push_back(std::move(condition));
}

// What is known of who goes which way where it is not known of each thread.
void Interpreter::describe(Condition &condition, const Value &value) const {
  const bool uniform = algebra_.isUniform(value, active_);
  condition.cause = uniform ? Cause::None : value.unknown ? value.cause : Cause::Data;
  // Threads that hold the same of what was compared find the same.
  condition.wholeWarps =
      !uniform && (algebra_.isWarpUniform(value, active_) ||
                   (value.unknown && value.sameAcross == Algebra::acrossWarp) ||
                   (value.unknown && value.difference && value.difference->isKnown() &&
                    algebra_.isWarpUniform(*value.difference, active_)));
  condition.warpsMayAgree = condition.wholeWarps && algebra_.warpsMayAgree(value);
  condition.partsWarps = value.halves != nullptr;
  condition.differsBetweenBlocks = algebra_.dependsOnBlock(value) ||
                                   (value.difference && algebra_.dependsOnBlock(*value.difference));
  condition.byBlock = value.byBlock;
  condition.byParameter =
      (condition.cause == Cause::Guard || condition.wholeWarps) && value.byParameter;
  condition.difference = value.difference;
  condition.sameAcross = algebra_.sameAcross(value);
  if (uniform && value.isKnown())
    condition.key = algebra_.key(value);
}

/// The first of the block, or of each warp, for whichever it is.
static LaneMask electedOf(const LaneMask &lanes, Value::Elects elects) {
  LaneMask elected;
  unsigned next = 0; // warp that nobody stands for yet
  lanes.forEach([&](unsigned lane) {
    if (lane / warpSize < next || (elects == Value::Elects::OneOfBlock && elected.any()))
      return;
    elected.set(lane);
    next = lane / warpSize + 1;
  });
  return elected;
}

// What a branch within a side of another takes more than it counts: one store behind a condition of
// its own is no longer predicated, six multiply-adds are (machine code of nvcc 13.0, sm_90).
static constexpr std::int64_t costOfNesting = 10;

void Interpreter::execBranch(const Condition &conditionIn, const Value &valueIn,
                             const Side &thenSide, const Side &elseSide, const Shape &shape) {
  const bool thenLeaves = shape.thenLeaves;
  Value value = algebra_.truth(resolve(valueIn));
  // `if (k + 1 < n)` is as good with one n as with another, `if (n & 1)` is not.
  if (const auto *comparison = llvm::dyn_cast_or_null<clang::BinaryOperator>(
          conditionIn.expr ? conditionIn.expr->IgnoreParenImpCasts() : nullptr);
      isMadeUp(value) && !(comparison && comparison->isRelationalOp()))
    outcome_.madeUpDecides = true;
  Split parts = split(value);
  Condition condition = conditionIn;
  if (condition.thenTraps)
    trapped_ |= parts.yes;
  if (condition.elseTraps)
    trapped_ |= parts.no;
  std::uint64_t costs[2] = {0, 0};
  std::int64_t joined[2] = {0, 0}, addressing[2] = {0, 0};
  unsigned nested = 0;
  Issue issues[2];
  Work works[2], asideWorks[2];
  const unsigned asideBefore = aside_;
  // What is known before the kernel runs may be known to the compiler.
  const bool isKnown = parts.maybe.none() && (parts.yes.none() || parts.no.none());
  const std::uint64_t block = fieldRuns_.block();
  FieldRuns::Loads loads[2];
  auto timed = [&](const Side &side, std::uint64_t &cost, Issue &issue, std::size_t index) {
    return [&, index] {
      settle();
      const std::uint64_t begin = operations_;
      const std::uint64_t doubtful = doubtfulOperations_;
      const std::int64_t joinedBefore = joined_, addressingBefore = addressing_;
      const Issue issuedBefore = issued_;
      const std::size_t loopsBefore = openedLoops_.size();
      std::vector<Held> held = held_;
      neighbours_.clear();
      ++region_;
      Work around = recorder_.takeWork();
      if (isKnown)
        side();
      else
        loads[index] = fieldRuns_.inOwnBlock(condition.expr, side);
      (aside_ > asideBefore ? asideWorks : works)[index].add(recorder_.takeWork());
      recorder_.work() = std::move(around);
      ++region_;
      neighbours_.clear();
      settle();
      cost = std::max(cost, operations_ - begin - (doubtfulOperations_ - doubtful));
      joined[index] = joined_ - joinedBefore;
      addressing[index] = addressing_ - addressingBefore;
      nested = std::max(nested, deepestSince(loopsBefore, symbolicDepth_));
      issue = issued_ - issuedBefore;
      // What was loaded here need not have been; what was written here is no longer held.
      std::erase_if(held, [&](const Held &before) {
        return std::none_of(held_.begin(), held_.end(),
                            [&](const Held &now) { return now.number == before.number; });
      });
      held_ = std::move(held);
    };
  };
  Side timedThen = timed(thenSide, costs[0], issues[0], 0);
  Side timedElse = timed(elseSide, costs[1], issues[1], 1);

  if (parts.maybe.none()) {
    bool splits = parts.yes.any() && parts.no.any();
    condition.cause = splits ? Cause::Lane : Cause::None;
    condition.exact = true;
    condition.sidesFollowed = splits && condition.statement && mayWait(condition.statement);
    if (splits)
      pushCondition(condition);
    // Who takes one side has met nobody whom the others meet on theirs.
    std::optional<RaceLog> races;
    if (condition.sidesFollowed)
      races = state_.races;
    const std::size_t thenBarriers = partBarriers_.size();
    active_ = parts.yes;
    if (splits && condition.elseGone)
      conditions_.back().gone = parts.no;
    if (active_.any())
      timedThen();
    LaneMask after = active_;
    const std::size_t elseBarriers = partBarriers_.size();
    if (races && elseBarriers > thenBarriers)
      std::swap(*races, state_.races);
    else if (races)
      races = state_.races;
    active_ = parts.no;
    if (splits)
      conditions_.back().gone = condition.thenGone ? parts.yes : LaneMask();
    if (active_.any())
      timedElse();
    const bool areAnyMet = partBarriers_.size() > thenBarriers;
    const bool match = matchPartBarriers(parts, thenBarriers, elseBarriers);
    if (races && areAnyMet)
      joinSides(std::move(*races), match);
    Frame &frame = frames_.back();
    if (splits && condition.expr && after.none() && frame.returned.contains(parts.yes))
      frame.earlyReturns.push_back({condition.expr->getSourceRange(), "else_cost", operations_,
                                    issued_, openedLoops_.size(), symbolicDepth_});
    else if (splits && condition.expr && active_.none() && frame.returned.contains(parts.no))
      frame.earlyReturns.push_back({condition.expr->getSourceRange(), "then_cost", operations_,
                                    issued_, openedLoops_.size(), symbolicDepth_});
    else if (splits && condition.expr && condition.leavesBy && after.none())
      leaveEarly({condition.expr->getSourceRange(), "else_cost", operations_, issued_,
                  openedLoops_.size(), symbolicDepth_},
                 *condition.leavesBy);
    active_ |= after;
    if (splits)
      conditions_.pop_back();
    countSides(std::move(works[0]), std::move(works[1]), condition, true);
    fieldRuns_.hoist(loads[0], loads[1], block);
    recordBranch(condition, parts, value.byLaunch ? Cause::Guard : condition.cause, costs[0],
                 costs[1], joined[0] + joined[1], addressing[0] + addressing[1], nested);
    if (splits)
      joined_ -= costOfNesting;
    recordFewLanes(condition, issues[0], issues[1]);
    return;
  }

  std::optional<Split> beside;
  if (condition.expr)
    if (const auto found = decidedBeside_.find(condition.expr->IgnoreParenImpCasts());
        found != decidedBeside_.end())
      beside = found->second;
  describe(condition, value);
  const bool uniform = condition.cause == Cause::None, warpUniform = condition.wholeWarps;
  condition.ofFew = isFew(active_);
  condition.comparisons = comparisonsIn(condition.expr);
  // Once lanes have come to different elements, these are data of their own.
  const auto comparesOwnNumber = [&] {
    const auto *comparison = llvm::dyn_cast_or_null<clang::BinaryOperator>(
        condition.expr ? condition.expr->IgnoreParenImpCasts() : nullptr);
    const llvm::SaveAndRestore operations(operations_);
    return comparison && comparison->isComparisonOp() &&
           llvm::any_of(comparison->children(), [&](const clang::Stmt *side) {
             const auto *variable = llvm::dyn_cast<clang::DeclRefExpr>(
                 llvm::cast<clang::Expr>(side)->IgnoreParenImpCasts());
             if (!variable || !variable->getType()->isIntegerType())
               return false;
             const Value number = eval(llvm::cast<clang::Expr>(side));
             return number.isKnown() && !algebra_.isUniform(number, active_);
           });
  };
  condition.searches = (condition.cause == Cause::Guard ||
                        (condition.cause == Cause::Data && comparesOwnNumber())) &&
                       searches(condition.statement, condition.expr);
  if (condition.searches && !passes_.empty())
    searchLoops_.insert(passes_.back().statement);
  pushCondition(condition);
  Cause cause = condition.cause;
  // `if (threadIdx.x > a - b) flag = 0;`: which threads it is, nothing says, and it is the same in
  // each block.
  const bool isOpen = value.interiorOpen ||
                      (shape.assigns && !shape.ofTheEdge && !value.interior && !value.byBlock);
  const std::uint64_t sharedBegin = sharedAccesses_;
  const std::uint64_t barriersBegin = barriersMet_;
  if (cause == Cause::Guard && value.elects != Value::Elects::Nobody) {
    parts.elected = electedOf(parts.maybe, value.elects);
    forkBranch(condition, parts, timedThen, timedElse, false);
  } else if (condition.searches) {
    forkBranch(condition, parts, timedThen, timedElse, false);
  } else if (cause == Cause::Guard && isOpen) {
    conditions_.back().isForked = value.interiorOpen && value.byBlock;
    forkBranch(condition, parts, timedThen, timedElse, value.interiorOpen);
  } else if (cause == Cause::Guard) {
    bool interior = value.interior ? *value.interior : !thenLeaves;
    // Of `i < r` the symbols do not tell whether r is the width of an image or of its margin; what
    // is done then does.
    if (shape.ofTheEdge == interior) {
      interior = !interior;
      condition.byParameter = conditions_.back().byParameter = false;
      if (value.interior)
        value.interior = interior;
    }
    guardBranch(condition, parts, timedThen, timedElse, interior);
    // Where an interior block does nothing at all, it is another one that is of interest.
    if (condition.statement && !interior && !thenLeaves && !value.single &&
        works[0].size() + works[1].size() == 0 && asideWorks[0].size() > 0) {
      works[0] = std::move(asideWorks[0]);
      works[0].largerSides.insert(lineOf(condition.statement->getBeginLoc()));
    }
  } else {
    forkBranch(condition, parts, timedThen, timedElse, uniform);
  }
  conditions_.pop_back();
  if (sharedBegin != sharedAccesses_ || barriersBegin != barriersMet_)
    noteSteered(value);
  fieldRuns_.hoist(loads[0], loads[1], block);
  countSides(std::move(works[0]), std::move(works[1]), condition, cause == Cause::Guard && !isOpen);
  bool parted = false;
  if (cause == Cause::Guard && !isOpen && value.interior) {
    // `x < n && x % 2 == 0`: what parts the lanes of an interior block is no guard.
    Split inside = parts;
    (*value.interior ? inside.yes : inside.no) |= inside.maybe;
    inside.maybe = LaneMask();
    for (unsigned warp = 0; warp < algebra_.warps(); ++warp)
      parted = parted || (inside.yes.warp(warp) && inside.no.warp(warp));
    if (parted) {
      parts = std::move(inside);
      cause = Cause::Lane;
    }
  }
  if (cause == Cause::Guard && value.halves) {
    // Whichever half it is, the other one waits.
    parted = true;
    cause = Cause::Lane;
    parts.yes |= parts.maybe & value.halves->lanes;
    parts.no |= parts.maybe - value.halves->lanes;
    parts.maybe = LaneMask();
    if (value.halves->assumption) {
      parts.condition.assumptions.push_back(*value.halves->assumption);
      llvm::sort(parts.condition.assumptions);
    }
  }
  if (beside && parts.maybe.any() && !warpUniform) {
    parts.yes = beside->yes;
    parts.no = beside->no;
    parts.maybe = LaneMask();
    cause = Cause::Lane;
  }
  recordBranch(condition, parts, warpUniform ? Cause::None : cause, costs[0], costs[1],
               joined[0] + joined[1], addressing[0] + addressing[1], nested);
  joined_ -= costOfNesting;
  if (condition.expr && condition.leavesBy && (cause == Cause::Data || parted) && !warpUniform) {
    const EarlyLeave early{condition.expr->getSourceRange(),
                           "else_cost",
                           operations_,
                           {},
                           openedLoops_.size(),
                           symbolicDepth_};
    if (isReturn(condition.leavesBy))
      frames_.back().earlyReturns.push_back(early);
    else if (!leavesLoop(*condition.leavesBy))
      leaveEarly(early, *condition.leavesBy);
  }
}

bool Interpreter::leavesLoop(const clang::Stmt &by) const {
  const auto *jump = llvm::dyn_cast<clang::GotoStmt>(&by);
  if (!jump)
    return llvm::isa<clang::BreakStmt>(by);
  for (const LoopFlow &flow : llvm::reverse(loops_)) {
    if (flow.label == jump->getLabel())
      return false;
    if (!flow.label && !flow.isSwitch)
      return true;
  }
  return true;
}

void Interpreter::leaveEarly(const EarlyLeave &early, const clang::Stmt &by) {
  if (llvm::isa<clang::ContinueStmt>(by))
    earlyContinues_.push_back(early);
  else if (llvm::isa<clang::BreakStmt>(by))
    earlyBreaks_.push_back(early);
  else if (const auto *jump = llvm::dyn_cast<clang::GotoStmt>(&by))
    earlyGotos_.emplace_back(jump->getLabel(), early);
}

std::uint64_t Interpreter::warpsOf(const LaneMask &lanes) const {
  std::uint64_t warps = 0;
  for (unsigned warp = 0; warp < algebra_.warps(); ++warp)
    warps += lanes.warp(warp) != 0;
  return warps;
}

bool Interpreter::isFew(const LaneMask &lanes) const {
  return lanes.count() <= fewLanes * warpsOf(lanes);
}

void Interpreter::settle() {
  const std::uint64_t amount = (operations_ - settled_) * tripWeight_;
  if (settlingDoubtful_)
    doubtfulOperations_ += operations_ - settled_;
  settled_ = operations_;
  if (amount) {
    Issue &issue = settlingDoubtful_ ? doubtful_ : issued_;
    issue.warps += amount * warpsOf(settling_);
    if (settlingLoop_)
      openLoops_[settlingLoop_] += amount * warpsOf(settling_);
    issue.lanes += amount * settling_.count();
  }
  settling_ = active_;
  settlingLoop_ = openLoop();
  // What a few lanes do under a condition that is not known may happen once in a grid.
  settlingDoubtful_ =
      std::any_of(conditions_.begin(), conditions_.end(), [](const Condition &condition) {
        return condition.ofFew && condition.kind == Condition::Kind::Branch && !condition.exact &&
               condition.cause != Cause::Guard;
      });
}

const clang::Stmt *Interpreter::openLoop() const {
  const auto outermost = std::find_if(passes_.begin(), passes_.end(),
                                      [](const LoopPass &pass) { return pass.standsForAll; });
  return outermost == passes_.end() ? nullptr : outermost->statement;
}

unsigned Interpreter::deepestSince(std::size_t before, unsigned depth) const {
  unsigned deepest = depth;
  for (std::size_t i = before; i < openedLoops_.size(); ++i)
    deepest = std::max(deepest, openedLoops_[i]);
  return deepest - depth;
}

void Interpreter::recordFewLanes(const Condition &condition, const Issue &thenIssue,
                                 const Issue &elseIssue) {
  if (!condition.expr || condition.cause == Cause::None)
    return;
  SiteRecord &record = recorder_.at(SiteKind::Branch, condition.expr->getSourceRange(), "branch");
  record.openLoop = openLoop();
  record.add("then_issued_warps", static_cast<std::int64_t>(thenIssue.warps));
  record.add("then_issued_lanes", static_cast<std::int64_t>(thenIssue.lanes));
  record.add("else_issued_warps", static_cast<std::int64_t>(elseIssue.warps));
  record.add("else_issued_lanes", static_cast<std::int64_t>(elseIssue.lanes));
}

void Interpreter::recordBranch(const Condition &condition, const Split &split, Cause cause,
                               std::uint64_t thenCost, std::uint64_t elseCost, std::int64_t joined,
                               std::int64_t addressing, unsigned nested) {
  if (!condition.expr)
    return;
  SiteRecord &record = recorder_.at(SiteKind::Branch, condition.expr->getSourceRange(), "branch");
  record.statement = condition.statement;
  if (const auto *whole = llvm::dyn_cast_or_null<clang::IfStmt>(condition.statement))
    record.within = whole->getSourceRange();
  noteOpenLoops(record, openPasses_, loopTrips_);
  LaneMask present = split.yes | split.no | split.maybe;
  auto needed = [](const LaneMask &side) {
    return (static_cast<std::int64_t>(side.count()) + warpSize - 1) / warpSize;
  };
  record.add("then_warps", static_cast<std::int64_t>(warpsOf(split.yes)));
  record.add("then_needed", needed(split.yes));
  record.add("else_warps", static_cast<std::int64_t>(warpsOf(split.no)));
  record.add("else_needed", needed(split.no));
  // An iteration that stands for all is not the only one.
  if (split.yes.any() && split.no.any())
    record.add("repeats", symbolicDepth_ ? 2 : 1);
  for (unsigned warp = 0; warp < algebra_.warps(); ++warp) {
    if (!present.warp(warp))
      continue;
    record.add("warps", 1);
    std::uint32_t yes = split.yes.warp(warp);
    std::uint32_t no = split.no.warp(warp);
    if (yes && no) {
      record.add("divergent_warps", 1);
      // More than one border between the sides, counted among the lanes that are here, and no two
      // neighbours of the smaller one.
      const bool fewer = std::popcount(yes) <= std::popcount(no);
      unsigned borders = 0;
      bool areAlone = true;
      std::optional<bool> before;
      for (unsigned lane = 0; lane < warpSize; ++lane)
        if (((yes | no) >> lane) & 1) {
          bool here = (yes >> lane) & 1;
          borders += before && *before != here;
          areAlone = areAlone && !(before && *before == here && here == fewer);
          before = here;
        }
      record.add("interleaved_warps", borders > 1);
      record.add("alone_warps", borders > 1 && areAlone);
      record.add("true_lanes", std::popcount(yes));
      record.atLeast("most_true", std::popcount(yes));
      record.add("false_lanes", std::popcount(no));
      record.add("elections", algebra_.warps() > 1 && warpsOf(present) == 1 &&
                                  std::min(std::popcount(yes), std::popcount(no)) == 1);
    }
  }
  record.atLeast("then_cost", static_cast<std::int64_t>(thenCost));
  record.atLeast("else_cost", static_cast<std::int64_t>(elseCost));
  record.atLeast("joined", joined);
  record.atLeast("addressing", addressing);
  record.atLeast("nested_loops", nested);
  record.atLeast("cause", static_cast<std::int64_t>(cause));
  noteAssumptions(record, split.condition);
  if (cause != Cause::None)
    noteOrigin(record, condition.expr);
}

static bool isNumber(const clang::Expr *expression) {
  expression = expression->IgnoreParenCasts();
  if (const auto *sign = llvm::dyn_cast<clang::UnaryOperator>(expression))
    expression = sign->getSubExpr()->IgnoreParenCasts();
  return llvm::isa<clang::IntegerLiteral, clang::FloatingLiteral, clang::CXXBoolLiteralExpr>(
      expression);
}

/// The variable of which a comparison says where it ends, and what it is compared with.
static std::pair<const clang::ValueDecl *, const clang::Expr *>
boundedBy(const clang::Expr *condition, bool byRight) {
  const auto *comparison = llvm::dyn_cast<clang::BinaryOperator>(condition->IgnoreParenImpCasts());
  if (!comparison || !comparison->isRelationalOp())
    return {};
  const clang::Expr *bounded = byRight ? comparison->getLHS() : comparison->getRHS();
  const clang::Expr *bound = byRight ? comparison->getRHS() : comparison->getLHS();
  const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(bounded->IgnoreParenImpCasts());
  return {reference ? reference->getDecl() : nullptr, bound->IgnoreParenImpCasts()};
}

/// `y < offset ? 0 : y - offset`: how far one is past the bound, or a number.
std::optional<bool> Interpreter::sideOfTheEdge(const clang::AbstractConditionalOperator *op) {
  const bool first = isNumber(op->getTrueExpr());
  if (first == isNumber(op->getFalseExpr()))
    return std::nullopt;
  const clang::Expr *other = first ? op->getFalseExpr() : op->getTrueExpr();
  for (const bool byRight : {true, false}) {
    const auto [variable, bound] = boundedBy(op->getCond(), byRight);
    const auto *reference = llvm::dyn_cast_or_null<clang::DeclRefExpr>(bound);
    if (variable && reference && namesVariable(other, variable) &&
        namesVariable(other, reference->getDecl()))
      return first;
  }
  return std::nullopt;
}

/// Does the function say which of two it is, as `inside(x, width)` does?
static bool isPredicate(const clang::FunctionDecl &function) {
  if (function.getReturnType()->isBooleanType())
    return true;
  const auto *body = llvm::dyn_cast_or_null<clang::CompoundStmt>(function.getBody());
  const auto *last =
      body && !body->body_empty() ? llvm::dyn_cast<clang::ReturnStmt>(body->body_back()) : nullptr;
  return last && last->getRetValue() && isNumber(last->getRetValue());
}

/// `x < margin || x >= width - margin`
static bool isOneBoundOrAnother(const clang::Expr *condition) {
  const auto *either = llvm::dyn_cast<clang::BinaryOperator>(condition->IgnoreParenImpCasts());
  const auto isBound = [](const clang::Expr *side) {
    const auto *comparison = llvm::dyn_cast<clang::BinaryOperator>(side->IgnoreParenImpCasts());
    return (comparison && comparison->isRelationalOp()) || isOneBoundOrAnother(side);
  };
  return either && either->getOpcode() == clang::BO_LOr && isBound(either->getLHS()) &&
         isBound(either->getRHS());
}

/// Is the first side one that the threads in the middle of a grid do not take: to leave at once, to
/// leave where one bound or another is passed, to bring back what went past a bound?
static bool isOfTheEdge(const clang::IfStmt *statement, const clang::FunctionDecl &function) {
  if (statement->getElse())
    return false;
  const clang::Stmt *then = statement->getThen();
  if (const auto *compound = llvm::dyn_cast<clang::CompoundStmt>(then)) {
    if (compound->body_empty())
      return false;
    if (llvm::isa<clang::ReturnStmt, clang::ContinueStmt, clang::BreakStmt, clang::GotoStmt>(
            compound->body_back()) &&
        isOneBoundOrAnother(statement->getCond()))
      return true;
    if (compound->size() > 1)
      return false;
    then = compound->body_front();
  }
  if (const auto *left = llvm::dyn_cast<clang::ReturnStmt>(then))
    return isOneBoundOrAnother(statement->getCond()) || !left->getRetValue() ||
           (isNumber(left->getRetValue()) && !isPredicate(function));
  if (llvm::isa<clang::ContinueStmt, clang::BreakStmt, clang::GotoStmt>(then))
    return true;
  const auto *expression = llvm::dyn_cast<clang::Expr>(then);
  const auto *assignment =
      expression ? llvm::dyn_cast<clang::BinaryOperator>(expression->IgnoreImplicit()) : nullptr;
  const auto *target =
      assignment && assignment->getOpcode() == clang::BO_Assign
          ? llvm::dyn_cast<clang::DeclRefExpr>(assignment->getLHS()->IgnoreParenImpCasts())
          : nullptr;
  if (!target || !target->getType()->isIntegerType())
    return false;
  // `if (x < first) x = first`, `x = 0`, `x = 2 * first - x`; not `if (x < n) x = 8 * x`.
  const clang::Expr *value = assignment->getRHS();
  for (const bool byRight : {true, false}) {
    const auto [variable, bound] = boundedBy(statement->getCond(), byRight);
    const auto *reference = llvm::dyn_cast_or_null<clang::DeclRefExpr>(bound);
    if (variable == target->getDecl() &&
        (isNumber(value) || (reference && namesVariable(value, reference->getDecl()))))
      return true;
  }
  return false;
}

/// Does whoever comes here take the grid down?
bool Interpreter::takesGridDown(const clang::Stmt *statement) {
  const auto [known, isNew] = endsInTrap_.try_emplace(statement);
  if (isNew)
    known->second = endsInTrap(statement, context_);
  return known->second;
}

/// Is it between `#if` and `#endif`, if those before it in the block count?
static bool isConditional(const clang::Stmt &statement, const clang::CompoundStmt &block,
                          const clang::ASTContext &context) {
  const clang::SourceManager &sources = context.getSourceManager();
  const std::vector<clang::Token> tokens =
      rawTokens(sources.getFileLoc(block.getLBracLoc()),
                sources.getFileLoc(statement.getBeginLoc()), sources, context.getLangOpts());
  int depth = 0;
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
    if (!tokens[i].is(clang::tok::hash) || !tokens[i].isAtStartOfLine() ||
        !tokens[i + 1].is(clang::tok::raw_identifier))
      continue;
    const llvm::StringRef word = tokens[i + 1].getRawIdentifier();
    depth += llvm::is_contained({"if", "ifdef", "ifndef"}, word) ? 1 : word == "endif" ? -1 : 0;
  }
  return depth > 0;
}

// All who come to it stop there, at what the preprocessor has chosen. What it does elsewhere (for
// another chip, or with a macro that is not defined here) is not at hand: it may well be a barrier.
bool Interpreter::isLeftToOtherBuilds(const clang::FunctionDecl &function) {
  const auto *body = llvm::dyn_cast_or_null<clang::CompoundStmt>(function.getBody());
  if (!body || !takesGridDown(body))
    return false;
  const auto [known, isNew] = isLeftToOtherBuilds_.try_emplace(body, false);
  if (isNew) {
    const auto *const trap =
        llvm::find_if(body->body(), [&](const clang::Stmt *one) { return takesGridDown(one); });
    known->second = trap != body->body_end() && isConditional(**trap, *body, context_);
  }
  return known->second;
}

/// What a block holds, if that is one statement.
static const clang::Stmt *theOnly(const clang::Stmt *statement) {
  const auto *block = llvm::dyn_cast<clang::CompoundStmt>(statement);
  return block && block->size() == 1 ? block->body_front() : statement;
}

void Interpreter::execIf(const clang::IfStmt *statement) {
  if (statement->isConsteval()) {
    // Device code runs at run time.
    const clang::Stmt *taken =
        statement->isNegatedConsteval() ? statement->getThen() : statement->getElse();
    if (taken)
      exec(taken);
    return;
  }
  if (statement->getInit())
    exec(statement->getInit());
  if (statement->getConditionVariable())
    execDeclaration(statement->getConditionVariable());
  if (statement->isConstexpr()) {
    if (auto taken = statement->getNondiscardedCase(context_)) {
      if (*taken)
        exec(*taken);
      return;
    }
  }
  const clang::Stmt *thenStatement = statement->getThen();
  const clang::Stmt *elseStatement = statement->getElse();
  const clang::Stmt *last = thenStatement;
  if (const auto *compound = llvm::dyn_cast<clang::CompoundStmt>(thenStatement))
    last = compound->body_empty() ? nullptr : compound->body_back();
  bool thenLeaves =
      last &&
      llvm::isa<clang::ReturnStmt, clang::ContinueStmt, clang::BreakStmt, clang::GotoStmt>(last);
  const Value value = [&] {
    const bool ends = last && llvm::isa<clang::ReturnStmt, clang::BreakStmt, clang::GotoStmt>(last);
    const llvm::SaveAndRestore within(inLoopCondition_, ends);
    return eval(statement->getCond());
  }();
  Condition condition;
  condition.statement = statement;
  condition.expr = statement->getCond();
  condition.leavesBy = thenLeaves ? last : nullptr;
  condition.wholeAfter = asksForWholeWarps(statement->getCond(), value);
  condition.thenTraps = takesGridDown(thenStatement);
  condition.elseTraps = elseStatement && takesGridDown(elseStatement);
  if (frames_.back().endsKernel) {
    const bool atEnd = endsKernel(statement);
    const Jumps *gotos = jumpsOf(*frames_.back().function);
    condition.thenGone = (atEnd || endsInReturn(thenStatement, gotos)) && !mayWait(thenStatement);
    condition.elseGone = (atEnd || endsInReturn(elseStatement, gotos)) && !mayWait(elseStatement);
  }
  const auto *only = llvm::dyn_cast<clang::BinaryOperator>(theOnly(thenStatement));
  const bool assigns = only && only->getOpcode() == clang::BO_Assign && !elseStatement;
  const auto extreme =
      assigns ? extremeOf(statement->getCond(), only->getLHS(), only->getRHS()) : std::nullopt;
  execBranch(
      condition, value, [&] { exec(thenStatement); },
      [&] {
        if (elseStatement)
          exec(elseStatement);
      },
      {thenLeaves,
       isOfTheEdge(statement, *frames_.back().function) ? std::optional(true) : std::nullopt,
       assigns});
  if (extreme) {
    const clang::QualType type = only->getLHS()->getType();
    const ObjectId variable = locate(addressOf(only->getLHS())).object;
    storeCell(variable, Value(0), type,
              exchanged(extreme->first, extreme->second, loadCell(variable, Value(0), type)));
  }
}

void Interpreter::execSwitch(const clang::SwitchStmt *statement) {
  if (statement->getInit())
    exec(statement->getInit());
  if (statement->getConditionVariable())
    execDeclaration(statement->getConditionVariable());
  Value value = resolve(eval(statement->getCond()));
  const auto *body = llvm::dyn_cast<clang::CompoundStmt>(statement->getBody());
  if (!body) {
    lose("a switch without a block", statement->getBeginLoc());
    return;
  }
  // A label may be missing, too: whoever comes in may come to what is missing.
  for (std::size_t i = 0; i <= body->size(); ++i)
    passLeftOut(body, i);
  if (!leftOutOf(body).empty())
    mayHaveWaited_ |= active_;
  // Where each label leads: the index of its statement, and its value.
  struct Label {
    std::size_t index;
    std::optional<std::int64_t> low, high; ///< none: default
    const clang::Stmt *inner;
  };
  std::vector<Label> labels;
  std::vector<const clang::Stmt *> statements(body->body_begin(), body->body_end());
  bool hasDefault = false;
  for (std::size_t i = 0; i < statements.size(); ++i) {
    const clang::Stmt *inner = statements[i];
    std::vector<Label> here;
    while (const auto *label = llvm::dyn_cast<clang::SwitchCase>(inner)) {
      Label entry{i, std::nullopt, std::nullopt, nullptr};
      if (const auto *caseLabel = llvm::dyn_cast<clang::CaseStmt>(label)) {
        clang::Expr::EvalResult result;
        if (caseLabel->getLHS()->EvaluateAsInt(result, context_))
          entry.low = entry.high = int64Of(result.Val.getInt());
        if (caseLabel->getRHS() && caseLabel->getRHS()->EvaluateAsInt(result, context_))
          entry.high = int64Of(result.Val.getInt());
      } else {
        hasDefault = true;
      }
      here.push_back(entry);
      inner = label->getSubStmt();
    }
    for (Label &entry : here) {
      entry.inner = inner;
      labels.push_back(entry);
    }
    if (!here.empty())
      statements[i] = inner;
  }
  std::size_t all = 0;
  for (const clang::SwitchCase *label = statement->getSwitchCaseList(); label;
       label = label->getNextSwitchCase())
    ++all;
  if (all > labels.size())
    lose("a switch with labels inside other statements", statement->getBeginLoc());

  auto runFrom = [&](std::size_t index) {
    for (std::size_t i = index; i < statements.size() && active_.any() && !stopped_; ++i)
      exec(statements[i]);
  };
  loops_.push_back({});
  loops_.back().isSwitch = true;
  loops_.back().absences = absences_.size();
  Condition condition;
  condition.statement = statement;
  condition.expr = statement->getCond();
  LaneMask entering = active_;

  bool concrete = value.terms.empty() && !(value.unknown && (*value.unknown & active_).any());
  if (concrete) {
    // Threads join at their label and fall through together.
    LaneMask unmatched = active_;
    std::map<std::size_t, LaneMask> joining;
    for (const Label &label : labels) {
      if (!label.low)
        continue;
      LaneMask mask = lanesWhere(algebra_, [&](unsigned lane) {
        std::int64_t held = value.base.at(lane);
        return unmatched.test(lane) && held >= *label.low && held <= *label.high;
      });
      joining[label.index] |= mask;
      unmatched -= mask;
    }
    for (const Label &label : labels)
      if (!label.low)
        joining[label.index] |= unmatched;
    LaneMask outside = hasDefault ? LaneMask() : unmatched;
    Split parts;
    parts.condition = value;
    bool splits = false;
    for (const auto &[index, mask] : joining)
      splits = splits || (mask.any() && mask != entering);
    if (splits) {
      condition.cause = Cause::Lane;
      condition.exact = true;
      pushCondition(condition);
      // Counted as the largest side against the rest.
      const LaneMask *largest = &outside;
      for (const auto &[index, mask] : joining)
        if (mask.count() > largest->count())
          largest = &mask;
      parts.yes = *largest;
      parts.no = entering - *largest;
    } else {
      parts.yes = entering;
    }
    std::uint64_t begin = operations_;
    active_ = LaneMask();
    for (std::size_t i = 0; i < statements.size() && !stopped_; ++i) {
      if (auto it = joining.find(i); it != joining.end())
        active_ |= it->second;
      if (active_.any())
        exec(statements[i]);
    }
    std::uint64_t cost = operations_ - begin;
    active_ |= outside;
    if (splits)
      conditions_.pop_back();
    recordBranch(condition, parts, splits ? Cause::Lane : Cause::None, cost / 2, cost / 2);
  } else {
    bool uniform = algebra_.isUniform(value, active_);
    condition.cause = uniform ? Cause::None : std::max(value.cause, Cause::Guard);
    condition.wholeWarps = !uniform && algebra_.isWarpUniform(value, active_);
    condition.warpsMayAgree = condition.wholeWarps && algebra_.warpsMayAgree(value);
    condition.sameAcross = algebra_.sameAcross(value);
    pushCondition(condition);
    std::uint64_t begin = operations_;
    std::set<std::size_t> targets;
    for (const Label &label : labels)
      targets.insert(label.index);
    State before = state_;
    Flow flowBefore = flow();
    std::optional<State> merged;
    LaneMask alive;
    // Which way it goes is for the launch to say: what comes before a barrier that one of them has
    // meets, on another, what comes after it.
    const UseId beganBefore = before.races.begin;
    const bool isForLaunch =
        uniform && isForTheLaunchToSay(condition.expr, *run_.kernel, context_, assignments_) &&
        llvm::all_of(labels, [](const Label &label) {
          return !label.low || *label.low == 0 || *label.low % warpSize != 0;
        });
    bool isAnyOrdered = false;
    std::set<UseId> aroundBarrier;
    const auto noteWay = [&](const RaceLog &races) {
      isAnyOrdered = isAnyOrdered || races.begin != beganBefore;
      if (races.begin == beganBefore)
        for (const UseId id : lastUsesOf(races))
          aroundBarrier.insert(id);
    };
    auto take = [&](LaneMask goesOn) {
      alive |= goesOn;
      const Agree agree = agreement(uniform, condition);
      for (const auto &[state, sideAgree, cause] : loops_.back().sideExits)
        merged = merged ? mergeStates(*merged, *state, {}, {}, agree.with(sideAgree),
                                      std::max(condition.cause, cause))
                        : *state;
      loops_.back().sideExits.clear();
      if (goesOn.any())
        merged = merged ? mergeStates(*merged, state_, {}, {}, agree, condition.cause) : state_;
    };
    Work around = recorder_.takeWork();
    // All threads come in by one label: who leaves behind it is missed by nobody behind another.
    const std::size_t absencesBegin = absences_.size();
    std::vector<Condition> ofOthers;
    for (std::size_t target : targets) {
      if (uniform)
        moveFrom(absences_, absencesBegin, ofOthers);
      state_ = before;
      active_ = entering;
      loops_.back().broken = LaneMask();
      // Who comes in by the only label there, and falls into nothing, has that number.
      const auto isHere = [&](const Label &label) { return label.index == target; };
      if (const auto here = llvm::find_if(labels, isHere);
          uniform && llvm::count_if(labels, isHere) == 1 && here->low && here->low == here->high)
        learn(algebra_.equal(value, Value(*here->low)), true);
      Work largest = recorder_.takeWork();
      runFrom(target);
      countSides(std::move(largest), recorder_.takeWork(), condition, false);
      const LaneMask goesOn = active_ | loops_.back().broken;
      if (goesOn.any())
        noteWay(state_.races);
      take(goesOn);
      frames_.back().returned = flowBefore.returned;
    }
    moveFrom(ofOthers, 0, absences_);
    around.add(recorder_.takeWork());
    recorder_.work() = std::move(around);
    if (!hasDefault) {
      state_ = before;
      take(entering);
    }
    if (merged)
      state_ = *merged;
    if (isForLaunch && isAnyOrdered)
      for (const UseId id : aroundBarrier)
        keepOnWayRound(uses_[id - 1], {});
    active_ = alive;
    conditions_.pop_back();
    loops_.back().broken = LaneMask();
    Split parts;
    parts.maybe = entering;
    parts.condition = value;
    std::uint64_t cost = targets.empty() ? 0 : (operations_ - begin) / targets.size();
    recordBranch(condition, parts, condition.wholeWarps ? Cause::None : condition.cause, cost,
                 cost);
  }
  active_ |= loops_.back().broken & entering;
  // A continue inside belongs to the loop around.
  LoopFlow inner = std::move(loops_.back());
  loops_.pop_back();
  for (const LoopFlow::SideState &side : inner.sideExits)
    mergeSide(side);
  if (!loops_.empty()) {
    loops_.back().continued |= inner.continued;
    for (LoopFlow::SideState &side : inner.sideContinues)
      if (loops_.back().sideContinues.size() < maxSideStates)
        loops_.back().sideContinues.push_back(std::move(side));
  }
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

// A path that was left behind comes together with this one.
void Interpreter::mergeSide(const LoopFlow::SideState &side) {
  state_ = mergeStates(state_, *side.state, {}, {}, side.agree, std::max(side.cause, Cause::Lane));
}

void Interpreter::mergeReturns(const Frame &finished) {
  for (const Frame::SideReturn &side : finished.sideReturns)
    if (side.state) {
      // Who reads what was not stored before that return comes from elsewhere.
      auto left = std::make_shared<State>(*side.state);
      for (const auto &[object, cells] : state_.memory) {
        const auto there = left->memory.find(object);
        if (there == left->memory.end())
          left->memory[object] = cells;
        else if (there->second != cells)
          for (const auto &[offset, cell] : *cells)
            if (!left->cells(object)->count(offset))
              left->mutableCells(object)[offset] = cell;
      }
      // What races is followed where most is done.
      RaceLog races = std::move(state_.races);
      mergeSide({std::move(left), side.agree, side.cause});
      state_.races = std::move(races);
    }
}

void Interpreter::absorbContinues() {
  LoopFlow &flow = loops_.back();
  active_ |= flow.continued;
  flow.continued = LaneMask();
  for (const LoopFlow::SideState &side : flow.sideContinues)
    mergeSide(side);
  flow.sideContinues.clear();
  // Who left this iteration is there for the next.
  std::erase_if(absences_, [&, index = std::size_t{0}](const Condition &absence) mutable {
    return index++ >= flow.absences && absence.kind == Condition::Kind::LoopContinue;
  });
}

bool Interpreter::countsBetweenConstants(const clang::Stmt &loop) {
  const auto [known, isNew] = betweenConstants_.try_emplace(&loop, false);
  if (isNew)
    known->second = isBetweenConstants(loop, context_);
  return known->second;
}

// Of a loop that is made straight code, what was loaded, or stored in shared memory, stays in a
// register from one iteration to the next.
void Interpreter::releaseBetweenIterations(const clang::Stmt *loop) {
  const LoopPass *pass = passes_.empty() ? nullptr : &passes_.back();
  const bool mayBeStraight = pass && pass->statement == loop && !pass->standsForAll &&
                             !pass->isByLaunch && pass->number <= mostHeld &&
                             !rolled_.contains(loop);
  if (!mayBeStraight || held_.empty()) {
    held_.clear();
    return;
  }
  const bool isStraight = countsBetweenConstants(*loop);
  if (!isStraight)
    held_.clear();
}

void Interpreter::runIteration(const Loop &loop) {
  releaseBetweenIterations(loop.statement);
  neighbours_.clear();
  ++region_;
  if (!loopAccesses_.empty()) {
    loopAccesses_.back().conditions = conditions_.size();
    ++loopAccesses_.back().passes;
  }
  const std::vector<EarlyLeave> outer = std::exchange(earlyContinues_, {});
  const std::vector<EarlyLeave> outerBreaks = std::exchange(earlyBreaks_, {});
  // Those that are counted one by one may be unrolled.
  if (!passes_.empty() && (passes_.back().standsForAll || rolled_.contains(loop.statement)))
    fieldRuns_.inOwnBlock(nullptr, loop.body);
  else
    loop.body();
  countEarlyLeaves(std::exchange(earlyContinues_, outer), loop.statement->getEndLoc());
  // How often others go round is the loop's matter.
  countEarlyLeaves(std::exchange(earlyBreaks_, outerBreaks), loop.statement->getEndLoc());
  absorbContinues();
  if (loop.step && active_.any())
    loop.step();
}

Interpreter::TripCount Interpreter::tripCount(const LaneMask &entering, std::int64_t common,
                                              const std::vector<std::uint32_t> &more) {
  TripCount count;
  for (unsigned first = 0; first < maxThreads; first += warpSize) {
    const std::uint32_t lanes = entering.warp(first / warpSize);
    if (!lanes)
      continue;
    std::int64_t fewest = 0, most = 0, used = 0;
    bool isFirst = true;
    for (unsigned lane = 0; lane < warpSize; ++lane) {
      if (!((lanes >> lane) & 1))
        continue;
      const std::int64_t trips = common + (more.empty() ? 0 : more[first + lane]);
      fewest = isFirst ? trips : std::min(fewest, trips);
      most = std::max(most, trips);
      used += trips;
      isFirst = false;
    }
    count.spread = std::max(count.spread, most - fewest);
    count.used += used;
    count.slots += most * std::popcount(lanes);
    count.warps += most;
  }
  return count;
}

/// `i < n` and its like, where both sides are made of variables and numbers: to look at them again
/// changes nothing. Null: the condition is another.
static const clang::BinaryOperator *plainComparison(const clang::Expr *condition) {
  const auto *compared = llvm::dyn_cast_or_null<clang::BinaryOperator>(
      condition ? condition->IgnoreParenImpCasts() : nullptr);
  std::function<bool(const clang::Expr *)> isPlain = [&](const clang::Expr *side) {
    side = side->IgnoreParenCasts();
    if (const auto *operation = llvm::dyn_cast<clang::BinaryOperator>(side))
      return (operation->isAdditiveOp() || operation->isMultiplicativeOp()) &&
             isPlain(operation->getLHS()) && isPlain(operation->getRHS());
    const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(side);
    const auto *variable =
        reference ? llvm::dyn_cast<clang::VarDecl>(reference->getDecl()) : nullptr;
    return llvm::isa<clang::IntegerLiteral>(side) ||
           (variable && variable->hasLocalStorage() && variable->getType()->isIntegerType());
  };
  return compared && compared->isRelationalOp() && isPlain(compared->getLHS()) &&
                 isPlain(compared->getRHS())
             ? compared
             : nullptr;
}

namespace {

/// Do later iterations of a loop what earlier ones do, only elsewhere? Not so if anything is
/// decided by how far it has come (`i / 1000`, `if (i < 200)`): what has settled may change again.
class IterationsAlike {
public:
  explicit IterationsAlike(const clang::Stmt *loop) : loop_(loop), progress_(loop) {}

  bool holdFor(const clang::Expr *condition) const {
    return !progress_.mayBeOfMembers() && !decides(loop_, condition);
  }

private:
  bool advances(const clang::Stmt *part) const { return progress_.advances(part); }

  bool decides(const clang::Stmt *part, const clang::Expr *condition) const {
    if (part == condition)
      return false;
    if (const auto *operation = llvm::dyn_cast<clang::BinaryOperator>(part)) {
      clang::BinaryOperatorKind kind = operation->getOpcode();
      if (operation->isCompoundAssignmentOp())
        kind = clang::BinaryOperator::getOpForCompoundAssignment(kind);
      const bool isStepwise = kind == clang::BO_Div || kind == clang::BO_Rem ||
                              kind == clang::BO_Shr || clang::BinaryOperator::isBitwiseOp(kind) ||
                              clang::BinaryOperator::isComparisonOp(kind) ||
                              clang::BinaryOperator::isLogicalOp(kind);
      if (isStepwise && advances(operation))
        return true;
    }
    if (const auto *branch = llvm::dyn_cast<clang::IfStmt>(part);
        branch && advances(branch->getCond()))
      return true;
    if (const auto *choice = llvm::dyn_cast<clang::AbstractConditionalOperator>(part);
        choice && advances(choice->getCond()))
      return true;
    if (const auto *choice = llvm::dyn_cast<clang::SwitchStmt>(part);
        choice && advances(choice->getCond()))
      return true;
    // What a function does with a count is not looked at; with an address it does the same.
    if (const auto *call = llvm::dyn_cast<clang::CallExpr>(part))
      for (const clang::Expr *argument : call->arguments())
        if (argument->getType()->isIntegralOrEnumerationType() && advances(argument))
          return true;
    return llvm::any_of(part->children(), [&](const clang::Stmt *child) {
      return child && decides(child, condition);
    });
  }

  const clang::Stmt *loop_;
  LoopProgress progress_;
};

} // namespace

/// May it be left otherwise than by its condition?
static bool mayBeLeft(const clang::Stmt *part) {
  return llvm::isa<clang::BreakStmt, clang::ReturnStmt, clang::GotoStmt, clang::LambdaExpr>(part) ||
         llvm::any_of(part->children(),
                      [](const clang::Stmt *child) { return child && mayBeLeft(child); });
}

const LoopProgress &Interpreter::progressOf(const clang::Stmt *loop) {
  std::unique_ptr<const LoopProgress> &known = progress_[loop];
  if (!known)
    known = std::make_unique<const LoopProgress>(loop);
  return *known;
}

// `if (rows[middle] <= i) low = middle + 1; else high = middle;` and `if (keys[k] == i) break;`.
bool Interpreter::searches(const clang::Stmt *branch, const clang::Expr *condition) {
  if (!branch || !condition)
    return false;
  const auto *statement = llvm::dyn_cast<clang::IfStmt>(branch);
  const bool isCalled = frames_.back().site != nullptr;
  return llvm::any_of(passes_, [&](const LoopPass &pass) {
    if (!pass.statement)
      return false;
    const LoopProgress &progress = progressOf(pass.statement);
    return progress.looksElsewhere(condition) &&
           (statement ? progress.onlyMoves(statement, isCalled) : progress.choosesNext(branch));
  });
}

// `while (keys[k] != i) ++k;` and `while (n >> k > i) ++k;`: each thread goes round as often as it
// takes to come to its own number.
bool Interpreter::endsBySearch(const Loop &loop, const Value &condition) {
  if (!loop.condition || !condition.unknown || condition.cause != Cause::Guard)
    return false;
  const LoopProgress &progress = progressOf(loop.statement);
  return progress.looksElsewhere(loop.condition) || progress.asksForScaled(loop.condition);
}

Value Interpreter::conditionOf(const Loop &loop) {
  const llvm::SaveAndRestore within(inLoopCondition_, true);
  return algebra_.truth(resolve(eval(loop.condition)));
}

void Interpreter::execLoop(const Loop &loop) {
  const auto [kept, isNew] = leavesItsCounter_.try_emplace(loop.statement, false);
  if (const clang::Stmt *body = isNew ? frames_.back().function->getBody() : nullptr)
    kept->second = leavesItsCounter(*loop.statement, *body, context_);
  if (kept->second && !passes_.empty()) // made once only, it is little
    rolled_.insert(loop.statement);
  const bool awaits = awaitsOthers(loop);
  if (awaits)
    orderWaiting();
  loops_.push_back({});
  loops_.back().absences = absences_.size();
  loops_.back().endsKernel = endsKernel(loop.statement);
  loopAccesses_.push_back({});
  loopAccesses_.back().location = loop.statement->getBeginLoc();
  loopAccesses_.back().heldBefore = held_;
  loopAccesses_.back().frames = frames_.size();
  LaneMask entering = active_;
  LaneMask done;
  unsigned iterations = 0;
  bool varying = false;
  std::optional<std::int64_t> fewest;
  std::uint64_t costBegin = operations_;
  std::uint64_t stepsBegin = outcome_.steps;
  Value lastCondition(1);
  bool handedOver = false;
  LaneMask handedMask;
  // Of who returns within an iteration, the rest of that iteration is the other side, and what
  // comes after the loop. How often others go round is the loop's matter.
  const std::size_t returnsBegin = frames_.back().earlyReturns.size();
  auto leavesOut = [&](const Side &iterations) {
    const std::size_t returnsEnd = frames_.back().earlyReturns.size();
    const std::uint64_t begin = operations_;
    iterations();
    for (std::size_t i = returnsBegin; i < returnsEnd; ++i)
      frames_.back().earlyReturns[i].begin += operations_ - begin;
  };
  passes_.push_back({loop.statement, 0, operations_, false, algebra_.symbolCount(), false,
                     barriersMet_, groupsOrdered_});
  Work around = recorder_.takeWork();
  std::int64_t commonTrips = 0;
  std::vector<std::uint32_t> moreTrips;
  // A loop that will be cut short, however many of its iterations are run, is cut as soon as they
  // have settled: what others would have taken is left to other parts of the kernel.
  constexpr unsigned half = iterationsToSettle / 2;
  const clang::BinaryOperator *compared = nullptr;
  std::optional<Value> restAtHalf;
  std::uint64_t stepsAtHalf = 0;
  std::uint64_t sharedAtHalf = 0;
  std::int64_t tripsLeft = 0;       ///< when it is cut; 0: not known
  std::uint64_t lastOperations = 0; ///< of one iteration
  unsigned alike = 0;               ///< iterations up to here that took as many
  const auto rest = [&] {           // left side - right side
    const llvm::SaveAndRestore operations(operations_);
    const llvm::SaveAndRestore steps(outcome_.steps);
    Work counted = recorder_.takeWork();
    Value difference = algebra_.sub(eval(compared->getLHS()), eval(compared->getRHS()));
    recorder_.work() = std::move(counted);
    return difference;
  };
  enum class Cut : std::uint8_t { None, ByLength, ByBudget };
  // `stepsLeft`: those that it may take beyond what it took.
  const auto willBeCutShort = [&](std::uint64_t stepsLeft) {
    if (iterations == half && !mayBeLeft(loop.statement) &&
        IterationsAlike(loop.statement).holdFor(loop.condition)) {
      compared = plainComparison(loop.condition);
      stepsAtHalf = outcome_.steps;
      sharedAtHalf = sharedAccesses_;
      if (compared)
        restAtHalf = rest();
    }
    if (iterations != iterationsToSettle || !restAtHalf || alike < half)
      return Cut::None;
    // An iteration that stands for all may not tell which shared array it accesses, and counts
    // nothing then.
    if (sharedAccesses_ != sharedAtHalf)
      return Cut::None;
    const std::uint64_t stepsOfHalf = outcome_.steps - stepsAtHalf;
    const Value now = rest();
    const Value moved = algebra_.sub(now, *restAtHalf);
    if (!now.isKnown() || !moved.isConcrete())
      return Cut::None;
    std::int64_t halves = std::numeric_limits<std::int64_t>::max(); ///< iterations left / half
    active_.forEach([&](unsigned lane) {
      const std::int64_t by = moved.base.at(lane);
      const auto [lower, upper] = algebra_.bounds(now, lane);
      // Where it lies between two numbers, it has at least to come from the nearer one.
      const std::optional<std::int64_t> nearer = by < 0 ? lower : upper;
      constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();
      const bool comesToAnEnd =
          nearer && by != 0 && by != least && *nearer != least && (by < 0) == (*nearer > 0);
      halves = comesToAnEnd ? std::min(halves, std::abs(*nearer / by)) : 0;
    });
    if (halves > 0 && now.isConcrete() && algebra_.isUniform(now, active_) &&
        algebra_.isUniform(moved, active_)) {
      const std::int64_t left = std::abs(now.base.at(active_.first()));
      const std::int64_t by = std::abs(moved.base.at(active_.first()));
      const bool isStrict =
          compared->getOpcode() == clang::BO_LT || compared->getOpcode() == clang::BO_GT;
      if (by % half == 0) {
        const std::int64_t step = by / half;
        tripsLeft = left / step + (!isStrict || left % step != 0);
      }
    }
    if (halves >= std::int64_t{concreteIterations / half})
      return Cut::ByLength;
    return llvm::SaturatingMultiply(static_cast<std::uint64_t>(halves), stepsOfHalf) > stepsLeft
               ? Cut::ByBudget
               : Cut::None;
  };

  while (!stopped_) {
    if (loop.testFirst || iterations > 0) {
      Value condition(1);
      if (loop.beforeCondition)
        loop.beforeCondition();
      if (loop.condition)
        condition = conditionOf(loop);
      Split parts = split(condition);
      if (parts.maybe.any() && run_.bindTripCounts && bindTripCount(loop, condition)) {
        condition = conditionOf(loop);
        parts = split(condition);
      }
      lastCondition = condition;
      passes_.back().isByLaunch =
          passes_.back().isByLaunch || llvm::is_contained(condition.assumptions, fromLaunch_);
      // Once it may have been left, how often it runs is not known.
      bool open = !loops_.back().sideExits.empty() || loops_.back().mayReturn;
      // The less there is left, the fewer iterations must do for all.
      std::uint64_t left = run_.stepBudget - std::min(outcome_.steps, run_.stepBudget);
      bool scarce = left < run_.stepBudget / 2;
      unsigned enough = !scarce                      ? iterationsBeforeBudget
                        : left < run_.stepBudget / 4 ? 1
                                                     : iterationsWhenScarce;
      std::uint64_t share = scarce ? left / 128 : run_.stepBudget / 16;
      bool tooLong = iterations >= concreteIterations ||
                     (open && iterations >= iterationsBeforeBudget) ||
                     (iterations >= enough && outcome_.steps - stepsBegin > share);
      const std::uint64_t taken = outcome_.steps - stepsBegin;
      const Cut cut = parts.maybe.none() && parts.no.none()
                          ? willBeCutShort(share - std::min(taken, share))
                          : Cut::None;
      tooLong = tooLong || cut != Cut::None;
      if (parts.maybe.any() || (tooLong && parts.yes.any())) {
        done |= parts.no;
        active_ = parts.yes | parts.maybe;
        handedOver = true;
        handedMask = active_;
        passes_.back().standsForAll = true;
        const unsigned events = state_.async.events();
        const bool wasCutShort = state_.async.cutShort;
        if (parts.maybe.none() && iterations < iterationsBeforeBudget)
          state_.async.cutShort = true;
        // Its last iteration, which may leave a barrier out, is no longer told from the others.
        // Where there is none, no iteration orders anybody.
        const bool orders =
            barriersMet_ != passes_.back().barriers || groupsOrdered_ != passes_.back().groups;
        if (parts.maybe.none() && !open && orders && cut != Cut::ByLength &&
            iterations < concreteIterations)
          outcome_.barriersUncounted = true;
        Work ran = recorder_.takeWork();
        leavesOut([&] { symbolicLoop(loop, parts.maybe.any() ? condition : Value(1), done); });
        if (cut != Cut::None && tripsLeft > 0) {
          // Those that settled stand for the rest better than one whose start is not known.
          Work others;
          others.operations = ran.operations;
          others.traffic = ran.traffic;
          others.repeat(static_cast<double>(tripsLeft) / iterations);
          recorder_.work().operations = std::move(others.operations);
          recorder_.work().traffic = std::move(others.traffic);
        }
        ran.add(recorder_.takeWork());
        recorder_.work() = std::move(ran);
        if (state_.async.events() == events)
          state_.async.cutShort = wasCutShort;
        break;
      }
      for (unsigned warp = 0; warp < algebra_.warps(); ++warp)
        varying = varying || (parts.yes.warp(warp) && parts.no.warp(warp));
      if (parts.no.any() && !fewest)
        fewest = iterations;
      done |= parts.no;
      active_ = parts.yes;
    }
    if (active_.none())
      break;
    if (active_ == entering) {
      ++commonTrips;
    } else {
      moreTrips.resize(maxThreads);
      active_.forEach([&](unsigned lane) { ++moreTrips[lane]; });
    }
    bool partly = done.any();
    if (partly) {
      Condition condition;
      condition.statement = loop.statement;
      condition.expr = loop.condition;
      condition.cause = Cause::Lane;
      condition.kind = Condition::Kind::Loop;
      condition.exact = true;
      if (loops_.back().endsKernel)
        condition.gone = done;
      pushCondition(condition);
    }
    ++passes_.back().number;
    passes_.back().operations = operations_;
    leavesOut([&] { runIteration(loop); });
    const std::uint64_t took = operations_ - passes_.back().operations;
    alike = took == lastOperations ? alike + 1 : 0;
    lastOperations = took;
    if (partly)
      conditions_.pop_back();
    if (!step())
      break;
    ++iterations;
    if (active_.none())
      break;
  }
  std::optional<TripCount> trips;
  if (!handedOver) {
    // Lanes may leave by `break` as well.
    if (!moreTrips.empty())
      entering.forEach([&](unsigned lane) {
        const std::int64_t mine = commonTrips + moreTrips[lane];
        fewest = fewest ? std::min(*fewest, mine) : mine;
      });
    trips = tripCount(entering, commonTrips, moreTrips);
    varying = varying || trips->spread > 0;
    recordLoop(loop, entering, lastCondition, varying,
               iterations ? (operations_ - costBegin) / iterations : 0,
               fewest ? *fewest : iterations, iterations);
  }
  active_ |= done;
  SiteRecord &record = recorder_.at(SiteKind::Loop, loop.statement->getSourceRange(), "loop");
  noteOpenLoops(record, openPasses_, loopTrips_);
  if (trips && iterations && record.maxima.contains("by_launch"))
    record.add("launch_work",
               static_cast<std::int64_t>((operations_ - costBegin) / iterations * tripWeight_) *
                   trips->warps);
  // Threads that may have left, on data of their own.
  bool open = handedOver;
  for (std::size_t i = loops_.back().absences; i < absences_.size(); ++i)
    if (const Condition &absence = absences_[i];
        absence.kind == Condition::Kind::LoopExit ||
        (absence.kind == Condition::Kind::Return && handedOver)) {
      open = open || absence.kind == Condition::Kind::LoopExit;
      if (!absence.wholeWarps && absence.cause == Cause::Data && !entering.isOnePerWarp() &&
          !loops_.back().stepsByGrid) {
        record.atLeast("cause", static_cast<std::int64_t>(absence.cause));
        record.atLeast("varying", 1);
      }
    }
  if (record.maxima["cause"] == static_cast<std::int64_t>(Cause::Data) &&
      (triesAgain(loop.statement) || polls(loop.statement)))
    record.evidence["tries_again"] = true;
  // Where the count rests on where the block stands, another block's is another.
  for (AssumptionId id : lastCondition.assumptions)
    open = open || id != fromLaunch_;
  if (open || !trips) {
    record.atLeast("open", 1);
    // Of this block the numbers are known, and they are each thread's own in any other, too.
    if (record.maxima["varying"] && !entering.isOnePerWarp() &&
        goesByOwnNumbers(loop.statement, loop.condition, context_))
      record.atLeast("cause", static_cast<std::int64_t>(Cause::Data));
  } else {
    record.atLeast("spread", trips->spread);
    record.add("trips_used", trips->used);
    record.add("trips_slots", trips->slots);
    record.add("trips_warps", trips->warps);
  }
  releaseBetweenIterations(loop.statement);
  neighbours_.clear();
  endTileCopies(passes_.back());
  passes_.pop_back();
  ++region_;
  const std::optional<std::int64_t> length =
      handedOver ? std::nullopt : std::optional<std::int64_t>(iterations);
  hoistAccesses(loopAccesses_.back(), loop.statement, length);
  around.add(recorder_.takeWork());
  recorder_.work() = std::move(around);
  endLoopAccesses(length);
  LoopFlow flow = std::move(loops_.back());
  loops_.pop_back();
  active_ |= flow.broken & entering;
  active_ -= frames_.back().returned;
  for (const LoopFlow::SideState &side : flow.sideExits)
    mergeSide(side);
  // Who was in it, whoever has come out of it.
  if (awaits) {
    const llvm::SaveAndRestore all(active_, entering);
    orderWaiting();
  }
  // Threads kept away inside by break or continue are back; those that returned are not.
  std::erase_if(absences_, [&, index = std::size_t{0}](const Condition &absence) mutable {
    const bool inside = index++ >= flow.absences;
    return inside &&
           ((absence.kind == Condition::Kind::LoopExit && absence.flow >= loops_.size()) ||
            absence.kind == Condition::Kind::LoopContinue);
  });
}

/// The variable that `for (int i = …; …; …)` declares; null where it is another kind of loop.
static const clang::VarDecl *counterOf(const clang::ForStmt *loop) {
  const auto *declaration = llvm::dyn_cast_or_null<clang::DeclStmt>(loop->getInit());
  return declaration && declaration->isSingleDecl()
             ? llvm::dyn_cast<clang::VarDecl>(declaration->getSingleDecl())
             : nullptr;
}

/// An innermost loop whose condition is made of its counter and of parameters of a kernel.
static bool isBoundByParameter(const clang::Stmt *statement) {
  const auto *loop = llvm::dyn_cast<clang::ForStmt>(statement);
  if (!loop || !loop->getCond() || !loop->getInc())
    return false;
  std::function<bool(const clang::Stmt *)> namesParameter = [&](const clang::Stmt *part) -> bool {
    const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(part);
    const auto *parameter =
        reference ? llvm::dyn_cast<clang::ParmVarDecl>(reference->getDecl()) : nullptr;
    if (const auto *function =
            parameter ? llvm::dyn_cast<clang::FunctionDecl>(parameter->getDeclContext()) : nullptr;
        function && function->hasAttr<clang::CUDAGlobalAttr>() &&
        parameter->getType()->isIntegerType())
      return true;
    return llvm::any_of(part->children(),
                        [&](const clang::Stmt *child) { return child && namesParameter(child); });
  };
  std::function<bool(const clang::Stmt *)> loops = [&](const clang::Stmt *part) -> bool {
    return llvm::isa<clang::ForStmt, clang::WhileStmt, clang::DoStmt, clang::CXXForRangeStmt>(
               part) ||
           llvm::any_of(part->children(),
                        [&](const clang::Stmt *child) { return child && loops(child); });
  };
  // A loop that steps by the size of the block or of the grid is not one over a window.
  std::function<bool(const clang::Stmt *)> namesThreads = [&](const clang::Stmt *part) -> bool {
    const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(part);
    const auto *variable =
        reference ? llvm::dyn_cast<clang::VarDecl>(reference->getDecl()) : nullptr;
    if (variable && !llvm::isa<clang::ParmVarDecl>(variable)) {
      const bool isBuiltin =
          variable->hasGlobalStorage() && !variable->getType().isConstQualified();
      const bool isOpen = variable->hasLocalStorage() && variable != counterOf(loop);
      if (isBuiltin || isOpen || llvm::StringRef(variable->getNameAsString()).ends_with("Dim") ||
          llvm::StringRef(variable->getNameAsString()).ends_with("Idx"))
        return true;
    }
    return llvm::isa<clang::PseudoObjectExpr, clang::CallExpr>(part) ||
           llvm::any_of(part->children(),
                        [&](const clang::Stmt *child) { return child && namesThreads(child); });
  };
  const clang::VarDecl *counter = counterOf(loop);
  return counter && namesParameter(loop->getCond()) && loop->getBody() && !loops(loop->getBody()) &&
         !namesThreads(loop->getInc()) && !namesThreads(loop->getCond()) && counter->getInit() &&
         !namesThreads(counter->getInit());
}

/// Do all lanes of a warp hold the same in a number made of variables?
bool Interpreter::isSameInWarps(const clang::Expr *number) {
  number = number->IgnoreParenImpCasts();
  if (const auto *op = llvm::dyn_cast<clang::BinaryOperator>(number))
    return (op->isMultiplicativeOp() || op->isAdditiveOp() || op->isShiftOp()) &&
           isSameInWarps(op->getLHS()) && isSameInWarps(op->getRHS());
  if (const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(number))
    if (const auto *variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl());
        variable && variable->getType()->isIntegerType()) {
      const Value value = resolve(load(variableAddress(variable), variable->getType(), nullptr));
      return algebra_.isWarpUniform(value);
    }
  clang::Expr::EvalResult result;
  return !number->isValueDependent() && number->getType()->isIntegerType() &&
         number->EvaluateAsInt(result, context_);
}

/// How far apart the lanes of a warp may begin, at most, where data have a say in it: of `x %
/// 4`, 3.
std::optional<std::int64_t> Interpreter::spreadOfStart(const clang::Expr *start, unsigned depth) {
  constexpr unsigned deepest = 8;
  start = start->IgnoreParenCasts();
  if (depth > deepest || !start->getType()->isIntegerType() || start->isValueDependent())
    return std::nullopt;
  const auto numberOf = [&](const clang::Expr *expr) -> std::optional<std::int64_t> {
    clang::Expr::EvalResult result;
    if (expr->isValueDependent() || !expr->EvaluateAsInt(result, context_) ||
        !result.Val.getInt().isStrictlyPositive() || result.Val.getInt().getActiveBits() > 24)
      return std::nullopt;
    return int64Of(result.Val.getInt());
  };
  if (const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(start)) {
    const auto *variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl());
    if (!variable)
      return std::nullopt;
    const Value value = resolve(load(variableAddress(variable), variable->getType(), nullptr));
    if (const auto apart = algebra_.apartAtMost(value))
      return apart;
    return !llvm::isa<clang::ParmVarDecl>(variable) && variable->hasInit() &&
                   assignments_.isNever(*variable)
               ? spreadOfStart(variable->getInit(), depth + 1)
               : std::nullopt;
  }
  const auto remainderOf = [&](const clang::Expr *expr) -> std::optional<std::int64_t> {
    const auto *op =
        expr ? llvm::dyn_cast<clang::BinaryOperator>(expr->IgnoreParenCasts()) : nullptr;
    if (!op || (op->getOpcode() != clang::BO_Rem && op->getOpcode() != clang::BO_And))
      return std::nullopt;
    const auto number = numberOf(op->getRHS());
    return number ? std::optional(*number - (op->getOpcode() == clang::BO_Rem ? 1 : 0))
                  : std::nullopt;
  };
  // What a helper gives that does nothing else hangs on no variable of its own.
  if (const auto *call = llvm::dyn_cast<clang::CallExpr>(start))
    return remainderOf(onlyReturned(*call));
  const auto *op = llvm::dyn_cast<clang::BinaryOperator>(start);
  if (!op)
    return isSameInWarps(start) ? std::optional<std::int64_t>(0) : std::nullopt;
  if (op->getOpcode() == clang::BO_Rem || op->getOpcode() == clang::BO_And)
    return remainderOf(op);
  const auto right = numberOf(op->getRHS());
  const auto spread = spreadOfStart(op->getLHS(), depth + 1);
  if (op->isAdditiveOp()) {
    const auto other = spread ? spreadOfStart(op->getRHS(), depth + 1) : std::nullopt;
    return other ? std::optional(*spread + *other) : std::nullopt;
  }
  if (!spread || !right)
    return std::nullopt;
  switch (op->getOpcode()) {
  case clang::BO_Mul:
    return *spread * *right;
  case clang::BO_Div:
    return (*spread + *right - 1) / *right;
  default:
    return std::nullopt;
  }
}

namespace {

/// `for (c = start; c < bound; c += step)`, or `<=`, that nothing leaves early.
struct CountedUp {
  const clang::Expr *start = nullptr;
  const clang::Expr *bound = nullptr;
  std::int64_t step = 0;
};

std::optional<CountedUp> countedUp(const clang::Stmt *loop, const clang::ASTContext &context) {
  const auto *counted = llvm::dyn_cast_or_null<clang::ForStmt>(loop);
  if (!counted || !counted->getInit() || !counted->getCond() || !counted->getInc() ||
      !counted->getBody() || leavesEarly(counted->getBody()))
    return std::nullopt;
  CountedUp result;
  const clang::DeclRefExpr *moved = nullptr;
  if (const auto *step = llvm::dyn_cast<clang::CompoundAssignOperator>(counted->getInc())) {
    clang::Expr::EvalResult size;
    if (step->getOpcode() == clang::BO_AddAssign && !step->getRHS()->isValueDependent() &&
        step->getRHS()->EvaluateAsInt(size, context) && size.Val.getInt().isStrictlyPositive()) {
      moved = llvm::dyn_cast<clang::DeclRefExpr>(step->getLHS()->IgnoreParens());
      result.step = int64Of(size.Val.getInt());
    }
  } else if (const auto *one = llvm::dyn_cast<clang::UnaryOperator>(counted->getInc());
             one && one->isIncrementOp()) {
    moved = llvm::dyn_cast<clang::DeclRefExpr>(one->getSubExpr()->IgnoreParens());
    result.step = 1;
  }
  if (!moved)
    return std::nullopt;
  if (const auto *declaration = llvm::dyn_cast<clang::DeclStmt>(counted->getInit())) {
    for (const clang::Decl *one : declaration->decls())
      if (one == moved->getDecl())
        result.start = llvm::cast<clang::VarDecl>(one)->getInit();
  } else if (const auto *given = llvm::dyn_cast<clang::BinaryOperator>(counted->getInit());
             given && given->getOpcode() == clang::BO_Assign) {
    const auto *target = llvm::dyn_cast<clang::DeclRefExpr>(given->getLHS()->IgnoreParenImpCasts());
    if (target && target->getDecl() == moved->getDecl())
      result.start = given->getRHS();
  }
  const auto *bound =
      llvm::dyn_cast<clang::BinaryOperator>(counted->getCond()->IgnoreParenImpCasts());
  if (!result.start || !bound ||
      (bound->getOpcode() != clang::BO_LT && bound->getOpcode() != clang::BO_LE))
    return std::nullopt;
  const auto *counter = llvm::dyn_cast<clang::DeclRefExpr>(bound->getLHS()->IgnoreParenImpCasts());
  if (!counter || counter->getDecl() != moved->getDecl())
    return std::nullopt;
  result.bound = bound->getRHS();
  return result;
}

/// The variables that are added up in it, each as often as it is, and what else.
struct Sum {
  std::map<const clang::ValueDecl *, std::pair<int, const clang::Expr *>> variables;
  std::vector<const clang::Expr *> others;

  void add(const clang::Expr *expr, int sign) {
    expr = expr->IgnoreParenImpCasts();
    if (const auto *op = llvm::dyn_cast<clang::BinaryOperator>(expr); op && op->isAdditiveOp()) {
      add(op->getLHS(), sign);
      add(op->getRHS(), op->getOpcode() == clang::BO_Sub ? -sign : sign);
    } else if (const auto *name = llvm::dyn_cast<clang::DeclRefExpr>(expr)) {
      auto &[times, first] = variables[name->getDecl()];
      times += sign;
      first = expr;
    } else {
      others.push_back(expr);
    }
  }
};

} // namespace

/// `for (c = data % 4; c < n; c += 4)`: whatever the data say, lanes go round as often, give or
/// take one.
bool Interpreter::beginsWithinAStep(const Loop &loop) {
  const auto counted = countedUp(loop.statement, context_);
  if (!counted || !isSameInWarps(counted->bound))
    return false;
  const auto spread = spreadOfStart(counted->start, 0);
  return spread && *spread < counted->step * 2;
}

/// `for (y = place - radius; y <= place + radius; ++y)`: lanes go round as often, wherever each
/// begins.
bool Interpreter::spansAlike(const Loop &loop) {
  const auto counted = countedUp(loop.statement, context_);
  if (!counted)
    return false;
  Sum span;
  span.add(counted->bound, 1);
  span.add(counted->start, -1);
  return llvm::all_of(span.variables,
                      [&](const auto &one) {
                        const auto &[times, expr] = one.second;
                        return times == 0 || isSameInWarps(expr);
                      }) &&
         llvm::all_of(span.others, [&](const clang::Expr *one) { return isSameInWarps(one); });
}

void Interpreter::recordLoop(const Loop &loop, const LaneMask &entering, const Value &condition,
                             bool varying, std::uint64_t cost, std::optional<std::int64_t> fewest,
                             std::optional<std::int64_t> most) {
  SiteRecord &record = recorder_.at(SiteKind::Loop, loop.statement->getSourceRange(), "loop");
  record.statement = loop.statement;
  record.atLeast("body_cost", static_cast<std::int64_t>(cost));
  Cause cause = varying ? Cause::Lane : Cause::None;
  if (entering.isOnePerWarp())
    cause = Cause::None; // whom no other lane waits for
  else if (condition.unknown)
    cause = std::max(cause, condition.cause);
  else if (!condition.isConcrete() && !algebra_.isWarpUniform(condition))
    cause = Cause::Data; // a value that some lanes share
  record.atLeast("cause", static_cast<std::int64_t>(cause));
  const bool endsAlike =
      cause == Cause::Data && (halvesAnInterval(loop.statement, loop.condition, context_) ||
                               beginsWithinAStep(loop) || spansAlike(loop));
  record.atLeast("varying", varying || (cause >= Cause::Lane && !endsAlike));
  partedByLoop_ =
      partedByLoop_ || varying || (cause != Cause::None && !algebra_.isWarpUniform(condition));
  if (fewest && most) {
    record.evidence["trips_min"] = *fewest;
    record.evidence["trips_max"] = *most;
    // Where all threads wait for each other in each iteration, nothing is gained by straight code.
    const bool waits = !passes_.empty() && barriersMet_ != passes_.back().barriers;
    if (*fewest == *most && !condition.unknown && !waits &&
        llvm::is_contained(condition.assumptions, fromLaunch_) &&
        isBoundByParameter(loop.statement))
      record.atLeast("by_launch", 1);
  }
  noteAssumptions(record, condition);
}

// Does the symbol stand for the same in every iteration of a loop that began when there
// were so many symbols?
bool Interpreter::isInvariant(SymbolId id, std::size_t symbolsBefore) const {
  switch (algebra_.symbol(id).kind) {
  case SymbolKind::Parameter:
  case SymbolKind::BlockIndex:
  case SymbolKind::GridSize:
    return true; // wherever they are first looked at
  case SymbolKind::Address:
    return false;
  default:
    return id < symbolsBefore;
  }
}

std::map<Interpreter::CellKey, Interpreter::Widening>
Interpreter::widenings(const State &before, const State &after, std::size_t symbolsBefore,
                       const LaneMask &mask, std::vector<CellKey> &vanished) {
  std::map<CellKey, Widening> plan;
  const Value unset = unsetValue();
  for (const auto &[object, cellsAfter] : after.memory) {
    auto it = before.memory.find(object);
    if (it == before.memory.end() || it->second == cellsAfter)
      continue;
    for (const auto &[offset, cell] : *cellsAfter) {
      auto old = it->second->find(offset);
      if (old == it->second->end() || old->second.bytes != cell.bytes) {
        vanished.emplace_back(object, offset);
        continue;
      }
      const Value &x = old->second.value;
      const Value &y = cell.value;
      if (algebra_.equalValues(x, y))
        continue;
      Widening change;
      change.cause = std::max({x.cause, y.cause, Cause::Lane});
      change.warpsDiffer = !(algebra_.warpsMayAgree(x) && algebra_.warpsMayAgree(y));
      change.sameAcross = algebra_.sameAcross({&x, &y});
      change.objects = objectsOfBoth(x, y);
      if (objects_[object].space == Space::Shared) {
        change.uniform = true;
        change.cause = Cause::None;
      } else if (x.isKnown() && y.isKnown()) {
        // What was not set yet adds nothing to what it is set to.
        const bool isFirst = algebra_.equalValues(x, unset);
        Value delta = isFirst ? y : algebra_.sub(y, x);
        bool invariant = delta.isKnown() && !isFirst;
        for (const Term &term : delta.terms)
          for (SymbolId id : term.monomial)
            invariant = invariant && isInvariant(id, symbolsBefore);
        if (invariant) {
          change.delta = delta;
        } else if (delta.isKnown() && algebra_.isUniform(delta, mask)) {
          change.shift = true;
          change.cause = Cause::None;
        }
        if (delta.isKnown() && algebra_.isUniform(delta, mask))
          change.unit = std::max<std::int64_t>(
              commonDivisor(algebra_.symbolicDivisor(delta), delta.base.at(mask.first())), 1);
        change.warpUniform = algebra_.isWarpUniform(y) && algebra_.isWarpUniform(x);
        change.warpsMayAgree = change.warpUniform && !change.warpsDiffer;
      } else if (!x.own.empty() && !y.own.empty()) {
        // `for (k = start[row] + lane; …; k += 8)`: where data have sent them, all go on alike.
        const Value delta = algebra_.sub(y, x);
        if (delta.constant())
          change.delta = delta;
      }
      plan.emplace(CellKey{object, offset}, std::move(change));
    }
    for (const auto &[offset, cell] : *it->second)
      if (!cellsAfter->count(offset))
        vanished.emplace_back(object, offset);
  }
  return plan;
}

State Interpreter::widened(const State &start, const std::map<CellKey, Widening> &plan,
                           const std::vector<CellKey> &vanished, const std::string &name) {
  State result = start;
  const Value unset = unsetValue();
  Symbol symbol;
  symbol.kind = SymbolKind::Iteration;
  symbol.name = name;
  symbol.lower = 0;
  Value count = algebra_.valueOf(algebra_.makeSymbol(std::move(symbol)));
  for (const auto &[key, change] : plan) {
    const Cells *cells = result.cells(key.first);
    if (!cells || !cells->count(key.second))
      continue;
    const Value &before = cells->at(key.second).value;
    Value value;
    if (change.delta) {
      value = algebra_.add(before, algebra_.mul(*change.delta, count));
    } else if (change.shift) {
      // `l *= 2`: nothing is known but whose number it is, once more where that was so before.
      const bool isNumber =
          before.terms.size() == 1 && before.isKnown() && before.base.isUniform() &&
          before.base.uniform() == 0 && before.terms.front().monomial.size() == 1 &&
          algebra_.symbol(before.terms.front().monomial.front()).kind == SymbolKind::Iteration;
      const auto *variable =
          llvm::dyn_cast_or_null<clang::VarDecl>(objects_[key.first].declaration);
      const bool isAnything = (before.constant() || isNumber) && change.unit == 1 && variable &&
                              key.second == 0 && variable->getType()->isIntegralType(context_);
      const Value progress = algebra_.fresh(
          SymbolKind::Iteration, isAnything ? variable->getNameAsString() : name + " progress");
      algebra_.symbol(progress.terms.front().monomial.front()).divisor = change.unit;
      value = isAnything || algebra_.equalValues(before, unset) ? progress
                                                                : algebra_.add(before, progress);
    } else if (change.uniform) {
      value = algebra_.fresh(SymbolKind::Loaded, "a shared value");
    } else if (change.warpUniform) {
      value = warpUniform("a value of the warp", change.warpsMayAgree);
    } else {
      value = algebra_.unknown(change.cause);
      value.terms = change.objects;
      value.warpsDiffer = change.warpsDiffer;
      value.sameAcross = change.sameAcross;
    }
    value.origin = before.origin;
    result.mutableCells(key.first)[key.second].value = std::move(value);
  }
  for (const CellKey &key : vanished) {
    lost_.insert(key.first);
    if (result.cells(key.first))
      result.mutableCells(key.first).erase(key.second);
  }
  return result;
}

/// Is it so many blocks, or a multiple of that?
static bool ofTheGrid(const Algebra &algebra, const Value &value) {
  return llvm::any_of(value.terms, [&](const Term &term) {
    return llvm::any_of(term.monomial, [&](SymbolId id) {
      return llvm::StringRef(algebra.symbol(id).name).starts_with("gridDim.");
    });
  });
}

/// Do the threads begin at numbers of which a step takes in all: is it as many as the block, its
/// rows or its warps have threads?
bool Interpreter::isRound(const State &start, const CellKey &key, std::int64_t step) const {
  if (step == std::int64_t{blockThreads()})
    return true;
  const Cells *cells = start.cells(key.first);
  const auto cell = cells ? cells->find(key.second) : Cells::const_iterator();
  if (!cells || cell == cells->end())
    return false;
  const Value &first = cell->second.value;
  if (first.unknown || first.base.isUniform() ||
      !llvm::all_of(first.terms, [](const Term &term) { return term.coefficient.isUniform(); }))
    return false;
  std::int64_t least = first.base.at(0), most = least;
  for (unsigned thread = 1; thread < blockThreads(); ++thread) {
    least = std::min(least, first.base.at(thread));
    most = std::max(most, first.base.at(thread));
  }
  return most - least < step;
}

/// Does it hang on nothing but how often a loop was gone round, which `count` stands for?
static bool isByCountAlone(const Value &holds, SymbolId count) {
  return holds.difference && holds.difference->isKnown() &&
         llvm::all_of(holds.difference->terms, [&](const Term &term) {
           return term.monomial == Monomial{count} && term.coefficient.isUniform();
         });
}

bool Interpreter::isOfRounds(const Value &value) const {
  const auto isRound = [&](SymbolId id) {
    const Symbol &symbol = algebra_.symbol(id);
    if (symbol.kind == SymbolKind::Iteration)
      return true;
    for (const auto &part : {symbol.difference, symbol.zero, symbol.dividend, symbol.remainderOf})
      if (part && isOfRounds(*part))
        return true;
    return false;
  };
  return value.isKnown() && llvm::all_of(value.terms, [&](const Term &term) {
           return llvm::all_of(term.monomial, isRound);
         });
}

// `if (threadIdx.x == k)`, `if (k != 1)`: which round it is decides, and nothing that the host has
// a say in.
void Interpreter::noteSteered(const Value &condition) {
  const Value &asked = condition.difference ? *condition.difference : condition;
  if (const clang::Stmt *loop = openLoop(); loop && !asked.terms.empty() && isOfRounds(asked))
    addSteered(loop);
}

void Interpreter::addSteered(const clang::Stmt *loop) {
  if (!llvm::is_contained(outcome_.steeredLoops, loop))
    outcome_.steeredLoops.push_back(loop);
}

bool Interpreter::isInShared(const Value &address) const {
  const Location location = locate(address);
  return location.known && objects_[location.object].space == Space::Shared;
}

// Runs one iteration that stands for all: what changes from one to the next is first
// found by running the body, then widened to start + change * count.
void Interpreter::symbolicLoop(const Loop &loop, const Value &conditionValue,
                               const LaneMask &done) {
  Condition condition;
  condition.statement = loop.statement;
  condition.expr = loop.condition;
  condition.kind = Condition::Kind::Loop;
  if (loops_.back().endsKernel) {
    condition.othersGone = true;
    condition.gone = done;
  }
  describe(condition, conditionValue);
  // Where a block begins with a place in the grid, some block has all its threads in the loop.
  const bool inGrid =
      conditionValue.interior == true &&
      (condition.wholeWarps ? conditionValue.byBlock
                            : condition.cause == Cause::Guard && conditionValue.difference &&
                                  algebra_.isPlaceInGrid(*conditionValue.difference));
  condition.byBlock = inGrid && active_ == algebra_.all();
  condition.byParameter = false; // how often it is gone round is another question
  if (loop.testFirst)
    condition.comparisons = comparisonsIn(loop.condition);
  condition.sameAcrossLater = Algebra::acrossWarp; // until it is known
  condition.mayWait = mayWaitForWarps(loop.statement);
  pushCondition(condition);
  openedLoops_.push_back(++symbolicDepth_);
  settle();
  const std::uint64_t weightBefore = tripWeight_;
  const Issue issuedBefore = issued_, doubtfulBefore = doubtful_;
  const OpenLoops openLoopsBefore = openLoops_;
  std::uint64_t warpsHere = 0;
  for (unsigned warp = 0; warp < algebra_.warps(); ++warp)
    warpsHere += active_.warp(warp) != 0;
  tripWeight_ = std::min(
      mostTripWeight,
      tripWeight_ * (active_.count() <= fewLanes * warpsHere ? nominalTripsOfFew : nominalTrips));

  touchUnknown(); // what the next iteration does, this one does not see
  LaneMask mask = active_;
  State start = state_;
  Flow flowStart = flow();
  std::size_t absences = absences_.size();
  std::string name = "iteration";
  std::map<CellKey, Widening> plan;
  std::vector<CellKey> vanished;
  std::uint64_t costBegin = operations_;
  std::uint64_t bodyCost = 0;
  std::uint64_t others = 0;     ///< operations of iterations that are not run
  Value holds = conditionValue; ///< the condition in an iteration that stands for all
  std::size_t symbolsBeforeIteration = algebra_.symbolCount();
  const std::size_t returnsBegin = frames_.back().earlyReturns.size();
  const std::size_t sideReturnsBegin = frames_.back().sideReturns.size();
  const bool barriersUncounted = outcome_.barriersUncounted;

  // `do { … } while (++i < n);`: what the condition does is part of the iteration before it.
  Value atEnd; // what the condition comes to behind the body
  const auto testAtEnd = [&] {
    if (loop.testFirst || !loop.condition || active_.none())
      return;
    if (loop.beforeCondition)
      loop.beforeCondition();
    atEnd = conditionOf(loop);
  };
  // What is left over by a loop over vectors, `for (i = n / 4 * 4 + t; i < n; i += threads)`, takes
  // one pass.
  const auto isLeftAfterOne = [&](SymbolId count) {
    const auto *compared = llvm::dyn_cast<clang::BinaryOperator>(loop.condition->IgnoreParens());
    if (!compared || compared->getOpcode() != clang::BO_LT || !holds.difference)
      return false;
    const Value second = algebra_.substitute(*holds.difference, {{count, 1}});
    bool isLeft = second.isKnown();
    mask.forEach([&](unsigned lane) {
      isLeft = isLeft && algebra_.bounds(second, lane).lower.value_or(-1) >= 0;
    });
    return isLeft;
  };
  // Who goes round together there; given up where another run of the body says otherwise.
  std::uint8_t togetherAtEnd = 0;
  if (symbolicDepth_ <= maxSymbolicDepth) {
    beginRecords();
    std::size_t symbols = algebra_.symbolCount();
    runIteration(loop);
    testAtEnd();
    togetherAtEnd = algebra_.sameAcross(atEnd);
    discardRecords();
    outcome_.barriersUncounted = barriersUncounted;
    if (active_.any() || loop.condition)
      plan = widenings(start, state_, symbols, mask, vanished);
    // Who steps by as many as the block, its rows or its warps have threads expects more than one
    // round of them: the first is whole.
    if (condition.cause == Cause::Guard && mask == algebra_.all())
      for (const auto &[key, change] : plan)
        if (const auto step = change.delta ? change.delta->constant() : std::nullopt;
            step && isRound(start, key, *step))
          conditions_.back().byBlock = true;
  }
  const Condition first = conditions_.back();
  constexpr unsigned mostAttempts = 4;
  for (unsigned attempt = 0; attempt < mostAttempts && !stopped_; ++attempt) {
    restore(flowStart);
    outcome_.barriersUncounted = barriersUncounted;
    absences_.resize(absences);
    frames_.back().sideReturns.resize(
        std::min(sideReturnsBegin, frames_.back().sideReturns.size()));
    conditions_.back() = first;
    const auto count = static_cast<SymbolId>(algebra_.symbolCount());
    symbolsBeforeIteration = count;
    state_ = widened(start, plan, vanished, name);
    beginIteration(loop.statement, count);
    State head = state_;
    std::size_t symbols = algebra_.symbolCount();
    beginRecords();
    costBegin = operations_;
    openPasses_.push_back(measureLoop(loop, holds, count));
    if (loop.condition && loop.testFirst) {
      if (loop.beforeCondition)
        loop.beforeCondition();
      holds = conditionOf(loop);
      if (isLeftAfterOne(count))
        algebra_.symbol(count).upper = 0;
      conditions_.back().comparisons = comparisonsIn(loop.condition);
      openPasses_.back() = measureLoop(loop, holds, count);
      learn(holds, true);
      active_ = mask;
      // All come in, and leave when their own data say so.
      if (Condition later = conditions_.back(); later.cause == Cause::None) {
        describe(later, holds);
        if (later.cause == Cause::Data && !later.wholeWarps) {
          later.ofOwnData = later.ofElement = comparesData(later.expr);
          conditions_.back() = std::move(later);
        } else if (later.cause == Cause::Guard && !later.wholeWarps &&
                   isByCountAlone(holds, count)) {
          conditions_.back() = std::move(later); // a number that ends within a warp
        }
      }
      conditions_.back().differenceLater =
          algebra_.isUniform(holds, mask) ? std::make_shared<const Value>(0) : holds.difference;
      conditions_.back().sameAcrossLater = algebra_.sameAcross(holds);
    }
    if (!loop.testFirst)
      conditions_.back().sameAcrossLater = togetherAtEnd;
    if (const std::int64_t trips = openPasses_.back().trips; trips > 0) {
      // What was tried before is none of it, but the condition is.
      tripWeight_ = std::min(mostTripsMeant, weightBefore * static_cast<std::uint64_t>(trips));
      const std::uint64_t amount = (operations_ - costBegin) * tripWeight_;
      const std::uint64_t warps = amount * warpsOf(settling_), lanes = amount * settling_.count();
      settle();
      issued_ = {issuedBefore.warps + warps, issuedBefore.lanes + lanes};
      doubtful_ = doubtfulBefore;
      openLoops_ = openLoopsBefore;
    }
    runIteration(loop);
    testAtEnd();
    const OpenPass pass = openPasses_.back();
    openPasses_.pop_back();
    if (active_.none() && !loop.condition)
      attempt = mostAttempts; // it leaves in its first iteration
    std::vector<CellKey> vanishedNow;
    auto now = widenings(head, state_, symbols, mask, vanishedNow);
    bool stable = true;
    if (const std::uint8_t together = algebra_.sameAcross(atEnd); togetherAtEnd & ~together) {
      togetherAtEnd = attempt + 2 < mostAttempts ? togetherAtEnd & together : 0;
      stable = false;
    }
    for (auto &[key, change] : now) {
      auto it = plan.find(key);
      if (it != plan.end() && it->second.delta && change.delta &&
          algebra_.equalValues(*it->second.delta, *change.delta))
        continue;
      // Symbols first seen in the loop are known by now.
      bool better = attempt == 0 && it != plan.end() && it->second.shift && change.delta;
      if (better) {
        it->second = change;
        stable = false;
        continue;
      }
      if (it != plan.end() && it->second.shift && (change.shift || change.delta) &&
          change.cause <= Cause::Lane &&
          (change.shift || algebra_.isUniform(*change.delta, mask))) {
        if (change.unit % it->second.unit == 0)
          continue;
        it->second.unit = attempt == 0 ? commonDivisor(it->second.unit, change.unit) : 1;
        stable = false;
        continue;
      }
      const bool isOpen = it != plan.end() && !it->second.delta && !it->second.shift;
      if (isOpen && it->second.warpUniform && change.warpUniform &&
          it->second.warpsMayAgree <= change.warpsMayAgree)
        continue;
      if (it != plan.end() && it->second.uniform && change.uniform)
        continue;
      if (it != plan.end() && !it->second.delta && !it->second.shift && !it->second.warpUniform &&
          change.cause <= it->second.cause &&
          (it->second.sameAcross & ~unsigned{change.sameAcross}) == 0)
        continue;
      stable = false;
      Widening weaker = change;
      bool secondTime = it != plan.end();
      if (secondTime) {
        weaker.delta.reset();
        weaker.sameAcross &= it->second.sameAcross;
        bool uniformChange =
            (change.shift || (change.delta && algebra_.isUniform(*change.delta, mask))) &&
            (it->second.shift || (it->second.delta && algebra_.isUniform(*it->second.delta, mask)));
        weaker.shift = uniformChange && !it->second.shift;
        weaker.unit = commonDivisor(change.unit, it->second.unit);
        weaker.warpUniform = !weaker.shift && change.warpUniform &&
                             (!it->second.warpUniform || it->second.warpsMayAgree);
      }
      plan[key] = weaker;
    }
    for (const CellKey &key : vanishedNow)
      if (std::find(vanished.begin(), vanished.end(), key) == vanished.end()) {
        vanished.push_back(key);
        stable = false;
      }
    if (stable || attempt + 1 >= mostAttempts || stopped_) {
      for (const auto &[key, change] : plan)
        if (const Cells *cells = start.cells(key.first);
            !change.delta && barriersMet_ != passes_.back().barriers && cells &&
            cells->contains(key.second) && isInShared(cells->at(key.second).value))
          addSteered(loop.statement);
      // A grid that covers the data has one round of such a loop only.
      stepsByGrid_ = llvm::any_of(plan, [&](const auto &step) {
        return step.second.delta && ofTheGrid(algebra_, *step.second.delta);
      });
      loops_.back().stepsByGrid = stepsByGrid_;
      endIteration(count, count);
      stepsByGrid_ = false;
      touchUnknown();
      bodyCost = operations_ - costBegin;
      if (pass.trips > 0) {
        recorder_.work().repeat(static_cast<double>(pass.trips));
        // To what is around it, it is as long as it is.
        settle();
        others = static_cast<std::uint64_t>(pass.trips - 1);
        others = std::min(others, mostOperations / std::max<std::uint64_t>(bodyCost, 1)) * bodyCost;
        operations_ += others;
        settled_ = operations_;
        if (settlingDoubtful_)
          doubtfulOperations_ += others;
      } else {
        recorder_.work().nest(pass.loop);
      }
      commitRecords();
      break;
    }
    discardRecords();
  }
  for (std::size_t i = returnsBegin; i < frames_.back().earlyReturns.size(); ++i) {
    EarlyLeave &early = frames_.back().earlyReturns[i];
    early.begin = std::max(early.begin, costBegin) + others; // not what was tried before
  }
  const bool partsLater = conditions_.back().cause == Cause::Data && holds.unknown &&
                          holds.cause == Cause::Data && !conditionValue.unknown;
  recordLoop(loop, mask, partsLater ? holds : conditionValue, false, bodyCost, std::nullopt,
             std::nullopt);
  // An iteration to a limit, as long as what each lane computes is not there yet. Of integers it
  // is not said: lanes that halve the same interval take as many steps.
  const bool leavesByLane =
      std::any_of(absences_.begin() + static_cast<std::ptrdiff_t>(absences), absences_.end(),
                  [this](const Condition &absence) {
                    return absence.kind == Condition::Kind::LoopExit && !absence.wholeWarps &&
                           absence.cause >= Cause::Lane && absence.expr &&
                           (comparesReals(absence.expr) || takesRemainder(absence.expr, context_));
                  });
  const Value &tested = loop.testFirst ? holds : atEnd;
  const bool endsByLane =
      tested.unknown && tested.cause >= Cause::Lane &&
      (comparesReals(loop.condition) || goesByOwnNumbers(loop.statement, loop.condition, context_));
  if (!mask.isOnePerWarp() && (leavesByLane || endsByLane)) {
    SiteRecord &record = recorder_.at(SiteKind::Loop, loop.statement->getSourceRange(), "loop");
    record.atLeast("cause", static_cast<std::int64_t>(Cause::Data));
    record.atLeast("varying", 1);
  }

  // After the loop: the same, with another count.
  LaneMask returned = frames_.back().returned - flowStart.returned;
  LoopFlow &inner = loops_.back();
  bool leavesByCondition = loop.condition && conditionValue.constant() != 1;
  if (loop.condition && conditionValue.constant() == 1)
    leavesByCondition = true; // a loop cut short
  State last = state_;
  std::vector<std::string> dropped;
  // What a value is where lanes leave one by one, each after iterations of its own number; nothing
  // where it stays.
  auto ofOwnIteration = [&](const Value &value, std::size_t symbolsBefore, Agree agree, Cause cause,
                            std::uint8_t across) -> std::optional<Value> {
    const bool isSum = value.isKnown() || !value.own.empty();
    if (!isSum || llvm::all_of(value.terms, [&](const Term &term) {
          return llvm::all_of(term.monomial, [&](SymbolId id) {
            return algebra_.symbol(id).kind == SymbolKind::Address ||
                   isInvariant(id, symbolsBefore);
          });
        }))
      return std::nullopt;
    Value mine =
        agree != Agree::Nobody && algebra_.isWarpUniform(value)
            ? warpUniform("a value of the warp's last iteration", agree == Agree::WarpsAlike)
            : algebra_.unknown(cause);
    if (mine.unknown)
      mine.sameAcross = across & algebra_.sameAcross(value);
    mine.origin = value.origin;
    return mine;
  };
  // Of a path by which lanes leave one by one, each after iterations of its own number: what
  // differs from one iteration to the next differs between them.
  auto partByIterations = [&](State &state, std::size_t symbolsBefore, Agree agree, Cause cause,
                              std::uint8_t across) {
    if (agree == Agree::Block || cause < Cause::Lane)
      return;
    std::vector<std::pair<CellKey, Value>> parted;
    for (const auto &[object, cells] : state.memory) {
      const auto before = start.memory.find(object);
      if (before == start.memory.end() || before->second == cells ||
          objects_[object].space == Space::Shared)
        continue;
      for (const auto &[offset, cell] : *cells) {
        if (auto mine = ofOwnIteration(cell.value, symbolsBefore, agree, cause, across))
          parted.emplace_back(CellKey{object, offset}, std::move(*mine));
      }
    }
    for (auto &[key, value] : parted)
      state.mutableCells(key.first)[key.second].value = std::move(value);
    // Lanes that leave in different iterations hold what these have left them.
    for (const auto &[key, change] : plan)
      if (const Cells *cells = state.cells(key.first); cells && cells->count(key.second))
        if (const Value &value = cells->at(key.second).value; value.sameAcross & ~unsigned{across})
          state.mutableCells(key.first)[key.second].value.sameAcross &= across;
  };
  for (LoopFlow::SideState &side : inner.sideExits) {
    State parted = *side.state;
    partByIterations(parted, symbolsBeforeIteration, side.agree, side.cause, side.agree.across);
    side.state = std::make_shared<State>(std::move(parted));
  }
  for (std::size_t i = sideReturnsBegin; i < frames_.back().sideReturns.size(); ++i) {
    Frame::SideReturn &side = frames_.back().sideReturns[i];
    if (side.state) {
      State parted = *side.state;
      partByIterations(parted, symbolsBeforeIteration, side.agree, side.cause, side.agree.across);
      side.state = std::make_shared<State>(std::move(parted));
    }
    if (!side.value || side.agree == Agree::Block || side.cause < Cause::Lane)
      continue;
    if (auto mine = ofOwnIteration(*side.value, symbolsBeforeIteration, side.agree, side.cause,
                                   side.agree.across))
      side.value = std::move(mine);
  }
  if (leavesByCondition || inner.sideExits.empty()) {
    const std::size_t symbols = algebra_.symbolCount();
    State exit = widened(start, plan, vanished, name + " at the end");
    for (const Value &left : {conditionValue, holds}) {
      if (!left.unknown)
        continue;
      partByIterations(exit, symbols,
                       !algebra_.isWarpUniform(left)  ? Agree::Nobody
                       : algebra_.warpsMayAgree(left) ? Agree::WarpsAlike
                                                      : Agree::Warps,
                       endsBySearch(loop, left) ? Cause::Lane : left.cause,
                       algebra_.sameAcross(left) &
                           (loop.testFirst ? Algebra::acrossWarp : togetherAtEnd));
    }
    exit.races = last.races;
    exit.async = last.async;
    for (auto &[queueName, queue] : exit.async.queues)
      queue.uncertain = true; // how often it ran is not known
    for (auto &[barrierName, barrier] : exit.async.barriers)
      barrier.arrivalsKnown = false;
    exit.barriers = last.barriers;
    // Objects of enclosing scopes only.
    state_ = std::move(exit);
  } else {
    state_ = *inner.sideExits.back().state;
    inner.sideExits.pop_back();
  }
  state_.races.heads.resize(std::min(state_.races.heads.size(), start.races.heads.size()));
  touchUnknown();
  settle();
  tripWeight_ = weightBefore;
  active_ = mask - returned;
  for (std::size_t i = 0; i + 1 < loops_.size(); ++i)
    active_ -= loops_[i].broken; // to what is further on
  --symbolicDepth_;
  conditions_.pop_back();
}

namespace {

// What can stand for it and is closest to `wanted`.
std::int64_t withinBounds(const Symbol &symbol, std::int64_t wanted) {
  if (symbol.upper)
    wanted = std::min(wanted, *symbol.upper);
  return symbol.lower ? std::max(wanted, *symbol.lower) : wanted;
}

} // namespace

// Gives the symbol that bounds a loop a value for which it runs a few times.
bool Interpreter::bindTripCount(const Loop &loop, const Value &conditionIn) {
  auto differenceOf = [&](const Value &condition) -> std::optional<Value> {
    if (!condition.isKnown() || condition.terms.size() != 1)
      return std::nullopt;
    const Term &term = condition.terms.front();
    if (term.monomial.size() != 1 || !term.coefficient.isUniform())
      return std::nullopt;
    const Symbol &symbol = algebra_.symbol(term.monomial.front());
    if (!symbol.difference)
      return std::nullopt;
    // not (a < b): the sign turns.
    if (term.coefficient.uniform() == -1)
      return algebra_.sub(Value(-1), resolve(*symbol.difference));
    return resolve(*symbol.difference);
  };
  auto first = differenceOf(conditionIn);
  if (!first)
    return false;

  // How far one iteration gets.
  State before = state_;
  Flow flowBefore = flow();
  std::size_t absences = absences_.size();
  beginRecords();
  ++symbolicDepth_;
  if (symbolicDepth_ < 3)
    runIteration(loop);
  std::optional<Value> second;
  if (active_.any() && symbolicDepth_ < 3) {
    if (loop.beforeCondition)
      loop.beforeCondition();
    second = differenceOf(conditionOf(loop));
  }
  --symbolicDepth_;
  discardRecords();
  state_ = std::move(before);
  restore(flowBefore);
  absences_.resize(absences);
  std::int64_t advance = 1;
  if (second)
    if (auto by = algebra_.sub(*second, *first).constant(); by && *by > 0)
      advance = *by;

  // Everything else in it takes a small value; the bound is what remains.
  Value open = *first;
  std::optional<SymbolId> bound;
  for (const Term &term : open.terms)
    if (term.monomial.size() == 1 && term.coefficient.isUniform() &&
        term.coefficient.uniform() < 0 &&
        algebra_.symbol(term.monomial.front()).kind != SymbolKind::Address)
      bound = term.monomial.front();
  if (!bound)
    return false;
  for (const Term &term : open.terms)
    for (SymbolId id : term.monomial)
      if (id != *bound) {
        if (algebra_.symbol(id).kind == SymbolKind::Address)
          return false;
        if (run_.ofTurns) // 0 would say too much of what else is made of it
          return false;
        state_.facts[id] =
            withinBounds(algebra_.symbol(id), algebra_.symbol(id).kind == SymbolKind::GridSize);
      }
  open = resolve(open);
  if (open.terms.size() != 1 || !open.base.isUniform())
    return false;
  std::int64_t scale = -open.terms.front().coefficient.uniform();
  // base - scale * bound reaches zero after so many steps.
  std::int64_t wanted = open.base.uniform() + advance * static_cast<std::int64_t>(run_.trips);
  state_.facts[*bound] = withinBounds(algebra_.symbol(*bound), (wanted + scale - 1) / scale);
  if (run_.ofTurns) {
    madeUp_.insert(*bound);
    if (const Symbol &symbol = algebra_.symbol(*bound); symbol.kind == SymbolKind::Parameter)
      for (const auto &[i, parameter] : llvm::enumerate(run_.kernel->parameters()))
        if (parameter->getName() == symbol.name)
          outcome_.madeUpArguments.emplace(i, state_.facts[*bound]);
  }
  return true;
}

//===----------------------------------------------------------------------===//
// The other statements
//===----------------------------------------------------------------------===//

// In a library's function, that of the project's in which it is called.
clang::SourceRange Interpreter::withinStatement() const {
  const clang::Stmt *statement = statement_;
  auto isOurs = [&] {
    return run_.isOwnCode(context_.getSourceManager().getExpansionLoc(statement->getBeginLoc()));
  };
  for (auto frame = frames_.rbegin();
       run_.isOwnCode && statement && frame != frames_.rend() && frame->site && !isOurs(); ++frame)
    statement = frame->statement;
  return statement ? statement->getSourceRange() : clang::SourceRange();
}

void Interpreter::exec(const clang::Stmt *statement) {
  if (!statement || stopped_ || active_.none() || !step())
    return;
  settle();
  using namespace clang;
  const bool isSimple = llvm::isa<Expr, DeclStmt, ReturnStmt>(statement);
  const llvm::SaveAndRestore within(statement_, isSimple ? statement : nullptr);
  if (const auto *expr = llvm::dyn_cast<Expr>(statement)) {
    eval(expr);
    return;
  }
  switch (statement->getStmtClass()) {
  case Stmt::CompoundStmtClass:
    return execBlock(llvm::cast<CompoundStmt>(statement));
  case Stmt::DeclStmtClass:
    for (const Decl *declaration : llvm::cast<DeclStmt>(statement)->decls())
      if (const auto *variable = llvm::dyn_cast<VarDecl>(declaration)) {
        execDeclaration(variable);
        // `auto [a, b] = tuple;` stands for references that get<0>(tuple) and its like give.
        if (const auto *parts = llvm::dyn_cast<clang::DecompositionDecl>(variable))
          for (const clang::BindingDecl *part : parts->bindings())
            if (const VarDecl *held = part->getHoldingVar())
              execDeclaration(held);
      }
    return;
  case Stmt::IfStmtClass:
    return execIf(llvm::cast<IfStmt>(statement));
  case Stmt::SwitchStmtClass: {
    const std::vector<EarlyLeave> outer = std::exchange(earlyBreaks_, {});
    execSwitch(llvm::cast<SwitchStmt>(statement));
    return countEarlyLeaves(std::exchange(earlyBreaks_, outer), statement->getEndLoc());
  }
  case Stmt::ForStmtClass: {
    const auto *loop = llvm::cast<ForStmt>(statement);
    if (loop->getInit())
      exec(loop->getInit());
    Loop spec;
    spec.statement = loop;
    spec.condition = loop->getCond();
    if (const VarDecl *variable = loop->getConditionVariable())
      spec.beforeCondition = [this, variable] { execDeclaration(variable); };
    spec.body = [this, loop] { exec(loop->getBody()); };
    if (const Expr *increment = loop->getInc())
      spec.step = [this, increment] { eval(increment); };
    if (!addsTheSame(*loop, context_))
      return execLoop(spec);
    // What it comes to is found out as of any other; what it costs is one iteration.
    settle();
    const std::uint64_t begin = operations_, doubtful = doubtfulOperations_;
    const Issue issued = issued_, doubtfully = doubtful_;
    const OpenLoops open = openLoops_;
    std::uint64_t cost = 0;
    spec.body = [&] {
      const std::uint64_t before = operations_;
      exec(loop->getBody());
      cost = operations_ - before;
    };
    Work around = recorder_.takeWork();
    execLoop(spec);
    recorder_.work() = std::move(around);
    settle();
    doubtfulOperations_ = doubtful;
    issued_ = issued;
    doubtful_ = doubtfully;
    openLoops_ = open;
    settled_ = begin;
    operations_ = begin + cost;
    return;
  }
  case Stmt::WhileStmtClass: {
    const auto *loop = llvm::cast<WhileStmt>(statement);
    Loop spec;
    spec.statement = loop;
    spec.condition = loop->getCond();
    if (const VarDecl *variable = loop->getConditionVariable())
      spec.beforeCondition = [this, variable] { execDeclaration(variable); };
    spec.body = [this, loop] { exec(loop->getBody()); };
    return execLoop(spec);
  }
  case Stmt::DoStmtClass: {
    const auto *loop = llvm::cast<DoStmt>(statement);
    // do { … } while (0) is how macros make a statement.
    Loop spec;
    spec.statement = loop;
    spec.condition = loop->getCond();
    spec.body = [this, loop] { exec(loop->getBody()); };
    spec.testFirst = false;
    return execLoop(spec);
  }
  case Stmt::CXXForRangeStmtClass: {
    const auto *loop = llvm::cast<CXXForRangeStmt>(statement);
    if (loop->getInit())
      exec(loop->getInit());
    exec(loop->getRangeStmt());
    exec(loop->getBeginStmt());
    exec(loop->getEndStmt());
    Loop spec;
    spec.statement = loop;
    spec.condition = loop->getCond();
    spec.body = [this, loop] {
      exec(loop->getLoopVarStmt());
      exec(loop->getBody());
    };
    if (const Expr *increment = loop->getInc())
      spec.step = [this, increment] { eval(increment); };
    return execLoop(spec);
  }
  case Stmt::BreakStmtClass:
    return execBreak();
  case Stmt::ContinueStmtClass:
    if (!loops_.empty()) {
      destroyAlive(0, loops_.size());
      loops_.back().continued |= active_;
      active_ = LaneMask();
    }
    return;
  case Stmt::ReturnStmtClass:
    return execReturn(llvm::cast<ReturnStmt>(statement));
  case Stmt::GCCAsmStmtClass:
    return execAsm(llvm::cast<GCCAsmStmt>(statement));
  case Stmt::AttributedStmtClass: {
    const auto *marked = llvm::cast<AttributedStmt>(statement);
    if (llvm::any_of(marked->getAttrs(),
                     [&](const clang::Attr *one) {
                       const auto *hint = llvm::dyn_cast<clang::LoopHintAttr>(one);
                       return hint && forbidsUnrolling(*hint, context_);
                     }) &&
        !runsOnce(*marked->getSubStmt(), context_))
      rolled_.insert(marked->getSubStmt());
    else if (llvm::any_of(marked->getAttrs(), [](const clang::Attr *one) {
               return llvm::isa<clang::LoopHintAttr>(one);
             }))
      hinted_.insert(marked->getSubStmt());
    return exec(marked->getSubStmt());
  }
  case Stmt::LabelStmtClass:
    return exec(llvm::cast<LabelStmt>(statement)->getSubStmt());
  case Stmt::CaseStmtClass:
  case Stmt::DefaultStmtClass:
    return exec(llvm::cast<SwitchCase>(statement)->getSubStmt());
  case Stmt::NullStmtClass:
    if (standsForAnother(llvm::cast<NullStmt>(statement))) {
      lose("a statement that could not be understood",
           statement->getBeginLoc().isValid() ? statement->getBeginLoc()
                                              : frames_.back().function->getLocation());
      mayDoAnything();
    }
    return;
  case Stmt::GotoStmtClass:
    return execGoto(llvm::cast<GotoStmt>(statement));
  case Stmt::CXXTryStmtClass:
    return exec(llvm::cast<CXXTryStmt>(statement)->getTryBlock());
  default:
    lose(std::string("a statement of kind ") + statement->getStmtClassName(),
         statement->getBeginLoc());
  }
}

void Interpreter::execBlock(const clang::CompoundStmt *block) {
  const std::size_t alive = frames_.back().alive.size();
  llvm::ArrayRef<Jumps::Label> labels;
  if (const Jumps *jumps = jumpsOf(*frames_.back().function))
    if (const auto found = jumps->labels.find(block); found != jumps->labels.end())
      labels = found->second;
  for (const Jumps::Label &label : llvm::reverse(labels)) {
    loops_.push_back({});
    loops_.back().label = label.label;
    loops_.back().absences = absences_.size();
  }
  std::size_t index = 0;
  for (const clang::Stmt *child : block->body()) {
    for (; !labels.empty() && labels.front().index == index; labels = labels.drop_front())
      arriveAtLabel();
    passLeftOut(block, index++);
    exec(child);
  }
  passLeftOut(block, index);
  destroyAlive(alive);
  frames_.back().alive.resize(alive);
}

/// Null: it has no labels.
const Jumps *Interpreter::jumpsOf(const clang::FunctionDecl &function) {
  const auto [known, isNew] = jumps_.try_emplace(&function);
  const auto *body =
      isNew ? llvm::dyn_cast_or_null<clang::CompoundStmt>(function.getBody()) : nullptr;
  if (body && llvm::any_of(function.decls(),
                           [](const clang::Decl *one) { return llvm::isa<clang::LabelDecl>(one); }))
    known->second = std::make_unique<Jumps>(jumpsIn(*body));
  return known->second.get();
}

/// Does it leave the function?
bool Interpreter::isReturn(const clang::Stmt *statement) {
  const auto *jump = llvm::dyn_cast<clang::GotoStmt>(statement);
  const Jumps *jumps = jump ? jumpsOf(*frames_.back().function) : nullptr;
  return llvm::isa<clang::ReturnStmt>(statement) || (jumps && jumps->toEnd.count(jump) != 0);
}

// Who went there, and who comes by itself, goes on together.
void Interpreter::arriveAtLabel() {
  LoopFlow flow = std::move(loops_.back());
  loops_.pop_back();
  std::vector<EarlyLeave> jumped;
  std::erase_if(earlyGotos_, [&](const auto &one) {
    if (one.first == flow.label)
      jumped.push_back(one.second);
    return one.first == flow.label;
  });
  countEarlyLeaves(jumped, flow.label->getLocation());
  neighbours_.clear();
  ++region_;
  active_ |= flow.broken;
  active_ -= frames_.back().returned;
  for (const LoopFlow::SideState &side : flow.sideExits)
    mergeSide(side);
  std::erase_if(absences_, [&, index = std::size_t{0}](const Condition &absence) mutable {
    return index++ >= flow.absences && absence.kind == Condition::Kind::LoopExit &&
           absence.flow >= loops_.size();
  });
  if (loops_.empty())
    return;
  // A continue inside belongs to the loop around.
  loops_.back().continued |= flow.continued;
  for (LoopFlow::SideState &side : flow.sideContinues)
    if (loops_.back().sideContinues.size() < maxSideStates)
      loops_.back().sideContinues.push_back(std::move(side));
}

void Interpreter::execGoto(const clang::GotoStmt *statement) {
  const Jumps *jumps = jumpsOf(*frames_.back().function);
  if (const auto end =
          jumps ? jumps->toEnd.find(statement) : decltype(jumps->toEnd)::const_iterator();
      jumps && end != jumps->toEnd.end())
    return end->second ? execReturn(end->second) : leaveFunction();
  const auto there = llvm::find_if(loops_, [&](const LoopFlow &flow) {
    return flow.label && flow.label == statement->getLabel();
  });
  if (!jumps || jumps->forward.count(statement) == 0 || there == loops_.end())
    return lose("a goto", statement->getBeginLoc());
  there->broken |= active_;
  active_ = LaneMask();
}

void Interpreter::execBreak() {
  const auto around = std::find_if(loops_.rbegin(), loops_.rend(),
                                   [](const LoopFlow &flow) { return !flow.label; });
  if (around == loops_.rend())
    return;
  destroyAlive(0, static_cast<std::size_t>(loops_.rend() - around));
  around->broken |= active_;
  active_ = LaneMask();
}

void Interpreter::destroyAlive(std::size_t kept, std::size_t loops) {
  for (std::size_t i = frames_.back().alive.size(); i > kept && active_.any() && !stopped_; --i) {
    const auto [variable, around] = frames_.back().alive[i - 1];
    if (around >= loops)
      destroy(frames_.back().variables.at(variable), variable->getType()->getAsCXXRecordDecl(),
              variable->getInit());
  }
}

/// `T x;`, of which nothing is set.
static bool isWithoutValue(const clang::VarDecl &variable) {
  const clang::Expr *init = variable.getInit();
  if (!init)
    return true;
  const auto *made = llvm::dyn_cast<clang::CXXConstructExpr>(init->IgnoreImplicit());
  return made && made->getNumArgs() == 0 && !made->requiresZeroInitialization() &&
         !made->isListInitialization() && made->getConstructor()->isTrivial();
}

/// Was it given something that could not be understood, which is left out of the AST then?
static bool hasLostValue(const clang::VarDecl &variable, const clang::ASTContext &context) {
  const auto next = clang::Lexer::findNextToken(variable.getEndLoc(), context.getSourceManager(),
                                                context.getLangOpts());
  return !variable.hasInit() && next && next->is(clang::tok::equal);
}

void Interpreter::execDeclaration(const clang::VarDecl *variable) {
  if (variable->isInvalidDecl()) {
    lose("`" + variable->getNameAsString() + "`, whose declaration could not be understood",
         variable->getLocation());
    passDamaged(variable);
    return;
  }
  if (variable->getType()->isReferenceType()) {
    if (variable->getInit()) {
      const Address address = addressOf(variable->getInit()); // may enter functions
      frames_.back().variables[variable] = address;
    }
    return;
  }
  if (variable->isStaticLocal() || variable->hasExternalStorage() ||
      variable->hasAttr<clang::CUDASharedAttr>() || variable->hasAttr<clang::AnnotateAttr>()) {
    variableAddress(variable); // made on first sight
    return;
  }
  // A declaration in a loop body is a new variable each time round.
  Object object;
  object.space = Space::Local;
  object.name = variable->getName().str();
  object.declaration = variable;
  object.type = variable->getType();
  object.bytes = sizeOf(object.type).value_or(-1);
  ObjectId id = 0;
  Frame &frame = frames_.back();
  auto it = frame.variables.find(variable);
  if (it != frame.variables.end()) {
    Location place = locate(it->second);
    id = place.object;
    if (active_ == algebra_.all())
      state_.memory.erase(id);
  } else {
    id = makeObject(std::move(object));
    frame.variables[variable] = addressValue(id);
    frame.locals.push_back(id);
  }
  state_.mutableCells(id);
  objects_[id].isUnset = isWithoutValue(*variable);
  if (const clang::CXXRecordDecl *record = variable->getType()->getAsCXXRecordDecl();
      record && variable->getInit() && record->hasDefinition() && !record->hasTrivialDestructor())
    frames_.back().alive.emplace_back(variable, loops_.size());
  if (const clang::Expr *init = variable->getInit())
    initialise(addressValue(id), variable->getType(), init);
  else if (run_.errors && !run_.errors->empty() && hasLostValue(*variable, context_))
    storeCell(id, Value(0), variable->getType(), valueOfUnknownName());
  else if (variable->getType()->isScalarType()) // what it holds, nobody means
    storeCell(id, Value(0), variable->getType(), unsetValue());
  if (!passes_.empty())
    declaredBehind_[variable] = blockBarriers_;
}

void Interpreter::execReturn(const clang::ReturnStmt *statement) {
  Frame &frame = frames_.back();
  std::size_t index = frames_.size() - 1;
  if (const clang::Expr *value = statement->getRetValue()) {
    clang::QualType type = frame.function->getReturnType();
    if (type->isReferenceType()) {
      frames_[index].returnValue = addressOf(value);
    } else if (isRecord(type)) {
      Address result = frames_[index].result;
      initialise(result, type, value);
    } else {
      Value returned = eval(value);
      Frame &mine = frames_[index];
      mine.returnValue = mine.returnValue && !type->isVoidType()
                             ? algebra_.select(active_, returned, *mine.returnValue)
                             : returned;
    }
  }
  leaveFunction();
}

void Interpreter::leaveFunction() {
  destroyAlive(0);
  frames_.back().returned |= active_;
  active_ = LaneMask();
}

} // namespace warplint::simt
