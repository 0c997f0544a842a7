//===- ResourcesTest.cpp - what compilers say that kernels need -----------===//

#include "lint/chips/Resources.h"

#include <gmock/gmock.h>

namespace warplint::chips {
namespace {

using testing::IsEmpty;

// As nvcc 13.0 prints it for sm_90, with a device function that is not inlined.
constexpr std::string_view ptxas = R"(ptxas info    : 0 bytes gmem
ptxas info    : Compiling entry function '_Z5spillPfi' for 'sm_90'
ptxas info    : Function properties for _Z5spillPfi
    48 bytes stack frame, 40 bytes spill stores, 44 bytes spill loads
ptxas info    : Used 32 registers, used 1 barriers, 48 bytes cumulative stack size, 4096 bytes smem
ptxas info    : Compile time = 2.215 ms
ptxas info    : Function properties for _Z6helperi
    128 bytes stack frame, 120 bytes spill stores, 120 bytes spill loads
ptxas info    : Compiling entry function '_Z4tinyv' for 'sm_90'
ptxas info    : Function properties for _Z6helperi
    128 bytes stack frame, 120 bytes spill stores, 120 bytes spill loads
ptxas info    : Function properties for _Z4tinyv
    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Used 8 registers, used 0 barriers
)";

TEST(PtxasReport, HasEveryKernel) {
  const auto kernels = readPtxasReport(ptxas);
  ASSERT_EQ(kernels.size(), 2U);
  EXPECT_EQ(kernels[0].symbol, "_Z5spillPfi");
  EXPECT_EQ(kernels[0].arch, "sm_90");
  EXPECT_EQ(kernels[0].registers, 32);
  EXPECT_EQ(kernels[0].stackBytes, 48);
  EXPECT_EQ(kernels[0].spillStoreBytes, 40);
  EXPECT_EQ(kernels[0].spillLoadBytes, 44);
  EXPECT_EQ(kernels[0].sharedBytes, 4096);
  EXPECT_EQ(kernels[1].symbol, "_Z4tinyv");
  EXPECT_EQ(kernels[1].registers, 8);
  EXPECT_EQ(kernels[1].stackBytes, 0); // not the helper's
  EXPECT_EQ(kernels[1].spillStoreBytes, 0);
}

TEST(PtxasReport, PassesOverEverythingElse) {
  EXPECT_THAT(readPtxasReport(""), IsEmpty());
  EXPECT_THAT(readPtxasReport("a.cu(3): warning #177-D: variable \"x\" was declared\n"), IsEmpty());
  EXPECT_THAT(readPtxasReport("ptxas info : Used 10 registers\n 8 bytes stack frame, \n"),
              IsEmpty());
  std::string mixed(ptxas);
  std::string broken;
  for (const char c : mixed) // as some shells write it
    broken += c == '\n' ? std::string("\r\n") : std::string(1, c);
  EXPECT_EQ(readPtxasReport(broken).size(), 2U);
  // Cut off anywhere, it is no more than the kernels that were whole.
  for (std::size_t end = 0; end < mixed.size(); ++end)
    EXPECT_LE(readPtxasReport(std::string_view(mixed).substr(0, end)).size(), 2U);
}

// As cuobjdump prints it.
constexpr std::string_view cuobjdump = R"(
Fatbin elf code:
================
arch = sm_80
code version = [1,8]
host = linux
compile_size = 64bit

Resource usage:
 Common:
  GLOBAL:0
 Function _Z5spillPfi:
  REG:32 STACK:48 SHARED:4096 LOCAL:0 CONSTANT[0]:364 TEXTURE:0 SURFACE:0 SAMPLER:0

Fatbin elf code:
================
arch = sm_90

Resource usage:
 Common:
  GLOBAL:0
 Function _Z5spillPfi:
  REG:40 STACK:0 SHARED:4096 LOCAL:0 CONSTANT[0]:540 TEXTURE:0 SURFACE:0 SAMPLER:0
)";

TEST(CuobjdumpReport, HasEveryArchitecture) {
  const auto kernels = readCuobjdumpReport(cuobjdump);
  ASSERT_EQ(kernels.size(), 2U);
  EXPECT_EQ(kernels[0].arch, "sm_80");
  EXPECT_EQ(kernels[0].registers, 32);
  EXPECT_EQ(kernels[0].stackBytes, 48);
  EXPECT_EQ(kernels[0].sharedBytes, 4096);
  EXPECT_FALSE(kernels[0].spillStoreBytes);
  EXPECT_EQ(kernels[1].arch, "sm_90");
  EXPECT_EQ(kernels[1].registers, 40);
  EXPECT_THAT(readCuobjdumpReport("cuobjdump fatal : File 'a' is not a valid ELF\n"), IsEmpty());
}

} // namespace
} // namespace warplint::chips
