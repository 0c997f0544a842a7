//===- RecordedEvidence.h - what rules cost on a real GPU ------*- C++ -*-===//
//
// The reference kernels were measured once, and what was measured is part of
// the program, so that it can be shown where there is no GPU.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_CLI_RECORDEDEVIDENCE_H
#define WARPLINT_CLI_RECORDEDEVIDENCE_H

#include "runtime-check/Measurement.h"

namespace warplint::cli {

/// Of the rule's reference kernels; none where there is no record.
std::optional<runtime::Measurement> recordedEvidence(const std::string &rule);

} // namespace warplint::cli

#endif
