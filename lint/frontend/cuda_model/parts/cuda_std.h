//===- cuda_std.h - cuda::std ----------------------------------*- C++ -*-===//
//
// cuda::std sees all of std, whose constexpr functions are callable from device
// code as libcu++'s are. Its own members (atomic, barrier, memory_order) win
// over those of std, as qualified lookup finds them first.
//
//===----------------------------------------------------------------------===//
#pragma once
#pragma clang system_header
#include "../prelude.h"
#pragma clang force_cuda_host_device begin
namespace cuda {
namespace std {
using namespace ::std;
template <class A, class B> constexpr A min(const A &a, const B &b) { return b < a ? A(b) : a; }
template <class A, class B> constexpr A max(const A &a, const B &b) { return a < b ? A(b) : a; }
template <class T> constexpr void swap(T &a, T &b) {
  T kept = static_cast<T &&>(a);
  a = static_cast<T &&>(b);
  b = static_cast<T &&>(kept);
}
template <class I> constexpr auto distance(I first, I last) -> decltype(last - first) {
  return last - first;
}
struct identity {
  template <class T> constexpr T &&operator()(T &&x) const noexcept { return static_cast<T &&>(x); }
};
#define WARPLINT_USING(name) using ::name;
WARPLINT_USING(int8_t)
WARPLINT_USING(int16_t)
WARPLINT_USING(int32_t)
WARPLINT_USING(int64_t)
WARPLINT_USING(uint8_t)
WARPLINT_USING(uint16_t)
WARPLINT_USING(uint32_t)
WARPLINT_USING(uint64_t)
WARPLINT_USING(intptr_t)
WARPLINT_USING(uintptr_t)
WARPLINT_USING(size_t)
WARPLINT_USING(ptrdiff_t)
#undef WARPLINT_USING
} // namespace std
} // namespace cuda
#define _CCCL_DEVICE __device__
#define _CCCL_HOST_DEVICE __host__ __device__
#define _CCCL_FORCEINLINE __forceinline__
#pragma clang force_cuda_host_device end
