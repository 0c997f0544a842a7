//===- RulesControlTest.cpp - rules on branches, barriers, masks and groups ===//
//
// What the rules fire on and what they do not, by the evidence of a site; the thresholds from both
// sides.
//
//===----------------------------------------------------------------------===//

#include "lint/engine/Evaluate.h"

#include <gmock/gmock.h>

namespace warplint::engine {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

EvidenceValue text(const char *value) { return std::string(value); }
EvidenceValue count(std::int64_t value) { return value; }

/// `base` with some values replaced or, where null, taken out.
using Changes = std::vector<std::pair<std::string, std::optional<EvidenceValue>>>;

/// The findings of one rule at a site with this evidence.
class Case {
public:
  Case(const char *rule, SiteKind kind, const char *op, Evidence base)
      : rule_(rule), kind_(kind), op_(op), base_(std::move(base)) {}

  std::vector<Finding> operator()(const Changes &changes = {},
                                  Confidence confidence = Confidence::Exact) const {
    static const Expected<RuleSet> rules = RuleSet::builtin();
    EXPECT_TRUE(rules) << rules.error().str();
    FileAnalysis file;
    file.file = "a.cu";
    Site site;
    site.kind = kind_;
    site.span = {"a.cu", 3, 5, 3, 9};
    site.op = op_;
    site.expr = "x > 0";
    site.kernel = "work";
    site.confidence = confidence;
    site.evidence = base_;
    for (const auto &[name, value] : changes) {
      if (value)
        site.evidence[name] = *value;
      else
        site.evidence.erase(name);
    }
    file.sites = {site};
    const std::vector<FileAnalysis> files = {file};
    Expected<Report> report = evaluate(*rules, {}, files, nullptr);
    EXPECT_TRUE(report) << report.error().str();
    std::vector<Finding> found;
    if (report)
      for (Finding &finding : report->findings)
        if (finding.rule == rule_)
          found.push_back(std::move(finding));
    return found;
  }

private:
  std::string rule_;
  SiteKind kind_;
  std::string op_;
  Evidence base_;
};

//===----------------------------------------------------------------------===//
// sync
//===----------------------------------------------------------------------===//

const Case warpMask("sync-warp-mask", SiteKind::WarpCall, "__shfl_down_sync",
                    {{"synchronised", true},
                     {"relative", true},
                     {"mask_source", text("full")},
                     {"where", text("condition")},
                     {"cause", text("lane")},
                     {"condition", text("lane < 8")},
                     {"absent_exited", false},
                     {"lanes_arriving", count(8)},
                     {"lanes_expected", count(32)}});

TEST(SyncWarpMask, FiresWhereNamedLanesAreAbsent) {
  ASSERT_EQ(warpMask().size(), 1U);
  EXPECT_EQ(warpMask()[0].severity, Severity::Error);
  EXPECT_EQ(warpMask()[0].message,
            "the mask of `__shfl_down_sync` names 32 lanes of a warp and 8 make the call: `lane < "
            "8` keeps the others away");
  const auto data = warpMask({{"cause", text("data")}, {"lanes_arriving", {}}});
  ASSERT_EQ(data.size(), 1U);
  EXPECT_EQ(data[0].severity, Severity::Error);
  const auto loop =
      warpMask({{"where", text("loop")}, {"lanes_arriving", {}}, {"cause", text("data")}});
  ASSERT_EQ(loop.size(), 1U);
  EXPECT_THAT(loop[0].message, HasSubstr("number of iterations differs"));
}

TEST(SyncWarpMask, BoundsAndLanesThatLeftAreWarnings) {
  const auto guard = warpMask({{"cause", text("guard")}, {"lanes_arriving", {}}});
  ASSERT_EQ(guard.size(), 1U);
  EXPECT_EQ(guard[0].severity, Severity::Warning);
  const auto left = warpMask({{"absent_exited", true}, {"where", text("return")}});
  ASSERT_EQ(left.size(), 1U);
  EXPECT_EQ(left[0].severity, Severity::Warning);
  EXPECT_THAT(left[0].message, HasSubstr("leave the kernel instead"));
}

TEST(SyncWarpMask, GoesByTheMask) {
  const Changes all = {{"where", text("")}, {"cause", text("none")}, {"condition", {}}};
  const auto with = [&](Changes more) {
    more.insert(more.begin(), all.begin(), all.end());
    return warpMask(more);
  };
  EXPECT_THAT(with({}), IsEmpty());
  ASSERT_EQ(with({{"lanes_outside", true}}).size(), 1U);
  EXPECT_THAT(with({{"lanes_outside", true}})[0].message, HasSubstr("they themselves are not"));
  ASSERT_EQ(with({{"masks_differ", true}}).size(), 1U);
  const auto active = with({{"mask_divergent", true}});
  ASSERT_EQ(active.size(), 1U);
  EXPECT_EQ(active[0].severity, Severity::Warning);
  EXPECT_THAT(with({{"mask_divergent", true}, {"relative", false}}), IsEmpty())
      << "whoever is here elects a leader";
  EXPECT_THAT(warpMask({{"where", {}}, {"cause", {}}, {"absent_exited", {}}}), IsEmpty())
      << "a mask that is not known";
  EXPECT_THAT(warpMask({{"synchronised", false}}), IsEmpty()) << "another rule's";
}

const Case mixed("sync-mixed-barriers", SiteKind::Barrier, "sync",
                 {{"scope", text("block")},
                  {"cause", text("none")},
                  {"where", text("")},
                  {"other_op", text("__syncthreads")},
                  {"other_line", count(12)},
                  {"mixed", true}});

TEST(SyncMixedBarriers, TwoSpellingsInOneFunction) {
  ASSERT_EQ(mixed().size(), 1U);
  EXPECT_EQ(mixed()[0].severity, Severity::Warning);
  EXPECT_EQ(mixed()[0].message,
            "`sync` is the same barrier as `__syncthreads` in line 12: one function uses both");
  const auto back = mixed({{"back_to_back", true}});
  ASSERT_EQ(back.size(), 1U);
  EXPECT_THAT(back[0].message, HasSubstr("with nothing between"));
  EXPECT_THAT(mixed({{"mixed", {}}, {"other_op", {}}, {"other_line", {}}}), IsEmpty());
  EXPECT_THAT(mixed({{"mixed", false}}), IsEmpty());
}

//===----------------------------------------------------------------------===//
// groups
//===----------------------------------------------------------------------===//

const Case partition("groups-invalid-partition", SiteKind::Group, "tiled_partition",
                     {{"of", text("block")},
                      {"implicit", true},
                      {"conditional", false},
                      {"tile_size", count(32)},
                      {"power_of_two", true},
                      {"run_time_size", false},
                      {"opt_in", false},
                      {"parent_threads", count(256)}});

TEST(GroupsInvalidPartition, GoesBySize) {
  EXPECT_THAT(partition(), IsEmpty());
  const auto odd = partition({{"tile_size", count(24)}, {"power_of_two", false}});
  ASSERT_EQ(odd.size(), 1U);
  EXPECT_EQ(odd[0].severity, Severity::Error);
  EXPECT_THAT(partition({{"tile_size", count(64)}, {"run_time_size", true}}).size(), 1U);
  EXPECT_THAT(partition({{"tile_size", count(32)}, {"run_time_size", true}}), IsEmpty());
  EXPECT_THAT(partition({{"tile_size", count(64)}}), IsEmpty()) << "a template argument";
  EXPECT_THAT(partition({{"tile_size", count(512)}, {"parent_threads", count(1024)}}), IsEmpty());
  EXPECT_THAT(partition({{"tile_size", count(1024)}, {"parent_threads", count(1024)}}), IsEmpty());
  EXPECT_EQ(partition({{"tile_size", count(2048)}, {"parent_threads", count(1024)}}).size(), 1U);
  EXPECT_THAT(partition({{"tile_size", {}}, {"power_of_two", {}}}), IsEmpty());
}

TEST(GroupsInvalidPartition, GoesByTheBlockWhereItIsKnown) {
  const Changes small = {{"parent_threads", count(16)}};
  ASSERT_EQ(partition(small).size(), 1U);
  EXPECT_EQ(partition(small)[0].severity, Severity::Error);
  EXPECT_THAT(partition(small, Confidence::Likely), IsEmpty()) << "the block is assumed";
  const Changes uneven = {{"parent_threads", count(80)}};
  ASSERT_EQ(partition(uneven).size(), 1U);
  EXPECT_EQ(partition(uneven)[0].severity, Severity::Warning);
  EXPECT_THAT(partition({{"parent_threads", {}}}), IsEmpty());
}

TEST(GroupsInvalidPartition, OlderTargetsNeedMemory) {
  const Changes large = {{"tile_size", count(64)}, {"opt_in_needed", true}};
  EXPECT_EQ(partition(large).size(), 1U);
  Changes given = large;
  given.push_back({"opt_in", true});
  EXPECT_THAT(partition(given), IsEmpty());
}

const Case gridSync("groups-grid-sync-launch", SiteKind::Group, "sync",
                    {{"of", text("grid")},
                     {"implicit", false},
                     {"validity_checked", false},
                     {"launches_plain", count(1)},
                     {"launches_cooperative", count(0)},
                     {"launch_line", count(40)}});

TEST(GroupsGridSyncLaunch, GoesByAllLaunches) {
  ASSERT_EQ(gridSync().size(), 1U);
  EXPECT_EQ(gridSync()[0].severity, Severity::Error);
  EXPECT_THAT(gridSync()[0].message, HasSubstr("(line 40)"));
  EXPECT_THAT(gridSync({{"launches_plain", count(3)}})[0].message, HasSubstr("none of the 3"));
  EXPECT_THAT(gridSync({{"launches_cooperative", count(1)}}), IsEmpty());
  EXPECT_THAT(gridSync({{"launches_plain", count(0)}}), IsEmpty());
  EXPECT_THAT(gridSync({{"launches_plain", {}}, {"launches_cooperative", {}}}), IsEmpty())
      << "no launch was seen";
  EXPECT_THAT(gridSync({{"validity_checked", true}}), IsEmpty());
  EXPECT_THAT(gridSync({{"of", text("cluster")}}), IsEmpty());
}

TEST(GroupsClusterMisuse, GoesByTheBlocksOfACluster) {
  const Evidence evidence = {
      {"of", text("cluster")}, {"implicit", false}, {"cluster_blocks", count(1)}};
  const Case sync("groups-cluster-misuse", SiteKind::Group, "sync", evidence);
  ASSERT_EQ(sync().size(), 1U);
  EXPECT_EQ(sync()[0].severity, Severity::Warning);
  EXPECT_THAT(sync({{"cluster_blocks", count(2)}}), IsEmpty());
  EXPECT_THAT(sync({{"cluster_blocks", {}}}), IsEmpty()) << "launched by who knows whom";

  const Case map("groups-cluster-misuse", SiteKind::Group, "map_shared_rank", evidence);
  EXPECT_THAT(map(), IsEmpty()) << "a rank that is not known";
  EXPECT_THAT(map({{"rank", count(0)}}), IsEmpty());
  ASSERT_EQ(map({{"rank", count(1)}}).size(), 1U);
  EXPECT_EQ(map({{"rank", count(1)}})[0].severity, Severity::Error);
  EXPECT_THAT(map({{"rank", count(1)}, {"cluster_blocks", count(2)}}), IsEmpty());
  EXPECT_EQ(map({{"rank", count(2)}, {"cluster_blocks", count(2)}}).size(), 1U);
}

//===----------------------------------------------------------------------===//
// divergence
//===----------------------------------------------------------------------===//

const Case loop("divergence-loop", SiteKind::Loop, "loop",
                {{"varying", true},
                 {"cause", text("lane")},
                 {"body_cost", count(8)},
                 {"spread", count(31)},
                 {"wasted", 0.5},
                 {"lanes_active", 16.0},
                 {"warp_trips", count(31)}});

TEST(DivergenceLoop, GoesByWhatIsWasted) {
  ASSERT_EQ(loop().size(), 1U);
  EXPECT_EQ(loop()[0].severity, Severity::Warning);
  EXPECT_EQ(loop()[0].message,
            "some lanes of a warp run this loop for up to 31 iterations more than others: "
            "16.0 of 32 lanes work in the mean iteration");
  EXPECT_THAT(loop({{"spread", count(1)}}), IsEmpty()) << "the tail of a stride";
  EXPECT_EQ(loop({{"spread", count(2)}}).size(), 1U);
  EXPECT_THAT(loop({{"wasted", 0.09}}), IsEmpty());
  EXPECT_EQ(loop({{"wasted", 0.1}}).size(), 1U);
  EXPECT_THAT(loop({{"warp_trips", count(5)}, {"body_cost", count(12)}}), IsEmpty()) << "60";
  EXPECT_EQ(loop({{"warp_trips", count(8)}, {"body_cost", count(8)}}).size(), 1U) << "64";
  EXPECT_THAT(loop({{"varying", false}}), IsEmpty());
  EXPECT_THAT(loop({{"cause", text("guard")}}), IsEmpty());
  EXPECT_THAT(loop({{"spread", {}}, {"wasted", {}}}), IsEmpty());
}

TEST(DivergenceLoop, DataAreANote) {
  const Changes data = {
      {"cause", text("data")}, {"spread", {}}, {"wasted", {}}, {"warp_trips", {}}};
  ASSERT_EQ(loop(data).size(), 1U);
  EXPECT_EQ(loop(data)[0].severity, Severity::Note);
  Changes shorter = data;
  shorter.push_back({"body_cost", count(5)});
  EXPECT_THAT(loop(shorter), IsEmpty());
  shorter.back() = {"body_cost", count(6)};
  EXPECT_EQ(loop(shorter).size(), 1U);
  Changes retry = data;
  retry.push_back({"tries_again", true});
  EXPECT_THAT(loop(retry), IsEmpty());
}

const Case dataBranch("divergence-data-branch", SiteKind::Branch, "branch",
                      {{"cause", text("data")},
                       {"predicated", false},
                       {"then_cost", count(24)},
                       {"else_cost", count(24)}});

TEST(DivergenceDataBranch, GoesByTheSides) {
  ASSERT_EQ(dataBranch().size(), 1U);
  EXPECT_EQ(dataBranch()[0].severity, Severity::Note);
  EXPECT_THAT(dataBranch({{"else_cost", count(23)}}), IsEmpty());
  EXPECT_THAT(dataBranch({{"then_cost", count(255)}, {"else_cost", count(0)}}), IsEmpty());
  EXPECT_EQ(dataBranch({{"then_cost", count(256)}, {"else_cost", count(0)}}).size(), 1U);
  const auto nested = [](std::int64_t loops) {
    return dataBranch({{"nested_loops", count(loops)}, {"then_cost", count(4)}});
  };
  EXPECT_THAT(nested(1), IsEmpty());
  ASSERT_EQ(nested(2).size(), 1U);
  EXPECT_NE(nested(2)[0].message.find("2 loops of unknown length"), std::string::npos);
  EXPECT_THAT(dataBranch({{"predicated", true}}), IsEmpty());
  for (const char *cause : {"uniform", "guard", "lane"})
    EXPECT_THAT(dataBranch({{"cause", text(cause)}}), IsEmpty()) << cause;
}

const Case partial("divergence-partial-warp", SiteKind::Branch, "branch",
                   {{"cause", text("lane")},
                    {"predicated", true}, // keeps divergence-branch quiet
                    {"divergent_warps", count(4)},
                    {"few_lanes", 1.0},
                    {"few_share", 0.9},
                    {"few_cost", count(1000)}});

TEST(DivergencePartialWarp, GoesByTheShareOfTheKernel) {
  ASSERT_EQ(partial().size(), 1U);
  EXPECT_EQ(partial()[0].severity, Severity::Note);
  EXPECT_EQ(partial()[0].message, "1.0 of 32 lanes work on one side of `x > 0`, which is 0.90 of "
                                  "the kernel's instructions");
  EXPECT_EQ(partial({{"few_lanes", 8.0}}).size(), 1U);
  EXPECT_THAT(partial({{"few_lanes", 8.5}}), IsEmpty());
  EXPECT_EQ(partial({{"few_share", 0.5}}).size(), 1U);
  EXPECT_THAT(partial({{"few_share", 0.49}}), IsEmpty());
  EXPECT_EQ(partial({{"few_cost", count(64)}}).size(), 1U);
  EXPECT_THAT(partial({{"few_cost", count(63)}}), IsEmpty()) << "a kernel of a few instructions";
  EXPECT_THAT(partial({{"cause", text("data")}}), IsEmpty());
  EXPECT_THAT(partial({{"divergent_warps", count(0)}}), IsEmpty()) << "another branch's doing";
}

} // namespace
} // namespace warplint::engine
