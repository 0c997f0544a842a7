//===- warplint_compat.h - what a Toolkit's headers lack ------*- C++ -*-===//
//
// Force-included behind Clang's CUDA wrapper, which includes the Toolkit's
// headers. Adds what CUDA 12 and 13 removed but code still names, and what nvcc
// knows by itself and Clang's wrapper leaves out.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_CUDA_MODEL_COMPAT_H
#define WARPLINT_CUDA_MODEL_COMPAT_H
#pragma clang system_header

// To nvcc it is 1, to Clang's wrapper empty, which `#if __CUDACC__` takes for false.
#undef __CUDACC__
#define __CUDACC__ 1

#include "../parts/cache_hints.h"
#include "../parts/generic_atomics.h"
#include "../parts/hip_names.h"

// nvcc includes these for the host's side; Clang's wrapper leaves host code without isfinite,
// INT_MAX, clock_t and the like.
#include <assert.h> // NVRTC knows assert by itself.
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>
#include <utility>

#undef __managed__
#define __managed__ __attribute__((device))
// Clang 19 has no attributes for these: the annotations keep their values in the AST.
#undef __cluster_dims__
#define __cluster_dims__(...) __attribute__((annotate("cluster_dims", __VA_ARGS__)))
#undef __block_size__
#define __block_size__(...) __attribute__((annotate("block_size", __VA_ARGS__)))
#undef __maxnreg__
#define __maxnreg__(...) __attribute__((annotate("maxnreg", __VA_ARGS__)))
#undef __grid_constant__
#define __grid_constant__ __attribute__((grid_constant))

// What `<<<…>>>` becomes where Clang was not told the Toolkit's version.
extern "C" __attribute__((host)) __attribute__((device)) cudaError_t
cudaConfigureCall(dim3 gridDim, dim3 blockDim, size_t sharedMem = 0, void *stream = nullptr);

#include "../parts/surface_objects.h"
#if CUDART_VERSION >= 12000
#include "../parts/texture_references.h"
#endif

#pragma clang force_cuda_host_device begin

#pragma clang force_cuda_host_device end
// Clang's wrapper has these for the device alone.
#define WARPLINT_MINMAX(type, a, b)                                                                \
  __host__ inline constexpr type min(a x, b y) { return (type)x < (type)y ? (type)x : (type)y; }   \
  __host__ inline constexpr type max(a x, b y) { return (type)x > (type)y ? (type)x : (type)y; }
WARPLINT_MINMAX(int, int, int)
WARPLINT_MINMAX(unsigned, unsigned, unsigned)
WARPLINT_MINMAX(unsigned, int, unsigned)
WARPLINT_MINMAX(unsigned, unsigned, int)
WARPLINT_MINMAX(long, long, long)
WARPLINT_MINMAX(unsigned long, unsigned long, unsigned long)
WARPLINT_MINMAX(unsigned long, long, unsigned long)
WARPLINT_MINMAX(unsigned long, unsigned long, long)
WARPLINT_MINMAX(long long, long long, long long)
WARPLINT_MINMAX(unsigned long long, unsigned long long, unsigned long long)
WARPLINT_MINMAX(unsigned long long, long long, unsigned long long)
WARPLINT_MINMAX(unsigned long long, unsigned long long, long long)
WARPLINT_MINMAX(float, float, float)
WARPLINT_MINMAX(double, double, double)
WARPLINT_MINMAX(double, float, double)
WARPLINT_MINMAX(double, double, float)
#undef WARPLINT_MINMAX
#pragma clang force_cuda_host_device begin

#if CUDART_VERSION >= 13000
/// With the fields that CUDA 13 removed.
struct warplint_deviceProp : cudaDeviceProp {
  int clockRate, deviceOverlap, kernelExecTimeoutEnabled, computeMode, maxTexture1DLinear,
      memoryClockRate, singleToDoublePrecisionPerfRatio, cooperativeMultiDeviceLaunch;
};
#define cudaDeviceProp warplint_deviceProp

cudaError_t cudaThreadSynchronize();
cudaError_t cudaThreadExit();
cudaError_t cudaThreadSetLimit(cudaLimit, size_t);
cudaError_t cudaThreadGetLimit(size_t *, cudaLimit);
cudaError_t cudaThreadSetCacheConfig(cudaFuncCache);
cudaError_t cudaThreadGetCacheConfig(cudaFuncCache *);
struct cudaLaunchParams {
  void *func;
  dim3 gridDim, blockDim;
  void **args;
  size_t sharedMem;
  cudaStream_t stream;
};
#define cudaCooperativeLaunchMultiDeviceNoPreSync 0x01
#define cudaCooperativeLaunchMultiDeviceNoPostSync 0x02
cudaError_t cudaLaunchCooperativeKernelMultiDevice(cudaLaunchParams *, unsigned, unsigned = 0);
cudaError_t cudaMemAdvise(const void *, size_t, cudaMemoryAdvise, int);
cudaError_t cudaMemPrefetchAsync(const void *, size_t, int, cudaStream_t = 0);
#else
cudaError_t cudaMemAdvise(const void *, size_t, cudaMemoryAdvise, cudaMemLocation);
cudaError_t cudaMemPrefetchAsync(const void *, size_t, cudaMemLocation, unsigned, cudaStream_t = 0);
#endif

#pragma clang force_cuda_host_device end

#endif
