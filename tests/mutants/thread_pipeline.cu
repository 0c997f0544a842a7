// cuda::pipeline of one thread: matrix products with one and with more stages, elements and vectors.
#include <cuda/pipeline>
#include <cuda_runtime.h>

template <int Tile> __global__ void productSingle(const float *a, const float *b, float *c, int n) {
  __shared__ float as[Tile][Tile], bs[Tile][Tile];
  const int x = threadIdx.x, y = threadIdx.y;
  const int row = blockIdx.y * Tile + y, column = blockIdx.x * Tile + x;
  auto pipe = cuda::make_pipeline();
  const auto size = cuda::aligned_size_t<alignof(float)>(sizeof(float));
  float sum = 0.0f;
  for (int k = 0; k < n; k += Tile) {
    pipe.producer_acquire(); // harmless: does nothing in a pipeline of one thread
    cuda::memcpy_async(&as[y][x], &a[row * n + k + x], size, pipe);      // at: fillA
    cuda::memcpy_async(&bs[y][x], &b[(k + y) * n + column], size, pipe); // at: fillB
    pipe.producer_commit();                      // mutant: async-missing-wait @readAB
    pipe.consumer_wait();                        // mutant: async-missing-wait @readAB
    __syncthreads();                             // mutant: async-missing-barrier @readAB
    for (int i = 0; i < Tile; ++i)
      sum += as[y][i] * bs[i][x];                // at: readAB
    pipe.consumer_release(); // harmless: does nothing in a pipeline of one thread
    __syncthreads();                             // mutant: async-buffer-reuse @fillA; async-buffer-reuse @fillB
  }
  c[row * n + column] = sum;
}

// A quarter of the threads copies four floats each.
template <int Tile> __global__ void productVectors(const float *a, const float *b, float *c, int n) {
  __shared__ alignas(16) float as[Tile][Tile];
  __shared__ alignas(16) float bs[Tile][Tile];
  const int x = threadIdx.x, y = threadIdx.y, x4 = 4 * threadIdx.x;
  const int row = blockIdx.y * Tile + y, column = blockIdx.x * Tile;
  cuda::pipeline<cuda::thread_scope_thread> pipe = cuda::make_pipeline();
  const auto size = cuda::aligned_size_t<16>(sizeof(float4));
  float sum = 0.0f;
  for (int k = 0; k < n; k += Tile) {
    if (x4 < Tile) {
      pipe.producer_acquire();
      cuda::memcpy_async(&as[y][x4], &a[row * n + k + x4], size, pipe);            // at: fillA4
      cuda::memcpy_async(&bs[y][x4], &b[(k + y) * n + column + x4], size, pipe);   // at: fillB4
      pipe.producer_commit();                    // mutant: async-missing-wait @readAB4
      pipe.consumer_wait();                      // mutant: async-missing-wait @readAB4
    }
    __syncthreads();                             // mutant: async-missing-barrier @readAB4
    for (int i = 0; i < Tile; ++i)
      sum += as[y][i] * bs[i][x];                // at: readAB4
    __syncthreads();                             // mutant: async-buffer-reuse @fillA4; async-buffer-reuse @fillB4
  }
  c[row * n + column + x] = sum;
}

// Stages tiles are under way before the first is used; the barrier of step k stands before the
// refill of the stage that was read in step k - 1.
template <int Tile, int Stages>
__global__ void productStaged(const float *a, const float *b, float *c, int n) {
  __shared__ float as[Stages][Tile][Tile];
  __shared__ float bs[Stages][Tile][Tile];
  const int x = threadIdx.x, y = threadIdx.y;
  const int row = blockIdx.y * Tile + y, column = blockIdx.x * Tile + x;
  auto pipe = cuda::make_pipeline();
  const int tiles = n / Tile;
  float sum = 0.0f;
  for (int k = 0, next = 0; k < tiles; ++k) {
    for (; next < tiles && next < k + Stages - 1; ++next) {
      const int s = next % Stages;
      pipe.producer_acquire();
      cuda::memcpy_async(&as[s][y][x], &a[row * n + next * Tile + x], sizeof(float), pipe);      // at: fillAS
      cuda::memcpy_async(&bs[s][y][x], &b[(next * Tile + y) * n + column], sizeof(float), pipe); // at: fillBS
      pipe.producer_commit();                    // mutant: async-missing-wait @readABS
    }
    pipe.consumer_wait();                        // mutant: async-missing-wait @readABS
    __syncthreads();                             // mutant: async-missing-barrier @readABS
    for (int i = 0; i < Tile; ++i)
      sum += as[k % Stages][y][i] * bs[k % Stages][i][x]; // at: readABS
    pipe.consumer_release();
  }
  c[row * n + column] = sum;
}

// The number of batches that may stay under way is a template argument.
__global__ void prior(const int4 *in, int4 *out, int steps) {
  __shared__ int4 slot[2][64];
  auto pipe = cuda::make_pipeline();
  const int t = threadIdx.x;
  pipe.producer_acquire();
  cuda::memcpy_async(&slot[0][t], &in[t], sizeof(int4), pipe);
  pipe.producer_commit();                        // mutant: async-missing-wait @readPrior
  for (int k = 0; k + 1 < steps; ++k) {
    pipe.producer_acquire();
    cuda::memcpy_async(&slot[(k + 1) % 2][t], &in[(k + 1) * 64 + t], sizeof(int4), pipe); // at: fillPrior
    pipe.producer_commit();                      // mutant: async-missing-wait @readPrior
    cuda::pipeline_consumer_wait_prior<1>(pipe); // mutant: async-missing-wait @readPrior
    __syncthreads();                             // mutant: async-missing-barrier @readPrior
    out[k * 64 + t] = slot[k % 2][63 - t];       // at: readPrior
    __syncthreads();                             // mutant: async-buffer-reuse @fillPrior
  }
}

void run(const float *a, const float *b, float *c, int n) {
  const dim3 block(16, 16), grid(n / 16, n / 16);
  productSingle<16><<<grid, block>>>(a, b, c, n);
  productVectors<16><<<grid, block>>>(a, b, c, n);
  productStaged<16, 4><<<grid, block>>>(a, b, c, n);
  prior<<<1, 64>>>((const int4 *)a, (int4 *)c, n);
}
