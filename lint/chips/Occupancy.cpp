//===- Occupancy.cpp - how much of an SM a kernel can fill ----------------===//

#include "lint/chips/Occupancy.h"

#include <algorithm>
#include <limits>
#include <tuple>

namespace warplint::chips {
namespace {

constexpr unsigned unlimited = std::numeric_limits<unsigned>::max();

template <typename T> T roundUp(T value, T step) { return (value + step - 1) / step * step; }

unsigned warpsOf(const BlockNeeds &needs) { return roundUp(needs.threads, warpSize) / warpSize; }

unsigned blocksByWarps(const Capability &chip, const BlockNeeds &needs) {
  return needs.threads > chip.threadsPerBlock ? 0 : chip.warpsPerSm() / warpsOf(needs);
}

unsigned blocksByRegisters(const Capability &chip, const BlockNeeds &needs) {
  if (needs.registers == 0)
    return unlimited;
  if (needs.registers > chip.registersPerThread)
    return 0;
  const unsigned perWarp = roundUp(needs.registers * warpSize, chip.registerGranularity);
  // Whether a block fits is decided as if it had a warp on every partition.
  if (perWarp * roundUp(warpsOf(needs), chip.partitions) > chip.registersPerBlock)
    return 0;
  // A warp's registers are all in one partition.
  const unsigned warps = chip.registersPerSm / chip.partitions / perWarp * chip.partitions;
  return warps / warpsOf(needs);
}

/// The smallest setting of an SM that holds so much; absent where there is none.
std::optional<std::uint64_t> settingFor(const Capability &chip, std::uint64_t bytes) {
  const auto found = std::lower_bound(chip.carveouts.begin(), chip.carveouts.end(), bytes);
  return found == chip.carveouts.end() ? std::nullopt : std::optional(*found);
}

unsigned blocksByShared(const Capability &chip, const BlockNeeds &needs) {
  const std::uint64_t bytes = roundUp(needs.shared + chip.sharedReserved, chip.sharedGranularity);
  if (bytes == 0)
    return unlimited;
  if (bytes > chip.sharedPerBlockOptin + chip.sharedReserved)
    return 0;
  constexpr std::uint64_t whole = 100;
  auto setting = settingFor(chip, needs.carveout ? *needs.carveout * chip.sharedPerSm / whole
                                                 : chip.sharedPerSm);
  // A preference too small for one block is not followed.
  if (!setting || *setting < bytes)
    setting = settingFor(chip, bytes);
  return setting ? static_cast<unsigned>(*setting / bytes) : 0;
}

unsigned blocksByBarriers(const Capability &chip, const BlockNeeds &needs) {
  return chip.barriersPerSm == 0 || needs.barriers == 0 ? unlimited
                                                        : chip.barriersPerSm / needs.barriers;
}

/// The smallest change at which the number of blocks is another one. More of a need never gives
/// more blocks, so the change can be searched for by halves.
template <typename Change>
std::optional<Step> leastChange(const Capability &chip, const BlockNeeds &needs, std::uint64_t most,
                                const Change &change) {
  const unsigned now = occupancyOf(chip, needs).blocks;
  auto after = [&](std::uint64_t amount) {
    BlockNeeds changed = needs;
    change(changed, amount);
    return occupancyOf(chip, changed);
  };
  if (most == 0 || after(most).blocks == now)
    return std::nullopt;
  std::uint64_t same = 0, other = most;
  while (other - same > 1) {
    const std::uint64_t middle = same + (other - same) / 2;
    (after(middle).blocks == now ? same : other) = middle;
  }
  const Occupancy reached = after(other);
  return Step{other, reached.blocks, reached.percent};
}

} // namespace

std::string_view name(Limiter limiter) {
  switch (limiter) {
  case Limiter::Warps:
    return "warps";
  case Limiter::Blocks:
    return "blocks";
  case Limiter::Registers:
    return "registers";
  case Limiter::SharedMemory:
    return "shared memory";
  case Limiter::Barriers:
    return "barriers";
  }
  return {};
}

Occupancy occupancyOf(const Capability &chip, const BlockNeeds &needs) {
  Occupancy result;
  if (needs.threads == 0)
    return result;
  const std::pair<Limiter, unsigned> limits[] = {
      {Limiter::Warps, blocksByWarps(chip, needs)},
      {Limiter::Blocks, chip.blocksPerSm},
      {Limiter::Registers, blocksByRegisters(chip, needs)},
      {Limiter::SharedMemory, blocksByShared(chip, needs)},
      {Limiter::Barriers, blocksByBarriers(chip, needs)},
  };
  result.blocks = unlimited;
  for (const auto &[limiter, blocks] : limits)
    result.blocks = std::min(result.blocks, blocks);
  for (const auto &[limiter, blocks] : limits)
    if (blocks == result.blocks)
      result.limiters.push_back(limiter);
  result.warps = result.blocks * warpsOf(needs);
  constexpr double whole = 100;
  result.percent = whole * result.warps / chip.warpsPerSm();
  return result;
}

Steps nextSteps(const Capability &chip, const BlockNeeds &needs) {
  Steps steps;
  if (needs.registers > 0) {
    // Down to one register: none at all means that they are not known.
    steps.fewerRegisters =
        leastChange(chip, needs, needs.registers - 1,
                    [](BlockNeeds &changed, std::uint64_t amount) { changed.registers -= amount; });
    const std::uint64_t beyond = std::uint64_t{chip.registersPerThread} + 1;
    steps.moreRegisters =
        leastChange(chip, needs, beyond - std::min<std::uint64_t>(beyond, needs.registers),
                    [](BlockNeeds &changed, std::uint64_t amount) { changed.registers += amount; });
  }
  steps.lessShared =
      leastChange(chip, needs, needs.shared,
                  [](BlockNeeds &changed, std::uint64_t amount) { changed.shared -= amount; });
  const std::uint64_t beyond = chip.sharedPerBlockOptin + 1;
  steps.moreShared =
      leastChange(chip, needs, beyond - std::min(beyond, needs.shared),
                  [](BlockNeeds &changed, std::uint64_t amount) { changed.shared += amount; });
  return steps;
}

std::vector<BetterBlock> betterBlocks(const Capability &chip, const BlockNeeds &needs,
                                      unsigned mostThreads) {
  const double now = occupancyOf(chip, needs).percent;
  std::vector<BetterBlock> better;
  for (unsigned threads = warpSize; threads <= std::min(mostThreads, chip.threadsPerBlock);
       threads += warpSize) {
    BlockNeeds other = needs;
    other.threads = threads;
    Occupancy occupancy = occupancyOf(chip, other);
    if (occupancy.percent > now)
      better.push_back({threads, std::move(occupancy)});
  }
  auto order = [&](const BetterBlock &block) {
    const unsigned distance = block.threads > needs.threads ? block.threads - needs.threads
                                                            : needs.threads - block.threads;
    return std::tuple(-block.occupancy.percent, distance, block.threads);
  };
  std::sort(better.begin(), better.end(),
            [&](const BetterBlock &a, const BetterBlock &b) { return order(a) < order(b); });
  return better;
}

} // namespace warplint::chips
