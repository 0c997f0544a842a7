//===- Damage.h - how much of the kernels one pass saw ---------*- C++ -*-===//
#ifndef WARPLINT_FRONTEND_DAMAGE_H
#define WARPLINT_FRONTEND_DAMAGE_H

#include "lint/frontend/AnalyseFile.h"
#include "lint/frontend/Parse.h"

#include "clang/Basic/SourceManager.h"

#include <functional>
#include <set>

namespace warplint::frontend {

/// What one pass saw of the kernels and device functions of the project.
struct Damage {
  /// Errors that change what the AST says, in the order in which they were found.
  std::vector<ParseError> errors;
  /// Their places, and those of what they were found on behalf of.
  std::vector<clang::SourceLocation> places;
  unsigned damagedFunctions = 0;           ///< kernels and device functions that hold such an error
  std::vector<std::string> inside;         ///< those errors, as "file:line: message"
  std::vector<std::string> lostKernels;    ///< defined in the text, absent from the AST
  std::vector<std::string> hiddenKernels;  ///< switched off by the preprocessor
  std::vector<std::string> enablingMacros; ///< that would switch them on; each once, sorted
  /// That would switch off device code in which names stand that nobody declares; sorted.
  std::set<std::string> disablingMacros;
  std::map<std::string, FileShare> shares; ///< by absolute path
  unsigned kernels = 0;                    ///< seen, with their body

  /// Smaller is better.
  std::tuple<std::size_t, std::size_t, std::size_t> badness() const {
    return {lostKernels.size() + damagedFunctions, inside.size(), errors.size()};
  }
};

/// `isProject` is asked with absolute paths; `display` turns them into paths to report.
Damage assess(ParsedUnit &unit, const std::function<bool(const std::string &)> &isProject,
              const std::function<std::string(llvm::StringRef)> &display,
              const std::string &directory);

} // namespace warplint::frontend

#endif
