//===- CubinsTest.cpp - what compiled kernels need, from their files ------===//

#include "lint/cli/Cubins.h"
#include "tests/cli/TemporaryFolder.h"

#include <gmock/gmock.h>

namespace warplint::cli {
namespace {

using testing::IsEmpty;

TEST(Cubins, NothingElseHasAny) {
  EXPECT_THAT(readCubins(""), IsEmpty());
  EXPECT_THAT(readCubins("\x7f"
                         "ELF"),
              IsEmpty());
  std::ifstream program(WARPLINT_PROGRAM, std::ios::binary);
  std::string host(1 << 20, '\0');
  program.read(host.data(), static_cast<std::streamsize>(host.size()));
  EXPECT_THAT(readCubins(host), IsEmpty());
}

/// The header of a cubin of so many bytes, its table of sections last.
std::string headerOfCubin(std::uint64_t bytes) {
  std::string header(64, '\0');
  const auto put = [&](std::size_t at, std::uint64_t value, unsigned size) {
    for (unsigned i = 0; i < size; ++i)
      header[at + i] = static_cast<char>(value >> 8 * i);
  };
  header.replace(0, 6,
                 "\x7f"
                 "ELF\2\1");
  put(18, 190, 2);        // e_machine: EM_CUDA
  put(40, bytes - 64, 8); // e_shoff
  put(58, 64, 2);         // e_shentsize
  put(60, 1, 2);          // e_shnum
  return header;
}

// What claims to be a cubin up to its end, at each of its words, is read once and not once for
// each.
TEST(Cubins, ManyHeadersAreNoMoreThanOne) {
  std::string bytes;
  constexpr std::size_t headers = 200'000; // of 12 MB: 1.2 TB, were each read to the end
  for (std::size_t i = headers; i > 0; --i)
    bytes += headerOfCubin(64 * i);
  EXPECT_THAT(readCubins(bytes), IsEmpty());
  // One that ends behind the file's end is none, and keeps nothing behind it from being looked at.
  for (std::size_t i = 0; i < headers; ++i)
    bytes.replace(64 * i, 64, headerOfCubin(bytes.size()));
  EXPECT_THAT(readCubins(bytes), IsEmpty());
}

#ifdef WARPLINT_NVCC

constexpr const char *source = R"(
template <typename T> __global__ void __launch_bounds__(256, 8) tile(T *data) {
  __shared__ T tile[1024];
  for (int i = threadIdx.x; i < 1024; i += 256) tile[i] = data[i];
  __syncthreads();
  data[blockIdx.x * 256 + threadIdx.x] = tile[1023 - threadIdx.x];
}
template __global__ void tile(float *);
__global__ void picked(float *data, int which) {
  float few[64];
  for (int k = 0; k < 64; ++k) few[k] = data[k * 256 + threadIdx.x];
  data[threadIdx.x] = few[which & 63];
}
)";

class CompiledCubins : public testing::Test {
protected:
  /// The file that nvcc makes of it.
  std::string compile(const std::string &options) {
    folder.write("a.cu", source);
    const std::string command = "cd '" + folder.path() + "' && '" WARPLINT_NVCC "' -std=c++17 " +
                                options + " -o out a.cu >log 2>&1";
    EXPECT_EQ(std::system(command.c_str()), 0) << folder.read("log");
    return folder.read("out");
  }

  TemporaryFolder folder;
};

TEST_F(CompiledCubins, OfACubin) {
  const std::string cubin = compile("-arch=sm_90 -cubin");
  const auto kernels = readCubins(cubin);
  ASSERT_EQ(kernels.size(), 2U);
  const chips::KernelResources &tile =
      kernels[0].symbol.starts_with("_Z4tile") ? kernels[0] : kernels[1];
  EXPECT_EQ(tile.arch, "sm_90");
  EXPECT_GT(tile.registers, 0);
  EXPECT_LE(tile.registers, 32);
  EXPECT_GE(tile.sharedBytes, 4096);
  EXPECT_EQ(tile.stackBytes, 0);
  EXPECT_FALSE(tile.spillStoreBytes);
  EXPECT_EQ(readCubins(headerOfCubin(1 << 30) + cubin + cubin).size(), 4U);
  // Cut off or damaged, it must not be read beyond its end.
  for (std::size_t end = 0; end < cubin.size(); end += 61)
    readCubins(std::string_view(cubin).substr(0, end));
  for (std::size_t at = 0; at < cubin.size(); at += 7) {
    std::string damaged = cubin;
    damaged[at] = static_cast<char>(damaged[at] ^ 0xff);
    readCubins(damaged);
  }
}

TEST_F(CompiledCubins, OfAnObjectForTwoArchitectures) {
  const auto kernels =
      readCubins(compile("-gencode arch=compute_80,code=sm_80 -gencode arch=compute_90,code=sm_90 "
                         "-Xfatbin -compress=false -c"));
  ASSERT_EQ(kernels.size(), 4U);
  EXPECT_NE(kernels.front().arch, kernels.back().arch);
}

#endif

} // namespace
} // namespace warplint::cli
