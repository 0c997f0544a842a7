//===- cuda_fp4.h - 4-bit floating point -----------------------*- C++ -*-===//
#pragma once
#pragma clang system_header
#include "cuda_fp6.h"
#define __CUDA_FP4_TYPES_EXIST__
#pragma clang force_cuda_host_device begin

typedef unsigned char __nv_fp4_storage_t;
typedef unsigned char __nv_fp4x2_storage_t;
typedef unsigned short __nv_fp4x4_storage_t;
enum __nv_fp4_interpretation_t { __NV_E2M1 };
struct __nv_fp4_e2m1 {
  __nv_fp4_storage_t __x;
  __nv_fp4_e2m1() = default;
  explicit __nv_fp4_e2m1(float) noexcept;
  explicit operator float() const noexcept;
};
struct __nv_fp4x2_e2m1 {
  __nv_fp4x2_storage_t __x;
  __nv_fp4x2_e2m1() = default;
  explicit __nv_fp4x2_e2m1(float2) noexcept;
  explicit operator float2() const noexcept;
};
struct __nv_fp4x4_e2m1 {
  __nv_fp4x4_storage_t __x;
  __nv_fp4x4_e2m1() = default;
  explicit __nv_fp4x4_e2m1(float4) noexcept;
  explicit operator float4() const noexcept;
};
__nv_fp4_storage_t __nv_cvt_float_to_fp4(float, __nv_fp4_interpretation_t, cudaRoundMode) noexcept;
__nv_fp4x2_storage_t __nv_cvt_float2_to_fp4x2(float2, __nv_fp4_interpretation_t,
                                              cudaRoundMode) noexcept;
__nv_fp4_storage_t __nv_cvt_double_to_fp4(double, __nv_fp4_interpretation_t,
                                          cudaRoundMode) noexcept;
__nv_fp4_storage_t __nv_cvt_halfraw_to_fp4(__half_raw, __nv_fp4_interpretation_t,
                                           cudaRoundMode) noexcept;
__nv_fp4_storage_t __nv_cvt_bfloat16raw_to_fp4(__nv_bfloat16_raw, __nv_fp4_interpretation_t,
                                               cudaRoundMode) noexcept;
__nv_fp4x2_storage_t __nv_cvt_double2_to_fp4x2(double2, __nv_fp4_interpretation_t,
                                               cudaRoundMode) noexcept;
__nv_fp4x2_storage_t __nv_cvt_halfraw2_to_fp4x2(__half2_raw, __nv_fp4_interpretation_t,
                                                cudaRoundMode) noexcept;
__nv_fp4x2_storage_t __nv_cvt_bfloat16raw2_to_fp4x2(__nv_bfloat162_raw, __nv_fp4_interpretation_t,
                                                    cudaRoundMode) noexcept;
__half_raw __nv_cvt_fp4_to_halfraw(__nv_fp4_storage_t, __nv_fp4_interpretation_t) noexcept;
__half2_raw __nv_cvt_fp4x2_to_halfraw2(__nv_fp4x2_storage_t, __nv_fp4_interpretation_t) noexcept;

#pragma clang force_cuda_host_device end
