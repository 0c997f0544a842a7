//===- ExcerptTest.cpp - source lines with a caret ------------------------===//

#include "lint/report/Excerpt.h"

#include <gmock/gmock.h>

namespace warplint::report {
namespace {

using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

SourceSpan columns(unsigned begin, unsigned end) { return {"f", 1, begin, 1, end}; }

TEST(Excerpt, CaretAndRange) {
  EXPECT_EQ(excerpt("int abc;", columns(5, 8), 0).markers, "    ^~~");
  EXPECT_EQ(excerpt("int abc;", columns(5, 6), 0).markers, "    ^");
  EXPECT_EQ(excerpt("int abc;", columns(5, 5), 0).markers, "    ^");
  EXPECT_EQ(excerpt("int abc;", columns(0, 0), 0).markers, "") << "column unknown";
}

TEST(Excerpt, MarkersStandUnderWideCharactersAndTabs) {
  EXPECT_EQ(excerpt("\tab", columns(2, 4), 0).markers, "    ^~");
  EXPECT_EQ(excerpt("\xE8\xA1\x8Cx", columns(1, 4), 0).markers, "^~");
  EXPECT_EQ(excerpt("\xE8\xA1\x8Cx", columns(4, 5), 0).markers, "  ^");
  EXPECT_EQ(excerpt("e\xCC\x81x", columns(4, 5), 0).markers, " ^") << "a combining accent";
  EXPECT_EQ(excerpt("\x01x", columns(2, 3), 0).markers, "        ^");
}

TEST(Excerpt, SpansOfSeveralLinesRunToTheEndOfTheFirst) {
  EXPECT_EQ(excerpt("f(a,  ", {"f", 1, 3, 2, 2}, 0).markers, "  ^~");
}

TEST(Excerpt, PlacesOutsideTheLineDoNoHarm) {
  EXPECT_EQ(excerpt("ab", columns(9, 12), 0).markers, "  ^");
  EXPECT_EQ(excerpt("ab", columns(2, 99), 0).markers, " ^");
  EXPECT_EQ(excerpt("", columns(1, 2), 0).code, "");
}

TEST(Excerpt, LongLinesAreCutAroundTheSpan) {
  const std::string line = std::string(500, 'a') + "TARGET" + std::string(500, 'b');
  const Excerpt cut = excerpt(line, columns(501, 507), 60);
  EXPECT_LE(cut.code.size(), 60u);
  EXPECT_THAT(cut.code, StartsWith("...a"));
  EXPECT_THAT(cut.code, EndsWith("b..."));
  ASSERT_THAT(cut.code, HasSubstr("TARGET"));
  EXPECT_EQ(cut.markers, std::string(cut.code.find("TARGET"), ' ') + "^~~~~~");
  EXPECT_LE(excerpt(line, columns(501, 1000), 60).markers.size(), 60u);
}

std::string threeLines(const std::string &file, unsigned line) {
  const std::string lines[] = {"one two", "three", "four"};
  return file == "f" && line >= 1 && line <= 3 ? lines[line - 1] : "";
}

TEST(Preview, EditsOfOneLineAreAppliedTogether) {
  const Fix fix{"", "", {{columns(5, 8), "2"}, {columns(1, 4), "1"}}};
  const auto changes = preview(fix, threeLines);
  ASSERT_EQ(changes.size(), 1u);
  EXPECT_THAT(changes[0].before, ElementsAre("one two"));
  EXPECT_THAT(changes[0].after, ElementsAre("1 2"));
}

TEST(Preview, InsertionsAtOnePlaceKeepTheirOrder) {
  const Fix fix{"", "", {{columns(4, 4), "A"}, {columns(4, 4), "B"}}};
  const auto changes = preview(fix, threeLines);
  ASSERT_EQ(changes.size(), 1u);
  EXPECT_THAT(changes[0].after, ElementsAre("oneAB two"));
}

TEST(Preview, EditsMayJoinAndSplitLines) {
  const Fix fix{"", "", {{{"f", 1, 4, 2, 1}, "\n+"}}};
  const auto changes = preview(fix, threeLines);
  ASSERT_EQ(changes.size(), 1u);
  EXPECT_THAT(changes[0].before, ElementsAre("one two", "three"));
  EXPECT_THAT(changes[0].after, ElementsAre("one", "+three"));
}

TEST(Preview, LinesTakenOutWholeLeaveTheNextOneAlone) {
  const auto changes = preview({"", "", {{{"f", 1, 1, 2, 1}, ""}}}, threeLines);
  ASSERT_EQ(changes.size(), 1U);
  EXPECT_THAT(changes[0].before, ElementsAre("one two"));
  EXPECT_THAT(changes[0].after, IsEmpty());
}

TEST(Preview, WhatDoesNotFitIsLeftOut) {
  EXPECT_THAT(preview({"", "", {{columns(1, 99), "x"}}}, threeLines), IsEmpty());
  EXPECT_THAT(preview({"", "", {{columns(1, 5), "x"}, {columns(3, 6), "y"}}}, threeLines),
              IsEmpty());
  EXPECT_THAT(preview({"", "", {{{"other", 1, 1, 1, 2}, "x"}}}, threeLines), IsEmpty());
}

} // namespace
} // namespace warplint::report
