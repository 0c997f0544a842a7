//===- ReuseTest.cpp - what accesses have to do with one another -----------===//
//
// Evidence about several accesses of a kernel, or several passes of one. What the
// compiler does about each is what nvcc 13.0 does for sm_90.
//
//===----------------------------------------------------------------------===//

#include "AnalyseSource.h"

#include <gtest/gtest.h>

#include <sstream>

namespace warplint {
namespace {

/// The sites of one kind in the line that ends in `//@name`; `parameter` looks anywhere.
class Code {
public:
  explicit Code(const std::string &code) : code_(code), sites_(analyseSource(code)) {}

  const Site *at(SiteKind kind, const std::string &mark, const std::string &op = "load") const {
    std::istringstream lines(code_);
    std::string line;
    for (unsigned number = 1; std::getline(lines, line); ++number)
      if (line.ends_with("//@" + mark))
        for (const Site &site : sites_)
          if (site.kind == kind && site.span.line == number && site.op == op)
            return &site;
    return nullptr;
  }
  double global(const std::string &mark, const char *name, const std::string &op = "load") const {
    const Site *site = at(SiteKind::GlobalAccess, mark, op);
    EXPECT_NE(site, nullptr) << mark;
    return site ? numberAt(site->evidence, name).value_or(-1) : -2;
  }
  double constant(const std::string &mark, const char *name) const {
    const Site *site = at(SiteKind::Constant, mark);
    return site ? numberAt(site->evidence, name).value_or(-1) : -2;
  }
  const Site *parameter() const {
    const Site *found = nullptr;
    for (const Site &site : sites_)
      if (site.kind == SiteKind::Parameter) {
        EXPECT_EQ(found, nullptr) << "one for a kernel";
        found = &site;
      }
    return found;
  }

private:
  std::string code_;
  std::vector<Site> sites_;
};

TEST(Reuse, StartPastASector) {
  const Code code(R"cuda(
// warplint: block(256)
__global__ void shifted(const float *a, const float *b, const float *c, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = a[i + 1]            //@alone
         + b[i + 1] + b[i]     //@beside
         + c[i + n + 1];       //@unknown
  out[i + 9] = 1;              //@store
}
)cuda");
  EXPECT_EQ(code.global("alone", "start_offset"), 4);
  EXPECT_EQ(code.global("beside", "start_offset"), -1);
  EXPECT_EQ(code.global("unknown", "start_offset"), -1);
  EXPECT_EQ(code.global("store", "start_offset", "store"), -1); // out[i] is accessed too
}

// The neighbour may lie in another row.
TEST(Reuse, StencilOverSeveralRows) {
  const Code code(R"cuda(
// warplint: block(256)
__global__ void rows(const float *a, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = a[i + 1]           //@right
         + a[i + 4096];       //@below
}
)cuda");
  EXPECT_EQ(code.global("right", "start_offset"), -1);
}

TEST(Reuse, NeighboursOfOneThread) {
  const Code code(R"cuda(
// warplint: block(256)
__global__ void chunks(const float *a, const float *b, const double *c, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = a[4 * i]              //@four
          + a[4 * i + 1] + a[4 * i + 2] + a[4 * i + 3];
  for (int k = 0; k < 6; ++k)
    x += b[6 * i + k];            //@six
  for (int r = 0; r < 4; ++r)
    for (int k = 0; k < 4; ++k)
      x += c[(4 * i + r) * n + k]; //@rows
  out[i] = x;
}
)cuda");
  EXPECT_EQ(code.global("four", "vector_elements"), 4);
  EXPECT_EQ(code.global("four", "vector_bytes"), 16);
  EXPECT_EQ(code.global("six", "vector_elements"), 2);
  EXPECT_EQ(code.global("six", "chunk_elements"), 6);
  EXPECT_EQ(code.global("rows", "vector_elements"), -1); // the second row may begin anywhere
}

TEST(Reuse, LoadsThatALoopRepeats) {
  const Code code(R"cuda(
__global__ void scale(const float *in, const float *factor, float *out, int n) {
  for (int k = 0; k < n; ++k)
    out[k * 256 + threadIdx.x] = in[k * 256 + threadIdx.x] * factor[0] + factor[1];
}
)cuda");
  const Site *site = code.parameter();
  ASSERT_NE(site, nullptr);
  EXPECT_EQ(numberAt(site->evidence, "reloads"), 2);
  EXPECT_EQ(numberAt(site->evidence, "repeated_stores"), 0);
  EXPECT_EQ(numberAt(site->evidence, "loop_line"), 3);
  EXPECT_EQ(stringAt(site->evidence, "beside"), "`out`");
  EXPECT_EQ(numberAt(site->evidence, "loads"), 2);
}

TEST(Reuse, StoresThatALoopRepeats) {
  const Code code(R"cuda(
__global__ void sum(const float *in, float *out, int n) {
  for (int k = 0; k < n; ++k)
    out[threadIdx.x] += in[k * 256 + threadIdx.x];
}
)cuda");
  const Site *site = code.parameter();
  ASSERT_NE(site, nullptr);
  EXPECT_EQ(numberAt(site->evidence, "repeated_stores"), 1);
  EXPECT_EQ(stringAt(site->evidence, "access"), "out[threadIdx.x]");
}

TEST(Reuse, NothingThatRestrictWouldChange) {
  EXPECT_EQ(Code(R"cuda(
__global__ void promised(const float *in, const float *f, float *__restrict__ out, int n) {
  for (int k = 0; k < n; ++k)
    out[k * 256 + threadIdx.x] = in[k * 256 + threadIdx.x] * f[0];
}
)cuda")
                .parameter(),
            nullptr);
  EXPECT_EQ(Code(R"cuda(
__global__ void few(const float *in, const float *f, float *out) {
  for (int k = 0; k < 3; ++k)
    out[k * 256 + threadIdx.x] = in[k * 256 + threadIdx.x] * f[0];
}
)cuda")
                .parameter(),
            nullptr);
  EXPECT_EQ(Code(R"cuda(
__global__ void hoisted_by_the_compiler(const float *in, const float *f, float *out, int n) {
  float sum = 0;
  for (int k = 0; k < n; ++k)
    sum += in[k * 256 + threadIdx.x] * f[0];
  out[threadIdx.x] = sum;
}
)cuda")
                .parameter(),
            nullptr);
}

TEST(Reuse, WarpsThatLoadTheSame) {
  const Code code(R"cuda(
// warplint: block(16, 16)
__global__ void product(const float *a, const float *b, const float *w, float *c, int n) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  float sum = 0;
  for (int k = 0; k < n; ++k) {
    sum += a[y * n + k];  //@row
    sum += b[k * n + x];  //@column
    sum += w[k];          //@all
  }
  c[y * n + x] = sum;
}
)cuda");
  EXPECT_EQ(code.global("column", "warps_per_element"), 8);
  EXPECT_EQ(code.global("row", "warps_per_element"), -1); // two elements of a warp: a broadcast
  EXPECT_EQ(code.global("all", "warps_per_element"), -1);
}

TEST(Reuse, AddressesOfConstantMemory) {
  const Code code(R"cuda(
__constant__ float table[64];
struct Taps { float values[64]; };
struct FewTaps { float values[32]; }; // 32 comparisons, each with a load of one address
__global__ void look(Taps taps, FewTaps few, const int *index, float *out, int k) {
  __shared__ float copy[64];
  copy[threadIdx.x & 63] = table[threadIdx.x & 63]; //@staged
  float x = table[threadIdx.x & 7];       //@eight
  x += table[k];                          //@uniform
  x += table[threadIdx.x / 32];           //@warp
  x += taps.values[threadIdx.x & 31];     //@parameter
  x += few.values[threadIdx.x & 31];      //@few
  x += table[index[threadIdx.x] & 63];    //@data
  out[threadIdx.x] = x + copy[0];
}
)cuda");
  EXPECT_EQ(code.constant("eight", "addresses"), 8);
  EXPECT_EQ(code.constant("eight", "addresses_max"), 8);
  EXPECT_EQ(code.constant("warp", "addresses"), 1);
  EXPECT_EQ(code.constant("parameter", "addresses"), 32);
  EXPECT_EQ(code.at(SiteKind::Constant, "few"), nullptr);
  EXPECT_EQ(code.at(SiteKind::Constant, "uniform"), nullptr);
  EXPECT_EQ(code.at(SiteKind::Constant, "staged"), nullptr);
  const Site *data = code.at(SiteKind::Constant, "data");
  ASSERT_NE(data, nullptr);
  EXPECT_TRUE(boolAt(data->evidence, "data_dependent"));
  EXPECT_FALSE(numberAt(data->evidence, "addresses"));
}

TEST(Reuse, LanesAtOneAddress) {
  const Code code(R"cuda(
__device__ float atomicAdd(float *address, float value);
// warplint: block(256)
__global__ void sums(float *f, int *n, const float *x) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(f, x[i]);                        //@float
  atomicAdd(&f[i / 4], x[i]);                //@four
  atomicAdd(n, 1);                           //@count
  atomicAdd(&n[threadIdx.x / 32], i);        //@warp
  if (x[i] > 0)
    atomicAdd(f, 1.f);                       //@data
  if (threadIdx.x == 0)
    atomicAdd(f, 1.f);                       //@leader
}
)cuda");
  const auto isAggregated = [&](const char *mark) {
    const Site *site = code.at(SiteKind::GlobalAccess, mark, "atomic");
    return site && boolAt(site->evidence, "aggregated");
  };
  EXPECT_EQ(code.global("float", "lanes_per_address", "atomic"), 32);
  EXPECT_FALSE(isAggregated("float"));
  EXPECT_EQ(code.global("four", "lanes_per_address", "atomic"), 4);
  EXPECT_EQ(code.global("count", "lanes_per_address", "atomic"), 32);
  EXPECT_TRUE(isAggregated("count"));
  EXPECT_EQ(code.global("warp", "lanes_per_address", "atomic"), 32);
  EXPECT_FALSE(isAggregated("warp"));
  EXPECT_EQ(code.global("data", "lanes_per_address", "atomic"), -1);
  EXPECT_EQ(code.global("leader", "lanes_per_address", "atomic"), 1);
}

} // namespace
} // namespace warplint
