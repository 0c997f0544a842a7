// Each lane asks constant memory for an element of its own.
#include "../runner/Reference.h"

constexpr int count = 1 << 22;
constexpr int block = 256;
constexpr int steps = 64;
__constant__ float weights[256];

__global__ void filter_from_constant(const float *in, float *out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = in[i];
  for (int k = 0; k < steps; ++k)
    x = 0.5f * x + weights[(threadIdx.x + k) % 256];
  out[i] = x;
}

static void run(reference::Run &run) {
  const std::vector<float> in = reference::values(count);
  const std::vector<float> table = reference::values(256);
  reference::check(cudaMemcpyToSymbol(weights, table.data(), 256 * sizeof(float)),
                   "cudaMemcpyToSymbol");
  const reference::Array<float> deviceIn(in), deviceOut(count);
  const auto launch = [&] {
    filter_from_constant<<<count / block, block>>>(deviceIn.data(), deviceOut.data());
  };
  run.once(launch);
  std::vector<float> expected = in;
  for (int i = 0; i < count; ++i)
    for (int k = 0; k < steps; ++k)
      expected[i] = 0.5f * expected[i] + table[(i % block + k) % 256];
  run.compare(deviceOut.read(), expected);
  run.time(launch);
}

static const reference::Registration registration("memory-constant-divergent", "bad", run);
