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

/// Shared memory serves the three differently; global memory does not.
enum class Operation { Load, Store, Atomic };

/// One instruction of one warp. Lane i accesses `bytes` bytes from address[i]
/// if bit i of `active` is set. Addresses are aligned to `bytes` where `bytes`
/// is 1, 2, 4, 8 or 16; any other size is split as the compiler would.
struct Request {
  std::array<std::uint64_t, warpSize> address{};
  std::uint32_t active = 0;
  unsigned bytes = 4;
  Operation operation = Operation::Load;
  /// In bytes, of the type accessed, where that is less than its size: a
  /// structure of two floats is moved in two instructions, a float2 in one.
  unsigned alignment = 16;
};

/// In units of 32-byte sectors, summed over the pieces of the request. Equal to
/// what CUPTI counts on a Hopper GPU; docs/counting.md has the definitions.
struct SectorCount {
  std::uint64_t sectors = 0; ///< different sectors touched: smsp__sass_sectors_mem_global
  /// The sectors that as many bytes fill, or `sectors` if that is less:
  /// smsp__sass_sectors_mem_global_ideal.
  std::uint64_t ideal = 0;
};
SectorCount countSectors(const Request &request);

/// Passes through shared memory, summed over the pieces of the request. Equal
/// to what CUPTI counts on a Hopper GPU.
struct WavefrontCount {
  std::uint64_t wavefronts = 0; ///< smsp__sass_l1tex_pipe_lsu_wavefronts_mem_shared
  /// The rows of 128 bytes that as many bytes fill, or `wavefronts` if that is
  /// less: smsp__sass_l1tex_pipe_lsu_wavefronts_mem_shared_ideal.
  std::uint64_t ideal = 0;
  /// Most different words asked of one bank by lanes that are served together
  /// (atomics: most lanes); 1: no conflict.
  unsigned ways = 1;
};
WavefrontCount countWavefronts(const Request &request);

} // namespace warplint::simt

#endif
