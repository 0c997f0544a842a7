#include "scale/scale.h"

__global__ void scaleAll(float *values, float factor, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count)
    values[i] *= factor;
}

void scale(float *values, float factor, int count) {
  scaleAll<<<(count + 255) / 256, 256>>>(values, factor, count);
}
