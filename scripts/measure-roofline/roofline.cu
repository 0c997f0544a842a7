// Kernels whose arithmetic intensity is known by hand, over arrays that no cache holds: what is
// predicted of them, and what a GPU counts, must agree. docs/scorecard.md has the numbers.
//
//   nvcc -lineinfo -O3 -std=c++17 -arch=sm_90 scripts/measure-roofline/roofline.cu -o roofline
//   warplint confirm --figures --card roofline.html --card roofline.json
//     scripts/measure-roofline/roofline.cu -- ./roofline

#include <cstdio>
#include <cstdlib>
#include <cuda_fp16.h>

namespace {

constexpr int threads = 256;
constexpr int tile = 32;
constexpr int smallTile = 16;
constexpr int elements = 1 << 27; // 512 MiB of floats
constexpr int side = 4096;        // of matrices

void check(cudaError_t status) {
  if (status != cudaSuccess) {
    std::fprintf(stderr, "%s\n", cudaGetErrorString(status));
    std::exit(EXIT_FAILURE);
  }
}

} // namespace

// 1 operation, 12 bytes.
__global__ void vector_add(const float *__restrict__ a, const float *__restrict__ b,
                           float *__restrict__ c, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    c[i] = a[i] + b[i];
}

// 2 operations, 12 bytes.
__global__ void saxpy(float k, const float *__restrict__ x, float *__restrict__ y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = k * x[i] + y[i];
}

// 2 operations, 8 bytes, for each element.
__global__ void dot(const float *__restrict__ a, const float *__restrict__ b,
                    float *__restrict__ partial, int n) {
  float sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    sum += a[i] * b[i];
  partial[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// 4 operations of half precision, 12 bytes.
__global__ void half_fma(const __half2 *__restrict__ a, const __half2 *__restrict__ b,
                         __half2 *__restrict__ c, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    c[i] = __hfma2(a[i], b[i], a[i]);
}

// 2 operations of double precision, 16 bytes.
__global__ void scale(double k, const double *__restrict__ x, double *__restrict__ y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = k * x[i] + 1.0;
}

// 2 operations for 8 bytes that are accessed; each thread an element.
__global__ void matmul_naive(const float *__restrict__ a, const float *__restrict__ b,
                             float *__restrict__ c, int n) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; ++k)
    sum += a[row * n + k] * b[k * n + column];
  c[row * n + column] = sum;
}

// 2 Size^3 operations for 2 Size^2 floats: Size / 4.
template <int Size>
__global__ void matmul_tiled(const float *__restrict__ a, const float *__restrict__ b,
                             float *__restrict__ c, int n) {
  __shared__ float as[Size][Size], bs[Size][Size];
  const int row = blockIdx.y * Size + threadIdx.y;
  const int column = blockIdx.x * Size + threadIdx.x;
  float sum = 0;
  for (int begin = 0; begin < n; begin += Size) {
    as[threadIdx.y][threadIdx.x] = a[row * n + begin + threadIdx.x];
    bs[threadIdx.y][threadIdx.x] = b[(begin + threadIdx.y) * n + column];
    __syncthreads();
    for (int k = 0; k < Size; ++k)
      sum += as[threadIdx.y][k] * bs[k][threadIdx.x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

int main(int argc, char **) {
  const int n = elements >> (argc - 1); // not known to the compiler
  const int size = side >> (argc - 1);
  float *a = nullptr, *b = nullptr, *c = nullptr;
  for (float **array : {&a, &b, &c}) {
    check(cudaMalloc(array, sizeof(float) * elements));
    check(cudaMemset(*array, 0, sizeof(float) * elements));
  }
  const int blocks = (n + threads - 1) / threads;
  constexpr int fewBlocks = 1024;
  vector_add<<<blocks, threads>>>(a, b, c, n);
  saxpy<<<blocks, threads>>>(1.5f, a, c, n);
  dot<<<fewBlocks, threads>>>(a, b, c, n);
  half_fma<<<blocks, threads>>>(reinterpret_cast<__half2 *>(a), reinterpret_cast<__half2 *>(b),
                                reinterpret_cast<__half2 *>(c), n);
  scale<<<blocks / 2, threads>>>(1.5, reinterpret_cast<double *>(a), reinterpret_cast<double *>(c),
                                 n / 2);
  matmul_naive<<<dim3(size / tile, size / tile), dim3(tile, tile)>>>(a, b, c, size);
  matmul_tiled<smallTile>
      <<<dim3(size / smallTile, size / smallTile), dim3(smallTile, smallTile)>>>(a, b, c, size);
  matmul_tiled<tile><<<dim3(size / tile, size / tile), dim3(tile, tile)>>>(a, b, c, size);
  check(cudaGetLastError());
  check(cudaDeviceSynchronize());
  for (float *array : {a, b, c})
    check(cudaFree(array));
  return 0;
}
