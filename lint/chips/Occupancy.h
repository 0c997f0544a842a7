//===- Occupancy.h - how much of an SM a kernel can fill -------*- C++ -*-===//
//
// Theoretical occupancy: the blocks of one launch that an SM holds at a time, and
// what they run out of first. Equal to the answer of NVIDIA's cuda_occupancy.h
// (tests/chips holds the two together), with the chip's numbers as a table.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_CHIPS_OCCUPANCY_H
#define WARPLINT_CHIPS_OCCUPANCY_H

#include "lint/chips/Chip.h"

namespace warplint::chips {

/// What a block of a launch needs.
struct BlockNeeds {
  unsigned threads = 0;     ///< at least 1
  unsigned registers = 0;   ///< per thread; 0: none, or not known
  std::uint64_t shared = 0; ///< bytes, static and dynamic together
  unsigned barriers = 0;    ///< named barriers; __syncthreads() is one
  /// Percent of an SM's shared memory that the kernel prefers to have
  /// (cudaFuncAttributePreferredSharedMemoryCarveout); absent: no preference.
  std::optional<unsigned> carveout;
};

enum class Limiter { Warps, Blocks, Registers, SharedMemory, Barriers };
/// "warps", "blocks", "registers", "shared memory", "barriers"
std::string_view name(Limiter limiter);

struct Occupancy {
  unsigned blocks = 0; ///< on an SM at a time; 0: the launch fails
  unsigned warps = 0;  ///< of those blocks
  double percent = 0;  ///< warps, of those that an SM can hold
  /// What allows no more blocks; several where they end at once.
  std::vector<Limiter> limiters;
};

/// `needs` may be beyond what the chip has: then there are no blocks.
Occupancy occupancyOf(const Capability &chip, const BlockNeeds &needs);

/// How far the next step is: the least change of one need that changes the number of blocks, all
/// else being equal.
struct Step {
  std::uint64_t change = 0; ///< registers per thread, or bytes of shared memory
  unsigned blocks = 0;      ///< on an SM after it
  double percent = 0;       ///< occupancy after it
};
struct Steps {
  std::optional<Step> fewerRegisters; ///< the least saving that gains a block
  std::optional<Step> moreRegisters;  ///< the least addition that loses one
  std::optional<Step> lessShared;
  std::optional<Step> moreShared;
};
Steps nextSteps(const Capability &chip, const BlockNeeds &needs);

/// Block sizes (multiples of a warp) with a higher occupancy, best first, of equals the closest to
/// the present one; everything but the threads stays as it is, `shared` included.
struct BetterBlock {
  unsigned threads = 0;
  Occupancy occupancy;
};
std::vector<BetterBlock> betterBlocks(const Capability &chip, const BlockNeeds &needs,
                                      unsigned mostThreads);

} // namespace warplint::chips

#endif
