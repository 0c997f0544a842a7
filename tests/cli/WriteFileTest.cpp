//===- WriteFileTest.cpp - files that commands write ----------------------===//

#include "lint/cli/WriteFile.h"
#include "lint/cli/ApplyFixes.h"
#include "tests/cli/RunProgram.h"

#include <sys/stat.h>
#include <unistd.h>

namespace warplint::cli {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;

std::string kernels(int count) {
  std::string text;
  for (int i = 0; i < count; ++i)
    text += "__global__ void k" + std::to_string(i) + "(float *p) { p[threadIdx.x * 8] = 1; }\n";
  return text;
}

/// Cured by more text than is there.
std::string transposes(int count) {
  std::string text;
  for (int i = 0; i < count; ++i)
    text += "__global__ void f" + std::to_string(i) +
            "(float *o, const float *i) { __shared__ float t[32][32];\n"
            "t[threadIdx.y][threadIdx.x] = i[threadIdx.y * 32 + threadIdx.x]; __syncthreads();\n"
            "o[threadIdx.y * 32 + threadIdx.x] = t[threadIdx.x][threadIdx.y]; }\n";
  return text;
}

class Written : public ProgramInFolder {
protected:
  std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (const auto &entry : fs::directory_iterator(folder.path()))
      if (const std::string name = entry.path().filename(); name != ".out" && name != ".err")
        names.push_back(name);
    std::sort(names.begin(), names.end());
    return names;
  }

  /// A limit on the size of files, in blocks, stands for a full disk: writing ends with an error.
  Outcome runLimited(unsigned blocks, const std::string &arguments) const {
    return shell("trap '' XFSZ; ulimit -f " + std::to_string(blocks) +
                 "; exec '" WARPLINT_PROGRAM "' " + arguments + " >/dev/null");
  }

  void expectRefused(const Outcome &outcome, const std::string &file) const {
    EXPECT_EQ(outcome.status, 2) << outcome.err;
    EXPECT_THAT(outcome.err, AllOf(HasSubstr("warplint: " + file + ": "),
                                   HasSubstr("cannot be written: File too large")));
  }
};

TEST_F(Written, AFullDiskLeavesWhatWasThere) {
  folder.write("a.cu", kernels(100));
  const auto before = names();
  const std::string lint = "lint -q --no-cache --cuda-path none a.cu --fail-on never ";
  expectRefused(runLimited(8, lint + "--output sarif=x.sarif"), "x.sarif");
  expectRefused(runLimited(8, lint + "--analyses x.json"), "x.json");
  expectRefused(runLimited(8, "baseline -q --no-cache --cuda-path none a.cu -o b.json"), "b.json");
  EXPECT_EQ(names(), before) << "neither a part of them nor what was to become one";

  folder.write("x.sarif", "old");
  folder.write("b.json", "{}");
  expectRefused(runLimited(8, lint + "--output sarif=x.sarif"), "x.sarif");
  expectRefused(runLimited(8, "baseline -q --no-cache --cuda-path none a.cu -o b.json"), "b.json");
  EXPECT_EQ(folder.read("x.sarif"), "old");
  EXPECT_EQ(folder.read("b.json"), "{}");
}

TEST_F(Written, APartIsWholeOrNotThere) {
  for (int i = 0; i < 12; ++i) // what is kept of each has room
    folder.write("a" + std::to_string(i) + ".cu", kernels(1));
  const auto before = names();
  expectRefused(runLimited(64, "lint -q --no-cache --cuda-path none --fail-on never --shard 1/1 "
                               "--part p.json"),
                "p.json");
  EXPECT_EQ(names(), before);
}

TEST_F(Written, AFullDiskLeavesTheSource) {
  const std::string text = transposes(16);
  folder.write("a.cu", text);
  folder.write("small.cu", transposes(1));
  const auto before = names();
  const unsigned blocks = static_cast<unsigned>(text.size() / 512);
  const std::string fix = "lint -q --no-cache --cuda-path none --block 32,32 --fix --output "
                          "json=/dev/null --select shared-bank-conflict ";
  expectRefused(runLimited(blocks, fix + "a.cu small.cu"), "a.cu");
  EXPECT_EQ(folder.read("a.cu"), text);
  EXPECT_EQ(folder.read("small.cu"), transposes(1)) << "all or none";
  EXPECT_EQ(names(), before);

  EXPECT_EQ(run(fix + "a.cu small.cu").status, 0);
  EXPECT_GT(folder.read("a.cu").size(), text.size());
  EXPECT_GT(folder.read("small.cu").size(), transposes(1).size());
  EXPECT_EQ(names(), before);
}

TEST_F(Written, ModesAndLinksStay) {
  const std::string file = folder.write("sub/a.txt", "old");
  const auto mode = fs::perms::owner_all | fs::perms::group_exec | fs::perms::group_read;
  fs::permissions(file, mode);
  fs::create_symlink("sub/a.txt", folder.path("link"));
  const std::string link = folder.path("link");
  ASSERT_TRUE(writeFile(link, "new"));
  EXPECT_EQ(folder.read("sub/a.txt"), "new");
  EXPECT_TRUE(fs::is_symlink(link));
  EXPECT_EQ(fs::status(file).permissions(), mode);
  ASSERT_TRUE(replaceFiles({{link, "newest"}}));
  EXPECT_EQ(folder.read("sub/a.txt"), "newest");
  EXPECT_TRUE(fs::is_symlink(link));
  EXPECT_EQ(fs::status(file).permissions(), mode);

  const mode_t mask = umask(027);
  ASSERT_TRUE(writeFile(folder.path("fresh"), "text"));
  umask(mask);
  EXPECT_EQ(fs::status(folder.path("fresh")).permissions(),
            fs::perms::owner_read | fs::perms::owner_write | fs::perms::group_read);
}

TEST_F(Written, LongNamesHaveNoRoomForAnother) {
  const std::string name(255, 'n');
  ASSERT_TRUE(writeFile(folder.path(name), "a longer text"));
  ASSERT_TRUE(writeFile(folder.path(name), "text"));
  EXPECT_EQ(folder.read(name), "text");
  EXPECT_EQ(names().size(), 1u);
}

TEST_F(Written, WhatMayNotBeWrittenIsNotReplaced) {
  if (geteuid() == 0)
    GTEST_SKIP() << "root may write everything";
  const std::string file = folder.write("a.txt", "old");
  fs::permissions(file, fs::perms::owner_read);
  const auto refused = writeFile(file, "new");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().str(), file + ": cannot be written: Permission denied");
  EXPECT_EQ(folder.read("a.txt"), "old");

  fs::permissions(file, fs::perms::owner_read | fs::perms::owner_write);
  fs::permissions(folder.path(), fs::perms::owner_read | fs::perms::owner_exec);
  EXPECT_TRUE(writeFile(file, "new")) << "a folder where no file can be made";
  fs::permissions(folder.path(), fs::perms::owner_all);
  EXPECT_EQ(folder.read("a.txt"), "new");
  EXPECT_EQ(names().size(), 1u);
}

} // namespace
} // namespace warplint::cli
