//===- Markdown.cpp - a comment on a pull request -------------------------===//
//
// GitHub's and GitLab's dialects, as far as they agree: counts, a table of what
// matters most, the rest folded away. All text that comes from elsewhere is shown
// as it is: nothing in it is markup, mentions nobody and links nowhere. Longer than
// what a comment may hold (65 536 characters on GitHub) it never is.
//
//===----------------------------------------------------------------------===//

#include "lint/report/Audit.h"
#include "lint/report/Characters.h"
#include "lint/report/Formats.h"
#include "lint/report/Summary.h"

#include <algorithm>
#include <fmt/format.h>

namespace warplint::report {
namespace {

constexpr std::size_t mostShown = 10;
constexpr std::size_t mostCharacters = 60000;

/// Characters that Markdown, HTML or a code host could read as more than text become references,
/// which all of them show as the character.
std::string escaped(std::string_view text) {
  constexpr std::string_view special = "\\`*_[]<>#!|~&@:$";
  std::string result;
  for (char c : printable(text))
    if (special.find(c) != std::string_view::npos || (c == '.' && result.ends_with("www")))
      result += fmt::format("&#{};", static_cast<unsigned>(static_cast<unsigned char>(c)));
    else
      result += c;
  return result;
}

/// Messages quote code in backquotes: code stays code.
std::string withCode(std::string_view message) {
  std::string result;
  while (!message.empty()) {
    const std::size_t open = message.find('`');
    const std::size_t close = open == std::string_view::npos ? open : message.find('`', open + 1);
    result += escaped(message.substr(0, close == std::string_view::npos ? close : open));
    if (close == std::string_view::npos)
      break;
    result += "<code>" + escaped(message.substr(open + 1, close - open - 1)) + "</code>";
    message.remove_prefix(close + 1);
  }
  return result;
}

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
                     escaped(finding.span.file), finding.span.line, withCode(finding.message),
                     verdict, escaped(finding.rule));
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

  // The worst first, and of equal ones the dearest.
  std::vector<const Finding *> findings;
  for (const Finding &finding : context.report.findings)
    if (!finding.suppressed && finding.verdict != Verdict::Refuted)
      findings.push_back(&finding);
  const auto cost = [](const Finding *finding) {
    return excessSlots(finding->predicted).value_or(0);
  };
  std::sort(findings.begin(), findings.end(), [&](const Finding *a, const Finding *b) {
    const double costA = cost(a), costB = cost(b);
    return std::tie(b->severity, costB, a->span, a->rule) <
           std::tie(a->severity, costA, b->span, b->rule);
  });
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
    out << "- " << escaped(remark).substr(0, 500) << "\n";
}

} // namespace warplint::report
