//===- Recall.h - verdicts by what was measured earlier --------*- C++ -*-===//
//
// A recorded measurement says of each kernel what its code was. Where that is
// the same today, findings are judged by it, wherever in its file the code
// stands now: a finding is taken back, token by token, to the line it was on
// when it was measured.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_RUNTIME_RECALL_H
#define WARPLINT_RUNTIME_RECALL_H

#include "lint/evidence/Analysis.h"
#include "runtime-check/Judge.h"

#include <set>
#include <span>

namespace warplint::runtime {

/// What is written down of a function so that it is known again.
MeasuredFunction asMeasured(const DeviceFunction &function);

struct Recall {
  /// Kernels that were measured, and whose code is another one now.
  std::set<std::string> outdated;
};

/// Judges those findings whose kernel, and the function they stand in, is one of
/// `measurement.functions`; `functions` are the ones there are today. Other findings are left as
/// they are, and so are verdicts that weigh more than the new one: of several measurements, one
/// that confirms is enough.
Expected<Recall> recall(std::vector<Finding> &findings, const ConfirmationOf &confirmationOf,
                        const Measurement &measurement, std::span<const DeviceFunction> functions);

} // namespace warplint::runtime

#endif
