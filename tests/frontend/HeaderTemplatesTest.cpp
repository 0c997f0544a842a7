//===- HeaderTemplatesTest.cpp - headers that a build makes -----*- C++ -*-===//
#include "lint/frontend/HeaderTemplates.h"

#include "lint/frontend/IncludeIndex.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <unistd.h>

namespace warplint::frontend {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

TEST(HeaderTemplates, WhatIsMadeOfAFile) {
  EXPECT_EQ(madeOfTemplate("config.h.in"), "config.h");
  EXPECT_EQ(madeOfTemplate("version.hpp.cmake"), "version.hpp");
  EXPECT_EQ(madeOfTemplate("config.cuh.cmake.in"), "config.cuh");
  EXPECT_EQ(madeOfTemplate("config.h.cmakein"), "config.h");
  for (const char *other :
       {"config.h", "CMakeLists.txt.in", "input.in", ".in", "in", "", "a.cmake"})
    EXPECT_EQ(madeOfTemplate(other), "") << other;
}

TEST(HeaderTemplates, NumbersStandForWhatTheBuildPutsIn) {
  const std::string text = filledIn("#pragma once\r\n"
                                    "#define MAJOR @project_MAJOR@\n"
                                    "#define CODE ${nccl:Version} // ${nccl:Suffix}\n"
                                    "#define VERSION \"@V@.@W@\"\n"
                                    "#define BACKEND() @USE_HIP@\n"
                                    "#cmakedefine HAVE_THREADS @HAVE_THREADS@\n"
                                    "#cmakedefine HAVE_POLL\n"
                                    "#cmakedefine USE_MPI\n"
                                    "  #cmakedefine01 ENABLE_LOGS\n"
                                    "#undef HAVE_UNISTD_H\n"
                                    "#undef min\n"
                                    "inline const char *mail = \"me@here\"; // $HOME, @ alone");
  for (const char *line :
       {"#define MAJOR 1\n", "#define CODE 1 // 1\n", "#define VERSION \"1.1\"\n",
        "#define BACKEND() 0\n", "#define HAVE_THREADS 1\n", "#define HAVE_POLL \n",
        "#define ENABLE_LOGS 0\n", "#define HAVE_UNISTD_H 1\n", "\n#undef min\n",
        "inline const char *mail = \"me@here\"; // $HOME, @ alone\n"})
    EXPECT_THAT(text, HasSubstr(line));
  EXPECT_THAT(text, Not(HasSubstr("USE_MPI")));
  EXPECT_THAT(text, Not(HasSubstr("pragma")));
  EXPECT_TRUE(filledIn("").starts_with("#ifndef"));
}

TEST(HeaderTemplates, WhatIsOfTheBackendIsCudas) {
  const std::string text = filledIn("#define HEADER <lib/@LIB_BACKEND_DIRECTORY@/platform.h>\n"
                                    "#define MARK LIB_@LIB_BACKEND_MACRO_NAMESPACE@_DEVICE\n"
                                    "#cmakedefine LIB_HAVE_HIP\n"
                                    "#cmakedefine LIB_HAVE_CUBLAS\n"
                                    "@LIB_MORE_INCLUDES@\n");
  EXPECT_THAT(text, HasSubstr("#define HEADER <lib/cuda/platform.h>\n"));
  EXPECT_THAT(text, HasSubstr("#define MARK LIB_CUDA_DEVICE\n"));
  EXPECT_THAT(text, Not(HasSubstr("HAVE_HIP")));
  EXPECT_THAT(text, HasSubstr("#define LIB_HAVE_CUBLAS"));
  EXPECT_THAT(text, HasSubstr("#define LIB_HAVE_CUBLAS \n\n")) << "directives, or nothing";
}

TEST(HeaderTemplates, WhatIsDefinedByHavingCudaIsOn) {
  const std::string text = filledIn("#define LIB_CUDA_ENABLED @HAVE_CUDA@\n"
                                    "#define LIB_GPU_SUPPORT @GPU_SUPPORT@\n"
                                    "#define LIB_OFFLOAD_ENABLED @WITH_CUDA@\n"
                                    "#define LIB_DEBUG_ENABLED @HAVE_DEBUG@\n"
                                    "#define LIB_HIP_ENABLED @HAVE_GPU@\n"
                                    "#cmakedefine01 LIB_CUDA_FOUND\n"
                                    "#cmakedefine01 LIB_CUDA_TESTS_ENABLED\n"
                                    "#cmakedefine01 LIB_NO_CUDA_SUPPORT\n"
                                    "#cmakedefine01 ENABLE_LOGS\n");
  for (const char *line : {"#define LIB_CUDA_ENABLED 1\n", "#define LIB_GPU_SUPPORT 1\n",
                           "#define LIB_OFFLOAD_ENABLED 1\n", "#define LIB_DEBUG_ENABLED 0\n",
                           "#define LIB_HIP_ENABLED 0\n", "#define LIB_CUDA_FOUND 1\n",
                           "#define LIB_CUDA_TESTS_ENABLED 0\n", "#define LIB_NO_CUDA_SUPPORT 0\n",
                           "#define ENABLE_LOGS 0\n"})
    EXPECT_THAT(text, HasSubstr(line));
}

TEST(HeaderTemplates, CudaIsSwitchedOn) {
  const std::string text = filledIn("#cmakedefine MY_USE_CUDA 1\n"
                                    "#cmakedefine01 GMX_GPU_CUDA\n"
                                    "#cmakedefine01 GMX_GPU_HIP\n"
                                    "#cmakedefine MY_USE_HIP_GPU 1\n"
                                    "#cmakedefine USE_CUDA_STREAMS 1\n"
                                    "#cmakedefine01 GMX_DOUBLE\n"
                                    "#cmakedefine MY_COMPLEX 1\n"
                                    "#cmakedefine MY_VERSION @MY_VERSION@\n"
                                    "#undef USING_CUSPARSE\n"
                                    "#undef USING_SYCL\n"
                                    "#define WARP_SIZE @MY_WARP_SIZE@\n"
                                    "#define MAX_BLOCK_SIZE @MAX_BLOCK_SIZE@\n"
                                    "#define SIZEOF_VOIDP @SIZEOF_VOIDP@\n"
                                    "#define WARPSIZE @LANES@\n"
                                    "#define LANES @USE_LANES@\n");
  for (const char *line :
       {"#define MY_USE_CUDA 1\n", "#define GMX_GPU_CUDA 1\n", "#define USING_CUSPARSE 1\n",
        "#define GMX_GPU_HIP 0\n", "#define WARP_SIZE 32\n", "#define WARPSIZE 32\n",
        "#define MAX_BLOCK_SIZE 256\n", "#define SIZEOF_VOIDP 8\n", "#define LANES 0\n",
        "#undef USING_SYCL\n"})
    EXPECT_THAT(text, HasSubstr(line));
  EXPECT_THAT(text, Not(HasSubstr("MY_USE_HIP_GPU")));
  EXPECT_THAT(text, Not(HasSubstr("USE_CUDA_STREAMS")));
  EXPECT_THAT(text, Not(HasSubstr("MY_COMPLEX")));
}

TEST(HeaderTemplates, AreFoundWhereThereIsNoHeader) {
  const fs::path folder =
      fs::canonical(testing::TempDir()) / ("warplint_templates_" + std::to_string(getpid()));
  const auto write = [&](const char *name) {
    fs::create_directories((folder / name).parent_path());
    std::ofstream(folder / name) << "\n";
  };
  for (const char *name : {"pop/cmake/config.h.in", "pop/src/a.cu", "pop/src/there.h",
                           "pop/src/there.h.in", "other/version.h.in", "far/away/config.h"})
    write(name);
  IncludeIndex index(folder.string());
  const std::string includer = (folder / "pop/src/a.cu").string();
  EXPECT_EQ(index.find("config.h", includer), (folder / "pop/cmake/config.h.in").string());
  EXPECT_EQ(index.find("Pop/config.h", includer), (folder / "pop/cmake/config.h.in").string());
  EXPECT_EQ(index.find("pop/made/config.h", includer), (folder / "pop/cmake/config.h.in").string())
      << "a build may put it into a folder below";
  EXPECT_EQ(index.find("there.h", includer), (folder / "pop/src/there.h").string());
  EXPECT_EQ(index.find("thrust/version.h", includer), std::nullopt) << "another library's";
  fs::remove_all(folder);
}

} // namespace
} // namespace warplint::frontend
