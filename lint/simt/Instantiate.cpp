//===- Instantiate.cpp - kernel templates nobody instantiates --------------===//

#include "lint/simt/Instantiate.h"

#include "lint/simt/Integers.h"

#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Sema/Scope.h"
#include "clang/Sema/Template.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace warplint::simt {

using namespace clang;

namespace {

/// Looks through a function and what it calls, where that is instantiated for it: a kernel may do
/// no more than hand its arguments on.
class InstantiationSearch : public RecursiveASTVisitor<InstantiationSearch> {
public:
  bool broken = false;  ///< something in it made no sense to Clang
  bool leftOut = false; ///< something was asked for, and its instantiation left out

  explicit InstantiationSearch(const FunctionDecl *function) {
    constexpr std::size_t maxFunctions = 20'000; // that many are sound: enough was seen
    add(function);
    while (!broken && !leftOut && !open_.empty() && seen_.size() < maxFunctions) {
      const FunctionDecl *next = open_.back();
      open_.pop_back();
      TraverseStmt(next->getBody());
    }
  }

  bool VisitRecoveryExpr(RecoveryExpr *) {
    broken = true;
    return false;
  }
  bool VisitVarDecl(VarDecl *variable) {
    broken = broken || variable->isInvalidDecl();
    return !broken;
  }
  bool VisitDeclRefExpr(DeclRefExpr *expression) {
    addInstantiation(expression->getDecl());
    return true;
  }
  bool VisitMemberExpr(MemberExpr *expression) {
    addInstantiation(expression->getMemberDecl());
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *expression) {
    addInstantiation(expression->getConstructor());
    return true;
  }

private:
  void addInstantiation(const ValueDecl *declaration) {
    const auto *function = llvm::dyn_cast<FunctionDecl>(declaration);
    if (function && function->isTemplateInstantiation())
      add(function);
  }
  void add(const FunctionDecl *function) {
    if (!function->getBody(function))
      leftOut = leftOut || (function->instantiationIsPending() && isDefinedAsTemplate(*function));
    else if (seen_.insert(function).second)
      open_.push_back(function);
  }

  /// Templates of headers need not be defined at all: of them too an instantiation stays pending.
  static bool isDefinedAsTemplate(const FunctionDecl &function) {
    const FunctionDecl *pattern = function.getTemplateInstantiationPattern();
    return pattern && pattern->getBody();
  }

  llvm::SmallPtrSet<const FunctionDecl *, 16> seen_; ///< definitions
  std::vector<const FunctionDecl *> open_;
};

class CallSearch : public RecursiveASTVisitor<CallSearch> {
public:
  using Wanted = llvm::function_ref<bool(const FunctionDecl *)>;
  const FunctionDecl *found = nullptr;

  CallSearch(const FunctionDecl *function, Wanted wanted) : wanted_(wanted) {
    constexpr std::size_t maxFunctions = 20'000;
    open_.push_back(function);
    seen_.insert(function);
    while (!found && !open_.empty() && seen_.size() < maxFunctions) {
      const FunctionDecl *next = open_.back();
      open_.pop_back();
      TraverseStmt(next->getBody());
    }
  }

  bool shouldVisitImplicitCode() const { return true; }
  bool VisitDeclRefExpr(DeclRefExpr *expression) { return add(expression->getDecl()); }
  bool VisitMemberExpr(MemberExpr *expression) { return add(expression->getMemberDecl()); }
  bool VisitCXXConstructExpr(CXXConstructExpr *expression) {
    return add(expression->getConstructor());
  }

private:
  bool add(const ValueDecl *declaration) {
    const auto *function = llvm::dyn_cast<FunctionDecl>(declaration);
    const FunctionDecl *definition = nullptr;
    if (function && function->getBody(definition) && seen_.insert(definition).second) {
      if (wanted_(definition))
        found = definition;
      open_.push_back(definition);
    }
    return !found;
  }

  Wanted wanted_;
  llvm::SmallPtrSet<const FunctionDecl *, 16> seen_;
  std::vector<const FunctionDecl *> open_;
};

std::optional<TemplateArgument> assumedArgument(Sema &sema, NamedDecl *parameter, QualType type,
                                                std::string &text) {
  ASTContext &context = sema.getASTContext();
  std::string name = parameter->getNameAsString();
  auto say = [&](const std::string &value) {
    if (!name.empty())
      text += (text.empty() ? "" : ", ") + name + " = " + value;
  };
  if (auto *typeParameter = llvm::dyn_cast<TemplateTypeParmDecl>(parameter)) {
    if (typeParameter->isParameterPack())
      return TemplateArgument::getEmptyPack();
    if (typeParameter->hasDefaultArgument()) {
      TemplateArgument argument = typeParameter->getDefaultArgument().getArgument();
      if (!argument.isDependent()) {
        say(argument.getAsType().getAsString());
        return argument;
      }
    }
    say(type.getAsString());
    return TemplateArgument(type);
  }
  if (auto *valueParameter = llvm::dyn_cast<NonTypeTemplateParmDecl>(parameter)) {
    if (valueParameter->isParameterPack())
      return TemplateArgument::getEmptyPack();
    QualType valueType = valueParameter->getType();
    if (valueType->isDependentType() || !valueType->isIntegralOrEnumerationType())
      return std::nullopt;
    std::int64_t value = valueType->isBooleanType() ? 1 : valueType->isEnumeralType() ? 0 : 32;
    if (valueParameter->hasDefaultArgument()) {
      Expr::EvalResult result;
      const TemplateArgument &argument = valueParameter->getDefaultArgument().getArgument();
      if (argument.getKind() == TemplateArgument::Expression &&
          !argument.getAsExpr()->isValueDependent() &&
          argument.getAsExpr()->EvaluateAsInt(result, context))
        value = int64Of(result.Val.getInt());
    }
    say(std::to_string(value));
    llvm::APSInt integer(static_cast<unsigned>(context.getIntWidth(valueType)),
                         !valueType->isSignedIntegerOrEnumerationType());
    integer = value;
    return TemplateArgument(context, integer, valueType);
  }
  return std::nullopt;
}

/// A scope of the translation unit for Sema, which the parser has taken down by now: members that
/// are defined along may name builtins, and those are declared there.
class UnitScope {
public:
  explicit UnitScope(Sema &sema)
      : sema_(sema), before_(sema.TUScope),
        scope_(/*Parent=*/nullptr, Scope::DeclScope, sema.getDiagnostics()) {
    scope_.setEntity(sema.getASTContext().getTranslationUnitDecl());
    if (!sema.TUScope)
      sema.TUScope = &scope_;
  }
  ~UnitScope() { sema_.TUScope = before_; }
  UnitScope(const UnitScope &) = delete;
  UnitScope &operator=(const UnitScope &) = delete;

private:
  Sema &sema_;
  Scope *before_;
  Scope scope_;
};

} // namespace

AssumedInstantiation instantiateAssumed(Sema &sema, FunctionTemplateDecl *pattern) {
  const UnitScope scope(sema);
  ASTContext &context = sema.getASTContext();
  for (QualType type : {context.FloatTy, context.IntTy}) {
    AssumedInstantiation result;
    std::vector<TemplateArgument> arguments;
    bool complete = true;
    for (NamedDecl *parameter : *pattern->getTemplateParameters()) {
      auto argument = assumedArgument(sema, parameter, type, result.arguments);
      complete = complete && argument.has_value();
      if (argument)
        arguments.push_back(*argument);
    }
    if (!complete)
      return {};
    DiagnosticsEngine &diagnostics = sema.getDiagnostics();
    bool suppressed = diagnostics.getSuppressAllDiagnostics();
    diagnostics.setSuppressAllDiagnostics(true);
    TemplateArgumentList *list = TemplateArgumentList::CreateCopy(context, arguments);
    SourceLocation location = pattern->getLocation();
    FunctionDecl *function = sema.InstantiateFunctionDeclaration(pattern, list, location);
    if (function && !function->isInvalidDecl()) {
      sema.InstantiateFunctionDefinition(location, function, true, true, true);
      sema.PerformPendingInstantiations();
    }
    diagnostics.setSuppressAllDiagnostics(suppressed);
    if (!function || function->isInvalidDecl() || !function->getBody())
      continue;
    const InstantiationSearch search(function);
    if (search.broken || search.leftOut)
      continue;
    result.function = function;
    return result;
  }
  return {};
}

bool reachesLeftOut(const FunctionDecl *function) { return InstantiationSearch(function).leftOut; }

const FunctionDecl *reached(const FunctionDecl *function,
                            llvm::function_ref<bool(const FunctionDecl *)> wanted) {
  return CallSearch(function, wanted).found;
}

} // namespace warplint::simt
