//===- HostExpressions.h - what host expressions name and change -*- C++ -*-==//
#ifndef WARPLINT_USAGE_HOSTEXPRESSIONS_H
#define WARPLINT_USAGE_HOSTEXPRESSIONS_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/DenseSet.h"

#include <optional>
#include <vector>

namespace warplint::usage {

/// Variables that are declared in it.
llvm::DenseSet<const clang::VarDecl *> declaredIn(const clang::Stmt &statement);

/// `for (int n : sizes)`: what stands for another element in each iteration.
llvm::DenseSet<const clang::VarDecl *> elementsIn(const clang::Stmt &statement);

/// The variable or field that a reference is another name of; null: it is none, or of something
/// else.
const clang::Expr *anotherNameOf(const clang::VarDecl &reference);

struct Names {
  std::vector<const clang::ValueDecl *> declarations;
  /// Containers of the standard library that are asked how many elements they have.
  std::vector<const clang::VarDecl *> sizes;
  bool calls = false; ///< something else is called, or not known before a template is used
};
Names namesIn(const clang::Stmt *statement);

/// Does nothing in there give it more elements, or less?
bool keepsItsSize(const clang::VarDecl &container, const clang::Stmt &statement);

/// Its value, where the compiler knows it.
std::optional<std::int64_t> integerOf(clang::ASTContext &context, const clang::Expr *expression);

/// The same, and the elements of a local std::vector that keeps its size.
std::optional<std::int64_t> amountOf(clang::ASTContext &context, const clang::Expr *expression,
                                     unsigned depth = 8);

/// The variable, or field of this object, that holds a stream; null for the default stream; nothing
/// for what is neither.
std::optional<const clang::ValueDecl *> streamOf(const clang::Expr *expression);

/// The argument behind `<<<grid, block, bytes,`, which may be a default one; null: there is none.
const clang::Expr *streamOfLaunch(const clang::CUDAKernelCallExpr &launch);

} // namespace warplint::usage

#endif
