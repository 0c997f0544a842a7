//===- RulePagesTest.cpp - the rules as pages of a manual -----------------===//

#include "lint/cli/RulePages.h"
#include "lint/cli/RuleWords.h"
#include "tests/cli/TemporaryFolder.h"

#include <gmock/gmock.h>

namespace warplint::cli {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr const char *ruleFile = R"(id: shared-example
title: An example
family: shared
phase: 2
severity: warning
on: shared_access
when: wavefronts_ratio >= min_ratio
params:
  min_ratio: 2
message: "{op} takes {wavefronts_per_request} wavefronts for each of its requests | {ways}"
summary: pad
why: |
  Of vector<T> a *few* are 32*i + c words, `a<b>` is code.

      first[line];

        second[line];
  And text.
help: |
  Pad the row.
fix: pad-row
)";

class RulePages : public testing::Test {
protected:
  engine::RuleSet rules;
  TemporaryFolder folder;

  /// Of the one rule, whose file ends with `more`.
  std::string page(const std::string &more, const RulePair &pair, const char *name) {
    engine::RuleSet fresh;
    const auto added = fresh.addText(ruleFile + more, "example.yaml");
    EXPECT_TRUE(added) << added.error().str();
    rules = fresh;
    return rulePages(rules, {{"shared-example", pair}}, folder.path())[name];
  }

  static RulePair measuredPair() {
    RulePair pair;
    pair.bad.file = "kernels/shared-example/bad.cu";
    pair.good.file = "kernels/shared-example/good.cu";
    pair.bad.caption = "Bad on purpose.";
    pair.bad.code = "__global__ void bad() {}";
    pair.bad.analysed = pair.good.analysed = true;
    pair.bad.milliseconds = 0.5;
    pair.good.milliseconds = 0.25;
    pair.bad.ratios = {32, 31.5};
    pair.bad.values["wavefronts_ratio"] = {EvidenceValue(32.0), EvidenceValue(31.5)};
    pair.good.values["wavefronts_ratio"] = {EvidenceValue(1.0), std::nullopt};
    Finding finding;
    finding.rule = "shared-example";
    finding.span.line = 7;
    finding.message = "load takes 32 wavefronts";
    finding.verdict = Verdict::Confirmed;
    pair.bad.findings = {finding};
    pair.device = runtime::Device{"NVIDIA H100", "GH100", "9.0", "580", "13.0", ""};
    pair.date = "2026-11-21";
    return pair;
  }
};

constexpr const char *confirmed = R"(kernels: shared-example
confirm:
  metrics: [smsp__sass_l1tex_pipe_lsu_wavefronts_mem_shared]
  when: wavefronts_ratio >= min_ratio
)";

TEST_F(RulePages, APageHoldsWhatTheRuleAndItsPairSay) {
  const std::string text = page(confirmed, measuredPair(), "shared-example.md");
  EXPECT_THAT(text, AllOf(HasSubstr("# shared-example\n"), HasSubstr("| Severity | warning |"),
                          HasSubstr("| `min_ratio` | `2` |"),
                          HasSubstr("| `wavefronts_per_request` | "), HasSubstr("`pad-row`"),
                          HasSubstr("__global__ void bad() {}"), HasSubstr("Bad on purpose.")));
  EXPECT_THAT(text, HasSubstr("| `wavefronts_ratio` | 32 | 31.5 | 1 | – |"));
  EXPECT_THAT(text, HasSubstr("On NVIDIA H100 (compute capability 9.0), driver 580, CUDA 13.0, "
                              "2026-11-21."));
  EXPECT_THAT(text, HasSubstr("0.5000 ms | 0.2500 ms, 2.00 times as fast"));
  EXPECT_THAT(text, HasSubstr("- line 7, warning: load takes 32 wavefronts"));
  EXPECT_THAT(text, HasSubstr("| verdict | confirmed |"));
  EXPECT_THAT(text, Not(HasSubstr("| `wavefronts` |")))
      << "a word of the message is no name of evidence";
}

TEST_F(RulePages, TextOfARuleBecomesMarkdown) {
  const std::string text = page("", {}, "shared-example.md");
  EXPECT_THAT(text, HasSubstr("Of vector\\<T> a *few* are 32\\*i + c words, `a<b>` is code."));
  EXPECT_THAT(text, HasSubstr("\n\n```cuda\nfirst[line];\n\n  second[line];\n```\nAnd text.\n"));
}

TEST_F(RulePages, WhatWasNotMeasuredIsSaid) {
  EXPECT_THAT(page("", {}, "shared-example.md"),
              AllOf(HasSubstr("Static: nothing to measure."),
                    HasSubstr("There are no reference kernels."), HasSubstr("| Fixtures | none |"),
                    HasSubstr("follows from the source alone")));
  EXPECT_THAT(page("", {}, "index.md"), HasSubstr("| no pair | static: nothing to measure |"));
  RulePair pair = measuredPair();
  pair.device.reset();
  EXPECT_THAT(page(confirmed, pair, "shared-example.md"), HasSubstr("\nNot measured yet.\n"));
  EXPECT_THAT(page(confirmed, pair, "index.md"), HasSubstr("| not measured yet |"));
}

TEST_F(RulePages, TheIndexHasARowForEachRule) {
  folder.write("fixtures/shared-example/a.cu", "");
  const std::string text = page(confirmed, measuredPair(), "index.md");
  EXPECT_THAT(text, HasSubstr("## shared\n"));
  EXPECT_THAT(text, Not(HasSubstr("## memory")));
  EXPECT_THAT(
      text,
      HasSubstr("| [shared-example](shared-example.md) | warning | An example | "
                "[✓](../../fixtures/shared-example) | [✓](../../kernels/shared-example) | "
                "`wavefronts_ratio` 32.00 | `wavefronts_ratio` 31.50 | 0.5000 → 0.2500 | ✓ |\n"));
}

TEST_F(RulePages, AreWrittenAndChecked) {
  page(confirmed, measuredPair(), "index.md");
  const auto pages = rulePages(rules, {{"shared-example", measuredPair()}}, folder.path());
  const std::string docs = folder.path("docs");
  EXPECT_THAT(stalePages(pages, docs),
              ElementsAre("index.md: missing", "shared-example.md: missing"));
  folder.write("docs/by-hand.md", "# Not generated\n");
  folder.write("docs/shared-gone.md", pages.at("shared-example.md"));
  ASSERT_TRUE(writePages(pages, docs));
  EXPECT_THAT(stalePages(pages, docs), IsEmpty());
  EXPECT_EQ(folder.read("docs/by-hand.md"), "# Not generated\n");
  EXPECT_EQ(folder.read("docs/shared-gone.md"), "");

  folder.write("docs/index.md", pages.at("index.md") + "\n");
  folder.write("docs/shared-gone.md", pages.at("shared-example.md"));
  EXPECT_THAT(stalePages(pages, docs), ElementsAre("index.md: not what the generator writes now",
                                                   "shared-gone.md: of a rule that is gone"));
}

TEST(RuleWords, NamesStandAsWords) {
  EXPECT_TRUE(mentions("ways >= 2", "ways"));
  EXPECT_TRUE(mentions("max(ways, 1)", "ways"));
  EXPECT_FALSE(mentions("always or ways_max", "ways"));
}

TEST(RuleWords, SpeedIsSaidWhereItDiffers) {
  RulePair pair;
  EXPECT_EQ(speedInWords(pair), "");
  pair.bad.milliseconds = 1;
  pair.good.milliseconds = 0.98;
  EXPECT_EQ(speedInWords(pair), "about as fast");
  pair.good.milliseconds = 2;
  EXPECT_EQ(speedInWords(pair), "2.00 times as slow");
}

} // namespace
} // namespace warplint::cli
