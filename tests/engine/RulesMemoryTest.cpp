//===- RulesMemoryTest.cpp - rules on how the accesses of a kernel fit -----===//
//
// The thresholds of the rules of family memory that RulesTest.cpp does not have,
// from both sides.
//
//===----------------------------------------------------------------------===//

#include "lint/engine/Evaluate.h"

#include <gmock/gmock.h>

namespace warplint::engine {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<Finding> findings(SiteKind kind, Evidence evidence, const std::string &op = "load") {
  static const Expected<RuleSet> rules = RuleSet::builtin();
  FileAnalysis file;
  file.file = "a.cu";
  Site site;
  site.kind = kind;
  site.span = {"a.cu", 3, 5, 3, 9};
  site.op = op;
  site.expr = "a[i]";
  site.evidence = std::move(evidence);
  file.sites = {site};
  const std::vector<FileAnalysis> files = {file};
  Expected<Report> report = evaluate(*rules, {}, files, nullptr);
  EXPECT_TRUE(report) << report.error().str();
  return report ? report->findings : std::vector<Finding>();
}

std::vector<std::string> ids(SiteKind kind, const Evidence &evidence,
                             const std::string &op = "load") {
  std::vector<std::string> result;
  for (const Finding &finding : findings(kind, evidence, op))
    result.push_back(finding.rule);
  return result;
}

std::string message(SiteKind kind, const Evidence &evidence) {
  const std::vector<Finding> found = findings(kind, evidence);
  return found.size() == 1 ? found[0].message : "no finding, or several";
}

EvidenceValue text(const char *value) { return std::string(value); }
EvidenceValue count(std::int64_t value) { return value; }

Evidence shifted(double ratio) {
  return {{"pattern", text("misaligned")}, {"start_offset", count(4)}, {"sectors_ratio", ratio}};
}

TEST(MisalignedAccess, FromATenthMoreSectors) {
  EXPECT_THAT(ids(SiteKind::GlobalAccess, shifted(1.25)), ElementsAre("memory-misaligned-access"));
  EXPECT_THAT(ids(SiteKind::GlobalAccess, shifted(1.125)), ElementsAre("memory-misaligned-access"));
  EXPECT_THAT(ids(SiteKind::GlobalAccess, shifted(1.0625)), IsEmpty());
  EXPECT_THAT(ids(SiteKind::GlobalAccess, shifted(1.25), "atomic"), IsEmpty());
}

TEST(MisalignedAccess, NeedsAStartThatIsKnown) {
  Evidence evidence = shifted(1.25);
  evidence.erase("start_offset");
  EXPECT_THAT(ids(SiteKind::GlobalAccess, evidence), IsEmpty());
  evidence["start_offset"] = count(4);
  evidence["pattern"] = text("irregular");
  EXPECT_THAT(ids(SiteKind::GlobalAccess, evidence), IsEmpty());
}

Evidence chunk(std::int64_t length, std::int64_t vector) {
  return {{"chunk_elements", count(length)},
          {"vector_elements", count(vector)},
          {"vector_bytes", count(4 * vector)}};
}

TEST(VectorizableAccess, FromPairsToChunksOfSixteen) {
  EXPECT_THAT(ids(SiteKind::GlobalAccess, chunk(2, 2)), ElementsAre("memory-vectorizable-access"));
  EXPECT_THAT(ids(SiteKind::GlobalAccess, chunk(16, 4)), ElementsAre("memory-vectorizable-access"));
  EXPECT_THAT(ids(SiteKind::GlobalAccess, chunk(17, 4)), IsEmpty());
  EXPECT_THAT(ids(SiteKind::GlobalAccess, chunk(2, 1)), IsEmpty());
  EXPECT_THAT(ids(SiteKind::GlobalAccess, {}), IsEmpty());
}

TEST(RepeatedLoad, FromFourWarpsOrForAReason) {
  EXPECT_THAT(ids(SiteKind::GlobalAccess, {{"warps_per_element", 4.0}}),
              ElementsAre("memory-repeated-load"));
  EXPECT_THAT(ids(SiteKind::GlobalAccess, {{"warps_per_element", 3.9}}), IsEmpty());
  EXPECT_THAT(message(SiteKind::GlobalAccess, {{"reload_reason", text("store")}}),
              HasSubstr("a store in between"));
  EXPECT_THAT(message(SiteKind::GlobalAccess, {{"reload_reason", text("barrier")}}),
              HasSubstr("the barrier or atomic"));
}

TEST(MissingRestrict, SaysWhatIsRepeated) {
  const auto evidence = [](std::int64_t reloads, std::int64_t stores, const char *beside) {
    return Evidence{{"reloads", count(reloads)},
                    {"repeated_stores", count(stores)},
                    {"access", text("f[0]")},
                    {"loop_line", count(7)},
                    {"beside", text(beside)}};
  };
  EXPECT_THAT(message(SiteKind::Parameter, evidence(1, 0, "`out`")),
              HasSubstr("line 7 loads `f[0]` again each time"));
  EXPECT_THAT(message(SiteKind::Parameter, evidence(1, 1, "`out`")),
              HasSubstr("stores `f[0]` each time"));
  EXPECT_THAT(message(SiteKind::Parameter, evidence(1, 0, "")), HasSubstr("barrier or atomic"));
  EXPECT_THAT(ids(SiteKind::Parameter, evidence(0, 0, "`out`")), IsEmpty());
}

TEST(ConstantDivergent, FromFourAddresses) {
  const auto evidence = [](double addresses) {
    return Evidence{
        {"addresses", addresses}, {"addresses_max", count(4)}, {"data_dependent", false}};
  };
  EXPECT_THAT(ids(SiteKind::Constant, evidence(4)), ElementsAre("memory-constant-divergent"));
  EXPECT_THAT(ids(SiteKind::Constant, evidence(3.9)), IsEmpty());
  EXPECT_THAT(ids(SiteKind::Constant, {{"data_dependent", false}}), IsEmpty());
  const std::vector<Finding> byData = findings(SiteKind::Constant, {{"data_dependent", true}});
  ASSERT_EQ(byData.size(), 1u);
  EXPECT_EQ(byData[0].severity, Severity::Note);
}

TEST(AtomicContention, FromEightLanesThatTheCompilerLeavesApart) {
  const auto evidence = [](double lanes, bool aggregated) {
    return Evidence{{"lanes_per_address", lanes}, {"aggregated", aggregated}};
  };
  EXPECT_THAT(ids(SiteKind::GlobalAccess, evidence(8, false), "atomic"),
              ElementsAre("memory-atomic-contention"));
  EXPECT_THAT(ids(SiteKind::GlobalAccess, evidence(7.9, false), "atomic"), IsEmpty());
  EXPECT_THAT(ids(SiteKind::GlobalAccess, evidence(32, true), "atomic"), IsEmpty());
  EXPECT_THAT(ids(SiteKind::GlobalAccess, {{"lanes_per_address", 32.0}}, "atomic"), IsEmpty());
}

} // namespace
} // namespace warplint::engine
