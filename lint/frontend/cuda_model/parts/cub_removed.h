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
    template <class A, class B> result operator()(const A &a, const B &b) const;                   \
  };
WARPLINT_FUNCTOR(Sum, A)
WARPLINT_FUNCTOR(Difference, A)
WARPLINT_FUNCTOR(Division, A)
WARPLINT_FUNCTOR(Max, A)
WARPLINT_FUNCTOR(Min, A)
WARPLINT_FUNCTOR(Equality, bool)
#undef WARPLINT_FUNCTOR

#define WARPLINT_ITERATOR(name)                                                                    \
  typedef T value_type;                                                                            \
  typedef T *pointer;                                                                              \
  typedef T reference;                                                                             \
  typedef D difference_type;                                                                       \
  typedef std::random_access_iterator_tag iterator_category;                                       \
  T operator*() const;                                                                             \
  T operator[](D) const;                                                                           \
  name operator+(D) const;                                                                         \
  name operator-(D) const;                                                                         \
  D operator-(const name &) const;                                                                 \
  name &operator+=(D);                                                                             \
  name &operator-=(D);                                                                             \
  name &operator++();                                                                              \
  name operator++(int);                                                                            \
  bool operator==(const name &) const;                                                             \
  bool operator!=(const name &) const;
template <class T, class D = ptrdiff_t> struct CountingInputIterator {
  explicit CountingInputIterator(const T &);
  WARPLINT_ITERATOR(CountingInputIterator)
};
template <class T, class D = ptrdiff_t> struct ConstantInputIterator {
  explicit ConstantInputIterator(const T &, D = 0);
  WARPLINT_ITERATOR(ConstantInputIterator)
};
template <class T, class F, class I, class D = ptrdiff_t> struct TransformInputIterator {
  TransformInputIterator(I, F) {}
  WARPLINT_ITERATOR(TransformInputIterator)
};
template <class D = ptrdiff_t> struct DiscardOutputIterator {
  typedef void T;
  typedef T value_type;
  typedef T pointer;
  typedef D difference_type;
  typedef std::output_iterator_tag iterator_category;
  struct Sink {
    template <class V> Sink &operator=(const V &);
  };
  typedef Sink reference;
  explicit DiscardOutputIterator(D = 0);
  Sink operator*() const;
  Sink operator[](D) const;
  DiscardOutputIterator operator+(D) const;
  DiscardOutputIterator &operator+=(D);
  DiscardOutputIterator &operator++();
  DiscardOutputIterator operator++(int);
};
#undef WARPLINT_ITERATOR
} // namespace cub

#pragma clang force_cuda_host_device end
