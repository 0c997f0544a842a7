// The last warp relies on its lanes running in lock step.
#include "../runner/Reference.h"

constexpr int count = 1 << 16; // small: compute-sanitizer looks at every access
constexpr int block = 256;

__device__ void last_warp(volatile float *s, int tid) {
  s[tid] += s[tid + 16];
  s[tid] += s[tid + 8];
  s[tid] += s[tid + 4];
  s[tid] += s[tid + 2];
  s[tid] += s[tid + 1];
}

__global__ void sum_in_lock_step(const float *in, float *out) {
  __shared__ float s[block];
  const int tid = threadIdx.x;
  s[tid] = in[blockIdx.x * block + tid];
  __syncthreads();
  for (int d = block / 2; d >= 32; d /= 2) {
    if (tid < d)
      s[tid] += s[tid + d];
    __syncthreads();
  }
  if (tid < 32)
    last_warp(s, tid);
  if (tid == 0)
    out[blockIdx.x] = s[0];
}

static void run(reference::Run &run) {
  const std::vector<float> in = reference::values(count);
  const reference::Array<float> deviceIn(in), deviceOut(count / block);
  const auto launch = [&] {
    sum_in_lock_step<<<count / block, block>>>(deviceIn.data(), deviceOut.data());
  };
  run.once(launch);
  std::vector<float> expected(count / block);
  for (int i = 0; i < count; ++i)
    expected[i / block] += in[i];
  run.compare(deviceOut.read(), expected);
  run.time(launch);
}

static const reference::Registration registration("sync-implicit-warp", "bad", run);
