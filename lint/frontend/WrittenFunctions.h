//===- WrittenFunctions.h - device functions as they are written -*- C++ -*===//
//
// Where the functions that run on the device stand in the project's files, and
// which members of classes and device functions there could not be understood.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_FRONTEND_WRITTENFUNCTIONS_H
#define WARPLINT_FRONTEND_WRITTENFUNCTIONS_H

#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <string>
#include <vector>

namespace clang {
class Decl;
class FunctionDecl;
class NamedDecl;
} // namespace clang

namespace warplint::frontend {

/// A function or template with a body, not one that was made from a template.
struct WrittenFunction {
  std::string name;
  bool kernel = false;
  clang::SourceLocation begin;     ///< of its declaration
  clang::SourceLocation end;       ///< of its body
  clang::SourceLocation attribute; ///< `__global__`; invalid if it is no kernel
  const clang::FunctionDecl *definition = nullptr;
};

struct WrittenFunctions {
  std::vector<WrittenFunction> functions;        ///< kernels and device functions
  std::vector<const clang::NamedDecl *> damaged; ///< members, device functions, variables
};

/// Of these declarations and of all within them but what stands in files that are not `isProject`.
WrittenFunctions writtenFunctions(llvm::ArrayRef<clang::Decl *> declarations,
                                  llvm::function_ref<bool(clang::SourceLocation)> isProject);

} // namespace warplint::frontend

#endif
