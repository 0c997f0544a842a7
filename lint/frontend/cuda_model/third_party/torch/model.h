//===- model.h - what CUDA extensions use of PyTorch -----------*- C++ -*-===//
//
// Extensions of PyTorch are seldom read beside its headers. This stands for all of them (torch/,
// ATen/, c10/) where nothing else goes by the name that is included: the types and functions of
// device code with their bodies, so that accesses are seen as they are; the dispatch over element
// types, which says what kernels are instantiated with; and declarations of what host code calls
// around launches. Names and meanings as of PyTorch 2.
//
//===----------------------------------------------------------------------===//
#pragma once
#pragma clang system_header
#include <algorithm>
#include <array>
#include <cfloat>
#include <climits>
#include <cmath>
#include <complex>
#include <cstdint>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <functional>
#include <initializer_list>
#include <iostream>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <numeric>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

#define C10_HOST_DEVICE __host__ __device__
#define C10_DEVICE __device__
#define C10_HOST __host__
#define C10_LIKELY(x) (x)
#define C10_UNLIKELY(x) (x)
#define C10_API
#define C10_EXPORT
#define C10_CUDA_API
#define TORCH_API
#define TORCH_CUDA_CU_API
#define TORCH_CUDA_CPP_API
#define C10_ALWAYS_INLINE inline
#define C10_RESTRICT __restrict__
#define C10_NODISCARD [[nodiscard]]
#define C10_UNUSED [[maybe_unused]]
#define C10_WARP_SIZE 32
#define C10_LAUNCH_BOUNDS_0 __launch_bounds__(256, 4)
#define C10_LAUNCH_BOUNDS_1(threads) __launch_bounds__(threads)
#define C10_LAUNCH_BOUNDS_2(threads, blocks) __launch_bounds__(threads, blocks)
#define C10_STRINGIZE_IMPL(x) #x
#define C10_STRINGIZE(x) C10_STRINGIZE_IMPL(x)
#define TORCH_VERSION_MAJOR 2
#define TORCH_VERSION_MINOR 9
#define TORCH_VERSION_PATCH 0

namespace c10 {

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

class Error : public std::exception {
public:
  const char *what() const noexcept override { return ""; }
};
[[noreturn]] void warplint_fail();
template <typename... Parts> [[noreturn]] void warplint_failWith(const Parts &...);
template <typename... Parts> void warplint_say(const Parts &...);
template <typename... Parts> std::string str(const Parts &...);

} // namespace c10

// An `if`, as PyTorch's: it is written without a semicolon as well.
#define TORCH_CHECK(condition, ...)                                                                \
  if (!(condition)) {                                                                              \
    ::c10::warplint_failWith(__VA_ARGS__);                                                         \
  }
#define TORCH_CHECK_ARG(condition, number, ...) TORCH_CHECK(condition, ##__VA_ARGS__)
#define TORCH_CHECK_VALUE TORCH_CHECK
#define TORCH_CHECK_TYPE TORCH_CHECK
#define TORCH_CHECK_INDEX TORCH_CHECK
#define TORCH_CHECK_NOT_IMPLEMENTED TORCH_CHECK
#define TORCH_INTERNAL_ASSERT TORCH_CHECK
#define TORCH_INTERNAL_ASSERT_DEBUG_ONLY TORCH_CHECK
#define TORCH_CHECK_EQ(a, b) TORCH_CHECK((a) == (b))
#define TORCH_CHECK_NE(a, b) TORCH_CHECK((a) != (b))
#define TORCH_CHECK_LE(a, b) TORCH_CHECK((a) <= (b))
#define TORCH_CHECK_LT(a, b) TORCH_CHECK((a) < (b))
#define TORCH_CHECK_GE(a, b) TORCH_CHECK((a) >= (b))
#define TORCH_CHECK_GT(a, b) TORCH_CHECK((a) > (b))
#define AT_ASSERT TORCH_CHECK
#define AT_ASSERTM TORCH_CHECK
#define AT_CHECK TORCH_CHECK
#define AT_ERROR(...) ::c10::warplint_failWith(__VA_ARGS__)
#define TORCH_WARN(...) ::c10::warplint_say(__VA_ARGS__)
#define TORCH_WARN_ONCE(...) ::c10::warplint_say(__VA_ARGS__)

#define C10_CUDA_CHECK(call)                                                                       \
  do {                                                                                             \
    const cudaError_t warplint_status = call;                                                      \
    if (warplint_status != cudaSuccess)                                                            \
      ::c10::warplint_fail();                                                                      \
  } while (0)
#define AT_CUDA_CHECK(call) C10_CUDA_CHECK(call)
#define C10_CUDA_CHECK_WARN(call) C10_CUDA_CHECK(call)
#define C10_CUDA_ERROR_HANDLED(call) (call)
#define C10_CUDA_IGNORE_ERROR(call) ((void)(call))
#define C10_CUDA_KERNEL_LAUNCH_CHECK() C10_CUDA_CHECK(cudaGetLastError())
#define TORCH_CUDA_KERNEL_LAUNCH_CHECK() C10_CUDA_CHECK(cudaGetLastError())
#define THCudaCheck(call) C10_CUDA_CHECK(call)
#define CUDA_KERNEL_ASSERT(condition)                                                              \
  do {                                                                                             \
    if (!(condition))                                                                              \
      __trap();                                                                                    \
  } while (0)
#define CUDA_KERNEL_ASSERT2 CUDA_KERNEL_ASSERT

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

namespace c10 {

struct alignas(2) Half {
  unsigned short x;
  struct from_bits_t {};
  static constexpr C10_HOST_DEVICE from_bits_t from_bits() { return {}; }
  Half() = default;
  constexpr C10_HOST_DEVICE Half(unsigned short bits, from_bits_t) : x(bits) {}
  C10_HOST_DEVICE Half(float value) : Half(__float2half(value)) {}
  C10_HOST_DEVICE Half(const __half &value)
      : x(*reinterpret_cast<const unsigned short *>(&value)) {}
  C10_HOST_DEVICE operator float() const {
    return __half2float(*reinterpret_cast<const __half *>(&x));
  }
  C10_HOST_DEVICE operator __half() const { return *reinterpret_cast<const __half *>(&x); }
};

struct alignas(2) BFloat16 {
  unsigned short x;
  struct from_bits_t {};
  static constexpr C10_HOST_DEVICE from_bits_t from_bits() { return {}; }
  BFloat16() = default;
  constexpr C10_HOST_DEVICE BFloat16(unsigned short bits, from_bits_t) : x(bits) {}
  C10_HOST_DEVICE BFloat16(float value) : BFloat16(__float2bfloat16(value)) {}
  explicit C10_HOST_DEVICE BFloat16(const __nv_bfloat16 &value)
      : x(*reinterpret_cast<const unsigned short *>(&value)) {}
  C10_HOST_DEVICE operator float() const {
    return __bfloat162float(*reinterpret_cast<const __nv_bfloat16 *>(&x));
  }
  explicit C10_HOST_DEVICE operator __nv_bfloat16() const {
    return *reinterpret_cast<const __nv_bfloat16 *>(&x);
  }
};

__device__ inline Half __ldg(const Half *from) {
  return ::__ldg(reinterpret_cast<const __half *>(from));
}
__device__ inline BFloat16 __ldg(const BFloat16 *from) {
  return BFloat16(::__ldg(reinterpret_cast<const __nv_bfloat16 *>(from)));
}

// As PyTorch has them: through float, an integer on one side counting as a small float.
#define WARPLINT_OPERATORS(T_)                                                                     \
  C10_HOST_DEVICE inline T_ operator+(const T_ &a, const T_ &b) {                                  \
    return static_cast<float>(a) + static_cast<float>(b);                                          \
  }                                                                                                \
  C10_HOST_DEVICE inline T_ operator-(const T_ &a, const T_ &b) {                                  \
    return static_cast<float>(a) - static_cast<float>(b);                                          \
  }                                                                                                \
  C10_HOST_DEVICE inline T_ operator*(const T_ &a, const T_ &b) {                                  \
    return static_cast<float>(a) * static_cast<float>(b);                                          \
  }                                                                                                \
  C10_HOST_DEVICE inline T_ operator/(const T_ &a, const T_ &b) {                                  \
    return static_cast<float>(a) / static_cast<float>(b);                                          \
  }                                                                                                \
  C10_HOST_DEVICE inline T_ operator-(const T_ &a) { return -static_cast<float>(a); }              \
  C10_HOST_DEVICE inline T_ &operator+=(T_ &a, const T_ &b) { return a = a + b; }                  \
  C10_HOST_DEVICE inline T_ &operator-=(T_ &a, const T_ &b) { return a = a - b; }                  \
  C10_HOST_DEVICE inline T_ &operator*=(T_ &a, const T_ &b) { return a = a * b; }                  \
  C10_HOST_DEVICE inline T_ &operator/=(T_ &a, const T_ &b) { return a = a / b; }                  \
  C10_HOST_DEVICE inline float operator+(T_ a, float b) { return static_cast<float>(a) + b; }      \
  C10_HOST_DEVICE inline float operator-(T_ a, float b) { return static_cast<float>(a) - b; }      \
  C10_HOST_DEVICE inline float operator*(T_ a, float b) { return static_cast<float>(a) * b; }      \
  C10_HOST_DEVICE inline float operator/(T_ a, float b) { return static_cast<float>(a) / b; }      \
  C10_HOST_DEVICE inline float operator+(float a, T_ b) { return a + static_cast<float>(b); }      \
  C10_HOST_DEVICE inline float operator-(float a, T_ b) { return a - static_cast<float>(b); }      \
  C10_HOST_DEVICE inline float operator*(float a, T_ b) { return a * static_cast<float>(b); }      \
  C10_HOST_DEVICE inline float operator/(float a, T_ b) { return a / static_cast<float>(b); }      \
  C10_HOST_DEVICE inline float &operator+=(float &a, const T_ &b) {                                \
    return a += static_cast<float>(b);                                                             \
  }                                                                                                \
  C10_HOST_DEVICE inline float &operator-=(float &a, const T_ &b) {                                \
    return a -= static_cast<float>(b);                                                             \
  }                                                                                                \
  C10_HOST_DEVICE inline float &operator*=(float &a, const T_ &b) {                                \
    return a *= static_cast<float>(b);                                                             \
  }                                                                                                \
  C10_HOST_DEVICE inline float &operator/=(float &a, const T_ &b) {                                \
    return a /= static_cast<float>(b);                                                             \
  }                                                                                                \
  C10_HOST_DEVICE inline double operator+(T_ a, double b) { return static_cast<double>(a) + b; }   \
  C10_HOST_DEVICE inline double operator-(T_ a, double b) { return static_cast<double>(a) - b; }   \
  C10_HOST_DEVICE inline double operator*(T_ a, double b) { return static_cast<double>(a) * b; }   \
  C10_HOST_DEVICE inline double operator/(T_ a, double b) { return static_cast<double>(a) / b; }   \
  C10_HOST_DEVICE inline double operator+(double a, T_ b) { return a + static_cast<double>(b); }   \
  C10_HOST_DEVICE inline double operator-(double a, T_ b) { return a - static_cast<double>(b); }   \
  C10_HOST_DEVICE inline double operator*(double a, T_ b) { return a * static_cast<double>(b); }   \
  C10_HOST_DEVICE inline double operator/(double a, T_ b) { return a / static_cast<double>(b); }   \
  C10_HOST_DEVICE inline T_ operator+(T_ a, int b) { return a + static_cast<T_>(b); }              \
  C10_HOST_DEVICE inline T_ operator-(T_ a, int b) { return a - static_cast<T_>(b); }              \
  C10_HOST_DEVICE inline T_ operator*(T_ a, int b) { return a * static_cast<T_>(b); }              \
  C10_HOST_DEVICE inline T_ operator/(T_ a, int b) { return a / static_cast<T_>(b); }              \
  C10_HOST_DEVICE inline T_ operator+(int a, T_ b) { return static_cast<T_>(a) + b; }              \
  C10_HOST_DEVICE inline T_ operator-(int a, T_ b) { return static_cast<T_>(a) - b; }              \
  C10_HOST_DEVICE inline T_ operator*(int a, T_ b) { return static_cast<T_>(a) * b; }              \
  C10_HOST_DEVICE inline T_ operator/(int a, T_ b) { return static_cast<T_>(a) / b; }              \
  C10_HOST_DEVICE inline T_ operator+(T_ a, int64_t b) { return a + static_cast<T_>(b); }          \
  C10_HOST_DEVICE inline T_ operator-(T_ a, int64_t b) { return a - static_cast<T_>(b); }          \
  C10_HOST_DEVICE inline T_ operator*(T_ a, int64_t b) { return a * static_cast<T_>(b); }          \
  C10_HOST_DEVICE inline T_ operator/(T_ a, int64_t b) { return a / static_cast<T_>(b); }          \
  C10_HOST_DEVICE inline T_ operator+(int64_t a, T_ b) { return static_cast<T_>(a) + b; }          \
  C10_HOST_DEVICE inline T_ operator-(int64_t a, T_ b) { return static_cast<T_>(a) - b; }          \
  C10_HOST_DEVICE inline T_ operator*(int64_t a, T_ b) { return static_cast<T_>(a) * b; }          \
  C10_HOST_DEVICE inline T_ operator/(int64_t a, T_ b) { return static_cast<T_>(a) / b; }
// PyTorch has none of these: it compiles extensions without the comparisons of __half, which would
// be as good as those of float. Templates, so that they are no way for other types.
#define WARPLINT_COMPARISON(op)                                                                    \
  template <typename T_>                                                                           \
  C10_HOST_DEVICE inline std::enable_if_t<                                                         \
      std::is_same_v<T_, Half> || std::is_same_v<T_, BFloat16>, bool> operator op(const T_ & a,    \
                                                                                  const T_ & b) {  \
    return static_cast<float>(a) op static_cast<float>(b);                                         \
  }
WARPLINT_COMPARISON(==)
WARPLINT_COMPARISON(!=)
WARPLINT_COMPARISON(<)
WARPLINT_COMPARISON(>)
WARPLINT_COMPARISON(<=)
WARPLINT_COMPARISON(>=)
#undef WARPLINT_COMPARISON
WARPLINT_OPERATORS(Half)
WARPLINT_OPERATORS(BFloat16)
#undef WARPLINT_OPERATORS

struct Float8_e4m3fn {
  uint8_t x;
  Float8_e4m3fn() = default;
  C10_HOST_DEVICE Float8_e4m3fn(float);
  C10_HOST_DEVICE operator float() const;
};
struct Float8_e5m2 {
  uint8_t x;
  Float8_e5m2() = default;
  C10_HOST_DEVICE Float8_e5m2(float);
  C10_HOST_DEVICE operator float() const;
};

template <typename T_> struct alignas(sizeof(T_) * 2) complex {
  using value_type = T_;
  T_ real_ = T_(), imag_ = T_();
  constexpr complex() = default;
  C10_HOST_DEVICE constexpr complex(const T_ &real, const T_ &imag = T_())
      : real_(real), imag_(imag) {}
  template <typename U_>
  C10_HOST_DEVICE constexpr explicit complex(const complex<U_> &other)
      : real_(other.real_), imag_(other.imag_) {}
  C10_HOST_DEVICE constexpr T_ real() const { return real_; }
  C10_HOST_DEVICE constexpr T_ imag() const { return imag_; }
  C10_HOST_DEVICE constexpr complex &operator+=(const complex &o) {
    real_ += o.real_, imag_ += o.imag_;
    return *this;
  }
  C10_HOST_DEVICE constexpr complex &operator-=(const complex &o) {
    real_ -= o.real_, imag_ -= o.imag_;
    return *this;
  }
  C10_HOST_DEVICE constexpr complex &operator*=(const complex &o) {
    const T_ a = real_, b = imag_;
    real_ = a * o.real_ - b * o.imag_, imag_ = a * o.imag_ + b * o.real_;
    return *this;
  }
  C10_HOST_DEVICE constexpr complex &operator*=(T_ o) {
    real_ *= o, imag_ *= o;
    return *this;
  }
};
template <typename T_>
C10_HOST_DEVICE constexpr complex<T_> operator+(complex<T_> a, const complex<T_> &b) {
  return a += b;
}
template <typename T_>
C10_HOST_DEVICE constexpr complex<T_> operator-(complex<T_> a, const complex<T_> &b) {
  return a -= b;
}
template <typename T_>
C10_HOST_DEVICE constexpr complex<T_> operator*(complex<T_> a, const complex<T_> &b) {
  return a *= b;
}
template <typename T_>
C10_HOST_DEVICE constexpr complex<T_> operator/(const complex<T_> &a, const complex<T_> &b) {
  const T_ norm = b.real_ * b.real_ + b.imag_ * b.imag_;
  return {(a.real_ * b.real_ + a.imag_ * b.imag_) / norm,
          (a.imag_ * b.real_ - a.real_ * b.imag_) / norm};
}
/// With numbers, whole ones too.
template <typename T_, typename U_>
using warplint_withNumber =
    std::enable_if_t<std::is_integral<U_>::value || std::is_same<T_, U_>::value, complex<T_>>;
#define WARPLINT_WITH_NUMBER(op)                                                                   \
  template <typename T_, typename U_>                                                              \
  C10_HOST_DEVICE constexpr warplint_withNumber<T_, U_> operator op(const complex<T_> &a, U_ b) {  \
    return a op complex<T_>(static_cast<T_>(b));                                                   \
  }                                                                                                \
  template <typename T_, typename U_>                                                              \
  C10_HOST_DEVICE constexpr warplint_withNumber<T_, U_> operator op(U_ a, const complex<T_> &b) {  \
    return complex<T_>(static_cast<T_>(a)) op b;                                                   \
  }
WARPLINT_WITH_NUMBER(+)
WARPLINT_WITH_NUMBER(-)
#undef WARPLINT_WITH_NUMBER
template <typename T_, typename U_>
C10_HOST_DEVICE constexpr warplint_withNumber<T_, U_> operator*(complex<T_> a, U_ b) {
  return a *= static_cast<T_>(b);
}
template <typename T_, typename U_>
C10_HOST_DEVICE constexpr warplint_withNumber<T_, U_> operator*(U_ a, complex<T_> b) {
  return b *= static_cast<T_>(a);
}
template <typename T_, typename U_>
C10_HOST_DEVICE constexpr warplint_withNumber<T_, U_> operator/(const complex<T_> &a, U_ b) {
  return {a.real_ / static_cast<T_>(b), a.imag_ / static_cast<T_>(b)};
}
template <typename T_, typename U_>
C10_HOST_DEVICE constexpr warplint_withNumber<T_, U_> operator/(U_ a, const complex<T_> &b) {
  return complex<T_>(static_cast<T_>(a)) / b;
}
template <typename T_> C10_HOST_DEVICE constexpr complex<T_> operator-(const complex<T_> &a) {
  return {-a.real_, -a.imag_};
}
template <typename T_> struct scalar_value_type {
  using type = T_;
};
template <typename T_> struct scalar_value_type<complex<T_>> {
  using type = T_;
};
template <typename T_> struct is_complex : std::false_type {};
template <typename T_> struct is_complex<complex<T_>> : std::true_type {};

} // namespace c10

// As PyTorch has them: without a namespace, and in std.
namespace c10_complex_math {
template <typename T_> C10_HOST_DEVICE c10::complex<T_> exp(const c10::complex<T_> &z) {
  const T_ size = ::exp(z.real_);
  return {size * ::cos(z.imag_), size * ::sin(z.imag_)};
}
template <typename T_> C10_HOST_DEVICE c10::complex<T_> log(const c10::complex<T_> &z) {
  return {::log(::hypot(z.real_, z.imag_)), ::atan2(z.imag_, z.real_)};
}
} // namespace c10_complex_math
using c10_complex_math::exp;
using c10_complex_math::log;

namespace std {
using c10_complex_math::exp;
using c10_complex_math::log;
template <typename T_> C10_HOST_DEVICE constexpr T_ real(const c10::complex<T_> &z) {
  return z.real_;
}
template <typename T_> C10_HOST_DEVICE constexpr T_ imag(const c10::complex<T_> &z) {
  return z.imag_;
}
template <typename T_> C10_HOST_DEVICE constexpr c10::complex<T_> conj(const c10::complex<T_> &z) {
  return {z.real_, -z.imag_};
}
template <typename T_> C10_HOST_DEVICE constexpr T_ norm(const c10::complex<T_> &z) {
  return z.real_ * z.real_ + z.imag_ * z.imag_;
}
} // namespace std

namespace c10 {

//===----------------------------------------------------------------------===//
// Types of elements
//===----------------------------------------------------------------------===//

#define WARPLINT_SCALARS(X_)                                                                       \
  X_(uint8_t, Byte, 0)                                                                             \
  X_(int8_t, Char, 1)                                                                              \
  X_(int16_t, Short, 2)                                                                            \
  X_(int32_t, Int, 3)                                                                              \
  X_(int64_t, Long, 4)                                                                             \
  X_(::c10::Half, Half, 5)                                                                         \
  X_(float, Float, 6)                                                                              \
  X_(double, Double, 7)                                                                            \
  X_(::c10::complex<::c10::Half>, ComplexHalf, 8)                                                  \
  X_(::c10::complex<float>, ComplexFloat, 9)                                                       \
  X_(::c10::complex<double>, ComplexDouble, 10)                                                    \
  X_(bool, Bool, 11)                                                                               \
  X_(::c10::BFloat16, BFloat16, 15)                                                                \
  X_(::c10::Float8_e5m2, Float8_e5m2, 23)                                                          \
  X_(::c10::Float8_e4m3fn, Float8_e4m3fn, 24)                                                      \
  X_(uint16_t, UInt16, 27)                                                                         \
  X_(uint32_t, UInt32, 28)                                                                         \
  X_(uint64_t, UInt64, 29)

enum class ScalarType : int8_t {
#define WARPLINT_SCALAR(type, name, number) name = number,
  WARPLINT_SCALARS(WARPLINT_SCALAR)
#undef WARPLINT_SCALAR
      QInt8 = 12,
  QUInt8 = 13,
  QInt32 = 14,
  Undefined = 45,
  NumOptions = 46
};
template <ScalarType S_> struct warplint_typeOf;
template <typename T_> struct CppTypeToScalarType;
#define WARPLINT_SCALAR(Type, name, number)                                                        \
  constexpr ScalarType k##name = ScalarType::name;                                                 \
  template <> struct warplint_typeOf<ScalarType::name> {                                           \
    using type = Type;                                                                             \
  };                                                                                               \
  template <>                                                                                      \
  struct CppTypeToScalarType<Type> : std::integral_constant<ScalarType, ScalarType::name> {};
WARPLINT_SCALARS(WARPLINT_SCALAR)
#undef WARPLINT_SCALAR
namespace impl {
template <ScalarType S_> struct ScalarTypeToCPPType : warplint_typeOf<S_> {
  using t = typename warplint_typeOf<S_>::type;
};
template <ScalarType S_> using ScalarTypeToCPPTypeT = typename warplint_typeOf<S_>::type;
} // namespace impl
constexpr ScalarType kUInt8 = kByte, kInt8 = kChar, kInt16 = kShort, kInt32 = kInt, kInt64 = kLong,
                     kFloat16 = kHalf, kFloat32 = kFloat, kFloat64 = kDouble;
const char *toString(ScalarType);
size_t elementSize(ScalarType);
bool isFloatingType(ScalarType);
bool isIntegralType(ScalarType, bool withBool = false);
bool isComplexType(ScalarType);
std::ostream &operator<<(std::ostream &, ScalarType);

} // namespace c10

namespace caffe2 {
struct TypeMeta {
  TypeMeta() = default;
  template <typename T_> static TypeMeta Make();
  size_t itemsize() const;
  c10::ScalarType toScalarType() const;
  std::string_view name() const;
};
bool operator==(TypeMeta, TypeMeta);
bool operator!=(TypeMeta, TypeMeta);
bool operator==(TypeMeta, c10::ScalarType);
bool operator!=(TypeMeta, c10::ScalarType);
bool operator==(c10::ScalarType, TypeMeta);
bool operator!=(c10::ScalarType, TypeMeta);
std::ostream &operator<<(std::ostream &, TypeMeta);
} // namespace caffe2

namespace c10 {

c10::ScalarType typeMetaToScalarType(caffe2::TypeMeta);
caffe2::TypeMeta scalarTypeToTypeMeta(ScalarType);
inline ScalarType warplint_scalarType(ScalarType type) { return type; }
ScalarType warplint_scalarType(caffe2::TypeMeta);

//===----------------------------------------------------------------------===//
// Tensors, as host code has them
//===----------------------------------------------------------------------===//

template <typename T_> using optional = std::optional<T_>;
using std::nullopt;
using nullopt_t = std::nullopt_t;
using std::make_optional;
using string_view = std::string_view;

template <typename T_> class ArrayRef {
public:
  using value_type = T_;
  constexpr ArrayRef() = default;
  constexpr ArrayRef(const T_ &one) : data_(&one), size_(1) {}
  constexpr ArrayRef(const T_ *data, size_t size) : data_(data), size_(size) {}
  ArrayRef(const std::vector<T_> &values) : data_(values.data()), size_(values.size()) {}
  constexpr ArrayRef(const std::initializer_list<T_> &values)
      : data_(values.begin()), size_(values.size()) {}
  constexpr const T_ *begin() const { return data_; }
  constexpr const T_ *end() const { return data_ + size_; }
  constexpr const T_ *data() const { return data_; }
  constexpr size_t size() const { return size_; }
  constexpr bool empty() const { return size_ == 0; }
  constexpr const T_ &operator[](size_t i) const { return data_[i]; }
  constexpr const T_ &at(size_t i) const { return data_[i]; }
  constexpr const T_ &front() const { return data_[0]; }
  constexpr const T_ &back() const { return data_[size_ - 1]; }
  ArrayRef slice(size_t from, size_t count) const;
  ArrayRef slice(size_t from) const;
  std::vector<T_> vec() const;
  bool equals(ArrayRef) const;

private:
  const T_ *data_ = nullptr;
  size_t size_ = 0;
};
template <typename T_> bool operator==(ArrayRef<T_>, ArrayRef<T_>);
template <typename T_> bool operator!=(ArrayRef<T_>, ArrayRef<T_>);
template <typename T_> std::ostream &operator<<(std::ostream &, ArrayRef<T_>);
using IntArrayRef = ArrayRef<int64_t>;
struct SymInt {
  SymInt() = default;
  SymInt(int64_t);
  int64_t expect_int() const;
  operator int64_t() const;
};
using SymIntArrayRef = ArrayRef<SymInt>;
template <typename C_> int64_t multiply_integers(const C_ &);
template <typename T_, unsigned N_> using SmallVector = std::vector<T_>;

template <typename T_> struct warplint_Range {
  struct iterator {
    T_ at;
    T_ operator*() const { return at; }
    iterator &operator++() {
      ++at;
      return *this;
    }
    bool operator!=(const iterator &other) const { return at != other.at; }
  };
  T_ first, last;
  iterator begin() const { return {first}; }
  iterator end() const { return {last}; }
};
template <typename T_> warplint_Range<T_> irange(T_ last) { return {T_(), last}; }
template <typename T_, typename U_> warplint_Range<U_> irange(T_ first, U_ last) {
  return {static_cast<U_>(first), last};
}

enum class DeviceType : int8_t {
  CPU = 0,
  CUDA = 1,
  HIP = 6,
  XLA = 9,
  XPU = 12,
  MPS = 13,
  Meta = 14,
  PrivateUse1 = 20,
  COMPILE_TIME_MAX_DEVICE_TYPES = 21
};
std::string DeviceTypeName(DeviceType, bool lowerCase = false);
constexpr int COMPILE_TIME_MAX_DEVICE_TYPES = 21;
constexpr DeviceType kCPU = DeviceType::CPU, kCUDA = DeviceType::CUDA, kMeta = DeviceType::Meta;
using DeviceIndex = int8_t;
struct Device {
  Device(DeviceType, DeviceIndex = -1);
  Device(const std::string &);
  DeviceType type() const;
  DeviceIndex index() const;
  bool has_index() const;
  void set_index(DeviceIndex);
  std::string str() const;
  bool is_cuda() const;
  bool is_cpu() const;
  bool operator==(const Device &) const;
  bool operator!=(const Device &) const;
};
std::ostream &operator<<(std::ostream &, const Device &);
enum class Layout : int8_t { Strided, Sparse };
constexpr Layout kStrided = Layout::Strided, kSparse = Layout::Sparse;
enum class MemoryFormat : int8_t { Contiguous, Preserve, ChannelsLast, ChannelsLast3d };

struct Scalar {
  Scalar();
  template <typename T_, typename = std::enable_if_t<std::is_arithmetic_v<T_>>> Scalar(T_);
  Scalar(Half);
  Scalar(BFloat16);
  template <typename T_> T_ to() const;
  double toDouble() const;
  float toFloat() const;
  int64_t toLong() const;
  int toInt() const;
  bool toBool() const;
};

struct TensorOptions {
  TensorOptions();
  TensorOptions(ScalarType);
  TensorOptions(caffe2::TypeMeta);
  TensorOptions(Device);
  TensorOptions(DeviceType);
  TensorOptions dtype(ScalarType) const;
  TensorOptions dtype(caffe2::TypeMeta) const;
  template <typename T_> TensorOptions dtype() const;
  TensorOptions device(Device) const;
  TensorOptions device(DeviceType, DeviceIndex = -1) const;
  TensorOptions layout(Layout) const;
  TensorOptions requires_grad(bool) const;
  TensorOptions memory_format(MemoryFormat) const;
  TensorOptions pinned_memory(bool) const;
  caffe2::TypeMeta dtype() const;
  Device device() const;
};

struct intrusive_ptr_target {};
template <typename T_> struct intrusive_ptr {
  intrusive_ptr();
  T_ *operator->() const;
  T_ &operator*() const;
  T_ *get() const;
  explicit operator bool() const;
};
template <typename T_, typename... A_> intrusive_ptr<T_> make_intrusive(A_ &&...);
struct DataPtr {
  void *get() const;
};
struct Storage {
  void *data() const;
  size_t nbytes() const;
};
struct IValue {
  IValue();
  template <typename T_> IValue(const T_ &);
  template <typename T_> T_ to() const;
  int64_t toInt() const;
  double toDouble() const;
  bool toBool() const;
};
template <typename T_> struct List {
  size_t size() const;
  T_ operator[](size_t) const;
};

namespace cuda {
struct CUDAStream {
  cudaStream_t stream() const;
  operator cudaStream_t() const { return stream(); }
  void synchronize() const;
  DeviceIndex device_index() const;
  int64_t id() const;
};
CUDAStream getCurrentCUDAStream(DeviceIndex = -1);
CUDAStream getDefaultCUDAStream(DeviceIndex = -1);
CUDAStream getStreamFromPool(bool high = false, DeviceIndex = -1);
void setCurrentCUDAStream(CUDAStream);
DeviceIndex device_count() noexcept;
DeviceIndex current_device();
void set_device(DeviceIndex);
void device_synchronize();
struct CUDAGuard {
  explicit CUDAGuard(DeviceIndex);
  explicit CUDAGuard(Device);
  void set_index(DeviceIndex);
  ~CUDAGuard();
};
struct OptionalCUDAGuard {
  OptionalCUDAGuard();
  explicit OptionalCUDAGuard(std::optional<Device>);
  explicit OptionalCUDAGuard(DeviceIndex);
  void set_index(DeviceIndex);
  void reset();
  ~OptionalCUDAGuard();
};
struct CUDAStreamGuard {
  explicit CUDAStreamGuard(CUDAStream);
  ~CUDAStreamGuard();
};
namespace CUDACachingAllocator {
struct CUDAAllocator {
  DataPtr allocate(size_t);
  void *raw_alloc(size_t);
};
CUDAAllocator *get();
void *raw_alloc(size_t);
void raw_delete(void *);
void emptyCache();
} // namespace CUDACachingAllocator
namespace compat {
__device__ inline float abs(float x) { return ::fabsf(x); }
__device__ inline double abs(double x) { return ::fabs(x); }
__device__ inline float exp(float x) { return ::expf(x); }
__device__ inline double exp(double x) { return ::exp(x); }
__device__ inline float log(float x) { return ::logf(x); }
__device__ inline double log(double x) { return ::log(x); }
__device__ inline float pow(float x, float y) { return ::powf(x, y); }
__device__ inline double pow(double x, double y) { return ::pow(x, y); }
__device__ inline float sqrt(float x) { return ::sqrtf(x); }
__device__ inline double sqrt(double x) { return ::sqrt(x); }
__device__ inline float rsqrt(float x) { return ::rsqrtf(x); }
__device__ inline double rsqrt(double x) { return ::rsqrt(x); }
__device__ inline float tanh(float x) { return ::tanhf(x); }
__device__ inline double tanh(double x) { return ::tanh(x); }
__device__ inline float max(float x, float y) { return ::fmaxf(x, y); }
__device__ inline double max(double x, double y) { return ::fmax(x, y); }
__device__ inline float min(float x, float y) { return ::fminf(x, y); }
__device__ inline double min(double x, double y) { return ::fmin(x, y); }
} // namespace compat
} // namespace cuda

} // namespace c10

//===----------------------------------------------------------------------===//
// ATen
//===----------------------------------------------------------------------===//

namespace at {
using namespace c10;
using c10::ArrayRef;
using c10::IntArrayRef;

template <typename T_> struct DefaultPtrTraits {
  using PtrType = T_ *;
};
template <typename T_> struct RestrictPtrTraits {
  using PtrType = T_ *__restrict__;
};

template <typename T_, size_t N_, template <typename> class Traits = DefaultPtrTraits,
          typename Index = int64_t>
class TensorAccessor {
public:
  using PtrType = typename Traits<T_>::PtrType;
  C10_HOST_DEVICE TensorAccessor(PtrType data, const Index *sizes, const Index *strides)
      : data_(data), sizes_(sizes), strides_(strides) {}
  C10_HOST_DEVICE decltype(auto) operator[](Index i) const {
    if constexpr (N_ == 1)
      return (data_[strides_[0] * i]);
    else
      return TensorAccessor<T_, N_ - 1, Traits, Index>(data_ + strides_[0] * i, sizes_ + 1,
                                                       strides_ + 1);
  }
  C10_HOST_DEVICE Index size(Index i) const { return sizes_[i]; }
  C10_HOST_DEVICE Index stride(Index i) const { return strides_[i]; }
  C10_HOST_DEVICE PtrType data() const { return data_; }

private:
  PtrType data_;
  const Index *sizes_;
  const Index *strides_;
};

template <typename T_, size_t N_, template <typename> class Traits = DefaultPtrTraits,
          typename Index = int64_t>
class GenericPackedTensorAccessor {
public:
  using PtrType = typename Traits<T_>::PtrType;
  C10_HOST_DEVICE GenericPackedTensorAccessor(PtrType data, const Index *sizes,
                                              const Index *strides);
  C10_HOST_DEVICE decltype(auto) operator[](Index i) const {
    if constexpr (N_ == 1)
      return (data_[strides_[0] * i]);
    else
      return TensorAccessor<T_, N_ - 1, Traits, Index>(data_ + strides_[0] * i, sizes_ + 1,
                                                       strides_ + 1);
  }
  C10_HOST_DEVICE Index size(Index i) const { return sizes_[i]; }
  C10_HOST_DEVICE Index stride(Index i) const { return strides_[i]; }
  C10_HOST_DEVICE PtrType data() const { return data_; }

private:
  PtrType data_;
  Index sizes_[N_];
  Index strides_[N_];
};
template <typename T_, size_t N_, template <typename> class Traits = DefaultPtrTraits,
          typename Index = int64_t>
using PackedTensorAccessor = GenericPackedTensorAccessor<T_, N_, Traits, Index>;
template <typename T_, size_t N_, template <typename> class Traits = DefaultPtrTraits>
using PackedTensorAccessor32 = GenericPackedTensorAccessor<T_, N_, Traits, int32_t>;
template <typename T_, size_t N_, template <typename> class Traits = DefaultPtrTraits>
using PackedTensorAccessor64 = GenericPackedTensorAccessor<T_, N_, Traits, int64_t>;

struct DeprecatedTypeProperties {
  bool is_cuda() const;
  ScalarType scalarType() const;
  operator TensorOptions() const;
  friend ScalarType warplint_scalarType(const DeprecatedTypeProperties &type) {
    return type.scalarType();
  }
};
DeprecatedTypeProperties &CPU(ScalarType);
DeprecatedTypeProperties &CUDA(ScalarType);

class Tensor {
public:
  Tensor();
  template <typename T_ = void> T_ *data_ptr() const;
  template <typename T_ = void> const T_ *const_data_ptr() const;
  template <typename T_ = void> T_ *mutable_data_ptr() const;
  template <typename T_> T_ *data() const;
  int64_t size(int64_t) const;
  IntArrayRef sizes() const;
  int64_t stride(int64_t) const;
  IntArrayRef strides() const;
  int64_t numel() const;
  int64_t dim() const;
  int64_t ndimension() const;
  int64_t storage_offset() const;
  size_t nbytes() const;
  int64_t element_size() const;
  int64_t itemsize() const;
  TensorOptions options() const;
  Device device() const;
  caffe2::TypeMeta dtype() const;
  ScalarType scalar_type() const;
  DeprecatedTypeProperties type() const;
  int64_t get_device() const;
  Layout layout() const;
  bool defined() const;
  bool is_cuda() const;
  bool is_cpu() const;
  bool is_contiguous(MemoryFormat = MemoryFormat::Contiguous) const;
  bool is_floating_point() const;
  bool is_sparse() const;
  bool is_complex() const;
  bool is_same(const Tensor &) const;
  bool requires_grad() const;
  const Storage &storage() const;
  Tensor contiguous(MemoryFormat = MemoryFormat::Contiguous) const;
  Tensor to(TensorOptions, bool nonBlocking = false, bool copy = false) const;
  Tensor to(ScalarType, bool nonBlocking = false, bool copy = false) const;
  Tensor to(caffe2::TypeMeta, bool nonBlocking = false, bool copy = false) const;
  Tensor to(Device, ScalarType, bool nonBlocking = false, bool copy = false) const;
  Tensor toType(ScalarType) const;
  Tensor cpu() const;
  Tensor cuda() const;
  Tensor clone() const;
  Tensor detach() const;
  Tensor view(IntArrayRef) const;
  Tensor view(ScalarType) const;
  Tensor view_as(const Tensor &) const;
  Tensor reshape(IntArrayRef) const;
  Tensor flatten(int64_t = 0, int64_t = -1) const;
  Tensor expand(IntArrayRef, bool = false) const;
  Tensor permute(IntArrayRef) const;
  Tensor transpose(int64_t, int64_t) const;
  Tensor t() const;
  Tensor select(int64_t, int64_t) const;
  Tensor narrow(int64_t, int64_t, int64_t) const;
  Tensor slice(int64_t = 0, std::optional<int64_t> = {}, std::optional<int64_t> = {},
               int64_t = 1) const;
  Tensor unsqueeze(int64_t) const;
  Tensor squeeze() const;
  Tensor squeeze(int64_t) const;
  template <typename I_> Tensor index(const I_ &) const;
  template <typename I_> Tensor index(std::initializer_list<I_>) const;
  Tensor index_select(int64_t, const Tensor &) const;
  Tensor operator[](int64_t) const;
  Tensor operator[](const Tensor &) const;
  Tensor sum() const;
  Tensor sum(IntArrayRef, bool = false) const;
  Tensor max() const;
  Tensor min() const;
  Tensor mean() const;
  Tensor abs() const;
  Tensor cumsum(int64_t) const;
  Tensor masked_fill(const Tensor &, const Scalar &) const;
  Tensor repeat(IntArrayRef) const;
  Scalar item() const;
  template <typename T_> T_ item() const;
  Tensor &zero_() const;
  Tensor &fill_(const Scalar &) const;
  Tensor &copy_(const Tensor &, bool = false) const;
  Tensor &add_(const Tensor &, const Scalar & = 1) const;
  Tensor &mul_(const Tensor &) const;
  Tensor &mul_(const Scalar &) const;
  Tensor &div_(const Scalar &) const;
  const Tensor &resize_(IntArrayRef) const;
  const Tensor &set_requires_grad(bool) const;
  Tensor &operator=(const Tensor &) = default;
  Tensor operator+(const Tensor &) const;
  Tensor operator-(const Tensor &) const;
  Tensor operator*(const Tensor &) const;
  Tensor operator/(const Tensor &) const;
  Tensor operator*(const Scalar &) const;
  Tensor operator+(const Scalar &) const;
  Tensor operator-(const Scalar &) const;
  Tensor operator/(const Scalar &) const;
  template <typename T_, size_t N_> TensorAccessor<T_, N_> accessor() const;
  template <typename T_, size_t N_, template <typename> class Traits = DefaultPtrTraits>
  PackedTensorAccessor32<T_, N_, Traits> packed_accessor32() const;
  template <typename T_, size_t N_, template <typename> class Traits = DefaultPtrTraits>
  PackedTensorAccessor64<T_, N_, Traits> packed_accessor64() const;
  template <typename T_, size_t N_, template <typename> class Traits = DefaultPtrTraits,
            typename Index = int64_t>
  GenericPackedTensorAccessor<T_, N_, Traits, Index> packed_accessor() const;
  template <typename T_, size_t N_, template <typename> class Traits = DefaultPtrTraits,
            typename Index = int64_t>
  GenericPackedTensorAccessor<T_, N_, Traits, Index> generic_packed_accessor() const;
};
using TensorList = ArrayRef<Tensor>;
using ITensorListRef = ArrayRef<Tensor>;

Tensor empty(IntArrayRef, TensorOptions = {}, std::optional<MemoryFormat> = {});
Tensor zeros(IntArrayRef, TensorOptions = {});
Tensor ones(IntArrayRef, TensorOptions = {});
Tensor full(IntArrayRef, const Scalar &, TensorOptions = {});
Tensor rand(IntArrayRef, TensorOptions = {});
Tensor randn(IntArrayRef, TensorOptions = {});
Tensor arange(const Scalar &, TensorOptions = {});
Tensor arange(const Scalar &, const Scalar &, TensorOptions = {});
Tensor empty_like(const Tensor &, TensorOptions = {}, std::optional<MemoryFormat> = {});
Tensor zeros_like(const Tensor &, TensorOptions = {}, std::optional<MemoryFormat> = {});
Tensor ones_like(const Tensor &, TensorOptions = {}, std::optional<MemoryFormat> = {});
Tensor full_like(const Tensor &, const Scalar &, TensorOptions = {});
Tensor empty_strided(IntArrayRef, IntArrayRef, TensorOptions = {});
Tensor from_blob(void *, IntArrayRef, TensorOptions = {});
template <typename D_> Tensor from_blob(void *, IntArrayRef, const D_ &, TensorOptions);
template <typename T_> Tensor tensor(const T_ &, TensorOptions = {});
template <typename T_> Tensor tensor(std::initializer_list<T_>, TensorOptions = {});
Tensor cat(TensorList, int64_t = 0);
Tensor stack(TensorList, int64_t = 0);
Tensor matmul(const Tensor &, const Tensor &);
Tensor sum(const Tensor &);
Tensor cumsum(const Tensor &, int64_t, std::optional<ScalarType> = {});
TensorOptions device(Device);
TensorOptions dtype(ScalarType);
TensorOptions dtype(caffe2::TypeMeta);
TensorOptions requires_grad(bool = true);
IntArrayRef warplint_sizes(const Tensor &);
int64_t numel(const Tensor &);
template <typename T_> C10_HOST_DEVICE constexpr T_ ceil_div(T_ a, T_ b) { return (a + b - 1) / b; }
template <typename T_> C10_HOST_DEVICE constexpr T_ round_up(T_ a, T_ b) {
  return ceil_div(a, b) * b;
}

template <typename T_, bool OnDevice> struct AccumulateType {
  using type = std::conditional_t<
      std::is_same_v<T_, Half> || std::is_same_v<T_, BFloat16>, float,
      std::conditional_t<std::is_integral_v<T_> && !std::is_same_v<T_, bool>, int64_t,
                         std::conditional_t<std::is_same_v<T_, float> && !OnDevice, double, T_>>>;
};
template <typename T_, bool OnDevice> using acc_type = typename AccumulateType<T_, OnDevice>::type;
template <typename T_> struct OpMathType {
  using type =
      std::conditional_t<std::is_same_v<T_, Half> || std::is_same_v<T_, BFloat16>, float, T_>;
};
template <typename T_> using opmath_type = typename OpMathType<T_>::type;
template <typename T_> struct numeric_limits {
  static C10_HOST_DEVICE T_ lowest();
  static C10_HOST_DEVICE T_ max();
  static C10_HOST_DEVICE T_ lower_bound();
  static C10_HOST_DEVICE T_ upper_bound();
};

/// Seed and offset of a random number generator: values, or, while a graph is captured, where the
/// graph's launches find them.
struct PhiloxCudaState {
  union Payload {
    uint64_t val;
    int64_t *ptr;
  };
  PhiloxCudaState() = default;
  PhiloxCudaState(uint64_t seed, uint64_t offset) {
    seed_.val = seed;
    offset_.val = offset;
  }
  PhiloxCudaState(int64_t *seed, int64_t *offset, uint32_t within) : offset_intragraph_(within) {
    seed_.ptr = seed;
    offset_.ptr = offset;
    captured_ = true;
  }
  Payload seed_{};
  Payload offset_{};
  uint32_t offset_intragraph_ = 0;
  bool captured_ = false;
};
struct Generator {};
struct CUDAGeneratorImpl {
  PhiloxCudaState philox_cuda_state(uint64_t);
  std::mutex mutex_;
};
template <typename T_>
T_ *get_generator_or_default(const std::optional<Generator> &, const Generator &);

namespace cuda {
using namespace c10::cuda;
using c10::cuda::CUDAGuard;
using c10::cuda::CUDAStream;
using c10::cuda::getCurrentCUDAStream;
using c10::cuda::OptionalCUDAGuard;
cudaDeviceProp *getCurrentDeviceProperties();
cudaDeviceProp *getDeviceProperties(int64_t);
int warp_size();
bool is_available();
template <typename T_> constexpr T_ ATenCeilDiv(T_ a, T_ b) { return (a + b - 1) / b; }
dim3 getApplyBlock();
bool getApplyGrid(uint64_t, dim3 &, int64_t, int = 512);
namespace philox {
C10_HOST_DEVICE inline std::tuple<uint64_t, uint64_t> unpack(PhiloxCudaState state) {
  uint64_t seed = state.seed_.val, offset = state.offset_.val;
  if (state.captured_) {
    seed = static_cast<uint64_t>(*state.seed_.ptr);
    offset = static_cast<uint64_t>(*state.offset_.ptr) + state.offset_intragraph_;
  }
  return std::tuple<uint64_t, uint64_t>(seed, offset);
}
} // namespace philox
namespace detail {
constexpr int CUDA_NUM_THREADS = 1024;
inline int GET_BLOCKS(const int64_t n, const int64_t threads = CUDA_NUM_THREADS) {
  return static_cast<int>((n + threads - 1) / threads);
}
const Generator &getDefaultCUDAGenerator(DeviceIndex = -1);
bool canUse32BitIndexMath(const Tensor &, int64_t = std::numeric_limits<int32_t>::max());
template <typename T_, typename Index> struct TensorInfo {
  T_ *data;
  Index sizes[25];
  Index strides[25];
  int dims;
  void reduceDim(int);
  int collapseDims(int = -1);
  C10_HOST_DEVICE bool isContiguous() const { return dims == 1 && strides[0] == 1; }
};
/// The last dimension runs fastest. `Dims`: how many there are; below 0, the tensor says.
template <typename T_, typename Index, int Dims> struct IndexToOffset {
  static C10_HOST_DEVICE Index get(Index number, const TensorInfo<T_, Index> &tensor) {
    Index offset = 0;
    for (int i = (Dims < 0 ? tensor.dims : Dims) - 1; i > 0; --i) {
      offset += number % tensor.sizes[i] * tensor.strides[i];
      number /= tensor.sizes[i];
    }
    return offset + number * tensor.strides[0];
  }
};
template <typename T_, typename Index> TensorInfo<T_, Index> getTensorInfo(const Tensor &);
} // namespace detail
} // namespace cuda
namespace native {
template <typename T_, size_t N_> struct Memory {
  T_ data[N_];
};
} // namespace native
std::optional<c10::Device> device_of(const Tensor &);
} // namespace at

//===----------------------------------------------------------------------===//
// Helpers of kernels
//===----------------------------------------------------------------------===//

#define CUDA_KERNEL_LOOP_TYPE(i, n, Index)                                                         \
  int64_t warplint_at_##i = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;           \
  for (Index i = warplint_at_##i; warplint_at_##i < (n);                                           \
       warplint_at_##i += blockDim.x * gridDim.x, i = warplint_at_##i)
#define CUDA_KERNEL_LOOP(i, n) CUDA_KERNEL_LOOP_TYPE(i, n, int)
#define CUDA_1D_KERNEL_LOOP(i, n) CUDA_KERNEL_LOOP(i, n)

__device__ inline c10::Half atomicAdd(c10::Half *at, c10::Half value) {
  return ::atomicAdd(reinterpret_cast<__half *>(at), static_cast<__half>(value));
}
__device__ inline c10::BFloat16 atomicAdd(c10::BFloat16 *at, c10::BFloat16 value) {
  return c10::BFloat16(
      ::atomicAdd(reinterpret_cast<__nv_bfloat16 *>(at), static_cast<__nv_bfloat16>(value)));
}
__device__ inline int64_t atomicAdd(int64_t *at, int64_t value) {
  return static_cast<int64_t>(::atomicAdd(reinterpret_cast<unsigned long long *>(at),
                                          static_cast<unsigned long long>(value)));
}
template <typename T_>
__device__ inline c10::complex<T_> atomicAdd(c10::complex<T_> *at, c10::complex<T_> value) {
  return {atomicAdd(&at->real_, value.real_), atomicAdd(&at->imag_, value.imag_)};
}
template <typename T_> __device__ inline T_ gpuAtomicAdd(T_ *at, std::common_type_t<T_> value) {
  return atomicAdd(at, value);
}
template <typename T_>
__device__ inline void gpuAtomicAddNoReturn(T_ *at, std::common_type_t<T_> value) {
  atomicAdd(at, value);
}
namespace at::native {
template <typename T_, typename Index>
__device__ inline void fastAtomicAdd(T_ *tensor, Index index, const Index, T_ value, bool) {
  gpuAtomicAddNoReturn(tensor + index, value);
}
} // namespace at::native

//===----------------------------------------------------------------------===//
// Dispatch over types of elements
//===----------------------------------------------------------------------===//

#define AT_PRIVATE_CASE_TYPE_USING_HINT(type, hint, ...)                                           \
  case type: {                                                                                     \
    using hint [[maybe_unused]] = ::c10::impl::ScalarTypeToCPPTypeT<type>;                         \
    return __VA_ARGS__();                                                                          \
  }
#define AT_DISPATCH_CASE(type, ...) AT_PRIVATE_CASE_TYPE_USING_HINT(type, scalar_t, __VA_ARGS__)
#define AT_DISPATCH_SWITCH(TYPE, NAME, ...)                                                        \
  [&] {                                                                                            \
    const auto &warplint_type = TYPE;                                                              \
    using ::c10::warplint_scalarType;                                                              \
    switch (warplint_scalarType(warplint_type)) {                                                  \
      __VA_ARGS__                                                                                  \
    default:                                                                                       \
      ::c10::warplint_failWith(NAME);                                                              \
    }                                                                                              \
  }()
#define AT_DISPATCH_INDEX_TYPES(TYPE, NAME, ...)                                                   \
  AT_DISPATCH_SWITCH(                                                                              \
      TYPE, NAME,                                                                                  \
      AT_PRIVATE_CASE_TYPE_USING_HINT(::at::ScalarType::Int, index_t, __VA_ARGS__)                 \
          AT_PRIVATE_CASE_TYPE_USING_HINT(::at::ScalarType::Long, index_t, __VA_ARGS__))

#define AT_DISPATCH_CASE_FLOATING_TYPES(...)                                                       \
  AT_DISPATCH_CASE(::at::ScalarType::Double, __VA_ARGS__)                                          \
  AT_DISPATCH_CASE(::at::ScalarType::Float, __VA_ARGS__)
#define AT_DISPATCH_CASE_FLOATING_TYPES_AND_HALF(...)                                              \
  AT_DISPATCH_CASE_FLOATING_TYPES(__VA_ARGS__)                                                     \
  AT_DISPATCH_CASE(::at::ScalarType::Half, __VA_ARGS__)
#define AT_DISPATCH_CASE_REDUCED_FLOATING_TYPES(...)                                               \
  AT_DISPATCH_CASE(::at::ScalarType::Half, __VA_ARGS__)                                            \
  AT_DISPATCH_CASE(::at::ScalarType::BFloat16, __VA_ARGS__)
#define AT_DISPATCH_CASE_INTEGRAL_TYPES(...)                                                       \
  AT_DISPATCH_CASE(::at::ScalarType::Byte, __VA_ARGS__)                                            \
  AT_DISPATCH_CASE(::at::ScalarType::Char, __VA_ARGS__)                                            \
  AT_DISPATCH_CASE(::at::ScalarType::Int, __VA_ARGS__)                                             \
  AT_DISPATCH_CASE(::at::ScalarType::Long, __VA_ARGS__)                                            \
  AT_DISPATCH_CASE(::at::ScalarType::Short, __VA_ARGS__)
#define AT_DISPATCH_CASE_ALL_TYPES(...)                                                            \
  AT_DISPATCH_CASE_INTEGRAL_TYPES(__VA_ARGS__)                                                     \
  AT_DISPATCH_CASE_FLOATING_TYPES(__VA_ARGS__)
#define AT_DISPATCH_CASE_COMPLEX_TYPES(...)                                                        \
  AT_DISPATCH_CASE(::at::ScalarType::ComplexDouble, __VA_ARGS__)                                   \
  AT_DISPATCH_CASE(::at::ScalarType::ComplexFloat, __VA_ARGS__)
#define AT_DISPATCH_CASE_ALL_TYPES_AND_COMPLEX(...)                                                \
  AT_DISPATCH_CASE_ALL_TYPES(__VA_ARGS__)                                                          \
  AT_DISPATCH_CASE_COMPLEX_TYPES(__VA_ARGS__)
#define AT_DISPATCH_CASE_FLOATING_AND_COMPLEX_TYPES(...)                                           \
  AT_DISPATCH_CASE_FLOATING_TYPES(__VA_ARGS__)                                                     \
  AT_DISPATCH_CASE_COMPLEX_TYPES(__VA_ARGS__)

#define WARPLINT_DISPATCH_AND0(CASES, TYPE, NAME, ...)                                             \
  AT_DISPATCH_SWITCH(TYPE, NAME, CASES(__VA_ARGS__))
#define WARPLINT_DISPATCH_AND1(CASES, T1, TYPE, NAME, ...)                                         \
  AT_DISPATCH_SWITCH(TYPE, NAME, CASES(__VA_ARGS__) AT_DISPATCH_CASE(T1, __VA_ARGS__))
#define WARPLINT_DISPATCH_AND2(CASES, T1, T2, TYPE, NAME, ...)                                     \
  AT_DISPATCH_SWITCH(TYPE, NAME,                                                                   \
                     CASES(__VA_ARGS__) AT_DISPATCH_CASE(T1, __VA_ARGS__)                          \
                         AT_DISPATCH_CASE(T2, __VA_ARGS__))
#define WARPLINT_DISPATCH_AND3(CASES, T1, T2, T3, TYPE, NAME, ...)                                 \
  AT_DISPATCH_SWITCH(TYPE, NAME,                                                                   \
                     CASES(__VA_ARGS__) AT_DISPATCH_CASE(T1, __VA_ARGS__)                          \
                         AT_DISPATCH_CASE(T2, __VA_ARGS__) AT_DISPATCH_CASE(T3, __VA_ARGS__))

#define AT_DISPATCH_FLOATING_TYPES(...)                                                            \
  WARPLINT_DISPATCH_AND0(AT_DISPATCH_CASE_FLOATING_TYPES, __VA_ARGS__)
#define AT_DISPATCH_FLOATING_TYPES_AND_HALF(...)                                                   \
  WARPLINT_DISPATCH_AND0(AT_DISPATCH_CASE_FLOATING_TYPES_AND_HALF, __VA_ARGS__)
#define AT_DISPATCH_FLOATING_TYPES_AND(...)                                                        \
  WARPLINT_DISPATCH_AND1(AT_DISPATCH_CASE_FLOATING_TYPES, __VA_ARGS__)
#define AT_DISPATCH_FLOATING_TYPES_AND2(...)                                                       \
  WARPLINT_DISPATCH_AND2(AT_DISPATCH_CASE_FLOATING_TYPES, __VA_ARGS__)
#define AT_DISPATCH_FLOATING_TYPES_AND3(...)                                                       \
  WARPLINT_DISPATCH_AND3(AT_DISPATCH_CASE_FLOATING_TYPES, __VA_ARGS__)
#define AT_DISPATCH_REDUCED_FLOATING_TYPES(...)                                                    \
  WARPLINT_DISPATCH_AND0(AT_DISPATCH_CASE_REDUCED_FLOATING_TYPES, __VA_ARGS__)
#define AT_DISPATCH_INTEGRAL_TYPES(...)                                                            \
  WARPLINT_DISPATCH_AND0(AT_DISPATCH_CASE_INTEGRAL_TYPES, __VA_ARGS__)
#define AT_DISPATCH_INTEGRAL_TYPES_AND(...)                                                        \
  WARPLINT_DISPATCH_AND1(AT_DISPATCH_CASE_INTEGRAL_TYPES, __VA_ARGS__)
#define AT_DISPATCH_ALL_TYPES(...) WARPLINT_DISPATCH_AND0(AT_DISPATCH_CASE_ALL_TYPES, __VA_ARGS__)
#define AT_DISPATCH_ALL_TYPES_AND(...)                                                             \
  WARPLINT_DISPATCH_AND1(AT_DISPATCH_CASE_ALL_TYPES, __VA_ARGS__)
#define AT_DISPATCH_ALL_TYPES_AND2(...)                                                            \
  WARPLINT_DISPATCH_AND2(AT_DISPATCH_CASE_ALL_TYPES, __VA_ARGS__)
#define AT_DISPATCH_ALL_TYPES_AND3(...)                                                            \
  WARPLINT_DISPATCH_AND3(AT_DISPATCH_CASE_ALL_TYPES, __VA_ARGS__)
#define AT_DISPATCH_COMPLEX_TYPES(...)                                                             \
  WARPLINT_DISPATCH_AND0(AT_DISPATCH_CASE_COMPLEX_TYPES, __VA_ARGS__)
#define AT_DISPATCH_ALL_TYPES_AND_COMPLEX(...)                                                     \
  WARPLINT_DISPATCH_AND0(AT_DISPATCH_CASE_ALL_TYPES_AND_COMPLEX, __VA_ARGS__)
#define AT_DISPATCH_ALL_TYPES_AND_COMPLEX_AND(...)                                                 \
  WARPLINT_DISPATCH_AND1(AT_DISPATCH_CASE_ALL_TYPES_AND_COMPLEX, __VA_ARGS__)
#define AT_DISPATCH_ALL_TYPES_AND_COMPLEX_AND2(...)                                                \
  WARPLINT_DISPATCH_AND2(AT_DISPATCH_CASE_ALL_TYPES_AND_COMPLEX, __VA_ARGS__)
#define AT_DISPATCH_ALL_TYPES_AND_COMPLEX_AND3(...)                                                \
  WARPLINT_DISPATCH_AND3(AT_DISPATCH_CASE_ALL_TYPES_AND_COMPLEX, __VA_ARGS__)
#define AT_DISPATCH_FLOATING_AND_COMPLEX_TYPES(...)                                                \
  WARPLINT_DISPATCH_AND0(AT_DISPATCH_CASE_FLOATING_AND_COMPLEX_TYPES, __VA_ARGS__)
#define AT_DISPATCH_FLOATING_AND_COMPLEX_TYPES_AND(...)                                            \
  WARPLINT_DISPATCH_AND1(AT_DISPATCH_CASE_FLOATING_AND_COMPLEX_TYPES, __VA_ARGS__)
#define AT_DISPATCH_FLOATING_AND_COMPLEX_TYPES_AND2(...)                                           \
  WARPLINT_DISPATCH_AND2(AT_DISPATCH_CASE_FLOATING_AND_COMPLEX_TYPES, __VA_ARGS__)

// The second form: types in lists, the body wrapped. Only the lists that stand most often.
#define AT_FLOATING_TYPES ::c10::ScalarType::Double, ::c10::ScalarType::Float
#define AT_INTEGRAL_TYPES                                                                          \
  ::c10::ScalarType::Byte, ::c10::ScalarType::Char, ::c10::ScalarType::Int,                        \
      ::c10::ScalarType::Long, ::c10::ScalarType::Short
#define AT_ALL_TYPES AT_INTEGRAL_TYPES, AT_FLOATING_TYPES
#define AT_EXPAND(...) __VA_ARGS__
#define AT_WRAP(...) __VA_ARGS__

//===----------------------------------------------------------------------===//
// What Python calls
//===----------------------------------------------------------------------===//

namespace torch {
using namespace at;
namespace autograd {
using Variable = at::Tensor;
using variable_list = std::vector<at::Tensor>;
using tensor_list = std::vector<at::Tensor>;
struct AutogradContext {
  std::unordered_map<std::string, c10::IValue> saved_data;
  void save_for_backward(variable_list);
  variable_list get_saved_variables() const;
  void mark_dirty(variable_list);
  void mark_non_differentiable(variable_list);
  void set_materialize_grads(bool);
  bool needs_input_grad(size_t) const;
};
template <typename T_> struct Function {
  template <typename... A_>
  static auto apply(A_ &&...arguments)
      -> decltype(T_::forward(nullptr, std::forward<A_>(arguments)...));
};
} // namespace autograd
using at::Tensor;
using c10::Device;
using c10::nullopt;
using c10::optional;
using Dtype = c10::ScalarType;
struct CustomClassHolder : c10::intrusive_ptr_target {};
struct NoGradGuard {
  NoGradGuard();
  ~NoGradGuard();
};
namespace indexing {
struct None_t {};
inline constexpr None_t None;
struct Slice {
  template <typename... A_> Slice(A_ &&...);
};
struct TensorIndex {
  template <typename T_> TensorIndex(const T_ &);
};
} // namespace indexing
namespace cuda {
using namespace at::cuda;
void synchronize(int64_t = -1);
} // namespace cuda
struct Library {
  template <typename... A_> Library &def(A_ &&...);
  template <typename... A_> Library &impl(A_ &&...);
  template <typename T_> Library &class_(const std::string &);
};
} // namespace torch
namespace c10 {
struct NoGradGuard {
  NoGradGuard();
  ~NoGradGuard();
};
using torch::Library;
} // namespace c10
namespace pybind11 {
struct arg {
  constexpr explicit arg(const char *) {}
  template <typename T_> arg operator=(T_ &&) const;
};
struct module_ {
  template <typename... A_> module_ &def(const char *, A_ &&...);
  template <typename... A_> void attr(A_ &&...);
  module_ def_submodule(const char *, const char * = nullptr);
  const char *doc();
};
using module = module_;
template <typename T_> struct call_guard {};
struct gil_scoped_release {};
template <typename T_, typename... O_> struct class_ {
  template <typename... A_> class_(A_ &&...);
  template <typename... A_> class_ &def(A_ &&...);
  template <typename... A_> class_ &def_readwrite(A_ &&...);
  template <typename... A_> class_ &def_readonly(A_ &&...);
};
template <typename T_> struct enum_ {
  template <typename... A_> enum_(A_ &&...);
  enum_ &value(const char *, T_);
  enum_ &export_values();
};
template <typename... A_> struct init {};
} // namespace pybind11
namespace py = pybind11;
#ifndef TORCH_EXTENSION_NAME
#define TORCH_EXTENSION_NAME extension
#endif
#define PYBIND11_MODULE(name, module) static void warplint_module(::pybind11::module_ &module)
#define WARPLINT_JOIN_(a, b) a##b
#define WARPLINT_JOIN(a, b) WARPLINT_JOIN_(a, b)
#define TORCH_LIBRARY(name, module)                                                                \
  static void WARPLINT_JOIN(warplint_library_, __COUNTER__)(::torch::Library & module)
#define TORCH_LIBRARY_IMPL(name, key, module) TORCH_LIBRARY(name, module)
#define TORCH_LIBRARY_FRAGMENT(name, module) TORCH_LIBRARY(name, module)
#define TORCH_LIBRARY_EXPAND(name, module) TORCH_LIBRARY(name, module)
#define REGISTER_EXTENSION(name)
