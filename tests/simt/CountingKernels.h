//===- CountingKernels.h - random kernels with known addresses -------------===//
//
// Kernels as CUDA source text, one access per line, and beside each access the
// address that every thread of the block uses. Same seed, same kernels.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_TESTS_SIMT_COUNTINGKERNELS_H
#define WARPLINT_TESTS_SIMT_COUNTINGKERNELS_H

#include "CountingBruteForce.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace warplint::bruteforce {

/// One access of one kernel: `line` holds nothing else that touches memory.
struct Access {
  std::string kernel;
  std::string text; ///< the line
  unsigned line = 0;
  std::array<unsigned, 3> block{};
  bool shared = false;
  std::string operation; ///< "load", "store"
  unsigned bytes = 4;
  /// Per warp with any thread active: its active lanes and their addresses,
  /// counted from the start of the array.
  std::vector<std::vector<Lane>> warps;
};

struct Kernels {
  std::string code;
  std::vector<Access> accesses;
};

/// `count` kernels of `statements` accesses each, and the launches that give
/// their block shapes.
Kernels randomKernels(unsigned seed, unsigned count, unsigned statements);

} // namespace warplint::bruteforce

#endif
