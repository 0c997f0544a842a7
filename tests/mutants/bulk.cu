// Bulk copies: by the library's functions, in PTX with parities, and in a ring of full and empty barriers.
#include <cstdint>
#include <cuda/barrier>
#include <cuda_runtime.h>
#include <utility>

using Barrier = cuda::barrier<cuda::thread_scope_block>;
namespace cde = cuda::device::experimental;

__global__ void library(const int *in, int *out) {
  __shared__ alignas(16) int tile[512];
#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ Barrier bar;
  if (threadIdx.x == 0) {
    init(&bar, blockDim.x);                      // mutant: async-uninitialized-barrier @copyBulk
    cde::fence_proxy_async_shared_cta();
  }
  __syncthreads();                               // mutant: async-uninitialized-barrier @arriveBulk
  Barrier::arrival_token token;
  if (threadIdx.x == 0) {
    cde::cp_async_bulk_global_to_shared(tile, in + blockIdx.x * 512, sizeof(tile), bar); // at: copyBulk
    token = cuda::device::barrier_arrive_tx(bar, 1, sizeof(tile));
  } else {
    token = bar.arrive();                        // at: arriveBulk
  }
  bar.wait(std::move(token));                    // mutant: async-missing-wait @readBulk
  out[blockIdx.x * 256 + threadIdx.x] = tile[threadIdx.x] + tile[511 - threadIdx.x]; // at: readBulk
}

__device__ __forceinline__ uint32_t sharedAddress(const void *p) { return static_cast<uint32_t>(__cvta_generic_to_shared(p)); }
__device__ __forceinline__ void initBarrier(uint64_t *bar, uint32_t count) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(sharedAddress(bar)), "r"(count) : "memory");
}
__device__ __forceinline__ void arrive(uint64_t *bar) {
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(sharedAddress(bar)) : "memory"); // at: arrival
}
__device__ __forceinline__ void expect(uint64_t *bar, uint32_t bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(sharedAddress(bar)), "r"(bytes) : "memory"); // at: expectation
}
__device__ __forceinline__ void bulk(void *to, const void *from, uint32_t bytes, uint64_t *bar) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" // at: fill
               ::"r"(sharedAddress(to)), "l"(from), "r"(bytes), "r"(sharedAddress(bar)) : "memory");
}
__device__ __forceinline__ void waitParity(uint64_t *bar, uint32_t parity) {
  asm volatile("{\n .reg .pred p;\nAGAIN_%=:\n mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n @p bra DONE_%=;\n bra AGAIN_%=;\nDONE_%=:\n}" // at: poll
               ::"r"(sharedAddress(bar)), "r"(parity) : "memory");
}

__global__ void parities(const float *in, float *out, int tiles) {
  __shared__ alignas(128) float tile[256];
  __shared__ uint64_t bar;
  if (threadIdx.x == 0)
    initBarrier(&bar, 1);                        // mutant: async-uninitialized-barrier @expectation
  __syncthreads();                               // mutant: async-uninitialized-barrier @poll
  float sum = 0.0f;
  for (int k = 0; k < tiles; ++k) {
    if (threadIdx.x == 0) {
      expect(&bar, sizeof(tile));                // mutant: async-uninitialized-barrier @poll
      bulk(tile, in + k * 256, sizeof(tile), &bar);
    }
    waitParity(&bar, k & 1);                     // mutant: async-missing-wait @readParity
    sum += tile[255 - threadIdx.x];              // at: readParity
    __syncthreads();                             // mutant: async-buffer-reuse @fill
  }
  out[threadIdx.x] = sum;
}

// One warp copies into stages that the others have left; each stage has a full and an empty barrier.
template <int Stages> __global__ void fullAndEmpty(const float *in, float *out, int tiles) {
  extern __shared__ __align__(128) float ring[];
  __shared__ uint64_t full[Stages];
  __shared__ uint64_t empty[Stages];
  if (threadIdx.x == 0)
    for (int s = 0; s < Stages; ++s) {
      initBarrier(&full[s], 1);                  // mutant: async-uninitialized-barrier @expectation
      initBarrier(&empty[s], 4);                 // mutant: async-uninitialized-barrier @poll
    }
  __syncthreads();                               // mutant: async-uninitialized-barrier @poll; async-uninitialized-barrier @expectation
  if (threadIdx.x >= 128) {
    if (threadIdx.x == 128)
      for (int k = 0; k < tiles; ++k) {
        const int s = k % Stages;
        waitParity(&empty[s], (k / Stages & 1) ^ 1); // mutant: async-buffer-reuse @fill
        expect(&full[s], 128 * sizeof(float));   // mutant: async-uninitialized-barrier @poll
        bulk(ring + s * 128, in + k * 128, 128 * sizeof(float), &full[s]);
      }
    return;
  }
  float sum = 0.0f;
  for (int k = 0; k < tiles; ++k) {
    const int s = k % Stages;
    waitParity(&full[s], k / Stages & 1);        // mutant: async-missing-wait @readStage
    sum += ring[s * 128 + 127 - threadIdx.x];    // at: readStage
    if (threadIdx.x % 32 == 0) {
      arrive(&empty[s]);                         // mutant: async-uninitialized-barrier @poll
    }
  }
  out[threadIdx.x] = sum;
}

void run(const int *n, int *m, const float *in, float *out, int tiles) {
  library<<<8, 256>>>(n, m);
  parities<<<1, 256>>>(in, out, tiles);
  fullAndEmpty<3><<<1, 160, 3 * 512>>>(in, out, tiles);
}
