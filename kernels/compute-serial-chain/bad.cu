// A recurrence, one step after the other, with fewer warps than schedulers.
#include "../runner/Reference.h"

constexpr int blocks = 40;
constexpr int block = 64;
constexpr int terms = 4096;

__global__ void recur_in_one_chain(const float *in, float *out) {
  const int i = blockIdx.x * block + threadIdx.x;
  const float x = in[i];
  float sum = 0;
  for (int k = 0; k < terms; ++k)
    sum = sum * 0.999f + x;
  out[i] = sum;
}

static void run(reference::Run &run) {
  const std::vector<float> in = reference::values(blocks * block);
  const reference::Array<float> deviceIn(in), deviceOut(in.size());
  const auto launch = [&] {
    recur_in_one_chain<<<blocks, block>>>(deviceIn.data(), deviceOut.data());
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

static const reference::Registration registration("compute-serial-chain", "bad", run);
