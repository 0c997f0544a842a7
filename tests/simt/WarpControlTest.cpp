//===- WarpControlTest.cpp - masks, trip counts, tiles and few lanes ------===//

#include "AnalyseSource.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <sstream>

namespace warplint {
namespace {

constexpr const char *intrinsics = R"cuda(
__device__ unsigned __activemask();
__device__ unsigned __ballot_sync(unsigned mask, int predicate);
__device__ int __any_sync(unsigned mask, int predicate);
__device__ int __shfl_down_sync(unsigned mask, int value, unsigned delta, int width = 32);
)cuda";

/// The only site of a kind on the line that ends in `//@mark`.
class Code {
public:
  explicit Code(const std::string &code) : analysis_(analyseWhole(intrinsics + code)) {
    std::istringstream lines(intrinsics + code);
    std::string line;
    for (unsigned number = 1; std::getline(lines, line); ++number)
      if (std::size_t at = line.rfind("//@"); at != std::string::npos)
        lines_[line.substr(at + 3)] = number;
  }

  const Site &at(SiteKind kind, const std::string &mark) const {
    static const Site none;
    const Site *found = nullptr;
    for (const Site &site : analysis_.sites)
      if (site.kind == kind && site.span.line == lines_.at(mark)) {
        EXPECT_EQ(found, nullptr) << "two sites at " << mark;
        found = &site;
      }
    EXPECT_NE(found, nullptr) << "no site at " << mark;
    return found ? *found : none;
  }

  /// "condition lane 16/32", "return guard exited likely", "all 32", "unknown".
  std::string mask(const std::string &mark) const {
    const Site &site = at(SiteKind::WarpCall, mark);
    const auto where = stringAt(site.evidence, "where");
    if (!where)
      return "unknown";
    const auto arriving = numberAt(site.evidence, "lanes_arriving");
    if (where->empty())
      return fmt::format("all {}", arriving.value_or(-1));
    std::string text = fmt::format("{} {}", *where, *stringAt(site.evidence, "cause"));
    if (arriving)
      text += fmt::format(" {}/{}", *arriving, *numberAt(site.evidence, "lanes_expected"));
    if (boolAt(site.evidence, "absent_exited"))
      text += " exited";
    return text + (site.confidence == Confidence::Exact ? "" : " likely");
  }

private:
  std::map<std::string, unsigned> lines_;
  SourceAnalysis analysis_;
};

double number(const Site &site, const char *name) {
  return numberAt(site.evidence, name).value_or(-1);
}

TEST(WarpMask, ConstantMasks) {
  const Code code(R"cuda(
// warplint: block(64)
__global__ void constants(const int *in, int *out) {
  int v = in[threadIdx.x];
  v += __shfl_down_sync(0xffffffff, v, 1); //@whole
  if (threadIdx.x % 32 < 16)
    v += __shfl_down_sync(-1, v, 1); //@half
  if (threadIdx.x % 32 < 16)
    v += __shfl_down_sync(0xffff, v, 1); //@named
  if (threadIdx.x < 32)
    v += __shfl_down_sync(~0u, v, 1); //@warp
  if (v > 3)
    v += __shfl_down_sync(0xffffffff, v, 1); //@data
  if (in[threadIdx.x / 32] > 3)
    v += __shfl_down_sync(0xffffffff, v, 1); //@dataOfWarp
  if (in[blockIdx.x] > 3)
    v += __shfl_down_sync(0xffffffff, v, 1); //@uniform
  v += __shfl_down_sync(0xffu << (threadIdx.x & 24), v, 1, 8); //@eighths
  out[threadIdx.x] = v;
}
// warplint: block(48)
__global__ void shortWarp(const int *in, int *out) {
  out[threadIdx.x] = __shfl_down_sync(0xffffffff, in[threadIdx.x], 1); //@short
}
)cuda");
  EXPECT_EQ(code.mask("whole"), "all 32");
  EXPECT_EQ(code.mask("half"), "condition lane 16/32");
  EXPECT_EQ(code.mask("named"), "all 16");
  EXPECT_EQ(code.mask("warp"), "all 32");
  EXPECT_EQ(code.mask("data"), "condition data likely");
  EXPECT_EQ(code.mask("dataOfWarp"), "all 32");
  EXPECT_EQ(code.mask("uniform"), "all 32");
  EXPECT_EQ(code.mask("eighths"), "all 32");
  EXPECT_EQ(code.mask("short"), "all 32") << "lanes that do not exist are not expected";
}

TEST(WarpMask, BoundsAndReturns) {
  const Code code(R"cuda(
// warplint: block(64)
__global__ void leaves(const int *in, int *out, int n) {
  int i = blockIdx.x * 64 + threadIdx.x;
  if (i >= n)
    return;
  out[i] = __shfl_down_sync(0xffffffff, in[i], 1); //@guard
}
// warplint: block(64)
__global__ void known(const int *in, int *out) {
  if (threadIdx.x >= 40)
    return;
  out[threadIdx.x] = __shfl_down_sync(0xffffffff, in[threadIdx.x], 1); //@known
}
// warplint: block(64)
__global__ void stride(const int *in, int *out, int n) {
  for (int i = threadIdx.x; i < n; i += 64)
    out[i] = __shfl_down_sync(0xffffffff, in[i], 1); //@stride
  for (int i = threadIdx.x; i < 70; i += 64)
    out[i] = __shfl_down_sync(0xffffffff, in[i], 1); //@tail
  for (int k = 0; k < 4; ++k) {
    int v = __shfl_down_sync(0xffffffff, in[k], 1); //@again
    if (in[k * 64 + threadIdx.x] > v)
      continue;
    out[threadIdx.x] = v;
  }
  for (int k = 0; k < 4; ++k) {
    if (in[k * 64 + threadIdx.x] > 7)
      continue;
    out[threadIdx.x] = __shfl_down_sync(0xffffffff, in[k], 1); //@skipped
  }
}
)cuda");
  EXPECT_EQ(code.mask("guard"), "return guard exited likely");
  EXPECT_EQ(code.mask("known"), "return lane 8/32 exited");
  EXPECT_EQ(code.mask("stride"), "loop guard likely");
  EXPECT_EQ(code.mask("tail"), "loop lane 6/32");
  EXPECT_EQ(code.mask("again"), "all 32") << "who skipped is back in the next iteration";
  EXPECT_EQ(code.mask("skipped"), "return data likely");
}

TEST(WarpMask, MasksThatAreComputed) {
  const Code code(R"cuda(
// warplint: block(64)
__global__ void computed(const int *in, int *out, int n, unsigned given) {
  int v = in[threadIdx.x];
  unsigned few = __ballot_sync(0xffffffff, threadIdx.x % 32 < 20);
  if (threadIdx.x % 32 < 20)
    v += __shfl_down_sync(few, v, 1); //@ballot
  if (threadIdx.x % 32 < 10)
    v += __shfl_down_sync(few, v, 1); //@fewer
  unsigned bound = __ballot_sync(0xffffffff, threadIdx.x < n);
  if (threadIdx.x < n)
    v += __shfl_down_sync(bound, v, 1); //@bound
  unsigned active = __activemask();
  if (threadIdx.x % 2)
    v += __shfl_down_sync(active, v, 1); //@stale
  if (v > 2) {
    active = __activemask();
    v += __shfl_down_sync(active, v, 1); //@inside
  }
  v += __shfl_down_sync(given, v, 1); //@given
  v += __shfl_down_sync(0xffff, v, 1); //@outside
  out[threadIdx.x] = v;
}
)cuda");
  EXPECT_EQ(code.mask("ballot"), "all 20");
  EXPECT_EQ(code.mask("fewer"), "condition lane 10/20");
  EXPECT_EQ(code.mask("bound"), "unknown");
  EXPECT_EQ(code.mask("stale"), "condition lane 16/32");
  EXPECT_TRUE(boolAt(code.at(SiteKind::WarpCall, "inside").evidence, "mask_divergent"));
  EXPECT_FALSE(boolAt(code.at(SiteKind::WarpCall, "stale").evidence, "mask_divergent"));
  EXPECT_EQ(code.mask("given"), "unknown");
  EXPECT_TRUE(boolAt(code.at(SiteKind::WarpCall, "outside").evidence, "lanes_outside"));
}

TEST(LoopTrips, AreCountedByLane) {
  const Code code(R"cuda(
// warplint: block(64)
__global__ void trips(const int *in, int *out, int n) {
  int sum = 0;
  for (int j = 0; j < threadIdx.x % 32; ++j) //@lane
    sum += in[j];
  for (int j = 0; j < threadIdx.x / 32; ++j) //@warp
    sum += in[j];
  for (int j = threadIdx.x; j < 100; j += 64) //@stride
    sum += in[j];
  for (int j = 0; j < 32; ++j) { //@left
    if (j >= threadIdx.x % 4)
      break;
    sum += in[j];
  }
  for (int j = 0; j < n; ++j) //@open
    sum += in[j];
  for (int j = in[threadIdx.x]; j < in[threadIdx.x + 1]; ++j) //@data
    sum += in[j];
  out[threadIdx.x] = sum;
}
)cuda");
  const Site &lane = code.at(SiteKind::Loop, "lane");
  EXPECT_TRUE(boolAt(lane.evidence, "varying"));
  EXPECT_EQ(number(lane, "spread"), 31);
  EXPECT_DOUBLE_EQ(number(lane, "wasted"), 0.5); // 0 + 1 + … + 31 = 496 of 31 * 32
  EXPECT_DOUBLE_EQ(number(lane, "lanes_active"), 16);
  EXPECT_EQ(number(lane, "warp_trips"), 62);
  EXPECT_EQ(number(code.at(SiteKind::Loop, "warp"), "spread"), 0);
  EXPECT_EQ(number(code.at(SiteKind::Loop, "stride"), "spread"), 1);
  const Site &left = code.at(SiteKind::Loop, "left");
  EXPECT_TRUE(boolAt(left.evidence, "varying"));
  EXPECT_EQ(number(left, "spread"), 3);
  EXPECT_EQ(number(left, "trips_min"), 1); // the iteration in which it breaks is one
  EXPECT_FALSE(numberAt(code.at(SiteKind::Loop, "open").evidence, "wasted"));
  EXPECT_FALSE(boolAt(code.at(SiteKind::Loop, "open").evidence, "varying"));
  const Site &data = code.at(SiteKind::Loop, "data");
  EXPECT_TRUE(boolAt(data.evidence, "varying"));
  EXPECT_EQ(stringAt(data.evidence, "cause"), "data");
  EXPECT_FALSE(numberAt(data.evidence, "wasted"));
}

TEST(FewLanes, AreToldByTheirShareOfTheWork) {
  const Code code(R"cuda(
// warplint: block(64)
__global__ void serial(const int *in, int *out) {
  if (threadIdx.x == 0) { //@serial
    int sum = 0;
    for (int j = 0; j < 100; ++j)
      sum += in[j];
    out[0] = sum;
  }
}
// warplint: block(64)
__global__ void epilogue(const int *in, int *out) {
  int sum = 0;
  for (int j = 0; j < 100; ++j)
    sum += in[j * 64 + threadIdx.x];
  if (threadIdx.x == 0) //@epilogue
    out[0] = sum;
}
// warplint: block(64)
__global__ void rest(const int *in, int *out, int n) {
  if (threadIdx.x >= 4) //@rest
    return;
  for (int j = 0; j < n; ++j)
    out[j * 4 + threadIdx.x] = in[j];
}
// warplint: block(64)
__global__ void allWait(const int *in, int *out, int n) {
  int sum = 0;
  for (int j = 0; j < n; ++j)
    sum += in[j * 64 + threadIdx.x];
  if (threadIdx.x == 0) //@some
    for (int j = 0; j < n; ++j)
      sum += in[j];
  out[threadIdx.x] = sum;
}
)cuda");
  const Site &serial = code.at(SiteKind::Branch, "serial");
  EXPECT_DOUBLE_EQ(number(serial, "few_lanes"), 1);
  EXPECT_GT(number(serial, "few_share"), 0.95);
  EXPECT_LT(number(code.at(SiteKind::Branch, "epilogue"), "few_share"), 0.05);
  const Site &rest = code.at(SiteKind::Branch, "rest");
  EXPECT_DOUBLE_EQ(number(rest, "few_lanes"), 4);
  EXPECT_GT(number(rest, "few_share"), 0.9);
  EXPECT_LT(number(code.at(SiteKind::Branch, "some"), "few_share"), 0.5)
      << "loops of unknown length are not made much of";
}

} // namespace
} // namespace warplint
