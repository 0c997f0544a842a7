// Blocks that wait for their cluster, and are launched without one: each waits for itself, and
// reads from itself what it meant to read from its neighbour.
#include "../runner/Reference.h"

#include <cooperative_groups.h>

constexpr int count = 1 << 16;
constexpr int block = 256;

__global__ void add_neighbours_alone(const float *in, float *out) {
#if __CUDA_ARCH__ >= 900
  namespace cg = cooperative_groups;
  __shared__ float mine[block];
  cg::cluster_group cluster = cg::this_cluster();
  const int i = blockIdx.x * block + threadIdx.x;
  mine[threadIdx.x] = in[i];
  cluster.sync();
  const unsigned other = (cluster.block_rank() + 1) % cluster.num_blocks();
  out[i] = mine[threadIdx.x] + cluster.map_shared_rank(mine, other)[threadIdx.x];
  cluster.sync();
#endif
}

static void run(reference::Run &run) {
  const std::vector<float> in = reference::values(count);
  const reference::Array<float> deviceIn(in), deviceOut(count);
  const auto launch = [&] {
    add_neighbours_alone<<<count / block, block>>>(deviceIn.data(), deviceOut.data());
  };
  run.once(launch);
  std::vector<float> expected(count);
  for (int i = 0; i < count; ++i)
    expected[i] = in[i] + in[i / block % 2 ? i - block : i + block];
  run.compare(deviceOut.read(), expected); // wrong: every block added itself
  run.time(launch);
}

static const reference::Registration registration("groups-cluster-misuse", "bad", run);
