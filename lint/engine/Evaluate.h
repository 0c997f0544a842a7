//===- Evaluate.h - rules over evidence give findings ----------*- C++ -*-===//
#ifndef WARPLINT_ENGINE_EVALUATE_H
#define WARPLINT_ENGINE_EVALUATE_H

#include "lint/engine/Rule.h"

#include <functional>

namespace warplint::engine {

struct Selection {
  std::vector<std::string> select; ///< rule ids or families; empty: all
  std::vector<std::string> ignore;
};
/// An id or family in the selection that no rule has.
std::optional<std::string> unknownName(const RuleSet &rules, const Selection &selection);

/// Findings of the sites of all files: sorted, duplicates from files that
/// include the same header folded, those under a suppression comment marked.
/// `sourceLine(file, line)` gives the text of a source line, for fingerprints.
/// Suppressions that suppress nothing are reported as notes of Report::File.
Expected<Report> evaluate(const RuleSet &rules, const Selection &selection,
                          std::span<const FileAnalysis> files,
                          const std::function<std::string(const std::string &, unsigned)> &sourceLine);

/// Does the predicate hold on this evidence? Unknown evidence never fires.
Expected<bool> holds(const std::string &predicate, SiteKind kind, const Evidence &evidence,
                     const std::map<std::string, EvidenceValue> &params);

} // namespace warplint::engine

#endif
