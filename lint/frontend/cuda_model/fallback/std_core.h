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
template <class E_> class initializer_list {
  const E_ *first;
  size_t count;
  constexpr initializer_list(const E_ *f, size_t n) : first(f), count(n) {}

public:
  typedef E_ value_type;
  typedef const E_ *iterator;
  typedef const E_ *const_iterator;
  constexpr initializer_list() noexcept : first(nullptr), count(0) {}
  constexpr size_t size() const noexcept { return count; }
  constexpr const E_ *begin() const noexcept { return first; }
  constexpr const E_ *end() const noexcept { return first + count; }
};

// Type traits.
template <class T_, T_ v> struct integral_constant {
  static constexpr T_ value = v;
  typedef T_ value_type;
  typedef integral_constant type;
  constexpr operator T_() const noexcept { return v; }
  constexpr T_ operator()() const noexcept { return v; }
};
template <bool b> using bool_constant = integral_constant<bool, b>;
typedef integral_constant<bool, true> true_type;
typedef integral_constant<bool, false> false_type;
template <bool b, class T_ = void> struct enable_if {};
template <class T_> struct enable_if<true, T_> {
  typedef T_ type;
};
template <bool b, class T_ = void> using enable_if_t = typename enable_if<b, T_>::type;
template <bool b, class T_, class F_> struct conditional {
  typedef T_ type;
};
template <class T_, class F_> struct conditional<false, T_, F_> {
  typedef F_ type;
};
template <bool b, class T_, class F_> using conditional_t = typename conditional<b, T_, F_>::type;
template <class...> using void_t = void;
template <class T_> struct type_identity {
  typedef T_ type;
};
#define WARPLINT_TYPE(name, builtin)                                                               \
  template <class T_> struct name {                                                                 \
    typedef builtin(T_) type;                                                                       \
  };                                                                                               \
  template <class T_> using name##_t = builtin(T_);
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
template <class T_> struct add_const {
  typedef const T_ type;
};
template <class T_> using add_const_t = const T_;
#define WARPLINT_TRAIT(name, ...)                                                                  \
  template <class T_> struct name : bool_constant<(__VA_ARGS__)> {};                                \
  template <class T_> inline constexpr bool name##_v = (__VA_ARGS__);
#define WARPLINT_TRAIT2(name, ...)                                                                 \
  template <class T_, class U_> struct name : bool_constant<(__VA_ARGS__)> {};                       \
  template <class T_, class U_> inline constexpr bool name##_v = (__VA_ARGS__);
WARPLINT_TRAIT(is_void, __is_void(T_))
WARPLINT_TRAIT(is_integral, __is_integral(T_))
WARPLINT_TRAIT(is_floating_point, __is_floating_point(T_))
WARPLINT_TRAIT(is_arithmetic, __is_arithmetic(T_))
WARPLINT_TRAIT(is_fundamental, __is_fundamental(T_))
WARPLINT_TRAIT(is_scalar, __is_scalar(T_))
WARPLINT_TRAIT(is_signed, __is_signed(T_))
WARPLINT_TRAIT(is_unsigned, __is_unsigned(T_))
WARPLINT_TRAIT(is_pointer, __is_pointer(T_))
WARPLINT_TRAIT(is_reference, __is_reference(T_))
WARPLINT_TRAIT(is_lvalue_reference, __is_lvalue_reference(T_))
WARPLINT_TRAIT(is_rvalue_reference, __is_rvalue_reference(T_))
WARPLINT_TRAIT(is_array, __is_array(T_))
WARPLINT_TRAIT(is_function, __is_function(T_))
WARPLINT_TRAIT(is_class, __is_class(T_))
WARPLINT_TRAIT(is_union, __is_union(T_))
WARPLINT_TRAIT(is_enum, __is_enum(T_))
WARPLINT_TRAIT(is_const, __is_const(T_))
WARPLINT_TRAIT(is_volatile, __is_volatile(T_))
WARPLINT_TRAIT(is_empty, __is_empty(T_))
WARPLINT_TRAIT(is_trivial, __is_trivial(T_))
WARPLINT_TRAIT(is_trivially_copyable, __is_trivially_copyable(T_))
WARPLINT_TRAIT(is_standard_layout, __is_standard_layout(T_))
WARPLINT_TRAIT(is_pod, __is_pod(T_))
WARPLINT_TRAIT(is_abstract, __is_abstract(T_))
WARPLINT_TRAIT(is_final, __is_final(T_))
WARPLINT_TRAIT(is_polymorphic, __is_polymorphic(T_))
WARPLINT_TRAIT(is_default_constructible, __is_constructible(T_))
WARPLINT_TRAIT(is_trivially_default_constructible, __is_trivially_constructible(T_))
WARPLINT_TRAIT(is_trivially_destructible, __is_trivially_destructible(T_))
WARPLINT_TRAIT(is_copy_constructible, __is_constructible(T_, const T_ &))
WARPLINT_TRAIT(is_null_pointer, __is_same(__remove_cv(T_), decltype(nullptr)))
WARPLINT_TRAIT2(is_same, __is_same(T_, U_))
WARPLINT_TRAIT2(is_base_of, __is_base_of(T_, U_))
WARPLINT_TRAIT2(is_convertible, __is_convertible(T_, U_))
WARPLINT_TRAIT2(is_assignable, __is_assignable(T_, U_))
template <class T_, class... Args>
struct is_constructible : bool_constant<__is_constructible(T_, Args...)> {};
template <class T_, class... Args>
inline constexpr bool is_constructible_v = __is_constructible(T_, Args...);
#undef WARPLINT_TRAIT
#undef WARPLINT_TRAIT2
template <class...> struct conjunction : true_type {};
template <class T_, class... More>
struct conjunction<T_, More...> : bool_constant<T_::value && conjunction<More...>::value> {};
template <class...> struct disjunction : false_type {};
template <class T_, class... More>
struct disjunction<T_, More...> : bool_constant<T_::value || disjunction<More...>::value> {};
template <class T_> struct negation : bool_constant<!T_::value> {};
template <class... T_> inline constexpr bool conjunction_v = conjunction<T_...>::value;
template <class... T_> inline constexpr bool disjunction_v = disjunction<T_...>::value;
template <class T_> inline constexpr bool negation_v = !T_::value;
template <class T_> __add_rvalue_reference(T_) declval() noexcept;
template <class T_> struct alignment_of : integral_constant<size_t, alignof(T_)> {};
template <class T_> struct rank : integral_constant<size_t, __array_rank(T_)> {};
template <class T_, unsigned N_ = 0>
struct extent : integral_constant<size_t, __array_extent(T_, N_)> {};
template <class F_, class... Args> struct invoke_result {
  typedef decltype(declval<F_>()(declval<Args>()...)) type;
};
template <class F_, class... Args> using invoke_result_t = typename invoke_result<F_, Args...>::type;
template <class F_> struct result_of;
template <class F_, class... Args> struct result_of<F_(Args...)> : invoke_result<F_, Args...> {};
template <class T_> using result_of_t = typename result_of<T_>::type;
template <class... T_> struct common_type;
template <class T_> struct common_type<T_> {
  typedef __decay(T_) type;
};
template <class A_, class B_> struct common_type<A_, B_> {
  typedef __decay(decltype(true ? declval<A_>() : declval<B_>())) type;
};
template <class A_, class B_, class... More>
struct common_type<A_, B_, More...> : common_type<typename common_type<A_, B_>::type, More...> {};
template <class... T_> using common_type_t = typename common_type<T_...>::type;
template <size_t Size, size_t Alignment> struct aligned_storage {
  struct type {
    alignas(Alignment) unsigned char bytes[Size];
  };
};

// Moving and pairs.
template <class T_> constexpr __remove_reference_t(T_) &&move(T_ &&x) noexcept {
  return static_cast<__remove_reference_t(T_) &&>(x);
}
template <class T_> constexpr T_ &&forward(__remove_reference_t(T_) &x) noexcept {
  return static_cast<T_ &&>(x);
}
template <class T_> constexpr T_ &&forward(__remove_reference_t(T_) &&x) noexcept {
  return static_cast<T_ &&>(x);
}
template <class T_> constexpr T_ *addressof(T_ &x) noexcept { return __builtin_addressof(x); }
template <class T_> constexpr const T_ &as_const(T_ &x) noexcept { return x; }
template <class T_, class U_ = T_> constexpr T_ exchange(T_ &object, U_ &&value) {
  T_ old = static_cast<T_ &&>(object);
  object = static_cast<U_ &&>(value);
  return old;
}
template <class T_> constexpr void swap(T_ &a, T_ &b) {
  T_ kept = static_cast<T_ &&>(a);
  a = static_cast<T_ &&>(b);
  b = static_cast<T_ &&>(kept);
}
template <class A_, class B_> struct pair {
  typedef A_ first_type;
  typedef B_ second_type;
  A_ first;
  B_ second;
  constexpr pair() : first(), second() {}
  constexpr pair(const A_ &a, const B_ &b) : first(a), second(b) {}
  template <class C_, class D_>
  constexpr pair(const pair<C_, D_> &p) : first(p.first), second(p.second) {}
};
template <class A_, class B_> constexpr pair<__decay(A_), __decay(B_)> make_pair(A_ &&a, B_ &&b) {
  return pair<__decay(A_), __decay(B_)>(a, b);
}
template <class A_, class B_> constexpr bool operator==(const pair<A_, B_> &x, const pair<A_, B_> &y) {
  return x.first == y.first && x.second == y.second;
}
template <class A_, class B_> constexpr bool operator<(const pair<A_, B_> &x, const pair<A_, B_> &y) {
  return x.first < y.first || (!(y.first < x.first) && x.second < y.second);
}
template <class T_, T_... I_> struct integer_sequence {
  typedef T_ value_type;
  static constexpr size_t size() noexcept { return sizeof...(I_); }
};
template <size_t... I_> using index_sequence = integer_sequence<size_t, I_...>;
template <class T_, T_ N_> using make_integer_sequence = __make_integer_seq<integer_sequence, T_, N_>;
template <size_t N_> using make_index_sequence = make_integer_sequence<size_t, N_>;
template <class... T_> using index_sequence_for = make_index_sequence<sizeof...(T_)>;

// Tuples.
template <class... T_> class tuple;
template <> class tuple<> {};
template <class Head, class... Tail> class tuple<Head, Tail...> : public tuple<Tail...> {
public:
  Head head;
  constexpr tuple() : head() {}
  constexpr tuple(const Head &h, const Tail &...t) : tuple<Tail...>(t...), head(h) {}
  template <class... U_>
  constexpr tuple(const tuple<U_...> &t) : tuple<Tail...>(t.tail()), head(t.head) {}
  template <class... U_> constexpr tuple &operator=(const tuple<U_...> &t) {
    head = t.head;
    tail() = t.tail();
    return *this;
  }
  constexpr tuple<Tail...> &tail() { return *this; }
  constexpr const tuple<Tail...> &tail() const { return *this; }
};
template <size_t N_, class T_> struct tuple_element;
template <class Head, class... Tail> struct tuple_element<0, tuple<Head, Tail...>> {
  typedef Head type;
  typedef tuple<Head, Tail...> base;
};
template <size_t N_, class Head, class... Tail>
struct tuple_element<N_, tuple<Head, Tail...>> : tuple_element<N_ - 1, tuple<Tail...>> {};
template <class A_, class B_> struct tuple_element<0, pair<A_, B_>> {
  typedef A_ type;
};
template <class A_, class B_> struct tuple_element<1, pair<A_, B_>> {
  typedef B_ type;
};
template <size_t N_, class T_> using tuple_element_t = typename tuple_element<N_, T_>::type;
template <class T_> struct tuple_size;
template <class... T_> struct tuple_size<tuple<T_...>> : integral_constant<size_t, sizeof...(T_)> {};
template <class A_, class B_> struct tuple_size<pair<A_, B_>> : integral_constant<size_t, 2> {};
template <class T_> inline constexpr size_t tuple_size_v = tuple_size<T_>::value;
template <size_t N_, class... T_> constexpr tuple_element_t<N_, tuple<T_...>> &get(tuple<T_...> &t) {
  return static_cast<typename tuple_element<N_, tuple<T_...>>::base &>(t).head;
}
template <size_t N_, class... T_>
constexpr const tuple_element_t<N_, tuple<T_...>> &get(const tuple<T_...> &t) {
  return static_cast<const typename tuple_element<N_, tuple<T_...>>::base &>(t).head;
}
template <size_t N_, class... T_> constexpr tuple_element_t<N_, tuple<T_...>> &&get(tuple<T_...> &&t) {
  typedef tuple_element_t<N_, tuple<T_...>> Element;
  return static_cast<Element &&>(static_cast<typename tuple_element<N_, tuple<T_...>>::base &>(t).head);
}
template <size_t N_, class A_, class B_> constexpr auto &get(pair<A_, B_> &p) {
  if constexpr (N_ == 0)
    return p.first;
  else
    return p.second;
}
template <size_t N_, class A_, class B_> constexpr const auto &get(const pair<A_, B_> &p) {
  if constexpr (N_ == 0)
    return p.first;
  else
    return p.second;
}
template <class... T_> constexpr tuple<__decay(T_)...> make_tuple(T_ &&...x) {
  return tuple<__decay(T_)...>(x...);
}
template <class... T_> constexpr tuple<T_ &...> tie(T_ &...x) { return tuple<T_ &...>(x...); }
template <class F_, class T_, size_t... I_>
constexpr decltype(auto) warplint_apply(F_ &&f, T_ &&t, index_sequence<I_...>) {
  return f(get<I_>(static_cast<T_ &&>(t))...);
}
template <class F_, class T_> constexpr decltype(auto) apply(F_ &&f, T_ &&t) {
  return warplint_apply(static_cast<F_ &&>(f), static_cast<T_ &&>(t),
                        make_index_sequence<tuple_size<__remove_cvref(T_)>::value>());
}

template <class T_, size_t N_> struct array {
  typedef T_ value_type;
  typedef T_ &reference;
  typedef const T_ &const_reference;
  typedef T_ *iterator;
  typedef const T_ *const_iterator;
  typedef size_t size_type;
  T_ _M_elems[N_ ? N_ : 1];
  constexpr T_ &operator[](size_t i) { return _M_elems[i]; }
  constexpr const T_ &operator[](size_t i) const { return _M_elems[i]; }
  constexpr T_ &at(size_t i) { return _M_elems[i]; }
  constexpr const T_ &at(size_t i) const { return _M_elems[i]; }
  constexpr T_ &front() { return _M_elems[0]; }
  constexpr T_ &back() { return _M_elems[N_ - 1]; }
  constexpr T_ *data() { return _M_elems; }
  constexpr const T_ *data() const { return _M_elems; }
  constexpr T_ *begin() { return _M_elems; }
  constexpr const T_ *begin() const { return _M_elems; }
  constexpr T_ *end() { return _M_elems + N_; }
  constexpr const T_ *end() const { return _M_elems + N_; }
  static constexpr size_t size() { return N_; }
  static constexpr bool empty() { return N_ == 0; }
  constexpr void fill(const T_ &v) {
    for (size_t i = 0; i < N_; ++i)
      _M_elems[i] = v;
  }
};
template <class T_, class... U_> array(T_, U_...) -> array<T_, 1 + sizeof...(U_)>;
template <class T_, size_t N_> struct tuple_size<array<T_, N_>> : integral_constant<size_t, N_> {};
template <size_t I_, class T_, size_t N_> struct tuple_element<I_, array<T_, N_>> {
  typedef T_ type;
};
template <size_t I_, class T_, size_t N_> constexpr T_ &get(array<T_, N_> &a) { return a[I_]; }
template <size_t I_, class T_, size_t N_> constexpr const T_ &get(const array<T_, N_> &a) { return a[I_]; }

// Limits.
template <class T_> struct numeric_limits {
  static constexpr bool is_specialized = __is_arithmetic(T_);
  static constexpr bool is_signed = __is_signed(T_);
  static constexpr bool is_integer = __is_integral(T_);
  static constexpr bool is_exact = is_integer;
  static constexpr bool has_infinity = __is_floating_point(T_);
  static constexpr int digits = int(sizeof(T_) * 8) - is_signed;
  static constexpr T_ min() noexcept { return is_signed ? T_(T_(1) << (sizeof(T_) * 8 - 1)) : T_(0); }
  static constexpr T_ max() noexcept { return T_(~min()); }
  static constexpr T_ lowest() noexcept { return min(); }
  static constexpr T_ epsilon() noexcept { return T_(); }
  static constexpr T_ infinity() noexcept { return T_(); }
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
template <class T_> constexpr const T_ &min(const T_ &a, const T_ &b) { return b < a ? b : a; }
template <class T_> constexpr const T_ &max(const T_ &a, const T_ &b) { return a < b ? b : a; }
template <class T_, class F_> constexpr const T_ &min(const T_ &a, const T_ &b, F_ less) {
  return less(b, a) ? b : a;
}
template <class T_, class F_> constexpr const T_ &max(const T_ &a, const T_ &b, F_ less) {
  return less(a, b) ? b : a;
}
template <class T_> constexpr T_ min(initializer_list<T_> list) {
  T_ best = *list.begin();
  for (const T_ &x : list)
    best = x < best ? x : best;
  return best;
}
template <class T_> constexpr T_ max(initializer_list<T_> list) {
  T_ best = *list.begin();
  for (const T_ &x : list)
    best = best < x ? x : best;
  return best;
}
template <class T_> constexpr const T_ &clamp(const T_ &x, const T_ &low, const T_ &high) {
  return x < low ? low : high < x ? high : x;
}
template <class A_, class B_> constexpr common_type_t<A_, B_> gcd(A_ a, B_ b) {
  return b == 0 ? common_type_t<A_, B_>(a) : gcd(b, B_(a % b));
}
template <class A_, class B_> constexpr common_type_t<A_, B_> lcm(A_ a, B_ b) {
  return a / gcd(a, b) * b;
}

// Function objects.
#define WARPLINT_OPERATION(name, op)                                                               \
  template <class T_ = void> struct name {                                                          \
    constexpr auto operator()(const T_ &a, const T_ &b) const { return a op b; }                     \
  };                                                                                               \
  template <> struct name<void> {                                                                  \
    template <class A_, class B_> constexpr auto operator()(const A_ &a, const B_ &b) const {          \
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
template <class F_, class... Args> constexpr decltype(auto) invoke(F_ &&f, Args &&...args) {
  return f(static_cast<Args &&>(args)...);
}

// Complex numbers.
template <class T_> class alignas(2 * sizeof(T_)) complex {
  T_ re, im;

public:
  typedef T_ value_type;
  constexpr complex(const T_ &r = T_(), const T_ &i = T_()) : re(r), im(i) {}
  template <class U_> constexpr complex(const complex<U_> &z) : re(z.real()), im(z.imag()) {}
  constexpr T_ real() const { return re; }
  constexpr T_ imag() const { return im; }
  void real(T_ v) { re = v; }
  void imag(T_ v) { im = v; }
  complex &operator+=(const complex &);
  complex &operator-=(const complex &);
  complex &operator*=(const complex &);
  complex &operator/=(const complex &);
};
#define WARPLINT_COMPLEX(op)                                                                       \
  template <class T_> complex<T_> operator op(const complex<T_> &, const complex<T_> &);               \
  template <class T_> complex<T_> operator op(const complex<T_> &, const T_ &);                        \
  template <class T_> complex<T_> operator op(const T_ &, const complex<T_> &);
WARPLINT_COMPLEX(+)
WARPLINT_COMPLEX(-)
WARPLINT_COMPLEX(*)
WARPLINT_COMPLEX(/)
#undef WARPLINT_COMPLEX
template <class T_> complex<T_> operator-(const complex<T_> &);
template <class T_> T_ abs(const complex<T_> &);
template <class T_> T_ arg(const complex<T_> &);
template <class T_> T_ norm(const complex<T_> &);
template <class T_> complex<T_> conj(const complex<T_> &);
template <class T_> complex<T_> exp(const complex<T_> &);
template <class T_> complex<T_> polar(const T_ &, const T_ & = T_());

} // namespace std

#pragma clang force_cuda_host_device end
