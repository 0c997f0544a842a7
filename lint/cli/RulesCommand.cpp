//===- RulesCommand.cpp - warplint rules ----------------------------------===//

#include "lint/cli/Command.h"
#include "lint/cli/RuleOptions.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/format.h>

namespace warplint::cli {
namespace {

struct RulesOptions {
  std::string format = "text";
  std::string configFile;
  std::vector<std::string> rulesDirectories;
};

std::string table(const engine::RuleSet &rules) {
  std::size_t widest = 0;
  for (const engine::Rule &rule : rules.rules())
    widest = std::max(widest, rule.id.size());
  std::string text;
  for (const engine::Rule &rule : rules.rules())
    text += fmt::format("{:<{}}  {:<7}  {}\n", rule.id, widest, name(rule.severity), rule.title);
  return text;
}

ExitStatus rules(const RulesOptions &options) {
  const auto config = options.configFile.empty() ? Expected<engine::Config>(engine::Config{})
                                                 : engine::readConfig(options.configFile);
  const auto rules = config ? loadRules(options.rulesDirectories, *config)
                            : Expected<engine::RuleSet>(tl::unexpected(config.error()));
  if (!rules) {
    say(rules.error().str());
    return ExitStatus::Usage;
  }
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  for (const engine::Rule &rule : rules->rules())
    json.push_back(ruleJson(rule));
  using nlohmann::ordered_json;
  const std::string text =
      options.format == "json"
          ? json.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n"
          : table(*rules);
  return print(text) ? ExitStatus::Clean : ExitStatus::Usage;
}

} // namespace

void addRules(CLI::App &app, Invocation &invocation) {
  CLI::App *command = app.add_subcommand("rules", "List the rules");
  command->footer("\n`warplint explain RULE` says everything about one of them.");
  auto options = std::make_shared<RulesOptions>();
  command->add_option("--format", options->format, "As a table or with everything")
      ->type_name("text|json")
      ->check(CLI::IsMember({"text", "json"}).description(""));
  command->add_option("--config", options->configFile, "Configuration to apply")->type_name("FILE");
  addRulesDirectoryOption(*command, options->rulesDirectories);
  command->callback(
      [options, &invocation] { invocation.command = [options] { return rules(*options); }; });
}

} // namespace warplint::cli
