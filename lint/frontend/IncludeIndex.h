//===- IncludeIndex.h - finds headers that no -I leads to ------*- C++ -*-===//
#ifndef WARPLINT_FRONTEND_INCLUDEINDEX_H
#define WARPLINT_FRONTEND_INCLUDEINDEX_H

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace warplint::frontend {

/// All headers below one folder, by name, for includes that the search path does not find. Links to
/// folders are followed. Read from disk at the first question.
class IncludeIndex {
public:
  explicit IncludeIndex(std::string root) : root_(std::move(root)) {}

  /// Reads the folder now, so that forked processes share it.
  void read();

  /// The file whose path ends in `name` (as an #include gives it) and that is nearest to
  /// `includer`: the one with the most leading folders in common, of equals the first by name.
  /// Where none is so near, the template that a build makes it of (HeaderTemplates.h), from
  /// anywhere below a folder by the name of the one that is asked for.
  std::optional<std::string> find(llvm::StringRef name, llvm::StringRef includer);

private:
  /// Adds to `byName_` what lies below the folder, and to `links` the links to folders there.
  void readBelow(const std::string &folder, std::set<std::string> &links, std::size_t &entries);

  std::string root_;
  bool isRead_ = false;
  using Paths = llvm::StringMap<std::vector<std::string>>; ///< file name → absolute paths, sorted
  static const std::string *nearest(const Paths &paths, llvm::StringRef name,
                                    llvm::StringRef includer, bool isTemplate);
  Paths byName_;
  Paths templates_; ///< by the names of what is made of them
};

/// Folders in which headers of `file` are likely: its own and those above it up to `root`, and
/// the include, inc, src, common folders beside them. Nearest first.
std::vector<std::string> likelyIncludeFolders(llvm::StringRef file, llvm::StringRef root);

} // namespace warplint::frontend

#endif
