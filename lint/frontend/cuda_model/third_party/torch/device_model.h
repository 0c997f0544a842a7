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
template <typename T>
__device__ inline T WARP_SHFL(T value, int lane, int width = warpSize, unsigned mask = 0xffffffff) {
  return __shfl_sync(mask, value, lane, width);
}
template <typename T>
__device__ inline T WARP_SHFL_XOR(T value, int lanes, int width = warpSize,
                                  unsigned mask = 0xffffffff) {
  return __shfl_xor_sync(mask, value, lanes, width);
}
template <typename T>
__device__ inline T WARP_SHFL_UP(T value, unsigned by, int width = warpSize,
                                 unsigned mask = 0xffffffff) {
  return __shfl_up_sync(mask, value, by, width);
}
template <typename T>
__device__ inline T WARP_SHFL_DOWN(T value, unsigned by, int width = warpSize,
                                   unsigned mask = 0xffffffff) {
  return __shfl_down_sync(mask, value, by, width);
}

// Of complex numbers both parts.
#define WARPLINT_SHUFFLE(name, Which)                                                              \
  template <typename T>                                                                            \
  __device__ inline c10::complex<T> name(c10::complex<T> value, Which which, int width = warpSize, \
                                         unsigned mask = 0xffffffff) {                             \
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

template <typename T> struct warplint_Sum {
  __device__ T combine(T a, T b) const { return a + b; }
  __device__ T warp_shfl_down(T value, int by) const { return WARP_SHFL_DOWN(value, by); }
};
template <typename T> struct warplint_Max {
  __device__ T combine(T a, T b) const { return a != a || a > b ? a : b; }
  __device__ T warp_shfl_down(T value, int by) const { return WARP_SHFL_DOWN(value, by); }
};

template <typename T, class ReduceOp> __device__ inline T WarpReduce(T value, const ReduceOp &op) {
#pragma unroll
  for (int by = C10_WARP_SIZE / 2; by > 0; by /= 2)
    value = op.combine(value, op.warp_shfl_down(value, by));
  return value;
}
/// `shared` has an element for each warp.
template <typename T, class ReduceOp, typename B = Block1D>
__device__ inline T BlockReduce(T value, const ReduceOp &op, const T &identity, T *shared) {
  const int thread = B::Tid();
  const int lane = thread % C10_WARP_SIZE, warp = thread / C10_WARP_SIZE;
  value = WarpReduce(value, op);
  __syncthreads(); // of a reduction before this one, all have read
  if (lane == 0)
    shared[warp] = value;
  __syncthreads();
  value = thread < B::Warps() ? shared[lane] : identity;
  return warp == 0 ? WarpReduce(value, op) : value;
}
template <typename T> __device__ inline T WarpReduceSum(T value) {
  return WarpReduce(value, warplint_Sum<T>());
}
template <typename T> __device__ inline T WarpReduceMax(T value) {
  return WarpReduce(value, warplint_Max<T>());
}
template <typename T, typename B = Block1D> __device__ inline T BlockReduceSum(T value, T *shared) {
  return BlockReduce<T, warplint_Sum<T>, B>(value, warplint_Sum<T>(), T(0), shared);
}
template <typename T, typename B = Block1D> __device__ inline T BlockReduceMax(T value, T *shared) {
  return BlockReduce<T, warplint_Max<T>, B>(value, warplint_Max<T>(), T(0), shared);
}

} // namespace at::native::cuda_utils
