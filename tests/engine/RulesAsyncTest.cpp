//===- RulesAsyncTest.cpp - what the asynchronous rules fire on -----------===//
//
// Evidence in, rules out; thresholds from both sides. That sites get this evidence is tested by
// fixtures/ and tests/mutants.
//
//===----------------------------------------------------------------------===//

#include "lint/engine/Evaluate.h"

#include <gmock/gmock.h>

namespace warplint::engine {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<Finding> findings(SiteKind kind, Evidence evidence, const std::string &op) {
  static const Expected<RuleSet> rules = RuleSet::builtin();
  EXPECT_TRUE(rules) << rules.error().str();
  FileAnalysis file;
  file.file = "a.cu";
  Site site;
  site.kind = kind;
  site.span = {"a.cu", 3, 5, 3, 9};
  site.op = op;
  site.expr = "tile[i]";
  site.evidence = std::move(evidence);
  file.sites = {site};
  const std::vector<FileAnalysis> files = {file};
  Expected<Report> report = evaluate(*rules, {}, files, nullptr);
  EXPECT_TRUE(report) << report.error().str();
  return report ? report->findings : std::vector<Finding>();
}

std::vector<std::string> ids(SiteKind kind, const Evidence &evidence, const std::string &op) {
  std::vector<std::string> result;
  for (const Finding &finding : findings(kind, evidence, op))
    result.push_back(finding.rule);
  return result;
}

EvidenceValue text(const char *value) { return std::string(value); }
EvidenceValue count(std::int64_t value) { return value; }

TEST(AsyncRules, AUseLacksItsWaitOrItsBarrier) {
  const Evidence pending = {{"array", text("tile")}, {"mechanism", text("group")},
                            {"committed", true},     {"waited", false},
                            {"copy_line", count(2)}, {"reason", text("nothing waits for it")}};
  EXPECT_THAT(ids(SiteKind::AsyncUse, pending, "load"), ElementsAre("async-missing-wait"));
  Evidence unseen = {{"array", text("tile")}, {"mechanism", text("primitives")},
                     {"committed", true},     {"waited", true},
                     {"visible", false},      {"copy_line", count(2)},
                     {"wait_line", count(4)}, {"same_warp", false}};
  EXPECT_THAT(ids(SiteKind::AsyncUse, unseen, "load"), ElementsAre("async-missing-barrier"));
  EXPECT_EQ(findings(SiteKind::AsyncUse, unseen, "load").at(0).severity, Severity::Error);
  unseen["same_warp"] = true;
  EXPECT_EQ(findings(SiteKind::AsyncUse, unseen, "load").at(0).severity, Severity::Warning);
  unseen["visible"] = true;
  EXPECT_THAT(ids(SiteKind::AsyncUse, unseen, "load"), IsEmpty());
}

TEST(AsyncRules, ARefillNamesWhatItRunsInto) {
  Evidence refill = {{"array", text("tile")},  {"mechanism", text("primitives")},
                     {"refilled_early", true}, {"hazard", text("read")},
                     {"other_line", count(9)}, {"same_warp", false}};
  EXPECT_THAT(ids(SiteKind::AsyncCopy, refill, "copy"), ElementsAre("async-buffer-reuse"));
  EXPECT_THAT(findings(SiteKind::AsyncCopy, refill, "copy").at(0).message, HasSubstr("line 9"));
  refill["hazard"] = text("copy");
  EXPECT_THAT(findings(SiteKind::AsyncCopy, refill, "copy").at(0).message, HasSubstr("writing"));
  refill.erase("refilled_early");
  EXPECT_THAT(ids(SiteKind::AsyncCopy, refill, "copy"), IsEmpty());
}

TEST(AsyncRules, AnUnalignedCopyFallsBackOrFaults) {
  Evidence copy = {{"array", text("tile")},
                   {"mechanism", text("pipeline")},
                   {"alignment", count(2)},
                   {"asynchronous", false}};
  EXPECT_THAT(ids(SiteKind::AsyncCopy, copy, "copy"), ElementsAre("async-unaligned-copy"));
  EXPECT_EQ(findings(SiteKind::AsyncCopy, copy, "copy").at(0).severity, Severity::Warning);
  copy["asynchronous"] = true;
  EXPECT_THAT(ids(SiteKind::AsyncCopy, copy, "copy"), IsEmpty());
  copy["misaligned"] = true;
  copy["must_align"] = count(16);
  EXPECT_EQ(findings(SiteKind::AsyncCopy, copy, "copy").at(0).severity, Severity::Error);
}

TEST(AsyncRules, APipelineThatNeverGoesOn) {
  Evidence pipeline = {{"object", text("pipe")},
                       {"problem", text("never")},
                       {"missing", text("consumer_release")},
                       {"threads_arriving", count(0)},
                       {"threads_expected", count(128)}};
  EXPECT_THAT(ids(SiteKind::Pipeline, pipeline, "producer_acquire"),
              ElementsAre("async-unbalanced-pipeline"));
  pipeline.erase("problem");
  EXPECT_THAT(ids(SiteKind::Pipeline, pipeline, "producer_acquire"), IsEmpty());
}

TEST(AsyncRules, MoreThanFourStages) {
  Evidence pipeline = {{"object", text("state")}, {"stages", count(5)}};
  EXPECT_THAT(ids(SiteKind::Pipeline, pipeline, "make_pipeline"),
              ElementsAre("async-deep-pipeline"));
  pipeline["stages"] = count(4);
  EXPECT_THAT(ids(SiteKind::Pipeline, pipeline, "make_pipeline"), IsEmpty());
}

TEST(AsyncRules, EveryWaitMustBeIdle) {
  Evidence wait = {{"object", text("thread")}, {"waits", count(2)}, {"idle_waits", count(2)}};
  EXPECT_THAT(ids(SiteKind::Pipeline, wait, "wait"), ElementsAre("async-discarded-overlap"));
  wait["waits"] = count(3);
  EXPECT_THAT(ids(SiteKind::Pipeline, wait, "wait"), IsEmpty());
  wait["waits"] = wait["idle_waits"] = count(1);
  EXPECT_THAT(ids(SiteKind::Pipeline, wait, "wait"), IsEmpty());
}

TEST(AsyncRules, ABarrierWithoutItsInitialisation) {
  Evidence barrier = {{"object", text("bar")}};
  EXPECT_THAT(ids(SiteKind::AsyncBarrier, barrier, "arrive"), IsEmpty());
  for (const char *problem : {"never", "not-shown", "too-many", "too-few"}) {
    barrier["problem"] = text(problem);
    EXPECT_THAT(ids(SiteKind::AsyncBarrier, barrier, "arrive"),
                ElementsAre("async-uninitialized-barrier"));
  }
}

TEST(AsyncRules, ATileThroughRegisters) {
  Evidence store = {
      {"array", text("tile")}, {"copied_from", text("in[i]")}, {"through_registers", true}};
  EXPECT_THAT(ids(SiteKind::SharedAccess, store, "store"), ElementsAre("async-sync-copy-loop"));
  EXPECT_THAT(ids(SiteKind::SharedAccess, store, "load"), IsEmpty());
  store.erase("through_registers");
  EXPECT_THAT(ids(SiteKind::SharedAccess, store, "store"), IsEmpty());
}

} // namespace
} // namespace warplint::engine
