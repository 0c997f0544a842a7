//===- math.h - mathematical functions of both sides -----------*- C++ -*-===//
//
// Takes the place of the host's <math.h> and <cmath> too (include/math.h,
// include/cmath): those declare host functions only, and device code calls them
// by the same names.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_CUDA_MODEL_PARTS_MATH_H
#define WARPLINT_CUDA_MODEL_PARTS_MATH_H
#pragma clang system_header
#pragma clang force_cuda_host_device begin

// libstdc++'s std::abs would clash with the ones below.
#define _GLIBCXX_BITS_STD_ABS_H 1

namespace warplint_model {
template <bool, class T_> struct EnableIf {};
template <class T_> struct EnableIf<true, T_> {
  typedef T_ type;
};
template <class T_> struct IsInteger {
  static constexpr bool value = __is_integral(T_);
};
template <class T_, class R_ = double>
using IfInteger = typename EnableIf<IsInteger<T_>::value, R_>::type;
template <bool, class A_, class B_> struct Choose {
  typedef A_ type;
};
template <class A_, class B_> struct Choose<false, A_, B_> {
  typedef B_ type;
};
/// The type in which a function of two arithmetic types works: an integer counts as double.
template <class A_, class B_>
using IfMixed = typename EnableIf<
    __is_arithmetic(A_) && __is_arithmetic(B_) && !__is_same(A_, B_),
    decltype(A_() + B_() +
             typename Choose<__is_integral(A_) || __is_integral(B_), double, float>::type())>::type;
} // namespace warplint_model

#define WARPLINT_MATH1_OVERLOADS(name)                                                             \
  float name(float) noexcept;                                                                      \
  long double name(long double) noexcept;                                                          \
  template <class T_> warplint_model::IfInteger<T_> name(T_ x) noexcept { return name(double(x)); }
#define WARPLINT_MATH1(name)                                                                       \
  extern "C" double name(double) noexcept;                                                         \
  extern "C" float name##f(float) noexcept;                                                        \
  extern "C" long double name##l(long double) noexcept;                                            \
  WARPLINT_MATH1_OVERLOADS(name)
WARPLINT_MATH1(acos)
WARPLINT_MATH1(acosh)
WARPLINT_MATH1(asin)
WARPLINT_MATH1(asinh)
WARPLINT_MATH1(atan)
WARPLINT_MATH1(atanh)
WARPLINT_MATH1(cbrt)
WARPLINT_MATH1(ceil)
WARPLINT_MATH1(cos)
WARPLINT_MATH1(cosh)
WARPLINT_MATH1(cospi)
WARPLINT_MATH1(erf)
WARPLINT_MATH1(erfc)
WARPLINT_MATH1(erfcinv)
WARPLINT_MATH1(erfcx)
WARPLINT_MATH1(erfinv)
WARPLINT_MATH1(exp)
WARPLINT_MATH1(exp10)
WARPLINT_MATH1(exp2)
WARPLINT_MATH1(expm1)
WARPLINT_MATH1(fabs)
WARPLINT_MATH1(floor)
WARPLINT_MATH1(lgamma)
WARPLINT_MATH1(log)
WARPLINT_MATH1(log10)
WARPLINT_MATH1(log1p)
WARPLINT_MATH1(log2)
WARPLINT_MATH1(logb)
WARPLINT_MATH1(nearbyint)
WARPLINT_MATH1(normcdf)
WARPLINT_MATH1(normcdfinv)
WARPLINT_MATH1(rcbrt)
WARPLINT_MATH1(rint)
WARPLINT_MATH1(round)
WARPLINT_MATH1(rsqrt)
WARPLINT_MATH1(sin)
WARPLINT_MATH1(sinh)
WARPLINT_MATH1(sinpi)
WARPLINT_MATH1(sqrt)
WARPLINT_MATH1(tan)
WARPLINT_MATH1(tanh)
WARPLINT_MATH1(tgamma)
WARPLINT_MATH1(trunc)
#undef WARPLINT_MATH1
#undef WARPLINT_MATH1_OVERLOADS
// Without overloads: the short names are words that programs use for other things.
#define WARPLINT_MATH1_C(name)                                                                     \
  extern "C" double name(double) noexcept;                                                         \
  extern "C" float name##f(float) noexcept;
WARPLINT_MATH1_C(j0)
WARPLINT_MATH1_C(j1)
WARPLINT_MATH1_C(y0)
WARPLINT_MATH1_C(y1)
WARPLINT_MATH1_C(cyl_bessel_i0)
WARPLINT_MATH1_C(cyl_bessel_i1)
#undef WARPLINT_MATH1_C

#define WARPLINT_MATH2(name)                                                                       \
  extern "C" double name(double, double) noexcept;                                                 \
  extern "C" float name##f(float, float) noexcept;                                                 \
  extern "C" long double name##l(long double, long double) noexcept;                               \
  float name(float, float) noexcept;                                                               \
  long double name(long double, long double) noexcept;                                             \
  template <class A_, class B_> warplint_model::IfMixed<A_, B_> name(A_ a, B_ b) noexcept {        \
    typedef warplint_model::IfMixed<A_, B_> T_;                                                    \
    return name(T_(a), T_(b));                                                                     \
  }                                                                                                \
  template <class A_> warplint_model::IfInteger<A_> name(A_ a, A_ b) noexcept {                    \
    return name(double(a), double(b));                                                             \
  }
WARPLINT_MATH2(atan2)
WARPLINT_MATH2(copysign)
WARPLINT_MATH2(fdim)
WARPLINT_MATH2(fmax)
WARPLINT_MATH2(fmin)
WARPLINT_MATH2(fmod)
WARPLINT_MATH2(hypot)
WARPLINT_MATH2(nextafter)
WARPLINT_MATH2(pow)
WARPLINT_MATH2(remainder)
WARPLINT_MATH2(rhypot)
#undef WARPLINT_MATH2

extern "C" {
double fma(double, double, double) noexcept;
float fmaf(float, float, float) noexcept;
long double fmal(long double, long double, long double) noexcept;
double frexp(double, int *) noexcept;
float frexpf(float, int *) noexcept;
double ldexp(double, int) noexcept;
float ldexpf(float, int) noexcept;
double scalbn(double, int) noexcept;
float scalbnf(float, int) noexcept;
double scalbln(double, long) noexcept;
float scalblnf(float, long) noexcept;
double modf(double, double *) noexcept;
float modff(float, float *) noexcept;
double remquo(double, double, int *) noexcept;
float remquof(float, float, int *) noexcept;
void sincos(double, double *, double *) noexcept;
void sincosf(float, float *, float *) noexcept;
void sincospi(double, double *, double *) noexcept;
void sincospif(float, float *, float *) noexcept;
int ilogb(double) noexcept;
int ilogbf(float) noexcept;
long lrint(double) noexcept;
long lrintf(float) noexcept;
long long llrint(double) noexcept;
long long llrintf(float) noexcept;
long lround(double) noexcept;
long lroundf(float) noexcept;
long long llround(double) noexcept;
long long llroundf(float) noexcept;
double jn(int, double) noexcept;
float jnf(int, float) noexcept;
double yn(int, double) noexcept;
float ynf(int, float) noexcept;
double nan(const char *) noexcept;
float nanf(const char *) noexcept;
double norm(int, const double *) noexcept;
float normf(int, const float *) noexcept;
double rnorm(int, const double *) noexcept;
float rnormf(int, const float *) noexcept;
double norm3d(double, double, double) noexcept;
float norm3df(float, float, float) noexcept;
double rnorm3d(double, double, double) noexcept;
float rnorm3df(float, float, float) noexcept;
double norm4d(double, double, double, double) noexcept;
float norm4df(float, float, float, float) noexcept;
double rnorm4d(double, double, double, double) noexcept;
float rnorm4df(float, float, float, float) noexcept;
float fdividef(float, float) noexcept;
}
float fma(float, float, float) noexcept;
float frexp(float, int *) noexcept;
float ldexp(float, int) noexcept;
float scalbn(float, int) noexcept;
float scalbln(float, long) noexcept;
float modf(float, float *) noexcept;
float remquo(float, float, int *) noexcept;
void sincos(float, float *, float *) noexcept;
void sincospi(float, float *, float *) noexcept;
int ilogb(float) noexcept;
long lrint(float) noexcept;
long long llrint(float) noexcept;
long lround(float) noexcept;
long long llround(float) noexcept;
template <class A_, class B_, class C_>
typename warplint_model::EnableIf<!__is_same(A_, B_) || !__is_same(B_, C_),
                                  decltype(A_() * B_() + C_() + 0.0f)>::type
fma(A_ a, B_ b, C_ c) noexcept {
  typedef decltype(a * b + c + 0.0f) T_;
  return fma(T_(a), T_(b), T_(c));
}

#undef isnan
#undef isinf
#undef isfinite
#undef signbit
#define WARPLINT_CLASSIFY(name)                                                                    \
  bool name(float) noexcept;                                                                       \
  bool name(double) noexcept;                                                                      \
  bool name(long double) noexcept;                                                                 \
  template <class T_> warplint_model::IfInteger<T_, bool> name(T_ x) noexcept {                    \
    return name(double(x));                                                                        \
  }
WARPLINT_CLASSIFY(isnan)
WARPLINT_CLASSIFY(isinf)
WARPLINT_CLASSIFY(isfinite)
WARPLINT_CLASSIFY(isnormal)
WARPLINT_CLASSIFY(signbit)
#undef WARPLINT_CLASSIFY
extern "C" {
int __isnan(double) noexcept;
int __isnanf(float) noexcept;
int __isinf(double) noexcept;
int __isinff(float) noexcept;
int __finite(double) noexcept;
int __finitef(float) noexcept;
int finite(double) noexcept;
int finitef(float) noexcept;
int isinff(float) noexcept;
int isnanf(float) noexcept;
int __signbit(double) noexcept;
int __signbitf(float) noexcept;
}

// abs(int), labs and llabs are the C library's.
inline long abs(long x) noexcept { return x < 0 ? -x : x; }
inline long long abs(long long x) noexcept { return x < 0 ? -x : x; }
inline float abs(float x) noexcept { return fabsf(x); }
inline double abs(double x) noexcept { return fabs(x); }
inline long double abs(long double x) noexcept { return x < 0 ? -x : x; }

#define WARPLINT_MINMAX(type, a, b)                                                                \
  inline constexpr type min(a x, b y) { return (type)x < (type)y ? (type)x : (type)y; }            \
  inline constexpr type max(a x, b y) { return (type)x > (type)y ? (type)x : (type)y; }
WARPLINT_MINMAX(int, int, int)
WARPLINT_MINMAX(unsigned, unsigned, unsigned)
WARPLINT_MINMAX(unsigned, int, unsigned)
WARPLINT_MINMAX(unsigned, unsigned, int)
WARPLINT_MINMAX(long, long, long)
WARPLINT_MINMAX(unsigned long, unsigned long, unsigned long)
WARPLINT_MINMAX(unsigned long, long, unsigned long)
WARPLINT_MINMAX(unsigned long, unsigned long, long)
WARPLINT_MINMAX(long long, long long, long long)
WARPLINT_MINMAX(unsigned long long, unsigned long long, unsigned long long)
WARPLINT_MINMAX(unsigned long long, long long, unsigned long long)
WARPLINT_MINMAX(unsigned long long, unsigned long long, long long)
#undef WARPLINT_MINMAX
#define WARPLINT_MINMAX(type, a, b)                                                                \
  type min(a, b) noexcept;                                                                         \
  type max(a, b) noexcept;
WARPLINT_MINMAX(float, float, float)
WARPLINT_MINMAX(double, double, double)
WARPLINT_MINMAX(double, float, double)
WARPLINT_MINMAX(double, double, float)
#undef WARPLINT_MINMAX
unsigned umin(unsigned, unsigned) noexcept;
unsigned umax(unsigned, unsigned) noexcept;
long long llmin(long long, long long) noexcept;
long long llmax(long long, long long) noexcept;
unsigned long long ullmin(unsigned long long, unsigned long long) noexcept;
unsigned long long ullmax(unsigned long long, unsigned long long) noexcept;

namespace std {
using ::abs;
using ::acos;
using ::acosf;
using ::acosh;
using ::acoshf;
using ::asin;
using ::asinf;
using ::asinh;
using ::asinhf;
using ::atan;
using ::atan2;
using ::atan2f;
using ::atanf;
using ::atanh;
using ::atanhf;
using ::cbrt;
using ::cbrtf;
using ::ceil;
using ::ceilf;
using ::copysign;
using ::copysignf;
using ::cos;
using ::cosf;
using ::cosh;
using ::coshf;
using ::erf;
using ::erfc;
using ::erfcf;
using ::erff;
using ::exp;
using ::exp2;
using ::exp2f;
using ::expf;
using ::expm1;
using ::expm1f;
using ::fabs;
using ::fabsf;
using ::fdim;
using ::fdimf;
using ::floor;
using ::floorf;
using ::fma;
using ::fmaf;
using ::fmax;
using ::fmaxf;
using ::fmin;
using ::fminf;
using ::fmod;
using ::fmodf;
using ::frexp;
using ::frexpf;
using ::hypot;
using ::hypotf;
using ::ilogb;
using ::ilogbf;
using ::isfinite;
using ::isinf;
using ::isnan;
using ::isnormal;
using ::ldexp;
using ::ldexpf;
using ::lgamma;
using ::lgammaf;
using ::llrint;
using ::llrintf;
using ::llround;
using ::llroundf;
using ::log;
using ::log10;
using ::log10f;
using ::log1p;
using ::log1pf;
using ::log2;
using ::log2f;
using ::logb;
using ::logbf;
using ::logf;
using ::lrint;
using ::lrintf;
using ::lround;
using ::lroundf;
using ::modf;
using ::modff;
using ::nan;
using ::nanf;
using ::nearbyint;
using ::nearbyintf;
using ::nextafter;
using ::nextafterf;
using ::pow;
using ::powf;
using ::remainder;
using ::remainderf;
using ::remquo;
using ::remquof;
using ::rint;
using ::rintf;
using ::round;
using ::roundf;
using ::scalbln;
using ::scalblnf;
using ::scalbn;
using ::scalbnf;
using ::signbit;
using ::sin;
using ::sinf;
using ::sinh;
using ::sinhf;
using ::sqrt;
using ::sqrtf;
using ::tan;
using ::tanf;
using ::tanh;
using ::tanhf;
using ::tgamma;
using ::tgammaf;
using ::trunc;
using ::truncf;
typedef float float_t;
typedef double double_t;

// nvcc's own includes bring std::min and the like even where the file includes
// nothing. Qualified lookup finds these through the directive only while the
// host's own are absent; beside those they are the less specialised templates.
namespace warplint_fallback {
template <class A_, class B_> inline constexpr A_ min(const A_ &a, const B_ &b) {
  return b < a ? A_(b) : a;
}
template <class A_, class B_> inline constexpr A_ max(const A_ &a, const B_ &b) {
  return a < b ? A_(b) : a;
}
template <class A_, class B_> inline void swap(A_ &a, B_ &b) {
  A_ kept = a;
  a = b;
  b = kept;
}
template <class T_> struct Referred {
  typedef T_ type;
};
template <class T_> struct Referred<T_ &> {
  typedef T_ type;
};
template <class T_> struct Referred<T_ &&> {
  typedef T_ type;
};
template <class T_, class... None>
inline constexpr typename Referred<T_>::type &&move(T_ &&x, None...) noexcept {
  return static_cast<typename Referred<T_>::type &&>(x);
}
template <class T_, class... None>
inline constexpr T_ &&forward(typename Referred<T_>::type &x, None...) noexcept {
  return static_cast<T_ &&>(x);
}
} // namespace warplint_fallback
using namespace warplint_fallback;
} // namespace std

#ifndef HUGE_VAL
#define HUGE_VAL __builtin_huge_val()
#define HUGE_VALF __builtin_huge_valf()
#define INFINITY __builtin_inff()
#define NAN __builtin_nanf("")
#define FP_NAN 0
#define FP_INFINITE 1
#define FP_ZERO 2
#define FP_SUBNORMAL 3
#define FP_NORMAL 4
#define FP_ILOGB0 (-2147483647 - 1)
#define FP_ILOGBNAN 2147483647
#define MATH_ERRNO 1
#define MATH_ERREXCEPT 2
#define math_errhandling 3
#define M_E 2.7182818284590452354
#define M_LOG2E 1.4426950408889634074
#define M_LOG10E 0.43429448190325182765
#define M_LN2 0.69314718055994530942
#define M_LN10 2.30258509299404568402
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_PI_4 0.78539816339744830962
#define M_1_PI 0.31830988618379067154
#define M_2_PI 0.63661977236758134308
#define M_2_SQRTPI 1.12837916709551257390
#define M_SQRT2 1.41421356237309504880
#define M_SQRT1_2 0.70710678118654752440
#endif

#pragma clang force_cuda_host_device end
#endif
