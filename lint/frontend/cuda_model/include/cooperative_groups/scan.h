//===- scan.h - prefix sums over a group -----------------------*- C++ -*-===//
#pragma once
#pragma clang system_header
#include "../cooperative_groups.h"
#pragma clang force_cuda_host_device begin
namespace cooperative_groups {
namespace __v1 {
template <class GroupT, class T>
typename details::Bare<T>::type inclusive_scan(const GroupT &, T &&);
template <class GroupT, class T, class Op>
typename details::Bare<T>::type inclusive_scan(const GroupT &, T &&, Op &&) {
  return warplint_model::opaque<typename details::Bare<T>::type>();
}
template <class GroupT, class T>
typename details::Bare<T>::type exclusive_scan(const GroupT &, T &&);
template <class GroupT, class T, class Op>
typename details::Bare<T>::type exclusive_scan(const GroupT &, T &&, Op &&) {
  return warplint_model::opaque<typename details::Bare<T>::type>();
}
template <class GroupT, class A, class T, class Op>
typename details::Bare<T>::type inclusive_scan_update(const GroupT &, A &destination, T &&, Op &&) {
  return warplint_model::opaque<typename details::Bare<T>::type>(&destination);
}
template <class GroupT, class A, class T, class Op>
typename details::Bare<T>::type exclusive_scan_update(const GroupT &, A &destination, T &&, Op &&) {
  return warplint_model::opaque<typename details::Bare<T>::type>(&destination);
}
} // namespace __v1
using namespace __v1;
} // namespace cooperative_groups
#pragma clang force_cuda_host_device end
