//===- Assignments.h - who changes a variable -------------------*- C++ -*-===//
#ifndef WARPLINT_SIMT_ASSIGNMENTS_H
#define WARPLINT_SIMT_ASSIGNMENTS_H

#include "clang/AST/Decl.h"

namespace warplint::simt {

/// Keeps a variable of a function what its declaration gives it? Whoever has its address or a
/// reference to it may change it. False outside of functions with a body.
bool isNeverAssigned(const clang::VarDecl &variable);

/// The same, but for `if (x > 4) x = 4;` with constants, of which there is one at least.
bool isOnlyClamped(const clang::VarDecl &variable);

} // namespace warplint::simt

#endif
