//===- RulesComputeTest.cpp - rules on arithmetic, loops and local arrays -===//

#include "lint/engine/Evaluate.h"

#include <gmock/gmock.h>

namespace warplint::engine {
namespace {

using testing::HasSubstr;
using testing::Not;

using Changes = std::vector<std::pair<std::string, EvidenceValue>>;

/// Findings of one rule at a site with `base`, changed.
std::vector<Finding> findings(const std::string &rule, SiteKind kind, Evidence base,
                              const Changes &changes, const std::string &op = "op") {
  static const Expected<RuleSet> rules = RuleSet::builtin();
  EXPECT_TRUE(rules) << rules.error().str();
  for (const auto &[name, value] : changes)
    base[name] = value;
  FileAnalysis file;
  file.file = "a.cu";
  Site site;
  site.kind = kind;
  site.span = {"a.cu", 9, 5, 9, 9};
  site.op = op;
  site.expr = "text";
  site.evidence = std::move(base);
  file.sites = {site};
  const std::vector<FileAnalysis> files = {file};
  Selection selection;
  selection.select = {rule};
  Expected<Report> report = evaluate(*rules, selection, files, nullptr);
  EXPECT_TRUE(report) << report.error().str();
  return report ? report->findings : std::vector<Finding>();
}

EvidenceValue text(const char *value) { return std::string(value); }
EvidenceValue count(std::int64_t value) { return value; }

TEST(ComputeDoublePromotion, NamesTheConstantAndTheChip) {
  const Evidence use = {{"problem", text("promotion")},
                        {"fp64_operations", count(2)},
                        {"conversions", count(3)},
                        {"literal", text("0.1")}};
  const auto on = [&](const Changes &changes) {
    return findings("compute-double-promotion", SiteKind::Arithmetic, use, changes, "pow");
  };
  ASSERT_EQ(on({}).size(), 1U);
  EXPECT_EQ(on({})[0].severity, Severity::Warning);
  EXPECT_THAT(on({})[0].message, HasSubstr("because of `0.1`"));
  EXPECT_THAT(on({})[0].message, Not(HasSubstr("per cycle")));
  const Changes onChip = {{"chip", text("L40S")}, {"fp64_ratio", count(64)}};
  EXPECT_THAT(on(onChip)[0].message, HasSubstr("L40S computes 64 times as many floats"));
  EXPECT_THAT(on({{"literal", text("")}})[0].message, HasSubstr("double version of pow"));
  EXPECT_TRUE(on({{"problem", text("power")}}).empty());
}

TEST(ComputeSlowMath, SuggestsIntrinsicsWhereTheyAreAllowedOnly) {
  const Evidence use = {{"problem", text("power")},
                        {"instead", text("x * x")},
                        {"divisor", text("width")},
                        {"extra_instructions", count(75)}};
  const auto on = [&](const char *problem) {
    return findings("compute-slow-math", SiteKind::Arithmetic, use, {{"problem", text(problem)}});
  };
  EXPECT_THAT(on("power")[0].message, HasSubstr("75 instructions more than `x * x`"));
  EXPECT_THAT(on("integer-division")[0].message, HasSubstr("divides by `width`"));
  EXPECT_THAT(on("division")[0].message, HasSubstr("reciprocal"));
  EXPECT_TRUE(on("intrinsic").empty());
  EXPECT_TRUE(on("promotion").empty());
}

TEST(ComputeLocalArray, LeavesOutWhatTheCompilerSelects) {
  const Evidence access = {{"array", text("a")},        {"array_bytes", count(64)},
                           {"candidates", count(16)},   {"counted", false},
                           {"element_bytes", count(4)}, {"in_loop", true},
                           {"others", count(0)},        {"requests", count(8)}};
  const auto fires = [&](const Changes &changes) {
    return !findings("compute-local-array", SiteKind::LocalAccess, access, changes, "load").empty();
  };
  EXPECT_TRUE(fires({}));
  EXPECT_TRUE(fires({{"candidates", count(13)}}));
  EXPECT_FALSE(fires({{"candidates", count(12)}}));
  // The more places index it, the smaller are arrays that lie in local memory.
  EXPECT_TRUE(fires({{"others", count(1)}, {"candidates", count(10)}}));
  EXPECT_FALSE(fires({{"others", count(1)}, {"candidates", count(9)}}));
  EXPECT_TRUE(fires({{"others", count(2)}, {"candidates", count(8)}}));
  EXPECT_FALSE(fires({{"others", count(2)}, {"candidates", count(7)}}));
  EXPECT_FALSE(fires({{"swept", true}})) << "it has all of them in registers at the time";
  EXPECT_FALSE(fires({{"swept", true}, {"candidates", count(64)}}));
  EXPECT_TRUE(fires({{"swept", true}, {"candidates", count(65)}}));
  EXPECT_FALSE(fires({{"swept", true}, {"others", count(1)}, {"candidates", count(24)}}));
  EXPECT_TRUE(fires({{"swept", true}, {"others", count(1)}, {"candidates", count(25)}}));
  EXPECT_FALSE(fires({{"swept", true}, {"others", count(2)}, {"candidates", count(15)}}));
  EXPECT_TRUE(fires({{"swept", true}, {"others", count(2)}, {"candidates", count(16)}}));
  EXPECT_FALSE(fires({{"counted", true}}));
  EXPECT_TRUE(fires({{"counted", true}, {"candidates", count(32)}}));
  EXPECT_FALSE(fires({{"in_loop", false}, {"candidates", count(159)}}));
  EXPECT_TRUE(fires({{"in_loop", false}, {"candidates", count(160)}}));
  for (const std::int64_t bytes : {1, 2, 8}) {
    const Changes narrow = {{"in_loop", false}, {"element_bytes", count(bytes)}};
    EXPECT_TRUE(fires(narrow)) << bytes;
    Changes few = narrow;
    few.emplace_back("candidates", count(3));
    EXPECT_FALSE(fires(few)) << bytes;
  }
}

TEST(ComputeSerialChain, NeedsALaunchThatLeavesSchedulersEmpty) {
  const Evidence chain = {{"problem", text("chain")},
                          {"chain_cycles", 52.0},
                          {"instructions", count(13)},
                          {"warps_needed", 4.0}};
  const auto on = [&](const Changes &changes) {
    return findings("compute-serial-chain", SiteKind::Arithmetic, chain, changes, "x");
  };
  EXPECT_TRUE(on({}).empty()) << "nothing is known of launches";
  ASSERT_EQ(on({{"warps", 2.0}}).size(), 1U);
  EXPECT_THAT(on({{"warps", 2.0}})[0].message, HasSubstr("52 cycles"));
  EXPECT_TRUE(on({{"warps", 2.1}}).empty());
}

TEST(ComputeTensorCoreCandidate, AsksForTheChipAndForLongSums) {
  const Evidence product = {{"problem", text("matrix-multiply")},
                            {"element", text("half")},
                            {"needs_number", count(70)},
                            {"target_number", count(75)}};
  const auto on = [&](const Changes &changes) {
    return findings("compute-tensor-core-candidate", SiteKind::Arithmetic, product, changes);
  };
  ASSERT_EQ(on({}).size(), 1U);
  EXPECT_THAT(on({})[0].message, Not(HasSubstr("TF32")));
  EXPECT_TRUE(on({{"target_number", count(61)}}).empty());
  EXPECT_TRUE(on({{"reduction", count(63)}}).empty());
  EXPECT_EQ(on({{"reduction", count(64)}}).size(), 1U);
  const Changes single = {{"element", text("float")}, {"needs_number", count(80)}};
  EXPECT_TRUE(on(single).empty());
  Changes newer = single;
  newer.emplace_back("target_number", count(80));
  EXPECT_THAT(on(newer)[0].message, HasSubstr("TF32"));
}

TEST(ComputeUnrolledLoopHint, IsForShortLoopsThatMatter) {
  const Evidence loop = {
      {"body_cost", count(6)}, {"share", 0.8}, {"trips_by_launch", count(7)}, {"varying", false}};
  const auto fires = [&](const Changes &changes) {
    return !findings("compute-unrolled-loop-hint", SiteKind::Loop, loop, changes).empty();
  };
  EXPECT_TRUE(fires({}));
  EXPECT_FALSE(fires({{"share", 0.4}}));
  EXPECT_FALSE(fires({{"body_cost", count(65)}}));
  EXPECT_FALSE(fires({{"trips_by_launch", count(1)}}));
  EXPECT_TRUE(fires({{"trips_by_launch", count(16)}}));
  EXPECT_FALSE(fires({{"trips_by_launch", count(17)}}));
}

} // namespace
} // namespace warplint::engine
