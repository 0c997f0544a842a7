// Two barriers of the block, one after the other: the second waits for nothing.
#include "../runner/Reference.h"

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

constexpr int count = 1 << 22;
constexpr int block = 256;
constexpr int rounds = 64;

__global__ void rotate_twice_synced(const float *in, float *out) {
  __shared__ float tile[block];
  cg::thread_block group = cg::this_thread_block();
  float v = in[blockIdx.x * block + threadIdx.x];
  for (int round = 0; round < rounds; ++round) {
    tile[threadIdx.x] = v;
    group.sync();
    __syncthreads();
    v = tile[(threadIdx.x + 33) % block];
    group.sync();
  }
  out[blockIdx.x * block + threadIdx.x] = v;
}

static void run(reference::Run &run) {
  const std::vector<float> in = reference::values(count);
  const reference::Array<float> deviceIn(in), deviceOut(count);
  const auto launch = [&] {
    rotate_twice_synced<<<count / block, block>>>(deviceIn.data(), deviceOut.data());
  };
  run.once(launch);
  std::vector<float> expected(count);
  for (int i = 0; i < count; ++i)
    expected[i] = in[i / block * block + (i + 33 * rounds) % block];
  run.compare(deviceOut.read(), expected);
  run.time(launch);
}

static const reference::Registration registration("sync-mixed-barriers", "bad", run);
