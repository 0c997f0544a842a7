//===- is_execution_policy.h - thrust::is_execution_policy -----*- C++ -*-===//
#pragma once
#pragma clang system_header
#include "../thrust_model.h"
namespace thrust {
template <class T_> struct is_execution_policy {
  static constexpr bool value = __is_base_of(detail::execution_policy_base<T_>, T_);
};
template <class T_>
inline constexpr bool is_execution_policy_v = is_execution_policy<T_>::value;
} // namespace thrust
