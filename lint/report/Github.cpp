//===- Github.cpp - workflow commands of GitHub Actions -------------------===//
//
// One line per finding; GitHub shows it on the line of the pull request.
// https://docs.github.com/actions/reference/workflow-commands-for-github-actions
//
//===----------------------------------------------------------------------===//

#include "lint/report/Characters.h"
#include "lint/report/Formats.h"
#include "lint/report/Wording.h"

#include <fmt/format.h>

namespace warplint::report {
namespace {

/// As escapeData and escapeProperty of actions/toolkit do.
std::string escaped(std::string_view text, bool property) {
  std::string result;
  for (char c : validUtf8(text)) {
    const bool special = c == '%' || c == '\r' || c == '\n' || (property && (c == ':' || c == ','));
    result += special ? fmt::format("%{:02X}", static_cast<unsigned char>(c)) : std::string(1, c);
  }
  return result;
}

std::string_view command(Severity severity) {
  switch (severity) {
  case Severity::Error:
    return "error";
  case Severity::Warning:
    return "warning";
  case Severity::Note:
    return "notice";
  }
  return "notice";
}

/// `line=…,endLine=…,col=…,endColumn=…`, led by a comma. GitHub knows columns within one line
/// only, and its end column is the last one marked.
std::string placeOf(const Context &context, const SourceSpan &span) {
  if (span.line == 0)
    return {};
  const unsigned endLine = std::max(span.line, span.endLine);
  std::string result = fmt::format(",line={},endLine={}", span.line, endLine);
  if (endLine != span.line || span.column == 0)
    return result;
  const std::string line = context.sourceLine(span.file, span.line);
  const unsigned column = utf16Column(line, span.column);
  const unsigned end = utf16Column(line, std::max(span.endColumn, span.column + 1)) - 1;
  return result + fmt::format(",col={},endColumn={}", column, std::max(column, end));
}

} // namespace

void writeGithub(const Context &context, std::ostream &out) {
  for (const Finding &finding : context.report.findings) {
    if (finding.suppressed)
      continue;
    out << fmt::format("::{} file={}{},title={}::{}\n", command(finding.severity),
                       escaped(finding.span.file, true), placeOf(context, finding.span),
                       escaped(finding.rule, true),
                       escaped(finding.message + remarks(finding), false));
  }
  for (const Report::File &file : context.report.files) {
    if (file.status == FileStatus::Analysed)
      continue;
    const bool failed = file.status == FileStatus::Failed;
    std::string text = failed ? "not analysed" : "analysed only in part";
    for (const std::string &note : file.notes)
      text += "\n" + note;
    out << fmt::format("::{} file={},title=warplint::{}\n", failed ? "warning" : "notice",
                       escaped(file.file, true), escaped(text, false));
  }
}

} // namespace warplint::report
