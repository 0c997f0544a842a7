// A matrix product in which all eight warps of a block load the same part of each row of B.
#include "../runner/Reference.h"

constexpr int n = 1024;
constexpr int side = 16;

__global__ void multiply_from_global(const float *__restrict__ a, const float *__restrict__ b,
                                     float *__restrict__ c) {
  const int column = blockIdx.x * side + threadIdx.x;
  const int row = blockIdx.y * side + threadIdx.y;
  float sum = 0;
  for (int k = 0; k < n; ++k)
    sum += a[row * n + k] * b[k * n + column];
  c[row * n + column] = sum;
}

static void run(reference::Run &run) {
  const std::vector<float> a = reference::values(n * n), b = reference::values(n * n);
  const reference::Array<float> deviceA(a), deviceB(b), deviceC(n * n);
  const auto launch = [&] {
    multiply_from_global<<<dim3(n / side, n / side), dim3(side, side)>>>(
        deviceA.data(), deviceB.data(), deviceC.data());
  };
  run.once(launch);
  std::vector<float> expected(n * n);
  for (int row = 0; row < n; ++row)
    for (int k = 0; k < n; ++k)
      for (int column = 0; column < n; ++column)
        expected[row * n + column] += a[row * n + k] * b[k * n + column];
  run.compare(deviceC.read(), expected);
  run.time(launch);
}

static const reference::Registration registration("memory-repeated-load", "bad", run);
