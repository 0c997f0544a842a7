//===- pinned_allocator.h - what Thrust 2.0 removed -------------*- C++ -*-===//
#pragma once
#pragma clang system_header
#if __has_include_next(<thrust/system/cuda/experimental/pinned_allocator.h>)
#include_next <thrust/system/cuda/experimental/pinned_allocator.h>
#else
#include <thrust/detail/config.h>

#include <memory>

THRUST_NAMESPACE_BEGIN
namespace system {
namespace cuda {
namespace experimental {
template <typename T_> struct pinned_allocator : std::allocator<T_> {
  template <typename U_> struct rebind {
    typedef pinned_allocator<U_> other;
  };
  pinned_allocator() = default;
  template <typename U_> pinned_allocator(const pinned_allocator<U_> &) {}
};
} // namespace experimental
} // namespace cuda
} // namespace system
namespace cuda {
namespace experimental {
using thrust::system::cuda::experimental::pinned_allocator;
}
} // namespace cuda
THRUST_NAMESPACE_END
#endif
