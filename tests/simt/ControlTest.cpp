//===- ControlTest.cpp - branches, loops and calls under masks -------------===//
//
// Which threads get where, and what a variable holds after paths come together.
// Where paths differ in a way that is not known, no number may be claimed.
//
//===----------------------------------------------------------------------===//

#include "SiteText.h"

#include <gtest/gtest.h>

namespace warplint {
namespace {

TEST(Control, BranchesOnTheThread) {
  const Marked code(R"cuda(
// warplint: block(256)
__global__ void branches(float *p, int n) {
  if (threadIdx.x % 2) //@odd
    p[threadIdx.x] = 1.f;
  if (threadIdx.x / 32 % 2) //@warps
    p[threadIdx.x] = 1.f;
  if (threadIdx.x < 48) //@within
    p[threadIdx.x] = 1.f;
  if (n > 7) //@uniform
    p[threadIdx.x] = 1.f;
  if (blockIdx.x * blockDim.x + threadIdx.x < n) //@guard
    p[threadIdx.x] = 1.f;
  if (p[threadIdx.x] > 0) //@data
    p[threadIdx.x] = 1.f;
  if (p[blockIdx.x] > 0) //@block
    p[threadIdx.x] = 1.f;
}
)cuda");
  EXPECT_EQ(code.branch("odd"), "8 warps 8 divergent lane");
  EXPECT_EQ(code.branch("warps"), "8 warps 0 divergent lane");
  EXPECT_EQ(code.branch("within"), "8 warps 1 divergent lane");
  EXPECT_EQ(code.branch("uniform"), "8 warps 0 divergent uniform");
  EXPECT_EQ(code.branch("guard"), "8 warps 0 divergent guard");
  EXPECT_EQ(code.branch("data"), "8 warps ? divergent data");
  EXPECT_EQ(code.branch("block"), "8 warps 0 divergent uniform");
}

TEST(Control, MasksNestAndComeBack) {
  const Marked code(R"cuda(
// warplint: block(64)
__global__ void masks(float *p) {
  int t = threadIdx.x;
  if (t < 40) {
    if (t >= 8)
      p[t] = 1.f; //@inner
    else
      p[t] = 2.f; //@rest
    p[t] = 3.f; //@joined
  } else if (t == 63) {
    p[t] = 4.f; //@single
  }
  p[t] = 5.f; //@all
}
)cuda");
  EXPECT_EQ(code.global("inner"), "store 2 requests 4/4"); // lanes 8-31 and 0-7
  EXPECT_EQ(code.global("rest"), "store 1 requests 1/1");
  EXPECT_EQ(code.global("joined"), "store 2 requests 5/5");
  EXPECT_EQ(code.global("single"), "store 1 requests 1/1");
  EXPECT_EQ(code.global("all"), "store 2 requests 8/8");
}

TEST(Control, SwitchFallsThrough) {
  const Marked code(R"cuda(
// warplint: block(32)
__global__ void cases(float *p, const int *kind) {
  int x = 0;
  switch (threadIdx.x & 3) { //@known
  case 0:
    x += 1;
  case 1:
    x += 2;
    break;
  case 2:
    x = 4;
  default:
    x += 8;
  }
  p[x * 8] = 1.f; //@x
  int y = 1;
  switch (kind[threadIdx.x]) { //@data
  case 0:
    y = 8;
    break;
  case 5 ... 7:
    y = 16;
  }
  p[y * threadIdx.x] = 1.f; //@y
}
)cuda");
  EXPECT_EQ(code.branch("known"), "1 warps 1 divergent lane");
  EXPECT_EQ(code.global("x"), "store 1 requests 4/4"); // 3, 2, 12, 8
  EXPECT_EQ(code.branch("data"), "1 warps ? divergent data");
  EXPECT_EQ(code.global("y"), "store unknown data likely");
}

TEST(Control, LabelsInsideOtherStatementsAreSaid) {
  const Marked code(R"cuda(
// warplint: block(32)
__global__ void duff(float *p) {
  int n = 4;
  switch (threadIdx.x & 1) {
  case 0:
    do {
      p[threadIdx.x] = 1.f;
  case 1:
      p[threadIdx.x] = 2.f;
    } while (--n > 0);
  }
}
)cuda");
  EXPECT_TRUE(code.analysis().partial);
}

TEST(Control, HelpersReturnEarly) {
  const Marked code(R"cuda(
__device__ int pick(int t) {
  if (t < 8)
    return t;
  if (t < 16)
    return 2 * t;
  return 0;
}
__device__ int sorted(int v) {
  if (v > 0)
    return 4;
  return 8;
}
__device__ int both(int v) {
  if (v > 0)
    return 4;
  else
    return 8;
}
__device__ int clamped(int i, int n) {
  if (i >= n)
    return n - 1;
  return i;
}
__device__ int chosen(bool flag) {
  if (flag)
    return 64;
  return 128;
}
// warplint: block(32)
__global__ void helpers(float *p, const int *a, int n, bool flag) {
  p[pick(threadIdx.x) * 8] = 1.f; //@pick
  p[sorted(a[threadIdx.x]) * threadIdx.x] = 1.f; //@sorted
  p[both(a[threadIdx.x]) * threadIdx.x] = 1.f; //@both
  p[clamped(blockIdx.x * 32 + threadIdx.x, n)] = 1.f; //@clamped
  p[chosen(flag) + threadIdx.x] = 1.f; //@chosen
  p[sorted(a[blockIdx.x]) * 8 + threadIdx.x] = 1.f; //@uniform
}
)cuda");
  EXPECT_EQ(code.global("pick"), "store 1 requests 16/4"); // 0-7 and 16, 18, … 30
  EXPECT_EQ(code.global("sorted").substr(0, 13), "store unknown");
  EXPECT_EQ(code.global("both").substr(0, 13), "store unknown");
  EXPECT_EQ(code.global("clamped"), "store 1 requests 4/4");
  EXPECT_EQ(code.global("chosen"), "store 1 requests 4/4");
  EXPECT_EQ(code.global("uniform").substr(0, 20), "store 1 requests 4/4");
}

TEST(Control, BreaksOnData) {
  const Marked code(R"cuda(
// warplint: block(32)
__global__ void search(float *p, const int *a, int n) {
  int found = 0;
  for (int j = 0; j < n; ++j) {
    if (a[j * 32 + threadIdx.x] == 0) {
      found = j;
      break;
    }
  }
  p[found * 8] = 1.f; //@found
  int other = 1;
  for (int j = 0; j < 4; ++j) {
    if (a[j * 32 + threadIdx.x] == 0)
      continue;
    other = 2;
    if (a[j * 32 + threadIdx.x] == 1)
      break;
    other = 3;
  }
  p[other * threadIdx.x] = 1.f; //@other
  int k = 0;
  for (;;) {
    if (a[k] == 0)
      break;
    ++k;
  }
  p[k * 8 + threadIdx.x] = 1.f; //@uniform
}
)cuda");
  EXPECT_EQ(code.global("found").substr(0, 13), "store unknown");
  EXPECT_EQ(code.global("other").substr(0, 13), "store unknown");
  EXPECT_EQ(code.global("uniform").substr(0, 20), "store 1 requests 4/4");
}

TEST(Control, FlagsAndGuardsTogether) {
  const Marked code(R"cuda(
// warplint: block(64)
__global__ void mixed(float *p, bool flag, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int s = 1;
  if (flag && i < n)
    s = 8;
  p[threadIdx.x * s] = 1.f; //@both
  int r = 1;
  if (i < n)
    r = 8;
  p[threadIdx.x * r] = 1.f; //@guard
  int q = 1;
  if (flag && (q = 8) && n > 3)
    p[threadIdx.x] = 1.f;
  p[threadIdx.x * q] = 1.f; //@effect
}
)cuda");
  // Either step is possible in an interior block.
  EXPECT_NE(code.global("both"), "store 2 requests 64/8");
  EXPECT_NE(code.global("both"), "store 2 requests 8/8");
  EXPECT_EQ(code.global("guard"), "store 2 requests 64/8");
  EXPECT_NE(code.global("effect"), "store 2 requests 64/8");
}

// The first block is inside a bound that is a number, and goes on.
TEST(Control, BoundsThatAreNumbers) {
  const Marked code(R"cuda(
// warplint: block(64)
__global__ void returns(float *p) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= 1000)
    return;
  p[2 * i] = 1.f; //@after
  if (1000 <= i)
    return;
  p[2 * i + 1] = 1.f; //@turned
}
// warplint: block(64)
__global__ void strides(float *p) {
  for (int i = blockIdx.x * 64 + threadIdx.x; i < 4096; i += gridDim.x * 64)
    p[8 * i] = 1.f; //@loop
  p[threadIdx.x] = 1.f; //@end
}
)cuda");
  EXPECT_EQ(code.global("after"), "store 2 requests 16/8");
  EXPECT_EQ(code.global("turned"), "store 2 requests 16/8");
  EXPECT_EQ(code.global("loop"), "store 2 requests 64/8");
  EXPECT_EQ(code.global("end"), "store 2 requests 8/8");
}

TEST(Control, LoopsThatAreKnown) {
  const Marked code(R"cuda(
// warplint: block(64)
__global__ void loops(float *p) {
  int k = 0;
  do { //@do
    p[k * 64 + threadIdx.x] = 0; //@body
    ++k;
  } while (k < 3);
  for (int i = threadIdx.x; i < 100; i += 64) //@strided
    p[i] = 1.f; //@part
  for (int s = 32; s > 0; s >>= 1) //@halving
    if (threadIdx.x < s)
      p[threadIdx.x] += 1.f; //@tree
  for (int i = 0; i < threadIdx.x; ++i) //@triangle
    p[i] = 1.f;
  int j = 5;
  while (j --> 0) //@while
    p[j * 8] = 1.f; //@down
}
)cuda");
  EXPECT_EQ(code.loop("do"), "3..3");
  EXPECT_EQ(code.global("body"), "store 6 requests 24/24");
  EXPECT_EQ(code.loop("strided"), "1..2 varying"); // 100 - 64 = 36: lanes 0-31 and 0-3
  EXPECT_EQ(code.global("part"), "store 4 requests 13/13");
  EXPECT_EQ(code.loop("halving"), "6..6");
  // 32, 16, 8, 4, 2, 1 threads: 4 + 2 + 1 + 1 + 1 + 1 sectors.
  EXPECT_EQ(code.global("tree"), "load 6 requests 10/10; store 6 requests 10/10");
  EXPECT_EQ(code.loop("triangle"), "0..63 varying");
  EXPECT_EQ(code.loop("while"), "5..5");
  EXPECT_EQ(code.global("down"), "store 10 requests 10/10");
}

TEST(Control, GridStrideLoops) {
  const Marked code(R"cuda(
// warplint: block(256)
__global__ void stride(float *p, float *q, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    if (p[i] < 0) //@continue
      continue;
    q[i] = 1.f; //@store
    if (q[i] > 2) //@break
      break;
    q[2 * i] = 1.f; //@two
  }
  q[threadIdx.x] = 0.f; //@after
}
)cuda");
  EXPECT_EQ(code.branch("continue"), "8 warps ? divergent data");
  EXPECT_EQ(code.global("continue"), "load 8 requests 32/32");
  EXPECT_EQ(code.global("store"), "store 8 requests 32/32");
  EXPECT_EQ(code.global("break"), ""); // just stored: no load
  EXPECT_EQ(code.global("two"), "store 8 requests 64/32");
  EXPECT_EQ(code.global("after"), "store 8 requests 32/32");
}

TEST(Control, SeveralInductionVariables) {
  const Marked code(R"cuda(
// warplint: block(32)
__global__ void induction(const float *a, float *out, int n, int pitch) {
  __shared__ float s[1024];
  float sum = 0;
  int j = threadIdx.x, m = 1;
  const float *q = a + threadIdx.x * 2;
  for (int k = 0; k < n; ++k, q += 32) {
    sum += q[0]; //@two
    sum += a[j]; //@plain
    sum += s[(k * 33 + threadIdx.x * 4) & 1023]; //@shared
    sum += a[m * threadIdx.x]; //@power
    j += 32;
    m *= 2;
  }
  out[j] = sum; //@after
}
)cuda");
  EXPECT_EQ(code.global("two"), "load 1 requests 8/4");
  EXPECT_EQ(code.global("plain"), "load 1 requests 4/4");
  EXPECT_EQ(code.shared("shared").substr(0, 19), "load 1 requests 4/1");
  // m is not known after the first iteration: only that all threads agree on it.
  EXPECT_NE(code.global("power"), "load 1 requests 4/4");
  EXPECT_EQ(code.global("after"), "store 1 requests 4/4");
}

TEST(Control, NestedLoopsOfUnknownLength) {
  const Marked code(R"cuda(
// warplint: block(32)
__global__ void nested(float *p, int rows, int columns) {
  for (int r = 0; r < rows; ++r)
    for (int c = 0; c < columns; ++c) {
      p[(r * columns + c) * 32 + threadIdx.x] = 1.f; //@row
      p[threadIdx.x * 8 + c * 1024] = 1.f; //@strided
      for (int k = c; k < rows; k += 2)
        p[k * 32 + threadIdx.x] = 1.f; //@inner
    }
}
)cuda");
  EXPECT_EQ(code.global("row"), "store 1 requests 4/4");
  EXPECT_EQ(code.global("strided"), "store 1 requests 32/4");
  EXPECT_EQ(code.global("inner"), "store 1 requests 4/4");
}

TEST(Control, LambdasAndReferences) {
  const Marked code(R"cuda(
template <typename F> __device__ void twice(F f) { f(0); f(1); }
// warplint: block(32)
__global__ void lambdas(float *p, int n) {
  int base = threadIdx.x;
  int calls = 0;
  auto store = [&, step = 32](int k) {
    auto at = [=](int i) { return base + i * step; };
    p[at(k)] = 1.f; //@nested
    ++calls;
  };
  twice(store);
  p[calls * 8 * threadIdx.x] = 1.f; //@calls
  auto scaled = [base](auto factor) { return base * factor; };
  base = 0;
  p[scaled(8)] = 1.f; //@copied
}
)cuda");
  EXPECT_EQ(code.global("nested"), "store 2 requests 8/8");
  EXPECT_EQ(code.global("calls"), "store 1 requests 32/4");
  EXPECT_EQ(code.global("copied"), "store 1 requests 32/4");
}

// What is first looked at on a path that is left behind is still there afterwards.
TEST(Control, ThreadIndexFirstSeenInABranch) {
  const Marked code(R"cuda(
struct Pair { int x, y; };
// warplint: block(64)
__global__ void late(float *p, int n, Pair pair) {
  if (n > 3)
    p[threadIdx.x] = 0.f;
  p[threadIdx.x] = 1.f; //@after
  if (blockIdx.x < n) {
    p[pair.x] = blockDim.x;
    return;
  }
  p[threadIdx.x * blockDim.x] = 1.f; //@dim
}
)cuda");
  EXPECT_EQ(code.global("after"), "store 2 requests 8/8");
  EXPECT_EQ(code.global("dim"), "store 2 requests 64/8");
}

// What a store through an unknown index may have changed is not known, in no thread.
TEST(Control, MaskedStoresToLostElements) {
  const Marked code(R"cuda(
// warplint: block(32)
__global__ void lost(float *p, int n) {
  int a[4];
  for (int i = 0; i < 4; ++i)
    a[i] = threadIdx.x;
  p[a[1] * 8] = 1.f; //@before
  a[n & 3] = 0;
  if (threadIdx.x < 16)
    a[0] = 0;
  p[a[0] * 8] = 1.f; //@after
  a[1] = 1;
  p[a[1] * threadIdx.x] = 1.f; //@again
}
)cuda");
  EXPECT_EQ(code.global("before"), "store 1 requests 32/4");
  EXPECT_EQ(code.global("after"), "store unknown");
  EXPECT_EQ(code.global("again"), "store 1 requests 4/4");
}

TEST(Control, StructuresCopiedInSomeThreads) {
  const Marked code(R"cuda(
struct Two { int x, y; };
// warplint: block(32)
__global__ void copies(float *p, const Two *g) {
  Two v = {(int)threadIdx.x, (int)threadIdx.x};
  Two w = v;
  p[w.y * 8] = 1.f; //@copy
  if (threadIdx.x < 16)
    v = g[0];
  p[v.y * 8] = 1.f; //@partly
  Two u = {1, 1};
  if (threadIdx.x < 16)
    u = w;
  p[u.x * 8] = 1.f; //@chosen
}
)cuda");
  EXPECT_EQ(code.global("copy"), "store 1 requests 32/4");
  // Lanes 0 to 15 share a loaded value, the others are a sector apart.
  EXPECT_EQ(code.global("partly"), "store 1 requests 17/4 likely");
  EXPECT_EQ(code.global("chosen"), "store 1 requests 16/4"); // 0 to 15, and 1
}

TEST(Control, RecursionAndGotoAreSaid) {
  const Marked code(R"cuda(
__device__ int factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }
// warplint: block(32)
__global__ void jumps(float *p, int n) {
  p[factorial(n) * 8 + threadIdx.x] = 1.f; //@recursive
again:
  p[threadIdx.x] = 1.f;
  if (--n > 0)
    goto again;
  p[threadIdx.x] = 2.f; //@after
}
)cuda");
  EXPECT_TRUE(code.analysis().partial);
  EXPECT_NE(code.notes().find("goto"), std::string::npos) << code.notes();
  EXPECT_NE(code.notes().find("recursion of `factorial`"), std::string::npos) << code.notes();
  EXPECT_EQ(code.global("after"), "store 1 requests 4/4");
}

TEST(Control, FunctionsOfTheProjectNamedLikeAtomics) {
  const Marked code(R"cuda(
__device__ int atomicCAS(int *address, int expected, int desired);
__device__ void atomic_rows(float *rows, int t) {
  rows[t * 8] = 1.f; //@inside
}
// warplint: block(32)
__global__ void calls(float *p) { atomic_rows(p, threadIdx.x); }
)cuda");
  EXPECT_EQ(code.global("inside"), "store 1 requests 32/4");
}

TEST(Control, ReturnsInsideLoops) {
  const Marked code(R"cuda(
__device__ int find(int t) {
  for (int i = 0; i < 4; ++i)
    if (i == (t & 3))
      return i * 8;
  return -1;
}
// warplint: block(32)
__global__ void returns(float *p) {
  p[find(threadIdx.x)] = 1.f; //@find
  for (int i = 0; i < 8; ++i) {
    if (threadIdx.x >= 4 * (8 - i))
      return;
    p[i * 32 + threadIdx.x] = 1.f; //@fewer
  }
}
)cuda");
  EXPECT_EQ(code.global("find"), "store 1 requests 4/4");
  // 32, 28, 24, … 4 threads: 4 + 4 + 3 + 3 + 2 + 2 + 1 + 1 sectors.
  EXPECT_EQ(code.global("fewer"), "store 8 requests 20/20");
}

// What a range-based loop compares and loads stands at its colon: it goes by the loop's head.
TEST(Control, HeadsOfRangeBasedLoops) {
  const auto sites = analyseSource(R"cuda(
struct Row {
  const float *first;
  __device__ const float *begin() const { return first; }
  __device__ const float *end() const { return first + (48 / 4); }
};
__global__ void sums(float *out, const float *in) {
  float sum = 0;
  for (const float value : Row{in + (threadIdx.x * 48)})
    sum += value;
  out[threadIdx.x] = sum > 0 ? sum : -sum;
}
)cuda");
  const auto loads = std::count_if(sites.begin(), sites.end(), [](const Site &site) {
    return site.kind == SiteKind::GlobalAccess && site.op == "load" &&
           site.expr == "const float value : Row{in + (threadIdx.x * 48)}";
  });
  EXPECT_EQ(loads, 1);
}

} // namespace
} // namespace warplint
