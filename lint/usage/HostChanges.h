//===- HostChanges.h - what host code changes, and what it calls -*- C++ -*-==//
#ifndef WARPLINT_USAGE_HOSTCHANGES_H
#define WARPLINT_USAGE_HOSTCHANGES_H

#include "lint/usage/HostBody.h"

#include "clang/AST/ASTContext.h"
#include "llvm/ADT/DenseSet.h"

#include <map>
#include <vector>

namespace warplint::usage {

/// What code changes: targets of assignments, whatever has its address taken, and what a function
/// may change that is handed it. The project's functions that it calls, and those that they call,
/// count as if they stood there. A field stands for that of any object.
class Changes {
public:
  using Set = llvm::DenseSet<const clang::ValueDecl *>;

  explicit Changes(IsProject isProject) : isProject_(std::move(isProject)) {}

  /// In a statement, and in the functions that it calls.
  const Set &in(const clang::Stmt &statement) const;
  /// In the functions that it calls alone.
  Set inCallees(const clang::Stmt &statement) const;
  /// The definitions of the project's functions that it calls, and that they call.
  std::vector<const clang::FunctionDecl *> calledFrom(const clang::Stmt &statement) const;

private:
  class Search;
  struct Found {
    Set changed = {};
    std::vector<const clang::FunctionDecl *> called = {}; ///< their definitions
    /// Objects, with the methods that are called on them.
    std::vector<std::pair<const clang::Expr *, const clang::FunctionDecl *>> calledOn = {};
  };
  Found read(llvm::ArrayRef<const clang::Stmt *> statements) const;
  const Found &foundIn(const clang::FunctionDecl &function) const;
  std::vector<const clang::FunctionDecl *> allCalled(const Found &found) const;
  Set throughCallees(const Found &found) const;
  bool changesFields(const clang::FunctionDecl &method) const;

  IsProject isProject_;
  mutable std::map<const clang::Stmt *, Set> known_; ///< what was asked for
  mutable std::map<const clang::FunctionDecl *, Found> found_;
  mutable std::map<const clang::FunctionDecl *, bool> changesFields_;
};

/// The functions that a call may be one of: several where it depends on a template's arguments.
std::vector<const clang::FunctionDecl *> calleesOf(const clang::CallExpr &call);

/// By reference, to what may be changed.
bool isHandedOver(const clang::ParmVarDecl &parameter);

} // namespace warplint::usage

#endif
