// What the card is looked at with in a browser: a loop of unknown length, Tensor Cores, accesses that
// could be better inside of the loop and outside of it.
#include <mma.h>

using namespace nvcuda;

// warplint: block(128)
__global__ void product(const float *a, const float *b, float *c, int n, int steps) {
  __shared__ float tile[32][32];
  wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32, wmma::col_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 8, float> sums;
  wmma::fill_fragment(sums, 0.0f);
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  for (int step = 0; step < steps; ++step) {
    for (int row = 0; row < 8; ++row)
      tile[lane][warp * 8 + row] = a[(step * 32 + lane) * n + warp * 8 + row];
    __syncthreads();
    wmma::load_matrix_sync(fa, &tile[0][0], 32);
    wmma::load_matrix_sync(fb, b + step * 128, 8);
    wmma::mma_sync(sums, fa, fb, sums);
    __syncthreads();
  }
  for (int i = 0; i < sums.num_elements; ++i)
    sums.x[i] *= 0.5f;
  wmma::store_matrix_sync(&tile[0][0], sums, 32, wmma::mem_row_major);
  __syncthreads();
  c[threadIdx.x * 8] = tile[0][lane];
}
