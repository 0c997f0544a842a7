// Counts per thread in shared memory, each thread in a bank of its own.
#include "../runner/Reference.h"

constexpr int count = 1 << 20;
constexpr int block = 128;
constexpr int bins = 32;
constexpr int samples = 128;

__global__ void count_in_shared(const float *in, float *out) {
  __shared__ int counts[bins][block];
  for (int bin = 0; bin < bins; ++bin)
    counts[bin][threadIdx.x] = 0;
  const int i = blockIdx.x * block + threadIdx.x;
  for (int k = 0; k < samples; ++k) {
    const int bin = static_cast<int>(in[(i + k * 976) % count] * (bins / 2)) - bins / 4;
    ++counts[bin][threadIdx.x];
  }
  float best = 0;
  for (int bin = 0; bin < bins; ++bin)
    best = fmaxf(best, static_cast<float>(counts[bin][threadIdx.x]));
  out[i] = best;
}

static void run(reference::Run &run) {
  const std::vector<float> in = reference::values(count);
  const reference::Array<float> deviceIn(in), deviceOut(count);
  const auto launch = [&] {
    count_in_shared<<<count / block, block>>>(deviceIn.data(), deviceOut.data());
  };
  run.once(launch);
  std::vector<float> expected(count);
  for (int i = 0; i < count; ++i) {
    int counts[bins] = {};
    for (int k = 0; k < samples; ++k)
      ++counts[static_cast<int>(in[(i + k * 976) % count] * (bins / 2)) - bins / 4];
    float best = 0;
    for (const int one : counts)
      best = best > static_cast<float>(one) ? best : static_cast<float>(one);
    expected[i] = best;
  }
  run.compare(deviceOut.read(), expected);
  run.time(launch);
}

static const reference::Registration registration("compute-local-array", "good", run);
