//===- BuiltinRules.cpp - the rules compiled into the program -------------===//

#include "lint/engine/CompiledRules.h"
#include "lint/evidence/EmbeddedFile.h"

namespace warplint::engine {

/// Written by warplint_embed().
std::span<const EmbeddedFile> compiledRuleFiles();

RuleSet RuleSet::builtin() {
  RuleSet set;
  for (const EmbeddedFile &file : compiledRuleFiles())
    for (Rule &rule : readCompiledRules(file.contents, "built in"))
      set.add(std::move(rule));
  return set;
}

} // namespace warplint::engine
