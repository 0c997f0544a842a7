// Half of the block creates a group of the whole block.
#include "../runner/Reference.h"

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

constexpr int count = 1 << 16; // small: compute-sanitizer looks at every access
constexpr int block = 256;

__global__ void rotate_in_branches(const float *in, float *out) {
  const int i = blockIdx.x * block + threadIdx.x;
  out[i] = in[i];
  if (threadIdx.x < 128) {
    cg::thread_block group = cg::this_thread_block();
    cg::thread_block_tile<32> tile = cg::tiled_partition<32>(group);
    out[i] = tile.shfl(in[i], (tile.thread_rank() + 1) % 32);
  }
}

static void run(reference::Run &run) {
  const std::vector<float> in = reference::values(count);
  const reference::Array<float> deviceIn(in), deviceOut(count);
  const auto launch = [&] {
    rotate_in_branches<<<count / block, block>>>(deviceIn.data(), deviceOut.data());
  };
  run.once(launch);
  std::vector<float> expected(count);
  for (int i = 0; i < count; ++i)
    expected[i] = i % block < 128 ? in[i / 32 * 32 + (i % 32 + 1) % 32] : in[i];
  run.compare(deviceOut.read(), expected);
  run.time(launch);
}

static const reference::Registration registration("groups-conditional-creation", "bad", run);
