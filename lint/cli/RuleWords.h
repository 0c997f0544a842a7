//===- RuleWords.h - a rule in words ---------------------------*- C++ -*-===//
//
// What `explain` and the pages in docs/rules both say of a rule. The words are
// plain text; who needs Markdown quotes them.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_CLI_RULEWORDS_H
#define WARPLINT_CLI_RULEWORDS_H

#include "lint/cli/RulePair.h"
#include "lint/evidence/Vocabulary.h"

namespace warplint::cli {

/// What the phases of the GPU architecture rubric are called.
std::string_view phaseName(int phase);

/// "every load, store and atomic on shared memory": what a rule on such sites looks at.
std::string_view placesOf(SiteKind kind);

/// What a mechanical fix does, by its id; empty where it is not known.
std::string_view fixInWords(std::string_view id);

/// Does the name stand in the expression, as a word?
bool mentions(std::string_view text, std::string_view word);

/// The evidence that a rule's predicates and its message speak of, in the vocabulary's order: of
/// its own kind of site and, in `confirm`, of the kernel.
std::vector<EvidenceName> evidenceOf(const engine::Rule &rule);

/// "32", "1.33", "true": numbers as messages show them.
std::string valueInWords(const EvidenceValue &value);

/// Why nothing was measured, or empty where something was: "static: nothing to measure",
/// "not measured yet".
std::string unmeasured(const engine::Rule &rule, const RulePair &pair);

/// "NVIDIA H100 80GB HBM3 (compute capability 9.0), driver 580, CUDA 13.0, 2026-11-21"
std::string conditionsInWords(const RulePair &pair);

/// "1.72 times as fast", "about as fast" or "1.30 times as slow"; empty where one was not timed.
std::string speedInWords(const RulePair &pair);

/// "confirmed", "not confirmed: why", …; empty where nothing was judged.
std::string verdictInWords(const PairMember &member);

} // namespace warplint::cli

#endif
