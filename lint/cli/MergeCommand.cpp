//===- MergeCommand.cpp - warplint merge ----------------------------------===//

#include "lint/cli/Analyses.h"
#include "lint/cli/LintCommand.h"
#include "lint/cli/Part.h"

#include <CLI/CLI.hpp>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <set>

namespace warplint::cli {
namespace {

struct MergeOptions {
  LintOptions lint;
  std::vector<std::string> parts;
  std::string filesFrom; ///< a list of more parts
  std::string config;    ///< for analyses; parts have their own
};

Expected<ExitStatus> mergeAnalyses(MergeOptions &options) {
  std::vector<FileAnalysis> files;
  std::optional<std::string> config;
  for (const std::string &file : options.parts) {
    if (!holdsAnalyses(file))
      return makeError("is not what `warplint lint --analyses` writes, as " +
                           options.parts.front() + " is; only files of one kind can be joined",
                       file);
    auto analyses = readAnalyses(file);
    if (!analyses)
      return tl::unexpected(analyses.error());
    if (config.value_or(analyses->config) != analyses->config && options.config.empty())
      return makeError("was made with another configuration than " + options.parts.front() +
                           "; say with --config which one to report by",
                       file);
    config = analyses->config;
    std::move(analyses->files.begin(), analyses->files.end(), std::back_inserter(files));
  }
  // That no configuration was named is an answer too.
  options.lint.analysis.hermetic = true;
  options.lint.analysis.configFile = options.config.empty() ? *config : options.config;
  return report(options.lint, joined(std::move(files)));
}

bool isSameRun(const Part &a, const Part &b) {
  const auto settings = [](const Part &part) {
    const AnalysisOptions &options = part.analysis;
    return std::tie(part.directory, part.clangArguments, part.shard.count, options.paths,
                    options.exclude, options.buildDirectory, options.configFile, options.cudaPath,
                    options.arch, options.block, options.memoryLimit, options.timeLimit,
                    options.withIgnored, options.hermetic, options.listed, options.forceExclude);
  };
  return settings(a) == settings(b);
}

/// What is absent is analysed here; that takes its time, and nobody would know why.
void sayWhatIsMissing(const std::vector<Part> &parts) {
  std::set<unsigned> missing;
  for (unsigned number = 1; number <= parts.front().shard.count; ++number)
    missing.insert(number);
  for (const Part &part : parts)
    missing.erase(part.shard.number);
  if (!missing.empty())
    say(fmt::format("of {} parts, {} {} missing: {} files are analysed here",
                    parts.front().shard.count, fmt::join(missing, ", "),
                    missing.size() == 1 ? "is" : "are", missing.size() == 1 ? "its" : "their"));
}

Expected<ExitStatus> merge(MergeOptions &options) {
  if (!options.filesFrom.empty()) {
    auto files = readFileList(options.filesFrom);
    if (!files)
      return tl::unexpected(files.error());
    options.parts.insert(options.parts.end(), files->begin(), files->end());
  }
  if (options.parts.empty())
    return makeError("no PART is given; name files that `warplint lint` has written with --part or "
                     "--analyses");
  if (holdsAnalyses(options.parts.front()))
    return mergeAnalyses(options);
  if (!options.config.empty())
    return makeError(
        "--config is for what `warplint lint --analyses` writes; parts have their own");
  std::vector<Part> parts;
  for (const std::string &file : options.parts) {
    auto part = readPart(file);
    if (!part)
      return tl::unexpected(part.error());
    if (!parts.empty() && !isSameRun(parts.front(), *part))
      return makeError(
          "was made with other options, or in another folder, than " + options.parts.front(), file);
    parts.push_back(std::move(*part));
  }
  const Part &first = parts.front();
  std::error_code error;
  if (!std::filesystem::equivalent(first.directory, ".", error))
    return makeError(fmt::format("was made in {}; run `warplint merge` there", first.directory),
                     options.parts.front());
  sayWhatIsMissing(parts);
  std::vector<frontend::KeptResults> kept;
  for (Part &part : parts)
    kept.push_back(std::move(part.results));
  const AnalysisOptions given = options.lint.analysis;
  options.lint.analysis = first.analysis;
  options.lint.analysis.jobs = given.jobs;
  options.lint.analysis.noCache = given.noCache;
  options.lint.analysis.noBackground = given.noBackground;
  options.lint.analysis.strict = given.strict;
  options.lint.analysis.quiet = given.quiet;
  options.lint.analysis.verbose = given.verbose;
  return lint(options.lint, first.clangArguments, kept);
}

constexpr const char *footer = R"(
Joins what several runs have done to the report of one, byte for byte:

  warplint lint --shard 1/4 --part part1.json .      on four machines,
  …                                                  each with the same files in the same folder
  warplint merge part1.json part2.json part3.json part4.json --output sarif=warplint.sarif

Paths and options of the analysis are those of the parts. Exit status as of `warplint lint`.

What `warplint lint --analyses FILE` has written is joined as well, from whatever files and folders:
nothing is analysed again, rules are applied to all of it, and findings that several runs made are
reported once. Build systems keep one per target.)";

} // namespace

void addMerge(CLI::App &app, Invocation &invocation) {
  CLI::App *command =
      app.add_subcommand("merge", "Join what several runs of `warplint lint` have kept");
  command->footer(footer);
  command->option_defaults()->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  auto options = std::make_shared<MergeOptions>();
  command
      ->add_option("PART", options->parts,
                   "Files that `warplint lint --part` or `--analyses` has written")
      ->type_name("")
      ->take_all();
  command
      ->add_option("--files-from", options->filesFrom,
                   "Join the files that FILE lists, one a line; `-` for the standard input")
      ->type_name("FILE");
  command
      ->add_option("--config", options->config,
                   "Configuration to report by; by default the one of the runs (for --analyses)")
      ->type_name("FILE");
  addReportOptions(*command, options->lint);
  addRunOptions(*command, options->lint.analysis);
  command->callback([options, &invocation] {
    invocation.command = [options] {
      const auto status = merge(*options);
      if (status)
        return *status;
      say(status.error().str());
      return ExitStatus::Usage;
    };
  });
}

} // namespace warplint::cli
