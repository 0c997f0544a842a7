//===- variables.h - threadIdx and its kin ---------------------*- C++ -*-===//
//
// Plain variables, so that a copy of threadIdx is a copy of a uint3 and
// `threadIdx.x` is a member of a named variable in the AST.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_CUDA_MODEL_PARTS_VARIABLES_H
#define WARPLINT_CUDA_MODEL_PARTS_VARIABLES_H
#pragma clang system_header

extern const __device__ uint3 threadIdx;
extern const __device__ uint3 blockIdx;
extern const __device__ dim3 blockDim;
extern const __device__ dim3 gridDim;
extern const __device__ int warpSize;

#endif
