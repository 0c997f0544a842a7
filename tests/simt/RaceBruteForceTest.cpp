//===- RaceBruteForceTest.cpp - races of random kernels, pair by pair ------===//

#include "AnalyseSource.h"
#include "RaceKernels.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace warplint {
namespace {

constexpr unsigned kernelsPerSource = 25;

class RandomKernels : public testing::TestWithParam<unsigned> {};

// What is reported is a race, of that kind and in that line; and where there are races, one is
// reported. Not each of them: a value that is still in a register is not loaded again.
TEST_P(RandomKernels, AgreeWithBruteForce) {
  std::mt19937 random(GetParam());
  std::string source;
  std::vector<RaceKernel> kernels;
  unsigned line = 1;
  for (unsigned i = 0; i < kernelsPerSource; ++i) {
    kernels.push_back(randomRaceKernel(random, "k" + std::to_string(i), line));
    source += kernels.back().source;
    line += static_cast<unsigned>(
        std::count(kernels.back().source.begin(), kernels.back().source.end(), '\n'));
  }
  const std::vector<Site> sites = analyseSource(source);
  for (unsigned i = 0; i < kernelsPerSource; ++i) {
    SCOPED_TRACE(kernels[i].source);
    const RacingLines expected = racesOf(kernels[i]);
    unsigned otherWarp = 0;
    unsigned sameWarp = 0;
    for (const Site &site : sites) {
      if (site.kernel != "k" + std::to_string(i))
        continue;
      if (site.kind == SiteKind::Race) {
        ++otherWarp;
        EXPECT_TRUE(expected.otherWarp.count(site.span.line)) << "no race in line " << site.expr;
      } else if (site.kind == SiteKind::WarpCall) {
        ++sameWarp;
        EXPECT_TRUE(expected.sameWarp.count(site.span.line)) << "no race in line " << site.expr;
        EXPECT_FALSE(boolAt(site.evidence, "synchronised"));
      }
    }
    EXPECT_EQ(otherWarp > 0, !expected.otherWarp.empty());
    if (expected.otherWarp.empty())
      EXPECT_EQ(sameWarp > 0, !expected.sameWarp.empty());
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomKernels, testing::Range(1U, 41U));

} // namespace
} // namespace warplint
