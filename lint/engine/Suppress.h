//===- Suppress.h - findings that a comment allows -------------*- C++ -*-===//
#ifndef WARPLINT_ENGINE_SUPPRESS_H
#define WARPLINT_ENGINE_SUPPRESS_H

#include "lint/engine/Rule.h"

#include <functional>

namespace warplint::engine {

/// Sets Finding::suppressed where a comment speaks of the finding's line and
/// rule (by id, family or pattern with `*`; a "warplint-" before it is ignored).
/// Adds a note to the report's file for each rule that a comment names and that
/// it suppresses nothing of, unless the rule was not applied or the file not seen
/// whole. A comment without names may speak to other tools: no note. A name that
/// none of `known` has is noted, with the nearest that there is.
/// `report.files` must hold one entry per analysis, in the same order;
/// `report.rules` the rules that were applied, or else `isApplied` says in which files.
void applySuppressions(
    std::span<const FileAnalysis> files, std::span<const Rule> known, Report &report,
    const std::function<bool(const std::string &rule, const std::string &file)> &isApplied = {});

} // namespace warplint::engine

#endif
