//===- RulePages.h - the rules as pages of a manual ------------*- C++ -*-===//
//
// docs/rules holds a page for each rule and an index. They are made of the rule
// files, the reference kernels and what was measured of them, and never by hand.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_CLI_RULEPAGES_H
#define WARPLINT_CLI_RULEPAGES_H

#include "lint/cli/RulePair.h"

namespace warplint::cli {

/// Text by name of file: "index.md", "shared-race.md", … `repository` is the folder that holds
/// kernels/ and fixtures/; links are relative to docs/rules in it.
std::map<std::string, std::string> rulePages(const engine::RuleSet &rules,
                                             const std::map<std::string, RulePair> &pairs,
                                             const std::string &repository);

/// Writes the pages that are not yet so, and removes generated pages of rules that are gone.
Expected<void> writePages(const std::map<std::string, std::string> &pages,
                          const std::string &folder);

/// The pages in the folder that are not what they should be, each as "index.md: differs".
std::vector<std::string> stalePages(const std::map<std::string, std::string> &pages,
                                    const std::string &folder);

} // namespace warplint::cli

#endif
