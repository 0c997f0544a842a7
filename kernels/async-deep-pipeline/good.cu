// Three stages.
#include "../runner/Reference.h"

#include <cooperative_groups.h>
#include <cuda/pipeline>

constexpr int count = 1 << 26; // 256 MiB: five times the L2 of H100
constexpr int block = 256;
constexpr int tiles = 256; // per block
constexpr int outputs = count / tiles;

template <int Stages> __global__ void sum_in_stages(const float *in, float *out) {
  __shared__ float tile[Stages][block];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, Stages> state;
  auto group = cooperative_groups::this_thread_block();
  auto pipe = cuda::make_pipeline(group, &state);
  const int t = threadIdx.x;
  const float *mine = in + static_cast<std::size_t>(blockIdx.x) * tiles * block;
  float sum = 0;
  for (int k = 0, next = 0; k < tiles; ++k) {
    for (; next < tiles && next < k + Stages; ++next) {
      pipe.producer_acquire();
      cuda::memcpy_async(&tile[next % Stages][t], &mine[next * block + t], sizeof(float), pipe);
      pipe.producer_commit();
    }
    pipe.consumer_wait();
    sum += tile[k % Stages][t ^ 32];
    pipe.consumer_release();
  }
  out[blockIdx.x * block + t] = sum;
}

static void run(reference::Run &run) {
  const std::vector<float> in = reference::values(count);
  const reference::Array<float> deviceIn(in), deviceOut(outputs);
  const auto launch = [&] {
    sum_in_stages<3><<<outputs / block, block>>>(deviceIn.data(), deviceOut.data());
  };
  run.once(launch);
  std::vector<float> expected(outputs);
  for (int i = 0; i < outputs; ++i)
    for (int k = 0; k < tiles; ++k)
      expected[i] +=
          in[(static_cast<std::size_t>(i / block) * tiles + k) * block + (i % block ^ 32)];
  run.compare(deviceOut.read(), expected);
  run.time(launch);
}

static const reference::Registration registration("async-deep-pipeline", "good", run);
