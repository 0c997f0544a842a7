//===- Assignments.h - who changes a variable -------------------*- C++ -*-===//
#ifndef WARPLINT_SIMT_ASSIGNMENTS_H
#define WARPLINT_SIMT_ASSIGNMENTS_H

#include "clang/AST/Decl.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"

#include <memory>
#include <vector>

namespace warplint::simt {

/// What functions do to their variables. A function is walked once, however many of its variables
/// are asked for.
class Assignments {
public:
  /// Keeps a variable of a function what its declaration gives it? Whoever has its address or a
  /// reference to it may change it. False outside of functions with a body.
  bool isNever(const clang::VarDecl &variable);

  /// The same, but for `if (x > 4) x = 4;` with constants, of which there is one at least.
  bool isOnlyClamped(const clang::VarDecl &variable);

  /// What is assigned to a variable in its function, and the conditions that decide whether it is.
  /// Of an array: to its elements.
  struct Sources {
    std::vector<const clang::Expr *> values;
    std::vector<const clang::Expr *> places; ///< that each of them is assigned to
    llvm::SmallSetVector<const clang::Expr *, 4> conditions;
    bool isOpen = false; ///< something else may assign to it
  };
  Sources sourcesOf(const clang::VarDecl &variable);
  /// Does nothing but `++` and `--` change it?
  bool isOnlyStepped(const clang::VarDecl &variable);

  /// A place in which a variable is changed.
  struct Change {
    const clang::Expr *value = nullptr;          ///< added or assigned; null: one is added
    std::vector<const clang::Stmt *> loops;      ///< around it, and `switch`
    std::vector<const clang::Expr *> conditions; ///< of the branches around it
  };
  /// The one place in which a function adds to a variable. Null: there is none or several,
  /// something else may become of it, or the function has branches with an `else` or leaves its
  /// loops early.
  const Change *onlyAddition(const clang::VarDecl &variable);
  /// The same for `=`.
  const Change *onlyAssignment(const clang::VarDecl &variable);
  /// All that is assigned to a variable, if that is no more than two values. Empty: it is more, or
  /// something else may become of it.
  llvm::ArrayRef<Change> fewAssignments(const clang::VarDecl &variable);

private:
  struct OfFunction {
    llvm::DenseSet<const clang::Decl *> assigned; ///< clamps apart
    llvm::DenseSet<const clang::Decl *> clamped;
    llvm::DenseMap<const clang::Decl *, Sources> sources;
    /// What comes after `return`, `break` and the like is done by those that did not leave: the
    /// conditions around all of these.
    llvm::SmallSetVector<const clang::Expr *, 4> leaving;
    struct Changes {
      std::vector<Change> additions, assignments; ///< three at most of each
      bool isOpen = false;                        ///< something else may become of it
    };
    llvm::DenseMap<const clang::Decl *, Changes> changes;
    bool isStraight = true; ///< no `else`, and no loop is left early
  };
  class Walk;
  class SourceWalk;
  class ChangeWalk;
  /// Null outside of functions with a body.
  const OfFunction *around(const clang::VarDecl &variable);

  llvm::DenseMap<const clang::FunctionDecl *, std::unique_ptr<const OfFunction>> functions_;
};

/// Of a structure: is it only ever read, field by field, element by element or whole?
bool isOnlyRead(const clang::VarDecl &variable);

/// Is one of its parts assigned to, by its name?
bool isPartAssigned(const clang::VarDecl &variable);

} // namespace warplint::simt

#endif
