//===- ElementUses.cpp - is an array used by element alone? ---------------===//

#include "lint/simt/ElementUses.h"

#include "clang/AST/ExprCXX.h"

namespace warplint::simt {

using namespace clang;

namespace {

/// Looks whether an array is only ever used as `array[i][j]`, down to an element. Whatever else is
/// done with it (a row handed to a function, `sizeof`, the address of an element, a cast) may rely
/// on the length of its rows.
class ElementUses {
public:
  /// The variable is known by its place: a template's instantiations have each their own.
  ElementUses(SourceLocation array, unsigned dimensions) : array_(array), dimensions_(dimensions) {}

  bool areAllIn(const Stmt *statement) const {
    if (!statement)
      return true;
    if (const auto *expr = llvm::dyn_cast<Expr>(statement)) {
      if (const auto *call = llvm::dyn_cast<CallExpr>(expr); call && isAtomic(call))
        return areAllInAtomic(call);
      const auto *op = llvm::dyn_cast<UnaryOperator>(expr);
      if (op && op->getOpcode() == UO_AddrOf && elementOf(op->getSubExpr()))
        return false;
      if (const auto *subscript = elementOf(expr))
        return areAllInIndices(subscript);
      if (const auto *reference = llvm::dyn_cast<DeclRefExpr>(expr))
        return !isArray(reference);
    }
    for (const Stmt *child : statement->children())
      if (!areAllIn(child))
        return false;
    return true;
  }

private:
  bool isArray(const DeclRefExpr *reference) const {
    return reference->getDecl()->getLocation() == array_;
  }

  static const Expr *bare(const Expr *expr) { return expr->IgnoreParenImpCasts(); }

  /// The outermost subscript of `array[i][j]`, if all dimensions are indexed; else null.
  const ArraySubscriptExpr *elementOf(const Expr *expr) const {
    const auto *outermost = llvm::dyn_cast<ArraySubscriptExpr>(bare(expr));
    const Expr *inner = outermost;
    unsigned depth = 0;
    while (const auto *subscript = llvm::dyn_cast_or_null<ArraySubscriptExpr>(inner)) {
      inner = bare(subscript->getBase());
      ++depth;
    }
    const auto *reference = llvm::dyn_cast_or_null<DeclRefExpr>(inner);
    return reference && isArray(reference) && depth == dimensions_ ? outermost : nullptr;
  }

  bool areAllInIndices(const ArraySubscriptExpr *subscript) const {
    for (; subscript; subscript = llvm::dyn_cast<ArraySubscriptExpr>(bare(subscript->getBase())))
      if (!areAllIn(subscript->getIdx()))
        return false;
    return true;
  }

  static bool isAtomic(const CallExpr *call) {
    const FunctionDecl *callee = call->getDirectCallee();
    return callee && callee->getIdentifier() && callee->getName().starts_with("atomic");
  }

  /// `atomicAdd(&array[i][j], x)` touches one element, by its address.
  bool areAllInAtomic(const CallExpr *call) const {
    for (const Expr *argument : call->arguments()) {
      const auto *op = llvm::dyn_cast<UnaryOperator>(bare(argument));
      const ArraySubscriptExpr *element =
          op && op->getOpcode() == UO_AddrOf ? elementOf(op->getSubExpr()) : nullptr;
      if (element ? !areAllInIndices(element) : !areAllIn(argument))
        return false;
    }
    return true;
  }

  SourceLocation array_;
  unsigned dimensions_;
};

} // namespace

bool isUsedByElement(const VarDecl *array, unsigned dimensions) {
  const auto *function = llvm::dyn_cast<FunctionDecl>(array->getLexicalDeclContext());
  if (!function || !function->getBody())
    return false;
  const ElementUses uses(array->getLocation(), dimensions);
  if (!uses.areAllIn(function->getBody()))
    return false;
  const FunctionDecl *pattern = function->getTemplateInstantiationPattern();
  return !pattern || uses.areAllIn(pattern->getBody());
}

unsigned dimensionsOf(ASTContext &context, QualType type) {
  unsigned dimensions = 0;
  while (const auto *array = context.getAsArrayType(type)) {
    ++dimensions;
    type = array->getElementType();
  }
  return dimensions;
}

} // namespace warplint::simt
