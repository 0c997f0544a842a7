//===- PathFilterTest.cpp - patterns as people know them ------------------===//

#include "lint/frontend/PathFilter.h"

#include <gmock/gmock.h>

namespace warplint::frontend {
namespace {

using testing::HasSubstr;

bool matches(const std::string &pattern, const std::string &path, const std::string &folder = "/p",
             const std::vector<std::string> &bases = {}) {
  const auto filter = PathFilter::create(FilePatterns{{pattern}, folder});
  EXPECT_TRUE(filter) << filter.error().str();
  return filter && filter->matches(path, bases);
}

TEST(PathFilter, ANameIsLookedForAtAnyDepth) {
  EXPECT_TRUE(matches("gen_*.cu", "/p/gen_1.cu"));
  EXPECT_TRUE(matches("gen_*.cu", "/p/a/b/gen_1.cu"));
  EXPECT_TRUE(matches("third_party", "/p/a/third_party/b/c.cu"));
  EXPECT_TRUE(matches("third_party/", "/p/a/third_party/b/c.cu"));
  EXPECT_FALSE(matches("third_party", "/p/a/not_third_party/c.cu"));
  EXPECT_FALSE(matches("gen_*.cu", "/p/regen_1.cu"));
  EXPECT_FALSE(matches("p", "/p/a.cu")) << "the folder itself is not in it";
}

TEST(PathFilter, APathStartsAtTheFolder) {
  EXPECT_TRUE(matches("src/gen", "/p/src/gen/a.cu"));
  EXPECT_FALSE(matches("src/gen", "/p/x/src/gen/a.cu"));
  EXPECT_TRUE(matches("/src", "/p/src/a.cu"));
  EXPECT_FALSE(matches("/src", "/p/x/src/a.cu"));
  EXPECT_TRUE(matches("./src", "/p/src/a.cu"));
  EXPECT_TRUE(matches("src/*.cu", "/p/src/a.cu"));
  EXPECT_FALSE(matches("src/*.cu", "/p/src/deep/a.cu")) << "`*` stays within a name";
  EXPECT_TRUE(matches("s?c/{a,b}.cu", "/p/src/b.cu"));
}

TEST(PathFilter, TwoStarsAreAnyNumberOfFolders) {
  EXPECT_TRUE(matches("src/**/*.cu", "/p/src/a.cu"));
  EXPECT_TRUE(matches("src/**/*.cu", "/p/src/x/y/a.cu"));
  EXPECT_FALSE(matches("src/**/*.cu", "/p/src/x/y/a.cuh"));
  EXPECT_TRUE(matches("**/gen", "/p/gen/a.cu"));
  EXPECT_TRUE(matches("**/gen", "/p/x/gen/a.cu"));
  EXPECT_TRUE(matches("third_party/**", "/p/third_party/x/a.cu"));
  EXPECT_FALSE(matches("third_party/**", "/p/x/third_party/a.cu"));
  std::string many;
  for (int i = 0; i < 60; ++i)
    many += "**/a/";
  EXPECT_FALSE(matches(many + "b", "/p/" + std::string(200, 'a'))) << "and ends soon";
}

TEST(PathFilter, ElsewhereTheBasesCount) {
  EXPECT_TRUE(matches("src/a.cu", "/q/src/a.cu", "/p", {"/q"}));
  EXPECT_FALSE(matches("src/a.cu", "/q/src/a.cu", "/p", {"/q/src"}));
  EXPECT_TRUE(matches("src/a.cu", "/q/src/a.cu", "", {"/x", "/q"}));
  EXPECT_FALSE(matches("src/a.cu", "/p/x/src/a.cu", "/p", {"/p/x"})) << "its own folder is enough";
  EXPECT_FALSE(matches("", "/p/a.cu"));
}

TEST(PathFilter, WhatIsNoPatternIsSaid) {
  const auto filter = PathFilter::create(FilePatterns{{"a", "b[c"}, "/p", "`exclude` of x.yaml"});
  ASSERT_FALSE(filter);
  EXPECT_THAT(filter.error().str(), HasSubstr("the pattern `b[c` in `exclude` of x.yaml is not"));
}

TEST(FileSelection, WhatIsIncludedAndNotExcluded) {
  FileSelection selection;
  const std::vector<std::string> bases;
  EXPECT_FALSE(selection.leavesOut("/p/a.cu", bases));
  selection.include = *PathFilter::create(FilePatterns{{"src"}, "/p"});
  selection.exclude = *PathFilter::create(FilePatterns{{"gen"}, "/p"});
  EXPECT_FALSE(selection.leavesOut("/p/src/a.cu", bases));
  EXPECT_TRUE(selection.leavesOut("/p/a.cu", bases));
  EXPECT_TRUE(selection.leavesOut("/p/src/gen/a.cu", bases));
}

} // namespace
} // namespace warplint::frontend
