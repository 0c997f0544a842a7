//===- RulesCommand.cpp - warplint rules ----------------------------------===//

#include "lint/cli/Command.h"
#include "lint/cli/RuleOptions.h"
#include "lint/cli/RulePages.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace warplint::cli {
namespace {

struct RulesOptions {
  std::string format = "text";
  std::string configFile;
  std::vector<std::string> rulesDirectories;
  std::string markdown; ///< folder of the pages
  bool check = false;
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

/// Writes docs/rules, or says where it is not what would be written.
Expected<ExitStatus> pages(const RulesOptions &options, const engine::RuleSet &rules) {
  const std::string kernels = kernelsFolder({});
  if (kernels.empty())
    return makeError("the folder of the reference kernels was not found: pages are made where "
                     "warplint's own source is");
  const auto pairs = rulePairs(rules, kernels, {});
  if (!pairs)
    return tl::unexpected(pairs.error());
  const auto texts =
      rulePages(rules, *pairs, std::filesystem::path(kernels).parent_path().string());
  if (!options.check) {
    if (auto written = writePages(texts, options.markdown); !written)
      return tl::unexpected(written.error());
    return ExitStatus::Clean;
  }
  const std::vector<std::string> stale = stalePages(texts, options.markdown);
  if (stale.empty())
    return ExitStatus::Clean;
  say(fmt::format("{} is out of date; `make rule-pages` writes it anew:\n  {}", options.markdown,
                  fmt::join(stale, "\n  ")));
  return ExitStatus::Findings;
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
  if (!options.markdown.empty()) {
    const auto status = pages(options, *rules);
    if (status)
      return *status;
    say(status.error().str());
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
  CLI::Option *markdown =
      command
          ->add_option("--markdown", options->markdown,
                       "Write a page for each rule, and an index, into a folder")
          ->type_name("DIR");
  command->add_flag("--check", options->check, "Only say which of those pages are out of date")
      ->needs(markdown);
  addRulesDirectoryOption(*command, options->rulesDirectories);
  command->callback(
      [options, &invocation] { invocation.command = [options] { return rules(*options); }; });
}

} // namespace warplint::cli
