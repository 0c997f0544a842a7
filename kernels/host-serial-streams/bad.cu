// Chunks that need nothing of each other come in, are computed and go out on one stream.
#include "../runner/Reference.h"

#include <cmath>

constexpr int count = 1 << 24;
constexpr int chunks = 16;
constexpr int part = count / chunks;
constexpr int block = 256;
constexpr int steps = 2048;
constexpr float part_kept = 0.9999f;

__global__ void iterate_in_turn(float *out, const float *in) {
  const int i = blockIdx.x * block + threadIdx.x;
  float value = in[i];
  for (int step = 0; step < steps; ++step)
    value = part_kept * value + (1 - part_kept);
  out[i] = value;
}

static void run(reference::Run &run) {
  const std::vector<float> values = reference::values(count);
  const reference::Array<float> in(part), out(part);
  float *host = nullptr, *result = nullptr;
  reference::check(cudaMallocHost(&host, count * sizeof(float)), "cudaMallocHost");
  reference::check(cudaMallocHost(&result, count * sizeof(float)), "cudaMallocHost");
  for (int i = 0; i < count; ++i)
    host[i] = values[i];
  cudaStream_t stream;
  reference::check(cudaStreamCreate(&stream), "cudaStreamCreate");
  const auto launch = [&] {
    for (int chunk = 0; chunk < chunks; ++chunk) {
      reference::check(cudaMemcpyAsync(in.data(), host + chunk * part, part * sizeof(float),
                                       cudaMemcpyHostToDevice, stream),
                       "cudaMemcpyAsync");
      iterate_in_turn<<<part / block, block, 0, stream>>>(out.data(), in.data());
      reference::check(cudaMemcpyAsync(result + chunk * part, out.data(), part * sizeof(float),
                                       cudaMemcpyDeviceToHost, stream),
                       "cudaMemcpyAsync");
    }
    reference::check(cudaStreamSynchronize(stream), "chunks");
  };
  run.once(launch);
  const double kept = std::pow(double{part_kept}, steps);
  std::vector<float> expected = values;
  for (float &value : expected)
    value = static_cast<float>(1 + (value - 1) * kept);
  run.compare(std::vector<float>(result, result + count), expected);
  run.time(launch);
  cudaStreamDestroy(stream);
  cudaFreeHost(host);
  cudaFreeHost(result);
}

static const reference::Registration registration("host-serial-streams", "bad", run);
