//===- intrinsics.h - arithmetic and bit intrinsics ------------*- C++ -*-===//
#ifndef WARPLINT_CUDA_MODEL_PARTS_INTRINSICS_H
#define WARPLINT_CUDA_MODEL_PARTS_INTRINSICS_H
#pragma clang system_header

// Fast and rounded arithmetic.
#define WARPLINT_ROUNDED1(name, type)                                                              \
  __device__ type name##_rn(type);                                                                 \
  __device__ type name##_rz(type);                                                                 \
  __device__ type name##_ru(type);                                                                 \
  __device__ type name##_rd(type);
#define WARPLINT_ROUNDED2(name, type)                                                              \
  __device__ type name##_rn(type, type);                                                           \
  __device__ type name##_rz(type, type);                                                           \
  __device__ type name##_ru(type, type);                                                           \
  __device__ type name##_rd(type, type);
#define WARPLINT_ROUNDED3(name, type)                                                              \
  __device__ type name##_rn(type, type, type);                                                     \
  __device__ type name##_rz(type, type, type);                                                     \
  __device__ type name##_ru(type, type, type);                                                     \
  __device__ type name##_rd(type, type, type);
#define WARPLINT_CONVERSION(name, from, to)                                                        \
  __device__ to name##_rn(from);                                                                   \
  __device__ to name##_rz(from);                                                                   \
  __device__ to name##_ru(from);                                                                   \
  __device__ to name##_rd(from);
extern "C" {
WARPLINT_ROUNDED2(__fadd, float)
WARPLINT_ROUNDED2(__fsub, float)
WARPLINT_ROUNDED2(__fmul, float)
WARPLINT_ROUNDED2(__fdiv, float)
WARPLINT_ROUNDED1(__frcp, float)
WARPLINT_ROUNDED1(__fsqrt, float)
WARPLINT_ROUNDED3(__fmaf, float)
WARPLINT_ROUNDED3(__fmaf_ieee, float)
WARPLINT_ROUNDED2(__dadd, double)
WARPLINT_ROUNDED2(__dsub, double)
WARPLINT_ROUNDED2(__dmul, double)
WARPLINT_ROUNDED2(__ddiv, double)
WARPLINT_ROUNDED1(__drcp, double)
WARPLINT_ROUNDED1(__dsqrt, double)
WARPLINT_ROUNDED3(__fma, double)
// Of chips with numbers from 100, two at once.
WARPLINT_ROUNDED2(__fadd2, float2)
WARPLINT_ROUNDED2(__fmul2, float2)
WARPLINT_ROUNDED3(__ffma2, float2)
WARPLINT_CONVERSION(__float2int, float, int)
WARPLINT_CONVERSION(__float2uint, float, unsigned)
WARPLINT_CONVERSION(__float2ll, float, long long)
WARPLINT_CONVERSION(__float2ull, float, unsigned long long)
WARPLINT_CONVERSION(__double2int, double, int)
WARPLINT_CONVERSION(__double2uint, double, unsigned)
WARPLINT_CONVERSION(__double2ll, double, long long)
WARPLINT_CONVERSION(__double2ull, double, unsigned long long)
WARPLINT_CONVERSION(__double2float, double, float)
WARPLINT_CONVERSION(__int2float, int, float)
WARPLINT_CONVERSION(__uint2float, unsigned, float)
WARPLINT_CONVERSION(__ll2float, long long, float)
WARPLINT_CONVERSION(__ull2float, unsigned long long, float)
WARPLINT_CONVERSION(__ll2double, long long, double)
WARPLINT_CONVERSION(__ull2double, unsigned long long, double)
__device__ double __int2double_rn(int);
__device__ double __uint2double_rn(unsigned);
__device__ float __frsqrt_rn(float);
__device__ float __fdividef(float, float);
__device__ float __sinf(float);
__device__ float __cosf(float);
__device__ float __tanf(float);
__device__ float __tanhf(float);
__device__ void __sincosf(float, float *, float *);
__device__ float __expf(float);
__device__ float __exp10f(float);
__device__ float __exp2f(float);
__device__ float __logf(float);
__device__ float __log2f(float);
__device__ float __log10f(float);
__device__ float __powf(float, float);
__device__ float __saturatef(float);
__device__ int __float_as_int(float);
__device__ unsigned __float_as_uint(float);
__device__ float __int_as_float(int);
__device__ float __uint_as_float(unsigned);
__device__ long long __double_as_longlong(double);
__device__ double __longlong_as_double(long long);
__device__ int __double2hiint(double);
__device__ int __double2loint(double);
__device__ double __hiloint2double(int, int);

// Bits and integers.
__device__ int __popc(unsigned);
__device__ int __popcll(unsigned long long);
__device__ int __clz(int);
__device__ int __clzll(long long);
__device__ int __ffs(int);
__device__ int __ffsll(long long);
__device__ unsigned __brev(unsigned);
__device__ unsigned long long __brevll(unsigned long long);
__device__ unsigned __byte_perm(unsigned, unsigned, unsigned);
__device__ unsigned __fns(unsigned, unsigned, int);
__device__ unsigned __funnelshift_l(unsigned, unsigned, unsigned);
__device__ unsigned __funnelshift_lc(unsigned, unsigned, unsigned);
__device__ unsigned __funnelshift_r(unsigned, unsigned, unsigned);
__device__ unsigned __funnelshift_rc(unsigned, unsigned, unsigned);
__device__ int __mul24(int, int);
__device__ unsigned __umul24(unsigned, unsigned);
__device__ int mul24(int, int);
__device__ unsigned umul24(unsigned, unsigned);
__device__ int __mulhi(int, int);
__device__ unsigned __umulhi(unsigned, unsigned);
__device__ int mulhi(int, int);
__device__ unsigned umulhi(unsigned, unsigned);
__device__ long long __mul64hi(long long, long long);
__device__ unsigned long long __umul64hi(unsigned long long, unsigned long long);
__device__ int __hadd(int, int);
__device__ int __rhadd(int, int);
__device__ unsigned __uhadd(unsigned, unsigned);
__device__ unsigned __urhadd(unsigned, unsigned);
__device__ unsigned __sad(int, int, unsigned);
__device__ unsigned __usad(unsigned, unsigned, unsigned);
}
#undef WARPLINT_ROUNDED1
#undef WARPLINT_ROUNDED2
#undef WARPLINT_ROUNDED3
#undef WARPLINT_CONVERSION
__device__ int float_as_int(float);
__device__ float int_as_float(int);
__device__ float saturate(float);

// Dot products of packed bytes and halves.
__device__ int __dp4a(int, int, int);
__device__ unsigned __dp4a(unsigned, unsigned, unsigned);
__device__ int __dp4a(char4, char4, int);
__device__ unsigned __dp4a(uchar4, uchar4, unsigned);
__device__ int __dp2a_lo(int, int, int);
__device__ unsigned __dp2a_lo(unsigned, unsigned, unsigned);
__device__ int __dp2a_lo(short2, char4, int);
__device__ unsigned __dp2a_lo(ushort2, uchar4, unsigned);
__device__ int __dp2a_hi(int, int, int);
__device__ unsigned __dp2a_hi(unsigned, unsigned, unsigned);
__device__ int __dp2a_hi(short2, char4, int);
__device__ unsigned __dp2a_hi(ushort2, uchar4, unsigned);

// SIMD within a word: two halves or four bytes of it.
extern "C" {
#define WARPLINT_SIMD1(name)                                                                       \
  __device__ unsigned name##2(unsigned);                                                           \
  __device__ unsigned name##4(unsigned);
#define WARPLINT_SIMD2(name)                                                                       \
  __device__ unsigned name##2(unsigned, unsigned);                                                 \
  __device__ unsigned name##4(unsigned, unsigned);
WARPLINT_SIMD1(__vabs)
WARPLINT_SIMD1(__vabsss)
WARPLINT_SIMD1(__vneg)
WARPLINT_SIMD1(__vnegss)
WARPLINT_SIMD2(__vabsdiffs)
WARPLINT_SIMD2(__vabsdiffu)
WARPLINT_SIMD2(__vadd)
WARPLINT_SIMD2(__vaddss)
WARPLINT_SIMD2(__vaddus)
WARPLINT_SIMD2(__vavgs)
WARPLINT_SIMD2(__vavgu)
WARPLINT_SIMD2(__vhaddu)
WARPLINT_SIMD2(__vcmpeq)
WARPLINT_SIMD2(__vcmpne)
WARPLINT_SIMD2(__vcmpges)
WARPLINT_SIMD2(__vcmpgeu)
WARPLINT_SIMD2(__vcmpgts)
WARPLINT_SIMD2(__vcmpgtu)
WARPLINT_SIMD2(__vcmples)
WARPLINT_SIMD2(__vcmpleu)
WARPLINT_SIMD2(__vcmplts)
WARPLINT_SIMD2(__vcmpltu)
WARPLINT_SIMD2(__vmaxs)
WARPLINT_SIMD2(__vmaxu)
WARPLINT_SIMD2(__vmins)
WARPLINT_SIMD2(__vminu)
WARPLINT_SIMD2(__vsads)
WARPLINT_SIMD2(__vsadu)
WARPLINT_SIMD2(__vseteq)
WARPLINT_SIMD2(__vsetne)
WARPLINT_SIMD2(__vsetges)
WARPLINT_SIMD2(__vsetgeu)
WARPLINT_SIMD2(__vsetgts)
WARPLINT_SIMD2(__vsetgtu)
WARPLINT_SIMD2(__vsetles)
WARPLINT_SIMD2(__vsetleu)
WARPLINT_SIMD2(__vsetlts)
WARPLINT_SIMD2(__vsetltu)
WARPLINT_SIMD2(__vsub)
WARPLINT_SIMD2(__vsubss)
WARPLINT_SIMD2(__vsubus)
#undef WARPLINT_SIMD1
#undef WARPLINT_SIMD2
}

// DPX: dynamic programming steps (sm_90).
#define WARPLINT_DPX3(suffix, type)                                                                \
  __host__ __device__ type __viaddmax_##suffix(type, type, type);                                  \
  __host__ __device__ type __viaddmax_##suffix##_relu(type, type, type);                           \
  __host__ __device__ type __viaddmin_##suffix(type, type, type);                                  \
  __host__ __device__ type __viaddmin_##suffix##_relu(type, type, type);                           \
  __host__ __device__ type __vimax3_##suffix(type, type, type);                                    \
  __host__ __device__ type __vimax3_##suffix##_relu(type, type, type);                             \
  __host__ __device__ type __vimin3_##suffix(type, type, type);                                    \
  __host__ __device__ type __vimin3_##suffix##_relu(type, type, type);                             \
  __host__ __device__ type __vimax_##suffix##_relu(type, type);                                    \
  __host__ __device__ type __vimin_##suffix##_relu(type, type);
WARPLINT_DPX3(s32, int)
WARPLINT_DPX3(s16x2, unsigned)
WARPLINT_DPX3(u32, unsigned)
WARPLINT_DPX3(u16x2, unsigned)
#undef WARPLINT_DPX3
__host__ __device__ int __vibmax_s32(int, int, bool *);
__host__ __device__ unsigned __vibmax_u32(unsigned, unsigned, bool *);
__host__ __device__ int __vibmin_s32(int, int, bool *);
__host__ __device__ unsigned __vibmin_u32(unsigned, unsigned, bool *);
__host__ __device__ unsigned __vibmax_s16x2(unsigned, unsigned, bool *, bool *);
__host__ __device__ unsigned __vibmin_s16x2(unsigned, unsigned, bool *, bool *);
__host__ __device__ unsigned __vibmax_u16x2(unsigned, unsigned, bool *, bool *);
__host__ __device__ unsigned __vibmin_u16x2(unsigned, unsigned, bool *, bool *);

#endif
