//===- Audit.cpp - what to look at first in a code base -------------------===//

#include "lint/report/Audit.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <tuple>

namespace warplint::report {
namespace {

constexpr std::size_t mostFolders = 10;
constexpr std::size_t mostSites = 10;
constexpr double lanesOfWarp = 32;

//===----------------------------------------------------------------------===//
// Cost
//===----------------------------------------------------------------------===//

/// One term of the cost.
struct Part {
  double slots = 0;
  std::string words;
};

std::string number(double value) {
  return value == std::floor(value) ? fmt::format("{:.0f}", value) : fmt::format("{:.1f}", value);
}

/// How many there are of what was counted, where loops that were cut short are run to their end.
double inAll(const Evidence &evidence, double count) {
  const double meant = numberAt(evidence, "passes_meant").value_or(1);
  return meant == 1 ? count : std::round(count * meant);
}

void addDifference(const Evidence &evidence, const char *name, const char *ideal,
                   std::vector<Part> &parts) {
  const auto taken = numberAt(evidence, name);
  const auto enough = numberAt(evidence, ideal);
  if (!taken || !enough)
    return;
  const double all = inAll(evidence, *taken), allIdeal = inAll(evidence, *enough);
  parts.push_back({all - allIdeal,
                   fmt::format("{} {} where {} would do", number(all), name, number(allIdeal))});
}

void addRepeats(const Evidence &evidence, const char *name, const char *words,
                std::vector<Part> &parts) {
  const auto requests = numberAt(evidence, "requests");
  const auto turns = numberAt(evidence, name);
  if (!requests || !turns)
    return;
  const double all = inAll(evidence, *requests);
  parts.push_back(
      {all * (*turns - 1), fmt::format("{} {}, {} times", number(*turns), words, number(all))});
}

void addIdleLanes(const Evidence &evidence, std::vector<Part> &parts) {
  const auto warps = numberAt(evidence, "divergent_warps");
  const auto wasted = numberAt(evidence, "wasted_lanes");
  if (warps && wasted) {
    const double all = inAll(evidence, *warps);
    const double cost =
        numberAt(evidence, "then_cost").value_or(0) + numberAt(evidence, "else_cost").value_or(0);
    parts.push_back({all * cost * *wasted / lanesOfWarp,
                     fmt::format("{} of 32 lanes idle in {} operations of {} warp{}",
                                 number(*wasted), number(cost), number(all), all == 1 ? "" : "s")});
  }
  const auto trips = numberAt(evidence, "warp_trips");
  const auto waiting = numberAt(evidence, "wasted");
  const auto body = numberAt(evidence, "body_cost");
  if (trips && waiting && body) {
    const double all = inAll(evidence, *trips);
    parts.push_back({all * *body * *waiting,
                     fmt::format("{:.0f} % of the lanes' time is waiting, in {} iterations of {} "
                                 "operations",
                                 100 * *waiting, number(all), number(*body))});
  }
}

std::vector<Part> partsOf(const Evidence &evidence) {
  std::vector<Part> parts;
  addDifference(evidence, "sectors", "sectors_ideal", parts);
  addDifference(evidence, "wavefronts", "wavefronts_ideal", parts);
  if (!boolAt(evidence, "aggregated"))
    addRepeats(evidence, "lanes_per_address", "lanes ask for one address", parts);
  addRepeats(evidence, "addresses", "addresses of constant memory", parts);
  addIdleLanes(evidence, parts);
  std::erase_if(parts, [](const Part &part) { return !(part.slots > 0); });
  return parts;
}

bool counts(const Finding &finding) {
  return !finding.suppressed && finding.verdict != Verdict::Refuted;
}

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

using Counts = std::map<std::string, std::array<unsigned, 3>>;

std::vector<Audit::Row> worstFirst(const Counts &counts) {
  std::vector<Audit::Row> rows;
  for (const auto &[name, bySeverity] : counts)
    rows.push_back({name, bySeverity});
  std::sort(rows.begin(), rows.end(), [](const Audit::Row &a, const Audit::Row &b) {
    return std::tie(a.bySeverity[2], a.bySeverity[1], a.bySeverity[0], b.name) >
           std::tie(b.bySeverity[2], b.bySeverity[1], b.bySeverity[0], a.name);
  });
  return rows;
}

/// The folder of a file, no deeper than `depth` folders.
std::string folderOf(const std::string &file, std::size_t depth) {
  const std::size_t last = file.rfind('/');
  if (last == std::string::npos)
    return ".";
  std::string folder = file.substr(0, std::max<std::size_t>(last, 1));
  std::size_t end = 0; // an absolute path begins with a slash
  for (; depth > 0; --depth) {
    end = folder.find('/', end + 1);
    if (end == std::string::npos)
      return folder;
  }
  return folder.substr(0, end);
}

std::vector<Audit::Row> folders(const std::vector<Finding> &findings) {
  Counts shown;
  for (std::size_t depth = 1;; ++depth) {
    Counts deeper;
    for (const Finding &finding : findings)
      if (counts(finding))
        ++deeper[folderOf(finding.span.file, depth)][static_cast<std::size_t>(finding.severity)];
    if (deeper == shown || (depth > 1 && deeper.size() > mostFolders))
      return worstFirst(shown);
    shown = std::move(deeper);
  }
}

std::vector<Audit::Site> costliest(const std::vector<Finding> &findings) {
  std::map<SourceSpan, Audit::Site> bySpan;
  std::map<SourceSpan, double> measured;
  double measuredInAll = 0;
  for (const Finding &finding : findings) {
    if (!counts(finding))
      continue;
    const double slots = excessSlots(finding.predicted).value_or(0);
    Audit::Site &site = bySpan[finding.span];
    if (std::find(site.rules.begin(), site.rules.end(), finding.rule) == site.rules.end())
      site.rules.push_back(finding.rule);
    if (!site.finding || slots > site.slots) {
      site.finding = &finding;
      site.slots = slots;
    }
    if (finding.measured) {
      const double excess = excessSlots(*finding.measured).value_or(0);
      double &here = measured[finding.span];
      measuredInAll += std::max(0.0, excess - here);
      here = std::max(here, excess);
    }
  }
  std::vector<Audit::Site> sites;
  for (auto &[span, site] : bySpan) {
    if (site.slots <= 0)
      continue;
    std::sort(site.rules.begin(), site.rules.end());
    if (const auto found = measured.find(span); found != measured.end() && measuredInAll > 0)
      site.measuredShare = found->second / measuredInAll;
    sites.push_back(std::move(site));
  }
  std::sort(sites.begin(), sites.end(), [](const Audit::Site &a, const Audit::Site &b) {
    return std::tie(a.slots, b.finding->span) > std::tie(b.slots, a.finding->span);
  });
  return sites;
}

//===----------------------------------------------------------------------===//
// Reasons
//===----------------------------------------------------------------------===//

bool isDigit(char c) { return c >= '0' && c <= '9'; }

/// Takes "12 " or "2 of 15 " off the beginning; false if it does not begin so.
bool dropCount(std::string &text) {
  std::size_t at = 0;
  const auto digits = [&] {
    const std::size_t begin = at;
    while (at < text.size() && isDigit(text[at]))
      ++at;
    return at > begin && at < text.size() && text[at] == ' ';
  };
  if (!digits())
    return false;
  std::size_t end = ++at;
  if (text.compare(at, 3, "of ") == 0) {
    at += 3;
    if (digits())
      end = at + 1;
  }
  text.erase(0, end);
  return true;
}

/// Takes "file.cu:12: " and "file.cu:12:3: " off the beginning.
void dropPlace(std::string &text) {
  const std::size_t end = text.find(": ");
  if (end == std::string::npos || end == 0 || !isDigit(text[end - 1]))
    return;
  const std::size_t colon = text.find(':');
  if (colon < end && text.find(' ') > colon && isDigit(text[colon + 1]))
    text.erase(0, end + 2);
}

void replaceAll(std::string &text, std::string_view from, std::string_view to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
}

/// `name` -> `…`, and so for what stands in single quotes.
std::string withoutNames(const std::string &text) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const char quote = text[at];
    const std::size_t end =
        quote == '`' || (quote == '\'' && (at == 0 || text[at - 1] == ' ' || text[at - 1] == '('))
            ? text.find(quote, at + 1)
            : std::string::npos;
    if (end == std::string::npos) {
      result += text[at++];
      continue;
    }
    result += quote;
    result += "…";
    result += quote;
    at = end + 1;
  }
  return result;
}

void dropLineNumbers(std::string &text) {
  for (std::size_t at; (at = text.find(" in line ")) != std::string::npos;) {
    std::size_t end = at + std::string_view(" in line ").size();
    while (end < text.size() && isDigit(text[end]))
      ++end;
    text.erase(at, end - at);
  }
}

std::vector<Audit::Reason> notAnalysed(const std::vector<Report::File> &files) {
  std::map<std::pair<int, std::string>, std::vector<std::string>> byReason;
  for (const Report::File &file : files) {
    if (file.status == FileStatus::Analysed)
      continue;
    const std::string_view reason = reasonAmong(file.notes);
    // A header's is that of the files that it was seen through.
    const std::string text = !reason.empty()      ? reasonOf(std::string(reason))
                             : file.notes.empty() ? "no reason is known"
                                                  : "so were the files that include it";
    byReason[{-static_cast<int>(file.status), text}].push_back(file.file);
  }
  std::vector<Audit::Reason> reasons;
  for (auto &[key, names] : byReason)
    reasons.push_back({static_cast<FileStatus>(-key.first), key.second, std::move(names)});
  std::sort(reasons.begin(), reasons.end(), [](const Audit::Reason &a, const Audit::Reason &b) {
    return std::tuple(a.status, a.files.size(), b.text) >
           std::tuple(b.status, b.files.size(), a.text);
  });
  return reasons;
}

} // namespace

std::string_view reasonAmong(const std::vector<std::string> &notes) {
  constexpr std::string_view seenThrough = "analysed as part of "; // the front end's words
  constexpr std::string_view missing = " not found: ";
  const auto isSeenThrough = [&](const std::string &note) { return note.starts_with(seenThrough); };
  const auto found = std::find_if(notes.begin(), notes.end(), [&](const std::string &note) {
    return !isSeenThrough(note) && note.find(missing) == note.npos;
  });
  if (found != notes.end())
    return *found;
  const auto other = std::find_if_not(notes.begin(), notes.end(), isSeenThrough);
  return other == notes.end() ? std::string_view() : *other;
}

std::optional<double> excessSlots(const Evidence &evidence) {
  double slots = 0;
  for (const Part &part : partsOf(evidence))
    slots += part.slots;
  return slots > 0 ? std::optional(slots) : std::nullopt;
}

std::string excessInWords(const Evidence &evidence) {
  const std::vector<Part> parts = partsOf(evidence);
  const auto largest = std::max_element(
      parts.begin(), parts.end(), [](const Part &a, const Part &b) { return a.slots < b.slots; });
  return largest == parts.end() ? std::string() : largest->words;
}

std::string reasonOf(const std::string &note) {
  std::string text = note;
  dropPlace(text);
  if (dropCount(text)) { // what follows the colon is which they are
    text.resize(std::min(text.find(": "), text.size()));
    replaceAll(text, "kernel was ", "kernels were ");
    replaceAll(text, "include was ", "includes were ");
  }
  text = withoutNames(text);
  dropLineNumbers(text);
  return text;
}

std::vector<const Finding *> worstFirst(const Report &report) {
  struct Ranked {
    const Finding *finding;
    double cost;
  };
  std::vector<Ranked> ranked;
  for (const Finding &finding : report.findings)
    if (!finding.suppressed && finding.verdict != Verdict::Refuted)
      ranked.push_back({&finding, excessSlots(finding.predicted).value_or(0)});
  std::sort(ranked.begin(), ranked.end(), [](const Ranked &a, const Ranked &b) {
    if (a.finding->severity != b.finding->severity)
      return a.finding->severity > b.finding->severity;
    return a.cost != b.cost ? a.cost > b.cost : a.finding < b.finding;
  });
  std::vector<const Finding *> findings;
  for (const Ranked &one : ranked)
    findings.push_back(one.finding);
  return findings;
}

Audit audit(const Report &report) {
  Audit audit;
  Counts rules;
  for (const Finding &finding : report.findings)
    if (counts(finding))
      ++rules[finding.rule][static_cast<std::size_t>(finding.severity)];
  audit.rules = worstFirst(rules);
  audit.folders = folders(report.findings);
  audit.costliest = costliest(report.findings);
  audit.sites = static_cast<unsigned>(audit.costliest.size());
  if (audit.costliest.size() > mostSites)
    audit.costliest.resize(mostSites);
  audit.notAnalysed = notAnalysed(report.files);
  return audit;
}

} // namespace warplint::report
