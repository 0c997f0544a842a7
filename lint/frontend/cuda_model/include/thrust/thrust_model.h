//===- thrust_model.h - what programs name of Thrust -----------*- C++ -*-===//
//
// Containers, iterators and algorithms as declarations. Algorithms take an
// execution policy or none; what they do does not show in a kernel.
//
//===----------------------------------------------------------------------===//
#pragma once
#pragma clang system_header
#include "../../prelude.h"
#include <cfloat>
#include <initializer_list>
#include <iterator>
#pragma clang force_cuda_host_device begin

#define THRUST_VERSION 300000
#define THRUST_MAJOR_VERSION 3
#define THRUST_MINOR_VERSION 0
#define THRUST_NS_QUALIFIER ::thrust
#define THRUST_NAMESPACE_BEGIN namespace thrust {
#define THRUST_NAMESPACE_END }

namespace thrust {
namespace model {
template <class T> struct ValueOf {
  typedef typename T::value_type type;
};
template <class T> struct ValueOf<T *> {
  typedef T type;
};
template <class T> struct ValueOf<const T *> {
  typedef T type;
};
template <class I> using Value = typename ValueOf<I>::type;
template <class T> T &&declval() noexcept;
template <class T> struct Plain {
  typedef T type;
};
template <class T> struct Plain<T &> : Plain<T> {};
template <class T> struct Plain<T &&> : Plain<T> {};
template <class T> struct Plain<const T> : Plain<T> {};
template <class T> using Bare = typename Plain<T>::type;
} // namespace model

// Policies.
namespace detail {
template <class Derived> struct execution_policy_base {};
} // namespace detail
template <class Derived> struct execution_policy : detail::execution_policy_base<Derived> {
  template <class T> const Derived &operator()(const T &) const;
  template <class T> const Derived &on(const T &) const;
};
struct host_execution_policy : execution_policy<host_execution_policy> {};
struct device_execution_policy : execution_policy<device_execution_policy> {};
struct sequential_execution_policy : execution_policy<sequential_execution_policy> {};
static const host_execution_policy host{};
static const device_execution_policy device{};
static const sequential_execution_policy seq{};
namespace cuda {
struct tag : execution_policy<tag> {
  const tag &on(cudaStream_t) const;
  const tag &on_nosync(cudaStream_t) const;
};
template <class Derived = tag> struct execution_policy : thrust::execution_policy<Derived> {};
static const tag par{};
static const tag par_nosync{};
} // namespace cuda
namespace omp {
struct tag : execution_policy<tag> {};
static const tag par{};
} // namespace omp
typedef cuda::tag device_system_tag;
typedef host_execution_policy host_system_tag;
struct any_system_tag : execution_policy<any_system_tag> {};
struct no_traversal_tag {};
struct incrementable_traversal_tag : no_traversal_tag {};
struct single_pass_traversal_tag : incrementable_traversal_tag {};
struct forward_traversal_tag : single_pass_traversal_tag {};
struct bidirectional_traversal_tag : forward_traversal_tag {};
struct random_access_traversal_tag : bidirectional_traversal_tag {};
struct use_default {};

// Pointers and references to device memory.
template <class T> class device_ptr;
template <class T> class device_reference {
public:
  typedef T value_type;
  operator T() const;
  device_reference(const device_reference &);
  explicit device_reference(const device_ptr<T> &);
  const device_reference &operator=(const T &) const;
  const device_reference &operator=(const device_reference &) const;
  device_ptr<T> operator&() const;
  template <class U> const device_reference &operator+=(const U &) const;
  template <class U> const device_reference &operator-=(const U &) const;
  const device_reference &operator++() const;
};
template <class T> class device_ptr {
public:
  typedef T value_type;
  typedef T element_type;
  typedef device_reference<T> reference;
  typedef ptrdiff_t difference_type;
  typedef device_ptr pointer;
  typedef std::random_access_iterator_tag iterator_category;
  device_ptr() = default;
  device_ptr(decltype(nullptr));
  template <class U> explicit device_ptr(U *);
  template <class U> device_ptr(const device_ptr<U> &);
  T *get() const;
  explicit operator bool() const;
  reference operator*() const;
  T *operator->() const;
  reference operator[](ptrdiff_t) const;
  device_ptr &operator++();
  device_ptr operator++(int);
  device_ptr &operator--();
  device_ptr &operator+=(ptrdiff_t);
  device_ptr &operator-=(ptrdiff_t);
  device_ptr operator+(ptrdiff_t) const;
  device_ptr operator-(ptrdiff_t) const;
  ptrdiff_t operator-(const device_ptr &) const;
  bool operator==(const device_ptr &) const;
  bool operator!=(const device_ptr &) const;
  bool operator<(const device_ptr &) const;
};
template <class T> device_ptr<T> device_pointer_cast(T *);
template <class T> device_ptr<T> device_pointer_cast(const device_ptr<T> &);
template <class T> T *raw_pointer_cast(T *);
template <class T> T *raw_pointer_cast(const device_ptr<T> &);
template <class T> T &raw_reference_cast(T &);
template <class T> T &raw_reference_cast(const device_reference<T> &);
device_ptr<void> device_malloc(size_t);
template <class T> device_ptr<T> device_malloc(size_t);
template <class P> void device_free(P);
template <class T> device_ptr<T> device_new(size_t = 1);
template <class P> void device_delete(P, size_t = 0);

// Containers.
template <class T> class device_allocator {
public:
  typedef T value_type;
  typedef device_ptr<T> pointer;
  typedef size_t size_type;
  pointer allocate(size_t);
  void deallocate(pointer, size_t);
};
template <class T> class device_malloc_allocator : public device_allocator<T> {};
template <class T> class host_allocator_model {
public:
  typedef T value_type;
};
namespace model {
template <class Self, class T, class Iterator, class Reference> class Vector {
public:
  typedef T value_type;
  typedef Iterator iterator;
  typedef Iterator const_iterator;
  typedef Iterator pointer;
  typedef Reference reference;
  typedef size_t size_type;
  typedef ptrdiff_t difference_type;
  Vector();
  explicit Vector(size_t);
  Vector(size_t, const T &);
  Vector(const Vector &);
  Vector(std::initializer_list<T>);
  template <class I, class = Value<I>> Vector(I, I);
  template <class Other, class = typename Other::value_type> Vector(const Other &);
  ~Vector();
  Vector &operator=(const Vector &);
  template <class Other, class = typename Other::value_type> Vector &operator=(const Other &);
  iterator begin() const;
  iterator end() const;
  iterator cbegin() const;
  iterator cend() const;
  Iterator data() const;
  Reference operator[](size_t) const;
  Reference front() const;
  Reference back() const;
  size_t size() const;
  size_t capacity() const;
  bool empty() const;
  void resize(size_t);
  void resize(size_t, const T &);
  void reserve(size_t);
  void clear();
  void shrink_to_fit();
  void push_back(const T &);
  void pop_back();
  void swap(Vector &);
  template <class I> void assign(I, I);
  void assign(size_t, const T &);
  iterator erase(iterator);
  iterator erase(iterator, iterator);
  iterator insert(iterator, const T &);
  template <class I> void insert(iterator, I, I);
};
} // namespace model
template <class T, class Allocator = device_allocator<T>>
class device_vector
    : public model::Vector<device_vector<T>, T, device_ptr<T>, device_reference<T>> {
public:
  using model::Vector<device_vector<T>, T, device_ptr<T>, device_reference<T>>::Vector;
  device_vector() = default;
  template <class Other, class = typename Other::value_type>
  device_vector &operator=(const Other &);
};
template <class T, class Allocator = host_allocator_model<T>>
class host_vector : public model::Vector<host_vector<T>, T, T *, T &> {
public:
  using model::Vector<host_vector<T>, T, T *, T &>::Vector;
  host_vector() = default;
  template <class Other, class = typename Other::value_type> host_vector &operator=(const Other &);
};
template <class T>
class universal_vector : public model::Vector<universal_vector<T>, T, device_ptr<T>, T &> {
public:
  using model::Vector<universal_vector<T>, T, device_ptr<T>, T &>::Vector;
  universal_vector() = default;
  template <class Other, class = typename Other::value_type>
  universal_vector &operator=(const Other &);
};

// Pairs and tuples.
template <class A, class B> struct pair {
  typedef A first_type;
  typedef B second_type;
  A first;
  B second;
  pair() = default;
  pair(const A &a, const B &b) : first(a), second(b) {}
  template <class C, class D> pair(const pair<C, D> &p) : first(p.first), second(p.second) {}
};
template <class A, class B> pair<A, B> make_pair(A, B);
struct null_type {};
template <class... T> struct tuple {
  tuple() = default;
  tuple(const T &...);
  template <class... U> tuple(const tuple<U...> &);
  template <class... U> tuple &operator=(const tuple<U...> &);
};
template <> struct tuple<> {};
namespace model {
template <int N, class T> struct Element;
template <class Head, class... Tail> struct Element<0, tuple<Head, Tail...>> {
  typedef Head type;
};
template <int N, class Head, class... Tail>
struct Element<N, tuple<Head, Tail...>> : Element<N - 1, tuple<Tail...>> {};
} // namespace model
template <size_t N, class T> struct tuple_element : model::Element<N, T> {};
template <class T> struct tuple_size;
template <class... T> struct tuple_size<tuple<T...>> {
  static constexpr size_t value = sizeof...(T);
};
template <int N, class... T> typename model::Element<N, tuple<T...>>::type &get(tuple<T...> &);
template <int N, class... T>
const typename model::Element<N, tuple<T...>>::type &get(const tuple<T...> &);
template <class... T> tuple<T...> make_tuple(const T &...);
template <class... T> tuple<T &...> tie(T &...);

// Iterators.
namespace model {
template <class Self, class T, class Reference = T> struct Iterator {
  typedef std::random_access_iterator_tag iterator_category;
  typedef T value_type;
  typedef Reference reference;
  typedef ptrdiff_t difference_type;
  typedef Self pointer;
  Reference operator*() const;
  Reference operator[](ptrdiff_t) const;
  Self &operator++();
  Self operator++(int);
  Self &operator--();
  Self &operator+=(ptrdiff_t);
  Self operator+(ptrdiff_t) const;
  Self operator-(ptrdiff_t) const;
  ptrdiff_t operator-(const Self &) const;
  bool operator==(const Self &) const;
  bool operator!=(const Self &) const;
  bool operator<(const Self &) const;
  Self &base();
};
} // namespace model
// What kernels read through them is followed. `at` is the member that moves.
#define WARPLINT_MOVES(Self, at)                                                                   \
  Self &operator++() {                                                                             \
    ++at;                                                                                          \
    return *this;                                                                                  \
  }                                                                                                \
  Self operator++(int) {                                                                           \
    Self before = *this;                                                                           \
    ++at;                                                                                          \
    return before;                                                                                 \
  }                                                                                                \
  Self &operator--() {                                                                             \
    --at;                                                                                          \
    return *this;                                                                                  \
  }                                                                                                \
  Self &operator+=(ptrdiff_t n) {                                                                  \
    at += n;                                                                                       \
    return *this;                                                                                  \
  }                                                                                                \
  Self &operator-=(ptrdiff_t n) {                                                                  \
    at -= n;                                                                                       \
    return *this;                                                                                  \
  }                                                                                                \
  Self operator+(ptrdiff_t n) const {                                                              \
    Self moved = *this;                                                                            \
    moved.at += n;                                                                                 \
    return moved;                                                                                  \
  }                                                                                                \
  Self operator-(ptrdiff_t n) const {                                                              \
    Self moved = *this;                                                                            \
    moved.at -= n;                                                                                 \
    return moved;                                                                                  \
  }                                                                                                \
  ptrdiff_t operator-(const Self &other) const { return at - other.at; }                           \
  bool operator==(const Self &other) const { return at == other.at; }                              \
  bool operator!=(const Self &other) const { return at != other.at; }                              \
  bool operator<(const Self &other) const { return at < other.at; }
template <class T, class System = use_default, class Traversal = use_default,
          class Difference = use_default>
struct counting_iterator : model::Iterator<counting_iterator<T, System, Traversal, Difference>, T> {
  counting_iterator() = default;
  explicit counting_iterator(T first) : at_(first) {}
  T operator*() const { return at_; }
  T operator[](ptrdiff_t n) const { return T(at_ + n); }
  WARPLINT_MOVES(counting_iterator, at_)
  T &base() { return at_; }
  T at_{};
};
template <class T> counting_iterator<T> make_counting_iterator(T first) {
  return counting_iterator<T>(first);
}
template <class T, class Index = use_default>
struct constant_iterator : model::Iterator<constant_iterator<T, Index>, T> {
  constant_iterator() = default;
  explicit constant_iterator(T value) : value_(value) {}
  T operator*() const { return value_; }
  T operator[](ptrdiff_t) const { return value_; }
  WARPLINT_MOVES(constant_iterator, at_)
  ptrdiff_t at_ = 0;
  T value_{};
};
template <class T> constant_iterator<T> make_constant_iterator(T value) {
  return constant_iterator<T>(value);
}
namespace model {
/// A function that its iterator carries along. Lambdas cannot be assigned; iterators that are
/// assigned to each other go over the same range, and so have the same function.
template <class F> struct Carried {
  F function;
  Carried() = default;
  Carried(F f) : function(f) {}
  Carried(const Carried &) = default;
  Carried &operator=(const Carried &) { return *this; }
};
} // namespace model
template <class F, class I, class R = use_default, class V = use_default>
struct transform_iterator
    : model::Iterator<transform_iterator<F, I, R, V>,
                      decltype(model::declval<F>()(model::declval<model::Value<I>>()))> {
  typedef decltype(model::declval<F>()(model::declval<model::Value<I>>())) value_type;
  transform_iterator() = default;
  transform_iterator(I first, F f) : at_(first), carried_(f) {}
  explicit transform_iterator(I first) : at_(first) {}
  value_type operator*() const { return carried_.function(*at_); }
  value_type operator[](ptrdiff_t n) const { return carried_.function(at_[n]); }
  WARPLINT_MOVES(transform_iterator, at_)
  const I &base() const { return at_; }
  F functor() const { return carried_.function; }
  I at_;
  mutable model::Carried<F> carried_; // functors need not be const
};
template <class I, class F> transform_iterator<F, I> make_transform_iterator(I i, F f) {
  return transform_iterator<F, I>(i, f);
}
template <class F, class I>
struct transform_output_iterator
    : model::Iterator<transform_output_iterator<F, I>, model::Value<I>> {
  transform_output_iterator() = default;
  transform_output_iterator(I first, F f) : at_(first), carried_(f) {}
  struct Place {
    template <class T> const Place &operator=(const T &value) const {
      *at = carried.function(value);
      return *this;
    }
    I at;
    mutable model::Carried<F> carried;
  };
  Place operator*() const { return {at_, carried_}; }
  Place operator[](ptrdiff_t n) const { return {at_ + n, carried_}; }
  WARPLINT_MOVES(transform_output_iterator, at_)
  I at_;
  mutable model::Carried<F> carried_;
};
template <class E, class I>
struct permutation_iterator : model::Iterator<permutation_iterator<E, I>, model::Value<E>> {
  permutation_iterator() = default;
  permutation_iterator(E elements, I indices) : elements_(elements), at_(indices) {}
  model::Value<E> operator*() const { return elements_[*at_]; }
  model::Value<E> operator[](ptrdiff_t n) const { return elements_[at_[n]]; }
  WARPLINT_MOVES(permutation_iterator, at_)
  E elements_;
  I at_;
};
template <class E, class I> permutation_iterator<E, I> make_permutation_iterator(E e, I i) {
  return permutation_iterator<E, I>(e, i);
}
#undef WARPLINT_MOVES
template <class I> struct reverse_iterator : model::Iterator<reverse_iterator<I>, model::Value<I>> {
  explicit reverse_iterator(I);
};
template <class I> reverse_iterator<I> make_reverse_iterator(I);
template <class Tuple> struct zip_iterator;
template <class... I>
struct zip_iterator<tuple<I...>>
    : model::Iterator<zip_iterator<tuple<I...>>, tuple<model::Value<I>...>> {
  zip_iterator(const tuple<I...> &);
};
template <class... I> zip_iterator<tuple<I...>> make_zip_iterator(const tuple<I...> &);
template <class... I> zip_iterator<tuple<I...>> make_zip_iterator(I...);
template <class F> struct zip_function {
  explicit zip_function(F);
};
template <class F> zip_function<F> make_zip_function(F);
template <class System = use_default>
struct discard_iterator : model::Iterator<discard_iterator<System>, int> {
  discard_iterator(ptrdiff_t = 0);
};
discard_iterator<> make_discard_iterator(ptrdiff_t = 0);
template <class I, class F>
transform_output_iterator<F, I> make_transform_output_iterator(I i, F f) {
  return {i, f};
}
/// What a class of one's own says of its iterators, and who may ask it.
class iterator_core_access {
public:
  template <class I> static typename I::reference dereference(const I &i) {
    return i.dereference();
  }
  template <class I> static void increment(I &i) { i.increment(); }
  template <class I> static void decrement(I &i) { i.decrement(); }
  template <class I> static void advance(I &i, typename I::difference_type n) { i.advance(n); }
  template <class I, class J> static bool equal(const I &i, const J &j) { return i.equal(j); }
  template <class I, class J>
  static typename I::difference_type distance(const I &from, const J &to) {
    return from.distance_to(to);
  }
};
/// All of an iterator made of these.
template <class Self, class T, class System, class Traversal, class Reference,
          class Difference = ptrdiff_t>
class iterator_facade {
public:
  typedef model::Bare<T> value_type;
  typedef Reference reference;
  typedef void pointer;
  typedef Difference difference_type;
  typedef std::random_access_iterator_tag iterator_category;
  Reference operator*() const { return iterator_core_access::dereference(self()); }
  Reference operator[](Difference n) const { return *(self() + n); }
  Self &operator++() {
    iterator_core_access::increment(self());
    return self();
  }
  Self operator++(int) {
    Self before(self());
    ++*this;
    return before;
  }
  Self &operator--() {
    iterator_core_access::decrement(self());
    return self();
  }
  Self operator--(int) {
    Self before(self());
    --*this;
    return before;
  }
  Self &operator+=(Difference n) {
    iterator_core_access::advance(self(), n);
    return self();
  }
  Self &operator-=(Difference n) {
    iterator_core_access::advance(self(), -n);
    return self();
  }
  Self operator+(Difference n) const {
    Self moved(self());
    moved += n;
    return moved;
  }
  Self operator-(Difference n) const {
    Self moved(self());
    moved -= n;
    return moved;
  }
  friend Self operator+(Difference n, const Self &from) { return from + n; }
  friend Difference operator-(const Self &to, const Self &from) {
    return iterator_core_access::distance(from, to);
  }
  friend bool operator==(const Self &a, const Self &b) {
    return iterator_core_access::equal(a, b);
  }
  friend bool operator!=(const Self &a, const Self &b) { return !(a == b); }
  friend bool operator<(const Self &a, const Self &b) { return b - a > 0; }
  friend bool operator>(const Self &a, const Self &b) { return b - a < 0; }
  friend bool operator<=(const Self &a, const Self &b) { return b - a >= 0; }
  friend bool operator>=(const Self &a, const Self &b) { return b - a <= 0; }

private:
  Self &self() { return static_cast<Self &>(*this); }
  const Self &self() const { return static_cast<const Self &>(*this); }
};
namespace model {
template <class Given, class Default> struct Or {
  typedef Given type;
};
template <class Default> struct Or<use_default, Default> {
  typedef Default type;
};
template <class I> using ReferenceOf = decltype(*declval<I>());
/// Of an adaptor: as it says, else to what its values are said to be, else its base's.
template <class Reference, class T, class I> struct AdaptedReference {
  typedef Reference type;
};
template <class T, class I> struct AdaptedReference<use_default, T, I> {
  typedef T &type;
};
template <class I> struct AdaptedReference<use_default, use_default, I> {
  typedef ReferenceOf<I> type;
};
template <class Self, class I, class T, class System, class Traversal, class Reference,
          class Difference>
using AdaptorBase =
    iterator_facade<Self, typename Or<T, Bare<ReferenceOf<I>>>::type, System, Traversal,
                    typename AdaptedReference<Reference, T, I>::type,
                    typename Or<Difference, ptrdiff_t>::type>;
} // namespace model
/// An iterator by another one, all but what it says itself.
template <class Self, class I, class T = use_default, class System = use_default,
          class Traversal = use_default, class Reference = use_default,
          class Difference = use_default>
class iterator_adaptor
    : public model::AdaptorBase<Self, I, T, System, Traversal, Reference, Difference> {
  friend class iterator_core_access;

public:
  typedef I base_type;
  typedef model::AdaptorBase<Self, I, T, System, Traversal, Reference, Difference> super_t;
  iterator_adaptor() = default;
  explicit iterator_adaptor(const I &base) : base_(base) {}
  const I &base() const { return base_; }

protected:
  const I &base_reference() const { return base_; }
  I &base_reference() { return base_; }

private:
  typename super_t::reference dereference() const { return *base_; }
  void increment() { ++base_; }
  void decrement() { --base_; }
  void advance(typename super_t::difference_type n) { base_ = base_ + n; }
  bool equal(const iterator_adaptor &other) const { return base_ == other.base_; }
  typename super_t::difference_type distance_to(const iterator_adaptor &other) const {
    return other.base_ - base_;
  }
  I base_;
};
template <class I> struct iterator_traits {
  typedef model::Value<I> value_type;
  typedef ptrdiff_t difference_type;
};
template <class I> struct iterator_value {
  typedef model::Value<I> type;
};
template <class I> ptrdiff_t distance(I, I);
template <class I, class D> void advance(I &, D);
template <class I> I next(I, ptrdiff_t = 1);

// Function objects.
template <class A, class R> struct unary_function {
  typedef A argument_type;
  typedef R result_type;
};
template <class A, class B, class R> struct binary_function {
  typedef A first_argument_type;
  typedef B second_argument_type;
  typedef R result_type;
};
#define WARPLINT_BINARY(name, result)                                                              \
  template <class T = void> struct name {                                                          \
    result operator()(const T &, const T &) const;                                                 \
  };                                                                                               \
  template <> struct name<void> {                                                                  \
    template <class A, class B> auto operator()(const A &a, const B &b) const -> decltype(a + b);  \
  };
WARPLINT_BINARY(plus, T)
WARPLINT_BINARY(minus, T)
WARPLINT_BINARY(multiplies, T)
WARPLINT_BINARY(divides, T)
WARPLINT_BINARY(modulus, T)
WARPLINT_BINARY(maximum, T)
WARPLINT_BINARY(minimum, T)
WARPLINT_BINARY(bit_and, T)
WARPLINT_BINARY(bit_or, T)
WARPLINT_BINARY(bit_xor, T)
WARPLINT_BINARY(equal_to, bool)
WARPLINT_BINARY(not_equal_to, bool)
WARPLINT_BINARY(less, bool)
WARPLINT_BINARY(less_equal, bool)
WARPLINT_BINARY(greater, bool)
WARPLINT_BINARY(greater_equal, bool)
WARPLINT_BINARY(logical_and, bool)
WARPLINT_BINARY(logical_or, bool)
#undef WARPLINT_BINARY
template <class T = void> struct negate {
  T operator()(const T &) const;
};
template <class T = void> struct square {
  T operator()(const T &) const;
};
template <class T = void> struct logical_not {
  bool operator()(const T &) const;
};
template <class T = void> struct identity {
  const T &operator()(const T &) const;
};
template <> struct square<void> {
  template <class T> constexpr auto operator()(const T &x) const { return x * x; }
};
template <> struct logical_not<void> {
  template <class T> constexpr bool operator()(const T &x) const { return !x; }
};
template <> struct identity<void> {
  template <class T> constexpr T &&operator()(T &&x) const { return static_cast<T &&>(x); }
};
template <class T> struct project1st {};
namespace placeholders {
struct Expression {
  template <class... T> bool operator()(const T &...) const;
};
#define WARPLINT_EXPRESSION(op)                                                                    \
  template <class T> Expression operator op(const Expression &, const T &);
WARPLINT_EXPRESSION(+)
WARPLINT_EXPRESSION(-)
WARPLINT_EXPRESSION(*)
WARPLINT_EXPRESSION(/)
WARPLINT_EXPRESSION(%)
WARPLINT_EXPRESSION(<)
WARPLINT_EXPRESSION(>)
WARPLINT_EXPRESSION(<=)
WARPLINT_EXPRESSION(>=)
WARPLINT_EXPRESSION(==)
WARPLINT_EXPRESSION(!=)
#undef WARPLINT_EXPRESSION
static const Expression _1{}, _2{}, _3{};
} // namespace placeholders

// Algorithms: by name, with any arguments. `first` results are those of the last iterator.
#define WARPLINT_ALGORITHM_VOID(name)                                                              \
  template <class... Args> void name(const Args &...) {}
#define WARPLINT_ALGORITHM_BOOL(name)                                                              \
  template <class... Args> bool name(const Args &...) { return warplint_model::opaque<bool>(); }
#define WARPLINT_ALGORITHM_COUNT(name)                                                             \
  template <class... Args> ptrdiff_t name(const Args &...) {                                       \
    return warplint_model::opaque<ptrdiff_t>();                                                    \
  }
namespace model {
template <class First, class...> struct FirstIterator {
  typedef First type;
};
template <class First, class Second, class... Rest> struct FirstIterator<First, Second, Rest...> {
  typedef typename warplint_model::Choose<__is_same(First, Second) || !__is_class(First) ||
                                              !__is_base_of(execution_policy<First>, First),
                                          First, Second>::type type;
};
} // namespace model
#define WARPLINT_ALGORITHM_ITERATOR(name)                                                          \
  template <class... Args> typename model::FirstIterator<Args...>::type name(const Args &...) {    \
    return warplint_model::opaque<typename model::FirstIterator<Args...>::type>();                 \
  }
WARPLINT_ALGORITHM_VOID(sort)
WARPLINT_ALGORITHM_VOID(stable_sort)
WARPLINT_ALGORITHM_VOID(sort_by_key)
WARPLINT_ALGORITHM_VOID(stable_sort_by_key)
WARPLINT_ALGORITHM_VOID(fill)
WARPLINT_ALGORITHM_VOID(sequence)
WARPLINT_ALGORITHM_VOID(tabulate)
WARPLINT_ALGORITHM_VOID(generate)
WARPLINT_ALGORITHM_VOID(replace)
WARPLINT_ALGORITHM_VOID(replace_if)
WARPLINT_ALGORITHM_VOID(reverse)
WARPLINT_ALGORITHM_VOID(shuffle)
WARPLINT_ALGORITHM_VOID(gather)
WARPLINT_ALGORITHM_VOID(gather_if)
WARPLINT_ALGORITHM_VOID(scatter)
WARPLINT_ALGORITHM_VOID(scatter_if)
WARPLINT_ALGORITHM_VOID(uninitialized_fill)
WARPLINT_ALGORITHM_VOID(set_intersection)
WARPLINT_ALGORITHM_VOID(set_union)
WARPLINT_ALGORITHM_VOID(set_difference)
WARPLINT_ALGORITHM_BOOL(equal)
WARPLINT_ALGORITHM_BOOL(is_sorted)
WARPLINT_ALGORITHM_BOOL(all_of)
WARPLINT_ALGORITHM_BOOL(any_of)
WARPLINT_ALGORITHM_BOOL(none_of)
WARPLINT_ALGORITHM_BOOL(binary_search)
WARPLINT_ALGORITHM_COUNT(count)
WARPLINT_ALGORITHM_COUNT(count_if)
WARPLINT_ALGORITHM_ITERATOR(copy)
WARPLINT_ALGORITHM_ITERATOR(copy_n)
WARPLINT_ALGORITHM_ITERATOR(copy_if)
WARPLINT_ALGORITHM_ITERATOR(transform)
WARPLINT_ALGORITHM_ITERATOR(transform_if)
WARPLINT_ALGORITHM_ITERATOR(for_each)
WARPLINT_ALGORITHM_ITERATOR(for_each_n)
WARPLINT_ALGORITHM_ITERATOR(fill_n)
WARPLINT_ALGORITHM_ITERATOR(inclusive_scan)
WARPLINT_ALGORITHM_ITERATOR(exclusive_scan)
WARPLINT_ALGORITHM_ITERATOR(inclusive_scan_by_key)
WARPLINT_ALGORITHM_ITERATOR(exclusive_scan_by_key)
WARPLINT_ALGORITHM_ITERATOR(transform_inclusive_scan)
WARPLINT_ALGORITHM_ITERATOR(transform_exclusive_scan)
WARPLINT_ALGORITHM_ITERATOR(adjacent_difference)
WARPLINT_ALGORITHM_ITERATOR(min_element)
WARPLINT_ALGORITHM_ITERATOR(max_element)
WARPLINT_ALGORITHM_ITERATOR(unique)
WARPLINT_ALGORITHM_ITERATOR(unique_copy)
WARPLINT_ALGORITHM_ITERATOR(remove)
WARPLINT_ALGORITHM_ITERATOR(remove_if)
WARPLINT_ALGORITHM_ITERATOR(remove_copy_if)
WARPLINT_ALGORITHM_ITERATOR(find)
WARPLINT_ALGORITHM_ITERATOR(find_if)
WARPLINT_ALGORITHM_ITERATOR(partition)
WARPLINT_ALGORITHM_ITERATOR(stable_partition)
WARPLINT_ALGORITHM_ITERATOR(lower_bound)
WARPLINT_ALGORITHM_ITERATOR(upper_bound)
WARPLINT_ALGORITHM_ITERATOR(merge)
WARPLINT_ALGORITHM_ITERATOR(merge_by_key)
WARPLINT_ALGORITHM_ITERATOR(swap_ranges)
WARPLINT_ALGORITHM_ITERATOR(find_if_not)
WARPLINT_ALGORITHM_ITERATOR(generate_n)
WARPLINT_ALGORITHM_ITERATOR(is_sorted_until)
WARPLINT_ALGORITHM_ITERATOR(partition_point)
WARPLINT_ALGORITHM_ITERATOR(remove_copy)
WARPLINT_ALGORITHM_ITERATOR(replace_copy)
WARPLINT_ALGORITHM_ITERATOR(replace_copy_if)
WARPLINT_ALGORITHM_ITERATOR(reverse_copy)
WARPLINT_ALGORITHM_ITERATOR(set_symmetric_difference)
WARPLINT_ALGORITHM_ITERATOR(uninitialized_copy)
WARPLINT_ALGORITHM_ITERATOR(uninitialized_copy_n)
WARPLINT_ALGORITHM_ITERATOR(uninitialized_fill_n)
WARPLINT_ALGORITHM_BOOL(is_partitioned)
WARPLINT_ALGORITHM_COUNT(unique_count)

// A thread searches for itself: what it finds depends on what it loads.
template <class I, class T, class Less>
I lower_bound(const sequential_execution_policy &, I first, I last, const T &value, Less less) {
  ptrdiff_t count = last - first;
  while (count > 0) {
    const ptrdiff_t half = count >> 1;
    const I middle = first + half;
    if (less(*middle, value)) {
      first = middle + 1;
      count -= half + 1;
    } else {
      count = half;
    }
  }
  return first;
}
template <class I, class T, class Less>
I upper_bound(const sequential_execution_policy &, I first, I last, const T &value, Less less) {
  ptrdiff_t count = last - first;
  while (count > 0) {
    const ptrdiff_t half = count >> 1;
    const I middle = first + half;
    if (less(value, *middle)) {
      count = half;
    } else {
      first = middle + 1;
      count -= half + 1;
    }
  }
  return first;
}
namespace model {
struct Less {
  template <class A, class B> bool operator()(const A &a, const B &b) const { return a < b; }
};
} // namespace model
template <class I, class T>
I lower_bound(const sequential_execution_policy &policy, I first, I last, const T &value) {
  return thrust::lower_bound(policy, first, last, value, model::Less());
}
template <class I, class T>
I upper_bound(const sequential_execution_policy &policy, I first, I last, const T &value) {
  return thrust::upper_bound(policy, first, last, value, model::Less());
}
template <class I, class T>
bool binary_search(const sequential_execution_policy &policy, I first, I last, const T &value) {
  const I found = thrust::lower_bound(policy, first, last, value, model::Less());
  return found != last && !(value < *found);
}
template <class... Args>
pair<typename model::FirstIterator<Args...>::type, typename model::FirstIterator<Args...>::type>
minmax_element(const Args &...);
template <class K1, class K2, class V1, class K3, class V3, class... More>
pair<K3, V3> reduce_by_key(K1, K2, V1, K3, V3, More...) {
  return warplint_model::opaque<pair<K3, V3>>();
}
template <class Policy, class K1, class V1, class K3, class V3, class... More>
pair<K3, V3> reduce_by_key(const execution_policy<Policy> &, K1, K1, V1, K3, V3, More...) {
  return warplint_model::opaque<pair<K3, V3>>();
}
template <class K, class V, class... More> pair<K, V> unique_by_key(K, K, V, More...) {
  return warplint_model::opaque<pair<K, V>>();
}
template <class K1, class V1, class K, class V, class... More>
pair<K, V> unique_by_key_copy(K1, K1, V1, K, V, More...) {
  return warplint_model::opaque<pair<K, V>>();
}
template <class I> model::Value<I> reduce(I, I) {
  return warplint_model::opaque<model::Value<I>>();
}
template <class I, class T> T reduce(I, I, T) { return warplint_model::opaque<T>(); }
template <class I, class T, class F> T reduce(I, I, T, F) { return warplint_model::opaque<T>(); }
template <class P, class I> model::Value<I> reduce(const execution_policy<P> &, I, I) {
  return warplint_model::opaque<model::Value<I>>();
}
template <class P, class I, class T> T reduce(const execution_policy<P> &, I, I, T) {
  return warplint_model::opaque<T>();
}
template <class P, class I, class T, class F> T reduce(const execution_policy<P> &, I, I, T, F) {
  return warplint_model::opaque<T>();
}
template <class I, class U, class T, class F> T transform_reduce(I, I, U, T, F) {
  return warplint_model::opaque<T>();
}
template <class P, class I, class U, class T, class F>
T transform_reduce(const execution_policy<P> &, I, I, U, T, F) {
  return warplint_model::opaque<T>();
}
template <class I, class J, class T> T inner_product(I, I, J, T) {
  return warplint_model::opaque<T>();
}
template <class I, class J, class T, class F, class G> T inner_product(I, I, J, T, F, G) {
  return warplint_model::opaque<T>();
}
template <class P, class I, class J, class T>
T inner_product(const execution_policy<P> &, I, I, J, T) {
  return warplint_model::opaque<T>();
}
template <class T> inline void swap(T &a, T &b) {
  T kept = static_cast<T &&>(a);
  a = static_cast<T &&>(b);
  b = static_cast<T &&>(kept);
}
template <class T> const T &(min)(const T &, const T &);
template <class T> const T &(max)(const T &, const T &);
#undef WARPLINT_ALGORITHM_VOID
#undef WARPLINT_ALGORITHM_BOOL
#undef WARPLINT_ALGORITHM_COUNT
#undef WARPLINT_ALGORITHM_ITERATOR

// Complex numbers.
template <class T> struct alignas(2 * sizeof(T)) complex {
  typedef T value_type;
  T x, y;
  complex() = default;
  complex(const T &re, const T &im = T()) : x(re), y(im) {}
  template <class U> complex(const complex<U> &z) : x(T(z.x)), y(T(z.y)) {}
  T real() const { return x; }
  T imag() const { return y; }
  void real(T v) { x = v; }
  void imag(T v) { y = v; }
  complex &operator+=(const complex &z);
  complex &operator-=(const complex &z);
  complex &operator*=(const complex &z);
  complex &operator/=(const complex &z);
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
template <class T> bool operator==(const complex<T> &, const complex<T> &);
template <class T> bool operator!=(const complex<T> &, const complex<T> &);
template <class T> T abs(const complex<T> &);
template <class T> T arg(const complex<T> &);
template <class T> T norm(const complex<T> &);
template <class T> complex<T> conj(const complex<T> &);
template <class T> complex<T> polar(const T &, const T & = T());
template <class T> complex<T> exp(const complex<T> &);
template <class T> complex<T> log(const complex<T> &);
template <class T> complex<T> sqrt(const complex<T> &);
template <class T, class U> complex<T> pow(const complex<T> &, const U &);
template <class T> complex<T> sin(const complex<T> &);
template <class T> complex<T> cos(const complex<T> &);

// Random numbers.
template <class T, T A, T C, T M> class linear_congruential_engine {
public:
  typedef T result_type;
  explicit linear_congruential_engine(T = 1);
  T operator()();
  void seed(T = 1);
  void discard(unsigned long long);
  static constexpr T min = 0;
  static constexpr T max = M;
};
typedef linear_congruential_engine<unsigned, 48271, 0, 2147483647> minstd_rand;
typedef linear_congruential_engine<unsigned, 16807, 0, 2147483647> minstd_rand0;
typedef minstd_rand default_random_engine;
template <class T = float> struct uniform_real_distribution {
  constexpr explicit uniform_real_distribution(T first = 0, T second = 1)
      : first(first), second(second) {}
  template <class G> T operator()(G &);
  T first, second;
};
template <class T = int> struct uniform_int_distribution {
  constexpr explicit uniform_int_distribution(T first = 0, T second = 0)
      : first(first), second(second) {}
  template <class G> T operator()(G &);
  T first, second;
};
template <class T = float> struct normal_distribution {
  constexpr explicit normal_distribution(T first = 0, T second = 1)
      : first(first), second(second) {}
  template <class G> T operator()(G &);
  T first, second;
};
namespace random {
using thrust::default_random_engine;
using thrust::minstd_rand;
using thrust::normal_distribution;
using thrust::uniform_int_distribution;
using thrust::uniform_real_distribution;
} // namespace random
class error_category;
const error_category &cuda_category();
class system_error {
public:
  system_error(int, const error_category &);
  system_error(int, const error_category &, const char *);
  const char *what() const;
};
} // namespace thrust

#ifdef THRUST_CUB_WRAPPED_NAMESPACE
namespace THRUST_CUB_WRAPPED_NAMESPACE {
namespace thrust {
using namespace ::thrust;
} // namespace thrust
} // namespace THRUST_CUB_WRAPPED_NAMESPACE
#endif

#pragma clang force_cuda_host_device end
