//===- RuleFileTest.cpp - good and malformed rule files -------------------===//

#include "lint/engine/RuleFile.h"

#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>

namespace warplint::engine {
namespace {

using testing::HasSubstr;

const std::string good = R"(id: shared-test-rule
title: Something is seen
family: shared
phase: 2
severity: warning
on: shared_access
when: wavefronts_ratio >= min_ratio and has("ways")
params:
  min_ratio: 2
  strict: true
  name: tile
adjust:
  - when: data_dependent
    severity: note
  - when: ways > 4
    message: "{ways} ways"
message: >-
  {op} takes
  {wavefronts} wavefronts
why: |
  Because.
  Banks.
help: |
  Pad.
summary: pad it
fix: pad-row
confirm:
  metrics: [smsp__sass_a, smsp__sass_b]
  when: wavefronts_ratio >= min_ratio
  sanitizer: racecheck
kernels: shared-bank-conflict
references: [one, two]
)";

/// `good` with its first `from` replaced.
std::string with(const std::string &from, const std::string &to) {
  std::string text = good;
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

std::string errorOf(const std::string &yaml) {
  const Expected<Rule> rule = parseRule(yaml, "my/rule.yaml");
  EXPECT_FALSE(rule) << yaml;
  return rule ? "" : rule.error().str();
}

TEST(RuleFile, ReadsEveryKey) {
  const Expected<Rule> rule = parseRule(good, "my/rule.yaml");
  ASSERT_TRUE(rule) << rule.error().str();
  EXPECT_EQ(rule->id, "shared-test-rule");
  EXPECT_EQ(rule->title, "Something is seen");
  EXPECT_EQ(rule->family, "shared");
  EXPECT_EQ(rule->phase, 2);
  EXPECT_EQ(rule->severity, Severity::Warning);
  EXPECT_EQ(rule->on, SiteKind::SharedAccess);
  EXPECT_EQ(rule->when, "wavefronts_ratio >= min_ratio and has(\"ways\")");
  EXPECT_EQ(rule->params.at("min_ratio"), EvidenceValue(std::int64_t{2}));
  EXPECT_EQ(rule->params.at("strict"), EvidenceValue(true));
  EXPECT_EQ(rule->params.at("name"), EvidenceValue(std::string("tile")));
  ASSERT_EQ(rule->adjust.size(), 2u);
  EXPECT_EQ(rule->adjust[0].severity, Severity::Note);
  EXPECT_EQ(rule->adjust[0].message, "");
  EXPECT_EQ(rule->adjust[1].severity, Severity::Warning) << "the rule's own where none is given";
  EXPECT_EQ(rule->adjust[1].message, "{ways} ways");
  EXPECT_EQ(rule->message, "{op} takes {wavefronts} wavefronts");
  EXPECT_EQ(rule->why, "Because.\nBanks.\n");
  EXPECT_EQ(rule->summary, "pad it");
  EXPECT_EQ(rule->fix, "pad-row");
  EXPECT_EQ(rule->confirm.metrics.size(), 2u);
  EXPECT_EQ(rule->confirm.when, "wavefronts_ratio >= min_ratio");
  EXPECT_EQ(rule->confirm.sanitizer, "racecheck");
  EXPECT_EQ(rule->kernels, "shared-bank-conflict");
  EXPECT_EQ(rule->references, (std::vector<std::string>{"one", "two"}));
  EXPECT_EQ(rule->origin, "my/rule.yaml");
}

TEST(RuleFile, WhatConfirmsMayNameFiguresOfTheKernel) {
  const auto rule =
      parseRule(with("  when: wavefronts_ratio >= min_ratio\n  sanitizer",
                     "  when: wavefronts_ratio >= min_ratio and stall_mio_throttle_percent > 20 "
                     "and has(\"registers\")\n  sanitizer"),
                "my/rule.yaml");
  EXPECT_TRUE(rule) << rule.error().str();
  EXPECT_THAT(errorOf(with("has(\"ways\")", "duration_us > 1")),
              HasSubstr("`when`: `duration_us` is neither evidence"))
      << "nothing predicts it";
  EXPECT_THAT(errorOf(with("  when: wavefronts_ratio >= min_ratio\n  sanitizer",
                           "  when: stall_mio_percent > 20\n  sanitizer")),
              HasSubstr("did you mean `stall_mi"));
}

TEST(RuleFile, UnknownKey) {
  EXPECT_EQ(errorOf(with("severity:", "severty:")),
            "my/rule.yaml:5:1: unknown key `severty`; did you mean `severity`?");
  EXPECT_EQ(errorOf(with("  sanitizer:", "  sanitiser:")),
            "my/rule.yaml:30:3: unknown key `confirm.sanitiser`; did you mean `sanitizer`?");
  EXPECT_THAT(errorOf(with("    severity: note", "    level: note")),
              HasSubstr("14:5: unknown key `adjust[0].level`"));
}

TEST(RuleFile, MissingKey) {
  for (const YamlKey &key : ruleFormat().keys) {
    if (!key.required)
      continue;
    // Renamed within the line, so that the rest stays as it is.
    YAML::Node node = YAML::Load(good);
    node.remove(std::string(key.name));
    YAML::Emitter emitter;
    emitter << node;
    EXPECT_THAT(errorOf(emitter.c_str()),
                HasSubstr("key `" + std::string(key.name) + "` is missing"));
  }
  EXPECT_THAT(errorOf(with("    severity: note\n", "")), HasSubstr("neither `severity` nor"));
}

TEST(RuleFile, KeyTwice) {
  EXPECT_EQ(errorOf(good + "id: shared-other\n"), "my/rule.yaml:33:1: key `id` is there twice");
}

TEST(RuleFile, WrongType) {
  EXPECT_EQ(errorOf(with("title: Something is seen", "title: [a]")),
            "my/rule.yaml:2:8: `title` must be text");
  EXPECT_EQ(errorOf(with("title: Something is seen", "title:")),
            "my/rule.yaml:2:1: `title` must be text");
  EXPECT_EQ(errorOf(with("phase: 2", "phase: two")),
            "my/rule.yaml:4:8: `phase` must be an integer");
  EXPECT_THAT(errorOf(with("phase: 2", "phase: \"2\"")), HasSubstr("must be an integer"));
  EXPECT_EQ(errorOf(with("[one, two]", "one")), "my/rule.yaml:32:13: `references` must be a list");
  EXPECT_EQ(errorOf(with("[one, two]", "[one, [two]]")),
            "my/rule.yaml:32:19: `references` must be a list of texts");
  EXPECT_THAT(errorOf(with("  strict: true", "  strict: [1]")),
              HasSubstr("10:11: `params.strict` must be"));
  EXPECT_THAT(errorOf("- a\n- b\n"), HasSubstr("my/rule.yaml:1:1: a mapping"));
  EXPECT_THAT(errorOf(""), HasSubstr("a mapping"));
}

TEST(RuleFile, BadValues) {
  EXPECT_THAT(errorOf(with("id: shared-test-rule", "id: Shared_Rule")),
              HasSubstr("my/rule.yaml:1:5: `id`: `Shared_Rule` is not an id"));
  EXPECT_THAT(errorOf(with("id: shared-test-rule", "id: shared")), HasSubstr("is not an id"));
  EXPECT_THAT(errorOf(with("family: shared", "family: shard")),
              HasSubstr("3:9: `family`: unknown word `shard`; did you mean `shared`?"));
  EXPECT_THAT(errorOf(with("severity: warning", "severity: fatal")),
              HasSubstr("5:11: `severity`: unknown word `fatal`"));
  EXPECT_THAT(errorOf(with("on: shared_access", "on: shared_acces")),
              HasSubstr("6:5: `on`: unknown word `shared_acces`; did you mean `shared_access`?"));
  EXPECT_THAT(errorOf(with("phase: 2", "phase: 6")),
              HasSubstr("4:8: `phase`: 6 is not between 0 and 5"));
  EXPECT_THAT(errorOf(with("sanitizer: racecheck", "sanitizer: memcheck")),
              HasSubstr("`confirm.sanitizer`: unknown word `memcheck`"));
  EXPECT_THAT(errorOf(with("summary: pad it", "summary: |\n  pad\n  it")),
              HasSubstr("`summary`: must be one line"));
}

TEST(RuleFile, BadParams) {
  EXPECT_THAT(errorOf(with("  strict: true", "  Strict: true")),
              HasSubstr("10:3: `params.Strict`"));
  EXPECT_THAT(errorOf(with("  strict: true", "  ways: 3")), HasSubstr("hides evidence"));
  EXPECT_THAT(errorOf(with("  strict: true", "  expr: x")), HasSubstr("hides evidence"));
  EXPECT_THAT(errorOf(with("  strict: true", "  min_ratio: 3")), HasSubstr("is there twice"));
  EXPECT_THAT(errorOf(with("  strict: true", "  end: 3")), HasSubstr("`params.end`"));
  EXPECT_THAT(errorOf(with("  strict: true", "  min: 3")), HasSubstr("`params.min`"));
}

TEST(RuleFile, BadPredicates) {
  const std::string when = R"(when: wavefronts_ratio >= min_ratio and has("ways"))";
  EXPECT_EQ(errorOf(with(when, "when: wavefronts_ratio >= min_rato")),
            "my/rule.yaml:7:7: `when`: `min_rato` is neither evidence of a site of kind "
            "shared_access nor a param; did you mean `min_ratio`?");
  EXPECT_THAT(errorOf(with(when, "when: wavefronts_ratio >=")),
              HasSubstr("7:7: `when`: unexpected symbol"));
  EXPECT_THAT(errorOf(with(when, "when: array > 2")), HasSubstr("compare"));
  EXPECT_THAT(errorOf(with(when, "when: wavefronts_ratio")), HasSubstr("true or false"));
  EXPECT_THAT(errorOf(with(when, "when: (function() return true end)()")),
              HasSubstr("`function` has no place"));
  EXPECT_THAT(errorOf(with("  - when: ways > 4", "  - when: wayz > 4")),
              HasSubstr("15:11: `adjust[1].when`: `wayz`"));
  EXPECT_THAT(errorOf(with("  when: wavefronts_ratio >= min_ratio", "  when: ratio > 2")),
              HasSubstr("29:9: `confirm.when`: `ratio`"));
}

TEST(RuleFile, BadMessages) {
  EXPECT_THAT(errorOf(with("{wavefronts} wave", "{wavefront} wave")),
              HasSubstr("my/rule.yaml:17:10: `message`: `{wavefront}` is neither"));
  EXPECT_THAT(errorOf(with("{ways} ways", "{ways:.q} ways")),
              HasSubstr("16:14: `adjust[1].message`: does not fit"));
  EXPECT_THAT(errorOf(with("{op} takes", "{op takes")), HasSubstr("`message`"));
}

TEST(RuleFile, NotYaml) {
  EXPECT_THAT(errorOf("id: [a\ntitle: b: c"), HasSubstr("my/rule.yaml:2:"));
  EXPECT_THAT(errorOf("id: *nothing\n"), HasSubstr("my/rule.yaml:1:"));
  EXPECT_THAT(errorOf(good + "---\n" + good), HasSubstr("more than one"));
  EXPECT_THAT(errorOf(std::string(20'000, '[')), HasSubstr("my/rule.yaml"));
}

//===----------------------------------------------------------------------===//
// Sets of rules
//===----------------------------------------------------------------------===//

class RuleFolder : public testing::Test {
protected:
  void SetUp() override {
    folder_ =
        std::filesystem::temp_directory_path() /
        ("warplint-rules-" + std::to_string(::testing::UnitTest::GetInstance()->random_seed()) +
         "-" + std::to_string(reinterpret_cast<std::uintptr_t>(this)));
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  void write(const std::string &name, const std::string &text) const {
    std::ofstream(folder_ / name) << text;
  }

  std::filesystem::path folder_;
};

TEST_F(RuleFolder, AddsAndReplaces) {
  write("a.yaml", good);
  write("b.yml", with("id: shared-test-rule", "id: shared-bank-conflict"));
  write("notes.txt", "no rule");
  Expected<RuleSet> set = RuleSet::builtin();
  ASSERT_TRUE(set) << set.error().str();
  const std::size_t before = set->rules().size();
  const Expected<void> added = set->addDirectory(folder_.string());
  ASSERT_TRUE(added) << added.error().str();
  EXPECT_EQ(set->rules().size(), before + 1);
  ASSERT_NE(set->find("shared-test-rule"), nullptr);
  EXPECT_EQ(set->find("shared-bank-conflict")->title, "Something is seen");
  EXPECT_TRUE(std::is_sorted(set->rules().begin(), set->rules().end(),
                             [](const Rule &a, const Rule &b) { return a.id < b.id; }));
}

TEST_F(RuleFolder, RefusesOneIdInTwoFiles) {
  write("a.yaml", good);
  write("b.yaml", good);
  RuleSet set;
  const Expected<void> added = set.addDirectory(folder_.string());
  ASSERT_FALSE(added);
  EXPECT_THAT(added.error().str(), HasSubstr("b.yaml"));
  EXPECT_THAT(added.error().str(), HasSubstr("already the id of"));
}

TEST_F(RuleFolder, NamesTheBrokenFile) {
  write("a.yaml", with("phase: 2", "phase: 9"));
  RuleSet set;
  const Expected<void> added = set.addDirectory(folder_.string());
  ASSERT_FALSE(added);
  EXPECT_EQ(added.error().file, (folder_ / "a.yaml").string());
  EXPECT_EQ(added.error().line, 4u);
  EXPECT_FALSE(set.addDirectory((folder_ / "absent").string()));
}

TEST(RuleSet, ParamsAreCheckedByNameAndType) {
  RuleSet set;
  ASSERT_TRUE(set.addText(good, "test"));
  EXPECT_TRUE(set.setParam("shared-test-rule", "min_ratio", 1.5)) << "any number for a number";
  EXPECT_EQ(set.find("shared-test-rule")->params.at("min_ratio"), EvidenceValue(1.5));
  const auto errorFor = [&](const std::string &rule, const std::string &name, EvidenceValue value) {
    const Expected<void> result = set.setParam(rule, name, std::move(value));
    return result ? std::string() : result.error().message;
  };
  EXPECT_THAT(errorFor("shared-test-rul", "min_ratio", 2.0), HasSubstr("`shared-test-rule`?"));
  EXPECT_THAT(errorFor("shared-test-rule", "max_ratio", 2.0),
              HasSubstr("did you mean `min_ratio`"));
  EXPECT_THAT(errorFor("shared-test-rule", "min_ratio", std::string("2")),
              HasSubstr("must be a number"));
  EXPECT_THAT(errorFor("shared-test-rule", "strict", 1.0), HasSubstr("must be true or false"));
  EXPECT_THAT(errorFor("shared-test-rule", "name", true), HasSubstr("must be text"));
}

} // namespace
} // namespace warplint::engine
