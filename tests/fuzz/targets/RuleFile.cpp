//===- RuleFile.cpp - rules of a project ----------------------------------===//

#include "lint/engine/Evaluate.h"
#include "lint/engine/Scope.h"
#include "lint/engine/Suppress.h"
#include "tests/fuzz/Fuzz.h"

namespace warplint::fuzz {

/// A rule that was taken is applied to a site that has all the evidence there is.
void ruleFile(std::string_view input) {
  engine::RuleSet rules;
  if (const auto added = rules.addText(std::string(input), "rule.yaml"); !added) {
    require(!added.error().message.empty(), "an error says what is wrong");
    return;
  }
  for (const engine::Rule &rule : rules.rules()) {
    FileAnalysis file;
    file.file = "a.cu";
    for (const std::int64_t number : {0, 1, 64}) {
      const engine::TrialScope trial(rule.on, rule.params, number, true);
      Site site;
      site.kind = rule.on;
      site.span = {"a.cu", 3, 5, 3, 9};
      site.evidence = trial.scope().evidence;
      file.sites.push_back(std::move(site));
    }
    // That a predicate breaks on what the site has is an error like any other.
    (void)engine::evaluate(rules, {}, std::span(&file, 1),
                           [](const std::string &, unsigned) { return "a[i] = 0;"; });
  }
}

} // namespace warplint::fuzz
