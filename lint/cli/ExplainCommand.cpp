//===- ExplainCommand.cpp - warplint explain ------------------------------===//

#include "lint/cli/Command.h"
#include "lint/cli/RuleOptions.h"
#include "lint/cli/RuleWords.h"
#include "lint/evidence/Json.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace warplint::cli {
namespace {

struct ExplainOptions {
  std::string rule;
  std::string format = "text";
  std::vector<std::string> rulesDirectories;
};

std::string indented(std::string_view text) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    result += end > at ? fmt::format("  {}\n", text.substr(at, end - at)) : "\n";
    at = end + 1;
  }
  return result;
}

std::string section(std::string_view title, std::string_view text) {
  return text.empty() ? std::string() : fmt::format("\n{}\n{}", title, indented(text));
}

/// The predicate, and what the names in it and in the message mean.
std::string condition(const engine::Rule &rule) {
  std::string text =
      fmt::format("At {} ({}), where\n\n{}", placesOf(rule.on), name(rule.on), indented(rule.when));
  for (const engine::Rule::Adjustment &adjustment : rule.adjust)
    text += fmt::format("{} where {}\n", name(adjustment.severity), adjustment.when);
  const std::vector<EvidenceName> names = evidenceOf(rule);
  std::size_t widest = 0;
  for (const EvidenceName &name : names)
    widest = std::max(widest, name.name.size());
  if (!names.empty())
    text += "\n";
  for (const EvidenceName &name : names)
    text += fmt::format("{:<{}}  {}{}\n", name.name, widest, name.definition,
                        name.unit.empty() ? "" : fmt::format(" ({})", name.unit));
  return text;
}

std::string thresholds(const engine::Rule &rule) {
  std::string text;
  for (const auto &[param, value] : rule.params)
    text += fmt::format("{}: {}\n", param, toJson(value).dump());
  return text;
}

std::string confirmation(const engine::Rule &rule) {
  std::string text;
  if (!rule.confirm.metrics.empty())
    text += fmt::format("CUPTI metrics: {}\n", fmt::join(rule.confirm.metrics, ", "));
  if (!rule.confirm.when.empty())
    text += fmt::format("confirmed where {}\n", rule.confirm.when);
  if (!rule.confirm.sanitizer.empty())
    text += fmt::format("compute-sanitizer --tool {}\n", rule.confirm.sanitizer);
  if (rule.confirm.hang)
    text += "a launch that had not ended when the program was stopped (--run-timeout)\n";
  return text.empty() ? "nothing that runs: it follows from the source alone\n" : text;
}

std::string kernel(std::string_view title, const PairMember &member) {
  if (member.code.empty())
    return {};
  return section(fmt::format("{}: {}", title, member.file),
                 (member.caption.empty() ? "" : "// " + member.caption + "\n\n") + member.code);
}

std::string shown(const std::optional<EvidenceValue> &value) {
  if (!value)
    return "-";
  std::string words = valueInWords(*value);
  return words.empty() ? "none" : words;
}

/// Names of evidence, each with what was predicted and measured of bad and good.
std::string numbers(const engine::Rule &rule, const RulePair &pair) {
  using Row = std::array<std::string, 5>;
  std::vector<Row> rows{
      {"", "bad, predicted", "bad, measured", "good, predicted", "good, measured"}};
  for (const EvidenceName &name : evidenceOf(rule)) {
    const auto bad = pair.bad.values.find(name.name);
    const auto good = pair.good.values.find(name.name);
    const PairValue none;
    const PairValue &ofBad = bad == pair.bad.values.end() ? none : bad->second;
    const PairValue &ofGood = good == pair.good.values.end() ? none : good->second;
    if (bad != pair.bad.values.end() || good != pair.good.values.end())
      rows.push_back({std::string(name.name), shown(ofBad.predicted), shown(ofBad.measured),
                      shown(ofGood.predicted), shown(ofGood.measured)});
  }
  if (rows.size() == 1)
    return {};
  std::array<std::size_t, 5> widths{};
  for (const Row &row : rows)
    for (std::size_t i = 0; i < row.size(); ++i)
      widths[i] = std::max(widths[i], row[i].size());
  std::string text;
  for (const Row &row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i)
      line += fmt::format("{:<{}}  ", row[i], widths[i]);
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

std::string ofOne(std::string_view title, const PairMember &member, std::string_view speed) {
  std::vector<std::string> parts;
  if (member.milliseconds > 0)
    parts.push_back(
        fmt::format("{:.4f} ms{}{}", member.milliseconds, speed.empty() ? "" : ", ", speed));
  if (!member.sanitizer.empty())
    parts.push_back(member.sanitizer);
  if (const std::string verdict = verdictInWords(member); !verdict.empty())
    parts.push_back(verdict);
  return parts.empty() ? std::string() : fmt::format("{:<4}  {}\n", title, fmt::join(parts, "; "));
}

std::string measurements(const engine::Rule &rule, const RulePair &pair) {
  std::string text;
  if (const std::string why = unmeasured(rule, pair); !why.empty())
    text += why + "\n";
  if (pair.device)
    text += fmt::format("{}: kernels/{}\n", conditionsInWords(pair), rule.kernels);
  text += ofOne("bad", pair.bad, "");
  text += ofOne("good", pair.good, speedInWords(pair));
  if (const std::string values = numbers(rule, pair); !values.empty())
    text += "\n" + values;
  for (const Finding &finding : pair.bad.findings)
    text += fmt::format("\nbad.cu:{}: {}: {}\n", finding.span.line, name(finding.severity),
                        finding.message);
  return text;
}

std::string explanation(const engine::Rule &rule, const RulePair &pair) {
  std::string text = fmt::format("{}\n{}\n\n", rule.id, rule.title);
  text += fmt::format("severity    {}\nfamily      {}\nphase       {} ({})\n", name(rule.severity),
                      rule.family, rule.phase, phaseName(rule.phase));
  if (rule.fix)
    text += fmt::format("fix         {}: {}\n", *rule.fix, fixInWords(*rule.fix));
  if (!rule.kernels.empty())
    text += fmt::format("kernels     kernels/{}\n", rule.kernels);
  text += fmt::format("read from   {}\n", rule.origin);
  text += section("Why", rule.why);
  text += section("What to do instead", rule.help.empty() ? rule.summary : rule.help);
  text += section("Reported", condition(rule));
  text += section("Message", rule.message);
  text += section("Thresholds (a project sets its own under `params` in .warplint.yaml)",
                  thresholds(rule));
  text += kernel("Bad", pair.bad);
  text += kernel("Good", pair.good);
  text += section("Predicted and measured", measurements(rule, pair));
  text += section("Confirmed on a GPU by", confirmation(rule));
  text += section("References", fmt::format("{}", fmt::join(rule.references, "\n")));
  text += section("Silenced by",
                  fmt::format("// NOLINT(warplint-{0})\n// warplint: allow({0}) why", rule.id));
  return text;
}

std::string unknownRule(const engine::RuleSet &rules, const std::string &name) {
  std::vector<std::string_view> members;
  for (const engine::Rule &rule : rules.rules())
    if (rule.family == name)
      members.push_back(rule.id);
  if (!members.empty())
    return fmt::format("`{}` is a family; its rules are {}", name, fmt::join(members, ", "));
  const std::string suggestion = suggestRule(rules, name);
  return fmt::format("no rule is called `{}`{}", name,
                     suggestion.empty() ? "; `warplint rules` lists them" : suggestion);
}

ExitStatus explain(const ExplainOptions &options) {
  const auto rules = loadRules(options.rulesDirectories, {});
  if (!rules) {
    say(rules.error().str());
    return ExitStatus::Usage;
  }
  const engine::Rule *rule = rules->find(options.rule);
  if (!rule) {
    say(unknownRule(*rules, options.rule));
    return ExitStatus::Usage;
  }
  using nlohmann::ordered_json;
  if (options.format == "json")
    return print(ruleJson(*rule).dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n")
               ? ExitStatus::Clean
               : ExitStatus::Usage;
  const auto pairs = rulePairs(*rules, kernelsFolder({}), {rule->id});
  if (!pairs) {
    say(pairs.error().str());
    return ExitStatus::Usage;
  }
  return print(explanation(*rule, pairs->at(rule->id))) ? ExitStatus::Clean : ExitStatus::Usage;
}

} // namespace

void addExplain(CLI::App &app, Invocation &invocation) {
  CLI::App *command = app.add_subcommand("explain", "Everything about one rule");
  command->footer("\n`warplint rules` lists the rules.");
  auto options = std::make_shared<ExplainOptions>();
  command->add_option("RULE", options->rule, "Id of the rule")->required()->type_name("");
  command->add_option("--format", options->format, "For people or for programs")
      ->type_name("text|json")
      ->check(CLI::IsMember({"text", "json"}).description(""));
  addRulesDirectoryOption(*command, options->rulesDirectories);
  command->callback(
      [options, &invocation] { invocation.command = [options] { return explain(*options); }; });
}

} // namespace warplint::cli
