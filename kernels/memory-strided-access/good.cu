// The threads of a warp stay together; each thread's eight elements are far apart.
#include "../runner/Reference.h"

constexpr int count = 1 << 25; // 128 MiB, more than the L2 cache of an H200 holds (50 MB)
constexpr int block = 256;
constexpr int perThread = 8;
constexpr int threads = count / perThread;

__global__ void scale_interleaved(const float *in, float *out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < perThread; ++k)
    out[k * threads + i] = 2 * in[k * threads + i];
}

static void run(reference::Run &run) {
  const std::vector<float> in = reference::values(count);
  const reference::Array<float> deviceIn(in), deviceOut(count);
  const auto launch = [&] {
    scale_interleaved<<<threads / block, block>>>(deviceIn.data(), deviceOut.data());
  };
  run.once(launch);
  std::vector<float> expected = in;
  for (float &value : expected)
    value *= 2;
  run.compare(deviceOut.read(), expected);
  run.time(launch);
}

static const reference::Registration registration("memory-strided-access", "good", run);
