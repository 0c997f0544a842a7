//===- MetricsTest.cpp - do the chips have what is asked for? -------------===//

#include "lint/engine/Rule.h"
#include "runtime-check/Activity.h"
#include "runtime-check/Figure.h"
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
  const engine::RuleSet rules = engine::RuleSet::builtin();
  for (const engine::Rule &rule : rules.rules())
    for (const std::string &metric : rule.confirm.metrics)
      for (const auto &[chip, metrics] : all)
        EXPECT_TRUE(metrics.contains(metric) || mayLack(chip, metric) ||
                    figureFromCuptiName(metric) || activityFromCuptiName(metric))
            << rule.id << " asks for " << metric << ", which " << chip << " does not have";
}

TEST(Metrics, OfRulesAreCollected) {
  const engine::RuleSet rules = engine::RuleSet::builtin();
  for (const engine::Rule &rule : rules.rules())
    for (const std::string &metric : rule.confirm.metrics)
      EXPECT_TRUE(metricFromCuptiName(metric) || figureFromCuptiName(metric) ||
                  activityFromCuptiName(metric))
          << rule.id << " asks for " << metric;
}

TEST(Metrics, OfTheCollectorAreOnEveryChip) {
  for (const auto &[chip, metrics] : chips())
    for (std::size_t i = 0; i < metricCount; ++i) {
      const std::string metric(cuptiName(static_cast<Metric>(i)));
      EXPECT_TRUE(metrics.contains(metric) || mayLack(chip, metric)) << chip << " " << metric;
    }
}

//===----------------------------------------------------------------------===//
// Kernel-level figures
//===----------------------------------------------------------------------===//

/// CUPTI's knowledge of a chip's metrics, as the collector asks it.
class ProfilerHost {
public:
  explicit ProfilerHost(const std::string &chip) {
    auto params = sized<CUpti_Profiler_Host_Initialize_Params>(
        CUpti_Profiler_Host_Initialize_Params_STRUCT_SIZE);
    params.profilerType = CUPTI_PROFILER_TYPE_RANGE_PROFILER;
    params.pChipName = chip.c_str();
    if (cuptiProfilerHostInitialize(&params) == CUPTI_SUCCESS)
      object_ = params.pHostObject;
  }
  ~ProfilerHost() {
    auto params = sized<CUpti_Profiler_Host_Deinitialize_Params>(
        CUpti_Profiler_Host_Deinitialize_Params_STRUCT_SIZE);
    params.pHostObject = object_;
    if (object_)
      cuptiProfilerHostDeinitialize(&params);
  }
  ProfilerHost(const ProfilerHost &) = delete;
  ProfilerHost &operator=(const ProfilerHost &) = delete;

  bool knows(std::string_view metric) const {
    auto params = sized<CUpti_Profiler_Host_GetMetricProperties_Params>(
        CUpti_Profiler_Host_GetMetricProperties_Params_STRUCT_SIZE);
    params.pHostObject = object_;
    params.pMetricName = metric.data();
    return cuptiProfilerHostGetMetricProperties(&params) == CUPTI_SUCCESS;
  }
  /// Can all of them be taken, in however many passes?
  bool canTake(std::vector<const char *> metrics) const {
    auto params = sized<CUpti_Profiler_Host_ConfigAddMetrics_Params>(
        CUpti_Profiler_Host_ConfigAddMetrics_Params_STRUCT_SIZE);
    params.pHostObject = object_;
    params.ppMetricNames = metrics.data();
    params.numMetrics = metrics.size();
    return cuptiProfilerHostConfigAddMetrics(&params) == CUPTI_SUCCESS;
  }

private:
  CUpti_Profiler_Host_Object *object_ = nullptr;
};

/// What chips lack, and why. Nothing stands in for it: the figure is left out there.
bool mayLack(const std::string &chip, const Figure &figure) {
  if (figure.evidence == "dram_throughput_percent" ||
      figure.evidence == "bytes_dram") // Orin, Thor, GB10: the memory is the CPU's
    return chip == "GA10B" || chip == "GB10B" || chip == "GB20B";
  if (figure.evidence == "stall_gmma_percent") // wgmma is Hopper's alone
    return chip != "GH100";
  if (figure.evidence == "stall_imc_miss_percent") // not told apart from Blackwell on
    return chip.starts_with("GB");
  return false;
}

/// How many metrics count what the Tensor Cores of a chip multiply, by evidence. The whole number
/// formats came with Turing, bfloat16, tf32 and double with Ampere, 8 bits with Ada and Hopper.
std::map<std::string_view, unsigned> partsOf(const std::string &chip) {
  std::map<std::string_view, unsigned> parts{{"flops_fp16_tensor", 2}, {"flops_bf16_tensor", 1},
                                             {"flops_tf32_tensor", 1}, {"flops_fp64_tensor", 1},
                                             {"flops_fp8_tensor", 2},  {"flops_int8_tensor", 1}};
  if (chip == "GH100") {
    parts["flops_fp16_tensor"] = 1; // one metric for both kinds of sums
    parts["flops_fp8_tensor"] = 1;
  } else if (chip.starts_with("AD")) {
    parts["flops_fp8_tensor"] = 1;
  } else if (chip.starts_with("GA")) {
    parts["flops_fp8_tensor"] = 0;
  } else if (isTuring(chip)) {
    const bool hasTensorCores = chip < "TU11"; // GeForce GTX 16 has none
    parts = {{"flops_fp16_tensor", hasTensorCores ? 2 : 0},
             {"flops_bf16_tensor", 0},
             {"flops_tf32_tensor", 0},
             {"flops_fp64_tensor", 0},
             {"flops_fp8_tensor", 0},
             {"flops_int8_tensor", hasTensorCores}};
  }
  return parts;
}

TEST(Metrics, OfFiguresAreOnEveryChip) {
  for (const auto &[chip, ignored] : chips()) {
    const ProfilerHost host(chip);
    std::map<std::string_view, unsigned> parts;
    std::vector<const char *> known{warpLatency.data()};
    EXPECT_TRUE(host.knows(warpLatency)) << chip;
    for (const Figure &figure : figures()) {
      const bool isKnown = host.knows(figure.cuptiName);
      if (figure.isPart)
        parts[figure.evidence] += isKnown;
      else
        EXPECT_EQ(!isKnown, mayLack(chip, figure)) << chip << " " << figure.cuptiName;
      if (isKnown)
        known.push_back(figure.cuptiName.data());
    }
    EXPECT_EQ(parts, partsOf(chip)) << chip;
    EXPECT_TRUE(host.canTake(known)) << chip;
    EXPECT_FALSE(host.knows("sm__no_such_metric.avg")) << chip;
  }
}

} // namespace
} // namespace warplint::runtime
