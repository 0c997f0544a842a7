// The same elements, in blocks of 256 threads.
#include "../runner/Reference.h"

constexpr int block = 256;
constexpr int count = 33 << 20;
constexpr int steps = 256;

__global__ void iterate_in_whole_warps(const float *in, float *out) {
  const int i = blockIdx.x * block + threadIdx.x;
  float value = in[i];
  for (int step = 0; step < steps; ++step)
    value = value * 0.5f + 1.0f;
  out[i] = value;
}

static void run(reference::Run &run) {
  const std::vector<float> in = reference::values(count);
  const reference::Array<float> deviceIn(in), deviceOut(count);
  const auto launch = [&] {
    iterate_in_whole_warps<<<count / block, block>>>(deviceIn.data(), deviceOut.data());
  };
  run.once(launch);
  std::vector<float> expected(in);
  for (float &value : expected)
    for (int step = 0; step < steps; ++step)
      value = value * 0.5f + 1.0f;
  run.compare(deviceOut.read(), expected);
  run.time(launch);
}

static const reference::Registration registration("occupancy-block-shape", "good", run);
