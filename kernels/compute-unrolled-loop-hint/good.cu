// The length is a template argument: the loop is unrolled whole.
#include "../runner/Reference.h"

constexpr int count = 1 << 22;
constexpr int block = 256;
constexpr int reach = 4;
constexpr int pitch = 64; // elements from one to the next: whole sectors

template <int length> __global__ void window_by_template(const float *__restrict__ in, float *out) {
  const int i = blockIdx.x * block + threadIdx.x;
  float value = 0;
#pragma unroll
  for (int j = 0; j < length; ++j)
    value = value * 0.5f + in[i + j * pitch];
  out[i] = value;
}

static void run(reference::Run &run) {
  const std::vector<float> in = reference::values(count + 2 * reach * pitch);
  const reference::Array<float> deviceIn(in), deviceOut(count);
  const auto launch = [&] {
    window_by_template<2 * reach + 1><<<count / block, block>>>(deviceIn.data(), deviceOut.data());
  };
  run.once(launch);
  std::vector<float> expected(count);
  for (int i = 0; i < count; ++i) {
    float value = 0;
    for (int j = 0; j <= 2 * reach; ++j)
      value = value * 0.5f + in[i + j * pitch];
    expected[i] = value;
  }
  run.compare(deviceOut.read(), expected);
  run.time(launch);
}

static const reference::Registration registration("compute-unrolled-loop-hint", "good", run);
