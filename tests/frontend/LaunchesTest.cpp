//===- LaunchesTest.cpp - launches of all files, at the groups they concern ===//

#include "lint/frontend/Launches.h"

#include <gtest/gtest.h>

namespace warplint::frontend {
namespace {

FileAnalysis kernelFile(const char *of) {
  FileAnalysis file;
  file.file = "k.cu";
  Site kernel;
  kernel.kind = SiteKind::Kernel;
  kernel.kernel = "work";
  Site use;
  use.kind = SiteKind::Group;
  use.op = "sync";
  use.kernel = "work";
  use.evidence["of"] = std::string(of);
  if (std::string(of) == "cluster")
    use.evidence["cluster_blocks"] = std::int64_t{1};
  file.sites = {kernel, use};
  return file;
}

LaunchRecord launch(std::optional<bool> cooperative, unsigned line,
                    std::optional<std::array<unsigned, 3>> cluster = {{1, 1, 1}}) {
  LaunchRecord record;
  record.kernel = "work";
  record.span = {"main.cu", line, 3, line, 20};
  record.cooperative = cooperative;
  record.cluster = cluster;
  return record;
}

Site after(const char *of, std::vector<LaunchRecord> launches) {
  FileAnalysis other;
  other.file = "main.cu";
  other.launches = std::move(launches);
  std::vector<FileAnalysis> files = {kernelFile(of), other};
  addLaunches(files);
  return files.front().sites.back();
}

TEST(Launches, OfAllFilesAreCountedAtTheGrid) {
  const Site plain = after("grid", {launch(false, 7), launch(false, 9), launch(false, 7)});
  EXPECT_EQ(numberAt(plain.evidence, "launches_plain"), 2) << "one place is one launch";
  EXPECT_EQ(numberAt(plain.evidence, "launches_cooperative"), 0);
  EXPECT_EQ(numberAt(plain.evidence, "launch_line"), 7);
  ASSERT_EQ(plain.notes.size(), 1U);
  EXPECT_EQ(plain.notes.front().span.file, "main.cu");
  const Site either = after("grid", {launch(false, 7), launch(true, 9)});
  EXPECT_EQ(numberAt(either.evidence, "launches_cooperative"), 1);
  const Site unknown = after("grid", {launch(std::nullopt, 7)});
  EXPECT_EQ(numberAt(unknown.evidence, "launches_cooperative"), 1) << "it may be";
  EXPECT_FALSE(numberAt(after("grid", {}).evidence, "launches_plain"));
}

TEST(Launches, OfAnUnknownKernelMayBeOfAny) {
  LaunchRecord any = launch(true, 5);
  any.kernel = "function";
  EXPECT_FALSE(numberAt(after("grid", {launch(false, 7), any}).evidence, "launches_plain"));
  any.cooperative = false;
  EXPECT_EQ(numberAt(after("grid", {launch(false, 7), any}).evidence, "launches_plain"), 1);
}

TEST(Launches, WithClustersElsewhereTakeBackWhatWasSaid) {
  EXPECT_EQ(numberAt(after("cluster", {launch(false, 7)}).evidence, "cluster_blocks"), 1);
  const auto clusters = launch(false, 9, std::array<unsigned, 3>{2, 1, 1});
  EXPECT_FALSE(numberAt(after("cluster", {launch(false, 7), clusters}).evidence, "cluster_blocks"));
  EXPECT_FALSE(
      numberAt(after("cluster", {launch(false, 7, std::nullopt)}).evidence, "cluster_blocks"));
}

TEST(KernelFiles, AnotherProgramsKernelIsAnother) {
  KernelFiles kernels;
  for (const char *file : {"a/k.cu", "b/k.cu"}) {
    FileAnalysis analysis = kernelFile("grid");
    analysis.sites.front().span.file = file;
    kernels.add(analysis);
  }
  LaunchRecord of = launch(false, 7);
  of.span.file = "b/main.cu";
  EXPECT_FALSE(kernels.mayBeOf(of, "a/k.cu")) << "a file of its own folder has one";
  EXPECT_TRUE(kernels.mayBeOf(of, "b/k.cu"));
  of.span.file = "main.cu";
  EXPECT_TRUE(kernels.mayBeOf(of, "a/k.cu")) << "it may be either";
  EXPECT_TRUE(kernels.mayBeOf(of, "b/k.cu"));
  of.definedIn = "main.cu";
  EXPECT_FALSE(kernels.mayBeOf(of, "a/k.cu"));
  of.definedIn = "a/k.cu";
  EXPECT_TRUE(kernels.mayBeOf(of, "a/k.cu")) << "included";
  EXPECT_FALSE(kernels.mayBeOf(of, "b/k.cu"));
}

} // namespace
} // namespace warplint::frontend
