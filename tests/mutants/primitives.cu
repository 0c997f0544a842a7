// __pipeline_*: one tile, a loop over one buffer, two stages, N stages.
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

__global__ void reverseTile(const float4 *in, float4 *out) {
  __shared__ float4 tile[128];
  const int t = threadIdx.x;
  __pipeline_memcpy_async(&tile[t], &in[blockIdx.x * 128 + t], sizeof(float4));
  __pipeline_commit();                           // mutant: async-missing-wait @reverse
  __pipeline_wait_prior(0);                      // mutant: async-missing-wait @reverse
  __syncthreads();                               // mutant: async-missing-barrier @reverse
  out[blockIdx.x * 128 + t] = tile[127 - t];     // at: reverse
}

__global__ void sumOverOneBuffer(const float *in, float *out, int tiles) {
  __shared__ float tile[256];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < tiles; ++k) {
    __pipeline_memcpy_async(&tile[t], &in[k * 256 + t], sizeof(float)); // at: fillOne
    __pipeline_commit();                         // mutant: async-missing-wait @readOne
    __pipeline_wait_prior(0);                    // mutant: async-missing-wait @readOne
    __syncthreads();                             // mutant: async-missing-barrier @readOne
    for (int j = 0; j < 256; j += 32)
      sum += tile[(t + j) % 256];                // at: readOne
    __syncthreads();                             // mutant: async-buffer-reuse @fillOne
  }
  out[t] = sum;
}

// The next tile is under way while this one is used.
__global__ void twoStages(const float *in, float *out, int tiles) {
  __shared__ float tile[2][256];
  const int t = threadIdx.x;
  float sum = 0.0f;
  __pipeline_memcpy_async(&tile[0][t], &in[t], sizeof(float));
  __pipeline_commit();                           // mutant: async-missing-wait @readTwo
  for (int k = 0; k < tiles; ++k) {
    if (k + 1 < tiles)
      __pipeline_memcpy_async(&tile[(k + 1) & 1][t], &in[(k + 1) * 256 + t], sizeof(float)); // at: fillTwo
    __pipeline_commit();                         // mutant: async-missing-wait @readTwo
    __pipeline_wait_prior(1);                    // mutant: async-missing-wait @readTwo
    __syncthreads();                             // mutant: async-missing-barrier @readTwo
    sum += tile[k & 1][255 - t];                 // at: readTwo
    __syncthreads();                             // mutant: async-buffer-reuse @fillTwo
  }
  out[t] = sum;
}

// One barrier per step: it stands before the refill of the stage that was read a step ago.
template <int Stages> __global__ void ring(const float *in, float *out, int tiles) {
  __shared__ float tile[Stages][128];
  const int t = threadIdx.x;
  for (int k = 0; k < Stages - 1; ++k) {
    if (k < tiles)
      __pipeline_memcpy_async(&tile[k][t], &in[k * 128 + t], sizeof(float));
    __pipeline_commit();                         // mutant: async-missing-wait @readRing
  }
  float sum = 0.0f;
  for (int k = 0; k < tiles; ++k) {
    __pipeline_wait_prior(Stages - 2);           // mutant: async-missing-wait @readRing
    __syncthreads();                             // mutant: async-missing-barrier @readRing
    const int next = k + Stages - 1;
    if (next < tiles)
      __pipeline_memcpy_async(&tile[next % Stages][t], &in[next * 128 + t], sizeof(float)); // at: fillRing
    __pipeline_commit();                         // mutant: async-missing-wait @readRing
    sum += tile[k % Stages][127 - t];            // at: readRing
  }
  out[t] = sum;
}

// Each thread reads what it copied itself: no barrier is needed, and none is missing.
__global__ void ownSlots(const float4 *in, float4 *out, int steps) {
  __shared__ float4 slot[2][64];
  const int t = threadIdx.x;
  __pipeline_memcpy_async(&slot[0][t], &in[t], sizeof(float4));
  __pipeline_commit();                           // mutant: async-missing-wait @readOwn
  for (int k = 0; k < steps; ++k) {
    if (k + 1 < steps)
      __pipeline_memcpy_async(&slot[(k + 1) % 2][t], &in[(k + 1) * 64 + t], sizeof(float4));
    __pipeline_commit();                         // mutant: async-missing-wait @readOwn
    __pipeline_wait_prior(1);                    // mutant: async-missing-wait @readOwn
    out[k * 64 + t] = slot[k % 2][t];            // at: readOwn
  }
}

void run(const float *in, float *out, int tiles) {
  reverseTile<<<8, 128>>>((const float4 *)in, (float4 *)out);
  sumOverOneBuffer<<<1, 256>>>(in, out, tiles);
  twoStages<<<1, 256>>>(in, out, tiles);
  ring<3><<<1, 128>>>(in, out, tiles);
  ownSlots<<<1, 64>>>((const float4 *)in, (float4 *)out, tiles);
}
