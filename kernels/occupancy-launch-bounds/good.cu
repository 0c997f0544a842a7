// Bounds that ask for eight blocks of 256 threads, and a kernel that does with 32 registers: the
// sums one after the other.
#include "../runner/Reference.h"

constexpr int block = 256;
constexpr int sums = 192;
constexpr int rounds = 16;
constexpr int outputs = 1 << 20;

__global__ void __launch_bounds__(block, 8) sum_with_few_registers(const float *in, float *out) {
  const int i = blockIdx.x * block + threadIdx.x;
  float first = 0;
  for (int round = 0; round < rounds; ++round)
    first = first * 0.5f + in[static_cast<std::size_t>(round) * outputs + i];
  float result = 0;
  for (int s = 0; s < sums; ++s)
    result = result * 0.5f + first * static_cast<float>(s);
  out[i] = result;
}

static void run(reference::Run &run) {
  const std::vector<float> in = reference::values(rounds * outputs);
  const reference::Array<float> deviceIn(in), deviceOut(outputs);
  const auto launch = [&] {
    sum_with_few_registers<<<outputs / block, block>>>(deviceIn.data(), deviceOut.data());
  };
  run.once(launch);
  std::vector<float> expected(outputs);
  for (int i = 0; i < outputs; ++i) {
    float first = 0;
    for (int round = 0; round < rounds; ++round)
      first = first * 0.5f + in[static_cast<std::size_t>(round) * outputs + i];
    for (int s = 0; s < sums; ++s)
      expected[i] = expected[i] * 0.5f + first * static_cast<float>(s);
  }
  run.compare(deviceOut.read(), expected);
  run.time(launch);
}

static const reference::Registration registration("occupancy-launch-bounds", "good", run);
