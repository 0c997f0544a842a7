//===- CacheCommand.cpp - warplint cache ----------------------------------===//

#include "lint/cli/Command.h"
#include "lint/frontend/Frontend.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace warplint::cli {
namespace {

std::string megabytes(std::uint64_t bytes) {
  constexpr double bytesPerMegabyte = 1e6;
  return fmt::format("{:.1f} MB", static_cast<double>(bytes) / bytesPerMegabyte);
}

ExitStatus failed(const Error &error) {
  say(error.str());
  return ExitStatus::Usage;
}

ExitStatus show() {
  const std::string folder = frontend::defaultCacheFolder();
  const auto size = frontend::cacheSize(folder);
  if (!size)
    return failed(size.error());
  return print(fmt::format("{}\n{} file{}, {}\n", folder, size->files, size->files == 1 ? "" : "s",
                           megabytes(size->bytes)))
             ? ExitStatus::Clean
             : ExitStatus::Usage;
}

ExitStatus clear() {
  const auto bytes = frontend::clearCache(frontend::defaultCacheFolder());
  if (!bytes)
    return failed(bytes.error());
  return print(fmt::format("{} removed\n", megabytes(*bytes))) ? ExitStatus::Clean
                                                               : ExitStatus::Usage;
}

constexpr const char *footer = R"(
warplint keeps the results of files, and Clang's reading of CUDA headers, until anything that they
rest on changes: the file, what it includes, the compile command, warplint itself. Rules and levels
are applied anew in each run. The folder is $WARPLINT_CACHE_DIR, or `warplint` in $XDG_CACHE_HOME
or ~/.cache; it is kept below 2 GB, and what was not used for 30 days goes. Several runs may share
it. What only the next run has use of is made behind the run; `--no-background` waits for it.
`--no-cache` does without.)";

} // namespace

void addCache(CLI::App &app, Invocation &invocation) {
  CLI::App *command = app.add_subcommand("cache", "Show or clear what is kept between runs");
  command->footer(footer);
  command->require_subcommand(0, 1);
  CLI::App *clearing = command->add_subcommand("clear", "Remove all of it");
  command->add_subcommand("show", "Say where it is and how large (as without a word)");
  command->callback(
      [clearing, &invocation] { invocation.command = clearing->parsed() ? clear : show; });
}

} // namespace warplint::cli
