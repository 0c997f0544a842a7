//===- LintCommand.cpp - warplint lint ------------------------------------===//

#include "lint/cli/LintCommand.h"

#include "lint/cli/Analyses.h"
#include "lint/cli/ApplyFixes.h"
#include "lint/cli/Baselines.h"
#include "lint/cli/Command.h"
#include "lint/cli/Diff.h"
#include "lint/cli/Interruption.h"
#include "lint/cli/Outputs.h"
#include "lint/cli/Part.h"
#include "lint/cli/ProjectEvidence.h"
#include "lint/cli/ReferenceKernels.h"
#include "lint/cli/RuleOptions.h"
#include "lint/cli/SourceLines.h"
#include "lint/frontend/Includers.h"
#include "lint/frontend/Paths.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/format.h>
#include <llvm/ADT/SmallString.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/Support/FileSystem.h>
#include <memory>

namespace warplint::cli {
namespace {

Colour colourOf(const std::string &word) {
  return word == "always" ? Colour::Always : word == "never" ? Colour::Never : Colour::Automatic;
}

/// Everything that is settled before the first file is read.
struct Plan {
  engine::RuleSet rules;
  engine::Profiles profiles;
  frontend::Options frontend;
  std::vector<Output> outputs;
  std::optional<Severity> failOn; ///< none: never
  std::vector<RecordedRun> evidence;
  std::optional<Diff> diff;
  std::string baseline;                ///< file; empty: none
  std::vector<std::string> notes = {}; ///< of the analysis, about no one file
};

/// The files that were named, or else the project's own. That nobody asked for it is no reason to
/// end a run where the latter cannot be read.
Expected<std::vector<RecordedRun>> loadEvidence(const LintOptions &options) {
  std::vector<RecordedRun> runs;
  if (options.noEvidence)
    return runs;
  const bool mayLook = options.evidence.empty() && !options.analysis.hermetic;
  for (const std::string &file : options.evidence) {
    auto run = readEvidence(file, options.analysis.paths);
    if (!run)
      return tl::unexpected(run.error());
    runs.push_back(std::move(*run));
  }
  const auto found = mayLook ? findEvidence(options.analysis.paths) : std::nullopt;
  if (!found)
    return runs;
  if (auto run = readEvidence(*found, options.analysis.paths))
    runs.push_back(std::move(*run));
  else
    say(run.error().str() + "; recorded evidence is not used");
  return runs;
}

Expected<std::optional<Severity>> failLevel(const LintOptions &options,
                                            const engine::Config &config) {
  const std::string text =
      options.failOn.empty() ? config.failOn.value_or("warning") : options.failOn;
  if (text == "never")
    return std::nullopt;
  if (auto severity = severityFromName(text))
    return severity;
  return makeError(fmt::format("--fail-on {}: give note, warning, error or never", text));
}

Expected<std::optional<frontend::Options::Shard>> parseShard(const std::string &text) {
  if (text.empty())
    return std::nullopt;
  frontend::Options::Shard shard;
  const auto [number, count] = llvm::StringRef(text).split('/');
  if (number.getAsInteger(10, shard.number) || count.getAsInteger(10, shard.count) ||
      shard.number < 1 || shard.number > shard.count)
    return makeError(
        fmt::format("--shard {}: give the number of a part and how many there are: 2/8", text));
  return shard;
}

/// What a changed header costs shows in kernels that use it. Where none of the files that are
/// looked at includes it, the closest that do are looked at, too: of their findings, those count
/// that have to do with changed lines.
Expected<void> addIncluders(Plan &plan) {
  std::vector<std::string> files = plan.frontend.paths;
  files.insert(files.end(), plan.frontend.found.begin(), plan.frontend.found.end());
  if (plan.frontend.hermetic || std::any_of(files.begin(), files.end(), [](const auto &file) {
        return llvm::sys::fs::is_directory(file);
      }))
    return {};
  const std::string here = frontend::currentDirectory();
  const auto includers = frontend::includersOf(files, plan.frontend, here);
  if (!includers)
    return tl::unexpected(includers.error());
  for (const frontend::Includers &of : *includers) {
    const std::string header = frontend::displayPath(of.header, here);
    if (of.all == 0)
      plan.diff->notes.push_back(
          fmt::format("{}: no source of the project was found to include it: "
                      "it is looked at alone",
                      header));
    if (of.all > of.files.size())
      plan.diff->notes.push_back(fmt::format("{}: of {} sources that include it, {} are looked at",
                                             header, of.all, of.files.size()));
    for (const std::string &file : of.files)
      plan.frontend.found.push_back(frontend::displayPath(file, here));
  }
  return {};
}

/// Where no path is given, only files that changed are looked at.
Expected<void> narrowToDiff(const LintOptions &options, Plan &plan) {
  if (options.diff.empty())
    return {};
  if (!options.part.empty() || !options.analyses.empty())
    return makeError(
        "--diff is for reports; --part and --analyses keep what is found in all lines");
  const bool named = !options.analysis.paths.empty() || !options.analysis.filesFrom.empty();
  auto diff =
      readDiff(options.diff, options.analysis.paths.empty() ? "." : options.analysis.paths.front());
  if (!diff)
    return tl::unexpected(diff.error());
  if (!named) {
    plan.frontend.paths.clear();
    plan.frontend.found = diff->files;
  }
  plan.diff = std::move(*diff);
  return addIncluders(plan);
}

Expected<Plan> makePlan(const LintOptions &options,
                        const std::vector<std::string> &clangArguments) {
  const auto config = configFor(options.analysis);
  if (!config)
    return tl::unexpected(config.error());
  if (options.analysis.verbose)
    say(config->file.empty() ? "no configuration" : "configuration: " + config->file);
  auto rules = loadRules(options.rulesDirectories, *config);
  if (!rules)
    return tl::unexpected(rules.error());
  auto profiles = profilesOf(*rules, *config, options.select, options.ignore);
  if (!profiles)
    return tl::unexpected(profiles.error());
  auto failOn = failLevel(options, *config);
  if (!failOn)
    return tl::unexpected(failOn.error());
  auto outputs = planOutputs(options.formats, options.outputs);
  if (!outputs)
    return tl::unexpected(outputs.error());
  auto frontend = frontendOptions(options.analysis, *config, clangArguments);
  if (!frontend)
    return tl::unexpected(frontend.error());
  auto shard = parseShard(options.shard);
  if (!shard)
    return tl::unexpected(shard.error());
  frontend->shard = *shard;
  auto evidence = loadEvidence(options);
  if (!evidence)
    return tl::unexpected(evidence.error());
  // Evidence may still come when the analyses are merged.
  frontend->functions = !evidence->empty() || !options.analyses.empty();
  Plan plan{std::move(*rules),
            std::move(*profiles),
            std::move(*frontend),
            std::move(*outputs),
            *failOn,
            std::move(*evidence),
            std::nullopt,
            options.noBaseline         ? ""
            : options.baseline.empty() ? config->baseline.value_or("")
                                       : options.baseline};
  if (auto narrowed = narrowToDiff(options, plan); !narrowed)
    return tl::unexpected(narrowed.error());
  return plan;
}

/// Is this a look at a code base, rather than at files that somebody has just changed?
bool isAudit(const LintOptions &options, const Report &report) {
  if (options.summary != "auto")
    return options.summary == "always";
  const std::vector<std::string> &paths = options.analysis.paths;
  const bool ofFolder =
      paths.empty() || std::any_of(paths.begin(), paths.end(), [](const auto &path) {
        return llvm::sys::fs::is_directory(path);
      });
  return ofFolder && report.files.size() > 1 &&
         std::any_of(report.findings.begin(), report.findings.end(),
                     [](const Finding &finding) { return !finding.suppressed; });
}

Expected<void> writeReports(const LintOptions &options, const Plan &plan, const Report &report,
                            SourceLines &lines) {
  const report::Context context{report,
                                version(),
                                false,
                                options.analysis.quiet,
                                0,
                                std::ref(lines),
                                isAudit(options, report)};
  for (const Output &output : plan.outputs)
    if (auto written = writeReport(output, context, colourOf(options.colour)); !written)
      return written;
  return {};
}

/// Applies the fixes and marks what they cured.
Expected<void> fix(const Report &report, std::vector<bool> &fixed) {
  const auto outcome = applyFixes(report);
  if (!outcome)
    return tl::unexpected(outcome.error());
  for (const std::string &note : outcome->notes)
    say(note);
  const auto count = std::count(outcome->fixed.begin(), outcome->fixed.end(), true);
  say(fmt::format("{} finding{} fixed in {} file{}", count, count == 1 ? "" : "s",
                  outcome->files.size(), outcome->files.size() == 1 ? "" : "s"));
  fixed = outcome->fixed;
  return {};
}

/// A cache that goes with the run.
class TemporaryCache {
public:
  TemporaryCache() {
    llvm::SmallString<128> folder;
    if (!llvm::sys::fs::createUniqueDirectory("warplint-cache", folder))
      folder_ = folder.str().str();
  }
  ~TemporaryCache() {
    if (folder_.empty())
      return;
    [[maybe_unused]] const std::error_code remains = llvm::sys::fs::remove_directories(folder_);
  }
  TemporaryCache(const TemporaryCache &) = delete;
  TemporaryCache &operator=(const TemporaryCache &) = delete;
  const std::string &folder() const { return folder_; }

private:
  std::string folder_;
};

Expected<std::vector<FileAnalysis>> analyseToPart(const LintOptions &options,
                                                  const std::vector<std::string> &clangArguments,
                                                  const frontend::Options &frontendOptions) {
  Part part;
  part.analysis = options.analysis;
  if (!options.analysis.filesFrom.empty())
    part.analysis.listed = frontendOptions.found;
  part.clangArguments = clangArguments;
  part.shard = frontendOptions.shard.value_or(frontend::Options::Shard());
  auto files = analyse(options.analysis, frontendOptions, &part.results);
  if (!files || interruption() != 0)
    return files;
  if (auto written = writePart(part, options.part); !written)
    return tl::unexpected(written.error());
  return files;
}

Expected<void> mapPaths(std::vector<FileAnalysis> &files, const std::vector<std::string> &texts) {
  std::vector<PathMapping> mappings;
  for (const std::string &text : texts) {
    auto mapping = parsePathMapping(text);
    if (!mapping)
      return tl::unexpected(mapping.error());
    mappings.push_back(std::move(*mapping));
  }
  if (mappings.empty())
    return {};
  for (FileAnalysis &file : files) {
    auto result = mapped(file, mappings);
    if (!result)
      return tl::unexpected(result.error());
    file = std::move(*result);
  }
  return {};
}

/// What is left to do when all files have been analysed.
Expected<ExitStatus> conclude(const LintOptions &options, const Plan &plan,
                              const std::vector<FileAnalysis> &files);

bool fails(const Report &report, const std::vector<bool> &fixed, std::optional<Severity> level) {
  if (!level)
    return false;
  for (std::size_t i = 0; i < report.findings.size(); ++i) {
    const Finding &finding = report.findings[i];
    const bool cured = i < fixed.size() && fixed[i];
    if (!finding.suppressed && finding.verdict != Verdict::Refuted && finding.severity >= *level &&
        !cured)
      return true;
  }
  return false;
}

} // namespace

Expected<ExitStatus> lint(const LintOptions &options,
                          const std::vector<std::string> &clangArguments,
                          const std::vector<frontend::KeptResults> &kept) {
  auto plan = makePlan(options, clangArguments);
  if (!plan)
    return tl::unexpected(plan.error());
  if (showsSummary(plan->outputs, options.analysis.quiet))
    sayBuildFolder(options.analysis, *plan->frontend.databases);
  // What another run has kept, and what this one keeps, goes through a cache.
  std::optional<TemporaryCache> ownCache;
  if (!plan->frontend.cacheFolder && (!kept.empty() || !options.part.empty())) {
    plan->frontend.cacheFolder = ownCache.emplace().folder();
    plan->frontend.worksBehind = false; // it is gone then
  }
  for (const frontend::KeptResults &results : kept)
    if (auto taken = frontend::takeOver(plan->frontend, results); !taken)
      return tl::unexpected(taken.error());
  plan->frontend.note = [&](const std::string &note) { plan->notes.push_back(note); };
  plan->frontend.stopped = [] { return interruption() != 0; };
  std::optional<Interruptible> interruptible(std::in_place);
  auto files = options.part.empty() ? analyse(options.analysis, plan->frontend)
                                    : analyseToPart(options, clangArguments, plan->frontend);
  interruptible.reset();
  if (!files)
    return tl::unexpected(files.error());
  if (interruption() != 0)
    say("stopped: what follows is of the files that were analysed until then");
  if (auto done = mapPaths(*files, options.pathMap); !done)
    return tl::unexpected(done.error());
  if (!options.analyses.empty() && interruption() == 0)
    if (auto written = writeAnalyses({options.analysis.configFile, *files}, options.analyses);
        !written)
      return tl::unexpected(written.error());
  auto status = conclude(options, *plan, *files);
  if (sayMissingPaths(options.analysis) && status)
    return ExitStatus::Usage;
  // A folder or list without anything to look at is seldom what somebody meant.
  const bool mayBeEmpty = !options.diff.empty() || !options.part.empty() || plan->frontend.shard;
  if (status && *status == ExitStatus::Clean && files->empty() && options.analysis.strict &&
      !mayBeEmpty)
    return ExitStatus::Incomplete;
  return status;
}

Expected<ExitStatus> report(const LintOptions &options, const std::vector<FileAnalysis> &files) {
  auto plan = makePlan(options, {});
  if (!plan)
    return tl::unexpected(plan.error());
  return conclude(options, *plan, files);
}

namespace {

/// Rules, and what was measured.
Expected<Report> judged(const LintOptions &options, const Plan &plan,
                        const std::vector<FileAnalysis> &files, SourceLines &lines) {
  auto report = engine::evaluate(plan.profiles, files, std::ref(lines));
  if (!report)
    return report;
  report->notes.insert(report->notes.begin(), plan.notes.begin(), plan.notes.end());
  if (auto applied = applyEvidence(*report, plan.evidence, confirmations(plan.rules),
                                   runtime::codeOf(files), options.showRefuted);
      !applied)
    return tl::unexpected(applied.error());
  return report;
}

auto appliedIn(const Plan &plan) {
  return [&plan](const std::string &rule, const std::string &file) {
    return plan.profiles.of(file).applies(rule);
  };
}

/// What was there before is marked or taken out.
Expected<void> leaveOutOld(const Plan &plan, Report &report) {
  if (!plan.baseline.empty())
    if (auto applied = applyBaselineFile(plan.baseline, appliedIn(plan), report); !applied)
      return applied;
  if (!plan.diff)
    return {};
  report.notes.insert(report.notes.end(), plan.diff->notes.begin(), plan.diff->notes.end());
  if (const unsigned dropped = engine::keepChanged(plan.diff->changed, report))
    report.notes.push_back(fmt::format("{} finding{} on lines that did not change {} {} not shown",
                                       dropped, dropped == 1 ? "" : "s", plan.diff->since,
                                       dropped == 1 ? "is" : "are"));
  return {};
}

Expected<ExitStatus> conclude(const LintOptions &options, const Plan &plan,
                              const std::vector<FileAnalysis> &files) {
  SourceLines lines;
  auto report = judged(options, plan, files, lines);
  if (!report)
    return tl::unexpected(report.error());
  if (auto done = leaveOutOld(plan, *report); !done)
    return tl::unexpected(done.error());
  if (auto written = writeReports(options, plan, *report, lines); !written)
    return tl::unexpected(written.error());
  std::vector<bool> fixed;
  if (options.fix && interruption() == 0)
    if (auto done = fix(*report, fixed); !done)
      return tl::unexpected(done.error());
  const std::vector<std::string> incomplete = incompleteness(files);
  if (!showsSummary(plan.outputs, options.analysis.quiet))
    for (const std::string &line : incomplete)
      say(line);
  if (!incomplete.empty() && (options.analysis.strict || allFailed(files)))
    return ExitStatus::Incomplete;
  return fails(*report, fixed, plan.failOn) ? ExitStatus::Findings : ExitStatus::Clean;
}

constexpr const char *footer = R"(
Everything after `--` is added to the command of every file: warplint lint a.cu -- -Iinclude -DN=4

Findings can be silenced where they stand: `// NOLINT(warplint-RULE)`, with `*` as in clang-tidy
(`warplint-*`), and `// warplint: allow(RULE) reason`. They are counted and never fail a run.

What `warplint confirm --record` measured is shown beside the findings for as long as their code is
the same; findings that it refuted are counted and not shown.

Exit status:
  0  nothing found at or above the fail level
  1  something was
  2  the command line, the configuration or a rule is wrong; where one of several paths leads
     nowhere, the others are looked at and reported all the same
  3  no file could be analysed; with --strict: some could not, or only in part, or there was none,
     but with --diff and --shard (whatever was found)
A run that is stopped (Ctrl-C, SIGTERM) reports what it has found until then, and ends by the
signal.)";

} // namespace

Expected<Outcome> findings(const LintOptions &options,
                           const std::vector<std::string> &clangArguments) {
  auto plan = makePlan(options, clangArguments);
  if (!plan)
    return tl::unexpected(plan.error());
  sayBuildFolder(options.analysis, *plan->frontend.databases);
  auto files = analyse(options.analysis, plan->frontend);
  if (!files)
    return tl::unexpected(files.error());
  SourceLines lines(options.analysis.texts);
  auto report = judged(options, *plan, *files, lines);
  if (!report)
    return tl::unexpected(report.error());
  Outcome outcome{std::move(*report), {}, plan->baseline, {}, incompleteness(*files),
                  allFailed(*files)};
  outcome.files = std::move(*files);
  const auto kept = std::make_shared<const Plan>(std::move(*plan));
  outcome.isApplied = [kept](const std::string &rule, const std::string &file) {
    return appliedIn(*kept)(rule, file);
  };
  return outcome;
}

namespace {

CLI::Option *addList(CLI::App &command, const char *name, std::vector<std::string> &value,
                     const char *type, const char *help) {
  return command.add_option(name, value, help)
      ->type_name(type)
      ->take_all()
      ->allow_extra_args(false);
}

} // namespace

void addSelectionOptions(CLI::App &command, LintOptions &options) {
  addList(command, "--select", options.select, "NAME,...",
          "Only these rules and families (repeatable)")
      ->delimiter(',');
  addList(command, "--ignore", options.ignore, "NAME,...",
          "All but these rules and families (repeatable)")
      ->delimiter(',');
  addRulesDirectoryOption(command, options.rulesDirectories);
}

void addEvidenceOptions(CLI::App &command, LintOptions &options) {
  addList(command, "--evidence", options.evidence, "FILE",
          "What was measured of this project (repeatable); by default the closest "
          ".warplint/evidence.json at or above the first PATH");
  command.add_flag("--no-evidence", options.noEvidence, "Use no recorded evidence");
}

void addReportOptions(CLI::App &command, LintOptions &options) {
  addSelectionOptions(command, options);
  addList(command, "--format", options.formats, "FORMAT",
          "text (default), html, markdown, json, sarif, github, gitlab, junit or rdjson "
          "(repeatable, with --output)");
  addList(command, "--output", options.outputs, "FORMAT=FILE",
          "Write a report to a file, `-` for the standard output (repeatable)");
  command.add_option("--fail-on", options.failOn, "Exit with 1 from this severity on (warning)")
      ->type_name("note|warning|error|never")
      ->check(CLI::IsMember({"note", "warning", "error", "never"}).description(""));
  command.add_option("--color", options.colour, "Colours in the text on the standard output")
      ->type_name("auto|always|never")
      ->check(CLI::IsMember({"auto", "always", "never"}).description(""));
  command
      .add_option("--summary", options.summary,
                  "Whether the text ends with findings by rule and folder, the most costly sites, "
                  "and what was not analysed; auto: where a folder is linted, and there are any")
      ->type_name("auto|always|never")
      ->check(CLI::IsMember({"auto", "always", "never"}).description(""));
  command.add_flag("--fix", options.fix,
                   "Apply the fixes; what they cure is reported and does not fail the run");
  addEvidenceOptions(command, options);
  command
      .add_option("--baseline", options.baseline,
                  "Findings that do not count, as `warplint baseline` wrote them down; by "
                  "default what the configuration names")
      ->type_name("FILE");
  command.add_flag("--no-baseline", options.noBaseline, "Use no baseline");
  command.add_flag("--show-refuted", options.showRefuted,
                   "Show findings that recorded evidence refutes; they never fail a run");
}

void addLint(CLI::App &app, Invocation &invocation) {
  CLI::App *command = app.add_subcommand("lint", "Find what is slow or wrong in kernels");
  command->footer(footer);
  auto options = std::make_shared<LintOptions>();
  addAnalysisOptions(*command, options->analysis);
  addReportOptions(*command, *options);
  command
      ->add_option("--diff", options->diff,
                   "Report only what lines have to do with that changed since BASE, a revision of "
                   "git, or in FILE, a unified diff, `-` for the standard input; without PATH, "
                   "look only at files that changed")
      ->type_name("BASE|FILE")
      ->check([](const std::string &base) {
        return base.empty() ? "give a revision of git or a file" : "";
      });
  command
      ->add_option("--shard", options->shard,
                   "Only the Ith of N parts of the files (see `warplint merge`)")
      ->type_name("I/N");
  command
      ->add_option("--part", options->part,
                   "With --shard: keep in FILE what `warplint merge` joins to one report")
      ->type_name("FILE");
  command
      ->add_option("--path-map", options->pathMap,
                   "Report files below the folder FROM as if they lay in TO: for headers that a "
                   "build system puts elsewhere (repeatable)")
      ->type_name("FROM=TO")
      ->take_all()
      ->allow_extra_args(false);
  command
      ->add_option("--analyses", options->analyses,
                   "Keep in FILE what was found out of each file, for `warplint merge`")
      ->type_name("FILE");
  command->callback([options, &invocation] {
    invocation.command = [options, &invocation] {
      const auto status = lint(*options, invocation.clangArguments, {});
      if (status)
        return *status;
      say(status.error().str());
      return ExitStatus::Usage;
    };
  });
}

} // namespace warplint::cli
