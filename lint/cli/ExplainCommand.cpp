//===- ExplainCommand.cpp - warplint explain ------------------------------===//

#include "lint/cli/Command.h"
#include "lint/cli/RecordedEvidence.h"
#include "lint/cli/RuleOptions.h"
#include "lint/evidence/Json.h"
#include "lint/evidence/Vocabulary.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace warplint::cli {
namespace {

struct ExplainOptions {
  std::string rule;
  std::string format = "text";
  std::vector<std::string> rulesDirectories;
};

/// What the phases of the GPU architecture rubric are called.
std::string_view phaseName(int phase) {
  constexpr std::string_view names[] = {"know the hardware", "SIMT execution",
                                        "memory hierarchy",  "occupancy",
                                        "bottlenecks",       "architecture features"};
  return phase >= 0 && phase < 6 ? names[phase] : "";
}

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

bool isNameCharacter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

bool mentions(std::string_view text, std::string_view word) {
  for (std::size_t at = text.find(word); at != std::string_view::npos;
       at = text.find(word, at + 1)) {
    const bool starts = at == 0 || !isNameCharacter(text[at - 1]);
    const std::size_t end = at + word.size();
    if (starts && (end == text.size() || !isNameCharacter(text[end])))
      return true;
  }
  return false;
}

/// The predicate, what changes it, and what the names in it mean.
std::string condition(const engine::Rule &rule) {
  std::string text = fmt::format("{}: {}\n", name(rule.on), rule.when);
  for (const engine::Rule::Adjustment &adjustment : rule.adjust)
    text += fmt::format("{} where {}\n", name(adjustment.severity), adjustment.when);
  for (const EvidenceName &evidence : vocabulary(rule.on))
    if (mentions(rule.when, evidence.name)) {
      text += fmt::format("{} is {}", evidence.name, evidence.definition);
      text += evidence.unit.empty() ? "\n" : fmt::format(" ({})\n", evidence.unit);
    }
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
  return text;
}

std::string explanation(const engine::Rule &rule) {
  std::string text = fmt::format("{}\n{}\n\n", rule.id, rule.title);
  text += fmt::format("severity    {}\nfamily      {}\nphase       {} ({})\n", name(rule.severity),
                      rule.family, rule.phase, phaseName(rule.phase));
  if (!rule.kernels.empty())
    text += fmt::format("kernels     kernels/{}\n", rule.kernels);
  text += fmt::format("read from   {}\n", rule.origin);
  text += section("Why", rule.why);
  text += section("What to do instead", rule.help.empty() ? rule.summary : rule.help);
  text += section("Message", rule.message);
  text += section("Reported for", condition(rule));
  text += section("Thresholds (a project sets its own under `params` in .warplint.yaml)",
                  thresholds(rule));
  text += section("Confirmed on a GPU by", confirmation(rule));
  text += section("Measured", recordedInWords(rule));
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
  const std::string text =
      options.format == "json"
          ? ruleJson(*rule).dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n"
          : explanation(*rule);
  return print(text) ? ExitStatus::Clean : ExitStatus::Usage;
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
