//===- atomics.h - atomic functions ----------------------------*- C++ -*-===//
#ifndef WARPLINT_CUDA_MODEL_PARTS_ATOMICS_H
#define WARPLINT_CUDA_MODEL_PARTS_ATOMICS_H
#pragma clang system_header

// Each at device scope, at block scope and at system scope.
#define WARPLINT_ATOMIC(name, type)                                                                \
  __device__ type name(type *, type);                                                              \
  __device__ type name##_block(type *, type);                                                      \
  __device__ type name##_system(type *, type);
#define WARPLINT_ATOMIC_INTEGERS(name)                                                             \
  WARPLINT_ATOMIC(name, int)                                                                       \
  WARPLINT_ATOMIC(name, unsigned)                                                                  \
  WARPLINT_ATOMIC(name, unsigned long long)
WARPLINT_ATOMIC_INTEGERS(atomicAdd)
WARPLINT_ATOMIC(atomicAdd, float)
WARPLINT_ATOMIC(atomicAdd, double)
WARPLINT_ATOMIC(atomicAdd, float2)
WARPLINT_ATOMIC(atomicAdd, float4)
WARPLINT_ATOMIC_INTEGERS(atomicSub)
WARPLINT_ATOMIC_INTEGERS(atomicExch)
WARPLINT_ATOMIC(atomicExch, float)
WARPLINT_ATOMIC_INTEGERS(atomicMin)
WARPLINT_ATOMIC(atomicMin, long long)
WARPLINT_ATOMIC_INTEGERS(atomicMax)
WARPLINT_ATOMIC(atomicMax, long long)
WARPLINT_ATOMIC(atomicInc, unsigned)
WARPLINT_ATOMIC(atomicDec, unsigned)
WARPLINT_ATOMIC_INTEGERS(atomicAnd)
WARPLINT_ATOMIC_INTEGERS(atomicOr)
WARPLINT_ATOMIC_INTEGERS(atomicXor)
WARPLINT_ATOMIC(atomicAnd, long long)
WARPLINT_ATOMIC(atomicOr, long long)
WARPLINT_ATOMIC(atomicXor, long long)
#undef WARPLINT_ATOMIC
#undef WARPLINT_ATOMIC_INTEGERS
#define WARPLINT_ATOMIC_CAS(type)                                                                  \
  __device__ type atomicCAS(type *, type, type);                                                   \
  __device__ type atomicCAS_block(type *, type, type);                                             \
  __device__ type atomicCAS_system(type *, type, type);
WARPLINT_ATOMIC_CAS(int)
WARPLINT_ATOMIC_CAS(unsigned)
WARPLINT_ATOMIC_CAS(unsigned short)
WARPLINT_ATOMIC_CAS(unsigned long long)
#undef WARPLINT_ATOMIC_CAS

// The newer generic forms, with memory order and scope.
#define __NV_ATOMIC_RELAXED 0
#define __NV_ATOMIC_CONSUME 1
#define __NV_ATOMIC_ACQUIRE 2
#define __NV_ATOMIC_RELEASE 3
#define __NV_ATOMIC_ACQ_REL 4
#define __NV_ATOMIC_SEQ_CST 5
#define __NV_THREAD_SCOPE_THREAD 0
#define __NV_THREAD_SCOPE_BLOCK 1
#define __NV_THREAD_SCOPE_CLUSTER 2
#define __NV_THREAD_SCOPE_DEVICE 3
#define __NV_THREAD_SCOPE_SYSTEM 4
template <class T> __device__ T __nv_atomic_load_n(T *, int, int = 4);
template <class T> __device__ void __nv_atomic_load(T *, T *, int, int = 4);
template <class T, class V> __device__ void __nv_atomic_store_n(T *, V, int, int = 4);
template <class T> __device__ void __nv_atomic_store(T *, T *, int, int = 4);
template <class T, class V> __device__ T __nv_atomic_exchange_n(T *, V, int, int = 4);
template <class T>
__device__ bool __nv_atomic_compare_exchange_n(T *, T *, T, bool, int, int, int = 4);
template <class T>
__device__ bool __nv_atomic_compare_exchange(T *, T *, T *, bool, int, int, int = 4);
template <class T, class V> __device__ T __nv_atomic_fetch_add(T *, V, int, int = 4);
template <class T, class V> __device__ T __nv_atomic_fetch_sub(T *, V, int, int = 4);
template <class T, class V> __device__ T __nv_atomic_fetch_and(T *, V, int, int = 4);
template <class T, class V> __device__ T __nv_atomic_fetch_or(T *, V, int, int = 4);
template <class T, class V> __device__ T __nv_atomic_fetch_xor(T *, V, int, int = 4);
template <class T, class V> __device__ T __nv_atomic_fetch_min(T *, V, int, int = 4);
template <class T, class V> __device__ T __nv_atomic_fetch_max(T *, V, int, int = 4);
template <class T, class V> __device__ void __nv_atomic_add(T *, V, int, int = 4);
template <class T, class V> __device__ void __nv_atomic_sub(T *, V, int, int = 4);
template <class T, class V> __device__ void __nv_atomic_and(T *, V, int, int = 4);
template <class T, class V> __device__ void __nv_atomic_or(T *, V, int, int = 4);
template <class T, class V> __device__ void __nv_atomic_xor(T *, V, int, int = 4);
template <class T, class V> __device__ void __nv_atomic_min(T *, V, int, int = 4);
template <class T, class V> __device__ void __nv_atomic_max(T *, V, int, int = 4);
__device__ void __nv_atomic_thread_fence(int, int = 4);

#endif
