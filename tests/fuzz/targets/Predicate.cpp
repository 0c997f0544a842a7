//===- Predicate.cpp - Lua expressions of rules ---------------------------===//

#include "lint/engine/Predicate.h"
#include "tests/fuzz/Fuzz.h"

namespace warplint::fuzz {

/// The first line is the kind of site, the rest the expression. Lua gets it even where warplint's
/// own check of names would not have let it through: the sandbox must do without that check.
void predicate(std::string_view input) {
  const SiteKind kind = siteKindFromName(takeLine(input)).value_or(SiteKind::SharedAccess);
  const std::string expression(input);
  const engine::Params params = {{"min_ratio", 2.0}, {"most", std::int64_t{8}}, {"word", "load"}};
  const bool known = engine::checkNames(expression, kind, params, true).has_value();
  engine::Predicates predicates;
  const auto handle = predicates.compile(expression);
  if (!handle)
    return;
  for (const std::int64_t number : {-1, 0, 3}) {
    const engine::TrialScope trial(kind, params, number, true);
    const auto holds = predicates.holds(*handle, trial.scope());
    require(holds || !holds.error().message.empty(), "an error says what is wrong");
    // The same again gives the same: nothing is kept from one site to the next.
    const auto again = predicates.holds(*handle, trial.scope());
    require(!known || holds.has_value() == again.has_value(), "a predicate keeps nothing");
    require(!known || !holds || *holds == *again, "a predicate keeps nothing");
  }
}

} // namespace warplint::fuzz
