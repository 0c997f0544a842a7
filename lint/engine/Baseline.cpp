//===- Baseline.cpp - findings that a project has taken note of -----------===//

#include "lint/engine/Baseline.h"

#include "lint/evidence/Json.h"

#include <algorithm>
#include <tuple>

namespace warplint::engine {
namespace {

using Json = nlohmann::ordered_json;

bool isSpace(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

std::string withoutSpaces(std::string text) {
  std::erase_if(text, isSpace);
  return text;
}

/// Runs of spaces become one; JSON can hold what is left.
std::string onOneLine(const std::string &text) {
  std::string result;
  for (char c : text)
    if (!isSpace(c))
      result += c;
    else if (!result.empty() && result.back() != ' ')
      result += ' ';
  return validUtf8(result);
}

std::string joined(const std::vector<std::string> &words) {
  std::string text;
  for (const std::string &word : words)
    text += (text.empty() ? "" : " ") + word;
  return text;
}

/// Kernels have their name in the finding; host code has its function among what is predicted.
std::string placeOf(const Finding &finding) {
  if (!finding.kernel.empty())
    return finding.kernel;
  return std::string(stringAt(finding.predicted, "function").value_or(""));
}

BaselineEntry entryOf(const Finding &finding) {
  return {finding.rule,
          validUtf8(finding.span.file),
          validUtf8(placeOf(finding)),
          joined(finding.ops.empty() ? std::vector{finding.op} : finding.ops),
          onOneLine(finding.expr),
          1};
}

using Key = std::array<std::string, 5>; // the file last but one, the rest in any order

Key keyOf(const BaselineEntry &entry) {
  return {entry.rule, entry.file, entry.kernel, entry.ops, withoutSpaces(entry.expr)};
}

using Counts = std::map<Key, BaselineEntry>;

/// What one entry may count: more is not read, so that no sum overflows, and is not written.
constexpr unsigned mostCount = 1000000;

Counts countsOf(const std::vector<BaselineEntry> &entries) {
  Counts counts;
  for (const BaselineEntry &entry : entries) {
    const auto [it, isNew] = counts.emplace(keyOf(entry), entry);
    if (!isNew)
      it->second.count = std::min(it->second.count + entry.count, mostCount);
  }
  return counts;
}

Baseline baselineOf(const Counts &counts) {
  Baseline baseline;
  for (const auto &[key, entry] : counts)
    baseline.entries.push_back(entry);
  std::sort(baseline.entries.begin(), baseline.entries.end(), [](const auto &a, const auto &b) {
    return std::tie(a.file, a.kernel, a.rule, a.ops, a.expr) <
           std::tie(b.file, b.kernel, b.rule, b.ops, b.expr);
  });
  return baseline;
}

/// The entries that are left for findings, and the marking of those.
class Matcher {
public:
  Matcher(const Baseline &baseline, const BaselineView &view, Report &report)
      : left_(countsOf(baseline.entries)), view_(view), report_(report) {}

  void match() {
    for (Finding &finding : report_.findings)
      if (!finding.suppressed)
        if (const auto found = left_.find(keyOf(entryOf(finding))); found != left_.end())
          take(found, finding);
    matchMoved();
  }

  std::vector<BaselineEntry> stale() const {
    std::vector<BaselineEntry> stale;
    for (const BaselineEntry &entry : baselineOf(left_).entries)
      if (entry.count > 0 && isStale(entry))
        stale.push_back(entry);
    return stale;
  }

private:
  void take(Counts::iterator found, Finding &finding) {
    if (found->second.count == 0)
      return;
    --found->second.count;
    finding.suppressed = SuppressedBy{"baseline", "in " + view_.name};
  }

  /// A file that was renamed takes its entries along.
  void matchMoved() {
    std::map<Key, Counts::iterator> moved; // by a key without the file
    for (auto it = left_.begin(); it != left_.end(); ++it)
      if (it->second.count > 0 && !view_.exists(it->second.file))
        moved.emplace(withoutFile(it->first), it);
    if (moved.empty())
      return;
    for (Finding &finding : report_.findings)
      if (!finding.suppressed)
        if (const auto found = moved.find(withoutFile(keyOf(entryOf(finding))));
            found != moved.end())
          take(found->second, finding);
  }

  static Key withoutFile(Key key) {
    key[1].clear();
    return key;
  }

  bool isStale(const BaselineEntry &entry) const {
    const auto file = std::find_if(report_.files.begin(), report_.files.end(),
                                   [&](const auto &known) { return known.file == entry.file; });
    if (file == report_.files.end())
      return !view_.exists(entry.file);
    return file->status == FileStatus::Analysed && view_.isApplied(entry.rule, entry.file);
  }

  Counts left_;
  const BaselineView &view_;
  Report &report_;
};

} // namespace

Baseline baselineOf(const Report &report) {
  std::vector<BaselineEntry> entries;
  for (const Finding &finding : report.findings)
    if (!finding.suppressed)
      entries.push_back(entryOf(finding));
  return baselineOf(countsOf(entries));
}

std::vector<BaselineEntry> applyBaseline(const Baseline &baseline, const BaselineView &view,
                                         Report &report) {
  Matcher matcher(baseline, view, report);
  matcher.match();
  return matcher.stale();
}

Baseline pruned(const Baseline &baseline, const std::vector<BaselineEntry> &stale) {
  Counts counts = countsOf(baseline.entries);
  for (const BaselineEntry &entry : stale) {
    const auto it = counts.find(keyOf(entry));
    if (it == counts.end())
      continue;
    it->second.count -= std::min(it->second.count, entry.count);
    if (it->second.count == 0)
      counts.erase(it);
  }
  return baselineOf(counts);
}

std::string baselineText(const Baseline &baseline) {
  std::string text = "{\n \"version\": 1,\n \"tool\": \"warplint\",\n \"findings\": [";
  const char *separator = "\n";
  for (const BaselineEntry &entry : baseline.entries) {
    const Json json = {{"file", entry.file}, {"kernel", entry.kernel}, {"rule", entry.rule},
                       {"op", entry.ops},    {"expr", entry.expr},     {"count", entry.count}};
    text += separator;
    text += "  " + json.dump();
    separator = ",\n";
  }
  return text + "\n ]\n}\n";
}

Expected<Baseline> baselineFromJson(const nlohmann::json &json) {
  try {
    if (!json.is_object() || !json.contains("version") || json["version"] != 1 ||
        !json.contains("findings"))
      return makeError("not a baseline of version 1; `warplint baseline` writes one");
    std::vector<BaselineEntry> entries;
    for (const nlohmann::json &item : json.at("findings")) {
      const nlohmann::json &count = item.at("count");
      if (!count.is_number_unsigned() || count.get<std::uint64_t>() < 1 ||
          count.get<std::uint64_t>() > mostCount)
        return makeError("not a baseline: `count` must be a number from 1 to " +
                         std::to_string(mostCount) + ": " + count.dump());
      entries.push_back({item.at("rule"), item.at("file"), item.value("kernel", ""),
                         item.value("op", ""), item.value("expr", ""), count.get<unsigned>()});
    }
    return baselineOf(countsOf(entries));
  } catch (const nlohmann::json::exception &error) {
    return makeError(std::string("not a baseline: ") + error.what());
  }
}

} // namespace warplint::engine
