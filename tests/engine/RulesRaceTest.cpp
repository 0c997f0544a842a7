//===- RulesRaceTest.cpp - rules on races and on barriers that order nothing -===//

#include "lint/engine/Evaluate.h"

#include <gmock/gmock.h>

namespace warplint::engine {
namespace {

using testing::HasSubstr;

std::vector<Finding> findings(SiteKind kind, Evidence evidence, const std::string &op,
                              const std::string &expr, Confidence confidence = Confidence::Exact) {
  static const Expected<RuleSet> rules = RuleSet::builtin();
  EXPECT_TRUE(rules) << rules.error().str();
  FileAnalysis file;
  file.file = "a.cu";
  Site site;
  site.kind = kind;
  site.span = {"a.cu", 9, 5, 9, 9};
  site.op = op;
  site.expr = expr;
  site.confidence = confidence;
  site.evidence = std::move(evidence);
  file.sites = {site};
  const std::vector<FileAnalysis> files = {file};
  Expected<Report> report = evaluate(*rules, {}, files, nullptr);
  EXPECT_TRUE(report) << report.error().str();
  std::vector<Finding> result;
  for (Finding &finding : report->findings)
    if (finding.rule == "shared-race" || finding.rule == "sync-implicit-warp" ||
        finding.rule == "sync-redundant-barrier")
      result.push_back(std::move(finding));
  return result;
}

Evidence race() {
  return {{"array", std::string("s")},
          {"cause", std::string("write")},
          {"first_line", std::int64_t{7}},
          {"first_op", std::string("store")},
          {"first_place", std::string("line 7")},
          {"first_thread", std::int64_t{40}},
          {"hazard", std::string("read-after-write")},
          {"loop_carried", false},
          {"same_warp", false},
          {"second_thread", std::int64_t{3}}};
}

TEST(SharedRace, NamesBothThreads) {
  const auto found = findings(SiteKind::Race, race(), "load", "s[t + 1]");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].rule, "shared-race");
  EXPECT_EQ(found[0].severity, Severity::Error);
  EXPECT_EQ(found[0].message,
            "load of `s[t + 1]` by thread 3 races with the store by thread 40 in line 7 "
            "(read-after-write): no barrier of the block lies between them");
  Evidence carried = race();
  carried["loop_carried"] = true;
  EXPECT_THAT(findings(SiteKind::Race, carried, "load", "s[t]")[0].message,
              HasSubstr("in line 7 of the iteration before"));
}

TEST(SharedRace, LeavesCopiesAndGuessesAlone) {
  Evidence copy = race();
  copy["cause"] = std::string("copy");
  EXPECT_TRUE(findings(SiteKind::Race, copy, "load", "s[t]").empty());
  Evidence sameWarp = race();
  sameWarp["same_warp"] = true;
  EXPECT_TRUE(findings(SiteKind::Race, sameWarp, "load", "s[t]").empty());
  EXPECT_EQ(findings(SiteKind::Race, race(), "load", "s[t]", Confidence::Likely).size(), 1U);
  EXPECT_TRUE(findings(SiteKind::Race, race(), "load", "s[t]", Confidence::Possible).empty());
  Evidence unknown = race();
  unknown.erase("same_warp");
  EXPECT_TRUE(findings(SiteKind::Race, unknown, "load", "s[t]").empty());
}

TEST(SyncImplicitWarp, IntrinsicsAndAccesses) {
  const auto old =
      findings(SiteKind::WarpCall, {{"synchronised", false}}, "__shfl_down", "__shfl_down(v, 1)");
  ASSERT_EQ(old.size(), 1U);
  EXPECT_EQ(old[0].rule, "sync-implicit-warp");
  EXPECT_THAT(old[0].message, HasSubstr("`__shfl_down` names no lanes"));
  Evidence access = race();
  access.erase("cause");
  access.erase("same_warp");
  access["synchronised"] = false;
  const auto found = findings(SiteKind::WarpCall, access, "load", "s[t + 1]");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].severity, Severity::Error);
  EXPECT_THAT(found[0].message, HasSubstr("thread 40 of the same warp in line 7"));
  EXPECT_TRUE(
      findings(SiteKind::WarpCall, {{"synchronised", true}}, "__shfl_down_sync", "x").empty());
  EXPECT_TRUE(findings(SiteKind::WarpCall, {}, "__shfl_down_sync", "x").empty());
}

TEST(SyncRedundantBarrier, OnlyWhereItIsKnown) {
  const Evidence idle = {{"scope", std::string("block")},
                         {"where", std::string()},
                         {"redundant", true},
                         {"threads_expected", std::int64_t{256}},
                         {"threads_arriving", std::int64_t{256}}};
  const auto found = findings(SiteKind::Barrier, idle, "__syncthreads", "__syncthreads()");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].rule, "sync-redundant-barrier");
  EXPECT_EQ(found[0].severity, Severity::Note);
  EXPECT_THAT(found[0].message, HasSubstr("256 threads wait for nothing"));
  Evidence second = idle;
  second["behind_barrier"] = true;
  EXPECT_THAT(findings(SiteKind::Barrier, second, "__syncthreads", "__syncthreads()")[0].message,
              HasSubstr("since the barrier before"));
  Evidence needed = idle;
  needed["redundant"] = false;
  EXPECT_TRUE(findings(SiteKind::Barrier, needed, "__syncthreads", "").empty());
  Evidence open = idle;
  open.erase("redundant");
  EXPECT_TRUE(findings(SiteKind::Barrier, open, "__syncthreads", "").empty());
  EXPECT_TRUE(findings(SiteKind::Barrier, idle, "__syncthreads", "", Confidence::Possible).empty());
}

} // namespace
} // namespace warplint::engine
