//===- Patterns.cpp - which files a configuration means -------------------===//

#include "lint/frontend/PathFilter.h"
#include "tests/fuzz/Fuzz.h"

namespace warplint::fuzz {

/// The first line is a path, each other one a pattern.
void patterns(std::string_view input) {
  const std::string path = "/project/" + std::string(takeLine(input));
  frontend::FilePatterns group;
  group.folder = "/project";
  while (!input.empty())
    group.patterns.emplace_back(takeLine(input));
  const auto filter = frontend::PathFilter::create(group);
  if (filter)
    (void)filter->matches(path, {"/project"});
}

} // namespace warplint::fuzz
