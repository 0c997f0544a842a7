//===- MetricsTest.cpp - do the chips have what is asked for? -------------===//

#include "lint/engine/Rule.h"
#include "runtime-check/Instruction.h"

#include <cupti.h>
#include <cupti_profiler_host.h>
#include <cupti_sass_metrics.h>
#include <cupti_target.h>
#include <gmock/gmock.h>
#include <map>
#include <set>

namespace warplint::runtime {
namespace {

using Metrics = std::set<std::string>;

template <typename Params> Params sized(std::size_t size) {
  Params params{};
  params.structSize = size;
  return params;
}

Metrics metricsOf(const char *chip) {
  auto count = sized<CUpti_SassMetrics_GetNumOfMetrics_Params>(
      CUpti_SassMetrics_GetNumOfMetrics_Params_STRUCT_SIZE);
  count.pChipName = chip;
  if (cuptiSassMetricsGetNumOfMetrics(&count) != CUPTI_SUCCESS)
    return {};
  std::vector<CUpti_SassMetrics_MetricDetails> details(count.numOfMetrics);
  auto list =
      sized<CUpti_SassMetrics_GetMetrics_Params>(CUpti_SassMetrics_GetMetrics_Params_STRUCT_SIZE);
  list.pChipName = chip;
  list.numOfMetrics = details.size();
  list.pMetricsList = details.data();
  cuptiSassMetricsGetMetrics(&list);
  Metrics metrics;
  for (const CUpti_SassMetrics_MetricDetails &detail : details)
    metrics.insert(detail.pMetricName);
  return metrics;
}

/// Chips that have counters per instruction at all: from Turing on.
std::map<std::string, Metrics> chips() {
  auto params = sized<CUpti_Profiler_Host_GetSupportedChips_Params>(
      CUpti_Profiler_Host_GetSupportedChips_Params_STRUCT_SIZE);
  EXPECT_EQ(cuptiProfilerHostGetSupportedChips(&params), CUPTI_SUCCESS);
  std::map<std::string, Metrics> result;
  for (std::size_t i = 0; i < params.numChips; ++i)
    if (Metrics metrics = metricsOf(params.ppChipNames[i]); !metrics.empty())
      result[params.ppChipNames[i]] = std::move(metrics);
  return result;
}

bool isTuring(const std::string &chip) { return chip.starts_with("TU"); }
bool isBeforeHopper(const std::string &chip) {
  return isTuring(chip) || chip.starts_with("GA") || chip.starts_with("AD");
}

/// What chips lack because they lack what it counts.
bool mayLack(const std::string &chip, const std::string &metric) {
  if (metric.ends_with("_ldgsts")) // asynchronous copies came with compute capability 8.0
    return isTuring(chip);
  if (metric.ends_with("_stsm")) // stmatrix came with 9.0
    return isBeforeHopper(chip);
  return false;
}

TEST(Metrics, OfRulesAreOnEveryChip) {
  const auto all = chips();
  ASSERT_GE(all.size(), 10U);
  const auto rules = engine::RuleSet::builtin();
  ASSERT_TRUE(rules);
  for (const engine::Rule &rule : rules->rules())
    for (const std::string &metric : rule.confirm.metrics)
      for (const auto &[chip, metrics] : all)
        EXPECT_TRUE(metrics.contains(metric) || mayLack(chip, metric))
            << rule.id << " asks for " << metric << ", which " << chip << " does not have";
}

TEST(Metrics, OfTheCollectorAreOnEveryChip) {
  for (const auto &[chip, metrics] : chips())
    for (std::size_t i = 0; i < metricCount; ++i) {
      const std::string metric(cuptiName(static_cast<Metric>(i)));
      EXPECT_TRUE(metrics.contains(metric) || mayLack(chip, metric)) << chip << " " << metric;
    }
}

} // namespace
} // namespace warplint::runtime
