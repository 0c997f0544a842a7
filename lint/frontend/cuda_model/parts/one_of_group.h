//===- one_of_group.h - what one thread of a group does --------*- C++ -*-===//
//
// Beside cooperative_groups.h, whose functions are known by name: these call
// what they are given.
//
//===----------------------------------------------------------------------===//
#pragma once
#pragma clang system_header
#pragma clang force_cuda_host_device begin
namespace cooperative_groups {
namespace __v1 {
template <class GroupT, class F_, class... Args>
void invoke_one(const GroupT &group, F_ &&f, Args &&...args) {
  if (group.thread_rank() == 0)
    f(static_cast<Args &&>(args)...);
}
template <class GroupT, class F_, class... Args>
auto invoke_one_broadcast(const GroupT &group, F_ &&f, Args &&...args)
    -> __remove_cvref(decltype(f(static_cast<Args &&>(args)...))) {
  __remove_cvref(decltype(f(static_cast<Args &&>(args)...))) result;
  if (group.thread_rank() == 0)
    result = f(static_cast<Args &&>(args)...);
  return group.shfl(result, 0);
}
} // namespace __v1
} // namespace cooperative_groups
#pragma clang force_cuda_host_device end
