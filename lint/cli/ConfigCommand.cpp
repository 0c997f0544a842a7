//===- ConfigCommand.cpp - warplint config --------------------------------===//

#include "lint/cli/AnalysisOptions.h"
#include "lint/cli/Command.h"
#include "lint/cli/RuleOptions.h"
#include "lint/engine/EffectiveConfig.h"
#include "lint/evidence/EmbeddedFile.h"
#include "lint/evidence/ReadFile.h"
#include "lint/frontend/Paths.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <span>

namespace warplint::cli {

std::span<const EmbeddedFile> configSchemas();

namespace {

using Json = nlohmann::ordered_json;

struct ConfigOptions {
  AnalysisOptions analysis; ///< paths and configFile
  std::string path = ".";
  std::string format = "yaml";
  bool schema = false;
};

/// What the command prints, ready to be written in either form.
struct Page {
  std::string path;
  std::string file; ///< the configuration; empty: there is none
  std::vector<engine::ConfigValue> values;

  std::string sourceOf(const engine::ConfigValue &value) const {
    return value.place.line ? fmt::format("{}:{}", file, value.place.line) : "default";
  }
};

/// A configuration that says the same, each value with where it comes from.
std::string yamlOf(const Page &page) {
  return fmt::format("# What holds for {}\n# {}\n", page.path,
                     page.file.empty() ? "There is no configuration."
                                       : "Configuration: " + page.file) +
         engine::asYaml(page.values,
                        [&](const engine::ConfigValue &value) { return page.sourceOf(value); });
}

std::string jsonOf(const Page &page) {
  Json effective = Json::object(), sources = Json::array();
  for (const engine::ConfigValue &value : page.values) {
    Json *at = &effective;
    std::string name;
    for (const std::string &key : value.key) {
      at = &(*at)[key];
      name += (name.empty() ? "" : ".") + key;
    }
    if (value.isItem)
      at->push_back(value.value);
    else
      *at = value.value;
    Json source = {{"key", name}, {"value", value.value}};
    const bool isDefault = value.place.line == 0;
    source["file"] = isDefault ? Json(nullptr) : Json(page.file);
    source["line"] = isDefault ? Json(nullptr) : Json(value.place.line);
    source["column"] = isDefault ? Json(nullptr) : Json(value.place.column);
    sources.push_back(std::move(source));
  }
  const Json json = {{"version", 1},
                     {"path", page.path},
                     {"config", page.file.empty() ? Json(nullptr) : Json(page.file)},
                     {"effective", std::move(effective)},
                     {"sources", std::move(sources)}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Expected<Page> makePage(ConfigOptions options) {
  options.analysis.paths = {options.path};
  const auto config = configFor(options.analysis);
  if (!config)
    return tl::unexpected(config.error());
  const auto rules = loadRules({}, *config);
  if (!rules) // names of rules are right, or it is said where not
    return tl::unexpected(rules.error());
  const std::string here = frontend::currentDirectory();
  Page page{options.path, {}, {}};
  std::string yaml;
  std::vector<std::size_t> overrides;
  if (!config->file.empty()) {
    page.file = frontend::displayPath(frontend::absolutePath(config->file, here), here);
    auto text = readWhole(config->file);
    if (!text)
      return tl::unexpected(text.error());
    yaml = std::move(*text);
    const auto overridesFor = overridesOf(*config);
    if (!overridesFor)
      return tl::unexpected(overridesFor.error());
    overrides = (*overridesFor)(options.path);
  }
  auto values = engine::effectiveConfig(yaml, config->file, overrides, *rules);
  if (!values)
    return tl::unexpected(values.error());
  page.values = std::move(*values);
  return page;
}

constexpr const char *footer = R"(
Prints what the configuration says of a file or folder, overrides applied, each value with the file
and line that it comes from. `--schema` prints the JSON Schema of .warplint.yaml, for editors.)";

} // namespace

void addConfig(CLI::App &app, Invocation &invocation) {
  CLI::App *command = app.add_subcommand("config", "Print the configuration that holds for a path");
  command->footer(footer);
  command->option_defaults()->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  auto options = std::make_shared<ConfigOptions>();
  command->add_option("PATH", options->path, "File or folder; by default the current folder")
      ->type_name("");
  command
      ->add_option("--config", options->analysis.configFile,
                   "Configuration; by default the closest .warplint.yaml at or above PATH")
      ->type_name("FILE");
  command->add_option("--format", options->format, "How to print it")
      ->type_name("yaml|json")
      ->check(CLI::IsMember({"yaml", "json"}).description(""));
  command->add_flag("--schema", options->schema, "Print the JSON Schema of configurations instead");
  command->callback([options, &invocation] {
    invocation.command = [options] {
      if (options->schema)
        return print(configSchemas().front().contents) ? ExitStatus::Clean : ExitStatus::Usage;
      const auto page = makePage(*options);
      if (!page) {
        say(page.error().str());
        return ExitStatus::Usage;
      }
      return print(options->format == "json" ? jsonOf(*page) : yamlOf(*page)) ? ExitStatus::Clean
                                                                              : ExitStatus::Usage;
    };
  });
}

} // namespace warplint::cli
