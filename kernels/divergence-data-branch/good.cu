// The elements are sorted by kind: the kind is one for a warp.
#include "../runner/Reference.h"

#include <algorithm>

constexpr int count = 1 << 22;
constexpr int block = 256;
constexpr int steps = 64;

__global__ void iterate_sorted(const float *in, const float *kind, float *out) {
  const int i = blockIdx.x * block + threadIdx.x;
  float x = in[i];
  if (kind[i / 32] < 1.0f) {
    for (int k = 0; k < steps; ++k)
      x = x * 0.5f + 1 / (x + 1);
  } else {
    for (int k = 0; k < steps; ++k)
      x = x * 0.25f + 2 / (x + 3);
  }
  out[i] = x;
}

static void run(reference::Run &run) {
  const std::vector<float> in = reference::values(count);
  std::vector<float> kind(count / 32);
  for (int i = 0; i < count / 32; ++i)
    kind[i] = in[i * 7 + 11];
  std::sort(kind.begin(), kind.end());
  const reference::Array<float> deviceIn(in), deviceKind(kind), deviceOut(count);
  const auto launch = [&] {
    iterate_sorted<<<count / block, block>>>(deviceIn.data(), deviceKind.data(), deviceOut.data());
  };
  run.once(launch);
  std::vector<float> expected = in;
  for (int i = 0; i < count; ++i)
    for (int k = 0; k < steps; ++k) {
      const float x = expected[i];
      expected[i] = kind[i / 32] < 1.0f ? x * 0.5f + 1 / (x + 1) : x * 0.25f + 2 / (x + 3);
    }
  run.compare(deviceOut.read(), expected);
  run.time(launch);
}

static const reference::Registration registration("divergence-data-branch", "good", run);
