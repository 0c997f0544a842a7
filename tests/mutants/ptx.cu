// cp.async in inline PTX: one tile, a ring as matrix products have it, completion on an mbarrier.
#include <cstdint>
#include <cuda_runtime.h>

__device__ __forceinline__ uint32_t sharedAddress(const void *p) { return static_cast<uint32_t>(__cvta_generic_to_shared(p)); }
__device__ __forceinline__ void copy16(void *to, const void *from) {
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;\n" ::"r"(sharedAddress(to)), "l"(from)); // at: fill
}
__device__ __forceinline__ void commit() { asm volatile("cp.async.commit_group;\n" ::); }
template <int N> __device__ __forceinline__ void waitFor() { asm volatile("cp.async.wait_group %0;\n" ::"n"(N)); }
__device__ __forceinline__ void waitAll() { asm volatile("cp.async.wait_all;\n" ::: "memory"); }

__global__ void tileOnce(const float4 *in, float4 *out) {
  __shared__ float4 tile[64];
  copy16(&tile[threadIdx.x], &in[blockIdx.x * 64 + threadIdx.x]);
  waitAll();                                     // mutant: async-missing-wait @readOnce
  __syncthreads();                               // mutant: async-missing-barrier @readOnce
  out[blockIdx.x * 64 + threadIdx.x] = tile[63 - threadIdx.x]; // at: readOnce
}

// Two copies per thread and step; fragments are read by ldmatrix.
template <int Stages> __global__ void product(const uint4 *a, const uint4 *b, uint32_t *out, int steps) {
  extern __shared__ uint4 ring[];
  uint4 *as = ring;
  uint4 *bs = ring + Stages * 128;
  const int t = threadIdx.x;
  auto load = [&](int k) {
    if (k < steps) {
      copy16(&as[k % Stages * 128 + t], &a[k * 128 + t]);
      copy16(&bs[k % Stages * 128 + t], &b[k * 128 + t]);
    }
    commit();                                    // mutant: async-missing-wait @readA; async-missing-wait @readB
  };
  for (int k = 0; k < Stages - 1; ++k)
    load(k);
  uint32_t sum = 0;
  for (int k = 0; k < steps; ++k) {
    waitFor<Stages - 2>();                       // mutant: async-missing-wait @readA; async-missing-wait @readB
    __syncthreads();                             // mutant: async-missing-barrier @readA; async-missing-barrier @readB
    load(k + Stages - 1);
    const uint32_t from = sharedAddress(&as[k % Stages * 128 + 127 - t]);
    uint32_t r0, r1, r2, r3;
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];\n"
                 : "=r"(r0), "=r"(r1), "=r"(r2), "=r"(r3)
                 : "r"(from)); // at: readA
    sum += r0 + r1 + r2 + r3 + bs[k % Stages * 128 + (t ^ 64)].x; // at: readB
  }
  out[t] = sum;
}

// The copies arrive at an mbarrier when they are complete.
__global__ void onBarrier(const float4 *in, float4 *out) {
  __shared__ float4 tile[64];
  __shared__ uint64_t bar;
  const uint32_t at = sharedAddress(&bar);
  if (threadIdx.x == 0)
    asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(at), "r"(64)); // mutant: async-uninitialized-barrier @bind
  __syncthreads();                               // mutant: async-uninitialized-barrier @bind
  copy16(&tile[threadIdx.x], &in[threadIdx.x]);
  asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];" ::"r"(at)); // at: bind // mutant: async-missing-wait @readBound; async-uninitialized-barrier @poll
  uint32_t done = 0;
  while (!done)
    asm volatile("{\n .reg .pred p;\n mbarrier.test_wait.parity.shared.b64 p, [%1], 0;\n selp.b32 %0, 1, 0, p;\n}" : "=r"(done) : "r"(at)); // at: poll // mutant: async-missing-wait @readBound
  out[threadIdx.x] = tile[63 - threadIdx.x];     // at: readBound
}

void run(const float4 *in, float4 *out, int steps) {
  tileOnce<<<8, 64>>>(in, out);
  product<3><<<1, 128, 3 * 2 * 128 * 16>>>((const uint4 *)in, (const uint4 *)in, (uint32_t *)out, steps);
  onBarrier<<<1, 64>>>(in, out);
}
