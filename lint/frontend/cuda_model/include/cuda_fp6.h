//===- cuda_fp6.h - 6-bit floating point -----------------------*- C++ -*-===//
#pragma once
#pragma clang system_header
#include "cuda_fp8.h"
#define __CUDA_FP6_TYPES_EXIST__
#pragma clang force_cuda_host_device begin

typedef unsigned char __nv_fp6_storage_t;
typedef unsigned short __nv_fp6x2_storage_t;
typedef unsigned int __nv_fp6x4_storage_t;
enum __nv_fp6_interpretation_t { __NV_E2M3, __NV_E3M2 };
struct __nv_fp6_e2m3 {
  __nv_fp6_storage_t __x;
  __nv_fp6_e2m3() = default;
  explicit __nv_fp6_e2m3(float) noexcept;
  explicit operator float() const noexcept;
};
struct __nv_fp6x2_e2m3 {
  __nv_fp6x2_storage_t __x;
  __nv_fp6x2_e2m3() = default;
  explicit __nv_fp6x2_e2m3(float2) noexcept;
  explicit operator float2() const noexcept;
};
struct __nv_fp6x4_e2m3 {
  __nv_fp6x4_storage_t __x;
  __nv_fp6x4_e2m3() = default;
  explicit __nv_fp6x4_e2m3(float4) noexcept;
  explicit operator float4() const noexcept;
};
struct __nv_fp6_e3m2 {
  __nv_fp6_storage_t __x;
  __nv_fp6_e3m2() = default;
  explicit __nv_fp6_e3m2(float) noexcept;
  explicit operator float() const noexcept;
};
struct __nv_fp6x2_e3m2 {
  __nv_fp6x2_storage_t __x;
  __nv_fp6x2_e3m2() = default;
  explicit __nv_fp6x2_e3m2(float2) noexcept;
  explicit operator float2() const noexcept;
};
struct __nv_fp6x4_e3m2 {
  __nv_fp6x4_storage_t __x;
  __nv_fp6x4_e3m2() = default;
  explicit __nv_fp6x4_e3m2(float4) noexcept;
  explicit operator float4() const noexcept;
};
__nv_fp6_storage_t __nv_cvt_float_to_fp6(float, __nv_fp6_interpretation_t, cudaRoundMode) noexcept;
__nv_fp6x2_storage_t __nv_cvt_float2_to_fp6x2(float2, __nv_fp6_interpretation_t,
                                              cudaRoundMode) noexcept;
__nv_fp6_storage_t __nv_cvt_double_to_fp6(double, __nv_fp6_interpretation_t,
                                          cudaRoundMode) noexcept;
__nv_fp6_storage_t __nv_cvt_halfraw_to_fp6(__half_raw, __nv_fp6_interpretation_t,
                                           cudaRoundMode) noexcept;
__nv_fp6_storage_t __nv_cvt_bfloat16raw_to_fp6(__nv_bfloat16_raw, __nv_fp6_interpretation_t,
                                               cudaRoundMode) noexcept;
__nv_fp6x2_storage_t __nv_cvt_double2_to_fp6x2(double2, __nv_fp6_interpretation_t,
                                               cudaRoundMode) noexcept;
__nv_fp6x2_storage_t __nv_cvt_halfraw2_to_fp6x2(__half2_raw, __nv_fp6_interpretation_t,
                                                cudaRoundMode) noexcept;
__nv_fp6x2_storage_t __nv_cvt_bfloat16raw2_to_fp6x2(__nv_bfloat162_raw, __nv_fp6_interpretation_t,
                                                    cudaRoundMode) noexcept;
__half_raw __nv_cvt_fp6_to_halfraw(__nv_fp6_storage_t, __nv_fp6_interpretation_t) noexcept;
__half2_raw __nv_cvt_fp6x2_to_halfraw2(__nv_fp6x2_storage_t, __nv_fp6_interpretation_t) noexcept;

#pragma clang force_cuda_host_device end
