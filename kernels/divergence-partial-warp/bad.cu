// One thread of the block adds what all of them have loaded.
#include "../runner/Reference.h"

constexpr int count = 1 << 22;
constexpr int block = 256;

__global__ void sum_serially(const float *in, float *out) {
  __shared__ float tile[block];
  tile[threadIdx.x] = in[blockIdx.x * block + threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0) {
    float sum = 0;
    for (int i = 0; i < block; ++i)
      sum += tile[i];
    out[blockIdx.x] = sum;
  }
}

static void run(reference::Run &run) {
  const std::vector<float> in = reference::values(count);
  const reference::Array<float> deviceIn(in), deviceOut(count / block);
  const auto launch = [&] {
    sum_serially<<<count / block, block>>>(deviceIn.data(), deviceOut.data());
  };
  run.once(launch);
  std::vector<float> expected(count / block);
  for (int i = 0; i < count; ++i)
    expected[i / block] += in[i];
  run.compare(deviceOut.read(), expected);
  run.time(launch);
}

static const reference::Registration registration("divergence-partial-warp", "bad", run);
