// Every thread stores its value, waits for all others, and loads its own value back.
#include "../runner/Reference.h"

constexpr int count = 1 << 25; // 128 MiB, more than the L2 cache of an H200 holds (50 MB)
constexpr int block = 256;

__global__ void scale_through_shared(const float *in, float *out) {
  __shared__ float tile[block];
  const int i = blockIdx.x * block + threadIdx.x;
  tile[threadIdx.x] = in[i];
  __syncthreads();
  out[i] = 2 * tile[threadIdx.x] + 1;
}

static void run(reference::Run &run) {
  const std::vector<float> in = reference::values(count);
  const reference::Array<float> deviceIn(in), deviceOut(in.size());
  const auto launch = [&] {
    scale_through_shared<<<count / block, block>>>(deviceIn.data(), deviceOut.data());
  };
  run.once(launch);
  std::vector<float> expected(in.size());
  for (int i = 0; i < count; ++i)
    expected[i] = 2 * in[i] + 1;
  run.compare(deviceOut.read(), expected);
  run.time(launch);
}

static const reference::Registration registration("shared-unused-tile", "bad", run);
