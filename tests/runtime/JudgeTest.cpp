//===- JudgeTest.cpp ------------------------------------------------------===//

#include "runtime-check/Judge.h"

#include "tests/runtime/Samples.h"

#include <gmock/gmock.h>

namespace warplint::runtime {
namespace {

using testing::HasSubstr;

std::optional<Confirmation> confirmation(const std::string &rule) {
  if (rule == "memory-strided-access")
    return Confirmation{SiteKind::GlobalAccess,
                        [](const Evidence &evidence) -> Expected<bool> {
                          return numberAt(evidence, "sectors_ratio").value_or(0) >= 2;
                        },
                        ""};
  if (rule == "async-missing-wait")
    return Confirmation{SiteKind::AsyncUse, nullptr, "racecheck"};
  if (rule == "broken")
    return Confirmation{SiteKind::GlobalAccess,
                        [](const Evidence &) -> Expected<bool> { return makeError("no number"); },
                        ""};
  return std::nullopt;
}

Finding judged(Finding finding, const Measurement &measurement) {
  std::vector<Finding> findings{std::move(finding)};
  EXPECT_TRUE(judge(findings, confirmation, measurement));
  return findings.front();
}

std::string notes(const Finding &finding) {
  std::string text;
  for (const Note &note : finding.notes)
    text += note.text + "\n";
  return text;
}

TEST(Judge, ByTheRulesPredicateOnWhatWasMeasured) {
  const Measurement bad = measurementOf({load(3, 16, 10, 320, 40)});
  const Measurement good = measurementOf({load(3, 16, 10, 40, 40)});
  const Finding confirmed = judged(findingAt(3, "load", 8), bad);
  EXPECT_EQ(confirmed.verdict, Verdict::Confirmed);
  EXPECT_EQ(numberAt(*confirmed.measured, "sectors_per_request"), 32);
  const Finding refuted = judged(findingAt(3, "load", 8), good);
  EXPECT_EQ(refuted.verdict, Verdict::Refuted);
  EXPECT_TRUE(refuted.measured);
}

// A helper that is called with a column once and with rows seven times: 60 sectors where 32 would
// do.
TEST(Judge, OneCallOfManyIsNotRefutedByTheMean) {
  Finding finding = findingAt(3, "load", 8);
  finding.predicted["call_paths"] = std::int64_t{8};
  const Finding mean = judged(finding, measurementOf({load(3, 16, 8, 60, 32)}));
  EXPECT_EQ(mean.verdict, Verdict::Inconclusive);
  EXPECT_THAT(notes(mean), HasSubstr("add up all calls of this function"));
  EXPECT_EQ(judged(finding, measurementOf({load(3, 16, 8, 120, 32)})).verdict, Verdict::Confirmed);
}

TEST(Judge, AParameterByTheAccessThatALoopRepeats) {
  const auto repeats = [](const std::string &) {
    return std::optional(
        Confirmation{SiteKind::Parameter,
                     [](const Evidence &evidence) -> Expected<bool> {
                       return numberAt(evidence, "requests_per_warp").value_or(0) >= 2;
                     },
                     ""});
  };
  const auto verdictFor = [&](std::int64_t requests) {
    std::vector<Finding> findings{findingAt(2, "parameter", 0)};
    findings[0].statement = {9, 9};
    EXPECT_TRUE(judge(findings, repeats,
                      measurementOf({load(9, 16, requests, requests, requests),
                                     launch("threads_launched", 3200)})));
    return findings[0].verdict;
  };
  EXPECT_EQ(verdictFor(6400), Verdict::Confirmed);
  EXPECT_EQ(verdictFor(100), Verdict::Refuted);
}

// The first launches of a wave front are of a few threads.
TEST(Judge, TooFewLanesToTell) {
  const MeasuredSite corner = load(3, 16, 3, 4, 3);
  const Finding finding = findingAt(3, "load", 4);
  const MeasuredSite threads = launch("threads_launched", 12);
  const MeasuredSite launches = launch("launches", 900);
  const Finding open =
      judged(finding, measurementOf({corner, code(3, 4, 4, 3), threads, launches}));
  EXPECT_EQ(open.verdict, Verdict::Inconclusive);
  EXPECT_THAT(notes(open), HasSubstr("1.3 lanes of a warp"));
  EXPECT_EQ(judged(finding, measurementOf({corner, code(3, 4, 4, 3), threads})).verdict,
            Verdict::Refuted)
      << "all launches were measured";
  EXPECT_EQ(judged(finding, measurementOf({corner, code(3, 12, 4, 3), threads, launches})).verdict,
            Verdict::Refuted)
      << "four lanes could have gone four ways";
}

// Two launches of a template, of which only one walks columns: the other's good numbers say
// nothing.
TEST(Judge, AnotherInstanceOfTheTemplateRefutesNothing) {
  Finding finding = findingAt(3, "load", 8);
  finding.predicted["instances"] = std::string("k<2, Op<int>>; k<4, Op<int>>");
  const auto loadOf = [](const char *instantiation, std::int64_t sectors) {
    MeasuredSite site = load(3, 16, 10, sectors, 40);
    site.instantiation = instantiation;
    return site;
  };
  const MeasuredSite good = loadOf("void k<32, Op<int> >(float*)", 40);
  const Finding other = judged(finding, measurementOf({good}));
  EXPECT_EQ(other.verdict, Verdict::NotExecuted);
  EXPECT_FALSE(other.measured);
  EXPECT_THAT(notes(other), HasSubstr("launched other instances"));
  const MeasuredSite itself = loadOf("void k<4, Op<int> >(float*)", 40);
  EXPECT_EQ(judged(finding, measurementOf({good, itself})).verdict, Verdict::Refuted);
  EXPECT_EQ(judged(finding, measurementOf({loadOf("void k<32, Op<int> >(float*)", 320)})).verdict,
            Verdict::Confirmed)
      << "it is as bad there";
  EXPECT_EQ(judged(finding, measurementOf({loadOf("k(float*)", 40)})).verdict, Verdict::Refuted)
      << "names that say nothing of instances";
  EXPECT_EQ(judged(finding, measurementOf({loadOf("void k<__nv_dl_wrapper_t<int> >(float*)", 40)}))
                .verdict,
            Verdict::Refuted);
}

TEST(Judge, WhatDidNotRunOrLeftNoTraceIsNeither) {
  const Measurement measurement = measurementOf({load(3, 16, 10, 320, 40), load(7, 32, 0, 0, 0)});
  const Finding notExecuted = judged(findingAt(7, "load", 8), measurement);
  EXPECT_EQ(notExecuted.verdict, Verdict::NotExecuted);
  EXPECT_FALSE(notExecuted.measured);
  const Finding open = judged(findingAt(9, "load", 8), measurement);
  EXPECT_EQ(open.verdict, Verdict::Inconclusive);
  EXPECT_THAT(notes(open), HasSubstr("no such access"));
}

TEST(Judge, NothingIsSaidWithoutAWitness) {
  EXPECT_EQ(judged(findingAt(3, "load", 8), {}).verdict, std::nullopt);
  Finding unknown = findingAt(3, "load", 8);
  unknown.rule = "no-such-rule";
  const Measurement measurement = measurementOf({load(3, 16, 10, 320, 40)});
  EXPECT_EQ(judged(unknown, measurement).verdict, std::nullopt);
  Finding race = findingAt(3, "load", 8);
  race.rule = "async-missing-wait";
  EXPECT_EQ(judged(race, measurement).verdict, std::nullopt) << "counts say nothing about races";
}

TEST(Judge, RacesByTheSanitizer) {
  Measurement witnessed;
  witnessed.sanitizers = {{"racecheck", {{"k(float *)", "a.cu", 3}}}};
  SanitizerRun &run = witnessed.sanitizers[0];
  Finding race = findingAt(3, "load", 8);
  race.rule = "async-missing-wait";
  EXPECT_EQ(judged(race, witnessed).verdict, Verdict::Confirmed);
  race.span.line = race.span.endLine = 4;
  EXPECT_EQ(judged(race, witnessed).verdict, Verdict::Inconclusive)
      << "a hazard that does not show itself may still be there";
  race.span.line = race.span.endLine = 3;
  run.reports[0] = {"last_warp(volatile float *, int)", "a.cu", 3};
  EXPECT_EQ(judged(race, witnessed).verdict, Verdict::Confirmed)
      << "whoever called it: it is this line";
  run.reports[0] = {"cuda::barrier::wait()", "barrier", 3};
  EXPECT_EQ(judged(race, witnessed).verdict, Verdict::Inconclusive) << "noise of a library";
  run.reports[0] = {"other(float *)", "a.cu", 3};
  MeasuredSite otherLaunch = launch("launches", 1);
  otherLaunch.site.kernel = "other";
  witnessed.sites.push_back(otherLaunch);
  EXPECT_EQ(judged(race, witnessed).verdict, Verdict::Inconclusive) << "another kernel";
  run.tool = "synccheck";
  EXPECT_EQ(judged(race, witnessed).verdict, std::nullopt) << "not the rule's tool";
}

TEST(Judge, RaceOfAReadWithACopyThatAHeaderDoes) {
  Measurement witnessed;
  witnessed.sanitizers = {{"racecheck", {{"k(float *)", "a.cu", 9, "pipeline_helpers.h", 181}}}};
  SanitizerReport &report = witnessed.sanitizers[0].reports[0];
  Finding reuse = findingAt(3, "copy", 1);
  reuse.rule = "async-missing-wait";
  reuse.predicted = {{"other_line", std::int64_t{9}}};
  EXPECT_EQ(judged(reuse, witnessed).verdict, Verdict::Confirmed);
  EXPECT_THAT(notes(judged(reuse, witnessed)),
              HasSubstr("a race of line 9 with pipeline_helpers.h:181"));
  report.otherFile = "a.cu";
  EXPECT_EQ(judged(reuse, witnessed).verdict, Verdict::Inconclusive) << "with another line";
  report = {"k(float *)", "a.cu", 9};
  EXPECT_EQ(judged(reuse, witnessed).verdict, Verdict::Inconclusive) << "no race, or of whom?";
  report = {"k(float *)", "a.cu", 8, "pipeline_helpers.h", 181};
  EXPECT_EQ(judged(reuse, witnessed).verdict, Verdict::Inconclusive) << "another read";
}

TEST(Judge, OfWhatFollowsFromTheSourceTheCostAloneIsMeasured) {
  const auto of = [](bool cost) {
    return [cost](const std::string &) {
      Confirmation confirmation;
      confirmation.kind = SiteKind::GlobalAccess;
      confirmation.cost = cost;
      confirmation.holds = [](const Evidence &) -> Expected<bool> { return false; };
      return std::optional(confirmation);
    };
  };
  for (bool cost : {false, true}) {
    std::vector<Finding> findings{findingAt(3, "load", 8)};
    EXPECT_TRUE(judge(findings, of(cost), measurementOf({load(3, 16, 10, 40, 40)})));
    EXPECT_EQ(findings[0].verdict, cost ? Verdict::Inconclusive : Verdict::Refuted);
  }
}

TEST(Judge, ALaunchThatNeverEnds) {
  const auto hanging = [](const std::string &) {
    Confirmation confirmation;
    confirmation.kind = SiteKind::Pipeline;
    confirmation.hang = true;
    return std::optional(confirmation);
  };
  const auto judgedWith = [&](std::int64_t begun, bool wasStopped, std::int64_t failed = 0) {
    Measurement measurement = // one was measured to its end
        measurementOf({launch("launches_begun", begun), launch("launches_failed", failed)});
    settleLaunches(measurement, wasStopped);
    std::vector<Finding> findings{findingAt(3, "producer_commit", 0)};
    EXPECT_TRUE(judge(findings, hanging, measurement));
    return findings[0].verdict;
  };
  EXPECT_EQ(judgedWith(2, true), Verdict::Confirmed);
  EXPECT_EQ(judgedWith(1, true), std::nullopt) << "something else took the time";
  EXPECT_EQ(judgedWith(2, false), std::nullopt) << "it ended by itself";
  EXPECT_EQ(judgedWith(2, true, 1), std::nullopt) << "the other one failed";
}

//===----------------------------------------------------------------------===//
// By the threads that took part
//===----------------------------------------------------------------------===//

std::optional<Confirmation> participation(const std::string &rule) {
  Confirmation confirmation;
  confirmation.participation = true;
  confirmation.sanitizer = "synccheck";
  confirmation.kind = rule == "group" ? SiteKind::Group : SiteKind::Barrier;
  confirmation.holds = [](const Evidence &evidence) -> Expected<bool> {
    return stringAt(evidence, "scope") == "block" &&
           numberAt(evidence, "threads_arriving") < numberAt(evidence, "threads_expected");
  };
  return confirmation;
}

Finding judgedByThreads(const std::string &rule, Finding finding, std::vector<MeasuredSite> sites,
                        std::vector<SanitizerReport> reports = {}) {
  sites.push_back(launch("threads_launched", 1024));
  Measurement measurement = measurementOf(std::move(sites));
  measurement.sanitizers = {{"synccheck", std::move(reports)}};
  finding.rule = rule;
  finding.predicted = {{"scope", std::string("block")}};
  std::vector<Finding> findings{std::move(finding)};
  EXPECT_TRUE(judge(findings, participation, measurement));
  return findings.front();
}

TEST(Judge, BarrierByTheThreadsOfItsLine) {
  const Finding half = judgedByThreads("barrier", findingAt(3, "sync", 0), {code(3, 512, 512, 16)});
  EXPECT_EQ(half.verdict, Verdict::Confirmed);
  EXPECT_EQ(numberAt(*half.measured, "threads_arriving"), 512);
  EXPECT_EQ(numberAt(*half.measured, "threads_expected"), 1024);
  EXPECT_EQ(numberAt(*half.measured, "lanes_active"), 32);
  EXPECT_FALSE(half.measured->contains("scope")) << "nobody measured that";
  // Two copies of it, each for half of the threads.
  EXPECT_EQ(judgedByThreads("barrier", findingAt(3, "sync", 0), {code(3, 1024, 512, 32)}).verdict,
            Verdict::Inconclusive);
}

TEST(Judge, GroupByTheCodeItIsMadeFor) {
  Finding group = findingAt(3, "this_thread_block", 0);
  group.statement = {2, 6};
  EXPECT_EQ(
      judgedByThreads("group", group, {code(1, 1024, 1024, 32), code(5, 1536, 512, 48)}).verdict,
      Verdict::Confirmed)
      << "the group itself is no instruction";
  EXPECT_EQ(
      judgedByThreads("group", group, {code(4, 1024, 1024, 32), code(5, 512, 512, 16)}).verdict,
      Verdict::Inconclusive)
      << "something in there is run by all";
  EXPECT_EQ(judgedByThreads("group", group, {code(5, 0, 0, 0)}).verdict, Verdict::NotExecuted);
  EXPECT_EQ(judgedByThreads("group", group, {code(9, 64, 64, 2)}).verdict, Verdict::Inconclusive);
}

TEST(Judge, SanitizerConfirmsWhatCountsDoNot) {
  const std::vector<MeasuredSite> all{code(3, 1024, 1024, 32)};
  const Finding open = judgedByThreads("barrier", findingAt(3, "sync", 0), all);
  EXPECT_EQ(open.verdict, Verdict::Inconclusive);
  EXPECT_THAT(notes(open), HasSubstr("all threads took part"));
  const Finding hazard =
      judgedByThreads("barrier", findingAt(3, "sync", 0), all, {{"k(float *)", "a.cu", 3}});
  EXPECT_EQ(hazard.verdict, Verdict::Confirmed);
}

std::optional<Confirmation> fewLanes(const std::string &) {
  Confirmation confirmation;
  confirmation.participation = true;
  confirmation.kind = SiteKind::Branch;
  confirmation.holds = [](const Evidence &evidence) -> Expected<bool> {
    return numberAt(evidence, "lanes_active").value_or(32) <= 20;
  };
  return confirmation;
}

Finding judgedByLanes(std::vector<MeasuredSite> sites) {
  Finding branch = findingAt(3, "branch", 0);
  branch.rule = "few-lanes";
  branch.statement = {3, 6};
  branch.predicted = {{"few_lanes", 1.0}};
  std::vector<Finding> findings{branch};
  sites.push_back(launch("threads_launched", 1024));
  EXPECT_TRUE(judge(findings, fewLanes, measurementOf(std::move(sites))));
  return findings.front();
}

TEST(Judge, BranchByTheCodeOfItsSides) {
  const Finding serial = judgedByLanes({code(3, 64, 32, 2), code(4, 256, 1, 256)});
  EXPECT_EQ(serial.verdict, Verdict::Confirmed) << "the branch itself became a predicate";
  EXPECT_DOUBLE_EQ(*numberAt(*serial.measured, "lanes_active"), 320.0 / 258);
  EXPECT_EQ(judgedByLanes({code(3, 64, 32, 2), code(4, 8192, 32, 256)}).verdict, Verdict::Refuted);
  EXPECT_EQ(judgedByLanes({branch(3, 1, 2), code(3, 64, 32, 2), code(4, 256, 1, 256)}).verdict,
            Verdict::Confirmed);
  EXPECT_EQ(judgedByLanes({code(9, 64, 32, 2)}).verdict, Verdict::Inconclusive);
}

TEST(Judge, CopiesThatAreNone) {
  const auto notAsynchronous = [](const std::string &) {
    Confirmation confirmation;
    confirmation.kind = SiteKind::AsyncCopy;
    confirmation.participation = true;
    confirmation.holds = [](const Evidence &evidence) -> Expected<bool> {
      return numberAt(evidence, "async_copies") == 0;
    };
    return std::optional(confirmation);
  };
  const auto judgedWith = [&](std::int64_t copies) {
    MeasuredSite line = code(3, 256, 256, 8);
    line.site.evidence["async_copies"] = copies;
    std::vector<Finding> findings{findingAt(3, "copy", 0)};
    EXPECT_TRUE(
        judge(findings, notAsynchronous, measurementOf({line, launch("threads_launched", 256)})));
    return findings[0].verdict;
  };
  EXPECT_EQ(judgedWith(0), Verdict::Confirmed);
  EXPECT_EQ(judgedWith(8), Verdict::Refuted);
}

TEST(Judge, ABrokenPredicateIsAnError) {
  const Measurement measurement = measurementOf({load(3, 16, 10, 320, 40)});
  std::vector<Finding> findings{findingAt(3, "load", 8)};
  findings[0].rule = "broken";
  const auto result = judge(findings, confirmation, measurement);
  ASSERT_FALSE(result);
  EXPECT_THAT(result.error().message, HasSubstr("`broken`"));
}

TEST(Judge, Tally) {
  std::vector<Finding> findings(6, findingAt(3, "load", 8));
  findings[0].verdict = Verdict::Confirmed;
  findings[1].verdict = Verdict::Confirmed;
  findings[1].suppressed = SuppressedBy{"comment", ""};
  findings[2].verdict = Verdict::Refuted;
  findings[3].verdict = Verdict::NotExecuted;
  findings[4].verdict = Verdict::Inconclusive;
  const Tally counts = tally(findings);
  EXPECT_EQ(counts.confirmed, 1U);
  EXPECT_EQ(counts.refuted, 1U);
  EXPECT_EQ(counts.notExecuted, 1U);
  EXPECT_EQ(counts.inconclusive, 1U);
  EXPECT_EQ(counts.open, 1U);
}

} // namespace
} // namespace warplint::runtime
