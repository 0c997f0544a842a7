//===- cuda_bf16.h - bfloat16 -----------------------------------------*- C++ -*-===//
//
// Arithmetic is declared for both sides: the interpreter needs its shape, not its bits. Operators
// and conversions can be left out, as with the original, by macros.
//
//===----------------------------------------------------------------------===//
#pragma once
#pragma clang system_header
// Programs ask for the originals by their guards.
#define __CUDA_BF16_H__
#include "../prelude.h"

#include "cuda_fp16.h"
#define __CUDA_BF16_TYPES_EXIST__

#pragma clang force_cuda_host_device begin

struct __attribute__((aligned(2))) __nv_bfloat16_raw {
  unsigned short x;
};
struct __attribute__((aligned(4))) __nv_bfloat162_raw {
  unsigned short x, y;
};

struct __attribute__((aligned(2))) __nv_bfloat16 {
  unsigned short __x;
  __nv_bfloat16() = default;
  constexpr __nv_bfloat16(const __nv_bfloat16_raw &r) : __x(r.x) {}
  __nv_bfloat16 &operator=(const __nv_bfloat16_raw &) noexcept;
  volatile __nv_bfloat16 &operator=(const __nv_bfloat16_raw &) volatile noexcept;
  volatile __nv_bfloat16 &operator=(const volatile __nv_bfloat16_raw &) volatile noexcept;
  operator __nv_bfloat16_raw() const noexcept;
  operator __nv_bfloat16_raw() const volatile noexcept;
#ifndef __CUDA_NO_BFLOAT16_CONVERSIONS__
  __nv_bfloat16(float) noexcept;
  __nv_bfloat16(double) noexcept;
  __nv_bfloat16(int) noexcept;
  __nv_bfloat16(unsigned) noexcept;
  __nv_bfloat16(short) noexcept;
  __nv_bfloat16(unsigned short) noexcept;
  __nv_bfloat16(long) noexcept;
  __nv_bfloat16(unsigned long) noexcept;
  __nv_bfloat16(long long) noexcept;
  __nv_bfloat16(unsigned long long) noexcept;
  explicit __nv_bfloat16(__half) noexcept;
  __nv_bfloat16 &operator=(float) noexcept;
  __nv_bfloat16 &operator=(double) noexcept;
  __nv_bfloat16 &operator=(int) noexcept;
  __nv_bfloat16 &operator=(unsigned) noexcept;
  __nv_bfloat16 &operator=(long) noexcept;
  __nv_bfloat16 &operator=(unsigned long) noexcept;
  __nv_bfloat16 &operator=(long long) noexcept;
  __nv_bfloat16 &operator=(unsigned long long) noexcept;
  __nv_bfloat16 &operator=(short) noexcept;
  __nv_bfloat16 &operator=(unsigned short) noexcept;
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
struct __attribute__((aligned(4))) __nv_bfloat162 {
  __nv_bfloat16 x, y;
  __nv_bfloat162() = default;
  constexpr __nv_bfloat162(const __nv_bfloat16 &a, const __nv_bfloat16 &b) : x(a), y(b) {}
  __nv_bfloat162(const __nv_bfloat162_raw &) noexcept;
  operator __nv_bfloat162_raw() const noexcept;
};
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

// Operators.
#ifndef __CUDA_NO_BFLOAT16_OPERATORS__
__nv_bfloat16 operator+(const __nv_bfloat16 &, const __nv_bfloat16 &) noexcept;
__nv_bfloat16 operator-(const __nv_bfloat16 &, const __nv_bfloat16 &) noexcept;
__nv_bfloat16 operator*(const __nv_bfloat16 &, const __nv_bfloat16 &) noexcept;
__nv_bfloat16 operator/(const __nv_bfloat16 &, const __nv_bfloat16 &) noexcept;
__nv_bfloat16 &operator+=(__nv_bfloat16 &, const __nv_bfloat16 &) noexcept;
__nv_bfloat16 &operator-=(__nv_bfloat16 &, const __nv_bfloat16 &) noexcept;
__nv_bfloat16 &operator*=(__nv_bfloat16 &, const __nv_bfloat16 &) noexcept;
__nv_bfloat16 &operator/=(__nv_bfloat16 &, const __nv_bfloat16 &) noexcept;
__nv_bfloat16 &operator++(__nv_bfloat16 &) noexcept;
__nv_bfloat16 operator++(__nv_bfloat16 &, int) noexcept;
__nv_bfloat16 &operator--(__nv_bfloat16 &) noexcept;
__nv_bfloat16 operator--(__nv_bfloat16 &, int) noexcept;
__nv_bfloat16 operator+(const __nv_bfloat16 &) noexcept;
__nv_bfloat16 operator-(const __nv_bfloat16 &) noexcept;
bool operator==(const __nv_bfloat16 &, const __nv_bfloat16 &) noexcept;
bool operator!=(const __nv_bfloat16 &, const __nv_bfloat16 &) noexcept;
bool operator<(const __nv_bfloat16 &, const __nv_bfloat16 &) noexcept;
bool operator>(const __nv_bfloat16 &, const __nv_bfloat16 &) noexcept;
bool operator<=(const __nv_bfloat16 &, const __nv_bfloat16 &) noexcept;
bool operator>=(const __nv_bfloat16 &, const __nv_bfloat16 &) noexcept;
#endif
#ifndef __CUDA_NO_BFLOAT162_OPERATORS__
__nv_bfloat162 operator+(const __nv_bfloat162 &, const __nv_bfloat162 &) noexcept;
__nv_bfloat162 operator-(const __nv_bfloat162 &, const __nv_bfloat162 &) noexcept;
__nv_bfloat162 operator*(const __nv_bfloat162 &, const __nv_bfloat162 &) noexcept;
__nv_bfloat162 operator/(const __nv_bfloat162 &, const __nv_bfloat162 &) noexcept;
__nv_bfloat162 &operator+=(__nv_bfloat162 &, const __nv_bfloat162 &) noexcept;
__nv_bfloat162 &operator-=(__nv_bfloat162 &, const __nv_bfloat162 &) noexcept;
__nv_bfloat162 &operator*=(__nv_bfloat162 &, const __nv_bfloat162 &) noexcept;
__nv_bfloat162 &operator/=(__nv_bfloat162 &, const __nv_bfloat162 &) noexcept;
__nv_bfloat162 &operator++(__nv_bfloat162 &) noexcept;
__nv_bfloat162 operator++(__nv_bfloat162 &, int) noexcept;
__nv_bfloat162 &operator--(__nv_bfloat162 &) noexcept;
__nv_bfloat162 operator--(__nv_bfloat162 &, int) noexcept;
__nv_bfloat162 operator+(const __nv_bfloat162 &) noexcept;
__nv_bfloat162 operator-(const __nv_bfloat162 &) noexcept;
bool operator==(const __nv_bfloat162 &, const __nv_bfloat162 &) noexcept;
bool operator!=(const __nv_bfloat162 &, const __nv_bfloat162 &) noexcept;
bool operator<(const __nv_bfloat162 &, const __nv_bfloat162 &) noexcept;
bool operator>(const __nv_bfloat162 &, const __nv_bfloat162 &) noexcept;
bool operator<=(const __nv_bfloat162 &, const __nv_bfloat162 &) noexcept;
bool operator>=(const __nv_bfloat162 &, const __nv_bfloat162 &) noexcept;
#endif

// Conversions.
__nv_bfloat16 __float2bfloat16(float) noexcept;
__nv_bfloat16 __double2bfloat16(double) noexcept;
__nv_bfloat16 __float2bfloat16_rn(float) noexcept;
__nv_bfloat16 __float2bfloat16_rz(float) noexcept;
__nv_bfloat16 __float2bfloat16_rd(float) noexcept;
__nv_bfloat16 __float2bfloat16_ru(float) noexcept;
float __bfloat162float(__nv_bfloat16) noexcept;
__nv_bfloat162 __float2bfloat162_rn(float) noexcept;
__nv_bfloat162 __floats2bfloat162_rn(float, float) noexcept;
__nv_bfloat162 __float22bfloat162_rn(float2) noexcept;
float2 __bfloat1622float2(__nv_bfloat162) noexcept;
float __low2float(__nv_bfloat162) noexcept;
float __high2float(__nv_bfloat162) noexcept;
int __bfloat162int_rn(__nv_bfloat16) noexcept;
__nv_bfloat16 __int2bfloat16_rn(int) noexcept;
int __bfloat162int_rz(__nv_bfloat16) noexcept;
__nv_bfloat16 __int2bfloat16_rz(int) noexcept;
int __bfloat162int_rd(__nv_bfloat16) noexcept;
__nv_bfloat16 __int2bfloat16_rd(int) noexcept;
int __bfloat162int_ru(__nv_bfloat16) noexcept;
__nv_bfloat16 __int2bfloat16_ru(int) noexcept;
unsigned __bfloat162uint_rn(__nv_bfloat16) noexcept;
__nv_bfloat16 __uint2bfloat16_rn(unsigned) noexcept;
unsigned __bfloat162uint_rz(__nv_bfloat16) noexcept;
__nv_bfloat16 __uint2bfloat16_rz(unsigned) noexcept;
unsigned __bfloat162uint_rd(__nv_bfloat16) noexcept;
__nv_bfloat16 __uint2bfloat16_rd(unsigned) noexcept;
unsigned __bfloat162uint_ru(__nv_bfloat16) noexcept;
__nv_bfloat16 __uint2bfloat16_ru(unsigned) noexcept;
short __bfloat162short_rn(__nv_bfloat16) noexcept;
__nv_bfloat16 __short2bfloat16_rn(short) noexcept;
short __bfloat162short_rz(__nv_bfloat16) noexcept;
__nv_bfloat16 __short2bfloat16_rz(short) noexcept;
short __bfloat162short_rd(__nv_bfloat16) noexcept;
__nv_bfloat16 __short2bfloat16_rd(short) noexcept;
short __bfloat162short_ru(__nv_bfloat16) noexcept;
__nv_bfloat16 __short2bfloat16_ru(short) noexcept;
unsigned short __bfloat162ushort_rn(__nv_bfloat16) noexcept;
__nv_bfloat16 __ushort2bfloat16_rn(unsigned short) noexcept;
unsigned short __bfloat162ushort_rz(__nv_bfloat16) noexcept;
__nv_bfloat16 __ushort2bfloat16_rz(unsigned short) noexcept;
unsigned short __bfloat162ushort_rd(__nv_bfloat16) noexcept;
__nv_bfloat16 __ushort2bfloat16_rd(unsigned short) noexcept;
unsigned short __bfloat162ushort_ru(__nv_bfloat16) noexcept;
__nv_bfloat16 __ushort2bfloat16_ru(unsigned short) noexcept;
long long __bfloat162ll_rn(__nv_bfloat16) noexcept;
__nv_bfloat16 __ll2bfloat16_rn(long long) noexcept;
long long __bfloat162ll_rz(__nv_bfloat16) noexcept;
__nv_bfloat16 __ll2bfloat16_rz(long long) noexcept;
long long __bfloat162ll_rd(__nv_bfloat16) noexcept;
__nv_bfloat16 __ll2bfloat16_rd(long long) noexcept;
long long __bfloat162ll_ru(__nv_bfloat16) noexcept;
__nv_bfloat16 __ll2bfloat16_ru(long long) noexcept;
unsigned long long __bfloat162ull_rn(__nv_bfloat16) noexcept;
__nv_bfloat16 __ull2bfloat16_rn(unsigned long long) noexcept;
unsigned long long __bfloat162ull_rz(__nv_bfloat16) noexcept;
__nv_bfloat16 __ull2bfloat16_rz(unsigned long long) noexcept;
unsigned long long __bfloat162ull_rd(__nv_bfloat16) noexcept;
__nv_bfloat16 __ull2bfloat16_rd(unsigned long long) noexcept;
unsigned long long __bfloat162ull_ru(__nv_bfloat16) noexcept;
__nv_bfloat16 __ull2bfloat16_ru(unsigned long long) noexcept;
signed char __bfloat162char_rz(__nv_bfloat16) noexcept;
unsigned char __bfloat162uchar_rz(__nv_bfloat16) noexcept;
short __bfloat16_as_short(__nv_bfloat16) noexcept;
unsigned short __bfloat16_as_ushort(__nv_bfloat16) noexcept;
__nv_bfloat16 __short_as_bfloat16(short) noexcept;
__nv_bfloat16 __ushort_as_bfloat16(unsigned short) noexcept;
__nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16) noexcept;
__nv_bfloat162 __halves2bfloat162(__nv_bfloat16, __nv_bfloat16) noexcept;
__nv_bfloat162 __lows2bfloat162(__nv_bfloat162, __nv_bfloat162) noexcept;
__nv_bfloat162 __highs2bfloat162(__nv_bfloat162, __nv_bfloat162) noexcept;
__nv_bfloat16 __low2bfloat16(__nv_bfloat162) noexcept;
__nv_bfloat162 __low2bfloat162(__nv_bfloat162) noexcept;
__nv_bfloat16 __high2bfloat16(__nv_bfloat162) noexcept;
__nv_bfloat162 __high2bfloat162(__nv_bfloat162) noexcept;
__nv_bfloat162 __lowhigh2highlow(__nv_bfloat162) noexcept;
__nv_bfloat162 make_bfloat162(__nv_bfloat16, __nv_bfloat16) noexcept;

// Arithmetic, comparisons and functions: of one, and of two at once.
__nv_bfloat16 __hadd(__nv_bfloat16, __nv_bfloat16) noexcept;
__nv_bfloat162 __hadd2(__nv_bfloat162, __nv_bfloat162) noexcept;
__nv_bfloat16 __hsub(__nv_bfloat16, __nv_bfloat16) noexcept;
__nv_bfloat162 __hsub2(__nv_bfloat162, __nv_bfloat162) noexcept;
__nv_bfloat16 __hmul(__nv_bfloat16, __nv_bfloat16) noexcept;
__nv_bfloat162 __hmul2(__nv_bfloat162, __nv_bfloat162) noexcept;
__nv_bfloat16 __hdiv(__nv_bfloat16, __nv_bfloat16) noexcept;
__nv_bfloat162 __h2div(__nv_bfloat162, __nv_bfloat162) noexcept;
__nv_bfloat16 __hadd_rn(__nv_bfloat16, __nv_bfloat16) noexcept;
__nv_bfloat162 __hadd2_rn(__nv_bfloat162, __nv_bfloat162) noexcept;
__nv_bfloat16 __hsub_rn(__nv_bfloat16, __nv_bfloat16) noexcept;
__nv_bfloat162 __hsub2_rn(__nv_bfloat162, __nv_bfloat162) noexcept;
__nv_bfloat16 __hmul_rn(__nv_bfloat16, __nv_bfloat16) noexcept;
__nv_bfloat162 __hmul2_rn(__nv_bfloat162, __nv_bfloat162) noexcept;
__nv_bfloat16 __hadd_sat(__nv_bfloat16, __nv_bfloat16) noexcept;
__nv_bfloat162 __hadd2_sat(__nv_bfloat162, __nv_bfloat162) noexcept;
__nv_bfloat16 __hsub_sat(__nv_bfloat16, __nv_bfloat16) noexcept;
__nv_bfloat162 __hsub2_sat(__nv_bfloat162, __nv_bfloat162) noexcept;
__nv_bfloat16 __hmul_sat(__nv_bfloat16, __nv_bfloat16) noexcept;
__nv_bfloat162 __hmul2_sat(__nv_bfloat162, __nv_bfloat162) noexcept;
__nv_bfloat16 __hmax(__nv_bfloat16, __nv_bfloat16) noexcept;
__nv_bfloat162 __hmax2(__nv_bfloat162, __nv_bfloat162) noexcept;
__nv_bfloat16 __hmin(__nv_bfloat16, __nv_bfloat16) noexcept;
__nv_bfloat162 __hmin2(__nv_bfloat162, __nv_bfloat162) noexcept;
__nv_bfloat16 __hmax_nan(__nv_bfloat16, __nv_bfloat16) noexcept;
__nv_bfloat162 __hmax2_nan(__nv_bfloat162, __nv_bfloat162) noexcept;
__nv_bfloat16 __hmin_nan(__nv_bfloat16, __nv_bfloat16) noexcept;
__nv_bfloat162 __hmin2_nan(__nv_bfloat162, __nv_bfloat162) noexcept;
__nv_bfloat16 __hfma(__nv_bfloat16, __nv_bfloat16, __nv_bfloat16) noexcept;
__nv_bfloat162 __hfma2(__nv_bfloat162, __nv_bfloat162, __nv_bfloat162) noexcept;
__nv_bfloat16 __hfma_sat(__nv_bfloat16, __nv_bfloat16, __nv_bfloat16) noexcept;
__nv_bfloat162 __hfma2_sat(__nv_bfloat162, __nv_bfloat162, __nv_bfloat162) noexcept;
__nv_bfloat16 __hfma_relu(__nv_bfloat16, __nv_bfloat16, __nv_bfloat16) noexcept;
__nv_bfloat162 __hfma2_relu(__nv_bfloat162, __nv_bfloat162, __nv_bfloat162) noexcept;
__nv_bfloat162 __hcmadd(__nv_bfloat162, __nv_bfloat162, __nv_bfloat162) noexcept;
__nv_bfloat16 __hneg(__nv_bfloat16) noexcept;
__nv_bfloat162 __hneg2(__nv_bfloat162) noexcept;
__nv_bfloat16 __habs(__nv_bfloat16) noexcept;
__nv_bfloat162 __habs2(__nv_bfloat162) noexcept;
bool __heq(__nv_bfloat16, __nv_bfloat16) noexcept;
__nv_bfloat162 __heq2(__nv_bfloat162, __nv_bfloat162) noexcept;
bool __hbeq2(__nv_bfloat162, __nv_bfloat162) noexcept;
unsigned __heq2_mask(__nv_bfloat162, __nv_bfloat162) noexcept;
bool __hne(__nv_bfloat16, __nv_bfloat16) noexcept;
__nv_bfloat162 __hne2(__nv_bfloat162, __nv_bfloat162) noexcept;
bool __hbne2(__nv_bfloat162, __nv_bfloat162) noexcept;
unsigned __hne2_mask(__nv_bfloat162, __nv_bfloat162) noexcept;
bool __hle(__nv_bfloat16, __nv_bfloat16) noexcept;
__nv_bfloat162 __hle2(__nv_bfloat162, __nv_bfloat162) noexcept;
bool __hble2(__nv_bfloat162, __nv_bfloat162) noexcept;
unsigned __hle2_mask(__nv_bfloat162, __nv_bfloat162) noexcept;
bool __hge(__nv_bfloat16, __nv_bfloat16) noexcept;
__nv_bfloat162 __hge2(__nv_bfloat162, __nv_bfloat162) noexcept;
bool __hbge2(__nv_bfloat162, __nv_bfloat162) noexcept;
unsigned __hge2_mask(__nv_bfloat162, __nv_bfloat162) noexcept;
bool __hlt(__nv_bfloat16, __nv_bfloat16) noexcept;
__nv_bfloat162 __hlt2(__nv_bfloat162, __nv_bfloat162) noexcept;
bool __hblt2(__nv_bfloat162, __nv_bfloat162) noexcept;
unsigned __hlt2_mask(__nv_bfloat162, __nv_bfloat162) noexcept;
bool __hgt(__nv_bfloat16, __nv_bfloat16) noexcept;
__nv_bfloat162 __hgt2(__nv_bfloat162, __nv_bfloat162) noexcept;
bool __hbgt2(__nv_bfloat162, __nv_bfloat162) noexcept;
unsigned __hgt2_mask(__nv_bfloat162, __nv_bfloat162) noexcept;
bool __hequ(__nv_bfloat16, __nv_bfloat16) noexcept;
__nv_bfloat162 __hequ2(__nv_bfloat162, __nv_bfloat162) noexcept;
bool __hbequ2(__nv_bfloat162, __nv_bfloat162) noexcept;
unsigned __hequ2_mask(__nv_bfloat162, __nv_bfloat162) noexcept;
bool __hneu(__nv_bfloat16, __nv_bfloat16) noexcept;
__nv_bfloat162 __hneu2(__nv_bfloat162, __nv_bfloat162) noexcept;
bool __hbneu2(__nv_bfloat162, __nv_bfloat162) noexcept;
unsigned __hneu2_mask(__nv_bfloat162, __nv_bfloat162) noexcept;
bool __hleu(__nv_bfloat16, __nv_bfloat16) noexcept;
__nv_bfloat162 __hleu2(__nv_bfloat162, __nv_bfloat162) noexcept;
bool __hbleu2(__nv_bfloat162, __nv_bfloat162) noexcept;
unsigned __hleu2_mask(__nv_bfloat162, __nv_bfloat162) noexcept;
bool __hgeu(__nv_bfloat16, __nv_bfloat16) noexcept;
__nv_bfloat162 __hgeu2(__nv_bfloat162, __nv_bfloat162) noexcept;
bool __hbgeu2(__nv_bfloat162, __nv_bfloat162) noexcept;
unsigned __hgeu2_mask(__nv_bfloat162, __nv_bfloat162) noexcept;
bool __hltu(__nv_bfloat16, __nv_bfloat16) noexcept;
__nv_bfloat162 __hltu2(__nv_bfloat162, __nv_bfloat162) noexcept;
bool __hbltu2(__nv_bfloat162, __nv_bfloat162) noexcept;
unsigned __hltu2_mask(__nv_bfloat162, __nv_bfloat162) noexcept;
bool __hgtu(__nv_bfloat16, __nv_bfloat16) noexcept;
__nv_bfloat162 __hgtu2(__nv_bfloat162, __nv_bfloat162) noexcept;
bool __hbgtu2(__nv_bfloat162, __nv_bfloat162) noexcept;
unsigned __hgtu2_mask(__nv_bfloat162, __nv_bfloat162) noexcept;
bool __hisnan(__nv_bfloat16) noexcept;
int __hisinf(__nv_bfloat16) noexcept;
__nv_bfloat162 __hisnan2(__nv_bfloat162) noexcept;
__nv_bfloat16 hsqrt(__nv_bfloat16) noexcept;
__nv_bfloat162 h2sqrt(__nv_bfloat162) noexcept;
__nv_bfloat16 hrsqrt(__nv_bfloat16) noexcept;
__nv_bfloat162 h2rsqrt(__nv_bfloat162) noexcept;
__nv_bfloat16 hrcp(__nv_bfloat16) noexcept;
__nv_bfloat162 h2rcp(__nv_bfloat162) noexcept;
__nv_bfloat16 hexp(__nv_bfloat16) noexcept;
__nv_bfloat162 h2exp(__nv_bfloat162) noexcept;
__nv_bfloat16 hexp2(__nv_bfloat16) noexcept;
__nv_bfloat162 h2exp2(__nv_bfloat162) noexcept;
__nv_bfloat16 hexp10(__nv_bfloat16) noexcept;
__nv_bfloat162 h2exp10(__nv_bfloat162) noexcept;
__nv_bfloat16 hlog(__nv_bfloat16) noexcept;
__nv_bfloat162 h2log(__nv_bfloat162) noexcept;
__nv_bfloat16 hlog2(__nv_bfloat16) noexcept;
__nv_bfloat162 h2log2(__nv_bfloat162) noexcept;
__nv_bfloat16 hlog10(__nv_bfloat16) noexcept;
__nv_bfloat162 h2log10(__nv_bfloat162) noexcept;
__nv_bfloat16 hsin(__nv_bfloat16) noexcept;
__nv_bfloat162 h2sin(__nv_bfloat162) noexcept;
__nv_bfloat16 hcos(__nv_bfloat16) noexcept;
__nv_bfloat162 h2cos(__nv_bfloat162) noexcept;
__nv_bfloat16 htanh(__nv_bfloat16) noexcept;
__nv_bfloat162 h2tanh(__nv_bfloat162) noexcept;
__nv_bfloat16 htanh_approx(__nv_bfloat16) noexcept;
__nv_bfloat162 h2tanh_approx(__nv_bfloat162) noexcept;
__nv_bfloat16 hfloor(__nv_bfloat16) noexcept;
__nv_bfloat162 h2floor(__nv_bfloat162) noexcept;
__nv_bfloat16 hceil(__nv_bfloat16) noexcept;
__nv_bfloat162 h2ceil(__nv_bfloat162) noexcept;
__nv_bfloat16 htrunc(__nv_bfloat16) noexcept;
__nv_bfloat162 h2trunc(__nv_bfloat162) noexcept;
__nv_bfloat16 hrint(__nv_bfloat16) noexcept;
__nv_bfloat162 h2rint(__nv_bfloat162) noexcept;

__nv_bfloat16 __shfl_sync(unsigned, __nv_bfloat16, int, int = 32);
__nv_bfloat16 __shfl_up_sync(unsigned, __nv_bfloat16, unsigned, int = 32);
__nv_bfloat16 __shfl_down_sync(unsigned, __nv_bfloat16, unsigned, int = 32);
__nv_bfloat16 __shfl_xor_sync(unsigned, __nv_bfloat16, int, int = 32);
__nv_bfloat16 __shfl(const __nv_bfloat16 &, int, int = 32);
__nv_bfloat16 __shfl_up(const __nv_bfloat16 &, unsigned, int = 32);
__nv_bfloat16 __shfl_down(const __nv_bfloat16 &, unsigned, int = 32);
__nv_bfloat16 __shfl_xor(const __nv_bfloat16 &, int, int = 32);
__nv_bfloat16 atomicAdd(__nv_bfloat16 *, __nv_bfloat16);
__nv_bfloat162 __shfl_sync(unsigned, __nv_bfloat162, int, int = 32);
__nv_bfloat162 __shfl_up_sync(unsigned, __nv_bfloat162, unsigned, int = 32);
__nv_bfloat162 __shfl_down_sync(unsigned, __nv_bfloat162, unsigned, int = 32);
__nv_bfloat162 __shfl_xor_sync(unsigned, __nv_bfloat162, int, int = 32);
__nv_bfloat162 __shfl(const __nv_bfloat162 &, int, int = 32);
__nv_bfloat162 __shfl_up(const __nv_bfloat162 &, unsigned, int = 32);
__nv_bfloat162 __shfl_down(const __nv_bfloat162 &, unsigned, int = 32);
__nv_bfloat162 __shfl_xor(const __nv_bfloat162 &, int, int = 32);
__nv_bfloat162 atomicAdd(__nv_bfloat162 *, __nv_bfloat162);

#define CUDART_INF_BF16 __ushort_as_bfloat16((unsigned short)0x7F80U)
#define CUDART_NAN_BF16 __ushort_as_bfloat16((unsigned short)0x7FFFU)
#define CUDART_MIN_DENORM_BF16 __ushort_as_bfloat16((unsigned short)0x0001U)
#define CUDART_MAX_NORMAL_BF16 __ushort_as_bfloat16((unsigned short)0x7F7FU)
#define CUDART_NEG_ZERO_BF16 __ushort_as_bfloat16((unsigned short)0x8000U)
#define CUDART_ZERO_BF16 __ushort_as_bfloat16((unsigned short)0x0000U)
#define CUDART_ONE_BF16 __ushort_as_bfloat16((unsigned short)0x3F80U)

#pragma clang force_cuda_host_device end
