//===- RecordedEvidence.cpp - what rules cost on a real GPU ---------------===//

#include "lint/cli/RecordedEvidence.h"

#include "lint/evidence/EmbeddedFile.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <set>

namespace warplint::cli {

std::span<const EmbeddedFile> evidenceFiles(); // written by the build

namespace {

/// Of one variant's file.
struct Variant {
  std::optional<double> ratio; ///< the worst of the rule's kind of site
  double milliseconds = 0;
  std::string sanitizer{}; ///< what it said; empty: it was not run
};

std::string saidOf(const runtime::SanitizerRun &run, const std::string &variant) {
  std::set<unsigned> lines;
  for (const runtime::SanitizerReport &report : run.reports)
    if (std::filesystem::path(report.file).stem() == variant)
      lines.insert(report.line);
  if (lines.empty())
    return run.tool + " reports nothing";
  return fmt::format("{} reports line{} {}", run.tool, lines.size() == 1 ? "" : "s",
                     fmt::join(lines, ", "));
}

Variant variantOf(const runtime::Measurement &measurement, const engine::Rule &rule,
                  const std::string &variant) {
  const std::string_view ratio = runtime::ratioName(rule.on);
  Variant result;
  for (const runtime::MeasuredSite &measured : measurement.sites) {
    const Site &site = measured.site;
    if (std::filesystem::path(site.span.file).stem() != variant)
      continue;
    if (const auto time = numberAt(site.evidence, "milliseconds"))
      result.milliseconds = *time;
    if (site.kind != rule.on)
      continue;
    if (const auto value = numberAt(site.evidence, ratio))
      result.ratio = std::max(*value, result.ratio.value_or(*value));
  }
  for (const runtime::SanitizerRun &run : measurement.sanitizers)
    result.sanitizer = saidOf(run, variant);
  return result;
}

std::string inWords(std::string_view name, const Variant &variant, std::string_view ratio) {
  std::string text = fmt::format("{:<4}  {:.4f} ms", name, variant.milliseconds);
  if (variant.ratio)
    text += fmt::format("  {} {:.2f}", ratio, *variant.ratio);
  if (!variant.sanitizer.empty())
    text += "  " + variant.sanitizer;
  return text + "\n";
}

} // namespace

std::optional<runtime::Measurement> recordedEvidence(const std::string &rule) {
  for (const EmbeddedFile &file : evidenceFiles()) {
    if (file.path != rule + ".json")
      continue;
    const auto json = nlohmann::json::parse(file.contents, nullptr, false);
    if (auto measurement = runtime::measurementFromJson(json))
      return std::move(*measurement);
  }
  return std::nullopt;
}

std::string recordedInWords(const engine::Rule &rule) {
  const auto measurement = recordedEvidence(rule.id);
  if (!measurement || !measurement->device)
    return {};
  const std::string_view ratio = runtime::ratioName(rule.on);
  return fmt::format("{}, driver {}, CUDA {}, {}: kernels/{}\n", measurement->device->name,
                     measurement->device->driver, measurement->device->cuda, measurement->date,
                     rule.kernels) +
         inWords("bad", variantOf(*measurement, rule, "bad"), ratio) +
         inWords("good", variantOf(*measurement, rule, "good"), ratio);
}

} // namespace warplint::cli
