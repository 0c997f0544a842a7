//===- NvccCommandTest.cpp -------------------------------------*- C++ -*-===//
#include "lint/frontend/NvccCommand.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <sys/stat.h>

namespace warplint::frontend {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

struct Case {
  const char *what;
  std::vector<std::string> given;
  std::vector<std::string> arguments;
  std::vector<std::string> arches = {};
  std::string standard = "";
  std::size_t notes = 0;
};

void PrintTo(const Case &one, // NOLINT(readability-identifier-naming): GoogleTest's
             std::ostream *out) {
  *out << one.what;
}

class Translation : public testing::TestWithParam<Case> {};

TEST_P(Translation, IsAsExpected) {
  const Case &one = GetParam();
  std::vector<std::string> line = {"nvcc"};
  line.insert(line.end(), one.given.begin(), one.given.end());
  line.emplace_back("kernel.cu");
  const ClangCommand command = translateCommand(line, "/src");
  EXPECT_EQ(command.arguments, one.arguments);
  EXPECT_EQ(command.arches, one.arches);
  EXPECT_EQ(command.standard.value_or(""), one.standard);
  EXPECT_EQ(command.notes.size(), one.notes) << testing::PrintToString(command.notes);
}

INSTANTIATE_TEST_SUITE_P(
    NvccCommand, Translation,
    testing::Values(
        Case{"include joined", {"-Iinc", "-I", "more"}, {"-I", "inc", "-I", "more"}},
        Case{"include long", {"--include-path=inc"}, {"-I", "inc"}},
        Case{"include with =", {"-I=inc"}, {"-I", "inc"}},
        Case{"isystem",
             {"-isystem=a", "-isystem", "b", "-isystemc"},
             {"-isystem", "a", "-isystem", "b", "-isystem", "c"}},
        Case{"define",
             {"-DA=1", "-D", "B", "--define-macro=C=x=y"},
             {"-D", "A=1", "-D", "B", "-D", "C=x=y"}},
        Case{"undefine", {"-UA"}, {"-U", "A"}},
        Case{"forced include",
             {"-include", "a.h", "--pre-include=b.h"},
             {"-include", "a.h", "-include", "b.h"}},
        Case{"standard", {"-std=c++20"}, {}, {}, "c++20"},
        Case{"standard apart", {"--std", "c++14"}, {}, {}, "c++14"},
        Case{"arch", {"-arch=sm_80"}, {}, {"sm_80"}},
        Case{"arch apart", {"-arch", "sm_90a"}, {}, {"sm_90a"}},
        Case{"arch long", {"--gpu-architecture=compute_75", "--gpu-code=sm_75"}, {}, {"sm_75"}},
        Case{"arch native says nothing", {"-arch=native"}, {}},
        Case{"gencode", {"-gencode", "arch=compute_90,code=sm_90"}, {}, {"sm_90"}},
        Case{"gencode joined",
             {"-gencode=arch=compute_70,code=[sm_70,compute_70]",
              "--generate-code=arch=compute_86,code=[compute_86,sm_86]"},
             {},
             {"sm_70", "sm_86"}},
        Case{"gencode quoted", {"\"--generate-code=arch=compute_80,code=[sm_80]\""}, {}},
        Case{"clang's arch",
             {"--cuda-gpu-arch=sm_60", "--offload-arch=sm_89"},
             {},
             {"sm_60", "sm_89"}},
        Case{"separate compilation", {"-rdc=true"}, {"-fgpu-rdc"}},
        Case{"no separate compilation", {"--relocatable-device-code=false"}, {}},
        Case{"device code", {"-dc"}, {"-fgpu-rdc"}},
        Case{"host options",
             {"-Xcompiler", "-fPIC,-DA", "-Xcompiler=-Wall,-DB"},
             {"-D", "A", "-D", "B"}},
        Case{"host options long", {"--compiler-options=-O3 -DC"}, {"-D", "C"}},
        Case{"host options with an escaped comma", {"-Xcompiler", "-DF(a\\,b)"}, {"-D", "F(a,b)"}},
        Case{"unknown host options are no news", {"-Xcompiler", "/EHsc,--what"}, {}},
        Case{"relaxed constexpr",
             {"--expt-relaxed-constexpr"},
             {"-D__CUDACC_RELAXED_CONSTEXPR__=1"}},
        Case{"extended lambda", {"--extended-lambda"}, {"-D__CUDACC_EXTENDED_LAMBDA__=1"}},
        Case{"extended lambda, old", {"-expt-extended-lambda"}, {"-D__CUDACC_EXTENDED_LAMBDA__=1"}},
        Case{"fast math", {"--use_fast_math"}, {"-D__USE_FAST_MATH__=1"}},
        Case{"fast math short", {"-use_fast_math"}, {"-D__USE_FAST_MATH__=1"}},
        Case{"debug", {"-G", "-g"}, {"-D__CUDACC_DEBUG__=1"}},
        Case{"host compiler", {"-ccbin", "g++-12", "-ccbin=g++"}, {}},
        Case{"registers", {"-maxrregcount", "32", "--maxrregcount=64", "-lineinfo"}, {}},
        Case{"language", {"-x", "cu"}, {}}, Case{"language joined by =", {"-x=cu"}, {}, {}, "", 0},
        Case{"forwarding", {"-forward-unknown-to-host-compiler", "-fopenmp", "-march=native"}, {}},
        Case{"ptxas", {"-Xptxas", "-v,-O3", "-Xptxas=-dlcm=cg", "--ptxas-options=-v"}, {}},
        Case{
            "cudafe", {"-Xcudafe", "--diag_suppress=20012", "-Xcudafe=--display_error_number"}, {}},
        Case{"diagnostics", {"-diag-suppress=177", "--diag-suppress", "20012,550"}, {}},
        Case{"warnings", {"-Wno-deprecated-gpu-targets", "-Werror", "all-warnings", "-Wall"}, {}},
        Case{"threads", {"--threads=4", "-t", "2", "-t=0"}, {}},
        Case{"output", {"-c", "-o", "a.o", "-MD", "-MT", "a.o", "-MF", "a.d", "-O3"}, {}},
        Case{"libraries", {"-lcublas", "-L/lib", "-L", "x", "-l", "m"}, {}},
        Case{"templates", {"-ftemplate-depth=2000"}, {"-ftemplate-depth=2000"}},
        Case{"unknown", {"--no-such-option=3"}, {}, {}, "", 1},
        Case{"missing options file", {"--options-file", "none.rsp"}, {}, {}, "", 1},
        Case{"after the files", {"-DA", "--", "-DB"}, {"-D", "A"}}));

TEST(NvccCommand, ReadsOptionsFiles) {
  const auto folder = std::filesystem::path(testing::TempDir()) / "warplint_rsp";
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "a.rsp") << "-I\"with blank\" -DA\n--options-file b.rsp\n";
  std::ofstream(folder / "b.rsp") << "-arch=sm_89 -optf a.rsp\n"; // names the first: must end
  const ClangCommand command =
      translateCommand({std::string("nvcc"), "--options-file", "a.rsp"}, folder.string());
  ASSERT_GE(command.arguments.size(), 4U);
  EXPECT_EQ(command.arguments[1], "with blank");
  EXPECT_EQ(command.arches.front(), "sm_89");
  std::filesystem::remove_all(folder);
}

/// A database may be anybody's: a run over it ends all the same.
TEST(NvccCommand, OptionsFilesThatAreNotRead) {
  const auto folder = std::filesystem::path(testing::TempDir()) / "warplint_rsp_not_read";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  ASSERT_EQ(mkfifo((folder / "pipe.rsp").c_str(), 0600), 0);
  std::ofstream(folder / "self.rsp") << "-DSELF @self.rsp\n";
  std::ofstream(folder / "big.rsp") << "-DBIG\n";
  std::filesystem::resize_file(folder / "big.rsp", 40U << 20); // it takes no room
  for (char name = 'a'; name < 'z'; ++name) // 2 to the 25th, and none names itself
    std::ofstream(folder / (std::string(1, name) + ".rsp"))
        << "@" << char(name + 1) << ".rsp @" << char(name + 1) << ".rsp\n";
  std::ofstream(folder / "z.rsp") << "-DZ\n";
  const auto notes = [&](const std::string &name) {
    const std::vector<std::string> line =
        withOptionsFiles({std::string("nvcc"), "-DA", "@" + name, "-DB"}, folder.string());
    EXPECT_THAT(line, Contains("-DA")) << name;
    EXPECT_THAT(line, Contains("-DB")) << name;
    return translateCommand(line, folder.string()).notes;
  };
  EXPECT_THAT(notes("pipe.rsp"),
              ElementsAre("the options file pipe.rsp is not a regular file, and is not opened"));
  EXPECT_THAT(notes("/dev/zero"),
              ElementsAre("the options file /dev/zero is not a regular file, and is not opened"));
  EXPECT_THAT(notes("self.rsp"),
              ElementsAre("the options file self.rsp names itself, and is not read again"));
  EXPECT_THAT(notes("big.rsp"), ElementsAre("the options file big.rsp is not read: of those that a "
                                            "command names, 32 MB are"));
  EXPECT_THAT(notes("none.rsp"), ElementsAre("the options file none.rsp cannot be read: No such "
                                             "file or directory"));
  EXPECT_THAT(notes("a.rsp"), Contains(HasSubstr("is not read: a command may name 100 of them")));
  std::filesystem::remove_all(folder);
}

TEST(NvccCommand, OrdersArchitectures) {
  EXPECT_EQ(highestArch({"sm_70", "sm_100", "sm_90a"}), "sm_100");
  EXPECT_EQ(highestArch({}), "");
  EXPECT_EQ(archNumber("compute_120f"), 120U);
  EXPECT_EQ(archNumber("90"), 90U);
  EXPECT_FALSE(archNumber("native"));
  EXPECT_FALSE(archNumber("sm_"));
  EXPECT_FALSE(archNumber("sm_90x"));
}

} // namespace
} // namespace warplint::frontend
