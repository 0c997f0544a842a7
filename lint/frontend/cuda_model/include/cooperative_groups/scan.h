//===- scan.h - prefix sums over a group -----------------------*- C++ -*-===//
#pragma once
#pragma clang system_header
#include "../cooperative_groups.h"
#pragma clang force_cuda_host_device begin
namespace cooperative_groups {
namespace __v1 {
template <class GroupT, class T_>
typename details::Bare<T_>::type inclusive_scan(const GroupT &, T_ &&);
template <class GroupT, class T_, class Op>
typename details::Bare<T_>::type inclusive_scan(const GroupT &, T_ &&, Op &&) {
  return warplint_model::opaque<typename details::Bare<T_>::type>();
}
template <class GroupT, class T_>
typename details::Bare<T_>::type exclusive_scan(const GroupT &, T_ &&);
template <class GroupT, class T_, class Op>
typename details::Bare<T_>::type exclusive_scan(const GroupT &, T_ &&, Op &&) {
  return warplint_model::opaque<typename details::Bare<T_>::type>();
}
template <class GroupT, class A_, class T_, class Op>
typename details::Bare<T_>::type inclusive_scan_update(const GroupT &, A_ &destination, T_ &&,
                                                       Op &&) {
  return warplint_model::opaque<typename details::Bare<T_>::type>(&destination);
}
template <class GroupT, class A_, class T_, class Op>
typename details::Bare<T_>::type exclusive_scan_update(const GroupT &, A_ &destination, T_ &&,
                                                       Op &&) {
  return warplint_model::opaque<typename details::Bare<T_>::type>(&destination);
}
} // namespace __v1
using namespace __v1;
} // namespace cooperative_groups
#pragma clang force_cuda_host_device end
