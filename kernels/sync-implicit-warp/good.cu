// The lanes of the last warp hand over their sums by shuffles.
#include "../runner/Reference.h"

constexpr int count = 1 << 16; // small: compute-sanitizer looks at every access
constexpr int block = 256;

__global__ void sum_by_shuffles(const float *in, float *out) {
  __shared__ float s[block];
  const int tid = threadIdx.x;
  s[tid] = in[blockIdx.x * block + tid];
  __syncthreads();
  for (int d = block / 2; d >= 32; d /= 2) {
    if (tid < d)
      s[tid] += s[tid + d];
    __syncthreads();
  }
  if (tid < 32) {
    float sum = s[tid];
    for (int d = 16; d > 0; d /= 2)
      sum += __shfl_down_sync(0xffffffffu, sum, d);
    if (tid == 0)
      out[blockIdx.x] = sum;
  }
}

static void run(reference::Run &run) {
  const std::vector<float> in = reference::values(count);
  const reference::Array<float> deviceIn(in), deviceOut(count / block);
  const auto launch = [&] {
    sum_by_shuffles<<<count / block, block>>>(deviceIn.data(), deviceOut.data());
  };
  run.once(launch);
  std::vector<float> expected(count / block);
  for (int i = 0; i < count; ++i)
    expected[i / block] += in[i];
  run.compare(deviceOut.read(), expected);
  run.time(launch);
}

static const reference::Registration registration("sync-implicit-warp", "good", run);
