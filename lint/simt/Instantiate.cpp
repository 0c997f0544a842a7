//===- Instantiate.cpp - kernel templates nobody instantiates --------------===//

#include "lint/simt/Instantiate.h"

#include "lint/simt/Integers.h"

#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Sema/Template.h"

namespace warplint::simt {

using namespace clang;

namespace {

/// Does the body hold what Clang could not make sense of?
class RecoverySearch : public RecursiveASTVisitor<RecoverySearch> {
public:
  bool found = false;
  bool VisitRecoveryExpr(RecoveryExpr *) {
    found = true;
    return false;
  }
  bool VisitVarDecl(VarDecl *variable) {
    found = found || variable->isInvalidDecl();
    return !found;
  }
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

} // namespace

AssumedInstantiation instantiateAssumed(Sema &sema, FunctionTemplateDecl *pattern) {
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
    RecoverySearch search;
    search.TraverseStmt(function->getBody());
    if (search.found)
      continue;
    result.function = function;
    return result;
  }
  return {};
}

} // namespace warplint::simt
