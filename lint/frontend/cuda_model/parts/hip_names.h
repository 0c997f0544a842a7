//===- hip_names.h - older names of HIP's ----------------------*- C++ -*-===//
//
// threadIdx and its kin as HIP code names them, whose own headers are seldom there.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_CUDA_MODEL_PARTS_HIP_NAMES_H
#define WARPLINT_CUDA_MODEL_PARTS_HIP_NAMES_H
#pragma clang system_header

#define hipThreadIdx_x threadIdx.x
#define hipThreadIdx_y threadIdx.y
#define hipThreadIdx_z threadIdx.z
#define hipBlockIdx_x blockIdx.x
#define hipBlockIdx_y blockIdx.y
#define hipBlockIdx_z blockIdx.z
#define hipBlockDim_x blockDim.x
#define hipBlockDim_y blockDim.y
#define hipBlockDim_z blockDim.z
#define hipGridDim_x gridDim.x
#define hipGridDim_y gridDim.y
#define hipGridDim_z gridDim.z

#endif
