// cuda::pipeline of a block: one stage, two stages, N stages, producers and consumers apart.
#include <cooperative_groups.h>
#include <cuda/pipeline>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;
constexpr auto ofBlock = cuda::thread_scope_block;

__global__ void singleStage(const int *in, int *out, int batches) {
  __shared__ int tile[256];
  __shared__ cuda::pipeline_shared_state<ofBlock, 1> state;
  auto block = cg::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  for (int k = 0; k < batches; ++k) {
    pipe.producer_acquire();                     // at: acquire1 // mutant: async-buffer-reuse @fill1
    cuda::memcpy_async(block, tile, in + k * 256, sizeof(int) * 256, pipe); // at: fill1
    pipe.producer_commit();                      // mutant: async-missing-wait @read1; async-unbalanced-pipeline @wait1
    pipe.consumer_wait();                        // at: wait1 // mutant: async-missing-wait @read1
    out[k * 256 + threadIdx.x] = tile[255 - threadIdx.x]; // at: read1
    pipe.consumer_release();                     // mutant: async-unbalanced-pipeline @acquire1
  }
}

__global__ void twoStages(const int *in, int *out, int batches) {
  __shared__ int tile[2][256];
  __shared__ cuda::pipeline_shared_state<ofBlock, 2> state;
  auto block = cg::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  pipe.producer_acquire(); // harmless: the first stage is empty
  cuda::memcpy_async(block, tile[0], in, sizeof(int) * 256, pipe);
  pipe.producer_commit();
  for (int k = 1; k < batches; ++k) {
    pipe.producer_acquire();                     // at: acquire2 // mutant: async-buffer-reuse @fill2
    cuda::memcpy_async(block, tile[k % 2], in + k * 256, sizeof(int) * 256, pipe); // at: fill2
    pipe.producer_commit();
    pipe.consumer_wait();                        // mutant: async-missing-wait @read2
    out[k * 256 + threadIdx.x] = tile[(k - 1) % 2][255 - threadIdx.x]; // at: read2
    pipe.consumer_release();                     // mutant: async-missing-wait @read2; async-missing-wait @last2; async-unbalanced-pipeline @acquire2
  }
  pipe.consumer_wait();                          // mutant: async-missing-wait @last2
  out[threadIdx.x] += tile[(batches - 1) % 2][255 - threadIdx.x]; // at: last2
  pipe.consumer_release(); // harmless: nobody acquires the stage again
}

template <int Stages> __global__ void staged(const float *in, float *out, int batches) {
  __shared__ float tile[Stages][128];
  __shared__ cuda::pipeline_shared_state<ofBlock, Stages> state;
  auto block = cg::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  for (int k = 0, next = 0; k < batches; ++k) {
    for (; next < batches && next < k + Stages; ++next) {
      pipe.producer_acquire();                   // at: acquireN // mutant: async-buffer-reuse @fillN
      cuda::memcpy_async(block, tile[next % Stages], in + next * 128, sizeof(float) * 128, pipe); // at: fillN
      pipe.producer_commit();                    // mutant: async-missing-wait @readN; async-unbalanced-pipeline @waitN
    }
    pipe.consumer_wait();                        // at: waitN // mutant: async-missing-wait @readN
    out[k * 128 + threadIdx.x] = 2.0f * tile[k % Stages][127 - threadIdx.x]; // at: readN
    pipe.consumer_release();                     // mutant: async-missing-wait @readN; async-unbalanced-pipeline @acquireN
  }
}

// One warp copies, four compute.
template <int Stages> __global__ void roles(const float *in, float *out, int batches) {
  __shared__ float tile[Stages][128];
  __shared__ cuda::pipeline_shared_state<ofBlock, Stages> state;
  auto block = cg::this_thread_block();
  const bool produces = threadIdx.x >= 128;
  auto pipe = cuda::make_pipeline(block, &state, produces ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer);
  if (produces) {
    for (int k = 0; k < batches; ++k) {
      pipe.producer_acquire();                   // at: acquireR // mutant: async-buffer-reuse @fillR
      for (int i = threadIdx.x - 128; i < 128; i += 32)
        cuda::memcpy_async(&tile[k % Stages][i], &in[k * 128 + i], sizeof(float), pipe); // at: fillR
      pipe.producer_commit();                    // mutant: async-missing-wait @readR; async-unbalanced-pipeline @waitR
    }
  } else {
    for (int k = 0; k < batches; ++k) {
      pipe.consumer_wait();                      // at: waitR // mutant: async-missing-wait @readR
      out[k * 128 + threadIdx.x] = tile[k % Stages][127 - threadIdx.x]; // at: readR
      pipe.consumer_release();                   // mutant: async-missing-wait @readR; async-unbalanced-pipeline @acquireR
    }
  }
}

void run(const float *in, float *out, const int *n, int *m, int batches) {
  singleStage<<<1, 256>>>(n, m, batches);
  twoStages<<<1, 256>>>(n, m, batches);
  staged<4><<<1, 128>>>(in, out, batches);
  roles<3><<<1, 160>>>(in, out, batches);
}
