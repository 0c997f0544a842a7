//===- LostFunctions.h - functions that Clang left out ---------*- C++ -*-===//
//
// Of `void Missing::run() {…}`, where nobody declares the class, Clang keeps nothing. Its text
// shows that it calls CUDA.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_USAGE_LOSTFUNCTIONS_H
#define WARPLINT_USAGE_LOSTFUNCTIONS_H

#include "clang/AST/ASTContext.h"

#include <string>
#include <vector>

namespace warplint::usage {

struct LostFunction {
  std::string name;
  clang::SourceLocation place; ///< of the name
  clang::SourceLocation error; ///< in its head
};

/// Those of the file itself that call CUDA, by errors in their heads. `seen`: the functions with a
/// body that are known.
std::vector<LostFunction> lostFunctions(const clang::ASTContext &context,
                                        const std::vector<clang::SourceLocation> &errors,
                                        const std::vector<const clang::FunctionDecl *> &seen);

} // namespace warplint::usage

#endif
