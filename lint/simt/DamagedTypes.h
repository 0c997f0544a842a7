//===- DamagedTypes.h - types whose size nobody knows -----------*- C++ -*-===//
//
// Where a name in a class is not found, Clang gives the class a layout all the same; of a typedef
// for something unknown it makes an int. What is computed with either is made up.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_SIMT_DAMAGEDTYPES_H
#define WARPLINT_SIMT_DAMAGEDTYPES_H

#include "clang/AST/Decl.h"
#include "clang/AST/Type.h"
#include "llvm/ADT/DenseMap.h"

namespace warplint::simt {

class DamagedTypes {
public:
  /// The class or typedef that could not be understood, on which the size of `type` rests; null if
  /// there is none.
  const clang::NamedDecl *in(clang::QualType type);
  /// The same of what `record` is made of.
  const clang::NamedDecl *in(const clang::RecordDecl &record);

private:
  llvm::DenseMap<const clang::RecordDecl *, const clang::NamedDecl *> records_;
};

} // namespace warplint::simt

#endif
