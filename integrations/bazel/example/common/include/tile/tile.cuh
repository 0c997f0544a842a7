// Where a thread of a block of TILE_DIM × TILE_DIM stands in a matrix.
#pragma once

struct Place {
  int row, column;
};

__device__ inline Place placeInMatrix() {
  return {int(blockIdx.y) * TILE_DIM + int(threadIdx.y), int(blockIdx.x) * TILE_DIM + int(threadIdx.x)};
}

__device__ inline Place placeInTransposed() {
  return {int(blockIdx.x) * TILE_DIM + int(threadIdx.y), int(blockIdx.y) * TILE_DIM + int(threadIdx.x)};
}
