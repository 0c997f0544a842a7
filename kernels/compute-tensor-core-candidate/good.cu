// The same product by Tensor Cores: each warp computes a tile of 16 x 16.
#include "../runner/Reference.h"

#include <cuda_fp16.h>
#include <mma.h>

constexpr int size = 512;
constexpr int tile = 16;
constexpr int warps = 4;

__global__ void multiply_by_mma(const half *a, const half *b, float *c) {
  using namespace nvcuda;
  const int row = blockIdx.y * tile;
  const int column = (blockIdx.x * warps + threadIdx.x / 32) * tile;
  wmma::fragment<wmma::matrix_a, tile, tile, tile, half, wmma::row_major> left;
  wmma::fragment<wmma::matrix_b, tile, tile, tile, half, wmma::row_major> right;
  wmma::fragment<wmma::accumulator, tile, tile, tile, float> sums;
  wmma::fill_fragment(sums, 0.0f);
  for (int k = 0; k < size; k += tile) {
    wmma::load_matrix_sync(left, a + row * size + k, size);
    wmma::load_matrix_sync(right, b + k * size + column, size);
    wmma::mma_sync(sums, left, right, sums);
  }
  wmma::store_matrix_sync(c + row * size + column, sums, size, wmma::mem_row_major);
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
    multiply_by_mma<<<dim3(size / tile / warps, size / tile), warps * 32>>>(
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

static const reference::Registration registration("compute-tensor-core-candidate", "good", run);
