// Operations of the Tensor Cores, known by hand: what is predicted of a block, times the blocks, must
// be what CUPTI counts of a launch. tensor_counts.py compares them.
//
//   nvcc -lineinfo -O3 -std=c++17 -gencode arch=compute_90a,code=sm_90a
//     scripts/measure-roofline/tensor.cu -o tensor
//   warplint confirm --figures --arch sm_90a --card tensor.json scripts/measure-roofline/tensor.cu
//     -- ./tensor
//   scripts/measure-roofline/tensor_counts.py tensor.json
//
// For H100 and H200: wgmma is Hopper's alone.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda;

namespace {

constexpr int threads = 128;
constexpr int blocks = 264; // two for each SM of an H100
constexpr int steps = 64;

void check(cudaError_t status) {
  if (status != cudaSuccess) {
    std::fprintf(stderr, "%s\n", cudaGetErrorString(status));
    std::exit(EXIT_FAILURE);
  }
}

} // namespace

// 2 * 16 * 16 * 16 for each warp and step; sums in single precision.
__global__ void __launch_bounds__(threads)
    wmma_half(const __half *__restrict__ a, const __half *__restrict__ b, float *__restrict__ c) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::col_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
  const int warp = blockIdx.x * (threads / 32) + threadIdx.x / 32;
  wmma::fill_fragment(fc, 0.0f);
  for (int step = 0; step < steps; ++step) {
    wmma::load_matrix_sync(fa, a + step * 256, 16);
    wmma::load_matrix_sync(fb, b + step * 256, 16);
    wmma::mma_sync(fc, fa, fb, fc);
  }
  for (int i = 0; i < fc.num_elements; ++i)
    fc.x[i] *= 0.5f;
  wmma::store_matrix_sync(c + warp * 256, fc, 16, wmma::mem_row_major);
}

// The same with sums in half precision.
__global__ void __launch_bounds__(threads)
    wmma_half_sums(const __half *__restrict__ a, const __half *__restrict__ b,
                   __half *__restrict__ c) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::col_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, __half> fc;
  const int warp = blockIdx.x * (threads / 32) + threadIdx.x / 32;
  wmma::fill_fragment(fc, __float2half(0.0f));
  for (int step = 0; step < steps; ++step) {
    wmma::load_matrix_sync(fa, a + step * 256, 16);
    wmma::load_matrix_sync(fb, b + step * 256, 16);
    wmma::mma_sync(fc, fa, fb, fc);
  }
  wmma::store_matrix_sync(c + warp * 256, fc, 16, wmma::mem_row_major);
}

__global__ void __launch_bounds__(threads)
    wmma_bfloat(const __nv_bfloat16 *__restrict__ a, const __nv_bfloat16 *__restrict__ b,
                float *__restrict__ c) {
  wmma::fragment<wmma::matrix_a, 32, 8, 16, __nv_bfloat16, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 32, 8, 16, __nv_bfloat16, wmma::col_major> fb;
  wmma::fragment<wmma::accumulator, 32, 8, 16, float> fc;
  const int warp = blockIdx.x * (threads / 32) + threadIdx.x / 32;
  wmma::fill_fragment(fc, 0.0f);
  for (int step = 0; step < steps; ++step) {
    wmma::load_matrix_sync(fa, a + step * 512, 16);
    wmma::load_matrix_sync(fb, b + step * 128, 16);
    wmma::mma_sync(fc, fa, fb, fc);
  }
  wmma::store_matrix_sync(c + warp * 256, fc, 8, wmma::mem_row_major);
}

// 2 * 16 * 16 * 8 for each warp and step.
__global__ void __launch_bounds__(threads)
    wmma_tf32(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c) {
  wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32, wmma::col_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 8, float> fc;
  const int warp = blockIdx.x * (threads / 32) + threadIdx.x / 32;
  wmma::fill_fragment(fc, 0.0f);
  for (int step = 0; step < steps; ++step) {
    wmma::load_matrix_sync(fa, a + step * 128, 8);
    wmma::load_matrix_sync(fb, b + step * 128, 8);
    wmma::mma_sync(fc, fa, fb, fc);
  }
  wmma::store_matrix_sync(c + warp * 256, fc, 16, wmma::mem_row_major);
}

// 2 * 8 * 8 * 4 for each warp and step.
__global__ void __launch_bounds__(threads)
    wmma_double(const double *__restrict__ a, const double *__restrict__ b,
                double *__restrict__ c) {
  wmma::fragment<wmma::matrix_a, 8, 8, 4, double, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 8, 8, 4, double, wmma::col_major> fb;
  wmma::fragment<wmma::accumulator, 8, 8, 4, double> fc;
  const int warp = blockIdx.x * (threads / 32) + threadIdx.x / 32;
  wmma::fill_fragment(fc, 0.0);
  for (int step = 0; step < steps; ++step) {
    wmma::load_matrix_sync(fa, a + step * 32, 4);
    wmma::load_matrix_sync(fb, b + step * 32, 4);
    wmma::mma_sync(fc, fa, fb, fc);
  }
  wmma::store_matrix_sync(c + warp * 64, fc, 8, wmma::mem_row_major);
}

__global__ void __launch_bounds__(threads)
    wmma_int8(const signed char *__restrict__ a, const signed char *__restrict__ b,
              int *__restrict__ c) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, signed char, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, signed char, wmma::col_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, int> fc;
  const int warp = blockIdx.x * (threads / 32) + threadIdx.x / 32;
  wmma::fill_fragment(fc, 0);
  for (int step = 0; step < steps; ++step) {
    wmma::load_matrix_sync(fa, a + step * 256, 16);
    wmma::load_matrix_sync(fb, b + step * 256, 16);
    wmma::mma_sync(fc, fa, fb, fc);
  }
  wmma::store_matrix_sync(c + warp * 256, fc, 16, wmma::mem_row_major);
}

// 2 * 16 * 8 * 16 for each warp and step.
__global__ void __launch_bounds__(threads)
    mma_half(const std::uint32_t *__restrict__ a, float *__restrict__ c) {
  float sums[4] = {};
  const std::uint32_t x = a[threadIdx.x], y = a[threadIdx.x + threads];
#pragma unroll 1
  for (int step = 0; step < steps; ++step)
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, "
                 "{%4, %5, %4, %5}, {%4, %5}, {%0, %1, %2, %3};"
                 : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3])
                 : "r"(x), "r"(y));
  for (int i = 0; i < 4; ++i)
    c[(blockIdx.x * 4 + i) * threads + threadIdx.x] = sums[i];
}

// 2 * 16 * 8 * 32 for each warp and step.
__global__ void __launch_bounds__(threads)
    mma_fp8(const std::uint32_t *__restrict__ a, float *__restrict__ c) {
  float sums[4] = {};
  const std::uint32_t x = a[threadIdx.x], y = a[threadIdx.x + threads];
#pragma unroll 1
  for (int step = 0; step < steps; ++step)
    asm volatile("mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32 {%0, %1, %2, %3}, "
                 "{%4, %5, %4, %5}, {%4, %5}, {%0, %1, %2, %3};"
                 : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3])
                 : "r"(x), "r"(y));
  for (int i = 0; i < 4; ++i)
    c[(blockIdx.x * 4 + i) * threads + threadIdx.x] = sums[i];
}

// 2 * 64 * 8 * 16 for each four warps and step. Both matrices lie in shared memory, in core matrices
// of 8 rows of 16 bytes (PTX ISA, "Matrix Descriptor Format").
__global__ void __launch_bounds__(threads) wgmma_bfloat(float *__restrict__ c) {
  __shared__ __align__(128) std::uint32_t tiles[1024];
  for (int i = threadIdx.x; i < 1024; i += threads)
    tiles[i] = 0;
  __syncthreads();
  const auto address = static_cast<std::uint32_t>(__cvta_generic_to_shared(tiles));
  constexpr std::uint64_t leading = 128 >> 4, stride = 256 >> 4;
  const std::uint64_t descriptor =
      ((address & 0x3FFFFU) >> 4) | (leading << 16) | (stride << 32);
  float sums[4] = {};
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#pragma unroll 1
  for (int step = 0; step < steps; ++step)
    asm volatile("{\n"
                 "wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {%0, %1, %2, %3}, %4, %4, 1, "
                 "1, 1, 0, 0;\n"
                 "}\n"
                 : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3])
                 : "l"(descriptor));
  asm volatile("wgmma.commit_group.sync.aligned;\n"
               "wgmma.wait_group.sync.aligned 0;" ::: "memory");
  for (int i = 0; i < 4; ++i)
    c[(blockIdx.x * 4 + i) * threads + threadIdx.x] = sums[i];
}

// None: the pipe of the Tensor Cores executes some instructions on two halves, too, and those must
// not count as theirs. 4 operations for each thread and step.
__global__ void __launch_bounds__(threads)
    halves_only(const __half2 *__restrict__ a, __half2 *__restrict__ c) {
  __half2 sum = a[threadIdx.x];
  const __half2 factor = a[threadIdx.x + threads];
#pragma unroll 1
  for (int step = 0; step < steps; ++step)
    sum = __hfma2(sum, factor, factor);
  c[blockIdx.x * threads + threadIdx.x] = sum;
}

int main() {
  constexpr std::size_t bytes = std::size_t{64} << 20;
  void *a = nullptr, *b = nullptr, *c = nullptr;
  for (void **array : {&a, &b, &c}) {
    check(cudaMalloc(array, bytes));
    check(cudaMemset(*array, 0, bytes));
  }
  wmma_half<<<blocks, threads>>>(static_cast<__half *>(a), static_cast<__half *>(b),
                                 static_cast<float *>(c));
  wmma_half_sums<<<blocks, threads>>>(static_cast<__half *>(a), static_cast<__half *>(b),
                                      static_cast<__half *>(c));
  wmma_bfloat<<<blocks, threads>>>(static_cast<__nv_bfloat16 *>(a),
                                   static_cast<__nv_bfloat16 *>(b), static_cast<float *>(c));
  wmma_tf32<<<blocks, threads>>>(static_cast<float *>(a), static_cast<float *>(b),
                                 static_cast<float *>(c));
  wmma_double<<<blocks, threads>>>(static_cast<double *>(a), static_cast<double *>(b),
                                   static_cast<double *>(c));
  wmma_int8<<<blocks, threads>>>(static_cast<signed char *>(a), static_cast<signed char *>(b),
                                 static_cast<int *>(c));
  mma_half<<<blocks, threads>>>(static_cast<std::uint32_t *>(a), static_cast<float *>(c));
  mma_fp8<<<blocks, threads>>>(static_cast<std::uint32_t *>(a), static_cast<float *>(c));
  wgmma_bfloat<<<blocks, threads>>>(static_cast<float *>(c));
  halves_only<<<blocks, threads>>>(static_cast<__half2 *>(a), static_cast<__half2 *>(c));
  check(cudaGetLastError());
  check(cudaDeviceSynchronize());
  for (void *array : {a, b, c})
    check(cudaFree(array));
  return 0;
}
