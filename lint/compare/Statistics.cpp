//===- Statistics.cpp - what few noisy numbers can tell -------------------===//

#include "lint/compare/Statistics.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace warplint::compare {
namespace {

/// The exact distribution takes a table of runs × runs × runs entries; beyond this many runs on a
/// side the normal approximation differs in the fourth decimal.
constexpr std::size_t mostExact = 40;

/// P(U = u) for u in 0 … before * after: Mann and Whitney's recurrence on which sample the
/// largest value comes from.
std::vector<double> mannWhitney(std::size_t before, std::size_t after) {
  // table[j][u], of the first i values of one sample and j of the other.
  std::vector<std::vector<double>> table(after + 1, std::vector<double>(before * after + 1));
  for (std::vector<double> &row : table)
    row[0] = 1; // i = 0
  for (std::size_t i = 1; i <= before; ++i)
    for (std::size_t j = 1; j <= after; ++j) {
      std::vector<double> &row = table[j]; // still of i - 1
      const auto of = [](std::size_t part, std::size_t whole) {
        return static_cast<double>(part) / static_cast<double>(whole);
      };
      for (std::size_t u = i * j + 1; u-- > 0;) {
        const double largestIsFirst = u >= j ? row[u - j] : 0;
        row[u] = of(i, i + j) * largestIsFirst + of(j, i + j) * table[j - 1][u];
      }
    }
  return table[after];
}

/// On either side; a hair more, as 1 - 0.9 is not 0.1.
double tailOf(double confidence) { return (1 - confidence) / 2 + 1e-12; }

double normalCdf(double z) { return std::erfc(-z / std::numbers::sqrt2) / 2; }

/// The largest k with P(U <= k - 1) <= tail; 0: there is none.
std::size_t ordersToDrop(std::size_t before, std::size_t after, double tail) {
  const std::size_t pairs = before * after;
  std::size_t dropped = 0;
  while (2 * dropped < pairs && mannWhitneyCdf(before, after, dropped) <= tail)
    ++dropped;
  return dropped;
}

/// The same without working the distribution out for each.
std::size_t ordersToDropExact(std::size_t before, std::size_t after, double tail) {
  const std::vector<double> chance = mannWhitney(before, after);
  double sum = 0;
  std::size_t dropped = 0;
  while (2 * dropped < chance.size() && (sum += chance[dropped]) <= tail)
    ++dropped;
  return dropped;
}

} // namespace

double median(std::vector<double> sample) {
  std::sort(sample.begin(), sample.end());
  const std::size_t half = sample.size() / 2;
  return sample.size() % 2 == 1 ? sample[half] : (sample[half - 1] + sample[half]) / 2;
}

double mannWhitneyCdf(std::size_t before, std::size_t after, std::size_t u) {
  if (std::max(before, after) > mostExact) {
    const double pairs = static_cast<double>(before) * static_cast<double>(after);
    const double deviation = std::sqrt(pairs * static_cast<double>(before + after + 1) / 12);
    return normalCdf((static_cast<double>(u) + 0.5 - pairs / 2) / deviation);
  }
  const std::vector<double> chance = mannWhitney(before, after);
  double sum = 0;
  for (std::size_t i = 0; i <= std::min(u, before * after); ++i)
    sum += chance[i];
  return std::min(sum, 1.0);
}

Ratio ratio(std::span<const double> before, std::span<const double> after, double confidence) {
  std::vector<double> quotients;
  quotients.reserve(before.size() * after.size());
  for (double a : before)
    for (double b : after)
      quotients.push_back(b / a);
  std::sort(quotients.begin(), quotients.end());
  Ratio result{median(quotients), std::nullopt};
  const double tail = tailOf(confidence);
  const bool exact = std::max(before.size(), after.size()) <= mostExact;
  const std::size_t drop = exact ? ordersToDropExact(before.size(), after.size(), tail)
                                 : ordersToDrop(before.size(), after.size(), tail);
  if (drop > 0)
    result.interval = Interval{quotients[drop - 1], quotients[quotients.size() - drop]};
  return result;
}

std::size_t runsNeeded(double confidence) {
  const double tail = tailOf(confidence);
  std::size_t runs = 1;
  // The most extreme of all orders: one of (2n over n).
  for (double chance = 0.5; chance > tail; ++runs) {
    const auto n = static_cast<double>(runs);
    chance *= (n + 1) / (2 * (2 * n + 1));
  }
  return runs;
}

} // namespace warplint::compare
