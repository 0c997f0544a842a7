//===- RuleFile.h - reading one rule file ----------------------*- C++ -*-===//
#ifndef WARPLINT_ENGINE_RULEFILE_H
#define WARPLINT_ENGINE_RULEFILE_H

#include "lint/engine/Rule.h"
#include "lint/engine/Yaml.h"

namespace warplint::engine {

/// Reads and checks a rule. The error names file, line, column and key.
Expected<Rule> parseRule(const std::string &yaml, const std::string &origin);

/// What a rule file may say, for the test that rule.schema.json says the same.
struct RuleFormat {
  std::span<const YamlKey> keys;        ///< of the file
  std::span<const YamlKey> adjustKeys;  ///< of an item of `adjust`
  std::span<const YamlKey> confirmKeys; ///< of `confirm`
  std::span<const std::string_view> families;
  std::span<const std::string_view> sanitizers;
  std::string_view idPattern; ///< regular expression
};
RuleFormat ruleFormat();

} // namespace warplint::engine

#endif
