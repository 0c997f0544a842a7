// The same trip counts, handed out by warp: the lanes of a warp leave together.
#include "../runner/Reference.h"

constexpr int count = 1 << 22;
constexpr int block = 256;
constexpr int lengths = 32;

__global__ void iterate_by_warp(const float *in, float *out) {
  const int i = blockIdx.x * block + threadIdx.x;
  float x = in[i];
  const int steps = 4 * (i / 32 % lengths);
  for (int k = 0; k < steps; ++k)
    x = x * 0.5f + 1 / (x + 1);
  out[i] = x;
}

static void run(reference::Run &run) {
  const std::vector<float> in = reference::values(count);
  const reference::Array<float> deviceIn(in), deviceOut(count);
  const auto launch = [&] {
    iterate_by_warp<<<count / block, block>>>(deviceIn.data(), deviceOut.data());
  };
  run.once(launch);
  std::vector<float> expected = in;
  for (int i = 0; i < count; ++i)
    for (int k = 0; k < 4 * (i / 32 % lengths); ++k)
      expected[i] = expected[i] * 0.5f + 1 / (expected[i] + 1);
  run.compare(deviceOut.read(), expected);
  run.time(launch);
}

static const reference::Registration registration("divergence-loop", "good", run);
