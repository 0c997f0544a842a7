// Two streams take turns, and the memory they copy from is pinned.
#include "../runner/Reference.h"

constexpr int count = 1 << 23;
constexpr int chunks = 16;
constexpr int part = count / chunks;
constexpr int block = 256;

__global__ void scale_pinned(float *data) { data[blockIdx.x * block + threadIdx.x] *= 2.0f; }

static void run(reference::Run &run) {
  const std::vector<float> in = reference::values(count);
  const reference::Array<float> device(count);
  cudaStream_t streams[2];
  for (cudaStream_t &stream : streams)
    reference::check(cudaStreamCreate(&stream), "cudaStreamCreate");
  std::vector<float> host = in;
  reference::check(cudaHostRegister(host.data(), count * sizeof(float), cudaHostRegisterDefault),
                   "cudaHostRegister");
  const auto launch = [&] {
    for (int chunk = 0; chunk < chunks; ++chunk) {
      const cudaStream_t stream = streams[chunk % 2];
      float *const to = device.data() + chunk * part;
      reference::check(cudaMemcpyAsync(to, host.data() + chunk * part, part * sizeof(float),
                                       cudaMemcpyHostToDevice, stream),
                       "cudaMemcpyAsync");
      scale_pinned<<<part / block, block, 0, stream>>>(to);
    }
  };
  run.once(launch);
  std::vector<float> expected = in;
  for (float &value : expected)
    value *= 2.0f;
  run.compare(device.read(), expected);
  run.time(launch);
  cudaHostUnregister(host.data());
  for (const cudaStream_t stream : streams)
    cudaStreamDestroy(stream);
}

static const reference::Registration registration("host-pageable-async", "good", run);
