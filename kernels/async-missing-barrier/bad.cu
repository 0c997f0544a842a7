// Each thread waits for its own copy and reads another's.
#include "../runner/Reference.h"

#include <cuda_pipeline.h>

constexpr int count = 1 << 16; // small: compute-sanitizer looks at every access
constexpr int outputs = count;
constexpr int block = 256;

__global__ void reverse_after_own_wait(const float *in, float *out) {
  __shared__ float tile[block];
  const int i = blockIdx.x * block + threadIdx.x;
  __pipeline_memcpy_async(&tile[threadIdx.x], &in[i], sizeof(float));
  __pipeline_commit();
  __pipeline_wait_prior(0);
  out[i] = tile[block - 1 - threadIdx.x];
}

static void run(reference::Run &run) {
  const std::vector<float> in = reference::values(count);
  const reference::Array<float> deviceIn(in), deviceOut(outputs);
  const auto launch = [&] {
    reverse_after_own_wait<<<count / block, block>>>(deviceIn.data(), deviceOut.data());
  };
  run.once(launch);
  std::vector<float> expected(outputs);
  for (int i = 0; i < outputs; ++i)
    expected[i] = in[i / block * block + (block - 1 - i % block)];
  run.compare(deviceOut.read(), expected);
  run.time(launch);
}

static const reference::Registration registration("async-missing-barrier", "bad", run);
