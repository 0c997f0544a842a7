//===- ArithmeticTest.cpp - operations and bytes of kernels, by hand -------===//

#include "AnalyseSource.h"

#include <gtest/gtest.h>

namespace warplint {
namespace {

/// Evidence of the only kernel of a text. It is compiled for sm_90 unless the arguments say
/// otherwise.
Evidence kernelOf(const std::string &code, const std::vector<std::string> &clangArguments = {}) {
  for (const Site &site : analyseWhole(code, clangArguments).sites)
    if (site.kind == SiteKind::Kernel)
      return site.evidence;
  ADD_FAILURE() << "no kernel";
  return {};
}

double at(const Evidence &evidence, const char *name) {
  const auto value = numberAt(evidence, name);
  EXPECT_TRUE(value) << name;
  return value.value_or(-1);
}
std::string basis(const Evidence &evidence) {
  return std::string(stringAt(evidence, "work_basis").value_or(""));
}

constexpr double perByte(double flops, double bytes) { return flops / bytes; }

TEST(Arithmetic, VectorAdd) {
  const Evidence kernel = kernelOf(R"cuda(
// warplint: block(256)
__global__ void add(const float *a, const float *b, float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    c[i] = a[i] + b[i];
}
)cuda");
  EXPECT_EQ(at(kernel, "flops_fp32"), 256);
  EXPECT_EQ(at(kernel, "bytes_accessed"), 256 * 12);
  EXPECT_EQ(at(kernel, "bytes_requested"), 256 * 12);
  EXPECT_EQ(at(kernel, "bytes_unique"), 256 * 12);
  EXPECT_DOUBLE_EQ(at(kernel, "arithmetic_intensity"), perByte(1, 12));
  EXPECT_EQ(basis(kernel), "a block");
}

TEST(Arithmetic, Saxpy) {
  const Evidence kernel = kernelOf(R"cuda(
// warplint: block(128)
__global__ void saxpy(float a, const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  y[i] = a * x[i] + y[i];
}
)cuda");
  EXPECT_EQ(at(kernel, "flops_fp32"), 256);
  EXPECT_DOUBLE_EQ(at(kernel, "arithmetic_intensity"), perByte(2, 12));
}

TEST(Arithmetic, DotProductPerIteration) {
  const Evidence kernel = kernelOf(R"cuda(
// warplint: block(256)
__global__ void dot(const float *a, const float *b, float *result, int n) {
  float sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    sum += a[i] * b[i];
  result[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
)cuda");
  EXPECT_EQ(at(kernel, "flops_fp32"), 512) << "the loop alone";
  EXPECT_DOUBLE_EQ(at(kernel, "arithmetic_intensity"), perByte(2, 8));
  EXPECT_EQ(basis(kernel), "a block's iteration of the loop in line 5");
}

TEST(Arithmetic, NaiveMatrixProduct) {
  const Evidence kernel = kernelOf(R"cuda(
// warplint: block(16, 16)
__global__ void product(const float *a, const float *b, float *c, int n) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; ++k)
    sum += a[row * n + k] * b[k * n + column];
  c[row * n + column] = sum;
}
)cuda");
  // An iteration: each thread two operations of two floats; a warp asks for two sectors of either
  // matrix; of a the block needs 16 floats in a row of their own each, which stay for eight
  // iterations, of b 16 in two sectors.
  EXPECT_DOUBLE_EQ(at(kernel, "arithmetic_intensity_accessed"), perByte(2, 8));
  EXPECT_DOUBLE_EQ(at(kernel, "bytes_requested"), 8 * 4 * 32);
  EXPECT_DOUBLE_EQ(at(kernel, "bytes_unique"), 16 * 4 + 2 * 32);
  EXPECT_DOUBLE_EQ(at(kernel, "arithmetic_intensity"), 16 / 4.0) << "as a tile of 16";
}

template <typename... Parts> std::string text(const Parts &...parts) {
  std::string result;
  ((result += parts), ...);
  return result;
}

TEST(Arithmetic, TiledMatrixProductIsAQuarterOfItsTile) {
  for (int tile : {8, 16, 32}) {
    const std::string size = std::to_string(tile);
    const Evidence kernel = kernelOf(text("// warplint: block(", size, ", ", size, ")\n", R"cuda(
__global__ void product(const float *a, const float *b, float *c, int n) {
  __shared__ float as[)cuda",
                                          size, "][", size, "], bs[", size, "][", size, R"cuda(];
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int tile = 0; tile < n; tile += )cuda",
                                          size, R"cuda() {
    as[threadIdx.y][threadIdx.x] = a[row * n + tile + threadIdx.x];
    bs[threadIdx.y][threadIdx.x] = b[(tile + threadIdx.y) * n + column];
    __syncthreads();
    for (int k = 0; k < )cuda",
                                          size, R"cuda(; ++k)
      sum += as[threadIdx.y][k] * bs[k][threadIdx.x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}
)cuda"));
    // 2 T³ operations for 2 T² floats.
    EXPECT_EQ(at(kernel, "flops_fp32"), 2.0 * tile * tile * tile);
    EXPECT_EQ(at(kernel, "bytes_unique"), 2.0 * tile * tile * 4);
    EXPECT_DOUBLE_EQ(at(kernel, "arithmetic_intensity"), tile / 4.0);
  }
}

TEST(Arithmetic, KnownLengthsGiveNumbersOfABlock) {
  const Evidence kernel = kernelOf(R"cuda(
// warplint: block(32)
__global__ void powers(const float *x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = x[i];
  for (int k = 0; k < 100000; ++k)
    sum = sum * 1.5f + 2.0f;
  y[i] = sum;
}
)cuda");
  EXPECT_EQ(basis(kernel), "a block");
  EXPECT_EQ(at(kernel, "flops_fp32"), 32 * 2 * 100000.0);
  EXPECT_EQ(at(kernel, "bytes_unique"), 32 * 8);
}

TEST(Arithmetic, RowsOfKnownPitchAreApart) {
  const Evidence kernel = kernelOf(R"cuda(
// warplint: block(16, 16)
__global__ void product(const float *a, const float *b, float *c) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 1024; ++k)
    sum += a[row * 1024 + k] * b[k * 1024 + column];
  c[row * 1024 + column] = sum;
}
)cuda");
  const double loads = 1024 * (16 * 4 + 2 * 32), stores = 256 * 4;
  EXPECT_NEAR(at(kernel, "bytes_unique"), loads + stores, 0.01 * loads);
  EXPECT_EQ(at(kernel, "flops_fp32"), 256 * 2 * 1024.0);
}

TEST(Arithmetic, PrecisionsAndFunctions) {
  const Evidence kernel = kernelOf(R"cuda(
__device__ float fmaf(float, float, float);
__device__ double fma(double, double, double);
__device__ float expf(float);
__device__ float __fdividef(float, float);
// warplint: block(32)
__global__ void mixed(float *x, double *y) {
  int i = threadIdx.x;
  x[i] = fmaf(x[i] + 1.0f, 2.0f, 3.0f);     // 3 of float
  y[i] = fma(y[i], 2.0, 1.0) - 4.0;         // 3 of double
  x[i + 32] = expf(x[i + 32]) / x[i + 64];  // two functions
  x[i + 96] = -x[i + 96] > 1.0f ? 1.0f : 2; // none
}
)cuda");
  EXPECT_EQ(at(kernel, "flops_fp32"), 32 * 3);
  EXPECT_EQ(at(kernel, "flops_fp64"), 32 * 3);
  EXPECT_EQ(at(kernel, "flops_fp16"), 0);
  EXPECT_EQ(at(kernel, "special_operations"), 32 * 2);
}

TEST(Arithmetic, SidesOfBranches) {
  // Threads part: each side by those who take it.
  const Evidence known = kernelOf(R"cuda(
// warplint: block(64)
__global__ void part(float *x) {
  int i = threadIdx.x;
  if (i < 16)
    x[i] = x[i] * 2 + 1;
  else
    x[i] += 1;
}
)cuda");
  EXPECT_EQ(at(known, "flops_fp32"), 16 * 2 + 48);
  EXPECT_FALSE(stringAt(known, "work_rests_on"));
  // Data decide: the larger side, and it is said.
  const Evidence open = kernelOf(R"cuda(
// warplint: block(64)
__global__ void part(float *x, const int *which) {
  int i = threadIdx.x;
  if (which[i])
    x[i] = x[i] * 2 + 1;
  else
    x[i] += 1;
}
)cuda");
  EXPECT_EQ(at(open, "flops_fp32"), 64 * 2);
  EXPECT_NE(stringAt(open, "work_rests_on").value_or("").find("line 5"), std::string_view::npos);
  // A bound is followed as in an interior block.
  const Evidence guarded = kernelOf(R"cuda(
// warplint: block(64)
__global__ void part(float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    x[i] = x[i] * 2 + 1;
  else
    x[0] = x[1] * x[2] * x[3] * x[4];
}
)cuda");
  EXPECT_EQ(at(guarded, "flops_fp32"), 64 * 2);
}

TEST(Arithmetic, WhereTheUsualBlockIsIdleAnotherCounts) {
  // `k` may be anything: that the first block lies before it says nothing of the kernel.
  const Evidence kernel = kernelOf(R"cuda(
// warplint: block(64)
__global__ void row(float *a, int n, int k) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > k && i < n)
    a[k * n + i] = a[k * n + i] * 2;
}
)cuda");
  EXPECT_EQ(at(kernel, "flops_fp32"), 64);
  EXPECT_EQ(at(kernel, "bytes_accessed"), 64 * 8);
  EXPECT_NE(stringAt(kernel, "work_rests_on").value_or("").find("line 5"), std::string_view::npos);
}

TEST(Arithmetic, TwoPassesOverARowMoveItOnce) {
  const Evidence kernel = kernelOf(R"cuda(
// warplint: block(32)
__global__ void variance(const float *x, float *y, int columns) {
  const float *row = x + blockIdx.x * columns;
  float mean = 0, sum = 0;
  for (int i = threadIdx.x; i < columns; i += 32)
    mean += row[i];
  for (int i = threadIdx.x; i < columns; i += 32)
    sum += (row[i] - mean) * row[i];
  y[blockIdx.x * 32 + threadIdx.x] = sum;
}
)cuda");
  EXPECT_EQ(at(kernel, "bytes_accessed"), 2 * 128) << "row[i] once for each pass";
  EXPECT_EQ(at(kernel, "bytes_unique"), 128);
  EXPECT_EQ(at(kernel, "flops_fp32"), 32 * 4);
}

TEST(Arithmetic, WhatStaysInARegisterIsMovedOnce) {
  const Evidence kernel = kernelOf(R"cuda(
// warplint: block(64)
__global__ void rows(const float *__restrict__ a, const float *__restrict__ x,
                     float *__restrict__ y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < n; ++k)
    y[i] += a[k * n + i] * x[i];
}
)cuda");
  EXPECT_EQ(at(kernel, "bytes_accessed"), 64 * 4) << "of a alone: x and y do not move";
  const Evidence mayAlias = kernelOf(R"cuda(
// warplint: block(64)
__global__ void rows(const float *a, const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < n; ++k)
    y[i] += a[k * n + i] * x[i];
}
)cuda");
  EXPECT_EQ(at(mayAlias, "bytes_accessed"), 64 * 12)
      << "a and x may be y: they are loaded anew, and y is stored; nvcc 13 knows what it stored "
         "last";
  EXPECT_EQ(at(mayAlias, "bytes_unique"), 64 * 4) << "the places are the same ones";
}

TEST(Arithmetic, AddressesFromDataLeaveSectorsOpen) {
  const Evidence kernel = kernelOf(R"cuda(
// warplint: block(64)
__global__ void gather(const float *x, const int *index, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = x[index[i]] * 2;
}
)cuda");
  EXPECT_EQ(at(kernel, "bytes_accessed"), 64 * 12);
  EXPECT_FALSE(numberAt(kernel, "bytes_requested"));
  EXPECT_FALSE(numberAt(kernel, "bytes_unique"));
  EXPECT_DOUBLE_EQ(at(kernel, "arithmetic_intensity_accessed"), perByte(1, 12));
}

TEST(Arithmetic, BytesThatACallMovesAreUnseen) {
  const Evidence kernel = kernelOf(R"cuda(
__device__ void elsewhere(float *x, int i);
// warplint: block(64)
__global__ void calls(float *x) {
  elsewhere(x, threadIdx.x);
  x[threadIdx.x] *= 2;
}
)cuda");
  EXPECT_NE(stringAt(kernel, "traffic_unseen").value_or("").find("elsewhere"),
            std::string_view::npos);
  EXPECT_FALSE(numberAt(kernel, "arithmetic_intensity"));
}

TEST(Arithmetic, FieldsOfAVectorAreOneRequest) {
  const Evidence kernel = kernelOf(R"cuda(
// warplint: block(64)
__global__ void lengths(const float4 *x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = x[i].x * x[i].x + x[i].y * x[i].y + x[i].z * x[i].z + x[i].w * x[i].w;
}
)cuda");
  EXPECT_EQ(at(kernel, "bytes_accessed"), 64 * 20);
  EXPECT_EQ(at(kernel, "bytes_requested"), 64 * 20);
  EXPECT_EQ(at(kernel, "bytes_unique"), 64 * 20);
  EXPECT_EQ(at(kernel, "flops_fp32"), 64 * 7);
}

TEST(Arithmetic, AsynchronousCopiesReadGlobalMemory) {
  const Evidence kernel = kernelOf(R"cuda(
__device__ void __pipeline_memcpy_async(void *to, const void *from, unsigned long bytes,
                                        unsigned long zeros = 0);
__device__ void __pipeline_commit();
__device__ void __pipeline_wait_prior(unsigned long);
// warplint: block(64)
__global__ void copies(const float *a, float *b, int pitch) {
  __shared__ float4 tile[64];
  __pipeline_memcpy_async(&tile[threadIdx.x],
                          &a[threadIdx.x / 4 * pitch + threadIdx.x % 4 * 4], 16);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  b[blockIdx.x * 64 + threadIdx.x] = tile[threadIdx.x].x * 2;
}
)cuda");
  EXPECT_EQ(at(kernel, "bytes_accessed"), 64 * 16 + 64 * 4);
  EXPECT_EQ(at(kernel, "bytes_requested"), 64 * 16 + 64 * 4) << "16 rows of 64 bytes";
  EXPECT_EQ(at(kernel, "bytes_unique"), 64 * 16 + 64 * 4);
}

TEST(Arithmetic, MatrixOperationsInPtx) {
  const Evidence kernel = kernelOf(R"cuda(
// warplint: block(128)
__global__ void multiply(const unsigned *a, const unsigned *b, float *c) {
  float d[4] = {0, 0, 0, 0};
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, "
               "{%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
               : "r"(a[threadIdx.x]), "r"(a[threadIdx.x + 128]), "r"(a[threadIdx.x + 256]),
                 "r"(a[threadIdx.x + 384]), "r"(b[threadIdx.x]), "r"(b[threadIdx.x + 128]));
  float fused;
  asm("fma.rn.f32 %0, %1, %1, %1;" : "=f"(fused) : "f"(d[0]));
  c[threadIdx.x] = fused;
}
)cuda");
  EXPECT_EQ(at(kernel, "flops_fp16_tensor"), 4 * 2.0 * 16 * 8 * 16) << "four warps";
  EXPECT_EQ(at(kernel, "flops_fp32"), 128 * 2);
}

TEST(Arithmetic, MatricesOfEightBitsAreWidenedOnHopperOutsideOfWarpgroups) {
  constexpr const char *source = R"cuda(
// warplint: block(128)
__global__ void multiply(const unsigned *a, float *c) {
  float d[4] = {0, 0, 0, 0};
  asm volatile("mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e5m2.f32 {%0, %1, %2, %3}, "
               "{%4, %4, %4, %4}, {%4, %4}, {%0, %1, %2, %3};"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "r"(a[threadIdx.x]));
  asm volatile("wgmma.mma_async.sync.aligned.m64n8k32.f32.e4m3.e4m3 {%0, %1, %2, %3}, 0, 0, 1, 1, 1;"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]));
  c[threadIdx.x] = d[0];
}
)cuda";
  constexpr double ofWarps = 4 * 2.0 * 16 * 8 * 32, ofGroup = 2.0 * 64 * 8 * 32;
  const auto on = [&](const std::string &chip) {
    return kernelOf(source, {"--no-cuda-gpu-arch=sm_90", "--cuda-gpu-arch=" + chip});
  };
  for (const Evidence &kernel : {kernelOf(source), on("sm_90a")}) {
    EXPECT_EQ(at(kernel, "flops_fp16_tensor"), ofWarps);
    EXPECT_EQ(at(kernel, "flops_fp8_tensor"), ofGroup);
  }
  const Evidence ada = on("sm_89");
  EXPECT_FALSE(ada.count("flops_fp16_tensor"));
  EXPECT_EQ(at(ada, "flops_fp8_tensor"), ofWarps + ofGroup);
}

/// As the Toolkit's <mma.h> declares them, with the number of elements as an enumerator.
constexpr const char *fragments = R"cuda(
struct __half { unsigned short bits; };
namespace nvcuda { namespace wmma {
struct matrix_a; struct matrix_b; struct accumulator; struct row_major; struct col_major;
namespace precision { struct tf32; }
enum layout_t { mem_row_major, mem_col_major };
template <typename T, int Size> struct __frag_base {
  enum { num_elements = Size };
  enum { num_storage_elements = Size };
  T x[num_storage_elements];
};
template <typename Use, int m, int n, int k, typename T, typename Layout = void> struct fragment;
template <> struct fragment<matrix_a, 16, 16, 16, __half, row_major>
    : public __frag_base<__half, 16> {};
template <> struct fragment<matrix_b, 16, 16, 16, __half, col_major>
    : public __frag_base<__half, 16> {};
template <> struct fragment<accumulator, 16, 16, 16, float> : public __frag_base<float, 8> {};
template <> struct fragment<matrix_a, 8, 8, 4, double, row_major> : public __frag_base<double, 1> {};
template <> struct fragment<matrix_b, 8, 8, 4, double, col_major> : public __frag_base<double, 1> {};
template <> struct fragment<accumulator, 8, 8, 4, double> : public __frag_base<double, 2> {};
template <typename F, typename T> __device__ void fill_fragment(F &f, const T &v);
template <typename F, typename T> __device__ void load_matrix_sync(F &f, const T *p, unsigned ldm);
template <typename F, typename T>
__device__ void store_matrix_sync(T *p, const F &f, unsigned ldm, layout_t layout);
template <typename D, typename A, typename B, typename C>
__device__ void mma_sync(D &d, const A &a, const B &b, const C &c);
} }
using namespace nvcuda;
)cuda";

TEST(Arithmetic, FragmentsOfWmmaTellTheirSize) {
  const Evidence kernel = kernelOf(std::string(fragments) + R"cuda(
template <typename F> __device__ void scale(F &f, float k) {
  for (int i = 0; i < f.num_elements; ++i)
    f.x[i] *= k;
}
typedef wmma::fragment<wmma::accumulator, 16, 16, 16, float> Sums;
// warplint: block(64)
__global__ void product(const __half *a, const __half *b, float *c, float k) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::col_major> fb;
  Sums sums[2];
  for (int j = 0; j < 2; ++j) {
    wmma::fill_fragment(sums[j], 0.0f);
    wmma::load_matrix_sync(fa, a + j * 256, 16);
    wmma::load_matrix_sync(fb, b, 16);
    wmma::mma_sync(sums[j], fa, fb, sums[j]);
    scale(sums[j], k);
    for (int i = 0; i < Sums::num_elements; ++i)
      sums[j].x[i] += 1.0f;
    wmma::store_matrix_sync(c + j * 256, sums[j], 16, wmma::mem_row_major);
  }
}
)cuda");
  EXPECT_EQ(basis(kernel), "a block") << "no loop of unknown length";
  EXPECT_EQ(at(kernel, "flops_fp16_tensor"), 2 * 2 * 2.0 * 16 * 16 * 16) << "two warps, twice";
  EXPECT_EQ(at(kernel, "flops_fp32"), 2 * 64 * (8 + 8));
  EXPECT_EQ(at(kernel, "bytes_accessed"), 2 * 2 * (512 + 512 + 1024));
}

TEST(Arithmetic, MatrixOperationsByTypeAndShape) {
  const Evidence kernel = kernelOf(std::string(fragments) + R"cuda(
// warplint: block(128)
__global__ void products(const double *a, const double *b, double *c, unsigned long da,
                         unsigned long db) {
  wmma::fragment<wmma::matrix_a, 8, 8, 4, double, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 8, 8, 4, double, wmma::col_major> fb;
  wmma::fragment<wmma::accumulator, 8, 8, 4, double> fc;
  wmma::fill_fragment(fc, 0.0);
  wmma::load_matrix_sync(fa, a, 4);
  wmma::load_matrix_sync(fb, b, 4);
  if (threadIdx.x < 32)
    wmma::mma_sync(fc, fa, fb, fc);
  wmma::store_matrix_sync(c, fc, 8, wmma::mem_row_major);
  unsigned d[4] = {};
  float f[4] = {};
  asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0,%1,%2,%3},{%0,%1,%2,%3},"
               "{%0,%1},{%0,%1,%2,%3};" : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3]));
  asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3},{%4,%4,%4,%4},"
               "{%4,%4},{%0,%1,%2,%3};" : "+f"(f[0]), "+f"(f[1]), "+f"(f[2]), "+f"(f[3])
               : "r"(d[0]));
  asm volatile("{\n.reg .pred p;\nsetp.ne.b32 p, 1, 0;\n"
               "wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {%0,%1,%2,%3}, %4, %5, p, 1, 1, "
               "0, 0;\n}\n" : "+f"(f[0]), "+f"(f[1]), "+f"(f[2]), "+f"(f[3]) : "l"(da), "l"(db));
}
)cuda");
  EXPECT_EQ(at(kernel, "flops_fp64_tensor"), 2.0 * 8 * 8 * 4) << "one warp of four";
  EXPECT_EQ(at(kernel, "flops_int8_tensor"), 4 * 2.0 * 16 * 8 * 32);
  EXPECT_EQ(at(kernel, "flops_tf32_tensor"), 4 * 2.0 * 16 * 8 * 8);
  EXPECT_EQ(at(kernel, "flops_bf16_tensor"), 2.0 * 64 * 8 * 16) << "one group of four warps";
}

//===----------------------------------------------------------------------===//
// Loops of unknown length around sites
//===----------------------------------------------------------------------===//

/// Of the only access of that kind in a line.
Evidence accessIn(const std::vector<Site> &sites, unsigned line) {
  for (const Site &site : sites)
    if (site.kind == SiteKind::GlobalAccess && site.span.line == line)
      return site.evidence;
  ADD_FAILURE() << "no access in line " << line;
  return {};
}

TEST(OpenLoops, AreKnownOfEachAccess) {
  const std::vector<Site> sites = analyseSource(
      R"cuda(__device__ void copy(float *to, const float *from, int i) { *to = from[i]; }
// warplint: block(64)
__global__ void k(const float *a, float *b, float *c, int n, int m) {
  b[threadIdx.x] = 0;
  for (int i = 0; i < n; ++i) {
    b[i * 64 + threadIdx.x] = 1;
    for (int j = 0; j < m; j += 4)
      c[(i * m + j) * 64 + threadIdx.x] = 2;
  }
  for (int i = 0; i < n; i += 2)
    c[i * 64 + threadIdx.x] = 3;
  for (int j = 0; j < 4; ++j)
    c[j * 64 + threadIdx.x] = 4;
  for (int i = 0; i < m; ++i)
    copy(&b[i], a, threadIdx.x);
}
)cuda");
  const auto loops = [&](unsigned line) { return numberAt(accessIn(sites, line), "open_loops"); };
  const auto length = [&](unsigned line) {
    return std::string(stringAt(accessIn(sites, line), "open_loop_length").value_or(""));
  };
  const auto weight = [&](unsigned line) {
    return numberAt(accessIn(sites, line), "weight").value_or(1);
  };
  EXPECT_FALSE(loops(4));
  EXPECT_FALSE(loops(13)) << "of known length";
  EXPECT_EQ(loops(6), 1);
  EXPECT_EQ(numberAt(accessIn(sites, 6), "open_loop_line"), 5);
  EXPECT_EQ(loops(8), 2);
  EXPECT_EQ(numberAt(accessIn(sites, 8), "open_loop_line"), 7);
  EXPECT_DOUBLE_EQ(weight(8), 0.25);
  EXPECT_EQ(loops(11), 1);
  EXPECT_EQ(length(11), length(6)) << "both are multiples of n";
  EXPECT_DOUBLE_EQ(weight(11), 0.5 * weight(6));
  EXPECT_EQ(loops(1), 1) << "in a function that is called in a loop";
  EXPECT_EQ(numberAt(accessIn(sites, 1), "open_loop_line"), 14);
  EXPECT_NE(length(1), length(6));
}

TEST(OpenLoops, LengthsAreNamedAsAReaderKnowsThem) {
  const std::vector<Site> sites = analyseSource(R"cuda(// warplint: block(64)
__global__ void k(const int *a, float *b, int n) {
  for (int i = 64 * blockIdx.x; i < n; i += 64)
    b[i + threadIdx.x] = 1;
  {
    const int n = a[blockIdx.x];
    for (int i = 64 * blockIdx.x; i < n; i += 64)
      b[i + threadIdx.x] = 2;
  }
}
)cuda");
  const auto length = [&](unsigned line) {
    return std::string(stringAt(accessIn(sites, line), "open_loop_length").value_or(""));
  };
  EXPECT_EQ(length(4), "n+-64*blockIdx.x") << "no number that counts what else was met";
  EXPECT_NE(length(8), length(4)) << "another n";
  EXPECT_NE(length(8), "");
}

TEST(OpenLoops, LoopsThatAreCutShortCountWhole) {
  const std::vector<Site> sites = analyseSource(R"cuda(// warplint: block(32)
__global__ void k(float *b) {
  for (int i = 0; i < 3000000; ++i)
    b[i * 32 + threadIdx.x] = 1;
}
)cuda");
  const Evidence access = accessIn(sites, 4);
  EXPECT_FALSE(numberAt(access, "open_loops")) << "its length is known";
  EXPECT_NEAR(numberAt(access, "sectors").value_or(0) * numberAt(access, "weight").value_or(0),
              3e6 * 4, 3e6 * 4 * 0.01);
}

} // namespace
} // namespace warplint
