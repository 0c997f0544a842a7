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

#define WARPLINT_OPERATOR(op, V_, T_, ...)                                                         \
  WARPLINT_HD V_ operator op(V_ a, V_ b) { return __VA_ARGS__; }                                   \
  WARPLINT_HD void operator op##=(V_ &a, V_ b) { a = a op b; }                                     \
  WARPLINT_HD V_ operator op(V_ a, T_ s) { return a op make_##V_(s); }                             \
  WARPLINT_HD V_ operator op(T_ s, V_ a) { return make_##V_(s) op a; }                             \
  WARPLINT_HD void operator op##=(V_ &a, T_ s) { a = a op s; }
#define WARPLINT_2(V_, op) make_##V_(a.x op b.x, a.y op b.y)
#define WARPLINT_3(V_, op) make_##V_(a.x op b.x, a.y op b.y, a.z op b.z)
#define WARPLINT_4(V_, op) make_##V_(a.x op b.x, a.y op b.y, a.z op b.z, a.w op b.w)
#define WARPLINT_OPERATORS(n, V_, T_)                                                              \
  WARPLINT_OPERATOR(+, V_, T_, WARPLINT_##n(V_, +))                                                \
  WARPLINT_OPERATOR(-, V_, T_, WARPLINT_##n(V_, -))                                                \
  WARPLINT_OPERATOR(*, V_, T_, WARPLINT_##n(V_, *))

// One number for all components, others' components, a shorter vector and what it lacks.
#define WARPLINT_MAKE(P_, T_, Q_, R_)                                                              \
  WARPLINT_HD P_##2 make_##P_##2(T_ s) { return make_##P_##2(s, s); }                              \
  WARPLINT_HD P_##3 make_##P_##3(T_ s) { return make_##P_##3(s, s, s); }                           \
  WARPLINT_HD P_##4 make_##P_##4(T_ s) { return make_##P_##4(s, s, s, s); }                        \
  WARPLINT_HD P_##2 make_##P_##2(P_##3 a) { return make_##P_##2(a.x, a.y); }                       \
  WARPLINT_HD P_##2 make_##P_##2(P_##4 a) { return make_##P_##2(a.x, a.y); }                       \
  WARPLINT_HD P_##3 make_##P_##3(P_##2 a) { return make_##P_##3(a.x, a.y, 0); }                    \
  WARPLINT_HD P_##3 make_##P_##3(P_##2 a, T_ s) { return make_##P_##3(a.x, a.y, s); }              \
  WARPLINT_HD P_##3 make_##P_##3(P_##4 a) { return make_##P_##3(a.x, a.y, a.z); }                  \
  WARPLINT_HD P_##4 make_##P_##4(P_##3 a) { return make_##P_##4(a.x, a.y, a.z, 0); }               \
  WARPLINT_HD P_##4 make_##P_##4(P_##3 a, T_ s) { return make_##P_##4(a.x, a.y, a.z, s); }         \
  WARPLINT_HD P_##2 make_##P_##2(Q_##2 a) { return make_##P_##2(T_(a.x), T_(a.y)); }               \
  WARPLINT_HD P_##3 make_##P_##3(Q_##3 a) { return make_##P_##3(T_(a.x), T_(a.y), T_(a.z)); }      \
  WARPLINT_HD P_##4 make_##P_##4(Q_##4 a) {                                                        \
    return make_##P_##4(T_(a.x), T_(a.y), T_(a.z), T_(a.w));                                       \
  }                                                                                                \
  WARPLINT_HD P_##2 make_##P_##2(R_##2 a) { return make_##P_##2(T_(a.x), T_(a.y)); }               \
  WARPLINT_HD P_##3 make_##P_##3(R_##3 a) { return make_##P_##3(T_(a.x), T_(a.y), T_(a.z)); }      \
  WARPLINT_HD P_##4 make_##P_##4(R_##4 a) {                                                        \
    return make_##P_##4(T_(a.x), T_(a.y), T_(a.z), T_(a.w));                                       \
  }                                                                                                \
  WARPLINT_OPERATORS(2, P_##2, T_)                                                                 \
  WARPLINT_OPERATORS(3, P_##3, T_)                                                                 \
  WARPLINT_OPERATORS(4, P_##4, T_)
typedef unsigned int uint;
WARPLINT_MAKE(float, float, int, uint)
WARPLINT_MAKE(int, int, float, uint)
WARPLINT_MAKE(uint, uint, float, int)
WARPLINT_OPERATOR(/, float2, float, WARPLINT_2(float2, /))
WARPLINT_OPERATOR(/, float3, float, WARPLINT_3(float3, /))
WARPLINT_OPERATOR(/, float4, float, WARPLINT_4(float4, /))

#define WARPLINT_NEGATION(P_)                                                                      \
  WARPLINT_HD P_##2 operator-(const P_##2 & a) { return make_##P_##2(-a.x, -a.y); }                \
  WARPLINT_HD P_##3 operator-(const P_##3 & a) { return make_##P_##3(-a.x, -a.y, -a.z); }          \
  WARPLINT_HD P_##4 operator-(const P_##4 & a) { return make_##P_##4(-a.x, -a.y, -a.z, -a.w); }
WARPLINT_NEGATION(float)
WARPLINT_NEGATION(int)

// f of each component; of each component and that of another vector.
#define WARPLINT_EACH(name, f)                                                                     \
  WARPLINT_HD float2 name(float2 a) { return make_float2(f(a.x), f(a.y)); }                        \
  WARPLINT_HD float3 name(float3 a) { return make_float3(f(a.x), f(a.y), f(a.z)); }                \
  WARPLINT_HD float4 name(float4 a) { return make_float4(f(a.x), f(a.y), f(a.z), f(a.w)); }
#define WARPLINT_BOTH(name, f, P_)                                                                 \
  WARPLINT_HD P_##2 name(P_##2 a, P_##2 b) { return make_##P_##2(f(a.x, b.x), f(a.y, b.y)); }      \
  WARPLINT_HD P_##3 name(P_##3 a, P_##3 b) {                                                       \
    return make_##P_##3(f(a.x, b.x), f(a.y, b.y), f(a.z, b.z));                                    \
  }                                                                                                \
  WARPLINT_HD P_##4 name(P_##4 a, P_##4 b) {                                                       \
    return make_##P_##4(f(a.x, b.x), f(a.y, b.y), f(a.z, b.z), f(a.w, b.w));                       \
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

#define WARPLINT_DOT(P_, T_)                                                                       \
  WARPLINT_HD T_ dot(P_##2 a, P_##2 b) { return a.x * b.x + a.y * b.y; }                           \
  WARPLINT_HD T_ dot(P_##3 a, P_##3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }               \
  WARPLINT_HD T_ dot(P_##4 a, P_##4 b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
WARPLINT_DOT(float, float)
WARPLINT_DOT(int, int)
WARPLINT_DOT(uint, uint)

#define WARPLINT_VECTOR(V_)                                                                        \
  WARPLINT_HD V_ lerp(V_ a, V_ b, float t) { return a + t * (b - a); }                             \
  WARPLINT_HD V_ clamp(V_ v, V_ a, V_ b) { return fmaxf(a, fminf(v, b)); }                         \
  WARPLINT_HD V_ clamp(V_ v, float a, float b) { return clamp(v, make_##V_(a), make_##V_(b)); }    \
  WARPLINT_HD V_ smoothstep(V_ a, V_ b, V_ x) {                                                    \
    const V_ y = clamp((x - a) / (b - a), 0.0f, 1.0f);                                             \
    return y * y * (make_##V_(3.0f) - make_##V_(2.0f) * y);                                        \
  }                                                                                                \
  WARPLINT_HD float length(V_ v) { return sqrtf(dot(v, v)); }                                      \
  WARPLINT_HD V_ normalize(V_ v) { return v * (1.0f / sqrtf(dot(v, v))); }                         \
  WARPLINT_HD V_ reflect(V_ i, V_ n) { return i - 2.0f * n * dot(n, i); }
WARPLINT_VECTOR(float2)
WARPLINT_VECTOR(float3)
WARPLINT_VECTOR(float4)

#define WARPLINT_CLAMP(V_)                                                                         \
  WARPLINT_HD V_ clamp(V_ v, V_ a, V_ b) { return max(a, min(v, b)); }
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
