//===- Audit.h - what to look at first in a code base ----------*- C++ -*-===//
//
// The summary that a run over a code base ends with. It is made from the report
// alone, so that it is the same whatever order the files were analysed in.
// docs/audit.md explains it to readers.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_REPORT_AUDIT_H
#define WARPLINT_REPORT_AUDIT_H

#include "lint/evidence/Finding.h"

#include <array>

namespace warplint::report {

/// What a site takes beyond what would do, in slots: turns of the unit that serves its warps one
/// by one. Predicted evidence is of one block, measured of a run; a sum of
///
/// - sectors - sectors_ideal: global memory moves a sector of 32 bytes a turn;
/// - wavefronts - wavefronts_ideal: shared memory serves a wavefront a turn;
/// - requests * (lanes_per_address - 1): an address serves one atomic a turn, unless the compiler
///   lets one lane do it for all;
/// - requests * (addresses - 1): constant memory serves one address a turn;
/// - divergent_warps * (then_cost + else_cost) * wasted_lanes / 32: of each operation of a branch's
///   sides, the part of the warp that is idle;
/// - warp_trips * body_cost * wasted: the same of a loop that waits for its longest lane.
///
/// each times passes_meant: a loop of known length that was cut short counts whole.
/// Turns of different units count alike. Absent where the evidence holds none of these, or all are
/// as they should be.
std::optional<double> excessSlots(const Evidence &evidence);

/// The largest part of it in words: "61440 sectors where 7680 would do". Empty where there is none.
std::string excessInWords(const Evidence &evidence);

/// Findings that are neither suppressed nor refuted: the worst first, of equal ones the costliest,
/// then as they stand in the report, into which the result points.
std::vector<const Finding *> worstFirst(const Report &report);

/// Suppressed findings, and those that a measurement refuted, are in none of this.
struct Audit {
  struct Row {
    std::string name;                     ///< of a rule or folder
    std::array<unsigned, 3> bySeverity{}; ///< findings, indexed by Severity
  };
  std::vector<Row> rules; ///< the worst first
  /// The same. Folders are as deep as leaves no more than ten of them; "." is the current one.
  std::vector<Row> folders;

  struct Site {
    const Finding *finding = nullptr; ///< the costliest of those that point here
    std::vector<std::string> rules;   ///< all that do, sorted
    double slots = 0;                 ///< predicted, of one block
    /// Of all that was measured beyond what would do, the part that was measured here.
    std::optional<double> measuredShare;
  };
  std::vector<Site> costliest; ///< at most ten, the costliest first
  unsigned sites = 0;          ///< that cost something

  /// Files that were not analysed, or only in part, by their first reason. Names of kernels and
  /// the like are left out of it, so that what is the same counts as one.
  struct Reason {
    FileStatus status = FileStatus::Partial;
    std::string text;
    std::vector<std::string> files;
  };
  std::vector<Reason> notAnalysed; ///< failed ones first, then the most files
};

/// Points into the report.
Audit audit(const Report &report);

/// A note without what tells one case of it from another.
std::string reasonOf(const std::string &note);

/// Of the notes on a file that was not analysed whole, the one that says why: not that it was seen
/// through another file, nor which headers are missing, unless nothing else is said. Empty: none.
std::string_view reasonAmong(const std::vector<std::string> &notes);

} // namespace warplint::report

#endif
