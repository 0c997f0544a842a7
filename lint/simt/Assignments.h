//===- Assignments.h - who changes a variable -------------------*- C++ -*-===//
#ifndef WARPLINT_SIMT_ASSIGNMENTS_H
#define WARPLINT_SIMT_ASSIGNMENTS_H

#include "clang/AST/Decl.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

#include <memory>

namespace warplint::simt {

/// What functions do to their variables. A function is walked once, however many of its variables
/// are asked for.
class Assignments {
public:
  /// Keeps a variable of a function what its declaration gives it? Whoever has its address or a
  /// reference to it may change it. False outside of functions with a body.
  bool isNever(const clang::VarDecl &variable);

  /// The same, but for `if (x > 4) x = 4;` with constants, of which there is one at least.
  bool isOnlyClamped(const clang::VarDecl &variable);

private:
  struct OfFunction {
    llvm::DenseSet<const clang::Decl *> assigned; ///< clamps apart
    llvm::DenseSet<const clang::Decl *> clamped;
  };
  class Walk;
  /// Null outside of functions with a body.
  const OfFunction *around(const clang::VarDecl &variable);

  llvm::DenseMap<const clang::FunctionDecl *, std::unique_ptr<const OfFunction>> functions_;
};

/// Where one variable alone is asked for.
bool isNeverAssigned(const clang::VarDecl &variable);

/// Of a structure: is it only ever read, field by field, element by element or whole?
bool isOnlyRead(const clang::VarDecl &variable);

/// Is one of its parts assigned to, by its name?
bool isPartAssigned(const clang::VarDecl &variable);

} // namespace warplint::simt

#endif
