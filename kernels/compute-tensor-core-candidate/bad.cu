// A product of matrices of halves, one fused multiply-add after the other.
#include "../runner/Reference.h"

#include <cuda_fp16.h>

constexpr int size = 512;
constexpr int tile = 16;

__global__ void multiply_by_fma(const half *a, const half *b, float *c) {
  __shared__ half left[tile][tile + 2];
  __shared__ half right[tile][tile];
  const int row = blockIdx.y * tile + threadIdx.y;
  const int column = blockIdx.x * tile + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < size; k += tile) {
    left[threadIdx.y][threadIdx.x] = a[row * size + k + threadIdx.x];
    right[threadIdx.y][threadIdx.x] = b[(k + threadIdx.y) * size + column];
    __syncthreads();
    for (int i = 0; i < tile; ++i)
      sum += __half2float(left[threadIdx.y][i]) * __half2float(right[i][threadIdx.x]);
    __syncthreads();
  }
  c[row * size + column] = sum;
}

static void run(reference::Run &run) {
  const std::vector<float> in = reference::values(2 * size * size);
  std::vector<half> a(size * size), b(size * size);
  for (int i = 0; i < size * size; ++i) {
    a[i] = __float2half(in[i]);
    b[i] = __float2half(in[size * size + i]);
  }
  const reference::Array<half> deviceA(a), deviceB(b);
  const reference::Array<float> deviceC(size * size);
  const auto launch = [&] {
    multiply_by_fma<<<dim3(size / tile, size / tile), dim3(tile, tile)>>>(
        deviceA.data(), deviceB.data(), deviceC.data());
  };
  run.once(launch);
  std::vector<float> expected(size * size, 0.0f);
  for (int row = 0; row < size; ++row)
    for (int k = 0; k < size; ++k) {
      const float left = __half2float(a[row * size + k]);
      for (int column = 0; column < size; ++column)
        expected[row * size + column] += left * __half2float(b[k * size + column]);
    }
  run.compare(deviceC.read(), expected);
  run.time(launch);
}

static const reference::Registration registration("compute-tensor-core-candidate", "bad", run);
