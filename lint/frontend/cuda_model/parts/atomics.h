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

#include "generic_atomics.h"

#endif
