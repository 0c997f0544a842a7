// cooperative_groups::memcpy_async: one tile, a loop, two stages, tiles of a warp.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__global__ void scaleTwoArrays(const float *a, const float *b, float *out) {
  __shared__ float left[256], right[256];
  auto block = cg::this_thread_block();
  const int offset = blockIdx.x * 256;
  cg::memcpy_async(block, left, a + offset, sizeof(float) * 256);
  cg::memcpy_async(block, right, b + offset, sizeof(float) * 256);
  cg::wait(block);                               // mutant: async-missing-wait @both
  out[offset + block.thread_rank()] = left[block.thread_rank()] * right[255 - block.thread_rank()]; // at: both
}

__global__ void sumOfTiles(const int *in, int *out, size_t tiles) {
  extern __shared__ int tile[];
  auto block = cg::this_thread_block();
  int sum = 0;
  for (size_t k = 0; k < tiles; ++k) {
    cg::memcpy_async(block, tile, in + k * 128, sizeof(int) * 128); // at: fill
    cg::wait(block);                             // mutant: async-missing-wait @read
    sum += tile[127 - block.thread_rank()];      // at: read
    block.sync();                                // mutant: async-buffer-reuse @fill
  }
  out[blockIdx.x * 128 + block.thread_rank()] = sum;
}

__global__ void alternating(const int *in, int *out, int tiles) {
  __shared__ int tile[2][128];
  auto block = cg::this_thread_block();
  int sum = 0;
  cg::memcpy_async(block, tile[0], in, sizeof(int) * 128);
  for (int k = 0; k < tiles; ++k) {
    if (k + 1 < tiles) {
      cg::memcpy_async(block, tile[(k + 1) % 2], in + (k + 1) * 128, sizeof(int) * 128); // at: fillNext
      cg::wait_prior<1>(block);                  // mutant: async-missing-wait @readNow
    } else {
      cg::wait(block);                           // mutant: async-missing-wait @readNow
    }
    sum += tile[k % 2][threadIdx.x ^ 64];        // at: readNow
    block.sync();                                // mutant: async-buffer-reuse @fillNext
  }
  out[threadIdx.x] = sum;
}

// One tile per warp; cg::wait of the warp's group brings its lanes together.
__global__ void perWarp(const float *in, float *out) {
  __shared__ float rows[4][32];
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  const int row = threadIdx.x / 32;
  cg::memcpy_async(warp, rows[row], in + (blockIdx.x * 4 + row) * 32, sizeof(float) * 32);
  cg::wait(warp);                                // mutant: async-missing-wait @readRow
  out[blockIdx.x * 128 + threadIdx.x] = rows[row][31 - warp.thread_rank()]; // at: readRow
}

void run(const float *in, float *out, const int *n, int *m, int tiles) {
  scaleTwoArrays<<<8, 256>>>(in, in, out);
  sumOfTiles<<<8, 128, 512>>>(n, m, tiles);
  alternating<<<8, 128>>>(n, m, tiles);
  perWarp<<<8, 128>>>(in, out);
}
