//===- EvaluateTest.cpp - from sites to findings --------------------------===//

#include "lint/engine/Evaluate.h"

#include <algorithm>
#include <gmock/gmock.h>

namespace warplint::engine {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// A rule file with the given id, predicate and further lines.
std::string ruleText(const std::string &id, const std::string &when, const std::string &more = "") {
  const std::string family = id.substr(0, id.find('-'));
  return "id: " + id + "\ntitle: t\nfamily: " + family +
         "\nphase: 2\nseverity: warning\non: shared_access\nwhen: " + when +
         "\nmessage: \"{op} of `{expr}`: {wavefronts_ratio} of {wavefronts}\"\nwhy: w\nhelp: h\n"
         "summary: s\n" +
         more;
}

RuleSet rulesOf(const std::vector<std::string> &texts) {
  RuleSet set;
  for (const std::string &text : texts) {
    const Expected<void> added = set.addText(text, "test");
    EXPECT_TRUE(added) << added.error().str();
  }
  return set;
}

const std::string conflictRule = ruleText("shared-conflict", "wavefronts_ratio >= 2");

Site siteAt(unsigned line, double ratio, const std::string &file = "a.cu") {
  Site site;
  site.kind = SiteKind::SharedAccess;
  site.span = {file, line, 5, line, 20};
  site.kernel = "transpose";
  site.op = "load";
  site.expr = "tile[threadIdx.x][j]";
  site.evidence = {{"wavefronts_ratio", ratio}, {"wavefronts", std::int64_t{32}}};
  return site;
}

FileAnalysis fileOf(std::vector<Site> sites, const std::string &file = "a.cu") {
  FileAnalysis analysis;
  analysis.file = file;
  analysis.kernels = 1;
  analysis.sites = std::move(sites);
  return analysis;
}

std::string noSource(const std::string &, unsigned) { return {}; }

Report evaluated(const RuleSet &rules, const std::vector<FileAnalysis> &files,
                 const Selection &selection = {}, const SourceLine &sourceLine = noSource) {
  Expected<Report> report = evaluate(rules, selection, files, sourceLine);
  EXPECT_TRUE(report) << report.error().str();
  return report ? std::move(*report) : Report();
}

TEST(Evaluate, AFindingSaysWhatTheSiteSays) {
  Site site = siteAt(14, 32);
  site.confidence = Confidence::Likely;
  site.assumptions = {"block shape (32, 8) is assumed"};
  site.notes = {{site.span, "depends on threadIdx.x"}};
  site.fixes = {{"other", "something else", {}}, {"pad-row", "pad the rows", {}}};
  FileAnalysis file = fileOf({siteAt(3, 1), site});
  file.status = FileStatus::Partial;
  file.notes = {"a note"};
  const Report report = evaluated(
      rulesOf({ruleText("shared-conflict", "wavefronts_ratio >= 2", "fix: pad-row\n")}), {file});

  ASSERT_EQ(report.findings.size(), 1u);
  const Finding &finding = report.findings[0];
  EXPECT_EQ(finding.rule, "shared-conflict");
  EXPECT_EQ(finding.family, "shared");
  EXPECT_EQ(finding.severity, Severity::Warning);
  EXPECT_EQ(finding.confidence, Confidence::Likely);
  EXPECT_EQ(finding.span, site.span);
  EXPECT_EQ(finding.kernel, "transpose");
  EXPECT_EQ(finding.expr, site.expr);
  EXPECT_EQ(finding.message, "load of `tile[threadIdx.x][j]`: 32 of 32");
  EXPECT_EQ(finding.help, "s");
  EXPECT_EQ(finding.assumptions, site.assumptions);
  EXPECT_EQ(finding.notes, site.notes);
  EXPECT_EQ(finding.predicted, site.evidence);
  ASSERT_EQ(finding.fixes.size(), 1u);
  EXPECT_EQ(finding.fixes[0].id, "pad-row");
  EXPECT_FALSE(finding.measured);
  EXPECT_FALSE(finding.verdict);
  EXPECT_FALSE(finding.suppressed);

  ASSERT_EQ(report.files.size(), 1u);
  EXPECT_EQ(report.files[0].status, FileStatus::Partial);
  EXPECT_EQ(report.files[0].kernels, 1u);
  EXPECT_THAT(report.files[0].notes, ElementsAre("a note"));
  ASSERT_EQ(report.rules.size(), 1u);
  EXPECT_EQ(report.rules[0].id, "shared-conflict");
  EXPECT_EQ(report.rules[0].why, "w");
}

TEST(Evaluate, OtherKindsAndUnknownEvidenceAreLeftAlone) {
  Site global = siteAt(1, 32);
  global.kind = SiteKind::GlobalAccess;
  Site unknown = siteAt(2, 32);
  unknown.evidence.clear();
  EXPECT_TRUE(evaluated(rulesOf({conflictRule}), {fileOf({global, unknown})}).findings.empty());
}

TEST(Evaluate, ParamsReachThePredicate) {
  RuleSet rules = rulesOf(
      {ruleText("shared-conflict", "wavefronts_ratio >= min_ratio", "params: {min_ratio: 4}\n")});
  const std::vector<FileAnalysis> files = {fileOf({siteAt(1, 3)})};
  EXPECT_TRUE(evaluated(rules, files).findings.empty());
  ASSERT_TRUE(rules.setParam("shared-conflict", "min_ratio", 1.25));
  EXPECT_EQ(evaluated(rules, files).findings.size(), 1u);
}

TEST(Evaluate, TheFirstAdjustmentThatHoldsCounts) {
  RuleSet rules = rulesOf({ruleText("shared-conflict", "wavefronts_ratio >= 2",
                                    "adjust:\n"
                                    "  - when: wavefronts_ratio < 4\n"
                                    "    severity: note\n"
                                    "    message: only {wavefronts_ratio}\n"
                                    "  - when: ways > 3\n" // absent: does not hold
                                    "    severity: note\n"
                                    "  - when: wavefronts_ratio < 10\n"
                                    "    message: some {wavefronts_ratio}\n"
                                    "  - when: wavefronts_ratio >= 4\n"
                                    "    severity: error\n")});
  const std::vector<FileAnalysis> files = {fileOf({siteAt(1, 3), siteAt(2, 8), siteAt(3, 32)})};
  const Report report = evaluated(rules, files);
  ASSERT_EQ(report.findings.size(), 3u);
  EXPECT_EQ(report.findings[0].severity, Severity::Note);
  EXPECT_EQ(report.findings[0].message, "only 3");
  EXPECT_EQ(report.findings[1].severity, Severity::Warning);
  EXPECT_EQ(report.findings[1].message, "some 8");
  EXPECT_EQ(report.findings[2].severity, Severity::Error);
  EXPECT_EQ(report.findings[2].message, "load of `tile[threadIdx.x][j]`: 32 of 32");

  ASSERT_TRUE(rules.setSeverity("shared-conflict", Severity::Note));
  for (const Finding &finding : evaluated(rules, files).findings)
    EXPECT_EQ(finding.severity, Severity::Note);
}

TEST(Evaluate, SortsByPlaceAndRule) {
  const RuleSet rules = rulesOf({ruleText("shared-b", "true"), ruleText("shared-a", "true")});
  const Report report =
      evaluated(rules, {fileOf({siteAt(9, 2, "b.cu"), siteAt(3, 2, "b.cu")}, "b.cu"),
                        fileOf({siteAt(5, 2)})});
  std::vector<std::string> order;
  for (const Finding &finding : report.findings)
    order.push_back(finding.span.file + ":" + std::to_string(finding.span.line) + finding.rule);
  EXPECT_THAT(order, ElementsAre("a.cu:5shared-a", "a.cu:5shared-b", "b.cu:3shared-a",
                                 "b.cu:3shared-b", "b.cu:9shared-a", "b.cu:9shared-b"));
}

TEST(Evaluate, FoldsWhatTwoFilesSeeOfOneHeader) {
  const RuleSet rules = rulesOf({conflictRule});
  Site mild = siteAt(7, 4, "tile.cuh");
  mild.confidence = Confidence::Exact;
  Site bad = siteAt(7, 32, "tile.cuh");
  bad.confidence = Confidence::Likely;
  Site otherKernel = bad;
  otherKernel.kernel = "other";
  std::vector<FileAnalysis> files = {fileOf({mild, otherKernel}, "a.cu"), fileOf({bad}, "b.cu"),
                                     fileOf({mild}, "c.cu")};
  for (int turn = 0; turn < 3; ++turn) {
    const Report report = evaluated(rules, files);
    ASSERT_EQ(report.findings.size(), 2u);
    EXPECT_EQ(report.findings[0].kernel, "other");
    EXPECT_EQ(numberAt(report.findings[1].predicted, "wavefronts_ratio"), 32) << "the worst stays";
    std::rotate(files.begin(), files.begin() + 1, files.end());
  }
}

/// A kernel of a header with an access in it, as one file sees them.
FileAnalysis kernelOf(const std::string &file, unsigned kernelLine, double ratio, bool isMadeUp) {
  Site kernel;
  kernel.span = {"a.cuh", kernelLine, 1, kernelLine, 9};
  kernel.kernel = "transpose";
  Site access = siteAt(3, ratio, "a.cuh");
  if (isMadeUp)
    for (Site *site : {&kernel, &access})
      site->assumptions.push_back(std::string(argumentsAssumed) + "N = 32 is assumed");
  return fileOf({kernel, access}, file);
}

TEST(Evaluate, WhatIsMadeUpYieldsToAnInstanceThatAnotherFileKnows) {
  const RuleSet rules = rulesOf({conflictRule});
  const FileAnalysis guess = kernelOf("a.cuh", 2, 32, true);
  EXPECT_EQ(evaluated(rules, {guess}).findings.size(), 1U);
  EXPECT_TRUE(evaluated(rules, {guess, kernelOf("b.cu", 2, 1, false)}).findings.empty());
  const Report both = evaluated(rules, {kernelOf("b.cu", 2, 3, false), guess});
  ASSERT_EQ(both.findings.size(), 1U);
  EXPECT_EQ(numberAt(both.findings.front().predicted, "wavefronts_ratio"), 3);
  // Of another kernel nobody knows anything.
  EXPECT_EQ(evaluated(rules, {guess, kernelOf("b.cu", 9, 1, false)}).findings.size(), 1U);
}

TEST(Evaluate, AnAccessThatLoadsAndStoresIsOneFindingOfBoth) {
  Site store = siteAt(7, 32);
  store.op = "store";
  store.statement = {6, 8};
  const RuleSet rules = rulesOf({conflictRule});
  const Report report = evaluated(rules, {fileOf({siteAt(7, 4), store}), fileOf({siteAt(7, 4)})});
  ASSERT_EQ(report.findings.size(), 1u);
  EXPECT_EQ(report.findings[0].op, "store") << "the worst";
  EXPECT_EQ(report.findings[0].ops, (std::vector<std::string>{"load", "store"}));
  EXPECT_EQ(report.findings[0].statement, (Lines{6, 8}));
}

TEST(Evaluate, UsesOfAMacroAreOneFindingTheWorstFirst) {
  std::vector<Site> sites;
  for (unsigned use = 0; use < 6; ++use) {
    Site site = siteAt(7, use == 3 ? 32 : 4);
    site.uses = {{{"a.cu", 20 + use, 3, 20 + use, 4}, {20 + use, 20 + use}}};
    sites.push_back(site);
  }
  sites[5].evidence["wavefronts_ratio"] = 1.0;
  const Report report = evaluated(rulesOf({conflictRule}), {fileOf(sites), fileOf(sites)});
  ASSERT_EQ(report.findings.size(), 1u);
  std::vector<unsigned> lines;
  for (const Use &use : report.findings[0].uses)
    lines.push_back(use.span.line);
  EXPECT_EQ(lines, (std::vector<unsigned>{23, 20, 21, 22, 24})) << "not the one that is good";
  EXPECT_EQ(report.findings[0].notes.back().text, "and in 1 more use down to here");
}

TEST(Evaluate, TheWorseSeverityStays) {
  const RuleSet rules = rulesOf({ruleText("shared-conflict", "wavefronts_ratio >= 2",
                                          "adjust:\n  - when: wavefronts_ratio > 10\n"
                                          "    severity: note\n")});
  const Report report = evaluated(rules, {fileOf({siteAt(1, 32), siteAt(1, 4)})});
  ASSERT_EQ(report.findings.size(), 1u);
  EXPECT_EQ(report.findings[0].severity, Severity::Warning);
}

TEST(Evaluate, ARuleThatBreaksIsNamed) {
  // Text where the vocabulary promises a number: no check before the run can know.
  Site site = siteAt(4, 2);
  site.evidence["wavefronts_ratio"] = std::string("many");
  const std::vector<FileAnalysis> files = {fileOf({site})};
  const Expected<Report> report = evaluate(rulesOf({conflictRule}), {}, files, noSource);
  ASSERT_FALSE(report);
  EXPECT_THAT(report.error().str(), HasSubstr("a.cu:4:5: rule `shared-conflict` (test): "));
}

//===----------------------------------------------------------------------===//
// Selection
//===----------------------------------------------------------------------===//

std::vector<std::string> applied(const Selection &selection) {
  const RuleSet rules = rulesOf(
      {ruleText("shared-a", "true"), ruleText("shared-b", "true"), ruleText("memory-c", "true")});
  std::vector<std::string> ids;
  for (const RuleInfo &rule : evaluated(rules, {}, selection).rules)
    ids.push_back(rule.id);
  return ids;
}

TEST(Selection, TheCloserNameWins) {
  EXPECT_THAT(applied({}), ElementsAre("memory-c", "shared-a", "shared-b"));
  EXPECT_THAT(applied({{"shared"}, {}, {}}), ElementsAre("shared-a", "shared-b"));
  EXPECT_THAT(applied({{"shared-b", "memory"}, {}, {}}), ElementsAre("memory-c", "shared-b"));
  EXPECT_THAT(applied({{}, {"shared"}, {}}), ElementsAre("memory-c"));
  EXPECT_THAT(applied({{"shared"}, {"shared-a"}, {}}), ElementsAre("shared-b"));
  EXPECT_THAT(applied({{"shared-a"}, {"shared"}, {}}), ElementsAre("shared-a"));
  EXPECT_THAT(applied({{"shared-a"}, {"shared-a"}, {}}), ElementsAre());
}

TEST(Selection, UnknownNamesAreFound) {
  const RuleSet rules = rulesOf({conflictRule});
  EXPECT_EQ(unknownName(rules, {{"shared"}, {"shared-conflict"}, {}}), std::nullopt);
  EXPECT_EQ(unknownName(rules, {{"shared", "shred"}, {}, {}}), "shred");
  EXPECT_EQ(unknownName(rules, {{}, {"memory"}, {}}), "memory");
}

//===----------------------------------------------------------------------===//
// Fingerprints
//===----------------------------------------------------------------------===//

using Lines = std::vector<std::string>;

std::vector<std::string> fingerprints(const Lines &source, const std::vector<unsigned> &lines,
                                      const std::string &id = "shared-conflict") {
  std::vector<Site> sites;
  for (unsigned line : lines)
    sites.push_back(siteAt(line, 32));
  const Report report = evaluated(rulesOf({ruleText(id, "true")}), {fileOf(sites)}, {},
                                  [&](const std::string &, unsigned line) {
                                    return line <= source.size() ? source[line - 1] : "";
                                  });
  std::vector<std::string> result;
  for (const Finding &finding : report.findings)
    result.push_back(finding.fingerprint);
  return result;
}

TEST(Fingerprint, IsStableUnderInsertedLinesAndNewIndentation) {
  const auto before = fingerprints({"x = tile[i];", "y = tile[i];"}, {1, 2});
  const auto after = fingerprints({"// new", "", "  x  =  tile[i];", "\ty = tile[ i ];"}, {3, 4});
  EXPECT_EQ(before, after);
  EXPECT_NE(before[0], before[1]);
  EXPECT_THAT(before[0], testing::MatchesRegex("[0-9a-f]{16}"));
}

TEST(Fingerprint, DependsOnWhatItNames) {
  const auto base = fingerprints({"x = tile[i];"}, {1});
  EXPECT_NE(base, fingerprints({"x = tile[j];"}, {1}));
  EXPECT_NE(base, fingerprints({"x = tile[i];"}, {1}, "shared-other"));
}

TEST(Fingerprint, EqualLinesAreCounted) {
  const auto twice = fingerprints({"x = tile[i];", "x = tile[i];"}, {1, 2});
  EXPECT_NE(twice[0], twice[1]);
  EXPECT_EQ(twice[0], fingerprints({"x = tile[i];"}, {1})[0]);
}

TEST(Fingerprint, IsTheSameOnEveryMachine) {
  // Changes to this value make every baseline out there useless.
  EXPECT_THAT(fingerprints({"x = tile[i];"}, {1}), ElementsAre("d688acb04efbedeb"));
}

} // namespace
} // namespace warplint::engine
