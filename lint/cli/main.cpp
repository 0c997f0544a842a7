//===- main.cpp - the warplint command ------------------------------------===//

#include "lint/cli/Command.h"
#include "lint/cli/HelpCommands.h"
#include "lint/cli/Interruption.h"
#include "lint/engine/Nearest.h"

#include "llvm/Config/llvm-config.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <fmt/format.h>

namespace warplint::cli {
namespace {

constexpr const char *footer = R"(
Exit status:
  0  nothing found at or above the fail level (--fail-on, by default warning)
  1  something was
  2  the command line, the configuration or a rule is wrong
  3  no file could be analysed; with --strict: some could not

`warplint COMMAND --help` says more. `warplint lint` reads the current folder.)";

/// What follows the first `--` is not ours to read.
std::vector<std::string> ownArguments(int argc, char **argv, Invocation &invocation) {
  std::vector<std::string> own(argv + 1, argv + argc);
  const auto dashes = std::find(own.begin(), own.end(), "--");
  if (dashes != own.end()) {
    invocation.clangArguments.assign(dashes + 1, own.end());
    own.erase(dashes, own.end());
  }
  return own;
}

std::vector<std::string> optionNames(const CLI::App &app) {
  std::vector<std::string> names;
  for (const CLI::Option *option : app.get_options()) {
    for (const std::string &name : option->get_lnames())
      names.push_back("--" + name);
    for (const std::string &name : option->get_snames())
      names.push_back("-" + name);
  }
  return names;
}

std::vector<std::string> commandNames(const CLI::App &app) {
  std::vector<std::string> names;
  for (const CLI::App *command : app.get_subcommands(nullptr))
    names.push_back(command->get_name());
  return names;
}

std::string suggestion(std::string_view word, const std::vector<std::string> &known) {
  return engine::didYouMean(word, {known.begin(), known.end()});
}

/// What to say of an argument that nothing knows.
std::string unknownArgument(const CLI::App &app) {
  const auto commands = app.get_subcommands();
  const CLI::App &command = commands.empty() ? app : *commands.front();
  std::vector<std::string> extras = command.remaining(true);
  if (extras.empty())
    extras = app.remaining(true);
  const std::string word = extras.empty() ? "" : extras.front();
  if (word.starts_with("-")) {
    const std::string option = word.substr(0, word.find('='));
    return fmt::format("unknown option `{}`{}", option, suggestion(option, optionNames(command)));
  }
  if (!commands.empty())
    return fmt::format("unexpected argument `{}`", word);
  const bool isPath = word.find_first_of("./") != std::string::npos;
  return fmt::format("unknown command `{}`{}", word,
                     isPath ? fmt::format("; did you mean `warplint lint {}`?", word)
                            : suggestion(word, commandNames(app)));
}

ExitStatus usageError(const CLI::App &app, const std::string &message) {
  const auto commands = app.get_subcommands();
  const std::string name = commands.empty() ? "" : " " + commands.front()->get_name();
  say(message);
  fmt::print(stderr, "`warplint{} --help` lists what there is.\n", name);
  return ExitStatus::Usage;
}

ExitStatus run(int argc, char **argv) {
  CLI::App app("warplint reads CUDA C++ and says what it costs on the GPU.", "warplint");
  app.footer(footer);
  app.set_version_flag("--version",
                       fmt::format("warplint {} (Clang {})", version(), LLVM_VERSION_STRING),
                       "Say which warplint this is");
  app.require_subcommand(0, 1);
  Invocation invocation;
  addLint(app, invocation);
  addRules(app, invocation);
  addExplain(app, invocation);
  addEvidence(app, invocation);
  addConfirm(app, invocation);
  addCard(app, invocation);
  addKernels(app, invocation);
  addDevice(app, invocation);
  addReview(app, invocation);
  addCompare(app, invocation);
  addBaseline(app, invocation);
  addConfig(app, invocation);
  addMerge(app, invocation);
  addCache(app, invocation);
  addLsp(app, invocation);
  addHelp(app, invocation);

  std::vector<std::string> arguments = ownArguments(argc, argv, invocation);
  std::reverse(arguments.begin(), arguments.end()); // the order in which CLI11 takes them
  try {
    app.parse(arguments);
  } catch (const CLI::Success &wish) { // --help, --version
    app.exit(wish);
    return ExitStatus::Clean;
  } catch (const CLI::ExtrasError &) {
    return usageError(app, unknownArgument(app));
  } catch (const CLI::ParseError &error) {
    return usageError(app, error.what());
  }
  if (!invocation.command) {
    fmt::print(stderr, "{}", app.help());
    return ExitStatus::Usage;
  }
  return invocation.command();
}

} // namespace
} // namespace warplint::cli

int main(int argc, char **argv) {
  std::signal(SIGPIPE, SIG_IGN); // a reader that leaves must not change the exit status
  try {
    const auto status = warplint::cli::run(argc, argv);
    warplint::cli::endIfInterrupted();
    return static_cast<int>(status);
  } catch (const std::exception &error) {
    warplint::cli::say(fmt::format("internal error: {}", error.what()));
    return static_cast<int>(warplint::cli::ExitStatus::Usage);
  }
}
