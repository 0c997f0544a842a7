// Sixteen stages, and shared memory for them: 32 KiB for four warps.
#include "../runner/Reference.h"

#include <cooperative_groups.h>
#include <cuda/pipeline>

constexpr int count = 1 << 26; // 256 MiB: five times the L2 of H100
constexpr int block = 128;
constexpr int tiles = 64; // per block, of four values per thread
constexpr int outputs = count / 4 / tiles;

template <int Stages> __global__ void sum_in_stages(const float4 *in, float *out) {
  __shared__ float4 tile[Stages][block];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, Stages> state;
  auto group = cooperative_groups::this_thread_block();
  auto pipe = cuda::make_pipeline(group, &state);
  const int t = threadIdx.x;
  const float4 *mine = in + static_cast<std::size_t>(blockIdx.x) * tiles * block;
  float sum = 0;
  for (int k = 0, next = 0; k < tiles; ++k) {
    for (; next < tiles && next < k + Stages; ++next) {
      pipe.producer_acquire();
      cuda::memcpy_async(&tile[next % Stages][t], &mine[next * block + t], sizeof(float4), pipe);
      pipe.producer_commit();
    }
    pipe.consumer_wait();
    const float4 value = tile[k % Stages][t ^ 32];
    sum += value.x + value.y + value.z + value.w;
    pipe.consumer_release();
  }
  out[blockIdx.x * block + t] = sum;
}

static void run(reference::Run &run) {
  const std::vector<float> in = reference::values(count);
  const reference::Array<float> deviceIn(in), deviceOut(outputs);
  const auto launch = [&] {
    const auto *quads = reinterpret_cast<const float4 *>(deviceIn.data());
    sum_in_stages<16><<<outputs / block, block>>>(quads, deviceOut.data());
  };
  run.once(launch);
  std::vector<float> expected(outputs);
  for (int i = 0; i < outputs; ++i)
    for (int k = 0; k < tiles; ++k) {
      const std::size_t from =
          (static_cast<std::size_t>(i / block) * tiles + k) * block + (i % block ^ 32);
      expected[i] += in[4 * from] + in[4 * from + 1] + in[4 * from + 2] + in[4 * from + 3];
    }
  run.compare(deviceOut.read(), expected);
  run.time(launch);
}

static const reference::Registration registration("async-deep-pipeline", "bad", run);
