//===- Command.h - what the subcommands have in common ---------*- C++ -*-===//
#ifndef WARPLINT_CLI_COMMAND_H
#define WARPLINT_CLI_COMMAND_H

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
} // namespace CLI

namespace warplint::cli {

/// Relied upon by hooks and bots: never renumber.
enum class ExitStatus {
  Clean = 0,      ///< nothing found at or above the fail level
  Findings = 1,   ///< something was
  Usage = 2,      ///< the command line, the configuration or a rule is wrong
  Incomplete = 3, ///< no file could be analysed; --strict: some could not
};

/// One run of the program.
struct Invocation {
  std::vector<std::string> clangArguments; ///< what stands after `--`; of confirm, the program
  std::function<ExitStatus()> command;     ///< set by the subcommand that was named
};

// Each adds its subcommand.
void addLint(CLI::App &app, Invocation &invocation);
void addLsp(CLI::App &app, Invocation &invocation);
void addBaseline(CLI::App &app, Invocation &invocation);
void addConfig(CLI::App &app, Invocation &invocation);
void addCard(CLI::App &app, Invocation &invocation);
void addCache(CLI::App &app, Invocation &invocation);
void addCompare(CLI::App &app, Invocation &invocation);
void addRules(CLI::App &app, Invocation &invocation);
void addExplain(CLI::App &app, Invocation &invocation);
void addEvidence(CLI::App &app, Invocation &invocation);
void addConfirm(CLI::App &app, Invocation &invocation);
void addMerge(CLI::App &app, Invocation &invocation);
void addKernels(CLI::App &app, Invocation &invocation);
void addDevice(CLI::App &app, Invocation &invocation);
void addReview(CLI::App &app, Invocation &invocation);

/// "0.1.0"
std::string version();

/// Writes "warplint: message" to the standard error stream.
void say(std::string_view message);

/// Writes to the standard output stream. False, once said, where that fails; a reader that has
/// gone away (`| head`) is no failure.
bool print(std::string_view text);

} // namespace warplint::cli

#endif
