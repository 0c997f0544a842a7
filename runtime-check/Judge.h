//===- Judge.h - verdicts on findings --------------------------*- C++ -*-===//
#ifndef WARPLINT_RUNTIME_JUDGE_H
#define WARPLINT_RUNTIME_JUDGE_H

#include "runtime-check/Join.h"
#include "runtime-check/Sanitizer.h"

#include <functional>
#include <set>

namespace warplint::runtime {

/// What confirms a rule's findings.
struct Confirmation {
  SiteKind kind = SiteKind::Kernel; ///< of the sites that the rule looks at
  /// The rule's predicate on measured evidence; empty: counts say nothing about this rule. Where
  /// there is a sanitizer too, either may confirm, and neither refutes.
  std::function<Expected<bool>(const Evidence &)> holds;
  std::string sanitizer; ///< "racecheck", "synccheck" or empty
  /// Figures of the kernel as a whole that the predicate is to see, by name of evidence.
  std::set<std::string, std::less<>> figures{};
  /// Is the predicate to see who took part in the code of a finding?
  bool participation = false;
  /// Is the predicate to see what activity records tell of a call in host code, and of the loop
  /// around it?
  bool activity = false;
  bool iterations = false;
  /// Does a launch that never ends confirm?
  bool hang = false;
  /// Do counts speak of what the finding costs, which follows from the source? Then none refutes
  /// it.
  bool cost = false;
};
using ConfirmationOf = std::function<std::optional<Confirmation>(const std::string &rule)>;

/// Fills in `measured` and `verdict`, and says why in a note where nothing was confirmed or
/// refuted. A finding that nothing speaks about keeps no verdict. An Error means that a rule's
/// predicate is broken.
Expected<void> judge(std::vector<Finding> &findings, const ConfirmationOf &confirmationOf,
                     const Measurement &measurement);

/// Of the findings that were executed, how many were confirmed.
struct Tally {
  unsigned confirmed = 0;
  unsigned refuted = 0;
  unsigned notExecuted = 0;
  unsigned inconclusive = 0;
  unsigned open = 0; ///< no verdict
};
Tally tally(const std::vector<Finding> &findings);

} // namespace warplint::runtime

#endif
