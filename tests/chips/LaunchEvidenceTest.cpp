//===- LaunchEvidenceTest.cpp - launches on a chip, as evidence -----------===//

#include "lint/chips/LaunchEvidence.h"

#include <gmock/gmock.h>

namespace warplint::chips {
namespace {

using testing::HasSubstr;

EvidenceValue count(std::int64_t value) { return value; }

Evidence completed(SiteKind kind, Evidence evidence, const char *chip) {
  Site site;
  site.kind = kind;
  site.kernel = "ns::k";
  site.evidence = std::move(evidence);
  FileAnalysis file;
  file.sites = {site};
  std::vector<FileAnalysis> files = {file};
  addOccupancy(files, chip ? findChip(chip) : nullptr);
  return files[0].sites[0].evidence;
}

Evidence launch(std::int64_t threads, std::int64_t dynamicBytes = 0, std::int64_t staticBytes = 0) {
  return {{"threads", count(threads)},
          {"shared_bytes", count(dynamicBytes)},
          {"static_shared_bytes", count(staticBytes)}};
}

std::optional<double> at(const Evidence &evidence, const char *name) {
  return numberAt(evidence, name);
}

TEST(LaunchEvidence, LanesOfABlock) {
  const Evidence evidence = completed(SiteKind::Launch, launch(257), nullptr);
  EXPECT_EQ(at(evidence, "warps"), 9);
  EXPECT_EQ(at(evidence, "lanes"), 288);
  EXPECT_EQ(at(evidence, "idle_lanes"), 31);
  EXPECT_NEAR(*at(evidence, "idle_percent"), 10.8, 0.05);
  EXPECT_EQ(stringAt(evidence, "chip"), "any chip");
  EXPECT_EQ(at(evidence, "sms"), 40); // T4
}

TEST(LaunchEvidence, NothingWithoutAShape) {
  EXPECT_TRUE(completed(SiteKind::Launch, {}, "H100").empty());
  const Evidence tooLarge = completed(SiteKind::Launch, launch(1025), "H100");
  EXPECT_EQ(at(tooLarge, "warps"), 33);
  EXPECT_FALSE(at(tooLarge, "occupancy_percent"));
  // No chip has room for it: nothing is said of occupancy.
  EXPECT_FALSE(
      at(completed(SiteKind::Launch, launch(64, 300 << 10), nullptr), "occupancy_percent"));
}

TEST(LaunchEvidence, WhatHoldsOnEveryChipIsTheBestOfThem) {
  // 48 KiB: four blocks of four warps on Hopper, one or two elsewhere.
  const Evidence evidence = completed(SiteKind::Launch, launch(128, 0, 48 << 10), nullptr);
  EXPECT_EQ(at(evidence, "occupancy_percent"), 25);
  EXPECT_EQ(stringAt(evidence, "limiter"), "shared memory");
  EXPECT_FALSE(at(evidence, "blocks_per_sm"));
  for (const Chip &chip : allChips())
    EXPECT_LE(*at(completed(SiteKind::Launch, launch(128, 0, 48 << 10), chip.name.c_str()),
                  "occupancy_percent"),
              25)
        << chip.name;
}

TEST(LaunchEvidence, StepsAreWords) {
  Evidence of = launch(256);
  of["registers"] = count(33);
  const Evidence evidence = completed(SiteKind::Launch, of, "H100");
  EXPECT_EQ(at(evidence, "blocks_per_sm"), 6);
  EXPECT_EQ(at(evidence, "gain_registers"), 1);
  EXPECT_THAT(std::string(*stringAt(evidence, "next_step")),
              HasSubstr("1 register fewer per thread would make room for 8 blocks (100 %)"));
  EXPECT_EQ(at(evidence, "loss_registers"), 8);
}

TEST(LaunchEvidence, EdgesAreOnlySaidWhereRegistersCannotMatter) {
  // Two blocks of four warps fit with 255 registers; two of eight do not.
  EXPECT_EQ(at(completed(SiteKind::Launch, launch(128, 113 << 10), "H100"), "loss_shared_bytes"),
            1);
  EXPECT_FALSE(
      at(completed(SiteKind::Launch, launch(256, 113 << 10), "H100"), "loss_shared_bytes"));
  Evidence known = launch(256, 113 << 10);
  known["registers"] = count(40);
  EXPECT_EQ(at(completed(SiteKind::Launch, known, "H100"), "loss_shared_bytes"), 1);
  // Nor where shared memory is not known as a whole.
  known.erase("static_shared_bytes");
  EXPECT_FALSE(at(completed(SiteKind::Launch, known, "H100"), "loss_shared_bytes"));
}

TEST(LaunchEvidence, Waves) {
  Evidence of = launch(256, 120 << 10);
  of["blocks"] = count(133);
  const Evidence evidence = completed(SiteKind::Launch, of, "H100");
  EXPECT_NEAR(*at(evidence, "waves"), 133.0 / 132, 1e-9);
  EXPECT_NEAR(*at(evidence, "last_wave_percent"), 100.0 / 132, 1e-9);
  EXPECT_FALSE(at(evidence, "idle_sms"));
  of["blocks"] = count(132);
  const Evidence one = completed(SiteKind::Launch, of, "H100");
  EXPECT_EQ(at(one, "waves"), 1);
  EXPECT_FALSE(at(one, "last_wave_percent"));
  of["blocks"] = count(100);
  EXPECT_EQ(at(completed(SiteKind::Launch, of, "H100"), "idle_sms"), 32);
}

TEST(LaunchEvidence, BoundsOfKernels) {
  const auto bounds = [](std::int64_t threads, std::int64_t blocks) {
    return Evidence{{"bounds_threads", count(threads)}, {"bounds_blocks", count(blocks)}};
  };
  const Evidence heavy = completed(SiteKind::Kernel, bounds(64, 1), "H100");
  EXPECT_EQ(at(heavy, "bounds_registers"), 255);
  EXPECT_NEAR(*at(heavy, "bounds_occupancy_percent"), 3.1, 0.05);
  EXPECT_FALSE(boolAt(heavy, "bounds_ignored"));
  EXPECT_EQ(at(completed(SiteKind::Kernel, bounds(256, 4), "H100"), "bounds_registers"), 64);
  EXPECT_EQ(at(completed(SiteKind::Kernel, bounds(256, 8), "H100"), "bounds_registers"), 32);
  // 2048 threads: A100 holds them, RTX 3090 does not. Nor has it 20 places for blocks.
  EXPECT_FALSE(boolAt(completed(SiteKind::Kernel, bounds(1024, 2), "A100"), "bounds_ignored"));
  EXPECT_TRUE(boolAt(completed(SiteKind::Kernel, bounds(1024, 2), "RTX 3090"), "bounds_ignored"));
  EXPECT_TRUE(boolAt(completed(SiteKind::Kernel, bounds(64, 20), "RTX 3090"), "bounds_ignored"));
  EXPECT_FALSE(boolAt(completed(SiteKind::Kernel, bounds(1024, 2), nullptr), "bounds_ignored"));
  EXPECT_TRUE(boolAt(completed(SiteKind::Kernel, bounds(1024, 3), nullptr), "bounds_ignored"));
}

TEST(Resources, GoToKernelsAndLaunches) {
  FileAnalysis file;
  for (const SiteKind kind : {SiteKind::Kernel, SiteKind::Launch, SiteKind::Branch}) {
    Site site;
    site.kind = kind;
    site.kernel = "ns::k";
    file.sites.push_back(site);
  }
  std::vector<FileAnalysis> files = {file};
  const auto of = [](std::int64_t registers, std::int64_t spilt) {
    KernelResources one;
    one.kernel = "ns::k";
    one.registers = registers;
    one.spillStoreBytes = spilt;
    one.spillLoadBytes = spilt;
    return one;
  };
  // Two instantiations: the worst at the kernel, nothing at the launch.
  addResources(files, {of(40, 0), of(32, 24)});
  EXPECT_EQ(at(files[0].sites[0].evidence, "registers"), 32);
  EXPECT_EQ(at(files[0].sites[0].evidence, "spill_store_bytes"), 24);
  EXPECT_FALSE(at(files[0].sites[1].evidence, "registers"));
  EXPECT_TRUE(files[0].sites[2].evidence.empty());
  addResources(files, {of(40, 0), of(40, 8)});
  EXPECT_EQ(at(files[0].sites[1].evidence, "registers"), 40);
}

} // namespace
} // namespace warplint::chips
