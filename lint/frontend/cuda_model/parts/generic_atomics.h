//===- generic_atomics.h - __nv_atomic_* -------------------------------*- C++ -*-===//
#ifndef WARPLINT_CUDA_MODEL_PARTS_GENERIC_ATOMICS_H
#define WARPLINT_CUDA_MODEL_PARTS_GENERIC_ATOMICS_H
#pragma clang system_header

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
template <class T_> __device__ T_ __nv_atomic_load_n(T_ *, int, int = 4);
template <class T_> __device__ void __nv_atomic_load(T_ *, T_ *, int, int = 4);
template <class T_, class V_> __device__ void __nv_atomic_store_n(T_ *, V_, int, int = 4);
template <class T_> __device__ void __nv_atomic_store(T_ *, T_ *, int, int = 4);
template <class T_, class V_> __device__ T_ __nv_atomic_exchange_n(T_ *, V_, int, int = 4);
template <class T_>
__device__ bool __nv_atomic_compare_exchange_n(T_ *, T_ *, T_, bool, int, int, int = 4);
template <class T_>
__device__ bool __nv_atomic_compare_exchange(T_ *, T_ *, T_ *, bool, int, int, int = 4);
template <class T_, class V_> __device__ T_ __nv_atomic_fetch_add(T_ *, V_, int, int = 4);
template <class T_, class V_> __device__ T_ __nv_atomic_fetch_sub(T_ *, V_, int, int = 4);
template <class T_, class V_> __device__ T_ __nv_atomic_fetch_and(T_ *, V_, int, int = 4);
template <class T_, class V_> __device__ T_ __nv_atomic_fetch_or(T_ *, V_, int, int = 4);
template <class T_, class V_> __device__ T_ __nv_atomic_fetch_xor(T_ *, V_, int, int = 4);
template <class T_, class V_> __device__ T_ __nv_atomic_fetch_min(T_ *, V_, int, int = 4);
template <class T_, class V_> __device__ T_ __nv_atomic_fetch_max(T_ *, V_, int, int = 4);
template <class T_, class V_> __device__ void __nv_atomic_add(T_ *, V_, int, int = 4);
template <class T_, class V_> __device__ void __nv_atomic_sub(T_ *, V_, int, int = 4);
template <class T_, class V_> __device__ void __nv_atomic_and(T_ *, V_, int, int = 4);
template <class T_, class V_> __device__ void __nv_atomic_or(T_ *, V_, int, int = 4);
template <class T_, class V_> __device__ void __nv_atomic_xor(T_ *, V_, int, int = 4);
template <class T_, class V_> __device__ void __nv_atomic_min(T_ *, V_, int, int = 4);
template <class T_, class V_> __device__ void __nv_atomic_max(T_ *, V_, int, int = 4);
__device__ void __nv_atomic_thread_fence(int, int = 4);

#endif
