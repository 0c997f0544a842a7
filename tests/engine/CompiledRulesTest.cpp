//===- CompiledRulesTest.cpp - the built-in rules, read in advance --------===//

#include "lint/engine/CompiledRules.h"
#include "lint/engine/RuleFile.h"

#include <gmock/gmock.h>

namespace warplint::engine {
namespace {

constexpr const char *full = R"(id: shared-test-rule
title: Something is seen
family: shared
phase: 2
severity: note
on: shared_access
when: wavefronts_ratio >= least and (not exact_only or confidence == "exact")
adjust:
  - when: wavefronts_ratio >= 16
    severity: error
    message: "{op} of `{expr}`: far too many"
  - when: wavefronts_ratio >= 8
    severity: warning
params: {least: 2, share: 0.1, third: 0.3333333333333333, exact_only: false, word: "a \"b\""}
message: "{op} of `{expr}` takes {wavefronts} wavefronts"
why: |
  Zwei Zeilen, ä.
  And a second one.
help: h
summary: s
fix: pad
confirm:
  metrics: [smsp__sass_l1tex_pipe_lsu_wavefronts_mem_shared]
  when: wavefronts_ratio >= 2
kernels: shared-test-rule
references: [one, two]
)";

constexpr const char *bare = R"(id: sync-test-rule
title: Something is seen
family: sync
phase: 1
severity: error
on: barrier
when: "true"
message: m
why: w
help: h
summary: s
confirm: {sanitizer: synccheck, hang: true}
)";

TEST(CompiledRules, SayAllThatTheFilesSay) {
  std::vector<Rule> rules;
  for (const char *text : {full, bare}) {
    const Expected<Rule> rule = parseRule(text, "rule.yaml");
    ASSERT_TRUE(rule) << rule.error().str();
    rules.push_back(*rule);
  }
  std::vector<Rule> read = readCompiledRules(compiledRules(rules), "built in");
  ASSERT_EQ(read.size(), rules.size());
  for (std::size_t i = 0; i < rules.size(); ++i) {
    EXPECT_EQ(read[i].origin, "built in");
    read[i].origin = rules[i].origin;
    EXPECT_EQ(read[i], rules[i]) << rules[i].id;
  }
}

TEST(CompiledRules, OfTheProgramAreThoseOfTheFolder) {
  RuleSet folder;
  const Expected<void> added = folder.addDirectory(std::string(WARPLINT_SOURCE_DIR) + "/rules");
  ASSERT_TRUE(added) << added.error().str();
  const RuleSet builtin = RuleSet::builtin();
  ASSERT_EQ(builtin.rules().size(), folder.rules().size());
  for (std::size_t i = 0; i < folder.rules().size(); ++i) {
    Rule expected = folder.rules()[i];
    expected.origin = "built in";
    EXPECT_EQ(builtin.rules()[i], expected) << expected.id;
  }
}

} // namespace
} // namespace warplint::engine
