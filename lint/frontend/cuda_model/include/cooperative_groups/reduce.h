//===- reduce.h - reductions over a group ----------------------*- C++ -*-===//
#pragma once
#pragma clang system_header
#include "../cooperative_groups.h"
#pragma clang force_cuda_host_device begin
namespace cooperative_groups {
template <class GroupT, class T, class Op>
typename details::Bare<T>::type reduce(const GroupT &, T &&, Op &&);
template <class GroupT, class A, class T, class Op>
void reduce_update_async(const GroupT &, A &, T &&, Op &&);
template <class GroupT, class A, class T, class Op>
void reduce_store_async(const GroupT &, A &, T &&, Op &&);
} // namespace cooperative_groups
#pragma clang force_cuda_host_device end
