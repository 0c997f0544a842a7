//===- cuComplex.h - complex numbers ---------------------------*- C++ -*-===//
#pragma once
#pragma clang system_header
// Programs ask for the originals by their guards.
#define CU_COMPLEX_H_
#include "../prelude.h"
#pragma clang force_cuda_host_device begin
typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;
#define WARPLINT_COMPLEX(type, scalar, suffix)                                                     \
  inline scalar cuCreal##suffix(type a) { return a.x; }                                            \
  inline scalar cuCimag##suffix(type a) { return a.y; }                                            \
  inline type cuConj##suffix(type a) { return type{a.x, -a.y}; }                                   \
  inline type cuCadd##suffix(type a, type b) { return type{a.x + b.x, a.y + b.y}; }                \
  inline type cuCsub##suffix(type a, type b) { return type{a.x - b.x, a.y - b.y}; }                \
  inline type cuCmul##suffix(type a, type b) {                                                     \
    return type{a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x};                                     \
  }                                                                                                \
  inline type cuCfma##suffix(type a, type b, type c) {                                             \
    return type{a.x * b.x - a.y * b.y + c.x, a.x * b.y + a.y * b.x + c.y};                         \
  }                                                                                                \
  type cuCdiv##suffix(type, type);                                                                 \
  scalar cuCabs##suffix(type);
WARPLINT_COMPLEX(cuFloatComplex, float, f)
WARPLINT_COMPLEX(cuDoubleComplex, double, )
#undef WARPLINT_COMPLEX
inline cuFloatComplex make_cuFloatComplex(float r, float i) { return cuFloatComplex{r, i}; }
inline cuDoubleComplex make_cuDoubleComplex(double r, double i) { return cuDoubleComplex{r, i}; }
inline cuComplex make_cuComplex(float r, float i) { return cuComplex{r, i}; }
cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex);
cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex);
#pragma clang force_cuda_host_device end
