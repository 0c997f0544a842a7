//===- WorkTest.cpp - sums of arithmetic and bytes -------------------------===//

#include "lint/simt/Work.h"

#include <gtest/gtest.h>
#include <random>

namespace warplint::simt {
namespace {

ByteSet setOf(std::initializer_list<std::pair<std::int64_t, std::int64_t>> intervals) {
  ByteSet set;
  for (const auto &[begin, end] : intervals)
    set.add(begin, end);
  return set;
}

TEST(ByteSet, JoinsWhatMeets) {
  ByteSet set = setOf({{8, 12}, {0, 4}, {4, 8}, {100, 104}, {96, 101}});
  using Pairs = std::vector<std::pair<std::int64_t, std::int64_t>>;
  EXPECT_EQ(set.intervals(), (Pairs{{0, 12}, {96, 104}}));
  EXPECT_EQ(set.sectors(), 2);
  set.add(setOf({{-4, 0}, {30, 34}}));
  EXPECT_EQ(set.intervals(), (Pairs{{-4, 12}, {30, 34}, {96, 104}}));
  EXPECT_EQ(set.sectors(), 4) << "-1, 0, 1 and 3";
}

TEST(ByteSet, SectorsAreThoseOfABitmap) {
  std::mt19937 random(7);
  for (int round = 0; round < 200; ++round) {
    ByteSet set;
    std::set<std::int64_t> touched;
    for (int i = 0; i < 40; ++i) {
      const auto begin = static_cast<std::int64_t>(random() % 4096);
      const auto end = begin + 1 + static_cast<std::int64_t>(random() % 70);
      set.add(begin, end);
      for (std::int64_t at = begin; at < end; ++at)
        touched.insert(at / 32);
    }
    EXPECT_EQ(set.sectors(), static_cast<std::int64_t>(touched.size()));
  }
}

// Threads that walk rows, in turn or not, over and over: the intervals are kept in order by several
// means, and all come to the same.
TEST(ByteSet, RowsThatGrowAreThoseOfABitmap) {
  std::mt19937 random(5);
  for (int round = 0; round < 60; ++round) {
    const auto rows = static_cast<std::int64_t>(1 + random() % 300);
    const auto pitch = static_cast<std::int64_t>(8 + random() % 90);
    const auto step = static_cast<std::int64_t>(1 + random() % 6);
    const auto bytes = static_cast<std::int64_t>(1 + random() % 6);
    const bool isBackward = random() % 4 == 0;
    const bool isAsked = random() % 2 == 0; // in between, which puts them in order
    ByteSet set;
    std::vector<bool> bitmap(40'000);
    for (std::int64_t trip = 0; trip < 20; ++trip) {
      for (std::int64_t i = 0; i < rows; ++i) {
        const std::int64_t row =
            random() % 16 == 0 ? static_cast<std::int64_t>(random()) % rows : i;
        const std::int64_t begin = row * pitch + (isBackward ? 20 - trip : trip) * step;
        set.add(begin, begin + bytes);
        std::fill_n(bitmap.begin() + begin, bytes, true);
      }
      if (isAsked && trip % 3 == 0)
        set.sectors();
    }
    std::vector<std::pair<std::int64_t, std::int64_t>> expected;
    for (std::int64_t at = 0; at < static_cast<std::int64_t>(bitmap.size()); ++at)
      if (bitmap[static_cast<std::size_t>(at)]) {
        if (expected.empty() || expected.back().second != at)
          expected.emplace_back(at, at);
        ++expected.back().second;
      }
    ASSERT_EQ(set.intervals(), expected) << rows << " rows of " << pitch << ", step " << step;
  }
}

/// What many steps really add, in sectors per step.
double simulated(const ByteSet &set, std::int64_t step, std::int64_t steps) {
  std::set<std::int64_t> touched;
  for (std::int64_t i = 0; i < steps; ++i)
    for (const auto &[begin, end] : set.intervals())
      for (std::int64_t at = begin + i * step; at < end + i * step; ++at)
        touched.insert(at >> 5);
  return static_cast<double>(touched.size()) / static_cast<double>(steps);
}

TEST(ByteSet, StepsAddWhatIsNew) {
  EXPECT_EQ(setOf({{0, 4}}).sectorsPerStep(0), 0);
  EXPECT_DOUBLE_EQ(setOf({{0, 4}}).sectorsPerStep(4), 0.125) << "eight steps to a sector";
  EXPECT_DOUBLE_EQ(setOf({{0, 1024}}).sectorsPerStep(1024), 32);
  EXPECT_DOUBLE_EQ(setOf({{0, 1024}}).sectorsPerStep(-4), 0.125) << "a window that slides";
  EXPECT_DOUBLE_EQ(setOf({{0, 4}}).sectorsPerStep(4096), 1);
  EXPECT_DOUBLE_EQ(setOf({{0, 64}, {4096, 4160}}).sectorsPerStep(64), 4)
      << "two rows that never meet";
  std::mt19937 random(11);
  for (int round = 0; round < 100; ++round) {
    ByteSet window;
    std::int64_t at = 0;
    const auto step = 4 * static_cast<std::int64_t>(1 + random() % 64);
    for (int i = 0; i < 4; ++i) {
      window.add(at, at + 4 * static_cast<std::int64_t>(1 + random() % 8));
      at += 4 * static_cast<std::int64_t>(random() % 32);
      at = std::min(at, 2 * step); // near enough to meet
    }
    constexpr std::int64_t steps = 4000;
    EXPECT_NEAR(window.sectorsPerStep(step), simulated(window, step, steps),
                0.01 * window.sectorsPerStep(step) + 0.01);
  }
}

constexpr int outerLoop = 0, innerLoop = 0, otherLoop = 0;
const LoopId outer = &outerLoop, inner = &innerLoop, other = &otherLoop;

Work workOf(double flops, double bytes, const char *access = "a") {
  Work work;
  work.operations[{}].flops[static_cast<std::size_t>(Unit::Fp32)] = flops;
  work.traffic[{LoopPath(), {access, 'l'}}] = {bytes, bytes / 32, 0};
  Place place;
  place.object = 1;
  work.places[place].add(0, static_cast<std::int64_t>(bytes));
  return work;
}

double fp32(const WorkSummary &summary) {
  return summary.flops[static_cast<std::size_t>(Unit::Fp32)];
}

TEST(Work, OfABlock) {
  const auto summary = summarise(workOf(64, 256), {});
  ASSERT_TRUE(summary);
  EXPECT_EQ(summary->basis, "a block");
  EXPECT_EQ(fp32(*summary), 64);
  EXPECT_EQ(summary->accessed, 256);
  EXPECT_EQ(summary->requested, 256);
  EXPECT_EQ(summary->unique, 256);
  EXPECT_TRUE(summary->restsOn.empty());
  EXPECT_FALSE(summarise(Work(), {}));
}

TEST(Work, TheDeepestLoopOutgrowsTheRest) {
  Work loop = workOf(2, 32, "b");
  loop.nest(outer);
  Work work = workOf(1000, 3200);
  work.add(std::move(loop));
  const auto summary = summarise(work, {{outer, {12, "n", 1}}});
  ASSERT_TRUE(summary);
  EXPECT_EQ(fp32(*summary), 2);
  EXPECT_EQ(summary->accessed, 32);
  EXPECT_EQ(summary->loops, std::vector<unsigned>{12});
  EXPECT_EQ(summary->unique, 0) << "each iteration goes to the same place";
  EXPECT_EQ(summary->restsOn.size(), 1U);
}

TEST(Work, MuchThatIsKnownOutweighsALoopOfUnknownLength) {
  Work loop = workOf(2, 32, "b");
  loop.nest(outer);
  Work work = workOf(1e6, 3200);
  work.add(std::move(loop));
  const auto summary = summarise(work, {{outer, {12, "", 1}}});
  ASSERT_TRUE(summary);
  EXPECT_EQ(fp32(*summary), 1e6);
  EXPECT_EQ(summary->basis, "a block");
  ASSERT_EQ(summary->restsOn.size(), 1U);
  EXPECT_NE(summary->restsOn[0].find("line 12"), std::string::npos) << "said, all the same";
}

TEST(Work, LoopsOfOneBoundAreComparedByTheirSteps) {
  Work first = workOf(10, 320);
  first.nest(outer);
  Work second = workOf(1, 32, "b");
  second.nest(other);
  first.add(std::move(second));
  // n / 4 iterations of one, n of the other: for each of the first four of the second.
  const auto summary = summarise(first, {{outer, {3, "n", 0.25}}, {other, {9, "n", 1}}});
  ASSERT_TRUE(summary);
  EXPECT_EQ(fp32(*summary), 10 + 4 * 1);
  EXPECT_EQ(summary->accessed, 320 + 4 * 32);
  for (const std::string &text : summary->restsOn)
    EXPECT_EQ(text.find("equally long"), std::string::npos) << text;
  const auto apart = summarise(first, {{outer, {3, "n", 0.25}}, {other, {9, "m", 1}}});
  EXPECT_TRUE(std::any_of(apart->restsOn.begin(), apart->restsOn.end(), [](const auto &text) {
    return text.find("equally long") != std::string::npos;
  }));
}

TEST(Work, HoistedAccessesAreDoneOnce) {
  static constexpr char access[] = "an access";
  Work loop = workOf(2, 32, access);
  loop.nest(inner);
  loop.hoist({access, 's'}, inner, 0);
  EXPECT_TRUE(loop.traffic.contains({LoopPath{inner}, AccessId{access, 'l'}})) << "not that one";
  loop.hoist({access, 'l'}, inner, 0);
  EXPECT_FALSE(loop.traffic.contains({LoopPath{inner}, AccessId{access, 'l'}}));
  EXPECT_EQ(loop.traffic.at({LoopPath{}, AccessId{access, 'l'}}).accessed, 32);
  Work counted = workOf(2, 320, access);
  counted.hoist({access, 'l'}, inner, 10);
  EXPECT_EQ(counted.traffic.at({LoopPath{}, AccessId{access, 'l'}}).accessed, 32);
}

TEST(Work, KnownTripsMultiply) {
  Work loop = workOf(2, 32);
  loop.repeat(50);
  const auto summary = summarise(loop, {});
  EXPECT_EQ(fp32(*summary), 100);
  EXPECT_EQ(summary->accessed, 1600);
}

TEST(Work, UnknownAddressesLeaveBytesUnknown) {
  Work work = workOf(2, 32);
  work.traffic[{LoopPath(), {nullptr, 'l'}}] = {64, 0, 64};
  const auto summary = summarise(work, {});
  EXPECT_EQ(summary->accessed, 96);
  EXPECT_FALSE(summary->requested);
  EXPECT_FALSE(summary->unique);
}

} // namespace
} // namespace warplint::simt
