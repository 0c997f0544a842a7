//===- CudaInterface.cpp --------------------------------------------------===//

#include "lint/usage/CudaInterface.h"

#include "llvm/ADT/StringSwitch.h"

namespace warplint::usage {

llvm::StringRef plainInterfaceName(llvm::StringRef name) {
  for (const llvm::StringRef ending : {"_ptsz", "_ptds", "_v2", "_v3"})
    name.consume_back(ending);
  return name;
}

Category categoryOf(llvm::StringRef name) {
  return llvm::StringSwitch<Category>(name)
      .Cases("cudaMalloc", "cudaMallocHost", "cudaHostAlloc", "cudaMallocManaged",
             "cudaMallocPitch", Category::Allocation)
      .Cases("cudaMalloc3D", "cudaMallocArray", "cudaMalloc3DArray", "cuMemAlloc", "cuMemAllocHost",
             "cuMemAllocPitch", "cuMemAllocManaged", "cuMemHostAlloc", Category::Allocation)
      .Cases("cudaFree", "cudaFreeHost", "cudaFreeArray", "cuMemFree", "cuMemFreeHost",
             Category::Release)
      .Cases("cudaMemcpy", "cudaMemcpy2D", "cudaMemcpy3D", "cudaMemcpyToSymbol",
             "cudaMemcpyFromSymbol", Category::Copy)
      .Cases("cudaMemcpyToArray", "cudaMemcpyFromArray", "cudaMemcpy2DToArray",
             "cudaMemcpy2DFromArray", "cuMemcpyHtoD", "cuMemcpyDtoH", Category::Copy)
      .Cases("cudaMemcpyAsync", "cudaMemcpy2DAsync", "cuMemcpyHtoDAsync", "cuMemcpyDtoHAsync",
             Category::AsyncCopy)
      .Cases("cudaDeviceSynchronize", "cudaThreadSynchronize", "cuCtxSynchronize",
             Category::Synchronisation)
      .Cases("cudaStreamSynchronize", "cudaEventSynchronize", "cuStreamSynchronize",
             "cuEventSynchronize", Category::StreamWait)
      .Cases("cudaGetLastError", "cudaPeekAtLastError", Category::LastError)
      .Cases("cudaSetDevice", "cuCtxSetCurrent", "cuCtxPushCurrent", Category::Device)
      .Cases("cudaEventRecord", "cudaEventRecordWithFlags", "cudaEventElapsedTime", "cuEventRecord",
             "cuEventElapsedTime", Category::Timing)
      .Cases("cudaLaunchKernel", "cudaLaunchKernelExC", "cudaLaunchKernelEx",
             "cudaLaunchCooperativeKernel", "cuLaunchKernel", "cuLaunchKernelEx",
             "cuLaunchCooperativeKernel", "cudaGraphLaunch", Category::Launch)
      .Default(Category::Other);
}

llvm::StringRef inWords(Category category) {
  switch (category) {
  case Category::Allocation:
    return "allocation";
  case Category::Release:
    return "release";
  case Category::Copy:
    return "copy";
  case Category::AsyncCopy:
    return "async copy";
  case Category::Synchronisation:
    return "synchronisation";
  case Category::StreamWait:
    return "stream wait";
  case Category::Launch:
    return "launch";
  case Category::Timing:
    return "timing";
  default:
    return "other";
  }
}

bool mayFailUnseen(llvm::StringRef name) {
  for (const llvm::StringRef part :
       {"Free",         "Destroy",       "Unregister",       "Reset",       "Profiler",
        "Unbind",       "CacheConfig",   "SharedMemConfig",  "Prefetch",    "MemAdvise",
        "Query",        "EventRecord",   "EventElapsedTime", "EventCreate", "GetErrorString",
        "GetErrorName", "ThreadExit",    "Unload",           "DisablePeer", "AccessPolicy",
        "IsCapturing",  "DebugDotPrint", "CloseMemHandle"})
    if (name.contains(part))
      return true;
  // The last error is reset so.
  return categoryOf(name) == Category::LastError;
}

bool isCallableOnDevice(llvm::StringRef name) {
  // cuda_device_runtime_api.h of CUDA 13.0. cudaDeviceSynchronize is there for old targets only,
  // which is another matter.
  return llvm::StringSwitch<bool>(name)
      .Cases("cudaDeviceGetAttribute", "cudaDeviceGetLimit", "cudaDeviceGetCacheConfig",
             "cudaDeviceGetSharedMemConfig", "cudaDeviceSynchronize", true)
      .Cases("cudaGetLastError", "cudaPeekAtLastError", "cudaGetErrorString", "cudaGetErrorName",
             "cudaGetDeviceCount", "cudaGetDevice", true)
      .Cases("cudaStreamCreateWithFlags", "cudaStreamDestroy", "cudaStreamWaitEvent",
             "cudaEventCreateWithFlags", "cudaEventRecord", "cudaEventRecordWithFlags",
             "cudaEventDestroy", true)
      .Cases("cudaFuncGetAttributes", "cudaMalloc", "cudaFree", "cudaRuntimeGetVersion", true)
      .Cases("cudaMemcpyAsync", "cudaMemcpy2DAsync", "cudaMemcpy3DAsync", "cudaMemsetAsync",
             "cudaMemset2DAsync", "cudaMemset3DAsync", true)
      .Cases("cudaGetParameterBuffer", "cudaGetParameterBufferV2", "cudaLaunchDevice",
             "cudaLaunchDeviceV2", "cudaGraphLaunch", "cudaGetCurrentGraphExec",
             "cudaGraphSetConditional", true)
      .Cases("cudaGraphKernelNodeSetEnabled", "cudaGraphKernelNodeSetGridDim",
             "cudaGraphKernelNodeSetParam", "cudaGraphKernelNodeUpdatesApply", true)
      .Cases("cudaTriggerProgrammaticLaunchCompletion", "cudaGridDependencySynchronize",
             "cudaOccupancyMaxActiveBlocksPerMultiprocessor",
             "cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags", true)
      .Default(name.starts_with("cudaCG") || name.starts_with("cudaCDP2"));
}

std::optional<CopyParameters> copyParameters(llvm::StringRef name) {
  if (name == "cudaMemcpy" || name == "cudaMemcpyAsync")
    return CopyParameters{0, 1, 2, 3};
  if (name == "cudaMemcpy2D" || name == "cudaMemcpy2DAsync")
    return CopyParameters{0, 2, -1, 6};
  if (name == "cudaMemcpyToSymbol" || name == "cudaMemcpyFromSymbol")
    return CopyParameters{0, 1, 2, 4};
  if (name.starts_with("cuMemcpyHtoD") || name.starts_with("cuMemcpyDtoH"))
    return CopyParameters{0, 1, 2, -1};
  return std::nullopt;
}

} // namespace warplint::usage
