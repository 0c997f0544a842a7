//===- Baseline.h - findings that a project has taken note of --*- C++ -*-===//
//
// For code that was there before the linter: what is found today is written
// down once, and only what comes on top of it counts.
//
// An entry is known again by rule, file, kernel (for host code: function), operations and
// expression, spaces left out, and by how many equal ones there are. It does not rest on lines,
// columns, numbers or the text around the expression, so that it outlives code that is inserted,
// moved, renamed or reformatted elsewhere. Finding::fingerprint, which code hosts get, has the
// text of the whole line in it and tells equal findings apart; here they are counted instead.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_ENGINE_BASELINE_H
#define WARPLINT_ENGINE_BASELINE_H

#include "lint/evidence/Error.h"
#include "lint/evidence/Finding.h"

#include <functional>
#include <nlohmann/json_fwd.hpp>

namespace warplint::engine {

struct BaselineEntry {
  std::string rule;
  std::string file;
  std::string kernel; ///< or function of host code; empty: neither
  std::string ops;    ///< "load store"
  std::string expr;   ///< as written, runs of spaces made one
  unsigned count = 1; ///< from 1 to 1 000 000; more are as many
  friend bool operator==(const BaselineEntry &, const BaselineEntry &) = default;
};

struct Baseline {
  std::vector<BaselineEntry> entries; ///< sorted, no two with one key
  friend bool operator==(const Baseline &, const Baseline &) = default;
};

/// Of all findings that nothing suppresses.
Baseline baselineOf(const Report &report);

/// What a run can say of an entry that it did not find.
struct BaselineView {
  /// Was the rule applied to the file?
  std::function<bool(const std::string &rule, const std::string &file)> isApplied;
  /// Is there such a file?
  std::function<bool(const std::string &file)> exists;
  std::string name; ///< of the baseline, for reasons and notes
};

/// Marks as suppressed by "baseline" the findings that it holds, of equal ones as many as it holds
/// and the first ones; those that other means suppress use up nothing. Entries of files that are
/// gone are also looked for in other files. Returns what is stale: entries, with the count that is
/// too high, that were not found although their file was analysed whole and their rule applied, or
/// although their file is gone.
std::vector<BaselineEntry> applyBaseline(const Baseline &baseline, const BaselineView &view,
                                         Report &report);

/// Without what is stale.
Baseline pruned(const Baseline &baseline, const std::vector<BaselineEntry> &stale);

/// One entry a line, so that versions of the file compare well.
std::string baselineText(const Baseline &baseline);
/// The error names what is wrong, and no file. Entries with one key are summed.
Expected<Baseline> baselineFromJson(const nlohmann::json &json);

} // namespace warplint::engine

#endif
