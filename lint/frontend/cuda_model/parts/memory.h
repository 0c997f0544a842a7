//===- memory.h - loads and stores with cache hints, addresses --*- C++ -*-===//
#ifndef WARPLINT_CUDA_MODEL_PARTS_MEMORY_H
#define WARPLINT_CUDA_MODEL_PARTS_MEMORY_H
#pragma clang system_header

#include "cache_hints.h"

template <class T_> __device__ T_ __ldg(const T_ *);

extern "C" {
__device__ unsigned __isGlobal(const void *);
__device__ unsigned __isShared(const void *);
__device__ unsigned __isConstant(const void *);
__device__ unsigned __isLocal(const void *);
__device__ unsigned __isGridConstant(const void *);
__device__ unsigned __isClusterShared(const void *);
__device__ size_t __cvta_generic_to_global(const void *);
__device__ size_t __cvta_generic_to_shared(const void *);
__device__ size_t __cvta_generic_to_constant(const void *);
__device__ size_t __cvta_generic_to_local(const void *);
__device__ size_t __cvta_generic_to_grid_constant(const void *);
__device__ void *__cvta_global_to_generic(size_t);
__device__ void *__cvta_shared_to_generic(size_t);
__device__ void *__cvta_constant_to_generic(size_t);
__device__ void *__cvta_local_to_generic(size_t);
__device__ void *__cvta_grid_constant_to_generic(size_t);
__device__ size_t __nv_cvta_generic_to_shared_impl(const void *);
__device__ unsigned __nvvm_get_smem_pointer(void *);
__device__ void *__cluster_map_shared_rank(const void *, unsigned);
__device__ unsigned __cluster_query_shared_rank(const void *);
__device__ unsigned __clusterRelativeBlockRank();
__device__ dim3 __clusterDim();
__device__ dim3 __clusterGridDimInClusters();
__device__ dim3 __clusterIdx();
__device__ dim3 __clusterRelativeBlockIdx();
__device__ unsigned __clusterSizeInBlocks();
__device__ bool __clusterDimIsSpecified();
__device__ void __cluster_barrier_arrive();
__device__ void __cluster_barrier_arrive_relaxed();
__device__ void __cluster_barrier_wait();
__device__ void __prof_trigger(int);
__device__ void __brkpt();
__device__ void __trap();
__device__ void __nanosleep(unsigned);
}

#endif
