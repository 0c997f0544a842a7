//===- Stated.h - what a kernel says of itself -----------------*- C++ -*-===//
//
// `assert(n % 256 == 0)`, `__builtin_assume(…)`, `if (n % 256 != 0) __trap();`: what holds
// in the rest of the kernel, or it ends.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_SIMT_STATED_H
#define WARPLINT_SIMT_STATED_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace warplint::simt {

/// `threadIdx.x` itself (`which`, `axis`), or a variable that starts as it.
bool isAxis(const clang::Expr *expr, llvm::StringRef which, std::size_t axis);

/// A call that does not return.
bool isFatal(const clang::Stmt *statement);

/// What a parameter is said to be a multiple of.
struct StatedMultiple {
  std::int64_t number = 1;
  std::optional<unsigned> axis; ///< the size of the block along it, as well
};

/// One for each parameter of a kernel.
std::vector<StatedMultiple> statedMultiples(const clang::FunctionDecl *kernel,
                                            clang::ASTContext &context);

} // namespace warplint::simt

#endif // WARPLINT_SIMT_STATED_H
