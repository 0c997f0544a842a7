//===- aligned_size.h - a byte count with a promised alignment --*- C++ -*-===//
#pragma once
#pragma clang system_header
#pragma clang force_cuda_host_device begin
namespace cuda {
template <size_t Alignment> struct aligned_size_t {
  static constexpr size_t align = Alignment;
  size_t value;
  explicit constexpr aligned_size_t(size_t bytes) : value(bytes) {}
  constexpr operator size_t() const { return value; }
};
} // namespace cuda
#pragma clang force_cuda_host_device end
