//===- Unreported.cpp - what the GPU saw and the linter did not -----------===//

#include "runtime-check/Unreported.h"

#include "lint/evidence/WholeNumbers.h"
#include "runtime-check/KernelName.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <tuple>

namespace warplint::runtime {
namespace {

constexpr double inefficient = 2;   ///< ratio
constexpr double noticeable = 0.01; ///< of the kernel's traffic

/// The counts that are traffic, and the least that would do.
struct Names {
  const char *count;
  const char *ideal;
};
std::optional<Names> namesOf(const Site &site) {
  // What an asynchronous copy counts is not what it touches (docs/counting.md), and lanes that add
  // to one shared word are served one by one whatever the layout.
  if (site.kind == SiteKind::GlobalAccess && site.op != "copy")
    return Names{"sectors", "sectors_ideal"};
  if (site.kind == SiteKind::SharedAccess && site.op != "atomic")
    return Names{"wavefronts", "wavefronts_ideal"};
  return std::nullopt;
}

using Line = std::tuple<std::string, SiteKind, std::string, unsigned, std::string>;

bool isAt(const Site &site, const SourceSpan &span, const Lines &statement) {
  const Lines own{span.line, std::max(span.line, span.endLine)};
  return (own.contain(site.span.line) || statement.contain(site.span.line)) &&
         sameFile(span.file, site.span.file).same;
}

/// Where it stands, or at one of the uses of its macro.
bool isAt(const Site &site, const Finding &finding) {
  return isAt(site, finding.span, finding.statement) ||
         std::any_of(finding.uses.begin(), finding.uses.end(),
                     [&](const Use &use) { return isAt(site, use.span, use.statement); });
}

bool isReported(const Site &site, const std::vector<Finding> &findings) {
  return std::any_of(findings.begin(), findings.end(), [&](const Finding &finding) {
    const bool sameMemory = finding.predicted.contains(
        site.kind == SiteKind::GlobalAccess ? "sectors_ratio" : "wavefronts_ratio");
    const bool dataDependent = finding.rule == "memory-gather-access";
    const bool sameOperation =
        finding.ops.empty() ||
        std::find(finding.ops.begin(), finding.ops.end(), site.op) != finding.ops.end();
    return (sameMemory || (dataDependent && site.kind == SiteKind::GlobalAccess)) &&
           sameOperation && plainKernelName(finding.kernel) == plainKernelName(site.kernel) &&
           isAt(site, finding);
  });
}

} // namespace

Coverage coverage(const Measurement &measurement, const std::vector<Finding> &findings) {
  std::map<Line, Site> lines;
  std::map<std::pair<std::string, SiteKind>, double> traffic;
  for (const MeasuredSite &measured : measurement.sites) {
    const Site &site = measured.site;
    const auto names = namesOf(site);
    if (!names)
      continue;
    traffic[{site.kernel, site.kind}] += static_cast<double>(countAt(site.evidence, names->count));
    if (site.span.line == 0)
      continue;
    Site &line = lines[{site.kernel, site.kind, site.span.file, site.span.line, site.op}];
    const Evidence before = std::move(line.evidence);
    line = site;
    for (const char *name : {"requests", names->count, names->ideal})
      line.evidence[name] = sumOfCounts(countAt(site.evidence, name), countAt(before, name));
  }

  Coverage result;
  for (auto &[key, line] : lines) {
    const auto names = namesOf(line);
    const auto count = static_cast<double>(countAt(line.evidence, names->count));
    const auto ideal = static_cast<double>(countAt(line.evidence, names->ideal));
    const double share = count / std::max(traffic[{line.kernel, line.kind}], 1.0);
    if (ideal == 0 || count / ideal < inefficient || share < noticeable)
      continue;
    if (isReported(line, findings)) {
      ++result.reported;
      continue;
    }
    line.evidence[std::string(ratioName(line.kind))] = count / ideal;
    result.unreported.push_back({line, share});
  }
  const auto order = [](const UnreportedLine &line) {
    return std::tuple(-line.share, line.site.span, line.site.kernel, line.site.op);
  };
  std::sort(result.unreported.begin(), result.unreported.end(),
            [&](const auto &a, const auto &b) { return order(a) < order(b); });
  return result;
}

std::string inWords(const UnreportedLine &line) {
  const Site &site = line.site;
  const double ratio = numberAt(site.evidence, ratioName(site.kind)).value_or(0);
  const bool global = site.kind == SiteKind::GlobalAccess;
  char numbers[64];
  std::snprintf(numbers, sizeof numbers, "%.2f times the %s needed (%.0f %% of the kernel's)",
                ratio, global ? "sectors" : "wavefronts", std::round(line.share * 100));
  return site.span.file + ":" + std::to_string(site.span.line) + ": " + site.op + " in `" +
         site.kernel + "`: " + numbers;
}

} // namespace warplint::runtime
