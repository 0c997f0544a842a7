// Only part of the threads reaches the barrier, and it parts a warp.
#include "../runner/Reference.h"

constexpr int count = 1 << 16; // small: compute-sanitizer looks at every access
constexpr int block = 256;

__global__ void reverse_part(const float *in, float *out) {
  __shared__ float tile[block];
  const int i = blockIdx.x * block + threadIdx.x;
  tile[threadIdx.x] = in[i];
  if (threadIdx.x < 100) {
    __syncthreads(); // threads 100 to 127 of the fourth warp are somewhere else
    out[i] = tile[99 - threadIdx.x];
  } else {
    out[i] = in[i];
  }
}

static void run(reference::Run &run) {
  const std::vector<float> in = reference::values(count);
  const reference::Array<float> deviceIn(in), deviceOut(count);
  const auto launch = [&] {
    reverse_part<<<count / block, block>>>(deviceIn.data(), deviceOut.data());
  };
  run.once(launch);
  std::vector<float> expected(count);
  for (int i = 0; i < count; ++i)
    expected[i] = i % block < 100 ? in[i / block * block + (99 - i % block)] : in[i];
  run.compare(deviceOut.read(), expected);
  run.time(launch);
}

static const reference::Registration registration("sync-divergent-barrier", "bad", run);
