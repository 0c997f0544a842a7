// A barrier of the block stands behind the initialisation.
#include "../runner/Reference.h"

#include <cuda/barrier>

constexpr int count = 1 << 12; // small: compute-sanitizer looks at every access
constexpr int outputs = count;
constexpr int block = 256;

__global__ void reverse_with_barrier_after_init(const float *in, float *out) {
#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  __shared__ float tile[block];
  const int t = threadIdx.x;
  const int i = blockIdx.x * block + t;
  if (t == block - 1)
    init(&bar, block);
  __syncthreads();
  cuda::memcpy_async(&tile[t], &in[i], sizeof(float), bar);
  bar.arrive_and_wait();
  out[i] = tile[block - 1 - t];
}

static void run(reference::Run &run) {
  const std::vector<float> in = reference::values(count);
  const reference::Array<float> deviceIn(in), deviceOut(outputs);
  const auto launch = [&] {
    // warplint: allow(occupancy-small-grid) enough blocks to be right or wrong
    reverse_with_barrier_after_init<<<count / block, block>>>(deviceIn.data(), deviceOut.data());
  };
  run.once(launch);
  std::vector<float> expected(outputs);
  for (int i = 0; i < outputs; ++i)
    expected[i] = in[i / block * block + (block - 1 - i % block)];
  run.compare(deviceOut.read(), expected);
  run.time(launch);
}

static const reference::Registration registration("async-uninitialized-barrier", "good", run);
