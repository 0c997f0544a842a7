// Blocks of 80 threads in tiles of 32: the last tile of each has half of its lanes.
#include "../runner/Reference.h"

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

constexpr int block = 80;
constexpr int count = 96 * 80 * 8; // blocks of either size fill it

__global__ void spread_in_80(const float *in, float *out) {
  const int i = blockIdx.x * block + threadIdx.x;
  cg::thread_block_tile<32> tile = cg::tiled_partition<32>(cg::this_thread_block());
  out[i] = tile.shfl(in[i], 0) + tile.thread_rank();
}

static void run(reference::Run &run) {
  const std::vector<float> in = reference::values(count);
  const reference::Array<float> deviceIn(in), deviceOut(count);
  const auto launch = [&] {
    spread_in_80<<<count / block, block>>>(deviceIn.data(), deviceOut.data());
  };
  run.once(launch);
  std::vector<float> expected(count);
  for (int i = 0; i < count; ++i) {
    const int lane = i % block % 32;
    expected[i] = in[i - lane] + lane;
  }
  run.compare(deviceOut.read(), expected);
  run.time(launch);
}

static const reference::Registration registration("groups-invalid-partition", "bad", run);
