//===- WholeNumbers.h - counts from files of others ------------*- C++ -*-===//
//
// A file may say that a line is number 1e300, or that 9e18 sectors were moved
// twice. What no integer holds is an error where it names a place, and the
// largest count there is where it counts.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_EVIDENCE_WHOLENUMBERS_H
#define WARPLINT_EVIDENCE_WHOLENUMBERS_H

#include "lint/evidence/Site.h"

#include <algorithm>
#include <concepts>
#include <nlohmann/json.hpp>
#include <utility>

namespace warplint {

/// 2^53: up to there, doubles count by ones. Some of them can be added.
constexpr std::int64_t largestCount = std::int64_t{1} << 53;

/// Whole, and within ±largestCount; 0 of what is no number.
inline std::int64_t countOf(double value) {
  constexpr auto largest = static_cast<double>(largestCount);
  return value == value ? static_cast<std::int64_t>(std::clamp(value, -largest, largest)) : 0;
}

inline std::int64_t sumOfCounts(std::int64_t a, std::int64_t b) {
  return std::clamp(a + b, -largestCount, largestCount);
}

/// 0 where it is absent.
inline std::int64_t countAt(const Evidence &evidence, std::string_view name) {
  return countOf(numberAt(evidence, name).value_or(0));
}

/// `get<Integer>()` for numbers that an Integer holds; the library's own turns others into any.
/// Throws what that throws.
template <std::integral Integer> Integer wholeNumber(const nlohmann::json &json) {
  const bool holds =
      json.is_number_unsigned()
          ? std::in_range<Integer>(json.get<std::uint64_t>())
          : json.is_number_integer() && std::in_range<Integer>(json.get<std::int64_t>());
  if (!holds)
    throw nlohmann::json::type_error::create(
        302, "a whole number is expected that fits its place, not " + json.dump(), &json);
  return json.get<Integer>();
}

/// The default where the key is absent.
template <std::integral Integer>
Integer wholeNumberAt(const nlohmann::json &json, const char *key, Integer absent) {
  const auto found = json.find(key);
  return found == json.end() ? absent : wholeNumber<Integer>(*found);
}

} // namespace warplint

#endif
