// The same with four blocks on an SM: up to 64 registers, which hold what a thread needs.
#include "../runner/Reference.h"

constexpr int columns = 1 << 19;
constexpr int rows = 40;
constexpr int rounds = 16;
constexpr int block = 256;

__global__ void __launch_bounds__(block, 4) smooth_with_64_registers(const float *in, float *out) {
  const int column = blockIdx.x * block + threadIdx.x;
  float values[rows];
#pragma unroll
  for (int row = 0; row < rows; ++row)
    values[row] = __ldg(&in[row * columns + column]);
#pragma unroll 1
  for (int round = 0; round < rounds; ++round)
#pragma unroll
    for (int row = 0; row < rows; ++row)
      values[row] = 0.5f * values[row] + 0.5f * values[(row + 1) % rows];
#pragma unroll
  for (int row = 0; row < rows; ++row)
    out[row * columns + column] = values[row];
}

static void run(reference::Run &run) {
  const std::vector<float> in = reference::values(rows * columns);
  const reference::Array<float> deviceIn(in), deviceOut(rows * columns);
  const auto launch = [&] {
    smooth_with_64_registers<<<columns / block, block>>>(deviceIn.data(), deviceOut.data());
  };
  run.once(launch);
  std::vector<float> expected = in;
  for (int column = 0; column < columns; ++column)
    for (int round = 0; round < rounds; ++round)
      for (int row = 0; row < rows; ++row) {
        float &value = expected[row * columns + column];
        value = 0.5f * value + 0.5f * expected[(row + 1) % rows * columns + column];
      }
  run.compare(deviceOut.read(), expected);
  run.time(launch);
}

static const reference::Registration registration("occupancy-register-spill", "good", run);
