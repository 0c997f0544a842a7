//===- Declarations.cpp ---------------------------------------------------===//

#include "lint/simt/Declarations.h"

#include "clang/AST/Attr.h"

namespace warplint::simt {

using namespace clang;

namespace {

/// As written: functions, templates, and what may become one with a class template.
class WrittenKernels : public DeclarationVisitor<WrittenKernels> {
public:
  std::vector<const FunctionDecl *> kernels;
  bool anyOfClassTemplate = false;

  bool VisitFunctionDecl(FunctionDecl *function) {
    if (!function->hasAttr<CUDAGlobalAttr>())
      return true;
    kernels.push_back(function);
    anyOfClassTemplate |= function->getDeclContext()->isDependentContext();
    return true;
  }
};

class KernelSearch : public DeclarationVisitor<KernelSearch> {
public:
  std::vector<const FunctionDecl *> kernels;
  bool shouldVisitTemplateInstantiations() const { return true; }
  bool VisitFunctionDecl(FunctionDecl *function) {
    if (function->hasAttr<CUDAGlobalAttr>())
      add(*function);
    return true;
  }

  void add(const FunctionDecl &function) {
    if (!function.isDependentContext() && function.doesThisDeclarationHaveABody())
      kernels.push_back(&function);
  }

  /// Without a look at the instantiations of classes, which are most of what there is.
  void add(llvm::ArrayRef<const FunctionDecl *> written) {
    for (const FunctionDecl *kernel : written) {
      add(*kernel);
      const FunctionTemplateDecl *pattern = kernel->getDescribedFunctionTemplate();
      if (!pattern || !pattern->isCanonicalDecl())
        continue;
      for (const FunctionDecl *instance : pattern->specializations())
        for (const FunctionDecl *one : instance->redecls())
          if (one->getTemplateSpecializationKind() != TSK_ExplicitSpecialization)
            add(*one);
    }
  }
};

template <typename Visitor>
void visitTop(Visitor &visitor, ASTContext &context,
              const std::function<bool(SourceLocation)> &isOfInterest) {
  for (Decl *declaration : context.getTraversalScope())
    if (declaration->getLocation().isInvalid() || isOfInterest(declaration->getLocation()))
      visitor.TraverseDecl(declaration);
}

} // namespace

std::vector<const FunctionDecl *>
kernelBodies(ASTContext &context, const std::function<bool(SourceLocation)> &isOfInterest) {
  WrittenKernels written;
  visitTop(written, context, isOfInterest);
  KernelSearch search;
  if (written.anyOfClassTemplate)
    visitTop(search, context, isOfInterest);
  else
    search.add(written.kernels);
  return std::move(search.kernels);
}

} // namespace warplint::simt
