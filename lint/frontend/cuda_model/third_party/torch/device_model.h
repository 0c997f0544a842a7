//===- device_model.h - PyTorch's helpers of warps and blocks --*- C++ -*-===//
//
// Stands for ATen/cuda/DeviceUtils.cuh and for what brings it along: the names of these functions
// are no namespace's, and who includes nothing of the kind may have some of the same name.
//
//===----------------------------------------------------------------------===//
#pragma once
#pragma clang system_header
#include "model.h"

__device__ inline unsigned WARP_BALLOT(int predicate, unsigned mask = 0xffffffff) {
  return __ballot_sync(mask, predicate);
}
__device__ inline unsigned ACTIVE_MASK() { return __activemask(); }
__device__ inline void WARP_SYNC(unsigned mask = 0xffffffff) { __syncwarp(mask); }
template <typename T_>
__device__ inline T_ WARP_SHFL(T_ value, int lane, int width = warpSize,
                               unsigned mask = 0xffffffff) {
  return __shfl_sync(mask, value, lane, width);
}
template <typename T_>
__device__ inline T_ WARP_SHFL_XOR(T_ value, int lanes, int width = warpSize,
                                   unsigned mask = 0xffffffff) {
  return __shfl_xor_sync(mask, value, lanes, width);
}
template <typename T_>
__device__ inline T_ WARP_SHFL_UP(T_ value, unsigned by, int width = warpSize,
                                  unsigned mask = 0xffffffff) {
  return __shfl_up_sync(mask, value, by, width);
}
template <typename T_>
__device__ inline T_ WARP_SHFL_DOWN(T_ value, unsigned by, int width = warpSize,
                                    unsigned mask = 0xffffffff) {
  return __shfl_down_sync(mask, value, by, width);
}

// Of complex numbers both parts.
#define WARPLINT_SHUFFLE(name, Which)                                                              \
  template <typename T_>                                                                           \
  __device__ inline c10::complex<T_> name(c10::complex<T_> value, Which which,                     \
                                          int width = warpSize, unsigned mask = 0xffffffff) {      \
    return {name(value.real_, which, width, mask), name(value.imag_, which, width, mask)};         \
  }
WARPLINT_SHUFFLE(WARP_SHFL, int)
WARPLINT_SHUFFLE(WARP_SHFL_UP, unsigned)
WARPLINT_SHUFFLE(WARP_SHFL_DOWN, unsigned)
#undef WARPLINT_SHUFFLE

/// Reductions: all that a block has meet twice, and thread 0 has the result.
namespace at::native::cuda_utils {

constexpr int kCUDABlockReduceNumThreads = 512;
/// A function, and a number in older versions.
struct warplint_MaxThreads {
  C10_HOST_DEVICE constexpr operator int() const { return C10_WARP_SIZE * C10_WARP_SIZE; }
  C10_HOST_DEVICE constexpr int operator()() const { return *this; }
};
constexpr warplint_MaxThreads kCUDABlockReduceMaxThreads;

/// Which thread of the block, and how many warps: of blocks in one dimension, and in two.
struct Block1D {
  static __device__ int Tid() { return threadIdx.x; }
  static __device__ int Warps() { return blockDim.x / C10_WARP_SIZE; }
};
struct Block2D {
  static __device__ int Tid() { return threadIdx.y * blockDim.x + threadIdx.x; }
  static __device__ int Warps() { return blockDim.y * blockDim.x / C10_WARP_SIZE; }
};

template <typename T_> struct warplint_Sum {
  __device__ T_ combine(T_ a, T_ b) const { return a + b; }
  __device__ T_ warp_shfl_down(T_ value, int by) const { return WARP_SHFL_DOWN(value, by); }
};
template <typename T_> struct warplint_Max {
  __device__ T_ combine(T_ a, T_ b) const { return a != a || a > b ? a : b; }
  __device__ T_ warp_shfl_down(T_ value, int by) const { return WARP_SHFL_DOWN(value, by); }
};

template <typename T_, class ReduceOp>
__device__ inline T_ WarpReduce(T_ value, const ReduceOp &op) {
#pragma unroll
  for (int by = C10_WARP_SIZE / 2; by > 0; by /= 2)
    value = op.combine(value, op.warp_shfl_down(value, by));
  return value;
}
/// `shared` has an element for each warp.
template <typename T_, class ReduceOp, typename B_ = Block1D>
__device__ inline T_ BlockReduce(T_ value, const ReduceOp &op, const T_ &identity, T_ *shared) {
  const int thread = B_::Tid();
  const int lane = thread % C10_WARP_SIZE, warp = thread / C10_WARP_SIZE;
  value = WarpReduce(value, op);
  __syncthreads(); // of a reduction before this one, all have read
  if (lane == 0)
    shared[warp] = value;
  __syncthreads();
  value = thread < B_::Warps() ? shared[lane] : identity;
  return warp == 0 ? WarpReduce(value, op) : value;
}
template <typename T_> __device__ inline T_ WarpReduceSum(T_ value) {
  return WarpReduce(value, warplint_Sum<T_>());
}
template <typename T_> __device__ inline T_ WarpReduceMax(T_ value) {
  return WarpReduce(value, warplint_Max<T_>());
}
template <typename T_, typename B_ = Block1D>
__device__ inline T_ BlockReduceSum(T_ value, T_ *shared) {
  return BlockReduce<T_, warplint_Sum<T_>, B_>(value, warplint_Sum<T_>(), T_(0), shared);
}
template <typename T_, typename B_ = Block1D>
__device__ inline T_ BlockReduceMax(T_ value, T_ *shared) {
  return BlockReduce<T_, warplint_Max<T_>, B_>(value, warplint_Max<T_>(), T_(0), shared);
}

} // namespace at::native::cuda_utils
