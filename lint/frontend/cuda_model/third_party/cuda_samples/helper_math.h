//===- helper_math.h - arithmetic of CUDA's vector types -------*- C++ -*-===//
//
// Stands in for the header of that name of the CUDA samples (cutil_math.h in old ones) where it is
// not at hand: component by component, as there.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_CUDA_MODEL_HELPER_MATH_H
#define WARPLINT_CUDA_MODEL_HELPER_MATH_H
#pragma clang system_header
#include <cuda_runtime.h>

#define WARPLINT_HD inline __host__ __device__

#define WARPLINT_OPERATOR(op, V, T, ...)                                                           \
  WARPLINT_HD V operator op(V a, V b) { return __VA_ARGS__; }                                      \
  WARPLINT_HD void operator op##=(V &a, V b) { a = a op b; }                                       \
  WARPLINT_HD V operator op(V a, T s) { return a op make_##V(s); }                                 \
  WARPLINT_HD V operator op(T s, V a) { return make_##V(s) op a; }                                 \
  WARPLINT_HD void operator op##=(V &a, T s) { a = a op s; }
#define WARPLINT_2(V, op) make_##V(a.x op b.x, a.y op b.y)
#define WARPLINT_3(V, op) make_##V(a.x op b.x, a.y op b.y, a.z op b.z)
#define WARPLINT_4(V, op) make_##V(a.x op b.x, a.y op b.y, a.z op b.z, a.w op b.w)
#define WARPLINT_OPERATORS(n, V, T)                                                                \
  WARPLINT_OPERATOR(+, V, T, WARPLINT_##n(V, +))                                                   \
  WARPLINT_OPERATOR(-, V, T, WARPLINT_##n(V, -))                                                   \
  WARPLINT_OPERATOR(*, V, T, WARPLINT_##n(V, *))

// One number for all components, others' components, a shorter vector and what it lacks.
#define WARPLINT_MAKE(P, T, Q, R)                                                                  \
  WARPLINT_HD P##2 make_##P##2(T s) { return make_##P##2(s, s); }                                  \
  WARPLINT_HD P##3 make_##P##3(T s) { return make_##P##3(s, s, s); }                               \
  WARPLINT_HD P##4 make_##P##4(T s) { return make_##P##4(s, s, s, s); }                            \
  WARPLINT_HD P##2 make_##P##2(P##3 a) { return make_##P##2(a.x, a.y); }                           \
  WARPLINT_HD P##2 make_##P##2(P##4 a) { return make_##P##2(a.x, a.y); }                           \
  WARPLINT_HD P##3 make_##P##3(P##2 a) { return make_##P##3(a.x, a.y, 0); }                        \
  WARPLINT_HD P##3 make_##P##3(P##2 a, T s) { return make_##P##3(a.x, a.y, s); }                   \
  WARPLINT_HD P##3 make_##P##3(P##4 a) { return make_##P##3(a.x, a.y, a.z); }                      \
  WARPLINT_HD P##4 make_##P##4(P##3 a) { return make_##P##4(a.x, a.y, a.z, 0); }                   \
  WARPLINT_HD P##4 make_##P##4(P##3 a, T s) { return make_##P##4(a.x, a.y, a.z, s); }              \
  WARPLINT_HD P##2 make_##P##2(Q##2 a) { return make_##P##2(T(a.x), T(a.y)); }                     \
  WARPLINT_HD P##3 make_##P##3(Q##3 a) { return make_##P##3(T(a.x), T(a.y), T(a.z)); }             \
  WARPLINT_HD P##4 make_##P##4(Q##4 a) { return make_##P##4(T(a.x), T(a.y), T(a.z), T(a.w)); }     \
  WARPLINT_HD P##2 make_##P##2(R##2 a) { return make_##P##2(T(a.x), T(a.y)); }                     \
  WARPLINT_HD P##3 make_##P##3(R##3 a) { return make_##P##3(T(a.x), T(a.y), T(a.z)); }             \
  WARPLINT_HD P##4 make_##P##4(R##4 a) { return make_##P##4(T(a.x), T(a.y), T(a.z), T(a.w)); }     \
  WARPLINT_OPERATORS(2, P##2, T)                                                                   \
  WARPLINT_OPERATORS(3, P##3, T)                                                                   \
  WARPLINT_OPERATORS(4, P##4, T)
typedef unsigned int uint;
WARPLINT_MAKE(float, float, int, uint)
WARPLINT_MAKE(int, int, float, uint)
WARPLINT_MAKE(uint, uint, float, int)
WARPLINT_OPERATOR(/, float2, float, WARPLINT_2(float2, /))
WARPLINT_OPERATOR(/, float3, float, WARPLINT_3(float3, /))
WARPLINT_OPERATOR(/, float4, float, WARPLINT_4(float4, /))

#define WARPLINT_NEGATION(P)                                                                       \
  WARPLINT_HD P##2 operator-(const P##2 & a) { return make_##P##2(-a.x, -a.y); }                   \
  WARPLINT_HD P##3 operator-(const P##3 & a) { return make_##P##3(-a.x, -a.y, -a.z); }             \
  WARPLINT_HD P##4 operator-(const P##4 & a) { return make_##P##4(-a.x, -a.y, -a.z, -a.w); }
WARPLINT_NEGATION(float)
WARPLINT_NEGATION(int)

// f of each component; of each component and that of another vector.
#define WARPLINT_EACH(name, f)                                                                     \
  WARPLINT_HD float2 name(float2 a) { return make_float2(f(a.x), f(a.y)); }                        \
  WARPLINT_HD float3 name(float3 a) { return make_float3(f(a.x), f(a.y), f(a.z)); }                \
  WARPLINT_HD float4 name(float4 a) { return make_float4(f(a.x), f(a.y), f(a.z), f(a.w)); }
#define WARPLINT_BOTH(name, f, P)                                                                  \
  WARPLINT_HD P##2 name(P##2 a, P##2 b) { return make_##P##2(f(a.x, b.x), f(a.y, b.y)); }          \
  WARPLINT_HD P##3 name(P##3 a, P##3 b) {                                                          \
    return make_##P##3(f(a.x, b.x), f(a.y, b.y), f(a.z, b.z));                                     \
  }                                                                                                \
  WARPLINT_HD P##4 name(P##4 a, P##4 b) {                                                          \
    return make_##P##4(f(a.x, b.x), f(a.y, b.y), f(a.z, b.z), f(a.w, b.w));                        \
  }
WARPLINT_HD float fracf(float v) { return v - floorf(v); }
WARPLINT_EACH(floorf, floorf)
WARPLINT_EACH(fracf, fracf)
WARPLINT_EACH(fabs, fabsf)
WARPLINT_BOTH(fminf, fminf, float)
WARPLINT_BOTH(fmaxf, fmaxf, float)
WARPLINT_BOTH(fmodf, fmodf, float)
WARPLINT_BOTH(min, min, int)
WARPLINT_BOTH(max, max, int)
WARPLINT_BOTH(min, min, uint)
WARPLINT_BOTH(max, max, uint)

WARPLINT_HD float lerp(float a, float b, float t) { return a + t * (b - a); }
WARPLINT_HD float clamp(float f, float a, float b) { return fmaxf(a, fminf(f, b)); }
WARPLINT_HD int clamp(int f, int a, int b) { return max(a, min(f, b)); }
WARPLINT_HD uint clamp(uint f, uint a, uint b) { return max(a, min(f, b)); }
WARPLINT_HD float smoothstep(float a, float b, float x) {
  const float y = clamp((x - a) / (b - a), 0.0f, 1.0f);
  return y * y * (3.0f - 2.0f * y);
}

#define WARPLINT_DOT(P, T)                                                                         \
  WARPLINT_HD T dot(P##2 a, P##2 b) { return a.x * b.x + a.y * b.y; }                              \
  WARPLINT_HD T dot(P##3 a, P##3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }                  \
  WARPLINT_HD T dot(P##4 a, P##4 b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
WARPLINT_DOT(float, float)
WARPLINT_DOT(int, int)
WARPLINT_DOT(uint, uint)

#define WARPLINT_VECTOR(V)                                                                         \
  WARPLINT_HD V lerp(V a, V b, float t) { return a + t * (b - a); }                                \
  WARPLINT_HD V clamp(V v, V a, V b) { return fmaxf(a, fminf(v, b)); }                             \
  WARPLINT_HD V clamp(V v, float a, float b) { return clamp(v, make_##V(a), make_##V(b)); }        \
  WARPLINT_HD V smoothstep(V a, V b, V x) {                                                        \
    const V y = clamp((x - a) / (b - a), 0.0f, 1.0f);                                              \
    return y * y * (make_##V(3.0f) - make_##V(2.0f) * y);                                          \
  }                                                                                                \
  WARPLINT_HD float length(V v) { return sqrtf(dot(v, v)); }                                       \
  WARPLINT_HD V normalize(V v) { return v * (1.0f / sqrtf(dot(v, v))); }                           \
  WARPLINT_HD V reflect(V i, V n) { return i - 2.0f * n * dot(n, i); }
WARPLINT_VECTOR(float2)
WARPLINT_VECTOR(float3)
WARPLINT_VECTOR(float4)

#define WARPLINT_CLAMP(V)                                                                          \
  WARPLINT_HD V clamp(V v, V a, V b) { return max(a, min(v, b)); }
WARPLINT_CLAMP(int2)
WARPLINT_CLAMP(int3)
WARPLINT_CLAMP(int4)
WARPLINT_CLAMP(uint2)
WARPLINT_CLAMP(uint3)
WARPLINT_CLAMP(uint4)

WARPLINT_HD float3 cross(float3 a, float3 b) {
  return make_float3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

#undef WARPLINT_CLAMP
#undef WARPLINT_VECTOR
#undef WARPLINT_DOT
#undef WARPLINT_BOTH
#undef WARPLINT_EACH
#undef WARPLINT_NEGATION
#undef WARPLINT_MAKE
#undef WARPLINT_OPERATORS
#undef WARPLINT_4
#undef WARPLINT_3
#undef WARPLINT_2
#undef WARPLINT_OPERATOR
#undef WARPLINT_HD
#endif
