//===- Markdown.cpp - a comment on a pull request -------------------------===//
//
// GitHub's and GitLab's dialects, as far as they agree: counts, a table of what
// matters most, the rest folded away. All text that comes from elsewhere is shown
// as it is: nothing in it is markup, mentions nobody and links nowhere. Longer than
// what a comment may hold (65 536 characters on GitHub) it never is.
//
//===----------------------------------------------------------------------===//

#include "lint/report/Audit.h"
#include "lint/report/Formats.h"
#include "lint/report/Markup.h"
#include "lint/report/Summary.h"

#include <fmt/format.h>

namespace warplint::report {
namespace {

constexpr std::size_t mostShown = 10;
constexpr std::size_t mostCharacters = 60000;
constexpr std::size_t longestRemark = 500;

std::string_view sign(Severity severity) {
  switch (severity) {
  case Severity::Error:
    return "🛑 error";
  case Severity::Warning:
    return "⚠️ warning";
  case Severity::Note:
    return "ℹ️ note";
  }
  return {};
}

std::string row(const Finding &finding) {
  std::string verdict =
      finding.verdict ? fmt::format("<br>{} on the GPU", name(*finding.verdict)) : std::string();
  return fmt::format("| {} | {}:{} | {}{} | {} |\n", sign(finding.severity),
                     markdownText(finding.span.file), finding.span.line,
                     markdownMessage(finding.message), verdict, markdownText(finding.rule));
}

constexpr std::string_view tableHead = "| | where | what | rule |\n|---|---|---|---|\n";

} // namespace

void writeMarkdown(const Context &context, std::ostream &out) {
  const Summary summary = summarise(context.report);
  if (summary.findings == 0)
    out << "**warplint**: no findings";
  else
    out << fmt::format("**warplint**: {} ({})", counted(summary.findings, "finding"),
                       severities(summary.bySeverity));
  out << fmt::format(" in {}, {}", counted(summary.files(), "file"),
                     counted(summary.kernels, "kernel"));
  if (summary.suppressed)
    out << fmt::format("; {} suppressed", counted(summary.suppressed, "finding"));
  out << "\n";

  const std::vector<const Finding *> findings = worstFirst(context.report);
  std::string text;
  std::size_t shown = 0;
  for (; shown < findings.size(); ++shown) {
    std::string next = row(*findings[shown]);
    if (text.size() + next.size() > mostCharacters)
      break;
    if (shown == 0)
      text += "\n" + std::string(tableHead);
    if (shown == mostShown)
      text += fmt::format("\n<details><summary>{} more</summary>\n\n{}",
                          findings.size() - mostShown, tableHead);
    text += next;
  }
  if (shown > mostShown)
    text += "\n</details>\n";
  if (shown < findings.size())
    text += fmt::format("\nand {} more, which do not fit\n", findings.size() - shown);
  out << text;
  std::vector<std::string> remarks = context.report.notes;
  for (const FileStatus status : {FileStatus::Failed, FileStatus::Partial})
    if (const unsigned files = summary.byStatus[static_cast<std::size_t>(status)])
      remarks.push_back(fmt::format("{} {}", counted(files, "file"),
                                    status == FileStatus::Failed ? "could not be analysed"
                                                                 : "analysed only in part"));
  if (!remarks.empty())
    out << "\n";
  for (const std::string &remark : remarks)
    out << "- " << markdownText(remark.substr(0, longestRemark)) << "\n";
}

} // namespace warplint::report
