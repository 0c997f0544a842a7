// threadIdx.x chooses the row, so that the lanes of a warp walk down a column.
#include "../runner/Reference.h"

constexpr int rows = 4096;
constexpr int columns = 8192; // 128 MiB, more than the L2 cache of an H200 holds (50 MB)

__global__ void scale_by_rows_on_x(const float *in, float *out) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  const int column = blockIdx.y * blockDim.y + threadIdx.y;
  out[row * columns + column] = 2 * in[row * columns + column];
}

static void run(reference::Run &run) {
  const std::vector<float> in = reference::values(rows * columns);
  const reference::Array<float> deviceIn(in), deviceOut(in.size());
  const auto launch = [&] {
    scale_by_rows_on_x<<<dim3(rows / 32, columns / 8), dim3(32, 8)>>>(deviceIn.data(),
                                                                      deviceOut.data());
  };
  run.once(launch);
  std::vector<float> expected = in;
  for (float &value : expected)
    value *= 2;
  run.compare(deviceOut.read(), expected);
  run.time(launch);
}

static const reference::Registration registration("memory-column-access", "bad", run);
