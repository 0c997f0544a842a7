// Both arrays start at the same byte: the second store replaces what the first one left.
#include "../runner/Reference.h"

constexpr int count = 1 << 22;
constexpr int block = 256;

__global__ void blend_in_one_memory(const float *in, const float *weights, float *out) {
  extern __shared__ float values[];
  extern __shared__ float shares[];
  const int i = blockIdx.x * block + threadIdx.x;
  values[threadIdx.x] = in[i];
  shares[threadIdx.x] = weights[i];
  __syncthreads();
  const int other = block - 1 - threadIdx.x;
  out[i] = values[other] * shares[other];
}

static void run(reference::Run &run) {
  const std::vector<float> in = reference::values(count);
  std::vector<float> weights(in.rbegin(), in.rend());
  const reference::Array<float> deviceIn(in), deviceWeights(weights), deviceOut(in.size());
  const auto launch = [&] {
    blend_in_one_memory<<<count / block, block, 2 * block * sizeof(float)>>>(
        deviceIn.data(), deviceWeights.data(), deviceOut.data());
  };
  run.once(launch);
  std::vector<float> expected(in.size());
  for (int i = 0; i < count; ++i) {
    const int other = i / block * block + block - 1 - i % block;
    expected[i] = in[other] * weights[other];
  }
  run.compare(deviceOut.read(), expected);
  run.time(launch);
}

static const reference::Registration registration("shared-extern-alias", "bad", run);
