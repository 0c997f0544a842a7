// One kernel: what is in between stays in a register.
#include "../runner/Reference.h"

constexpr int count = 1 << 26;
constexpr int block = 256;

__global__ void scale_add_clamp(float *y, const float *x, const float *b) {
  const int i = blockIdx.x * block + threadIdx.x;
  y[i] = fminf(1.5f * x[i] + b[i], 2.0f);
}

static void run(reference::Run &run) {
  const std::vector<float> values = reference::values(count);
  const reference::Array<float> x(values), b(values), y(count);
  const auto launch = [&] {
    scale_add_clamp<<<count / block, block>>>(y.data(), x.data(), b.data());
  };
  run.once(launch);
  std::vector<float> expected(count);
  for (int i = 0; i < count; ++i) {
    const float sum = 1.5f * values[i] + values[i];
    expected[i] = sum < 2.0f ? sum : 2.0f;
  }
  run.compare(y.read(), expected);
  run.time(launch);
}

static const reference::Registration registration("host-fusable-kernels", "good", run);
