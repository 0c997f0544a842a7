// Constants without a suffix: every step is computed in double.
#include "../runner/Reference.h"

constexpr int count = 1 << 22;
constexpr int block = 256;
constexpr int steps = 32;

__global__ void relax_in_double(const float *in, float *out) {
  const int i = blockIdx.x * block + threadIdx.x;
  float x = in[i];
  for (int k = 0; k < steps; ++k)
    x = 0.9 * x + 0.1 / (x + 1.0);
  out[i] = x;
}

static void run(reference::Run &run) {
  const std::vector<float> in = reference::values(count);
  const reference::Array<float> deviceIn(in), deviceOut(count);
  const auto launch = [&] {
    relax_in_double<<<count / block, block>>>(deviceIn.data(), deviceOut.data());
  };
  run.once(launch);
  std::vector<float> expected = in;
  for (float &x : expected)
    for (int k = 0; k < steps; ++k)
      x = 0.9f * x + 0.1f / (x + 1.0f);
  run.compare(deviceOut.read(), expected);
  run.time(launch);
}

static const reference::Registration registration("compute-double-promotion", "bad", run);
