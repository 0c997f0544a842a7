//===- RangeProfiler.cpp - kernel-level figures of one launch -------------===//

#include "runtime-check/collector/RangeProfiler.h"

#include "runtime-check/collector/Cupti.h"

#if __has_include(<cupti_range_profiler.h>)

#include <cupti_profiler_host.h>
#include <cupti_profiler_target.h>
#include <cupti_range_profiler.h>

namespace warplint::runtime {
namespace {

/// More than one where other threads launch kernels in the same context meanwhile.
constexpr std::size_t maximalLaunches = 16;

/// Which counters are free on this GPU, as CUPTI wants it told (virtual GPUs and MIG have fewer).
std::string counterAvailability(CUcontext context, std::vector<std::uint8_t> &image) {
  auto params = sized<CUpti_Profiler_GetCounterAvailability_Params>(
      CUpti_Profiler_GetCounterAvailability_Params_STRUCT_SIZE);
  params.ctx = context;
  if (auto problem = problemOf(cuptiProfilerGetCounterAvailability(&params),
                               "cuptiProfilerGetCounterAvailability");
      !problem.empty())
    return problem;
  image.resize(params.counterAvailabilityImageSize);
  params.pCounterAvailabilityImage = image.data();
  return problemOf(cuptiProfilerGetCounterAvailability(&params),
                   "cuptiProfilerGetCounterAvailability");
}

CUptiResult initializeHost(const std::string &chip, const std::vector<std::uint8_t> &availability,
                           CUpti_Profiler_Host_Object *&host) {
  auto params = sized<CUpti_Profiler_Host_Initialize_Params>(
      CUpti_Profiler_Host_Initialize_Params_STRUCT_SIZE);
  params.profilerType = CUPTI_PROFILER_TYPE_RANGE_PROFILER;
  params.pChipName = chip.c_str();
  params.pCounterAvailabilityImage = availability.data();
  const CUptiResult result = cuptiProfilerHostInitialize(&params);
  host = result == CUPTI_SUCCESS ? params.pHostObject : nullptr;
  return result;
}

void deinitializeHost(CUpti_Profiler_Host_Object *host) {
  auto params = sized<CUpti_Profiler_Host_Deinitialize_Params>(
      CUpti_Profiler_Host_Deinitialize_Params_STRUCT_SIZE);
  params.pHostObject = host;
  cuptiProfilerHostDeinitialize(&params);
}

CUptiResult addMetrics(CUpti_Profiler_Host_Object *host, std::vector<const char *> metrics) {
  auto params = sized<CUpti_Profiler_Host_ConfigAddMetrics_Params>(
      CUpti_Profiler_Host_ConfigAddMetrics_Params_STRUCT_SIZE);
  params.pHostObject = host;
  params.ppMetricNames = metrics.data();
  params.numMetrics = metrics.size();
  return cuptiProfilerHostConfigAddMetrics(&params);
}

bool hasMetric(CUpti_Profiler_Host_Object *host, std::string_view name) {
  auto params = sized<CUpti_Profiler_Host_GetMetricProperties_Params>(
      CUpti_Profiler_Host_GetMetricProperties_Params_STRUCT_SIZE);
  params.pHostObject = host;
  params.pMetricName = name.data();
  return cuptiProfilerHostGetMetricProperties(&params) == CUPTI_SUCCESS;
}

} // namespace

std::string RangeProfiler::prepare(unsigned device, CUcontext context,
                                   const std::vector<const Figure *> &wanted) {
  if (auto problem = initializeProfiler(); !problem.empty())
    return problem;
  std::vector<std::uint8_t> availability;
  if (auto problem = counterAvailability(context, availability); !problem.empty())
    return problem;
  const std::string chip = chipName(device);
  if (const CUptiResult result = initializeHost(chip, availability, host_); result != CUPTI_SUCCESS)
    return "CUPTI knows no kernel-level metrics of this chip (" + chip +
           "): a newer CUPTI may: " + problemOf(result, "cuptiProfilerHostInitialize");
  chosen_.clear();
  missing_.clear();
  metrics_.clear();
  bool needsLatency = false;
  for (const Figure *figure : wanted) {
    const bool has = hasMetric(host_, figure->cuptiName);
    (has ? chosen_ : missing_).push_back(figure);
    if (has)
      metrics_.push_back(figure->cuptiName.data());
    needsLatency |= has && figure->isStall;
  }
  if (needsLatency)
    metrics_.push_back(warpLatency.data());
  std::string problem =
      metrics_.empty() ? "this chip (" + chip + ") has none of the figures asked for" : plan();
  if (!problem.empty()) {
    deinitializeHost(host_);
    host_ = nullptr;
  }
  return problem;
}

/// The passes that the metrics need.
std::string RangeProfiler::plan() {
  if (auto problem = problemOf(addMetrics(host_, metrics_), "cuptiProfilerHostConfigAddMetrics");
      !problem.empty())
    return problem;
  auto size = sized<CUpti_Profiler_Host_GetConfigImageSize_Params>(
      CUpti_Profiler_Host_GetConfigImageSize_Params_STRUCT_SIZE);
  size.pHostObject = host_;
  if (auto problem = problemOf(cuptiProfilerHostGetConfigImageSize(&size),
                               "cuptiProfilerHostGetConfigImageSize");
      !problem.empty())
    return problem;
  configuration_.resize(size.configImageSize);
  auto image = sized<CUpti_Profiler_Host_GetConfigImage_Params>(
      CUpti_Profiler_Host_GetConfigImage_Params_STRUCT_SIZE);
  image.pHostObject = host_;
  image.configImageSize = configuration_.size();
  image.pConfigImage = configuration_.data();
  return problemOf(cuptiProfilerHostGetConfigImage(&image), "cuptiProfilerHostGetConfigImage");
}

std::string RangeProfiler::enable(CUcontext context) {
  if (profiler_ && context_ == context)
    return {};
  disable();
  auto params =
      sized<CUpti_RangeProfiler_Enable_Params>(CUpti_RangeProfiler_Enable_Params_STRUCT_SIZE);
  params.ctx = context;
  if (auto problem = problemOf(cuptiRangeProfilerEnable(&params), "cuptiRangeProfilerEnable");
      !problem.empty())
    return problem;
  profiler_ = params.pRangeProfilerObject;
  context_ = context;
  return {};
}

std::string RangeProfiler::begin(CUcontext context) {
  std::string problem = enable(context);
  if (problem.empty())
    problem = configure();
  if (problem.empty()) {
    auto start =
        sized<CUpti_RangeProfiler_Start_Params>(CUpti_RangeProfiler_Start_Params_STRUCT_SIZE);
    start.pRangeProfilerObject = profiler_;
    problem = problemOf(cuptiRangeProfilerStart(&start), "cuptiRangeProfilerStart");
  }
  if (!problem.empty())
    disable();
  return problem;
}

void RangeProfiler::leave(CUcontext context) {
  if (context_ == context)
    disable();
}

std::string RangeProfiler::configure() {
  auto size = sized<CUpti_RangeProfiler_GetCounterDataSize_Params>(
      CUpti_RangeProfiler_GetCounterDataSize_Params_STRUCT_SIZE);
  size.pRangeProfilerObject = profiler_;
  size.pMetricNames = metrics_.data();
  size.numMetrics = metrics_.size();
  size.maxNumOfRanges = maximalLaunches;
  size.maxNumRangeTreeNodes = maximalLaunches;
  if (auto problem = problemOf(cuptiRangeProfilerGetCounterDataSize(&size),
                               "cuptiRangeProfilerGetCounterDataSize");
      !problem.empty())
    return problem;
  counters_.assign(size.counterDataSize, 0);
  auto image = sized<CUpti_RangeProfiler_CounterDataImage_Initialize_Params>(
      CUpti_RangeProfiler_CounterDataImage_Initialize_Params_STRUCT_SIZE);
  image.pRangeProfilerObject = profiler_;
  image.counterDataSize = counters_.size();
  image.pCounterData = counters_.data();
  if (auto problem = problemOf(cuptiRangeProfilerCounterDataImageInitialize(&image),
                               "cuptiRangeProfilerCounterDataImageInitialize");
      !problem.empty())
    return problem;
  auto config =
      sized<CUpti_RangeProfiler_SetConfig_Params>(CUpti_RangeProfiler_SetConfig_Params_STRUCT_SIZE);
  config.pRangeProfilerObject = profiler_;
  config.configSize = configuration_.size();
  config.pConfig = configuration_.data();
  config.counterDataImageSize = counters_.size();
  config.pCounterDataImage = counters_.data();
  config.range = CUPTI_AutoRange;
  config.replayMode = CUPTI_KernelReplay;
  config.maxRangesPerPass = maximalLaunches;
  config.numNestingLevels = 1;
  config.minNestingLevel = 1;
  config.targetNestingLevel = 1;
  return problemOf(cuptiRangeProfilerSetConfig(&config), "cuptiRangeProfilerSetConfig");
}

std::string RangeProfiler::end(std::vector<FigureValue> &values, std::size_t &launches) {
  auto stop = sized<CUpti_RangeProfiler_Stop_Params>(CUpti_RangeProfiler_Stop_Params_STRUCT_SIZE);
  stop.pRangeProfilerObject = profiler_;
  std::string problem = problemOf(cuptiRangeProfilerStop(&stop), "cuptiRangeProfilerStop");
  if (problem.empty()) {
    auto decode = sized<CUpti_RangeProfiler_DecodeData_Params>(
        CUpti_RangeProfiler_DecodeData_Params_STRUCT_SIZE);
    decode.pRangeProfilerObject = profiler_;
    problem = problemOf(cuptiRangeProfilerDecodeData(&decode), "cuptiRangeProfilerDecodeData");
  }
  if (problem.empty())
    problem = evaluate(values, launches);
  if (!problem.empty())
    disable();
  return problem;
}

std::string RangeProfiler::evaluate(std::vector<FigureValue> &values, std::size_t &launches) {
  auto info = sized<CUpti_RangeProfiler_GetCounterDataInfo_Params>(
      CUpti_RangeProfiler_GetCounterDataInfo_Params_STRUCT_SIZE);
  info.pCounterDataImage = counters_.data();
  info.counterDataImageSize = counters_.size();
  if (auto problem = problemOf(cuptiRangeProfilerGetCounterDataInfo(&info),
                               "cuptiRangeProfilerGetCounterDataInfo");
      !problem.empty())
    return problem;
  launches = info.numTotalRanges;
  if (launches != 1)
    return {};
  std::vector<double> measured(metrics_.size());
  auto params = sized<CUpti_Profiler_Host_EvaluateToGpuValues_Params>(
      CUpti_Profiler_Host_EvaluateToGpuValues_Params_STRUCT_SIZE);
  params.pHostObject = host_;
  params.pCounterDataImage = counters_.data();
  params.counterDataImageSize = counters_.size();
  params.ppMetricNames = metrics_.data();
  params.numMetrics = metrics_.size();
  params.pMetricValues = measured.data();
  if (auto problem = problemOf(cuptiProfilerHostEvaluateToGpuValues(&params),
                               "cuptiProfilerHostEvaluateToGpuValues");
      !problem.empty())
    return problem;
  for (std::size_t i = 0; i < chosen_.size(); ++i) // the latency, where it is needed, is the last
    addValue(values, *chosen_[i], figureValue(*chosen_[i], measured[i], measured.back()));
  return {};
}

void RangeProfiler::disable() {
  if (!profiler_)
    return;
  auto params =
      sized<CUpti_RangeProfiler_Disable_Params>(CUpti_RangeProfiler_Disable_Params_STRUCT_SIZE);
  params.pRangeProfilerObject = profiler_;
  cuptiRangeProfilerDisable(&params);
  profiler_ = nullptr;
  context_ = nullptr;
}

} // namespace warplint::runtime

#else

namespace warplint::runtime {

std::string RangeProfiler::prepare(unsigned, CUcontext, const std::vector<const Figure *> &) {
  return "the collector was built with a CUPTI that has no Range Profiler: kernel-level figures "
         "need the CUDA Toolkit 12.6 or newer";
}
std::string RangeProfiler::begin(CUcontext) { return {}; }
void RangeProfiler::leave(CUcontext) {}
std::string RangeProfiler::end(std::vector<FigureValue> &, std::size_t &) { return {}; }

} // namespace warplint::runtime

#endif
