// Lanes read where loaded indices say: 32 sectors per request.
#include "../runner/Reference.h"

constexpr int count = 1 << 25; // 128 MiB, more than the L2 cache of an H200 holds (50 MB)
constexpr int block = 256;

__global__ void gather(const float *in, const int *index, float *out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = 2 * in[index[i]];
}

/// Looks random, and meets every element once: multiplication by an odd number modulo 2^25.
static int place(int i) { return static_cast<int>(i * 20921929u % count); }

static void run(reference::Run &run) {
  const std::vector<float> in = reference::values(count);
  std::vector<int> index(count);
  for (int i = 0; i < count; ++i)
    index[i] = place(i);
  const reference::Array<float> deviceIn(in), deviceOut(count);
  const reference::Array<int> deviceIndex(index);
  const auto launch = [&] {
    gather<<<count / block, block>>>(deviceIn.data(), deviceIndex.data(), deviceOut.data());
  };
  run.once(launch);
  std::vector<float> expected(count);
  for (int i = 0; i < count; ++i)
    expected[i] = 2 * in[place(i)];
  run.compare(deviceOut.read(), expected);
  run.time(launch);
}

static const reference::Registration registration("memory-gather-access", "bad", run);
