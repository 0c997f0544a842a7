//===- Diff.h - what has changed since --------------------------*- C++ -*-===//
#ifndef WARPLINT_CLI_DIFF_H
#define WARPLINT_CLI_DIFF_H

#include "lint/engine/ChangedLines.h"

namespace warplint::cli {

struct Diff {
  engine::ChangedLines changed;
  std::vector<std::string> files; ///< that changed and are there; as reports name them
  std::string since;              ///< in words: "main", "the lines of changes.diff"
  std::vector<std::string> notes;
};

/// What --diff names: a file or pipe with a unified diff, `-` for the standard input, or else a
/// revision of the git repository that `path` lies in. Of a revision, what was done since the
/// branch left it counts, uncommitted changes and files that git does not know yet included.
Expected<Diff> readDiff(const std::string &baseOrFile, const std::string &path);

} // namespace warplint::cli

#endif
