// The same chunks on three streams in turn: one comes in, one is computed, one goes out.
#include "../runner/Reference.h"

#include <cmath>

constexpr int count = 1 << 24;
constexpr int chunks = 16;
constexpr int part = count / chunks;
constexpr int block = 256;
constexpr int steps = 2048;
constexpr float part_kept = 0.9999f;
constexpr int lanes = 3;

__global__ void iterate_beside(float *out, const float *in) {
  const int i = blockIdx.x * block + threadIdx.x;
  float value = in[i];
  for (int step = 0; step < steps; ++step)
    value = part_kept * value + (1 - part_kept);
  out[i] = value;
}

static void run(reference::Run &run) {
  const std::vector<float> values = reference::values(count);
  const reference::Array<float> in(lanes * part), out(lanes * part);
  float *host = nullptr, *result = nullptr;
  reference::check(cudaMallocHost(&host, count * sizeof(float)), "cudaMallocHost");
  reference::check(cudaMallocHost(&result, count * sizeof(float)), "cudaMallocHost");
  for (int i = 0; i < count; ++i)
    host[i] = values[i];
  cudaStream_t streams[lanes];
  for (cudaStream_t &stream : streams)
    reference::check(cudaStreamCreate(&stream), "cudaStreamCreate");
  const auto launch = [&] {
    for (int chunk = 0; chunk < chunks; ++chunk) {
      const int lane = chunk % lanes;
      float *const from = in.data() + lane * part;
      float *const to = out.data() + lane * part;
      reference::check(cudaMemcpyAsync(from, host + chunk * part, part * sizeof(float),
                                       cudaMemcpyHostToDevice, streams[lane]),
                       "cudaMemcpyAsync");
      iterate_beside<<<part / block, block, 0, streams[lane]>>>(to, from);
      reference::check(cudaMemcpyAsync(result + chunk * part, to, part * sizeof(float),
                                       cudaMemcpyDeviceToHost, streams[lane]),
                       "cudaMemcpyAsync");
    }
    reference::check(cudaDeviceSynchronize(), "chunks");
  };
  run.once(launch);
  const double kept = std::pow(double{part_kept}, steps);
  std::vector<float> expected = values;
  for (float &value : expected)
    value = static_cast<float>(1 + (value - 1) * kept);
  run.compare(std::vector<float>(result, result + count), expected);
  run.time(launch);
  for (const cudaStream_t stream : streams)
    cudaStreamDestroy(stream);
  cudaFreeHost(host);
  cudaFreeHost(result);
}

static const reference::Registration registration("host-serial-streams", "good", run);
