//===- warp.h - barriers, votes, shuffles ----------------------*- C++ -*-===//
#ifndef WARPLINT_CUDA_MODEL_PARTS_WARP_H
#define WARPLINT_CUDA_MODEL_PARTS_WARP_H
#pragma clang system_header

// Votes and shuffles without a mask are gone since compute capability 7.0, but still met in old
// code.
extern "C" {
__device__ int __all(int);
__device__ int __any(int);
__device__ unsigned __ballot(int);
}

extern "C" {
__device__ void __syncthreads();
__device__ int __syncthreads_and(int);
__device__ int __syncthreads_or(int);
__device__ int __syncthreads_count(int);
__device__ void __syncwarp(unsigned = 0xffffffffu);
__device__ void __barrier_sync(unsigned);
__device__ void __barrier_sync_count(unsigned, unsigned);
__device__ void __threadfence();
__device__ void __threadfence_block();
__device__ void __threadfence_system();
__device__ unsigned __activemask();
__device__ int __all_sync(unsigned, int);
__device__ int __any_sync(unsigned, int);
__device__ int __uni_sync(unsigned, int);
__device__ unsigned __ballot_sync(unsigned, int);
}

#define WARPLINT_SHUFFLES(type)                                                                    \
  __device__ type __shfl_sync(unsigned, type, int, int = 32);                                      \
  __device__ type __shfl_up_sync(unsigned, type, unsigned, int = 32);                              \
  __device__ type __shfl_down_sync(unsigned, type, unsigned, int = 32);                            \
  __device__ type __shfl_xor_sync(unsigned, type, int, int = 32);                                  \
  __device__ type __shfl(type, int, int = 32);                                                     \
  __device__ type __shfl_up(type, unsigned, int = 32);                                             \
  __device__ type __shfl_down(type, unsigned, int = 32);                                           \
  __device__ type __shfl_xor(type, int, int = 32);
WARPLINT_SHUFFLES(int)
WARPLINT_SHUFFLES(unsigned)
WARPLINT_SHUFFLES(long)
WARPLINT_SHUFFLES(unsigned long)
WARPLINT_SHUFFLES(long long)
WARPLINT_SHUFFLES(unsigned long long)
WARPLINT_SHUFFLES(float)
WARPLINT_SHUFFLES(double)
#undef WARPLINT_SHUFFLES

#define WARPLINT_MATCH(type)                                                                       \
  __device__ unsigned __match_any_sync(unsigned, type);                                            \
  __device__ unsigned __match_all_sync(unsigned, type, int *);
WARPLINT_MATCH(int)
WARPLINT_MATCH(unsigned)
WARPLINT_MATCH(long)
WARPLINT_MATCH(unsigned long)
WARPLINT_MATCH(long long)
WARPLINT_MATCH(unsigned long long)
WARPLINT_MATCH(float)
WARPLINT_MATCH(double)
#undef WARPLINT_MATCH

#define WARPLINT_REDUCE(type)                                                                      \
  __device__ type __reduce_add_sync(unsigned, type);                                               \
  __device__ type __reduce_min_sync(unsigned, type);                                               \
  __device__ type __reduce_max_sync(unsigned, type);
WARPLINT_REDUCE(int)
WARPLINT_REDUCE(unsigned)
#undef WARPLINT_REDUCE
__device__ unsigned __reduce_and_sync(unsigned, unsigned);
__device__ unsigned __reduce_or_sync(unsigned, unsigned);
__device__ unsigned __reduce_xor_sync(unsigned, unsigned);

__device__ void *__nv_associate_access_property(const void *, unsigned long long);

#endif
