//===- MeasurementTest.cpp ------------------------------------------------===//

#include "tests/runtime/Samples.h"

#include <fstream>
#include <gmock/gmock.h>

namespace warplint::runtime {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

double ratioOf(const MeasuredSite &site) {
  return numberAt(site.site.evidence, ratioName(site.site.kind)).value_or(-1);
}

std::vector<MeasuredSite> accesses(const Measurement &measurement) {
  std::vector<MeasuredSite> sites = measurement.sites;
  std::erase_if(sites, [](const auto &site) { return site.site.kind == SiteKind::Kernel; });
  return sites;
}

TEST(Measurement, LaunchesAddUp) {
  const auto sites = accesses(measurementOf({load(3, 16, 10, 320, 40), load(3, 16, 6, 24, 24)}));
  ASSERT_EQ(sites.size(), 1U);
  EXPECT_EQ(numberAt(sites[0].site.evidence, "sectors"), 344);
  EXPECT_EQ(sites[0].instructions, 1U);
  EXPECT_DOUBLE_EQ(ratioOf(sites[0]), 344.0 / 64);
  EXPECT_DOUBLE_EQ(*numberAt(sites[0].site.evidence, "sectors_per_request"), 344.0 / 16);
}

TEST(Measurement, InstructionsOfALineThatBehaveAlikeAreOne) {
  // An unrolled loop: three strided loads; and a coalesced one beside them.
  const auto sites = accesses(measurementOf({load(3, 16, 10, 320, 40), load(3, 32, 10, 320, 40),
                                             load(3, 48, 10, 320, 40), load(3, 64, 10, 40, 40)}));
  ASSERT_EQ(sites.size(), 2U);
  EXPECT_DOUBLE_EQ(ratioOf(sites[0]), 1);
  EXPECT_DOUBLE_EQ(ratioOf(sites[1]), 8);
  EXPECT_EQ(sites[1].instructions, 3U);
  EXPECT_EQ(numberAt(sites[1].site.evidence, "requests"), 30);
}

TEST(Measurement, LoadsAndStoresOfALineStayApart) {
  const auto sites = accesses(measurementOf(
      {load(3, 16, 10, 40, 40), access(SiteKind::GlobalAccess, 3, "store", 32, 10, 320, 40)}));
  ASSERT_EQ(sites.size(), 2U);
  EXPECT_EQ(sites[0].site.op, "load");
  EXPECT_DOUBLE_EQ(ratioOf(sites[0]), 1);
  EXPECT_DOUBLE_EQ(ratioOf(sites[1]), 8);
}

TEST(Measurement, WhatNeverRanIsKeptWithoutARatio) {
  const auto sites = accesses(measurementOf({load(3, 16, 0, 0, 0)}));
  ASSERT_EQ(sites.size(), 1U);
  EXPECT_EQ(ratioOf(sites[0]), -1);
}

TEST(Measurement, ProcessesAddUpAndNotesAreSaidOnce) {
  Measurement one = measurementOf({load(3, 16, 10, 320, 40)});
  one.notes = {"a", "b"};
  Measurement two = one;
  two.notes = {"b", "c"};
  const Measurement both = merged({one, two});
  EXPECT_EQ(numberAt(accesses(both)[0].site.evidence, "requests"), 20);
  EXPECT_THAT(both.notes, ElementsAre("a", "b", "c"));
  two.device->name = "another";
  EXPECT_THAT(merged({one, two}).notes, testing::Contains(HasSubstr("different GPUs")));
}

TEST(Measurement, LaunchesAreCountedOnce) {
  const Measurement measurement =
      measurementOf({launch("launches_measured", 1), launch("launches_measured", 1),
                     launch("launches", 20), launch("launches_measured", 1)});
  ASSERT_EQ(measurement.sites.size(), 1U);
  EXPECT_EQ(numberAt(measurement.sites[0].site.evidence, "launches"), 20);
  EXPECT_EQ(numberAt(measurement.sites[0].site.evidence, "launches_measured"), 4);
}

TEST(Measurement, AKilledProcessStillHasLaunches) {
  const Measurement measurement = measurementOf({});
  ASSERT_EQ(measurement.sites.size(), 1U);
  EXPECT_EQ(numberAt(measurement.sites[0].site.evidence, "launches"), 1);
}

TEST(Measurement, WrittenAndReadItIsTheSame) {
  Measurement measurement = measurementOf({load(3, 16, 10, 320, 40), branch(5, 4, 8)});
  measurement.date = "2026-11-21";
  measurement.notes = {"a note"};
  measurement.functions = {{"k", "a.cu", 1, true, "0123456789abcdef", {9, 0, 12}, {{256, 1, 1}}}};
  const auto json = toJson(measurement);
  const Expected<Measurement> read = measurementFromJson(json);
  ASSERT_TRUE(read) << read.error().str();
  EXPECT_EQ(toJson(*read), json);
  EXPECT_EQ(read->functions, measurement.functions);
  EXPECT_EQ(toJson(merged({*read})), json) << "merging one changes nothing";
  EXPECT_EQ(json["source"], "measured");
  EXPECT_EQ(json["per"], "run");
}

TEST(Measurement, WhatIsNotMeasuredEvidenceIsRefused) {
  const auto errorOf = [](const char *text) {
    const auto measurement = measurementFromJson(nlohmann::json::parse(text));
    return measurement ? std::string() : measurement.error().message;
  };
  EXPECT_THAT(errorOf("[]"), HasSubstr("version 1"));
  EXPECT_THAT(errorOf(R"({"version": 2})"), HasSubstr("version 1"));
  EXPECT_THAT(errorOf(R"({"version": 1, "source": "predicted"})"), HasSubstr("predicted"));
  EXPECT_THAT(errorOf(R"({"version": 1, "source": "measured"})"), HasSubstr("sites"));
  EXPECT_THAT(errorOf(R"({"version": 1, "source": "measured", "sites": [{"kind": "x"}]})"),
              HasSubstr("`x`"));
  EXPECT_THAT(errorOf(R"({"version": 1, "source": "measured", "sites": []})"), IsEmpty());
}

TEST(Measurement, WhatSanitizersReportedIsKeptAndJoined) {
  const SanitizerReport first{"k(float *)", "a.cu", 3}, second{"k(float *)", "a.cu", 7};
  Measurement one, two;
  one.sanitizers = {{"racecheck", {first}}};
  two.sanitizers = {{"synccheck", {}}, {"racecheck", {first, second}}};
  const Measurement both = merged({one, two});
  const std::vector<SanitizerRun> expected = {{"racecheck", {first, second}}, {"synccheck", {}}};
  EXPECT_EQ(both.sanitizers, expected);
  const auto again = measurementFromJson(nlohmann::json::parse(toJson(both).dump()));
  ASSERT_TRUE(again) << again.error().str();
  EXPECT_EQ(again->sanitizers, expected) << "also that a tool has nothing to say";
}

} // namespace
} // namespace warplint::runtime
