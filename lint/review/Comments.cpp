//===- Comments.cpp - findings as comments on a pull request --------------===//

#include "lint/review/Comments.h"

#include "lint/report/Audit.h"
#include "lint/report/Characters.h"
#include "lint/report/Excerpt.h"
#include "lint/report/Markup.h"
#include "lint/report/Wording.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace warplint::review {

using report::markdownCode;
using report::markdownMessage;
using report::markdownText;

const std::string_view summaryKey = "summary";

namespace {

constexpr std::string_view markBegin = "<!-- warplint: ";
constexpr std::string_view markEnd = " -->";
constexpr std::string_view goneText = "_No longer found._";
constexpr std::size_t longestBody = 60'000; // bytes; GitHub takes 65 536 characters
constexpr unsigned rowsOfSummary = 20;

std::string mark(std::string_view key) {
  return fmt::format("\n{}{}{}\n", markBegin, key, markEnd);
}

std::size_t longestRun(std::string_view text, char c) {
  std::size_t longest = 0;
  std::size_t run = 0;
  for (const char each : text)
    longest = std::max(longest, run = each == c ? run + 1 : 0);
  return longest;
}

std::string block(std::string_view language, const std::vector<std::string> &lines) {
  std::size_t longest = 2;
  for (const std::string &line : lines)
    longest = std::max(longest, longestRun(line, '`'));
  const std::string fence(longest + 1, '`');
  std::string text = fmt::format("{}{}\n", fence, language);
  for (const std::string &line : lines)
    text += line + "\n";
  return text + fence + "\n";
}

std::string number(const EvidenceValue &value) {
  if (const auto *integer = std::get_if<std::int64_t>(&value))
    return fmt::format("{}", *integer);
  if (const auto *real = std::get_if<double>(&value))
    return fmt::format("{:.4g}", *real);
  return {};
}

/// What was both predicted and measured, side by side.
std::string comparison(const Finding &finding) {
  if (!finding.measured)
    return {};
  std::string rows;
  for (const auto &[name, measured] : *finding.measured) {
    const auto predicted = finding.predicted.find(name);
    if (predicted == finding.predicted.end() || number(measured).empty() ||
        number(predicted->second).empty() ||
        !(name.ends_with("ratio") || name.ends_with("request")))
      continue;
    std::string words = name;
    std::replace(words.begin(), words.end(), '_', ' ');
    rows += fmt::format("| {} | {} | {} |\n", words, number(predicted->second), number(measured));
  }
  return rows.empty() ? rows : "\n| | predicted | measured |\n|---|---|---|\n" + rows;
}

/// The fix, where it can be taken by a click: all of it in lines that a comment may be about.
struct Suggestion {
  unsigned first = 0;
  unsigned last = 0;
  std::string text; ///< Markdown
};

std::optional<Suggestion> suggestionOf(const Finding &finding,
                                       const std::vector<report::Change> &changes,
                                       const std::vector<Hunk> &hunks) {
  if (changes.size() != 1 || changes.front().file != finding.span.file)
    return std::nullopt;
  const report::Change &change = changes.front();
  const auto last = change.line + static_cast<unsigned>(change.before.size()) - 1;
  if (change.before.empty() || !isShown(hunks, change.line, last))
    return std::nullopt;
  return Suggestion{change.line, last, block("suggestion", change.after)};
}

std::string asDiff(const std::vector<report::Change> &changes) {
  std::vector<std::string> lines;
  for (const report::Change &change : changes) {
    lines.push_back(fmt::format("@@ {}:{} @@", change.file, change.line));
    for (const std::string &line : change.before)
      lines.push_back("-" + line);
    for (const std::string &line : change.after)
      lines.push_back("+" + line);
  }
  return block("diff", lines);
}

std::string limited(std::string body, const std::string &end) {
  if (body.size() + end.size() > longestBody) {
    body.resize(longestBody - end.size());
    while (!body.empty() && (static_cast<unsigned char>(body.back()) & 0xc0) == 0x80)
      body.pop_back(); // of a character that was cut
    body += "\n…\n";
  }
  return report::validUtf8(body) + end;
}

std::string ruleDetails(const Report &report, const std::string &id) {
  const auto rule = std::find_if(report.rules.begin(), report.rules.end(),
                                 [&](const RuleInfo &info) { return info.id == id; });
  if (rule == report.rules.end() || rule->why.empty())
    return {};
  std::vector<std::string> lines{rule->why.substr(0, rule->why.find_last_not_of('\n') + 1)};
  return fmt::format("\n<details><summary>Why: {}</summary>\n\n{}\n</details>\n",
                     markdownText(rule->title), block("text", lines));
}

std::string head(const Finding &finding) {
  return fmt::format("**{}**: {} ({})\n", name(finding.severity), markdownMessage(finding.message),
                     markdownCode(finding.rule));
}

std::string verdictOf(const Finding &finding) {
  return finding.verdict ? std::string(name(*finding.verdict)) + " on a GPU" : std::string();
}

Comment commentOf(const Report &report, const Finding &finding, const std::vector<Hunk> &hunks,
                  const SourceLine &sourceLine) {
  Comment comment{finding.fingerprint, finding.span.file, finding.span.line, finding.span.line, {}};
  if (finding.span.endLine > finding.span.line &&
      isShown(hunks, finding.span.line, finding.span.endLine))
    comment.last = finding.span.endLine;
  std::string body = head(finding);
  if (!finding.kernel.empty())
    body += fmt::format("\nIn kernel {}. ", markdownCode(finding.kernel));
  if (const std::string rests = report::confidence(finding); rests != "exact")
    body += fmt::format("Confidence: {}. ", markdownMessage(rests));
  if (const std::string verdict = verdictOf(finding); !verdict.empty())
    body += fmt::format("Measured: {}.", verdict);
  body += "\n" + comparison(finding);
  if (!finding.help.empty())
    body += fmt::format("\nInstead: {}\n", markdownMessage(finding.help));
  if (!finding.fixes.empty()) {
    const Fix &fix = finding.fixes.front();
    const auto changes = report::preview(fix, sourceLine);
    if (const auto suggestion = suggestionOf(finding, changes, hunks)) {
      // The comment is about what the suggestion replaces: that is how it is taken over.
      comment.first = suggestion->first;
      comment.last = suggestion->last;
      body += fmt::format("\n{}:\n\n{}", markdownMessage(fix.title), suggestion->text);
    } else if (!changes.empty()) {
      body += fmt::format("\n{}:\n\n{}", markdownMessage(fix.title), asDiff(changes));
    }
  }
  body += ruleDetails(report, finding.rule);
  comment.body = limited(std::move(body), mark(finding.fingerprint));
  return comment;
}

std::string counts(const std::vector<const Finding *> &findings) {
  std::array<unsigned, 3> bySeverity{};
  for (const Finding *finding : findings)
    ++bySeverity[static_cast<std::size_t>(finding->severity)];
  std::string text;
  for (const Severity severity : {Severity::Error, Severity::Warning, Severity::Note})
    if (const unsigned count = bySeverity[static_cast<std::size_t>(severity)])
      text += fmt::format("{}{} {}{}", text.empty() ? "" : ", ", count, name(severity),
                          count == 1 ? "" : "s");
  return text.empty() ? "no findings" : text;
}

std::string excess(const std::optional<Evidence> &evidence) {
  return evidence ? report::excessInWords(*evidence) : std::string();
}

std::string summaryOf(const Report &report, const std::vector<const Finding *> &shown,
                      const std::set<const Finding *> &commented, unsigned elsewhere,
                      const PlanOptions &options) {
  std::string body = fmt::format("### warplint: {}\n\n", counts(shown));
  if (!shown.empty()) {
    body += "| | where | what | predicted | measured |\n|---|---|---|---|---|\n";
    unsigned rows = 0;
    for (const Finding *finding : shown) {
      if (rows++ == rowsOfSummary)
        break;
      body += fmt::format(
          "| {} | {} | {} | {} | {} |\n", name(finding->severity),
          markdownCode(fmt::format("{}:{}", finding->span.file, finding->span.line)),
          markdownCode(finding->rule), markdownText(excess(finding->predicted)),
          markdownText(finding->measured ? excess(finding->measured) + " " + verdictOf(*finding)
                                         : verdictOf(*finding)));
    }
    if (shown.size() > rowsOfSummary)
      body += fmt::format("\n{} more.\n", shown.size() - rowsOfSummary);
    if (const std::size_t without = shown.size() - commented.size(); without > 0 && rows > 0)
      body += fmt::format("\n{} of these {} no comment of {} own.\n", without,
                          without == 1 ? "has" : "have", without == 1 ? "its" : "their");
  }
  if (elsewhere > 0)
    body += fmt::format("\n{} more finding{} on lines that this pull request does not show.\n",
                        elsewhere, elsewhere == 1 ? "" : "s");
  unsigned analysed = 0;
  std::string notAnalysed;
  for (const Report::File &file : report.files)
    if (file.status == FileStatus::Analysed)
      ++analysed;
    else
      notAnalysed +=
          fmt::format("- {}: {}{}\n", markdownCode(file.file), name(file.status),
                      file.notes.empty() ? std::string() : ": " + markdownText(file.notes.front()));
  body += fmt::format("\n{} file{} analysed.\n", analysed, analysed == 1 ? "" : "s");
  if (!notAnalysed.empty())
    body += "\n<details><summary>Not analysed, or only in part</summary>\n\n" + notAnalysed +
            "\n</details>\n";
  return limited(std::move(body), mark(summaryKey));
}

} // namespace

Plan planReview(const Report &report, const ShownLines &shown, const SourceLine &sourceLine,
                const PlanOptions &options) {
  Plan plan;
  std::vector<const Finding *> here;
  for (const Finding *finding : report::worstFirst(report)) {
    if (finding->severity < options.least)
      continue;
    plan.found.insert(finding->fingerprint);
    const auto file = shown.find(finding->span.file);
    if (file != shown.end() && isShown(file->second, finding->span.line, finding->span.line))
      here.push_back(finding);
    else
      ++plan.elsewhere;
  }
  std::set<std::string> keys;
  std::set<const Finding *> commented;
  for (const Finding *finding : here) {
    if (plan.comments.size() >= options.most)
      break;
    if (finding->fingerprint.empty() || !keys.insert(finding->fingerprint).second)
      continue;
    plan.comments.push_back(commentOf(report, *finding, shown.at(finding->span.file), sourceLine));
    commented.insert(finding);
  }
  for (const Report::File &file : report.files)
    if (file.status != FileStatus::Analysed)
      plan.unseen.insert(file.file);
  plan.nothing = here.empty() && plan.unseen.empty();
  plan.summary = summaryOf(report, here, commented, plan.elsewhere, options);
  return plan;
}

std::optional<std::string> keyOf(std::string_view body) {
  while (!body.empty() && (body.back() == '\n' || body.back() == '\r' || body.back() == ' '))
    body.remove_suffix(1);
  const std::size_t lineStart =
      body.rfind('\n') == std::string_view::npos ? 0 : body.rfind('\n') + 1;
  const std::string_view line = body.substr(lineStart);
  if (!line.starts_with(markBegin) || !line.ends_with(markEnd) ||
      line.size() < markBegin.size() + markEnd.size())
    return std::nullopt;
  const std::string_view key =
      line.substr(markBegin.size(), line.size() - markBegin.size() - markEnd.size());
  if (key.empty() || key.find("--") != std::string_view::npos)
    return std::nullopt;
  return std::string(key);
}

std::string withdrawn(const std::string &body) {
  if (body.starts_with(goneText))
    return body;
  const auto key = keyOf(body);
  std::string text = body.substr(0, body.rfind(markBegin));
  // Nobody should take over what is out of date.
  constexpr std::string_view offer = "`suggestion\n";
  for (std::size_t at = 0; (at = text.find(offer, at)) != std::string::npos;)
    text.replace(at, offer.size(), "`text\n");
  return limited(fmt::format("{}\n\n<details><summary>What it was</summary>\n\n{}\n</details>\n",
                             goneText, text),
                 mark(key.value_or("gone")));
}

} // namespace warplint::review
