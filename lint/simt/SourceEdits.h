//===- SourceEdits.h - cures as edits of the source ------------*- C++ -*-===//
#ifndef WARPLINT_SIMT_SOURCEEDITS_H
#define WARPLINT_SIMT_SOURCEEDITS_H

#include "lint/evidence/Site.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"

#include <optional>

namespace warplint::simt {

/// A cure in places of the source, before files are named.
struct PlannedFix {
  /// What stands between `begin` and `end` (exclusive; the same: nothing) gives way to `text`.
  struct Piece {
    clang::SourceLocation begin;
    clang::SourceLocation end;
    std::string text;
  };
  std::string id;
  std::string title;
  std::vector<Piece> pieces;
};

/// Text put in front of `at`, which must be no place in a macro. The file is named as Clang does.
Edit insertionAt(const clang::SourceManager &sources, clang::SourceLocation at, std::string text);
Edit editOf(const clang::SourceManager &sources, const PlannedFix::Piece &piece);

/// Blanks between the start of the line and its first other character.
std::string indentationOf(const clang::SourceManager &sources, clang::SourceLocation at);

/// The declaration of the group that `call` makes, moved in front of the statement of the kernel's
/// outermost block that it is in, or to the top of the kernel where threads may leave before that;
/// with it go the group it divides, if that is made under a condition too, and all that divide
/// them. nullopt where that is not all there is to it: a group has no name, or a name that means
/// something else elsewhere in the kernel, is made from more than another group and constants, or
/// is written by a macro.
std::optional<PlannedFix> hoistGroup(const clang::ASTContext &context,
                                     const clang::FunctionDecl &kernel,
                                     const clang::CallExpr &call);

} // namespace warplint::simt

#endif
