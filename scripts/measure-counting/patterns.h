//===- patterns.h - how the 32 addresses of a measured request are made ---===//
//
// Shared by the measuring program (probe.cu) and, in the same words, by the
// test that replays its results (tests/simt/CountingMeasuredTest.cpp).
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_SCRIPTS_MEASURECOUNTING_PATTERNS_H
#define WARPLINT_SCRIPTS_MEASURECOUNTING_PATTERNS_H

#include <cstdint>
#include <vector>

namespace measure {

/// Offsets in bytes of the 32 lanes. With l = lane ^ flip:
///   regular (range == 0): base + outer * (l / width) + inner * (l % width)
///   random:               base + inner * (mix(outer * 32 + lane) % range)
struct Pattern {
  std::int64_t base = 0;
  std::int64_t width = 32;
  std::int64_t outer = 0;
  std::int64_t inner = 0;
  std::uint32_t flip = 0;
  std::uint32_t range = 0;
  std::uint32_t active = 0xffffffffu;
};

inline std::uint64_t mix(std::uint64_t x) { // splitmix64
  x += 0x9e3779b97f4a7c15ull;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
  return x ^ (x >> 31);
}

inline std::int64_t offset(const Pattern &pattern, unsigned lane) {
  if (pattern.range != 0)
    return pattern.base +
           pattern.inner *
               static_cast<std::int64_t>(
                   mix(static_cast<std::uint64_t>(pattern.outer) * 32 + lane) % pattern.range);
  const std::int64_t l = lane ^ pattern.flip;
  return pattern.base + pattern.outer * (l / pattern.width) + pattern.inner * (l % pattern.width);
}

inline const std::vector<std::uint32_t> &masks() {
  static const std::vector<std::uint32_t> all = {
      0x00000001, 0x00000020, 0x80000000, 0x0000ffff, 0xffff0000, 0xaaaaaaaa, 0x55555555,
      0x0f0f0f0f, 0x0000ff00, 0x11111111, 0x80000001, 0x00ffff00, 0x7fffffff, 0x000000ff,
      0x33333333, 0x00010001, 0xff0000ff, 0x3fffc000, 0x12345678, 0xe6a1b3c9, 0x00400802};
  return all;
}

/// What is asked of every kind of instruction that moves `bytes` per lane,
/// `room` bytes being available.
inline std::vector<Pattern> patterns(std::int64_t bytes, std::int64_t room, bool shared,
                                     unsigned seed) {
  std::vector<Pattern> out;
  auto add = [&](Pattern p) {
    for (unsigned lane = 0; lane < 32; ++lane) {
      const std::int64_t o = offset(p, lane);
      if (o < 0 || o + bytes > room || o % bytes != 0)
        return;
    }
    out.push_back(p);
  };
  const std::int64_t b = bytes;
  std::vector<Pattern> regular;
  for (std::int64_t stride = 0; stride <= 34; ++stride)
    regular.push_back({0, 32, 0, b * stride});
  for (std::int64_t stride : {48, 63, 64, 65, 96, 128, 256, 1024})
    regular.push_back({0, 32, 0, b * stride});
  for (std::int64_t back : {1, 2, 3, 8, 33})
    regular.push_back({b * back * 31, 32, 0, -b * back});
  for (std::int64_t start : {1, 2, 3, 4, 5, 6, 7, 8, 9, 15, 16, 17, 24, 31, 33})
    regular.push_back({b * start, 32, 0, b});
  for (std::uint32_t flip : {1u, 2u, 5u, 8u, 16u, 31u})
    for (std::int64_t stride : {1, 2})
      regular.push_back({0, 32, 0, b * stride, flip});
  for (std::int64_t width : {2, 4, 8, 16})
    for (std::int64_t inner : {std::int64_t{0}, b, 2 * b})
      for (std::int64_t outer : {std::int64_t{0}, b, 2 * b, std::int64_t{32}, std::int64_t{64},
                                 std::int64_t{128}, std::int64_t{144}, std::int64_t{192},
                                 std::int64_t{256}, width * b, width * b + 16, std::int64_t{1024}})
        regular.push_back({0, width, outer, inner});
  // Columns of tiles: lane l reads row l of a tile with a pitch in bytes.
  for (std::int64_t pitch : {4 * 32, 4 * 33, 4 * 34, 4 * 36, 4 * 40, 4 * 48, 4 * 17})
    if (pitch % b == 0)
      regular.push_back({0, 32, 0, pitch});
  for (const Pattern &p : regular)
    add(p);
  // Parts of a warp, over a choice of the above.
  const std::vector<Pattern> chosen = {{0, 32, 0, b},     {0, 32, 0, 0},       {0, 32, 0, 2 * b},
                                       {0, 32, 0, 128},   {b, 32, 0, b},       {0, 2, b, 0},
                                       {0, 16, 0, b},     {0, 16, 256, b},     {0, 4, 128, b},
                                       {0, 32, 0, 4 * b}, {31 * b, 32, 0, -b}, {0, 32, 0, 33 * b}};
  for (Pattern p : chosen)
    for (std::uint32_t mask : masks()) {
      p.active = mask;
      add(p);
    }
  for (unsigned i = 0; i < (shared ? 160u : 80u); ++i) {
    static constexpr std::uint32_t ranges[] = {2, 4, 8, 16, 24, 32, 48, 64, 100, 128, 256, 512};
    Pattern p;
    p.range = ranges[i % 12];
    p.outer = static_cast<std::int64_t>(seed) * 1000 + i;
    p.inner = b;
    p.base = b * static_cast<std::int64_t>(mix(p.outer) % 5);
    if (i % 3 == 1)
      p.active = static_cast<std::uint32_t>(mix(p.outer ^ 0xabcdef));
    if (i % 3 == 2)
      p.active = static_cast<std::uint32_t>(mix(p.outer ^ 0xabcdef) & mix(p.outer ^ 0xfedcba));
    if (p.active != 0)
      add(p);
  }
  return out;
}

/// Wide loads: which parts of a warp share a wavefront? The first half of these
/// requests lies in one row of 32 banks, so nothing ever conflicts.
inline std::vector<Pattern> sharingPatterns(std::int64_t bytes, unsigned seed) {
  std::vector<Pattern> out;
  const auto row = static_cast<std::uint32_t>(128 / bytes);
  auto add = [&](std::uint32_t range, std::uint32_t mask) {
    Pattern p;
    p.outer = static_cast<std::int64_t>(seed) * 100000 + static_cast<std::int64_t>(out.size());
    p.inner = bytes;
    p.range = range;
    p.active = mask;
    if (mask != 0)
      out.push_back(p);
  };
  auto random = [&](unsigned thin) { // about 16, 8, 4, … active lanes
    std::uint64_t m = mix(out.size() * 7919 + seed);
    for (unsigned i = 0; i < thin; ++i)
      m &= mix(m + i + out.size());
    return static_cast<std::uint32_t>(m);
  };
  for (unsigned i = 0; i < 32; ++i)
    for (unsigned j = i + 1; j < 32; ++j)
      add(row, 1u << i | 1u << j);
  for (unsigned i = 0; i < 4; ++i)
    for (unsigned j = i + 1; j < 4; ++j)
      for (unsigned k = 0; k < 100; ++k)
        for (std::uint32_t range : {2u, 3u, 4u, row, 2 * row})
          add(range, random(k % 3) & (0xffu << 8 * i | 0xffu << 8 * j));
  for (unsigned k = 0; k < 600; ++k)
    for (std::uint32_t range : {1u, 2u, 3u, 4u, row, 2 * row, 4 * row, 16 * row})
      add(range, k % 6 == 5 ? 0xffffffffu : random(k % 6));
  if (bytes != 16)
    return out;
  // Lane 31 decides whether the quarters of the first half share (docs/counting.md).
  auto few = [&](unsigned k) { // a few lanes missing
    return ~(1u << mix(k) % 32 | 1u << mix(k + 1) % 32 | 1u << mix(k + 2) % (k % 2 ? 1 : 32));
  };
  for (unsigned k = 0; k < 250; ++k)
    for (std::uint32_t mask :
         {random(k % 3) | 0x0000ffffu, random(k % 3) | 0xffff0000u, few(k), random(0),
          random(k % 3) | 0xf000f000u, random(0) | 0x00ff00ffu, random(1) & 0x3fffffffu})
      for (std::uint32_t lane31 : {0u, 0x80000000u}) {
        const std::uint32_t active = (mask & 0x7fffffffu) | lane31;
        add(row, active);
        out.push_back({0, 2, 16, 0, 0, 0, active});  // pairs of lanes share
        out.push_back({0, 16, 16, 0, 0, 0, active}); // one address per half
        out.push_back({0, 2, 16, 0, 2, 0, active});
        out.push_back({0, 4, 16, 0, 0, 0, active}); // four lanes share
        out.push_back({0, 2, 0, 16, 0, 0, active}); // even lanes share, odd lanes share
        out.push_back({0, 8, 16, 0, 0, 0, active});
      }
  return out;
}

} // namespace measure

#endif
