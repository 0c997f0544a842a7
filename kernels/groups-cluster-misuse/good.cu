// Two blocks to a cluster: each reads what its neighbour has in shared memory.
#include "../runner/Reference.h"

#include <cooperative_groups.h>

constexpr int count = 1 << 16;
constexpr int block = 256;

__global__ void add_neighbours(const float *in, float *out) {
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
    cudaLaunchAttribute cluster{};
    cluster.id = cudaLaunchAttributeClusterDimension;
    cluster.val.clusterDim.x = 2;
    cluster.val.clusterDim.y = 1;
    cluster.val.clusterDim.z = 1;
    cudaLaunchConfig_t config{};
    config.gridDim = dim3(count / block);
    config.blockDim = dim3(block);
    config.attrs = &cluster;
    config.numAttrs = 1;
    reference::check(cudaLaunchKernelEx(&config, add_neighbours,
                                        static_cast<const float *>(deviceIn.data()),
                                        deviceOut.data()),
                     "launch");
  };
  run.once(launch);
  std::vector<float> expected(count);
  for (int i = 0; i < count; ++i)
    expected[i] = in[i] + in[i / block % 2 ? i - block : i + block];
  run.compare(deviceOut.read(), expected);
  run.time(launch);
}

static const reference::Registration registration("groups-cluster-misuse", "good", run);
