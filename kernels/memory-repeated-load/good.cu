// The block loads a tile of each matrix once, and multiplies from shared memory.
#include "../runner/Reference.h"

#include <cuda_pipeline.h>

constexpr int n = 1024;
constexpr int side = 16;

__global__ void multiply_tiles(const float *__restrict__ a, const float *__restrict__ b,
                               float *__restrict__ c) {
  __shared__ float aTile[2][side][side], bTile[2][side][side];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int column = blockIdx.x * side + tx;
  const int row = blockIdx.y * side + ty;
  const auto fetch = [&](int tile, int stage) {
    __pipeline_memcpy_async(&aTile[stage][ty][tx], &a[row * n + tile + tx], sizeof(float));
    __pipeline_memcpy_async(&bTile[stage][ty][tx], &b[(tile + ty) * n + column], sizeof(float));
    __pipeline_commit();
  };
  float sum = 0;
  fetch(0, 0);
  for (int tile = 0, stage = 0; tile < n; tile += side, stage ^= 1) {
    if (tile + side < n) {
      fetch(tile + side, stage ^ 1);
      __pipeline_wait_prior(1);
    } else {
      __pipeline_wait_prior(0);
    }
    __syncthreads();
    for (int k = 0; k < side; ++k)
      // warplint: allow(compute-tensor-core-candidate) to show what shared memory gains alone
      sum += aTile[stage][ty][k] * bTile[stage][k][tx];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

static void run(reference::Run &run) {
  const std::vector<float> a = reference::values(n * n), b = reference::values(n * n);
  const reference::Array<float> deviceA(a), deviceB(b), deviceC(n * n);
  const auto launch = [&] {
    multiply_tiles<<<dim3(n / side, n / side), dim3(side, side)>>>(deviceA.data(), deviceB.data(),
                                                                   deviceC.data());
  };
  run.once(launch);
  std::vector<float> expected(n * n);
  for (int row = 0; row < n; ++row)
    for (int k = 0; k < n; ++k)
      for (int column = 0; column < n; ++column)
        expected[row * n + column] += a[row * n + k] * b[k * n + column];
  run.compare(deviceC.read(), expected);
  run.time(launch);
}

static const reference::Registration registration("memory-repeated-load", "good", run);
