// Sixteen blocks that walk over everything: of an H100's 132 SMs, 116 have nothing to do.
#include "../runner/Reference.h"

constexpr int count = 1 << 24;
constexpr int block = 256;
constexpr int blocks = 16;

__global__ void scale_with_few_blocks(const float *in, float *out) {
  for (int i = blockIdx.x * block + threadIdx.x; i < count; i += blocks * block)
    out[i] = 2.0f * in[i];
}

static void run(reference::Run &run) {
  const std::vector<float> in = reference::values(count);
  const reference::Array<float> deviceIn(in), deviceOut(count);
  const auto launch = [&] {
    scale_with_few_blocks<<<blocks, block>>>(deviceIn.data(), deviceOut.data());
  };
  run.once(launch);
  std::vector<float> expected(in);
  for (float &value : expected)
    value = 2.0f * value;
  run.compare(deviceOut.read(), expected);
  run.time(launch);
}

static const reference::Registration registration("occupancy-small-grid", "bad", run);
