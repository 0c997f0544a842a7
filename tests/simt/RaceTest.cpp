//===- RaceTest.cpp - what races, what does not, and idle barriers ---------===//

#include "AnalyseSource.h"

#include <gtest/gtest.h>

namespace warplint {
namespace {

/// "load 5<4 read-after-write; store 9<6 write-after-read carried warp": races by line, `warp` for
/// those of one warp.
std::string races(const std::string &body) {
  std::string result;
  for (const Site &site :
       analyseSource("__device__ void meet(int *); __device__ void __threadfence_block(); "
                     "__global__ void kernel(int *out, const int *in, int n) {" +
                     body + "}\n")) {
    auto hazard = stringAt(site.evidence, "hazard");
    if (!hazard)
      continue;
    result += (result.empty() ? "" : "; ") + site.op + " " + std::to_string(site.span.line) + "<" +
              std::to_string(static_cast<int>(*numberAt(site.evidence, "first_line"))) + " " +
              std::string(*hazard) + (boolAt(site.evidence, "loop_carried") ? " carried" : "") +
              (site.kind == SiteKind::WarpCall ? " warp" : "");
  }
  return result;
}

TEST(Race, ReadOfWhatAnotherWrites) {
  EXPECT_EQ(races(R"cuda(
  __shared__ int s[256];
  s[threadIdx.x] = in[threadIdx.x];
  out[threadIdx.x] = s[255 - threadIdx.x];
)cuda"),
            "load 4<3 read-after-write");
  EXPECT_EQ(races(R"cuda(
  __shared__ int s[256];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[255 - threadIdx.x];
)cuda"),
            "");
  // Each its own.
  EXPECT_EQ(races(R"cuda(
  __shared__ int s[256];
  s[threadIdx.x] = in[threadIdx.x];
  out[threadIdx.x] = s[threadIdx.x];
)cuda"),
            "");
}

TEST(Race, FencesMakeNobodyWait) {
  EXPECT_EQ(races(R"cuda(
  __shared__ int s[256];
  s[threadIdx.x] = in[threadIdx.x];
  __threadfence_block();
  out[threadIdx.x] = s[255 - threadIdx.x];
)cuda"),
            "load 5<3 read-after-write");
}

TEST(Race, NextIteration) {
  EXPECT_EQ(races(R"cuda(
  __shared__ int s[256];
  int sum = 0;
  for (int i = 0; i < n; ++i) {
    s[threadIdx.x] = in[i * 256 + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < 256; ++j)
      sum += s[j];
  }
  out[threadIdx.x] = sum;
)cuda"),
            "store 5<8 write-after-read carried");
  // Two buffers in turn: which one is not known, and rightly so.
  EXPECT_EQ(races(R"cuda(
  __shared__ int s[2][256];
  int sum = 0;
  for (int i = 0; i < n; ++i) {
    s[i % 2][threadIdx.x] = in[i * 256 + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < 256; ++j)
      sum += s[i % 2][j];
  }
  out[threadIdx.x] = sum;
)cuda"),
            "");
  // Each iteration has a row of its own.
  EXPECT_EQ(races(R"cuda(
  extern __shared__ int s[];
  int sum = 0;
  for (int i = 0; i < n; ++i) {
    s[i * 256 + threadIdx.x] = in[i * 256 + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < 256; ++j)
      sum += s[i * 256 + j];
  }
  out[threadIdx.x] = sum;
)cuda"),
            "");
  // The next iteration reads the row of this one.
  EXPECT_EQ(races(R"cuda(
  extern __shared__ int s[];
  for (int i = 1; i < n; ++i)
    s[i * 256 + threadIdx.x] = s[i * 256 - 256 + (threadIdx.x + 32) % 256];
)cuda"),
            "load 4<4 read-after-write carried");
}

TEST(Race, PathsThatExcludeEachOther) {
  EXPECT_EQ(races(R"cuda(
  __shared__ int s[256];
  if (n > 5)
    s[threadIdx.x] = in[threadIdx.x];
  else
    out[threadIdx.x] = s[255 - threadIdx.x];
)cuda"),
            "");
  EXPECT_EQ(races(R"cuda(
  __shared__ int s[256];
  s[threadIdx.x] = in[threadIdx.x];
  if (n > 5)
    __syncthreads();
  if (n > 5)
    out[threadIdx.x] = s[255 - threadIdx.x];
)cuda"),
            "");
  // Whatever n is, a block that comes here races.
  EXPECT_EQ(races(R"cuda(
  __shared__ int s[256];
  if (n > 5) {
    s[threadIdx.x] = in[threadIdx.x];
    out[threadIdx.x] = s[255 - threadIdx.x];
  }
)cuda"),
            "load 5<4 read-after-write");
}

TEST(Race, StoresThatDataDecide) {
  // Some data make a thread store what another one reads in any case.
  EXPECT_EQ(races(R"cuda(
  __shared__ int s[256];
  if (in[threadIdx.x] > 0)
    s[threadIdx.x] = 1;
  out[threadIdx.x] = s[255 - threadIdx.x];
)cuda"),
            "load 5<4 read-after-write");
  EXPECT_EQ(races(R"cuda(
  __shared__ int s[256];
  s[threadIdx.x] = 0;
  __syncthreads();
  out[threadIdx.x] = s[255 - threadIdx.x];
  if (in[threadIdx.x] > 0)
    s[threadIdx.x] = 1;
)cuda"),
            "store 7<5 write-after-read");
  // Each of two such accesses is another thread's, with data of its own.
  EXPECT_EQ(races(R"cuda(
  __shared__ int s[256];
  if (in[threadIdx.x] > 0)
    s[threadIdx.x] = 1;
  if (in[threadIdx.x] <= 0)
    out[threadIdx.x] = s[255 - threadIdx.x];
)cuda"),
            "load 6<4 read-after-write");
  // Flags of one table may be so chosen that they do not meet.
  EXPECT_EQ(races(R"cuda(
  __shared__ int s[256];
  if (in[threadIdx.x])
    s[threadIdx.x] = 1;
  if (in[threadIdx.x])
    out[threadIdx.x] = s[255 - threadIdx.x];
)cuda"),
            "");
  // What n decides beside the data excludes the read.
  EXPECT_EQ(races(R"cuda(
  __shared__ int s[256];
  if (n > 5) {
    if (in[threadIdx.x] > 0)
      s[threadIdx.x] = 1;
  }
  if (n <= 5)
    out[threadIdx.x] = s[255 - threadIdx.x];
)cuda"),
            "");
  // One place, whoever finds something: what is read of it is kept.
  EXPECT_EQ(races(R"cuda(
  __shared__ int found;
  if (in[threadIdx.x] > 0)
    found = 1;
  out[threadIdx.x] = found;
)cuda"),
            "load 5<4 read-after-write");
  // Who looks at it to stop early looks again.
  EXPECT_EQ(races(R"cuda(
  __shared__ int found;
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    if (found)
      break;
    if (in[i] > 0)
      found = 1;
  }
)cuda"),
            "");
  // Data may keep those away who would go beyond the array, and it is left as it is.
  EXPECT_EQ(races(R"cuda(
  __shared__ int s[256];
  s[threadIdx.x] = 0;
  if (in[threadIdx.x] > 0)
    s[threadIdx.x + 128] = 1;
  out[threadIdx.x] = s[255 - threadIdx.x];
)cuda"),
            "load 6<3 read-after-write");
}

TEST(Race, Guards) {
  EXPECT_EQ(races(R"cuda(
  __shared__ int s[256];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  s[threadIdx.x] = i < n ? in[i] : 0;
  if (i < n)
    out[i] = s[255 - threadIdx.x];
)cuda"),
            "load 6<4 read-after-write");
  // n may be 1.
  EXPECT_EQ(races(R"cuda(
  __shared__ int s[256];
  if (threadIdx.x < n) {
    s[0] = threadIdx.x;
    out[threadIdx.x] = s[0];
  }
)cuda"),
            "");
}

TEST(Race, Writes) {
  EXPECT_EQ(races(R"cuda(
  __shared__ int flag;
  flag = n;
  __syncthreads();
  if (in[threadIdx.x])
    flag = 1;
  __syncthreads();
  out[threadIdx.x] = flag;
)cuda"),
            "");
  EXPECT_EQ(races(R"cuda(
  __shared__ int winner;
  winner = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = winner;
)cuda"),
            "store 3<3 write-after-write");
  // Everybody writes what it reads.
  EXPECT_EQ(races(R"cuda(
  __shared__ int size;
  size = n;
  out[threadIdx.x] = size;
)cuda"),
            "");
}

TEST(Race, Atomics) {
  EXPECT_EQ(races(R"cuda(
  __shared__ int count;
  if (threadIdx.x == 0)
    count = 0;
  __syncthreads();
  atomicAdd(&count, in[threadIdx.x]);
  __syncthreads();
  out[threadIdx.x] = count;
)cuda"),
            "");
  EXPECT_EQ(races(R"cuda(
  __shared__ int count;
  if (threadIdx.x == 0)
    count = 0;
  atomicAdd(&count, in[threadIdx.x]);
  __syncthreads();
  out[threadIdx.x] = count;
)cuda"),
            "atomic 5<4 read-after-write");
}

TEST(Race, OfOneWarp) {
  EXPECT_EQ(races(R"cuda(
  __shared__ int s[256];
  s[threadIdx.x] = in[threadIdx.x];
  out[threadIdx.x] = s[threadIdx.x ^ 1];
)cuda"),
            "load 4<3 read-after-write warp");
  EXPECT_EQ(races(R"cuda(
  __shared__ int s[256];
  s[threadIdx.x] = in[threadIdx.x];
  __syncwarp();
  out[threadIdx.x] = s[threadIdx.x ^ 1];
)cuda"),
            "");
  // A barrier of warps orders no two of them.
  EXPECT_EQ(races(R"cuda(
  __shared__ int s[256];
  s[threadIdx.x] = in[threadIdx.x];
  __syncwarp();
  out[threadIdx.x] = s[threadIdx.x ^ 32];
)cuda"),
            "load 5<3 read-after-write");
}

TEST(Race, OrderThatIsNotFollowed) {
  // A flag, and somebody who waits for it.
  EXPECT_EQ(races(R"cuda(
  __shared__ int data;
  __shared__ volatile int ready;
  if (threadIdx.x == 0) {
    data = n;
    __threadfence_block();
    ready = 1;
  }
  while (ready == 0) {
  }
  out[threadIdx.x] = data;
)cuda"),
            "");
  EXPECT_EQ(races(R"cuda(
  __shared__ int s[256];
  s[threadIdx.x] = in[threadIdx.x];
  asm volatile("bar.sync 1, 256;");
  out[threadIdx.x] = s[255 - threadIdx.x];
)cuda"),
            "");
  EXPECT_EQ(races(R"cuda(
  __shared__ int s[256];
  s[threadIdx.x] = in[threadIdx.x];
  meet(s);
  out[threadIdx.x] = s[255 - threadIdx.x];
)cuda"),
            "");
}

TEST(Race, BytesBesideOneAnother) {
  EXPECT_EQ(races(R"cuda(
  __shared__ char s[256];
  s[threadIdx.x] = 1;
  out[threadIdx.x] = s[threadIdx.x];
)cuda"),
            "");
  EXPECT_EQ(races(R"cuda(
  __shared__ char s[256];
  s[threadIdx.x] = in[threadIdx.x];
  out[threadIdx.x] = reinterpret_cast<int *>(s)[threadIdx.x / 4];
)cuda"),
            "load 4<3 read-after-write warp");
}

TEST(Race, ArrayTooSmallForTheBlock) {
  // Meant for 32 threads, which is what it is then run with: no warps race; only lanes rely on
  // running in step.
  EXPECT_EQ(races(R"cuda(
  __shared__ int s[32];
  s[threadIdx.x] = in[threadIdx.x];
  out[threadIdx.x] = s[31 - threadIdx.x];
)cuda"),
            "load 4<3 read-after-write warp");
  EXPECT_EQ(races(R"cuda(
  __shared__ int s[32];
  s[threadIdx.x] = in[threadIdx.x];
  __syncwarp();
  out[threadIdx.x] = s[31 - threadIdx.x];
)cuda"),
            "");
}

/// The barriers in the lines that order nothing, and those that do: "4 redundant; 7 needed".
std::string barriers(const std::string &body) {
  std::string result;
  for (const Site &site :
       analyseSource("__global__ void kernel(int *out, const int *in, int n) {" + body + "}\n"))
    if (site.kind == SiteKind::Barrier)
      result += (result.empty() ? "" : "; ") + std::to_string(site.span.line) +
                (!site.evidence.count("redundant")    ? " open"
                 : boolAt(site.evidence, "redundant") ? " redundant"
                                                      : " needed");
  return result;
}

TEST(BarrierNeed, OwnSlots) {
  EXPECT_EQ(barriers(R"cuda(
  __shared__ int s[256];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
)cuda"),
            "4 redundant");
  EXPECT_EQ(barriers(R"cuda(
  __shared__ int s[256];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[255 - threadIdx.x];
  __syncthreads();
)cuda"),
            "4 needed; 6 redundant");
}

TEST(BarrierNeed, OneOfTwoWillDo) {
  // Either alone is idle; not both.
  EXPECT_EQ(barriers(R"cuda(
  __shared__ int s[256];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  __syncthreads();
  out[threadIdx.x] = s[255 - threadIdx.x];
)cuda"),
            "4 needed; 5 redundant");
  // The first is needed by nothing else; the second in each further round.
  EXPECT_EQ(barriers(R"cuda(
  __shared__ int s[256];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  for (int half = 128; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half)
      s[threadIdx.x] += s[threadIdx.x + half];
  }
  out[threadIdx.x] = s[threadIdx.x];
)cuda"),
            "4 redundant; 6 needed");
}

TEST(BarrierNeed, WhatIsNotKnown) {
  // Global memory.
  EXPECT_EQ(barriers(R"cuda(
  out[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x + 256] = out[255 - threadIdx.x];
)cuda"),
            "3 needed");
  // Somewhere in the array.
  EXPECT_EQ(barriers(R"cuda(
  __shared__ int s[256];
  s[in[threadIdx.x]] = 1;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
)cuda"),
            "4 needed");
  // The next iteration.
  EXPECT_EQ(barriers(R"cuda(
  __shared__ int s[256];
  for (int i = 0; i < n; ++i) {
    s[threadIdx.x] = in[i];
    __syncthreads();
    out[i] = s[255 - threadIdx.x];
    __syncthreads();
  }
)cuda"),
            "5 needed; 7 needed");
  EXPECT_EQ(barriers(R"cuda(
  __shared__ int s[256];
  if (n > 3)
    s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[255 - threadIdx.x];
)cuda"),
            "5 needed");
  // Blocks at the border write where others read.
  EXPECT_EQ(barriers(R"cuda(
  __shared__ int s[256];
  const int i = blockIdx.x * 256 + threadIdx.x;
  if (i >= n)
    s[255 - threadIdx.x] = 0;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
)cuda"),
            "6 needed");
}

TEST(BarrierNeed, EveryIteration) {
  EXPECT_EQ(barriers(R"cuda(
  __shared__ int s[256];
  s[threadIdx.x] = in[threadIdx.x];
  for (int d = 128; d > 0; d /= 2) {
    __syncthreads();
    if (threadIdx.x < d)
      s[threadIdx.x] += s[threadIdx.x + d];
  }
  if (threadIdx.x == 0)
    out[0] = s[0];
)cuda"),
            "5 needed");
}

} // namespace
} // namespace warplint
