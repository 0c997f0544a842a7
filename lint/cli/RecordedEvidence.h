//===- RecordedEvidence.h - what rules cost on a real GPU ------*- C++ -*-===//
//
// The reference kernels were measured once, and what was measured is part of
// the program, so that it can be shown where there is no GPU.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_CLI_RECORDEDEVIDENCE_H
#define WARPLINT_CLI_RECORDEDEVIDENCE_H

#include "lint/engine/Rule.h"
#include "runtime-check/Measurement.h"

namespace warplint::cli {

/// Of the rule's reference kernels; none where there is no record.
std::optional<runtime::Measurement> recordedEvidence(const std::string &rule);

/// A few lines for people: chip, ratios and times of bad and good. Empty where there is no record.
std::string recordedInWords(const engine::Rule &rule);

} // namespace warplint::cli

#endif
