//===- Jumps.h - where the gotos of a function lead -------------*- C++ -*-===//
//
// A `goto` to a label further on, in a block around it, is what `break` is to a loop; one to the
// end of the function is a `return`. Others, back or into a block, are not followed.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_SIMT_JUMPS_H
#define WARPLINT_SIMT_JUMPS_H

#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"

#include <cstddef>
#include <map>
#include <set>
#include <vector>

namespace warplint::simt {

struct Jumps {
  struct Label {
    std::size_t index; ///< of the statement in its block that the label stands before
    const clang::LabelDecl *label;
  };
  /// By block, in the order of the text: labels that some `goto` before them, in the same block or
  /// in one inside of it, leads to.
  std::map<const clang::CompoundStmt *, std::vector<Label>> labels;
  /// Those that lead to such labels.
  std::set<const clang::GotoStmt *> forward;
  /// Those that lead to the function's end, and the `return` that stands there; null: none does.
  std::map<const clang::GotoStmt *, const clang::ReturnStmt *> toEnd;
};

/// Of a function's own body; lambdas in it have theirs.
Jumps jumpsIn(const clang::CompoundStmt &body);

} // namespace warplint::simt

#endif // WARPLINT_SIMT_JUMPS_H
