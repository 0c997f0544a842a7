// Whole warps go different ways: each runs one side.
#include "../runner/Reference.h"

constexpr int count = 1 << 22;
constexpr int block = 256;

__global__ void iterate_by_warp(const float *in, float *out, int steps) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = in[i];
  if (i / 32 % 2 == 0) {
    for (int k = 0; k < steps; ++k)
      x = x * 0.5f + 1 / (x + 1);
  } else {
    for (int k = 0; k < steps; ++k)
      x = x * 0.25f + 2 / (x + 3);
  }
  out[i] = x;
}

static void run(reference::Run &run) {
  constexpr int steps = 64;
  const std::vector<float> in = reference::values(count);
  const reference::Array<float> deviceIn(in), deviceOut(count);
  const auto launch = [&] {
    iterate_by_warp<<<count / block, block>>>(deviceIn.data(), deviceOut.data(), steps);
  };
  run.once(launch);
  std::vector<float> expected = in;
  for (int i = 0; i < count; ++i)
    for (int k = 0; k < steps; ++k) {
      const float x = expected[i];
      expected[i] = i / 32 % 2 == 0 ? x * 0.5f + 1 / (x + 1) : x * 0.25f + 2 / (x + 3);
    }
  run.compare(deviceOut.read(), expected);
  run.time(launch);
}

static const reference::Registration registration("divergence-branch", "good", run);
