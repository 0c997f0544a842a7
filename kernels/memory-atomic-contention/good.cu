// Each warp adds up what its lanes have, and adds to the sum once.
#include "../runner/Reference.h"

constexpr int count = 1 << 22;
constexpr int block = 256;
constexpr int sums = 64; // a sum for each of so many groups of blocks

__global__ void add_by_warp(const float *in, float *sum) {
  float x = in[blockIdx.x * blockDim.x + threadIdx.x];
  for (int offset = 16; offset > 0; offset /= 2)
    x += __shfl_down_sync(0xffffffff, x, offset);
  if (threadIdx.x % 32 == 0)
    atomicAdd(&sum[blockIdx.x % sums], x);
}

static void run(reference::Run &run) {
  const std::vector<float> in = reference::values(count);
  const reference::Array<float> deviceIn(in), deviceSum(sums);
  const auto launch = [&] {
    reference::check(cudaMemsetAsync(deviceSum.data(), 0, sums * sizeof(float)), "cudaMemset");
    add_by_warp<<<count / block, block>>>(deviceIn.data(), deviceSum.data());
  };
  run.once(launch);
  std::vector<double> exact(sums);
  for (int i = 0; i < count; ++i)
    exact[i / block % sums] += in[i];
  run.compare(deviceSum.read(), std::vector<float>(exact.begin(), exact.end()));
  run.time(launch);
}

static const reference::Registration registration("memory-atomic-contention", "good", run);
