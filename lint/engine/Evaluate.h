//===- Evaluate.h - rules over evidence give findings ----------*- C++ -*-===//
#ifndef WARPLINT_ENGINE_EVALUATE_H
#define WARPLINT_ENGINE_EVALUATE_H

#include "lint/engine/Fingerprint.h"
#include "lint/engine/Rule.h"

namespace warplint::engine {

/// Which rules are applied. The closer name wins: `--ignore memory --select
/// memory-strided-access` applies that one rule.
struct Selection {
  std::vector<std::string> select; ///< rule ids or families; empty: all
  std::vector<std::string> ignore;
  std::vector<std::string> extendSelect; ///< these as well, although they are not selected
};
class Profiles;
/// An id or family in the selection that no rule has.
std::optional<std::string> unknownName(const RuleSet &rules, const Selection &selection);

/// Findings of the sites of all files: sorted, duplicates from files that
/// include the same header folded, those under a suppression comment marked.
/// `sourceLine(file, line)` gives the text of a source line, for fingerprints.
/// Suppressions that suppress nothing are reported as notes of Report::File.
/// An Error means that a rule is broken in a way that its check could not show.
Expected<Report> evaluate(const RuleSet &rules, const Selection &selection,
                          std::span<const FileAnalysis> files, const SourceLine &sourceLine);
/// The same, with the rules that hold for the file that each site lies in.
Expected<Report> evaluate(const Profiles &profiles, std::span<const FileAnalysis> files,
                          const SourceLine &sourceLine);

/// Does the predicate hold on this measured evidence, of a site and its kernel? Unknown evidence
/// never fires. `op`, `expr`, `kernel` and `confidence` are empty.
Expected<bool> holds(const std::string &predicate, SiteKind kind, const Evidence &evidence,
                     const std::map<std::string, EvidenceValue> &params);

/// What a report says of a rule.
RuleInfo infoOf(const Rule &rule);

} // namespace warplint::engine

#endif
