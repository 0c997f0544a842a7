//===- Wording.h - a finding in words --------------------------*- C++ -*-===//
//
// What several formats say alike.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_REPORT_WORDING_H
#define WARPLINT_REPORT_WORDING_H

#include "lint/evidence/Finding.h"

#include <string>

namespace warplint::report {

/// "exact", or "likely: `n` is larger than 1024; block shape (256, 1, 1) is assumed".
std::string confidence(const Finding &finding);

/// The message and, where it rests on more than the source, on what: one line.
std::string qualifiedMessage(const Finding &finding);

/// What stands below the message: confidence unless it is exact, and cure; each led by a line
/// break.
std::string remarks(const Finding &finding);

/// The first address in a reference ("CUDA C++ Programming Guide, 5.3.2: https://…").
std::optional<std::string> addressIn(const std::vector<std::string> &references);

/// Title, mechanism, cure and references of a rule, under headings.
std::string ruleMarkdown(const RuleInfo &rule);

/// "duration": "12.3 us, …"
struct Remark {
  std::string_view label;
  std::string text;
};
/// What was measured of a kernel as a whole; what was not is left out.
std::vector<Remark> figuresInWords(const KernelFigures &kernel);

} // namespace warplint::report

#endif
