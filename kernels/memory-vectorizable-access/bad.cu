// Each thread brings four neighbouring floats by four loads.
#include "../runner/Reference.h"

constexpr int count = 1 << 23;
constexpr int elements = 4 * count; // 128 MiB, more than the L2 cache of an H200 holds (50 MB)
constexpr int block = 256;

__global__ void lengths_by_floats(const float *in, float *out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float x = in[4 * i], y = in[4 * i + 1], z = in[4 * i + 2], w = in[4 * i + 3];
  out[i] = x * x + y * y + z * z + w * w;
}

static void run(reference::Run &run) {
  const std::vector<float> in = reference::values(elements);
  const reference::Array<float> deviceIn(in), deviceOut(count);
  const auto launch = [&] {
    lengths_by_floats<<<count / block, block>>>(deviceIn.data(), deviceOut.data());
  };
  run.once(launch);
  std::vector<float> expected(count);
  for (int i = 0; i < count; ++i)
    for (int k = 0; k < 4; ++k)
      expected[i] += in[4 * i + k] * in[4 * i + k];
  run.compare(deviceOut.read(), expected);
  run.time(launch);
}

static const reference::Registration registration("memory-vectorizable-access", "bad", run);
