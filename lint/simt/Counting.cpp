//===- Counting.cpp - sectors and wavefronts of one request ---------------===//
//
// The rules below were fitted to CUPTI's counts on an H200 and give every one
// of them: see docs/counting.md and tests/simt/data/counting_h200.json.
//
//===----------------------------------------------------------------------===//

#include "lint/simt/Counting.h"

#include <algorithm>
#include <bit>

namespace warplint::simt {
namespace {

constexpr unsigned rowBytes = sharedBanks * sharedBankBytes; // what one wavefront can move
constexpr std::uint32_t firstHalf = 0x0000ffff;
constexpr std::uint32_t secondHalf = 0xffff0000;

/// At most 32 numbers, each once. On the stack: requests are counted by the million.
class SmallSet {
public:
  /// False where `value` was there before.
  bool insert(std::uint64_t value) {
    // The multiplier of Fibonacci hashing, 2^64 / golden ratio: strides spread over the slots.
    unsigned slot = static_cast<unsigned>((value * 0x9e3779b97f4a7c15ULL) >> 58);
    for (; taken_ >> slot & 1; slot = (slot + 1) % slots)
      if (values_[slot] == value)
        return false;
    taken_ |= std::uint64_t{1} << slot;
    values_[slot] = value;
    return true;
  }

private:
  static constexpr unsigned slots = 64; // bits of `taken_`; twice the lanes of a warp
  std::uint64_t taken_ = 0;
  std::array<std::uint64_t, slots> values_; // valid where `taken_` says so
};

template <typename Visit> void forEachLane(std::uint32_t lanes, Visit visit) {
  for (; lanes != 0; lanes &= lanes - 1)
    visit(static_cast<unsigned>(std::countr_zero(lanes)));
}

/// Bytes of one instruction: the compiler uses the widest of 1, 2, 4, 8, 16
/// that divides the size and that the alignment allows.
unsigned pieceBytes(const Request &request) {
  unsigned piece = std::min(
      {request.bytes & (~request.bytes + 1), 16u, std::bit_floor(std::max(request.alignment, 1u))});
  return std::max(piece, 1u);
}

std::uint64_t ceilDivide(std::uint64_t a, std::uint64_t b) { return (a + b - 1) / b; }

/// One instruction on shared memory: the lanes access `bytes` bytes each, from
/// address[lane] + shift.
class SharedInstruction {
public:
  SharedInstruction(const Request &request, unsigned bytes, unsigned shift)
      : request_(request), bytes_(bytes), shift_(shift) {}

  std::uint64_t wavefronts() {
    const std::uint32_t lanes = request_.active;
    if (bytes_ <= sharedBankBytes)
      return together(lanes);
    if (request_.operation == Operation::Load)
      return bytes_ == 8 ? loadOf8(lanes) : loadOf16(lanes);
    // Half the lanes at a time for 8 bytes, a quarter for 16: one row of data.
    const unsigned count = rowBytes / bytes_;
    std::uint64_t sum = 0;
    for (unsigned first = 0; first < warpSize; first += count)
      sum += together(lanes & ((1u << count) - 1) << first);
    return sum;
  }

  unsigned ways() const { return ways_; }

private:
  std::uint64_t unitOf(unsigned lane) const {
    return (request_.address[lane] + shift_) / unitBytes();
  }
  unsigned unitBytes() const { return std::max(bytes_, sharedBankBytes); }

  /// Most different words that `lanes` ask of one bank. An atomic serves one
  /// lane after the other, even at one word.
  unsigned conflicts(std::uint32_t lanes) const {
    // A wide access covers whole groups of banks, so groups stand for banks.
    const unsigned groups = rowBytes / unitBytes();
    std::array<std::uint8_t, sharedBanks> asked{};
    unsigned most = 0;
    SmallSet seen;
    forEachLane(lanes, [&](unsigned lane) {
      const std::uint64_t unit = unitOf(lane);
      if (request_.operation == Operation::Atomic || seen.insert(unit))
        most = std::max<unsigned>(most, ++asked[unit % groups]);
    });
    return most;
  }

  std::uint64_t together(std::uint32_t lanes) {
    const unsigned most = conflicts(lanes);
    ways_ = std::max(ways_, most);
    return most;
  }

  /// Every lane that has a partner (lane ^ distance) reads what the partner reads.
  bool partnersAgree(std::uint32_t lanes, unsigned distance, bool needPartner) const {
    bool agree = true;
    forEachLane(lanes, [&](unsigned lane) {
      const unsigned partner = lane ^ distance;
      agree = agree && (lanes >> partner & 1 ? unitOf(lane) == unitOf(partner) : !needPartner);
    });
    return agree;
  }

  bool pairsAgree(std::uint32_t lanes, bool needPartner) const {
    return partnersAgree(lanes, 1, needPartner) || partnersAgree(lanes, 2, needPartner);
  }

  /// Two groups of lanes, in one wavefront if they may share and do not conflict.
  std::uint64_t twoGroups(std::uint32_t one, std::uint32_t other, bool mayShare) {
    if (one && other && mayShare && conflicts(one | other) == 1)
      return 1;
    return together(one) + together(other);
  }

  std::uint64_t loadOf8(std::uint32_t lanes) {
    return twoGroups(lanes & firstHalf, lanes & secondHalf, pairsAgree(lanes, false));
  }

  std::uint64_t loadOf16(std::uint32_t lanes) {
    if (oneAddress(lanes)) // 16 lanes take what one wavefront returns
      return ceilDivide(static_cast<unsigned>(std::popcount(lanes)), 16);
    // Measured so: while lane 31 is off, the first half asks for nothing more
    // than the absence of conflicts; while it is on, for partners that are on.
    const bool lane31 = lanes >> 31;
    return twoGroups(lanes & 0x000000ff, lanes & 0x0000ff00,
                     !lane31 || pairsAgree(lanes & firstHalf, true)) +
           twoGroups(lanes & 0x00ff0000, lanes & 0xff000000, pairsAgree(lanes & secondHalf, false));
  }

  bool oneAddress(std::uint32_t lanes) const {
    const std::uint64_t first = lanes ? unitOf(static_cast<unsigned>(std::countr_zero(lanes))) : 0;
    bool one = true;
    forEachLane(lanes, [&](unsigned lane) { one = one && unitOf(lane) == first; });
    return one;
  }

  const Request &request_;
  unsigned bytes_;
  unsigned shift_;
  unsigned ways_ = 1;
};

std::uint64_t differentSectors(const Request &request, unsigned shift) {
  std::uint64_t sectors = 0;
  // Mostly each lane is at the sector of the lane before it, or beyond.
  std::uint64_t last = 0;
  bool isOrdered = true;
  forEachLane(request.active, [&](unsigned lane) {
    const std::uint64_t sector = (request.address[lane] + shift) / sectorBytes;
    isOrdered = isOrdered && sector >= last;
    sectors += sectors == 0 || sector != last;
    last = sector;
  });
  if (isOrdered)
    return sectors;
  sectors = 0;
  SmallSet seen;
  forEachLane(request.active, [&](unsigned lane) {
    sectors += seen.insert((request.address[lane] + shift) / sectorBytes);
  });
  return sectors;
}

} // namespace

SectorCount countSectors(const Request &request) {
  const unsigned piece = pieceBytes(request);
  const auto lanes = static_cast<unsigned>(std::popcount(request.active));
  const std::uint64_t filled = ceilDivide(std::uint64_t{lanes} * piece, sectorBytes);
  SectorCount count;
  for (unsigned shift = 0; shift < request.bytes; shift += piece) {
    const std::uint64_t sectors = differentSectors(request, shift);
    count.sectors += sectors;
    count.ideal += std::min(sectors, filled);
  }
  return count;
}

WavefrontCount countWavefronts(const Request &request) {
  const unsigned piece = pieceBytes(request);
  const auto lanes = static_cast<unsigned>(std::popcount(request.active));
  const std::uint64_t filled = ceilDivide(std::uint64_t{lanes} * piece, rowBytes);
  WavefrontCount count;
  for (unsigned shift = 0; shift < request.bytes; shift += piece) {
    SharedInstruction instruction(request, piece, shift);
    const std::uint64_t wavefronts = instruction.wavefronts();
    count.wavefronts += wavefronts;
    count.ideal += std::min(wavefronts, filled);
    count.ways = std::max(count.ways, instruction.ways());
  }
  return count;
}

} // namespace warplint::simt
