// Rows are one word longer than the tile is wide: a column lies in 32 banks.
#include <tile/tile.cuh>

__global__ void transpose(float *out, const float *in, int width, int height) {
  __shared__ float tile[TILE_DIM][TILE_DIM + PADDING];
  const Place from = placeInMatrix();
  tile[threadIdx.y][threadIdx.x] = in[from.row * width + from.column];
  __syncthreads();
  const Place to = placeInTransposed();
  out[to.row * height + to.column] = tile[threadIdx.x][threadIdx.y];
}

void run(float *out, const float *in, int width, int height) {
  const dim3 blocks(width / TILE_DIM, height / TILE_DIM);
  transpose<<<blocks, dim3(TILE_DIM, TILE_DIM)>>>(out, in, width, height);
}
