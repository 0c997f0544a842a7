// Names one of each family that the CUDA model declares. Parsed with the built-in
// model and, where there is one, with a Toolkit (check_names.py); never linked or run.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuComplex.h>
#include <cub/cub.cuh>
#include <cub/device/dispatch/dispatch_radix_sort.cuh>
#include <cub/util_device.cuh>
#include <cuda.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda/std/array>
#include <cuda/std/chrono>
#include <cuda/std/limits>
#include <cuda/std/tuple>
#include <cuda/std/type_traits>
#include <cuda/std/utility>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <cuda_pipeline.h>
#include <cuda_profiler_api.h>
#include <cuda_runtime.h>
#include <math_constants.h>
#include <mma.h>
#include <thrust/binary_search.h>
#include <thrust/device_malloc_allocator.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/reduce.h>
#include <thrust/sort.h>
#include <thrust/system/cuda/error.h>
#include <thrust/system_error.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <new>
#include <utility>
#include <vector>

namespace cg = cooperative_groups;
// As libcu++ declares them (cuda/__memcpy_async/group_traits.h).
namespace cooperative_groups {
namespace __v1 {
class thread_block;
template <unsigned int Size, typename Parent> class thread_block_tile;
} // namespace __v1
using namespace __v1;
} // namespace cooperative_groups
using BlockBarrier = cuda::barrier<cuda::thread_scope_block>;

// ---- built-in variables and vector types
static_assert(sizeof(float3) == 12 && alignof(float3) == 4, "");
static_assert(sizeof(float4) == 16 && alignof(float4) == 16, "");
static_assert(alignof(int2) == 8 && alignof(uchar4) == 4 && alignof(short4) == 8, "");
static_assert(alignof(double2) == 16 && sizeof(double3) == 24 && sizeof(longlong2) == 16, "");
static_assert(sizeof(dim3) == 12 && sizeof(half) == 2 && sizeof(half2) == 4, "");
static_assert(sizeof(__nv_bfloat162) == 4 && alignof(__half2) == 4 && sizeof(__nv_fp8_e4m3) == 1,
              "");

template <class A, class B> struct Same {
  static constexpr bool value = false;
};
template <class A> struct Same<A, A> {
  static constexpr bool value = true;
};
static_assert(Same<decltype(threadIdx), const uint3>::value, "threadIdx is a plain variable");
static_assert(Same<decltype(blockDim), const dim3>::value, "blockDim is a plain variable");

__global__ void builtInVariables(unsigned *out) {
  uint3 copied = threadIdx;
  const uint3 &bound = blockIdx;
  dim3 block = blockDim;
  dim3 fromIndex(threadIdx);
  auto grid = gridDim;
  out[copied.x + bound.y * block.x + grid.z + fromIndex.x] = warpSize;
}

// ---- qualifiers
__constant__ float coefficients[16];
__device__ int counter;
__managed__ int shared_by_all;
__global__ void __launch_bounds__(256, 2) bounded(float *p) { p[threadIdx.x] = coefficients[0]; }
__global__ void __launch_bounds__(128, 1, 2) boundedThrice(float *p) { p[0] = counter; }
struct Parameters {
  int n;
  float *p;
};
__global__ void byValue(const __grid_constant__ Parameters q) { q.p[0] = q.n; }
__global__ void __cluster_dims__(2, 1, 1) clustered(int *p) { p[0] = shared_by_all; }
__device__ __forceinline__ float inlined(float x) { return x; }
__device__ __noinline__ float called(float x) { return x; }
struct __align__(16) Aligned {
  float x[4];
};

// ---- mathematics
template <class T> __device__ T anyMath(T x, T y) {
  return sin(x) + cos(y) + pow(x, y) + fma(x, y, x) + rsqrt(x) + fmax(x, y) + std::sqrt(x) +
         std::abs(x) + ::abs(y) + floor(x) + exp(y) + hypot(x, y) + atan2(x, y) + max(x, y);
}
__global__ void mathematics(float *f, double *d, int n, unsigned u, long long l) {
  f[0] = anyMath(f[1], f[2]) + sinf(f[1]) + powf(f[1], 2) + __sinf(f[0]) + __expf(f[0]) +
         __fdividef(f[0], f[1]) + __frcp_rn(f[0]) + __fmaf_rn(f[0], f[1], f[2]) + sqrtf(f[0]) +
         rsqrtf(f[0]) + erff(f[0]) + normcdff(f[0]) + fminf(f[0], f[1]) + CUDART_PI_F;
  d[0] = anyMath(d[1], d[2]) + pow(d[0], n) + sqrt(double(n)) + ldexp(d[0], n) + __dadd_rn(d[0], 1);
  f[3] = min(n, 3) + max(u, 3u) + abs(n) + llabs(l) + std::min(n, 4) + std::max(1.0f, f[0]);
  if (isnan(f[0]) || isinf(d[0]) || std::isnan(f[1]) || std::isfinite(d[1]) || signbit(f[0]))
    f[4] = NAN + INFINITY;
  float s, c;
  sincosf(f[0], &s, &c);
  __sincosf(f[0], &s, &c);
  f[5] = s + c + __int_as_float(__float_as_int(s)) + __float2int_rn(s) + __int2float_rz(n);
}

// ---- integers and bits
__global__ void bits(unsigned *u, int *n, unsigned long long *l) {
  u[0] = __popc(u[1]) + __clz(n[0]) + __ffs(n[0]) + __brev(u[1]) + __byte_perm(u[0], u[1], 0x3210) +
         __funnelshift_l(u[0], u[1], 3) + __funnelshift_r(u[0], u[1], 3) + __umulhi(u[0], u[1]);
  n[0] = __mul24(n[0], n[1]) + __dp4a(n[0], n[1], n[2]) + __vadd4(u[0], u[1]) +
         __vmaxs2(u[0], u[1]) + __sad(n[0], n[1], u[0]) + __popcll(l[0]) + __clzll(l[0]);
  l[0] = __umul64hi(l[0], l[1]) + clock64() + clock();
}

// ---- atomics
__global__ void atomics(int *n, unsigned *u, unsigned long long *l, float *f, double *d, half2 *h) {
  atomicAdd(n, 1);
  atomicAdd(u, 1u);
  atomicAdd(l, 1ull);
  atomicAdd(f, 1.0f);
  atomicAdd(d, 1.0);
  atomicAdd(h, h[1]);
  atomicAdd_block(n, 1);
  atomicAdd_system(n, 1);
  atomicSub(n, 1);
  atomicExch(f, 1.0f);
  atomicMin(n, 1);
  atomicMax(l, 1ull);
  atomicInc(u, 8u);
  atomicDec(u, 8u);
  atomicAnd(n, 1);
  atomicOr(u, 1u);
  atomicXor(n, 1);
  atomicCAS(n, 1, 2);
  atomicCAS(l, 1ull, 2ull);
  cuda::atomic_ref<int, cuda::thread_scope_device> reference(*n);
  reference.fetch_add(1, cuda::memory_order_relaxed);
}

// ---- memory
__global__ void memory(const float4 *in, float4 *out, float *f) {
  __shared__ float tile[32];
  extern __shared__ unsigned char dynamic[];
  out[0] = __ldg(in);
  out[1] = __ldcs(in);
  out[2] = __ldcg(in);
  out[3] = __ldca(in);
  out[4] = __ldcv(in);
  __stcs(out, in[0]);
  __stcg(out, in[0]);
  __stwb(out, in[0]);
  __stwt(f, 1.0f);
  f[0] = __ldg(&in[0].x) + dynamic[0];
  f[1] = static_cast<float>(__cvta_generic_to_shared(tile)) + __isShared(tile) + __isGlobal(f);
  void *p = malloc(16);
  memset(p, 0, 16);
  memcpy(p, f, 16);
  free(p);
  assert(f != nullptr);
  printf("%f\n", f[0]);
}

// ---- warps and barriers
__global__ void warps(int *n, float *f) {
  __syncthreads();
  n[0] = __syncthreads_and(n[1]) + __syncthreads_or(n[1]) + __syncthreads_count(n[1]);
  __syncwarp();
  __syncwarp(0xffu);
  f[0] = __shfl_sync(0xffffffffu, f[1], 0) + __shfl_up_sync(~0u, f[1], 1) +
         __shfl_down_sync(~0u, f[1], 1, 16) + __shfl_xor_sync(~0u, f[1], 1);
  n[1] = __ballot_sync(~0u, n[0]) + __any_sync(~0u, 1) + __all_sync(~0u, 1) + __activemask() +
         __match_any_sync(~0u, n[0]) + __reduce_add_sync(~0u, n[0]) + __reduce_max_sync(~0u, 1u);
  __threadfence();
  __threadfence_block();
  __threadfence_system();
  __nanosleep(10);
  if (n[0] < 0)
    __trap();
}

// ---- cooperative groups
__global__ void groups(float *f, int n) {
  cg::thread_block block = cg::this_thread_block();
  cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
  auto half_warp = cg::tiled_partition<16>(warp);
  cg::coalesced_group active = cg::coalesced_threads();
  cg::grid_group grid = cg::this_grid();
  cg::cluster_group cluster = cg::this_cluster();
  cg::thread_group any = cg::tiled_partition(block, 4);
  block.sync();
  cg::sync(block);
  warp.sync();
  any.sync();
  grid.sync();
  cluster.sync();
  auto token = block.barrier_arrive();
  block.barrier_wait(std::move(token));
  f[0] = warp.shfl_down(f[1], 1) + warp.shfl(f[1], 0) + half_warp.shfl_xor(f[1], 1) +
         active.shfl(f[0], 0) + warp.any(n) + warp.all(n) + warp.ballot(n) + warp.match_any(n);
  f[1] = cg::reduce(warp, f[0], cg::plus<float>()) + cg::reduce(warp, n, cg::greater<int>()) +
         cg::inclusive_scan(warp, f[0], cg::plus<float>()) + cg::exclusive_scan(warp, n);
  f[2] = block.size() + block.thread_rank() + block.group_index().x + block.thread_index().x +
         block.num_threads() + block.dim_threads().x + warp.meta_group_rank() +
         warp.meta_group_size() + active.thread_rank() + grid.thread_rank() + grid.size() +
         cluster.block_rank() + any.size();
  cg::coalesced_group split = cg::binary_partition(warp, n > 0);
  cg::coalesced_group labelled = cg::labeled_partition(warp, n);
  f[3] = split.size() + labelled.size();
  __shared__ float tile[256];
  int *remote = cluster.map_shared_rank(reinterpret_cast<int *>(tile), 1);
  remote[0] = 1;
  cg::memcpy_async(block, tile, f, sizeof(float) * 256);
  cg::memcpy_async(block, tile, f, cuda::aligned_size_t<16>(sizeof(float) * 256));
  cg::wait_prior<1>(block);
  cg::wait(block);
  cg::invoke_one(block, [&] { f[4] = 1; });
}

// ---- barriers, pipelines, copies
#ifndef WARPLINT_NO_SHARED_OBJECTS // Clang refuses these with a Toolkit's headers; see Cures.h.
__global__ void sharedObjects(const float *in, float *out) {
  __shared__ BlockBarrier barrier;
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  __shared__ BlockBarrier several[4];
  __shared__ cuda::atomic<int, cuda::thread_scope_block> count;
  alignas(16) __shared__ float tile[2][256];
  auto block = cg::this_thread_block();
  if (block.thread_rank() == 0) {
    init(&barrier, block.size());
    init(&several[1], 32);
    count.store(0);
  }
  block.sync();
  cuda::memcpy_async(block, tile[0], in, sizeof(float) * 256, barrier);
  cuda::memcpy_async(tile[0], in, cuda::aligned_size_t<16>(16), barrier);
  BlockBarrier::arrival_token token = barrier.arrive();
  barrier.wait(std::move(token));
  barrier.arrive_and_wait();
  barrier.arrive_and_drop();
  auto more = cuda::device::barrier_arrive_tx(several[1], 1, 64);
  several[1].wait(std::move(more));
  cuda::pipeline<cuda::thread_scope_block> pipeline = cuda::make_pipeline(block, &state);
  pipeline.producer_acquire();
  cuda::memcpy_async(block, tile[1], in, sizeof(float) * 256, pipeline);
  pipeline.producer_commit();
  pipeline.consumer_wait();
  out[0] = tile[1][threadIdx.x];
  pipeline.consumer_release();
}
__global__ void roles(const float *in) {
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  auto block = cg::this_thread_block();
  const auto role =
      block.thread_rank() < 32 ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer;
  auto pipeline = cuda::make_pipeline(block, &state, role);
  auto counted = cuda::make_pipeline(block, &state, 32);
  pipeline.quit();
  counted.quit();
}
#endif
__global__ void threadPipeline(const float *in, float *out) {
  __shared__ float tile[256];
  cuda::pipeline<cuda::thread_scope_thread> pipeline = cuda::make_pipeline();
  pipeline.producer_acquire();
  cuda::memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], sizeof(float), pipeline);
  pipeline.producer_commit();
  cuda::pipeline_consumer_wait_prior<1>(pipeline);
  pipeline.consumer_release();
  __pipeline_memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], sizeof(float));
  __pipeline_commit();
  __pipeline_wait_prior(0);
  out[threadIdx.x] = tile[threadIdx.x];
}

// ---- halves, matrices, complex numbers
__global__ void halves(half *h, half2 *h2, __nv_bfloat16 *b, __nv_bfloat162 *b2, float *f, int n) {
  h[0] = __float2half(f[0]);
  h[1] = h[0] + h[2] * h[3];
  h[2] = 1.0f;
  h[3] = __hfma(h[0], h[1], h[2]);
  h[4] = hexp(h[0]) - __hmax(h[1], h[2]);
  h2[0] = __floats2half2_rn(f[0], f[1]);
  h2[1] = __hfma2(h2[0], h2[0], __float2half2_rn(2.0f));
  f[0] = __half2float(h[0]) + float(h[1]) + __low2float(h2[0]) + __half22float2(h2[1]).y;
  b[0] = __float2bfloat16(f[0]);
  b[1] = b[0] * b[2];
  b2[0] = __floats2bfloat162_rn(f[0], f[1]);
  f[1] = __bfloat162float(b[0]) + float(b[1]);
  if (h[0] > h[1] || __hgt(h[0], h[1]) || __hisnan(h[0]))
    f[2] = n;
  f[3] = float(__nv_fp8_e4m3(f[0])) + float(__nv_fp8_e5m2(f[1]));
  cuFloatComplex z = cuCmulf(make_cuFloatComplex(1, 2), make_cuFloatComplex(f[0], f[1]));
  f[4] = cuCrealf(z) + cuCimagf(z);
}
// As reductions in memory that others write read them (cuda/std/__complex/nvfp16.h).
__device__ half volatileHalf(volatile half2 *h) { return h->x; }
__device__ __nv_bfloat16 volatileHalf(volatile __nv_bfloat162 *b) { return b->y; }

__global__ void matrices(const half *a, const half *b, float *c) {
  using namespace nvcuda;
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
  wmma::fill_fragment(fc, 0.0f);
  wmma::load_matrix_sync(fa, a, 16);
  wmma::load_matrix_sync(fb, b, 16);
  wmma::mma_sync(fc, fa, fb, fc);
  for (int i = 0; i < fc.num_elements; ++i)
    fc.x[i] *= 2;
  wmma::store_matrix_sync(c, fc, 16, wmma::mem_row_major);
}

// ---- textures and surfaces
texture<float, cudaTextureType2D, cudaReadModeElementType> reference;
__global__ void textures(cudaTextureObject_t t, cudaSurfaceObject_t s, float *f) {
  f[0] = tex1Dfetch<float>(t, 1) + tex2D<float>(t, 0.5f, 0.5f) + tex3D<float4>(t, 0, 0, 0).x +
         tex2DLayered<float>(t, 0, 0, 1) + tex2DLod<float>(t, 0, 0, 0) + tex2D(reference, 0.f, 1.f);
  surf2Dwrite(f[0], s, 4, 1);
  f[1] = surf2Dread<float>(s, 4, 1);
}

// ---- CUB and cuda::std in a kernel
struct Minus {
  __device__ int operator()(int a, int b) const { return a - b; }
};
template <int Threads> __global__ void collectives(const float *in, float *out) {
  typedef cub::BlockReduce<float, Threads> Reduce;
  typedef cub::BlockScan<int, Threads> Scan;
  typedef cub::BlockAdjacentDifference<int, Threads> Difference;
  typedef cub::WarpLoad<int, 2, cub::WARP_LOAD_TRANSPOSE, 8> Load;
  typedef cub::WarpStore<int, 2, cub::WARP_STORE_TRANSPOSE> Store;
  typedef cub::WarpExchange<int, 2, 8, cub::WARP_EXCHANGE_SMEM> Exchange;
  __shared__ typename Difference::TempStorage differenceStorage;
  __shared__ typename Load::TempStorage loadStorage[Threads / 8];
  __shared__ typename Store::TempStorage storeStorage[Threads / 32];
  __shared__ typename Exchange::TempStorage exchangeStorage[Threads / 8];
  int items[2], less[2];
  Load(loadStorage[threadIdx.x / 8]).Load(reinterpret_cast<const int *>(in), items);
  Exchange(exchangeStorage[threadIdx.x / 8]).StripedToBlocked(items, items);
  Difference(differenceStorage).SubtractLeft(items, less, Minus());
  Store(storeStorage[threadIdx.x / 32]).Store(reinterpret_cast<int *>(out), less);
  __shared__ typename Reduce::TempStorage reduceStorage;
  __shared__ typename Scan::TempStorage scanStorage;
  const float sum = Reduce(reduceStorage).Sum(in[threadIdx.x]);
  int prefix;
  Scan(scanStorage).ExclusiveSum(1, prefix);
  cuda::std::array<int, 2> pair{prefix, 2};
  static_assert(cuda::std::is_same<int, int>::value, "");
  static_assert(Same<cub::UnitWord<float>::DeviceWord, unsigned>::value, "");
  static_assert(Same<cub::UnitWord<float4>::DeviceWord, ulonglong2>::value, "");
  static_assert(Same<cub::UnitWord<const char[3]>::DeviceWord, unsigned char>::value, "");
  out[prefix] = sum + pair[1] + cuda::std::numeric_limits<float>::max();
}

struct Doubled {
  __host__ __device__ float operator()(float x) const { return 2 * x; }
};
struct Filled {
  __host__ __device__ Filled() : value(1) {}
  float value;
};
__global__ void searches(const float *sorted, const int *order, int n, ptrdiff_t *out) {
  __shared__ cub::Uninitialized<Filled> kept;
  const auto twice = thrust::make_transform_iterator(sorted, Doubled());
  const auto numbers = thrust::make_counting_iterator(0);
  const auto picked = thrust::make_permutation_iterator(sorted, order);
  const float value = picked[threadIdx.x] + numbers[1] + *(thrust::make_constant_iterator(2.0f) + 1);
  out[threadIdx.x] = thrust::upper_bound(thrust::seq, twice + 1, twice + n, value) - twice +
                     (thrust::lower_bound(thrust::seq, sorted, sorted + n, value) - sorted) +
                     thrust::binary_search(thrust::seq, sorted, sorted + n, value);
  kept.Alias().value = value;
}
__global__ void placed(char *memory) { new (memory) int(threadIdx.x); }
__global__ void clocks(double seconds) {
  using Clock = cuda::std::chrono::high_resolution_clock;
  const Clock::time_point start = Clock::now();
  const auto end = start + cuda::std::chrono::nanoseconds(static_cast<long long>(seconds * 1e9));
  auto now = cuda::std::chrono::system_clock::now();
  while (now < end)
    now = Clock::now();
}

// ---- the host's side
template <class F, class... Args> void launchEx(F kernel, dim3 grid, dim3 block, Args... args) {
  cudaLaunchConfig_t config = {};
  cudaLaunchAttribute attribute[1];
  attribute[0].id = cudaLaunchAttributeClusterDimension;
  attribute[0].val.clusterDim.x = 2;
  config.gridDim = grid;
  config.blockDim = block;
  config.attrs = attribute;
  config.numAttrs = 1;
  cudaLaunchKernelEx(&config, kernel, args...);
}
int main() {
  cudaDeviceProp properties;
  cudaGetDeviceProperties(&properties, 0);
  int clock = properties.clockRate + properties.multiProcessorCount;
  cudaStream_t stream;
  cudaEvent_t event;
  cudaStreamCreate(&stream);
  cudaEventCreate(&event);
  float *device, *pinned, *managed;
  cudaMalloc(&device, 1024);
  cudaMalloc((void **)&device, 1024);
  cudaMallocHost(&pinned, 1024);
  cudaMallocManaged(&managed, 1024);
  cudaError_t (*allocate)(void **, size_t) = cudaMallocHost;
  cudaMallocAsync(&device, 1024, stream);
  cudaMemAdvise(managed, 1024, cudaMemAdviseSetReadMostly, 0);
  cudaMemAdvise(managed, 1024, cudaMemAdviseSetReadMostly,
                cudaMemLocation{cudaMemLocationTypeDevice, 0});
  cudaMemPrefetchAsync(managed, 1024, 0, stream);
  cudaMemcpy(device, pinned, 1024, cudaMemcpyHostToDevice);
  cudaMemcpyAsync(device, pinned, 1024, cudaMemcpyHostToDevice, stream);
  cudaMemcpyToSymbol(coefficients, pinned, 64);
  cudaMemsetAsync(device, 0, 1024, stream);
  bounded<<<1, 256>>>(device);
  bounded<<<dim3(4, 4), dim3(16, 16), 0, stream>>>(device);
  bounded<<<4, 256, 1024>>>(device);
  collectives<128><<<1, 128>>>(device, device);
  launchEx(bounded, 1, 256, device);
  void *arguments[] = {&device};
  cudaLaunchKernel((void *)bounded, dim3(1), dim3(256), arguments, 0, stream);
  cudaLaunchCooperativeKernel((void *)bounded, dim3(1), dim3(256), arguments);
  cudaFuncSetAttribute(bounded, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536);
  int blocks, threads;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, bounded, 256, 0);
  cudaOccupancyMaxPotentialBlockSize(&blocks, &threads, bounded, 0, 0);
  cudaGraph_t graph;
  cudaGraphExec_t executable;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  cudaStreamEndCapture(stream, &graph);
  cudaGraphInstantiate(&executable, graph, 0);
  cudaGraphLaunch(executable, stream);
  cudaBindTexture2D(0, reference, device, 1, 1, 4);
  cudaThreadSynchronize();
  cudaDeviceSynchronize();
  cudaEventRecord(event, stream);
  cudaEventSynchronize(event);
  cudaProfilerStart();
  if (cudaGetLastError() != cudaSuccess)
    printf("%s\n", cudaGetErrorString(cudaGetLastError()));
  CUdeviceptr pointer;
  CUfunction function = nullptr;
  CUtensorMap map;
  cuInit(0);
  static_assert(CU_POINTER_ATTRIBUTE_MAPPING_SIZE == 18 && CU_MEMORYTYPE_UNIFIED == 4, "");
  static_assert(CU_TENSOR_MAP_DATA_TYPE_16U6_ALIGN16B == 15 &&
                    CU_TENSOR_MAP_SWIZZLE_128B_ATOM_64B == 6 &&
                    CU_MEM_LOCATION_TYPE_HOST_NUMA == 3 && CU_MEM_ALLOCATION_TYPE_MANAGED == 2 &&
                    CU_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE == 15 &&
                    CU_DEVICE_ATTRIBUTE_MEM_DECOMPRESS_ALGORITHM_MASK == 136,
                "");
  CUdevResource resource;
  cuDeviceGetDevResource(0, &resource, CU_DEV_RESOURCE_TYPE_SM);
  CUlaunchAttribute cooperative;
  cooperative.id = CU_LAUNCH_ATTRIBUTE_COOPERATIVE;
  cooperative.value.cooperative = resource.sm.smCount > 1;
  const CUpointer_attribute attribute = CU_POINTER_ATTRIBUTE_MEMORY_TYPE;
  const CUmemorytype where = attribute == 2 ? CU_MEMORYTYPE_DEVICE : CU_MEMORYTYPE_HOST;
  cuMemAlloc(&pointer, 16);
  cuLaunchKernel(function, 1, 1, 1, 32, 1, 1, 0, nullptr, arguments, nullptr);
  cuTensorMapReplaceAddress(&map, device);
  size_t bytes = 0;
  cub::DeviceReduce::Sum(nullptr, bytes, device, device, 10);
  cudaSetDevice(cub::CurrentDevice());
  const cub::SortOrder order = cub::SortOrder::Descending;
  (void)order;
  thrust::device_vector<float> vector(16);
  thrust::sort(vector.begin(), vector.end());
  thrust::device_malloc_allocator<float>::pointer more =
      thrust::device_malloc_allocator<float>().allocate(8);
  if (allocate((void **)&pinned, 16) != cudaSuccess)
    throw thrust::system_error(1, thrust::cuda_category());
  const float sum = thrust::reduce(thrust::device, vector.begin(), vector.end(), 0.0f);
  bounded<<<1, 256>>>(thrust::raw_pointer_cast(vector.data()));
  std::vector<int> host(std::max(clock, 16));
  cudaFree(device);
  return static_cast<int>(sum) + host[0];
}
