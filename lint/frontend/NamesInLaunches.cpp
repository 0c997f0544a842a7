//===- NamesInLaunches.cpp -------------------------------------*- C++ -*-===//
#include "lint/frontend/NamesInLaunches.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Sema/Lookup.h"
#include "clang/Sema/Sema.h"

namespace warplint::frontend {

bool NamesInLaunches::LookupUnqualified(clang::LookupResult &result, clang::Scope *) {
  const clang::IdentifierInfo *name = result.getLookupName().getAsIdentifierInfo();
  const bool isScope = result.getLookupKind() == clang::Sema::LookupNestedNameSpecifierName;
  if (!sema_ || !name || result.isForRedeclaration() ||
      (!isScope && result.getLookupKind() != clang::Sema::LookupOrdinaryName) || !isInHostCode() ||
      !isInLaunch(result.getNameLoc(), *name, isScope))
    return false;
  if (reported_.insert(result.getNameLoc().getRawEncoding()).second)
    sema_->Diag(result.getNameLoc(), clang::diag::err_undeclared_var_use) << name;
  result.addDecl(isScope ? scopeOf(*name) : valueOf(*name));
  result.resolveKind();
  return true;
}

bool NamesInLaunches::isInHostCode() const {
  const clang::FunctionDecl *function = sema_->getCurFunctionDecl(/*AllowLambda=*/true);
  return function && !function->hasAttr<clang::CUDADeviceAttr>() &&
         !function->hasAttr<clang::CUDAGlobalAttr>();
}

bool NamesInLaunches::isInLaunch(clang::SourceLocation location, const clang::IdentifierInfo &name,
                                 bool isScope) const {
  const clang::SourceManager &sources = sema_->getSourceManager();
  if (location.isInvalid())
    return false;
  const auto [file, offset] = sources.getDecomposedSpellingLoc(location);
  const auto text = sources.getBufferDataOrNone(file);
  if (!text || !text->substr(offset).starts_with(name.getName()))
    return false;
  const llvm::StringRef before = text->take_front(offset);
  const std::size_t begin = before.find_last_of(";{}");
  if (!before.substr(begin == llvm::StringRef::npos ? 0 : begin).contains("<<<"))
    return false;
  const llvm::StringRef behind = text->substr(offset + name.getLength()).ltrim();
  if (isScope)
    return behind.starts_with("::");
  // A function may be found by what it is called with, a template must be known to be one.
  return !behind.starts_with("::") && !behind.starts_with("<") &&
         (!behind.starts_with("(") || !isDeclaredSomewhere(name));
}

bool NamesInLaunches::isDeclaredSomewhere(const clang::IdentifierInfo &name) const {
  if (name.isFromAST()) // the preamble has it
    return true;
  std::vector<const clang::DeclContext *> open{sema_->Context.getTranslationUnitDecl()};
  while (!open.empty()) {
    const clang::DeclContext *next = open.back();
    open.pop_back();
    if (!next->lookup(&name).empty())
      return true;
    for (const clang::Decl *declaration : next->noload_decls())
      if (llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl>(declaration))
        open.push_back(llvm::cast<clang::DeclContext>(declaration));
  }
  return false;
}

clang::NamedDecl *NamesInLaunches::valueOf(const clang::IdentifierInfo &name) {
  clang::NamedDecl *&value = values_[&name];
  if (!value) {
    clang::ASTContext &context = sema_->Context;
    auto *variable = clang::VarDecl::Create(
        context, context.getTranslationUnitDecl(), {}, {}, &name, context.DependentTy,
        context.getTrivialTypeSourceInfo(context.DependentTy), clang::SC_None);
    variable->setImplicit();
    variable->setInit(clang::RecoveryExpr::Create(context, context.DependentTy, {}, {}, {}));
    value = variable;
  }
  return value;
}

clang::NamedDecl *NamesInLaunches::scopeOf(const clang::IdentifierInfo &name) {
  clang::NamedDecl *&scope = scopes_[&name];
  if (!scope) {
    clang::ASTContext &context = sema_->Context;
    scope = clang::TypedefDecl::Create(context, context.getTranslationUnitDecl(), {}, {}, &name,
                                       context.getTrivialTypeSourceInfo(context.DependentTy));
    scope->setImplicit();
  }
  return scope;
}

} // namespace warplint::frontend
