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
template <class T_> struct ValueOf {
  typedef typename T_::value_type type;
};
template <class T_> struct ValueOf<T_ *> {
  typedef T_ type;
};
template <class T_> struct ValueOf<const T_ *> {
  typedef T_ type;
};
template <class I_> using Value = typename ValueOf<I_>::type;
template <class T_> T_ &&declval() noexcept;
template <class T_> struct Plain {
  typedef T_ type;
};
template <class T_> struct Plain<T_ &> : Plain<T_> {};
template <class T_> struct Plain<T_ &&> : Plain<T_> {};
template <class T_> struct Plain<const T_> : Plain<T_> {};
template <class T_> using Bare = typename Plain<T_>::type;
} // namespace model

// Policies.
namespace detail {
template <class Derived> struct execution_policy_base {};
} // namespace detail
template <class Derived> struct execution_policy : detail::execution_policy_base<Derived> {
  template <class T_> const Derived &operator()(const T_ &) const;
  template <class T_> const Derived &on(const T_ &) const;
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
template <class T_> class device_ptr;
template <class T_> class device_reference {
public:
  typedef T_ value_type;
  operator T_() const;
  device_reference(const device_reference &);
  explicit device_reference(const device_ptr<T_> &);
  const device_reference &operator=(const T_ &) const;
  const device_reference &operator=(const device_reference &) const;
  device_ptr<T_> operator&() const;
  template <class U_> const device_reference &operator+=(const U_ &) const;
  template <class U_> const device_reference &operator-=(const U_ &) const;
  const device_reference &operator++() const;
};
template <class T_> class device_ptr {
public:
  typedef T_ value_type;
  typedef T_ element_type;
  typedef device_reference<T_> reference;
  typedef ptrdiff_t difference_type;
  typedef device_ptr pointer;
  typedef std::random_access_iterator_tag iterator_category;
  device_ptr() = default;
  device_ptr(decltype(nullptr));
  template <class U_> explicit device_ptr(U_ *);
  template <class U_> device_ptr(const device_ptr<U_> &);
  T_ *get() const;
  explicit operator bool() const;
  reference operator*() const;
  T_ *operator->() const;
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
template <class T_> device_ptr<T_> device_pointer_cast(T_ *);
template <class T_> device_ptr<T_> device_pointer_cast(const device_ptr<T_> &);
template <class T_> T_ *raw_pointer_cast(T_ *);
template <class T_> T_ *raw_pointer_cast(const device_ptr<T_> &);
template <class T_> T_ &raw_reference_cast(T_ &);
template <class T_> T_ &raw_reference_cast(const device_reference<T_> &);
device_ptr<void> device_malloc(size_t);
template <class T_> device_ptr<T_> device_malloc(size_t);
template <class P_> void device_free(P_);
template <class T_> device_ptr<T_> device_new(size_t = 1);
template <class P_> void device_delete(P_, size_t = 0);

// Containers.
template <class T_> class device_allocator {
public:
  typedef T_ value_type;
  typedef device_ptr<T_> pointer;
  typedef size_t size_type;
  pointer allocate(size_t);
  void deallocate(pointer, size_t);
};
template <class T_> class device_malloc_allocator : public device_allocator<T_> {};
template <class T_> class host_allocator_model {
public:
  typedef T_ value_type;
};
namespace model {
template <class Self, class T_, class Iterator, class Reference> class Vector {
public:
  typedef T_ value_type;
  typedef Iterator iterator;
  typedef Iterator const_iterator;
  typedef Iterator pointer;
  typedef Reference reference;
  typedef size_t size_type;
  typedef ptrdiff_t difference_type;
  Vector();
  explicit Vector(size_t);
  Vector(size_t, const T_ &);
  Vector(const Vector &);
  Vector(std::initializer_list<T_>);
  template <class I_, class = Value<I_>> Vector(I_, I_);
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
  void resize(size_t, const T_ &);
  void reserve(size_t);
  void clear();
  void shrink_to_fit();
  void push_back(const T_ &);
  void pop_back();
  void swap(Vector &);
  template <class I_> void assign(I_, I_);
  void assign(size_t, const T_ &);
  iterator erase(iterator);
  iterator erase(iterator, iterator);
  iterator insert(iterator, const T_ &);
  template <class I_> void insert(iterator, I_, I_);
};
} // namespace model
template <class T_, class Allocator = device_allocator<T_>>
class device_vector
    : public model::Vector<device_vector<T_>, T_, device_ptr<T_>, device_reference<T_>> {
public:
  using model::Vector<device_vector<T_>, T_, device_ptr<T_>, device_reference<T_>>::Vector;
  device_vector() = default;
  template <class Other, class = typename Other::value_type>
  device_vector &operator=(const Other &);
};
template <class T_, class Allocator = host_allocator_model<T_>>
class host_vector : public model::Vector<host_vector<T_>, T_, T_ *, T_ &> {
public:
  using model::Vector<host_vector<T_>, T_, T_ *, T_ &>::Vector;
  host_vector() = default;
  template <class Other, class = typename Other::value_type> host_vector &operator=(const Other &);
};
template <class T_>
class universal_vector : public model::Vector<universal_vector<T_>, T_, device_ptr<T_>, T_ &> {
public:
  using model::Vector<universal_vector<T_>, T_, device_ptr<T_>, T_ &>::Vector;
  universal_vector() = default;
  template <class Other, class = typename Other::value_type>
  universal_vector &operator=(const Other &);
};

// Pairs and tuples.
template <class A_, class B_> struct pair {
  typedef A_ first_type;
  typedef B_ second_type;
  A_ first;
  B_ second;
  pair() = default;
  pair(const A_ &a, const B_ &b) : first(a), second(b) {}
  template <class C_, class D_> pair(const pair<C_, D_> &p) : first(p.first), second(p.second) {}
};
template <class A_, class B_> pair<A_, B_> make_pair(A_, B_);
struct null_type {};
template <class... T_> struct tuple {
  tuple() = default;
  tuple(const T_ &...);
  template <class... U_> tuple(const tuple<U_...> &);
  template <class... U_> tuple &operator=(const tuple<U_...> &);
};
template <> struct tuple<> {};
namespace model {
template <int N_, class T_> struct Element;
template <class Head, class... Tail> struct Element<0, tuple<Head, Tail...>> {
  typedef Head type;
};
template <int N_, class Head, class... Tail>
struct Element<N_, tuple<Head, Tail...>> : Element<N_ - 1, tuple<Tail...>> {};
} // namespace model
template <size_t N_, class T_> struct tuple_element : model::Element<N_, T_> {};
template <class T_> struct tuple_size;
template <class... T_> struct tuple_size<tuple<T_...>> {
  static constexpr size_t value = sizeof...(T_);
};
template <int N_, class... T_> typename model::Element<N_, tuple<T_...>>::type &get(tuple<T_...> &);
template <int N_, class... T_>
const typename model::Element<N_, tuple<T_...>>::type &get(const tuple<T_...> &);
template <class... T_> tuple<T_...> make_tuple(const T_ &...);
template <class... T_> tuple<T_ &...> tie(T_ &...);

// Iterators.
namespace model {
template <class Self, class T_, class Reference = T_> struct Iterator {
  typedef std::random_access_iterator_tag iterator_category;
  typedef T_ value_type;
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
template <class T_, class System = use_default, class Traversal = use_default,
          class Difference = use_default>
struct counting_iterator : model::Iterator<counting_iterator<T_, System, Traversal, Difference>, T_> {
  counting_iterator() = default;
  explicit counting_iterator(T_ first) : at_(first) {}
  T_ operator*() const { return at_; }
  T_ operator[](ptrdiff_t n) const { return T_(at_ + n); }
  WARPLINT_MOVES(counting_iterator, at_)
  T_ &base() { return at_; }
  T_ at_{};
};
template <class T_> counting_iterator<T_> make_counting_iterator(T_ first) {
  return counting_iterator<T_>(first);
}
template <class T_, class Index = use_default>
struct constant_iterator : model::Iterator<constant_iterator<T_, Index>, T_> {
  constant_iterator() = default;
  explicit constant_iterator(T_ value) : value_(value) {}
  T_ operator*() const { return value_; }
  T_ operator[](ptrdiff_t) const { return value_; }
  WARPLINT_MOVES(constant_iterator, at_)
  ptrdiff_t at_ = 0;
  T_ value_{};
};
template <class T_> constant_iterator<T_> make_constant_iterator(T_ value) {
  return constant_iterator<T_>(value);
}
namespace model {
/// A function that its iterator carries along. Lambdas cannot be assigned; iterators that are
/// assigned to each other go over the same range, and so have the same function.
template <class F_> struct Carried {
  F_ function;
  Carried() = default;
  Carried(F_ f) : function(f) {}
  Carried(const Carried &) = default;
  Carried &operator=(const Carried &) { return *this; }
};
} // namespace model
template <class F_, class I_, class R_ = use_default, class V_ = use_default>
struct transform_iterator
    : model::Iterator<transform_iterator<F_, I_, R_, V_>,
                      decltype(model::declval<F_>()(model::declval<model::Value<I_>>()))> {
  typedef decltype(model::declval<F_>()(model::declval<model::Value<I_>>())) value_type;
  transform_iterator() = default;
  transform_iterator(I_ first, F_ f) : at_(first), carried_(f) {}
  explicit transform_iterator(I_ first) : at_(first) {}
  value_type operator*() const { return carried_.function(*at_); }
  value_type operator[](ptrdiff_t n) const { return carried_.function(at_[n]); }
  WARPLINT_MOVES(transform_iterator, at_)
  const I_ &base() const { return at_; }
  F_ functor() const { return carried_.function; }
  I_ at_;
  mutable model::Carried<F_> carried_; // functors need not be const
};
template <class I_, class F_> transform_iterator<F_, I_> make_transform_iterator(I_ i, F_ f) {
  return transform_iterator<F_, I_>(i, f);
}
template <class F_, class I_>
struct transform_output_iterator
    : model::Iterator<transform_output_iterator<F_, I_>, model::Value<I_>> {
  transform_output_iterator() = default;
  transform_output_iterator(I_ first, F_ f) : at_(first), carried_(f) {}
  struct Place {
    template <class T_> const Place &operator=(const T_ &value) const {
      *at = carried.function(value);
      return *this;
    }
    I_ at;
    mutable model::Carried<F_> carried;
  };
  Place operator*() const { return {at_, carried_}; }
  Place operator[](ptrdiff_t n) const { return {at_ + n, carried_}; }
  WARPLINT_MOVES(transform_output_iterator, at_)
  I_ at_;
  mutable model::Carried<F_> carried_;
};
template <class E_, class I_>
struct permutation_iterator : model::Iterator<permutation_iterator<E_, I_>, model::Value<E_>> {
  permutation_iterator() = default;
  permutation_iterator(E_ elements, I_ indices) : elements_(elements), at_(indices) {}
  model::Value<E_> operator*() const { return elements_[*at_]; }
  model::Value<E_> operator[](ptrdiff_t n) const { return elements_[at_[n]]; }
  WARPLINT_MOVES(permutation_iterator, at_)
  E_ elements_;
  I_ at_;
};
template <class E_, class I_> permutation_iterator<E_, I_> make_permutation_iterator(E_ e, I_ i) {
  return permutation_iterator<E_, I_>(e, i);
}
#undef WARPLINT_MOVES
template <class I_> struct reverse_iterator : model::Iterator<reverse_iterator<I_>, model::Value<I_>> {
  explicit reverse_iterator(I_);
};
template <class I_> reverse_iterator<I_> make_reverse_iterator(I_);
template <class Tuple> struct zip_iterator;
template <class... I_>
struct zip_iterator<tuple<I_...>>
    : model::Iterator<zip_iterator<tuple<I_...>>, tuple<model::Value<I_>...>> {
  zip_iterator(const tuple<I_...> &);
};
template <class... I_> zip_iterator<tuple<I_...>> make_zip_iterator(const tuple<I_...> &);
template <class... I_> zip_iterator<tuple<I_...>> make_zip_iterator(I_...);
template <class F_> struct zip_function {
  explicit zip_function(F_);
};
template <class F_> zip_function<F_> make_zip_function(F_);
template <class System = use_default>
struct discard_iterator : model::Iterator<discard_iterator<System>, int> {
  discard_iterator(ptrdiff_t = 0);
};
discard_iterator<> make_discard_iterator(ptrdiff_t = 0);
template <class I_, class F_>
transform_output_iterator<F_, I_> make_transform_output_iterator(I_ i, F_ f) {
  return {i, f};
}
/// What a class of one's own says of its iterators, and who may ask it.
class iterator_core_access {
public:
  template <class I_> static typename I_::reference dereference(const I_ &i) {
    return i.dereference();
  }
  template <class I_> static void increment(I_ &i) { i.increment(); }
  template <class I_> static void decrement(I_ &i) { i.decrement(); }
  template <class I_> static void advance(I_ &i, typename I_::difference_type n) { i.advance(n); }
  template <class I_, class J_> static bool equal(const I_ &i, const J_ &j) { return i.equal(j); }
  template <class I_, class J_>
  static typename I_::difference_type distance(const I_ &from, const J_ &to) {
    return from.distance_to(to);
  }
};
/// All of an iterator made of these.
template <class Self, class T_, class System, class Traversal, class Reference,
          class Difference = ptrdiff_t>
class iterator_facade {
public:
  typedef model::Bare<T_> value_type;
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
template <class I_> using ReferenceOf = decltype(*declval<I_>());
/// Of an adaptor: as it says, else to what its values are said to be, else its base's.
template <class Reference, class T_, class I_> struct AdaptedReference {
  typedef Reference type;
};
template <class T_, class I_> struct AdaptedReference<use_default, T_, I_> {
  typedef T_ &type;
};
template <class I_> struct AdaptedReference<use_default, use_default, I_> {
  typedef ReferenceOf<I_> type;
};
template <class Self, class I_, class T_, class System, class Traversal, class Reference,
          class Difference>
using AdaptorBase =
    iterator_facade<Self, typename Or<T_, Bare<ReferenceOf<I_>>>::type, System, Traversal,
                    typename AdaptedReference<Reference, T_, I_>::type,
                    typename Or<Difference, ptrdiff_t>::type>;
} // namespace model
/// An iterator by another one, all but what it says itself.
template <class Self, class I_, class T_ = use_default, class System = use_default,
          class Traversal = use_default, class Reference = use_default,
          class Difference = use_default>
class iterator_adaptor
    : public model::AdaptorBase<Self, I_, T_, System, Traversal, Reference, Difference> {
  friend class iterator_core_access;

public:
  typedef I_ base_type;
  typedef model::AdaptorBase<Self, I_, T_, System, Traversal, Reference, Difference> super_t;
  iterator_adaptor() = default;
  explicit iterator_adaptor(const I_ &base) : base_(base) {}
  const I_ &base() const { return base_; }

protected:
  const I_ &base_reference() const { return base_; }
  I_ &base_reference() { return base_; }

private:
  typename super_t::reference dereference() const { return *base_; }
  void increment() { ++base_; }
  void decrement() { --base_; }
  void advance(typename super_t::difference_type n) { base_ = base_ + n; }
  bool equal(const iterator_adaptor &other) const { return base_ == other.base_; }
  typename super_t::difference_type distance_to(const iterator_adaptor &other) const {
    return other.base_ - base_;
  }
  I_ base_;
};
template <class I_> struct iterator_traits {
  typedef model::Value<I_> value_type;
  typedef ptrdiff_t difference_type;
};
template <class I_> struct iterator_value {
  typedef model::Value<I_> type;
};
template <class I_> ptrdiff_t distance(I_, I_);
template <class I_, class D_> void advance(I_ &, D_);
template <class I_> I_ next(I_, ptrdiff_t = 1);

// Function objects.
template <class A_, class R_> struct unary_function {
  typedef A_ argument_type;
  typedef R_ result_type;
};
template <class A_, class B_, class R_> struct binary_function {
  typedef A_ first_argument_type;
  typedef B_ second_argument_type;
  typedef R_ result_type;
};
#define WARPLINT_BINARY(name, result)                                                              \
  template <class T_ = void> struct name {                                                          \
    result operator()(const T_ &, const T_ &) const;                                                 \
  };                                                                                               \
  template <> struct name<void> {                                                                  \
    template <class A_, class B_> auto operator()(const A_ &a, const B_ &b) const -> decltype(a + b);  \
  };
WARPLINT_BINARY(plus, T_)
WARPLINT_BINARY(minus, T_)
WARPLINT_BINARY(multiplies, T_)
WARPLINT_BINARY(divides, T_)
WARPLINT_BINARY(modulus, T_)
WARPLINT_BINARY(maximum, T_)
WARPLINT_BINARY(minimum, T_)
WARPLINT_BINARY(bit_and, T_)
WARPLINT_BINARY(bit_or, T_)
WARPLINT_BINARY(bit_xor, T_)
WARPLINT_BINARY(equal_to, bool)
WARPLINT_BINARY(not_equal_to, bool)
WARPLINT_BINARY(less, bool)
WARPLINT_BINARY(less_equal, bool)
WARPLINT_BINARY(greater, bool)
WARPLINT_BINARY(greater_equal, bool)
WARPLINT_BINARY(logical_and, bool)
WARPLINT_BINARY(logical_or, bool)
#undef WARPLINT_BINARY
template <class T_ = void> struct negate {
  T_ operator()(const T_ &) const;
};
template <class T_ = void> struct square {
  T_ operator()(const T_ &) const;
};
template <class T_ = void> struct logical_not {
  bool operator()(const T_ &) const;
};
template <class T_ = void> struct identity {
  const T_ &operator()(const T_ &) const;
};
template <> struct square<void> {
  template <class T_> constexpr auto operator()(const T_ &x) const { return x * x; }
};
template <> struct logical_not<void> {
  template <class T_> constexpr bool operator()(const T_ &x) const { return !x; }
};
template <> struct identity<void> {
  template <class T_> constexpr T_ &&operator()(T_ &&x) const { return static_cast<T_ &&>(x); }
};
template <class T_> struct project1st {};
namespace placeholders {
struct Expression {
  template <class... T_> bool operator()(const T_ &...) const;
};
#define WARPLINT_EXPRESSION(op)                                                                    \
  template <class T_> Expression operator op(const Expression &, const T_ &);
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
template <class I_, class T_, class Less>
I_ lower_bound(const sequential_execution_policy &, I_ first, I_ last, const T_ &value, Less less) {
  ptrdiff_t count = last - first;
  while (count > 0) {
    const ptrdiff_t half = count >> 1;
    const I_ middle = first + half;
    if (less(*middle, value)) {
      first = middle + 1;
      count -= half + 1;
    } else {
      count = half;
    }
  }
  return first;
}
template <class I_, class T_, class Less>
I_ upper_bound(const sequential_execution_policy &, I_ first, I_ last, const T_ &value, Less less) {
  ptrdiff_t count = last - first;
  while (count > 0) {
    const ptrdiff_t half = count >> 1;
    const I_ middle = first + half;
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
  template <class A_, class B_> bool operator()(const A_ &a, const B_ &b) const { return a < b; }
};
} // namespace model
template <class I_, class T_>
I_ lower_bound(const sequential_execution_policy &policy, I_ first, I_ last, const T_ &value) {
  return thrust::lower_bound(policy, first, last, value, model::Less());
}
template <class I_, class T_>
I_ upper_bound(const sequential_execution_policy &policy, I_ first, I_ last, const T_ &value) {
  return thrust::upper_bound(policy, first, last, value, model::Less());
}
template <class I_, class T_>
bool binary_search(const sequential_execution_policy &policy, I_ first, I_ last, const T_ &value) {
  const I_ found = thrust::lower_bound(policy, first, last, value, model::Less());
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
template <class K_, class V_, class... More> pair<K_, V_> unique_by_key(K_, K_, V_, More...) {
  return warplint_model::opaque<pair<K_, V_>>();
}
template <class K1, class V1, class K_, class V_, class... More>
pair<K_, V_> unique_by_key_copy(K1, K1, V1, K_, V_, More...) {
  return warplint_model::opaque<pair<K_, V_>>();
}
template <class I_> model::Value<I_> reduce(I_, I_) {
  return warplint_model::opaque<model::Value<I_>>();
}
template <class I_, class T_> T_ reduce(I_, I_, T_) { return warplint_model::opaque<T_>(); }
template <class I_, class T_, class F_> T_ reduce(I_, I_, T_, F_) { return warplint_model::opaque<T_>(); }
template <class P_, class I_> model::Value<I_> reduce(const execution_policy<P_> &, I_, I_) {
  return warplint_model::opaque<model::Value<I_>>();
}
template <class P_, class I_, class T_> T_ reduce(const execution_policy<P_> &, I_, I_, T_) {
  return warplint_model::opaque<T_>();
}
template <class P_, class I_, class T_, class F_> T_ reduce(const execution_policy<P_> &, I_, I_, T_, F_) {
  return warplint_model::opaque<T_>();
}
template <class I_, class U_, class T_, class F_> T_ transform_reduce(I_, I_, U_, T_, F_) {
  return warplint_model::opaque<T_>();
}
template <class P_, class I_, class U_, class T_, class F_>
T_ transform_reduce(const execution_policy<P_> &, I_, I_, U_, T_, F_) {
  return warplint_model::opaque<T_>();
}
template <class I_, class J_, class T_> T_ inner_product(I_, I_, J_, T_) {
  return warplint_model::opaque<T_>();
}
template <class I_, class J_, class T_, class F_, class G_> T_ inner_product(I_, I_, J_, T_, F_, G_) {
  return warplint_model::opaque<T_>();
}
template <class P_, class I_, class J_, class T_>
T_ inner_product(const execution_policy<P_> &, I_, I_, J_, T_) {
  return warplint_model::opaque<T_>();
}
template <class T_> inline void swap(T_ &a, T_ &b) {
  T_ kept = static_cast<T_ &&>(a);
  a = static_cast<T_ &&>(b);
  b = static_cast<T_ &&>(kept);
}
template <class T_> const T_ &(min)(const T_ &, const T_ &);
template <class T_> const T_ &(max)(const T_ &, const T_ &);
#undef WARPLINT_ALGORITHM_VOID
#undef WARPLINT_ALGORITHM_BOOL
#undef WARPLINT_ALGORITHM_COUNT
#undef WARPLINT_ALGORITHM_ITERATOR

// Complex numbers.
template <class T_> struct alignas(2 * sizeof(T_)) complex {
  typedef T_ value_type;
  T_ x, y;
  complex() = default;
  complex(const T_ &re, const T_ &im = T_()) : x(re), y(im) {}
  template <class U_> complex(const complex<U_> &z) : x(T_(z.x)), y(T_(z.y)) {}
  T_ real() const { return x; }
  T_ imag() const { return y; }
  void real(T_ v) { x = v; }
  void imag(T_ v) { y = v; }
  complex &operator+=(const complex &z);
  complex &operator-=(const complex &z);
  complex &operator*=(const complex &z);
  complex &operator/=(const complex &z);
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
template <class T_> bool operator==(const complex<T_> &, const complex<T_> &);
template <class T_> bool operator!=(const complex<T_> &, const complex<T_> &);
template <class T_> T_ abs(const complex<T_> &);
template <class T_> T_ arg(const complex<T_> &);
template <class T_> T_ norm(const complex<T_> &);
template <class T_> complex<T_> conj(const complex<T_> &);
template <class T_> complex<T_> polar(const T_ &, const T_ & = T_());
template <class T_> complex<T_> exp(const complex<T_> &);
template <class T_> complex<T_> log(const complex<T_> &);
template <class T_> complex<T_> sqrt(const complex<T_> &);
template <class T_, class U_> complex<T_> pow(const complex<T_> &, const U_ &);
template <class T_> complex<T_> sin(const complex<T_> &);
template <class T_> complex<T_> cos(const complex<T_> &);

// Random numbers.
template <class T_, T_ A_, T_ C_, T_ M_> class linear_congruential_engine {
public:
  typedef T_ result_type;
  explicit linear_congruential_engine(T_ = 1);
  T_ operator()();
  void seed(T_ = 1);
  void discard(unsigned long long);
  static constexpr T_ min = 0;
  static constexpr T_ max = M_;
};
typedef linear_congruential_engine<unsigned, 48271, 0, 2147483647> minstd_rand;
typedef linear_congruential_engine<unsigned, 16807, 0, 2147483647> minstd_rand0;
typedef minstd_rand default_random_engine;
template <class T_ = float> struct uniform_real_distribution {
  constexpr explicit uniform_real_distribution(T_ first = 0, T_ second = 1)
      : first(first), second(second) {}
  template <class G_> T_ operator()(G_ &);
  T_ first, second;
};
template <class T_ = int> struct uniform_int_distribution {
  constexpr explicit uniform_int_distribution(T_ first = 0, T_ second = 0)
      : first(first), second(second) {}
  template <class G_> T_ operator()(G_ &);
  T_ first, second;
};
template <class T_ = float> struct normal_distribution {
  constexpr explicit normal_distribution(T_ first = 0, T_ second = 1)
      : first(first), second(second) {}
  template <class G_> T_ operator()(G_ &);
  T_ first, second;
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
