//===- CompileChips.cpp - the program that reads the tables of chips ------===//
//
//   warplint-compile-chips OUTPUT CAPABILITIES CHIPS
//
// Part of the build: a table that is wrong ends it.
//
//===----------------------------------------------------------------------===//

#include "lint/chips/ChipTables.h"

#include <cstdio>
#include <fstream>
#include <sstream>

namespace {

std::string contentsOf(const char *path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

} // namespace

int main(int count, char **arguments) {
  using namespace warplint;
  if (count != 4) {
    std::fputs("usage: warplint-compile-chips OUTPUT CAPABILITIES CHIPS\n", stderr);
    return 2;
  }
  const auto chips = chips::readChips({.capabilities = contentsOf(arguments[2]),
                                       .capabilitiesFile = arguments[2],
                                       .chips = contentsOf(arguments[3]),
                                       .chipsFile = arguments[3]});
  if (!chips) {
    std::fprintf(stderr, "%s\n", chips.error().str().c_str());
    return 1;
  }
  std::ofstream file(arguments[1], std::ios::binary);
  file << chips::compiledChips(*chips) << std::flush;
  if (!file) {
    std::fprintf(stderr, "%s: cannot be written\n", arguments[1]);
    return 1;
  }
  return 0;
}
