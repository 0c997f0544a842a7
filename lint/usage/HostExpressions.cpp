//===- HostExpressions.cpp ------------------------------------------------===//

#include "lint/usage/HostExpressions.h"

#include "lint/usage/HostBody.h"

#include "clang/AST/RecursiveASTVisitor.h"

namespace warplint::usage {

using namespace clang;

namespace {

/// What code may change: targets of assignments, and whatever has its address taken.
class ChangeSearch : public RecursiveASTVisitor<ChangeSearch> {
public:
  llvm::DenseSet<const ValueDecl *> changed;

  bool VisitBinaryOperator(BinaryOperator *binary) {
    if (binary->isAssignmentOp())
      change(binary->getLHS());
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *unary) {
    if (unary->isIncrementDecrementOp() || unary->getOpcode() == UO_AddrOf)
      change(unary->getSubExpr());
    return true;
  }
  bool VisitCXXOperatorCallExpr(CXXOperatorCallExpr *call) {
    if (call->isAssignmentOp() || call->getOperator() == OO_GreaterGreater)
      for (Expr *argument : call->arguments())
        change(argument);
    return true;
  }
  bool VisitCXXMemberCallExpr(CXXMemberCallExpr *call) {
    const CXXMethodDecl *method = call->getMethodDecl();
    if (method && !method->isConst())
      change(call->getImplicitObjectArgument());
    return true;
  }
  bool VisitCallExpr(CallExpr *call) {
    const FunctionDecl *callee = call->getDirectCallee();
    if (!callee || llvm::isa<CXXOperatorCallExpr>(call))
      return true;
    for (unsigned i = 0; i < call->getNumArgs() && i < callee->getNumParams(); ++i) {
      const QualType type = callee->getParamDecl(i)->getType();
      if (type->isReferenceType() && !type.getNonReferenceType().isConstQualified())
        change(call->getArg(i));
    }
    return true;
  }

private:
  void change(const Expr *target) {
    target = stripped(target);
    if (const auto *reference = llvm::dyn_cast_or_null<DeclRefExpr>(target))
      changed.insert(reference->getDecl());
    else if (const auto *member = llvm::dyn_cast_or_null<MemberExpr>(target))
      changed.insert(member->getMemberDecl());
    else if (const auto *element = llvm::dyn_cast_or_null<ArraySubscriptExpr>(target))
      change(element->getBase());
  }
};

class DeclaredSearch : public RecursiveASTVisitor<DeclaredSearch> {
public:
  llvm::DenseSet<const VarDecl *> declared;
  bool VisitVarDecl(VarDecl *variable) {
    declared.insert(variable);
    return true;
  }
};

class NamedSearch : public RecursiveASTVisitor<NamedSearch> {
public:
  Names names;
  bool VisitDeclRefExpr(DeclRefExpr *reference) {
    names.declarations.push_back(reference->getDecl());
    return true;
  }
  bool VisitMemberExpr(MemberExpr *member) {
    names.declarations.push_back(member->getMemberDecl());
    return true;
  }
  bool VisitCallExpr(CallExpr *) {
    names.calls = true;
    return true;
  }
};

} // namespace

llvm::DenseSet<const ValueDecl *> changedIn(const Stmt &statement) {
  ChangeSearch search;
  search.TraverseStmt(const_cast<Stmt *>(&statement));
  return std::move(search.changed);
}

llvm::DenseSet<const VarDecl *> declaredIn(const Stmt &statement) {
  DeclaredSearch search;
  search.TraverseStmt(const_cast<Stmt *>(&statement));
  return std::move(search.declared);
}

Names namesIn(const Stmt *statement) {
  NamedSearch search;
  search.TraverseStmt(const_cast<Stmt *>(statement));
  return std::move(search.names);
}

std::optional<std::int64_t> integerOf(ASTContext &context, const Expr *expression) {
  Expr::EvalResult result;
  if (!expression || expression->isValueDependent() || expression->containsErrors() ||
      !expression->EvaluateAsInt(result, context))
    return std::nullopt;
  return result.Val.getInt().tryExtValue(); // nothing of what no 64 bits hold
}

std::optional<const ValueDecl *> streamOf(const Expr *expression) {
  if (!expression)
    return std::nullopt;
  if (llvm::isa<CXXDefaultArgExpr>(expression))
    return nullptr;
  expression = stripped(expression);
  if (llvm::isa<CXXNullPtrLiteralExpr, GNUNullExpr>(expression))
    return nullptr;
  if (const auto *number = llvm::dyn_cast<IntegerLiteral>(expression);
      number && number->getValue().isZero())
    return nullptr;
  if (const auto *member = llvm::dyn_cast<MemberExpr>(expression);
      member && llvm::isa_and_nonnull<CXXThisExpr>(stripped(member->getBase())) &&
      llvm::isa<FieldDecl>(member->getMemberDecl()))
    return member->getMemberDecl();
  const auto *reference = llvm::dyn_cast<DeclRefExpr>(expression);
  if (!reference || !llvm::isa<VarDecl>(reference->getDecl()))
    return std::nullopt;
  return reference->getDecl();
}

const Expr *streamOfLaunch(const CUDAKernelCallExpr &launch) {
  constexpr unsigned stream = 3; // <<<grid, block, bytes, stream>>>
  const CallExpr *configuration = launch.getConfig();
  return configuration && configuration->getNumArgs() > stream ? configuration->getArg(stream)
                                                               : nullptr;
}

} // namespace warplint::usage
