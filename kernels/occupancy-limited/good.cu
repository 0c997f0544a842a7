// Tiles of 4 KiB: an SM holds as many blocks as it has warps for.
#include "../runner/Reference.h"

constexpr int count = 1 << 26;
constexpr int block = 128;
constexpr int tile = 1024; // floats
constexpr int blocks = count / tile;

__global__ void reverse_small_tiles(const float *in, float *out) {
  __shared__ float values[tile];
  const float *from = in + static_cast<std::size_t>(blockIdx.x) * tile;
  for (int i = threadIdx.x; i < tile; i += block)
    values[i] = from[i];
  __syncthreads();
  for (int i = threadIdx.x; i < tile; i += block)
    out[static_cast<std::size_t>(blockIdx.x) * tile + i] = values[tile - 1 - i];
}

static void run(reference::Run &run) {
  const std::vector<float> in = reference::values(blocks * tile);
  const reference::Array<float> deviceIn(in), deviceOut(blocks * tile);
  const auto launch = [&] {
    reverse_small_tiles<<<blocks, block>>>(deviceIn.data(), deviceOut.data());
  };
  run.once(launch);
  std::vector<float> expected(in.size());
  for (int i = 0; i < blocks * tile; ++i)
    expected[i] = in[i / tile * tile + (tile - 1 - i % tile)];
  run.compare(deviceOut.read(), expected);
  run.time(launch);
}

static const reference::Registration registration("occupancy-limited", "good", run);
