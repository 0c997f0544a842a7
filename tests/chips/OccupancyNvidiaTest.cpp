//===- OccupancyNvidiaTest.cpp - against NVIDIA's cuda_occupancy.h --------===//

#include "lint/chips/Occupancy.h"

#include <algorithm>
#include <climits>
#include <cuda_occupancy.h>
#include <gmock/gmock.h>
#include <random>

namespace warplint::chips {
namespace {

cudaOccDeviceProp propertiesOf(const Chip &chip) {
  const Capability &has = chip.capability;
  const std::size_t point = has.name.find('.');
  cudaOccDeviceProp properties;
  properties.computeMajor = std::stoi(has.name.substr(0, point));
  properties.computeMinor = std::stoi(has.name.substr(point + 1));
  properties.maxThreadsPerBlock = static_cast<int>(has.threadsPerBlock);
  properties.maxThreadsPerMultiprocessor = static_cast<int>(has.threadsPerSm);
  properties.regsPerBlock = static_cast<int>(has.registersPerBlock);
  properties.regsPerMultiprocessor = static_cast<int>(has.registersPerSm);
  properties.warpSize = warpSize;
  properties.sharedMemPerBlock = has.sharedPerBlock;
  properties.sharedMemPerMultiprocessor = has.sharedPerSm;
  properties.numSms = static_cast<int>(chip.sms);
  properties.sharedMemPerBlockOptin = has.sharedPerBlockOptin;
  properties.reservedSharedMemPerBlock = has.sharedReserved;
  return properties;
}

/// What NVIDIA says: blocks, and what limits them.
struct Answer {
  unsigned blocks = 0;
  unsigned limits = 0;
};

Answer askNvidia(const Chip &chip, const BlockNeeds &needs, std::uint64_t staticBytes) {
  const cudaOccDeviceProp properties = propertiesOf(chip);
  cudaOccFuncAttributes attributes;
  attributes.maxThreadsPerBlock = INT_MAX;
  attributes.numRegs = static_cast<int>(needs.registers);
  attributes.sharedSizeBytes = staticBytes;
  attributes.shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN;
  attributes.maxDynamicSharedSizeBytes = needs.shared - staticBytes;
  attributes.numBlockBarriers = static_cast<int>(needs.barriers);
  cudaOccDeviceState state;
  state.carveoutConfig = needs.carveout ? static_cast<int>(*needs.carveout) : -1;
  cudaOccResult result{};
  const cudaOccError error = cudaOccMaxActiveBlocksPerMultiprocessor(
      &result, &properties, &attributes, &state, static_cast<int>(needs.threads),
      needs.shared - staticBytes);
  EXPECT_EQ(error, CUDA_OCC_SUCCESS);
  return {static_cast<unsigned>(result.activeBlocksPerMultiprocessor), result.limitingFactors};
}

unsigned limitsOf(const Occupancy &occupancy) {
  unsigned limits = 0;
  for (const Limiter limiter : occupancy.limiters)
    switch (limiter) {
    case Limiter::Warps:
      limits |= OCC_LIMIT_WARPS;
      break;
    case Limiter::Blocks:
      limits |= OCC_LIMIT_BLOCKS;
      break;
    case Limiter::Registers:
      limits |= OCC_LIMIT_REGISTERS;
      break;
    case Limiter::SharedMemory:
      limits |= OCC_LIMIT_SHARED_MEMORY;
      break;
    case Limiter::Barriers:
      limits |= OCC_LIMIT_BARRIERS;
      break;
    }
  return limits;
}

class AgainstNvidia : public testing::TestWithParam<Chip> {
protected:
  void expectSame(const BlockNeeds &needs, std::uint64_t staticBytes) {
    const Answer nvidia = askNvidia(GetParam(), needs, staticBytes);
    const Occupancy ours = occupancyOf(GetParam().capability, needs);
    ASSERT_EQ(ours.blocks, nvidia.blocks) << describe(needs);
    // Where barriers end it earlier, NVIDIA also names what would have ended it otherwise.
    const bool byBarriers = (nvidia.limits & OCC_LIMIT_BARRIERS) != 0;
    if (byBarriers)
      ASSERT_TRUE(limitsOf(ours) & OCC_LIMIT_BARRIERS) << describe(needs);
    else
      ASSERT_EQ(limitsOf(ours), nvidia.limits) << describe(needs);
    ++compared_;
    launchable_ += nvidia.blocks > 0;
  }

  std::string describe(const BlockNeeds &needs) const {
    return GetParam().name + ": " + std::to_string(needs.threads) + " threads, " +
           std::to_string(needs.registers) + " registers, " + std::to_string(needs.shared) +
           " bytes, carve-out " + (needs.carveout ? std::to_string(*needs.carveout) : "none") +
           ", " + std::to_string(needs.barriers) + " barriers";
  }

  unsigned compared_ = 0;
  unsigned launchable_ = 0;
};

TEST_P(AgainstNvidia, RandomBlocks) {
  std::mt19937 random(20261122);
  auto below = [&](std::uint64_t bound) { return random() % bound; };
  constexpr unsigned configurations = 20'000;
  const std::uint64_t most = GetParam().capability.sharedPerBlockOptin;
  for (unsigned i = 0; i < configurations; ++i) {
    BlockNeeds needs;
    // Whole warps and odd sizes; a few that are too large.
    needs.threads = static_cast<unsigned>(below(2) ? 32 * (1 + below(33)) : 1 + below(1056));
    needs.registers = static_cast<unsigned>(below(256));
    const std::uint64_t staticBytes = below(3) ? 0 : below(48 * 1024 + 1);
    const std::uint64_t dynamicBytes = below(3) ? below(most + 2048) : 0;
    needs.shared = staticBytes + dynamicBytes;
    if (below(2))
      needs.carveout = static_cast<unsigned>(below(101));
    needs.barriers = static_cast<unsigned>(below(4) ? 1 : below(17));
    ASSERT_NO_FATAL_FAILURE(expectSame(needs, staticBytes));
  }
  EXPECT_EQ(compared_, configurations);
  EXPECT_GT(launchable_, configurations / 3);
}

/// Every register count and every step of shared memory near the edges.
TEST_P(AgainstNvidia, EveryCliff) {
  for (const unsigned threads : {32U, 96U, 128U, 256U, 384U, 512U, 1024U}) {
    for (unsigned registers = 0; registers <= 255; ++registers)
      ASSERT_NO_FATAL_FAILURE(expectSame({threads, registers, 0, 1, {}}, 0));
    for (std::uint64_t bytes = 0; bytes <= GetParam().capability.sharedPerBlockOptin; bytes += 64)
      ASSERT_NO_FATAL_FAILURE(expectSame({threads, 32, bytes, 1, {}}, 0));
  }
}

INSTANTIATE_TEST_SUITE_P(Chips, AgainstNvidia,
                         testing::ValuesIn(allChips().begin(), allChips().end()),
                         [](const auto &chip) {
                           std::string name = chip.param.name;
                           std::erase(name, '-');
                           return name;
                         });

} // namespace
} // namespace warplint::chips
