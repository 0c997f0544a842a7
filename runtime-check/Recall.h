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

/// What the linter sees today.
struct Code {
  std::vector<DeviceFunction> functions;
  std::map<std::string, std::set<BlockShape>> blocks; ///< of launches; by plain name of the kernel
  std::set<SourceSpan> host{}; ///< of the functions, those of host code that call or launch
};
/// Are findings of such a rule about calls or launches in host code?
bool isOfHostCode(const std::optional<Confirmation> &confirmation);
/// Files must have been analysed with their functions.
Code codeOf(std::span<const FileAnalysis> files);

/// What is written down of a function so that it is known again.
MeasuredFunction asMeasured(const DeviceFunction &function, const Code &code);

struct Recall {
  /// Kernels and host functions that were measured, and whose code is another one now.
  std::set<std::string> outdated;
};

/// Judges those findings whose kernel, and the function they stand in, is in `code` what it is in
/// `measurement.functions`. A kernel that is launched with another block shape than was known then
/// is another one. Findings in host code are judged where the function they stand in is what it
/// was: by the calls and kernels that the finding names, as records tell no line. Other findings
/// are left as they are, and so are verdicts that weigh more than the new one: of several
/// measurements, one that confirms is enough.
Expected<Recall> recall(std::vector<Finding> &findings, const ConfirmationOf &confirmationOf,
                        const Measurement &measurement, const Code &code);

} // namespace warplint::runtime

#endif
