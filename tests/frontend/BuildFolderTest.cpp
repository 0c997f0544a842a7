//===- BuildFolderTest.cpp - where a project's compile database is --------===//

#include "lint/frontend/BuildFolder.h"

#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>

namespace warplint::frontend {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;

class Build : public testing::Test {
protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "warplint-build-XXXXXX").string();
    ASSERT_TRUE(mkdtemp(pattern.data()));
    root_ = pattern;
    fs::create_directories(root_ / "p/.git");
    fs::create_directories(root_ / "p/src/deep");
  }
  void TearDown() override { fs::remove_all(root_); }

  std::string write(const std::string &name, const std::string &text) const {
    fs::create_directories((root_ / name).parent_path());
    std::ofstream(root_ / name) << text;
    return (root_ / name).string();
  }
  /// A database with a command for one file of the project.
  std::string database(const std::string &name, const std::string &file = "p/src/a.cu") const {
    return write(name, "[{\"directory\": \"/\", \"command\": \"nvcc -c x\", \"file\": \"" +
                           (root_ / file).string() + "\"}]");
  }
  BuildFolder find(const std::string &path, const std::string &directory = "p") const {
    CompileDatabases databases;
    return findBuildFolder((root_ / path).string(), (root_ / directory).string(), databases);
  }

  fs::path root_;
};

TEST_F(Build, IsFoundUpwardsAndInBuild) {
  EXPECT_EQ(find("p/src").database, std::nullopt);
  const std::string outer = database("p/build/compile_commands.json");
  EXPECT_EQ(find("p/src/deep").database, outer);
  EXPECT_EQ(find("p/src/deep/a.cu").database, outer);
  const std::string inner = database("p/src/compile_commands.json");
  EXPECT_EQ(find("p/src/deep").database, inner) << "the closer one";
  database("compile_commands.json");
  fs::remove(inner);
  fs::remove(outer);
  EXPECT_EQ(find("p/src").database, std::nullopt) << "not above the repository";
}

TEST_F(Build, InFoldersThatAreUsualIfThereIsOne) {
  const std::string debug = database("p/cmake-build-debug/compile_commands.json");
  EXPECT_EQ(find("p").database, debug);
  const std::string preset = database("p/out/build/x64/compile_commands.json");
  EXPECT_EQ(find("p").database, std::nullopt);
  EXPECT_THAT(find("p").choices, ElementsAre(debug, preset));
  const std::string usual = database("p/build/compile_commands.json");
  EXPECT_EQ(find("p").database, usual);
  EXPECT_TRUE(find("p").choices.empty());
}

TEST_F(Build, OnlyIfItKnowsCudaFilesOfTheProject) {
  database("p/build/compile_commands.json", "p/src/main.cpp");
  EXPECT_EQ(find("p").database, std::nullopt) << "host code alone";
  database("p/build/compile_commands.json", "another/src/a.cu");
  EXPECT_EQ(find("p").database, std::nullopt) << "of another checkout";
  const std::string relative =
      write("p/build/compile_commands.json",
            "[{\"directory\": \"/\", \"command\": \"\", \"file\": \"../a.cu\"}]");
  EXPECT_EQ(find("p").database, relative);
}

TEST_F(Build, WhereThereIsNoneCMakeCanMakeOne) {
  EXPECT_EQ(find("p/src").cmakeProject, std::nullopt);
  write("p/src/CMakeLists.txt", "");
  EXPECT_EQ(find("p/src/deep").cmakeProject, (root_ / "p/src").string());
  write("p/CMakeLists.txt", "");
  EXPECT_EQ(find("p/src/deep").cmakeProject, (root_ / "p").string()) << "the outermost";
  database("p/build/compile_commands.json");
  EXPECT_EQ(find("p/src/deep").cmakeProject, std::nullopt);
}

TEST_F(Build, WithoutARepositoryTheCurrentFolderIsTheLimit) {
  fs::remove_all(root_ / "p/.git");
  const std::string written = database("p/build/compile_commands.json");
  EXPECT_EQ(find("p/src", "p").database, written);
  EXPECT_EQ(find("p/src", "p/src").database, std::nullopt);
}

} // namespace
} // namespace warplint::frontend
