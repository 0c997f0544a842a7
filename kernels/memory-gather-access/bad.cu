// Lanes read where loaded indices say: up to 32 sectors per request.
#include "../runner/Reference.h"

constexpr int count = 1 << 25; // 128 MiB, more than the L2 cache of an H200 holds (50 MB)
constexpr int block = 1024;

__global__ void gather_global(const float *in, const int *index, float *out) {
  const int part = blockIdx.x * block;
  const int i = part + threadIdx.x;
  out[i] = in[part + index[i]];
}

static void run(reference::Run &run) {
  const std::vector<float> in = reference::values(count);
  std::vector<int> index(count); // within the block's own part, in an order that looks random
  std::vector<float> expected(count);
  for (int i = 0; i < count; ++i) {
    index[i] = i % block * 389 % block ^ i / block % 32;
    expected[i] = in[i / block * block + index[i]];
  }
  const reference::Array<float> deviceIn(in), deviceOut(count);
  const reference::Array<int> deviceIndex(index);
  const auto launch = [&] {
    gather_global<<<count / block, block>>>(deviceIn.data(), deviceIndex.data(), deviceOut.data());
  };
  run.once(launch);
  run.compare(deviceOut.read(), expected);
  run.time(launch);
}

static const reference::Registration registration("memory-gather-access", "bad", run);
