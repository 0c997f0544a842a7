//===- OccupancyTest.cpp - how much of an SM a kernel can fill ------------===//

#include "lint/chips/Occupancy.h"

#include <gmock/gmock.h>

namespace warplint::chips {
namespace {

using testing::ElementsAre;

const Capability &capability(std::string_view chip) { return findChip(chip)->capability; }

// By hand, from the numbers in the CUDA C++ Programming Guide's table.

TEST(Occupancy, WarpsFillAnSm) {
  // 65536 registers / (32 × 256) = 8 blocks of 8 warps = 64 warps.
  const Occupancy full = occupancyOf(capability("H100"), {256, 32, 0, 1, {}});
  EXPECT_EQ(full.blocks, 8U);
  EXPECT_EQ(full.warps, 64U);
  EXPECT_DOUBLE_EQ(full.percent, 100);
  EXPECT_THAT(full.limiters, ElementsAre(Limiter::Warps, Limiter::Registers));
}

TEST(Occupancy, RegistersAreHandedOutByEight) {
  // 33 registers count as 40: 16384 / (40 × 32) = 12 warps per partition, 48 of 64.
  const Occupancy one = occupancyOf(capability("H100"), {256, 33, 0, 1, {}});
  EXPECT_EQ(one.blocks, 6U);
  EXPECT_DOUBLE_EQ(one.percent, 75);
  EXPECT_THAT(one.limiters, ElementsAre(Limiter::Registers));
}

TEST(Occupancy, SmallBlocksRunOutOfPlaces) {
  const Occupancy one = occupancyOf(capability("RTX 3090"), {32, 16, 0, 1, {}});
  EXPECT_EQ(one.blocks, 16U); // of 48 warps
  EXPECT_THAT(one.limiters, ElementsAre(Limiter::Blocks));
  EXPECT_NEAR(one.percent, 33.3, 0.1);
}

TEST(Occupancy, SharedMemoryHasAKibibyteMoreOfEachBlock) {
  // 48 KiB + 1 KiB: four times in 228 KiB.
  const Occupancy four = occupancyOf(capability("H100"), {256, 32, 48 * 1024, 1, {}});
  EXPECT_EQ(four.blocks, 4U);
  EXPECT_THAT(four.limiters, ElementsAre(Limiter::SharedMemory));
  // The V100 keeps nothing for itself: twice 48 KiB in 96.
  EXPECT_EQ(occupancyOf(capability("V100"), {256, 32, 48 * 1024, 1, {}}).blocks, 2U);
}

TEST(Occupancy, WhatDoesNotFitHasNoBlocks) {
  const Capability &chip = capability("A100");
  EXPECT_EQ(occupancyOf(chip, {1025, 0, 0, 0, {}}).blocks, 0U);
  EXPECT_EQ(occupancyOf(chip, {1024, 65, 0, 0, {}}).blocks, 0U);
  EXPECT_EQ(occupancyOf(chip, {32, 0, 163 * 1024 + 1, 0, {}}).blocks, 0U);
  EXPECT_EQ(occupancyOf(chip, {32, 0, 163 * 1024, 0, {}}).blocks, 1U);
  EXPECT_EQ(occupancyOf(chip, {0, 0, 0, 0, {}}).blocks, 0U);
}

TEST(Occupancy, NamedBarriersRunOutOnHopper) {
  // 64 of them per SM.
  const Occupancy one = occupancyOf(capability("H100"), {32, 32, 0, 16, {}});
  EXPECT_EQ(one.blocks, 4U);
  EXPECT_THAT(one.limiters, ElementsAre(Limiter::Barriers));
}

TEST(NextSteps, AreTheLeastThatChangeAnything) {
  const Capability &chip = capability("H100");
  const Steps at33 = nextSteps(chip, {256, 33, 0, 1, {}});
  ASSERT_TRUE(at33.fewerRegisters);
  EXPECT_EQ(at33.fewerRegisters->change, 1U);
  EXPECT_EQ(at33.fewerRegisters->blocks, 8U);
  ASSERT_TRUE(at33.moreRegisters);
  EXPECT_EQ(at33.moreRegisters->change, 8U); // 41 count as 48
  EXPECT_EQ(at33.moreRegisters->blocks, 5U);
  EXPECT_FALSE(at33.lessShared);
  // Six blocks share 228 KiB: 38 KiB each, 37 without the system's.
  ASSERT_TRUE(at33.moreShared);
  EXPECT_EQ(at33.moreShared->change, 37 * 1024U + 1);
  EXPECT_EQ(at33.moreShared->blocks, 5U);
}

TEST(NextSteps, ReachTheEndOfWhatFits) {
  // The next register is one too many for any block of 1024 threads.
  const Steps steps = nextSteps(capability("A100"), {1024, 64, 0, 1, {}});
  ASSERT_TRUE(steps.moreRegisters);
  EXPECT_EQ(steps.moreRegisters->change, 1U);
  EXPECT_EQ(steps.moreRegisters->blocks, 0U);
}

TEST(BetterBlocks, AreBestFirst) {
  const Capability &chip = capability("RTX 3090"); // 48 warps, 16 blocks
  const std::vector<BetterBlock> better = betterBlocks(chip, {1024, 32, 0, 1, {}}, 1024);
  ASSERT_FALSE(better.empty());
  EXPECT_EQ(better.front().threads, 768U);
  EXPECT_DOUBLE_EQ(better.front().occupancy.percent, 100);
  EXPECT_TRUE(betterBlocks(chip, {256, 32, 0, 1, {}}, 1024).empty());
  for (const BetterBlock &block : betterBlocks(chip, {1024, 32, 0, 1, {}}, 256))
    EXPECT_LE(block.threads, 256U);
}

} // namespace
} // namespace warplint::chips
