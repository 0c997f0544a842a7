//===- RulesSharedTest.cpp - rules on shared arrays as a whole ------------===//

#include "lint/engine/Evaluate.h"

#include <gmock/gmock.h>

namespace warplint::engine {
namespace {

using testing::HasSubstr;

/// "error shared-capacity" for each rule that fires, in order.
std::vector<std::string> fired(const std::string &op, Evidence evidence,
                               Confidence confidence = Confidence::Exact) {
  static const Expected<RuleSet> rules = RuleSet::builtin();
  EXPECT_TRUE(rules) << rules.error().str();
  FileAnalysis file;
  file.file = "a.cu";
  Site site;
  site.kind = SiteKind::SharedArray;
  site.span = {"a.cu", 3, 5, 3, 9};
  site.op = op;
  site.expr = "tile";
  site.confidence = confidence;
  site.evidence = std::move(evidence);
  file.sites = {site};
  const std::vector<FileAnalysis> files = {file};
  const Expected<Report> report = evaluate(*rules, {}, files, nullptr);
  EXPECT_TRUE(report) << report.error().str();
  std::vector<std::string> result;
  if (report)
    for (const Finding &finding : report->findings)
      result.push_back(std::string(name(finding.severity)) + " " + finding.rule + ": " +
                       finding.message);
  return result;
}

EvidenceValue count(std::int64_t value) { return value; }
EvidenceValue text(const char *value) { return std::string(value); }

TEST(RulesShared, StaticArraysFillFortyEightKibibytes) {
  const auto evidence = [](std::int64_t bytes) {
    return Evidence{
        {"array", text("tile")}, {"array_bytes", count(bytes)}, {"static_bytes", count(bytes)}};
  };
  EXPECT_TRUE(fired("static", evidence(49152)).empty());
  const auto over = fired("static", evidence(49156));
  ASSERT_EQ(over.size(), 1u);
  EXPECT_THAT(over[0], HasSubstr("error shared-capacity: the kernel's static shared arrays take "
                                 "49156 bytes"));
  // The sizes of an instantiation that nobody makes.
  EXPECT_THAT(fired("static", evidence(49156), Confidence::Possible)[0], HasSubstr("warning "));
}

TEST(RulesShared, LaunchesAskForWhatTheyMay) {
  const auto evidence = [](std::int64_t total, std::int64_t limit) {
    return Evidence{{"dynamic_bytes", count(total)}, {"static_bytes", count(0)},
                    {"total_bytes", count(total)},   {"limit_bytes", count(limit)},
                    {"arch", text("sm_86")},         {"allowed_bytes", count(65536)}};
  };
  EXPECT_TRUE(fired("launch", evidence(65536, 101376)).empty());
  const auto unasked = fired("launch", evidence(65537, 101376));
  ASSERT_EQ(unasked.size(), 1u);
  EXPECT_THAT(unasked[0], HasSubstr("error shared-capacity: `tile` is launched with 65537 bytes"));
  EXPECT_THAT(unasked[0], HasSubstr("where it may have 65536"));
  EXPECT_THAT(fired("launch", evidence(65537, 101376), Confidence::Likely)[0],
              HasSubstr("warning "));
  EXPECT_THAT(fired("launch", evidence(101377, 101376))[0],
              HasSubstr("error shared-capacity: `tile` is launched with 101377 bytes of dynamic "
                        "shared memory, 101377 with its static arrays, where a block can have "
                        "101376 on sm_86"));
  // It may have been asked for somewhere else: the chip alone sets the limit.
  Evidence open = evidence(101376, 101376);
  open.erase("allowed_bytes");
  EXPECT_TRUE(fired("launch", open).empty());
  open["total_bytes"] = count(101377);
  EXPECT_EQ(fired("launch", open).size(), 1u);
  EXPECT_THAT(fired("launch", open, Confidence::Likely)[0], HasSubstr("warning "));
}

TEST(RulesShared, OverlapsAreThoseThatShow) {
  Evidence evidence{{"array", text("a")},
                    {"overwritten_by", text("b")},
                    {"store_line", count(7)},
                    {"load_line", count(9)}};
  EXPECT_THAT(fired("overlap", evidence)[0],
              HasSubstr("error shared-extern-alias: `a` and `b` start at the same address: the "
                        "store to `b` in line 7 replaces what line 9 loads from `a`"));
  evidence.erase("overwritten_by");
  EXPECT_TRUE(fired("overlap", evidence).empty());
}

TEST(RulesShared, TilesThatNobodyShares) {
  const auto evidence = [](std::int64_t apart, std::int64_t threads) {
    return Evidence{
        {"array", text("tile")}, {"threads_apart", count(apart)}, {"threads", count(threads)}};
  };
  EXPECT_THAT(fired("declaration", evidence(32, 64))[0],
              HasSubstr("note shared-unused-tile: each of 32 threads"));
  EXPECT_TRUE(fired("declaration", evidence(31, 31)).empty()) << "fewer than a warp";
  EXPECT_TRUE(fired("declaration", evidence(127, 256)).empty()) << "less than half of the block";
  EXPECT_TRUE(fired("declaration", evidence(256, 256), Confidence::Likely).empty());
  EXPECT_TRUE(fired("declaration", {{"threads", count(256)}}).empty());
}

} // namespace
} // namespace warplint::engine
