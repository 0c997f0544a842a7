// Each step allocates what it needs for a moment, and frees it.
#include "../runner/Reference.h"

constexpr int count = 1 << 20;
constexpr int block = 256;
constexpr int steps = 100;

__global__ void smooth_to_fresh(float *out, const float *in) {
  const int i = blockIdx.x * block + threadIdx.x;
  out[i] = 0.5f * in[i] + 0.25f;
}

static void run(reference::Run &run) {
  const std::vector<float> in = reference::values(count);
  const reference::Array<float> field(in);
  const auto launch = [&] {
    for (int step = 0; step < steps; ++step) {
      float *scratch = nullptr;
      reference::check(cudaMalloc(&scratch, count * sizeof(float)), "cudaMalloc");
      // NOLINTNEXTLINE(warplint-host-fusable-kernels): it is the allocation that is to show
      smooth_to_fresh<<<count / block, block>>>(scratch, field.data());
      smooth_to_fresh<<<count / block, block>>>(field.data(), scratch);
      cudaFree(scratch);
    }
  };
  run.once(launch);
  std::vector<float> expected = in;
  for (int step = 0; step < 2 * steps; ++step)
    for (float &value : expected)
      value = 0.5f * value + 0.25f;
  run.compare(field.read(), expected);
  run.time(launch);
}

static const reference::Registration registration("host-alloc-in-loop", "bad", run);
