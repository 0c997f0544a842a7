//===- UsedParts.h - what is used of a copy of a structure -----*- C++ -*-===//
//
// `const Particle p = particles[i];` loads what of `p` is used afterwards, and nothing
// else of it: compilers take a structure in a thread's own variable apart. Of what nvcc
// makes, one load or several for what lies in one aligned chunk, is told here as it was seen
// in machine code of nvcc 13.0 for sm_90 (structures of 4 to 32 bytes, of bytes, words and
// doubles, in shared and in global memory).
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_SIMT_USEDPARTS_H
#define WARPLINT_SIMT_USEDPARTS_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/BitVector.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <vector>

namespace warplint::simt {

class UsedParts {
public:
  using OffsetOf = std::function<std::optional<std::int64_t>(const clang::FieldDecl *)>;
  UsedParts(const clang::ASTContext &context, OffsetOf offsetOf)
      : context_(context), offsetOf_(std::move(offsetOf)) {}

  /// What is used of a structure, by its bytes.
  struct Used {
    llvm::BitVector bytes;
    const clang::FieldDecl *field = nullptr; ///< the only one that is used, a scalar; else null
  };
  /// Of a variable or parameter that is a thread's own. Null where all of it may be: it is handed
  /// on, or too large to look at.
  const Used *of(const clang::VarDecl *variable);

  /// One load.
  struct Piece {
    std::int64_t offset = 0, bytes = 0;
  };
  /// What the bytes of a structure of this alignment are loaded by, `widest` bytes at most at once.
  static std::vector<Piece> piecesOf(const llvm::BitVector &bytes, std::int64_t alignment,
                                     std::int64_t widest);

private:
  class Walk;
  using Parts = std::optional<Used>; ///< absent: all
  /// A variable, or the object (null) of a function.
  using Key = std::pair<const clang::FunctionDecl *, const clang::VarDecl *>;

  const Parts &usedIn(const clang::FunctionDecl *function, const clang::VarDecl *variable,
                      clang::QualType type);

  const clang::ASTContext &context_;
  OffsetOf offsetOf_;
  std::map<Key, Parts> found_;
};

} // namespace warplint::simt

#endif // WARPLINT_SIMT_USEDPARTS_H
