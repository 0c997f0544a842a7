//===- SchemaTest.cpp - schemas and loaders know the same keys ------------===//

#include "lint/engine/Config.h"
#include "lint/engine/RuleFile.h"

#include <fstream>
#include <gmock/gmock.h>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>

namespace warplint::engine {
namespace {

using Json = nlohmann::json;

Json schema(const std::string &name) {
  std::ifstream stream(std::string(WARPLINT_SOURCE_DIR) + "/rules/" + name);
  EXPECT_TRUE(stream) << name;
  return Json::parse(stream);
}

void expectSameKeys(const Json &object, std::span<const YamlKey> keys) {
  EXPECT_EQ(object.at("additionalProperties"), false);
  std::set<std::string> known;
  std::set<std::string> required;
  for (const YamlKey &key : keys) {
    const std::string name(key.name);
    known.insert(name);
    if (key.required)
      required.insert(name);
    ASSERT_TRUE(object.at("properties").contains(name)) << name;
    if (!key.type.empty()) {
      EXPECT_EQ(object.at("properties").at(name).at("type"), key.type) << name;
    }
  }
  std::set<std::string> inSchema;
  for (const auto &[name, unused] : object.at("properties").items())
    inSchema.insert(name);
  EXPECT_EQ(inSchema, known);
  const Json schemaRequired = object.value("required", Json::array());
  EXPECT_EQ(schemaRequired.get<std::set<std::string>>(), required);
}

std::vector<std::string> strings(std::span<const std::string_view> words) {
  return {words.begin(), words.end()};
}

TEST(RuleSchema, SaysWhatTheLoaderSays) {
  const Json rule = schema("rule.schema.json");
  const Json &properties = rule.at("properties");
  expectSameKeys(rule, ruleFormat().keys);
  expectSameKeys(properties.at("adjust").at("items"), ruleFormat().adjustKeys);
  expectSameKeys(properties.at("confirm"), ruleFormat().confirmKeys);
  EXPECT_EQ(properties.at("family").at("enum"), strings(ruleFormat().families));
  EXPECT_EQ(properties.at("confirm").at("properties").at("sanitizer").at("enum"),
            strings(ruleFormat().sanitizers));
  EXPECT_EQ(properties.at("id").at("pattern"), ruleFormat().idPattern);

  const auto kinds = properties.at("on").at("enum").get<std::vector<std::string>>();
  for (const std::string &kind : kinds)
    EXPECT_TRUE(siteKindFromName(kind)) << kind;
  EXPECT_EQ(kinds.size(), siteKinds().size());
}

TEST(ConfigSchema, SaysWhatTheLoaderSays) {
  const Json config = schema("config.schema.json");
  const Json &properties = config.at("properties");
  expectSameKeys(config, configFormat().keys);
  expectSameKeys(properties.at("launches").at("items"), configFormat().launchKeys);

  // What an override may say is what may be said of all files; `files` is its own.
  Json override = properties.at("overrides").at("items");
  for (auto &[name, value] : override.at("properties").items()) {
    if (name == "files")
      continue;
    EXPECT_EQ(value, Json({{"$ref", "#/properties/" + name}}));
    value = properties.at(name);
  }
  expectSameKeys(override, configFormat().overrideKeys);
}

TEST(ConfigDocumentation, HasEveryKey) {
  std::ifstream stream(std::string(WARPLINT_SOURCE_DIR) + "/docs/configuration.md");
  const std::string page{std::istreambuf_iterator<char>(stream), {}};
  const auto expectKeys = [&](const std::string &prefix, std::span<const YamlKey> keys) {
    for (const YamlKey &key : keys)
      EXPECT_THAT(page, testing::HasSubstr("`" + prefix + std::string(key.name) + "`"));
  };
  expectKeys("", configFormat().keys);
  expectKeys("", configFormat().overrideKeys);
  expectKeys("launches[].", configFormat().launchKeys);
}

} // namespace
} // namespace warplint::engine
