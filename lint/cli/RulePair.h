//===- RulePair.h - what a rule's two reference kernels show ---*- C++ -*-===//
//
// The bad and the good kernel of a rule, what is predicted of them now, and what
// was measured when they ran on a GPU: the numbers behind `explain` and behind
// the pages in docs/rules.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_CLI_RULEPAIR_H
#define WARPLINT_CLI_RULEPAIR_H

#include "lint/cli/ReferenceKernels.h"

namespace warplint::cli {

/// A named value of evidence of one of the kernels.
struct PairValue {
  std::optional<EvidenceValue> predicted;
  std::optional<EvidenceValue> measured;
};

/// bad.cu or good.cu.
struct PairMember {
  std::string file;    ///< "kernels/RULE/bad.cu"; empty: there is none
  std::string caption; ///< the comment at its top, in one line
  /// From behind its #includes to the end of the last kernel; empty where the file is not at hand.
  std::string code;
  std::vector<Finding> findings; ///< of the rule, judged by what was recorded
  bool analysed = false;         ///< it was at hand, and seen whole
  Ratios ratios;
  std::map<std::string, PairValue, std::less<>> values; ///< those that the rule speaks of
  double milliseconds = 0;                              ///< of a launch; 0: not timed
  std::string sanitizer; ///< what the rule's tool said; empty: it was not run
};

struct RulePair {
  std::string rule;
  PairMember bad, good;
  std::optional<runtime::Device> device; ///< none: nothing was recorded
  std::string date;
};

/// Of the rules named (all: empty), by id. Predictions are there where the reference kernels are;
/// `folder` is theirs, empty if it was not found. Evidence is what is compiled into the program.
Expected<std::map<std::string, RulePair>> rulePairs(const engine::RuleSet &rules,
                                                    const std::string &folder,
                                                    const std::vector<std::string> &names);

/// A bad kernel is found and confirmed: the one verdict on all its findings. None where nothing
/// was judged.
std::optional<Verdict> verdictOf(const PairMember &member);

} // namespace warplint::cli

#endif
