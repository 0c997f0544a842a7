//===- Suppress.cpp - findings that a comment allows ----------------------===//

#include "lint/engine/Suppress.h"

#include "lint/engine/Nearest.h"

#include <algorithm>
#include <fnmatch.h>
#include <map>

namespace warplint::engine {
namespace {

/// One name in one comment. A header's comments are seen once per file that
/// includes it; they count as one.
struct Allowance {
  const Suppression *comment = nullptr;
  std::string pattern;   ///< empty: every rule
  std::size_t file = 0;  ///< index in Report::files of the file to note it under
  bool seenWhole = true; ///< no file that holds the comment is partial
  bool used = false;
};

using Key = std::pair<SourceSpan, std::string>;

std::string withoutPrefix(const std::string &rule) {
  constexpr std::string_view prefix = "warplint-";
  return rule.starts_with(prefix) ? rule.substr(prefix.size()) : rule;
}

bool names(const std::string &pattern, const std::string &rule, const std::string &family) {
  return pattern.empty() || pattern == family || fnmatch(pattern.c_str(), rule.c_str(), 0) == 0;
}

void collect(const FileAnalysis &analysis, std::size_t index,
             std::map<Key, Allowance> &allowances) {
  for (const Suppression &comment : analysis.suppressions) {
    std::vector<std::string> rules = comment.rules;
    if (rules.empty())
      rules.emplace_back();
    for (const std::string &rule : rules) {
      Allowance &allowance = allowances[{comment.span, rule}];
      if (!allowance.comment)
        allowance = {&comment, withoutPrefix(rule), index, true, false};
      if (analysis.file == comment.span.file)
        allowance.file = index;
      allowance.seenWhole &= analysis.status == FileStatus::Analysed;
    }
  }
}

bool speaksOf(const Allowance &allowance, const Finding &finding) {
  return allowance.comment->firstLine <= finding.span.line &&
         finding.span.line <= allowance.comment->lastLine &&
         names(allowance.pattern, finding.rule, finding.family);
}

bool namesOneOf(const Allowance &allowance, std::span<const Rule> rules) {
  return std::any_of(rules.begin(), rules.end(), [&](const Rule &rule) {
    return names(allowance.pattern, rule.id, rule.family);
  });
}

/// What to tell of a comment that suppressed nothing; empty where there is nothing to tell.
std::string complaint(const Allowance &allowance, std::span<const Rule> known, bool wasApplied) {
  if (allowance.pattern.empty())
    return {};
  if (!namesOneOf(allowance, known)) {
    std::vector<std::string_view> ids;
    for (const Rule &rule : known)
      ids.push_back(rule.id);
    return "suppression of " + allowance.pattern + ": there is no such rule" +
           didYouMean(allowance.pattern, ids);
  }
  // A rule that was not applied cannot say whether its suppression is needed; nor
  // can one that did not see all of the file.
  if (!allowance.seenWhole || !wasApplied)
    return {};
  return "suppression of " + allowance.pattern + " suppresses nothing";
}

} // namespace

void applySuppressions(
    std::span<const FileAnalysis> files, std::span<const Rule> known, Report &report,
    const std::function<bool(const std::string &rule, const std::string &file)> &isApplied) {
  std::map<Key, Allowance> allowances;
  for (std::size_t index = 0; index < files.size(); ++index)
    collect(files[index], index, allowances);

  std::map<std::string, std::vector<Allowance *>, std::less<>> perFile;
  for (auto &[key, allowance] : allowances)
    perFile[allowance.comment->span.file].push_back(&allowance);

  for (Finding &finding : report.findings) {
    const auto it = perFile.find(finding.span.file);
    if (it == perFile.end())
      continue;
    for (Allowance *allowance : it->second) {
      if (!speaksOf(*allowance, finding))
        continue;
      allowance->used = true;
      if (!finding.suppressed)
        finding.suppressed = SuppressedBy{"comment", allowance->comment->reason};
    }
  }

  for (const auto &[key, allowance] : allowances) {
    if (allowance.used)
      continue;
    const std::string &file = allowance.comment->span.file;
    const bool wasApplied =
        std::any_of(report.rules.begin(), report.rules.end(), [&](const RuleInfo &rule) {
          return names(allowance.pattern, rule.id, rule.family) &&
                 (!isApplied || isApplied(rule.id, file));
        });
    const std::string text = complaint(allowance, known, wasApplied);
    if (!text.empty())
      report.files[allowance.file].notes.push_back(allowance.comment->span.file + ":" +
                                                   std::to_string(allowance.comment->span.line) +
                                                   ": " + text);
  }
}

} // namespace warplint::engine
