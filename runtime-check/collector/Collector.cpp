//===- Collector.cpp - measures launches in somebody else's process -------===//

#include "runtime-check/collector/Collector.h"

#include "runtime-check/KernelName.h"
#include "runtime-check/collector/ActivityLog.h"

#include <chrono>
#include <cstdlib>
#include <dlfcn.h>
#include <span>
#include <unistd.h>

namespace warplint::runtime {
namespace {

std::string pathFor(const std::string &folder) {
  const auto now = std::chrono::system_clock::now().time_since_epoch().count();
  return folder + "/process-" + std::to_string(getpid()) + "-" + std::to_string(now) + ".json";
}

std::string programName() {
  char path[4096];
  const ssize_t length = ::readlink("/proc/self/exe", path, sizeof path);
  return length > 0 ? std::string(path, static_cast<std::size_t>(length)) : std::string();
}

bool isCapturing(CUstream stream) {
  CUstreamCaptureStatus status = CU_STREAM_CAPTURE_STATUS_NONE;
  return cuStreamIsCapturing(stream, &status) == CUDA_SUCCESS &&
         status != CU_STREAM_CAPTURE_STATUS_NONE;
}

/// Waits for what the stream holds, also while another thread captures a graph.
bool finishes(CUstream stream) {
  CUstreamCaptureMode mode = CU_STREAM_CAPTURE_MODE_RELAXED;
  cuThreadExchangeStreamCaptureMode(&mode);
  const CUresult result = cuStreamSynchronize(stream);
  cuThreadExchangeStreamCaptureMode(&mode);
  return result == CUDA_SUCCESS;
}

/// The mangled name of a graph's kernel; empty with drivers older than CUDA 12.3.
std::string nameOf(CUgraphNode node) {
  using FunctionName = CUresult (*)(const char **, CUfunction);
  using KernelName = CUresult (*)(const char **, CUkernel);
  static const auto functionName =
      reinterpret_cast<FunctionName>(dlsym(RTLD_DEFAULT, "cuFuncGetName"));
  static const auto kernelName =
      reinterpret_cast<KernelName>(dlsym(RTLD_DEFAULT, "cuKernelGetName"));
  CUDA_KERNEL_NODE_PARAMS_v2 params{};
  if (cuGraphKernelNodeGetParams(node, &params) != CUDA_SUCCESS)
    return {};
  const char *name = nullptr;
  if (params.func && functionName)
    functionName(&name, params.func);
  else if (params.kern && kernelName)
    kernelName(&name, params.kern);
  return name ? name : "";
}

std::vector<CUgraphNode> nodesOf(CUgraph graph) {
  std::size_t count = 0;
  if (cuGraphGetNodes(graph, nullptr, &count) != CUDA_SUCCESS)
    return {};
  std::vector<CUgraphNode> nodes(count);
  if (cuGraphGetNodes(graph, nodes.data(), &count) != CUDA_SUCCESS)
    return {};
  nodes.resize(count);
  return nodes;
}

std::string evidenceJson(std::span<const NamedCount> counts) {
  std::string text;
  for (const NamedCount &count : counts)
    if (!count.name.empty())
      text += (text.empty() ? "" : ",") + countJson(count.name, count.value);
  return text;
}

} // namespace

std::string siteJson(std::string_view kind, std::string_view op, const std::string &kernel,
                     const std::string &instantiation, const std::optional<Place> &place,
                     std::optional<std::uint32_t> offset, const std::string &evidence) {
  std::string text = "{\"kind\":" + jsonString(kind) +
                     ",\"file\":" + jsonString(place ? place->file : std::string()) +
                     ",\"line\":" + std::to_string(place ? place->line : 0) +
                     ",\"column\":0,\"kernel\":" + jsonString(kernel) +
                     ",\"instantiation\":" + jsonString(instantiation) +
                     ",\"op\":" + jsonString(op);
  if (offset)
    text += ",\"offset\":" + std::to_string(*offset);
  return text + ",\"evidence\":{" + evidence + "}}";
}

std::string countJson(std::string_view name, std::uint64_t value) {
  return jsonString(name) + ":" + std::to_string(value);
}

static std::uint64_t productOf(const std::array<unsigned, 3> &extents) {
  std::uint64_t product = 1;
  for (const unsigned extent : extents)
    product *= extent;
  return product;
}

/// "threads_launched" and "warps_launched".
static std::string sizeJson(const LaunchCall *call) {
  constexpr std::uint64_t lanes = 32;
  const std::uint64_t blocks = call ? productOf(call->grid) : 0;
  const std::uint64_t threads = call ? productOf(call->block) : 0;
  return countJson("threads_launched", blocks * threads) + "," +
         countJson("warps_launched", blocks * ((threads + lanes - 1) / lanes));
}

Collector::Collector(Settings settings)
    : settings_(std::move(settings)), path_(pathFor(settings_.folder)), modules_(settings_.kernels),
      file_(path_, head("null")) {
  for (const std::string &problem : settings_.problems)
    file_.note(problem);
}

std::string Collector::head(const std::string &device) const {
  return "\"version\":1,\"source\":\"measured\",\"device\":" + device +
         ",\"per\":\"run\",\"process\":{\"id\":" + std::to_string(getpid()) +
         ",\"program\":" + jsonString(programName()) + "}";
}

void Collector::note(const std::string &text) {
  const std::lock_guard lock(mutex_);
  file_.note(text);
}

//===----------------------------------------------------------------------===//
// Contexts and modules
//===----------------------------------------------------------------------===//

void Collector::contextCreated(CUcontext handle) {
  std::uint32_t index = 0;
  if (const auto problem = problemOf(cuptiGetDeviceId(handle, &index), "cuptiGetDeviceId");
      !problem.empty())
    return note(problem);
  const std::lock_guard lock(mutex_);
  if (!knowsDevice_)
    file_.setHead(head(json(deviceInfo(index))));
  else if (!devices_.contains(index))
    file_.note("kernels ran on several GPUs; their counts are added up");
  knowsDevice_ = true;

  auto context = std::make_shared<Context>();
  context->handle = handle;
  context->device = &devices_[index];
  if (settings_.takesActivity)
    return;
  if (settings_.takesFigures) {
    contexts_[handle] = std::move(context);
    return;
  }
  Device &used = *context->device;
  if (!used.first) {
    used.first = handle;
    if (const auto problem = used.metrics.configure(index, settings_.metrics); !problem.empty())
      file_.note(problem);
    for (const Metric metric : used.metrics.missing())
      file_.note("this chip has no metric " + std::string(cuptiName(metric)));
  }
  if (used.reset)
    file_.note("the program reset the GPU; what it ran after that was not measured");
  context->broken = !used.metrics.isConfigured();
  if (settings_.graphs && !context->broken) {
    const auto problem = SassMetrics::enable(handle);
    context->enabled = problem.empty();
    context->broken = !context->enabled;
    if (context->broken)
      file_.note(problem);
  }
  contexts_[handle] = std::move(context);
}

void Collector::contextDestroyed(CUcontext handle) {
  if (settings_.takesActivity)
    return flushActivityLog(false);
  const auto context = find(handle);
  if (!context)
    return;
  {
    const std::lock_guard measuring(context->mutex);
    if (context->enabled)
      take(*context, nullptr, nullptr);
    disable(*context);
    context->broken = true;
  }
  {
    const Turns::Alone turn = context->device->turns.alone();
    context->device->profiler.leave(handle);
  }
  const std::lock_guard lock(mutex_);
  contexts_.erase(handle);
  Device &device = *context->device;
  if (device.first != handle)
    return;
  // CUPTI does not set counters up a second time (out of memory), and to go on without ends in
  // illegal instructions in the program's kernels (both seen with CUDA 13.0).
  for (const auto &[other, state] : contexts_)
    if (state->device == &device)
      state->broken = true;
  device.metrics.unconfigure();
  device.reset = true;
}

void Collector::moduleLoaded(std::string_view image) { modules_.add(image); }

std::shared_ptr<Collector::Context> Collector::find(CUcontext handle) {
  const std::lock_guard lock(mutex_);
  const auto found = contexts_.find(handle);
  return found == contexts_.end() ? nullptr : found->second;
}

bool Collector::enable(Context &context) {
  if (context.enabled || context.broken)
    return context.enabled;
  const std::string problem = SassMetrics::enable(context.handle);
  context.enabled = problem.empty();
  context.broken = !context.enabled;
  if (context.broken)
    note(problem);
  return context.enabled;
}

void Collector::disable(Context &context) {
  if (!context.enabled)
    return;
  context.enabled = false;
  if (const std::string problem = SassMetrics::disable(context.handle); !problem.empty()) {
    context.broken = true;
    note(problem);
  }
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

Collector::Kernel &Collector::kernelOf(const char *symbol) {
  const auto [found, isNew] = kernels_.try_emplace(symbol ? symbol : "");
  Kernel &kernel = found->second;
  if (isNew) {
    kernel.instantiation = demangled(found->first);
    kernel.name = plainKernelName(kernel.instantiation);
    kernel.wanted = settings_.wants(kernel.name);
  }
  return kernel;
}

/// The kernel if it is one that is asked for.
Collector::Kernel *Collector::countLaunch(const char *symbol) {
  const std::lock_guard lock(mutex_);
  Kernel &kernel = kernelOf(symbol);
  ++kernel.launches;
  return kernel.wanted ? &kernel : nullptr;
}

/// Half of the launches that may be measured are the first ones, the others lie further and further
/// apart: the first sweeps of a program, or its coarsest grids, are often not what it does later.
bool Collector::takeFromBudget(Kernel &kernel) {
  const std::lock_guard lock(mutex_);
  if (kernel.measured >= settings_.launches)
    return false;
  const bool isOfFirst = kernel.measured < (settings_.launches + 1) / 2;
  if (!isOfFirst && kernel.launches < kernel.nextMeasured)
    return false;
  kernel.nextMeasured = 2 * kernel.launches;
  ++kernel.measured;
  return true;
}

std::uint64_t Collector::launchBegins(CUcontext handle, const LaunchCall &call,
                                      const char *symbol) {
  if (isLaunching)
    return 0;
  Kernel *kernel = countLaunch(symbol);
  const auto context = find(handle);
  if (!context || context->broken)
    return 0;
  if (isCapturing(call.stream))
    return 0;
  const bool measured = kernel && takeFromBudget(*kernel);
  if (settings_.takesFigures)
    return reinterpret_cast<std::uintptr_t>(
        beginProfiling(context, call, measured ? kernel : nullptr).release());
  // Nobody waits but for his own measurement: the launch that is being measured may be waiting
  // for this one.
  if (!measured)
    return 0;
  std::unique_lock measuring(context->mutex);
  if (!enable(*context))
    return 0;
  // Written down now: if it never ends, this is all that will be known of it.
  {
    const std::lock_guard lock(mutex_);
    file_.append({siteJson("kernel", "launch", kernel->name, kernel->instantiation, {}, {},
                           countJson("launches_begun", 1))});
  }
  auto launch = std::make_unique<Launch>(Launch{context, std::move(measuring), call, kernel});
  return reinterpret_cast<std::uintptr_t>(launch.release());
}

void Collector::launchEnds(std::uint64_t handle, bool succeeded) {
  if (handle == 0)
    return;
  const std::unique_ptr<Launch> launch(
      // CUPTI carries 64 bits from a call's beginning to its end.
      // NOLINTNEXTLINE(performance-no-int-to-ptr)
      reinterpret_cast<Launch *>(static_cast<std::uintptr_t>(handle)));
  if (settings_.takesFigures)
    return endProfiling(*launch, succeeded);
  Context &context = *launch->context;
  const bool isOver = succeeded && finishes(launch->call.stream);
  if (!isOver) {
    const std::lock_guard lock(mutex_);
    file_.append({siteJson("kernel", "launch", launch->kernel->name, launch->kernel->instantiation,
                           {}, {}, countJson("launches_failed", 1))});
  }
  if (succeeded && !isOver) {
    context.broken = true;
    return note("kernel " + launch->kernel->name +
                " ended with an error; nothing is measured after it");
  }
  if (succeeded)
    take(context, launch->kernel, &launch->call);
  if (!settings_.graphs)
    disable(context);
}

/// The kernel that ran an instruction of this function: a device function that was not inlined is
/// never launched, and runs for the one that is measured.
const Collector::Kernel &Collector::ownerOf(const std::string &function, const Kernel *launched) {
  const Kernel &kernel = kernelOf(function.c_str());
  const bool isKernel = kernel.wanted || kernel.launches > 0;
  return isKernel || !launched ? kernel : *launched;
}

/// Appends what was counted since the last time. `launched` is the kernel that was, if it was one,
/// by `call`.
void Collector::take(Context &context, const Kernel *launched, const LaunchCall *call) {
  std::vector<Record> records;
  if (const std::string problem = context.device->metrics.flush(context.handle, records);
      !problem.empty()) {
    context.broken = true;
    return note(problem);
  }
  const std::lock_guard lock(mutex_);
  std::vector<std::string> sites;
  if (launched)
    sites.push_back(siteJson("kernel", "launch", launched->name, launched->instantiation, {}, {},
                             countJson("launches_measured", 1) + "," + sizeJson(call)));
  // Of one kernel alone: all instructions of a line.
  std::map<std::tuple<const Kernel *, std::string, unsigned>, CodeOfLine> lines;
  for (const Record &record : records) {
    const Kernel &kernel = ownerOf(record.function, launched);
    const auto operation = operationOf(record.counts);
    if (!kernel.wanted || (!operation && !countThreads(record.counts)))
      continue;
    const auto place = modules_.place(record.cubin, record.function, record.offset);
    if (!place)
      file_.note("kernel " + kernel.name +
                 " was compiled without line information (nvcc -lineinfo): its counts are known "
                 "for the kernel as a whole only");
    if (place && countThreads(record.counts))
      lines[{&kernel, place->file, place->line}].add(record.counts);
    if (!operation)
      continue;
    sites.push_back(siteJson(operation->kind, operation->op, kernel.name, kernel.instantiation,
                             place, record.offset,
                             evidenceJson(evidenceOf(*operation, record.counts))));
  }
  for (const auto &[key, code] : lines) {
    const auto &[kernel, file, line] = key;
    sites.push_back(siteJson("code", "", kernel->name, kernel->instantiation, Place{file, line}, {},
                             evidenceJson(code.evidence())));
  }
  if (!sites.empty())
    file_.append(sites);
}

//===----------------------------------------------------------------------===//
// Graphs
//===----------------------------------------------------------------------===//

bool Collector::holdsWantedKernel(CUgraph graph) {
  for (const CUgraphNode node : nodesOf(graph)) {
    CUgraphNodeType type = CU_GRAPH_NODE_TYPE_EMPTY;
    if (cuGraphNodeGetType(node, &type) != CUDA_SUCCESS || type != CU_GRAPH_NODE_TYPE_KERNEL)
      continue;
    const std::string name = nameOf(node);
    const std::lock_guard lock(mutex_);
    if (name.empty() || kernelOf(name.c_str()).wanted)
      return true;
  }
  return false;
}

void Collector::graphInstantiated(CUgraph graph) {
  if (settings_.takesFigures ? !holdsWantedKernel(graph)
                             : settings_.graphs || !holdsWantedKernel(graph))
    return;
  note(settings_.takesFigures
           ? "of kernels that are launched by CUDA graphs no kernel-level figures were taken"
           : "kernels that are launched by CUDA graphs were not measured (--graphs measures them)");
}

void Collector::graphLaunched(CUcontext handle, CUstream stream) {
  if (!settings_.graphs || settings_.takesFigures)
    return;
  const auto context = find(handle);
  if (!context || isCapturing(stream))
    return;
  const std::lock_guard measuring(context->mutex);
  if (!context->enabled || context->graphLaunches >= settings_.launches)
    return;
  ++context->graphLaunches;
  if (finishes(stream))
    take(*context, nullptr, nullptr);
}

//===----------------------------------------------------------------------===//
// The end
//===----------------------------------------------------------------------===//

void Collector::finish() {
  if (settings_.takesActivity) {
    flushActivityLog(true);
    if (isActivityLogFull())
      note("there were too many calls: what came late is not in the activity records");
    return;
  }
  const std::lock_guard lock(mutex_);
  std::vector<std::string> sites;
  for (const auto &[symbol, kernel] : kernels_)
    if (kernel.wanted && kernel.launches > 0)
      sites.push_back(siteJson("kernel", "launch", kernel.name, kernel.instantiation, {}, {},
                               countJson("launches", kernel.launches)));
  if (!sites.empty())
    file_.append(sites);
}

} // namespace warplint::runtime
