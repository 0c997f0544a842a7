//===- is_contiguous_iterator.h - iterators that are pointers --*- C++ -*-===//
#pragma once
#pragma clang system_header
#include "../thrust_model.h"
namespace thrust {
template <class Iterator> struct is_contiguous_iterator {
  static constexpr bool value = false;
};
template <class T_> struct is_contiguous_iterator<T_ *> {
  static constexpr bool value = true;
};
template <class T_> struct is_contiguous_iterator<device_ptr<T_>> {
  static constexpr bool value = true;
};
template <class Iterator>
inline constexpr bool is_contiguous_iterator_v = is_contiguous_iterator<Iterator>::value;
} // namespace thrust
