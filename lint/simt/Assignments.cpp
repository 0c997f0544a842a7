//===- Assignments.cpp -----------------------------------------*- C++ -*-===//
#include "lint/simt/Assignments.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/RecursiveASTVisitor.h"

#include <optional>

namespace warplint::simt {
namespace {

using namespace clang;

class Assignments : public RecursiveASTVisitor<Assignments> {
public:
  explicit Assignments(const VarDecl &variable) : variable_(variable) {}
  bool found = false;   ///< clamps apart
  bool clamped = false; ///< `if (x > 4) x = 4;`

  bool TraverseIfStmt(IfStmt *statement) {
    if (!isClamp(*statement))
      return RecursiveASTVisitor::TraverseIfStmt(statement);
    clamped = true;
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *op) {
    return !op->isAssignmentOp() || !isIt(op->getLHS());
  }
  bool VisitUnaryOperator(UnaryOperator *op) {
    return !(op->isIncrementDecrementOp() || op->getOpcode() == UO_AddrOf) ||
           !isIt(op->getSubExpr());
  }
  /// By reference.
  bool VisitCallExpr(CallExpr *call) {
    return llvm::none_of(call->arguments(), [&](const Expr *argument) {
      return argument->isGLValue() && isIt(argument);
    });
  }
  bool VisitVarDecl(VarDecl *variable) {
    return !variable->getType()->isReferenceType() || !variable->getInit() ||
           !isIt(variable->getInit());
  }
  bool VisitLambdaExpr(LambdaExpr *lambda) {
    return llvm::none_of(lambda->captures(), [&](const LambdaCapture &capture) {
      found = found || (capture.capturesVariable() && capture.getCapturedVar() == &variable_ &&
                        capture.getCaptureKind() == LCK_ByRef);
      return found;
    });
  }

private:
  bool names(const Expr *expr) const {
    const auto *reference = llvm::dyn_cast<DeclRefExpr>(expr->IgnoreParenImpCasts());
    return reference && reference->getDecl() == &variable_;
  }
  bool isIt(const Expr *expr) {
    found = found || names(expr);
    return found;
  }
  bool isClamp(const IfStmt &statement) const {
    const auto *condition =
        llvm::dyn_cast<BinaryOperator>(statement.getCond()->IgnoreParenImpCasts());
    const Stmt *then = statement.getThen();
    if (const auto *block = llvm::dyn_cast<CompoundStmt>(then); block && block->size() == 1)
      then = block->body_front();
    const auto *assignment = llvm::dyn_cast<BinaryOperator>(then);
    const auto isConstant = [this](const Expr *expr) {
      return !expr->isValueDependent() && expr->isIntegerConstantExpr(variable_.getASTContext());
    };
    return condition && assignment && !statement.getElse() &&
           assignment->getOpcode() == BO_Assign &&
           (condition->getOpcode() == BO_GT || condition->getOpcode() == BO_GE) &&
           names(condition->getLHS()) && names(assignment->getLHS()) &&
           isConstant(condition->getRHS()) && isConstant(assignment->getRHS());
  }

  const VarDecl &variable_;
};

/// How often a variable is named, and how often to read what it holds or to assign to a part of it.
class Readings : public RecursiveASTVisitor<Readings> {
public:
  explicit Readings(const VarDecl &variable) : variable_(variable) {}
  unsigned named = 0;
  unsigned read = 0;
  unsigned assigned = 0;

  bool VisitBinaryOperator(BinaryOperator *op) {
    assigned += op->isAssignmentOp() && isPartOfIt(op->getLHS());
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *op) {
    assigned += op->isIncrementDecrementOp() && isPartOfIt(op->getSubExpr());
    return true;
  }

  bool VisitDeclRefExpr(DeclRefExpr *reference) {
    named += reference->getDecl() == &variable_;
    return true;
  }
  bool VisitImplicitCastExpr(ImplicitCastExpr *cast) {
    read += cast->getCastKind() == CK_LValueToRValue && isPartOfIt(cast->getSubExpr());
    return true;
  }
  /// It is copied.
  bool VisitCXXConstructExpr(CXXConstructExpr *construct) {
    read += construct->getConstructor()->isCopyOrMoveConstructor() &&
            construct->getNumArgs() == 1 && isPartOfIt(construct->getArg(0));
    return true;
  }

private:
  bool isPartOfIt(const Expr *expr) const {
    for (;;) {
      expr = expr->IgnoreParenImpCasts();
      if (const auto *member = llvm::dyn_cast<MemberExpr>(expr); member && !member->isArrow())
        expr = member->getBase();
      else if (const auto *element = llvm::dyn_cast<ArraySubscriptExpr>(expr);
               element && isArray(element->getBase()))
        expr = element->getBase();
      else
        break;
    }
    const auto *reference = llvm::dyn_cast<DeclRefExpr>(expr);
    return reference && reference->getDecl() == &variable_;
  }
  static bool isArray(const Expr *base) {
    return base->IgnoreParenImpCasts()->getType()->isArrayType();
  }

  const VarDecl &variable_;
};

Assignments assignmentsTo(const VarDecl &variable) {
  Assignments assignments(variable);
  const auto *function = llvm::dyn_cast<FunctionDecl>(variable.getDeclContext());
  if (!function || !function->getBody())
    assignments.found = true; // for all that is known
  else
    assignments.TraverseStmt(function->getBody());
  return assignments;
}

} // namespace

bool isNeverAssigned(const VarDecl &variable) {
  const Assignments assignments = assignmentsTo(variable);
  return !assignments.found && !assignments.clamped;
}

/// None outside of functions with a body.
static std::optional<Readings> readingsOf(const VarDecl &variable) {
  const auto *function = llvm::dyn_cast<FunctionDecl>(variable.getDeclContext());
  if (!function || !function->getBody())
    return std::nullopt;
  Readings readings(variable);
  readings.TraverseStmt(function->getBody());
  return readings;
}

bool isOnlyRead(const VarDecl &variable) {
  if (variable.getType().isConstQualified())
    return true;
  const auto readings = readingsOf(variable);
  return readings && readings->named == readings->read;
}

bool isPartAssigned(const VarDecl &variable) {
  if (variable.getType().isConstQualified())
    return false;
  const auto readings = readingsOf(variable);
  return readings && readings->assigned > 0;
}

bool isOnlyClamped(const VarDecl &variable) {
  const Assignments assignments = assignmentsTo(variable);
  return !assignments.found && assignments.clamped;
}

} // namespace warplint::simt
