//===- Patch.cpp - which lines of a change can be commented on ------------===//

#include "lint/review/Patch.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace warplint::review {
namespace {

/// "@@ -1,7 +1,9 @@ …": where the new lines begin.
std::optional<unsigned> startOf(std::string_view line) {
  const std::size_t plus = line.find(" +");
  if (plus == std::string_view::npos)
    return std::nullopt;
  const std::string_view number = line.substr(plus + 2);
  unsigned first = 0;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), first);
  if (error != std::errc())
    return std::nullopt;
  return first;
}

} // namespace

std::vector<Hunk> hunksOf(std::string_view patch) {
  std::vector<Hunk> hunks;
  bool inside = false;
  while (!patch.empty()) {
    const std::size_t end = std::min(patch.find('\n'), patch.size());
    const std::string_view line = patch.substr(0, end);
    patch.remove_prefix(std::min(end + 1, patch.size()));
    if (line.starts_with("@@ ")) {
      const auto first = startOf(line);
      inside = first.has_value();
      if (inside)
        hunks.push_back({*first, *first - 1}); // empty so far; a start of 0 has no lines
    } else if (inside && !line.starts_with('-') && !line.starts_with('\\')) {
      ++hunks.back().last;
    }
  }
  std::erase_if(hunks, [](const Hunk &hunk) { return hunk.first == 0 || hunk.last < hunk.first; });
  return hunks;
}

bool isShown(const std::vector<Hunk> &hunks, unsigned first, unsigned last) {
  return first <= last && std::any_of(hunks.begin(), hunks.end(), [&](const Hunk &hunk) {
           return hunk.first <= first && last <= hunk.last;
         });
}

} // namespace warplint::review
