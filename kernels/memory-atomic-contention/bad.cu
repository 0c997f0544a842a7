// Every thread adds to the sum of its block by an atomic of its own.
#include "../runner/Reference.h"

constexpr int count = 1 << 22;
constexpr int block = 256;
constexpr int sums = 64; // a sum for each of so many groups of blocks

__global__ void add_each(const float *in, float *sum) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&sum[blockIdx.x % sums], in[i]);
}

static void run(reference::Run &run) {
  const std::vector<float> in = reference::values(count);
  const reference::Array<float> deviceIn(in), deviceSum(sums);
  const auto launch = [&] {
    reference::check(cudaMemsetAsync(deviceSum.data(), 0, sums * sizeof(float)), "cudaMemset");
    add_each<<<count / block, block>>>(deviceIn.data(), deviceSum.data());
  };
  run.once(launch);
  std::vector<double> exact(sums);
  for (int i = 0; i < count; ++i)
    exact[i / block % sums] += in[i];
  run.compare(deviceSum.read(), std::vector<float>(exact.begin(), exact.end()));
  run.time(launch);
}

static const reference::Registration registration("memory-atomic-contention", "bad", run);
