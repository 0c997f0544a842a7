//===- Gathers.cpp --------------------------------------------------------===//

#include "lint/simt/Gathers.h"

#include "lint/simt/Counting.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <numeric>

namespace warplint::simt {

namespace {

bool areTermsShared(const Value &address) {
  return std::all_of(address.terms.begin(), address.terms.end(),
                     [](const Term &term) { return term.coefficient.isUniform(); });
}

} // namespace

bool isInSegments(const Value &address, const LaneMask &active, unsigned warps,
                  std::int64_t bytes) {
  const bool areSegments =
      !address.own.empty() &&
      std::all_of(address.own.begin(), address.own.end(),
                  [&](const auto &own) { return std::abs(own.second) == bytes; });
  if (!areSegments || !areTermsShared(address))
    return false;
  bool areNeighbours = false;
  for (unsigned warp = 0; warp < warps; ++warp) {
    const std::uint32_t lanes = active.warp(warp);
    const auto first = static_cast<unsigned>(std::countr_zero(lanes));
    for (unsigned lane = first + 1; lane < warpSize; ++lane)
      if ((lanes >> lane) & 1) {
        const std::int64_t apart =
            address.base.at(warp * warpSize + lane) - address.base.at(warp * warpSize + first);
        if (apart != bytes * static_cast<std::int64_t>(lane - first))
          return false;
        areNeighbours = true;
      }
  }
  return areNeighbours;
}

std::optional<GatheredSectors> gatheredSectors(const Algebra &algebra, const Value &address,
                                               const LaneMask &active, unsigned bytes,
                                               unsigned alignment) {
  const std::uint8_t same = algebra.ownSameAcross(address);
  if (same == 0 || !areTermsShared(address))
    return std::nullopt;
  // Where in a sector the places may begin that data choose.
  std::int64_t step = sectorBytes;
  for (const auto &[id, times] : address.own)
    step = std::gcd(step, times);
  step = std::max<std::int64_t>(step, alignment);

  GatheredSectors found;
  for (unsigned warp = 0; warp < algebra.warps(); ++warp) {
    std::int64_t sectors = 0;
    for (std::uint32_t left = active.warp(warp); left != 0;) {
      const auto first = static_cast<unsigned>(std::countr_zero(left));
      Request request;
      request.bytes = bytes;
      request.alignment = alignment;
      for (unsigned lane = first; lane < warpSize; ++lane)
        if (((left >> lane) & 1) && ((lane ^ first) & ~unsigned{same}) == 0) {
          request.active |= std::uint32_t{1} << lane;
          // Far from 0, so that none lies before it.
          request.address[lane] =
              static_cast<std::uint64_t>(address.base.at(warp * warpSize + lane)) +
              (std::uint64_t{1} << 40);
        }
      left &= ~request.active;
      found.lanes += std::popcount(request.active);
      found.aligned += static_cast<std::int64_t>(countSectors(request).sectors);
      std::int64_t most = 0;
      for (std::int64_t shift = 0; shift < sectorBytes; shift += step) {
        Request shifted = request;
        for (std::uint64_t &at : shifted.address)
          at += static_cast<std::uint64_t>(shift);
        most = std::max(most, static_cast<std::int64_t>(countSectors(shifted).sectors));
      }
      sectors += most;
    }
    const std::int64_t filled =
        (std::popcount(active.warp(warp)) * std::int64_t{bytes} + sectorBytes - 1) / sectorBytes;
    found.sectors += sectors;
    found.ideal += std::min(sectors, filled);
  }
  return found;
}

} // namespace warplint::simt
