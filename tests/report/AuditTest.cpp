//===- AuditTest.cpp - what a run over a code base ends with --------------===//

#include "lint/report/Audit.h"
#include "tests/report/SampleReport.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace warplint::report {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

EvidenceValue integer(std::int64_t value) { return value; }

/// An access to global memory that takes `sectors` where 4 would do.
Finding access(const std::string &file, unsigned line, std::int64_t sectors,
               Severity severity = Severity::Warning) {
  Finding finding;
  finding.rule = "memory-strided-access";
  finding.severity = severity;
  finding.span = {file, line, 3, line, 9};
  finding.kernel = "copy";
  finding.predicted = {{"sectors", integer(sectors)}, {"sectors_ideal", integer(4)}};
  return finding;
}

TEST(Audit, CostIsWhatIsTakenBeyondWhatWouldDo) {
  EXPECT_EQ(excessSlots({{"sectors", integer(32)}, {"sectors_ideal", integer(4)}}), 28.0);
  EXPECT_EQ(excessSlots({{"wavefronts", integer(9)}, {"wavefronts_ideal", integer(1)}}), 8.0);
  EXPECT_EQ(excessSlots({{"sectors", integer(4)}, {"sectors_ideal", integer(4)}}), std::nullopt);
  EXPECT_EQ(excessSlots({{"sectors", integer(4)}}), std::nullopt) << "the ideal is not known";
  EXPECT_EQ(excessSlots({{"requests", integer(8)}, {"lanes_per_address", 32.0}}), 248.0);
  EXPECT_EQ(excessSlots({{"requests", integer(8)},
                         {"lanes_per_address", 32.0},
                         {"aggregated", EvidenceValue(true)}}),
            std::nullopt);
  EXPECT_EQ(excessSlots({{"requests", integer(2)}, {"addresses", 8.0}}), 14.0);
  EXPECT_EQ(excessSlots({{"divergent_warps", integer(2)},
                         {"then_cost", integer(16)},
                         {"else_cost", integer(16)},
                         {"wasted_lanes", 16.0}}),
            32.0);
  EXPECT_EQ(excessSlots({{"warp_trips", integer(10)}, {"body_cost", integer(4)}, {"wasted", 0.25}}),
            10.0);
  EXPECT_EQ(excessSlots({{"sectors", integer(32)},
                         {"sectors_ideal", integer(4)},
                         {"requests", integer(1)},
                         {"lanes_per_address", 2.0}}),
            29.0)
      << "terms add up";
}

TEST(Audit, LoopsThatWereCutShortCountWhole) {
  Evidence evidence{{"sectors", integer(32)}, {"sectors_ideal", integer(4)}};
  evidence["passes_meant"] = 10.0;
  EXPECT_EQ(excessSlots(evidence), 280.0);
  EXPECT_EQ(excessInWords(evidence), "320 sectors where 40 would do");
  EXPECT_EQ(excessSlots({{"requests", integer(3)}, {"addresses", 8.0}, {"passes_meant", 1.5}}),
            35.0)
      << "4.5 requests are 5";
  Report report;
  report.findings = {access("a.cu", 1, 100), access("a.cu", 2, 50)};
  report.findings[1].predicted["passes_meant"] = 4.0;
  EXPECT_EQ(audit(report).costliest[0].finding->span.line, 2U);
}

TEST(Audit, TheLargestPartIsSaidInWords) {
  EXPECT_EQ(excessInWords({{"sectors", integer(32)}, {"sectors_ideal", integer(4)}}),
            "32 sectors where 4 would do");
  EXPECT_EQ(excessInWords({{"requests", integer(8)}, {"lanes_per_address", 31.5}}),
            "31.5 lanes ask for one address, 8 times");
  EXPECT_EQ(excessInWords({}), "");
}

TEST(Audit, TheCostliestSitesComeFirst) {
  Report report;
  for (unsigned line = 1; line <= 12; ++line)
    report.findings.push_back(access("a.cu", line, 4 + line % 7));
  Finding again = access("a.cu", 6, 5);
  again.rule = "memory-column-access";
  report.findings.push_back(again);
  const Audit found = audit(report);
  EXPECT_EQ(found.sites, 11U) << "line 7 costs nothing";
  ASSERT_EQ(found.costliest.size(), 10U);
  EXPECT_EQ(found.costliest[0].finding->span.line, 6U);
  EXPECT_EQ(found.costliest[0].slots, 6.0);
  EXPECT_THAT(found.costliest[0].rules,
              ElementsAre("memory-column-access", "memory-strided-access"));
  EXPECT_EQ(found.costliest[1].finding->span.line, 5U);
  EXPECT_EQ(found.costliest[2].finding->span.line, 12U) << "of the same cost, by place";
}

TEST(Audit, WhatIsSuppressedOrRefutedCountsNowhere) {
  Report report;
  report.findings = {access("a.cu", 1, 100), access("a.cu", 2, 50), access("a.cu", 3, 20)};
  report.findings[0].suppressed = SuppressedBy{"comment", ""};
  report.findings[1].verdict = Verdict::Refuted;
  const Audit found = audit(report);
  EXPECT_EQ(found.sites, 1U);
  ASSERT_EQ(found.rules.size(), 1U);
  EXPECT_EQ(found.rules[0].bySeverity, (std::array{0U, 1U, 0U}));
}

TEST(Audit, TheMeasuredShareIsOfAllThatWasMeasured) {
  Report report;
  report.findings = {access("a.cu", 1, 100), access("a.cu", 2, 50), access("a.cu", 3, 20)};
  report.findings[0].measured = {{"sectors", integer(1300)}, {"sectors_ideal", integer(1000)}};
  report.findings[1].measured = {{"sectors", integer(1100)}, {"sectors_ideal", integer(1000)}};
  const Audit found = audit(report);
  EXPECT_EQ(found.costliest[0].measuredShare, 0.75);
  EXPECT_EQ(found.costliest[1].measuredShare, 0.25);
  EXPECT_EQ(found.costliest[2].measuredShare, std::nullopt);
}

TEST(Audit, RulesAndFoldersTheWorstFirst) {
  Report report;
  report.findings = {access("a/x.cu", 1, 8), access("a/y.cu", 1, 8), access("b/x.cu", 1, 8),
                     access("x.cu", 1, 8, Severity::Note)};
  report.findings[2].severity = Severity::Error;
  report.findings[2].rule = "shared-race";
  const Audit found = audit(report);
  ASSERT_EQ(found.rules.size(), 2U);
  EXPECT_EQ(found.rules[0].name, "shared-race");
  EXPECT_EQ(found.rules[1].bySeverity, (std::array{1U, 2U, 0U}));
  ASSERT_EQ(found.folders.size(), 3U);
  EXPECT_EQ(found.folders[0].name, "b");
  EXPECT_EQ(found.folders[1].name, "a");
  EXPECT_EQ(found.folders[2].name, ".");
}

std::vector<std::string> foldersOf(const std::vector<std::string> &files) {
  Report report;
  for (const std::string &file : files)
    report.findings.push_back(access(file, 1, 8));
  std::vector<std::string> names;
  for (const Audit::Row &row : audit(report).folders)
    names.push_back(row.name);
  return names;
}

TEST(Audit, FoldersAreAsDeepAsTenAllow) {
  EXPECT_THAT(foldersOf({"p/q/a/x.cu", "p/q/b/c/x.cu", "p/y.cu"}),
              ElementsAre("p", "p/q/a", "p/q/b/c"));
  std::vector<std::string> many;
  for (char name = 'a'; name <= 'k'; ++name) // eleven
    many.push_back(std::string("p/one/") + name + "/x.cu");
  many.emplace_back("p/two/x.cu");
  EXPECT_THAT(foldersOf(many), ElementsAre("p/one", "p/two"));
  EXPECT_THAT(foldersOf({"/abs/a/x.cu", "/abs/b/x.cu", "/x.cu"}),
              ElementsAre("/", "/abs/a", "/abs/b"));
  for (std::string &file : many)
    file = file.substr(file.find('/', 2) + 1);
  EXPECT_EQ(foldersOf(many).size(), 12U) << "more than ten at the top are all there is";
}

TEST(Audit, ReasonsLeaveOutWhatIsOfOneCase) {
  EXPECT_EQ(reasonOf("2 of 15 kernels are switched off by the preprocessor: a, b"),
            "kernels are switched off by the preprocessor");
  EXPECT_EQ(reasonOf("1 kernel was lost to errors: a"), "kernels were lost to errors");
  EXPECT_EQ(reasonOf("src/a.cu:214: expected ')'"), "expected '…'");
  EXPECT_EQ(reasonOf("kernel `k`: not followed: the recursion of `f` in line 243"),
            "kernel `…`: not followed: the recursion of `…`");
  EXPECT_EQ(reasonOf("the file cannot be read: No such file"),
            "the file cannot be read: No such file");
  EXPECT_EQ(reasonOf("kernel's end"), "kernel's end");
  EXPECT_EQ(reasonOf("it takes more than 600000 steps"), "it takes more than 600000 steps");
}

Report codeBase() {
  Report report;
  report.findings = {access("src/a.cu", 1, 36), access("src/b.cu", 7, 12),
                     access("x.cu", 2, 4, Severity::Error)};
  report.findings[0].measured = {{"sectors", integer(90)}, {"sectors_ideal", integer(10)}};
  report.findings[2].rule = "shared-race";
  report.findings[2].predicted.clear();
  report.files = {
      {"src/a.cu", FileStatus::Analysed, 1, {"1 include was not found: omp.h"}},
      {"src/b.cu", FileStatus::Analysed, 1, {"2 includes were not found: mpi.h, omp.h"}},
      {"x.cu", FileStatus::Partial, 1, {"kernel `k` holds errors"}},
      {"y.cu", FileStatus::Partial, 1, {"kernel `l` holds errors"}},
      {"z.cu", FileStatus::Failed, 0, {"the file is too large"}}};
  report.notes = {"a note on the run"};
  return report;
}

std::string auditText(const Report &report, bool quiet = false) {
  const Context context{report, "1.2.3", false, quiet, 0, sampleLine, true};
  std::ostringstream out;
  writerFor("text")(context, out);
  return out.str();
}

TEST(Audit, Text) {
  const std::string text = auditText(codeBase());
  EXPECT_EQ(text.substr(text.find("3 findings")), R"(3 findings: 1 error, 2 warnings

by rule                    errors  warnings  notes
  shared-race                   1         -      -
  memory-strided-access         -         2      -

by folder    errors  warnings  notes
  .               1         -      -
  src             -         2      -

sites by cost (turns of a warp beyond what would do, in one block)
          32  src/a.cu:1:3 [memory-strided-access]
              copy: 36 sectors where 4 would do; 100.0 % of the excess that was measured
           8  src/b.cu:7:3 [memory-strided-access]
              copy: 12 sectors where 4 would do

not analysed
  1 file not at all: the file is too large
    z.cu
  2 files only in part: kernel `…` holds errors
    x.cu, y.cu

2 of 5 files analysed, 2 only in part, 1 not at all; 4 kernels
  2 files: 2 includes were not found: mpi.h, omp.h
note: a note on the run
)");
  EXPECT_THAT(auditText(codeBase(), /*quiet=*/true), Not(HasSubstr("by rule")));
}

TEST(Audit, Json) {
  const json summary = json::parse(written("json", codeBase()))["summary"];
  EXPECT_EQ(summary["by_rule"], json::parse(R"([
    {"rule": "shared-race", "error": 1, "warning": 0, "note": 0},
    {"rule": "memory-strided-access", "error": 0, "warning": 2, "note": 0}])"));
  EXPECT_EQ(summary["by_folder"], json::parse(R"([
    {"folder": ".", "error": 1, "warning": 0, "note": 0},
    {"folder": "src", "error": 0, "warning": 2, "note": 0}])"));
  EXPECT_EQ(summary["costly_sites"], 2);
  EXPECT_EQ(summary["costliest"][0], json::parse(R"({
    "file": "src/a.cu", "line": 1, "column": 3, "kernel": "copy",
    "rules": ["memory-strided-access"], "slots": 32, "excess": "36 sectors where 4 would do",
    "measured_share": 1.0})"));
  EXPECT_EQ(summary["costliest"][1]["measured_share"], nullptr);
  EXPECT_EQ(summary["not_analysed"], json::parse(R"([
    {"status": "failed", "reason": "the file is too large", "count": 1, "files": ["z.cu"]},
    {"status": "partial", "reason": "kernel `…` holds errors", "count": 2,
     "files": ["x.cu", "y.cu"]}])"));
}

} // namespace
} // namespace warplint::report
