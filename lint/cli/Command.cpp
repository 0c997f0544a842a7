//===- Command.cpp - what the subcommands have in common ------------------===//

#include "lint/cli/Command.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fmt/format.h>

namespace warplint::cli {

std::string version() { return WARPLINT_VERSION; }

void say(std::string_view message) { fmt::print(stderr, "warplint: {}\n", message); }

bool print(std::string_view text) {
  const std::size_t written = std::fwrite(text.data(), 1, text.size(), stdout);
  if (written == text.size() && std::fflush(stdout) == 0)
    return true;
  if (errno == EPIPE)
    return true;
  say(fmt::format("cannot write to the standard output: {}", std::strerror(errno)));
  return false;
}

} // namespace warplint::cli
