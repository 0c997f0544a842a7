//===- HostAlgorithms.cpp --------------------------------------*- C++ -*-===//
#include "lint/frontend/HostAlgorithms.h"

#include "lint/frontend/ParseSetUp.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Sema/Sema.h"

namespace warplint::frontend {

using namespace clang;

bool isOfCudaLibraries(const FunctionDecl &function) {
  llvm::StringRef outermost; // not at::cuda
  for (const DeclContext *at = function.getDeclContext(); at; at = at->getParent())
    if (const auto *space = llvm::dyn_cast<NamespaceDecl>(at); space && space->getIdentifier())
      outermost = space->getName();
  return outermost == "thrust" || outermost == "cub" || outermost == "cuda";
}

namespace {

/// Clang takes all lambdas and constexpr functions for ones that the device may run, too.
bool isForHost(const FunctionDecl *function) {
  for (; function;
       function = llvm::dyn_cast_or_null<FunctionDecl>(function->getParentFunctionOrMethod())) {
    if (function->hasAttr<CUDAGlobalAttr>())
      return false;
    const auto *device = function->getAttr<CUDADeviceAttr>();
    if (!device)
      return true;
    const auto *method = llvm::dyn_cast<CXXMethodDecl>(function);
    if (!device->isImplicit() || !method || !method->getParent()->isLambda())
      return false;
  }
  return true; // what a variable begins with
}

/// `cuda::ceil_div(n, 256)`, of which blocks of a launch may be made.
bool isOfNumbers(const FunctionDecl &function) {
  const auto isNumber = [](QualType type) {
    return type.getNonReferenceType()->isArithmeticType();
  };
  return isNumber(function.getReturnType()) &&
         llvm::all_of(function.parameters(),
                      [&](const ParmVarDecl *parameter) { return isNumber(parameter->getType()); });
}

} // namespace

bool leaveToHost(Sema &sema, FunctionDecl &function, ProjectFiles &project) {
  auto &pending = sema.PendingInstantiations;
  if (pending.empty() || pending.back().first != &function || function.hasAttr<CUDAGlobalAttr>() ||
      !isOfCudaLibraries(function) || isOfNumbers(function) ||
      !isForHost(sema.getCurFunctionDecl(/*AllowLambda=*/true)))
    return false;
  const FunctionDecl *pattern = function.getTemplateInstantiationPattern();
  if (!pattern || project.hold(sema.getSourceManager(), pattern->getLocation()))
    return false;
  pending.pop_back();
  function.setInstantiationIsPending(false);
  if (MemberSpecializationInfo *member = function.getMemberSpecializationInfo())
    member->setPointOfInstantiation(SourceLocation());
  else if (FunctionTemplateSpecializationInfo *made = function.getTemplateSpecializationInfo())
    made->setPointOfInstantiation(SourceLocation());
  return true;
}

} // namespace warplint::frontend
