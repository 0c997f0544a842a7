//===- Settings.cpp - what the collector is asked for ---------------------===//

#include "runtime-check/collector/Settings.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>

namespace warplint::runtime {
namespace {

std::string environment(const char *name) {
  const char *value = std::getenv(name);
  return value ? value : "";
}

std::vector<std::string> split(const std::string &text, char separator) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, separator);)
    if (!part.empty())
      parts.push_back(part);
  return parts;
}

void readKernels(Settings &settings) {
  std::string text = environment("WARPLINT_KERNELS");
  if (text.starts_with("@")) {
    std::ifstream in(text.substr(1), std::ios::binary);
    if (!in)
      settings.problems.push_back("cannot read the list of kernels in " + text.substr(1) +
                                  ": all kernels are measured");
    std::ostringstream contents;
    contents << in.rdbuf();
    text = in ? contents.str() : "";
  }
  for (const std::string &kernel : split(text, '\n'))
    settings.kernels.insert(kernel);
}

void readFigures(Settings &settings, const std::vector<std::string> &asked) {
  for (const std::string &name : asked)
    if (const Figure *figure = figureFromCuptiName(name))
      settings.figures.push_back(figure);
  if (settings.figures.empty())
    for (const Figure &figure : figures())
      settings.figures.push_back(&figure);
}

void readMetrics(Settings &settings, const std::vector<std::string> &asked) {
  std::vector<Metric> known;
  for (const std::string &name : asked)
    if (const auto metric = metricFromCuptiName(name))
      known.push_back(*metric);
  for (std::size_t i = 0; i < metricCount; ++i) {
    const auto candidate = static_cast<Metric>(i);
    if (known.empty() || std::any_of(known.begin(), known.end(),
                                     [&](Metric metric) { return isNeededFor(candidate, metric); }))
      settings.metrics.push_back(candidate);
  }
}

} // namespace

Settings settingsFromEnvironment() {
  Settings settings;
  settings.folder = environment("WARPLINT_EVIDENCE_DIR");
  readKernels(settings);
  const std::vector<std::string> metrics = split(environment("WARPLINT_METRICS"), ',');
  readFigures(settings, metrics);
  readMetrics(settings, metrics);
  settings.takesFigures = environment("WARPLINT_FIGURES") == "1";
  settings.takesActivity = environment("WARPLINT_ACTIVITY") == "1";
  if (const std::string launches = environment("WARPLINT_LAUNCHES"); !launches.empty())
    settings.launches = static_cast<unsigned>(std::max(1, std::atoi(launches.c_str())));
  settings.graphs = environment("WARPLINT_GRAPHS") == "1";
  return settings;
}

} // namespace warplint::runtime
