//===- Assignments.h - who changes a variable -------------------*- C++ -*-===//
#ifndef WARPLINT_SIMT_ASSIGNMENTS_H
#define WARPLINT_SIMT_ASSIGNMENTS_H

#include "clang/AST/Decl.h"

namespace warplint::simt {

/// Keeps a variable of a function what its declaration gives it? Whoever has its address or a
/// reference to it may change it. False outside of functions with a body.
bool isNeverAssigned(const clang::VarDecl &variable);

/// Of a structure: is it only ever read, field by field, element by element or whole?
bool isOnlyRead(const clang::VarDecl &variable);

/// Is one of its parts assigned to, by its name?
bool isPartAssigned(const clang::VarDecl &variable);

/// The same as isNeverAssigned, but for `if (x > 4) x = 4;` with constants, of which there is one
/// at least.
bool isOnlyClamped(const clang::VarDecl &variable);

} // namespace warplint::simt

#endif
