//===- Words.cpp - a comparison for people --------------------------------===//

#include "lint/compare/Compare.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace warplint::compare {
namespace {

/// Counts to the last digit, all else to four.
std::string number(double value) {
  constexpr double mostExact = 1e15;
  if (value == std::floor(value) && std::abs(value) < mostExact)
    return fmt::format("{:.0f}", value);
  return fmt::format("{:.4g}", value);
}

/// "+12.3 %", "16.5 times", "new".
std::string changeInWords(double ratio) {
  constexpr double muchMore = 2;
  if (std::isinf(ratio))
    return "from nothing";
  if (ratio == 1)
    return "no change";
  if (ratio >= muchMore)
    return fmt::format("{:.3g} times as much", ratio);
  return fmt::format("{:+.1f} %", (ratio - 1) * 100);
}

std::string percent(double ratio) { return fmt::format("{:+.1f} %", (ratio - 1) * 100); }

std::string words(Change change) {
  switch (change) {
  case Change::Same:
    return "the same";
  case Change::NotJudged:
    return "";
  case Change::TooFew:
    return "too few runs to tell";
  case Change::Unclear:
    return "unclear: the runs differ more than the two sides";
  case Change::Better:
    return "better";
  case Change::Worse:
    return "worse";
  }
  return {};
}

std::string value(double middle, const std::vector<double> &all) {
  std::string text = number(middle);
  const auto [least, most] = std::minmax_element(all.begin(), all.end());
  if (least != all.end() && *least != *most)
    text += fmt::format(" ({} to {})", number(*least), number(*most));
  return text;
}

/// "wavefronts_ratio" -> "wavefronts ratio"
std::string title(std::string name) {
  std::replace(name.begin(), name.end(), '_', ' ');
  constexpr std::string_view unit = " percent"; // the unit says it
  if (name.ends_with(unit))
    name.resize(name.size() - unit.size());
  return name;
}

std::string numbers(const Metric &metric) {
  std::string text = fmt::format("{} -> {}", value(metric.medianBefore, metric.before),
                                 value(metric.medianAfter, metric.after));
  if (!metric.unit.empty())
    text += " " + metric.unit;
  return text;
}

std::string metricLine(const Metric &metric, const Options &options) {
  std::string text = fmt::format("    {}: {}", title(metric.name), numbers(metric));
  text += ", " + changeInWords(metric.ratio);
  if (metric.interval)
    text += fmt::format(" ({:g} % certain: {} to {})", options.confidence * 100,
                        percent(metric.interval->low), percent(metric.interval->high));
  if (metric.change == Change::TooFew)
    text += fmt::format(": {} ({} and {})", words(metric.change), metric.before.size(),
                        metric.after.size());
  else if (metric.change != Change::NotJudged)
    text += ": " + words(metric.change);
  return text + "\n";
}

std::string place(const Place &place) {
  return place.line ? fmt::format("{}:{}", place.file, place.line) : place.file;
}

std::string siteLine(const SitePair &site) {
  std::string text = "      " + place(site.after ? *site.after : *site.before);
  if (site.before && site.after && site.before != site.after)
    text +=
        site.before->file == site.after->file
            ? (site.before->line == site.after->line ? ""
                                                     : fmt::format(" (was {})", site.before->line))
            : " (was " + place(*site.before) + ")";
  text += ": ";
  text += site.op.empty() ? title(std::string(name(site.kind))) : site.op;
  if (!site.expr.empty())
    text += " `" + site.expr + "`";
  if (!site.before)
    text += ", new";
  if (!site.after)
    text += ", gone";
  for (const Metric &metric : site.metrics) {
    text += ", " + title(metric.name) + " ";
    if (site.before && site.after)
      text += metric.medianBefore == metric.medianAfter
                  ? number(metric.medianAfter)
                  : number(metric.medianBefore) + " -> " + number(metric.medianAfter);
    else
      text += number(site.after ? metric.medianAfter : metric.medianBefore);
  }
  return text + "\n";
}

/// Nothing of it is known to have changed.
bool isPlain(Change change) {
  return change == Change::Same || change == Change::NotJudged || change == Change::TooFew;
}

/// Figures that nobody judges are of use where something changed, and where they did.
bool isShown(const Metric &metric, double tolerance, bool all) {
  if (all)
    return true;
  if (metric.change == Change::NotJudged)
    return metric.ratio > 1 + tolerance || metric.ratio < 1 / (1 + tolerance);
  return metric.change != Change::Same;
}

bool isShown(const SitePair &site, bool all) {
  if (all)
    return true;
  if (!site.before || !site.after) // of those that only one side has, what is as it should be
    return std::any_of(site.metrics.begin(), site.metrics.end(), [](const Metric &metric) {
      return metric.name.ends_with("_ratio") &&
             std::max(metric.medianBefore, metric.medianAfter) > 1;
    });
  return site.change != Change::Same && site.change != Change::NotJudged;
}

std::string kernelWords(const KernelPair &kernel, const Options &options, bool all) {
  std::string text = kernel.instantiation.empty() ? kernel.name : kernel.instantiation;
  if (!kernel.oldName.empty())
    text += " (was " + kernel.oldName + ")";
  const std::string verdict = words(kernel.change);
  text =
      fmt::format("{}  {}{}{}\n", text, place(kernel.place), verdict.empty() ? "" : ": ", verdict);
  for (const std::string &note : kernel.notes)
    text += "    note: " + note + "\n";
  for (const Metric &metric : kernel.metrics)
    if (isShown(metric, options.tolerance, all))
      text += metricLine(metric, options);
  for (const SitePair &site : kernel.sites)
    if (isShown(site, all))
      text += siteLine(site);
  return text + "\n";
}

std::string sideLine(const char *which, const Side &side) {
  std::string text = fmt::format("{}: {}", which, side.files.front());
  if (side.files.size() > 1)
    text += fmt::format(" and {} more files", side.files.size() - 1);
  if (!side.devices.empty())
    text += fmt::format(" ({})", fmt::join(side.devices, ", "));
  return text + "\n";
}

std::string loneWords(const std::vector<Comparison::Lone> &lone, const char *which) {
  constexpr std::size_t mostNamed = 10;
  if (lone.empty())
    return {};
  std::vector<std::string> names;
  for (const Comparison::Lone &kernel : lone)
    if (names.size() < mostNamed)
      names.push_back(kernel.instantiation.empty() ? kernel.name : kernel.instantiation);
  std::string text = fmt::format("{}: {}", which, fmt::join(names, ", "));
  if (lone.size() > names.size())
    text += fmt::format(" and {} more", lone.size() - names.size());
  return text + "\n";
}

std::string summary(const Comparison &comparison) {
  std::vector<std::string> parts;
  for (const auto &[change, what] : {std::pair(Change::Worse, "worse"),
                                     {Change::Better, "better"},
                                     {Change::Same, "the same"},
                                     {Change::Unclear, "unclear"},
                                     {Change::TooFew, "with too few runs to tell"},
                                     {Change::NotJudged, "with nothing to judge by"}})
    if (const unsigned count = comparison.count(change))
      parts.push_back(fmt::format("{} {}", count, what));
  const std::size_t kernels = comparison.kernels.size();
  return fmt::format("{} kernel{} compared{}{}\n", kernels, kernels == 1 ? "" : "s",
                     parts.empty() ? "" : ": ", fmt::join(parts, ", "));
}

/// Said once, rather than at each kernel.
std::string advice(const Comparison &comparison, const Options &options) {
  const auto tooFew =
      std::count_if(comparison.kernels.begin(), comparison.kernels.end(), [](const auto &kernel) {
        return std::any_of(kernel.metrics.begin(), kernel.metrics.end(),
                           [](const Metric &metric) { return metric.change == Change::TooFew; });
      });
  if (tooFew == 0)
    return {};
  const std::size_t needed = runsNeeded(options.confidence);
  return fmt::format(
      "note: there are too few runs to tell whether the times of {} kernel{} changed: "
      "record {} of each side ({:g} % certain)\n",
      tooFew, tooFew == 1 ? "" : "s", needed, options.confidence * 100);
}

} // namespace

std::string inWords(const Comparison &comparison, const Options &options, WordOptions words) {
  std::string text = sideLine("old", comparison.before) + sideLine("new", comparison.after) + "\n";
  for (const KernelPair &kernel : comparison.kernels)
    if (words.all || !isPlain(kernel.change))
      text += kernelWords(kernel, options, words.all);
  text += loneWords(comparison.onlyBefore, "only in old");
  text += loneWords(comparison.onlyAfter, "only in new");
  text += summary(comparison);
  for (const std::string &note : comparison.notes)
    text += "note: " + note + "\n";
  return text + advice(comparison, options);
}

} // namespace warplint::compare
