//===- MemoryTest.cpp - what each object holds, on paths that part ---------===//

#include "lint/simt/Memory.h"

#include <gtest/gtest.h>
#include <random>

namespace warplint::simt {
namespace {

std::int64_t heldBy(const State &state, ObjectId object) {
  const Cells *cells = state.cells(object);
  return cells && cells->contains(0) ? *cells->at(0).value.constant() : -1;
}

TEST(ObjectMap, CopiesShareUntilOneIsWrittenTo) {
  State first;
  first.mutableCells(7)[0] = {4, Value(1)};
  const State second = first;
  EXPECT_TRUE(first.memory.sharesAllWith(second.memory));
  first.mutableCells(7)[0] = {4, Value(2)};
  first.mutableCells(3)[0] = {4, Value(3)};
  EXPECT_FALSE(first.memory.sharesAllWith(second.memory));
  EXPECT_EQ(heldBy(first, 7), 2);
  EXPECT_EQ(heldBy(first, 3), 3);
  EXPECT_EQ(heldBy(second, 7), 1);
  EXPECT_EQ(second.cells(3), nullptr);
}

TEST(ObjectMap, ErasingWhatIsNotThereUnsharesNothing) {
  State first;
  first.mutableCells(7);
  const State second = first;
  first.memory.erase(6);
  EXPECT_TRUE(first.memory.sharesAllWith(second.memory));
  first.memory.erase(7);
  EXPECT_EQ(first.memory.size(), 0U);
  EXPECT_EQ(second.memory.size(), 1U);
}

// Paths that part, write, lose variables and are left, against maps that share nothing.
TEST(ObjectMap, IsAsManyMapsThatShareNothing) {
  std::mt19937 random(3);
  struct Path {
    State state;
    std::map<ObjectId, std::int64_t> expected;
  };
  std::vector<Path> paths(1);
  for (int round = 0; round < 20'000; ++round) {
    Path &path = paths[random() % paths.size()];
    const ObjectId object = random() % 40;
    const auto number = static_cast<std::int64_t>(random() % 1000);
    switch (random() % 8) {
    case 0:
      if (paths.size() < 6)
        paths.push_back(Path(path));
      else
        path = Path(paths[random() % paths.size()]);
      break;
    case 1:
      path.state.memory.erase(object);
      path.expected.erase(object);
      break;
    default:
      path.state.mutableCells(object)[0] = {4, Value(number)};
      path.expected[object] = number;
    }
    if (round % 64 != 0)
      continue;
    for (const Path &one : paths) {
      std::map<ObjectId, std::int64_t> held;
      for (const auto &[id, cells] : one.state.memory) {
        EXPECT_TRUE(held.empty() || held.rbegin()->first < id) << "in order";
        held.emplace(id, heldBy(one.state, id));
      }
      ASSERT_EQ(held, one.expected);
    }
  }
}

} // namespace
} // namespace warplint::simt
