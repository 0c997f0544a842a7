// Copies that complete on a cuda::barrier: once, in a loop, four floats at a time, arrive and wait apart.
#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda_runtime.h>
#include <utility>

namespace cg = cooperative_groups;
using Barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void once(const float *in, float *out) {
#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ Barrier bar;
  __shared__ float tile[128];
  auto block = cg::this_thread_block();
  if (block.thread_rank() == 0)
    init(&bar, block.size());
  block.sync();                                  // mutant: async-uninitialized-barrier @copyOnce
  cuda::memcpy_async(block, tile, in + blockIdx.x * 128, sizeof(float) * 128, bar); // at: copyOnce
  bar.arrive_and_wait();                         // mutant: async-missing-wait @readOnce
  out[blockIdx.x * 128 + threadIdx.x] = tile[127 - threadIdx.x]; // at: readOnce
}

__global__ void loop(const float *in, float *out, int tiles) {
  __shared__ Barrier bar;
  __shared__ float tile[128];
  if (threadIdx.x == 0) {
    init(&bar, blockDim.x);                      // mutant: async-uninitialized-barrier @copyLoop
  }
  __syncthreads();                               // mutant: async-uninitialized-barrier @copyLoop
  float sum = 0.0f;
  for (int k = 0; k < tiles; ++k) {
    cuda::memcpy_async(&tile[threadIdx.x], &in[k * 128 + threadIdx.x], sizeof(float), bar); // at: copyLoop
    bar.arrive_and_wait();                       // mutant: async-missing-wait @readLoop
    sum += tile[127 - threadIdx.x];              // at: readLoop
    bar.arrive_and_wait();                       // mutant: async-buffer-reuse @copyLoop
  }
  out[threadIdx.x] = sum;
}

template <int Tile> __global__ void product(const float *a, const float *b, float *c, int n) {
  __shared__ Barrier bar;
  __shared__ alignas(16) float as[Tile][Tile];
  __shared__ alignas(16) float bs[Tile][Tile];
  const int x = threadIdx.x, y = threadIdx.y, x4 = 4 * threadIdx.x;
  if (x == 0 && y == 0)
    init(&bar, blockDim.x * blockDim.y);
  __syncthreads();                               // mutant: async-uninitialized-barrier @copyA
  const int row = blockIdx.y * Tile + y, column = blockIdx.x * Tile;
  float sum = 0.0f;
  for (int k = 0; k < n; k += Tile) {
    if (x4 < Tile) {
      auto *to = reinterpret_cast<float4 *>(&as[y][x4]);
      auto *from = reinterpret_cast<const float4 *>(&a[row * n + k + x4]);
      cuda::memcpy_async(to, from, sizeof(float4), bar); // at: copyA
      to = reinterpret_cast<float4 *>(&bs[y][x4]);
      from = reinterpret_cast<const float4 *>(&b[(k + y) * n + column + x4]);
      cuda::memcpy_async(to, from, sizeof(float4), bar); // at: copyB
    }
    bar.arrive_and_wait();                       // mutant: async-missing-wait @readProduct
    for (int i = 0; i < Tile; ++i)
      sum += as[y][i] * bs[i][x];                // at: readProduct
    bar.arrive_and_wait();                       // mutant: async-buffer-reuse @copyA; async-buffer-reuse @copyB
  }
  c[row * n + column + x] = sum;
}

// Work stands between the arrival and the wait.
__global__ void splitPhases(const float *in, float *out, int tiles) {
  __shared__ Barrier bar;
  __shared__ float tile[2][128];
  if (threadIdx.x == 0)
    init(&bar, blockDim.x);
  __syncthreads();                               // mutant: async-uninitialized-barrier @copySplit
  float sum = 0.0f;
  for (int k = 0; k < tiles; ++k) {
    cuda::memcpy_async(&tile[k % 2][threadIdx.x], &in[k * 128 + threadIdx.x], sizeof(float), bar); // at: copySplit
    auto token = bar.arrive();
    sum += in[k];
    bar.wait(std::move(token));                  // mutant: async-missing-wait @readSplit
    sum += tile[k % 2][127 - threadIdx.x];       // at: readSplit
  }
  out[threadIdx.x] = sum;
}

void run(const float *in, float *out, int n) {
  once<<<8, 128>>>(in, out);
  loop<<<1, 128>>>(in, out, n);
  product<16><<<dim3(n / 16, n / 16), dim3(16, 16)>>>(in, in, out, n);
  splitPhases<<<1, 128>>>(in, out, n);
}
