//===- __clang_cuda_builtin_vars.h - threadIdx as a variable ---*- C++ -*-===//
//
// Takes the place of Clang's file of this name, which makes threadIdx an object
// that cannot be copied and whose members are calls. Here they are plain variables,
// as in the built-in model. Clang's wrapper includes this before the Toolkit's own
// vector types, so the types come first.
//
//===----------------------------------------------------------------------===//
#ifndef __CUDA_BUILTIN_VARS_H
#define __CUDA_BUILTIN_VARS_H

#pragma push_macro("__CUDACC__")
#define __CUDACC__
#include "vector_types.h"
#pragma pop_macro("__CUDACC__")

extern const __attribute__((device)) __attribute__((weak)) uint3 threadIdx;
extern const __attribute__((device)) __attribute__((weak)) uint3 blockIdx;
extern const __attribute__((device)) __attribute__((weak)) dim3 blockDim;
extern const __attribute__((device)) __attribute__((weak)) dim3 gridDim;
extern const __attribute__((device)) __attribute__((weak)) int warpSize;

// What Clang's wrapper defines members of, later.
struct __cuda_builtin_threadIdx_t {
  __attribute__((device)) operator dim3() const;
  __attribute__((device)) operator uint3() const;
  unsigned x, y, z;
};
struct __cuda_builtin_blockIdx_t {
  __attribute__((device)) operator dim3() const;
  __attribute__((device)) operator uint3() const;
  unsigned x, y, z;
};
struct __cuda_builtin_blockDim_t {
  __attribute__((device)) operator dim3() const;
  __attribute__((device)) operator uint3() const;
  unsigned x, y, z;
};
struct __cuda_builtin_gridDim_t {
  __attribute__((device)) operator dim3() const;
  __attribute__((device)) operator uint3() const;
  unsigned x, y, z;
};

#endif
