//===- RuleOptions.h - which rules there are -------------------*- C++ -*-===//
#ifndef WARPLINT_CLI_RULEOPTIONS_H
#define WARPLINT_CLI_RULEOPTIONS_H

#include "lint/engine/Config.h"
#include "lint/engine/Evaluate.h"

#include <nlohmann/json.hpp>

namespace CLI {
class App;
} // namespace CLI

namespace warplint::cli {

void addRulesDirectoryOption(CLI::App &command, std::vector<std::string> &directories);

/// The rules that are built in, those of the folders, and what the configuration says.
Expected<engine::RuleSet> loadRules(const std::vector<std::string> &directories,
                                    const engine::Config &config);

/// The command line's --select replaces the configured one; its --ignore adds to it. Names that
/// no rule has are errors.
Expected<engine::Selection> selectionOf(const engine::RuleSet &rules, const engine::Config &config,
                                        const std::vector<std::string> &select,
                                        const std::vector<std::string> &ignore);

/// "; did you mean `…`?" over the ids and families of the rules, or nothing.
std::string suggestRule(const engine::RuleSet &rules, std::string_view name);

/// Everything a rule file says.
nlohmann::ordered_json ruleJson(const engine::Rule &rule);

} // namespace warplint::cli

#endif
