//===- ConfirmCommand.cpp - warplint confirm ------------------------------===//

#include "lint/cli/AnalysisOptions.h"
#include "lint/cli/Cards.h"
#include "lint/cli/Command.h"
#include "lint/cli/FindingsFile.h"
#include "lint/cli/Measure.h"
#include "lint/cli/Outputs.h"
#include "lint/cli/ProjectEvidence.h"
#include "lint/cli/ReferenceKernels.h"
#include "lint/cli/RuleOptions.h"
#include "lint/cli/SourceLines.h"
#include "runtime-check/Activity.h"
#include "runtime-check/Figure.h"
#include "runtime-check/Instruction.h"
#include "runtime-check/Judge.h"
#include "runtime-check/KernelName.h"
#include "runtime-check/Outdated.h"
#include "runtime-check/Unreported.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <optional>

namespace warplint::cli {
namespace {

struct ConfirmOptions {
  AnalysisOptions analysis;
  std::vector<std::string> rulesDirectories;
  std::vector<std::string> select;
  std::vector<std::string> ignore;
  std::vector<std::string> formats;
  std::vector<std::string> outputs;
  std::string failOn = "confirmed";
  Colour colour = Colour::Automatic;
  std::string findings;                ///< file
  std::string evidence;                ///< file that is judged by instead of a run
  std::optional<std::string> recordTo; ///< file; empty: the project's
  std::string collector;
  std::vector<std::string> cards; ///< files to write scorecards to
  unsigned launches = 8;
  unsigned runLimit = 0;
  bool graphs = false;
  bool figures = false;
  bool noSanitizer = false;
};

/// Everything that is settled before the program runs.
struct Plan {
  engine::RuleSet rules;
  std::vector<Output> outputs;
  Report report;
  std::set<std::string> kernels;       ///< to be measured
  std::vector<std::string> incomplete; ///< what could not be analysed
  runtime::Code code;                  ///< that was linted
  std::vector<FileAnalysis> files;     ///< the same; none where findings came from a file
  std::optional<std::string> arch;     ///< that they were analysed for
};

//===----------------------------------------------------------------------===//
// Findings
//===----------------------------------------------------------------------===//

Expected<void> lint(const ConfirmOptions &options, const engine::Config &config, Plan &plan,
                    SourceLines &lines) {
  const auto profiles = profilesOf(plan.rules, config, options.select, options.ignore);
  if (!profiles)
    return tl::unexpected(profiles.error());
  auto frontend = frontendOptions(options.analysis, config, {});
  if (!frontend)
    return tl::unexpected(frontend.error());
  frontend->functions = true;
  const auto files = analyse(options.analysis, *frontend);
  if (!files)
    return tl::unexpected(files.error());
  auto report = engine::evaluate(*profiles, *files, std::ref(lines));
  if (!report)
    return tl::unexpected(report.error());
  plan.report = std::move(*report);
  plan.incomplete = incompleteness(*files);
  plan.code = runtime::codeOf(*files);
  plan.arch = frontend->arch;
  if (!options.cards.empty())
    plan.files = *files;
  // All kernels that were seen, so that what the linter missed in them shows.
  for (const FileAnalysis &file : *files)
    for (const Site &site : file.sites)
      if (site.kind != SiteKind::Launch && !site.kernel.empty())
        plan.kernels.insert(runtime::plainKernelName(site.kernel));
  return {};
}

Expected<void> readEarlierFindings(const ConfirmOptions &options, Plan &plan) {
  auto report = readFindings(options.findings);
  if (!report)
    return tl::unexpected(report.error());
  plan.report = std::move(*report);
  for (const engine::Rule &rule : plan.rules.rules())
    plan.report.rules.push_back({rule.id, rule.title, rule.family, rule.phase, rule.severity,
                                 rule.why, rule.help, rule.references});
  for (const Finding &finding : plan.report.findings)
    plan.kernels.insert(runtime::plainKernelName(finding.kernel));
  return {};
}

Expected<Plan> makePlan(const ConfirmOptions &options, SourceLines &lines) {
  const auto config = configFor(options.analysis);
  if (!config)
    return tl::unexpected(config.error());
  Plan plan;
  auto rules = loadRules(options.rulesDirectories, *config);
  if (!rules)
    return tl::unexpected(rules.error());
  plan.rules = std::move(*rules);
  auto outputs = planOutputs(options.formats, options.outputs);
  if (!outputs)
    return tl::unexpected(outputs.error());
  plan.outputs = std::move(*outputs);
  const auto found = options.findings.empty() ? lint(options, *config, plan, lines)
                                              : readEarlierFindings(options, plan);
  if (!found)
    return tl::unexpected(found.error());
  return plan;
}

//===----------------------------------------------------------------------===//
// Judging
//===----------------------------------------------------------------------===//

/// The sanitizer's tools that rules of these findings ask for.
std::set<std::string> sanitizersFor(const Plan &plan) {
  std::set<std::string> tools;
  for (const Finding &finding : plan.report.findings)
    if (const engine::Rule *rule = plan.rules.find(finding.rule);
        rule && !rule->confirm.sanitizer.empty() && !finding.suppressed)
      tools.insert(rule->confirm.sanitizer);
  return tools;
}

/// Counts that the selected rules' findings are judged by, and what they miss.
std::set<std::string> countsFor(const Plan &plan) {
  std::set<std::string> metrics, fired;
  for (const Finding &finding : plan.report.findings)
    if (!finding.suppressed)
      fired.insert(finding.rule);
  for (const RuleInfo &info : plan.report.rules)
    if (const engine::Rule *rule = plan.rules.find(info.id))
      for (const std::string &metric : rule->confirm.metrics)
        if (metric.starts_with("smsp__sass_") &&
            (fired.contains(info.id) || !runtime::countsThreads(metric))) // a record for each line
          metrics.insert(metric);
  return metrics;
}

/// The kernel-level figures that are asked for: all of all kernels, or those that rules need of the
/// kernels they fired in. None: the request has no kernels.
MeasureRequest figuresRequest(const ConfirmOptions &options, const MeasureRequest &counts,
                              const Plan &plan) {
  MeasureRequest request = forFigures(counts);
  if (options.figures)
    return request;
  request.kernels.clear();
  for (const Finding &finding : plan.report.findings) {
    const engine::Rule *rule = plan.rules.find(finding.rule);
    if (!rule || finding.suppressed)
      continue;
    for (const std::string &metric : rule->confirm.metrics)
      if (runtime::figureFromCuptiName(metric)) {
        request.kernels.insert(runtime::plainKernelName(runtime::kernelOf(finding)));
        request.metrics.insert(metric);
      }
  }
  if (!request.metrics.empty()) // says in which instantiation the program spends its time
    request.metrics.insert(std::string(runtime::figures().front().cuptiName));
  return request;
}

/// As a reader of the report would look for it: relative where it is below the current folder.
void shortenPaths(runtime::Measurement &measurement) {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::path here = fs::current_path(error);
  for (runtime::MeasuredSite &site : measurement.sites) {
    const fs::path path = fs::path(site.site.span.file).lexically_normal();
    const fs::path relative = path.lexically_relative(here);
    if (path.is_absolute() && !relative.empty() && *relative.begin() != "..")
      site.site.span.file = relative.string();
  }
}

std::string verdictsInWords(const runtime::Tally &tally) {
  return fmt::format("{} confirmed, {} refuted, {} not executed, {} inconclusive, {} open",
                     tally.confirmed, tally.refuted, tally.notExecuted, tally.inconclusive,
                     tally.open);
}

/// Evidence from elsewhere may lack any of it.
std::string inWords(const runtime::Device &device) {
  std::vector<std::string> details;
  for (const auto &[what, value] :
       {std::pair("compute capability", device.computeCapability),
        std::pair("driver", device.driver), std::pair("CUDA", device.cuda)})
    if (!value.empty())
      details.push_back(fmt::format("{} {}", what, value));
  const std::string name = device.name.empty() ? "an unnamed GPU" : device.name;
  return details.empty() ? name : fmt::format("{} ({})", name, fmt::join(details, ", "));
}

void addNotes(Report &report, const runtime::Measurement &measurement, bool quiet) {
  if (measurement.device)
    report.notes.push_back("measured on " + inWords(*measurement.device));
  report.notes.insert(report.notes.end(), measurement.notes.begin(), measurement.notes.end());
  if (quiet) // which leaves out the notes; that nothing was measured must not be missed
    for (const std::string &note : measurement.notes)
      say(note);
  const runtime::Coverage coverage = runtime::coverage(measurement, report.findings);
  for (const runtime::UnreportedLine &line : coverage.unreported)
    report.notes.push_back("measured and not reported: " + runtime::inWords(line));
  if (const auto total = coverage.reported + coverage.unreported.size(); total > 0)
    report.notes.push_back(
        fmt::format("of {} lines that move twice what they need or more, {} are reported", total,
                    coverage.reported));
  report.notes.push_back("verdicts: " + verdictsInWords(runtime::tally(report.findings)));
}

Expected<runtime::Measurement> witness(const ConfirmOptions &options,
                                       const MeasureRequest &request) {
  if (options.evidence.empty())
    return measure(request);
  auto recorded = readEvidence(options.evidence, options.analysis.paths);
  if (!recorded)
    return tl::unexpected(recorded.error());
  return std::move(recorded->measurement);
}

/// Evidence that says which code it is of is used for that code, wherever it stands now.
Expected<void> judge(const ConfirmOptions &options, const runtime::Measurement &measurement,
                     Plan &plan) {
  if (measurement.functions.empty() || !options.findings.empty())
    return runtime::judge(plan.report.findings, confirmations(plan.rules), measurement);
  const auto recalled =
      runtime::recall(plan.report.findings, confirmations(plan.rules), measurement, plan.code);
  if (!recalled)
    return tl::unexpected(recalled.error());
  for (const std::string &kernel : recalled->outdated)
    plan.report.notes.push_back(kernel + ": the evidence is of older code");
  return {};
}

/// Where calls and launches stand that the run has told something of.
std::set<SourceSpan> judgedInHostCode(const Plan &plan) {
  const runtime::ConfirmationOf confirmationOf = confirmations(plan.rules);
  std::set<SourceSpan> places;
  for (const Finding &finding : plan.report.findings)
    if ((finding.verdict == Verdict::Confirmed || finding.verdict == Verdict::Refuted) &&
        runtime::isOfHostCode(confirmationOf(finding.rule)))
      places.insert(finding.span);
  return places;
}

/// Sources that the program was not built from, each said once.
std::map<std::string, std::string> outdatedSources(const runtime::Measurement &measurement,
                                                   Plan &plan) {
  if (!measurement.functions.empty()) // it is told by them
    return {};
  auto outdated = runtime::outdatedSources(measurement, plan.code.functions);
  for (const auto &[file, how] : outdated)
    plan.report.notes.push_back(
        fmt::format("{} {}: verdicts on it may be of other lines; build it again", file, how));
  return outdated;
}

/// A second run, where figures are needed and the first has met a GPU.
Expected<void> addFigures(const ConfirmOptions &options, const MeasureRequest &counts,
                          const Plan &plan, runtime::Measurement &measurement) {
  if (!options.evidence.empty() || !measurement.device)
    return {};
  const MeasureRequest request = figuresRequest(options, counts, plan);
  if (request.kernels.empty())
    return {};
  auto figures = measure(request);
  if (!figures)
    return tl::unexpected(figures.error());
  measurement = runtime::withFigures(measurement, std::move(*figures));
  return {};
}

/// A run with nothing but the times of calls, copies and kernels, where a finding needs them.
Expected<void> addActivity(const ConfirmOptions &options, const MeasureRequest &counts,
                           const Plan &plan, runtime::Measurement &measurement) {
  const bool needed = std::any_of(
      plan.report.findings.begin(), plan.report.findings.end(), [&](const Finding &finding) {
        const engine::Rule *rule = plan.rules.find(finding.rule);
        return rule && !finding.suppressed &&
               std::any_of(rule->confirm.metrics.begin(), rule->confirm.metrics.end(),
                           [](const std::string &metric) {
                             return runtime::activityFromCuptiName(metric).has_value();
                           });
      });
  if (!needed || !options.evidence.empty() || !measurement.device)
    return {};
  auto activity = measure(forActivity(counts));
  if (!activity)
    return tl::unexpected(activity.error());
  measurement = runtime::merged({measurement, std::move(*activity)});
  return {};
}

/// A rule of the project's own may name anything.
void noteUnknownMetrics(Plan &plan) {
  std::set<std::string> fired;
  for (const Finding &finding : plan.report.findings)
    fired.insert(finding.rule);
  for (const std::string &id : fired)
    if (const engine::Rule *rule = plan.rules.find(id))
      for (const std::string &metric : rule->confirm.metrics)
        if (!metric.starts_with("smsp__sass_") && !runtime::figureFromCuptiName(metric) &&
            !runtime::activityFromCuptiName(metric))
          plan.report.notes.push_back(
              fmt::format("rule `{}` asks for the metric {}, which is not measured", id, metric));
}

/// A run under compute-sanitizer for each of its tools that a finding needs.
Expected<void> addSanitizers(const ConfirmOptions &options, const MeasureRequest &request,
                             Plan &plan, runtime::Measurement &measurement) {
  if (options.noSanitizer || !options.evidence.empty())
    return {};
  for (const std::string &tool : sanitizersFor(plan)) {
    auto run = sanitize(tool, request);
    if (!run)
      return tl::unexpected(run.error());
    if (!*run) {
      plan.report.notes.push_back(
          "compute-sanitizer is not on PATH: findings that need it keep no verdict");
      return {};
    }
    measurement.sanitizers.push_back(std::move(**run));
  }
  return {};
}

/// With what was measured: the chip is the one that it was measured on.
Expected<void> writeCardFiles(const ConfirmOptions &options, const Plan &plan,
                              const runtime::Measurement &measurement, SourceLines &lines) {
  for (const std::string &file : options.cards) {
    CardRequest request;
    request.format = cardFormat(file);
    request.file = file;
    const report::CardChip chip = cardChip(options.analysis.chip, measurement.device, plan.arch);
    if (auto written = writeCards(request, plan.report, plan.files, measurement, chip, lines);
        !written)
      return written;
  }
  return {};
}

bool fails(const Report &report, const std::string &level) {
  const auto severity = severityFromName(level);
  return std::any_of(report.findings.begin(), report.findings.end(), [&](const Finding &finding) {
    if (finding.suppressed || level == "never")
      return false;
    return severity ? finding.severity >= *severity : finding.verdict == Verdict::Confirmed;
  });
}

Expected<ExitStatus> confirm(const ConfirmOptions &options,
                             const std::vector<std::string> &command) {
  if (command.empty() && options.evidence.empty())
    return makeError("give the program to run after `--`, or --evidence with what was measured "
                     "earlier: warplint confirm src -- ./program");
  if (!options.cards.empty() && !options.findings.empty())
    return makeError("--card needs the sources linted: leave out --findings");
  SourceLines lines;
  auto plan = makePlan(options, lines);
  if (!plan)
    return tl::unexpected(plan.error());

  MeasureRequest request;
  request.command = command;
  request.kernels = plan->kernels;
  request.metrics = countsFor(*plan);
  request.collector = options.collector;
  request.launches = options.launches;
  request.timeLimit = options.runLimit;
  request.graphs = options.graphs;
  auto measurement = witness(options, request);
  if (!measurement)
    return tl::unexpected(measurement.error());
  if (auto added = addFigures(options, request, *plan, *measurement); !added)
    return tl::unexpected(added.error());
  if (auto added = addActivity(options, request, *plan, *measurement); !added)
    return tl::unexpected(added.error());
  if (auto added = addSanitizers(options, request, *plan, *measurement); !added)
    return tl::unexpected(added.error());
  noteUnknownMetrics(*plan);
  shortenPaths(*measurement);
  Report &report = plan->report;
  const auto outdated = outdatedSources(*measurement, *plan);
  if (auto judged = judge(options, *measurement, *plan); !judged)
    return tl::unexpected(judged.error());
  if (options.recordTo) {
    const std::vector<std::string> &paths = options.analysis.paths;
    const auto recorded =
        recordEvidence(options.recordTo->empty() ? defaultEvidenceFile(paths) : *options.recordTo,
                       paths, *measurement, plan->code, outdated, judgedInHostCode(*plan));
    if (!recorded)
      return tl::unexpected(recorded.error());
    report.notes.push_back(*recorded);
  }
  report.kernels = runtime::kernelFigures(*measurement);
  if (options.figures && report.kernels.empty())
    report.notes.push_back("there are no kernel-level figures");
  addNotes(report, *measurement, options.analysis.quiet);

  const report::Context context{report, version(),      false, options.analysis.quiet,
                                0,      std::ref(lines)};
  for (const Output &output : plan->outputs)
    if (auto written = writeReport(output, context, options.colour); !written)
      return tl::unexpected(written.error());
  if (auto written = writeCardFiles(options, *plan, *measurement, lines); !written)
    return tl::unexpected(written.error());
  if (options.findings.empty() && sayMissingPaths(options.analysis))
    return ExitStatus::Usage;
  if (!plan->incomplete.empty() && options.analysis.strict)
    return ExitStatus::Incomplete;
  return fails(report, options.failOn) ? ExitStatus::Findings : ExitStatus::Clean;
}

constexpr const char *footer = R"(
Lints the paths (by default the current folder), runs the program with counters on, and compares:
each finding is confirmed, refuted, not-executed or inconclusive, by the measured numbers beside the
predicted ones. The program must be compiled with -lineinfo. It runs once for the counts, and once more
under compute-sanitizer where there are findings that only that can confirm. With --figures, and for
rules that need them, it runs once more for figures of the kernels as a whole.

  warplint confirm src -- ./program --its-options
  warplint confirm src --record -- ./program --its-options
  warplint lint --format json src >found.json; warplint confirm --findings found.json -- ./program

Exit status:
  0  nothing confirmed (see --fail-on)
  1  something was
  2  the command line, the configuration or a rule is wrong, or the program could not be started;
     where one of several paths leads nowhere, the others are judged all the same
  3  with --strict: some input could not be analysed, or only in part)";

void addOptions(CLI::App &command, ConfirmOptions &options) {
  addAnalysisOptions(command, options.analysis);
  const auto list = [&](const char *name, std::vector<std::string> &value, const char *type,
                        const char *help) {
    return command.add_option(name, value, help)
        ->type_name(type)
        ->take_all()
        ->allow_extra_args(false);
  };
  list("--select", options.select, "NAME,...", "Only these rules and families (repeatable)")
      ->delimiter(',');
  list("--ignore", options.ignore, "NAME,...", "All but these rules and families (repeatable)")
      ->delimiter(',');
  addRulesDirectoryOption(command, options.rulesDirectories);
  list("--format", options.formats, "FORMAT",
       "text (default), json, sarif, github, gitlab, junit or rdjson (repeatable, with --output)");
  list("--output", options.outputs, "FORMAT=FILE",
       "Write a report to a file, `-` for the standard output (repeatable)");
  command.add_option("--findings", options.findings, "Findings of an earlier `lint --format json`")
      ->type_name("FILE");
  command
      .add_option("--evidence", options.evidence,
                  "Judge by what was measured earlier instead of running the program")
      ->type_name("FILE");
  // Without a file the next word is a PATH; a source that was overwritten would be no joke.
  command
      .add_option_function<std::string>(
          "--record",
          [&options](const std::string &word) {
            const bool isFile = word.ends_with(".json");
            options.recordTo = isFile ? word : "";
            if (!isFile && !word.empty())
              options.analysis.paths.push_back(word);
          },
          "Write what was measured, for later runs of `lint`; FILE ends in .json, and is "
          ".warplint/evidence.json in the root of the project where none is given")
      ->type_name("[FILE]")
      ->expected(0, 1);
  command
      .add_option(
          "--launches", options.launches,
          "Launches of each kernel to measure, half of them the first; others run as they are")
      ->type_name("N")
      ->check(CLI::Range(1U, 1'000'000U).description(""));
  command
      .add_option("--run-timeout", options.runLimit,
                  "Seconds after which the program is stopped; what was measured counts")
      ->type_name("SECONDS");
  command.add_option("--collector", options.collector, "The injection library to use")
      ->type_name("FILE");
  command.add_flag("--graphs", options.graphs,
                   "Measure kernels in CUDA graphs too; slower, as every kernel is patched");
  command.add_flag("--figures", options.figures,
                   "Duration, throughput, occupancy, registers and stalls of each kernel too; the "
                   "program runs once more, and a few launches of each kernel are repeated");
  command
      .add_option("--card", options.cards,
                  "Write scorecards of the kernels, with what was measured: .html, .json or text "
                  "(repeatable; with --figures they are whole)")
      ->type_name("FILE")
      ->take_all()
      ->allow_extra_args(false);
  command.add_flag("--no-sanitizer", options.noSanitizer, "Do not run compute-sanitizer");
  command
      .add_option("--fail-on", options.failOn,
                  "Exit with 1 where a finding was confirmed, or from this severity on")
      ->type_name("confirmed|note|warning|error|never")
      ->check(CLI::IsMember({"confirmed", "note", "warning", "error", "never"}).description(""));
  const std::map<std::string, Colour> colours = {
      {"auto", Colour::Automatic}, {"always", Colour::Always}, {"never", Colour::Never}};
  command.add_option("--color", options.colour, "Colours in the text on the standard output")
      ->type_name("auto|always|never")
      ->transform(CLI::CheckedTransformer(colours).description(""));
}

} // namespace

void addConfirm(CLI::App &app, Invocation &invocation) {
  CLI::App *command =
      app.add_subcommand("confirm", "Run a program and compare what was found with what it does");
  command->footer(footer);
  auto options = std::make_shared<ConfirmOptions>();
  addOptions(*command, *options);
  command->callback([options, &invocation] {
    invocation.command = [options, &invocation] {
      const auto status = confirm(*options, invocation.clangArguments);
      if (status)
        return *status;
      say(status.error().str());
      return ExitStatus::Usage;
    };
  });
}

} // namespace warplint::cli
