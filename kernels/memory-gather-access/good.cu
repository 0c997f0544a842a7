// The elements were renumbered beforehand, so that neighbours are read together.
#include "../runner/Reference.h"

constexpr int count = 1 << 25; // 128 MiB, more than the L2 cache of an H200 holds (50 MB)
constexpr int block = 256;

__global__ void read_renumbered(const float *renumbered, float *out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = 2 * renumbered[i];
}

/// Looks random, and meets every element once: multiplication by an odd number modulo 2^25.
static int place(int i) { return static_cast<int>(i * 20921929u % count); }

static void run(reference::Run &run) {
  const std::vector<float> in = reference::values(count);
  std::vector<float> renumbered(count);
  for (int i = 0; i < count; ++i)
    renumbered[i] = in[place(i)];
  const reference::Array<float> deviceIn(renumbered), deviceOut(count);
  const auto launch = [&] {
    read_renumbered<<<count / block, block>>>(deviceIn.data(), deviceOut.data());
  };
  run.once(launch);
  std::vector<float> expected(count);
  for (int i = 0; i < count; ++i)
    expected[i] = 2 * in[place(i)];
  run.compare(deviceOut.read(), expected);
  run.time(launch);
}

static const reference::Registration registration("memory-gather-access", "good", run);
