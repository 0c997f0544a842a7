//===- HostCalls.h - how a program calls CUDA ------------------*- C++ -*-===//
//
// A site for each call of CUDA's runtime or driver interface and for each launch
// in host code: what becomes of its result, which loop it stands in and what else
// that loop does, what memory it copies.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_USAGE_HOSTCALLS_H
#define WARPLINT_USAGE_HOSTCALLS_H

#include "lint/evidence/Site.h"

#include "clang/AST/ASTContext.h"

#include <functional>

namespace warplint::usage {

struct Options {
  /// Files whose code is reported on.
  std::function<bool(clang::SourceLocation)> isProjectFile;
  /// Path as it is to be reported, from the path as Clang has it.
  std::function<std::string(llvm::StringRef)> displayPath;
  /// Where the context's traversal scope is but declarations of interest (Interest.h): those that
  /// assign what is not their own (assignsBeyondItself() in HostMemory.h), and the file's own.
  /// None: the scope is all. Asked for only where it is needed, as it may take a while.
  std::function<std::vector<clang::Decl *>()> assigning = {};
  /// Likewise: what holds kernels, and templates that these are members of; the functions of the
  /// host that matter; what holds device code that may call the interface; and what features() may
  /// report (Interest.h).
  std::function<std::vector<clang::Decl *>()> ofKernels = {}, ofHost = {}, callingOnDevice = {},
                                              withFeatures = {};
  /// Of these, what the file has itself.
  std::function<std::vector<clang::Decl *>()> own = {};
  /// Where Clang found errors: statements around them may be missing.
  std::vector<clang::SourceLocation> errors = {};
  /// Told of functions whose calls of CUDA cannot be judged, as a statement of theirs is missing or
  /// all of them is: the name, its place, and the first such error.
  std::function<void(llvm::StringRef, clang::SourceLocation, clang::SourceLocation)> unjudged = {};
};

/// In source order, one for each place.
std::vector<Site> hostCalls(clang::ASTContext &context, const Options &options);

/// Calls of CUDA's interface in device code of a declaration, in whatever way its templates are
/// instantiated, and whatever they call then.
struct DeviceCallsWritten {
  bool any = false;
  bool ofBothSides = false; ///< in a function for both sides, which only counts where one calls it
  bool asksInstances = false; ///< only instances of a template know which of its parts they have
};
DeviceCallsWritten deviceCallsWritten(clang::ASTContext &context, clang::Decl &declaration,
                                      const Options &options);

} // namespace warplint::usage

#endif
