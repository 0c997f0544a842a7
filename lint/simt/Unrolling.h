//===- Unrolling.h - what nvcc makes of loops -------------------*- C++ -*-===//
//
// Which loops nvcc unrolls whole, so that their counters are constants in the machine code, and
// which it may not. As seen in the code of nvcc 13.0 for sm_80 and sm_90: docs/architecture.md,
// "Local arrays".
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_SIMT_UNROLLING_H
#define WARPLINT_SIMT_UNROLLING_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Stmt.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <vector>

namespace warplint::simt {

/// `#pragma unroll 1`, `#pragma nounroll`
bool forbidsUnrolling(const clang::LoopHintAttr &hint, const clang::ASTContext &context);

/// Does a loop go on under one comparison, with what no constant bounds, and is there no other way
/// out of it? Else its number of iterations is bounded by a constant, and it is unrolled.
bool hasOneExit(const clang::Stmt &loop, const clang::ASTContext &context);

/// Does it count from one constant to another, with no other way out? While it has few iterations,
/// nvcc makes straight code of it.
bool isBetweenConstants(const clang::Stmt &loop, const clang::ASTContext &context);

/// Does it count from one constant to the next? That is no loop, whatever is said of unrolling it.
bool runsOnce(const clang::Stmt &loop, const clang::ASTContext &context);

/// May shared accesses of an iteration be joined to those of the next one? Of a loop whose number
/// of iterations is a constant they are; of another, where it counts from a constant and the index
/// takes the counter as it is (`s[4 * t + i]`, and not `s[i % 32]`). Not where each iteration
/// decides whether it makes the access.
bool joinsIterations(const clang::Stmt &loop, const clang::Expr &access,
                     const clang::ASTContext &context);

/// Does data say where a loop ends, and is a local array that it indexes by a variable stored to by
/// that variable behind it, as in an insertion? nvcc 13.0 does not unroll such a loop.
bool leavesItsCounter(const clang::Stmt &loop, const clang::Stmt &function,
                      const clang::ASTContext &context);

/// Of a loop from one constant to another: is it too long for nvcc to make straight code of it,
/// where nothing asks for that? By what is in it, loops inside unrolled.
bool isTooLongToUnroll(const clang::Stmt &loop, const clang::ASTContext &context);

/// Does an iteration come to this many elements of the array by constants, one after the other in a
/// loop inside that is unrolled? Then it has them in registers all along.
/// `isTooLong`: isTooLongToUnroll() of loops whose lengths are known.
bool sweeps(const clang::Stmt &loop, const clang::ValueDecl &array, std::int64_t elements,
            const clang::ASTContext &context,
            llvm::function_ref<bool(const clang::Stmt &)> isTooLong);

/// The variable that a `for` loop declares to count in; null: none.
const clang::VarDecl *counterOf(const clang::Stmt &loop);

/// Made of constants, and of counters of loops between such bounds: a constant, once the loops are
/// unrolled, although not all of their iterations are run here.
class UnrolledConstants {
public:
  UnrolledConstants(const clang::ASTContext &context, std::vector<const clang::Stmt *> loops)
      : context_(context), loops_(std::move(loops)) {}

  bool holds(const clang::Stmt *part, unsigned depth = 32) const;
  /// Of all subscripts of an access.
  bool holdsForSubscripts(const clang::Expr *expr) const;

private:
  bool isCounter(const clang::VarDecl *variable, unsigned depth) const;

  const clang::ASTContext &context_;
  std::vector<const clang::Stmt *> loops_;
};

} // namespace warplint::simt

#endif
