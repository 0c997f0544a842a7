// Eight lanes add the sums of eight warps, and their mask names 32.
#include "../runner/Reference.h"

constexpr int count = 1 << 16; // small: compute-sanitizer looks at every access
constexpr int block = 256;

__global__ void block_sums_part(const float *in, float *out) {
  __shared__ float sums[block / 32];
  float v = in[blockIdx.x * block + threadIdx.x];
  for (int offset = 16; offset > 0; offset /= 2)
    v += __shfl_down_sync(0xffffffff, v, offset);
  if (threadIdx.x % 32 == 0)
    sums[threadIdx.x / 32] = v;
  __syncthreads();
  if (threadIdx.x < block / 32) {
    v = sums[threadIdx.x];
    for (int offset = block / 64; offset > 0; offset /= 2)
      v += __shfl_down_sync(0xffffffff, v, offset); // lanes 8 to 31 are somewhere else
    if (threadIdx.x == 0)
      out[blockIdx.x] = v;
  }
}

static void run(reference::Run &run) {
  const std::vector<float> in = reference::values(count);
  const reference::Array<float> deviceIn(in), deviceOut(count / block);
  const auto launch = [&] {
    block_sums_part<<<count / block, block>>>(deviceIn.data(), deviceOut.data());
  };
  run.once(launch);
  std::vector<float> expected(count / block);
  for (int i = 0; i < count; ++i)
    expected[i / block] += in[i];
  run.compare(deviceOut.read(), expected);
  run.time(launch);
}

static const reference::Registration registration("sync-warp-mask", "bad", run);
