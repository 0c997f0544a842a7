//===- CardCommand.cpp - warplint card ------------------------------------===//

#include "lint/cli/AnalysisOptions.h"
#include "lint/cli/Cards.h"
#include "lint/cli/Command.h"
#include "lint/cli/ProjectEvidence.h"
#include "lint/cli/ReferenceKernels.h"
#include "lint/cli/RuleOptions.h"
#include "runtime-check/KernelName.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace warplint::cli {
namespace {

struct CardOptions {
  AnalysisOptions analysis;
  std::vector<std::string> rulesDirectories;
  std::vector<std::string> evidence; ///< files
  bool noEvidence = false;
  CardRequest request;
  std::string format; ///< empty: by the file's name
};

Expected<std::vector<RecordedRun>> readRuns(const CardOptions &options) {
  std::vector<RecordedRun> runs;
  std::vector<std::string> files = options.evidence;
  if (files.empty() && !options.noEvidence && !options.analysis.hermetic)
    if (const auto found = findEvidence(options.analysis.paths))
      files.push_back(*found);
  for (const std::string &file : files) {
    auto run = readEvidence(file, options.analysis.paths);
    if (!run)
      return tl::unexpected(run.error());
    runs.push_back(std::move(*run));
  }
  return runs;
}

/// What of the runs is of code as it is today: kernels whose code is another now are left out.
Expected<runtime::Measurement> valid(const std::vector<RecordedRun> &runs,
                                     const runtime::ConfirmationOf &confirmationOf,
                                     const runtime::Code &code, std::vector<std::string> &notes) {
  std::vector<runtime::Measurement> measurements;
  for (const RecordedRun &run : runs) {
    runtime::Measurement measurement = run.measurement;
    if (measurement.functions.empty()) {
      notes.push_back(run.file + " does not say which code it is of: it is taken to be this one");
    } else {
      std::vector<Finding> none;
      const auto recalled = runtime::recall(none, confirmationOf, measurement, code);
      if (!recalled)
        return tl::unexpected(recalled.error());
      std::set<std::string> outdated;
      for (const std::string &kernel : recalled->outdated)
        outdated.insert(runtime::plainKernelName(kernel));
      std::erase_if(measurement.sites, [&](const runtime::MeasuredSite &site) {
        return outdated.contains(runtime::plainKernelName(site.site.kernel));
      });
    }
    if (measurement.device)
      notes.push_back(fmt::format("measured on {}: {}", measurement.device->name, run.file));
    measurements.push_back(std::move(measurement));
  }
  return runtime::merged(measurements);
}

Expected<ExitStatus> card(CardOptions options, const std::vector<std::string> &clangArguments) {
  const auto config = configFor(options.analysis);
  if (!config)
    return tl::unexpected(config.error());
  auto rules = loadRules(options.rulesDirectories, *config);
  if (!rules)
    return tl::unexpected(rules.error());
  const auto profiles = profilesOf(*rules, *config, {}, {});
  if (!profiles)
    return tl::unexpected(profiles.error());
  const auto runs = readRuns(options);
  if (!runs)
    return tl::unexpected(runs.error());
  auto frontend = frontendOptions(options.analysis, *config, clangArguments);
  if (!frontend)
    return tl::unexpected(frontend.error());
  frontend->functions = !runs->empty();
  const std::optional<runtime::Device> device =
      runs->empty() ? std::nullopt : runs->front().measurement.device;
  const report::CardChip chip = cardChip(options.analysis.chip, device, frontend->arch);
  options.analysis.chip = chip.name; // numbers of one chip, also where nobody named it
  const auto files = analyse(options.analysis, *frontend);
  if (!files)
    return tl::unexpected(files.error());
  SourceLines lines;
  auto report = engine::evaluate(*profiles, *files, std::ref(lines));
  if (!report)
    return tl::unexpected(report.error());
  const runtime::Code code = runtime::codeOf(*files);
  if (auto applied = applyEvidence(*report, *runs, confirmations(*rules), code, false); !applied)
    return tl::unexpected(applied.error());
  const auto measurement = valid(*runs, confirmations(*rules), code, report->notes);
  if (!measurement)
    return tl::unexpected(measurement.error());
  report->kernels = runtime::kernelFigures(*measurement);
  options.request.format =
      options.format.empty() ? cardFormat(options.request.file) : options.format;
  if (auto written = writeCards(options.request, *report, *files, *measurement, chip, lines);
      !written)
    return tl::unexpected(written.error());
  const std::vector<std::string> incomplete = incompleteness(*files);
  for (const std::string &line : incomplete)
    say(line);
  if (sayMissingPaths(options.analysis))
    return ExitStatus::Usage;
  return options.analysis.strict && !incomplete.empty() ? ExitStatus::Incomplete
                                                        : ExitStatus::Clean;
}

constexpr const char *footer = R"(
A card for each kernel: what bounds it on a chip (--chip; else the GPU that was measured on, else the
first of --arch), which checks of the rubric's six phases it passes and fails, with predicted and measured
numbers, and the changes that would gain most. What cannot be told is open, which is no pass.

  warplint card matmul.cu --chip H200
  warplint card src --kernel transpose --output card.html
  warplint confirm --figures --card card.html src -- ./program     (with what is measured)

Exit status:
  0  the cards were written
  2  the command line, the configuration or a rule is wrong, or there is no such kernel; where one
     of several paths leads nowhere, the others get their cards all the same
  3  with --strict: some input could not be analysed, or only in part)";

} // namespace

void addCard(CLI::App &app, Invocation &invocation) {
  CLI::App *command = app.add_subcommand("card", "Show a kernel's whole standing on one page");
  command->footer(footer);
  auto options = std::make_shared<CardOptions>();
  addAnalysisOptions(*command, options->analysis);
  addRulesDirectoryOption(*command, options->rulesDirectories);
  command->add_option("--kernel", options->request.kernels, "Only these kernels (repeatable)")
      ->type_name("NAME")
      ->take_all()
      ->allow_extra_args(false);
  command
      ->add_option("--format", options->format,
                   "text, html or json; by default what the name of --output ends in, else text")
      ->type_name("FORMAT")
      ->check(CLI::IsMember({"text", "html", "json"}).description(""));
  command->add_option("--output", options->request.file, "Write to a file, `-` for standard output")
      ->type_name("FILE");
  command
      ->add_option("--evidence", options->evidence,
                   "What was measured of this project (repeatable); by default the closest "
                   ".warplint/evidence.json at or above the first PATH")
      ->type_name("FILE")
      ->take_all()
      ->allow_extra_args(false);
  command->add_flag("--no-evidence", options->noEvidence, "Use no recorded evidence");
  const std::map<std::string, Colour> colours = {
      {"auto", Colour::Automatic}, {"always", Colour::Always}, {"never", Colour::Never}};
  command->add_option("--color", options->request.colour, "Colours on the standard output")
      ->type_name("auto|always|never")
      ->transform(CLI::CheckedTransformer(colours).description(""));
  command->callback([options, &invocation] {
    invocation.command = [options, &invocation] {
      if (options->request.file == "-")
        options->request.file.clear();
      const auto status = card(*options, invocation.clangArguments);
      if (status)
        return *status;
      say(status.error().str());
      return ExitStatus::Usage;
    };
  });
}

} // namespace warplint::cli
