// The same recurrence as four chains of every fourth step, which overlap.
#include "../runner/Reference.h"

constexpr int blocks = 40;
constexpr int block = 64;
constexpr int terms = 4096;

__global__ void recur_in_four_chains(const float *in, float *out) {
  const int i = blockIdx.x * block + threadIdx.x;
  const float x = in[i];
  constexpr float r = 0.999f;
  constexpr float r4 = r * r * r * r;
  float sum0 = 0, sum1 = 0, sum2 = 0, sum3 = 0;
  for (int k = 0; k < terms; k += 4) {
    sum0 = sum0 * r4 + x;
    sum1 = sum1 * r4 + x;
    sum2 = sum2 * r4 + x;
    sum3 = sum3 * r4 + x;
  }
  out[i] = ((sum0 * r + sum1) * r + sum2) * r + sum3;
}

static void run(reference::Run &run) {
  const std::vector<float> in = reference::values(blocks * block);
  const reference::Array<float> deviceIn(in), deviceOut(in.size());
  const auto launch = [&] {
    recur_in_four_chains<<<blocks, block>>>(deviceIn.data(), deviceOut.data());
  };
  run.once(launch);
  std::vector<float> expected(in.size());
  for (std::size_t i = 0; i < in.size(); ++i) {
    double sum = 0;
    for (int k = 0; k < terms; ++k)
      sum = sum * 0.999 + in[i];
    expected[i] = static_cast<float>(sum);
  }
  run.compare(deviceOut.read(), expected);
  run.time(launch);
}

static const reference::Registration registration("compute-serial-chain", "good", run);
