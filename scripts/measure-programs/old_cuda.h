// Included before everything else when a public program is compiled for a measurement
// (measure.py): names that CUDA has given up and old programs use. The linter does not see it.
#pragma once
#ifdef __cplusplus
#include <cuda_runtime.h>
#define cudaThreadSynchronize cudaDeviceSynchronize
#define cudaThreadExit cudaDeviceReset
#define cudaThreadSetCacheConfig cudaDeviceSetCacheConfig
#ifdef WITH_OLD_WARP_FUNCTIONS // a second try: the macros may be names of a program's own
#include <cooperative_groups.h>
#include <cub/cub.cuh>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#define __ballot(p) __ballot_sync(0xffffffffu, p)
#define __any(p) __any_sync(0xffffffffu, p)
#define __all(p) __all_sync(0xffffffffu, p)
#define __shfl(...) __shfl_sync(0xffffffffu, __VA_ARGS__)
#define __shfl_down(...) __shfl_down_sync(0xffffffffu, __VA_ARGS__)
#define __shfl_up(...) __shfl_up_sync(0xffffffffu, __VA_ARGS__)
#define __shfl_xor(...) __shfl_xor_sync(0xffffffffu, __VA_ARGS__)
#endif
#endif
