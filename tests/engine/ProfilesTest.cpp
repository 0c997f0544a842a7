//===- ProfilesTest.cpp - which rules hold for which file -----------------===//

#include "lint/engine/Profiles.h"

#include <gmock/gmock.h>

namespace warplint::engine {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string ruleText(const std::string &id) {
  return "id: " + id + "\ntitle: t\nfamily: " + id.substr(0, id.find('-')) +
         "\nphase: 2\nseverity: warning\non: shared_access\nwhen: ways >= least\n"
         "params: {least: 2}\nmessage: m\nwhy: w\nhelp: h\nsummary: s\n";
}

RuleSet threeRules() {
  RuleSet rules;
  for (const char *id : {"memory-a", "memory-b", "shared-c"})
    EXPECT_TRUE(rules.addText(ruleText(id), id));
  return rules;
}

/// Which rules are applied to a file that all overrides are for.
std::vector<std::string> applied(const std::string &yaml, const Selection &commandLine = {}) {
  const Expected<Config> config = parseConfig(yaml, ".warplint.yaml");
  EXPECT_TRUE(config) << config.error().str();
  RuleSet rules = threeRules();
  const auto done = applyConfig(*config, rules);
  EXPECT_TRUE(done) << done.error().str();
  std::vector<std::size_t> all;
  for (std::size_t i = 0; i < config->overrides.size(); ++i)
    all.push_back(i);
  const Profiles profiles(rules, commandLine, *config, [&](const std::string &) { return all; });
  const Profile &profile = profiles.of("a.cu");
  return {profile.applied.begin(), profile.applied.end()};
}

TEST(Profiles, OverridesSelectAnewAndIgnoreBesides) {
  EXPECT_THAT(applied(""), ElementsAre("memory-a", "memory-b", "shared-c"));
  EXPECT_THAT(applied("overrides: [{files: [x], ignore: [memory]}]"), ElementsAre("shared-c"));
  EXPECT_THAT(applied("ignore: [memory]\noverrides: [{files: [x], select: [memory-a]}]"),
              ElementsAre("memory-a"));
  EXPECT_THAT(applied("ignore: [memory]\noverrides: [{files: [x], extend-select: [memory-a]}]"),
              ElementsAre("memory-a", "shared-c"));
  EXPECT_THAT(applied("extend-select: [memory-a]\nignore: [memory]"),
              ElementsAre("memory-a", "shared-c"));
  EXPECT_THAT(applied("ignore: [memory-a]\nextend-select: [memory]"),
              ElementsAre("memory-b", "shared-c"))
      << "the closer name wins";
}

TEST(Profiles, TheLaterOverrideWins) {
  EXPECT_THAT(applied("overrides:\n  - {files: [x], ignore: [memory]}\n"
                      "  - {files: [y], extend-select: [memory-a]}"),
              ElementsAre("memory-a", "shared-c"));
  EXPECT_THAT(applied("overrides:\n  - {files: [x], select: [shared]}\n"
                      "  - {files: [y], ignore: [shared-c]}"),
              ElementsAre());
}

TEST(Profiles, TheCommandLineHasTheLastWord) {
  const std::string yaml = "overrides: [{files: [x], select: [memory]}]";
  EXPECT_THAT(applied(yaml, {{"shared"}, {}, {}}), ElementsAre("shared-c"));
  EXPECT_THAT(applied(yaml, {{}, {"memory-a"}, {}}), ElementsAre("memory-b"));
  const std::string ignoring = "overrides: [{files: [x], ignore: [memory-a]}]";
  EXPECT_THAT(applied(ignoring, {{"memory"}, {}, {}}), ElementsAre("memory-b"))
      << "what is ignored for some files stays so";
  EXPECT_THAT(applied("overrides: [{files: [x], ignore: [memory]}]", {{"memory-a"}, {}, {}}),
              ElementsAre("memory-a"))
      << "unless it is named more closely";
}

Site siteIn(const std::string &file, std::int64_t ways) {
  Site site;
  site.kind = SiteKind::SharedAccess;
  site.span = {file, 3, 1, 3, 9};
  site.evidence = {{"ways", ways}};
  return site;
}

TEST(Profiles, ParamsAndSeveritiesAreOfTheFileThatTheSiteLiesIn) {
  const Expected<Config> config = parseConfig(
      "params: {shared-c: {least: 4}}\noverrides:\n"
      "  - files: [hot]\n    params: {shared-c: {least: 2}}\n    severity: {shared-c: error}\n"
      "  - files: [cold]\n    ignore: [shared]\n",
      ".warplint.yaml");
  ASSERT_TRUE(config) << config.error().str();
  RuleSet rules = threeRules();
  ASSERT_TRUE(applyConfig(*config, rules));
  const Profiles profiles(rules, {{"shared"}, {}, {}}, *config, [](const std::string &file) {
    return file == "hot.cuh"    ? std::vector<std::size_t>{0}
           : file == "cold.cuh" ? std::vector<std::size_t>{1}
                                : std::vector<std::size_t>{};
  });
  FileAnalysis analysis;
  analysis.file = "a.cu"; // which includes the others
  analysis.sites = {siteIn("a.cu", 3), siteIn("hot.cuh", 3), siteIn("cold.cuh", 8)};
  analysis.suppressions = {
      {{"cold.cuh", 2, 1, 2, 9}, 2, 3, {"shared-c"}, ""},
      {{"hot.cuh", 8, 1, 8, 9}, 8, 9, {"shared-c"}, ""},
  };
  const std::vector<FileAnalysis> files = {analysis};
  const Expected<Report> report = evaluate(profiles, files, nullptr);
  ASSERT_TRUE(report) << report.error().str();
  ASSERT_EQ(report->findings.size(), 1U);
  EXPECT_EQ(report->findings[0].span.file, "hot.cuh");
  EXPECT_EQ(report->findings[0].severity, Severity::Error);
  ASSERT_EQ(report->rules.size(), 1U);
  // A comment says nothing of a rule that is not applied to its file.
  EXPECT_THAT(report->files[0].notes,
              ElementsAre(HasSubstr("hot.cuh:8: suppression of shared-c suppresses nothing")));
}

} // namespace
} // namespace warplint::engine
