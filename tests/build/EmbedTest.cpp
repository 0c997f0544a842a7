//===- EmbedTest.cpp - files that are part of the program ------*- C++ -*-===//
#include "lint/evidence/EmbeddedFile.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <fstream>
#include <iterator>

std::span<const warplint::EmbeddedFile> loneFile();
std::span<const warplint::EmbeddedFile> clangHeaders();
namespace warplint::test {
std::span<const EmbeddedFile> embeddedSample();
} // namespace warplint::test

namespace warplint {
namespace {

std::string onDisk(const std::string &name) {
  std::ifstream stream(WARPLINT_SOURCE_DIR "/tests/build/embedded/" + name, std::ios::binary);
  EXPECT_TRUE(stream) << name;
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::vector<std::string_view> paths(std::span<const EmbeddedFile> files) {
  std::vector<std::string_view> result;
  for (const EmbeddedFile &file : files)
    result.push_back(file.path);
  return result;
}

TEST(Embed, FolderIsListedSortedWithoutWhatIsExcluded) {
  EXPECT_THAT(paths(test::embeddedSample()),
              testing::ElementsAre("sample/empty.txt", "sample/folder/two.txt", "sample/one.txt"));
}

TEST(Embed, ContentsAreThoseOnDisk) {
  for (const EmbeddedFile &file : test::embeddedSample())
    EXPECT_EQ(file.contents, onDisk(std::string(file.path.substr(sizeof "sample"))));
}

TEST(Embed, ANulFollows) {
  for (const EmbeddedFile &file : test::embeddedSample())
    EXPECT_EQ(file.contents.data()[file.contents.size()], '\0') << file.path;
}

TEST(Embed, SingleFileGoesByItsName) {
  ASSERT_THAT(paths(loneFile()), testing::ElementsAre("one.txt"));
  EXPECT_EQ(loneFile()[0].contents, onDisk("one.txt"));
}

// Every header that an embedded one includes by name from Clang's own folder is embedded too,
// for the processor that this is built for.
TEST(Embed, ClangHeadersHoldWhatCudaAndCppNeed) {
  auto all = paths(clangHeaders());
  for (const char *name :
       {"stddef.h", "stdarg.h", "float.h", "limits.h", "__clang_cuda_runtime_wrapper.h",
        "__clang_cuda_builtin_vars.h", "__clang_cuda_intrinsics.h", "cuda_wrappers/cmath",
        "cuda_wrappers/new", "cuda_wrappers/bits/shared_ptr_base.h"})
    EXPECT_THAT(all, testing::Contains("clang/include/" + std::string(name)));
#if defined(__x86_64__)
  EXPECT_THAT(all, testing::Contains("clang/include/immintrin.h"));
  EXPECT_THAT(all, testing::Not(testing::Contains("clang/include/arm_neon.h")));
#elif defined(__aarch64__)
  EXPECT_THAT(all, testing::Contains("clang/include/arm_neon.h"));
  EXPECT_THAT(all, testing::Not(testing::Contains("clang/include/immintrin.h")));
#endif
  std::size_t bytes = 0;
  for (const EmbeddedFile &file : clangHeaders())
    bytes += file.contents.size();
  EXPECT_LT(bytes, 6'000'000U) << "some family of headers that CUDA does not need is back";
}

} // namespace
} // namespace warplint
