//===- RuleFile.cpp - reading one rule file -------------------------------===//

#include "lint/engine/RuleFile.h"

#include "lint/engine/Message.h"
#include "lint/engine/Nearest.h"
#include "lint/engine/Predicate.h"

#include <algorithm>
#include <array>
#include <regex>

namespace warplint::engine {
namespace {

constexpr std::array ruleKeys = std::to_array<YamlKey>({
    {"id", "string", true},
    {"title", "string", true},
    {"family", "string", true},
    {"phase", "integer", true},
    {"severity", "string", true},
    {"on", "string", true},
    {"when", "string", true},
    {"adjust", "array"},
    {"params", "object"},
    {"message", "string", true},
    {"why", "string", true},
    {"help", "string", true},
    {"summary", "string", true},
    {"fix", "string"},
    {"confirm", "object"},
    {"kernels", "string"},
    {"references", "array"},
});

constexpr std::array adjustKeys = std::to_array<YamlKey>({
    {"when", "string", true},
    {"severity", "string"},
    {"message", "string"},
});

constexpr std::array confirmKeys = std::to_array<YamlKey>({
    {"metrics", "array"},
    {"when", "string"},
    {"sanitizer", "string"},
    {"hang", "boolean"},
    {"cost", "boolean"},
});

constexpr std::array<std::string_view, 10> families{"memory", "shared", "divergence", "sync",
                                                    "groups", "async",  "occupancy",  "compute",
                                                    "host",   "arch"};
constexpr std::array<std::string_view, 2> sanitizers{"racecheck", "synccheck"};
constexpr std::string_view idPattern = "^[a-z][a-z0-9]*(-[a-z0-9]+)+$";
constexpr std::string_view paramPattern = "^[a-z][a-z0-9_]*$";

/// Made once: compiling an expression takes longer than all else about a rule.
const std::regex &idExpression() {
  static const std::regex expression(idPattern.begin(), idPattern.end());
  return expression;
}
const std::regex &paramExpression() {
  static const std::regex expression(paramPattern.begin(), paramPattern.end());
  return expression;
}

bool matches(const std::string &text, const std::regex &pattern) {
  return std::regex_match(text, pattern);
}

std::string listed(std::span<const std::string_view> words) {
  std::string text;
  for (std::string_view word : words)
    text += (text.empty() ? "" : ", ") + std::string(word);
  return text;
}

/// Reads one file; the first thing that is wrong is in `errors_`.
class RuleReader {
public:
  RuleReader(const YAML::Node &document, YamlErrors &errors)
      : file_(document, "", ruleKeys, errors), errors_(errors) {}

  Rule read() {
    readNames();
    readTexts();
    readParams();
    // Predicates and messages speak of the site's kind and the params.
    if (errors_.first())
      return rule_;
    rule_.when = predicate(file_, "when");
    rule_.message = message(file_, "message");
    readAdjustments();
    readConfirm();
    return rule_;
  }

private:
  /// One of a closed set of words.
  void checkWord(const YamlMapping &mapping, std::string_view key,
                 std::span<const std::string_view> words) {
    const std::string word = mapping.text(key);
    if (mapping.has(key) && std::find(words.begin(), words.end(), word) == words.end())
      mapping.report(key, "unknown word `" + word + "`" +
                              didYouMean(word, {words.begin(), words.end()}) + " (" +
                              listed(words) + ")");
  }

  Severity severity(const YamlMapping &mapping) {
    constexpr std::array<std::string_view, 3> words{"error", "warning", "note"};
    checkWord(mapping, "severity", words);
    return severityFromName(mapping.text("severity")).value_or(rule_.severity);
  }

  void readNames() {
    rule_.id = file_.text("id");
    if (file_.has("id") && !matches(rule_.id, idExpression()))
      file_.report("id", "`" + rule_.id +
                             "` is not an id: small letters and digits in words joined by `-`, "
                             "two words at least");
    rule_.family = file_.text("family");
    checkWord(file_, "family", families);
    rule_.phase = static_cast<int>(file_.integer("phase", 0, 5));
    rule_.severity = severity(file_);

    std::vector<std::string_view> kinds;
    for (SiteKind kind : siteKinds())
      kinds.push_back(name(kind));
    checkWord(file_, "on", kinds);
    rule_.on = siteKindFromName(file_.text("on")).value_or(SiteKind::Kernel);
  }

  void readTexts() {
    rule_.title = line("title");
    rule_.summary = line("summary");
    rule_.why = file_.text("why");
    rule_.help = file_.text("help");
    if (file_.has("fix"))
      rule_.fix = file_.text("fix");
    rule_.kernels = file_.text("kernels");
    rule_.references = file_.texts("references");
  }

  /// Text that reports show on one line.
  std::string line(std::string_view key) {
    std::string text = file_.text(key);
    while (text.ends_with('\n'))
      text.pop_back();
    if (text.find('\n') != std::string::npos)
      file_.report(key, "must be one line");
    return text;
  }

  void readParams() {
    const YAML::Node params = file_.node("params");
    if (!file_.has("params") || !params.IsMap())
      return;
    for (const auto &entry : params) {
      const std::string name = entry.first.IsScalar() ? entry.first.Scalar() : "";
      const std::optional<EvidenceValue> value = scalarValue(entry.second);
      if (!matches(name, paramExpression()))
        errors_.report(entry.first.Mark(),
                       "`params." + name + "`: a name is small letters, digits and `_`");
      else if (isReservedWord(name))
        errors_.report(entry.first.Mark(),
                       "`params." + name + "`: the word has a meaning of its own in a predicate");
      else if (isSiteName(name) || evidenceName(rule_.on, name))
        errors_.report(entry.first.Mark(), "`params." + name + "` hides evidence of that name");
      else if (!value)
        errors_.report(entry.second.Mark(),
                       "`params." + name + "` must be a number, true or false, or text");
      else if (!rule_.params.emplace(name, *value).second)
        errors_.report(entry.first.Mark(), "key `params." + name + "` is there twice");
    }
  }

  /// A predicate that has been seen to work on two made-up sites.
  std::string predicate(const YamlMapping &mapping, std::string_view key, bool seesKernel = false) {
    const std::string text = mapping.text(key);
    if (!mapping.has(key))
      return text;
    if (Expected<void> names = checkNames(text, rule_.on, rule_.params, seesKernel); !names) {
      mapping.report(key, names.error().message);
      return text;
    }
    Predicates predicates;
    const Expected<int> handle = predicates.compile(text);
    if (!handle) {
      mapping.report(key, handle.error().message);
      return text;
    }
    for (std::int64_t number : {1, 64}) {
      const TrialScope trial(rule_.on, rule_.params, number, seesKernel);
      if (Expected<bool> holds = predicates.holds(*handle, trial.scope()); !holds)
        mapping.report(key, holds.error().message);
    }
    return text;
  }

  std::string message(const YamlMapping &mapping, std::string_view key) {
    std::string text = mapping.text(key);
    while (text.ends_with('\n'))
      text.pop_back();
    if (Expected<void> good = checkMessage(text, rule_.on, rule_.params); !good)
      mapping.report(key, good.error().message);
    return text;
  }

  void readAdjustments() {
    if (!file_.has("adjust"))
      return;
    std::size_t index = 0;
    for (const YAML::Node &node : file_.node("adjust")) {
      const YamlMapping item(node, "adjust[" + std::to_string(index++) + "]", adjustKeys, errors_);
      Rule::Adjustment adjustment;
      adjustment.when = predicate(item, "when");
      adjustment.severity = severity(item);
      adjustment.message = message(item, "message");
      if (!item.has("severity") && !item.has("message"))
        errors_.report(node.Mark(), "`" + item.nameOf("when") +
                                        "`: neither `severity` nor "
                                        "`message` says what to adjust");
      rule_.adjust.push_back(std::move(adjustment));
    }
  }

  void readConfirm() {
    if (!file_.has("confirm"))
      return;
    const YamlMapping confirm(file_.node("confirm"), "confirm", confirmKeys, errors_);
    rule_.confirm.metrics = confirm.texts("metrics");
    rule_.confirm.when = predicate(confirm, "when", true);
    rule_.confirm.hang = confirm.flag("hang");
    rule_.confirm.cost = confirm.flag("cost");
    rule_.confirm.sanitizer = confirm.text("sanitizer");
    checkWord(confirm, "sanitizer", sanitizers);
  }

  YamlMapping file_;
  YamlErrors &errors_;
  Rule rule_;
};

} // namespace

RuleFormat ruleFormat() {
  return {ruleKeys, adjustKeys, confirmKeys, families, sanitizers, idPattern};
}

Expected<Rule> parseRule(const std::string &yaml, const std::string &origin) {
  const Expected<YAML::Node> document = parseYaml(yaml, origin);
  if (!document)
    return tl::unexpected<Error>(document.error());
  YamlErrors errors(origin);
  Rule rule = RuleReader(*document, errors).read();
  if (errors.first())
    return tl::unexpected<Error>(*errors.first());
  rule.origin = origin;
  return rule;
}

} // namespace warplint::engine
