//===- Profiling.cpp - kernel-level figures of launches -------------------===//

#include "runtime-check/collector/Collector.h"

#include <cstdio>

namespace warplint::runtime {
namespace {

/// Of a launch, by the names of evidence.
std::string shapeJson(const LaunchCall &call) {
  constexpr std::array<std::string_view, 3> grid{"grid_x", "grid_y", "grid_z"};
  constexpr std::array<std::string_view, 3> block{"block_x", "block_y", "block_z"};
  std::string text;
  for (std::size_t axis = 0; axis < 3; ++axis)
    text += countJson(grid[axis], call.grid[axis]) + "," +
            countJson(block[axis], call.block[axis]) + ",";
  const std::uint64_t threads = std::uint64_t{call.block[0]} * call.block[1] * call.block[2];
  return text + countJson("threads", threads) + "," +
         countJson("dynamic_shared_bytes", call.dynamicSharedBytes);
}

/// Of a function, or of a library's kernel that was launched as one.
std::optional<int> attributeOf(CUfunction function, CUfunction_attribute attribute) {
  int value = 0;
  if (cuFuncGetAttribute(&value, attribute, function) == CUDA_SUCCESS)
    return value;
  CUdevice device = 0;
  if (cuCtxGetDevice(&device) == CUDA_SUCCESS &&
      cuKernelGetAttribute(&value, attribute, reinterpret_cast<CUkernel>(function), device) ==
          CUDA_SUCCESS)
    return value;
  return std::nullopt;
}

std::string resourcesJson(CUfunction function) {
  std::string text;
  for (const auto &[name, attribute] :
       {std::pair{"registers", CU_FUNC_ATTRIBUTE_NUM_REGS},
        std::pair{"shared_bytes", CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES}})
    if (const auto value = attributeOf(function, attribute))
      text += "," + countJson(name, static_cast<std::uint64_t>(*value));
  return text;
}

std::string numberJson(std::string_view name, double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.9g", value);
  // JSON reads a number without a point as an integer, and figures are none.
  const std::string_view digits = text;
  const bool isIntegral = digits.find_first_of(".e") == std::string_view::npos;
  return jsonString(name) + ":" + text + (isIntegral ? ".0" : "");
}

} // namespace

thread_local bool Collector::isLaunching = false;

/// Without a kernel the launch is not to be profiled. It waits all the same while another is: to
/// run beside it would be to run as often as it does.
std::unique_ptr<Collector::Launch> Collector::beginProfiling(std::shared_ptr<Context> context,
                                                             const LaunchCall &call,
                                                             Kernel *kernel) {
  Turns &turns = context->device->turns;
  auto launch = std::make_unique<Launch>(Launch{std::move(context), {}, call, kernel});
  if (kernel)
    launch->lock = turns.alone();
  else
    launch->lock = turns.besideOthers();
  if (kernel && !startProfiler(*launch->context))
    return nullptr;
  isLaunching = true;
  return launch;
}

bool Collector::startProfiler(Context &context) {
  if (context.broken)
    return false;
  RangeProfiler &profiler = context.device->profiler;
  std::string problem;
  if (!profiler.isPrepared()) {
    std::uint32_t index = 0;
    problem = problemOf(cuptiGetDeviceId(context.handle, &index), "cuptiGetDeviceId");
    if (problem.empty())
      problem = profiler.prepare(index, context.handle, settings_.figures);
    for (const Figure *figure : profiler.missing())
      // Chips differ in what their warps can wait for, and in what their Tensor Cores multiply.
      if (!figure->isStall && !figure->isPart)
        note("this chip has no metric " + std::string(figure->cuptiName));
  }
  if (problem.empty())
    problem = profiler.begin(context.handle);
  if (problem.empty())
    return true;
  context.broken = true;
  note("no kernel-level figures were taken: " + problem);
  return false;
}

void Collector::endProfiling(Launch &launch, bool succeeded) {
  isLaunching = false;
  if (!launch.kernel)
    return;
  Context &context = *launch.context;
  std::vector<FigureValue> values;
  std::size_t launches = 0;
  const std::string problem = context.device->profiler.end(values, launches);
  if (!problem.empty()) {
    context.broken = true;
    return note("no kernel-level figures were taken of " + launch.kernel->name +
                " and what came after it: " + problem);
  }
  if (!succeeded)
    return;
  if (launches != 1)
    return note("of " + launch.kernel->name +
                (launches == 0 ? " CUPTI gave no kernel-level figures"
                               : " a launch was passed over: another thread launched a kernel "
                                 "at the same time"));
  append(launch, values);
}

void Collector::append(const Launch &launch, const std::vector<FigureValue> &values) {
  std::string evidence = countJson("launches_profiled", 1) + "," + shapeJson(launch.call) +
                         resourcesJson(launch.call.function);
  for (const FigureValue &value : values)
    evidence += "," + numberJson(value.figure->evidence, value.value);
  const std::lock_guard lock(mutex_);
  file_.append({siteJson("kernel", "launch", launch.kernel->name, launch.kernel->instantiation, {},
                         {}, evidence)});
}

} // namespace warplint::runtime
