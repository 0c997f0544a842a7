//===- cutil.h - of CUDA's SDK before 5.0 ----------------------*- C++ -*-===//
//
// Stands in where that header, or cutil_inline.h, is not at hand: what kernels use of it.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_CUDA_MODEL_CUTIL_H
#define WARPLINT_CUDA_MODEL_CUTIL_H
#pragma clang system_header
#include <cuda_runtime.h>
// Counts bank conflicts on an emulator, and is the element on a device.
#define CUT_BANK_CHECKER(array, index) array[index]
#endif
