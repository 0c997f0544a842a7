//===- Gathers.h - where data send the lanes of a warp ---------*- C++ -*-===//
#ifndef WARPLINT_SIMT_GATHERS_H
#define WARPLINT_SIMT_GATHERS_H

#include "lint/simt/Value.h"

#include <optional>

namespace warplint::simt {

/// `start[key] + threadIdx.x - first[key]`: beside the lanes' own places, side by side, stands what
/// data say where a segment lies. Lanes of one segment are neighbours there, and those of a warp,
/// which are neighbours here, are of few segments: otherwise their own places would mean nothing.
bool isInSegments(const Value &address, const LaneMask &active, unsigned warps, std::int64_t bytes);

/// In units of 32-byte sectors, summed over warps.
struct GatheredSectors {
  std::int64_t sectors = 0; ///< most, wherever data send the groups
  std::int64_t ideal = 0;
  std::int64_t aligned = 0; ///< the same, where what data say is a multiple of a sector
  std::int64_t lanes = 0;
};

/// `x[index[i / 8] * 8 + i % 8]`: data send groups of lanes somewhere, and within a group it is
/// known who goes where. Accesses of `bytes` bytes each at multiples of `alignment`. Nothing where
/// no two lanes surely go to one place.
std::optional<GatheredSectors> gatheredSectors(const Algebra &algebra, const Value &address,
                                               const LaneMask &active, unsigned bytes,
                                               unsigned alignment);

} // namespace warplint::simt

#endif
