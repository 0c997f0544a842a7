// Each thread brings its four floats by one load of 16 bytes.
#include "../runner/Reference.h"

constexpr int count = 1 << 23;
constexpr int elements = 4 * count; // 128 MiB, more than the L2 cache of an H200 holds (50 MB)
constexpr int block = 256;

__global__ void lengths_by_float4(const float4 *in, float *out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float4 v = in[i];
  out[i] = v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
}

static void run(reference::Run &run) {
  const std::vector<float> in = reference::values(elements);
  const reference::Array<float> deviceIn(in), deviceOut(count);
  const auto launch = [&] {
    lengths_by_float4<<<count / block, block>>>(reinterpret_cast<const float4 *>(deviceIn.data()),
                                                deviceOut.data());
  };
  run.once(launch);
  std::vector<float> expected(count);
  for (int i = 0; i < count; ++i)
    for (int k = 0; k < 4; ++k)
      expected[i] += in[4 * i + k] * in[4 * i + k];
  run.compare(deviceOut.read(), expected);
  run.time(launch);
}

static const reference::Registration registration("memory-vectorizable-access", "good", run);
