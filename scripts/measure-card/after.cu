// What before.cu does, through a tile in shared memory: rows are read and rows are written. A row of
// the tile is one element longer than it is wide, so that a column of it falls into 32 banks.

#include "transpose.h"

__global__ void transpose(float *__restrict__ out, const float *__restrict__ in, int n) {
  __shared__ float tile[32][33];
  const int column = blockIdx.x * 32 + threadIdx.x;
  const int row = blockIdx.y * 32 + threadIdx.y;
  for (int step = 0; step < 32; step += 8)
    tile[threadIdx.y + step][threadIdx.x] = in[(row + step) * n + column];
  __syncthreads();
  const int outColumn = blockIdx.y * 32 + threadIdx.x;
  const int outRow = blockIdx.x * 32 + threadIdx.y;
  for (int step = 0; step < 32; step += 8)
    out[(outRow + step) * n + outColumn] = tile[threadIdx.x][threadIdx.y + step];
}

int main() {
  return run([](float *out, const float *in, int n) {
    transpose<<<dim3(n / 32, n / 32), dim3(32, 8)>>>(out, in, n);
  });
}
