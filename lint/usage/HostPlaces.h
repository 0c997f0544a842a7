//===- HostPlaces.h - variables as a loop's caller sees them ---*- C++ -*-===//
#ifndef WARPLINT_USAGE_HOSTPLACES_H
#define WARPLINT_USAGE_HOSTPLACES_H

#include "lint/usage/HostProgram.h"

#include <optional>
#include <vector>

namespace warplint::usage {

/// Where something is kept: a variable, or a field of a field of one.
struct Place {
  std::vector<const clang::ValueDecl *> path; ///< outermost first; null: the loop's own object

  /// What is assigned where it is given another value.
  const clang::ValueDecl &last() const { return *path.back(); }
  friend bool operator==(const Place &, const Place &) = default;
};

/// The place that an expression names, or the address of, in a function that `calls` lead to: what
/// it was handed by its callers is theirs, and what it returns is where its caller keeps that.
/// Nothing for what has no name of its own, as an element.
std::optional<Place> placeOf(const clang::Expr *expression,
                             llvm::ArrayRef<const Operation *> calls);

/// Something but the functions that allocate and free gives the place another value in the
/// iteration, or what is kept there another owner: it is moved, released, exchanged.
/// `freed`: what the iteration frees, and the place may change places with.
bool isGivenAway(const HostProgram &program, const clang::Stmt &loop, const Place &place,
                 llvm::ArrayRef<const clang::ValueDecl *> freed);

} // namespace warplint::usage

#endif
