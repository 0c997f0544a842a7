//===- Stated.cpp - what a kernel says of itself ---------------------------===//

#include "lint/simt/Stated.h"

#include "lint/simt/AstVisitor.h"

#include "clang/AST/ExprCXX.h"

#include <numeric>

namespace warplint::simt {

using namespace clang;

/// `threadIdx.x` itself, or a variable that starts as it.
bool isAxis(const Expr *expr, llvm::StringRef which, std::size_t axis) {
  expr = expr->IgnoreParenImpCasts();
  if (const auto *reference = llvm::dyn_cast<DeclRefExpr>(expr))
    if (const auto *variable = llvm::dyn_cast<VarDecl>(reference->getDecl());
        variable && variable->isLocalVarDecl() && variable->getInit())
      expr = variable->getInit()->IgnoreParenImpCasts();
  // A field, or what Clang's header makes of one.
  const Expr *object = nullptr;
  const NamedDecl *field = nullptr;
  if (const auto *member = llvm::dyn_cast<MemberExpr>(expr)) {
    object = member->getBase();
    field = member->getMemberDecl();
  } else if (const auto *pseudo = llvm::dyn_cast<PseudoObjectExpr>(expr)) {
    const auto *property =
        llvm::dyn_cast<MSPropertyRefExpr>(pseudo->getSyntacticForm()->IgnoreParens());
    if (!property)
      return false;
    object = property->getBaseExpr();
    field = property->getPropertyDecl();
  }
  if (const auto *opaque = llvm::dyn_cast_or_null<OpaqueValueExpr>(object))
    object = opaque->getSourceExpr();
  if (!object || !field->getDeclName().isIdentifier() ||
      field->getName() != std::array{"x", "y", "z"}[axis])
    return false;
  const auto *base = llvm::dyn_cast<DeclRefExpr>(object->IgnoreParenImpCasts());
  return base && base->getDecl()->getDeclName().isIdentifier() &&
         base->getDecl()->getName() == which;
}

/// A call that does not return.
bool isFatal(const clang::Stmt *statement) {
  if (const auto *expr = llvm::dyn_cast<Expr>(statement))
    statement = expr->IgnoreParenCasts();
  const auto *call = llvm::dyn_cast<CallExpr>(statement);
  const FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
  return callee &&
         (callee->isNoReturn() || llvm::is_contained({"__trap", "__builtin_unreachable",
                                                      "__assert_fail", "__assertfail", "_wassert"},
                                                     callee->getNameAsString()));
}

namespace {

/// Parameters that are only read: what is said of them holds to the end.
class ReadOnly : public AstVisitor {
public:
  bool VisitDeclRefExpr(DeclRefExpr *reference) override {
    ++places_[reference->getDecl()];
    return true;
  }
  bool VisitImplicitCastExpr(ImplicitCastExpr *cast) override {
    if (const auto *reference = llvm::dyn_cast<DeclRefExpr>(cast->getSubExpr()->IgnoreParens());
        reference && cast->getCastKind() == CK_LValueToRValue)
      ++loads_[reference->getDecl()];
    return true;
  }
  bool contains(const ParmVarDecl *parameter) const {
    return places_.lookup(parameter) == loads_.lookup(parameter);
  }

private:
  llvm::DenseMap<const ValueDecl *, unsigned> places_, loads_;
};

class Multiples {
public:
  Multiples(const FunctionDecl *kernel, ASTContext &context)
      : found(kernel->getNumParams()), kernel_(kernel), context_(context) {}

  void statement(const Stmt *statement) {
    if (const auto *branch = llvm::dyn_cast<IfStmt>(statement)) {
      const Stmt *then = branch->getThen();
      if (const auto *block = llvm::dyn_cast<CompoundStmt>(then); block && block->size() == 1)
        then = block->body_front();
      if (!branch->getElse() && !branch->hasInitStorage() && !branch->hasVarStorage() &&
          ((llvm::isa<ReturnStmt>(then) && !isUnderWay_) || isFatal(then)))
        return condition(branch->getCond(), false);
    }
    const auto *expr = llvm::dyn_cast<Expr>(statement);
    const bool isDeclaration = llvm::isa<DeclStmt>(statement);
    if (!expr) {
      isUnderWay_ = isUnderWay_ || !isDeclaration;
      return;
    }
    expr = expr->IgnoreParenCasts();
    if (const auto *choice = llvm::dyn_cast<ConditionalOperator>(expr);
        choice && isFatal(choice->getFalseExpr()))
      condition(choice->getCond(), true);
    if (const auto *call = llvm::dyn_cast<CallExpr>(expr);
        call && call->getNumArgs() == 1 && call->getDirectCallee() &&
        call->getDirectCallee()->getNameAsString() == "__builtin_assume")
      condition(call->getArg(0), true);
  }

  std::vector<StatedMultiple> found;

private:
  std::optional<std::int64_t> number(const Expr *expr) const {
    Expr::EvalResult result;
    if (expr->isValueDependent() || !expr->EvaluateAsInt(result, context_) ||
        result.Val.getInt().getSignificantBits() > 31)
      return std::nullopt;
    return result.Val.getInt().getExtValue();
  }

  /// It holds, or (`truth`: false) does not.
  void condition(const Expr *expr, bool truth) {
    expr = expr->IgnoreParenCasts();
    if (const auto *unary = llvm::dyn_cast<UnaryOperator>(expr);
        unary && unary->getOpcode() == UO_LNot)
      return condition(unary->getSubExpr(), !truth);
    const auto *op = llvm::dyn_cast<BinaryOperator>(expr);
    if (!op)
      return;
    if (op->getOpcode() == (truth ? BO_LAnd : BO_LOr)) {
      condition(op->getLHS(), truth);
      condition(op->getRHS(), truth);
    } else if (op->getOpcode() == (truth ? BO_EQ : BO_NE)) {
      if (number(op->getRHS()) == 0)
        remainder(op->getLHS());
      else if (number(op->getLHS()) == 0)
        remainder(op->getRHS());
    } else if (!truth) {
      remainder(op); // `if (n % 256) return;`
    }
  }

  /// `n % 256`, `n & 255` are 0.
  void remainder(const Expr *expr) {
    const auto *op = llvm::dyn_cast<BinaryOperator>(expr->IgnoreParenCasts());
    if (!op || (op->getOpcode() != BO_Rem && op->getOpcode() != BO_And))
      return;
    const auto *reference = llvm::dyn_cast<DeclRefExpr>(op->getLHS()->IgnoreParenImpCasts());
    const auto *parameter = reference ? llvm::dyn_cast<ParmVarDecl>(reference->getDecl()) : nullptr;
    if (!parameter || parameter->getFunctionScopeIndex() >= found.size() ||
        kernel_->getParamDecl(parameter->getFunctionScopeIndex()) != parameter)
      return;
    StatedMultiple &stated = found[parameter->getFunctionScopeIndex()];
    constexpr std::int64_t largest = 1 << 20;
    if (const auto by = number(op->getRHS())) {
      const std::int64_t divisor = op->getOpcode() == BO_Rem ? *by : *by + 1;
      const bool isPower = divisor > 0 && (divisor & (divisor - 1)) == 0;
      if (divisor > 1 && divisor <= largest && (op->getOpcode() == BO_Rem || isPower))
        if (const std::int64_t both = std::lcm(stated.number, divisor); both <= largest)
          stated.number = both;
      return;
    }
    for (unsigned axis = 0; axis < 3 && op->getOpcode() == BO_Rem; ++axis)
      if (isAxis(op->getRHS(), "blockDim", axis))
        stated.axis = axis;
  }

  const FunctionDecl *kernel_;
  ASTContext &context_;
  bool isUnderWay_ = false; ///< a `return` says nothing of what was done before
};

} // namespace

std::vector<StatedMultiple> statedMultiples(const FunctionDecl *kernel, ASTContext &context) {
  const auto *body = llvm::dyn_cast_or_null<CompoundStmt>(kernel->getBody());
  if (!body)
    return {};
  Multiples multiples(kernel, context);
  for (const Stmt *statement : body->body())
    multiples.statement(statement);
  const auto says = [](const StatedMultiple &one) { return one.number > 1 || one.axis; };
  if (llvm::none_of(multiples.found, says))
    return {};
  ReadOnly readOnly;
  readOnly.TraverseStmt(const_cast<CompoundStmt *>(body)); // NOLINT: it only looks
  for (std::size_t i = 0; i < multiples.found.size(); ++i)
    if (!readOnly.contains(kernel->getParamDecl(static_cast<unsigned>(i))))
      multiples.found[i] = {};
  return multiples.found;
}

} // namespace warplint::simt
