//===- CutLoopsTest.cpp - long loops cost what they would if run whole -----===//
//
// A long loop is cut short once its iterations have settled. Random loops are run
// whole, being just short enough for that, and cut, being longer. What is counted
// in an iteration must be the same, over their lengths.
//
//===----------------------------------------------------------------------===//

#include "AnalyseSource.h"

#include <gtest/gtest.h>

#include <array>
#include <random>

namespace warplint {
namespace {

constexpr int runWhole = 1280; // iterations; so few that none is left out, a multiple of 128
constexpr std::array lengths{8448, 12800, 50257};

/// A kernel with one loop of the length that takes the place of `$`.
std::string randomKernel(std::mt19937 &random) {
  const auto oneOf = [&]<typename T>(std::initializer_list<T> choices) {
    return *(choices.begin() +
             std::uniform_int_distribution<std::size_t>(0, choices.size() - 1)(random));
  };
  const auto number = [&](std::initializer_list<int> choices) {
    return std::to_string(oneOf(choices));
  };
  const std::string type = oneOf({"char", "short", "float", "double"});
  const std::string step = number({1, 2, 3, 5});
  const std::string lane = number({1, 2, 3, 8, 33});
  const std::string move = number({1, 7, 32, 33, 64, 100});
  const std::string lanes = number({1, 5, 16, 31});
  std::string body = "    sum += a[threadIdx.x * " + lane + " + i * " + move + "];\n";
  if (oneOf({true, false}))
    body += "    if (threadIdx.x % 32 < " + lanes + ")\n      sum += 2 * b[i * " + move + "];\n";
  if (oneOf({true, false}))
    body += "    for (int j = 0; j < 3; ++j)\n      b[(i * 3 + j) * 64 + threadIdx.x] = sum;\n";
  const std::string block = oneOf({"32", "64", "96"});
  return "// warplint: block(" + block + ")\n__global__ void k(const " + type +
         " *a, float *b, float *c) {\n"
         "  float sum = 0;\n  if (threadIdx.x >= " +
         number({16, 31}) + ")\n    return;\n  for (int i = 0; i < $ * " + step + "; i += " + step +
         ") {\n" + body + "  }\n  c[threadIdx.x] = sum;\n}\n";
}

std::vector<Site> sitesOf(std::string kernel, int length) {
  kernel.replace(kernel.find('$'), 1, std::to_string(length));
  return analyseSource(kernel);
}

/// All that the loop adds to, over its length.
std::map<std::string, double> perIteration(const Site &site, int length) {
  std::map<std::string, double> numbers;
  const double meant = numberAt(site.evidence, "passes_meant").value_or(1);
  for (const char *name : {"requests", "sectors", "sectors_ideal", "warps", "divergent_warps"})
    if (const auto count = numberAt(site.evidence, name))
      numbers[name] = *count * meant / length;
  // Of the return before the loop, which is the other side.
  for (const char *name : {"else_cost", "flops_fp32", "flops_fp64", "integer_operations",
                           "bytes_accessed", "bytes_requested"})
    if (const auto count = numberAt(site.evidence, name))
      numbers[name] = *count / length;
  for (const char *name : {"lanes_active", "warp_execution_efficiency_percent", "sectors_ratio",
                           "few_share", "wasted_lanes"})
    if (const auto value = numberAt(site.evidence, name))
      numbers[name] = *value;
  return numbers;
}

class CutLoops : public testing::TestWithParam<unsigned> {};

TEST_P(CutLoops, CostWhatTheyWouldIfRunWhole) {
  std::mt19937 random(GetParam());
  const std::string kernel = randomKernel(random);
  SCOPED_TRACE(kernel);
  const std::vector<Site> whole = sitesOf(kernel, runWhole);
  for (const int length : lengths) {
    SCOPED_TRACE(length);
    const std::vector<Site> cut = sitesOf(kernel, length);
    bool isCut = false;
    for (const Site &site : whole) {
      if (site.kind == SiteKind::Loop)
        continue;
      const auto same = std::find_if(cut.begin(), cut.end(), [&](const Site &other) {
        return other.kind == site.kind && other.op == site.op &&
               other.span.line == site.span.line && other.span.column == site.span.column;
      });
      ASSERT_NE(same, cut.end()) << site.expr;
      isCut = isCut || numberAt(same->evidence, "passes_meant");
      const auto expected = perIteration(site, runWhole), found = perIteration(*same, length);
      for (const auto &[name, value] : expected) {
        SCOPED_TRACE(site.expr + ": " + name);
        ASSERT_TRUE(found.contains(name));
        // What is outside of the loop is counted once, and the iteration that stands for the rest
        // is one of 257.
        EXPECT_NEAR(found.at(name), value, 0.01 * std::abs(value) + 0.01);
      }
    }
    EXPECT_TRUE(isCut);
  }
}

INSTANTIATE_TEST_SUITE_P(Random, CutLoops, testing::Range(0U, 16U));

// What has settled changes once more where something is decided by how far the loop has come.
double sectorsPerRequest(const std::string &index, const std::string &step = "++i") {
  for (const Site &site :
       analyseSource("// warplint: block(32)\n"
                     "__device__ void onward(int &i) { ++i; }\n"
                     "__global__ void k(const float *in, float *out) {\n  float sum = 0;\n"
                     "  for (int i = 0; i < 8000; " +
                     step + ")\n    sum += in[" + index + "];\n  out[threadIdx.x] = sum;\n}\n"))
    if (site.kind == SiteKind::GlobalAccess && site.op == "load")
      return numberAt(site.evidence, "sectors").value_or(0) /
             numberAt(site.evidence, "requests").value_or(1);
  return 0;
}

TEST(LoopsThatChange, AreNotCutWhenTheySeemToHaveSettled) {
  EXPECT_DOUBLE_EQ(sectorsPerRequest("threadIdx.x + 32 * i"), 4);
  EXPECT_GT(sectorsPerRequest("threadIdx.x * (1 + i / 1000)"), 8);
  EXPECT_GT(sectorsPerRequest("threadIdx.x * (1 + (i >> 10))"), 8);
  EXPECT_GT(sectorsPerRequest("threadIdx.x * (i < 1000 ? 1 : 32)"), 20);
  EXPECT_GT(sectorsPerRequest("threadIdx.x * (1 + i / 1000)", "onward(i)"), 8);
}

} // namespace
} // namespace warplint
