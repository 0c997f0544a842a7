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
template <class A_, class B_> constexpr A_ min(const A_ &a, const B_ &b) {
  return b < a ? A_(b) : a;
}
template <class A_, class B_> constexpr A_ max(const A_ &a, const B_ &b) {
  return a < b ? A_(b) : a;
}
template <class T_> constexpr void swap(T_ &a, T_ &b) {
  T_ kept = static_cast<T_ &&>(a);
  a = static_cast<T_ &&>(b);
  b = static_cast<T_ &&>(kept);
}
template <class I_> constexpr auto distance(I_ first, I_ last) -> decltype(last - first) {
  return last - first;
}
struct identity {
  template <class T_> constexpr T_ &&operator()(T_ &&x) const noexcept {
    return static_cast<T_ &&>(x);
  }
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
