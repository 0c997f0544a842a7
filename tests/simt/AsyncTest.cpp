//===- AsyncTest.cpp - asynchronous copies that are used too early ---------===//
//
// Rings of stages as people write them, right and with one wait or commit left out.
//
//===----------------------------------------------------------------------===//

#include "SiteText.h"

#include <gtest/gtest.h>

#include <string>

namespace warplint {
namespace {

std::string replaced(std::string text, const std::string &from, const std::string &to) {
  std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  if (at != std::string::npos)
    text.replace(at, from.size(), to);
  return text;
}

constexpr const char *primitives = R"cuda(
__device__ void __pipeline_memcpy_async(void *to, const void *from, unsigned long bytes,
                                        unsigned long zero = 0);
__device__ void __pipeline_commit();
__device__ void __pipeline_wait_prior(unsigned long pending);
// warplint: block(128)
__global__ void ring(const float *in, float *out, int tiles) {
  __shared__ float s[STAGES][128];
  for (int k = 0; k < STAGES - 1; ++k) {
    if (k < tiles)
      __pipeline_memcpy_async(&s[k][threadIdx.x], in + k * 128 + threadIdx.x, 4);
    __pipeline_commit();
  }
  float sum = 0;
  for (int t = 0; t < tiles; ++t) {
    int next = t + STAGES - 1;
    if (next < tiles)
      __pipeline_memcpy_async(&s[next % STAGES][threadIdx.x], in + next * 128 + threadIdx.x, 4);
    __pipeline_commit();
    __pipeline_wait_prior(STAGES - 1);
    __syncthreads();
    sum += s[t % STAGES][127 - threadIdx.x]; //@use
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}
)cuda";

class PrimitiveRing : public testing::TestWithParam<int> {
protected:
  std::string source() const {
    return "#define STAGES " + std::to_string(GetParam()) + "\n" + primitives;
  }
};

TEST_P(PrimitiveRing, Right) { EXPECT_EQ(Marked(source()).asyncUse("use"), ""); }

TEST_P(PrimitiveRing, WithoutTheWait) {
  const Marked code(replaced(source(), "__pipeline_wait_prior(STAGES - 1);", ""));
  EXPECT_EQ(code.asyncUse("use"), "a barrier does not wait for it");
}

TEST_P(PrimitiveRing, WaitThatLeavesOneMorePending) {
  const Marked code(
      replaced(source(), "__pipeline_wait_prior(STAGES - 1);", "__pipeline_wait_prior(STAGES);"));
  EXPECT_EQ(code.asyncUse("use"), "the wait before it leaves it pending");
}

INSTANTIATE_TEST_SUITE_P(Stages, PrimitiveRing, testing::Values(2, 3, 4),
                         testing::PrintToStringParamName());

constexpr const char *single = R"cuda(
__device__ void __pipeline_memcpy_async(void *to, const void *from, unsigned long bytes,
                                        unsigned long zero = 0);
__device__ void __pipeline_commit();
__device__ void __pipeline_wait_prior(unsigned long pending);
// warplint: block(128)
__global__ void once(const float *in, float *out) {
  __shared__ float s[128];
  __pipeline_memcpy_async(&s[threadIdx.x], in + threadIdx.x, 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[threadIdx.x] = s[127 - threadIdx.x]; //@use
}
)cuda";

TEST(Async, OneStage) {
  EXPECT_EQ(Marked(single).asyncUse("use"), "");
  EXPECT_EQ(Marked(replaced(single, "  __pipeline_wait_prior(0);\n", "")).asyncUse("use"),
            "a barrier does not wait for it");
  EXPECT_EQ(
      Marked(replaced(single, "  __pipeline_commit();\n  __pipeline_wait", "  __pipeline_wait"))
          .asyncUse("use"),
      "it was not committed");
}

constexpr const char *assembly = R"cuda(
__device__ unsigned shared_address(const void *p) {
  unsigned long address;
  asm("cvta.to.shared.u64 %0, %1;" : "=l"(address) : "l"(p));
  return (unsigned)address;
}
__device__ void copy(void *to, const void *from) {
  unsigned address = shared_address(to);
  asm volatile("cp.async.ca.shared.global [%0], [%1], 16;\n" ::"r"(address), "l"(from));
}
// warplint: block(128)
__global__ void ptx(const float4 *in, float *out, int n) {
  __shared__ float4 s[2][128];
  copy(&s[0][threadIdx.x], in + threadIdx.x);
  asm volatile("cp.async.commit_group;\n" ::);
  for (int t = 0; t < n; ++t) {
    copy(&s[(t + 1) & 1][threadIdx.x], in + (t + 1) * 128 + threadIdx.x);
    asm volatile("cp.async.commit_group;\n" ::);
    asm volatile("cp.async.wait_group %0;\n" ::"n"(1));
    __syncthreads();
    out[threadIdx.x] += s[t & 1][127 - threadIdx.x].x; //@use
    __syncthreads();
  }
}
)cuda";

TEST(Async, InlineAssembly) {
  EXPECT_EQ(Marked(assembly).asyncUse("use"), "");
  EXPECT_EQ(Marked(replaced(assembly, "\"n\"(1)", "\"n\"(2)")).asyncUse("use"),
            "the wait before it leaves it pending");
  EXPECT_EQ(
      Marked(replaced(assembly, "asm volatile(\"cp.async.wait_group %0;\\n\" ::\"n\"(1));", ""))
          .asyncUse("use"),
      "a barrier does not wait for it");
}

constexpr const char *pipelines = R"cuda(
namespace cuda {
enum thread_scope { thread_scope_block };
template <thread_scope Scope> class pipeline {
public:
  __device__ void producer_acquire();
  __device__ void producer_commit();
  __device__ void consumer_wait();
  __device__ void consumer_release();
};
template <thread_scope Scope> class barrier {
public:
  __device__ void arrive_and_wait();
};
template <thread_scope Scope>
__device__ void memcpy_async(void *to, const void *from, unsigned long bytes, pipeline<Scope> &p);
template <thread_scope Scope>
__device__ void memcpy_async(void *to, const void *from, unsigned long bytes, barrier<Scope> &b);
}
// warplint: block(128)
__global__ void piped(const float *in, float *out, cuda::pipeline<cuda::thread_scope_block> *given,
                      int n) {
  __shared__ float s[2][128];
  cuda::pipeline<cuda::thread_scope_block> pipe;
  pipe.producer_acquire();
  cuda::memcpy_async(&s[0][threadIdx.x], in + threadIdx.x, 4, pipe);
  pipe.producer_commit();
  for (int t = 1; t < n; ++t) {
    pipe.producer_acquire();
    cuda::memcpy_async(&s[t % 2][threadIdx.x], in + t * 128 + threadIdx.x, 4, pipe);
    pipe.producer_commit();
    pipe.consumer_wait();
    __syncthreads();
    out[threadIdx.x] += s[(t - 1) % 2][127 - threadIdx.x]; //@use
    pipe.consumer_release();
    __syncthreads();
  }
  pipe.consumer_wait();
  __syncthreads();
  out[threadIdx.x] += s[(n - 1) % 2][127 - threadIdx.x]; //@last
}
)cuda";

TEST(Async, Pipelines) {
  const Marked right(pipelines);
  EXPECT_EQ(right.asyncUse("use"), "");
  EXPECT_EQ(right.asyncUse("last"), "");
  const Marked without(replaced(pipelines, "    pipe.consumer_wait();\n", ""));
  EXPECT_NE(without.asyncUse("use"), "");
  const Marked uncommitted(replaced(pipelines,
                                    "    pipe.producer_commit();\n    pipe.consumer_wait();",
                                    "    pipe.consumer_wait();"));
  EXPECT_NE(uncommitted.asyncUse("use") + uncommitted.asyncUse("last"), "");
}

constexpr const char *barriers = R"cuda(
namespace cuda {
enum thread_scope { thread_scope_block };
template <thread_scope Scope> class barrier {
public:
  __device__ void arrive_and_wait();
};
template <thread_scope Scope>
__device__ void memcpy_async(void *to, const void *from, unsigned long bytes, barrier<Scope> &b);
}
// warplint: block(128)
__global__ void waited(const float *in, float *out, int n) {
  __shared__ float s[128], u[128];
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  __shared__ cuda::barrier<cuda::thread_scope_block> other;
  for (int t = 0; t < n; ++t) {
    cuda::memcpy_async(&s[threadIdx.x], in + t * 128 + threadIdx.x, 4, bar);
    bar.arrive_and_wait();
    out[threadIdx.x] += s[127 - threadIdx.x]; //@use
    other.arrive_and_wait();
  }
}
)cuda";

TEST(Async, Barriers) {
  EXPECT_EQ(Marked(barriers).asyncUse("use"), "");
  // The wait of the last iteration was for something else, too.
  EXPECT_NE(Marked(replaced(barriers, "    bar.arrive_and_wait();\n", "    __syncthreads();\n"))
                .asyncUse("use"),
            "");
  EXPECT_EQ(
      Marked(replaced(barriers, "    bar.arrive_and_wait();\n", "    other.arrive_and_wait();\n"))
          .asyncUse("use"),
      "the wait before it is for another copy");
}

} // namespace
} // namespace warplint
