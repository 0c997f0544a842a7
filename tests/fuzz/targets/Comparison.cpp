//===- Comparison.cpp - evidence of two states of a program ---------------===//

#include "lint/compare/Compare.h"
#include "tests/fuzz/Fuzz.h"

#include <nlohmann/json.hpp>

namespace warplint::fuzz {

/// Two lists of evidence files, of before and of now, as `warplint compare` takes them.
void comparison(std::string_view input) {
  const auto json = nlohmann::json::parse(input, nullptr, /*allow_exceptions=*/false);
  if (!json.is_array() || json.size() != 2 || !json[0].is_array() || !json[1].is_array())
    return;
  std::array<std::vector<compare::EvidenceRun>, 2> sides;
  for (std::size_t side = 0; side < sides.size(); ++side)
    for (const auto &item : json[side]) {
      auto run = compare::runFromJson(item);
      if (!run)
        return;
      sides[side].push_back(std::move(*run));
    }
  if (sides[0].empty() || sides[1].empty())
    return;
  const compare::Options options;
  const auto compared = compare::compared(sides[0], sides[1], options);
  if (!compared)
    return;
  (void)compare::inWords(*compared, options, {true});
  (void)compare::inWords(*compared, options, {false});
  (void)compare::toJson(*compared, options).dump(2);
}

} // namespace warplint::fuzz
