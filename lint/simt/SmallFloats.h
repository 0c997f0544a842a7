//===- SmallFloats.h - CUDA's classes of 16-bit numbers ---------*- C++ -*-===//
//
// The compiler moves a `__half` as it moves a `short`, and does arithmetic on it in
// instructions. In the source they are classes with operators that take references.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_SIMT_SMALLFLOATS_H
#define WARPLINT_SIMT_SMALLFLOATS_H

#include "clang/AST/DeclCXX.h"
#include "clang/AST/Type.h"
#include "llvm/ADT/StringSwitch.h"

namespace warplint::simt {

/// "a", of `__half`, `std::complex`, …: the name that a type's declaration has.
inline llvm::StringRef recordName(clang::QualType type) {
  const clang::CXXRecordDecl *record = type.getNonReferenceType()->getAsCXXRecordDecl();
  return record && record->getIdentifier() ? record->getName() : llvm::StringRef();
}

/// How many numbers of 16 bits a class of this name holds; 0: it is none of those.
inline unsigned halves(llvm::StringRef record) {
  return llvm::StringSwitch<unsigned>(record)
      .Cases("__half", "__nv_bfloat16", 1)
      .Cases("__half2", "__nv_bfloat162", 2)
      .Default(0);
}

/// Of a value of it, or of a reference to one.
inline unsigned halves(clang::QualType type) { return halves(recordName(type)); }

} // namespace warplint::simt

#endif
