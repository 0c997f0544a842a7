//===- Compute.h - what arithmetic of device code costs --------*- C++ -*-===//
//
// A site for each expression of device code that takes more instructions than it
// seems to: floats computed in double, powers and divisions, matrix products
// without Tensor Cores, loops in which each operation waits for the last.
// Nothing is executed; what the compiler makes of an expression is told from the
// AST, by rules that were held against machine code of nvcc 13.0.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_COMPUTE_COMPUTE_H
#define WARPLINT_COMPUTE_COMPUTE_H

#include "lint/evidence/Site.h"

#include "clang/AST/ASTContext.h"

#include <functional>

namespace warplint::compute {

struct Options {
  /// Files whose code is reported on.
  std::function<bool(clang::SourceLocation)> isProjectFile;
  /// Path as it is to be reported, from the path as Clang has it.
  std::function<std::string(llvm::StringRef)> displayPath;
  /// Lowest chip that the code is compiled for, as 90 for sm_90.
  unsigned target = 90;
  /// nvcc -use_fast_math.
  bool fastMath = false;
  /// Where the context's traversal scope has more: what holds kernels, and templates that these are
  /// members of. None: the scope is looked through.
  std::function<std::vector<clang::Decl *>()> ofKernels = {};
};

/// With a body, those of templates as instantiated.
using Kernels = std::vector<const clang::FunctionDecl *>;

/// In source order, one for each place and problem. A place that several kernels reach is of the
/// first of them. Call before templates are instantiated with arguments that are made up.
std::vector<Site> arithmetic(clang::ASTContext &context, const Options &options);

} // namespace warplint::compute

#endif
