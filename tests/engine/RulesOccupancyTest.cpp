//===- RulesOccupancyTest.cpp - rules on launches and resources -----------===//

#include "lint/engine/Evaluate.h"

#include <gmock/gmock.h>

namespace warplint::engine {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

/// "note occupancy-limited: …" for each rule of the family that fires, in order.
std::vector<std::string> fired(SiteKind kind, Evidence evidence,
                               Confidence confidence = Confidence::Exact) {
  static const Expected<RuleSet> rules = RuleSet::builtin();
  EXPECT_TRUE(rules) << rules.error().str();
  FileAnalysis file;
  file.file = "a.cu";
  Site site;
  site.kind = kind;
  site.span = {"a.cu", 3, 5, 3, 9};
  site.kernel = "k";
  site.confidence = confidence;
  site.evidence = std::move(evidence);
  file.sites = {site};
  const std::vector<FileAnalysis> files = {file};
  Selection selection;
  selection.select = {"occupancy"};
  const Expected<Report> report = evaluate(*rules, selection, files, nullptr);
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

//===----------------------------------------------------------------------===//
// What only a compiler knows
//===----------------------------------------------------------------------===//

Evidence compiled(std::int64_t stores, std::int64_t loads, std::int64_t stack) {
  return {{"registers", count(32)},
          {"spill_store_bytes", count(stores)},
          {"spill_load_bytes", count(loads)},
          {"stack_bytes", count(stack)}};
}

TEST(RegisterSpill, SpillsAreAWarning) {
  EXPECT_THAT(fired(SiteKind::Kernel, compiled(40, 44, 40)),
              ElementsAre("warning occupancy-register-spill: 32 registers per thread do not hold "
                          "what `k` needs: 40 bytes are stored to local memory and 44 loaded"));
  EXPECT_THAT(fired(SiteKind::Kernel, compiled(8, 8, 8)),
              ElementsAre(StartsWith("warning occupancy-register-spill")));
}

TEST(RegisterSpill, LocalArraysAreANote) {
  EXPECT_THAT(fired(SiteKind::Kernel, compiled(0, 0, 256)),
              ElementsAre("note occupancy-register-spill: `k` has 256 bytes per thread in local "
                          "memory"));
  // Of a binary no spills are told.
  EXPECT_THAT(fired(SiteKind::Kernel, {{"registers", count(40)}, {"stack_bytes", count(64)}}),
              ElementsAre(StartsWith("note occupancy-register-spill")));
}

TEST(RegisterSpill, QuietOnNothingAndOnCrumbs) {
  EXPECT_THAT(fired(SiteKind::Kernel, compiled(0, 0, 0)), IsEmpty());
  EXPECT_THAT(fired(SiteKind::Kernel, compiled(4, 4, 8)), IsEmpty());
  EXPECT_THAT(fired(SiteKind::Kernel, {{"registers", count(255)}}), IsEmpty());
  EXPECT_THAT(fired(SiteKind::Kernel, {}), IsEmpty());
}

Evidence atAnEdge(std::int64_t away, double now, double after) {
  return {{"threads", count(256)},
          {"warps", count(8)},
          {"lanes", count(256)},
          {"idle_lanes", count(0)},
          {"registers", count(32)},
          {"chip", text("H100-SXM")},
          {"sms", count(132)},
          {"blocks_per_sm", count(8)},
          {"occupancy_percent", now},
          {"limiter", text("registers")},
          {"loss_registers", count(away)},
          {"loss_registers_percent", after}};
}

TEST(RegisterCliff, OneRegisterMore) {
  EXPECT_THAT(fired(SiteKind::Launch, atAnEdge(1, 100.0, 75.0)),
              ElementsAre("note occupancy-register-cliff: 32 registers per thread, and with 1 more "
                          "an SM of H100-SXM holds fewer blocks: 75 % of its warps in place of "
                          "100 %"));
  EXPECT_THAT(fired(SiteKind::Launch, atAnEdge(2, 100.0, 0.0)),
              ElementsAre(HasSubstr("the launch fails")));
}

TEST(RegisterCliff, QuietWhereBoundsHoldTheNumber) {
  Evidence held = atAnEdge(1, 100.0, 75.0);
  held["bounds_threads"] = count(256);
  EXPECT_FALSE(fired(SiteKind::Launch, held).empty()); // any number of registers up to 255
  held["bounds_blocks"] = count(8);
  EXPECT_THAT(fired(SiteKind::Launch, held), IsEmpty());
  Evidence failing = atAnEdge(1, 100.0, 0.0);
  failing["bounds_threads"] = count(256);
  EXPECT_THAT(fired(SiteKind::Launch, failing), IsEmpty());
}

TEST(RegisterCliff, QuietFarFromIt) {
  EXPECT_THAT(fired(SiteKind::Launch, atAnEdge(3, 100.0, 75.0)), IsEmpty());
  EXPECT_THAT(fired(SiteKind::Launch, atAnEdge(1, 100.0, 90.0)), IsEmpty());
  Evidence few = atAnEdge(1, 100.0, 75.0);
  few["blocks"] = count(100);
  few["own_stream"] = true; // or else the grid is too small
  EXPECT_THAT(fired(SiteKind::Launch, few), IsEmpty());
  few["blocks"] = count(800);
  few["waves"] = 0.76;
  EXPECT_THAT(fired(SiteKind::Launch, few), IsEmpty());
}

//===----------------------------------------------------------------------===//
// Bounds, with and without the compiler's word
//===----------------------------------------------------------------------===//

Evidence bounds(std::int64_t threads, std::int64_t blocks, double occupancy) {
  return {{"bounds_threads", count(threads)},
          {"bounds_blocks", count(blocks)},
          {"bounds_ignored", false},
          {"bounds_registers", count(255)},
          {"bounds_occupancy_percent", occupancy},
          {"chip", text("H100-SXM")}};
}

TEST(LaunchBounds, WithRegistersTheirCostIsKnown) {
  Evidence heavy = bounds(128, 1, 6.25);
  heavy["registers"] = count(180);
  heavy["most_occupancy_percent"] = 12.5;
  EXPECT_THAT(fired(SiteKind::Kernel, heavy),
              ElementsAre("warning occupancy-launch-bounds: `__launch_bounds__(128, 1)` lets the "
                          "compiler take 180 registers per thread: they leave room for 12 % of an "
                          "SM's warps"));
  Evidence light = bounds(64, 1, 3.1);
  light["registers"] = count(24);
  light["most_occupancy_percent"] = 100.0;
  EXPECT_THAT(fired(SiteKind::Kernel, light), IsEmpty());
}

TEST(LaunchBounds, WithoutThemItIsANoteOnSmallBlocks) {
  EXPECT_THAT(fired(SiteKind::Kernel, bounds(64, 1, 3.1)),
              ElementsAre(StartsWith("note occupancy-launch-bounds: `__launch_bounds__(64, 1)`")));
  EXPECT_THAT(fired(SiteKind::Kernel, bounds(128, 1, 6.2)), IsEmpty());
  EXPECT_THAT(fired(SiteKind::Kernel, bounds(64, 8, 25.0)), IsEmpty());
}

TEST(LaunchBounds, SpillsThatTheyCause) {
  Evidence tight = bounds(256, 8, 100);
  tight["bounds_registers"] = count(32);
  tight["registers"] = count(32);
  tight["spill_store_bytes"] = count(8);
  tight["spill_load_bytes"] = count(4);
  EXPECT_THAT(fired(SiteKind::Kernel, tight),
              ElementsAre(HasSubstr("leaves 32 registers per thread, and 8 bytes of them are "
                                    "spilt")));
  // 40 of 64 are not the bounds' doing.
  tight["bounds_registers"] = count(64);
  EXPECT_THAT(fired(SiteKind::Kernel, tight), IsEmpty());
}

//===----------------------------------------------------------------------===//
// Severities
//===----------------------------------------------------------------------===//

TEST(BlockShape, AFailureIsAnErrorIfItIsSure) {
  const Evidence over = {
      {"threads", count(256)}, {"block_x", count(256)},        {"block_y", count(1)},
      {"block_z", count(1)},   {"bounds_threads", count(128)}, {"idle_lanes", count(0)},
      {"warps", count(8)},     {"lanes", count(256)},          {"sms", count(40)}};
  EXPECT_THAT(fired(SiteKind::Launch, over),
              ElementsAre(StartsWith("error occupancy-block-shape")));
  EXPECT_THAT(fired(SiteKind::Launch, over, Confidence::Likely),
              ElementsAre(StartsWith("warning occupancy-block-shape")));
}

} // namespace
} // namespace warplint::engine
