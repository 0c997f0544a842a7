//===- EffectiveConfigTest.cpp - what holds, and where it is said ---------===//

#include "lint/engine/EffectiveConfig.h"
#include "lint/engine/Profiles.h"

#include <gmock/gmock.h>
#include <random>

namespace warplint::engine {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr const char *text = R"(exclude: [third_party]
ignore:
  - memory
severity:
  divergence-branch: note
params:
  shared-bank-conflict: {min_ratio: 4}
block: [256, 1]
defines: [USE_CUDA]
launches:
  - {kernel: "k*", block: [64]}
overrides:
  - files: [tests]
    ignore: [shared]
    block: [32]
    severity: {divergence-branch: error}
  - files: [src]
    select: [async]
    params:
      shared-bank-conflict: {min_ratio: 2}
)";

/// "key=value@line", joined by spaces.
std::string values(const std::vector<std::size_t> &overrides, const char *yaml = text) {
  const auto found = effectiveConfig(yaml, "c.yaml", overrides, RuleSet::builtin());
  if (!found)
    return found.error().str();
  std::string result;
  for (const ConfigValue &value : *found) {
    std::string key;
    for (const std::string &part : value.key)
      key += (key.empty() ? "" : ".") + part;
    result += (result.empty() ? "" : " ") + key + "=" + value.value.dump() + "@" +
              std::to_string(value.place.line);
  }
  return result;
}

TEST(EffectiveConfig, WithoutOverrides) {
  EXPECT_EQ(values({}), "ignore=\"memory\"@3 params.shared-bank-conflict.min_ratio=4@7 "
                        "severity.divergence-branch=\"note\"@5 exclude=\"third_party\"@1 "
                        "block=[256,1]@8 launches={\"kernel\":\"k*\",\"block\":[64]}@11 "
                        "defines=\"USE_CUDA\"@9 fail-on=\"warning\"@0");
  EXPECT_EQ(values({}, ""), "fail-on=\"warning\"@0");
  EXPECT_EQ(values({}, "fail-on: error"), "fail-on=\"error\"@1");
}

TEST(EffectiveConfig, OverridesReplaceOrAdd) {
  const std::string tests = values({0});
  EXPECT_THAT(tests, HasSubstr("ignore=\"memory\"@3 ignore=\"shared\"@14"));
  EXPECT_THAT(tests, HasSubstr("block=[32]@15"));
  EXPECT_THAT(tests, HasSubstr("severity.divergence-branch=\"error\"@16"));
  const std::string both = values({0, 1});
  EXPECT_THAT(both, HasSubstr("select=\"async\"@18"));
  EXPECT_THAT(both, HasSubstr("params.shared-bank-conflict.min_ratio=2@20"));
}

// What is shown must be what is used.
TEST(EffectiveConfig, SaysWhatTheProfilesDo) {
  const auto config = parseConfig(text, "c.yaml");
  ASSERT_TRUE(config) << config.error().str();
  RuleSet rules = RuleSet::builtin();
  ASSERT_TRUE(applyConfig(*config, rules));
  for (const std::vector<std::size_t> &overrides : {std::vector<std::size_t>{}, {0}, {1}, {0, 1}}) {
    const Profiles profiles(rules, {}, *config, [&](const std::string &) { return overrides; });
    const Profile &profile = profiles.of("any.cu");
    const std::string shown = values(overrides);
    for (const Rule &rule : profile.rules.rules()) {
      if (rule.id == "divergence-branch")
        EXPECT_THAT(shown, HasSubstr("severity.divergence-branch=\"" +
                                     std::string(name(rule.severity)) + "\""));
      if (rule.id == "shared-bank-conflict")
        EXPECT_THAT(shown, HasSubstr("min_ratio=" + std::to_string(std::get<std::int64_t>(
                                                        rule.params.at("min_ratio")))));
    }
  }
}

TEST(EffectiveConfig, AsYamlSaysTheSameAgain) {
  for (const std::vector<std::size_t> &overrides : {std::vector<std::size_t>{}, {0}, {1}, {0, 1}}) {
    const auto found = effectiveConfig(text, "c.yaml", overrides, RuleSet::builtin());
    ASSERT_TRUE(found);
    const std::string yaml = asYaml(*found, [](const ConfigValue &value) {
      return "line " + std::to_string(value.place.line);
    });
    EXPECT_THAT(yaml, HasSubstr("# line 1\n"));
    const auto again = effectiveConfig(yaml, "again.yaml", {}, RuleSet::builtin());
    ASSERT_TRUE(again) << yaml;
    ASSERT_EQ(again->size(), found->size()) << yaml;
    for (std::size_t i = 0; i < found->size(); ++i) {
      EXPECT_EQ((*again)[i].key, (*found)[i].key);
      EXPECT_EQ((*again)[i].value, (*found)[i].value) << yaml;
    }
  }
}

TEST(EffectiveConfig, WhatAnOverrideTakesBackIsNotShown) {
  EXPECT_THAT(values({0}, "ignore: [host]\noverrides:\n  - files: [src]\n    extend-select: "
                          "[host]\n"),
              Not(HasSubstr("ignore")));
  EXPECT_THAT(values({0}, "ignore: [memory]\nextend-select: [memory-gather-access]\noverrides:\n"
                          "  - files: [src]\n    ignore: [memory]\n"),
              HasSubstr("ignore=\"memory\"@5 ignore=\"memory-gather-access\"@5"));
  EXPECT_THAT(values({0}, "select: [memory]\noverrides:\n  - files: [src]\n    select: []\n"),
              HasSubstr("select=\"memory\"@1"));
}

// Whatever the layers: the page, read as a configuration for all files, applies the same rules.
TEST(EffectiveConfig, SelectsAsTheLayersDo) {
  const RuleSet rules = RuleSet::builtin();
  const std::vector<std::string> names = {"memory", "memory-strided-access", "memory-gather-access",
                                          "shared", "shared-bank-conflict",  "shared-race"};
  for (const std::string &name : names)
    if (name.find('-') != std::string::npos)
      ASSERT_TRUE(rules.find(name)) << name;
  std::mt19937 random(7);
  const auto layer = [&](const std::string &indent) {
    std::string yaml;
    for (const char *key : {"select", "extend-select", "ignore"}) {
      yaml += indent + key + ": [";
      for (int i = 0; i < static_cast<int>(random() % 5) - 1; ++i)
        yaml += (i ? ", " : "") + names[random() % names.size()];
      yaml += "]\n";
    }
    return yaml;
  };
  for (int trial = 0; trial < 2000; ++trial) {
    const std::string yaml = layer("") + "overrides:\n  - files: [a]\n" + layer("    ") +
                             "  - files: [b]\n" + layer("    ") + "  - files: [c]\n" +
                             layer("    ");
    const auto config = parseConfig(yaml, "c.yaml");
    ASSERT_TRUE(config) << yaml << config.error().str();
    std::vector<std::size_t> overrides = {0, 1, 2};
    const Profiles layered(rules, {}, *config, [&](const std::string &) { return overrides; });
    const auto found = effectiveConfig(yaml, "c.yaml", overrides, rules);
    ASSERT_TRUE(found) << yaml;
    const std::string page = asYaml(*found, [](const ConfigValue &) { return std::string("x"); });
    const auto again = parseConfig(page, "page.yaml");
    ASSERT_TRUE(again) << page;
    const Profiles shown(rules, {}, *again,
                         [](const std::string &) { return std::vector<std::size_t>(); });
    ASSERT_EQ(shown.of("x.cu").applied, layered.of("x.cu").applied) << yaml << page;
  }
}

TEST(EffectiveConfig, WordsOfYamlStayText) {
  const char *yaml = "defines: [\"yes\", \"12\", \"a: b\", \"*\", \"\", X=\"a b\"]\n";
  const auto found = effectiveConfig(yaml, "c.yaml", {}, RuleSet::builtin());
  ASSERT_TRUE(found);
  const std::string shown = asYaml(*found, [](const ConfigValue &) { return std::string("x"); });
  const auto again = effectiveConfig(shown, "c.yaml", {}, RuleSet::builtin());
  ASSERT_TRUE(again) << shown;
  for (std::size_t i = 0; i < found->size(); ++i)
    EXPECT_EQ((*again)[i].value, (*found)[i].value) << shown;
}

} // namespace
} // namespace warplint::engine
