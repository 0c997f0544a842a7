//===- SuppressTest.cpp ---------------------------------------------------===//

#include "lint/engine/Suppress.h"

#include <gmock/gmock.h>

namespace warplint::engine {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Finding findingAt(unsigned line, const std::string &rule, const std::string &file = "a.cu") {
  Finding finding;
  finding.rule = rule;
  finding.family = rule.substr(0, rule.find('-'));
  finding.span = {file, line, 5, line, 20};
  return finding;
}

Suppression commentAt(unsigned line, std::vector<std::string> rules,
                      const std::string &file = "a.cu") {
  return {{file, line, 1, line, 30}, line, line + 1, std::move(rules), "measured"};
}

struct Case {
  std::vector<FileAnalysis> files;
  Report report;

  void add(const std::string &file, std::vector<Suppression> comments,
           FileStatus status = FileStatus::Analysed) {
    FileAnalysis analysis;
    analysis.file = file;
    analysis.status = status;
    analysis.suppressions = std::move(comments);
    files.push_back(analysis);
    report.files.push_back({file, status, 0, {}});
  }

  void run() {
    std::vector<Rule> known;
    for (const char *id :
         {"shared-bank-conflict", "shared-race", "memory-strided-access", "divergence-branch"}) {
      Rule &rule = known.emplace_back();
      rule.id = id;
      rule.family = rule.id.substr(0, rule.id.find('-'));
      if (rule.id == "divergence-branch")
        continue; // not applied in this run
      RuleInfo &info = report.rules.emplace_back();
      info.id = rule.id;
      info.family = rule.family;
    }
    applySuppressions(files, known, report);
  }
};

bool suppresses(const std::vector<std::string> &rules, const std::string &rule, unsigned line = 8) {
  Case test;
  test.add("a.cu", {commentAt(7, rules)});
  test.report.findings = {findingAt(line, rule)};
  test.run();
  const auto &suppressed = test.report.findings[0].suppressed;
  if (suppressed) {
    EXPECT_EQ(suppressed->by, "comment");
    EXPECT_EQ(suppressed->reason, "measured");
  }
  return suppressed.has_value();
}

TEST(Suppress, ByIdFamilyAndPattern) {
  EXPECT_TRUE(suppresses({"shared-bank-conflict"}, "shared-bank-conflict"));
  EXPECT_TRUE(suppresses({"warplint-shared-bank-conflict"}, "shared-bank-conflict"));
  EXPECT_TRUE(suppresses({"memory-x", "shared"}, "shared-bank-conflict"));
  EXPECT_TRUE(suppresses({"warplint-*"}, "shared-bank-conflict"));
  EXPECT_TRUE(suppresses({"shared-*"}, "shared-bank-conflict"));
  EXPECT_TRUE(suppresses({}, "shared-bank-conflict")) << "bare: every rule";
  EXPECT_FALSE(suppresses({"shared-race"}, "shared-bank-conflict"));
  EXPECT_FALSE(suppresses({"memory-*"}, "shared-bank-conflict"));
}

TEST(Suppress, OnItsLinesOnly) {
  EXPECT_FALSE(suppresses({}, "shared-bank-conflict", 6));
  EXPECT_TRUE(suppresses({}, "shared-bank-conflict", 7));
  EXPECT_TRUE(suppresses({}, "shared-bank-conflict", 8));
  EXPECT_FALSE(suppresses({}, "shared-bank-conflict", 9));
}

TEST(Suppress, InItsFileOnly) {
  Case test;
  test.add("a.cu", {commentAt(7, {})});
  test.report.findings = {findingAt(7, "shared-race", "b.cu")};
  test.run();
  EXPECT_FALSE(test.report.findings[0].suppressed);
}

TEST(UnusedSuppression, IsNotedPerRule) {
  Case test;
  test.add("a.cu", {commentAt(7, {"shared-bank-conflict", "warplint-shared-race"})});
  test.report.findings = {findingAt(8, "shared-bank-conflict")};
  test.run();
  EXPECT_TRUE(test.report.findings[0].suppressed);
  EXPECT_THAT(test.report.files[0].notes,
              ElementsAre("a.cu:7: suppression of shared-race suppresses nothing"));
}

TEST(UnusedSuppression, BareNolintMaySpeakToOtherTools) {
  Case test;
  test.add("a.cu", {commentAt(7, {})});
  test.run();
  EXPECT_THAT(test.report.files[0].notes, IsEmpty());
}

TEST(UnusedSuppression, SilentWhereTheRuleWasNotApplied) {
  Case test;
  test.add("a.cu", {commentAt(7, {"divergence-branch"}), commentAt(9, {"shared"})});
  test.run();
  EXPECT_THAT(test.report.files[0].notes,
              ElementsAre("a.cu:9: suppression of shared suppresses nothing"));
}

TEST(UnusedSuppression, OfARuleThatDoesNotExist) {
  Case test;
  test.add("a.cu", {commentAt(7, {"shared-bank-conflicts"})}, FileStatus::Partial);
  test.run();
  EXPECT_THAT(
      test.report.files[0].notes,
      ElementsAre("a.cu:7: suppression of shared-bank-conflicts: there is no such rule; did "
                  "you mean `shared-bank-conflict`?"));
}

TEST(UnusedSuppression, SilentWhereTheFileWasNotSeenWhole) {
  Case test;
  test.add("a.cu", {commentAt(7, {"shared-race"})}, FileStatus::Partial);
  test.run();
  EXPECT_THAT(test.report.files[0].notes, IsEmpty());
}

TEST(UnusedSuppression, OfAHeaderIsNotedOnce) {
  Case test;
  test.add("a.cu", {commentAt(3, {"shared-race"}, "tile.cuh")});
  test.add("b.cu", {commentAt(3, {"shared-race"}, "tile.cuh")});
  test.run();
  EXPECT_THAT(test.report.files[0].notes,
              ElementsAre("tile.cuh:3: suppression of shared-race suppresses nothing"));
  EXPECT_THAT(test.report.files[1].notes, IsEmpty());
}

TEST(UnusedSuppression, OfAHeaderIsUsedIfAnyFileUsesIt) {
  Case test;
  test.add("a.cu", {commentAt(3, {"shared-race"}, "tile.cuh")});
  test.add("b.cu", {commentAt(3, {"shared-race"}, "tile.cuh")});
  test.report.findings = {findingAt(4, "shared-race", "tile.cuh")};
  test.run();
  EXPECT_TRUE(test.report.findings[0].suppressed);
  EXPECT_THAT(test.report.files[0].notes, IsEmpty());
  EXPECT_THAT(test.report.files[1].notes, IsEmpty());
}

} // namespace
} // namespace warplint::engine
