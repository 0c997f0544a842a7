// Each tile is copied asynchronously and waited for at once.
#include "../runner/Reference.h"

#include <cuda_pipeline.h>

constexpr int count = 1 << 26; // 256 MiB: five times the L2 of H100
constexpr int block = 256;
constexpr int tiles = 256; // per block
constexpr int outputs = count / tiles;

__global__ void sum_waiting_at_once(const float *in, float *out) {
  const int t = threadIdx.x;
  const float *mine = in + static_cast<std::size_t>(blockIdx.x) * tiles * block;
  float sum = 0;
  __shared__ float tile[block];
  for (int k = 0; k < tiles; ++k) {
    __pipeline_memcpy_async(&tile[t], &mine[k * block + t], sizeof(float));
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    for (int j = 0; j < 16; ++j)
      sum += tile[(t + 17 * j) % block];
    __syncthreads();
  }
  out[blockIdx.x * block + t] = sum;
}

static void run(reference::Run &run) {
  const std::vector<float> in = reference::values(count);
  const reference::Array<float> deviceIn(in), deviceOut(outputs);
  const auto launch = [&] {
    sum_waiting_at_once<<<outputs / block, block>>>(deviceIn.data(), deviceOut.data());
  };
  run.once(launch);
  std::vector<float> expected(outputs);
  for (int i = 0; i < outputs; ++i)
    for (int k = 0; k < tiles; ++k)
      for (int j = 0; j < 16; ++j)
        expected[i] +=
            in[(static_cast<std::size_t>(i / block) * tiles + k) * block + (i + 17 * j) % block];
  run.compare(deviceOut.read(), expected);
  run.time(launch);
}

static const reference::Registration registration("async-discarded-overlap", "bad", run);
