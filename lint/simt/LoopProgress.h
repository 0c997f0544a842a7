//===- LoopProgress.h - how far a loop has come ---------------------*- C++ -*-===//
#ifndef WARPLINT_SIMT_LOOPPROGRESS_H
#define WARPLINT_SIMT_LOOPPROGRESS_H

#include "clang/AST/Stmt.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace warplint::simt {

/// What of a function's variables is another in each iteration of a loop.
class LoopProgress {
public:
  explicit LoopProgress(const clang::Stmt *loop);

  /// Members may be, too; which ones is not looked at.
  bool mayBeOfMembers() const { return ofMembers_; }
  /// Is it made of integers and pointers that are elsewhere with each iteration? What is read from
  /// memory does not tell how far the loop has come.
  bool advances(const clang::Stmt *part) const;
  /// Is an element looked at that each iteration finds elsewhere?
  bool looksElsewhere(const clang::Stmt *part) const;
  /// Does it ask for what each iteration halves, doubles or the like?
  bool asksForScaled(const clang::Stmt *part) const;
  /// Does it do nothing but give numbers to variables, of which one at least is handed from
  /// iteration to iteration, or leave by `break`, or by `return` if that is no way out of it all?
  bool onlyMoves(const clang::Stmt *part, bool mayReturn) const;
  /// Is it a choice of what is handed so: `low = c ? middle : low`?
  bool choosesNext(const clang::Stmt *choice) const { return choices_.contains(choice); }

private:
  void declareIn(const clang::Stmt *part);
  void collect(const clang::Stmt *part);
  void change(const clang::Expr *target, const clang::Expr *by);
  bool namesAdvancing(const clang::Stmt *part) const;
  bool isHandedOn(const clang::Decl *variable) const {
    return advancing_.contains(variable) && !anew_.contains(variable);
  }
  void collectChoices(const clang::Stmt *part);
  bool isScaled(const clang::BinaryOperator &operation) const;

  bool ofMembers_ = false;
  llvm::SmallPtrSet<const clang::Decl *, 16> anew_; ///< declared in its body
  llvm::SmallPtrSet<const clang::Decl *, 8> advancing_;
  llvm::SmallPtrSet<const clang::Decl *, 8> elements_; ///< hold one that was found elsewhere
  llvm::SmallPtrSet<const clang::Decl *, 8> scaled_;
  llvm::SmallPtrSet<const clang::Stmt *, 4> choices_;
};

} // namespace warplint::simt

#endif
