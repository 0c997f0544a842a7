//===- FrontendTest.cpp - whole runs, with the analysis doubled -*- C++ -*-===//
#include "lint/frontend/Frontend.h"

#include "lint/frontend/InputFiles.h"
#include "lint/frontend/Toolkit.h"

#include <gmock/gmock.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <set>
#include <sys/stat.h>
#include <unistd.h>

namespace warplint::frontend {
namespace {

namespace fs = std::filesystem;
using testing::Contains;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

/// A project in a folder of its own.
class Frontend : public testing::Test {
protected:
  void SetUp() override {
    static std::atomic<int> number = 0;
    folder_ = fs::canonical(testing::TempDir()) /
              ("warplint_" + std::to_string(getpid()) + "_" + std::to_string(number++));
    fs::create_directories(folder_);
    options_.cudaPath = "none";
    options_.jobs = 2;
    options_.timeLimit = std::chrono::seconds(60);
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string write(const std::string &name, const std::string &text) {
    const fs::path path = folder_ / name;
    fs::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << text;
    return path.string();
  }

  /// Analyses the folder, or the paths in the options if there are any.
  std::vector<FileAnalysis> run() {
    if (options_.paths.empty())
      options_.paths = {folder_.string()};
    auto result = analyse(options_, {});
    if (!result) {
      ADD_FAILURE() << result.error().str();
      return {};
    }
    for (FileAnalysis &file : *result)
      if (file.file.starts_with(folder_.string()))
        file.file = file.file.substr(folder_.string().size() + 1);
    return *result;
  }

  /// How often one.cu is read, if that is all there is.
  unsigned readings(const std::string &text) {
    write("one.cu", text);
    options_.paths = {folder_.string()};
    unsigned times = 0;
    const auto result =
        analyse(options_, [&](const Progress &progress) { times = progress.readings; });
    EXPECT_TRUE(result && result->size() == 1);
    return times;
  }

  FileAnalysis runOne(const std::string &text) {
    write("one.cu", text);
    auto files = run();
    EXPECT_EQ(files.size(), 1U);
    return files.empty() ? FileAnalysis() : files.front();
  }

  static std::vector<std::string> names(const std::vector<FileAnalysis> &files) {
    std::vector<std::string> all;
    for (const FileAnalysis &file : files)
      all.push_back(file.file);
    return all;
  }

  static std::int64_t number(const FileAnalysis &file, const char *name) {
    for (const Site &site : file.sites)
      if (auto value = numberAt(site.evidence, name))
        return static_cast<std::int64_t>(*value);
    return -1;
  }

  fs::path folder_;
  Options options_;
};

const char *const plainKernel = "__global__ void k(float *p) { p[threadIdx.x] = 1; }\n";

TEST_F(Frontend, AnalysesAKernelWithoutAnyToolkit) {
  const FileAnalysis file =
      runOne("#include <cuda_runtime.h>\n" + std::string(plainKernel) +
             "int main() { k<<<1, 32>>>(nullptr); return cudaDeviceSynchronize(); }\n");
  EXPECT_EQ(file.status, FileStatus::Analysed) << testing::PrintToString(file.notes);
  EXPECT_EQ(file.kernels, 1U);
  EXPECT_THAT(file.notes, IsEmpty());
  std::vector<Site> ofKernel = file.sites;
  std::erase_if(ofKernel, [](const Site &site) { return site.span.line == 3; }); // the host's
  ASSERT_THAT(ofKernel, SizeIs(1));
  EXPECT_EQ(ofKernel.front().kernel, "k");
  EXPECT_EQ(ofKernel.front().span.line, 2U);
}

TEST_F(Frontend, CarriesItsHeaders) {
  EXPECT_THAT(embeddedHeaders(), Contains("/__warplint__/resource/include/stddef.h"));
  EXPECT_THAT(embeddedHeaders(), Contains("/__warplint__/cuda_model/prelude.h"));
}

TEST_F(Frontend, FindsTheProjectAboveTheFolder) {
  // No repository says how far the project reaches; the includes of the folder do.
  write("lib/include/lib/shape.h", "#include \"lib/size.h\"\nstruct Shape { int width; };\n");
  write("lib/include/lib/size.h", "constexpr int size = 32;\n");
  write("lib/tools/util/include/lib/util/check.h", "inline void check() {}\n");
  write("lib/examples/deep/a.cu",
        "#include <lib/shape.h>\n#include \"lib/util/check.h\"\n"
        "__global__ void k(Shape s, float *p) { p[s.width + size + threadIdx.x] = 1; }\n");
  for (const char *path : {"lib/examples", "lib/examples/deep", "lib/examples/deep/a.cu"}) {
    options_.paths = {(folder_ / path).string()};
    const auto files = run();
    ASSERT_THAT(files, SizeIs(1)) << path;
    EXPECT_EQ(files.front().status, FileStatus::Analysed)
        << path << testing::PrintToString(files.front().notes);
  }
  // A name that only looks like it, and a folder that is a Toolkit.
  write("kit/include/cuda_runtime.h", "");
  write("kit/include/lib/shape.h", "struct Shape { int width; };\n");
  write("kit/samples/b.cu", "#include <lib/shape.h>\n" + std::string(plainKernel));
  options_.paths = {(folder_ / "kit/samples").string()};
  const auto files = run();
  ASSERT_THAT(files, SizeIs(1));
  EXPECT_THAT(files.front().notes, Contains(HasSubstr("not found: lib/shape.h")));
}

TEST_F(Frontend, ReadsTheCoreLibrariesOwnRepositoryWithItself) {
  const std::string use = "#include <cub/block/block_own.cuh>\n#include <cub/version.cuh>\n"
                          "#include <thrust/version.h>\n#include <cuda/std/version>\n"
                          "__global__ void k(own::Of<CUB_HERE + THRUST_HERE + CUDA_HERE> *p) {\n"
                          "  p->x = threadIdx.x;\n}\n";
  write("cub/test/a.cu", use);
  write("cub/cub/block/block_own.cuh",
        "namespace own { template <int N> struct Of { static_assert(N == 3); int x; }; }\n");
  write("cub/cub/version.cuh", "#define CUB_HERE 1\n");
  write("thrust/thrust/version.h", "#define THRUST_HERE 1\n");
  write("libcudacxx/include/cuda/std/version", "#define CUDA_HERE 1\n");
  options_.paths = {folder_.string()};
  const auto find = [this] {
    for (const FileAnalysis &file : run())
      if (file.file == "cub/test/a.cu")
        return file;
    return FileAnalysis();
  };
  const FileAnalysis own = find();
  EXPECT_EQ(own.status, FileStatus::Analysed) << testing::PrintToString(own.notes);
  // A copy of one of them is not that repository.
  fs::remove_all(folder_ / "libcudacxx");
  EXPECT_EQ(find().status, FileStatus::Partial) << "the model's header came first";
}

TEST_F(Frontend, FindsTheTopOfAnUnpackedArchive) {
  const std::string use = "#include <cub/version.cuh>\n#include <thrust/version.h>\n"
                          "#include <cuda/std/version>\n"
                          "__global__ void k(int *p) {\n"
                          "  p[threadIdx.x] = CUB_HERE + THRUST_HERE + CUDA_HERE;\n}\n";
  const std::string path = write("work/cccl/cub/test/deep/a.cu", use);
  write("work/cccl/cub/cub/version.cuh", "#define CUB_HERE 1\n");
  write("work/cccl/thrust/thrust/version.h", "#define THRUST_HERE 1\n");
  write("work/cccl/libcudacxx/include/cuda/std/version", "#define CUDA_HERE 1\n");
  const auto status = [this](std::vector<std::string> paths) {
    options_.paths = std::move(paths);
    for (const FileAnalysis &file : run())
      if (file.file.ends_with("deep/a.cu"))
        return file.status;
    return FileStatus::Failed;
  };
  const std::string tests = (folder_ / "work/cccl/cub/test").string();
  // A part with a license of its own, and a build.
  write("work/cccl/cub/LICENSE.TXT", "");
  write("work/cccl/cub/test/CMakeLists.txt", "");
  EXPECT_NE(status({tests}), FileStatus::Analysed) << "nothing says that the others belong to it";
  // What was given does ...
  EXPECT_EQ(status({tests, (folder_ / "work/cccl").string()}), FileStatus::Analysed);
  // ... and so does what stands at the top.
  write("work/cccl/LICENSE", "");
  EXPECT_EQ(status({tests}), FileStatus::Analysed);
  EXPECT_EQ(status({path}), FileStatus::Analysed);
  // The same where the archive was unpacked in a repository.
  write("work/.git/HEAD", "");
  EXPECT_EQ(status({path}), FileStatus::Analysed);
}

TEST_F(Frontend, ReadsCoreLibrariesThatAProjectBrings) {
  const std::string use = "#include <cub/version.cuh>\n#include <thrust/version.h>\n"
                          "#include <cuda/std/version>\n"
                          "__global__ void k(int *p) {\n"
                          "  p[threadIdx.x] = CUB_HERE + THRUST_HERE + CUDA_HERE;\n}\n";
  const std::string path = write("src/a.cu", use);
  write("third_party/cccl/cub/cub/version.cuh", "#define CUB_HERE 1\n");
  write("third_party/cccl/thrust/thrust/version.h", "#define THRUST_HERE 1\n");
  write("third_party/cccl/libcudacxx/include/cuda/std/version", "#define CUDA_HERE 1\n");
  options_.paths = {path};
  const auto status = [this] {
    const auto files = run();
    return files.size() == 1 ? files.front().status : FileStatus::Failed;
  };
  EXPECT_NE(status(), FileStatus::Analysed) << "nothing says that these folders belong to it";
  write(".git/HEAD", "");
  EXPECT_EQ(status(), FileStatus::Analysed);

  // Where a command names them, they come before the model's as well, however it does so.
  fs::rename(folder_ / "third_party", folder_ / "kept");
  EXPECT_NE(status(), FileStatus::Analysed);
  const auto command = [&](const std::string &cudacxx) {
    write("compile_commands.json",
          R"([{"directory": ")" + folder_.string() + R"(", "file": ")" + path +
              R"(", "command": "nvcc -Ikept/cccl/cub -isystem kept/cccl/thrust )" + cudacxx +
              R"( -c )" + path + R"("}])");
  };
  options_.buildDirectory = folder_.string();
  command("-isystem=kept/cccl/libcudacxx/include");
  EXPECT_EQ(status(), FileStatus::Analysed);
  // Two of the three are of one version, and the third of another.
  command("");
  EXPECT_NE(status(), FileStatus::Analysed);
}

//===--- inputs ---===//

TEST_F(Frontend, WalksFolders) {
  write("a.cu", plainKernel);
  write("deep/er/b.cu", plainKernel);
  write("alone.cuh", plainKernel);
  write("device.h", "inline __device__ int f() { return 1; }\n");
  write("Device.H", "inline __device__ int g() { return 1; }\n");
  write("device.tpp", "// template bodies\ntemplate <class T> __device__ T h() { return 1; }\n");
  write("host.h", "// no __device__ code\nint f();\n");
  write("host.cpp", "int main() {}\n");
  write("notes.txt", plainKernel);
  write(".hidden/c.cu", plainKernel);
  write("deep/.dot.cu", plainKernel);
  write("deep/._b.cu", plainKernel);
  write("out/CMakeCache.txt", "");
  write("out/d.cu", plainKernel);
  write("third_party/e.cu", plainKernel);
  write("gen_1.cu", plainKernel);
  options_.exclude = {"third_party", "gen_*.cu"};
  EXPECT_THAT(names(run()), ElementsAre("Device.H", "a.cu", "alone.cuh", "deep/.dot.cu",
                                        "deep/er/b.cu", "device.h", "device.tpp"));

  write(".git/e.cu", plainKernel);
  options_.withIgnored = true;
  EXPECT_THAT(names(run()), ElementsAre(".hidden/c.cu", "Device.H", "a.cu", "alone.cuh",
                                        "deep/.dot.cu", "deep/er/b.cu", "device.h", "device.tpp"));
}

TEST_F(Frontend, AHeaderIsShownByASourceInAHiddenFolderWhereThoseAreTaken) {
  std::filesystem::create_directories(folder_ / ".git");
  options_.paths = {write("part.h", "__global__ void k(Element *p) { p[threadIdx.x] = 1; }\n")};
  write(".ci/a.cu", "typedef float Element;\n#include \"../part.h\"\n");
  EXPECT_NE(run().at(0).status, FileStatus::Analysed);
  options_.withIgnored = true;
  EXPECT_EQ(run().at(0).status, FileStatus::Analysed);
}

TEST_F(Frontend, AnalysesNamedFilesWhateverTheyAreCalled) {
  options_.paths = {write("kernel.txt", plainKernel), write("x/excluded.cu", plainKernel)};
  options_.exclude = {"x"};
  for (const FileAnalysis &file : run())
    EXPECT_EQ(file.kernels, 1U) << file.file;
}

// As in the archive of a repository, whose Makefiles say -I../../include.
TEST_F(Frontend, HeadersOfAFolderForThemAreFoundAboveAFile) {
  write("include/helper.h", "#pragma once\n__device__ inline int twice(int i) { return 2 * i; }\n");
  const std::string file =
      write("chapter1/first/first.cu",
            "#include \"helper.h\"\n__global__ void k(float *p) { p[twice(1)] = 1; }\n");
  options_.paths = {file};
  const auto files = run();
  ASSERT_THAT(names(files), ElementsAre("chapter1/first/first.cu"));
  EXPECT_EQ(files[0].status, FileStatus::Analysed);
  EXPECT_THAT(files[0].includedFiles, ElementsAre(EndsWith("/include/helper.h")));
}

// QuEST's kernels are in a header of a .cpp file, which CMake has compiled as CUDA.
TEST_F(Frontend, WhatLaunchesKernelsIsASource) {
  write("kernels.cuh", "__global__ void k(TYPE *p) { p[0] = 1; }\n");
  write("launches.cpp", "#define TYPE float\n#if WITH_CUDA\n#include \"kernels.cuh\"\n"
                        "void f(float *p) { k<<<1, 32>>>(p); }\n#endif\n");
  write("shifts.cpp", "// k<<<1, 32>>>(p)\nconst char *text = \"k<<<1, 32>>>(p)\";\n");
  auto files = run();
  ASSERT_THAT(names(files), ElementsAre("kernels.cuh", "launches.cpp"));
  EXPECT_EQ(files[0].status, FileStatus::Analysed);
  EXPECT_EQ(files[0].kernels, 1U);
  EXPECT_EQ(files[1].status, FileStatus::Analysed);
}

TEST_F(Frontend, AFolderMayBeNamedAsAFile) {
  write("fast.cu/a.cu", plainKernel);
  options_.paths = {(folder_ / "fast.cu").string()};
  EXPECT_THAT(names(run()), ElementsAre("fast.cu/a.cu"));
}

TEST_F(Frontend, EachFileOnce) {
  const std::string path = write("a.cu", plainKernel);
  options_.paths = {path, folder_.string(), folder_.string() + "/./a.cu"};
  EXPECT_THAT(names(run()), ElementsAre("a.cu"));
}

TEST_F(Frontend, AFileAndALinkToItAreAnalysedOnce) {
  const std::string path = write("b.cu", plainKernel);
  std::filesystem::create_symlink("b.cu", folder_ / "a.cu");
  std::filesystem::create_directory_symlink(".", folder_ / "again");
  std::filesystem::create_hard_link(path, folder_ / "other.cu");
  options_.paths = {(folder_ / "a.cu").string(), path, (folder_ / "again/b.cu").string(),
                    (folder_ / "other.cu").string()};
  const std::vector<FileAnalysis> files = run();
  ASSERT_THAT(names(files), ElementsAre("a.cu", "again/b.cu", "b.cu", "other.cu"));
  EXPECT_THAT(files[0].notes, ElementsAre(HasSubstr("b.cu, which is analysed")));
  EXPECT_EQ(files[0].kernels, 0U);
  EXPECT_EQ(files[1].kernels, 0U);
  EXPECT_EQ(files[2].kernels, 1U);
  EXPECT_EQ(files[3].kernels, 1U) << "a file of its own";
  options_.paths = {(folder_ / "a.cu").string()};
  EXPECT_EQ(run().front().kernels, 1U) << "alone, it stands for the file";
}

TEST_F(Frontend, WrongOptionsAreErrors) {
  const auto message = [&](Options options) {
    options.paths = {folder_.string()};
    auto result = analyse(options, {});
    return result ? std::string() : result.error().str();
  };
  Options options;
  options.exclude = {"a[b"};
  EXPECT_THAT(message(options), HasSubstr("a[b"));
  options = {};
  options.cudaPath = folder_.string();
  EXPECT_THAT(message(options), HasSubstr("no CUDA Toolkit in"));
  options = {};
  options.arch = "fast";
  EXPECT_THAT(message(options), HasSubstr("`fast`"));
  options = {};
  options.buildDirectory = folder_.string();
  EXPECT_THAT(message(options), HasSubstr("compile_commands.json"));
  options.buildDirectory = write("broken/compile_commands.json", "[{");
  EXPECT_THAT(message(options), HasSubstr("compile database cannot be read"));
}

// AMReX's programs say `[=] AMREX_GPU_DEVICE (int i) { … }`, and their builds `-x cu`.
TEST_F(Frontend, WhatTheBuildCompilesAsCudaIsASource) {
  write("mark.h", "#pragma once\n#ifdef GPU\n#define KERNEL __global__\n#else\n"
                  "#define KERNEL\n#endif\n");
  std::string commands;
  const auto compiled = [&](const char *name, const std::string &compiler) {
    const std::string path =
        write(name, "#include \"mark.h\"\nKERNEL void k(float *p) { p[0] = 1; }\n");
    commands += (commands.empty() ? "" : ", ") + (R"({"directory": ")" + folder_.string()) +
                R"(", "file": ")" + path + R"(", "command": ")" + compiler + " -DGPU -c " + name +
                R"("})";
  };
  compiled("a.cpp", "nvcc -x cu");
  compiled("b.cpp", "nvcc --x=cu");
  compiled("c.cc", "clang++ -x c++ -x cuda");
  compiled("d.cxx", "clang++ -xcuda");
  compiled("host.cpp", "nvcc");
  compiled("host.cc", "g++ -x cuda -x c++");
  write("unknown.cpp", "#include \"mark.h\"\nKERNEL void k(float *p) {}\n");
  write("compile_commands.json", "[" + commands + "]");
  options_.buildDirectory = folder_.string();
  const auto files = run();
  EXPECT_THAT(names(files), ElementsAre("a.cpp", "b.cpp", "c.cc", "d.cxx", "mark.h"));
  for (const FileAnalysis &file : files)
    EXPECT_EQ(file.status, FileStatus::Analysed) << file.file;
  EXPECT_THAT(files[0].sites, SizeIs(1));
  EXPECT_EQ(files[0].sites[0].kernel, "k");
}

// Hypre's kernels stand in files of C, which its build hands to nvcc as CUDA.
TEST_F(Frontend, FilesOfCWithKernelsAreSources) {
  write("config.h.in", "#undef LIBRARY_USING_CUDA\n#undef LIBRARY_USING_SYCL\n"
                       "#define LIBRARY_WARP_SIZE @LIBRARY_WARP_SIZE@\n");
  write("kernel.c", "#include \"config.h\"\n"
                    "#if defined(LIBRARY_USING_SYCL)\n#error another platform\n#endif\n"
                    "#if defined(LIBRARY_USING_CUDA)\n"
                    "__global__ void k(float *p) {\n"
                    "  static_assert(LIBRARY_WARP_SIZE == 32);\n"
                    "  p[2 * threadIdx.x] = 1;\n}\n"
                    "void run(float *p) { k<<<8, 256>>>(p); }\n"
                    "#endif\n");
  write("host.c", "int main(void) { return 0; }\n");
  const auto files = run();
  ASSERT_THAT(names(files), ElementsAre("kernel.c"));
  EXPECT_EQ(files[0].status, FileStatus::Analysed);
  EXPECT_EQ(files[0].kernels, 1U);
}

// Of oneflow's kernels nothing is lost by what a header's functions lack that nobody calls.
TEST_F(Frontend, KernelsThatAMacroSwitchesOnOutweighErrorsInHeaders) {
  write("helpers.h", "#pragma once\n#ifdef WITH_CUDA\n"
                     "__device__ inline int one() { return missing_one(); }\n"
                     "__device__ inline int two() { return missing_two(); }\n#endif\n");
  write("kernel.cu", "#include \"helpers.h\"\n#ifdef WITH_CUDA\n"
                     "__global__ void k(float *p) { p[threadIdx.x] = 1; }\n"
                     "void run(float *p) { k<<<8, 256>>>(p); }\n#endif\n");
  options_.paths = {(folder_ / "kernel.cu").string()};
  const auto files = run();
  ASSERT_THAT(names(files), ElementsAre("kernel.cu"));
  EXPECT_EQ(files[0].kernels, 1U);
}

TEST_F(Frontend, AFileOfWhichNothingIsSeenIsWorthErrors) {
  write("kernel.cu", "#ifdef WITH_CUDA\n"
                     "__global__ void k(float *p) { p[threadIdx.x] = MISSING_NUMBER; }\n"
                     "#endif\n");
  options_.paths = {(folder_ / "kernel.cu").string()};
  const auto files = run();
  ASSERT_THAT(names(files), ElementsAre("kernel.cu"));
  EXPECT_EQ(files[0].kernels, 1U);
  EXPECT_THAT(files[0].notes, Contains(HasSubstr("nothing defines MISSING_NUMBER")));
}

TEST_F(Frontend, WordsThatBuildsWithoutCudaDefineAwayAreBroughtBack) {
  write("base.h", "#pragma once\n#ifdef LIB_WITH_CUDA\n#include <cuda_runtime.h>\n#else\n"
                  "#include \"fake.h\"\n#endif\n");
  write("fake.h", "#ifndef FAKE_H\n#define FAKE_H\n#define __device__\n#define __host__\n"
                  "#define __global__\n#endif\n");
  write("by_header.cu", "#include \"base.h\"\n"
                        "__global__ void k(float *p) { p[threadIdx.x] = 1; }\n"
                        "#ifdef LIB_WITH_CUDA\nvoid f(float *p) { k<<<8, 96>>>(p); }\n#endif\n");
  write("itself.cu", "#ifndef USE_CUDA\n#define __global__\n#endif\n"
                     "__global__ void k(float *p, int i) { p[i] = 1; }\n");
  write("portable.h", "#pragma once\n#if defined(PORT_CUDA)\n#define PORT_KERNEL __global__\n"
                      "#define PORT_LANE threadIdx.x\n#else\n#define PORT_KERNEL\n"
                      "#define PORT_LANE 0\n#endif\n");
  write("by_name.cu", "#include \"portable.h\"\n"
                      "PORT_KERNEL void k(float *p) { p[PORT_LANE] = 1; }\n");
  for (const char *name : {"by_header.cu", "itself.cu", "by_name.cu"}) {
    options_.paths = {(folder_ / name).string()};
    const auto files = run();
    ASSERT_THAT(names(files), Contains(name));
    const auto file = llvm::find_if(files, [&](const auto &one) { return one.file == name; });
    EXPECT_EQ(file->kernels, 1U) << name;
    EXPECT_EQ(file->status, FileStatus::Analysed) << name << testing::PrintToString(file->notes);
  }
}

TEST_F(Frontend, WordsOfMissingHeadersThatStandForGlobal) {
  for (const char *word : {"LIB_GLOBAL", "LIB_KERNEL"})
    for (const char *before : {"", "template <class T = float> "}) {
      const std::string name(word);
      const FileAnalysis file = runOne("#include <lib/export.h>\n" + std::string(before) + name +
                                       " void k(float *p) { p[threadIdx.x] = 1; }\n"
                                       "void f(float *p) { k<<<8, 96>>>(p); }\n");
      EXPECT_EQ(file.kernels, 1U) << before << word;
      EXPECT_THAT(file.notes, Contains(HasSubstr("`" + name +
                                                 "`, which stands before a type: taken for "
                                                 "`__global__`")))
          << before << word;
    }
}

TEST_F(Frontend, KernelsWithParametersOfUnknownTypesAreSeen) {
  const FileAnalysis file =
      runOne("#include <lib/view.hpp>\n"
             "__global__ void first(lib::view<float> v, float *p) { p[threadIdx.x] = 1; }\n"
             "template <class T> __global__ void second(T *p, const lib::span<T const, 2> &v) {\n"
             "  p[threadIdx.x] = 1;\n}\n"
             "__global__ void third(float *p, View v) { p[threadIdx.x] = v.size(); }\n"
             "void f(float *p) { third<<<8, 96>>>(p, {}); }\n");
  EXPECT_EQ(file.kernels, 3U);
  EXPECT_EQ(file.status, FileStatus::Partial) << "of the third not all is known";
  EXPECT_THAT(file.notes, Contains(HasSubstr("types that no header at hand declares")));
  std::set<std::string> kernels;
  for (const Site &site : file.sites)
    if (site.kind == SiteKind::Kernel)
      kernels.insert(site.kernel);
  EXPECT_THAT(kernels, testing::IsSupersetOf({"first", "third"}))
      << "the template is launched nowhere";
}

TEST_F(Frontend, HostCodeThatDoesNotCompileIsNamed) {
  const std::string kernel = "__global__ void k(float *p) { p[threadIdx.x] = 1; }\n";
  const FileAnalysis wrong = runOne(kernel + "int f(int s) { if (auto s = (s); s) return 1; }\n");
  EXPECT_EQ(wrong.status, FileStatus::Analysed) << "the kernel is whole";
  EXPECT_THAT(wrong.notes, Contains(HasSubstr("it does not compile: ")));
  // What is not at hand may be what is missing.
  for (const char *text : {"#include <lib/base.h>\nint f(Base b) { b = {1, 2}; return *b; }\n",
                           "int f() { return fromABuild(1); }\n"})
    EXPECT_THAT(runOne(kernel + text).notes, Not(Contains(HasSubstr("does not compile")))) << text;
}

TEST_F(Frontend, RestrictOnAnArrayOfAParameter) {
  const FileAnalysis file = runOne("template <int N> __device__ float first(const float "
                                   "__restrict__ a[4 * N]) { return a[0]; }\n"
                                   "__global__ void k(const float __restrict__ a[8], float *p) { "
                                   "p[threadIdx.x] = first<2>(a); }\n");
  EXPECT_EQ(file.status, FileStatus::Analysed) << testing::PrintToString(file.notes);
}

TEST_F(Frontend, FilesThatOnlyABuildMakesCudaAreNamed) {
  write("mark.h", "#define MARK __device__\n#define START __global__\n");
  write("src/lambda.cpp", "void f() { run([=] MARK (int i) {}); }\n");
  write("src/kernel.cc", "START void k();\n");
  write("src/plain.cpp", "MARK int f();\n");
  write("src/inline.h", "START void h();\n");
  std::vector<std::string> notes;
  options_.note = [&](const std::string &note) { notes.push_back(note); };
  EXPECT_THAT(names(run()), ElementsAre("mark.h"));
  ASSERT_THAT(notes, SizeIs(1));
  EXPECT_THAT(notes[0], HasSubstr("2 C++ files with code for the device were not analysed"));
  EXPECT_THAT(notes[0], HasSubstr("`START` of "));
  EXPECT_THAT(notes[0], HasSubstr("src/kernel.cc, "));
  EXPECT_THAT(notes[0], HasSubstr("src/lambda.cpp"));
  // A build that is known says that they are the host's.
  notes.clear();
  write("compile_commands.json", "[]");
  options_.buildDirectory = folder_.string();
  run();
  EXPECT_THAT(notes, IsEmpty());
}

TEST_F(Frontend, FragmentsAreSeenThroughTheirIncluders) {
  write("main.cu", "#define TYPE float\n#include \"body.cu\"\n");
  write("body.cu", "__global__ void k(TYPE *p) { p[0] = 1; }\n");
  auto files = run();
  ASSERT_THAT(names(files), ElementsAre("body.cu", "main.cu"));
  EXPECT_EQ(files[0].status, FileStatus::Analysed);
  EXPECT_EQ(files[0].kernels, 1U);
  EXPECT_THAT(files[0].notes, ElementsAre(HasSubstr("main.cu")));
  EXPECT_THAT(files[0].sites, IsEmpty());
  EXPECT_EQ(files[1].kernels, 0U);
  EXPECT_THAT(files[1].sites, SizeIs(1));
  EXPECT_THAT(files[1].includedFiles, ElementsAre(HasSubstr("body.cu")));
}

TEST_F(Frontend, FilesThatIncludeEachOtherAreNotForgotten) {
  write("a.cu", "#pragma once\n#include \"b.cu\"\n__global__ void a() {}\n");
  write("b.cu", "#pragma once\n#include \"a.cu\"\n__global__ void b() {}\n");
  auto files = run();
  ASSERT_THAT(names(files), ElementsAre("a.cu", "b.cu"));
  EXPECT_EQ(files[0].kernels, 1U);
  EXPECT_EQ(files[1].kernels, 1U);
}

TEST_F(Frontend, HeadersNobodyIncludesAreAnalysedAlone) {
  write("main.cu", "#include \"used.cuh\"\n");
  write("used.cuh", plainKernel);
  write("unused.cuh", "__global__ void u() {}\n");
  auto files = run();
  ASSERT_THAT(names(files), ElementsAre("main.cu", "unused.cuh", "used.cuh"));
  EXPECT_THAT(files[1].sites, SizeIs(1));
  EXPECT_THAT(files[2].notes, ElementsAre(HasSubstr("main.cu")));
  EXPECT_EQ(files[2].kernels, 1U);
}

TEST_F(Frontend, HeadersThatAreNoneByThemselvesAreShownAsPartOfASource) {
  std::filesystem::create_directories(folder_ / ".git");
  const std::string header =
      write("kernels/body.cuh", "__global__ void k(Number *p) { p[0] = 1; }\n"
                                "template <int n> __global__ void t(float *p) { p[n] = 1; }\n");
  write("kernels/body.cu", "typedef float Number;\n#include \"body.cuh\"\n"
                           "__global__ void ofSource() {}\n"
                           "void run(float *p) { t<3><<<1, 64>>>(p); }\n");
  write("kernels/another.cu", "typedef int Number;\n#include \"body.cuh\"\n");
  options_.paths = {header};
  options_.cacheFolder = (folder_ / "cache").string();
  std::vector<std::string> read;
  const auto again = [&] {
    read.clear();
    auto result = analyse(options_, [&](const Progress &progress) {
      if (progress.readings > 0)
        read.push_back(progress.file);
    });
    EXPECT_TRUE(result && result->size() == 1);
    return result && !result->empty() ? result->front() : FileAnalysis();
  };
  FileAnalysis file = again();
  EXPECT_EQ(file.status, FileStatus::Analysed);
  EXPECT_EQ(file.kernels, 2U);
  EXPECT_THAT(file.notes, ElementsAre(EndsWith("body.cu")));
  std::set<std::string> kernels;
  for (const Site &site : file.sites)
    kernels.insert(site.kernel);
  EXPECT_THAT(kernels, ElementsAre("k", "t"));
  EXPECT_THAT(file.includedFiles, ElementsAre(EndsWith("body.cu")));
  EXPECT_THAT(read, Contains(EndsWith("body.cuh"))) << "alone";
  // Another time nobody needs to find that out, neither where nothing has changed nor where it has.
  const FileAnalysis same = again();
  EXPECT_THAT(read, IsEmpty());
  EXPECT_EQ(same.notes, file.notes);
  EXPECT_THAT(same.sites, SizeIs(file.sites.size()));
  write("kernels/body.cuh", "__global__ void k(Number *p) { p[1] = 1; }\n");
  file = again();
  EXPECT_THAT(read, ElementsAre(EndsWith("body.cu")));
  EXPECT_EQ(file.kernels, 1U);
  // A closer source that has come since goes before one that was found.
  std::filesystem::rename(folder_ / "kernels/body.cu", folder_ / "elsewhere.cu");
  EXPECT_THAT(again().notes, ElementsAre(EndsWith("another.cu")));
  write("kernels/body.cu", "typedef float Number;\n#include \"body.cuh\"\n");
  EXPECT_THAT(again().notes, ElementsAre(EndsWith("kernels/body.cu")));
  // Without that source, by another one; and without any, alone.
  std::filesystem::remove(folder_ / "kernels/body.cu");
  EXPECT_THAT(again().notes, ElementsAre(EndsWith("another.cu")));
  std::filesystem::remove(folder_ / "kernels/another.cu");
  EXPECT_THAT(again().notes, ElementsAre(EndsWith("elsewhere.cu")));
  std::filesystem::remove(folder_ / "elsewhere.cu");
  EXPECT_EQ(again().status, FileStatus::Partial);
  EXPECT_EQ(again().status, FileStatus::Partial);
  EXPECT_THAT(read, IsEmpty());
  write("kernels/another.cu", "typedef int Number;\n#include \"body.cuh\"\n");
  EXPECT_EQ(again().status, FileStatus::Analysed);
}

TEST_F(Frontend, HeadersThatAreShownInASourceAreNotLookedAtAlone) {
  std::filesystem::create_directories(folder_ / ".git");
  const std::string header =
      write("part.cuh", "__device__ inline Real grow(Real x) { return x; }\n");
  write("use.cu", "typedef float Real;\n#include \"part.cuh\"\n"
                  "__global__ void k(Real *p) { *p = grow(*p); }\n");
  options_.paths = {header};
  const std::vector<FileAnalysis> files = run();
  ASSERT_THAT(files, SizeIs(1));
  EXPECT_THAT(files[0].notes, ElementsAre(EndsWith("use.cu")));
}

TEST_F(Frontend, HeadersThatSourcesOfTheRunShowAreNotSaidTwice) {
  std::filesystem::create_directories(folder_ / ".git");
  const std::string header = write("body.cuh", "__global__ void k(Number *p) { p[0] = 1; }\n");
  const std::string source = write("a.cu", "typedef float Number;\n#include \"body.cuh\"\n");
  options_.paths = {header, source};
  const std::vector<FileAnalysis> files = run();
  ASSERT_THAT(names(files), ElementsAre("a.cu", "body.cuh"));
  EXPECT_THAT(files[0].sites, SizeIs(1));
  EXPECT_THAT(files[1].sites, IsEmpty());
  EXPECT_EQ(files[1].status, FileStatus::Analysed);
}

TEST_F(Frontend, HeadersMayIncludeEachOther) {
  const std::string header = write("a.cuh", "#pragma once\nstruct A { int a; };\n"
                                            "#include \"b.cuh\"\n__global__ void a(A *p) {}\n");
  write("b.cuh", "#pragma once\n#include \"a.cuh\"\n__device__ void b(A *p) {}\n");
  options_.paths = {header};
  const std::vector<FileAnalysis> files = run();
  ASSERT_THAT(files, SizeIs(1));
  EXPECT_EQ(files[0].status, FileStatus::Analysed);
  EXPECT_THAT(files[0].notes, IsEmpty());
}

TEST_F(Frontend, TemplatesOfHeadersAreTriedByOneOfTheirIncluders) {
  const std::string used = "#pragma once\ntemplate <class T> __global__ void used(T *p) "
                           "{ p[2 * threadIdx.x] = 1; }\n";
  const std::string idle = "#pragma once\ntemplate <class T> __global__ void idle(T *p) "
                           "{ p[4 * threadIdx.x] = 1; }\n";
  write("used.cuh", used);
  write("idle.cuh", idle);
  write("a.cu", "#include \"used.cuh\"\n#include \"idle.cuh\"\n");
  const std::string one = write("b.cu", "#include \"used.cuh\"\n#include \"idle.cuh\"\n"
                                        "void f(int *p) { used<<<1, 32>>>(p); }\n");
  const std::string other =
      write("c.cu", "#include \"idle.cuh\"\n"
                    "template <class T> void g(T *p) { idle<T><<<1, 64>>>(p); }\n");
  const auto kernels = [](const FileAnalysis &file) {
    std::vector<std::string> names;
    for (const Site &site : file.sites)
      if (site.kind == SiteKind::Kernel)
        names.push_back(site.kernel);
    return names;
  };
  // Whoever names it tries it, though it is not instantiated there either.
  options_.paths = {folder_.string()};
  std::vector<FileAnalysis> files = run();
  ASSERT_THAT(names(files), ElementsAre("a.cu", "b.cu", "c.cu", "idle.cuh", "used.cuh"));
  EXPECT_THAT(kernels(files[0]), IsEmpty());
  EXPECT_THAT(kernels(files[1]), ElementsAre("used"));
  EXPECT_THAT(kernels(files[2]), ElementsAre("idle"));
  // If nobody does, the first that can.
  std::filesystem::remove(other);
  files = run();
  ASSERT_THAT(names(files), ElementsAre("a.cu", "b.cu", "idle.cuh", "used.cuh"));
  EXPECT_THAT(kernels(files[0]), ElementsAre("idle"));
  EXPECT_THAT(kernels(files[1]), ElementsAre("used"));
  EXPECT_EQ(files[2].status, FileStatus::Analysed);
  EXPECT_EQ(files[2].kernels, 1U);
  // A file that is given alone speaks for itself, and so does a header.
  options_.paths = {one};
  files = run();
  ASSERT_THAT(files, SizeIs(1));
  EXPECT_THAT(kernels(files[0]), ElementsAre("used"));
  options_.paths = {one, (folder_ / "idle.cuh").string()};
  files = run();
  ASSERT_THAT(files, SizeIs(2));
  EXPECT_THAT(kernels(files[1]), ElementsAre("idle"));
}

TEST_F(Frontend, TemplatesThatSomeIncludersDoNotSeeAreTriedByAnother) {
  write("k.cuh", "template <class T> __global__ void plain(T *p) { p[0] = 1; }\n"
                 "#ifdef WIDE\ntemplate <class T> __global__ void wide(T *p) { p[0] = 1; }\n"
                 "#else\ntemplate <class T> __global__ void narrow(T *p) { p[0] = 1; }\n#endif\n");
  write("a.cu", "#include \"k.cuh\"\nvoid f(int *p) { plain<<<1, 32>>>(p); }\n");
  write("b.cu", "#define WIDE\n#include \"k.cuh\"\n");
  std::set<std::string> kernels;
  for (const FileAnalysis &file : run())
    for (const Site &site : file.sites)
      if (site.kind == SiteKind::Kernel)
        kernels.insert(site.kernel);
  EXPECT_THAT(kernels, ElementsAre("narrow", "plain", "wide"));
}

//===--- bad input ---===//

TEST_F(Frontend, BadFilesSaySoAndOthersRun) {
  const std::string good = write("good.cu", plainKernel);
  const std::string junk = write("junk.cu", std::string("\x7f"
                                                        "ELF\0\1\2",
                                                        7));
  const std::string empty = write("empty.cu", "");
  const std::string blank = write("blank.cu", " \n\n");
  const std::string large = write("large.cu", "");
  fs::resize_file(large, 50 << 20);
  options_.paths = {good, junk, empty, blank, large, (folder_ / "gone.cu").string()};
  auto files = run();
  ASSERT_THAT(names(files),
              ElementsAre("blank.cu", "empty.cu", "gone.cu", "good.cu", "junk.cu", "large.cu"));
  EXPECT_EQ(files[0].status, FileStatus::Analysed);
  EXPECT_EQ(files[1].status, FileStatus::Analysed);
  EXPECT_THAT(files[1].notes, ElementsAre("the file is empty"));
  EXPECT_THAT(files[2].notes, ElementsAre(HasSubstr("No such file")));
  EXPECT_EQ(files[3].status, FileStatus::Analysed);
  EXPECT_THAT(files[4].notes, ElementsAre(HasSubstr("not text")));
  EXPECT_THAT(files[5].notes, ElementsAre(HasSubstr("50 MB")));
  for (std::size_t i : {2, 4, 5})
    EXPECT_EQ(files[i].status, FileStatus::Failed) << files[i].file;
}

TEST_F(Frontend, IsReadAgainForWhatMayCureIt) {
  EXPECT_EQ(readings("__global__ void k(int *p) { p[0] = 1; }\n"), 1U);
  EXPECT_EQ(readings("template <class T> T twice(T x) { return x + x; }\n"
                     "__global__ void k(int *p) { p[0] = twice(p[1]); }\n"),
            2U)
      << "a template of the host's, tried as one of both sides";
  EXPECT_EQ(readings("template <class T> requires(sizeof(T) == 4)\n"
                     "__device__ T twice(T x) { return x + x; }\n"
                     "__global__ void k(int *p) { p[0] = twice(p[1]); }\n"),
            2U)
      << "C++20";
  EXPECT_EQ(readings("int sum(int *p, int n) { return std::accumulate(p, p + n, 0); }\n"
                     "__global__ void k(int *p) { p[0] = 1; }\n"
                     "void f(int *p, int n) { k<<<1, sum(p, n)>>>(p); }\n"),
            2U)
      << "it may be what a launch needs";
}

TEST_F(Frontend, IsReadAgainThoughAHeaderIsMissing) {
  const std::string missing = "#include \"lost/stream.h\"\n";
  EXPECT_EQ(readings(missing + "template <class T> concept Small = sizeof(T) == 4;\n"
                               "template <Small T> __device__ T twice(T x) { return x + x; }\n"
                               "__global__ void k(int *p) { p[0] = twice(p[1]); }\n"),
            2U)
      << "`concept` is a word of C++20, and no name";
  EXPECT_EQ(readings(missing + "__device__ float half(float x) { return x / 2; }\n"
                               "#ifdef __clang__\n#endif\n#ifdef __NVCC__\n"
                               "__device__ float half(float4 x) { return x.x / 2; }\n"
                               "#endif\n"
                               "__global__ void k(float4 *p) { p[0].x = half(p[1]); }\n"),
            2U)
      << "an overload that is switched off";
}

TEST_F(Frontend, IsNotReadAgainForWhatIsInHeadersThatAreNotThere) {
  const std::string missing = "#include \"lost/stream.h\"\n";
  EXPECT_EQ(readings(missing + "struct Own : lost::Stream {\n"
                               "  ~Own() override = default;\n"
                               "};\n"
                               "__global__ void k(int *p) { p[0] = 1; }\n"),
            1U)
      << "that there is nothing to override loses no device code";
  EXPECT_EQ(readings(missing +
                     "template <class T> __device__ int sizeOf() { return sizeof(T); }\n"
                     "__global__ void k(int *p) { p[0] = lost::value + sizeOf<Lost>(); }\n"
                     "#if defined(__NVCC__)\n"
                     "using lost::Other;\n"
                     "#elif defined(WITH_LOST)\n"
                     "inline int l = lost::value;\n"
                     "#endif\n"),
            1U)
      << "no other standard or macro declares it";
  EXPECT_EQ(readings(missing + "inline void say() { std::cout << 1; }\n"
                               "__global__ void k(int *p) { p[0] = 1; }\n"),
            1U)
      << "only the host needs it, and launches nothing";
}

TEST_F(Frontend, UnreadableFile) {
  if (geteuid() == 0)
    GTEST_SKIP() << "root reads everything";
  const std::string path = write("a.cu", plainKernel);
  fs::permissions(path, fs::perms::none);
  auto files = run();
  ASSERT_THAT(files, SizeIs(1));
  EXPECT_EQ(files[0].status, FileStatus::Failed);
  EXPECT_THAT(files[0].notes, ElementsAre(HasSubstr("Permission denied")));
}

TEST_F(Frontend, UnreadableFolderIsAResultOfItsOwn) {
  if (geteuid() == 0)
    GTEST_SKIP() << "root may read everything";
  write("a.cu", plainKernel);
  write("b/locked/b.cu", plainKernel);
  write("c.cu", plainKernel);
  const fs::path locked = folder_ / "b/locked";
  fs::permissions(locked, fs::perms::none);
  const auto files = run();
  EXPECT_THAT(names(files), ElementsAre("a.cu", "b/locked", "c.cu"));
  options_.paths = {locked.string()};
  const auto alone = run();
  fs::permissions(locked, fs::perms::owner_all);
  ASSERT_THAT(alone, SizeIs(1));
  EXPECT_EQ(alone[0].status, FileStatus::Failed);
  EXPECT_THAT(alone[0].notes, ElementsAre(HasSubstr("Permission denied")));
}

TEST_F(Frontend, ErrorInAKernelIsPartial) {
  const FileAnalysis file = runOne("__global__ void bad(float *p) {\n"
                                   "  p[0] = undeclared_thing(1);\n"
                                   "}\n"
                                   "__global__ void good(float *p) { p[0] = 1; }\n");
  EXPECT_EQ(file.status, FileStatus::Partial);
  EXPECT_EQ(file.kernels, 2U);
  EXPECT_THAT(file.notes, Contains(HasSubstr("one.cu:2: ")));
  EXPECT_EQ(number(file, "errors"), 1);
}

TEST_F(Frontend, ErrorInHostCodeIsNoConcern) {
  const FileAnalysis file = runOne(std::string(plainKernel) + "int f() { return nothing(); }\n");
  EXPECT_EQ(file.status, FileStatus::Analysed) << testing::PrintToString(file.notes);
}

TEST_F(Frontend, KernelLostToASyntaxErrorIsSaid) {
  const FileAnalysis file = runOne("WHAT_IS_THIS(x y z\n__global__ void lost(float *p) { }\n");
  EXPECT_EQ(file.status, FileStatus::Partial);
  EXPECT_THAT(file.notes, Contains(HasSubstr("lost")));
}

/// No function of the AST holds these errors, and there is no kernel then.
TEST_F(Frontend, DeviceCodeWithoutAFunctionIsPartial) {
  const std::string body = "{ __shared__ float s[32]; s[threadIdx.x] = 1; }\n";
  const std::pair<std::string, const char *> cases[] = {
      {"__global__ void k( {\n", "one.cu:1: "},
      {"__global__ void k(\n", "one.cu:"},
      {"__global__ void k(float *p, " + body, "one.cu:1: expected parameter declarator"},
      {"__global__ void k(float *p) p[0] = 1; }\n", "one.cu:1: expected function body"},
      {"\n/* no end\n" + std::string(plainKernel), "one.cu:2: unterminated /* comment"},
      {"#if 0\n" + std::string(plainKernel), "one.cu:1: unterminated conditional"},
      {"KERNEL(k)(float *p) " + body, "one.cu:1: unknown type name 'KERNEL'"},
      {"__gloabl__ void k(float *p) { p[0] = 1; }\n", "'__gloabl__'"},
      {"{\"a\": [1, 2, 3]}\n", "one.cu:1: expected unqualified-id"},
  };
  for (const auto &[text, note] : cases) {
    const FileAnalysis file = runOne(text);
    EXPECT_EQ(file.status, FileStatus::Partial) << text;
    EXPECT_THAT(file.notes, Contains(HasSubstr(note))) << text;
  }
}

/// Though these errors stand outside of functions, too.
TEST_F(Frontend, ErrorOutsideOfDeviceCodeIsNoConcern) {
  for (const std::string text :
       {"#ifndef GUARD\n#define GUARD\n", "Unknown f(Unknown a) { if (a) { return 1; } }\n",
        "INSTANTIATE(float);\n", "namespace n { Unknown a; }\n",
        "__global__ void declared(Unknown a);\n", "__device__ Unknown table[] = {1, 2};\n",
        "#if 0\n__global__ void k( {\n#endif\nUnknown a;\n",
        "__kernel void k(__global int *p);\n"}) {
    const FileAnalysis file = runOne(text + std::string(plainKernel));
    EXPECT_EQ(file.status, FileStatus::Analysed) << text << testing::PrintToString(file.notes);
    EXPECT_EQ(file.kernels, 1U) << text;
  }
}

TEST_F(Frontend, CommentsThatDoNotDoWhatTheySayAreNoted) {
  const std::pair<std::string, const char *> cases[] = {
      {"// warplint: block(32 8)\n", "one.cu:1: `warplint: block(32 8)` is no block"},
      {"// warplint: block(2048)\n", "is no block"},
      {"// warplint: blok(32)\n", "`warplint: blok` has no meaning"},
      {"// warplint: allow memory-strided-access\n", "lacks its parentheses"},
      {"// NOLINT(memory-strided-access)\n", "write NOLINT(warplint-memory-strided-access)"},
      {"// NOLINT"
       "BEGIN(warplint-*)\n",
       "NOLINTBEGIN(warplint-*) has no NOLINTEND(warplint-*): it suppresses nothing"},
      {"// NOLINT"
       "BEGIN: all of it\n",
       "one.cu:1: NOLINTBEGIN has no NOLINTEND: it suppresses nothing"},
      {"// NOLINT"
       "BEGIN(*)\n// NOLINT"
       "END(warplint-*)\n",
       "one.cu:1: NOLINTBEGIN(*) has no NOLINTEND(*): it suppresses nothing"},
      {"// NOLINT"
       "END(warplint-*)\n",
       "ends no NOLINTBEGIN"},
      {"// NOLINT"
       "END\n",
       "one.cu:1: NOLINTEND ends no NOLINTBEGIN"},
  };
  for (const auto &[comment, note] : cases) {
    const FileAnalysis file = runOne(comment + plainKernel);
    EXPECT_EQ(file.status, FileStatus::Analysed) << comment;
    EXPECT_THAT(file.notes, Contains(HasSubstr(note))) << comment;
  }
  for (const std::string comment :
       {"// warplint: block(32, 8)\n", "/* warplint: allow(memory) why */\n", "// NOLINT\n",
        "// as warplint: says\n",
        "// NOLINT"
        "BEGIN(misc-x)\n",
        "// NOLINT(llvm-else-after-return)\n",
        "// NOLINT"
        "BEGIN(warplint-*)\n// NOLINT"
        "END(warplint-*)\n",
        "// NOLINT"
        "BEGIN\n// NOLINT"
        "END\n",
        "// NOLINT"
        "BEGINNING, NOLINT"
        "ENDS\n"})
    EXPECT_THAT(runOne(comment + plainKernel).notes, IsEmpty()) << comment;
}

TEST_F(Frontend, WhatIsNoRegularFileIsNotOpened) {
  std::filesystem::create_directory(folder_ / "inc");
  ASSERT_EQ(mkfifo((folder_ / "inc/p.h").c_str(), 0600), 0);
  ASSERT_EQ(mkfifo((folder_ / "q.h").c_str(), 0600), 0);
  ASSERT_EQ(mkfifo((folder_ / "Makefile").c_str(), 0600), 0);
  const FileAnalysis file = runOne("#include \"p.h\"\n#include \"q.h\"\n"
                                   "#include \"/dev/null\"\n" +
                                   std::string(plainKernel));
  EXPECT_EQ(file.status, FileStatus::Analysed);
  EXPECT_EQ(file.kernels, 1U);
  EXPECT_THAT(file.notes, ElementsAre(HasSubstr("2 includes were not found: p.h, q.h"),
                                      HasSubstr("inc/p.h is no regular file, and is not opened"),
                                      HasSubstr("q.h is no regular file, and is not opened")));
}

TEST_F(Frontend, MissingIncludesAreSkipped) {
  const FileAnalysis file =
      runOne("#include <no/such/header.h>\n#include \"nor_this.h\"\n#include <stddef.h>\n"
             "__global__ void k(size_t *p) { p[threadIdx.x] = 1; }\n");
  EXPECT_EQ(file.status, FileStatus::Analysed);
  EXPECT_EQ(file.kernels, 1U);
  EXPECT_THAT(file.notes, ElementsAre("2 includes were not found: no/such/header.h, nor_this.h"));
}

TEST_F(Frontend, HeadersAreFoundAnywhereInTheProject) {
  write("tools/deep/helper.cuh", "#pragma once\n#include \"beside.cuh\"\ntypedef float Real;\n");
  write("tools/deep/beside.cuh", "#pragma once\ntypedef int Whole;\n");
  options_.paths = {folder_.string()};
  write(".git/HEAD", "");
  const std::string path = write("src/k.cu", "#include <helper.cuh>\n#include \"helper.cuh\"\n"
                                             "__global__ void k(Real *p, Whole i) { p[i] = 1; }\n");
  options_.paths = {path};
  auto files = run();
  ASSERT_THAT(files, SizeIs(1));
  EXPECT_EQ(files[0].status, FileStatus::Analysed) << testing::PrintToString(files[0].notes);
  EXPECT_THAT(files[0].includedFiles,
              ElementsAre(HasSubstr("beside.cuh"), HasSubstr("helper.cuh")));
}

TEST_F(Frontend, HeadersAreFoundBehindLinks) {
  write(".git/HEAD", "");
  const fs::path elsewhere = folder_.string() + "_elsewhere";
  fs::create_directories(elsewhere / "include/lib");
  std::ofstream(elsewhere / "include/lib/real.h") << "typedef float Real;\n";
  fs::create_directories(folder_ / "deps");
  // As a submodule that lies beside the project; and links in circles.
  fs::create_directory_symlink(elsewhere, folder_ / "deps/lib");
  fs::create_directory_symlink(folder_, folder_ / "deps/up");
  fs::create_directory_symlink(folder_ / "deps", elsewhere / "back");
  fs::create_directory_symlink(elsewhere / "include", elsewhere / "include/self");
  fs::create_directory_symlink(folder_ / "nowhere", folder_ / "deps/dangling");
  options_.paths = {write("src/k.cu", "#include <lib/real.h>\n"
                                      "__global__ void k(Real *p) { p[threadIdx.x] = 1; }\n")};
  auto files = run();
  fs::remove_all(elsewhere);
  ASSERT_THAT(files, SizeIs(1));
  EXPECT_EQ(files[0].status, FileStatus::Analysed) << testing::PrintToString(files[0].notes);
  EXPECT_THAT(files[0].includedFiles, ElementsAre(HasSubstr("deps/lib/include/lib/real.h")));
}

TEST_F(Frontend, NeighboursOfAHeaderFoundByGuessHideNoSystemHeader) {
  write(".git/HEAD", "");
  write("lib/parts/one.h", "#pragma once\ntypedef float Real;\n");
  write("lib/parts/math.h", "#pragma once\nnamespace parts { struct Own {}; }\n");
  write("lib/parts/stdint.h", "#error mine\n");
  options_.paths = {write("src/k.cu",
                          "#include <parts/one.h>\n#include <cmath>\n#include <cstdint>\n"
                          "__global__ void k(Real *p, std::uint32_t i) {\n"
                          "  p[threadIdx.x] = std::sqrt(p[i]);\n}\n")};
  auto files = run();
  ASSERT_THAT(files, SizeIs(1));
  EXPECT_EQ(files[0].status, FileStatus::Analysed) << testing::PrintToString(files[0].notes);
  EXPECT_EQ(number(files[0], "errors"), 0);
}

TEST_F(Frontend, TriesTheMacroBehindWhichAMissingNameStands) {
  write(".git/HEAD", "");
  write("level.h", "#pragma once\nstruct Level {\n#if defined(WITH_GROUPS)\n"
                   "  __device__ static int rankOf() { return threadIdx.x; }\n#endif\n};\n");
  const std::string path = write(
      "k.cu", "#include \"level.h\"\n__global__ void k(int *p) { p[Level::rankOf()] = 1; }\n");
  options_.paths = {path};
  auto files = run();
  ASSERT_THAT(files, SizeIs(1));
  EXPECT_EQ(files[0].status, FileStatus::Analysed) << testing::PrintToString(files[0].notes);
  // Another vendor's is of no use, nor is a macro that brings other errors.
  write("level.h",
        "#pragma once\nstruct Level {\n#if defined(__HIP_PLATFORM_AMD__)\n"
        "  __device__ static int rankOf() { return threadIdx.x; }\n#endif\n};\n"
        "#ifdef WITH_MORE\n__device__ int rankOf() { return a + b + c + Level::rankOf(); }\n"
        "#endif\n");
  files = run();
  ASSERT_THAT(files, SizeIs(1));
  EXPECT_EQ(files[0].status, FileStatus::Partial);
  EXPECT_THAT(files[0].notes, Contains(HasSubstr("no member named 'rankOf'")));
  EXPECT_THAT(files[0].notes, Not(Contains(HasSubstr("'a'")))) << "the try made it worse";
}

TEST_F(Frontend, TriesTheMacroBehindWhichTheOnlyLaunchStands) {
  const char *const text = "template <class T> __global__ void fill(T *p) { p[threadIdx.x] = 1; }\n"
                           "#ifdef WITH_LAUNCHES\n"
                           "void go(int *p) { fill<<<1, 96>>>(p); }\n"
                           "#endif\n";
  const FileAnalysis file = runOne(text);
  EXPECT_EQ(file.status, FileStatus::Analysed) << testing::PrintToString(file.notes);
  ASSERT_THAT(file.sites, Not(IsEmpty()));
  for (const Site &site : file.sites)
    EXPECT_THAT(site.assumptions, IsEmpty()) << "of the block shape, above all";
  // One that brings nothing but errors is not kept.
  const FileAnalysis other =
      runOne("template <class T> __global__ void fill(T *p) { p[threadIdx.x] = 1; }\n"
             "#ifdef WITH_LAUNCHES\n"
             "__global__ void lost(int *p) { p[threadIdx.x] = nowhere; }\n"
             "void go(int *p) { fill<<<1, 96>>>(nothing, p); }\n"
             "#endif\n");
  EXPECT_THAT(other.notes, ElementsAre(HasSubstr("switched off by the preprocessor: lost")));
}

TEST_F(Frontend, SaysWhatNothingDefines) {
  const FileAnalysis file =
      runOne("template <class T, int N> __global__ void fill(T *p) { p[N * threadIdx.x] = 1; }\n"
             "void go(int *p) { fill<int, 4><<<1, TILE_SIZE>>>(p, UNROLL); }\n"
             "template <class T, int N> __global__ void copy(T *p) { p[N * threadIdx.x] = 1; }\n"
             "void other(int n) { n = unknown + UNROLL + N; }\n");
  EXPECT_THAT(file.notes, Contains("nothing defines TILE_SIZE, UNROLL: -D behind `--`, or "
                                   "`defines` in .warplint.yaml, would"));
  const FileAnalysis whole = runOne(std::string(plainKernel) + "void go() { TILE_SIZE; }\n");
  EXPECT_THAT(whole.notes, IsEmpty()) << "no kernel needs it";
}

TEST_F(Frontend, SaysWhatVariablesOfKernelsLack) {
  const FileAnalysis file = runOne("__constant__ unsigned *rows[ROWS];\n"
                                   "float other[OTHER], *last[COUNT];\n"
                                   "__global__ void fill(unsigned *p) {\n"
                                   "  rows[threadIdx.x][0] = p[0];\n"
                                   "}\n");
  EXPECT_EQ(file.status, FileStatus::Partial);
  EXPECT_THAT(file.notes,
              Contains(HasSubstr(":4: `rows` is not known: use of undeclared identifier 'ROWS'")));
  EXPECT_THAT(file.notes, Contains(HasSubstr("nothing defines COUNT, OTHER, ROWS")));
  const FileAnalysis host = runOne("float other[OTHER];\n" + std::string(plainKernel) +
                                   "void run(int rows) { other[rows] = 1; }\n");
  EXPECT_EQ(host.status, FileStatus::Analysed) << "no kernel names it";
  const FileAnalysis local =
      runOne("float rows[ROWS];\n"
             "__global__ void fill(float *rows) { rows[threadIdx.x] = 1; }\n");
  EXPECT_EQ(local.status, FileStatus::Analysed) << "another one of that name";
}

TEST_F(Frontend, ExtensionsOfPyTorchAreReadAsItCompilesThem) {
  write(".git/HEAD", "");
  const std::string path = write("k.cu", "#include <torch/extension.h>\n#include <cuda_fp16.h>\n"
                                         "__global__ void k(const c10::Half *in, __half *out) {\n"
                                         "  out[threadIdx.x] = in[threadIdx.x];\n}\n");
  options_.paths = {path};
  auto files = run();
  ASSERT_THAT(files, SizeIs(1));
  EXPECT_EQ(files[0].status, FileStatus::Analysed) << testing::PrintToString(files[0].notes);
  EXPECT_THAT(files[0].notes, Contains(HasSubstr("__CUDA_NO_HALF_CONVERSIONS__")));
  // A build that is known says otherwise.
  write("compile_commands.json", "[{\"directory\": \"" + folder_.string() +
                                     "\", \"file\": \"k.cu\", \"command\": \"nvcc -c k.cu\"}]");
  options_.buildDirectory = folder_.string();
  files = run();
  ASSERT_THAT(files, SizeIs(1));
  EXPECT_EQ(files[0].status, FileStatus::Partial);
}

TEST_F(Frontend, TemplatesAreReadWhereTheirOperatorsAreDeclared) {
  const std::string late =
      "namespace lib {\n"
      "template <class T> __device__ T add(T a, T b) { return a + b; }\n"
      "template <class T> __device__ int size(T *p) { return __builtin_popcount(p[0]); }\n"
      "__device__ float2 operator+(float2 a, float2 b) { return a; }\n"
      "__global__ void k(float2 *p) { p[0] = add(p[1], p[2]); }\n";
  EXPECT_EQ(runOne(late + "}\n").status, FileStatus::Analysed);
  // What else is wrong is still seen.
  const FileAnalysis file =
      runOne(late + "template <class T> __device__ void fail(T *p) { p[0] = nowhere; }\n"
                    "__global__ void other(float *p) { fail(p); }\n}\n");
  EXPECT_EQ(file.status, FileStatus::Partial);
  EXPECT_THAT(file.notes, Contains(HasSubstr("use of undeclared identifier 'nowhere'")));
  EXPECT_THAT(file.notes, Not(Contains(HasSubstr("operator+"))));
}

TEST_F(Frontend, HeadersThatAskForNvccMeanCuda) {
  write(".git/HEAD", "");
  write("decor.h",
        "#pragma once\n#ifdef __NVCC__\n#define BOTH __host__ __device__\n#else\n"
        "#define BOTH\n#endif\nstruct Pair { int a; BOTH int twice() { return 2 * a; } };\n");
  options_.paths = {write("k.cu", "#include \"decor.h\"\n__global__ void k(Pair v, int *p) {\n"
                                  "  p[threadIdx.x] = v.twice();\n}\n")};
  const auto files = run();
  ASSERT_THAT(files, SizeIs(1));
  EXPECT_EQ(files[0].status, FileStatus::Analysed) << testing::PrintToString(files[0].notes);
  EXPECT_EQ(number(files[0], "errors"), 0);
}

TEST_F(Frontend, ErrorsInAHeaderAreAMatterOfTheHeader) {
  write(".git/HEAD", "");
  write("point.cuh", "#pragma once\n#include <foreign/overflow.h>\n"
                     "__device__ inline int checked(int a) { return foreign::add(a, 1).value; }\n");
  write("apart.cu", "#include \"point.cuh\"\n" + std::string(plainKernel));
  options_.paths = {folder_.string()};
  const auto files = run();
  ASSERT_THAT(names(files), ElementsAre("apart.cu", "point.cuh"));
  EXPECT_EQ(files[0].status, FileStatus::Analysed) << testing::PrintToString(files[0].notes);
  EXPECT_EQ(files[1].status, FileStatus::Partial);
  EXPECT_THAT(files[1].notes,
              Contains(HasSubstr("point.cuh:3: use of undeclared identifier 'foreign'")));
}

TEST_F(Frontend, LaunchesInHeadersFoundByGuessAreSeen) {
  write(".git/HEAD", "");
  write("include/lib/launch.h",
        "#pragma once\ntemplate <class T> __global__ void fill(T *p) { p[threadIdx.x] = 1; }\n"
        "template <class T> void launch(T *p) { fill<T><<<1, 96>>>(p); }\n");
  options_.paths = {write("src/k.cu", "#include <lib/launch.h>\nvoid go(int *p) { launch(p); }\n")};
  auto files = run();
  ASSERT_THAT(files, SizeIs(1));
  ASSERT_THAT(files[0].sites, Not(IsEmpty()));
  for (const Site &site : files[0].sites)
    EXPECT_THAT(site.assumptions, IsEmpty()) << "of the block shape, above all";
}

TEST_F(Frontend, IncludeCycleEnds) {
  write("cycle.cuh", "#include \"cycle.cuh\"\n");
  options_.paths = {write("one.cu", "#include \"cycle.cuh\"\n" + std::string(plainKernel))};
  auto files = run();
  ASSERT_THAT(files, SizeIs(1));
  EXPECT_EQ(files[0].kernels, 1U);
}

TEST_F(Frontend, TemplateRecursionEnds) {
  const FileAnalysis file =
      runOne("template <int N> struct A { static const int v = A<N + 1>::v; };\n"
             "__global__ void bomb(int *p) { p[0] = A<0>::v; }\n");
  EXPECT_EQ(file.status, FileStatus::Partial) << testing::PrintToString(file.notes);
}

TEST_F(Frontend, TemplatesWithoutEndDoNotTakeTheRestAlong) {
  const FileAnalysis file =
      runOne("template <int N, int M> struct A {\n"
             "  static constexpr long v = A<N - 1, 2 * M>::v + A<N - 1, 2 * M + 1>::v;\n"
             "};\n"
             "template <int M> struct A<0, M> { static constexpr long v = M; };\n"
             "__global__ void bomb(long *p) { p[threadIdx.x] = A<28, 1>::v; }\n"
             "__global__ void fine(float *p) { p[threadIdx.x * 8] = 0; }\n"
             "void run(long *p, float *q) { bomb<<<1, 32>>>(p); fine<<<1, 32>>>(q); }\n");
  EXPECT_EQ(file.status, FileStatus::Partial);
  EXPECT_THAT(file.notes, Contains(HasSubstr("it asks for too many templates")));
  EXPECT_THAT(file.sites, Contains(testing::Field(&Site::kernel, "fine")));
}

TEST_F(Frontend, TemplatesThatTakeTooLongAreCut) {
  options_.timeLimit = std::chrono::seconds(4);
  const FileAnalysis file =
      runOne("template <int Depth, long Index> __device__ int tree(int x) {\n"
             "  if constexpr (Depth > 0)\n"
             "    return tree<Depth - 1, 2 * Index>(x) + tree<Depth - 1, 2 * Index + 1>(x);\n"
             "  return x;\n"
             "}\n"
             "__global__ void broad(int *p) { p[threadIdx.x] = tree<24, 0>(p[0]); }\n");
  EXPECT_EQ(file.status, FileStatus::Partial);
  EXPECT_EQ(file.kernels, 1U);
  // Whichever comes first.
  EXPECT_THAT(file.notes,
              Contains(testing::AnyOf(HasSubstr("more than 2 seconds of processor time"),
                                      HasSubstr("it asks for too many templates"))));
}

TEST_F(Frontend, FunctionsThatCallEachOtherAreReadOnce) {
  options_.timeLimit = std::chrono::seconds(10);
  std::string text = "__global__ void k(float *p) { p[threadIdx.x] = 1; }\n"
                     "void f0(float *p, float *h, cudaStream_t s) {\n"
                     "  cudaMemcpyAsync(p, h, 128, cudaMemcpyHostToDevice, s);\n"
                     "  k<<<1, 32, 0, s>>>(p);\n"
                     "}\n";
  for (int i = 1; i <= 5; ++i) {
    text += "void f" + std::to_string(i) + "(float *p, float *h, cudaStream_t s) {\n";
    for (int call = 0; call < 200; ++call) // 200 to the power of five ways down
      text += "  f" + std::to_string(i - 1) + "(p, h, s);\n";
    text += "}\n";
  }
  text += "void capture(float *p, float *h, cudaStream_t s, cudaGraph_t *graph) {\n"
          "  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);\n"
          "  for (int i = 0; i < 9; ++i) f5(p, h, s);\n"
          "  cudaStreamEndCapture(s, graph);\n"
          "}\n";
  const FileAnalysis file = runOne(text);
  EXPECT_EQ(file.status, FileStatus::Analysed) << testing::PrintToString(file.notes);
  EXPECT_EQ(file.kernels, 1U);
}

TEST_F(Frontend, OnlyTheInstancesThatAreRunGetBodies) {
  const FileAnalysis file =
      runOne("template <int I> __device__ int checked() {\n"
             "  static_assert(I % 5 == 0 || I == 2 || I == 7 || I == 12,\n"
             "                \"the analysis runs twelve: the first, the last, and between\");\n"
             "  return I;\n"
             "}\n"
             "template <int I> __global__ void k(int *p) { p[threadIdx.x] = checked<I>(); }\n"
             "template <int I> void launchAll(int *p) {\n"
             "  k<I><<<1, 32>>>(p);\n"
             "  if constexpr (I < 40)\n"
             "    launchAll<I + 1>(p);\n"
             "}\n"
             "void run(int *p) { launchAll<0>(p); }\n");
  EXPECT_EQ(file.status, FileStatus::Analysed) << testing::PrintToString(file.notes);
  EXPECT_EQ(file.kernels, 1U);
}

TEST_F(Frontend, TheHostsNewIsWholeWithoutAToolkit) {
  const FileAnalysis file =
      runOne("#include <new>\n#include <string>\n"
             "struct Header { std::align_val_t alignment; const std::nothrow_t *quiet; };\n"
             "__global__ void k(Header header, char *p) {\n"
             "  new (p + threadIdx.x) char(static_cast<char>(header.alignment));\n}\n"
             "struct Failure : std::bad_alloc {};\n");
  EXPECT_EQ(file.status, FileStatus::Analysed) << testing::PrintToString(file.notes);
}

TEST_F(Frontend, FindsTheCoreLibrariesWhereCuda13HasThem) {
  const FileAnalysis file = runOne(
      "#include <cccl/cuda/std/type_traits>\n#include <cccl/cuda/std/utility>\n"
      "__global__ void k(cuda::std::remove_const_t<const int> *p) { p[threadIdx.x] = 1; }\n");
  EXPECT_EQ(file.status, FileStatus::Analysed) << testing::PrintToString(file.notes);
  EXPECT_THAT(file.notes, IsEmpty());
}

TEST_F(Frontend, KnowsWhatKernelsUseOfPyTorch) {
  const char *const text = "#include <c10/cuda/CUDAException.h>\n"
                           "#include <ATen/cuda/detail/UnpackRaw.cuh>\n"
                           "__global__ void k(at::PhiloxCudaState state, unsigned long *p) {\n"
                           "  auto seeds = at::cuda::philox::unpack(state);\n"
                           "  p[threadIdx.x] = std::get<0>(seeds) + std::get<1>(seeds);\n"
                           "}\n"
                           "void run(at::PhiloxCudaState state, unsigned long *p) {\n"
                           "  C10_CUDA_CHECK(cudaFree(p));\n"
                           "  k<<<1, 32>>>(state, p);\n"
                           "  C10_CUDA_KERNEL_LAUNCH_CHECK();\n"
                           "}\n";
  const FileAnalysis file = runOne(text);
  EXPECT_EQ(file.status, FileStatus::Analysed) << testing::PrintToString(file.notes);
  EXPECT_THAT(file.notes,
              ElementsAre("PyTorch is not at hand: a short model stands in for its headers"));
  // The library itself comes before what stands for it.
  write("deps/torch/include/ATen/cuda/detail/UnpackRaw.cuh",
        "namespace at { struct PhiloxCudaState; }\n#error the library\n");
  write("deps/torch/include/c10/util/Half.h", "");
  for (const FileAnalysis &own : run())
    if (own.file == "one.cu")
      EXPECT_EQ(own.status, FileStatus::Partial) << "the library's header was not read";
}

TEST_F(Frontend, ReadsAnExtensionOfPyTorchWithoutPyTorch) {
  const FileAnalysis file = runOne(R"cuda(
#include <torch/extension.h>
#include <ATen/ops/empty_like.h>
#include <ATen/cuda/CUDAContext.h>
#include <c10/cuda/CUDAGuard.h>
template <typename scalar_t, typename accscalar_t = at::acc_type<scalar_t, true>>
__global__ void scale(const scalar_t *__restrict__ in, scalar_t *__restrict__ out, int64_t n) {
  CUDA_KERNEL_LOOP(i, n) {
    const accscalar_t value = in[i];
    if (in[i] != out[i] && in[i] > 0)
      out[i] = static_cast<scalar_t>(value * 2);
  }
}
template <typename scalar_t>
__global__ void rows(at::PackedTensorAccessor32<scalar_t, 2, at::RestrictPtrTraits> a) {
  if (threadIdx.x < a.size(1))
    a[blockIdx.x][threadIdx.x] += 1;
}
torch::Tensor run(torch::Tensor in) {
  TORCH_CHECK(in.is_cuda() && in.dim() == 2, "a matrix on the GPU, not ", in.sizes());
  const at::cuda::OptionalCUDAGuard guard(in.device());
  auto out = torch::empty_like(in, in.options().dtype(torch::kFloat32));
  AT_DISPATCH_FLOATING_TYPES_AND2(at::kHalf, at::kBFloat16, in.scalar_type(), "scale", [&] {
    scale<scalar_t><<<(in.numel() + 255) / 256, 256, 0, at::cuda::getCurrentCUDAStream()>>>(
        in.const_data_ptr<scalar_t>(), out.data_ptr<scalar_t>(), in.numel());
    C10_CUDA_KERNEL_LAUNCH_CHECK();
  });
  AT_DISPATCH_FLOATING_TYPES(in.type(), "rows", ([&] {
    rows<scalar_t><<<in.size(0), 128>>>(
        in.packed_accessor32<scalar_t, 2, torch::RestrictPtrTraits>());
  }));
  AT_CUDA_CHECK(cudaGetLastError());
  return out;
}
PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) {
  m.def("run", &run, "scales", py::arg("in"));
}
)cuda");
  EXPECT_EQ(file.status, FileStatus::Analysed) << testing::PrintToString(file.notes);
  EXPECT_THAT(file.notes,
              ElementsAre("PyTorch is not at hand: a short model stands in for its headers"));
  EXPECT_EQ(file.kernels, 2U);
}

TEST_F(Frontend, LeavesAloneWhatIsOfACheckoutOfPyTorch) {
  write("c10/util/Half.h", "#pragma once\nnamespace c10 { struct Half; }\n");
  const FileAnalysis file = runOne("#include <c10/util/Half.h>\n#include <ATen/ops/empty.h>\n"
                                   "namespace c10 { struct Half { short x; }; }\n"
                                   "__global__ void k(c10::Half *p) { p[threadIdx.x].x = 1; }\n");
  EXPECT_EQ(file.status, FileStatus::Analysed) << testing::PrintToString(file.notes);
  EXPECT_THAT(file.notes, ElementsAre(HasSubstr("ATen/ops/empty.h")));
}

TEST_F(Frontend, BringsHeadersThatOthersWouldHaveBrought) {
  const FileAnalysis file = runOne("#include <none/that/brings/tuple.h>\n"
                                   "__device__ auto pair() { return std::make_tuple(1, 2.0f); }\n"
                                   "__global__ void k(int *p) { p[0] = std::get<0>(pair()); }\n"
                                   "static_assert(__CUDA_ARCH_LIST__ >= 500);\n");
  EXPECT_EQ(file.status, FileStatus::Analysed) << testing::PrintToString(file.notes);
  EXPECT_THAT(file.notes, ElementsAre(HasSubstr("none/that/brings/tuple.h")));
}

TEST_F(Frontend, KnowsWhatBenchmarksUseOfNvbench) {
  const FileAnalysis file = runOne(
      "#include <nvbench/nvbench.cuh>\n#include <nvbench/range.cuh>\n"
      "#include <nvbench/type_strings.cuh>\n" +
      std::string(plainKernel) +
      "enum class Mode { Fast };\n"
      "NVBENCH_DECLARE_ENUM_TYPE_STRINGS(\n"
      "    Mode, [](Mode) { return std::string(\"fast\"); }, [](auto) { return std::string(); })\n"
      "void whole(nvbench::state &state) {\n"
      "  state.add_global_memory_reads<float>(32, \"in\");\n"
      "  state.exec(nvbench::exec_tag::sync | nvbench::exec_tag::timer,\n"
      "             [](nvbench::launch &launch, auto &timer) {\n"
      "               timer.start();\n"
      "               k<<<1, 64, 0, launch.get_stream()>>>(nullptr);\n"
      "               timer.stop();\n"
      "             });\n"
      "}\n"
      "NVBENCH_BENCH(whole).add_int64_power_of_two_axis(\"n\", nvbench::range(4, 8, 2));\n"
      "template <class T, class U>\n"
      "void typed(nvbench::state &state, nvbench::type_list<T, U>) {\n"
      "  state.exec([](nvbench::launch &) {});\n"
      "}\n"
      "using Types = nvbench::type_list<int, float>;\n"
      "NVBENCH_BENCH_TYPES(typed, NVBENCH_TYPE_AXES(Types, nvbench::enum_type_list<Mode::Fast>))\n"
      "    .set_type_axes_names({\"T\", \"Mode\"});\n");
  EXPECT_EQ(file.status, FileStatus::Analysed) << testing::PrintToString(file.notes);
  EXPECT_THAT(file.notes,
              ElementsAre("nvbench is not at hand: a short model stands in for its headers"));
  EXPECT_EQ(number(file, "errors"), 0);
  ASSERT_THAT(file.sites, Not(IsEmpty()));
  for (const Site &site : file.sites)
    EXPECT_THAT(site.assumptions, IsEmpty()) << "of the block shape, above all";
}

TEST_F(Frontend, DeepNestingEnds) {
  const FileAnalysis file =
      runOne("__global__ void deep(int *p) { p[0] = " + std::string(100'000, '(') + "1" +
             std::string(100'000, ')') + "; }\n");
  EXPECT_NE(file.status, FileStatus::Analysed);
  EXPECT_THAT(file.notes, Not(IsEmpty()));
}

TEST_F(Frontend, CrashLoopAndHungerEndOneFileOnly) {
  write("abort.cu", "__global__ void double_abort() {}\n");
  write("good.cu", plainKernel);
  write("loop.cu", "__global__ void double_loop() {}\n");
  write("recurse.cu", "__global__ void double_recurse() {}\n");
  options_.timeLimit = std::chrono::seconds(3);
  auto files = run();
  ASSERT_THAT(names(files), ElementsAre("abort.cu", "good.cu", "loop.cu", "recurse.cu"));
  EXPECT_THAT(files[0].notes, ElementsAre(HasSubstr("crashed (signal 6")));
  EXPECT_EQ(files[1].status, FileStatus::Analysed);
  EXPECT_THAT(files[2].notes, ElementsAre(HasSubstr("more than 3 seconds")));
  EXPECT_THAT(files[3].notes, ElementsAre(HasSubstr("crashed (signal 11")));
  for (std::size_t i : {0, 2, 3})
    EXPECT_EQ(files[i].status, FileStatus::Failed);
}

TEST_F(Frontend, ACrashWithAPreambleIsTriedWithout) {
  const fs::path cache = folder_ / "cache";
  options_.cacheFolder = cache.string();
  const std::string text = "#include <cuda_fp16.h>\n"
                           "__global__ void double_precompiled(float *p) { p[threadIdx.x] = 0; }\n";
  for (int times = 0; times < 2; ++times) { // made, then used; an unlike text is no cached result
    const FileAnalysis file = runOne(text + "// " + std::to_string(times) + "\n");
    EXPECT_EQ(file.status, FileStatus::Analysed) << testing::PrintToString(file.notes);
    EXPECT_EQ(file.kernels, 1U);
    EXPECT_TRUE(std::any_of(fs::recursive_directory_iterator(cache), {}, [](const auto &entry) {
      return entry.path().extension() == ".pch";
    })) << "no preamble was made";
  }
  const FileAnalysis still = runOne("#include <cuda_fp16.h>\n__global__ void double_abort() {}\n");
  EXPECT_THAT(still.notes, ElementsAre(HasSubstr("crashed (signal 6")));
}

TEST_F(Frontend, NarrowingIsAWarningAsForNvcc) {
  const FileAnalysis file = runOne("__global__ void narrow(uchar4 *p, unsigned x) {\n"
                                   "  unsigned char bytes[2] = {x >> 8, x};\n"
                                   "  p[threadIdx.x] = uchar4{bytes[0], bytes[1], x, 0};\n"
                                   "}\n");
  EXPECT_EQ(file.status, FileStatus::Analysed) << testing::PrintToString(file.notes);
}

#if !defined(__has_feature) || !__has_feature(address_sanitizer)
TEST_F(Frontend, MemoryIsLimited) {
  options_.memoryLimit = 2ULL << 30;
  const FileAnalysis file = runOne("__global__ void double_allocate() {}\n");
  EXPECT_EQ(file.status, FileStatus::Failed);
  EXPECT_THAT(file.notes, ElementsAre(HasSubstr("2048 MB")));
}
#endif

//===--- preprocessor ---===//

TEST_F(Frontend, SwitchesOnWhatAMissingMacroHides) {
  const FileAnalysis file = runOne("#ifdef USE_CUDA\n" + std::string(plainKernel) + "#endif\n");
  EXPECT_EQ(file.status, FileStatus::Analysed) << testing::PrintToString(file.notes);
  EXPECT_EQ(file.kernels, 1U);
}

TEST_F(Frontend, SwitchesOffWhatOnlyABuildDefinesTheNamesFor) {
  const FileAnalysis file = runOne("#if !TUNE_BASE\n"
                                   "__device__ int width() { return TUNE_WIDTH; }\n"
                                   "#else\n"
                                   "__device__ int width() { return 4; }\n"
                                   "#endif\n"
                                   "__global__ void k(int *p) { p[threadIdx.x * width()] = 1; }\n");
  EXPECT_EQ(file.status, FileStatus::Analysed) << testing::PrintToString(file.notes);
}

TEST_F(Frontend, SwitchesNoKernelOff) {
  const FileAnalysis file = runOne("#ifndef LESS\n"
                                   "__global__ void k2(int *p) { p[threadIdx.x] = WIDTH; }\n"
                                   "#endif\n" +
                                   std::string(plainKernel));
  EXPECT_EQ(file.status, FileStatus::Partial);
  EXPECT_EQ(file.kernels, 2U);
  EXPECT_THAT(file.notes, Contains(HasSubstr("undeclared identifier 'WIDTH'")));
}

TEST_F(Frontend, TakesPointersCastToNarrowIntegers) {
  const FileAnalysis file = runOne("__device__ void store(unsigned address, float value);\n"
                                   "__global__ void k(float *p) {\n"
                                   "  __shared__ float tile[32];\n"
                                   "  store((unsigned)&tile[threadIdx.x], p[threadIdx.x * 8]);\n"
                                   "}\n");
  EXPECT_EQ(file.status, FileStatus::Analysed) << testing::PrintToString(file.notes);
  EXPECT_EQ(file.kernels, 1U);
}

TEST_F(Frontend, SaysWhatStaysSwitchedOff) {
  const FileAnalysis file =
      runOne(std::string(plainKernel) + "#if LEVEL > 3\n__global__ void off() {}\n#endif\n");
  EXPECT_EQ(file.status, FileStatus::Partial);
  EXPECT_THAT(file.notes, Contains(HasSubstr("1 of 2 kernels are switched off")));
}

TEST_F(Frontend, WhatAHeaderSwitchesOffIsAMatterOfTheHeader) {
  write("both.cuh", "#pragma once\n#if LEVEL > 3\n__global__ void off() {}\n#endif\n"
                    "__global__ void on() {}\n");
  write("a.cu", "#include \"both.cuh\"\n" + std::string(plainKernel));
  const auto find = [this](const std::string &name) {
    for (const FileAnalysis &file : run())
      if (file.file == name)
        return file;
    return FileAnalysis();
  };
  const FileAnalysis source = find("a.cu");
  EXPECT_EQ(source.status, FileStatus::Analysed);
  EXPECT_THAT(source.notes,
              ElementsAre("in headers, 1 kernel is switched off by the preprocessor: off"));
  const FileAnalysis header = find("both.cuh");
  EXPECT_EQ(header.status, FileStatus::Partial);
  EXPECT_THAT(header.notes, Contains("kernel `off` is switched off by the preprocessor"));
  // Another file sees it.
  write("b.cu", "#define LEVEL 4\n#include \"both.cuh\"\n");
  EXPECT_EQ(find("both.cuh").status, FileStatus::Analysed);
}

TEST_F(Frontend, SwitchesOnTheKernelsOfAFileOfWhichNoneIsSeen) {
  write("head.cuh", "#pragma once\n#ifdef OTHER\n__global__ void other() { broken }\n#endif\n"
                    "__global__ void on() {}\n");
  write("a.cu", "#include \"head.cuh\"\n#ifdef DEVICE_SIDE\n" + std::string(plainKernel) +
                    "#endif\nvoid host() { on<<<1, 32>>>(); }\n");
  for (const FileAnalysis &file : run())
    if (file.file == "a.cu") {
      EXPECT_EQ(file.status, FileStatus::Analysed) << testing::PrintToString(file.notes);
      EXPECT_EQ(file.kernels, 1U);
    }
}

TEST_F(Frontend, ToSeeKernelsIsWorthAnErrorOfTheHost) {
  const FileAnalysis file =
      runOne("#ifndef __clang__\n#define OTHERS 1\n#endif\n#ifdef OTHERS\n" +
             std::string(plainKernel) + "void host() { notDeclared(); }\n#endif\n");
  EXPECT_EQ(file.status, FileStatus::Analysed) << testing::PrintToString(file.notes);
  EXPECT_EQ(file.kernels, 1U);
}

TEST_F(Frontend, SwitchesOnWhatTheLaunchOfATemplateAsksFor) {
  write("check.h", "#pragma once\n#if defined(WITH_CUDA)\nnamespace dh { void check(int); }\n"
                   "struct Batch { float *p; };\n#endif\n");
  const FileAnalysis file =
      runOne("#include <cuda_runtime.h>\n#include \"check.h\"\n"
             "template <typename T> __global__ void k(T t) { t.p[threadIdx.x] = 1; }\n"
             "void host() { Batch batch{}; dh::check(0); k<<<1, 32>>>(batch); }\n");
  EXPECT_EQ(file.status, FileStatus::Analysed) << testing::PrintToString(file.notes);
  EXPECT_EQ(file.kernels, 1U);
}

TEST_F(Frontend, LaunchesThatAreSwitchedOffAreNoKernels) {
  write("kernel.cuh", "#pragma once\n#define CPU_ONLY 1\n__global__ void align(float *p);\n");
  write("launch.cu", "#include \"kernel.cuh\"\n#ifndef CPU_ONLY\n"
                     "void f(float *p) { align<<<10, 64>>>(p); }\n#endif\n");
  const std::vector<FileAnalysis> files = run();
  ASSERT_THAT(names(files), ElementsAre("kernel.cuh", "launch.cu"));
  EXPECT_THAT(files[1].notes,
              ElementsAre("the launches of `align` are switched off by the preprocessor"));
}

TEST_F(Frontend, SaysWhatAnotherFileDefines) {
  write("fill.cuh", "#pragma once\n__device__ void fill(float *p);\n"
                    "inline __device__ void twice(float *p) { fill(p); }\n");
  write("fill.cu", "#include \"fill.cuh\"\n__device__ void fill(float *p) { *p = 1; }\n"
                   "static __device__ void own(float *p) { *p = 2; }\n"
                   "__host__ __device__ float both(float x) { return x; }\n");
  write("kernel.cu", "#include \"fill.cuh\"\n"
                     "__global__ void k(float *p) { twice(p); p[threadIdx.x] = 0; }\n"
                     "void f(float *p) { k<<<10, 64>>>(p); }\n");
  const std::vector<FileAnalysis> files = run();
  ASSERT_THAT(names(files), ElementsAre("fill.cu", "fill.cuh", "kernel.cu"));
  EXPECT_EQ(files[0].status, FileStatus::Analysed);
  EXPECT_THAT(files[0].notes,
              ElementsAre("`fill` was not judged: no kernel of this file calls it"));
  EXPECT_EQ(files[2].status, FileStatus::Analysed);
  EXPECT_THAT(files[2].notes, ElementsAre("calls of `fill` were not followed: nothing that is read "
                                          "here defines it for the device"));
}

TEST_F(Frontend, WhatAKernelIncludesIsJudgedThere) {
  write("fill.cu", "__device__ void fill(float *p) { *p = 1; }\n");
  write("kernel.cu", "#include \"fill.cu\"\n"
                     "__global__ void k(float *p) { fill(p); p[threadIdx.x] = 0; }\n"
                     "void f(float *p) { k<<<10, 64>>>(p); }\n");
  for (const FileAnalysis &file : run())
    EXPECT_THAT(file.notes, Not(Contains(HasSubstr("`fill`")))) << file.file;
}

TEST_F(Frontend, WhatTheCommandSwitchesOffStaysOff) {
  const std::string text = "#ifndef PROBES\n#define PROBES 0\n#endif\n#if PROBES\n" +
                           std::string(plainKernel) + "#endif\n";
  EXPECT_EQ(runOne(text).kernels, 1U);
  options_.clangArguments = {"-DPROBES=0"};
  const FileAnalysis file = runOne(text);
  EXPECT_EQ(file.kernels, 0U);
  EXPECT_THAT(file.notes, Contains(HasSubstr("switched off by the preprocessor")));
}

TEST_F(Frontend, AlternativesAndOtherVendorsAreNotMissed) {
  const FileAnalysis file = runOne("#if 0\n__global__ void never() {}\n#endif\n"
                                   "#ifdef __HIP_PLATFORM_AMD__\n__global__ void amd() {}\n#endif\n"
                                   "#ifdef FAST\n" +
                                   std::string(plainKernel) + "#else\n" + plainKernel + "#endif\n");
  EXPECT_EQ(file.status, FileStatus::Analysed) << testing::PrintToString(file.notes);
  EXPECT_EQ(file.kernels, 1U);
}

//===--- compile commands ---===//

TEST_F(Frontend, UsesCompileCommands) {
  const std::string source = write(
      "src/a.cu", "#include \"conf.h\"\n#if __CUDA_ARCH__ != 800 || !defined(B)\n#error no\n"
                  "#endif\n__global__ void k(Conf *p) { static_assert(A == 2); p[0] = 1; }\n");
  write("inc/deep/conf.h", "typedef int Conf;\n");
  write("inc/head.cuh", "__global__ void h(int *p) { p[0] = A; }\n");
  write("build/compile_commands.json",
        R"([{"directory": ")" + folder_.string() + R"(/build", "file": ")" + source +
            R"(", "command": "/usr/local/cuda/bin/nvcc -forward-unknown-to-host-compiler -DA=2 )"
            R"(--options-file o.rsp --generate-code=arch=compute_70,code=[sm_70] )"
            R"(-gencode arch=compute_80,code=sm_80 -std=c++17 -Xcompiler=-fPIC,-DB )"
            R"(--odd-option -x cu -c )" +
            source + R"( -o a.o"}])");
  write("build/o.rsp", "-I../inc/deep");
  write("build/CMakeCache.txt", "");
  options_.buildDirectory = (folder_ / "build").string();
  auto files = run();
  ASSERT_THAT(names(files), ElementsAre("inc/head.cuh", "src/a.cu"));
  EXPECT_EQ(files[1].status, FileStatus::Analysed) << testing::PrintToString(files[1].notes);
  EXPECT_EQ(number(files[1], "errors"), 0);
  EXPECT_THAT(files[1].notes, ElementsAre(HasSubstr("--odd-option")));
  // A header borrows the command of a file near it.
  EXPECT_EQ(files[0].status, FileStatus::Analysed) << testing::PrintToString(files[0].notes);
}

TEST_F(Frontend, ArchitecturesThatClangDoesNotKnow) {
  options_.arch = "sm_120";
  const FileAnalysis file =
      runOne("#if __CUDA_ARCH__ != 1200\n#error no\n#endif\n" + std::string(plainKernel));
  EXPECT_EQ(number(file, "errors"), 0);
}

TEST_F(Frontend, ArgumentsOfTheUser) {
  options_.clangArguments = {"-DA=3"};
  EXPECT_EQ(runOne("__global__ void k() { static_assert(A == 3); }\n").status,
            FileStatus::Analysed);
}

TEST_F(Frontend, TriesANewerStandard) {
  const FileAnalysis file =
      runOne("template <class T> concept Any = true;\n"
             "__global__ void k(int *p) { auto f = []<Any T>(T t) { return t; }; p[0] = f(1); }\n");
  EXPECT_EQ(file.status, FileStatus::Analysed) << testing::PrintToString(file.notes);
}

//===--- what Clang refuses ---===//

TEST_F(Frontend, SharedObjectsWithConstructors) {
  const FileAnalysis file =
      runOne("struct Lock { __device__ Lock() : state(0) { init(); } __device__ void init(); int "
             "state; };\n"
             "template <class T> __global__ void k(T *p) { __shared__ Lock lock; lock.init(); }\n"
             "template __global__ void k<int>(int *);\n");
  EXPECT_EQ(file.status, FileStatus::Analysed) << testing::PrintToString(file.notes);
  EXPECT_EQ(number(file, "errors"), 0);
  ASSERT_THAT(file.sites, SizeIs(1));
  EXPECT_TRUE(boolAt(file.sites[0].evidence, "shared_lock"));
}

TEST_F(Frontend, ExternSharedArraysOfSeveralTypes) {
  const FileAnalysis file = runOne(
      "template <class T> __global__ void k(T *p) { extern __shared__ T s[]; p[0] = s[1]; }\n"
      "template __global__ void k<int>(int *);\n"
      "template __global__ void k<float>(float *);\n");
  EXPECT_EQ(file.status, FileStatus::Analysed) << testing::PrintToString(file.notes);
  EXPECT_EQ(number(file, "errors"), 0);
}

TEST_F(Frontend, AlignasBehindShared) {
  const FileAnalysis file = runOne(
      "__global__ void k(int *p) { __shared__ alignas(16) int s[4]; s[0] = 1; p[0] = s[0]; }\n");
  EXPECT_EQ(file.status, FileStatus::Analysed) << testing::PrintToString(file.notes);
  EXPECT_TRUE(boolAt(file.sites[0].evidence, "shared_s"));
}

TEST_F(Frontend, KernelsThatLaunchKernels) {
  const FileAnalysis file =
      runOne(std::string(plainKernel) + "__global__ void parent(float *p) { k<<<1, 32>>>(p); }\n");
  EXPECT_EQ(file.status, FileStatus::Analysed) << testing::PrintToString(file.notes);
}

TEST_F(Frontend, OverloadedKernelsThatLaunchThemselves) {
  const FileAnalysis file = runOne("template <class T> __global__ void k(T *p) {\n"
                                   "  k<T><<<1, 32>>>(p);\n"
                                   "  p[0] = 1;\n"
                                   "}\n"
                                   "template __global__ void k<int>(int *);\n");
  EXPECT_EQ(file.status, FileStatus::Analysed) << testing::PrintToString(file.notes);
}

TEST_F(Frontend, CollectsSuppressions) {
  write("a.cu", "#include \"b.cuh\"\n__global__ void k() {} // NOLINT(warplint-x): so\n");
  write("b.cuh", "// warplint: allow(y) reason\n__global__ void b() {}\n");
  auto files = run();
  ASSERT_THAT(files, SizeIs(2));
  ASSERT_THAT(files[0].suppressions, SizeIs(2));
  EXPECT_THAT(files[0].suppressions[0].rules, ElementsAre("x"));
  EXPECT_THAT(files[0].suppressions[1].span.file, HasSubstr("b.cuh"));
  EXPECT_EQ(files[0].suppressions[1].firstLine, 2U);
}

//===--- the run as a whole ---===//

TEST_F(Frontend, LaunchesInOtherFilesAreHandedOver) {
  write("a.cu", plainKernel);
  write("b.cu", "void launch_k() {}\n");
  auto files = run();
  ASSERT_THAT(files, SizeIs(2));
  EXPECT_EQ(number(files[0], "launches_elsewhere"), 1);
}

TEST_F(Frontend, ResultDoesNotDependOnJobs) {
  for (int i = 0; i < 8; ++i)
    write("f" + std::to_string(i) + ".cu", "__global__ void k" + std::to_string(i) + "() {}\n");
  const auto all = [&](unsigned jobs) {
    options_.jobs = jobs;
    std::string text;
    for (const FileAnalysis &file : run())
      text += file.file + file.sites.front().kernel + "\n";
    return text;
  };
  EXPECT_EQ(all(1), all(4));
}

TEST_F(Frontend, ReportsProgress) {
  write("a.cu", "__global__ void a() {}\n");
  write("b.cu", "__global__ void b() {}\n");
  options_.paths = {folder_.string()};
  std::vector<std::size_t> done;
  std::size_t total = 0;
  auto result = analyse(options_, [&](const Progress &progress) {
    done.push_back(progress.done);
    total = progress.total;
  });
  ASSERT_TRUE(result);
  EXPECT_THAT(done, ElementsAre(1, 2));
  EXPECT_EQ(total, 2U);
}

TEST_F(Frontend, BeginsWithTheLongestFile) {
  const std::string longer(2000, '\n');
  write("a.cu", "__global__ void a() {}\n");
  write("b.cu", longer + longer + "__global__ void b() {}\n");
  write("c.cu", longer + "__global__ void c() {}\n");
  write("d.cu", "__global__ void d() {}\n");
  options_.paths = {folder_.string()};
  options_.jobs = 1;
  std::vector<std::string> order;
  auto result = analyse(options_, [&](const Progress &progress) {
    order.push_back(std::filesystem::path(progress.file).filename().string());
  });
  ASSERT_TRUE(result);
  EXPECT_THAT(order, ElementsAre("b.cu", "c.cu", "a.cu", "d.cu"));
}

TEST_F(Frontend, ToolkitHeaders) {
  if (!toolkitAt("/usr/local/cuda"))
    GTEST_SKIP() << "no CUDA Toolkit in /usr/local/cuda";
  options_.cudaPath = "/usr/local/cuda";
  const FileAnalysis file = runOne("#include <cooperative_groups.h>\n#include <cuda/barrier>\n"
                                   "namespace cg = cooperative_groups;\n"
                                   "__global__ void k(float *p) {\n"
                                   "  __shared__ cuda::barrier<cuda::thread_scope_block> bar;\n"
                                   "  cg::this_thread_block().sync();\n"
                                   "  bar.arrive_and_wait();\n"
                                   "  p[threadIdx.x] = 1;\n"
                                   "}\n");
  EXPECT_EQ(file.status, FileStatus::Analysed) << testing::PrintToString(file.notes);
  EXPECT_EQ(number(file, "errors"), 0);
  ASSERT_THAT(file.sites, SizeIs(1));
  EXPECT_TRUE(boolAt(file.sites[0].evidence, "shared_bar"));
  EXPECT_EQ(headerSource(options_).path, "/usr/local/cuda");
  EXPECT_NE(headerSource(options_).version, "");
}

//--- knowing code again --------------------------------------------------------

class Functions : public Frontend {
protected:
  std::vector<DeviceFunction> functionsOf(const std::string &text) {
    options_.functions = true;
    return runOne(text).functions;
  }

  /// Of the kernel `k`; empty where it is not told.
  std::string hash(const std::string &text) {
    for (const DeviceFunction &function : functionsOf(text))
      if (function.name == "k")
        return function.hash;
    return {};
  }
};

TEST_F(Functions, AreToldWhereTheyAreAskedFor) {
  EXPECT_THAT(runOne(plainKernel).functions, IsEmpty());
  const auto functions = functionsOf("// first\n" + std::string(plainKernel) +
                                     "namespace n { template <int N> __global__ void t() {\n} }\n");
  ASSERT_THAT(functions, SizeIs(2));
  const DeviceFunction &k = functions[0];
  EXPECT_EQ(k.name, "k");
  EXPECT_TRUE(k.kernel);
  EXPECT_THAT(k.hash, testing::MatchesRegex("[0-9a-f]+"));
  EXPECT_EQ(k.span.line, 2U);
  EXPECT_EQ(k.span.column, 1U) << "with __global__";
  EXPECT_EQ(k.span.endColumn, 52U);
  ASSERT_THAT(k.tokens, SizeIs(19));
  EXPECT_THAT(k.tokens[1], ElementsAre(2, 12)) << "void";
  EXPECT_EQ(functions[1].name, "n::t");
  EXPECT_EQ(functions[1].span.column, 15U) << "with its template head";
}

TEST_F(Functions, AreTheSameWhateverTheirLinesSpacesAndComments) {
  const std::string before = hash("__global__ void k(float *p) { p[threadIdx.x * 2] = 1; }\n");
  ASSERT_FALSE(before.empty());
  EXPECT_EQ(hash("\n\n/* new */ __global__\nvoid k(float *p) // why\n{\n"
                 "  p[threadIdx.x*2] =\n\n      1;\n}\n"),
            before);
  EXPECT_EQ(hash("int host() { return 1; }\n__global__ void other() {}\n"
                 "__global__ void k(float *p) { p[threadIdx.x * 2] = 1; }\n"),
            before);
  EXPECT_NE(hash("__global__ void k(float *p) { p[threadIdx.x * 3] = 1; }\n"), before);
}

TEST_F(Functions, ChangeWithWhatTheyName) {
  const auto program = [](const std::string &factor, const std::string &type,
                          const std::string &helper, const std::string &unused) {
    return "#define SCALE(x) ((x) * FACTOR)\n#define FACTOR " + factor + "\nstruct Element { " +
           type + " value; };\nconstexpr int host = " + unused + ";\n#define UNUSED " + unused +
           "\n__device__ int deepest(int i) { return " + helper +
           "; }\n__device__ int deep(int i) { return deepest(i); }\n"
           "template <typename T> __global__ void k(T *p, Element *e) {\n"
           "  p[SCALE(deep(threadIdx.x))] = e->value;\n}\n";
  };
  const std::string before = hash(program("2", "float", "i + 1", "1"));
  ASSERT_FALSE(before.empty());
  EXPECT_EQ(hash(program("2", "float", "i + 1", "7")), before) << "what it does not name";
  EXPECT_NE(hash(program("3", "float", "i + 1", "1")), before) << "a macro in a macro";
  EXPECT_NE(hash(program("2", "double", "i + 1", "1")), before) << "a type";
  EXPECT_NE(hash(program("2", "float", "i + 2", "1")), before) << "a function that one calls";
}

TEST_F(Functions, ChangeWithConstantsMethodsOperatorsAndOptions) {
  const auto program = [](const std::string &a, const std::string &b, const std::string &c) {
    return "enum { width = " + a + " };\nstruct V { int x; __device__ int at(int i) { return i * " +
           b + "; } };\n__device__ V operator+(V v, int i) { return {v.x + i * " + c + "}; }\n" +
           "__global__ void k(float *p, V v) { p[(v + 1).at(width + N)] = 1; }\n";
  };
  options_.clangArguments = {"-DN=1"};
  const std::string before = hash(program("1", "1", "1"));
  ASSERT_FALSE(before.empty());
  EXPECT_NE(hash(program("2", "1", "1")), before);
  EXPECT_NE(hash(program("1", "2", "1")), before);
  EXPECT_NE(hash(program("1", "1", "2")), before);
  options_.clangArguments = {"-DN=2"};
  EXPECT_NE(hash(program("1", "1", "1")), before);
}

TEST_F(Functions, ChangeWithHeadersOfTheProject) {
  write("constants.h", "constexpr int stride = 1;\n");
  const std::string text =
      "#include \"constants.h\"\n__global__ void k(float *p) { p[threadIdx.x * stride] = 1; }\n";
  options_.paths = {folder_.string() + "/one.cu"};
  const std::string before = hash(text);
  ASSERT_FALSE(before.empty());
  write("constants.h", "// moved\n\nconstexpr int stride = 1;\n");
  EXPECT_EQ(hash(text), before);
  write("constants.h", "constexpr int stride = 2;\n");
  EXPECT_NE(hash(text), before);
}

TEST_F(Functions, OfHostCodeAreToldWhereTheyCallOrLaunch) {
  const auto program = [](const std::string &kernel, const std::string &helper,
                          const std::string &body, const std::string &unused) {
    return "__global__ void k(float *p) { p[threadIdx.x" + kernel +
           "] = 1; }\nint blocks() { return " + helper + "; }\nint unused() { return " + unused +
           "; }\nvoid run(float *p) {\n" + body +
           "  k<<<blocks(), 32>>>(p);\n  cudaDeviceSynchronize();\n}\n";
  };
  const auto hashOf = [&](const std::string &text, const std::string &name) {
    std::string found;
    for (const DeviceFunction &function : functionsOf(text))
      if (function.name == name) {
        EXPECT_EQ(function.kernel, name == "k");
        found = function.hash;
      }
    return found;
  };
  const std::string before = program("", "64", "", "1");
  const std::string run = hashOf(before, "run"), kernel = hashOf(before, "k");
  ASSERT_FALSE(run.empty());
  EXPECT_EQ(hashOf(before, "blocks"), "") << "it calls nothing of CUDA's";
  EXPECT_EQ(hashOf(program("", "64", "  // said\n", "2"), "run"), run) << "what it does not name";
  EXPECT_NE(hashOf(program("", "64", "  int x = 1;\n", "1"), "run"), run) << "itself";
  EXPECT_NE(hashOf(program("", "65", "", "1"), "run"), run) << "a host function that it calls";
  EXPECT_NE(hashOf(program(" * 2", "64", "", "1"), "run"), run) << "a kernel that it launches";
  EXPECT_EQ(hashOf(program("", "65", "  int x = 1;\n", "2"), "k"), kernel)
      << "host code is nothing to a kernel";
}

TEST_F(Functions, WhatIsIncludedIntoABodyIsNotKnownAgain) {
  write("body.inc", "p[threadIdx.x] = 1;\n");
  options_.paths = {folder_.string() + "/one.cu"};
  EXPECT_THAT(functionsOf("__global__ void k(float *p) {\n#include \"body.inc\"\n}\n"), IsEmpty());
}

TEST_F(Functions, AMacroThatIsAKernel) {
  const std::string macro =
      "#define KERNEL(name, n) __global__ void name(float *p) { p[n] = 1; }\n";
  const auto functions = functionsOf(macro + "KERNEL(k,\n  1)\n");
  ASSERT_THAT(functions, SizeIs(1));
  EXPECT_EQ(functions[0].span.line, 2U);
  EXPECT_EQ(functions[0].span.endLine, 3U);
  const std::string before = functions[0].hash;
  EXPECT_EQ(hash(macro + "\nKERNEL(k, 1)\n"), before);
  EXPECT_NE(hash(macro + "KERNEL(k, 2)\n"), before);
}

} // namespace
} // namespace warplint::frontend
