//===- BaselineCommand.cpp - warplint baseline ----------------------------===//

#include "lint/cli/Baselines.h"
#include "lint/cli/LintCommand.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <set>

namespace warplint::cli {
namespace {

constexpr const char *defaultFile = ".warplint-baseline.json";

struct BaselineOptions {
  LintOptions lint;
  std::string file;
  bool prune = false;
};

unsigned countOf(const std::vector<engine::BaselineEntry> &entries) {
  unsigned count = 0;
  for (const engine::BaselineEntry &entry : entries)
    count += entry.count;
  return count;
}

std::string counted(unsigned count, const char *noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

/// Nothing that is new gets in.
Expected<ExitStatus> prune(const std::string &file, Outcome &outcome) {
  const auto baseline = readBaseline(file);
  if (!baseline)
    return tl::unexpected(baseline.error());
  const auto stale =
      engine::applyBaseline(*baseline, viewOf(file, outcome.isApplied), outcome.report);
  const engine::Baseline rest = engine::pruned(*baseline, stale);
  if (!stale.empty())
    if (auto written = writeBaseline(rest, file); !written)
      return tl::unexpected(written.error());
  say(fmt::format("{} taken out of {}, {} left", counted(countOf(stale), "finding"), file,
                  countOf(rest.entries)));
  return ExitStatus::Clean;
}

Expected<ExitStatus> baseline(const BaselineOptions &options,
                              const std::vector<std::string> &clangArguments) {
  // It would hold less than was asked for, and nobody looks at it again.
  if (const std::vector<std::string> missing = missingPaths(options.lint.analysis);
      !missing.empty())
    return makeError("no such file or folder", missing.front());
  auto outcome = findings(options.lint, clangArguments);
  if (!outcome)
    return tl::unexpected(outcome.error());
  const std::string file = !options.file.empty()            ? options.file
                           : !outcome->baselineFile.empty() ? outcome->baselineFile
                                                            : defaultFile;
  for (const std::string &line : outcome->incomplete)
    say(line);
  if (outcome->allFailed || (!outcome->incomplete.empty() && options.lint.analysis.strict))
    return ExitStatus::Incomplete;
  if (options.prune)
    return prune(file, *outcome);
  const engine::Baseline written = engine::baselineOf(outcome->report);
  if (auto done = writeBaseline(written, file); !done)
    return tl::unexpected(done.error());
  std::set<std::string> files;
  for (const engine::BaselineEntry &entry : written.entries)
    files.insert(entry.file);
  say(fmt::format("{} in {} written to {}", counted(countOf(written.entries), "finding"),
                  counted(static_cast<unsigned>(files.size()), "file"), file));
  return ExitStatus::Clean;
}

constexpr const char *footer = R"(
Writes down what is found today, so that only what is new counts from now on:

  warplint baseline src                                  writes .warplint-baseline.json
  warplint lint --baseline .warplint-baseline.json src   or `baseline: FILE` in .warplint.yaml

An entry is known again by rule, file, kernel and expression: lines that are inserted, moved or
reformatted do not matter. Of equal ones, one more than before is new.

Exit status:
  0  the baseline was written
  2  the command line, the configuration or a rule is wrong
  3  no file could be analysed, or with --strict: some could not, or only in part; nothing was
     written)";

} // namespace

void addBaseline(CLI::App &app, Invocation &invocation) {
  CLI::App *command =
      app.add_subcommand("baseline", "Write down what is found today, to report only what is new");
  command->footer(footer);
  auto options = std::make_shared<BaselineOptions>();
  addAnalysisOptions(*command, options->lint.analysis);
  command
      ->add_option("--output,-o", options->file,
                   "Where to; by default what the configuration names, else "
                   ".warplint-baseline.json")
      ->type_name("FILE");
  command->add_flag("--prune", options->prune,
                    "Only take out of it what is found no more: nothing new gets in");
  addSelectionOptions(*command, options->lint);
  addEvidenceOptions(*command, options->lint);
  command->callback([options, &invocation] {
    invocation.command = [options, &invocation] {
      const auto status = baseline(*options, invocation.clangArguments);
      if (status)
        return *status;
      say(status.error().str());
      return ExitStatus::Usage;
    };
  });
}

} // namespace warplint::cli
