//===- Baselines.h - files with findings that do not count -----*- C++ -*-===//
//
// Paths in a baseline are relative to the folder that it lies in, so that it
// holds whatever folder one is in.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_CLI_BASELINES_H
#define WARPLINT_CLI_BASELINES_H

#include "lint/engine/Baseline.h"

namespace warplint::cli {

using IsApplied = std::function<bool(const std::string &rule, const std::string &file)>;

/// Names of files in the result are those of reports. The error names the file.
Expected<engine::Baseline> readBaseline(const std::string &file);
Expected<void> writeBaseline(const engine::Baseline &baseline, const std::string &file);

/// Marks what the baseline holds, and says in notes of the report what of it is stale.
Expected<void> applyBaselineFile(const std::string &file, const IsApplied &isApplied,
                                 Report &report);
/// How a run sees the entries of this baseline.
engine::BaselineView viewOf(const std::string &file, const IsApplied &isApplied);

} // namespace warplint::cli

#endif
