// The same four short kernels, launched one by one five hundred times.
#include "../runner/Reference.h"

constexpr int count = 1 << 16;
constexpr int block = 256;
constexpr int iterations = 500;

// Not element-wise: each thread reads what its neighbour has written.
__global__ void relax_by_launch(float *out, const float *in) {
  const int i = blockIdx.x * block + threadIdx.x;
  out[i] = 0.5f * in[i] + 0.25f * (in[i == 0 ? count - 1 : i - 1] + in[i == count - 1 ? 0 : i + 1]);
}

static void run(reference::Run &run) {
  const std::vector<float> values = reference::values(count);
  const reference::Array<float> first(values), second(count);
  cudaStream_t stream;
  reference::check(cudaStreamCreate(&stream), "cudaStreamCreate");
  const auto launch = [&] {
    float *const a = first.data(), *const b = second.data();
    for (int i = 0; i < iterations; ++i) {
      relax_by_launch<<<count / block, block, 0, stream>>>(b, a);
      relax_by_launch<<<count / block, block, 0, stream>>>(a, b);
      relax_by_launch<<<count / block, block, 0, stream>>>(b, a);
      relax_by_launch<<<count / block, block, 0, stream>>>(a, b);
    }
    reference::check(cudaStreamSynchronize(stream), "iterations");
  };
  run.once(launch);
  std::vector<float> expected = values, next(count);
  for (int step = 0; step < 4 * iterations; ++step) {
    for (int i = 0; i < count; ++i)
      next[i] = 0.5f * expected[i] + 0.25f * (expected[i == 0 ? count - 1 : i - 1] +
                                              expected[i == count - 1 ? 0 : i + 1]);
    expected.swap(next);
  }
  run.compare(first.read(), expected);
  run.time(launch);
  cudaStreamDestroy(stream);
}

static const reference::Registration registration("host-graph-candidate", "bad", run);
