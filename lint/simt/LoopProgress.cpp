//===- LoopProgress.cpp -------------------------------------------------------===//

#include "lint/simt/LoopProgress.h"

#include "clang/AST/Decl.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLExtras.h"

#include <functional>

namespace warplint::simt {

static bool isCount(clang::QualType type) {
  return type->isIntegralOrEnumerationType() || type->isPointerType();
}

LoopProgress::LoopProgress(const clang::Stmt *loop) {
  if (const auto *statement = llvm::dyn_cast<clang::ForStmt>(loop))
    declareIn(statement->getBody());
  else
    declareIn(loop);
  std::size_t known = 0;
  const auto found = [&] { return advancing_.size() + elements_.size() + scaled_.size(); };
  do {
    known = found();
    collect(loop);
  } while (known != found());
}

void LoopProgress::declareIn(const clang::Stmt *part) {
  if (!part)
    return;
  if (const auto *declaration = llvm::dyn_cast<clang::DeclStmt>(part))
    anew_.insert(declaration->decl_begin(), declaration->decl_end());
  for (const clang::Stmt *child : part->children())
    declareIn(child);
}

void LoopProgress::collect(const clang::Stmt *part) {
  if (const auto *declaration = llvm::dyn_cast<clang::DeclStmt>(part))
    for (const clang::Decl *one : declaration->decls())
      if (const auto *variable = llvm::dyn_cast<clang::VarDecl>(one);
          variable && anew_.contains(variable) && variable->getInit() &&
          isCount(variable->getType())) {
        if (advances(variable->getInit()))
          advancing_.insert(variable);
        if (looksElsewhere(variable->getInit()))
          elements_.insert(variable);
      }
  if (const auto *operation = llvm::dyn_cast<clang::UnaryOperator>(part);
      operation && operation->isIncrementDecrementOp())
    change(operation->getSubExpr(), nullptr);
  if (const auto *operation = llvm::dyn_cast<clang::BinaryOperator>(part);
      operation && operation->isAssignmentOp()) {
    change(operation->getLHS(), operation->getRHS());
    if (const auto *reference =
            llvm::dyn_cast<clang::DeclRefExpr>(operation->getLHS()->IgnoreParenCasts())) {
      if (looksElsewhere(operation->getRHS()))
        elements_.insert(reference->getDecl());
      if (isScaled(*operation))
        scaled_.insert(reference->getDecl());
      if (isHandedOn(reference->getDecl()))
        collectChoices(operation->getRHS());
    }
  }
  // Who gets it by reference or by its address may move it on.
  if (const auto *operation = llvm::dyn_cast<clang::UnaryOperator>(part);
      operation && operation->getOpcode() == clang::UO_AddrOf)
    change(operation->getSubExpr(), nullptr);
  if (const auto *call = llvm::dyn_cast<clang::CallExpr>(part))
    for (const clang::Expr *argument : call->arguments())
      if (argument->isGLValue())
        change(argument, nullptr);
  for (const clang::Stmt *child : part->children())
    if (child)
      collect(child);
}

void LoopProgress::collectChoices(const clang::Stmt *part) {
  if (llvm::isa<clang::AbstractConditionalOperator>(part))
    choices_.insert(part);
  for (const clang::Stmt *child : part->children())
    if (child)
      collectChoices(child);
}

void LoopProgress::change(const clang::Expr *target, const clang::Expr *by) {
  target = target->IgnoreParenCasts();
  if (!isCount(target->getType()))
    return;
  if (const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(target)) {
    if (!anew_.contains(reference->getDecl()) || (by && advances(by)))
      advancing_.insert(reference->getDecl());
  } else if (llvm::isa<clang::MemberExpr>(target)) {
    ofMembers_ = true;
  }
}

bool LoopProgress::advances(const clang::Stmt *part) const {
  if (const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(part))
    return advancing_.contains(reference->getDecl());
  if (const auto *element = llvm::dyn_cast<clang::ArraySubscriptExpr>(part);
      element && !element->getBase()->IgnoreParenImpCasts()->getType()->isArrayType())
    return false;
  if (const auto *operation = llvm::dyn_cast<clang::UnaryOperator>(part);
      operation && operation->getOpcode() == clang::UO_Deref)
    return false;
  return llvm::any_of(part->children(),
                      [&](const clang::Stmt *child) { return child && advances(child); });
}

bool LoopProgress::namesAdvancing(const clang::Stmt *part) const {
  if (const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(part))
    return advancing_.contains(reference->getDecl());
  return llvm::any_of(part->children(),
                      [&](const clang::Stmt *child) { return child && namesAdvancing(child); });
}

bool LoopProgress::looksElsewhere(const clang::Stmt *part) const {
  if (const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(part))
    return elements_.contains(reference->getDecl());
  if (const auto *operation = llvm::dyn_cast<clang::UnaryOperator>(part);
      operation && operation->getOpcode() == clang::UO_Deref && namesAdvancing(operation))
    return true;
  if (llvm::isa<clang::ArraySubscriptExpr>(part) && namesAdvancing(part))
    return true;
  if (const auto *call = llvm::dyn_cast<clang::CallExpr>(part)) {
    const auto *named = llvm::dyn_cast<clang::CXXOperatorCallExpr>(call);
    const bool isSubscript = named && named->getOperator() == clang::OO_Subscript;
    if (llvm::any_of(call->arguments(), [&](const clang::Expr *argument) {
          return (isSubscript || argument->getType()->isPointerType()) && namesAdvancing(argument);
        }))
      return true; // `__ldg(rows + middle)`
  }
  return llvm::any_of(part->children(),
                      [&](const clang::Stmt *child) { return child && looksElsewhere(child); });
}

bool LoopProgress::isScaled(const clang::BinaryOperator &operation) const {
  const auto scales = [](clang::BinaryOperatorKind kind) {
    return kind == clang::BO_Shl || kind == clang::BO_Shr || kind == clang::BO_Mul ||
           kind == clang::BO_Div || kind == clang::BO_Rem;
  };
  if (operation.isCompoundAssignmentOp())
    return scales(clang::BinaryOperator::getOpForCompoundAssignment(operation.getOpcode()));
  const auto *by = llvm::dyn_cast<clang::BinaryOperator>(operation.getRHS()->IgnoreParenImpCasts());
  const auto *target =
      llvm::dyn_cast<clang::DeclRefExpr>(operation.getLHS()->IgnoreParenImpCasts());
  const auto *from =
      by ? llvm::dyn_cast<clang::DeclRefExpr>(by->getLHS()->IgnoreParenImpCasts()) : nullptr;
  return from && target && from->getDecl() == target->getDecl() && scales(by->getOpcode());
}

bool LoopProgress::asksForScaled(const clang::Stmt *part) const {
  if (const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(part))
    return scaled_.contains(reference->getDecl());
  // `n >> k` and `n / k`, while `k / 32` goes on in steps.
  if (const auto *operation = llvm::dyn_cast<clang::BinaryOperator>(part);
      operation &&
      (operation->isShiftOp() || operation->getOpcode() == clang::BO_Div ||
       operation->getOpcode() == clang::BO_Rem) &&
      advances(operation->getRHS()))
    return true;
  return llvm::any_of(part->children(),
                      [&](const clang::Stmt *child) { return child && asksForScaled(child); });
}

bool LoopProgress::onlyMoves(const clang::Stmt *part, bool mayReturn) const {
  if (!part)
    return false;
  bool isMoved = false;
  const std::function<bool(const clang::Stmt *)> isPlain = [&](const clang::Stmt *one) {
    if (!one || llvm::isa<clang::NullStmt>(one))
      return true;
    if (const auto *block = llvm::dyn_cast<clang::CompoundStmt>(one))
      return llvm::all_of(block->body(), isPlain);
    if (llvm::isa<clang::BreakStmt>(one) || (mayReturn && llvm::isa<clang::ReturnStmt>(one))) {
      isMoved = true;
      return true;
    }
    if (const auto *branch = llvm::dyn_cast<clang::IfStmt>(one))
      return isPlain(branch->getThen()) && isPlain(branch->getElse());
    const auto *value = llvm::dyn_cast<clang::Expr>(one);
    const auto *assignment =
        llvm::dyn_cast_or_null<clang::BinaryOperator>(value ? value->IgnoreParens() : nullptr);
    const auto *step =
        llvm::dyn_cast_or_null<clang::UnaryOperator>(value ? value->IgnoreParens() : nullptr);
    const clang::Expr *target = assignment && assignment->isAssignmentOp() ? assignment->getLHS()
                                : step && step->isIncrementDecrementOp()   ? step->getSubExpr()
                                                                           : nullptr;
    const auto *reference =
        target ? llvm::dyn_cast<clang::DeclRefExpr>(target->IgnoreParens()) : nullptr;
    const auto *variable =
        reference ? llvm::dyn_cast<clang::VarDecl>(reference->getDecl()) : nullptr;
    if (!variable || !variable->hasLocalStorage())
      return false;
    isMoved = isMoved || isHandedOn(variable);
    return true;
  };
  return isPlain(part) && isMoved;
}

} // namespace warplint::simt
