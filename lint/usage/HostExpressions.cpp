//===- HostExpressions.cpp ------------------------------------------------===//

#include "lint/usage/HostExpressions.h"

#include "lint/simt/AstVisitor.h"
#include "lint/usage/HostBody.h"

namespace warplint::usage {

using namespace clang;

namespace {

class DeclaredSearch : public simt::AstVisitor {
public:
  llvm::DenseSet<const VarDecl *> declared;
  bool VisitVarDecl(VarDecl *variable) override {
    declared.insert(variable);
    return true;
  }
};

class ElementSearch : public simt::AstVisitor {
public:
  llvm::DenseSet<const VarDecl *> elements;
  bool VisitCXXForRangeStmt(CXXForRangeStmt *loop) override {
    elements.insert(loop->getLoopVariable());
    return true;
  }
};

class NamedSearch : public simt::AstVisitor {
public:
  Names names;
  bool VisitDeclRefExpr(DeclRefExpr *reference) override {
    names.declarations.push_back(reference->getDecl());
    return true;
  }
  bool VisitMemberExpr(MemberExpr *member) override {
    names.declarations.push_back(member->getMemberDecl());
    return true;
  }
  bool VisitCallExpr(CallExpr *) override {
    names.calls = true;
    return true;
  }
  // Of a base class that a template's arguments decide: who changes it has no name for it, either.
  bool VisitCXXDependentScopeMemberExpr(CXXDependentScopeMemberExpr *member) override {
    names.calls = names.calls || member->isImplicitAccess() ||
                  llvm::isa<CXXThisExpr>(member->getBase()->IgnoreParenImpCasts());
    return true;
  }
  // Nothing in `sizeof(*p)` is looked at; an array of variable length has a size of its own.
  bool TraverseUnaryExprOrTypeTraitExpr(UnaryExprOrTypeTraitExpr *size, Queue *) override {
    return !size->getTypeOfArgument()->isVariablyModifiedType() ||
           AstVisitor::TraverseUnaryExprOrTypeTraitExpr(size);
  }
  bool TraverseCXXMemberCallExpr(CXXMemberCallExpr *call, Queue *) override {
    const VarDecl *sized = sizedBy(*call);
    if (!sized)
      return AstVisitor::TraverseCXXMemberCallExpr(call);
    names.declarations.push_back(sized);
    names.sizes.push_back(sized);
    return true;
  }

private:
  /// `v` of `v.size()`.
  static const VarDecl *sizedBy(const CXXMemberCallExpr &call) {
    const CXXMethodDecl *method = call.getMethodDecl();
    const auto *reference =
        llvm::dyn_cast<DeclRefExpr>(call.getImplicitObjectArgument()->IgnoreParenImpCasts());
    const bool asksForSize = method && method->isConst() &&
                             method->getParent()->isInStdNamespace() &&
                             method->getDeclName().isIdentifier() && method->param_empty() &&
                             llvm::is_contained({"size", "length"}, method->getName());
    return asksForSize && reference ? llvm::dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
  }
};

} // namespace

llvm::DenseSet<const VarDecl *> declaredIn(const Stmt &statement) {
  DeclaredSearch search;
  search.TraverseStmt(const_cast<Stmt *>(&statement));
  return std::move(search.declared);
}

llvm::DenseSet<const VarDecl *> elementsIn(const Stmt &statement) {
  ElementSearch search;
  search.TraverseStmt(const_cast<Stmt *>(&statement));
  return std::move(search.elements);
}

const Expr *anotherNameOf(const VarDecl &reference) {
  const Expr *other = reference.getType()->isReferenceType() && !llvm::isa<ParmVarDecl>(reference)
                          ? stripped(reference.getInit())
                          : nullptr;
  return llvm::isa_and_nonnull<DeclRefExpr, MemberExpr>(other) ? other : nullptr;
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

namespace {

/// Uses of a container, and those among them that leave its size as it is.
class SizeSearch : public simt::AstVisitor {
public:
  explicit SizeSearch(const VarDecl &container) : container_(container) {}
  unsigned uses = 0;
  unsigned harmless = 0;

  bool VisitDeclRefExpr(DeclRefExpr *reference) override {
    uses += reference->getDecl() == &container_;
    return true;
  }
  bool VisitCXXMemberCallExpr(CXXMemberCallExpr *call) override {
    const CXXMethodDecl *method = call->getMethodDecl();
    if (method && isContainer(call->getImplicitObjectArgument()))
      harmless +=
          method->isConst() ||
          (method->getDeclName().isIdentifier() &&
           llvm::is_contained({"data", "begin", "end", "rbegin", "rend", "at", "front", "back"},
                              method->getName()));
    return true;
  }
  bool VisitCXXOperatorCallExpr(CXXOperatorCallExpr *call) override {
    harmless += call->getOperator() == OO_Subscript && isContainer(call->getArg(0));
    return true;
  }
  bool VisitCXXForRangeStmt(CXXForRangeStmt *loop) override {
    harmless += isContainer(loop->getRangeInit());
    return true;
  }

private:
  bool isContainer(const Expr *expression) const {
    const auto *reference = llvm::dyn_cast_or_null<DeclRefExpr>(
        expression ? expression->IgnoreParenImpCasts() : nullptr);
    return reference && reference->getDecl() == &container_;
  }
  const VarDecl &container_;
};

} // namespace

bool keepsItsSize(const VarDecl &container, const Stmt &statement) {
  SizeSearch search(container);
  search.TraverseStmt(const_cast<Stmt *>(&statement));
  return search.uses == search.harmless;
}

namespace {

/// Elements of a std::vector or std::string that keeps those it was made with.
std::optional<std::int64_t> elementsOf(ASTContext &context, const Expr *container) {
  const auto *reference =
      llvm::dyn_cast_or_null<DeclRefExpr>(container ? container->IgnoreParenImpCasts() : nullptr);
  const auto *variable = reference ? llvm::dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
  if (!variable || !variable->hasLocalStorage() || llvm::isa<ParmVarDecl>(variable) ||
      !variable->getInit())
    return std::nullopt;
  const auto *record = variable->getType()->getAsCXXRecordDecl();
  if (!record || !record->isInStdNamespace() || !record->getDeclName().isIdentifier() ||
      record->getName() != "vector")
    return std::nullopt;
  const auto *made = llvm::dyn_cast<CXXConstructExpr>(variable->getInit()->IgnoreImplicit());
  const auto *function = llvm::dyn_cast<FunctionDecl>(variable->getDeclContext());
  if (!made || !function || !function->getBody())
    return std::nullopt;
  std::optional<std::int64_t> elements;
  if (made->getNumArgs() == 0) {
    elements = 0;
  } else if (made->isStdInitListInitialization()) {
    const Expr *first = made->getArg(0)->IgnoreImplicit();
    if (const auto *list = llvm::dyn_cast<CXXStdInitializerListExpr>(first))
      first = list->getSubExpr()->IgnoreImplicit();
    if (const auto *list = llvm::dyn_cast<InitListExpr>(first))
      elements = list->getNumInits();
  } else if (made->getConstructor()->getNumParams() > 0 &&
             made->getConstructor()->getParamDecl(0)->getType()->isIntegerType()) {
    elements = integerOf(context, made->getArg(0));
  }
  if (!elements)
    return std::nullopt;
  return keepsItsSize(*variable, *function->getBody()) ? elements : std::nullopt;
}

} // namespace

std::optional<std::int64_t> amountOf(ASTContext &context, const Expr *expression, unsigned depth) {
  if (!expression || depth == 0)
    return std::nullopt;
  if (const auto number = integerOf(context, expression))
    return number;
  expression = expression->IgnoreParenCasts();
  if (const auto *binary = llvm::dyn_cast<BinaryOperator>(expression)) {
    const auto left = amountOf(context, binary->getLHS(), depth - 1);
    const auto right = left ? amountOf(context, binary->getRHS(), depth - 1) : std::nullopt;
    std::int64_t result = 0;
    if (!right)
      return std::nullopt;
    const bool isTooLarge =
        binary->getOpcode() == BO_Mul   ? llvm::MulOverflow(*left, *right, result)
        : binary->getOpcode() == BO_Add ? llvm::AddOverflow(*left, *right, result)
        : binary->getOpcode() == BO_Sub ? llvm::SubOverflow(*left, *right, result)
                                        : true;
    return isTooLarge ? std::nullopt : std::optional(result);
  }
  if (const auto *member = llvm::dyn_cast<CXXMemberCallExpr>(expression)) {
    const CXXMethodDecl *method = member->getMethodDecl();
    return method && method->getDeclName().isIdentifier() && method->getName() == "size"
               ? elementsOf(context, member->getImplicitObjectArgument())
               : std::nullopt;
  }
  // const size_t bytes = v.size() * sizeof(float)
  const auto *reference = llvm::dyn_cast<DeclRefExpr>(expression);
  const auto *variable = reference ? llvm::dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
  return variable && variable->getType().isConstQualified() && !llvm::isa<ParmVarDecl>(variable)
             ? amountOf(context, variable->getInit(), depth - 1)
             : std::nullopt;
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
