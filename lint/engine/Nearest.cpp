//===- Nearest.cpp - "did you mean …?" ------------------------------------===//

#include "lint/engine/Nearest.h"

#include <algorithm>
#include <numeric>

namespace warplint::engine {
namespace {

/// Levenshtein's distance: insertions, deletions and replacements.
std::size_t editDistance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), 0);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] != b[j - 1]);
      diagonal = row[j];
      row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row.back();
}

} // namespace

std::string didYouMean(std::string_view name, const std::vector<std::string_view> &candidates) {
  std::string_view best;
  std::size_t bestDistance = std::max<std::size_t>(2, name.size() / 3) + 1;
  for (std::string_view candidate : candidates) {
    const std::size_t distance = editDistance(name, candidate);
    // A distance as long as the word itself says that nothing agrees.
    if (distance < bestDistance && distance < candidate.size()) {
      bestDistance = distance;
      best = candidate;
    }
  }
  // A name cut short: "bank-conflict" for "shared-bank-conflict".
  constexpr std::size_t telling = 4;
  if (best.empty() && name.size() >= telling)
    for (std::string_view candidate : candidates)
      if (best.empty() && candidate.find(name) != std::string_view::npos)
        best = candidate;
  if (best.empty())
    return {};
  return "; did you mean `" + std::string(best) + "`?";
}

} // namespace warplint::engine
