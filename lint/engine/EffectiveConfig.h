//===- EffectiveConfig.h - what holds for a path, and why ------*- C++ -*-===//
#ifndef WARPLINT_ENGINE_EFFECTIVECONFIG_H
#define WARPLINT_ENGINE_EFFECTIVECONFIG_H

#include "lint/engine/Config.h"

#include <functional>
#include <nlohmann/json.hpp>

namespace warplint::engine {

/// One value of a configuration, as it is written.
struct ConfigValue {
  /// {"fail-on"}, {"params", "shared-bank-conflict", "min_ratio"}; all items of a list have its
  /// key.
  std::vector<std::string> key;
  nlohmann::ordered_json value; ///< of an item of `launches`, all of it
  bool isItem = false;          ///< of a list
  ConfigPlace place;            ///< where it stands; line 0: nowhere, it is the default
};

/// What holds after the overrides with these indices, in the order of their keys; defaults of keys
/// that always have a value are in it. Names that later overrides take back are not. The text must
/// be that of a configuration that can be read; `rules` say which family a rule is of.
Expected<std::vector<ConfigValue>> effectiveConfig(const std::string &yaml, const std::string &file,
                                                   const std::vector<std::size_t> &overrides,
                                                   const RuleSet &rules);

/// A configuration that says the same; behind each value a comment.
std::string asYaml(const std::vector<ConfigValue> &values,
                   const std::function<std::string(const ConfigValue &)> &comment);

} // namespace warplint::engine

#endif
