//===- HostMemory.h - where host memory comes from -------------*- C++ -*-===//
#ifndef WARPLINT_USAGE_HOSTMEMORY_H
#define WARPLINT_USAGE_HOSTMEMORY_H

#include "lint/usage/HostProgram.h"

namespace warplint::usage {

/// What is known of the memory that a pointer points to.
struct MemoryOrigin {
  enum class Kind { Unknown, Pageable };
  Kind kind = Kind::Unknown;
  std::string how;                   ///< malloc, new, std::vector, an array
  clang::SourceLocation where;       ///< of the allocation
  bool ofOneObject = false;          ///< a single variable, not an array
  std::optional<std::int64_t> bytes; ///< of an array
};

/// Follows pointers through the project's functions: all that is assigned to a variable or field,
/// and what callers hand over.
class HostMemory {
public:
  /// `declarations`: all that the file declares, or else those that assign what is not their own.
  HostMemory(const HostProgram &program, const std::vector<clang::Decl *> &declarations,
             bool isAll);

  MemoryOrigin originOf(const clang::Expr &pointer) const;

private:
  struct Assignments {
    std::map<const clang::ValueDecl *, std::vector<const clang::Expr *>> values;
    /// Given their value by address, or pinned later: cudaMallocHost(&p), cudaHostRegister(p).
    llvm::DenseSet<const clang::ValueDecl *> elsewhere;
    bool pins = false;       ///< some memory is registered
    bool pinsUnseen = false; ///< memory is registered that could not be told
  };
  friend bool assignsBeyondItself(clang::Decl &declaration);
  class Search;

  /// Looks through the function that holds a variable, if that was not done.
  void readFunctionOf(const clang::ValueDecl &variable) const;
  bool isGivenElsewhere(const clang::ValueDecl &variable) const;
  MemoryOrigin origin(const clang::Expr *pointer, unsigned depth) const;
  /// Whether what an object keeps may have been pinned, or be another object's.
  bool isPerhapsPinned(const clang::Expr &object) const;
  /// Of the elements that a container of the standard library keeps.
  MemoryOrigin originOfElements(const clang::Expr &container) const;
  MemoryOrigin originOfVariable(const clang::ValueDecl &variable, unsigned depth) const;
  MemoryOrigin readVariable(const clang::ValueDecl &variable, unsigned depth) const;
  /// Of whatever a variable is given, or a function returns: all of it must be pageable.
  MemoryOrigin originOfAll(llvm::ArrayRef<const clang::Expr *> values, unsigned depth) const;
  MemoryOrigin originOfResult(const clang::FunctionDecl &function, unsigned depth) const;
  MemoryOrigin readResult(const clang::FunctionDecl &function, unsigned depth) const;
  MemoryOrigin originOfParameter(const clang::ParmVarDecl &parameter, unsigned depth) const;

  const HostProgram &program_;
  /// Of variables and of what functions return, by the steps that were left: each is asked once.
  mutable std::map<std::pair<const clang::ValueDecl *, unsigned>, MemoryOrigin> known_;
  bool isAll_ = true;
  mutable Assignments assigned_;
  mutable llvm::DenseSet<const clang::FunctionDecl *> read_; ///< when they were asked for
};

/// Does it assign a pointer that is no function's own, take the address of such a variable, or pin
/// memory? What else it assigns is of concern only to who looks at the function that does.
bool assignsBeyondItself(clang::Decl &declaration);

} // namespace warplint::usage

#endif
