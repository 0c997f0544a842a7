// 1056 blocks: eight for each of 132 SMs.
#include "../runner/Reference.h"

constexpr int count = 1 << 24;
constexpr int block = 256;
constexpr int blocks = 1056;

__global__ void scale_with_enough_blocks(const float *in, float *out) {
  for (int i = blockIdx.x * block + threadIdx.x; i < count; i += blocks * block)
    out[i] = 2.0f * in[i];
}

static void run(reference::Run &run) {
  const std::vector<float> in = reference::values(count);
  const reference::Array<float> deviceIn(in), deviceOut(count);
  const auto launch = [&] {
    scale_with_enough_blocks<<<blocks, block>>>(deviceIn.data(), deviceOut.data());
  };
  run.once(launch);
  std::vector<float> expected(in);
  for (float &value : expected)
    value = 2.0f * value;
  run.compare(deviceOut.read(), expected);
  run.time(launch);
}

static const reference::Registration registration("occupancy-small-grid", "good", run);
