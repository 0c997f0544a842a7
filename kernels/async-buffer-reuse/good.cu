// All have read a buffer before it is filled again.
#include "../runner/Reference.h"

#include <cuda_pipeline.h>

constexpr int count = 1 << 16; // small: compute-sanitizer looks at every access
constexpr int block = 256;
constexpr int tiles = 16; // per block
constexpr int outputs = count / tiles;

__global__ void sum_with_second_barrier(const float *in, float *out) {
  __shared__ float tile[2][block];
  const int t = threadIdx.x;
  const float *mine = in + blockIdx.x * tiles * block;
  float sum = 0;
  __pipeline_memcpy_async(&tile[0][t], &mine[t], sizeof(float));
  __pipeline_commit();
  for (int k = 0; k < tiles; ++k) {
    if (k + 1 < tiles)
      __pipeline_memcpy_async(&tile[(k + 1) % 2][t], &mine[(k + 1) * block + t], sizeof(float));
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    for (int j = 0; j < 8; ++j)
      sum += tile[k % 2][(t + 31 * j) % block];
    __syncthreads();
  }
  out[blockIdx.x * block + t] = sum;
}

static void run(reference::Run &run) {
  const std::vector<float> in = reference::values(count);
  const reference::Array<float> deviceIn(in), deviceOut(outputs);
  const auto launch = [&] {
    // warplint: allow(occupancy-small-grid) enough blocks to be right or wrong
    sum_with_second_barrier<<<count / tiles / block, block>>>(deviceIn.data(), deviceOut.data());
  };
  run.once(launch);
  std::vector<float> expected(outputs);
  for (int i = 0; i < outputs; ++i)
    for (int k = 0; k < tiles; ++k)
      for (int j = 0; j < 8; ++j)
        expected[i] += in[(i / block * tiles + k) * block + (i % block + 31 * j) % block];
  run.compare(deviceOut.read(), expected);
  run.time(launch);
}

static const reference::Registration registration("async-buffer-reuse", "good", run);
