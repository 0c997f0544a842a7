// The data begin behind a header of one float: each warp starts past a sector.
#include "../runner/Reference.h"

constexpr int count = 1 << 25; // 128 MiB, more than the L2 cache of an H200 holds (50 MB)
constexpr int block = 256;
constexpr int header = 1;

__global__ void scale_behind_header(const float *in, float *out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = 2 * in[i + header];
}

static void run(reference::Run &run) {
  const std::vector<float> in = reference::values(count + header);
  const reference::Array<float> deviceIn(in), deviceOut(count);
  const auto launch = [&] {
    scale_behind_header<<<count / block, block>>>(deviceIn.data(), deviceOut.data());
  };
  run.once(launch);
  std::vector<float> expected(count);
  for (int i = 0; i < count; ++i)
    expected[i] = 2 * in[i + header];
  run.compare(deviceOut.read(), expected);
  run.time(launch);
}

static const reference::Registration registration("memory-misaligned-access", "bad", run);
