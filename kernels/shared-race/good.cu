// A barrier on either side of what is shared.
#include "../runner/Reference.h"

constexpr int tiles = 16;
constexpr int block = 256;
constexpr int count = tiles * block * 16; // small: compute-sanitizer looks at every access

__global__ void reverse_tiles_in_order(const float *in, float *out) {
  __shared__ float tile[block];
  const int first = blockIdx.x * tiles * block + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    tile[threadIdx.x] = in[first + k * block];
    __syncthreads();
    sum += tile[block - 1 - threadIdx.x];
    __syncthreads();
  }
  out[blockIdx.x * block + threadIdx.x] = sum;
}

static void run(reference::Run &run) {
  const std::vector<float> in = reference::values(count);
  const reference::Array<float> deviceIn(in), deviceOut(count / tiles);
  const auto launch = [&] {
    // warplint: allow(occupancy-small-grid) enough blocks to be right or wrong
    reverse_tiles_in_order<<<count / (tiles * block), block>>>(deviceIn.data(), deviceOut.data());
  };
  run.once(launch);
  std::vector<float> expected(count / tiles);
  for (int i = 0; i < count / tiles; ++i) {
    const int begin = i / block * tiles * block;
    float sum = 0;
    for (int k = 0; k < tiles; ++k)
      sum += in[begin + k * block + block - 1 - i % block];
    expected[i] = sum;
  }
  run.compare(deviceOut.read(), expected);
  run.time(launch);
}

static const reference::Registration registration("shared-race", "good", run);
