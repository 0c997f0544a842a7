//===- CompareTest.cpp - recorded evidence, and changes made to it --------===//

#include "tests/compare/Evidence.h"

#include <gmock/gmock.h>

namespace warplint::compare {
namespace {

using testing::HasSubstr;
using testing::Not;

const std::string conflicts = "transpose_conflicts";
const std::string padded = "transpose_padded";

EvidenceRun withTime(EvidenceRun run, const std::string &kernel, double milliseconds) {
  find(run, SiteKind::Kernel, kernel)->evidence["milliseconds"] = milliseconds;
  return run;
}

/// Runs that differ in nothing but the time of `kernel`.
std::vector<EvidenceRun> runsOf(const std::string &kernel, const std::vector<double> &times) {
  std::vector<EvidenceRun> runs;
  for (double time : times)
    runs.push_back(withTime(readRecorded("shared-bank-conflict"), kernel, time));
  return runs;
}

Change changeOfTime(const std::vector<double> &before, const std::vector<double> &after,
                    const Options &options = {}) {
  const Comparison comparison =
      compareRuns(runsOf(conflicts, before), runsOf(conflicts, after), options);
  const KernelPair *kernel = kernelNamed(comparison, conflicts);
  return kernel ? metricNamed(kernel->metrics, "time")->change : Change::NotJudged;
}

TEST(Compare, TheSameIsTheSame) {
  for (const char *rule : {"shared-bank-conflict", "divergence-loop", "memory-repeated-load"}) {
    const EvidenceRun run = readRecorded(rule);
    const Comparison comparison = compareRuns({run}, {run});
    EXPECT_FALSE(comparison.kernels.empty());
    EXPECT_EQ(comparison.count(Change::Worse) + comparison.count(Change::Better), 0U) << rule;
    EXPECT_TRUE(comparison.onlyBefore.empty() && comparison.onlyAfter.empty());
  }
}

TEST(Compare, ARenamedKernelIsFollowed) {
  const EvidenceRun run = readRecorded("shared-bank-conflict");
  Options options;
  options.renamed = {{padded, conflicts}};
  const Comparison worse = compareRuns({run}, {run}, options);
  ASSERT_EQ(worse.kernels.size(), 1U);
  EXPECT_EQ(worse.kernels[0].change, Change::Worse);
  EXPECT_EQ(worse.kernels[0].oldName, padded);
  const Metric *wavefronts = metricNamed(worse.kernels[0].metrics, "wavefronts");
  ASSERT_TRUE(wavefronts);
  EXPECT_EQ(wavefronts->medianBefore, 1048576);
  EXPECT_EQ(wavefronts->medianAfter, 17301504);
  EXPECT_EQ(wavefronts->change, Change::Worse);
  const Metric *sectors = metricNamed(worse.kernels[0].metrics, "sectors");
  EXPECT_EQ(sectors->change, Change::Same);

  options.renamed = {{conflicts, padded}};
  EXPECT_EQ(compareRuns({run}, {run}, options).kernels[0].change, Change::Better);

  options.renamed = {{"nobody", padded}};
  EXPECT_THAT(compared({run}, {run}, options).error().message, HasSubstr("`nobody`"));
}

TEST(Compare, CountsOfOneRunAreEnough) {
  const EvidenceRun before = readRecorded("shared-bank-conflict");
  EvidenceRun after = before;
  Evidence &evidence = find(after, SiteKind::SharedAccess, padded, 18)->evidence;
  evidence["wavefronts"] = std::int64_t{2 * 524288};
  const Comparison comparison = compareRuns({before}, {after});
  EXPECT_EQ(kernelNamed(comparison, padded)->change, Change::Worse);
  EXPECT_EQ(comparison.kernels.front().name, padded); // the worst first
  EXPECT_NE(kernelNamed(comparison, conflicts)->change, Change::Worse);
  const std::string text = inWords(comparison, {}, {});
  EXPECT_THAT(text, HasSubstr("good.cu:18: load, wavefronts ratio 1 -> 2, "
                              "wavefronts 524288 -> 1048576"));
  EXPECT_THAT(text, Not(HasSubstr("bad.cu:")));
}

TEST(Compare, ToleranceIsFivePercentAndMirrored) {
  const EvidenceRun before = readRecorded("shared-bank-conflict");
  const auto changed = [&](double factor) {
    EvidenceRun after = before;
    for (RunSite &site : after.sites)
      if (site.kind == SiteKind::SharedAccess && site.kernel == padded)
        site.evidence["wavefronts"] = static_cast<std::int64_t>(524288 * factor);
    return after;
  };
  const auto change = [&](const EvidenceRun &from, const EvidenceRun &to, double tolerance = 0.05) {
    Options options;
    options.tolerance = tolerance;
    return kernelNamed(compareRuns({from}, {to}, options), padded)->change;
  };
  EXPECT_NE(change(before, changed(1.04)), Change::Worse);
  EXPECT_EQ(change(before, changed(1.06)), Change::Worse);
  EXPECT_EQ(change(changed(1.06), before), Change::Better);
  EXPECT_NE(change(before, changed(1.06), 0.10), Change::Worse);
  EXPECT_EQ(change(before, changed(1.01), 0), Change::Worse);
}

TEST(Compare, TimesNeedRuns) {
  EXPECT_EQ(changeOfTime({1}, {9}), Change::TooFew);
  EXPECT_EQ(changeOfTime({1, 1, 1}, {9, 9, 9}), Change::TooFew);
  EXPECT_EQ(changeOfTime({1, 1.1, 1.2, 1.3}, {9, 9.1, 9.2, 9.3}), Change::Worse);
  EXPECT_EQ(changeOfTime({9, 9.1, 9.2, 9.3}, {1, 1.1, 1.2, 1.3}), Change::Better);
  EXPECT_EQ(changeOfTime({1, 1, 1, 1}, {1, 1, 1, 1}), Change::Same);
  EXPECT_EQ(changeOfTime({1, 2, 3, 4}, {1.5, 2.5, 3.5, 4.5}), Change::Unclear);
  EXPECT_EQ(changeOfTime({1.00, 1.01, 1.02, 1.03}, {1.03, 1.04, 1.05, 1.06}), Change::Unclear);
  EXPECT_EQ(changeOfTime({1.000, 1.001, 1.002, 1.003}, {1.010, 1.011, 1.012, 1.013}),
            Change::Same); // surely slower, and not by enough
}

TEST(Compare, TimeDecidesWhereItCanTell) {
  std::vector<EvidenceRun> before = runsOf(padded, {1, 1.01, 1.02, 1.03});
  const auto after = [&](const std::vector<double> &times) {
    std::vector<EvidenceRun> runs = runsOf(padded, times);
    for (EvidenceRun &run : runs)
      find(run, SiteKind::SharedAccess, padded, 18)->evidence["wavefronts"] = std::int64_t{9999999};
    return runs;
  };
  const auto change = [&](const std::vector<double> &times, const Options &options = {}) {
    return kernelNamed(compareRuns(before, after(times), options), padded)->change;
  };
  EXPECT_EQ(change({0.5, 0.51, 0.52, 0.53}), Change::Better);
  EXPECT_EQ(change({1, 1.01, 1.02, 1.03}), Change::Same);
  EXPECT_EQ(change({0.5, 0.51}), Change::Worse); // the counts are left
  Options byCounts;
  byCounts.times = false;
  EXPECT_EQ(change({0.5, 0.51, 0.52, 0.53}, byCounts), Change::Worse);
  Options byTime;
  byTime.counts = false;
  EXPECT_EQ(change({0.5, 0.51}, byTime), Change::TooFew);
}

TEST(Compare, TimesOfDifferentGpusAreNotJudged) {
  std::vector<EvidenceRun> after = runsOf(conflicts, {9, 9, 9, 9});
  for (EvidenceRun &run : after)
    run.device = "NVIDIA T4";
  const Comparison comparison = compareRuns(runsOf(conflicts, {1, 1, 1, 1}), after);
  EXPECT_EQ(comparison.count(Change::Worse), 0U);
  EXPECT_THAT(comparison.notes, testing::Contains(HasSubstr("different GPUs")));
}

TEST(Compare, CountsOfLaunchesOfOtherSizesAreNotCompared) {
  const EvidenceRun before = readRecorded("shared-bank-conflict");
  EvidenceRun after = before;
  for (RunSite &site : after.sites)
    for (const char *count : {"sectors", "sectors_ideal", "wavefronts", "wavefronts_ideal",
                              "requests", "threads_launched"})
      if (const auto value = site.evidence.find(count); value != site.evidence.end())
        value->second = 4 * std::get<std::int64_t>(value->second);
  const Comparison comparison = compareRuns({before}, {after});
  EXPECT_EQ(comparison.count(Change::Worse), 0U);
  EXPECT_THAT(kernelNamed(comparison, padded)->notes,
              testing::ElementsAre(HasSubstr("16777216 threads where they had 4194304")));

  find(after, SiteKind::SharedAccess, padded, 18)->evidence["wavefronts"] = std::int64_t{99999999};
  EXPECT_EQ(kernelNamed(compareRuns({before}, {after}), padded)->change, Change::Worse);
}

TEST(Compare, MoreLaunchesAreNotMoreWork) {
  const EvidenceRun before = readRecorded("shared-bank-conflict");
  EvidenceRun after = before;
  for (RunSite &site : after.sites)
    for (auto &[name, value] : site.evidence)
      if (auto *count = std::get_if<std::int64_t>(&value))
        *count *= 3;
  EXPECT_EQ(compareRuns({before}, {after}).count(Change::Worse), 0U);
}

TEST(Compare, LineShiftsAndRenamedFilesAreFollowed) {
  const EvidenceRun before = readRecorded("shared-bank-conflict");
  EvidenceRun after = before;
  for (RunSite &site : after.sites) {
    if (site.kernel == padded && site.line > 0)
      site.line += site.line > 15 ? 12 : 7; // lines inserted above and inside
    if (site.kernel == padded)
      site.file = "kernels/moved.cu";
  }
  const Comparison comparison = compareRuns({before}, {after});
  const KernelPair *kernel = kernelNamed(comparison, padded);
  ASSERT_TRUE(kernel);
  EXPECT_TRUE(comparison.onlyAfter.empty());
  for (const SitePair &site : kernel->sites) {
    ASSERT_TRUE(site.before && site.after);
    EXPECT_EQ(site.after->line - site.before->line, site.before->line > 15 ? 12U : 7U);
    EXPECT_EQ(site.change, Change::Same);
  }
}

TEST(Compare, SitesAndKernelsThatOneSideLacksAreNamed) {
  const EvidenceRun before = readRecorded("shared-bank-conflict");
  EvidenceRun after = before;
  std::erase_if(after.sites, [](const RunSite &site) {
    return site.kernel == conflicts ||
           (site.kernel == padded && site.kind == SiteKind::SharedAccess && site.line == 18);
  });
  const Comparison comparison = compareRuns({before}, {after});
  ASSERT_EQ(comparison.onlyBefore.size(), 1U);
  EXPECT_EQ(comparison.onlyBefore[0].name, conflicts);
  unsigned gone = 0;
  for (const SitePair &site : kernelNamed(comparison, padded)->sites)
    gone += !site.after;
  EXPECT_EQ(gone, 1U);
  EXPECT_EQ(comparison.count(Change::Worse), 0U);
  EXPECT_THAT(inWords(comparison, {}, {}), HasSubstr("only in old: " + conflicts));
}

TEST(Compare, PredictedAndMeasuredDoNotCompare) {
  const EvidenceRun measured = readRecorded("shared-bank-conflict");
  EvidenceRun predicted = measured;
  predicted.measured = false;
  EXPECT_FALSE(compared({measured}, {predicted}, {}));
  // Of predictions, ratios count: loops of unknown length make no totals.
  EvidenceRun after = predicted;
  find(after, SiteKind::SharedAccess, padded, 18)->evidence["wavefronts"] =
      std::int64_t{2 * 524288};
  const Comparison comparison = compareRuns({predicted}, {after});
  const KernelPair *kernel = kernelNamed(comparison, padded);
  EXPECT_EQ(kernel->change, Change::Worse);
  EXPECT_EQ(metricNamed(kernel->metrics, "wavefronts")->change, Change::NotJudged);
  EXPECT_EQ(metricNamed(kernel->metrics, "wavefronts_ratio")->change, Change::Worse);
}

TEST(Compare, DivergenceOfAFewWarpsIsNoChange) {
  EvidenceRun before = readRecorded("shared-bank-conflict");
  RunSite branch = *find(before, SiteKind::SharedAccess, padded, 18);
  branch.kind = SiteKind::Branch;
  branch.evidence = {{"warps", std::int64_t{1000}}, {"divergent_warps", std::int64_t{0}}};
  before.sites.push_back(branch);
  EvidenceRun after = before;
  after.sites.back().evidence["divergent_warps"] = std::int64_t{10};
  EXPECT_NE(kernelNamed(compareRuns({before}, {after}), padded)->change, Change::Worse);
  after.sites.back().evidence["divergent_warps"] = std::int64_t{500};
  EXPECT_EQ(kernelNamed(compareRuns({before}, {after}), padded)->change, Change::Worse);
}

TEST(Compare, JsonHoldsAllOfIt) {
  const EvidenceRun before = readRecorded("shared-bank-conflict");
  EvidenceRun after = before;
  find(after, SiteKind::SharedAccess, padded, 18)->evidence["wavefronts"] =
      std::int64_t{2 * 524288};
  const auto json = toJson(compareRuns({before}, {after}), {});
  EXPECT_EQ(json.at("summary").at("worse"), 1);
  EXPECT_EQ(json.at("kernels").at(0).at("kernel"), padded);
  EXPECT_EQ(json.at("kernels").at(0).at("change"), "worse");
  EXPECT_EQ(json.at("kernels").at(0).at("sites").size(), 4U);
  EXPECT_NO_THROW(json.dump());
}

//===----------------------------------------------------------------------===//
// Which site is which
//===----------------------------------------------------------------------===//

std::vector<RunSite> sites(const std::vector<std::pair<unsigned, std::string>> &linesAndText) {
  std::vector<RunSite> result;
  for (const auto &[line, text] : linesAndText)
    result.push_back({SiteKind::GlobalAccess, "a.cu", line, 3, "k", "", "load", text, {}});
  return result;
}

using Match = std::vector<std::optional<std::size_t>>;
const Place start{"a.cu", 1, 1};

TEST(Matched, ExpressionsAreAnchors) {
  const auto before = sites({{2, "a[i]"}, {3, "b[i]"}, {4, "c[i]"}});
  EXPECT_EQ(matched(before, start, sites({{12, "b[ i ]"}, {13, "c[i]"}}), start), (Match{1, 2}));
  EXPECT_EQ(
      matched(before, start, sites({{2, "x[i]"}, {3, "a[i]"}, {4, "b[i]"}, {5, "c[i]"}}), start),
      (Match{std::nullopt, 0, 1, 2}));
  // What changed between two that did not is the same site.
  EXPECT_EQ(matched(before, start, sites({{2, "a[i]"}, {3, "b[i * 2]"}, {9, "c[i]"}}), start),
            (Match{0, 1, 2}));
}

TEST(Matched, WithoutExpressionsOrderOrDistanceTell) {
  const auto before = sites({{2, ""}, {5, ""}, {9, ""}});
  EXPECT_EQ(matched(before, start, sites({{22, ""}, {26, ""}, {29, ""}}), {"a.cu", 20, 1}),
            (Match{0, 1, 2}));
  EXPECT_EQ(matched(before, start, sites({{21, ""}, {28, ""}}), {"a.cu", 20, 1}), (Match{0, 2}));
  EXPECT_EQ(matched(before, start, sites({{23, ""}, {28, ""}}), {"a.cu", 20, 1}),
            (Match{std::nullopt, 2}));
  EXPECT_EQ(matched({}, start, before, start), (Match(3)));
  EXPECT_EQ(matched(before, start, {}, start), Match());
}

} // namespace
} // namespace warplint::compare
