//===- Inject.cpp - where the driver finds the collector ------------------===//
//
// The driver loads the library that CUDA_INJECTION64_PATH names into every
// process that initialises CUDA, and calls InitializeInjection().
//
//===----------------------------------------------------------------------===//

#include "runtime-check/collector/ActivityLog.h"
#include "runtime-check/collector/Collector.h"

#include <cstdlib>
#include <span>

namespace warplint::runtime {
namespace {

constexpr CUpti_CallbackId launches[] = {
    CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel,
    CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel_ptsz,
    CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx,
    CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx_ptsz,
    CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel,
    CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel_ptsz,
};
constexpr CUpti_CallbackId graphInstantiations[] = {
    CUPTI_DRIVER_TRACE_CBID_cuGraphInstantiate,
    CUPTI_DRIVER_TRACE_CBID_cuGraphInstantiate_v2,
    CUPTI_DRIVER_TRACE_CBID_cuGraphInstantiateWithFlags,
    CUPTI_DRIVER_TRACE_CBID_cuGraphInstantiateWithParams,
    CUPTI_DRIVER_TRACE_CBID_cuGraphInstantiateWithParams_ptsz,
};
constexpr CUpti_CallbackId graphLaunches[] = {
    CUPTI_DRIVER_TRACE_CBID_cuGraphLaunch,
    CUPTI_DRIVER_TRACE_CBID_cuGraphLaunch_ptsz,
};

template <std::size_t N> bool contains(const CUpti_CallbackId (&ids)[N], CUpti_CallbackId wanted) {
  for (const CUpti_CallbackId id : ids)
    if (id == wanted)
      return true;
  return false;
}

/// In programs built with per-thread default streams, no stream means that thread's.
CUstream perThread(CUstream stream) { return stream ? stream : CU_STREAM_PER_THREAD; }

template <typename Params> LaunchCall plainCall(const void *params) {
  const auto &p = *static_cast<const Params *>(params);
  return {p.f,
          p.hStream,
          {p.gridDimX, p.gridDimY, p.gridDimZ},
          {p.blockDimX, p.blockDimY, p.blockDimZ},
          p.sharedMemBytes};
}

template <typename Params> LaunchCall extensibleCall(const void *params) {
  const auto &p = *static_cast<const Params *>(params);
  const CUlaunchConfig &c = *p.config;
  return {p.f,
          c.hStream,
          {c.gridDimX, c.gridDimY, c.gridDimZ},
          {c.blockDimX, c.blockDimY, c.blockDimZ},
          c.sharedMemBytes};
}

LaunchCall onThreadsStream(LaunchCall call) {
  call.stream = perThread(call.stream);
  return call;
}

LaunchCall launchCall(CUpti_CallbackId id, const void *params) {
  switch (id) {
  case CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel:
    return plainCall<cuLaunchKernel_params>(params);
  case CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel_ptsz:
    return onThreadsStream(plainCall<cuLaunchKernel_ptsz_params>(params));
  case CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx:
    return extensibleCall<cuLaunchKernelEx_params>(params);
  case CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx_ptsz:
    return onThreadsStream(extensibleCall<cuLaunchKernelEx_ptsz_params>(params));
  case CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel:
    return plainCall<cuLaunchCooperativeKernel_params>(params);
  case CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel_ptsz:
    return onThreadsStream(plainCall<cuLaunchCooperativeKernel_ptsz_params>(params));
  default:
    return {};
  }
}

CUstream graphStream(CUpti_CallbackId id, const void *params) {
  if (id == CUPTI_DRIVER_TRACE_CBID_cuGraphLaunch_ptsz)
    return perThread(static_cast<const cuGraphLaunch_ptsz_params *>(params)->hStream);
  return static_cast<const cuGraphLaunch_params *>(params)->hStream;
}

/// All forms of cuGraphInstantiate begin alike.
struct InstantiateParams {
  CUgraphExec *result;
  CUgraph graph;
};

void driverCall(Collector &collector, CUpti_CallbackId id, const CUpti_CallbackData &call) {
  const bool enters = call.callbackSite == CUPTI_API_ENTER;
  const bool succeeded = !enters && call.functionReturnValue &&
                         *static_cast<const CUresult *>(call.functionReturnValue) == CUDA_SUCCESS;
  if (contains(launches, id)) {
    if (enters)
      *call.correlationData = collector.launchBegins(
          call.context, launchCall(id, call.functionParams), call.symbolName);
    else
      collector.launchEnds(*call.correlationData, succeeded);
  } else if (contains(graphInstantiations, id)) {
    if (enters)
      collector.graphInstantiated(
          static_cast<const InstantiateParams *>(call.functionParams)->graph);
  } else if (succeeded) {
    collector.graphLaunched(call.context, graphStream(id, call.functionParams));
  }
}

void resourceEvent(Collector &collector, CUpti_CallbackId id, const CUpti_ResourceData &event) {
  switch (id) {
  case CUPTI_CBID_RESOURCE_CONTEXT_CREATED:
    return collector.contextCreated(event.context);
  case CUPTI_CBID_RESOURCE_CONTEXT_DESTROY_STARTING:
    return collector.contextDestroyed(event.context);
  case CUPTI_CBID_RESOURCE_MODULE_LOADED:
    if (const auto *module =
            static_cast<const CUpti_ModuleResourceData *>(event.resourceDescriptor))
      collector.moduleLoaded({module->pCubin, module->cubinSize});
    return;
  default:
    return;
  }
}

/// Whatever happens in here, the program goes on.
void CUPTIAPI onCallback(void *user, CUpti_CallbackDomain domain, CUpti_CallbackId id,
                         const void *data) {
  auto &collector = *static_cast<Collector *>(user);
  try {
    if (domain == CUPTI_CB_DOMAIN_RESOURCE)
      resourceEvent(collector, id, *static_cast<const CUpti_ResourceData *>(data));
    else if (domain == CUPTI_CB_DOMAIN_DRIVER_API)
      driverCall(collector, id, *static_cast<const CUpti_CallbackData *>(data));
  } catch (...) { // NOLINT(bugprone-empty-catch): out of memory
  }
}

} // namespace

void Collector::start() {
  const auto check = [&](CUptiResult result, const char *what) {
    const std::string problem = problemOf(result, what);
    if (!problem.empty())
      note(problem);
    return problem.empty();
  };
  if (!check(cuptiSubscribe(&subscriber_, onCallback, this), "cuptiSubscribe"))
    return;
  if (settings_.takesActivity) {
    for (const CUpti_CallbackId id :
         {CUPTI_CBID_RESOURCE_CONTEXT_CREATED, CUPTI_CBID_RESOURCE_CONTEXT_DESTROY_STARTING})
      check(cuptiEnableCallback(1, subscriber_, CUPTI_CB_DOMAIN_RESOURCE, id),
            "cuptiEnableCallback");
    const std::string stem = path_.substr(0, path_.rfind('.'));
    if (const std::string problem = startActivityLog(stem + ".activity"); !problem.empty())
      note("no activity records were taken: " + problem);
    return;
  }
  // All of the domain: with the events alone that are used here, CUPTI patches the first function
  // that is measured and no other (seen with CUDA 13.0).
  check(cuptiEnableDomain(1, subscriber_, CUPTI_CB_DOMAIN_RESOURCE), "cuptiEnableDomain");
  for (const auto &ids :
       {std::span<const CUpti_CallbackId>(launches), {graphInstantiations}, {graphLaunches}})
    for (const CUpti_CallbackId id : ids)
      check(cuptiEnableCallback(1, subscriber_, CUPTI_CB_DOMAIN_DRIVER_API, id),
            "cuptiEnableCallback");
}

} // namespace warplint::runtime

/// The name is the driver's. Not 0: the library stays.
// NOLINTNEXTLINE(readability-identifier-naming)
extern "C" __attribute__((visibility("default"))) int InitializeInjection() {
  using namespace warplint::runtime;
  Settings settings = settingsFromEnvironment();
  if (settings.folder.empty())
    return 1;
  // Callbacks come until the very end of the process, so it is never destroyed.
  static auto *const collector = new Collector(std::move(settings));
  collector->start();
  std::atexit([] { collector->finish(); });
  return 1;
}
