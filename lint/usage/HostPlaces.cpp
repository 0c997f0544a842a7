//===- HostPlaces.cpp -----------------------------------------------------===//

#include "lint/usage/HostPlaces.h"

#include "lint/simt/AstVisitor.h"
#include "lint/usage/CudaInterface.h"

#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/STLExtras.h"

namespace warplint::usage {

using namespace clang;

namespace {

using Calls = llvm::ArrayRef<const Operation *>;

/// What the innermost of the calls hands over.
const Expr *argumentOf(const Operation &call, unsigned index) {
  if (const auto *construct = llvm::dyn_cast_or_null<CXXConstructExpr>(call.expr))
    return index < construct->getNumArgs() ? construct->getArg(index) : nullptr;
  return llvm::isa_and_nonnull<CXXOperatorCallExpr>(call.expr)
             ? nullptr
             : call.argument(static_cast<int>(index));
}

std::optional<Place> placeOfVariable(const ValueDecl &variable, Calls calls);

/// The object that the innermost of the calls is on.
std::optional<Place> objectOf(Calls calls) {
  if (calls.empty())
    return Place{{nullptr}};
  const Operation &call = *calls.back();
  // In a lambda, that of the function around it.
  if (const auto *method = llvm::dyn_cast_or_null<CXXMethodDecl>(call.callee);
      method && method->getParent()->isLambda())
    return objectOf(calls.drop_back());
  if (call.kind == Operation::Kind::Construct)
    return call.storedIn ? placeOfVariable(*call.storedIn, calls.drop_back()) : std::nullopt;
  if (const auto *member = llvm::dyn_cast_or_null<CXXMemberCallExpr>(call.expr))
    return placeOf(member->getImplicitObjectArgument(), calls.drop_back());
  // In a template, of this object.
  if (const auto *inner = llvm::dyn_cast_or_null<CallExpr>(call.expr))
    if (const auto *member = llvm::dyn_cast<MemberExpr>(inner->getCallee()->IgnoreParenImpCasts()))
      return placeOf(member->getBase(), calls.drop_back());
  return std::nullopt;
}

class ReturnedSearch : public simt::AstVisitor {
public:
  explicit ReturnedSearch(const ValueDecl &variable) : variable_(variable) {}
  bool found = false;
  bool VisitReturnStmt(ReturnStmt *statement) override {
    const Expr *value = stripped(statement->getRetValue());
    if (const auto *moved = llvm::dyn_cast_or_null<CXXConstructExpr>(value);
        moved && moved->getConstructor()->isCopyOrMoveConstructor() && moved->getNumArgs() > 0)
      value = stripped(moved->getArg(0));
    const auto *reference = llvm::dyn_cast_or_null<DeclRefExpr>(value);
    found = found || (reference && reference->getDecl() == &variable_);
    return true;
  }
  bool TraverseLambdaExpr(LambdaExpr *, Queue *) override { return true; }

private:
  const ValueDecl &variable_;
};

/// Of a function's own variable, or where the caller keeps what the function returns.
std::optional<Place> placeOfVariable(const ValueDecl &variable, Calls calls) {
  const auto *local = llvm::dyn_cast<VarDecl>(&variable);
  const auto *function = local && local->hasLocalStorage() && !calls.empty()
                             ? llvm::dyn_cast<FunctionDecl>(local->getDeclContext())
                             : nullptr;
  if (!function || !function->getBody() || !calls.back()->callee ||
      keyOf(*calls.back()->callee) != keyOf(*function))
    return Place{{&variable}};
  ReturnedSearch returned(variable);
  returned.TraverseStmt(function->getBody());
  if (!returned.found)
    return Place{{&variable}};
  const VarDecl *kept = calls.back()->storedIn;
  return kept ? placeOfVariable(*kept, calls.drop_back()) : std::nullopt;
}

bool isNull(const Expr *value) {
  value = stripped(value);
  const auto *number = llvm::dyn_cast_or_null<IntegerLiteral>(value);
  return (number && number->getValue().isZero()) ||
         llvm::isa_and_nonnull<CXXNullPtrLiteralExpr, GNUNullExpr, ImplicitValueInitExpr>(value);
}

/// What gives a place another value, or its owner another home.
class GivingSearch : public simt::AstVisitor {
public:
  GivingSearch(const HostProgram &program, const Place &place,
               llvm::ArrayRef<const ValueDecl *> freed)
      : program_(program), last_(place.last()), owner_(place.path.front()), freed_(freed) {}
  bool found = false;

  bool VisitBinaryOperator(BinaryOperator *binary) override {
    if (binary->isAssignmentOp() && names(binary->getLHS()) && !isNull(binary->getRHS()) &&
        !isFreed(binary->getRHS()))
      found = true;
    return true;
  }
  bool VisitCallExpr(CallExpr *call) override {
    const auto *symbol = llvm::dyn_cast<CXXOperatorCallExpr>(call);
    if (symbol && symbol->isAssignmentOp() && symbol->getNumArgs() == 2 &&
        names(symbol->getArg(0)) && !isNull(symbol->getArg(1)))
      found = true;
    if (symbol || isSwapOfFreed(*call))
      return true;
    for (unsigned i = 0; i < call->getNumArgs(); ++i)
      if (names(call->getArg(i)) && mayTake(*call, i))
        found = true;
    return true;
  }
  bool VisitCXXMemberCallExpr(CXXMemberCallExpr *call) override {
    // One whose body is seen is looked through.
    const CXXMethodDecl *method = call->getMethodDecl();
    if (method && !method->isConst() && !isSeen(*method) &&
        names(call->getImplicitObjectArgument()) && method->getDeclName().isIdentifier() &&
        llvm::is_contained({"release", "detach", "swap", "take", "reset"}, method->getName()))
      found = true;
    return true;
  }

private:
  bool names(const Expr *expression) const {
    expression = stripped(expression);
    const ValueDecl *named = nullptr;
    if (const auto *reference = llvm::dyn_cast_or_null<DeclRefExpr>(expression))
      named = reference->getDecl();
    else if (const auto *member = llvm::dyn_cast_or_null<MemberExpr>(expression))
      named = member->getMemberDecl();
    return named && (isSame(*named, last_) || named == owner_);
  }
  /// What changes places with something else that the iteration frees, is freed.
  bool isFreed(const Expr *expression) const {
    const auto *reference = llvm::dyn_cast_or_null<DeclRefExpr>(stripped(expression));
    const auto *variable = reference ? llvm::dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
    if (!variable)
      return false;
    if (llvm::is_contained(freed_, variable))
      return true;
    const auto *before = llvm::dyn_cast_or_null<DeclRefExpr>(stripped(variable->getInit()));
    return variable->hasLocalStorage() && before && llvm::is_contained(freed_, before->getDecl());
  }
  bool isSwapOfFreed(const CallExpr &call) const {
    const FunctionDecl *callee = call.getDirectCallee();
    return callee && callee->getDeclName().isIdentifier() && callee->getName() == "swap" &&
           call.getNumArgs() == 2 && isFreed(call.getArg(0)) && isFreed(call.getArg(1));
  }
  /// A field of a class template is another one in each of its instances.
  static bool isSame(const ValueDecl &one, const ValueDecl &other) {
    if (&one == &other)
      return true;
    const auto patternOf = [](const ValueDecl &field) -> const CXXRecordDecl * {
      const auto *record = llvm::dyn_cast<CXXRecordDecl>(field.getDeclContext());
      const CXXRecordDecl *pattern = record ? record->getTemplateInstantiationPattern() : nullptr;
      return pattern ? pattern : record;
    };
    return llvm::isa<FieldDecl>(one) && llvm::isa<FieldDecl>(other) &&
           one.getDeclName() == other.getDeclName() && patternOf(one) == patternOf(other);
  }
  bool isSeen(const FunctionDecl &function) const {
    return program_.isProject()(function.getLocation()) && keyOf(function)->hasBody();
  }
  /// By reference, to a function that changes it, or of which that is not seen.
  bool mayTake(const CallExpr &call, unsigned index) const {
    return llvm::any_of(calleesOf(call), [&](const FunctionDecl *callee) {
      if (index >= callee->getNumParams() || !isHandedOver(*callee->getParamDecl(index)))
        return false;
      const FunctionDecl *seen = isSeen(*callee) ? keyOf(*callee) : nullptr;
      return !seen || program_.changes().in(*seen->getBody()).contains(seen->getParamDecl(index));
    });
  }

  const HostProgram &program_;
  const ValueDecl &last_;
  const ValueDecl *owner_; ///< null: the loop's own object
  llvm::ArrayRef<const ValueDecl *> freed_;
};

} // namespace

std::optional<Place> placeOf(const Expr *expression, Calls calls) {
  expression = stripped(expression);
  if (const auto *unary = llvm::dyn_cast_or_null<UnaryOperator>(expression);
      unary && (unary->getOpcode() == UO_AddrOf || unary->getOpcode() == UO_Deref))
    return placeOf(unary->getSubExpr(), calls);
  if (llvm::isa_and_nonnull<CXXThisExpr>(expression))
    return objectOf(calls);
  if (const auto *member = llvm::dyn_cast_or_null<MemberExpr>(expression)) {
    if (!llvm::isa<FieldDecl>(member->getMemberDecl()))
      return Place{{member->getMemberDecl()}};
    std::optional<Place> place = placeOf(member->getBase(), calls);
    if (place)
      place->path.push_back(member->getMemberDecl());
    return place;
  }
  const auto *reference = llvm::dyn_cast_or_null<DeclRefExpr>(expression);
  if (!reference)
    return std::nullopt;
  const auto *parameter = llvm::dyn_cast<ParmVarDecl>(reference->getDecl());
  if (!parameter || calls.empty())
    return placeOfVariable(*reference->getDecl(), calls);
  const Expr *argument = argumentOf(*calls.back(), parameter->getFunctionScopeIndex());
  return argument ? placeOf(argument, calls.drop_back()) : std::nullopt;
}

bool isGivenAway(const HostProgram &program, const Stmt &loop, const Place &place,
                 llvm::ArrayRef<const ValueDecl *> freed) {
  GivingSearch search(program, place, freed);
  search.TraverseStmt(const_cast<Stmt *>(&loop)); // the visitor wants it so
  for (const FunctionDecl *called : program.changes().calledFrom(loop))
    search.TraverseStmt(called->getBody());
  return search.found;
}

} // namespace warplint::usage
