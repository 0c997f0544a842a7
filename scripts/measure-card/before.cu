// A matrix is transposed the way it is first written down: rows are read as they lie, and written as
// columns. after.cu does the same work through a tile. measure.sh has the commands.

#include "transpose.h"

__global__ void transpose(float *__restrict__ out, const float *__restrict__ in, int n) {
  const int column = blockIdx.x * 32 + threadIdx.x;
  const int row = blockIdx.y * 32 + threadIdx.y;
  for (int step = 0; step < 32; step += 8)
    out[column * n + row + step] = in[(row + step) * n + column];
}

int main() {
  return run([](float *out, const float *in, int n) {
    transpose<<<dim3(n / 32, n / 32), dim3(32, 8)>>>(out, in, n);
  });
}
