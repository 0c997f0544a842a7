//===- StatisticsTest.cpp - against published tables and examples ---------===//

#include "lint/compare/Statistics.h"

#include <cmath>
#include <gmock/gmock.h>
#include <random>

namespace warplint::compare {
namespace {

using testing::DoubleNear;

std::vector<double> exponentials(std::initializer_list<double> values) {
  std::vector<double> result;
  for (double value : values)
    result.push_back(std::exp(value));
  return result;
}

TEST(Median, IsTheMiddle) {
  EXPECT_EQ(median({3, 1, 2}), 2);
  EXPECT_EQ(median({4, 1, 2, 3}), 2.5);
  EXPECT_EQ(median({7}), 7);
}

// Orders counted by hand: 1 of 70, 1 + 1 of 70; 1 + 1 + 2 and 1 + 1 + 2 + 3 of 252.
TEST(MannWhitney, IsTheShareOfOrders) {
  EXPECT_THAT(mannWhitneyCdf(4, 4, 0), DoubleNear(1.0 / 70, 1e-12));
  EXPECT_THAT(mannWhitneyCdf(4, 4, 1), DoubleNear(2.0 / 70, 1e-12));
  EXPECT_THAT(mannWhitneyCdf(5, 5, 2), DoubleNear(4.0 / 252, 1e-12));
  EXPECT_THAT(mannWhitneyCdf(5, 5, 3), DoubleNear(7.0 / 252, 1e-12));
  EXPECT_DOUBLE_EQ(mannWhitneyCdf(3, 7, 21), 1);
}

// The critical value of 8 and 10 at 5 %, two-sided, is 17 in every table of the test.
TEST(MannWhitney, HasTheCriticalValuesOfTheTables) {
  EXPECT_LE(mannWhitneyCdf(8, 10, 17), 0.025);
  EXPECT_GT(mannWhitneyCdf(8, 10, 18), 0.025);
  EXPECT_LE(mannWhitneyCdf(20, 20, 127), 0.025);
  EXPECT_GT(mannWhitneyCdf(20, 20, 128), 0.025);
}

TEST(MannWhitney, IsCloseToItsApproximation) {
  for (std::size_t u : {600U, 700U, 800U})
    EXPECT_THAT(mannWhitneyCdf(40, 40, u), DoubleNear(mannWhitneyCdf(41, 40, u + 20), 0.01));
}

// Permeability of the human chorioamnion: Hollander and Wolfe's example for the estimate and its
// interval (their table 4.1; differences, so that ours are of exponentials).
TEST(Ratio, IsThatOfTheTextbook) {
  const std::vector<double> x =
      exponentials({0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46});
  const std::vector<double> y = exponentials({1.15, 0.88, 0.90, 0.74, 1.21});
  const Ratio found = ratio(x, y, 0.95);
  EXPECT_THAT(std::log(found.estimate), DoubleNear(-0.305, 0.001));
  ASSERT_TRUE(found.interval);
  EXPECT_THAT(std::log(found.interval->low), DoubleNear(-0.76, 1e-9));
  EXPECT_THAT(std::log(found.interval->high), DoubleNear(0.15, 1e-9));
}

TEST(Ratio, OfTooFewRunsHasNoInterval) {
  const std::vector<double> three = {1, 2, 3}, four = {10, 20, 30, 40};
  EXPECT_FALSE(ratio(three, three, 0.95).interval);
  EXPECT_TRUE(ratio(four, four, 0.95).interval);
  EXPECT_TRUE(ratio(three, three, 0.90).interval);
  EXPECT_EQ(runsNeeded(0.95), 4U);
  EXPECT_EQ(runsNeeded(0.90), 3U);
  EXPECT_EQ(runsNeeded(0.99), 5U);
}

TEST(Ratio, IsNotMovedByAnOutlier) {
  const Ratio found = ratio(std::vector<double>{10, 10.1, 10.2, 10.3, 10.4},
                            std::vector<double>{12, 12.1, 12.2, 12.3, 900}, 0.95);
  EXPECT_THAT(found.estimate, DoubleNear(1.2, 0.02));
  EXPECT_GT(found.interval->low, 1.1);
}

// What the interval promises, on times as they are: a floor, and a long tail to the right.
TEST(Ratio, CoversTheTruthAsOftenAsItSays) {
  std::mt19937 random(1);
  std::lognormal_distribution<double> delay(-3, 1);
  constexpr int tries = 2000;
  constexpr double truth = 1.07;
  int covered = 0;
  for (int i = 0; i < tries; ++i) {
    std::vector<double> before(5), after(5);
    for (double &time : before)
      time = 1 + delay(random);
    for (double &time : after)
      time = truth * (1 + delay(random));
    const Ratio found = ratio(before, after, 0.95);
    covered += found.interval->low <= truth && truth <= found.interval->high;
  }
  EXPECT_GE(covered, tries * 0.945);
}

TEST(Ratio, OfManyRunsUsesTheApproximation) {
  std::vector<double> before, after;
  for (int i = 0; i < 60; ++i) {
    before.push_back(100 + i % 7);
    after.push_back(110 + i % 5);
  }
  const Ratio found = ratio(before, after, 0.95);
  ASSERT_TRUE(found.interval);
  EXPECT_GT(found.interval->low, 1.05);
  EXPECT_LT(found.interval->high, 1.13);
}

} // namespace
} // namespace warplint::compare
