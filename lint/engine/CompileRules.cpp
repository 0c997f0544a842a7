//===- CompileRules.cpp - the program that reads the built-in rules -------===//
//
//   warplint-compile-rules OUTPUT FOLDER
//
// Part of the build: a rule file that is wrong ends it.
//
//===----------------------------------------------------------------------===//

#include "lint/engine/CompiledRules.h"

#include <cstdio>
#include <fstream>

int main(int count, char **arguments) {
  using namespace warplint;
  if (count != 3) {
    std::fputs("usage: warplint-compile-rules OUTPUT FOLDER\n", stderr);
    return 2;
  }
  engine::RuleSet rules;
  if (const Expected<void> read = rules.addDirectory(arguments[2]); !read) {
    std::fprintf(stderr, "%s\n", read.error().str().c_str());
    return 1;
  }
  std::ofstream file(arguments[1], std::ios::binary);
  file << engine::compiledRules(rules.rules()) << std::flush;
  if (!file) {
    std::fprintf(stderr, "%s: cannot be written\n", arguments[1]);
    return 1;
  }
  return 0;
}
