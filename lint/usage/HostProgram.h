//===- HostProgram.h - the host functions of a file ------------*- C++ -*-===//
//
// Who calls whom, and what functions and loops do through what they call.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_USAGE_HOSTPROGRAM_H
#define WARPLINT_USAGE_HOSTPROGRAM_H

#include "lint/usage/HostBody.h"
#include "lint/usage/HostChanges.h"

#include "llvm/ADT/DenseMap.h"

#include <map>
#include <memory>

namespace warplint::usage {

/// An operation as a loop or function comes by it.
struct Step {
  const HostBody *body = nullptr; ///< the function it stands in
  const Operation *operation = nullptr;
  std::vector<const Operation *> calls; ///< from the outermost on, that led there
  std::vector<Enclosing> enclosing;     ///< within the loop, over all those calls

  bool isConditional() const;
  /// It is in no further loop.
  bool isDirect() const;
};

class HostProgram {
public:
  /// `scope`: the declarations that hold the functions. `errors`: where Clang found some, in any
  /// order.
  HostProgram(clang::ASTContext &context, llvm::ArrayRef<clang::Decl *> scope, IsProject isProject,
              std::vector<clang::SourceLocation> errors = {});

  clang::ASTContext &context() const { return context_; }
  const IsProject &isProject() const { return isProject_; }
  const Changes &changes() const { return changes_; }

  /// Functions of the project, in the order in which the file has them.
  const std::vector<const HostBody *> &functions() const { return functions_; }

  struct Call {
    const HostBody *caller = nullptr;
    const Operation *operation = nullptr;
  };
  /// Calls of a function from the project's functions.
  llvm::ArrayRef<Call> callsOf(const clang::FunctionDecl &function) const;

  /// The body that a call enters, if it is at hand. Templates: as written.
  const HostBody *entered(const Operation &operation) const;

  /// What an iteration of `loop` does, in source order.
  std::vector<Step> stepsOf(const HostBody &body, const clang::Stmt &loop) const;

  /// The last error is looked at after the operation, in this function or by who calls it.
  bool isErrorSeenLater(const HostBody &body, const Operation &operation) const;

  /// The operation looks at the last error, or may do so for all that is known.
  bool looksAtLastError(const Operation &operation) const;

  /// A function of the project's that only hands on the result of what it calls: whoever calls it
  /// is to look at that.
  bool handsResultOn(const Operation &operation) const;

  /// A stream is being captured when the operation comes, here or in all that call the function.
  bool isCaptured(const HostBody &body, const Operation &operation) const;

  /// Did Clang find an error between these, as the file was read?
  bool hasErrorIn(clang::SourceLocation begin, clang::SourceLocation end) const;

  /// All ways to the function begin in this file: by main, or by a function that it keeps to
  /// itself.
  bool isReachedHereOnly(const clang::FunctionDecl &function) const;

private:
  bool isCaptured(const HostBody &body, const Operation &operation, unsigned depth) const;
  bool isReachedHereOnly(const clang::FunctionDecl &function,
                         llvm::DenseSet<const clang::FunctionDecl *> &seen) const;
  const HostBody *bodyOf(const clang::FunctionDecl &function) const;
  void collect(const HostBody &body, const clang::Stmt *loop, std::vector<Step> &steps,
               const Step &prefix, unsigned depth) const;
  bool looksAtLastError(const Operation &operation, unsigned depth) const;
  bool looksAtLastError(const clang::FunctionDecl &function, unsigned depth) const;
  bool mayLookAtLastError(llvm::StringRef called, unsigned depth) const;
  bool isErrorSeenLater(const HostBody &body, const Operation &operation, unsigned depth) const;

  /// Places in a body, in its order.
  struct Marks {
    std::vector<const Operation *> looks;    ///< at the last error
    std::vector<const Operation *> captures; ///< their begins and their ends
  };
  const Marks &marksOf(const HostBody &body) const;

  /// Whether it holds of an operation, followed into that many callers: each is asked once.
  using Answers = llvm::DenseMap<std::pair<const Operation *, unsigned>, bool>;

  clang::ASTContext &context_;
  IsProject isProject_;
  Changes changes_;
  std::vector<clang::SourceLocation> errors_; ///< sorted
  mutable std::map<const clang::FunctionDecl *, std::unique_ptr<HostBody>> bodies_;
  mutable llvm::DenseMap<const clang::FunctionDecl *, bool> checking_;
  mutable std::map<const HostBody *, Marks> marks_;
  mutable Answers captured_;
  mutable Answers seenLater_;
  std::vector<const HostBody *> functions_;
  std::map<const clang::FunctionDecl *, std::vector<Call>> calls_;
};

/// The project's functions with a body that the host may run: templates as written, and the lambdas
/// in them.
std::vector<const clang::FunctionDecl *> hostFunctions(llvm::ArrayRef<clang::Decl *> scope,
                                                       const IsProject &isProject);

/// A stream is captured into a graph from here on, or until here.
bool beginsCapture(const Operation &operation);
bool endsCapture(const Operation &operation);

/// The declaration by which a function is known here: its pattern where it is an instance.
const clang::FunctionDecl *keyOf(const clang::FunctionDecl &function);

} // namespace warplint::usage

#endif
