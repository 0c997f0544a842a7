// threadIdx.x chooses the column: the lanes of a warp walk along a row.
#include "../runner/Reference.h"

constexpr int rows = 4096;
constexpr int columns = 8192; // 128 MiB, more than the L2 cache of an H200 holds (50 MB)

__global__ void scale_by_columns_on_x(const float *in, float *out) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  out[row * columns + column] = 2 * in[row * columns + column];
}

static void run(reference::Run &run) {
  const std::vector<float> in = reference::values(rows * columns);
  const reference::Array<float> deviceIn(in), deviceOut(in.size());
  const auto launch = [&] {
    scale_by_columns_on_x<<<dim3(columns / 32, rows / 8), dim3(32, 8)>>>(deviceIn.data(),
                                                                         deviceOut.data());
  };
  run.once(launch);
  std::vector<float> expected = in;
  for (float &value : expected)
    value *= 2;
  run.compare(deviceOut.read(), expected);
  run.time(launch);
}

static const reference::Registration registration("memory-column-access", "good", run);
