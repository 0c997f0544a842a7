//===- cuda_fp16.h - half precision -----------------------------------*- C++ -*-===//
//
// Arithmetic is declared for both sides: the interpreter needs its shape, not its bits. Operators
// and conversions can be left out, as with the original, by macros.
//
//===----------------------------------------------------------------------===//
#pragma once
#pragma clang system_header
// Programs ask for the originals by their guards.
#define __CUDA_FP16_H__
#include "../prelude.h"

#define CUDA_FP16_H
#define __CUDA_FP16_TYPES_EXIST__

#pragma clang force_cuda_host_device begin

struct __attribute__((aligned(2))) __half_raw {
  unsigned short x;
};
struct __attribute__((aligned(4))) __half2_raw {
  unsigned short x, y;
};

struct __attribute__((aligned(2))) __half {
  unsigned short __x;
  __half() = default;
  constexpr __half(const __half_raw &r) : __x(r.x) {}
  __half &operator=(const __half_raw &) noexcept;
  volatile __half &operator=(const __half_raw &) volatile noexcept;
  volatile __half &operator=(const volatile __half_raw &) volatile noexcept;
  operator __half_raw() const noexcept;
  operator __half_raw() const volatile noexcept;
#ifndef __CUDA_NO_HALF_CONVERSIONS__
  __half(float) noexcept;
  __half(double) noexcept;
  __half(int) noexcept;
  __half(unsigned) noexcept;
  __half(short) noexcept;
  __half(unsigned short) noexcept;
  __half(long) noexcept;
  __half(unsigned long) noexcept;
  __half(long long) noexcept;
  __half(unsigned long long) noexcept;
  __half &operator=(float) noexcept;
  __half &operator=(double) noexcept;
  __half &operator=(int) noexcept;
  __half &operator=(unsigned) noexcept;
  __half &operator=(long) noexcept;
  __half &operator=(unsigned long) noexcept;
  __half &operator=(long long) noexcept;
  __half &operator=(unsigned long long) noexcept;
  __half &operator=(short) noexcept;
  __half &operator=(unsigned short) noexcept;
  operator float() const noexcept;
  explicit operator double() const noexcept;
  explicit operator signed char() const noexcept;
  explicit operator unsigned char() const noexcept;
  explicit operator char() const noexcept;
  explicit operator short() const noexcept;
  explicit operator unsigned short() const noexcept;
  explicit operator int() const noexcept;
  explicit operator unsigned() const noexcept;
  explicit operator long() const noexcept;
  explicit operator unsigned long() const noexcept;
  explicit operator long long() const noexcept;
  explicit operator unsigned long long() const noexcept;
  explicit operator bool() const noexcept;
#endif
};
struct __attribute__((aligned(4))) __half2 {
  __half x, y;
  __half2() = default;
  constexpr __half2(const __half &a, const __half &b) : x(a), y(b) {}
  __half2(const __half2_raw &) noexcept;
  // No assignment from __half2_raw: the constructor will do, and `h = {a, b}` is not ambiguous.
  operator __half2_raw() const noexcept;
};
typedef __half half;
typedef __half __nv_half;
typedef __half nv_half;
typedef __half2 half2;
typedef __half2 __nv_half2;
typedef __half2 nv_half2;

// Operators.
#ifndef __CUDA_NO_HALF_OPERATORS__
__half operator+(const __half &, const __half &) noexcept;
__half operator-(const __half &, const __half &) noexcept;
__half operator*(const __half &, const __half &) noexcept;
__half operator/(const __half &, const __half &) noexcept;
__half &operator+=(__half &, const __half &) noexcept;
__half &operator-=(__half &, const __half &) noexcept;
__half &operator*=(__half &, const __half &) noexcept;
__half &operator/=(__half &, const __half &) noexcept;
__half &operator++(__half &) noexcept;
__half operator++(__half &, int) noexcept;
__half &operator--(__half &) noexcept;
__half operator--(__half &, int) noexcept;
__half operator+(const __half &) noexcept;
__half operator-(const __half &) noexcept;
bool operator==(const __half &, const __half &) noexcept;
bool operator!=(const __half &, const __half &) noexcept;
bool operator<(const __half &, const __half &) noexcept;
bool operator>(const __half &, const __half &) noexcept;
bool operator<=(const __half &, const __half &) noexcept;
bool operator>=(const __half &, const __half &) noexcept;
#endif
#ifndef __CUDA_NO_HALF2_OPERATORS__
__half2 operator+(const __half2 &, const __half2 &) noexcept;
__half2 operator-(const __half2 &, const __half2 &) noexcept;
__half2 operator*(const __half2 &, const __half2 &) noexcept;
__half2 operator/(const __half2 &, const __half2 &) noexcept;
__half2 &operator+=(__half2 &, const __half2 &) noexcept;
__half2 &operator-=(__half2 &, const __half2 &) noexcept;
__half2 &operator*=(__half2 &, const __half2 &) noexcept;
__half2 &operator/=(__half2 &, const __half2 &) noexcept;
__half2 &operator++(__half2 &) noexcept;
__half2 operator++(__half2 &, int) noexcept;
__half2 &operator--(__half2 &) noexcept;
__half2 operator--(__half2 &, int) noexcept;
__half2 operator+(const __half2 &) noexcept;
__half2 operator-(const __half2 &) noexcept;
bool operator==(const __half2 &, const __half2 &) noexcept;
bool operator!=(const __half2 &, const __half2 &) noexcept;
bool operator<(const __half2 &, const __half2 &) noexcept;
bool operator>(const __half2 &, const __half2 &) noexcept;
bool operator<=(const __half2 &, const __half2 &) noexcept;
bool operator>=(const __half2 &, const __half2 &) noexcept;
#endif

// Conversions.
__half __float2half(float) noexcept;
__half __double2half(double) noexcept;
__half __float2half_rn(float) noexcept;
__half __float2half_rz(float) noexcept;
__half __float2half_rd(float) noexcept;
__half __float2half_ru(float) noexcept;
float __half2float(__half) noexcept;
__half2 __float2half2_rn(float) noexcept;
__half2 __floats2half2_rn(float, float) noexcept;
__half2 __float22half2_rn(float2) noexcept;
float2 __half22float2(__half2) noexcept;
float __low2float(__half2) noexcept;
float __high2float(__half2) noexcept;
int __half2int_rn(__half) noexcept;
__half __int2half_rn(int) noexcept;
int __half2int_rz(__half) noexcept;
__half __int2half_rz(int) noexcept;
int __half2int_rd(__half) noexcept;
__half __int2half_rd(int) noexcept;
int __half2int_ru(__half) noexcept;
__half __int2half_ru(int) noexcept;
unsigned __half2uint_rn(__half) noexcept;
__half __uint2half_rn(unsigned) noexcept;
unsigned __half2uint_rz(__half) noexcept;
__half __uint2half_rz(unsigned) noexcept;
unsigned __half2uint_rd(__half) noexcept;
__half __uint2half_rd(unsigned) noexcept;
unsigned __half2uint_ru(__half) noexcept;
__half __uint2half_ru(unsigned) noexcept;
short __half2short_rn(__half) noexcept;
__half __short2half_rn(short) noexcept;
short __half2short_rz(__half) noexcept;
__half __short2half_rz(short) noexcept;
short __half2short_rd(__half) noexcept;
__half __short2half_rd(short) noexcept;
short __half2short_ru(__half) noexcept;
__half __short2half_ru(short) noexcept;
unsigned short __half2ushort_rn(__half) noexcept;
__half __ushort2half_rn(unsigned short) noexcept;
unsigned short __half2ushort_rz(__half) noexcept;
__half __ushort2half_rz(unsigned short) noexcept;
unsigned short __half2ushort_rd(__half) noexcept;
__half __ushort2half_rd(unsigned short) noexcept;
unsigned short __half2ushort_ru(__half) noexcept;
__half __ushort2half_ru(unsigned short) noexcept;
long long __half2ll_rn(__half) noexcept;
__half __ll2half_rn(long long) noexcept;
long long __half2ll_rz(__half) noexcept;
__half __ll2half_rz(long long) noexcept;
long long __half2ll_rd(__half) noexcept;
__half __ll2half_rd(long long) noexcept;
long long __half2ll_ru(__half) noexcept;
__half __ll2half_ru(long long) noexcept;
unsigned long long __half2ull_rn(__half) noexcept;
__half __ull2half_rn(unsigned long long) noexcept;
unsigned long long __half2ull_rz(__half) noexcept;
__half __ull2half_rz(unsigned long long) noexcept;
unsigned long long __half2ull_rd(__half) noexcept;
__half __ull2half_rd(unsigned long long) noexcept;
unsigned long long __half2ull_ru(__half) noexcept;
__half __ull2half_ru(unsigned long long) noexcept;
signed char __half2char_rz(__half) noexcept;
unsigned char __half2uchar_rz(__half) noexcept;
short __half_as_short(__half) noexcept;
unsigned short __half_as_ushort(__half) noexcept;
__half __short_as_half(short) noexcept;
__half __ushort_as_half(unsigned short) noexcept;
__half2 __half2half2(__half) noexcept;
__half2 __halves2half2(__half, __half) noexcept;
__half2 __lows2half2(__half2, __half2) noexcept;
__half2 __highs2half2(__half2, __half2) noexcept;
__half __low2half(__half2) noexcept;
__half2 __low2half2(__half2) noexcept;
__half __high2half(__half2) noexcept;
__half2 __high2half2(__half2) noexcept;
__half2 __lowhigh2highlow(__half2) noexcept;
__half2 make_half2(__half, __half) noexcept;

// Arithmetic, comparisons and functions: of one, and of two at once.
__half __hadd(__half, __half) noexcept;
__half2 __hadd2(__half2, __half2) noexcept;
__half __hsub(__half, __half) noexcept;
__half2 __hsub2(__half2, __half2) noexcept;
__half __hmul(__half, __half) noexcept;
__half2 __hmul2(__half2, __half2) noexcept;
__half __hdiv(__half, __half) noexcept;
__half2 __h2div(__half2, __half2) noexcept;
__half __hadd_rn(__half, __half) noexcept;
__half2 __hadd2_rn(__half2, __half2) noexcept;
__half __hsub_rn(__half, __half) noexcept;
__half2 __hsub2_rn(__half2, __half2) noexcept;
__half __hmul_rn(__half, __half) noexcept;
__half2 __hmul2_rn(__half2, __half2) noexcept;
__half __hadd_sat(__half, __half) noexcept;
__half2 __hadd2_sat(__half2, __half2) noexcept;
__half __hsub_sat(__half, __half) noexcept;
__half2 __hsub2_sat(__half2, __half2) noexcept;
__half __hmul_sat(__half, __half) noexcept;
__half2 __hmul2_sat(__half2, __half2) noexcept;
__half __hmax(__half, __half) noexcept;
__half2 __hmax2(__half2, __half2) noexcept;
__half __hmin(__half, __half) noexcept;
__half2 __hmin2(__half2, __half2) noexcept;
__half __hmax_nan(__half, __half) noexcept;
__half2 __hmax2_nan(__half2, __half2) noexcept;
__half __hmin_nan(__half, __half) noexcept;
__half2 __hmin2_nan(__half2, __half2) noexcept;
__half __hfma(__half, __half, __half) noexcept;
__half2 __hfma2(__half2, __half2, __half2) noexcept;
__half __hfma_sat(__half, __half, __half) noexcept;
__half2 __hfma2_sat(__half2, __half2, __half2) noexcept;
__half __hfma_relu(__half, __half, __half) noexcept;
__half2 __hfma2_relu(__half2, __half2, __half2) noexcept;
__half2 __hcmadd(__half2, __half2, __half2) noexcept;
__half __hneg(__half) noexcept;
__half2 __hneg2(__half2) noexcept;
__half __habs(__half) noexcept;
__half2 __habs2(__half2) noexcept;
bool __heq(__half, __half) noexcept;
__half2 __heq2(__half2, __half2) noexcept;
bool __hbeq2(__half2, __half2) noexcept;
unsigned __heq2_mask(__half2, __half2) noexcept;
bool __hne(__half, __half) noexcept;
__half2 __hne2(__half2, __half2) noexcept;
bool __hbne2(__half2, __half2) noexcept;
unsigned __hne2_mask(__half2, __half2) noexcept;
bool __hle(__half, __half) noexcept;
__half2 __hle2(__half2, __half2) noexcept;
bool __hble2(__half2, __half2) noexcept;
unsigned __hle2_mask(__half2, __half2) noexcept;
bool __hge(__half, __half) noexcept;
__half2 __hge2(__half2, __half2) noexcept;
bool __hbge2(__half2, __half2) noexcept;
unsigned __hge2_mask(__half2, __half2) noexcept;
bool __hlt(__half, __half) noexcept;
__half2 __hlt2(__half2, __half2) noexcept;
bool __hblt2(__half2, __half2) noexcept;
unsigned __hlt2_mask(__half2, __half2) noexcept;
bool __hgt(__half, __half) noexcept;
__half2 __hgt2(__half2, __half2) noexcept;
bool __hbgt2(__half2, __half2) noexcept;
unsigned __hgt2_mask(__half2, __half2) noexcept;
bool __hequ(__half, __half) noexcept;
__half2 __hequ2(__half2, __half2) noexcept;
bool __hbequ2(__half2, __half2) noexcept;
unsigned __hequ2_mask(__half2, __half2) noexcept;
bool __hneu(__half, __half) noexcept;
__half2 __hneu2(__half2, __half2) noexcept;
bool __hbneu2(__half2, __half2) noexcept;
unsigned __hneu2_mask(__half2, __half2) noexcept;
bool __hleu(__half, __half) noexcept;
__half2 __hleu2(__half2, __half2) noexcept;
bool __hbleu2(__half2, __half2) noexcept;
unsigned __hleu2_mask(__half2, __half2) noexcept;
bool __hgeu(__half, __half) noexcept;
__half2 __hgeu2(__half2, __half2) noexcept;
bool __hbgeu2(__half2, __half2) noexcept;
unsigned __hgeu2_mask(__half2, __half2) noexcept;
bool __hltu(__half, __half) noexcept;
__half2 __hltu2(__half2, __half2) noexcept;
bool __hbltu2(__half2, __half2) noexcept;
unsigned __hltu2_mask(__half2, __half2) noexcept;
bool __hgtu(__half, __half) noexcept;
__half2 __hgtu2(__half2, __half2) noexcept;
bool __hbgtu2(__half2, __half2) noexcept;
unsigned __hgtu2_mask(__half2, __half2) noexcept;
bool __hisnan(__half) noexcept;
int __hisinf(__half) noexcept;
__half2 __hisnan2(__half2) noexcept;
__half hsqrt(__half) noexcept;
__half2 h2sqrt(__half2) noexcept;
__half hrsqrt(__half) noexcept;
__half2 h2rsqrt(__half2) noexcept;
__half hrcp(__half) noexcept;
__half2 h2rcp(__half2) noexcept;
__half hexp(__half) noexcept;
__half2 h2exp(__half2) noexcept;
__half hexp2(__half) noexcept;
__half2 h2exp2(__half2) noexcept;
__half hexp10(__half) noexcept;
__half2 h2exp10(__half2) noexcept;
__half hlog(__half) noexcept;
__half2 h2log(__half2) noexcept;
__half hlog2(__half) noexcept;
__half2 h2log2(__half2) noexcept;
__half hlog10(__half) noexcept;
__half2 h2log10(__half2) noexcept;
__half hsin(__half) noexcept;
__half2 h2sin(__half2) noexcept;
__half hcos(__half) noexcept;
__half2 h2cos(__half2) noexcept;
__half htanh(__half) noexcept;
__half2 h2tanh(__half2) noexcept;
__half htanh_approx(__half) noexcept;
__half2 h2tanh_approx(__half2) noexcept;
__half hfloor(__half) noexcept;
__half2 h2floor(__half2) noexcept;
__half hceil(__half) noexcept;
__half2 h2ceil(__half2) noexcept;
__half htrunc(__half) noexcept;
__half2 h2trunc(__half2) noexcept;
__half hrint(__half) noexcept;
__half2 h2rint(__half2) noexcept;

__half __shfl_sync(unsigned, __half, int, int = 32);
__half __shfl_up_sync(unsigned, __half, unsigned, int = 32);
__half __shfl_down_sync(unsigned, __half, unsigned, int = 32);
__half __shfl_xor_sync(unsigned, __half, int, int = 32);
__half __shfl(const __half &, int, int = 32);
__half __shfl_up(const __half &, unsigned, int = 32);
__half __shfl_down(const __half &, unsigned, int = 32);
__half __shfl_xor(const __half &, int, int = 32);
__half atomicAdd(__half *, __half);
__half2 __shfl_sync(unsigned, __half2, int, int = 32);
__half2 __shfl_up_sync(unsigned, __half2, unsigned, int = 32);
__half2 __shfl_down_sync(unsigned, __half2, unsigned, int = 32);
__half2 __shfl_xor_sync(unsigned, __half2, int, int = 32);
__half2 __shfl(const __half2 &, int, int = 32);
__half2 __shfl_up(const __half2 &, unsigned, int = 32);
__half2 __shfl_down(const __half2 &, unsigned, int = 32);
__half2 __shfl_xor(const __half2 &, int, int = 32);
__half2 atomicAdd(__half2 *, __half2);

#define CUDART_INF_FP16 __ushort_as_half((unsigned short)0x7C00U)
#define CUDART_NAN_FP16 __ushort_as_half((unsigned short)0x7FFFU)
#define CUDART_MIN_DENORM_FP16 __ushort_as_half((unsigned short)0x0001U)
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half((unsigned short)0x7BFFU)
#define CUDART_NEG_ZERO_FP16 __ushort_as_half((unsigned short)0x8000U)
#define CUDART_ZERO_FP16 __ushort_as_half((unsigned short)0x0000U)
#define CUDART_ONE_FP16 __ushort_as_half((unsigned short)0x3C00U)

#pragma clang force_cuda_host_device end
