//===- Residue.h - what is known of numbers that are not known -*- C++ -*-===//
#ifndef WARPLINT_SIMT_RESIDUE_H
#define WARPLINT_SIMT_RESIDUE_H

#include "lint/simt/Counting.h"

#include <cstdint>
#include <numeric>
#include <optional>
#include <utility>

namespace warplint::simt {

/// Numbers of bytes that leave `remainder` when divided by `divisor`, a power of two up to the
/// bytes of a sector: nothing of a kernel's accesses hangs on more of where a pointer leads.
struct Residue {
  std::int64_t divisor = sectorBytes;
  std::int64_t remainder = 0; ///< from 0 to below `divisor`

  static Residue of(std::int64_t number, std::int64_t divisor = sectorBytes) {
    const std::int64_t rest = number % divisor;
    return {divisor, rest < 0 ? rest + divisor : rest};
  }
  /// Of multiples of a number, as far as it is a power of two.
  static Residue multipleOf(std::int64_t number) {
    const std::int64_t lowest = number & -number;
    return {lowest > 0 && lowest < std::int64_t{sectorBytes} ? lowest : std::int64_t{sectorBytes},
            0};
  }
  /// Of all numbers that are one of either.
  friend Residue either(const Residue &a, const Residue &b) {
    return of(a.remainder, std::gcd(std::gcd(a.divisor, b.divisor), a.remainder - b.remainder));
  }
  friend Residue operator+(const Residue &a, const Residue &b) {
    return of(a.remainder + b.remainder, std::gcd(a.divisor, b.divisor));
  }
  friend Residue operator-(const Residue &a) { return of(-a.remainder, a.divisor); }
  friend bool operator==(const Residue &, const Residue &) = default;
};

/// Least and greatest of what a number may be; absent: not known.
using ValueRange = std::optional<std::pair<std::int64_t, std::int64_t>>;

} // namespace warplint::simt

#endif
