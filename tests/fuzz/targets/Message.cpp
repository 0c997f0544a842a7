//===- Message.cpp - messages of rules ------------------------------------===//

#include "lint/engine/Message.h"
#include "tests/fuzz/Fuzz.h"

namespace warplint::fuzz {

/// The first line is the kind of site, the rest the pattern.
void message(std::string_view input) {
  const SiteKind kind = siteKindFromName(takeLine(input)).value_or(SiteKind::SharedAccess);
  const std::string pattern(input);
  const engine::Params params = {{"min_ratio", 2.5}, {"most", std::int64_t{8}}, {"word", "load"}};
  const bool taken = engine::checkMessage(pattern, kind, params).has_value();
  for (const std::int64_t number : {std::int64_t{-1}, std::int64_t{1} << 62}) {
    const engine::TrialScope trial(kind, params, number);
    const auto text = engine::renderMessage(pattern, trial.scope());
    require(!taken || text.has_value(), "a message that was taken can be shown");
    require(!text || text->size() < 4096 + 256 * pattern.size(), "a message stays readable");
  }
}

} // namespace warplint::fuzz
