//===- UnseenCalls.cpp -----------------------------------------*- C++ -*-===//
#include "lint/frontend/UnseenCalls.h"

#include "lint/frontend/WrittenFunctions.h"

#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

namespace warplint::frontend {
namespace {

using namespace clang;

/// What is reached from some functions, through all that they call.
class Reach {
public:
  explicit Reach(llvm::function_ref<bool(SourceLocation)> isProject) : isProject_(isProject) {}

  void add(const FunctionDecl &function) {
    take(&function);
    // What a template calls is known of its instances.
    if (const FunctionTemplateDecl *of = function.getDescribedFunctionTemplate())
      for (const FunctionDecl *instance : of->specializations())
        take(instance);
    if (const auto *method = llvm::dyn_cast<CXXMethodDecl>(&function))
      if (const ClassTemplateDecl *of = method->getParent()->getDescribedClassTemplate())
        for (const ClassTemplateSpecializationDecl *made : of->specializations())
          for (const CXXMethodDecl *member : made->methods())
            if (member->getTemplateInstantiationPattern() == &function)
              take(member);
    while (!open_.empty())
      walk(open_.pop_back_val());
  }

  bool reaches(const FunctionDecl &function) const {
    return seen_.contains(function.getCanonicalDecl());
  }
  /// Functions without a body, in the order in which they were met.
  llvm::ArrayRef<const FunctionDecl *> undefined() const { return undefined_; }

private:
  void take(const FunctionDecl *function) {
    if (!seen_.insert(function->getCanonicalDecl()).second)
      return;
    const FunctionDecl *definition = nullptr;
    if (!function->isDefined(definition)) {
      if (isElsewhere(*function))
        undefined_.push_back(function);
    } else if (const Stmt *body = definition->getBody();
               body && isProject_(definition->getLocation())) {
      open_.push_back(body);
      if (const auto *constructor = llvm::dyn_cast<CXXConstructorDecl>(definition))
        for (const CXXCtorInitializer *initializer : constructor->inits())
          if (initializer->getInit())
            open_.push_back(initializer->getInit());
    }
  }

  void walk(const Stmt *statement) {
    if (const auto *call = llvm::dyn_cast<CallExpr>(statement)) {
      if (const FunctionDecl *callee = call->getDirectCallee())
        take(callee);
    } else if (const auto *made = llvm::dyn_cast<CXXConstructExpr>(statement)) {
      take(made->getConstructor());
    } else if (const auto *lambda = llvm::dyn_cast<LambdaExpr>(statement)) {
      if (const CXXMethodDecl *method = lambda->getCallOperator())
        take(method);
    }
    for (const Stmt *child : statement->children())
      if (child)
        open_.push_back(child);
  }

  /// Of the project, for the device, and not to be made from a template yet.
  bool isElsewhere(const FunctionDecl &function) const {
    const auto *device = function.getAttr<CUDADeviceAttr>();
    return device && !device->isImplicit() && !function.isImplicit() && !function.isInvalidDecl() &&
           function.getBuiltinID() == 0 && !function.isPureVirtual() &&
           !function.getTemplateInstantiationPattern() && !function.isTemplated() &&
           isProject_(function.getLocation());
  }

  llvm::function_ref<bool(SourceLocation)> isProject_;
  llvm::DenseSet<const FunctionDecl *> seen_;
  llvm::SmallVector<const Stmt *> open_;
  std::vector<const FunctionDecl *> undefined_;
};

void addName(std::vector<std::string> &names, const FunctionDecl &function) {
  std::string name = "`" + function.getQualifiedNameAsString() + "`";
  if (!llvm::is_contained(names, name))
    names.push_back(std::move(name));
}

} // namespace

UnseenCalls unseenCalls(llvm::ArrayRef<Decl *> declarations, const SourceManager &sources,
                        llvm::function_ref<bool(SourceLocation)> isProject) {
  const auto isOfFile = [&](SourceLocation place) {
    return sources.isInMainFile(sources.getExpansionLoc(place));
  };
  const WrittenFunctions written = writtenFunctions(declarations, isOfFile);
  Reach byKernels(isProject);
  for (const WrittenFunction &function : written.functions)
    if (function.kernel)
      byKernels.add(*function.definition);
  UnseenCalls result;
  for (const FunctionDecl *function : byKernels.undefined())
    addName(result.undefined, *function);
  for (const WrittenFunction &function : written.functions) {
    const FunctionDecl &definition = *function.definition;
    if (!function.kernel && !definition.isTemplated() && !definition.isInlined() &&
        !definition.hasAttr<CUDAHostAttr>() && definition.isExternallyVisible() &&
        !byKernels.reaches(definition))
      addName(result.uncalled, definition);
  }
  return result;
}

} // namespace warplint::frontend
