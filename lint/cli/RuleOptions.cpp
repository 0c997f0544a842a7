//===- RuleOptions.cpp - which rules there are ----------------------------===//

#include "lint/cli/RuleOptions.h"

#include "lint/cli/AnalysisOptions.h"
#include "lint/engine/Nearest.h"
#include "lint/evidence/Json.h"
#include "lint/frontend/PathFilter.h"
#include "lint/frontend/Paths.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace warplint::cli {

using Json = nlohmann::ordered_json;

void addRulesDirectoryOption(CLI::App &command, std::vector<std::string> &directories) {
  command.add_option("--rules-dir", directories, "Add the rules of a folder (repeatable)")
      ->type_name("DIR")
      ->take_all()
      ->allow_extra_args(false);
}

Expected<engine::RuleSet> loadRules(const std::vector<std::string> &directories,
                                    const engine::Config &config) {
  engine::RuleSet rules = engine::RuleSet::builtin();
  for (const std::string &directory : directories)
    if (auto added = rules.addDirectory(directory); !added)
      return tl::unexpected(added.error());
  if (auto applied = engine::applyConfig(config, rules); !applied)
    return tl::unexpected(applied.error());
  return rules;
}

std::string suggestRule(const engine::RuleSet &rules, std::string_view name) {
  std::vector<std::string_view> names;
  for (const engine::Rule &rule : rules.rules()) {
    names.push_back(rule.id);
    names.push_back(rule.family);
  }
  return engine::didYouMean(name, names);
}

namespace {

Expected<void> checkNames(const engine::RuleSet &rules, const engine::Selection &selection,
                          std::string_view option) {
  const auto unknown = engine::unknownName(rules, selection);
  if (!unknown)
    return {};
  return makeError(fmt::format("{}: no rule and no family is called `{}`{}", option, *unknown,
                               suggestRule(rules, *unknown)));
}

} // namespace

Expected<engine::OverridesOf> overridesOf(const engine::Config &config) {
  std::vector<frontend::PathFilter> filters;
  for (const engine::Config::Override &override : config.overrides) {
    auto filter = frontend::PathFilter::create(patternsOf(config, "files", override.files));
    if (!filter)
      return tl::unexpected(filter.error());
    filters.push_back(std::move(*filter));
  }
  return
      [filters = std::move(filters), here = frontend::currentDirectory()](const std::string &file) {
        const std::string path = frontend::absolutePath(file, here);
        const std::vector<std::string> bases = {frontend::repositoryRoot(path), here};
        std::vector<std::size_t> indices;
        for (std::size_t i = 0; i < filters.size(); ++i)
          if (filters[i].matches(path, bases))
            indices.push_back(i);
        return indices;
      };
}

Expected<engine::Profiles> profilesOf(const engine::RuleSet &rules, const engine::Config &config,
                                      const std::vector<std::string> &select,
                                      const std::vector<std::string> &ignore) {
  for (const auto &checked : {checkNames(rules, {select, {}, {}}, "--select"),
                              checkNames(rules, {{}, ignore, {}}, "--ignore")})
    if (!checked)
      return tl::unexpected(checked.error());
  auto overrides = overridesOf(config);
  if (!overrides)
    return tl::unexpected(overrides.error());
  engine::Profiles profiles(rules, {select, ignore, {}}, config, std::move(*overrides));
  // What is configured for some files may add rules, but for a selection of the command line.
  const bool isOfAll = !select.empty() || (!ignore.empty() && config.overrides.empty());
  if (isOfAll && profiles.applied().empty())
    return makeError(fmt::format("no rule is left: {} out all that {}",
                                 ignore.empty() ? config.file + " leaves"
                                 : config.file.empty()
                                     ? "--ignore leaves"
                                     : fmt::format("--ignore and {} leave", config.file),
                                 select.empty() ? "there are" : "--select names"));
  return profiles;
}

Json ruleJson(const engine::Rule &rule) {
  Json adjust = Json::array();
  for (const engine::Rule::Adjustment &adjustment : rule.adjust)
    adjust.push_back({{"when", adjustment.when},
                      {"severity", name(adjustment.severity)},
                      {"message", adjustment.message}});
  Json params = Json::object();
  for (const auto &[param, value] : rule.params)
    params[param] = toJson(value);
  Json json;
  json["id"] = rule.id;
  json["title"] = rule.title;
  json["family"] = rule.family;
  json["phase"] = rule.phase;
  json["severity"] = name(rule.severity);
  json["on"] = name(rule.on);
  json["when"] = rule.when;
  json["adjust"] = std::move(adjust);
  json["params"] = std::move(params);
  json["message"] = rule.message;
  json["why"] = rule.why;
  json["help"] = rule.help;
  json["summary"] = rule.summary;
  json["fix"] = rule.fix ? Json(*rule.fix) : Json(nullptr);
  json["confirm"] = {{"metrics", rule.confirm.metrics},
                     {"when", rule.confirm.when},
                     {"sanitizer", rule.confirm.sanitizer},
                     {"hang", rule.confirm.hang},
                     {"cost", rule.confirm.cost}};
  json["kernels"] = rule.kernels;
  json["references"] = rule.references;
  json["origin"] = rule.origin;
  return json;
}

} // namespace warplint::cli
