//===- RuleOptions.h - which rules there are -------------------*- C++ -*-===//
#ifndef WARPLINT_CLI_RULEOPTIONS_H
#define WARPLINT_CLI_RULEOPTIONS_H

#include "lint/engine/Config.h"
#include "lint/engine/Profiles.h"

#include <nlohmann/json.hpp>

namespace CLI {
class App;
} // namespace CLI

namespace warplint::cli {

void addRulesDirectoryOption(CLI::App &command, std::vector<std::string> &directories);

/// The rules that are built in, those of the folders, and what the configuration says.
Expected<engine::RuleSet> loadRules(const std::vector<std::string> &directories,
                                    const engine::Config &config);

/// Which of the rules hold for which file. The command line's --select replaces the configured
/// ones; its --ignore adds to them. Names that no rule has are errors.
Expected<engine::Profiles> profilesOf(const engine::RuleSet &rules, const engine::Config &config,
                                      const std::vector<std::string> &select,
                                      const std::vector<std::string> &ignore);

/// Tells by the name of a file, as reports have it, which overrides are for it.
Expected<engine::OverridesOf> overridesOf(const engine::Config &config);

/// "; did you mean `…`?" over the ids and families of the rules, or nothing.
std::string suggestRule(const engine::RuleSet &rules, std::string_view name);

/// Everything a rule file says.
nlohmann::ordered_json ruleJson(const engine::Rule &rule);

} // namespace warplint::cli

#endif
