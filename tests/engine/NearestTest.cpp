//===- NearestTest.cpp ----------------------------------------------------===//

#include "lint/engine/Nearest.h"

#include <gtest/gtest.h>

namespace warplint::engine {
namespace {

TEST(DidYouMean, FindsTheNearestName) {
  EXPECT_EQ(didYouMean("selct", {"ignore", "select", "severity"}), "; did you mean `select`?");
  EXPECT_EQ(didYouMean("wavefront_ratio", {"wavefronts", "wavefronts_ratio"}),
            "; did you mean `wavefronts_ratio`?");
}

TEST(DidYouMean, TakesANameCutShort) {
  EXPECT_EQ(didYouMean("bank-conflict", {"divergence-branch", "shared-bank-conflict"}),
            "; did you mean `shared-bank-conflict`?");
  EXPECT_EQ(didYouMean("a-b", {"shared-a-b-conflict"}), "") << "too short to tell";
}

TEST(DidYouMean, IsSilentWhereNothingIsNear) {
  EXPECT_EQ(didYouMean("colour", {"select", "ignore"}), "");
  EXPECT_EQ(didYouMean("x", {"on", "id"}), "");
  EXPECT_EQ(didYouMean("x", {}), "");
}

} // namespace
} // namespace warplint::engine
