//===- torch_model.h - what kernels use of PyTorch -------------*- C++ -*-===//
//
// Extensions of PyTorch are seldom read beside its headers. These few names stand
// in kernels themselves, or around their launches; the rest is host code, which may
// be lost. Taken where nothing else goes by the name that is included.
//
//===----------------------------------------------------------------------===//
#pragma once
#pragma clang system_header
#include <cstdint>
#include <tuple>

namespace at {

/// Seed and offset of a random number generator: values, or, while a graph is captured, where the
/// graph's launches find them.
struct PhiloxCudaState {
  union Payload {
    uint64_t val;
    int64_t *ptr;
  };
  PhiloxCudaState() = default;
  PhiloxCudaState(uint64_t seed, uint64_t offset) {
    seed_.val = seed;
    offset_.val = offset;
  }
  PhiloxCudaState(int64_t *seed, int64_t *offset, uint32_t within) : offset_intragraph_(within) {
    seed_.ptr = seed;
    offset_.ptr = offset;
    captured_ = true;
  }
  Payload seed_{};
  Payload offset_{};
  uint32_t offset_intragraph_ = 0;
  bool captured_ = false;
};

namespace cuda {
namespace philox {
__host__ __device__ inline std::tuple<uint64_t, uint64_t> unpack(PhiloxCudaState state) {
  uint64_t seed = state.seed_.val, offset = state.offset_.val;
  if (state.captured_) {
    seed = static_cast<uint64_t>(*state.seed_.ptr);
    offset = static_cast<uint64_t>(*state.offset_.ptr) + state.offset_intragraph_;
  }
  return std::tuple<uint64_t, uint64_t>(seed, offset);
}
} // namespace philox
} // namespace cuda
} // namespace at
