//===- reduce.h - reductions over a group ----------------------*- C++ -*-===//
#pragma once
#pragma clang system_header
#include "../cooperative_groups.h"
#pragma clang force_cuda_host_device begin
namespace cooperative_groups {
namespace __v1 {
template <class GroupT, class T_, class Op>
typename details::Bare<T_>::type reduce(const GroupT &, T_ &&, Op &&) {
  return warplint_model::opaque<typename details::Bare<T_>::type>();
}
template <class GroupT, class A_, class T_, class Op>
void reduce_update_async(const GroupT &, A_ &destination, T_ &&, Op &&) {
  warplint_model::opaque<void>(&destination);
}
template <class GroupT, class A_, class T_, class Op>
void reduce_store_async(const GroupT &, A_ &destination, T_ &&, Op &&) {
  warplint_model::opaque<void>(&destination);
}
} // namespace __v1
using namespace __v1;
} // namespace cooperative_groups
#pragma clang force_cuda_host_device end
