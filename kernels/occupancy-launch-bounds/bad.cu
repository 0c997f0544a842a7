// `__launch_bounds__(64, 1)`: the compiler keeps all 192 sums of a thread in registers, and an SM
// has no more than four blocks of two warps.
#include "../runner/Reference.h"

constexpr int block = 64;
constexpr int sums = 192;
constexpr int rounds = 16;
constexpr int outputs = 1 << 20;

__global__ void __launch_bounds__(block, 1) sum_with_many_registers(const float *in, float *out) {
  const int i = blockIdx.x * block + threadIdx.x;
  float total[sums];
#pragma unroll
  for (int s = 0; s < sums; ++s)
    total[s] = 0;
  for (int round = 0; round < rounds; ++round) {
    const float value = in[static_cast<std::size_t>(round) * outputs + i];
#pragma unroll
    for (int s = 0; s < sums; ++s)
      total[s] = total[s] * 0.5f + value * static_cast<float>(s);
  }
  float result = 0;
#pragma unroll
  for (int s = 0; s < sums; ++s)
    result = result * 0.5f + total[s];
  out[i] = result;
}

static void run(reference::Run &run) {
  const std::vector<float> in = reference::values(rounds * outputs);
  const reference::Array<float> deviceIn(in), deviceOut(outputs);
  const auto launch = [&] {
    sum_with_many_registers<<<outputs / block, block>>>(deviceIn.data(), deviceOut.data());
  };
  run.once(launch);
  std::vector<float> expected(outputs);
  for (int i = 0; i < outputs; ++i) {
    // All sums of a thread grow alike: that of s is s times the first.
    float first = 0;
    for (int round = 0; round < rounds; ++round)
      first = first * 0.5f + in[static_cast<std::size_t>(round) * outputs + i];
    for (int s = 0; s < sums; ++s)
      expected[i] = expected[i] * 0.5f + first * static_cast<float>(s);
  }
  run.compare(deviceOut.read(), expected);
  run.time(launch);
}

static const reference::Registration registration("occupancy-launch-bounds", "bad", run);
