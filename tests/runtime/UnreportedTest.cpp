//===- UnreportedTest.cpp -------------------------------------------------===//

#include "runtime-check/Unreported.h"

#include "tests/runtime/Samples.h"

#include <gmock/gmock.h>

namespace warplint::runtime {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

TEST(Unreported, InefficientLinesWithoutAFinding) {
  const Measurement measurement =
      measurementOf({load(3, 16, 10, 320, 40), load(4, 32, 10, 80, 40), load(5, 48, 10, 40, 40)});
  const Coverage result = coverage(measurement, {findingAt(3, "load", 8)});
  EXPECT_EQ(result.reported, 1U);
  ASSERT_EQ(result.unreported.size(), 1U);
  EXPECT_EQ(result.unreported[0].site.span.line, 4U);
  EXPECT_DOUBLE_EQ(result.unreported[0].share, 80.0 / 440);
  EXPECT_EQ(inWords(result.unreported[0]),
            "/build/src/a.cu:4: load in `k`: 2.00 times the sectors needed (18 % of the kernel's)");
}

TEST(Unreported, AFindingOnTheStoreDoesNotCoverTheLoad) {
  const Measurement measurement = measurementOf({load(3, 16, 10, 320, 40)});
  EXPECT_EQ(coverage(measurement, {findingAt(3, "store", 8)}).unreported.size(), 1U);
  EXPECT_EQ(coverage(measurement, {findingAt(3, "", 8)}).unreported.size(), 0U)
      << "from a report that does not say";
}

TEST(Unreported, AFindingInAMacroCoversTheUsesItIsFoundIn) {
  const Measurement measurement =
      measurementOf({load(13, 16, 10, 320, 40), load(14, 32, 10, 320, 40)});
  Finding finding = findingAt(3, "load", 8);
  finding.uses = {{{"src/a.cu", 13, 5, 13, 8}, {12, 13}}};
  const Coverage result = coverage(measurement, {finding});
  EXPECT_EQ(result.reported, 1U);
  ASSERT_EQ(result.unreported.size(), 1U);
  EXPECT_EQ(result.unreported[0].site.span.line, 14U);
}

TEST(Unreported, WhatIsSmallOrEfficientIsNotWorthAWord) {
  EXPECT_THAT(
      coverage(measurementOf({load(3, 16, 1, 32, 4), load(4, 32, 999, 3996, 3996)}), {}).unreported,
      IsEmpty())
      << "under 1 % of the kernel's traffic";
  EXPECT_THAT(coverage(measurementOf({load(3, 16, 10, 79, 40)}), {}).unreported, IsEmpty());
}

TEST(Unreported, CopiesAndSharedAtomicsAreLeftOut) {
  EXPECT_THAT(coverage(measurementOf({access(SiteKind::GlobalAccess, 3, "copy", 16, 1, 32, 4),
                                      access(SiteKind::SharedAccess, 4, "atomic", 32, 1, 32, 1)}),
                       {})
                  .unreported,
              IsEmpty());
}

TEST(Unreported, TheLargestShareComesFirst) {
  const auto result =
      coverage(measurementOf({load(3, 16, 10, 80, 40), load(4, 32, 10, 320, 40),
                              access(SiteKind::SharedAccess, 9, "load", 48, 10, 320, 10)}),
               {});
  ASSERT_EQ(result.unreported.size(), 3U);
  EXPECT_EQ(result.unreported[0].site.span.line, 9U);
  EXPECT_THAT(inWords(result.unreported[0]), HasSubstr("32.00 times the wavefronts"));
  EXPECT_EQ(result.unreported[1].site.span.line, 4U);
}

} // namespace
} // namespace warplint::runtime
