//===- std_core.h - the C++ library where the host has none ----*- C++ -*-===//
//
// Types, limits, tuples and the like, as far as kernels and the host code around
// them use them. Everything is callable from both sides.
//
//===----------------------------------------------------------------------===//
#pragma once
#pragma clang system_header
#include "../prelude.h"
#pragma clang force_cuda_host_device begin

typedef decltype(sizeof(0)) size_t;

namespace std {

// initializer_list: the compiler builds it, from a pointer and a count.
template <class E> class initializer_list {
  const E *first;
  size_t count;
  constexpr initializer_list(const E *f, size_t n) : first(f), count(n) {}

public:
  typedef E value_type;
  typedef const E *iterator;
  typedef const E *const_iterator;
  constexpr initializer_list() noexcept : first(nullptr), count(0) {}
  constexpr size_t size() const noexcept { return count; }
  constexpr const E *begin() const noexcept { return first; }
  constexpr const E *end() const noexcept { return first + count; }
};

// Type traits.
template <class T, T v> struct integral_constant {
  static constexpr T value = v;
  typedef T value_type;
  typedef integral_constant type;
  constexpr operator T() const noexcept { return v; }
  constexpr T operator()() const noexcept { return v; }
};
template <bool b> using bool_constant = integral_constant<bool, b>;
typedef integral_constant<bool, true> true_type;
typedef integral_constant<bool, false> false_type;
template <bool b, class T = void> struct enable_if {};
template <class T> struct enable_if<true, T> {
  typedef T type;
};
template <bool b, class T = void> using enable_if_t = typename enable_if<b, T>::type;
template <bool b, class T, class F> struct conditional {
  typedef T type;
};
template <class T, class F> struct conditional<false, T, F> {
  typedef F type;
};
template <bool b, class T, class F> using conditional_t = typename conditional<b, T, F>::type;
template <class...> using void_t = void;
template <class T> struct type_identity {
  typedef T type;
};
#define WARPLINT_TYPE(name, builtin)                                                               \
  template <class T> struct name {                                                                 \
    typedef builtin(T) type;                                                                       \
  };                                                                                               \
  template <class T> using name##_t = builtin(T);
WARPLINT_TYPE(remove_reference, __remove_reference_t)
WARPLINT_TYPE(remove_const, __remove_const)
WARPLINT_TYPE(remove_volatile, __remove_volatile)
WARPLINT_TYPE(remove_cv, __remove_cv)
WARPLINT_TYPE(remove_cvref, __remove_cvref)
WARPLINT_TYPE(remove_pointer, __remove_pointer)
WARPLINT_TYPE(remove_extent, __remove_extent)
WARPLINT_TYPE(remove_all_extents, __remove_all_extents)
WARPLINT_TYPE(add_pointer, __add_pointer)
WARPLINT_TYPE(add_lvalue_reference, __add_lvalue_reference)
WARPLINT_TYPE(add_rvalue_reference, __add_rvalue_reference)
WARPLINT_TYPE(make_signed, __make_signed)
WARPLINT_TYPE(make_unsigned, __make_unsigned)
WARPLINT_TYPE(underlying_type, __underlying_type)
WARPLINT_TYPE(decay, __decay)
#undef WARPLINT_TYPE
template <class T> struct add_const {
  typedef const T type;
};
template <class T> using add_const_t = const T;
#define WARPLINT_TRAIT(name, ...)                                                                  \
  template <class T> struct name : bool_constant<(__VA_ARGS__)> {};                                \
  template <class T> inline constexpr bool name##_v = (__VA_ARGS__);
#define WARPLINT_TRAIT2(name, ...)                                                                 \
  template <class T, class U> struct name : bool_constant<(__VA_ARGS__)> {};                       \
  template <class T, class U> inline constexpr bool name##_v = (__VA_ARGS__);
WARPLINT_TRAIT(is_void, __is_void(T))
WARPLINT_TRAIT(is_integral, __is_integral(T))
WARPLINT_TRAIT(is_floating_point, __is_floating_point(T))
WARPLINT_TRAIT(is_arithmetic, __is_arithmetic(T))
WARPLINT_TRAIT(is_fundamental, __is_fundamental(T))
WARPLINT_TRAIT(is_scalar, __is_scalar(T))
WARPLINT_TRAIT(is_signed, __is_signed(T))
WARPLINT_TRAIT(is_unsigned, __is_unsigned(T))
WARPLINT_TRAIT(is_pointer, __is_pointer(T))
WARPLINT_TRAIT(is_reference, __is_reference(T))
WARPLINT_TRAIT(is_lvalue_reference, __is_lvalue_reference(T))
WARPLINT_TRAIT(is_rvalue_reference, __is_rvalue_reference(T))
WARPLINT_TRAIT(is_array, __is_array(T))
WARPLINT_TRAIT(is_function, __is_function(T))
WARPLINT_TRAIT(is_class, __is_class(T))
WARPLINT_TRAIT(is_union, __is_union(T))
WARPLINT_TRAIT(is_enum, __is_enum(T))
WARPLINT_TRAIT(is_const, __is_const(T))
WARPLINT_TRAIT(is_volatile, __is_volatile(T))
WARPLINT_TRAIT(is_empty, __is_empty(T))
WARPLINT_TRAIT(is_trivial, __is_trivial(T))
WARPLINT_TRAIT(is_trivially_copyable, __is_trivially_copyable(T))
WARPLINT_TRAIT(is_standard_layout, __is_standard_layout(T))
WARPLINT_TRAIT(is_pod, __is_pod(T))
WARPLINT_TRAIT(is_abstract, __is_abstract(T))
WARPLINT_TRAIT(is_final, __is_final(T))
WARPLINT_TRAIT(is_polymorphic, __is_polymorphic(T))
WARPLINT_TRAIT(is_default_constructible, __is_constructible(T))
WARPLINT_TRAIT(is_trivially_default_constructible, __is_trivially_constructible(T))
WARPLINT_TRAIT(is_trivially_destructible, __is_trivially_destructible(T))
WARPLINT_TRAIT(is_copy_constructible, __is_constructible(T, const T &))
WARPLINT_TRAIT(is_null_pointer, __is_same(__remove_cv(T), decltype(nullptr)))
WARPLINT_TRAIT2(is_same, __is_same(T, U))
WARPLINT_TRAIT2(is_base_of, __is_base_of(T, U))
WARPLINT_TRAIT2(is_convertible, __is_convertible(T, U))
WARPLINT_TRAIT2(is_assignable, __is_assignable(T, U))
template <class T, class... Args>
struct is_constructible : bool_constant<__is_constructible(T, Args...)> {};
template <class T, class... Args>
inline constexpr bool is_constructible_v = __is_constructible(T, Args...);
#undef WARPLINT_TRAIT
#undef WARPLINT_TRAIT2
template <class...> struct conjunction : true_type {};
template <class T, class... More>
struct conjunction<T, More...> : bool_constant<T::value && conjunction<More...>::value> {};
template <class...> struct disjunction : false_type {};
template <class T, class... More>
struct disjunction<T, More...> : bool_constant<T::value || disjunction<More...>::value> {};
template <class T> struct negation : bool_constant<!T::value> {};
template <class... T> inline constexpr bool conjunction_v = conjunction<T...>::value;
template <class... T> inline constexpr bool disjunction_v = disjunction<T...>::value;
template <class T> inline constexpr bool negation_v = !T::value;
template <class T> __add_rvalue_reference(T) declval() noexcept;
template <class T> struct alignment_of : integral_constant<size_t, alignof(T)> {};
template <class T> struct rank : integral_constant<size_t, __array_rank(T)> {};
template <class T, unsigned N = 0>
struct extent : integral_constant<size_t, __array_extent(T, N)> {};
template <class F, class... Args> struct invoke_result {
  typedef decltype(declval<F>()(declval<Args>()...)) type;
};
template <class F, class... Args> using invoke_result_t = typename invoke_result<F, Args...>::type;
template <class F> struct result_of;
template <class F, class... Args> struct result_of<F(Args...)> : invoke_result<F, Args...> {};
template <class T> using result_of_t = typename result_of<T>::type;
template <class... T> struct common_type;
template <class T> struct common_type<T> {
  typedef __decay(T) type;
};
template <class A, class B> struct common_type<A, B> {
  typedef __decay(decltype(true ? declval<A>() : declval<B>())) type;
};
template <class A, class B, class... More>
struct common_type<A, B, More...> : common_type<typename common_type<A, B>::type, More...> {};
template <class... T> using common_type_t = typename common_type<T...>::type;
template <size_t Size, size_t Alignment> struct aligned_storage {
  struct type {
    alignas(Alignment) unsigned char bytes[Size];
  };
};

// Moving and pairs.
template <class T> constexpr __remove_reference_t(T) &&move(T &&x) noexcept {
  return static_cast<__remove_reference_t(T) &&>(x);
}
template <class T> constexpr T &&forward(__remove_reference_t(T) &x) noexcept {
  return static_cast<T &&>(x);
}
template <class T> constexpr T &&forward(__remove_reference_t(T) &&x) noexcept {
  return static_cast<T &&>(x);
}
template <class T> constexpr T *addressof(T &x) noexcept { return __builtin_addressof(x); }
template <class T> constexpr const T &as_const(T &x) noexcept { return x; }
template <class T, class U = T> constexpr T exchange(T &object, U &&value) {
  T old = static_cast<T &&>(object);
  object = static_cast<U &&>(value);
  return old;
}
template <class T> constexpr void swap(T &a, T &b) {
  T kept = static_cast<T &&>(a);
  a = static_cast<T &&>(b);
  b = static_cast<T &&>(kept);
}
template <class A, class B> struct pair {
  typedef A first_type;
  typedef B second_type;
  A first;
  B second;
  constexpr pair() : first(), second() {}
  constexpr pair(const A &a, const B &b) : first(a), second(b) {}
  template <class C, class D>
  constexpr pair(const pair<C, D> &p) : first(p.first), second(p.second) {}
};
template <class A, class B> constexpr pair<__decay(A), __decay(B)> make_pair(A &&a, B &&b) {
  return pair<__decay(A), __decay(B)>(a, b);
}
template <class A, class B> constexpr bool operator==(const pair<A, B> &x, const pair<A, B> &y) {
  return x.first == y.first && x.second == y.second;
}
template <class A, class B> constexpr bool operator<(const pair<A, B> &x, const pair<A, B> &y) {
  return x.first < y.first || (!(y.first < x.first) && x.second < y.second);
}
template <class T, T... I> struct integer_sequence {
  typedef T value_type;
  static constexpr size_t size() noexcept { return sizeof...(I); }
};
template <size_t... I> using index_sequence = integer_sequence<size_t, I...>;
template <class T, T N> using make_integer_sequence = __make_integer_seq<integer_sequence, T, N>;
template <size_t N> using make_index_sequence = make_integer_sequence<size_t, N>;
template <class... T> using index_sequence_for = make_index_sequence<sizeof...(T)>;

// Tuples.
template <class... T> class tuple;
template <> class tuple<> {};
template <class Head, class... Tail> class tuple<Head, Tail...> : public tuple<Tail...> {
public:
  Head head;
  constexpr tuple() : head() {}
  constexpr tuple(const Head &h, const Tail &...t) : tuple<Tail...>(t...), head(h) {}
  template <class... U>
  constexpr tuple(const tuple<U...> &t) : tuple<Tail...>(t.tail()), head(t.head) {}
  template <class... U> constexpr tuple &operator=(const tuple<U...> &t) {
    head = t.head;
    tail() = t.tail();
    return *this;
  }
  constexpr tuple<Tail...> &tail() { return *this; }
  constexpr const tuple<Tail...> &tail() const { return *this; }
};
template <size_t N, class T> struct tuple_element;
template <class Head, class... Tail> struct tuple_element<0, tuple<Head, Tail...>> {
  typedef Head type;
  typedef tuple<Head, Tail...> base;
};
template <size_t N, class Head, class... Tail>
struct tuple_element<N, tuple<Head, Tail...>> : tuple_element<N - 1, tuple<Tail...>> {};
template <class A, class B> struct tuple_element<0, pair<A, B>> {
  typedef A type;
};
template <class A, class B> struct tuple_element<1, pair<A, B>> {
  typedef B type;
};
template <size_t N, class T> using tuple_element_t = typename tuple_element<N, T>::type;
template <class T> struct tuple_size;
template <class... T> struct tuple_size<tuple<T...>> : integral_constant<size_t, sizeof...(T)> {};
template <class A, class B> struct tuple_size<pair<A, B>> : integral_constant<size_t, 2> {};
template <class T> inline constexpr size_t tuple_size_v = tuple_size<T>::value;
template <size_t N, class... T> constexpr tuple_element_t<N, tuple<T...>> &get(tuple<T...> &t) {
  return static_cast<typename tuple_element<N, tuple<T...>>::base &>(t).head;
}
template <size_t N, class... T>
constexpr const tuple_element_t<N, tuple<T...>> &get(const tuple<T...> &t) {
  return static_cast<const typename tuple_element<N, tuple<T...>>::base &>(t).head;
}
template <size_t N, class... T> constexpr tuple_element_t<N, tuple<T...>> &&get(tuple<T...> &&t) {
  typedef tuple_element_t<N, tuple<T...>> Element;
  return static_cast<Element &&>(static_cast<typename tuple_element<N, tuple<T...>>::base &>(t).head);
}
template <size_t N, class A, class B> constexpr auto &get(pair<A, B> &p) {
  if constexpr (N == 0)
    return p.first;
  else
    return p.second;
}
template <size_t N, class A, class B> constexpr const auto &get(const pair<A, B> &p) {
  if constexpr (N == 0)
    return p.first;
  else
    return p.second;
}
template <class... T> constexpr tuple<__decay(T)...> make_tuple(T &&...x) {
  return tuple<__decay(T)...>(x...);
}
template <class... T> constexpr tuple<T &...> tie(T &...x) { return tuple<T &...>(x...); }
template <class F, class T, size_t... I>
constexpr decltype(auto) warplint_apply(F &&f, T &&t, index_sequence<I...>) {
  return f(get<I>(static_cast<T &&>(t))...);
}
template <class F, class T> constexpr decltype(auto) apply(F &&f, T &&t) {
  return warplint_apply(static_cast<F &&>(f), static_cast<T &&>(t),
                        make_index_sequence<tuple_size<__remove_cvref(T)>::value>());
}

template <class T, size_t N> struct array {
  typedef T value_type;
  typedef T &reference;
  typedef const T &const_reference;
  typedef T *iterator;
  typedef const T *const_iterator;
  typedef size_t size_type;
  T _M_elems[N ? N : 1];
  constexpr T &operator[](size_t i) { return _M_elems[i]; }
  constexpr const T &operator[](size_t i) const { return _M_elems[i]; }
  constexpr T &at(size_t i) { return _M_elems[i]; }
  constexpr const T &at(size_t i) const { return _M_elems[i]; }
  constexpr T &front() { return _M_elems[0]; }
  constexpr T &back() { return _M_elems[N - 1]; }
  constexpr T *data() { return _M_elems; }
  constexpr const T *data() const { return _M_elems; }
  constexpr T *begin() { return _M_elems; }
  constexpr const T *begin() const { return _M_elems; }
  constexpr T *end() { return _M_elems + N; }
  constexpr const T *end() const { return _M_elems + N; }
  static constexpr size_t size() { return N; }
  static constexpr bool empty() { return N == 0; }
  constexpr void fill(const T &v) {
    for (size_t i = 0; i < N; ++i)
      _M_elems[i] = v;
  }
};
template <class T, class... U> array(T, U...) -> array<T, 1 + sizeof...(U)>;
template <class T, size_t N> struct tuple_size<array<T, N>> : integral_constant<size_t, N> {};
template <size_t I, class T, size_t N> struct tuple_element<I, array<T, N>> {
  typedef T type;
};
template <size_t I, class T, size_t N> constexpr T &get(array<T, N> &a) { return a[I]; }
template <size_t I, class T, size_t N> constexpr const T &get(const array<T, N> &a) { return a[I]; }

// Limits.
template <class T> struct numeric_limits {
  static constexpr bool is_specialized = __is_arithmetic(T);
  static constexpr bool is_signed = __is_signed(T);
  static constexpr bool is_integer = __is_integral(T);
  static constexpr bool is_exact = is_integer;
  static constexpr bool has_infinity = __is_floating_point(T);
  static constexpr int digits = int(sizeof(T) * 8) - is_signed;
  static constexpr T min() noexcept { return is_signed ? T(T(1) << (sizeof(T) * 8 - 1)) : T(0); }
  static constexpr T max() noexcept { return T(~min()); }
  static constexpr T lowest() noexcept { return min(); }
  static constexpr T epsilon() noexcept { return T(); }
  static constexpr T infinity() noexcept { return T(); }
};
#define WARPLINT_LIMITS(type, letters, nan)                                                        \
  template <> struct numeric_limits<type> {                                                        \
    static constexpr bool is_specialized = true, is_signed = true, is_integer = false,             \
                          is_exact = false, has_infinity = true, has_quiet_NaN = true;             \
    static constexpr int digits = __##letters##_MANT_DIG__;                                        \
    static constexpr int digits10 = __##letters##_DIG__;                                           \
    static constexpr type min() noexcept { return type(__##letters##_MIN__); }                     \
    static constexpr type max() noexcept { return type(__##letters##_MAX__); }                     \
    static constexpr type lowest() noexcept { return -type(__##letters##_MAX__); }                 \
    static constexpr type epsilon() noexcept { return type(__##letters##_EPSILON__); }             \
    static constexpr type denorm_min() noexcept { return type(__##letters##_DENORM_MIN__); }       \
    static constexpr type infinity() noexcept { return type(__builtin_huge_val()); }               \
    static constexpr type quiet_NaN() noexcept { return nan; }                                     \
  };
WARPLINT_LIMITS(float, FLT, __builtin_nanf(""))
WARPLINT_LIMITS(double, DBL, __builtin_nan(""))
#undef WARPLINT_LIMITS
template <> struct numeric_limits<bool> {
  static constexpr bool min() noexcept { return false; }
  static constexpr bool max() noexcept { return true; }
};

// Algorithms that are constexpr.
template <class T> constexpr const T &min(const T &a, const T &b) { return b < a ? b : a; }
template <class T> constexpr const T &max(const T &a, const T &b) { return a < b ? b : a; }
template <class T, class F> constexpr const T &min(const T &a, const T &b, F less) {
  return less(b, a) ? b : a;
}
template <class T, class F> constexpr const T &max(const T &a, const T &b, F less) {
  return less(a, b) ? b : a;
}
template <class T> constexpr T min(initializer_list<T> list) {
  T best = *list.begin();
  for (const T &x : list)
    best = x < best ? x : best;
  return best;
}
template <class T> constexpr T max(initializer_list<T> list) {
  T best = *list.begin();
  for (const T &x : list)
    best = best < x ? x : best;
  return best;
}
template <class T> constexpr const T &clamp(const T &x, const T &low, const T &high) {
  return x < low ? low : high < x ? high : x;
}
template <class A, class B> constexpr common_type_t<A, B> gcd(A a, B b) {
  return b == 0 ? common_type_t<A, B>(a) : gcd(b, B(a % b));
}
template <class A, class B> constexpr common_type_t<A, B> lcm(A a, B b) {
  return a / gcd(a, b) * b;
}

// Function objects.
#define WARPLINT_OPERATION(name, op)                                                               \
  template <class T = void> struct name {                                                          \
    constexpr auto operator()(const T &a, const T &b) const { return a op b; }                     \
  };                                                                                               \
  template <> struct name<void> {                                                                  \
    template <class A, class B> constexpr auto operator()(const A &a, const B &b) const {          \
      return a op b;                                                                               \
    }                                                                                              \
  };
WARPLINT_OPERATION(plus, +)
WARPLINT_OPERATION(minus, -)
WARPLINT_OPERATION(multiplies, *)
WARPLINT_OPERATION(divides, /)
WARPLINT_OPERATION(modulus, %)
WARPLINT_OPERATION(less, <)
WARPLINT_OPERATION(greater, >)
WARPLINT_OPERATION(less_equal, <=)
WARPLINT_OPERATION(greater_equal, >=)
WARPLINT_OPERATION(equal_to, ==)
WARPLINT_OPERATION(not_equal_to, !=)
WARPLINT_OPERATION(bit_and, &)
WARPLINT_OPERATION(bit_or, |)
WARPLINT_OPERATION(bit_xor, ^)
WARPLINT_OPERATION(logical_and, &&)
WARPLINT_OPERATION(logical_or, ||)
#undef WARPLINT_OPERATION
template <class F, class... Args> constexpr decltype(auto) invoke(F &&f, Args &&...args) {
  return f(static_cast<Args &&>(args)...);
}

// Complex numbers.
template <class T> class alignas(2 * sizeof(T)) complex {
  T re, im;

public:
  typedef T value_type;
  constexpr complex(const T &r = T(), const T &i = T()) : re(r), im(i) {}
  template <class U> constexpr complex(const complex<U> &z) : re(z.real()), im(z.imag()) {}
  constexpr T real() const { return re; }
  constexpr T imag() const { return im; }
  void real(T v) { re = v; }
  void imag(T v) { im = v; }
  complex &operator+=(const complex &);
  complex &operator-=(const complex &);
  complex &operator*=(const complex &);
  complex &operator/=(const complex &);
};
#define WARPLINT_COMPLEX(op)                                                                       \
  template <class T> complex<T> operator op(const complex<T> &, const complex<T> &);               \
  template <class T> complex<T> operator op(const complex<T> &, const T &);                        \
  template <class T> complex<T> operator op(const T &, const complex<T> &);
WARPLINT_COMPLEX(+)
WARPLINT_COMPLEX(-)
WARPLINT_COMPLEX(*)
WARPLINT_COMPLEX(/)
#undef WARPLINT_COMPLEX
template <class T> complex<T> operator-(const complex<T> &);
template <class T> T abs(const complex<T> &);
template <class T> T arg(const complex<T> &);
template <class T> T norm(const complex<T> &);
template <class T> complex<T> conj(const complex<T> &);
template <class T> complex<T> exp(const complex<T> &);
template <class T> complex<T> polar(const T &, const T & = T());

} // namespace std

#pragma clang force_cuda_host_device end
