//===- ElementUses.h - is an array used by element alone? ------*- C++ -*-===//
#ifndef WARPLINT_SIMT_ELEMENTUSES_H
#define WARPLINT_SIMT_ELEMENTUSES_H

#include "clang/AST/ASTContext.h"

namespace warplint::simt {

/// Does `array[i][j]`, with all its indices, stand wherever the array is named? Looked for in the
/// function that declares it, as instantiated and as written; false for an array that others can
/// name too. An element whose address is taken is not used by itself, but by an atomic.
bool isUsedByElement(const clang::VarDecl *array, unsigned dimensions);

/// Of arrays of arrays; 0: no array.
unsigned dimensionsOf(clang::ASTContext &context, clang::QualType type);

} // namespace warplint::simt

#endif
