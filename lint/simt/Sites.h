//===- Sites.h - what was recorded, as evidence ----------------*- C++ -*-===//
#ifndef WARPLINT_SIMT_SITES_H
#define WARPLINT_SIMT_SITES_H

#include "lint/simt/Recorder.h"

#include "clang/AST/ASTContext.h"

#include <functional>

namespace warplint::simt {

class SharedArrays;

using DisplayPath = std::function<std::string(llvm::StringRef)>;

/// Where a range is written: macro arguments at their own place, and what is in the body of one
/// macro as a whole there. A range with more around it begins or ends where the macro is used.
SourceSpan spanOf(clang::ASTContext &context, clang::SourceRange range, const DisplayPath &path);

/// Where the macro is used whose body holds the range; none: it is in no macro's body. `statement`
/// is around the range.
std::vector<Use> usesOf(clang::ASTContext &context, clang::SourceRange range,
                        clang::SourceRange statement, const DisplayPath &path);

/// The text there, with one space for any.
std::string writtenText(clang::ASTContext &context, clang::SourceRange range);

struct SiteContext {
  clang::ASTContext &context;
  const DisplayPath &displayPath;
  std::string kernel;
  std::vector<std::string> assumptions; ///< of the run: the block shape, template arguments
  bool templateAssumed = false;
  bool numbersAssumed = false; ///< of what was assumed for the template, something is a number
  bool typesAssumed = false;   ///< what was assumed are types of numbers, and nothing else
  const SharedArrays *sharedArrays = nullptr; ///< of the run; null: nothing is known of them
  std::uint64_t sharedBytes = 0;              ///< static ones, of all arrays of the run
  std::uint64_t issued = 0;                   ///< work of the kernel, in operations × warps
  const OpenLoops *openLoops = nullptr;       ///< of the run; null: nothing is known of them
};

/// Turns the records of one run into sites, in source order.
std::vector<Site> sitesOf(std::vector<SiteRecord> records, const SiteContext &where);

/// An instantiation of a kernel template.
struct Instance {
  std::string arguments; ///< as written: "<float, 4>"; empty: it is none
  std::string name;      ///< demangled, with template arguments; empty: none, or not written down
};

/// One site per place, kernel and operation: the worst of all runs. `instances`: of the site of
/// the same number, what its kernel was run as. Evidence of accesses has which of them are bad;
/// where only some are, a note says so.
std::vector<Site> mergeRuns(std::vector<Site> sites, const std::vector<Instance> &instances = {});

} // namespace warplint::simt

#endif
