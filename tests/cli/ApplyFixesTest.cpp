//===- ApplyFixesTest.cpp - cures written into the source -----------------===//

#include "lint/cli/ApplyFixes.h"
#include "tests/cli/TemporaryFolder.h"

#include <gmock/gmock.h>
#include <unistd.h>

namespace warplint::cli {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Finding withFix(std::vector<Edit> edits) {
  Finding finding;
  finding.rule = "some-rule";
  finding.span = {"somewhere.cu", 1, 1, 1, 2};
  finding.fixes = {{"id", "title", std::move(edits)}};
  return finding;
}

class ApplyFixes : public testing::Test {
protected:
  TemporaryFolder folder;
  std::string file = folder.write("a.cu", "one two\nthree\r\nfour");

  FixOutcome apply(std::vector<Finding> findings) {
    Report report;
    report.findings = std::move(findings);
    auto outcome = applyFixes(report);
    if (!outcome) {
      ADD_FAILURE() << outcome.error().str();
      return {};
    }
    return *outcome;
  }
  std::string text() const { return folder.read("a.cu"); }
  Edit edit(unsigned line, unsigned column, unsigned endLine, unsigned endColumn,
            std::string text) const {
    return {{file, line, column, endLine, endColumn}, std::move(text)};
  }
};

TEST_F(ApplyFixes, EditsOfSeveralFindingsAndLines) {
  const auto outcome = apply({withFix({edit(1, 1, 1, 4, "1"), edit(3, 5, 3, 5, "!\n")}),
                              withFix({edit(2, 6, 2, 6, " dozen")})});
  EXPECT_EQ(text(), "1 two\nthree dozen\r\nfour!\n");
  EXPECT_THAT(outcome.fixed, ElementsAre(true, true));
  EXPECT_THAT(outcome.files, ElementsAre(file));
  EXPECT_THAT(outcome.notes, IsEmpty());
}

TEST_F(ApplyFixes, TheSameEditTwiceIsOneEdit) {
  const auto outcome =
      apply({withFix({edit(1, 4, 1, 4, " + 1")}), withFix({edit(1, 4, 1, 4, " + 1")})});
  EXPECT_EQ(text(), "one + 1 two\nthree\r\nfour");
  EXPECT_THAT(outcome.fixed, ElementsAre(true, true));
}

TEST_F(ApplyFixes, AFixThatOverlapsIsLeftOutWhole) {
  const auto outcome = apply({withFix({edit(1, 1, 1, 8, "x")}),
                              withFix({edit(3, 1, 3, 5, "not written"), edit(1, 5, 1, 8, "y")}),
                              withFix({edit(3, 1, 3, 2, "F")})});
  EXPECT_EQ(text(), "x\nthree\r\nFour");
  EXPECT_THAT(outcome.fixed, ElementsAre(true, false, true));
  EXPECT_THAT(outcome.notes, ElementsAre(HasSubstr("somewhere.cu:1: not fixed (some-rule): it "
                                                   "overlaps another fix")));
}

TEST_F(ApplyFixes, PlacesThatAreNotInTheFile) {
  const auto outcome = apply({withFix({edit(9, 1, 9, 2, "x")}), withFix({edit(1, 1, 1, 30, "x")}),
                              withFix({edit(1, 4, 1, 2, "x")}), withFix({edit(0, 0, 0, 0, "x")}),
                              withFix({{{folder.path("none.cu"), 1, 1, 1, 1}, "x"}})});
  EXPECT_EQ(text(), "one two\nthree\r\nfour");
  EXPECT_THAT(outcome.fixed, ElementsAre(false, false, false, false, false));
  EXPECT_EQ(outcome.notes.size(), 5u);
  EXPECT_THAT(outcome.files, IsEmpty());
}

TEST_F(ApplyFixes, SuppressedAndDoubtfulFindingsAreLeftAlone) {
  Finding suppressed = withFix({edit(1, 1, 1, 2, "x")});
  suppressed.suppressed = SuppressedBy{"comment", ""};
  Finding possible = withFix({edit(1, 1, 1, 2, "x")});
  possible.confidence = Confidence::Possible;
  const auto outcome = apply({suppressed, possible, Finding()});
  EXPECT_EQ(text(), "one two\nthree\r\nfour");
  EXPECT_THAT(outcome.fixed, ElementsAre(false, false, false));
  EXPECT_THAT(outcome.notes, ElementsAre(HasSubstr("no more than possible")));
}

TEST_F(ApplyFixes, OfAlternativesTheFirstIsTaken) {
  Finding finding = withFix({edit(1, 1, 1, 4, "first")});
  finding.fixes.push_back({"id", "title", {edit(1, 1, 1, 4, "second")}});
  apply({finding});
  EXPECT_THAT(text(), HasSubstr("first two"));
}

TEST_F(ApplyFixes, AFileThatCannotBeWrittenIsAnError) {
  if (geteuid() == 0)
    GTEST_SKIP() << "root may write everything";
  std::filesystem::permissions(file, std::filesystem::perms::owner_read);
  Report report;
  report.findings = {withFix({edit(1, 1, 1, 4, "x")})};
  const auto outcome = applyFixes(report);
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().str(), file + ": the fixed file cannot be written: Permission denied");
}

} // namespace
} // namespace warplint::cli
