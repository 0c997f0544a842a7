// The value stays in a register: no shared memory, no barrier.
#include "../runner/Reference.h"

constexpr int count = 1 << 25; // 128 MiB, more than the L2 cache of an H200 holds (50 MB)
constexpr int block = 256;

__global__ void scale_in_registers(const float *in, float *out) {
  const int i = blockIdx.x * block + threadIdx.x;
  const float x = in[i];
  out[i] = 2 * x + 1;
}

static void run(reference::Run &run) {
  const std::vector<float> in = reference::values(count);
  const reference::Array<float> deviceIn(in), deviceOut(in.size());
  const auto launch = [&] {
    scale_in_registers<<<count / block, block>>>(deviceIn.data(), deviceOut.data());
  };
  run.once(launch);
  std::vector<float> expected(in.size());
  for (int i = 0; i < count; ++i)
    expected[i] = 2 * in[i] + 1;
  run.compare(deviceOut.read(), expected);
  run.time(launch);
}

static const reference::Registration registration("shared-unused-tile", "good", run);
