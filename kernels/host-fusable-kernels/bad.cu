// Three kernels, each of which takes up every element where the one before has left it.
#include "../runner/Reference.h"

constexpr int count = 1 << 26;
constexpr int block = 256;

__global__ void scale_first(float *y, const float *x) {
  const int i = blockIdx.x * block + threadIdx.x;
  y[i] = 1.5f * x[i];
}
__global__ void add_then(float *y, const float *b) {
  const int i = blockIdx.x * block + threadIdx.x;
  y[i] += b[i];
}
__global__ void clamp_last(float *y) {
  const int i = blockIdx.x * block + threadIdx.x;
  y[i] = fminf(y[i], 2.0f);
}

static void run(reference::Run &run) {
  const std::vector<float> values = reference::values(count);
  const reference::Array<float> x(values), b(values), y(count);
  const auto launch = [&] {
    scale_first<<<count / block, block>>>(y.data(), x.data());
    add_then<<<count / block, block>>>(y.data(), b.data());
    clamp_last<<<count / block, block>>>(y.data());
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

static const reference::Registration registration("host-fusable-kernels", "bad", run);
