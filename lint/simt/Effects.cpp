//===- Effects.cpp - what code does beside giving its value ----------------===//

#include "lint/simt/Effects.h"

#include "clang/AST/Attr.h"
#include "clang/AST/StmtVisitor.h"
#include "clang/Basic/Builtins.h"
#include "llvm/Support/SaveAndRestore.h"

namespace warplint::simt {

using namespace clang;

namespace {

constexpr unsigned deepest = 400; // statements, expressions and functions within each other

/// Of these the interpreter knows what an object stands for by where it is.
bool isTracked(const CXXRecordDecl *record) {
  for (const DeclContext *context = record->getDeclContext(); context;
       context = context->getParent()) {
    const auto *space = llvm::dyn_cast<NamespaceDecl>(context);
    if (!space || !space->getIdentifier())
      continue;
    if (space->getName() == "cooperative_groups" || space->getName() == "nvcuda")
      return true;
    if (space->getName() == "std") // cuda::std
      return false;
    if (space->getName() == "cuda")
      return true;
  }
  return false;
}

} // namespace

/// Visits a statement or an expression and all that it calls.
class Effects::Walk : public ConstStmtVisitor<Walk> {
public:
  Walk(Effects &effects, bool constructs) : effects_(effects), constructs_(constructs) {}

  Found found;

  void walk(const Stmt *statement) {
    if (!statement || found.effects)
      return;
    const llvm::SaveAndRestore deeper(effects_.depth_, effects_.depth_ + 1);
    if (effects_.depth_ > deepest)
      return VisitStmt(statement);
    if (const auto *expression = llvm::dyn_cast<Expr>(statement);
        expression && (expression->isInstantiationDependent() || expression->containsErrors()))
      return VisitStmt(statement);
    Visit(statement);
  }

  // What is not known.
  void VisitStmt(const Stmt * /*statement*/) { found.effects = true; }

  // Statements that are what they hold.
  void VisitCompoundStmt(const CompoundStmt *statement) { children(statement); }
  void VisitIfStmt(const IfStmt *statement) { children(statement); }
  void VisitForStmt(const ForStmt *statement) { children(statement); }
  void VisitWhileStmt(const WhileStmt *statement) { children(statement); }
  void VisitDoStmt(const DoStmt *statement) { children(statement); }
  void VisitSwitchStmt(const SwitchStmt *statement) { children(statement); }
  void VisitSwitchCase(const SwitchCase *statement) { children(statement); }
  void VisitReturnStmt(const ReturnStmt *statement) { children(statement); }
  void VisitAttributedStmt(const AttributedStmt *statement) { children(statement); }
  void VisitNullStmt(const NullStmt * /*statement*/) {}
  void VisitBreakStmt(const BreakStmt * /*statement*/) {}
  void VisitContinueStmt(const ContinueStmt * /*statement*/) {}
  void VisitDeclStmt(const DeclStmt *statement) {
    for (const Decl *declaration : statement->decls()) {
      const auto *variable = llvm::dyn_cast<VarDecl>(declaration);
      if (!variable)
        continue; // a type, mostly: names do nothing
      if (variable->isConstexpr())
        continue;
      if (!variable->hasLocalStorage() ||
          variable->needsDestruction(effects_.context_) != QualType::DK_none)
        return VisitStmt(statement);
      walk(variable->getInit());
      if (const auto *parts = llvm::dyn_cast<DecompositionDecl>(variable))
        for (const BindingDecl *part : parts->bindings())
          if (const VarDecl *holder = part->getHoldingVar()) // get<0>(whole)
            walk(holder->getInit());
    }
  }

  // Expressions that are what they hold.
  void VisitParenExpr(const ParenExpr *expr) { children(expr); }
  void VisitArraySubscriptExpr(const ArraySubscriptExpr *expr) { children(expr); }
  void VisitAbstractConditionalOperator(const AbstractConditionalOperator *expr) {
    if (llvm::isa<BinaryConditionalOperator>(expr))
      return VisitStmt(expr);
    children(expr);
  }
  void VisitInitListExpr(const InitListExpr *expr) { children(expr); }
  void VisitCXXParenListInitExpr(const CXXParenListInitExpr *expr) { children(expr); }
  void VisitMaterializeTemporaryExpr(const MaterializeTemporaryExpr *expr) { children(expr); }
  void VisitExprWithCleanups(const ExprWithCleanups *expr) { children(expr); }
  void VisitSubstNonTypeTemplateParmExpr(const SubstNonTypeTemplateParmExpr *expr) {
    children(expr);
  }
  void VisitCXXDefaultArgExpr(const CXXDefaultArgExpr *expr) { walk(expr->getExpr()); }
  void VisitCXXDefaultInitExpr(const CXXDefaultInitExpr *expr) { walk(expr->getExpr()); }
  void VisitLambdaExpr(const LambdaExpr *expr) {
    for (const Expr *capture : expr->capture_inits())
      walk(capture);
  }
  void VisitCastExpr(const CastExpr *cast) {
    if (cast->getCastKind() == CK_IntegralToPointer || cast->getCastKind() == CK_Dynamic ||
        cast->getSubExpr()->getType().isVolatileQualified())
      return VisitStmt(cast);
    walk(cast->getSubExpr());
  }

  // Constants.
  void VisitConstantExpr(const ConstantExpr *expr) {
    if (!expr->hasAPValueResult())
      walk(expr->getSubExpr());
  }
  void VisitIntegerLiteral(const IntegerLiteral * /*expr*/) {}
  void VisitFloatingLiteral(const FloatingLiteral * /*expr*/) {}
  void VisitCharacterLiteral(const CharacterLiteral * /*expr*/) {}
  void VisitStringLiteral(const StringLiteral * /*expr*/) {}
  void VisitPredefinedExpr(const PredefinedExpr * /*expr*/) {}
  void VisitCXXBoolLiteralExpr(const CXXBoolLiteralExpr * /*expr*/) {}
  void VisitCXXNullPtrLiteralExpr(const CXXNullPtrLiteralExpr * /*expr*/) {}
  void VisitImplicitValueInitExpr(const ImplicitValueInitExpr * /*expr*/) {}
  void VisitCXXScalarValueInitExpr(const CXXScalarValueInitExpr * /*expr*/) {}
  void VisitUnaryExprOrTypeTraitExpr(const UnaryExprOrTypeTraitExpr * /*expr*/) {}
  void VisitSizeOfPackExpr(const SizeOfPackExpr * /*expr*/) {}
  void VisitTypeTraitExpr(const TypeTraitExpr * /*expr*/) {}
  void VisitCXXNoexceptExpr(const CXXNoexceptExpr * /*expr*/) {}
  void VisitRequiresExpr(const RequiresExpr * /*expr*/) {}
  void VisitConceptSpecializationExpr(const ConceptSpecializationExpr * /*expr*/) {}

  // Names.
  void VisitDeclRefExpr(const DeclRefExpr *expr) { name(expr->getDecl(), expr); }
  void VisitMemberExpr(const MemberExpr *expr) {
    if (const auto *variable = llvm::dyn_cast<VarDecl>(expr->getMemberDecl())) // a static one
      name(variable, expr);
    walk(expr->getBase());
  }
  void VisitCXXThisExpr(const CXXThisExpr *expr) {
    found.variables |= !effects_.holdsNothing(expr->getType()->getPointeeType());
  }

  // Operators.
  void VisitUnaryOperator(const UnaryOperator *op) {
    if (op->isIncrementDecrementOp() && !isOwn(op->getSubExpr()))
      return VisitStmt(op);
    walk(op->getSubExpr());
  }
  void VisitBinaryOperator(const BinaryOperator *op) {
    if (op->isAssignmentOp() && !isOwn(op->getLHS()))
      return VisitStmt(op);
    children(op);
  }

  // Calls.
  void VisitCXXConstructExpr(const CXXConstructExpr *expr) {
    const CXXConstructorDecl *constructor = expr->getConstructor();
    if ((!constructor->isTrivial() && !effects_.hasNone(constructor)) ||
        !constructor->getParent()->hasTrivialDestructor())
      return VisitStmt(expr);
    children(expr);
  }
  void VisitCallExpr(const CallExpr *call) {
    const FunctionDecl *function = call->getDirectCallee();
    if (!function || llvm::isa<CUDAKernelCallExpr>(call))
      return VisitStmt(call);
    if (const auto *method = llvm::dyn_cast<CXXMethodDecl>(function)) {
      if (method->isVirtual())
        return VisitStmt(call);
      if ((method->isCopyAssignmentOperator() || method->isMoveAssignmentOperator()) &&
          method->isTrivial()) {
        const auto *op = llvm::dyn_cast<CXXOperatorCallExpr>(call);
        if (!op || !isOwn(op->getArg(0)))
          return VisitStmt(call);
        return children(call);
      }
    }
    if (!effects_.hasNone(function))
      return VisitStmt(call);
    children(call);
  }

private:
  void children(const Stmt *statement) {
    for (const Stmt *child : statement->children())
      walk(child);
  }

  void name(const ValueDecl *declaration, const Expr *expr) {
    if (llvm::isa<FunctionDecl, EnumConstantDecl, NonTypeTemplateParmDecl, TemplateParamObjectDecl>(
            declaration))
      return;
    const QualType type = declaration->getType();
    if (effects_.holdsNothing(type.getNonReferenceType()))
      return;
    if (llvm::isa<BindingDecl>(declaration)) {
      found.variables = true;
      return;
    }
    const auto *variable = llvm::dyn_cast<VarDecl>(declaration);
    if (!variable || type.isVolatileQualified())
      return VisitStmt(expr);
    if (variable->hasLocalStorage()) {
      found.variables |= !variable->isConstexpr();
      return;
    }
    if (!variable->isConstexpr() &&
        !(type.isConstQualified() && type->isIntegralOrEnumerationType() && variable->hasInit()))
      VisitStmt(expr);
  }

  /// Is what is written to a variable of the function that is looked at, or a part of one?
  bool isOwn(const Expr *target) const {
    target = target->IgnoreParenImpCasts();
    while (true) {
      if (const auto *member = llvm::dyn_cast<MemberExpr>(target)) {
        const Expr *base = member->getBase()->IgnoreParenImpCasts();
        if (member->getMemberDecl()->getType()->isReferenceType())
          return false;
        if (member->isArrow())
          return constructs_ && llvm::isa<CXXThisExpr>(base);
        target = base;
      } else if (const auto *element = llvm::dyn_cast<ArraySubscriptExpr>(target)) {
        const Expr *base = element->getBase()->IgnoreParenImpCasts();
        if (!base->getType()->isArrayType())
          return false;
        target = base;
      } else {
        break;
      }
    }
    const auto *reference = llvm::dyn_cast<DeclRefExpr>(target);
    const auto *variable = reference ? llvm::dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
    return inFunction && variable && variable->hasLocalStorage() &&
           !variable->getType()->isReferenceType() && !variable->getType().isVolatileQualified() &&
           !reference->refersToEnclosingVariableOrCapture();
  }

  Effects &effects_;
  bool constructs_; ///< the function is a constructor, whose object is new

public:
  bool inFunction = false; ///< else an expression by itself, of which every variable is another's
};

bool Effects::holdsNothing(QualType type) {
  const CXXRecordDecl *record = type.isNull() ? nullptr : type->getAsCXXRecordDecl();
  record = record ? record->getDefinition() : nullptr;
  if (!record || record->isInvalidDecl() || record->isDependentContext() || !record->isEmpty())
    return false;
  if (const auto known = empty_.find(record); known != empty_.end())
    return known->second;
  bool nothing = record->hasTrivialDestructor() && !isTracked(record);
  for (const CXXBaseSpecifier &base : record->bases())
    nothing = nothing && holdsNothing(base.getType());
  empty_[record] = nothing;
  return nothing;
}

bool Effects::hasNone(const FunctionDecl *function) {
  const FunctionDecl *definition = nullptr;
  if (!function->hasBody(definition) || !definition) {
    if (function->isNoReturn()) // a failed assertion
      return true;
    // Those of the GPU may read special registers: threads differ in what they give.
    const unsigned builtin = function->getBuiltinID();
    return builtin != 0 && context_.BuiltinInfo.isConst(builtin) &&
           !context_.BuiltinInfo.isTSBuiltin(builtin) &&
           !context_.BuiltinInfo.isAuxBuiltinID(builtin);
  }
  function = definition;
  // Until it is known, as for one that calls itself, it counts as having some.
  const auto [known, isNew] = functions_.try_emplace(function, false);
  if (!isNew)
    return known->second;
  if (function->isInvalidDecl() || function->isDependentContext() ||
      function->hasAttr<CUDAGlobalAttr>() || isDamaged_(function))
    return false;
  const auto *constructor = llvm::dyn_cast<CXXConstructorDecl>(function);
  Walk walk(*this, constructor != nullptr);
  walk.inFunction = true;
  if (constructor)
    for (const CXXCtorInitializer *initializer : constructor->inits())
      walk.walk(initializer->getInit());
  walk.walk(function->getBody());
  return functions_[function] = !walk.found.effects;
}

Effects::Found Effects::of(const Expr *expression) {
  const auto [known, isNew] = expressions_.try_emplace(expression);
  if (!isNew)
    return known->second;
  Walk walk(*this, /*constructs=*/false);
  walk.walk(expression);
  return expressions_[expression] = walk.found;
}

bool Effects::hasNone(const Expr *expression) { return !of(expression).effects; }

bool Effects::isSettled(const Expr *expression) {
  const Found found = of(expression);
  return !found.effects && !found.variables;
}

bool Effects::isArithmetic(const FunctionDecl *function) {
  return function->isConstexpr() && function->getReturnType()->isIntegralOrEnumerationType() &&
         hasNone(function);
}

std::optional<std::int64_t> Effects::number(const Application &application) const {
  const auto known = applications_.find(application);
  return known == applications_.end() ? std::nullopt : std::optional(known->second);
}

void Effects::setNumber(const Application &application, std::int64_t number) {
  constexpr std::size_t most = 1U << 18; // a bound on memory: what is not kept is run again
  if (applications_.size() < most)
    applications_.emplace(application, number);
}

std::optional<std::int64_t> Effects::number(const Expr *settled) const {
  const auto known = numbers_.find(settled);
  return known == numbers_.end() ? std::nullopt : std::optional(known->second);
}

} // namespace warplint::simt
