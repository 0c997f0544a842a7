// Each thread works on its own element, and waits for nobody.
#include "../runner/Reference.h"

constexpr int rounds = 8;
constexpr int block = 256;
constexpr int count = 1 << 25; // 128 MB: past the L2

__global__ void relax(const float *in, float *out) {
  __shared__ float s[block];
  const int i = blockIdx.x * block + threadIdx.x;
  s[threadIdx.x] = in[i];
  for (int k = 0; k < rounds; ++k) {
    s[threadIdx.x] = 0.5f * s[threadIdx.x] + 1.0f;
  }
  __syncthreads(); // this one is needed: the neighbour's result is read
  out[i] = s[(threadIdx.x + 1) % block];
}

static void run(reference::Run &run) {
  const std::vector<float> in = reference::values(count);
  const reference::Array<float> deviceIn(in), deviceOut(count);
  const auto launch = [&] { relax<<<count / block, block>>>(deviceIn.data(), deviceOut.data()); };
  run.once(launch);
  std::vector<float> expected(count);
  for (int i = 0; i < count; ++i) {
    float x = in[i / block * block + (i % block + 1) % block];
    for (int k = 0; k < rounds; ++k)
      x = 0.5f * x + 1.0f;
    expected[i] = x;
  }
  run.compare(deviceOut.read(), expected);
  run.time(launch);
}

static const reference::Registration registration("sync-redundant-barrier", "good", run);
