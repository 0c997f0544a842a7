//===- cuda_fp8.h - 8-bit floating point -----------------------*- C++ -*-===//
#pragma once
#pragma clang system_header
// Programs ask for the originals by their guards.
#define __CUDA_FP8_H__
#include "cuda_bf16.h"
#include "cuda_fp16.h"
#define __CUDA_FP8_TYPES_EXIST__
#pragma clang force_cuda_host_device begin

typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned __nv_fp8x4_storage_t;
enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE };
enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 };

struct __nv_fp8_e4m3 {
  __nv_fp8_storage_t __x;
  __nv_fp8_e4m3() = default;
  explicit __nv_fp8_e4m3(__half) noexcept;
  explicit __nv_fp8_e4m3(__nv_bfloat16) noexcept;
  explicit __nv_fp8_e4m3(float) noexcept;
  explicit __nv_fp8_e4m3(double) noexcept;
  explicit __nv_fp8_e4m3(int) noexcept;
  explicit __nv_fp8_e4m3(unsigned) noexcept;
  explicit __nv_fp8_e4m3(short) noexcept;
  explicit __nv_fp8_e4m3(unsigned short) noexcept;
  explicit __nv_fp8_e4m3(long) noexcept;
  explicit __nv_fp8_e4m3(unsigned long) noexcept;
  explicit __nv_fp8_e4m3(long long) noexcept;
  explicit __nv_fp8_e4m3(unsigned long long) noexcept;
  explicit operator __half() const noexcept;
  explicit operator __nv_bfloat16() const noexcept;
  explicit operator float() const noexcept;
  explicit operator double() const noexcept;
  explicit operator int() const noexcept;
  explicit operator unsigned() const noexcept;
  explicit operator short() const noexcept;
  explicit operator unsigned short() const noexcept;
  explicit operator long() const noexcept;
  explicit operator unsigned long() const noexcept;
  explicit operator long long() const noexcept;
  explicit operator unsigned long long() const noexcept;
  explicit operator signed char() const noexcept;
  explicit operator unsigned char() const noexcept;
  explicit operator char() const noexcept;
  explicit operator bool() const noexcept;
};
struct __nv_fp8x2_e4m3 {
  __nv_fp8x2_storage_t __x;
  __nv_fp8x2_e4m3() = default;
  explicit __nv_fp8x2_e4m3(float2) noexcept;
  explicit __nv_fp8x2_e4m3(double2) noexcept;
  explicit __nv_fp8x2_e4m3(__half2) noexcept;
  explicit __nv_fp8x2_e4m3(__nv_bfloat162) noexcept;
  explicit operator float2() const noexcept;
  explicit operator __half2() const noexcept;
};
struct __nv_fp8x4_e4m3 {
  __nv_fp8x4_storage_t __x;
  __nv_fp8x4_e4m3() = default;
  explicit __nv_fp8x4_e4m3(float4) noexcept;
  explicit __nv_fp8x4_e4m3(double4) noexcept;
  explicit __nv_fp8x4_e4m3(__half2, __half2) noexcept;
  explicit __nv_fp8x4_e4m3(__nv_bfloat162, __nv_bfloat162) noexcept;
  explicit operator float4() const noexcept;
};
struct __nv_fp8_e5m2 {
  __nv_fp8_storage_t __x;
  __nv_fp8_e5m2() = default;
  explicit __nv_fp8_e5m2(__half) noexcept;
  explicit __nv_fp8_e5m2(__nv_bfloat16) noexcept;
  explicit __nv_fp8_e5m2(float) noexcept;
  explicit __nv_fp8_e5m2(double) noexcept;
  explicit __nv_fp8_e5m2(int) noexcept;
  explicit __nv_fp8_e5m2(unsigned) noexcept;
  explicit __nv_fp8_e5m2(short) noexcept;
  explicit __nv_fp8_e5m2(unsigned short) noexcept;
  explicit __nv_fp8_e5m2(long) noexcept;
  explicit __nv_fp8_e5m2(unsigned long) noexcept;
  explicit __nv_fp8_e5m2(long long) noexcept;
  explicit __nv_fp8_e5m2(unsigned long long) noexcept;
  explicit operator __half() const noexcept;
  explicit operator __nv_bfloat16() const noexcept;
  explicit operator float() const noexcept;
  explicit operator double() const noexcept;
  explicit operator int() const noexcept;
  explicit operator unsigned() const noexcept;
  explicit operator short() const noexcept;
  explicit operator unsigned short() const noexcept;
  explicit operator long() const noexcept;
  explicit operator unsigned long() const noexcept;
  explicit operator long long() const noexcept;
  explicit operator unsigned long long() const noexcept;
  explicit operator signed char() const noexcept;
  explicit operator unsigned char() const noexcept;
  explicit operator char() const noexcept;
  explicit operator bool() const noexcept;
};
struct __nv_fp8x2_e5m2 {
  __nv_fp8x2_storage_t __x;
  __nv_fp8x2_e5m2() = default;
  explicit __nv_fp8x2_e5m2(float2) noexcept;
  explicit __nv_fp8x2_e5m2(double2) noexcept;
  explicit __nv_fp8x2_e5m2(__half2) noexcept;
  explicit __nv_fp8x2_e5m2(__nv_bfloat162) noexcept;
  explicit operator float2() const noexcept;
  explicit operator __half2() const noexcept;
};
struct __nv_fp8x4_e5m2 {
  __nv_fp8x4_storage_t __x;
  __nv_fp8x4_e5m2() = default;
  explicit __nv_fp8x4_e5m2(float4) noexcept;
  explicit __nv_fp8x4_e5m2(double4) noexcept;
  explicit __nv_fp8x4_e5m2(__half2, __half2) noexcept;
  explicit __nv_fp8x4_e5m2(__nv_bfloat162, __nv_bfloat162) noexcept;
  explicit operator float4() const noexcept;
};
struct __nv_fp8_e8m0 {
  __nv_fp8_storage_t __x;
  __nv_fp8_e8m0() = default;
  explicit __nv_fp8_e8m0(__half) noexcept;
  explicit __nv_fp8_e8m0(__nv_bfloat16) noexcept;
  explicit __nv_fp8_e8m0(float) noexcept;
  explicit __nv_fp8_e8m0(double) noexcept;
  explicit __nv_fp8_e8m0(int) noexcept;
  explicit __nv_fp8_e8m0(unsigned) noexcept;
  explicit __nv_fp8_e8m0(short) noexcept;
  explicit __nv_fp8_e8m0(unsigned short) noexcept;
  explicit __nv_fp8_e8m0(long) noexcept;
  explicit __nv_fp8_e8m0(unsigned long) noexcept;
  explicit __nv_fp8_e8m0(long long) noexcept;
  explicit __nv_fp8_e8m0(unsigned long long) noexcept;
  explicit operator __half() const noexcept;
  explicit operator __nv_bfloat16() const noexcept;
  explicit operator float() const noexcept;
  explicit operator double() const noexcept;
  explicit operator int() const noexcept;
  explicit operator unsigned() const noexcept;
  explicit operator short() const noexcept;
  explicit operator unsigned short() const noexcept;
  explicit operator long() const noexcept;
  explicit operator unsigned long() const noexcept;
  explicit operator long long() const noexcept;
  explicit operator unsigned long long() const noexcept;
  explicit operator signed char() const noexcept;
  explicit operator unsigned char() const noexcept;
  explicit operator char() const noexcept;
  explicit operator bool() const noexcept;
};
struct __nv_fp8x2_e8m0 {
  __nv_fp8x2_storage_t __x;
  __nv_fp8x2_e8m0() = default;
  explicit __nv_fp8x2_e8m0(float2) noexcept;
  explicit __nv_fp8x2_e8m0(double2) noexcept;
  explicit __nv_fp8x2_e8m0(__half2) noexcept;
  explicit __nv_fp8x2_e8m0(__nv_bfloat162) noexcept;
  explicit operator float2() const noexcept;
  explicit operator __half2() const noexcept;
};
struct __nv_fp8x4_e8m0 {
  __nv_fp8x4_storage_t __x;
  __nv_fp8x4_e8m0() = default;
  explicit __nv_fp8x4_e8m0(float4) noexcept;
  explicit __nv_fp8x4_e8m0(double4) noexcept;
  explicit __nv_fp8x4_e8m0(__half2, __half2) noexcept;
  explicit __nv_fp8x4_e8m0(__nv_bfloat162, __nv_bfloat162) noexcept;
  explicit operator float4() const noexcept;
};

__nv_fp8_storage_t __nv_cvt_float_to_fp8(float, __nv_saturation_t,
                                         __nv_fp8_interpretation_t) noexcept;
__nv_fp8_storage_t __nv_cvt_double_to_fp8(double, __nv_saturation_t,
                                          __nv_fp8_interpretation_t) noexcept;
__nv_fp8_storage_t __nv_cvt_halfraw_to_fp8(__half_raw, __nv_saturation_t,
                                           __nv_fp8_interpretation_t) noexcept;
__nv_fp8_storage_t __nv_cvt_bfloat16raw_to_fp8(__nv_bfloat16_raw, __nv_saturation_t,
                                               __nv_fp8_interpretation_t) noexcept;
__nv_fp8x2_storage_t __nv_cvt_float2_to_fp8x2(float2, __nv_saturation_t,
                                              __nv_fp8_interpretation_t) noexcept;
__nv_fp8x2_storage_t __nv_cvt_halfraw2_to_fp8x2(__half2_raw, __nv_saturation_t,
                                                __nv_fp8_interpretation_t) noexcept;
__nv_fp8x2_storage_t __nv_cvt_bfloat16raw2_to_fp8x2(__nv_bfloat162_raw, __nv_saturation_t,
                                                    __nv_fp8_interpretation_t) noexcept;
__half_raw __nv_cvt_fp8_to_halfraw(__nv_fp8_storage_t, __nv_fp8_interpretation_t) noexcept;
__half2_raw __nv_cvt_fp8x2_to_halfraw2(__nv_fp8x2_storage_t, __nv_fp8_interpretation_t) noexcept;
__nv_fp8_storage_t __nv_cvt_float_to_e8m0(float, __nv_saturation_t, cudaRoundMode) noexcept;
__nv_fp8_storage_t __nv_cvt_double_to_e8m0(double, __nv_saturation_t, cudaRoundMode) noexcept;
__nv_fp8_storage_t __nv_cvt_bfloat16raw_to_e8m0(__nv_bfloat16_raw, __nv_saturation_t,
                                                cudaRoundMode) noexcept;
__nv_fp8x2_storage_t __nv_cvt_float2_to_e8m0x2(float2, __nv_saturation_t, cudaRoundMode) noexcept;
__nv_fp8x2_storage_t __nv_cvt_double2_to_e8m0x2(double2, __nv_saturation_t, cudaRoundMode) noexcept;
__nv_fp8x2_storage_t __nv_cvt_bfloat162raw_to_e8m0x2(__nv_bfloat162_raw, __nv_saturation_t,
                                                     cudaRoundMode) noexcept;
__nv_bfloat16_raw __nv_cvt_e8m0_to_bf16raw(__nv_fp8_storage_t) noexcept;

#pragma clang force_cuda_host_device end
