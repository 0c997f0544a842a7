//===- Profiles.cpp - which rules hold for which file ---------------------===//

#include "lint/engine/Profiles.h"

#include <algorithm>

namespace warplint::engine {
namespace {

/// How closely a list speaks of a rule: 2 by id, 1 by family, 0 not at all.
int closeness(const std::vector<std::string> &names, const Rule &rule) {
  int result = 0;
  for (const std::string &name : names)
    result = std::max(result, name == rule.id ? 2 : name == rule.family ? 1 : 0);
  return result;
}

std::vector<std::string> texts(const std::vector<Config::Name> &names) {
  std::vector<std::string> result;
  for (const Config::Name &name : names)
    result.push_back(name.text);
  return result;
}

/// What speaks of the rule more closely wins; where both do alike, `ignore` does.
bool afterLayer(bool before, const Selection &layer, const Rule &rule) {
  const int ignored = closeness(layer.ignore, rule);
  bool on = layer.select.empty() ? before && ignored == 0 : closeness(layer.select, rule) > ignored;
  return on || closeness(layer.extendSelect, rule) > ignored;
}

/// Of a layer below the command line, where that selects: what it ignores is left out unless the
/// command line speaks of it more closely.
bool isLeftOut(const Selection &layer, const Selection &commandLine, const Rule &rule) {
  const int ignored = closeness(layer.ignore, rule);
  return ignored > 0 && ignored >= closeness(commandLine.select, rule);
}

bool applies(const Selection &commandLine, const std::vector<Selection> &layers, const Rule &rule) {
  if (!commandLine.select.empty())
    return closeness(commandLine.select, rule) > closeness(commandLine.ignore, rule) &&
           std::none_of(layers.begin(), layers.end(), [&](const Selection &layer) {
             return isLeftOut(layer, commandLine, rule);
           });
  bool on = true;
  for (Selection layer : layers) {
    layer.ignore.insert(layer.ignore.end(), commandLine.ignore.begin(), commandLine.ignore.end());
    on = afterLayer(on, layer, rule);
  }
  return on;
}

} // namespace

Profiles::Profiles(const RuleSet &rules, const Selection &selection)
    : Profiles(rules, Selection(), Config(), OverridesOf()) {
  configured_ = selection;
  *everywhere_ = Profile{rules, {}};
  everywhere_ = profileOf({});
}

Profiles::Profiles(const RuleSet &rules, const Selection &commandLine, const Config &config,
                   OverridesOf overridesOf)
    : commandLine_(commandLine),
      configured_{texts(config.select), texts(config.ignore), texts(config.extendSelect)},
      overrides_(config.overrides), configFile_(config.file), overridesOf_(std::move(overridesOf)),
      everywhere_(std::make_unique<Profile>(Profile{rules, {}})) {
  everywhere_ = profileOf({});
}

std::unique_ptr<Profile> Profiles::profileOf(const std::vector<std::size_t> &overrides) const {
  auto profile = std::make_unique<Profile>(Profile{everywhere_->rules, {}});
  std::vector<Selection> layers = {configured_};
  for (const std::size_t index : overrides) {
    const Config::Override &override = overrides_[index];
    layers.push_back(
        {texts(override.select), texts(override.ignore), texts(override.extendSelect)});
    // applyConfig() has tried it: it cannot fail.
    [[maybe_unused]] const auto applied = applySettings(override, configFile_, profile->rules);
  }
  for (const Rule &rule : profile->rules.rules())
    if (engine::applies(commandLine_, layers, rule))
      profile->applied.insert(rule.id);
  return profile;
}

const Profile &Profiles::of(const std::string &file) const {
  if (overrides_.empty() || !overridesOf_)
    return *everywhere_;
  const auto [known, isNew] = byFile_.try_emplace(file, nullptr);
  if (isNew) {
    std::vector<std::size_t> overrides = overridesOf_(file);
    std::unique_ptr<Profile> &profile = byOverrides_[overrides];
    if (!profile)
      profile = profileOf(overrides);
    known->second = profile.get();
  }
  return *known->second;
}

std::vector<const Rule *> Profiles::applied() const {
  std::vector<const Rule *> result;
  for (const Rule &rule : everywhere_->rules.rules())
    if (everywhere_->applies(rule.id) ||
        std::any_of(byOverrides_.begin(), byOverrides_.end(),
                    [&](const auto &entry) { return entry.second->applies(rule.id); }))
      result.push_back(&rule);
  return result;
}

} // namespace warplint::engine
