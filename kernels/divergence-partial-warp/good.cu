// The threads of the block add in pairs: full warps as long as there are more than 32 sums.
#include "../runner/Reference.h"

constexpr int count = 1 << 22;
constexpr int block = 256;

__global__ void sum_in_pairs(const float *in, float *out) {
  __shared__ float tile[block];
  tile[threadIdx.x] = in[blockIdx.x * block + threadIdx.x];
  __syncthreads();
  for (int half = block / 2; half >= 32; half /= 2) {
    if (threadIdx.x < half)
      tile[threadIdx.x] += tile[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x < 32) {
    float sum = tile[threadIdx.x];
    for (int offset = 16; offset > 0; offset /= 2)
      sum += __shfl_down_sync(0xffffffff, sum, offset);
    if (threadIdx.x == 0)
      out[blockIdx.x] = sum;
  }
}

static void run(reference::Run &run) {
  const std::vector<float> in = reference::values(count);
  const reference::Array<float> deviceIn(in), deviceOut(count / block);
  const auto launch = [&] {
    sum_in_pairs<<<count / block, block>>>(deviceIn.data(), deviceOut.data());
  };
  run.once(launch);
  std::vector<float> expected(count / block);
  for (int i = 0; i < count; ++i)
    expected[i / block] += in[i];
  run.compare(deviceOut.read(), expected);
  run.time(launch);
}

static const reference::Registration registration("divergence-partial-warp", "good", run);
