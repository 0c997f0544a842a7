//===- cub_removed.h - what CUB 3.0 removed and code still names -*- C++ -*-===//
//
// Of the migration guide of CCCL 3.0: functors and iterators that libcu++ and Thrust have now.
//
//===----------------------------------------------------------------------===//
#pragma once
#pragma clang system_header
#include <iterator>
#pragma clang force_cuda_host_device begin

namespace cub {
#define WARPLINT_FUNCTOR(name, result)                                                             \
  struct name {                                                                                    \
    template <class A_, class B_> result operator()(const A_ &a, const B_ &b) const;               \
  };
WARPLINT_FUNCTOR(Sum, A_)
WARPLINT_FUNCTOR(Difference, A_)
WARPLINT_FUNCTOR(Division, A_)
WARPLINT_FUNCTOR(Max, A_)
WARPLINT_FUNCTOR(Min, A_)
WARPLINT_FUNCTOR(Equality, bool)
#undef WARPLINT_FUNCTOR

#define WARPLINT_ITERATOR(name)                                                                    \
  typedef T_ value_type;                                                                           \
  typedef T_ *pointer;                                                                             \
  typedef T_ reference;                                                                            \
  typedef D_ difference_type;                                                                      \
  typedef std::random_access_iterator_tag iterator_category;                                       \
  T_ operator*() const;                                                                            \
  T_ operator[](D_) const;                                                                         \
  name operator+(D_) const;                                                                        \
  name operator-(D_) const;                                                                        \
  D_ operator-(const name &) const;                                                                \
  name &operator+=(D_);                                                                            \
  name &operator-=(D_);                                                                            \
  name &operator++();                                                                              \
  name operator++(int);                                                                            \
  bool operator==(const name &) const;                                                             \
  bool operator!=(const name &) const;
template <class T_, class D_ = ptrdiff_t> struct CountingInputIterator {
  explicit CountingInputIterator(const T_ &);
  WARPLINT_ITERATOR(CountingInputIterator)
};
template <class T_, class D_ = ptrdiff_t> struct ConstantInputIterator {
  explicit ConstantInputIterator(const T_ &, D_ = 0);
  WARPLINT_ITERATOR(ConstantInputIterator)
};
template <class T_, class F_, class I_, class D_ = ptrdiff_t> struct TransformInputIterator {
  TransformInputIterator(I_, F_) {}
  WARPLINT_ITERATOR(TransformInputIterator)
};
template <class D_ = ptrdiff_t> struct DiscardOutputIterator {
  typedef void T_;
  typedef T_ value_type;
  typedef T_ pointer;
  typedef D_ difference_type;
  typedef std::output_iterator_tag iterator_category;
  struct Sink {
    template <class V_> Sink &operator=(const V_ &);
  };
  typedef Sink reference;
  explicit DiscardOutputIterator(D_ = 0);
  Sink operator*() const;
  Sink operator[](D_) const;
  DiscardOutputIterator operator+(D_) const;
  DiscardOutputIterator &operator+=(D_);
  DiscardOutputIterator &operator++();
  DiscardOutputIterator operator++(int);
};
#undef WARPLINT_ITERATOR
} // namespace cub

#pragma clang force_cuda_host_device end
