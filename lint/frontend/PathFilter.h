//===- PathFilter.h - glob patterns over paths -----------------*- C++ -*-===//
#ifndef WARPLINT_FRONTEND_PATHFILTER_H
#define WARPLINT_FRONTEND_PATHFILTER_H

#include "lint/evidence/Error.h"
#include "lint/frontend/Frontend.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/GlobPattern.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace warplint::frontend {

/// Patterns as FilePatterns describes them, ready to match.
class PathFilter {
public:
  PathFilter() = default;
  static Expected<PathFilter> create(llvm::ArrayRef<FilePatterns> groups);
  /// `path` is absolute. Patterns without a folder of their own are tried relative to each of
  /// `bases`; so are those of a folder that the path is not below.
  bool matches(llvm::StringRef path, const std::vector<std::string> &bases) const;
  bool empty() const { return patterns_.empty(); }

private:
  struct Pattern {
    std::shared_ptr<const std::string> text;               ///< that the globs point into
    std::string folder;                                    ///< where it starts; may be empty
    std::vector<std::optional<llvm::GlobPattern>> folders; ///< one each; absent for `**`
  };
  static bool matches(const Pattern &pattern, llvm::StringRef relative);

  std::vector<Pattern> patterns_;
};

/// What of a project is linted.
struct FileSelection {
  PathFilter exclude;
  PathFilter include; ///< empty: everything

  static Expected<FileSelection> create(llvm::ArrayRef<FilePatterns> excluded,
                                        llvm::ArrayRef<FilePatterns> included);

  bool leavesOut(llvm::StringRef path, const std::vector<std::string> &bases) const {
    return exclude.matches(path, bases) || (!include.empty() && !include.matches(path, bases));
  }
};

} // namespace warplint::frontend

#endif
