//===- Architecture.cpp - names of architectures of GPUs ------------------===//

#include "lint/engine/Architecture.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace warplint::engine {
namespace {

/// The virtual architectures of nvcc 6.5 to 13.0 (CUDA Compiler Driver NVCC, "GPU Feature List").
constexpr std::array known =
    std::to_array<unsigned>({20, 21, 30, 32, 35, 37, 50, 52,  53,  60,  61,  62,  70, 72,
                             75, 80, 86, 87, 88, 89, 90, 100, 101, 103, 110, 120, 121});

/// Its number; 0 for what is written in another way.
unsigned numberOf(std::string_view text) {
  for (const std::string_view prefix : {"sm_", "compute_"})
    if (text.starts_with(prefix)) {
      text.remove_prefix(prefix.size());
      unsigned number = 0;
      const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
      const std::string_view rest = text.substr(static_cast<std::size_t>(end - text.data()));
      return error == std::errc() && (rest.empty() || rest == "a" || rest == "f") ? number : 0;
    }
  return 0;
}

} // namespace

std::string whyNoArchitecture(std::string_view text) {
  const std::string quoted = "`" + std::string(text) + "`";
  const unsigned number = numberOf(text);
  if (number == 0)
    return quoted + " is no GPU architecture; give one such as sm_90";
  if (std::find(known.begin(), known.end(), number) != known.end())
    return {};
  std::string nearest;
  for (const unsigned other : known)
    if (nearest.empty() || other <= number)
      nearest = "sm_" + std::to_string(other);
  return quoted + " is the architecture of no GPU that warplint knows; the nearest is " + nearest;
}

} // namespace warplint::engine
