// The pointers do not overlap, and say so: the sum is kept in a register and stored once.
#include "../runner/Reference.h"

constexpr int count = 1 << 20;
constexpr int terms = 32; // 128 MiB in all, more than the L2 cache of an H200 holds (50 MB)
constexpr int block = 256;

__global__ void weighted_sum_apart(const float *__restrict__ in, const float *__restrict__ weights,
                                   float *__restrict__ sum, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  sum[i] = 0;
  for (int k = 0; k < n; ++k)
    sum[i] += weights[k] * in[k * count + i];
}

static void run(reference::Run &run) {
  const std::vector<float> in = reference::values(std::size_t{count} * terms);
  const std::vector<float> weights = reference::values(terms);
  const reference::Array<float> deviceIn(in), deviceWeights(weights), deviceSum(count);
  const auto launch = [&] {
    weighted_sum_apart<<<count / block, block>>>(deviceIn.data(), deviceWeights.data(),
                                                 deviceSum.data(), terms);
  };
  run.once(launch);
  std::vector<float> expected(count);
  for (int k = 0; k < terms; ++k)
    for (int i = 0; i < count; ++i)
      expected[i] += weights[k] * in[static_cast<std::size_t>(k) * count + i];
  run.compare(deviceSum.read(), expected);
  run.time(launch);
}

static const reference::Registration registration("memory-missing-restrict", "good", run);
