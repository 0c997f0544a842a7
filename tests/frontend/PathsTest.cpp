//===- PathsTest.cpp - small helpers over paths ---------------------------===//

#include "lint/frontend/Paths.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>

namespace warplint::frontend {
namespace {

namespace fs = std::filesystem;

TEST(LibraryFolder, IsToldByNamesThatProjectsGiveIt) {
  EXPECT_EQ(libraryFolder("/p/src/a.cuh", "/p"), "");
  EXPECT_EQ(libraryFolder("/p/third_party/glm/detail/vec.inl", "/p"), "/p/third_party/glm");
  EXPECT_EQ(libraryFolder("/p/External/include/glm/vec.hpp", "/p"), "/p/External/include");
  EXPECT_EQ(libraryFolder("/p/src/vendor/vec.h", "/p"), "/p/src/vendor") << "a file of the folder";
  EXPECT_EQ(libraryFolder("/p/lib/vec.h", "/p"), "") << "as often the project's own";
  EXPECT_EQ(libraryFolder("/p/externals.h", "/p"), "") << "a file's name is no folder's";
}

TEST(LibraryFolder, CountsBelowTheRootAlone) {
  EXPECT_EQ(libraryFolder("/third_party/p/src/a.cuh", "/third_party/p"), "");
  EXPECT_EQ(libraryFolder("/elsewhere/third_party/a/a.cuh", "/p"), "");
  EXPECT_EQ(libraryFolder("/p", "/p"), "");
}

TEST(LibraryFolder, MayHaveARepositoryOfItsOwn) {
  std::string pattern = (fs::temp_directory_path() / "warplint-paths-XXXXXX").string();
  ASSERT_TRUE(mkdtemp(pattern.data()));
  const fs::path root = pattern;
  fs::create_directories(root / ".git");
  fs::create_directories(root / "math/include");
  std::ofstream(root / "math/.git") << "gitdir: ../.git/modules/math\n"; // as of a submodule
  EXPECT_EQ(libraryFolder((root / "math/include/vec.h").string(), root.string()),
            (root / "math").string());
  EXPECT_EQ(libraryFolder((root / "src/vec.h").string(), root.string()), "");
  fs::remove_all(root);
}

} // namespace
} // namespace warplint::frontend
