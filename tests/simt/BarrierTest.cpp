//===- BarrierTest.cpp - who arrives at barriers and groups ----------------===//

#include "SiteText.h"

#include <gtest/gtest.h>

namespace warplint {
namespace {

TEST(Barrier, UnderConditions) {
  const Marked code(R"cuda(
// warplint: block(256)
__global__ void conditions(const float *p, int n) {
  __syncthreads(); //@plain
  if (threadIdx.x < 128)
    __syncthreads(); //@half
  if (n > 3)
    __syncthreads(); //@uniform
  if (p[blockIdx.x] > 0)
    __syncthreads(); //@block
  if (p[blockIdx.x * 256 + threadIdx.x] > 0)
    __syncthreads(); //@data
  if (blockIdx.x * 256 + threadIdx.x < n)
    __syncthreads(); //@guard
  if (threadIdx.x < 256)
    __syncthreads(); //@everyone
  n > 3 ? __syncthreads() : (void)0; //@ternary
}
)cuda");
  EXPECT_EQ(code.barrier("plain"), "__syncthreads all");
  EXPECT_EQ(code.barrier("half"), "__syncthreads condition lane 128/256");
  EXPECT_EQ(code.barrier("uniform"), "__syncthreads all");
  EXPECT_EQ(code.barrier("block"), "__syncthreads all");
  // The data may be such that all agree.
  EXPECT_EQ(code.barrier("data"), "__syncthreads condition data likely");
  EXPECT_EQ(code.barrier("guard"), "__syncthreads condition guard likely");
  EXPECT_EQ(code.barrier("everyone"), "__syncthreads all");
  EXPECT_EQ(code.barrier("ternary"), "__syncthreads all");
}

TEST(Barrier, AfterReturns) {
  const Marked code(R"cuda(
// warplint: block(256)
__global__ void known(float *p) {
  if (threadIdx.x >= 200)
    return;
  __syncthreads(); //@known
}
// warplint: block(256)
__global__ void guarded(float *p, int n) {
  if (blockIdx.x * 256 + threadIdx.x >= n)
    return;
  __syncthreads(); //@guarded
}
// warplint: block(256)
__global__ void uniform(float *p, int n) {
  if (blockIdx.x >= n)
    return;
  __syncthreads(); //@uniform
}
__device__ void part(float *p) {
  if (threadIdx.x < 5)
    return;
  p[threadIdx.x] = 1.f;
}
__device__ void inside() {
  if (threadIdx.x < 5)
    return;
  __syncthreads(); //@inside
}
// warplint: block(256)
__global__ void helpers(float *p) {
  part(p);
  __syncthreads(); //@helper
  inside();
}
// warplint: block(256)
__global__ void twice(float *p) {
  if (threadIdx.x < 100)
    return;
  if (threadIdx.x < 150) {
    __syncthreads(); //@twice
  }
  p[threadIdx.x] = 1.f;
}
// warplint: block(256)
__global__ void byTheEnd(float *p) {
  if (threadIdx.x < 100)
    return;
  if (threadIdx.x < 150) {
    __syncthreads(); //@byTheEnd
  }
}
)cuda");
  EXPECT_EQ(code.barrier("known"), "__syncthreads return lane 200/256 exited");
  EXPECT_EQ(code.barrier("guarded"), "__syncthreads return guard exited likely");
  EXPECT_EQ(code.barrier("uniform"), "__syncthreads all");
  EXPECT_EQ(code.barrier("helper"), "__syncthreads all");
  // The kernel ends with the helper.
  EXPECT_EQ(code.barrier("inside"), "__syncthreads return lane 251/256 exited");
  EXPECT_EQ(code.barrier("twice"), "__syncthreads condition lane 50/256");
  EXPECT_EQ(code.barrier("byTheEnd"), "__syncthreads condition lane 50/256 exited");
}

TEST(Barrier, InLoops) {
  const Marked code(R"cuda(
// warplint: block(256)
__global__ void loops(float *p, const int *lengths, int n) {
  for (int i = threadIdx.x; i < 1000; i += 256)
    __syncthreads(); //@varying
  for (int i = 0; i < n; ++i)
    __syncthreads(); //@uniform
  for (int i = 0; i < lengths[blockIdx.x]; ++i)
    __syncthreads(); //@block
  for (int i = 0; i < lengths[threadIdx.x]; ++i)
    __syncthreads(); //@data
  for (int s = 128; s > 0; s >>= 1) {
    if (threadIdx.x < s)
      p[threadIdx.x] += p[threadIdx.x + s];
    __syncthreads(); //@tree
  }
  for (int i = 0; i < 4; ++i) {
    if (p[threadIdx.x] > i)
      break;
    __syncthreads(); //@broken
  }
  __syncthreads(); //@after
}
)cuda");
  EXPECT_EQ(code.barrier("varying"), "__syncthreads loop lane 232/256");
  EXPECT_EQ(code.barrier("uniform"), "__syncthreads all");
  EXPECT_EQ(code.barrier("block"), "__syncthreads all");
  EXPECT_EQ(code.barrier("data"), "__syncthreads loop data likely");
  EXPECT_EQ(code.barrier("tree"), "__syncthreads all");
  EXPECT_EQ(code.barrier("broken").substr(0, 25), "__syncthreads return data");
  EXPECT_EQ(code.barrier("after"), "__syncthreads all");
}

TEST(Barrier, OfWarps) {
  const Marked code(R"cuda(
// warplint: block(64)
__global__ void warps(float *p) {
  if (threadIdx.x / 32 == 0)
    __syncwarp(); //@whole
  if (threadIdx.x < 40)
    __syncwarp(); //@part
  if (threadIdx.x < 40)
    __syncwarp(0xff); //@mask
}
)cuda");
  EXPECT_EQ(code.barrier("whole"), "__syncwarp all");
  EXPECT_EQ(code.barrier("part"), "__syncwarp condition lane 8/32"); // of the second warp
  EXPECT_EQ(code.barrier("mask"), "");
}

// One thread writes to shared memory what all read: they agree, whatever it was.
TEST(Barrier, ConditionsHandedThroughSharedMemory) {
  const Marked code(R"cuda(
// warplint: block(256)
__global__ void broadcast(const int *p, int *q) {
  __shared__ int s;
  int v = __shfl_xor_sync(0xffffffff, p[threadIdx.x], 1);
  v = __shfl_sync(0xffffffff, v, 0);
  if (threadIdx.x == 0)
    s = v;
  __syncthreads();
  if (s > 0)
    __syncthreads(); //@shuffled
  if (threadIdx.x == 0)
    s = p[q[threadIdx.x]];
  __syncthreads();
  while (s > 1) {
    __syncthreads(); //@loaded
    if (threadIdx.x == 0)
      s = atomicAdd(q, 1);
    __syncthreads();
  }
  if (threadIdx.x / 32 == 1)
    s = v;
  __syncthreads();
  q[s * 8 + threadIdx.x] = 1; //@index
}
)cuda");
  EXPECT_EQ(code.barrier("shuffled"), "__syncthreads all");
  EXPECT_EQ(code.barrier("loaded"), "__syncthreads all");
  EXPECT_EQ(code.global("index").substr(0, 22), "store 8 requests 32/32");
}

constexpr const char *groups = R"cuda(
namespace cooperative_groups {
class thread_block {
public:
  __device__ void sync() const;
  __device__ unsigned thread_rank() const;
  __device__ unsigned size() const;
};
template <unsigned Size, typename Parent = void> class thread_block_tile {
public:
  __device__ void sync() const;
  __device__ unsigned thread_rank() const;
  __device__ unsigned meta_group_rank() const;
  __device__ unsigned meta_group_size() const;
  __device__ unsigned size() const;
  __device__ int shfl_down(int value, unsigned delta) const;
};
class coalesced_group {
public:
  __device__ unsigned thread_rank() const;
  __device__ void sync() const;
};
__device__ thread_block this_thread_block();
__device__ coalesced_group coalesced_threads();
template <unsigned Size, typename Parent>
__device__ thread_block_tile<Size, Parent> tiled_partition(const Parent &parent);
}
namespace cg = cooperative_groups;
)cuda";

TEST(Barrier, TilesOfABlock) {
  const Marked code(std::string(groups) + R"cuda(
// warplint: block(64)
__global__ void tiles(float *p) {
  auto block = cg::this_thread_block();
  auto tile = cg::tiled_partition<16>(block);
  auto eight = cg::tiled_partition<8>(tile);
  p[tile.thread_rank()] = 1.f; //@rank
  p[tile.meta_group_rank() * 16 + tile.thread_rank()] = 1.f; //@both
  p[tile.thread_rank() * 8] = 1.f; //@strided
  p[eight.meta_group_rank() * 8] = 1.f; //@inner
  p[block.thread_rank()] = 1.f; //@block
  p[tile.meta_group_size() * threadIdx.x] = 1.f; //@count
  if (threadIdx.x < 16)
    tile.sync(); //@one
  if (threadIdx.x < 20)
    tile.sync(); //@cut
  if (threadIdx.x < 20)
    block.sync(); //@wrong
  p[0] = 1.f;
}
)cuda");
  EXPECT_EQ(code.global("rank"), "store 2 requests 4/4"); // 64 bytes, twice in a warp
  EXPECT_EQ(code.global("both"), "store 2 requests 8/8");
  EXPECT_EQ(code.global("strided"), "store 2 requests 32/8");
  // Two groups of eight in each tile of sixteen: ranks 0 and 1 in every warp.
  EXPECT_EQ(code.global("inner"), "store 2 requests 4/4");
  EXPECT_EQ(code.global("block"), "store 2 requests 8/8");
  EXPECT_EQ(code.global("count"), "store 2 requests 32/8"); // four tiles: 16 bytes apart
  EXPECT_EQ(code.barrier("one"), "sync all");
  EXPECT_EQ(code.barrier("cut"), "sync condition lane 4/16"); // of the second tile
  EXPECT_EQ(code.barrier("wrong"), "sync condition lane 20/64");
}

TEST(Barrier, GroupsOfThoseWhoAreThere) {
  const Marked code(std::string(groups) + R"cuda(
// warplint: block(64)
__global__ void there(float *p, int n) {
  if (threadIdx.x % 2) {
    auto active = cg::coalesced_threads(); //@coalesced
    p[active.thread_rank()] = 1.f; //@rank
    auto block = cg::this_thread_block(); //@block
  }
  if (n > 2) {
    auto block = cg::this_thread_block(); //@uniform
  }
}
)cuda");
  EXPECT_EQ(code.global("rank"), "store 2 requests 4/4"); // sixteen threads side by side
  EXPECT_EQ(code.group("block"), "this_thread_block conditional lane");
  EXPECT_EQ(code.group("uniform"), "this_thread_block conditional uniform");
}

} // namespace
} // namespace warplint
