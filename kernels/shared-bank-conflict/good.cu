// Rows of 33 words: the elements of a column lie in 32 banks.
#include "../runner/Reference.h"

constexpr int size = 4096;
constexpr int tileSize = 32;
constexpr int rowsPerStep = 8;

__global__ void transpose_padded(const float *in, float *out) {
  __shared__ float tile[tileSize][tileSize + 1];
  int x = blockIdx.x * tileSize + threadIdx.x;
  int y = blockIdx.y * tileSize + threadIdx.y;
  for (int j = 0; j < tileSize; j += rowsPerStep)
    tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * size + x];
  __syncthreads();
  x = blockIdx.y * tileSize + threadIdx.x;
  y = blockIdx.x * tileSize + threadIdx.y;
  for (int j = 0; j < tileSize; j += rowsPerStep)
    out[(y + j) * size + x] = tile[threadIdx.x][threadIdx.y + j];
}

static void run(reference::Run &run) {
  const std::vector<float> in = reference::values(size * size);
  const reference::Array<float> deviceIn(in), deviceOut(in.size());
  const auto launch = [&] {
    transpose_padded<<<dim3(size / tileSize, size / tileSize), dim3(tileSize, rowsPerStep)>>>(
        deviceIn.data(), deviceOut.data());
  };
  run.once(launch);
  std::vector<float> expected(in.size());
  for (int row = 0; row < size; ++row)
    for (int column = 0; column < size; ++column)
      expected[column * size + row] = in[row * size + column];
  run.compare(deviceOut.read(), expected);
  run.time(launch);
}

static const reference::Registration registration("shared-bank-conflict", "good", run);
