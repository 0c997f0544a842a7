//===- RobustTest.cpp - code that must not stop or slow the interpreter ----===//

#include "SiteText.h"

#include "lint/evidence/Json.h"

#include <gtest/gtest.h>

#include <chrono>
#include <ctime>
#include <map>
#include <set>
#include <sstream>

namespace warplint {
namespace {

TEST(Robust, TheStatementAroundAnAccess) {
  std::map<std::string, Lines> statements;
  for (const Site &site : analyseSource(R"cuda(__device__ float get(const float *p) {
  return
      p[threadIdx.x];
}
__global__ void lines(float *a, float *b) {
  a[threadIdx.x] =
      get(b)
      + 1;
  if (a[threadIdx.x] >
      0)
    a[1] = 0;
}
)cuda"))
    if (site.kind == SiteKind::GlobalAccess)
      statements[site.op + " " + site.expr] = site.statement;
  EXPECT_EQ(statements["store a[threadIdx.x]"], (Lines{6, 8}));
  EXPECT_EQ(statements["load p[threadIdx.x]"], (Lines{2, 3}));
  EXPECT_EQ(statements["load a[threadIdx.x]"], Lines()) << "a condition";
  EXPECT_EQ(statements["store a[1]"], (Lines{11, 11}));
}

/// Kernels, instances and block shapes that take a while, of which some copy asynchronously.
const char *const manyRuns = R"cuda(
__device__ void __pipeline_memcpy_async(void *to, const void *from, unsigned long bytes,
                                        unsigned long zeroes = 0);
__device__ void __pipeline_commit();
__device__ void __pipeline_wait_prior(unsigned long pending);
template <int N> __global__ void rows(float *a, int n) {
  __shared__ float tile[32][32];
  for (int i = 0; i < 600; ++i)
    a[threadIdx.x * N + i] += a[i];
  tile[threadIdx.x % 32][threadIdx.x / 32] = a[n];
  __syncthreads();
  a[threadIdx.x] = tile[threadIdx.x / 32][threadIdx.x % 32];
}
template <int N> __global__ void copies(float *a, const float *b, int n) {
  __shared__ float ring[2][256];
  for (int i = 0; i < n; ++i) {
    __pipeline_memcpy_async(&ring[i % 2][threadIdx.x], b + i * 256 + threadIdx.x, 4);
    __pipeline_commit();
    __pipeline_wait_prior(N);
    __syncthreads();
    a[i * 256 + threadIdx.x] = ring[i % 2][255 - threadIdx.x];
  }
  for (int i = 0; i < 300; ++i)
    a[i * N + threadIdx.x] += 1;
}
__global__ void lost(float *a, int n) {
  for (int i = 0; i < 500; ++i)
    if (threadIdx.x % 2)
      a[threadIdx.x + i] = n;
}
template <typename T> __global__ void unused(T *a) { a[threadIdx.x * 2] = 1; }
void run(float *a, const float *b, int n) {
  rows<1><<<n, 1024>>>(a, n);
  rows<2><<<n, 1024>>>(a, n);
  rows<33><<<n, 64>>>(a, n);
  rows<33><<<n, 256>>>(a, n);
  rows<7><<<n, 512>>>(a, n);
  copies<0><<<n, 256>>>(a, b, n);
  copies<1><<<n, 256>>>(a, b, n);
  copies<2><<<n, 256>>>(a, b, n);
  lost<<<n, 64>>>(a, n);
  lost<<<n, 128>>>(a, n);
}
)cuda";

std::string textOf(const SourceAnalysis &analysis) {
  FileAnalysis file;
  file.sites = analysis.sites;
  file.launches = analysis.launches;
  file.notes = analysis.notes;
  return toJson(file).dump(1);
}

TEST(Robust, WhereAKernelIsRunChangesNothing) {
  const std::string here = textOf(analyseWhole(manyRuns));
  std::size_t elsewhere = 0;
  const auto all = [&](std::size_t count, const std::function<std::string(std::size_t)> &work) {
    std::vector<std::string> results(count);
    for (std::size_t i = count; i-- > 0;)
      results[i] = work(i);
    elsewhere += count;
    return results;
  };
  EXPECT_EQ(textOf(analyseWhole(manyRuns, {}, 1'000'000, all)), here);
  EXPECT_GE(elsewhere, 6U);
  // What failed there is run here.
  const auto some = [&](std::size_t count, const std::function<std::string(std::size_t)> &work) {
    std::vector<std::string> results(count);
    for (std::size_t i = 0; i < count; i += 2)
      results[i] = i % 4 ? "no run" : work(i);
    return results;
  };
  EXPECT_EQ(textOf(analyseWhole(manyRuns, {}, 1'000'000, some)), here);
}

TEST(Robust, ArgumentsThatDoNotFitAreNotAssumed) {
  std::set<std::string> kernels;
  for (const Site &site : analyseSource(R"cuda(
template <class Traits> __device__ void scale(float *p) {
  constexpr int rows = Traits::rows;
  for (int i = 0; i < rows; ++i)
    p[32 * i + threadIdx.x] *= 2;
}
template <class Traits> struct Scaler {
  __device__ void operator()(float *p) { scale<Traits>(p); }
};
template <class Traits> __global__ void handsOn(float *p) { scale<Traits>(p); }
template <class Traits> __global__ void handsOnTwice(float *p) { Scaler<Traits>()(p); }
template <class T> __device__ void set(T *p) { p[threadIdx.x] = 1; }
template <class T> __global__ void fits(T *p) { set(p); }
)cuda"))
    kernels.insert(site.kernel);
  EXPECT_EQ(kernels, (std::set<std::string>{"fits"}));
}

TEST(Robust, WhatAssumedArgumentsDoNotShowIsLeftToOthers) {
  const std::string body = "again:\n  p[threadIdx.x] = 1;\n  if (--n > 0)\n    goto again;\n}\n";
  const std::string kernel = "template <class T> __global__ void jumps(T *p, int n) {\n" + body;
  const SourceAnalysis assumed = analyseWhole(kernel);
  EXPECT_FALSE(assumed.partial) << "whoever instantiates it may see more";
  EXPECT_TRUE(assumed.notes.empty()) << testing::PrintToString(assumed.notes);
  const SourceAnalysis used =
      analyseWhole(kernel + "void run(int *p, int n) { jumps<<<1, 32>>>(p, n); }\n");
  EXPECT_TRUE(used.partial);
  EXPECT_FALSE(used.notes.empty());
}

TEST(Robust, ArithmeticAtTheEdges) {
  const Marked code(R"cuda(
// warplint: block(64)
__global__ void edges(float *p, long long *q, int n, int zero) {
  int nothing = zero - zero;
  long long lowest = -9223372036854775807LL - 1;
  int t = threadIdx.x;
  p[t / nothing] = 1.f;
  p[t % nothing] = 1.f;
  p[n / nothing] = 1.f;
  p[n % (n - n)] = 1.f;
  q[lowest / -1 + t] = 1;
  q[lowest % -1 + t] = 1;
  q[-lowest + t] = 1;
  q[(n & lowest) + t] = 1;
  q[(n & 9223372036854775807LL) + t] = 1;
  q[n * lowest * lowest + t] = 1;
  q[n / lowest + t] = 1;
  q[n % -7 + t] = 1;
  q[t << (t - 32)] = 1;
  q[1LL << 63] = 1;
  q[n << 70] = 1;
  q[n >> -1] = 1;
  q[t >> t] = 1;
  q[(n + t) >> 31] = 1;
  q[(unsigned long long)-1 / 3 + t] = 1;
  q[(long long)n * n * n * n * n * n * n * n + t] = 1;
  q[(lowest ^ n) + (lowest | t)] = 1;
  if (lowest < n)
    p[t] = 1.f; //@after
  p[t] = 1.f; //@end
}
)cuda");
  EXPECT_EQ(code.global("end"), "store 2 requests 8/8");
}

TEST(Robust, EmptyAndOddTypes) {
  const Marked code(R"cuda(
struct Nothing {};
struct Hollow { int v[0]; };
struct Wide { __align__(16) float v[20]; };
struct Bits { int : 0; unsigned a : 3; int : 5; long b : 40; };
// warplint: block(32)
__global__ void types(Hollow *h, Nothing *e, Wide *w, Bits *bits, float *p, __int128 *big) {
  Hollow one = h[threadIdx.x];
  h[0] = one;
  Nothing none = e[threadIdx.x];
  e[1] = none;
  w[threadIdx.x] = w[threadIdx.x + 1];
  bits[threadIdx.x].b = bits[threadIdx.x].a;
  Bits mine = {1, 2};
  mine.b += threadIdx.x;
  long difference = &h[threadIdx.x] - h;
  big[threadIdx.x] = (__int128)1 << 100;
  auto local = [] {};
  local();
  int nothing[0];
  p[difference * 0 + threadIdx.x] = sizeof(nothing); //@end
}
)cuda");
  EXPECT_EQ(code.global("end").substr(0, 5), "store");
}

TEST(Robust, AggregatesInParentheses) {
  const Marked code(R"cuda(
struct Pair { int x, y; };
// warplint: block(32)
__global__ void parentheses(float *p) {
  Pair pair(8, threadIdx.x);
  p[pair.x * pair.y] = 1.f; //@pair
  int a[3](1, 2, 3);
  p[a[2] * threadIdx.x] = Pair(1, 2).x; //@array
}
)cuda",
                    {"-std=c++20"});
  EXPECT_EQ(code.global("pair"), "store 1 requests 32/4");
  EXPECT_EQ(code.global("array"), "store 1 requests 12/4");
}

TEST(Robust, LoopsWithoutEnd) {
  const Marked code(R"cuda(
// warplint: block(64)
__global__ void endless(volatile int *flag, float *p, int n) {
  while (*flag == 0) {
  }
  for (int i = 0; i < 10; i -= 0)
    p[threadIdx.x] = 1.f;
  for (;;) {
    if (p[threadIdx.x] > 0)
      break;
  }
  do {
    --n;
    continue;
  } while (n != 7);
  p[threadIdx.x] = 2.f; //@end
  while (true)
    p[threadIdx.x] = 3.f;
}
)cuda");
  EXPECT_EQ(code.global("end"), "store 2 requests 8/8");
}

TEST(Robust, UnknownCallees) {
  const Marked code(R"cuda(
struct Base { __device__ virtual int at(int i) = 0; int offset; };
struct Derived : Base { __device__ int at(int i) override { return i; } };
__device__ int outside(int *, const float &, int);
typedef int (*Function)(int);
// warplint: block(32)
__global__ void callees(float *p, Function f, Base *base, Derived d) {
  int x = 8;
  p[outside(&x, p[0], 3)] = 1.f;
  p[x * threadIdx.x] = 1.f; //@changed
  p[f(threadIdx.x)] = 1.f;
  p[base->at(threadIdx.x)] = 1.f;
  int (Derived::*method)(int) = &Derived::at;
  p[(d.*method)(3)] = 1.f;
  int Base::*field = &Base::offset;
  p[d.*field] = 1.f;
  p[threadIdx.x] = 2.f; //@end
}
)cuda");
  EXPECT_EQ(code.global("changed").substr(0, 13), "store unknown");
  EXPECT_EQ(code.global("end"), "store 1 requests 4/4");
}

/// Of the processor's time: what else the machine does is not counted.
double secondsFor(const std::string &code) {
  const std::clock_t begin = std::clock();
  Marked analysed(code);
  return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}

// Work must not double with every level: the limit is far above what it takes.
// What a word of such a hash is called would be twice as long after each step: 4 GB and 20 s by
// then.
TEST(Robust, HashesOfParameters) {
  const auto begin = std::chrono::steady_clock::now();
  const auto sites = analyseSource(R"cuda(
__global__ void hash(unsigned *out, unsigned a, unsigned b, unsigned c) {
  for (int i = 0; i < 64; ++i) {
    unsigned t = (a ^ b) ^ ((b >> 3) | (b << 29)) ^ (~a & c);
    c = b ^ (t & a);
    b = a | (t ^ c);
    a = t / (b | 1);
    if (t < c)
      out[32 * threadIdx.x] = t;
  }
  out[threadIdx.x] = a ^ b ^ c;
}
)cuda");
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(10));
  const auto access = [&](const std::string &index) {
    return std::any_of(sites.begin(), sites.end(), [&](const Site &site) {
      return site.kind == SiteKind::GlobalAccess && site.expr == index;
    });
  };
  EXPECT_TRUE(access("out[32 * threadIdx.x]"));
  EXPECT_TRUE(access("out[threadIdx.x]"));
}

TEST(Robust, DeepNesting) {
  std::ostringstream loops;
  loops << "__global__ void deep(float *p, int n) {\n";
  for (int i = 0; i < 9; ++i)
    loops << "for (int i" << i << " = 0; i" << i << " < n; ++i" << i << ") {\n";
  loops << "p[i0 + threadIdx.x] += i8;\n" << std::string(9, '}') << "}\n";
  EXPECT_LT(secondsFor(loops.str()), 30);

  std::ostringstream branches;
  branches << "__global__ void wide(float *p, const int *a, int n) { int x = 0;\n";
  for (int i = 0; i < 200; ++i)
    branches << "if (a[" << i << "] > 0) x += " << i << "; else if (n > x) x -= n;\n";
  branches << "p[x + threadIdx.x] = 1; }\n";
  EXPECT_LT(secondsFor(branches.str()), 30);

  std::ostringstream sum;
  sum << "__global__ void sum(float *p, int n, int m) { p[0";
  for (int i = 0; i < 400; ++i)
    sum << " + (n + " << i << ") * (m - " << i << ")";
  sum << "] = 1; }\n";
  EXPECT_LT(secondsFor(sum.str()), 30);
}

TEST(Robust, ManyRemaindersInOneSum) {
  // Each may meet what it is the remainder of: to try them in every order takes for ever.
  std::ostringstream sum;
  sum << "__global__ void sum(float *p, const int *of) {\n  int s = 0;\n";
  for (int i = 0; i < 24; ++i)
    sum << "  s += of[" << i << "] % " << 8 + i << ";\n";
  sum << "  p[s + threadIdx.x] = 1; }\n";
  EXPECT_LT(secondsFor(sum.str()), 30);

  const Marked both(R"cuda(
// warplint: block(64)
__global__ void both(float *p, int n, int m, int k) {
  const int whole = n - n % 64;
  p[whole + m - m % 32 + threadIdx.x] = 1; //@two
  p[k + whole + m - m % 32 + threadIdx.x - k % 8] = 1; //@three
  p[whole + m - n % 32 + threadIdx.x] = 1; //@other
}
)cuda");
  EXPECT_EQ(both.global("two"), "store 2 requests 8/8");
  EXPECT_EQ(both.global("three"), "store 2 requests 8/8");
  EXPECT_EQ(both.global("other"), "store 2 requests 8/8 likely");
}

// Nor with every line: twice as many must not take four times as long.
TEST(Robust, ManyAccessesOfOneKind) {
  constexpr unsigned lines = 5000;
  std::ostringstream tile;
  tile << "// warplint: block(128)\n__global__ void tile(float *p, const float *q) {\n"
          "  __shared__ float t[32][32]; float s = 0;\n";
  for (unsigned i = 0; i < lines; ++i)
    tile << "  t[threadIdx.x % 32][" << i % 32 << "] = q[threadIdx.x]; s += t[" << i % 32
         << "][threadIdx.x % 32];\n";
  tile << "  p[threadIdx.x] = s; }\n";
  EXPECT_LT(secondsFor(tile.str()), 30) << "one tile, whose rows might be longer";

  std::ostringstream shifted;
  shifted << "// warplint: block(128)\n"
             "__global__ void shifted(float *p, const float *q) {\n  float s = 0;\n";
  for (unsigned i = 0; i < lines; ++i)
    shifted << "  s += q[threadIdx.x + " << 8 * i + 1 << "];\n";
  shifted << "  p[threadIdx.x] = s; }\n";
  EXPECT_LT(secondsFor(shifted.str()), 30) << "one array, each past a sector";
}

// What may change a variable is asked for at each of them.
TEST(Robust, ManyVariablesOfData) {
  constexpr unsigned variables = 3000;
  std::ostringstream code;
  code << "// warplint: block(128)\n__global__ void branches(float *p, const float *q, int k) {\n"
          "  __shared__ float t[128]; t[threadIdx.x] = 0; __syncthreads();\n";
  for (unsigned i = 0; i < variables; ++i)
    code << "  float v" << i << " = q[threadIdx.x + " << i << "]; int b" << i << " = 0;\n  if (v"
         << i << " > k) { b" << i << " = 1; t[threadIdx.x] += v" << i << "; }\n  if (b" << i
         << " > 0) p[threadIdx.x] = v" << i << ";\n";
  code << "}\n";
  EXPECT_LT(secondsFor(code.str()), 30);
}

TEST(Robust, ManyBranchesAfterAWait) {
  // What is known of waits must not double where two paths come together.
  std::string branches;
  for (int bit = 0; bit < 30; ++bit)
    branches += "  if (flags & (1 << " + std::to_string(bit) + ")) sum += out[" +
                std::to_string(bit) + "];\n";
  const Marked code(R"cuda(
__device__ void __pipeline_memcpy_async(void *to, const void *from, unsigned long bytes,
                                        unsigned long zero = 0);
__device__ void __pipeline_commit();
__device__ void __pipeline_wait_prior(unsigned long pending);
// warplint: block(128)
__global__ void branches(const float *in, float *out, int flags) {
  __shared__ float s[128];
  __pipeline_memcpy_async(&s[threadIdx.x], in + threadIdx.x, 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  float sum = 0;
)cuda" + branches + R"cuda(
  out[threadIdx.x] = sum + s[127 - threadIdx.x]; //@end
}
)cuda");
  EXPECT_EQ(code.global("end"), "store 4 requests 16/16");
}

TEST(Robust, RoundsThatAreOverAreForgotten) {
  // Several complete copies to one place, of ways that came together, and then one more.
  const Marked code(R"cuda(
__device__ void __pipeline_memcpy_async(void *to, const void *from, unsigned long bytes,
                                        unsigned long zero = 0);
__device__ void __pipeline_commit();
__device__ void __pipeline_wait_prior(unsigned long pending);
// warplint: block(128)
__global__ void rounds(const float *in, float *out, int flags) {
  __shared__ float a[128];
  __shared__ float b[128];
  __pipeline_memcpy_async(&a[threadIdx.x], in + threadIdx.x, 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  if (flags & 1) {
    __syncthreads();
    __pipeline_memcpy_async(&b[threadIdx.x], in + 128 + threadIdx.x, 4);
  } else {
    __pipeline_memcpy_async(&a[threadIdx.x], in + 256 + threadIdx.x, 4);
  }
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  __pipeline_memcpy_async(&a[threadIdx.x], in + 384 + threadIdx.x, 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[threadIdx.x] = a[127 - threadIdx.x]; //@use
}
)cuda");
  EXPECT_EQ(code.asyncUse("use"), "");
  EXPECT_EQ(code.global("use"), "store 4 requests 16/16");
}

TEST(Robust, ConstantsOfAllSizes) {
  const Marked code(R"cuda(
constexpr unsigned long long all = ~0ull;
constexpr unsigned __int128 wide = ~static_cast<unsigned __int128>(0);
enum : unsigned long long { most = ~0ull };
template <unsigned long long mask> __device__ unsigned long long pick(unsigned long long i) {
  return i & mask;
}
// warplint: block(64)
__global__ void sizes(float *p) {
  switch (pick<all>(threadIdx.x) & most) {
  case ~0ull:
    p[1] = 0;
  }
  p[pick<all>(threadIdx.x)] = 1.f; //@masked
  p[(threadIdx.x & most) + static_cast<unsigned long long>(wide + 1)] = 1.f; //@wide
}
)cuda");
  EXPECT_EQ(code.global("masked"), "store 2 requests 8/8");
  EXPECT_EQ(code.global("wide"), "store 2 requests 8/8");
}

TEST(Robust, ReferencesFromDeepCalls) {
  // The calls are made while the variable they initialise is being declared.
  std::string calls = "__device__ float &at0(float *p) { return p[threadIdx.x]; }\n";
  for (int depth = 1; depth < 20; ++depth)
    calls += "__device__ float &at" + std::to_string(depth) + "(float *p) { float &inner = at" +
             std::to_string(depth - 1) + "(p); return inner; }\n";
  const Marked code(calls + R"cuda(
// warplint: block(64)
__global__ void deep(float *p) {
  float &mine = at19(p);
  mine = 1.f; //@store
}
)cuda");
  EXPECT_EQ(code.global("store"), "store 2 requests 8/8");
}

// The same twice: nothing depends on where objects lie in the memory of this process.
TEST(Robust, SameEveryTime) {
  const std::string source = R"cuda(
struct S { int a, b; float *p; };
// warplint: block(64)
__global__ void repeat(S s, float *p, int w, int n) {
  int x = threadIdx.x + s.a * w + s.b * n, y = n - w;
  auto f = [&, x](int k) { return x + k * y + s.a; };
  for (int i = threadIdx.x; i < n; i += w) {
    p[f(i) / w] += s.p[f(i) % w];
    if (p[f(i)] > 0)
      y = s.b;
  }
}
)cuda";
  auto text = [&] {
    std::string all;
    for (const Site &site : analyseSource(source)) {
      all += site.op + site.expr;
      for (const std::string &assumption : site.assumptions)
        all += "|" + assumption;
    }
    return all;
  };
  const std::string first = text();
  std::vector<std::unique_ptr<int[]>> moved;
  for (int i = 1; i < 6; ++i) {
    moved.push_back(std::make_unique<int[]>(static_cast<std::size_t>(i) * 1000));
    EXPECT_EQ(text(), first);
  }
}

TEST(Robust, KernelsThatThereIsNoTimeForAreCounted) {
  const SourceAnalysis analysis = analyseWhole(R"cuda(
// warplint: block(64)
__global__ void first(float *p) { p[threadIdx.x * 8] = 0; }
// warplint: block(64)
__global__ void second(float *p) { p[threadIdx.x * 8] = 0; }
// warplint: block(64)
__global__ void third(float *p) { p[threadIdx.x * 8] = 0; }
)cuda",
                                               {}, 1);
  EXPECT_EQ(analysis.kernels, 3U);
  EXPECT_EQ(analysis.leftOut, 2U);
  EXPECT_TRUE(analysis.partial);
  EXPECT_FALSE(analysis.sites.empty());
  for (const Site &site : analysis.sites)
    EXPECT_EQ(site.kernel, "first");
}

/// A kernel over elements of type `G`, which the declarations make.
SourceAnalysis overDamaged(const std::string &declarations, const std::string &body) {
  return analyseDamaged(declarations + "\n__global__ void k(G *g, float *out, G given) { " + body +
                        " }\nvoid launch(G *g, float *out) { k<<<64, 256>>>(g, out, *g); }\n");
}

TEST(Robust, TypesWhoseSizeNobodyKnowsAreSaidToBeLost) {
  for (const std::string declarations :
       {"struct G { Missing m; float x; };", "struct G { Missing *m; float x; };",
        "struct G { float m[MISSING]; float x; };",
        "struct Inner { Missing m; }; struct G { Inner inner[2]; float x; };",
        "struct Base { Missing m; }; struct G : Base { float x; };",
        "typedef Missing Real; struct G { Real a; float x; };"}) {
    const SourceAnalysis analysis =
        overDamaged(declarations, "out[threadIdx.x] = g[threadIdx.x].x;");
    EXPECT_TRUE(analysis.partial) << declarations;
    EXPECT_EQ(analysis.notes.size(), 1U) << declarations;
  }
  const SourceAnalysis number =
      overDamaged("typedef Missing G;", "out[threadIdx.x] = g[2 * threadIdx.x];");
  EXPECT_TRUE(number.partial);
  EXPECT_EQ(number.notes,
            std::vector<std::string>{"kernel `k`: not followed: `G`, a type that could not be "
                                     "understood, declared in line 1"});
  for (const Site &site : number.sites)
    EXPECT_NE(site.expr, "g[2 * threadIdx.x]") << "an int is made up";
}

TEST(Robust, DamagedTypesOfWhichOnlyKnownPartsAreUsedLoseNothing) {
  for (const std::string declarations :
       {"struct G { Missing get(); float x; };", "struct G { static Missing m; float x; };",
        "struct Other { Missing m; }; struct G { Other *other; float x; };"}) {
    const SourceAnalysis analysis =
        overDamaged(declarations, "out[threadIdx.x] = g[threadIdx.x].x;");
    EXPECT_FALSE(analysis.partial) << declarations << testing::PrintToString(analysis.notes);
  }
  // What a kernel is handed lies in one place for all threads; so does what a block has one of.
  for (const std::string body :
       {"out[2 * threadIdx.x] = given.x;", "out[2 * threadIdx.x] = g[blockIdx.x].x;"})
    EXPECT_FALSE(overDamaged("struct G { Missing m; float x; };", body).partial) << body;
}

} // namespace
} // namespace warplint
