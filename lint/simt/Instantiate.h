//===- Instantiate.h - kernel templates nobody instantiates ----*- C++ -*-===//
#ifndef WARPLINT_SIMT_INSTANTIATE_H
#define WARPLINT_SIMT_INSTANTIATE_H

#include "clang/AST/DeclTemplate.h"
#include "clang/Sema/Sema.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <string>

namespace warplint::simt {

struct AssumedInstantiation {
  clang::FunctionDecl *function = nullptr; ///< null: it could not be instantiated
  std::string arguments;                   ///< "T = float, N = 32"
};

/// Instantiates a function template with arguments that it probably gets: defaults where
/// it has them, else float and small powers of two.
AssumedInstantiation instantiateAssumed(clang::Sema &sema, clang::FunctionTemplateDecl *pattern);

/// True if the function, or what it calls, has no body because its instantiation was left out.
bool reachesLeftOut(const clang::FunctionDecl *function);

/// The first function with a body, of those that the body names and those that theirs name, that is
/// `wanted`; null if there is none. `function` itself is not asked about.
const clang::FunctionDecl *reached(const clang::FunctionDecl *function,
                                   llvm::function_ref<bool(const clang::FunctionDecl *)> wanted);

} // namespace warplint::simt

#endif
