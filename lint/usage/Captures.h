//===- Captures.h - what streams may be captured into graphs ---*- C++ -*-===//
#ifndef WARPLINT_USAGE_CAPTURES_H
#define WARPLINT_USAGE_CAPTURES_H

#include "lint/usage/HostLoops.h"

#include "llvm/ADT/StringMap.h"

#include <array>

namespace warplint::usage {

/// Which of a file's functions may run while a stream is being captured: those that begin a capture
/// or work with graphs themselves, those called between its begin and its end, and where there is a
/// capture at all, lambdas and functions whose address is taken. What one of them calls may, too.
class Captures {
public:
  explicit Captures(const HostProgram &program);

  /// Something that the loop does may be captured.
  bool mayReach(const HostLoop &loop) const;

private:
  static constexpr unsigned deepest = 4; ///< calls that are followed into one another

  /// What a function leaves behind.
  enum class Effect { None, Begins, Ends };
  Effect effectOf(const HostBody &body, unsigned depth);
  Effect effectOf(const Operation &operation, unsigned depth);

  void add(const HostBody &body);
  void addCalled(const Operation &operation);
  void addWhoseAddressIsTaken();

  const HostProgram &program_;
  llvm::StringMap<std::vector<const HostBody *>> byName_; ///< where a file captures at all
  /// Of functions, by how many calls they are followed into.
  std::array<llvm::DenseMap<const clang::FunctionDecl *, Effect>, deepest + 1> effects_;
  llvm::DenseSet<const clang::FunctionDecl *> usesGraphs_; ///< itself
  llvm::DenseSet<const clang::FunctionDecl *> captured_;
  bool everything_ = false; ///< who begins a capture here may end it in another file
};

} // namespace warplint::usage

#endif
