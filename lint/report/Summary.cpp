//===- Summary.cpp - a report in numbers ----------------------------------===//

#include "lint/report/Summary.h"

#include <fmt/format.h>

namespace warplint::report {

Summary summarise(const Report &report) {
  Summary summary;
  for (const Finding &finding : report.findings) {
    if (finding.suppressed) {
      ++summary.suppressed;
      summary.refuted += finding.suppressed->by == "evidence";
      continue;
    }
    const auto severity = static_cast<std::size_t>(finding.severity);
    ++summary.findings;
    ++summary.bySeverity[severity];
    ++summary.byRule[finding.rule][severity];
  }
  for (const Report::File &file : report.files) {
    ++summary.byStatus[static_cast<std::size_t>(file.status)];
    summary.kernels += file.kernels;
  }
  return summary;
}

std::string counted(unsigned count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string severities(const std::array<unsigned, 3> &bySeverity) {
  std::string result;
  for (Severity severity : {Severity::Error, Severity::Warning, Severity::Note})
    if (unsigned count = bySeverity[static_cast<std::size_t>(severity)])
      result += (result.empty() ? "" : ", ") + counted(count, name(severity));
  return result;
}

} // namespace warplint::report
