//===- KernelsCommand.cpp - warplint kernels ------------------------------===//

#include "lint/chips/LaunchEvidence.h"
#include "lint/cli/Command.h"
#include "lint/cli/Measure.h"
#include "lint/cli/ReferenceKernels.h"
#include "lint/cli/RuleOptions.h"
#include "lint/cli/SourceLines.h"
#include "lint/cli/WriteFile.h"
#include "lint/evidence/Json.h"
#include "lint/frontend/Frontend.h"
#include "lint/report/Wording.h"
#include "runtime-check/Activity.h"
#include "runtime-check/Figure.h"
#include "runtime-check/Instruction.h"
#include "runtime-check/Process.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>
#include <set>

namespace warplint::cli {
namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

struct KernelsOptions {
  std::vector<std::string> rules;
  std::string folder;
  std::string program;
  std::string collector;
  std::string recordTo; ///< folder
  std::string evidence; ///< folder that is read instead of running anything
  std::string format = "text";
  unsigned repeats = 20;
  unsigned runLimit = 60;
  bool figures = false;
  bool noSanitizer = false;
};

/// Everything known of one reference kernel.
struct Outcome {
  ReferenceKernel kernel;
  std::optional<ReferenceRun> run;
  std::vector<Finding> findings; ///< of its rule
  std::vector<ComparedSite> sites;
  SiteKind kind = SiteKind::Kernel; ///< of the rule's sites
  bool isStatic = false;            ///< the rule claims nothing that could be measured
  bool unrecorded = false;          ///< evidence was read, and has nothing of it
};

struct Outcomes {
  std::optional<runtime::Device> device;
  std::vector<Outcome> kernels;
  std::vector<KernelFigures> figures;
  std::vector<std::string> notes;
};

/// What is measured on a GPU, or was.
struct Witness {
  runtime::Measurement measurement;
  std::map<std::string, ReferenceRun> runs; ///< by "RULE/variant"
  std::set<std::string> unrecorded;         ///< rules, where evidence is read
};

std::string nameOf(const ReferenceKernel &kernel) { return kernel.rule + "/" + kernel.variant; }

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

/// All counts; who took part in each line only where the rule asks for it.
std::set<std::string> countsFor(const engine::Rule &rule) {
  std::set<std::string> metrics(rule.confirm.metrics.begin(), rule.confirm.metrics.end());
  for (std::size_t i = 0; i < runtime::metricCount; ++i)
    if (const std::string name(runtime::cuptiName(static_cast<runtime::Metric>(i)));
        !runtime::countsThreads(name))
      metrics.insert(name);
  return metrics;
}

bool needsFigures(const engine::Rule &rule) {
  return std::any_of(
      rule.confirm.metrics.begin(), rule.confirm.metrics.end(),
      [](const std::string &metric) { return runtime::figureFromCuptiName(metric) != nullptr; });
}

bool needsActivity(const engine::Rule &rule) {
  return std::any_of(
      rule.confirm.metrics.begin(), rule.confirm.metrics.end(),
      [](const std::string &metric) { return runtime::activityFromCuptiName(metric).has_value(); });
}

MeasureRequest requestFor(const KernelsOptions &options, const engine::RuleSet &rules,
                          const std::string &program, const ReferenceKernel &kernel) {
  MeasureRequest request;
  request.metrics = countsFor(*rules.find(kernel.rule));
  request.command = {program, nameOf(kernel)};
  request.collector = options.collector;
  request.timeLimit = options.runLimit;
  request.keepOutput = true;
  return request;
}

/// Bare: under CUPTI a time means nothing.
Expected<std::optional<ReferenceRun>> timed(const KernelsOptions &options,
                                            const std::string &program,
                                            const ReferenceKernel &kernel, Witness &witness) {
  runtime::Command command;
  command.arguments = {program, "--repeat", std::to_string(options.repeats), nameOf(kernel)};
  command.timeLimit = std::chrono::seconds(options.runLimit);
  command.keepOutput = true;
  const auto end = runtime::run(command);
  if (!end)
    return tl::unexpected(end.error());
  if (const std::string words = runtime::inWords(*end); !words.empty())
    witness.measurement.notes.push_back(fmt::format("{}: {}", nameOf(kernel), words));
  return parseRun(end->output, kernel);
}

/// Says whose launches they are, and how long one took where that is known.
void describeLaunches(runtime::Measurement &measurement, const ReferenceKernel &kernel,
                      const std::optional<ReferenceRun> &run) {
  for (runtime::MeasuredSite &site : measurement.sites) {
    if (site.site.kind != SiteKind::Kernel && site.site.kind != SiteKind::HostCall)
      continue;
    site.site.span.file = kernel.file;
    if (run && site.site.kind == SiteKind::Kernel)
      site.site.evidence["milliseconds"] = run->milliseconds;
  }
}

Expected<void> addSanitizer(const KernelsOptions &options, const std::string &tool,
                            const MeasureRequest &request, const ReferenceKernel &kernel,
                            runtime::Measurement &measurement) {
  if (tool.empty() || options.noSanitizer)
    return {};
  auto run = sanitize(tool, request);
  if (!run)
    return tl::unexpected(run.error());
  if (!*run)
    return {};
  // It names files without their folders, and every rule has a bad.cu.
  for (runtime::SanitizerReport &report : (*run)->reports)
    if (runtime::sameFile(report.file, kernel.file).same)
      report.file = kernel.file;
  std::sort((*run)->reports.begin(), (*run)->reports.end());
  measurement.sanitizers.push_back(std::move(**run));
  return {};
}

Expected<Witness> measureAll(const KernelsOptions &options, const engine::RuleSet &rules,
                             const std::vector<ReferenceKernel> &kernels) {
  const std::string program = kernelsProgram(options.program);
  if (program.empty())
    return makeError("the program `warplint-kernels` is not beside warplint: it is built where "
                     "there is an nvcc (--program names it)");
  Witness witness;
  for (const ReferenceKernel &kernel : kernels) {
    const MeasureRequest request = requestFor(options, rules, program, kernel);
    const auto run = timed(options, program, kernel, witness);
    if (!run)
      return tl::unexpected(run.error());
    if (*run)
      witness.runs[nameOf(kernel)] = **run;
    auto part = measure(request);
    if (!part)
      return tl::unexpected(part.error());
    if ((options.figures || needsFigures(*rules.find(kernel.rule))) && part->device) {
      auto figures = measure(forFigures(request));
      if (!figures)
        return tl::unexpected(figures.error());
      *part = runtime::withFigures(*part, std::move(*figures));
    }
    if (needsActivity(*rules.find(kernel.rule)) && part->device) {
      auto activity = measure(forActivity(request));
      if (!activity)
        return tl::unexpected(activity.error());
      *part = runtime::merged({*part, std::move(*activity)});
    }
    describeLaunches(*part, kernel, *run);
    if (auto added = addSanitizer(options, rules.find(kernel.rule)->confirm.sanitizer, request,
                                  kernel, *part);
        !added)
      return tl::unexpected(added.error());
    for (std::string &note : part->notes)
      note = fmt::format("{}: {}", nameOf(kernel), note);
    witness.measurement = runtime::merged({witness.measurement, *part});
  }
  return witness;
}

Expected<Witness> readAll(const KernelsOptions &options,
                          const std::vector<ReferenceKernel> &kernels) {
  Witness witness;
  std::set<std::string> rules;
  for (const ReferenceKernel &kernel : kernels)
    rules.insert(kernel.rule);
  for (const std::string &rule : rules) {
    const fs::path file = fs::path(options.evidence) / (rule + ".json");
    if (std::error_code error; !fs::exists(file, error)) {
      witness.measurement.notes.push_back(rule + ": nothing was recorded of its kernels yet");
      witness.unrecorded.insert(rule);
      continue;
    }
    auto part = runtime::readMeasurement(file.string());
    if (!part)
      return tl::unexpected(part.error());
    for (const runtime::MeasuredSite &site : part->sites)
      if (const auto time = numberAt(site.site.evidence, "milliseconds"))
        witness.runs[rule + "/" + fs::path(site.site.span.file).stem().string()] = {std::nullopt,
                                                                                    *time};
    witness.measurement = runtime::merged({witness.measurement, *part});
  }
  return witness;
}

/// One file of evidence for each rule.
Expected<void> record(const std::string &folder, const engine::RuleSet &rules,
                      const std::vector<ReferenceKernel> &kernels,
                      const runtime::Measurement &all) {
  std::error_code error;
  fs::create_directories(folder, error);
  for (const ReferenceKernel &kernel : kernels) {
    runtime::Measurement part = all;
    nameByRule(part);
    const auto isOther = [&](const std::string &file) {
      return fs::path(file).parent_path().filename() != kernel.rule;
    };
    std::erase_if(part.sites,
                  [&](const runtime::MeasuredSite &site) { return isOther(site.site.span.file); });
    for (runtime::SanitizerRun &run : part.sanitizers)
      std::erase_if(run.reports, [&](const auto &report) { return isOther(report.file); });
    std::erase_if(part.sanitizers, [&](const runtime::SanitizerRun &run) {
      return run.tool != rules.find(kernel.rule)->confirm.sanitizer;
    });
    std::erase_if(part.notes, // each begins with its kernel
                  [&](const std::string &note) { return !note.starts_with(kernel.rule + "/"); });
    const std::string file = (fs::path(folder) / (kernel.rule + ".json")).string();
    const std::string text =
        runtime::toJson(part).dump(1, ' ', false, ordered_json::error_handler_t::replace) + '\n';
    if (auto written = writeFile(file, text); !written)
      return makeError("the evidence " + written.error().message, file);
  }
  return {};
}

//===----------------------------------------------------------------------===//
// Comparing
//===----------------------------------------------------------------------===//

Expected<Outcomes> compare(const KernelsOptions &options, const engine::RuleSet &rules,
                           const std::vector<ReferenceKernel> &kernels) {
  frontend::Options frontend;
  frontend.cudaPath = "none"; // the same on every machine
  for (const ReferenceKernel &kernel : kernels)
    frontend.paths.push_back(kernel.file);
  auto files = frontend::analyse(frontend, [](const frontend::Progress &) {});
  if (!files)
    return tl::unexpected(files.error());
  chips::addResources(*files, recordedResources(kernels));
  chips::addOccupancy(*files, nullptr);
  SourceLines lines;
  auto report = engine::evaluate(rules, {}, *files, std::ref(lines));
  if (!report)
    return tl::unexpected(report.error());
  auto witness =
      options.evidence.empty() ? measureAll(options, rules, kernels) : readAll(options, kernels);
  if (!witness)
    return tl::unexpected(witness.error());
  if (!options.recordTo.empty())
    if (auto recorded = record(options.recordTo, rules, kernels, witness->measurement); !recorded)
      return tl::unexpected(recorded.error());

  const auto confirmation = confirmations(rules);
  if (auto judged = runtime::judge(report->findings, confirmation, witness->measurement); !judged)
    return tl::unexpected(judged.error());

  Outcomes outcomes{witness->measurement.device,
                    {},
                    runtime::kernelFigures(witness->measurement),
                    witness->measurement.notes};
  for (const FileAnalysis &file : *files)
    if (file.status != FileStatus::Analysed)
      outcomes.notes.push_back(fmt::format("{}: {}", file.file, name(file.status)));
  for (const ReferenceKernel &kernel : kernels) {
    const engine::Rule &rule = *rules.find(kernel.rule);
    Outcome outcome{kernel, {}, {}, {}, rule.on};
    outcome.isStatic = rule.confirm.isStatic();
    outcome.unrecorded = witness->unrecorded.contains(kernel.rule);
    if (const auto run = witness->runs.find(nameOf(kernel)); run != witness->runs.end())
      outcome.run = run->second;
    for (const FileAnalysis &file : *files)
      if (runtime::sameFile(file.file, kernel.file).sure)
        outcome.sites = compareSites(file, witness->measurement);
    for (const Finding &finding : report->findings)
      if (!finding.suppressed && runtime::sameFile(finding.span.file, kernel.file).sure)
        outcome.findings.push_back(finding);
    outcomes.kernels.push_back(std::move(outcome));
  }
  return outcomes;
}

Ratios ratiosOf(const Outcome &outcome) {
  return cli::ratiosOf(outcome.kernel.rule, outcome.kind, outcome.findings, outcome.sites);
}

constexpr double agreement = 0.01; ///< relative

bool agrees(const ComparedSite &site) {
  return site.measured &&
         std::abs(*site.measured - site.predicted) <= agreement * std::max(site.predicted, 1.0);
}

std::optional<Verdict> verdictOf(const Outcome &outcome) {
  std::optional<Verdict> result;
  for (const Finding &finding : outcome.findings)
    if (finding.rule == outcome.kernel.rule && (!result || finding.verdict == Verdict::Confirmed))
      result = finding.verdict;
  return result;
}

bool isFound(const Outcome &outcome) {
  return std::any_of(outcome.findings.begin(), outcome.findings.end(),
                     [&](const Finding &finding) { return finding.rule == outcome.kernel.rule; });
}

//===----------------------------------------------------------------------===//
// Showing
//===----------------------------------------------------------------------===//

std::string ratio(std::optional<double> value) {
  return value ? fmt::format("{:.2f}", *value) : "-";
}

std::string verdictText(const Outcome &outcome) {
  if (!isFound(outcome))
    return outcome.findings.empty() ? "silent" : "another rule fires";
  const auto verdict = verdictOf(outcome);
  if (outcome.isStatic || outcome.unrecorded)
    return outcome.isStatic ? "static" : "not recorded";
  return verdict ? std::string(name(*verdict)) : "open";
}

std::string_view resultText(const std::optional<ReferenceRun> &run) {
  if (!run)
    return "not run";
  if (!run->right)
    return "recorded";
  return *run->right ? "as the CPU's" : "wrong";
}

std::string table(const Outcomes &outcomes) {
  std::string text;
  if (outcomes.device)
    text += fmt::format("{}, driver {}, CUDA {}\n\n", outcomes.device->name,
                        outcomes.device->driver, outcomes.device->cuda);
  text += fmt::format("{:<29} {:<4} {:>9} {:>8}  {:<12} {:>9}  {}\n", "rule", "", "predicted",
                      "measured", "verdict", "ms", "result");
  for (const Outcome &outcome : outcomes.kernels) {
    const Ratios ratios = ratiosOf(outcome);
    const auto &run = outcome.run;
    text += fmt::format(
        "{:<29} {:<4} {:>9} {:>8}  {:<12} {:>9}  {}\n", outcome.kernel.rule, outcome.kernel.variant,
        ratio(ratios.predicted), ratio(ratios.measured), verdictText(outcome),
        run && run->milliseconds > 0 ? fmt::format("{:.4f}", run->milliseconds) : "-",
        resultText(run));
  }
  unsigned same = 0, measured = 0;
  std::string different;
  for (const Outcome &outcome : outcomes.kernels)
    for (const ComparedSite &site : outcome.sites) {
      if (!site.measured)
        continue;
      ++measured;
      same += agrees(site);
      if (!agrees(site))
        different += fmt::format("  {}:{}: {} `{}`: predicted {:.3f}, measured {:.3f}\n",
                                 nameOf(outcome.kernel), site.site.span.line, site.site.op,
                                 site.site.expr, site.predicted, *site.measured);
    }
  text += fmt::format("\nof {} ratios that were predicted without an assumption and measured, {} "
                      "agree within 1 %\n",
                      measured, same);
  text += different;
  for (const KernelFigures &kernel : outcomes.figures) {
    text += fmt::format("\n{}\n", kernel.instantiation);
    for (const report::Remark &remark : report::figuresInWords(kernel))
      text += fmt::format("      = {}: {}\n", remark.label, remark.text);
  }
  for (const std::string &note : outcomes.notes)
    text += fmt::format("note: {}\n", note);
  return text;
}

ordered_json siteJson(const ComparedSite &site) {
  return {{"line", site.site.span.line},
          {"column", site.site.span.column},
          {"kind", name(site.site.kind)},
          {"op", site.site.op},
          {"expr", validUtf8(site.site.expr)},
          {"predicted", warplint::toJson(EvidenceValue(site.predicted))},
          {"measured", site.measured ? warplint::toJson(EvidenceValue(*site.measured))
                                     : ordered_json(nullptr)}};
}

ordered_json json(const Outcomes &outcomes) {
  ordered_json kernels = ordered_json::array();
  for (const Outcome &outcome : outcomes.kernels) {
    ordered_json sites = ordered_json::array();
    for (const ComparedSite &site : outcome.sites)
      sites.push_back(siteJson(site));
    const auto verdict = verdictOf(outcome);
    kernels.push_back(
        {{"rule", outcome.kernel.rule},
         {"variant", outcome.kernel.variant},
         {"file", outcome.kernel.file},
         {"found", isFound(outcome)},
         {"verdict", verdict ? ordered_json(name(*verdict)) : ordered_json(nullptr)},
         {"right", outcome.run && outcome.run->right ? ordered_json(*outcome.run->right)
                                                     : ordered_json(nullptr)},
         {"milliseconds",
          outcome.run ? ordered_json(outcome.run->milliseconds) : ordered_json(nullptr)},
         {"sites", std::move(sites)}});
  }
  ordered_json figures = ordered_json::array();
  for (const KernelFigures &kernel : outcomes.figures)
    figures.push_back(warplint::toJson(kernel));
  return {{"version", 1},
          {"device", outcomes.device ? ordered_json(outcomes.device->name) : ordered_json(nullptr)},
          {"kernels", std::move(kernels)},
          {"figures", std::move(figures)},
          {"notes", outcomes.notes}};
}

/// Every bad variant is found and not refuted, every good one is silent and right, and what was
/// predicted without an assumption is what was measured.
bool isAsItShouldBe(const Outcome &outcome) {
  const bool exact =
      std::all_of(outcome.sites.begin(), outcome.sites.end(),
                  [](const ComparedSite &site) { return !site.measured || agrees(site); });
  if (outcome.kernel.variant == "good")
    return exact && outcome.findings.empty() && (!outcome.run || outcome.run->right.value_or(true));
  return exact && isFound(outcome) && verdictOf(outcome) != Verdict::Refuted;
}

//===----------------------------------------------------------------------===//
// The command
//===----------------------------------------------------------------------===//

Expected<std::vector<ReferenceKernel>> chosen(const KernelsOptions &options,
                                              const engine::RuleSet &rules) {
  for (const std::string &name : options.rules)
    if (!rules.find(name))
      return makeError(fmt::format("no rule is called `{}`{}", name, suggestRule(rules, name)));
  const std::string folder = kernelsFolder(options.folder);
  if (folder.empty())
    return makeError("the folder of the reference kernels was not found (--kernels names it)");
  auto kernels = referenceKernels(rules, folder, options.rules);
  if (kernels.empty())
    return makeError("there are no reference kernels of these rules", folder);
  return kernels;
}

Expected<ExitStatus> list(const KernelsOptions &options) {
  const auto rules = loadRules({}, {});
  if (!rules)
    return tl::unexpected(rules.error());
  const auto kernels = chosen(options, *rules);
  if (!kernels)
    return tl::unexpected(kernels.error());
  std::string text;
  for (const ReferenceKernel &kernel : *kernels)
    text += fmt::format("{:<29} {:<4}  {}\n", kernel.rule, kernel.variant, kernel.file);
  return print(text) ? ExitStatus::Clean : ExitStatus::Usage;
}

Expected<ExitStatus> run(const KernelsOptions &options) {
  const auto rules = loadRules({}, {});
  if (!rules)
    return tl::unexpected(rules.error());
  const auto kernels = chosen(options, *rules);
  if (!kernels)
    return tl::unexpected(kernels.error());
  const auto outcomes = compare(options, *rules, *kernels);
  if (!outcomes)
    return tl::unexpected(outcomes.error());
  const std::string text =
      options.format == "json"
          ? json(*outcomes).dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n"
          : table(*outcomes);
  if (!print(text))
    return ExitStatus::Usage;
  return std::all_of(outcomes->kernels.begin(), outcomes->kernels.end(), isAsItShouldBe)
             ? ExitStatus::Clean
             : ExitStatus::Findings;
}

void addOptions(CLI::App &command, KernelsOptions &options) {
  command.add_option("RULE", options.rules, "Rules; by default all")->type_name("");
  command.add_option("--kernels", options.folder, "Folder of the reference kernels")
      ->type_name("DIR");
}

void addRunOptions(CLI::App &command, KernelsOptions &options) {
  addOptions(command, options);
  command.add_option("--program", options.program, "The program that runs them")->type_name("FILE");
  command.add_option("--collector", options.collector, "The injection library to use")
      ->type_name("FILE");
  command.add_option("--repeat", options.repeats, "Launches whose times are taken")->type_name("N");
  command.add_option("--run-timeout", options.runLimit, "Seconds that one kernel may take")
      ->type_name("SECONDS");
  command.add_option("--record", options.recordTo, "Write what was measured, a file for each rule")
      ->type_name("DIR");
  command
      .add_option("--evidence", options.evidence,
                  "Show what was recorded there instead of running anything")
      ->type_name("DIR");
  command.add_flag("--figures", options.figures,
                   "Duration, throughput, occupancy, registers and stalls of each kernel too");
  command.add_flag("--no-sanitizer", options.noSanitizer, "Do not run compute-sanitizer");
  command.add_option("--format", options.format, "For people or for programs")
      ->type_name("text|json")
      ->check(CLI::IsMember({"text", "json"}).description(""));
}

using Action = Expected<ExitStatus> (*)(const KernelsOptions &);

void bind(CLI::App *command, std::shared_ptr<KernelsOptions> options, Action action,
          Invocation &invocation) {
  command->callback([options, action, &invocation] {
    invocation.command = [options, action] {
      const auto status = action(*options);
      if (status)
        return *status;
      say(status.error().str());
      return ExitStatus::Usage;
    };
  });
}

} // namespace

void addKernels(CLI::App &app, Invocation &invocation) {
  CLI::App *command =
      app.add_subcommand("kernels", "Kernels that show what each rule is about, and what it costs");
  command->require_subcommand(1);
  auto options = std::make_shared<KernelsOptions>();
  CLI::App *listing = command->add_subcommand("list", "List them");
  addOptions(*listing, *options);
  bind(listing, options, list, invocation);
  CLI::App *running = command->add_subcommand(
      "run", "Run them on the GPU: predicted beside measured, and the time of bad beside good");
  running->footer(R"(
Exit status:
  0  bad variants are found and not refuted, good ones are silent and right, and what was predicted
     without an assumption was measured
  1  something is not so
  2  the command line is wrong, or the kernels cannot be run)");
  addRunOptions(*running, *options);
  bind(running, options, run, invocation);
}

} // namespace warplint::cli
