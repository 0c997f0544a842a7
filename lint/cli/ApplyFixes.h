//===- ApplyFixes.h - cures written into the source ------------*- C++ -*-===//
#ifndef WARPLINT_CLI_APPLYFIXES_H
#define WARPLINT_CLI_APPLYFIXES_H

#include "lint/evidence/Error.h"
#include "lint/evidence/Finding.h"

namespace warplint::cli {

struct FixOutcome {
  std::vector<bool> fixed;        ///< by index of the finding
  std::vector<std::string> files; ///< that were changed, sorted
  std::vector<std::string> notes; ///< on fixes that were left out, and why
};

/// Applies the first fix of every finding that is not suppressed and at least likely. A fix is
/// applied whole or not at all: one that overlaps an earlier one, or does not fit the file, is
/// left out.
Expected<FixOutcome> applyFixes(const Report &report);

} // namespace warplint::cli

#endif
