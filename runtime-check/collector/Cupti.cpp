//===- Cupti.cpp - the calls of CUPTI that the collector makes ------------===//

#include "runtime-check/collector/Cupti.h"

#include "runtime-check/collector/EvidenceFile.h"

#include <cupti_profiler_target.h>
#include <cupti_sass_metrics.h>
#include <cupti_target.h>
#include <fstream>
#include <unordered_map>

namespace warplint::runtime {
namespace {

/// What the person can do, for the failures that are met in practice.
std::string_view adviceOn(CUptiResult result) {
  switch (result) {
  case CUPTI_ERROR_INSUFFICIENT_PRIVILEGES:
    return "this user may not use the GPU's counters: ask the administrator to load the driver "
           "with NVreg_RestrictProfilingToAdminUsers=0, or run as root";
  case CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED:
    return "another profiler is attached to this process";
  case CUPTI_ERROR_VIRTUALIZED_DEVICE_NOT_SUPPORTED:
  case CUPTI_ERROR_VIRTUALIZED_DEVICE_INSUFFICIENT_PRIVILEGES:
    return "the virtual GPU does not allow counters";
  case CUPTI_ERROR_NOT_SUPPORTED:
  case CUPTI_ERROR_INVALID_DEVICE:
    return "CUPTI has no such counters for this GPU (they begin with compute capability 7.5)";
  case CUPTI_ERROR_NOT_COMPATIBLE:
    return "this CUPTI does not go with the driver, or another tool uses the counters in this "
           "process";
  case CUPTI_ERROR_HARDWARE_BUSY:
    return "another process uses the GPU's counters";
  case CUPTI_ERROR_OUT_OF_MEMORY:
    return "there is too little memory on the GPU beside the program's own";
  default:
    return {};
  }
}

std::string version(int number) { // 13000 -> 13.0
  return std::to_string(number / 1000) + "." + std::to_string(number % 1000 / 10);
}

std::string driverVersion() {
  std::ifstream in("/sys/module/nvidia/version");
  std::string text;
  std::getline(in, text);
  return text;
}

/// CUPTI's number for a metric of a chip.
std::optional<std::uint64_t> metricId(const std::string &chip, Metric metric) {
  const std::string name(cuptiName(metric));
  auto params = sized<CUpti_SassMetrics_GetProperties_Params>(
      CUpti_SassMetrics_GetProperties_Params_STRUCT_SIZE);
  params.pChipName = chip.c_str();
  params.pMetricName = name.c_str();
  if (cuptiSassMetricsGetProperties(&params) != CUPTI_SUCCESS)
    return std::nullopt;
  return params.metric.metricId;
}

} // namespace

std::string problemOf(CUptiResult result, const char *what) {
  if (result == CUPTI_SUCCESS)
    return {};
  const char *name = nullptr;
  cuptiGetResultString(result, &name);
  const std::string code = name ? name : std::to_string(result);
  const std::string_view advice = adviceOn(result);
  if (advice.empty())
    return std::string(what) + ": " + code;
  return std::string(advice) + " (" + what + ": " + code + ")";
}

std::string initializeProfiler() {
  auto params =
      sized<CUpti_Profiler_Initialize_Params>(CUpti_Profiler_Initialize_Params_STRUCT_SIZE);
  return problemOf(cuptiProfilerInitialize(&params), "cuptiProfilerInitialize");
}

std::string chipName(unsigned device) {
  auto params = sized<CUpti_Device_GetChipName_Params>(CUpti_Device_GetChipName_Params_STRUCT_SIZE);
  params.deviceIndex = device;
  if (cuptiDeviceGetChipName(&params) != CUPTI_SUCCESS || !params.pChipName)
    return {};
  return params.pChipName;
}

DeviceInfo deviceInfo(unsigned device) {
  DeviceInfo info;
  CUdevice handle = 0;
  char name[256] = {};
  int major = 0, minor = 0, driver = 0;
  std::uint32_t cupti = 0;
  cuDeviceGet(&handle, static_cast<int>(device));
  cuDeviceGetName(name, sizeof name - 1, handle);
  cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, handle);
  cuDeviceGetAttribute(&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, handle);
  cuDriverGetVersion(&driver);
  cuptiGetVersion(&cupti);
  info.name = name;
  info.chip = chipName(device);
  info.computeCapability = std::to_string(major) + "." + std::to_string(minor);
  info.driver = driverVersion();
  info.cuda = version(driver);
  info.cupti = std::to_string(cupti);
  return info;
}

std::string json(const DeviceInfo &device) {
  return "{\"name\":" + jsonString(device.name) + ",\"chip\":" + jsonString(device.chip) +
         ",\"compute_capability\":" + jsonString(device.computeCapability) +
         ",\"driver\":" + jsonString(device.driver) + ",\"cuda\":" + jsonString(device.cuda) +
         ",\"cupti\":" + jsonString(device.cupti) + "}";
}

std::string SassMetrics::configure(unsigned device, const std::vector<Metric> &metrics) {
  device_ = device;
  if (auto problem = initializeProfiler(); !problem.empty())
    return problem;
  const std::string chip = chipName(device);
  byId_.clear();
  missing_.clear();
  std::vector<CUpti_SassMetrics_Config> chosen;
  for (const Metric metric : metrics) {
    if (const auto id = metricId(chip, metric)) {
      byId_[*id] = metric;
      chosen.push_back({*id, CUPTI_SASS_METRICS_OUTPUT_GRANULARITY_GPU});
    } else {
      missing_.push_back(metric);
    }
  }
  if (chosen.empty())
    return "CUPTI has none of the metrics asked for on this chip (" + chip + ")";
  auto params =
      sized<CUpti_SassMetricsSetConfig_Params>(CUpti_SassMetricsSetConfig_Params_STRUCT_SIZE);
  params.pConfigs = chosen.data();
  params.numOfMetricConfig = chosen.size();
  params.deviceIndex = device;
  auto problem = problemOf(cuptiSassMetricsSetConfig(&params), "cuptiSassMetricsSetConfig");
  configured_ = problem.empty();
  return problem;
}

void SassMetrics::unconfigure() {
  if (!configured_)
    return;
  auto params =
      sized<CUpti_SassMetricsUnsetConfig_Params>(CUpti_SassMetricsUnsetConfig_Params_STRUCT_SIZE);
  params.deviceIndex = device_;
  cuptiSassMetricsUnsetConfig(&params);
  configured_ = false;
}

std::string SassMetrics::enable(CUcontext context) {
  auto params = sized<CUpti_SassMetricsEnable_Params>(CUpti_SassMetricsEnable_Params_STRUCT_SIZE);
  params.ctx = context;
  params.enableLazyPatching = 1;
  return problemOf(cuptiSassMetricsEnable(&params), "cuptiSassMetricsEnable");
}

std::string SassMetrics::disable(CUcontext context) {
  auto params = sized<CUpti_SassMetricsDisable_Params>(CUpti_SassMetricsDisable_Params_STRUCT_SIZE);
  params.ctx = context;
  return problemOf(cuptiSassMetricsDisable(&params), "cuptiSassMetricsDisable");
}

std::string SassMetrics::flush(CUcontext context, std::vector<Record> &records) const {
  auto size = sized<CUpti_SassMetricsGetDataProperties_Params>(
      CUpti_SassMetricsGetDataProperties_Params_STRUCT_SIZE);
  size.ctx = context;
  if (auto problem =
          problemOf(cuptiSassMetricsGetDataProperties(&size), "cuptiSassMetricsGetDataProperties");
      !problem.empty())
    return problem;
  const std::size_t count = size.numOfPatchedInstructionRecords;
  if (count == 0)
    return {};
  std::vector<CUpti_SassMetrics_InstanceValue> values(count * size.numOfInstances);
  std::vector<CUpti_SassMetrics_Data> data(count);
  for (std::size_t i = 0; i < count; ++i) {
    data[i].structSize = sizeof data[i];
    data[i].pInstanceValues = &values[i * size.numOfInstances];
  }
  auto params =
      sized<CUpti_SassMetricsFlushData_Params>(CUpti_SassMetricsFlushData_Params_STRUCT_SIZE);
  params.ctx = context;
  params.numOfPatchedInstructionRecords = count;
  params.numOfInstances = size.numOfInstances;
  params.pMetricsData = data.data();
  if (auto problem = problemOf(cuptiSassMetricsFlushData(&params), "cuptiSassMetricsFlushData");
      !problem.empty())
    return problem;

  // One datum per metric and instruction; an instruction's become one record.
  std::map<std::tuple<std::uint32_t, std::string_view, std::uint32_t>, std::size_t> indices;
  for (const CUpti_SassMetrics_Data &datum : data) {
    if (!datum.functionName)
      continue;
    const auto [found, isNew] = indices.try_emplace(
        {datum.cubinCrc, std::string_view(datum.functionName), datum.pcOffset}, records.size());
    if (isNew)
      records.push_back({datum.cubinCrc, datum.functionName, datum.pcOffset, {}});
    Counts &counts = records[found->second].counts;
    for (std::size_t i = 0; i < size.numOfInstances; ++i) {
      const CUpti_SassMetrics_InstanceValue &value = datum.pInstanceValues[i];
      if (const auto metric = byId_.find(value.metricId); metric != byId_.end()) {
        auto &count = counts[static_cast<std::size_t>(metric->second)];
        count = count.value_or(0) + value.value;
      }
    }
  }
  return {};
}

} // namespace warplint::runtime
