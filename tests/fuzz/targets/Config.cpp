//===- Config.cpp - a project's .warplint.yaml ----------------------------===//

#include "lint/engine/Config.h"
#include "lint/engine/EffectiveConfig.h"
#include "lint/engine/Profiles.h"
#include "tests/fuzz/Fuzz.h"

#include <numeric>
#include <optional>

namespace warplint::fuzz {
namespace {

/// There is no such folder, so that no input can make the target read files.
const std::string folder = "/no-such-folder-of-warplint";
const std::string file = folder + "/.warplint.yaml";

} // namespace

void config(std::string_view input) {
  const std::string yaml(input);
  (void)engine::parseConfig(yaml, file);
  const auto config = engine::parseConfig(yaml, file, folder);
  if (!config) {
    require(!config.error().message.empty(), "an error says what is wrong");
    return;
  }
  std::vector<std::size_t> overrides(config->overrides.size());
  std::iota(overrides.begin(), overrides.end(), std::size_t{0});
  static const engine::RuleSet builtin = engine::RuleSet::builtin();
  std::optional<engine::Config> page;
  if (const auto effective = engine::effectiveConfig(yaml, file, overrides, builtin)) {
    const std::string text =
        engine::asYaml(*effective, [](const engine::ConfigValue &) { return "where"; });
    const auto again = engine::parseConfig(text, file, folder);
    require(again.has_value(), "what holds can be written as a configuration");
    page = *again;
  }
  engine::RuleSet rules = builtin;
  if (!engine::applyConfig(*config, rules))
    return;
  const engine::Profiles profiles(rules, {}, *config,
                                  [&](const std::string &) { return overrides; });
  const engine::Profile &profile = profiles.of("a.cu");
  if (page)
    require(engine::Profiles(rules, {}, *page, {}).of("a.cu").applied == profile.applied,
            "what holds, written as a configuration, applies the same rules");
  (void)profiles.applied();
}

} // namespace warplint::fuzz
