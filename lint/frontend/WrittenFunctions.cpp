//===- WrittenFunctions.cpp ------------------------------------*- C++ -*-===//
#include "lint/frontend/WrittenFunctions.h"

#include "lint/frontend/LostMembers.h"

#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"

namespace warplint::frontend {
namespace {

using namespace clang;

/// Clang lets a lambda that says nothing run anywhere. Those of device code are in functions, which
/// are not looked into; the others, as in a variable's initializer, are the host's.
bool isLambdaOfHost(const FunctionDecl &function) {
  const auto *method = llvm::dyn_cast<CXXMethodDecl>(&function);
  const auto *device = function.getAttr<CUDADeviceAttr>();
  return method && method->getParent()->isLambda() && device && device->isImplicit();
}

class Walk {
public:
  explicit Walk(llvm::function_ref<bool(SourceLocation)> isProject) : isProject_(isProject) {}

  template <typename Declarations> void collect(const Declarations &declarations) {
    for (const Decl *declaration : declarations) {
      if (isDamagedMember(*declaration) || isDamagedGlobal(*declaration))
        found.damaged.push_back(llvm::cast<NamedDecl>(declaration));
      if (const FunctionDecl *function = declaration->getAsFunction())
        add(*function);
      if (const auto *record = llvm::dyn_cast<ClassTemplateDecl>(declaration))
        collect(record->getTemplatedDecl()->decls());
      else if (const auto *inner = llvm::dyn_cast<DeclContext>(declaration);
               inner && !llvm::isa<FunctionDecl>(declaration) &&
               (!inner->isFileContext() || !isOnlySystem(*declaration)))
        collect(inner->decls());
    }
  }

  WrittenFunctions found;

private:
  /// Saves the walk through the namespaces of the C++ library.
  bool isOnlySystem(const Decl &declaration) const {
    return !llvm::isa<LinkageSpecDecl>(declaration) && declaration.getLocation().isValid() &&
           !isProject_(declaration.getLocation());
  }

  void add(const FunctionDecl &function) {
    const auto *global = function.getAttr<CUDAGlobalAttr>();
    if (!function.isThisDeclarationADefinition() ||
        (!global && !function.hasAttr<CUDADeviceAttr>()) || function.isImplicit() ||
        isLambdaOfHost(function) ||
        function.getTemplateSpecializationKind() == TSK_ImplicitInstantiation)
      return;
    const SourceLocation begin = function.getOuterLocStart();
    if (isProject_(begin))
      found.functions.push_back({function.getNameAsString(), global != nullptr, begin,
                                 function.getEndLoc(),
                                 global ? global->getLocation() : SourceLocation(), &function});
  }

  llvm::function_ref<bool(SourceLocation)> isProject_;
};

} // namespace

WrittenFunctions writtenFunctions(llvm::ArrayRef<Decl *> declarations,
                                  llvm::function_ref<bool(SourceLocation)> isProject) {
  Walk walk(isProject);
  walk.collect(declarations);
  return std::move(walk.found);
}

} // namespace warplint::frontend
