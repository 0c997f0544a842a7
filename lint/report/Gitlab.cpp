//===- Gitlab.cpp - GitLab's code quality report --------------------------===//
//
// https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format
//
//===----------------------------------------------------------------------===//

#include "lint/report/Formats.h"
#include "lint/report/Wording.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace warplint::report {
namespace {

using Json = nlohmann::ordered_json;

std::string_view gitlabSeverity(Severity severity) {
  switch (severity) {
  case Severity::Error:
    return "critical";
  case Severity::Warning:
    return "major";
  case Severity::Note:
    return "info";
  }
  return "info";
}

Json entry(std::string_view rule, std::string_view message, std::string_view severity,
           const std::string &fingerprint, const SourceSpan &span) {
  const unsigned begin = std::max(span.line, 1U);
  return {{"description", message},
          {"check_name", rule},
          {"fingerprint", fingerprint},
          {"severity", severity},
          {"location",
           {{"path", span.file},
            {"lines", {{"begin", begin}, {"end", std::max(begin, span.endLine)}}}}}};
}

} // namespace

void writeGitlab(const Context &context, std::ostream &out) {
  Json entries = Json::array();
  std::map<std::string, unsigned> seen; // GitLab drops an entry whose fingerprint it has had
  for (const Finding &finding : context.report.findings) {
    if (finding.suppressed)
      continue;
    const unsigned times = ++seen[finding.fingerprint];
    const std::string fingerprint =
        times == 1 ? finding.fingerprint : fmt::format("{}-{}", finding.fingerprint, times);
    entries.push_back(entry(finding.rule, qualifiedMessage(finding),
                            gitlabSeverity(finding.severity), fingerprint, finding.span));
  }
  for (const Report::File &file : context.report.files) {
    if (file.status == FileStatus::Analysed)
      continue;
    const bool failed = file.status == FileStatus::Failed;
    std::string text = failed ? "not analysed" : "analysed only in part";
    for (const std::string &note : file.notes)
      text += "; " + note;
    const std::string check = fmt::format("file-{}", name(file.status));
    entries.push_back(entry(check, text, failed ? "minor" : "info", check + ":" + file.file,
                            {file.file, 1, 1, 1, 1}));
  }
  out << entries.dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
}

} // namespace warplint::report
