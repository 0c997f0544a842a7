//===- CountingBruteForce.h - sectors and wavefronts, counted slowly -------===//
//
// The definitions of docs/counting.md written down a second time, byte by byte
// and with sets, to compare lint/simt/Counting.cpp with.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_TESTS_SIMT_COUNTINGBRUTEFORCE_H
#define WARPLINT_TESTS_SIMT_COUNTINGBRUTEFORCE_H

#include <cstdint>
#include <string>
#include <vector>

namespace warplint::bruteforce {

/// A lane that takes part, and the first byte it accesses.
struct Lane {
  unsigned number;
  std::uint64_t address;
};

struct Counts {
  std::uint64_t count = 0;
  std::uint64_t ideal = 0;
};

/// One instruction of one warp that moves `bytes` (1, 2, 4, 8, 16) per lane.
Counts sectors(const std::vector<Lane> &lanes, unsigned bytes);

/// `operation` is "load", "store" or "atomic".
Counts wavefronts(const std::vector<Lane> &lanes, unsigned bytes, const std::string &operation);

} // namespace warplint::bruteforce

#endif
