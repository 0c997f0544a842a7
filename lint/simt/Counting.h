//===- Counting.h - sectors and wavefronts of one request ------*- C++ -*-===//
//
// What the memory system of a GPU does with one request: one load, store or
// atomic instruction executed by one warp.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_SIMT_COUNTING_H
#define WARPLINT_SIMT_COUNTING_H

#include <array>
#include <cstdint>

namespace warplint::simt {

inline constexpr unsigned warpSize = 32;
inline constexpr unsigned sectorBytes = 32;    ///< granularity of global memory traffic
inline constexpr unsigned sharedBanks = 32;    ///< banks of shared memory
inline constexpr unsigned sharedBankBytes = 4; ///< width of a bank

/// One instruction of one warp. Lane i accesses `bytes` bytes from address[i]
/// if bit i of `active` is set. Addresses are aligned to `bytes` where `bytes`
/// is 1, 2, 4, 8 or 16; any other size is split as the compiler would.
struct Request {
  std::array<std::uint64_t, warpSize> address{};
  std::uint32_t active = 0;
  unsigned bytes = 4;
};

/// In units of 32-byte sectors, summed over the pieces of the request.
struct SectorCount {
  std::uint64_t sectors = 0;
  std::uint64_t ideal = 0; ///< as CUPTI's smsp__sass_sectors_mem_global_ideal defines it
};
SectorCount countSectors(const Request &request);

struct WavefrontCount {
  std::uint64_t wavefronts = 0;
  std::uint64_t ideal = 0; ///< as CUPTI's …wavefronts_mem_shared_ideal defines it
  unsigned ways = 1;       ///< most distinct words asked of one bank in one pass; 1: no conflict
};
WavefrontCount countWavefronts(const Request &request);

} // namespace warplint::simt

#endif
