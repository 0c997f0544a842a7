//===- Edges.h - arithmetic that minds the ends of 64 bits -----*- C++ -*-===//
#ifndef WARPLINT_SIMT_EDGES_H
#define WARPLINT_SIMT_EDGES_H

#include <cstdint>
#include <limits>
#include <numeric>

namespace warplint::simt {

/// Greatest common divisor; of numbers whose magnitude does not fit, half of it.
inline std::int64_t commonDivisor(std::int64_t a, std::int64_t b) {
  const auto magnitude = [](std::int64_t number) {
    return number < 0 ? std::uint64_t{0} - static_cast<std::uint64_t>(number)
                      : static_cast<std::uint64_t>(number);
  };
  const std::uint64_t divisor = std::gcd(magnitude(a), magnitude(b));
  constexpr std::uint64_t most = std::numeric_limits<std::int64_t>::max();
  return static_cast<std::int64_t>(divisor > most ? divisor / 2 : divisor);
}

/// Where bytes end that begin at `at`; the last place there is if they would end behind it.
inline std::int64_t endOf(std::int64_t at, std::int64_t bytes) {
  std::int64_t end = 0;
  return __builtin_add_overflow(at, bytes, &end) ? std::numeric_limits<std::int64_t>::max() : end;
}

/// From one place to another; the most there is, in its direction, where that does not fit.
inline std::int64_t distance(std::int64_t from, std::int64_t to) {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  std::int64_t far = 0;
  if (!__builtin_sub_overflow(to, from, &far) && far >= -most)
    return far;
  return to < from ? -most : most;
}

} // namespace warplint::simt

#endif
