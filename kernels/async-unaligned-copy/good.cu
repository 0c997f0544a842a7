// The same bytes, with their alignment promised.
#include "../runner/Reference.h"

#include <cooperative_groups.h>
#include <cuda/pipeline>

constexpr int count = 1 << 26; // 256 MiB: five times the L2 of H100
constexpr int block = 256;
constexpr int perTile = 4 * block;
constexpr int tiles = 64; // per block
constexpr int outputs = count / perTile / tiles * block;

__global__ void sum_of_vector_copies(const char *in, float *out) {
  __shared__ alignas(16) float tile[2][perTile];
  auto pipe = cuda::make_pipeline();
  auto group = cooperative_groups::this_thread_block();
  const int t = threadIdx.x;
  const char *mine = in + sizeof(float) * perTile * tiles * blockIdx.x;
  const auto bring = [&](int k) {
    if (k < tiles)
      cuda::memcpy_async(group, reinterpret_cast<char *>(tile[k % 2]),
                         mine + sizeof(float) * perTile * k,
                         cuda::aligned_size_t<16>(sizeof(tile[0])), pipe);
    pipe.producer_commit();
  };
  float sum = 0;
  bring(0);
  for (int k = 0; k < tiles; ++k) {
    bring(k + 1);
    cuda::pipeline_consumer_wait_prior<1>(pipe);
    __syncthreads();
    for (int j = 0; j < 4; ++j)
      sum += tile[k % 2][j * block + (t ^ 32)];
    __syncthreads();
  }
  out[blockIdx.x * block + t] = sum;
}

static void run(reference::Run &run) {
  const std::vector<float> in = reference::values(count);
  const reference::Array<float> deviceIn(in), deviceOut(outputs);
  const auto launch = [&] {
    sum_of_vector_copies<<<outputs / block, block>>>(
        reinterpret_cast<const char *>(deviceIn.data()), deviceOut.data());
  };
  run.once(launch);
  std::vector<float> expected(outputs);
  for (int i = 0; i < outputs; ++i)
    for (int k = 0; k < 4 * tiles; ++k)
      expected[i] +=
          in[(static_cast<std::size_t>(i / block) * tiles * 4 + k) * block + (i % block ^ 32)];
  run.compare(deviceOut.read(), expected);
  run.time(launch);
}

static const reference::Registration registration("async-unaligned-copy", "good", run);
