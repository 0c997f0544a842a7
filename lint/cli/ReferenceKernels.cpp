//===- ReferenceKernels.cpp - the kernels that rules are tried on ---------===//

#include "lint/cli/ReferenceKernels.h"

#include "lint/cli/Resources.h"
#include "runtime-check/Activity.h"
#include "runtime-check/Figure.h"
#include "runtime-check/Instruction.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

namespace warplint::cli {
namespace {

namespace fs = std::filesystem;

std::string firstThatExists(const std::vector<fs::path> &candidates) {
  std::error_code error;
  for (const fs::path &candidate : candidates)
    if (fs::exists(candidate, error))
      return fs::weakly_canonical(candidate, error).string();
  return {};
}

fs::path ownFolder() {
  std::error_code error;
  return fs::read_symlink("/proc/self/exe", error).parent_path();
}

} // namespace

std::string kernelsFolder(const std::string &given) {
  if (!given.empty())
    return given;
  return firstThatExists({ownFolder() / "../share/warplint/kernels", WARPLINT_KERNELS_FOLDER});
}

std::string kernelsProgram(const std::string &given) {
  if (!given.empty())
    return fs::absolute(given).string();
  constexpr const char *name = "warplint-kernels";
  return firstThatExists({ownFolder() / name, ownFolder() / "../lib/warplint" / name,
                          ownFolder() / "../lib64/warplint" / name,
                          ownFolder() / "../lib/x86_64-linux-gnu/warplint" / name});
}

std::vector<ReferenceKernel> referenceKernels(const engine::RuleSet &rules,
                                              const std::string &folder,
                                              const std::vector<std::string> &names) {
  std::vector<ReferenceKernel> kernels;
  std::error_code error;
  for (const engine::Rule &rule : rules.rules()) {
    const bool named =
        names.empty() || std::find(names.begin(), names.end(), rule.id) != names.end();
    if (rule.kernels.empty() || !named)
      continue;
    for (const char *variant : {"bad", "good"}) {
      const fs::path file = fs::path(folder) / rule.kernels / (std::string(variant) + ".cu");
      if (fs::exists(file, error))
        kernels.push_back({rule.id, variant, file.string()});
    }
  }
  return kernels;
}

std::vector<chips::KernelResources> recordedResources(const std::vector<ReferenceKernel> &kernels) {
  std::vector<chips::KernelResources> all;
  for (const ReferenceKernel &kernel : kernels) {
    std::ifstream in(fs::path(kernel.file).replace_extension(".ptxas"), std::ios::binary);
    std::ostringstream text;
    if (!in || !(text << in.rdbuf()))
      continue;
    const std::vector<chips::KernelResources> found = resourcesInReport(text.str());
    all.insert(all.end(), found.begin(), found.end());
  }
  return all;
}

std::optional<ReferenceRun> parseRun(const std::string &output, const ReferenceKernel &kernel) {
  using Json = nlohmann::json;
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);) {
    const Json json = Json::parse(line, nullptr, false);
    if (!json.is_object() || json.value("rule", "") != kernel.rule ||
        json.value("variant", "") != kernel.variant)
      continue;
    return ReferenceRun{json.value("right", false), json.value("milliseconds", 0.0)};
  }
  return std::nullopt;
}

std::vector<ComparedSite> compareSites(const FileAnalysis &file,
                                       const runtime::Measurement &measurement) {
  const runtime::Join join(measurement);
  std::vector<ComparedSite> compared;
  for (const Site &site : file.sites) {
    const std::string_view name = runtime::ratioName(site.kind);
    const auto predicted = name.empty() ? std::nullopt : numberAt(site.evidence, name);
    if (!predicted || site.confidence != Confidence::Exact)
      continue;
    Finding place;
    place.span = site.span;
    place.kernel = site.kernel;
    place.op = site.op;
    place.predicted = site.evidence;
    const runtime::Joined joined = join(place, site.kind);
    compared.push_back({site, *predicted, numberAt(joined.evidence, name), joined.evidence});
  }
  return compared;
}

Ratios ratiosOf(const std::string &rule, SiteKind kind, const std::vector<Finding> &findings,
                const std::vector<ComparedSite> &sites) {
  const std::string_view name = runtime::ratioName(kind);
  for (const Finding &finding : findings)
    if (finding.rule == rule)
      return {numberAt(finding.predicted, name),
              finding.measured ? numberAt(*finding.measured, name) : std::nullopt};
  Ratios worst;
  for (const ComparedSite &site : sites)
    if (site.site.kind == kind && site.predicted > worst.predicted.value_or(-1))
      worst = {site.predicted, site.measured};
  return worst;
}

std::string namedByRule(const std::string &file) {
  const fs::path path = file;
  if (!path.has_parent_path())
    return file;
  return (fs::path("kernels") / path.parent_path().filename() / path.filename()).string();
}

void nameByRule(runtime::Measurement &measurement) {
  const auto rename = [](std::string &file) { file = namedByRule(file); };
  for (runtime::MeasuredSite &site : measurement.sites)
    rename(site.site.span.file);
  for (runtime::SanitizerRun &run : measurement.sanitizers)
    for (runtime::SanitizerReport &report : run.reports)
      rename(report.file);
}

runtime::ConfirmationOf confirmations(const engine::RuleSet &rules) {
  return [&rules](const std::string &id) -> std::optional<runtime::Confirmation> {
    const engine::Rule *rule = rules.find(id);
    if (!rule)
      return std::nullopt;
    runtime::Confirmation confirmation;
    confirmation.kind = rule->on;
    confirmation.sanitizer = rule->confirm.sanitizer;
    confirmation.hang = rule->confirm.hang;
    confirmation.cost = rule->confirm.cost;
    for (const std::string &metric : rule->confirm.metrics)
      if (const runtime::Figure *figure = runtime::figureFromCuptiName(metric))
        confirmation.figures.emplace(figure->evidence);
    confirmation.participation =
        std::any_of(rule->confirm.metrics.begin(), rule->confirm.metrics.end(),
                    [](const std::string &metric) { return runtime::countsThreads(metric); });
    for (const std::string &metric : rule->confirm.metrics) {
      const auto activity = runtime::activityFromCuptiName(metric);
      confirmation.activity = confirmation.activity || activity.has_value();
      confirmation.iterations = confirmation.iterations || activity == runtime::Activity::Kernel;
    }
    if (!rule->confirm.when.empty())
      confirmation.holds = [rule](const Evidence &evidence) {
        return engine::holds(rule->confirm.when, rule->on, evidence, rule->params);
      };
    return confirmation;
  };
}

} // namespace warplint::cli
