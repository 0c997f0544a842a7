//===- OccupancyPropertyTest.cpp - what holds for every block -------------===//

#include "lint/chips/Occupancy.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

namespace warplint::chips {
namespace {

const Capability &anyCapability() {
  return allChips()[*rc::gen::inRange<std::size_t>(0, allChips().size())].capability;
}

BlockNeeds anyNeeds() {
  BlockNeeds needs;
  needs.threads = *rc::gen::inRange(1U, 1025U);
  needs.registers = *rc::gen::inRange(1U, 256U);
  needs.shared = *rc::gen::inRange<std::uint64_t>(0, 240 * 1024);
  needs.barriers = *rc::gen::inRange(0U, 17U);
  if (*rc::gen::arbitrary<bool>())
    needs.carveout = *rc::gen::inRange(0U, 101U);
  return needs;
}

TEST(OccupancyProperty, MoreOfAnyNeedGivesNoMoreBlocks) {
  EXPECT_TRUE(rc::check([] {
    const Capability &chip = anyCapability();
    const BlockNeeds needs = anyNeeds();
    BlockNeeds more = needs;
    more.threads += *rc::gen::inRange(0U, 64U);
    more.registers += *rc::gen::inRange(0U, 16U);
    more.shared += *rc::gen::inRange<std::uint64_t>(0, 16 * 1024);
    more.barriers += *rc::gen::inRange(0U, 2U);
    RC_ASSERT(occupancyOf(chip, more).blocks <= occupancyOf(chip, needs).blocks);
  }));
}

TEST(OccupancyProperty, NothingIsHeldThatTheSmHasNot) {
  EXPECT_TRUE(rc::check([] {
    const Capability &chip = anyCapability();
    const BlockNeeds needs = anyNeeds();
    const Occupancy occupancy = occupancyOf(chip, needs);
    RC_ASSERT(!occupancy.limiters.empty());
    RC_ASSERT(occupancy.percent <= 100);
    RC_ASSERT(occupancy.warps <= chip.warpsPerSm());
    RC_ASSERT(occupancy.blocks <= chip.blocksPerSm);
    RC_ASSERT(std::uint64_t{occupancy.warps} * warpSize * needs.registers <= chip.registersPerSm);
    RC_ASSERT(occupancy.blocks * (needs.shared + chip.sharedReserved) <= chip.sharedPerSm);
  }));
}

/// The step changes the number of blocks; one less does not.
void expectLeast(const Capability &chip, const BlockNeeds &needs, const std::optional<Step> &step,
                 const std::function<void(BlockNeeds &, std::uint64_t)> &change) {
  if (!step)
    return;
  const unsigned now = occupancyOf(chip, needs).blocks;
  BlockNeeds after = needs, before = needs;
  change(after, step->change);
  change(before, step->change - 1);
  RC_ASSERT(step->change > 0U);
  RC_ASSERT(occupancyOf(chip, after).blocks == step->blocks);
  RC_ASSERT(step->blocks != now);
  RC_ASSERT(occupancyOf(chip, before).blocks == now);
}

TEST(OccupancyProperty, StepsAreTheLeast) {
  EXPECT_TRUE(rc::check([] {
    const Capability &chip = anyCapability();
    const BlockNeeds needs = anyNeeds();
    const Steps steps = nextSteps(chip, needs);
    using Needs = BlockNeeds;
    expectLeast(chip, needs, steps.fewerRegisters,
                [](Needs &one, std::uint64_t by) { one.registers -= by; });
    expectLeast(chip, needs, steps.moreRegisters,
                [](Needs &one, std::uint64_t by) { one.registers += by; });
    expectLeast(chip, needs, steps.lessShared,
                [](Needs &one, std::uint64_t by) { one.shared -= by; });
    expectLeast(chip, needs, steps.moreShared,
                [](Needs &one, std::uint64_t by) { one.shared += by; });
    // A block that runs can always be made too large.
    if (occupancyOf(chip, needs).blocks > 0) {
      RC_ASSERT(steps.moreRegisters.has_value());
      RC_ASSERT(steps.moreShared.has_value());
    }
  }));
}

TEST(OccupancyProperty, BetterBlocksAreBetter) {
  EXPECT_TRUE(rc::check([] {
    const Capability &chip = anyCapability();
    const BlockNeeds needs = anyNeeds();
    const double now = occupancyOf(chip, needs).percent;
    double last = 100;
    for (const BetterBlock &block : betterBlocks(chip, needs, 1024)) {
      RC_ASSERT(block.threads % warpSize == 0U);
      RC_ASSERT(block.occupancy.percent > now);
      RC_ASSERT(block.occupancy.percent <= last);
      last = block.occupancy.percent;
    }
  }));
}

} // namespace
} // namespace warplint::chips
