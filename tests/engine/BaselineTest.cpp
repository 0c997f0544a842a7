//===- BaselineTest.cpp - findings that a project has taken note of -------===//

#include "lint/engine/Baseline.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace warplint::engine {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

Finding finding(const std::string &file, unsigned line, const std::string &expr,
                const std::string &kernel = "k") {
  Finding finding;
  finding.rule = "memory-strided-access";
  finding.span = {file, line, 3, line, 20};
  finding.kernel = kernel;
  finding.op = "load";
  finding.ops = {"load"};
  finding.expr = expr;
  return finding;
}

Report report(std::vector<Finding> findings) {
  Report report;
  for (const Finding &finding : findings)
    if (report.files.empty() || report.files.back().file != finding.span.file)
      report.files.push_back({finding.span.file, FileStatus::Analysed, 1, {}});
  report.findings = std::move(findings);
  return report;
}

BaselineView view(bool filesExist = true) {
  return {[](const std::string &, const std::string &) { return true; },
          [=](const std::string &) { return filesExist; }, "base.json"};
}

unsigned open(const Report &report) {
  unsigned count = 0;
  for (const Finding &finding : report.findings)
    count += !finding.suppressed;
  return count;
}

TEST(Baseline, WhatItHoldsDoesNotCount) {
  const Baseline baseline = baselineOf(report({finding("a.cu", 3, "p[i * 8]")}));
  Report now = report({finding("a.cu", 30, "p[i*8]"), finding("a.cu", 40, "q[i * 8]")});
  EXPECT_THAT(applyBaseline(baseline, view(), now), IsEmpty());
  ASSERT_TRUE(now.findings[0].suppressed);
  EXPECT_EQ(now.findings[0].suppressed->by, "baseline");
  EXPECT_FALSE(now.findings[1].suppressed);
}

TEST(Baseline, EqualFindingsAreCounted) {
  const Baseline baseline =
      baselineOf(report({finding("a.cu", 3, "p[i]"), finding("a.cu", 4, "p[i]")}));
  ASSERT_THAT(baseline.entries, SizeIs(1));
  EXPECT_EQ(baseline.entries[0].count, 2U);
  Report now =
      report({finding("a.cu", 3, "p[i]"), finding("a.cu", 4, "p[i]"), finding("a.cu", 5, "p[i]")});
  applyBaseline(baseline, view(), now);
  EXPECT_EQ(open(now), 1U);
  EXPECT_FALSE(now.findings[2].suppressed); // a third is new
}

TEST(Baseline, WhatIsSuppressedOtherwiseIsLeftAlone) {
  Report before = report({finding("a.cu", 3, "p[i]")});
  before.findings[0].suppressed = SuppressedBy{"comment", "cold"};
  EXPECT_THAT(baselineOf(before).entries, IsEmpty());
  const Baseline baseline = baselineOf(report({finding("a.cu", 3, "p[i]")}));
  EXPECT_THAT(applyBaseline(baseline, view(), before), SizeIs(1));
  EXPECT_EQ(before.findings[0].suppressed->by, "comment");
}

TEST(Baseline, StaleIsWhatWasLookedForAndIsGone) {
  const Baseline baseline =
      baselineOf(report({finding("a.cu", 3, "p[i]"), finding("a.cu", 4, "p[i]"),
                         finding("b.cu", 1, "q[i]"), finding("c.cu", 1, "r[i]")}));
  Report now = report({finding("a.cu", 3, "p[i]"), finding("c.cu", 1, "other")});
  now.files[1].status = FileStatus::Partial; // c.cu: it may be in the part that was not seen
  auto stale = applyBaseline(baseline, view(), now);
  ASSERT_THAT(stale, SizeIs(1));
  EXPECT_EQ(stale[0].file, "a.cu");
  EXPECT_EQ(stale[0].count, 1U);
  const Baseline rest = pruned(baseline, stale);
  EXPECT_THAT(rest.entries, SizeIs(3));
  EXPECT_EQ(rest.entries[0].count, 1U);

  BaselineView notApplied = view();
  notApplied.isApplied = [](const std::string &, const std::string &) { return false; };
  now = report({finding("a.cu", 3, "p[i]")});
  EXPECT_THAT(applyBaseline(baseline, notApplied, now), IsEmpty());

  now = report({finding("a.cu", 3, "p[i]"), finding("a.cu", 4, "p[i]")});
  EXPECT_THAT(applyBaseline(baseline, view(false), now), SizeIs(2)); // b.cu and c.cu are no more
}

TEST(Baseline, AFileThatWasRenamedTakesItsEntriesAlong) {
  const Baseline baseline = baselineOf(report({finding("old.cu", 3, "p[i]")}));
  Report now = report({finding("new.cu", 3, "p[i]")});
  BaselineView gone = view();
  gone.exists = [](const std::string &file) { return file != "old.cu"; };
  EXPECT_THAT(applyBaseline(baseline, gone, now), IsEmpty());
  EXPECT_EQ(open(now), 0U);
  now = report({finding("new.cu", 3, "p[i]")});
  applyBaseline(baseline, view(), now); // it is still there: this one is a copy
  EXPECT_EQ(open(now), 1U);
}

TEST(Baseline, HostCodeIsKnownByItsFunction) {
  Finding call = finding("a.cu", 3, "cudaMalloc(&p, n)", "");
  call.predicted["function"] = std::string("setUp");
  const Baseline baseline = baselineOf(report({call}));
  EXPECT_EQ(baseline.entries[0].kernel, "setUp");
  call.predicted["function"] = std::string("elsewhere");
  Report now = report({call});
  applyBaseline(baseline, view(), now);
  EXPECT_EQ(open(now), 1U);
}

TEST(Baseline, ComesBackFromItsText) {
  const Baseline baseline = baselineOf(report(
      {finding("a.cu", 3, "p[\"\\ \n\t</script>\"]"), finding("\xFF.cu", 1, "\x01", "kern\xC3")}));
  const auto back = baselineFromJson(nlohmann::json::parse(baselineText(baseline)));
  ASSERT_TRUE(back);
  EXPECT_EQ(*back, baseline);
  EXPECT_EQ(*baselineFromJson(nlohmann::json::parse(baselineText({}))), Baseline());
  // One entry a line.
  EXPECT_THAT(baselineText(baseline), HasSubstr("\n  {\"file\":\"a.cu\""));
}

TEST(Baseline, ACountStaysWhatCanBeRead) {
  const auto twice = baselineFromJson(nlohmann::json::parse(
      R"({"version": 1, "findings": [{"rule": "r", "file": "f", "count": 999999},
                                     {"rule": "r", "file": "f", "count": 2}]})"));
  ASSERT_TRUE(twice);
  ASSERT_EQ(twice->entries.size(), 1U);
  EXPECT_EQ(twice->entries[0].count, 1000000U);
  const auto again = baselineFromJson(nlohmann::json::parse(baselineText(*twice)));
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(*again, *twice);
}

TEST(Baseline, SaysWhatIsWrong) {
  const auto error = [](const char *text) {
    const auto baseline = baselineFromJson(nlohmann::json::parse(text));
    return baseline ? std::string() : baseline.error().message;
  };
  EXPECT_THAT(error("[]"), HasSubstr("not a baseline of version 1"));
  EXPECT_THAT(error(R"({"version": 2, "findings": []})"), HasSubstr("not a baseline of version 1"));
  EXPECT_THAT(error(R"({"version": 1, "findings": [{}]})"), HasSubstr("not a baseline: "));
  EXPECT_THAT(error(R"({"version": 1, "findings": 3})"), HasSubstr("not a baseline"));
  EXPECT_THAT(error(R"({"version": 1, "findings": [{"rule": "r", "file": "f", "count": -1}]})"),
              HasSubstr("`count`"));
  EXPECT_THAT(error(R"({"version": 1, "findings": [{"rule": 7, "file": "f", "count": 1}]})"),
              HasSubstr("not a baseline"));
}

} // namespace
} // namespace warplint::engine
