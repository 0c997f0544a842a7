//===- CacheTest.cpp - what is kept between runs changes no answer --------===//

#include "tests/cli/TemporaryFolder.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <future>
#include <sys/wait.h>
#include <thread>

namespace warplint::cli {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

constexpr const char *source = R"(#include <cstdint>
#include "step.cuh"
__global__ void copy(float *out, const float *in) {
  out[threadIdx.x] = in[threadIdx.x * STEP];
}
void launch(float *out, const float *in) { copy<<<1, 256>>>(out, in); }
)";
constexpr const char *narrow = "#define STEP 1\n";
constexpr const char *wide = "#define STEP 9\n"; // as many bytes

class Cached : public testing::Test {
protected:
  std::string run(std::string arguments, const std::string &output = ".out") const {
    if (const std::string lint = "lint "; !worksBehind && arguments.starts_with(lint))
      arguments.insert(lint.size(), "--no-background ");
    const int status = std::system(("cd '" + folder.path() + "' && CI= WARPLINT_CACHE_DIR='" +
                                    folder.path("kept") + "' '" + WARPLINT_PROGRAM + "' " +
                                    arguments + " >" + output + " 2>&1 </dev/null")
                                       .c_str());
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) <= 1) << folder.read(output);
    return folder.read(output);
  }
  std::string lint(const std::string &more = "") const {
    return run("lint --cuda-path none --fail-on never . " + more);
  }

  std::vector<fs::path> kept(const std::string &part) const {
    std::vector<fs::path> files;
    for (const auto &entry : fs::directory_iterator(folder.path("kept")))
      if (entry.path().filename().string().find(part) != std::string::npos)
        files.push_back(entry.path());
    return files;
  }

  TemporaryFolder folder;
  bool worksBehind = false;
};

constexpr const char *found = "memory-strided-access";

/// A limit on the size of files stands for a full disk: writing ends with an error.
TEST_F(Cached, AFullDiskIsDoneWithout) {
  folder.write("a.cu", source);
  folder.write("step.cuh", wide);
  const auto limited = [&](const std::string &arguments) {
    const int status = std::system(("cd '" + folder.path() +
                                    "' && trap '' XFSZ && ulimit -f 100 && WARPLINT_CACHE_DIR='" +
                                    folder.path("kept") + "' '" + WARPLINT_PROGRAM + "' " +
                                    arguments + " --cuda-path none . >.out 2>&1 </dev/null")
                                       .c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  };
  for (int i = 0; i < 4; ++i) { // headers, then the beginning of the file
    EXPECT_EQ(limited("lint --fail-on never"), 0);
    EXPECT_THAT(folder.read(".out"), HasSubstr(found));
    EXPECT_THAT(folder.read(".out"), HasSubstr("2 files analysed"));
    folder.write("a.cu", source + std::string(i + 1, ';'));
  }
  EXPECT_EQ(limited("baseline -o b.json"), 0);
  EXPECT_THAT(folder.read("b.json"), HasSubstr(found));
  for (const fs::path &file : kept(""))
    EXPECT_THAT(file.extension(), testing::AnyOf("", ".timestamp")) << file;
}

TEST_F(Cached, WhatAKilledProcessLeavesIsRemoved) {
  folder.write("a.cu", source);
  folder.write("step.cuh", wide);
  lint();
  const auto link = [&](const char *name, const char *target) {
    fs::create_symlink(folder.path(std::string("kept/") + target),
                       folder.path(std::string("kept/") + name));
  };
  link("llvmcache-preamble-0.lock", "llvmcache-preamble-0.lock-gone");
  folder.write("kept/llvmcache-preamble-1.lock-held", "host 1");
  link("llvmcache-preamble-1.lock", "llvmcache-preamble-1.lock-held");
  link("other.lock", "nowhere");
  folder.write("kept/unfinished-new", "");
  fs::last_write_time(folder.write("kept/unfinished-old", ""),
                      fs::file_time_type::clock::now() - std::chrono::hours(48));
  lint();
  EXPECT_EQ(kept("preamble-0.lock").size(), 1U) << "not looked for in each run";
  fs::last_write_time(folder.path("kept/llvmcache.timestamp"),
                      fs::file_time_type::clock::now() - std::chrono::hours(1));
  lint();
  EXPECT_EQ(kept("preamble-0.lock").size(), 0U);
  EXPECT_EQ(kept("preamble-1.lock").size(), 2U) << "somebody may hold it";
  EXPECT_EQ(kept("other.lock").size(), 1U) << "none of ours";
  EXPECT_EQ(kept("unfinished-").size(), 1U) << "somebody may be writing it";
}

TEST_F(Cached, WithoutAHomeNothingIsKept) {
  folder.write("a.cu", source);
  folder.write("step.cuh", wide);
  const int status =
      std::system(("cd '" + folder.path() + "' && HOME= XDG_CACHE_HOME= WARPLINT_CACHE_DIR= '" +
                   WARPLINT_PROGRAM + "' lint -q --cuda-path none a.cu >.out 2>&1 </dev/null")
                      .c_str());
  EXPECT_EQ(WEXITSTATUS(status), 1);
  EXPECT_FALSE(fs::exists(folder.path(".cache")));
}

TEST_F(Cached, TheAnswerIsTheSame) {
  folder.write("a.cu", source);
  folder.write("step.cuh", wide);
  const std::string without = lint("--no-cache");
  EXPECT_THAT(without, HasSubstr(found));
  EXPECT_FALSE(fs::exists(folder.path("kept")));
  EXPECT_EQ(lint(), without);
  EXPECT_EQ(kept("result-").size(), 1U);
  EXPECT_EQ(kept(".pch").size(), 1U);
  EXPECT_EQ(lint(), without) << "from the cache";
  for (const fs::path &result : kept("result-"))
    fs::remove(result);
  EXPECT_EQ(lint(), without) << "with a preamble that was there";
}

TEST_F(Cached, ChangesAreSeen) {
  folder.write("a.cu", source);
  folder.write("step.cuh", narrow);
  EXPECT_THAT(lint(), Not(HasSubstr(found)));
  // At once, and of the same size: the time of the file may well be the same.
  folder.write("step.cuh", wide);
  EXPECT_THAT(lint(), HasSubstr(found)) << "in an included file";
  folder.write("a.cu", "#undef STEP\n#define STEP 1\n" + std::string(source).substr(39));
  EXPECT_THAT(lint(), Not(HasSubstr(found))) << "in the file itself";
}

// Of kernels that a change does not concern, what was found before is said again: in other words
// for nothing that the change has a part in.
// Archives and `touch -r` give what they write the times that they like.
TEST_F(Cached, ChangesThatKeepSizeAndTimeAreSeen) {
  folder.write("a.cu", source);
  const fs::path header = folder.write("step.cuh", wide);
  const auto old = fs::file_time_type::clock::now() - std::chrono::hours(48);
  fs::last_write_time(header, old);
  std::this_thread::sleep_for(std::chrono::milliseconds(2200)); // not too young to be told by time
  EXPECT_THAT(lint(), HasSubstr(found));
  const fs::path other = folder.write("other.cuh", narrow);
  fs::last_write_time(other, old);
  fs::rename(other, header);
  EXPECT_THAT(lint(), Not(HasSubstr(found)));
}

TEST_F(Cached, ChangesOfOneKernelAreSeen) {
  std::string text = R"(#include <cuda_runtime.h>
constexpr int pitch = 9;
struct Row { float *begin; __device__ float *at(int i) const { return begin + i * pitch; } };
__device__ float scaled(const float *in, int i);
__global__ void columns(float *out, const float *in) {
  out[threadIdx.x] = in[threadIdx.x * pitch];
}
__global__ void rows(float *out, const float *in, int n) {
  __shared__ float tile[32][32];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * n + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * n + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
__global__ void helped(float *out, const float *in) {
  out[threadIdx.x] = scaled(in, threadIdx.x) + *Row{out}.at(threadIdx.x);
}
template <int N> __global__ void parted(float *out) {
  if (threadIdx.x % N)
    out[threadIdx.x] = sinf(out[threadIdx.x]);
  else
    out[threadIdx.x] = cosf(out[threadIdx.x]);
}
__device__ float scaled(const float *in, int i) { return in[i * 4]; }
__global__ void walked(float *out, const float *in, int n) {
  __shared__ float part[256];
  float sum = 0;
  for (int i = 0; i < n; ++i)
    sum += in[threadIdx.x * n + i];
  part[threadIdx.x] = sum;
  out[threadIdx.x] = part[255 - threadIdx.x];
}
void launch(float *out, const float *in, int n) {
  columns<<<1, 256>>>(out, in);
  rows<<<1, dim3(32, 32)>>>(out, in, n);
  helped<<<1, 256>>>(out, in);
  parted<2><<<1, 256>>>(out);
  walked<<<1, 256>>>(out, in, n);
}
)";
  const auto sameAsWithout = [&](const std::string &what) {
    folder.write("a.cu", text);
    EXPECT_EQ(lint("--format json -j 2"), lint("--format json --no-cache")) << what;
  };
  sameAsWithout("new");
  sameAsWithout("the same");
  for (const auto &[from, to] : std::vector<std::pair<std::string, std::string>>{
           {"<<<1, 256>>>(out, in);\n  rows", "<<<1, 64>>>(out, in);\n  rows"},
           {"dim3(32, 32)", "dim3(32, 8)"},
           {"in[i * 4]", "in[i]"},
           {"[32][32]", "[32][33]"},
           {"pitch = 9", "pitch = 1"},
           {"  __syncthreads();\n", ""},
           {"parted<2>", "parted<64>"},
           {"i * pitch", "i * 3"},
           {"__global__ void rows", "\n// moved\n__global__ void rows"},
           {"constexpr int pitch", "// moved\n\nconstexpr int pitch"},
           {"__device__ float scaled(const float *in, int i) {",
            "// moved\n__device__ float scaled(const float *in, int i) {"},
           {"void launch(", "/* moved */\n\nvoid launch("},
           {"// moved\n\nconstexpr int pitch", "constexpr int pitch"},
           {"__global__ void walked", "struct Other {\n};\n__global__ void walked"},
           {"float *out, const float *in, int n) {\n  columns",
            "float *out, const float *in, int n) {\n  n = 5;\n  columns"},
           {"sinf(", "cosf("},
           {"helped<<<1, 256>>>(out, in);", ""},
           {"in[i]", "in[j]"}, // an error
           {"in[j]", "in[i * 9]"},
           {"  columns<<<", "\n  columns<<<"},
           {"    sum += ", "\n    sum += "}}) {
    const std::size_t at = text.find(from);
    ASSERT_NE(at, std::string::npos) << from;
    text.replace(at, from.size(), to);
    sameAsWithout(to);
  }
}

// What comments say to others, and lines put between statements, change where things are and
// nothing else: what was found before is said again, where it is now.
TEST_F(Cached, CommentsAreNoReasonToReadAFileAgain) {
  std::string text = R"(#include <cstdio>
#include "check.h"
__global__ void columns(float *out, const float *in) {
  out[threadIdx.x] = in[threadIdx.x * 9];
}
__global__ void unordered(float *out) {
  __shared__ float part[256];
  part[threadIdx.x] = out[threadIdx.x];
  assert_that(out != nullptr);
  out[threadIdx.x] = part[255 - threadIdx.x];
}
template <typename T> __global__ void looped(T *out,
                                             const T *in, int n) {
  for (int i = 0; i < n; ++i)
    out[threadIdx.x] += in[threadIdx.x * n + i];
}
int main() {
  float *out, *in;
  CHECK(cudaMalloc(&out, 1024));
  CHECK(cudaMalloc(&in, 65536));
  columns<<<1, 256>>>(out, in);
  unordered<<<1, 256>>>(out);
  looped<<<1, 256>>>(out, in, 64);
  std::printf("done in line %d\n", __LINE__);
}
)";
  folder.write("check.h", R"(#pragma once
#include <cuda_runtime.h>
inline void check(cudaError_t status, const char *file, int line) {
  if (status != cudaSuccess)
    throw file + line;
}
#define CHECK(call) check(call, __FILE__, __LINE__)
__device__ void failed(const char *what, const char *file, int line);
#define assert_that(what) ((what) ? void(0) : failed(#what, __FILE__, __LINE__))
)");
  folder.write("a.cu", text);
  const auto withoutReading = [&](const std::string &what) {
    folder.write("a.cu", text);
    for (const fs::path &precompiled : kept(".pch"))
      fs::remove(precompiled);
    const std::string cached = lint("--format json -j 2");
    const bool wasRead = !kept(".pch").empty();
    EXPECT_EQ(cached, lint("--format json --no-cache")) << what;
    return !wasRead;
  };
  lint();
  ASSERT_FALSE(kept(".pch").empty());
  const auto change = [&](const std::string &from, const std::string &to) {
    const std::size_t at = text.find(from);
    ASSERT_NE(at, std::string::npos) << from;
    text.replace(at, from.size(), to);
  };
  for (const auto &[from, to] : std::vector<std::pair<std::string, std::string>>{
           {"  std::printf", "  // says so\n  std::printf"},
           {"#include <cstdio>", "// Copyright\n\n#include <cstdio>"},
           {"out, in);\n  unordered", "out, in); // first\n\n  unordered"},
           {"  out[threadIdx.x] = in",
            "  /* warplint: allow(memory-strided-access) it is a test */\n"
            "  out[threadIdx.x] = in"},
           {"float part[256];", "float part[256]; // NOLINT(warplint-shared-bank-conflict)"},
           {"  out[threadIdx.x] = part", "  // backwards\n  out[threadIdx.x] = part"},
           {"/* warplint: allow(memory-strided-access) it is a test */", "// why"},
           {"// Copyright\n\n", ""}}) {
    change(from, to);
    EXPECT_TRUE(withoutReading(to)) << to;
  }
  for (const auto &[from, to] : std::vector<std::pair<std::string, std::string>>{
           {"* 9", "* 10"},
           {"__global__ void columns", "// warplint: block(32,8)\n__global__ void columns"},
           {"block(32,8)", "blocks(32,8)"}, // of which a note says that it means nothing
           {"i < n;", "i < n; // all"},
           {"CHECK(cudaMalloc(&in, 65536));", "const int line = __LINE__;"}}) {
    change(from, to);
    EXPECT_FALSE(withoutReading(to)) << to;
  }
  change("  columns<<<", "\n  columns<<<");
  EXPECT_FALSE(withoutReading("below a line")) << "whose number is a value";
}

// A declaration reaches a kernel that does not say its name: by a header's template or macro, as an
// operator, a specialisation, an overrider.
TEST_F(Cached, DeclarationsThatReachAKernelUnnamedAreSeen) {
  folder.write("ask.cuh", R"(#pragma once
#define NAMED(i) named(i)
#define TILE Tile
template <typename T> __device__ int hooked(T t, int i) { return hook(t, i); }
template <typename T> struct Traits { static constexpr int step = 1; };
template <typename T> __device__ int traited(int i) { return i * Traits<T>::step; }
template <typename T, typename = void> struct Scale { static constexpr int value = 1; };
template <typename T> struct Scale<T, decltype((void)scale_of(T{}))> {
  static constexpr int value = 9;
};
template <typename T> __device__ int scaled(int i) { return i * Scale<T>::value; }
)");
  const std::string text = R"(#include "ask.cuh"
struct Mine {};
struct Tile { float v[33]; };
// first
__device__ int hook(Mine, int i) { return i; }
__device__ int named(int i) { return i; }
struct Base { __device__ virtual int at(int i) { return i; } };
struct Derived : Base { __device__ int at(int i) override { return i * 5; } };
__device__ int operator*(Mine, int i) { return i; }
template <> struct Traits<Mine> { static constexpr int step = 1; };
__global__ void a(float *p) { p[hooked(Mine{}, threadIdx.x)] = 1; }
__global__ void b(float *p) { p[NAMED(threadIdx.x)] = 1; }
__global__ void c(float *p) {
  __shared__ TILE t[32];
  t[threadIdx.x].v[0] = p[threadIdx.x];
  __syncthreads();
  p[threadIdx.x] = t[31 - threadIdx.x].v[0];
}
__global__ void d(float *p) { p[traited<Mine>(threadIdx.x)] = 1; }
__global__ void e(float *p) { p[Mine{} * int(threadIdx.x)] = 1; }
__global__ void f(float *p) { Derived x; Base *y = &x; p[y->at(threadIdx.x)] = 1; }
__global__ void g(float *p) { p[scaled<Mine>(threadIdx.x)] = 1; }
void launch(float *p) {
  a<<<1, 256>>>(p);
  b<<<1, 256>>>(p);
  c<<<1, 32>>>(p);
  d<<<1, 256>>>(p);
  e<<<1, 256>>>(p);
  f<<<1, 256>>>(p);
  g<<<1, 256>>>(p);
}
)";
  for (const auto &[from, to] : std::vector<std::pair<std::string, std::string>>{
           {"int hook(Mine, int i) { return i;", "int hook(Mine, int i) { return i * 9;"},
           {"// first", "__device__ int hook(Mine, unsigned i) { return i * 9; }"},
           {"int named(int i) { return i;", "int named(int i) { return i * 9;"},
           {"// first", "__device__ int named(unsigned i) { return i * 9; }"},
           {"v[33]", "v[32]"},
           {"<Mine> { static constexpr int step = 1;", "<Mine> { static constexpr int step = 9;"},
           {"int operator*(Mine, int i) { return i;", "int operator*(Mine, int i) { return 9 * i;"},
           {"return i * 5;", "return i;"},
           {"// first", "__host__ __device__ int scale_of(Mine);"}})
    for (const bool isKnown : {false, true}) {
      if (fs::exists(folder.path("kept")))
        run("cache clear");
      for (int round = 0; round < (isKnown ? 3 : 1); ++round) { // with its beginning, or without
        folder.write("a.cu", text + std::string(round, ';'));
        lint();
      }
      std::string changed = text;
      const std::size_t at = changed.find(from);
      ASSERT_NE(at, std::string::npos) << from;
      folder.write("a.cu", changed.replace(at, from.size(), to));
      EXPECT_EQ(lint("--format json"), lint("--format json --no-cache")) << to << isKnown;
    }
}

TEST_F(Cached, TheCommandCounts) {
  folder.write("a.cu", std::string(source).replace(19, 19, ""));
  EXPECT_THAT(lint("-- -DSTEP=1"), Not(HasSubstr(found)));
  EXPECT_THAT(lint("-- -DSTEP=9"), HasSubstr(found));
  EXPECT_THAT(lint("--ignore memory -- -DSTEP=9"), Not(HasSubstr(found)));
}

TEST_F(Cached, HeadersThatAppearAreSeen) {
  folder.write("src/a.cu", source);
  folder.write("include/step.cuh", narrow);
  EXPECT_THAT(lint(), Not(HasSubstr(found)));
  folder.write("src/step.cuh", wide);
  EXPECT_THAT(lint(), HasSubstr(found)) << "nearer than the other one";
  fs::remove(folder.path("src/step.cuh"));
  EXPECT_THAT(lint(), Not(HasSubstr(found)));
  fs::remove(folder.path("include/step.cuh"));
  EXPECT_THAT(lint(), HasSubstr("step.cuh"));
  folder.write("far/away/step.cuh", wide);
  EXPECT_THAT(lint(), HasSubstr(found)) << "found by its name";
}

TEST_F(Cached, ThePreambleIsThatOfTheMacrosBeforeIt) {
  folder.write("system/step.cuh", "#ifdef WIDE\n#define STEP 9\n#else\n#define STEP 1\n#endif\n");
  folder.write("narrow.cu", source);
  folder.write("wide.cu", "#define WIDE\n" + std::string(source));
  for (int round = 0; round < 2; ++round) {
    const std::string text = lint("-- -isystem system");
    EXPECT_THAT(text, HasSubstr("wide.cu:5")) << text;
    EXPECT_THAT(text, Not(HasSubstr("narrow.cu:"))) << text;
    for (const fs::path &result : kept("result-"))
      fs::remove(result);
  }
}

// As Clang's <algorithm> for CUDA brings that of the C++ library.
TEST_F(Cached, InThePreambleAHeaderBringsTheNextOfItsName) {
  folder.write("first/step.cuh", "#pragma once\n#include_next <step.cuh>\n");
  folder.write("second/step.cuh", "#pragma once\n" + std::string(wide));
  folder.write("src/a.cu", std::string(source).replace(19, 19, "#include <step.cuh>"));
  const std::string folders = " src -- -isystem first -isystem second";
  const std::string without = run("lint --cuda-path none --fail-on never --no-cache" + folders);
  EXPECT_THAT(without, HasSubstr(found));
  for (const char *when : {"made now", "made before"}) {
    EXPECT_EQ(run("lint --cuda-path none --fail-on never" + folders), without) << when;
    for (const fs::path &result : kept("result-"))
      fs::remove(result);
  }
}

TEST_F(Cached, InThePreambleHeadersKeepTheirOrder) {
  folder.write("system/a_mode.cuh", "#pragma once\n#define WIDE\n");
  folder.write("system/step.cuh",
               "#pragma once\n#ifdef WIDE\n#define STEP 9\n#else\n#define STEP 1\n#endif\n");
  folder.write("src/late.cu",
               std::string(source).replace(19, 19, "#include <step.cuh>\n#include <a_mode.cuh>"));
  folder.write("src/early.cu",
               std::string(source).replace(19, 19, "#include <a_mode.cuh>\n#include <step.cuh>"));
  for (int round = 0; round < 2; ++round) {
    const std::string text = run("lint --cuda-path none --fail-on never src -- -isystem system");
    EXPECT_THAT(text, HasSubstr("early.cu:")) << text;
    EXPECT_THAT(text, Not(HasSubstr("late.cu:"))) << text;
    for (const fs::path &result : kept("result-"))
      fs::remove(result);
  }
}

// A header of another's that has no include guard is read where it is included, each time.
TEST_F(Cached, InThePreambleAHeaderIsNotReadTwice) {
  const TemporaryFolder library;
  library.write("load.cuh", "static __device__ float load(float *p, int i) {\n"
                            "  return p[i * 16];\n"
                            "}\n");
  const std::string text = "#include <cstdint>\n"
                           "#include \"load.cuh\"\n"
                           "__global__ void k(float *p) {\n"
                           "  p[threadIdx.x * 4] = load(p, threadIdx.x);\n"
                           "}\n";
  for (int i = 0; i < 3; ++i) {
    folder.write("a.cu", text + "struct S" + std::to_string(i) + ";\n");
    const std::string report =
        run("lint --cuda-path none --fail-on never a.cu -- -I" + library.path());
    EXPECT_THAT(report, HasSubstr(found));
    EXPECT_THAT(report, HasSubstr("1 file analysed, 1 kernel"));
    EXPECT_THAT(report, Not(HasSubstr("redefinition")));
  }
}

TEST_F(Cached, APreambleOfMostHeadersWillDoForAWhile) {
  folder.write("system/a_mode.cuh", "#pragma once\n#define WIDE\n");
  folder.write("system/other.cuh", "#pragma once\n#define OTHER\n");
  folder.write("system/step.cuh",
               "#pragma once\n#ifdef WIDE\n#define STEP 9\n#else\n#define STEP 1\n#endif\n");
  const auto isPrecompiled = [&](std::size_t count) {
    return std::ranges::count_if(kept("preamble-"), [](const fs::path &path) {
             return path.extension() == ".pch";
           }) == static_cast<std::ptrdiff_t>(count);
  };
  const auto lintWith = [&](const std::string &includes, const std::string &more) {
    folder.write("src/a.cu", std::string(source).replace(19, 19, includes) + more);
    const std::string command = "lint --cuda-path none --fail-on never src ";
    const std::string text = run(command + "-- -isystem system");
    EXPECT_EQ(text, run(command + "--no-cache -- -isystem system")) << includes << more;
    return text;
  };
  EXPECT_THAT(lintWith("#include <step.cuh>", ""), Not(HasSubstr(found)));
  EXPECT_TRUE(isPrecompiled(1));
  // One more: it is read beside the preamble, and with one of its own in the end.
  std::string more;
  for (int round = 0; round < 3; ++round, more += "\nstruct Changed;")
    EXPECT_THAT(lintWith("#include <other.cuh>\n#include <step.cuh>", more), Not(HasSubstr(found)));
  EXPECT_TRUE(isPrecompiled(1));
  lintWith("#include <other.cuh>\n#include <step.cuh>", more);
  EXPECT_TRUE(isPrecompiled(2));
  // One that the other asks for has to come before that.
  for (int round = 0; round < 3; ++round, more += "\nstruct Changed;")
    EXPECT_THAT(lintWith("#include <a_mode.cuh>\n#include <step.cuh>", more), HasSubstr(found));
  EXPECT_TRUE(isPrecompiled(3));
  // And none that is not asked for.
  EXPECT_THAT(lintWith("#include <step.cuh>", more), Not(HasSubstr(found)));
}

// Headers that come beside the preamble say something to those in it for a moment only, or take
// something from them.
TEST_F(Cached, APreambleOfMostHeadersMayBeOfOtherWords) {
  folder.write("system/step.cuh",
               "#pragma once\n#ifdef WIDE\n#define STEP 9\n#else\n#define STEP 1\n#endif\n");
  folder.write("system/mode.cuh", "#pragma once\n#define WIDE\n");
  folder.write("system/moment.cuh",
               "#pragma once\n#define WIDE\n#include <step.cuh>\n#undef WIDE\n");
  folder.write("system/narrow.cuh", "#pragma once\n#undef WIDE\n");
  const auto sameWith = [&](const std::string &includes) {
    folder.write("src/a.cu", std::string(source).replace(19, 19, includes));
    const std::string command = "lint --cuda-path none --fail-on never src ";
    const std::string without = run(command + "--no-cache -- -isystem system");
    for (int round = 0; round < 2; ++round) {
      EXPECT_EQ(run(command + "-- -isystem system"), without) << includes;
      for (const fs::path &result : kept("result-"))
        fs::remove(result);
    }
    return without;
  };
  EXPECT_THAT(sameWith("#include <step.cuh>"), Not(HasSubstr(found)));
  EXPECT_THAT(sameWith("#include <moment.cuh>\n#include <step.cuh>"), HasSubstr(found));
  EXPECT_THAT(sameWith("#include <mode.cuh>\n#include <step.cuh>"), HasSubstr(found));
  EXPECT_THAT(sameWith("#include <mode.cuh>\n#include <narrow.cuh>\n#include <step.cuh>"),
              Not(HasSubstr(found)));
}

TEST_F(Cached, LinesThatKernelsAskForCount) {
  folder.write("at.cuh", "#define AT(p) p[threadIdx.x * (__LINE__ == 4 ? 1 : 9)]\n");
  const std::string kernel =
      "#include \"at.cuh\"\n__global__ void k(float *out, const float *in) {\n"
      "  out[threadIdx.x] =\n    AT(in);\n}\n"
      "void launch(float *p) { k<<<1, 256>>>(p, p); }\n";
  const std::string itself =
      "__global__ void k(float *out, const float *in) {\n"
      "  out[threadIdx.x] = in[threadIdx.x * (__builtin_LINE() == 2 ? 1 : 9)];\n"
      "}\nvoid launch(float *p) { k<<<1, 256>>>(p, p); }\n";
  for (const std::string &text : {kernel, itself})
    for (const char *before : {"", "", "\n", "\n\n"}) {
      folder.write("a.cu", before + text);
      const std::string without = lint("--no-cache");
      EXPECT_EQ(lint(), without) << text;
      EXPECT_EQ(without.find(found) == std::string::npos, *before == 0) << without;
    }
}

TEST_F(Cached, ThePreambleHoldsWhatIsBehindMacrosOfCuda) {
  folder.write("system/step.cuh", wide);
  folder.write("src/a.cu",
               "#if defined(__global__) && CUDART_VERSION >= 11000\n#define HAVE_STEP\n#endif\n"
               "#ifndef __device__\n#define __device__\n#endif\n"
               "#ifdef HAVE_STEP\n" +
                   std::string(source).replace(19, 19, "#include <step.cuh>\n#endif"));
  EXPECT_THAT(run("lint --cuda-path none --fail-on never src -- -isystem system"),
              HasSubstr(found));
  std::string preambles;
  for (const fs::path &preamble : kept("preamble-"))
    if (preamble.extension() != ".pch")
      preambles += folder.read("kept/" + preamble.filename().string());
  EXPECT_THAT(preambles, HasSubstr("system/step.cuh"));
}

//===----------------------------------------------------------------------===//
// Beginnings of files
//===----------------------------------------------------------------------===//

class CachedBeginning : public Cached {
protected:
  /// With a cache in which there are no results.
  std::string lintAnew() const {
    if (fs::exists(folder.path("kept")))
      for (const fs::path &result : kept("result-"))
        fs::remove(result);
    return run(command);
  }
  bool isPrecompiled() const {
    return std::ranges::any_of(kept("-prefix-"),
                               [](const fs::path &path) { return path.extension() == ".pch"; });
  }

  /// It is complete, and can be used.
  bool isKnown() const {
    return std::ranges::any_of(kept("llvmcache-prefix-"), [](const fs::path &path) {
      return path.extension() != ".pch" && path.extension() != ".lock";
    });
  }

  std::string command = "lint --cuda-path none --fail-on never --format json src";
};

struct Beginning {
  const char *name;
  std::vector<std::pair<const char *, std::string>> files;
  const char *shows; ///< in the report
};

void PrintTo(const Beginning &beginning, // NOLINT(readability-identifier-naming): GoogleTest's
             std::ostream *stream) {
  *stream << beginning.name;
}

class CachedBeginnings : public CachedBeginning, public testing::WithParamInterface<Beginning> {};

TEST_P(CachedBeginnings, TheAnswerIsTheSame) {
  for (const auto &[path, text] : GetParam().files)
    folder.write(path, text);
  const std::string without = run(command + " --no-cache");
  EXPECT_THAT(without, HasSubstr(GetParam().shows)) << without;
  EXPECT_EQ(lintAnew(), without) << "seen for the first time";
  EXPECT_FALSE(isPrecompiled());
  EXPECT_EQ(lintAnew(), without) << "made now";
  EXPECT_TRUE(isPrecompiled());
  EXPECT_EQ(lintAnew(), without) << "made before";
  EXPECT_FALSE(kept("result-").empty());
  for (const fs::path &precompiled : kept(".pch"))
    fs::remove(precompiled);
  const auto results = kept("result-");
  EXPECT_EQ(run(command), without) << "from the cache";
  EXPECT_EQ(kept("result-"), results);
  EXPECT_TRUE(kept(".pch").empty()) << "nothing was read";
}

constexpr const char *strided = "out[threadIdx.x] = in[threadIdx.x * 9];";
std::string kernel(const std::string &head, const std::string &body = strided) {
  return head + "(float *out, const float *in) { " + body + " }\n";
}

INSTANTIATE_TEST_SUITE_P(
    , CachedBeginnings,
    testing::Values(
        Beginning{"MacroOfAHeader", {{"src/a.cu", source}, {"src/step.cuh", wide}}, found},
        Beginning{"KernelInAHeader",
                  {{"src/a.cu", "#include \"k.cuh\"\nvoid f(float *p) { k<<<2, 128>>>(p, p); }\n"},
                   {"src/k.cuh", "#pragma once\n" + kernel("__global__ void k")}},
                  "\"file\": \"src/k.cuh\""},
        Beginning{"KernelThatAHeaderLaunches",
                  {{"src/a.cu", "#include \"k.cuh\"\nint unused;\n"},
                   {"src/k.cuh",
                    "#pragma once\n" +
                        kernel("template <int N> __global__ void k",
                               "out[threadIdx.x] = in[threadIdx.x * N];") +
                        "inline void f(float *p) { k<9><<<2, 128>>>(p, p); k<1><<<2, 64>>>(p, p); "
                        "}\n"}},
                  found},
        Beginning{"TemplateOfAHeader",
                  {{"src/a.cu", "#include \"k.cuh\"\nvoid f(float *p) { run<9>(p); }\n"},
                   {"src/k.cuh", "#pragma once\nnamespace deep { namespace er {\n" +
                                     kernel("template <int N> __global__ void k",
                                            "out[threadIdx.x] = in[threadIdx.x * N];") +
                                     "}}\ntemplate <int N> void run(float *p) {\n"
                                     "  deep::er::k<N><<<2, 128>>>(p, p);\n}\n"}},
                  "deep::er::k"},
        // Of the specialisations one leads to a launch, one to what inherits from that, one
        // nowhere.
        Beginning{
            "SpecialisationsOfAHeader",
            {{"src/a.cu",
              "#include \"k.cuh\"\nvoid f(float *p) { go<float[4]>(p); go<Plain>(p); }\n"},
             {"src/k.cuh",
              "#pragma once\n" +
                  kernel("template <int N> __global__ void k",
                         "out[threadIdx.x] = in[threadIdx.x * N];") +
                  "struct Plain {};\ntemplate <class T> struct Step;\n"
                  "template <> struct Step<Plain> { static int run(float *) { return 3; } };\n"
                  "template <class T> struct Step<T *> {\n"
                  "  static void run(float *p) { k<9><<<2, 128>>>(p, p); }\n};\n"
                  "template <class T, int N> struct Step<T[N]> : Step<T *> {};\n"
                  "template <class T> void go(float *p) { Step<T>::run(p); }\n"}},
            found},
        Beginning{"SpecialisationThatNobodyAsksFor",
                  {{"src/a.cu", "#include \"k.cuh\"\n" + kernel("__global__ void k")},
                   {"src/k.cuh",
                    "#pragma once\n#include <cuda_runtime.h>\ntemplate <class T> struct Box;\n"
                    "template <class T> struct Box<T *> {\n  void fill(int n) {\n"
                    "    for (int i = 0; i < n; ++i) {\n      float *p;\n"
                    "      cudaMalloc(&p, 100);\n      cudaFree(p);\n    }\n  }\n};\n"
                    "template <class T> struct Box<T &> { int size() { return 2; } };\n"}},
                  "host-alloc-in-loop"},
        Beginning{"KernelOfASpecialisation",
                  {{"src/a.cu", "#include \"k.cuh\"\nvoid f(float *p) { Box<int *>::go(p); }\n"},
                   {"src/k.cuh", "#pragma once\ntemplate <class T> struct Box;\n"
                                 "template <class T> struct Box<T *> {\n" +
                                     kernel("static __global__ void k") +
                                     "  static void go(float *p) { k<<<2, 128>>>(p, p); }\n};\n"}},
                  found},
        Beginning{"CallsOfManyKinds",
                  {{"src/a.cu", "#include \"k.cuh\"\n" + kernel("__global__ void k") +
                                    "void f(float *p) { Pool<int>().go(p); }\n"},
                   {"src/k.cuh",
                    "#pragma once\n#include <cuda_runtime.h>\n"
                    "template <class T> struct Pool {\n"
                    "  static int more(int n) { return n + 1; }\n"
                    "  void check(cudaError_t e) { if (e != cudaSuccess) throw e; }\n"
                    "  void grow(int n) {\n    for (int i = 0; i < more(n); ++i) {\n"
                    "      float *p;\n      check(cudaMalloc(&p, 100));\n      cudaFree(p);\n"
                    "    }\n  }\n"
                    "  template <class F> void each(F f) { f(1); cudaThreadSynchronize(); }\n"
                    "  void go(float *p) { each([p](int) { cudaMemset(p, 0, 4); }); grow(2); }\n"
                    "};\n"
                    "auto later = [] { return cudaDeviceSynchronize(); };\n"
                    "__host__ __device__ inline void wait() { cudaDeviceSynchronize(); }\n"
                    "struct Waiting { __device__ void run() { wait(); } };\n"}},
                  "cudaThreadSynchronize"},
        Beginning{"CallThatTheFileHandsToDeviceCode",
                  {{"src/a.cu",
                    "#include \"k.cuh\"\nstruct Wait {\n  int n = 0;\n"
                    "  __host__ __device__ void operator()() { cudaDeviceSynchronize(); }\n};\n"
                    "__global__ void k() { run(Wait()); }\n"
                    "void f() { k<<<1, 32>>>(); }\n"},
                   {"src/k.cuh", "#pragma once\n#include <cuda_runtime.h>\n"
                                 "template <class T> __device__ void run(T t) {\n"
                                 "  if constexpr (sizeof(T) > 1) t();\n}\n"}},
                  "cudaDeviceSynchronize"},
        Beginning{"DeviceFunctionOfAHeader",
                  {{"src/a.cu", "#include \"d.cuh\"\n" +
                                    kernel("__global__ void k", "out[threadIdx.x] = get(in);")},
                   {"src/d.cuh", "#pragma once\n__device__ inline float get(const float *in) { "
                                 "return in[threadIdx.x * 9]; }\n"}},
                  "src/d.cuh"},
        Beginning{"ErrorInAHeader",
                  {{"src/a.cu", "#include \"d.cuh\"\n" + kernel("__global__ void k")},
                   {"src/d.cuh", "#pragma once\n__device__ float get() { return absent(1); }\n" +
                                     kernel("__global__ void broken", "out[0] = missing;")}},
                  "missing"},
        Beginning{"HeaderThatIsNowhere",
                  {{"src/a.cu",
                    "#include \"gone.h\"\n#include \"d.cuh\"\n" + kernel("__global__ void k")},
                   {"src/d.cuh", "#pragma once\n#include \"gone/too.h\"\n"}},
                  "2 includes were not found: gone.h, gone/too.h"},
        Beginning{"HeaderThatTheProjectHasElsewhere",
                  {{"src/a.cu", "#include \"d.cuh\"\nint between;\n#include \"e.cuh\"\n" +
                                    kernel("__global__ void k", "out[threadIdx.x] = D + E;")},
                   {"src/include/deep/d.cuh", "#pragma once\n#define D 1\n"},
                   {"src/include/deep/e.cuh", "#pragma once\n#define E 1\n"}},
                  "\"kernels\": 1"},
        Beginning{"KernelSwitchedOff",
                  {{"src/a.cu", "#include \"d.cuh\"\n" + kernel("__global__ void k")},
                   {"src/d.cuh", "#pragma once\n#ifdef USE_OTHER\n" +
                                     kernel("__global__ void other") + "#endif\n"}},
                  "switched off by the preprocessor: other"},
        Beginning{"ConditionalThatGoesOn",
                  {{"src/a.cuh", "#ifndef A_CUH\n#define A_CUH\n#include \"d.cuh\"\n" +
                                     kernel("__global__ void k") + "#else\n#error twice\n#endif\n"},
                   {"src/d.cuh", "#pragma once\n#include \"a.cuh\"\n"}},
                  found},
        Beginning{"MacrosOfTheFile",
                  {{"src/a.cu", "#define STEP 9\n#include \"d.cuh\"\n#undef STEP\n#define STEP 1\n"
                                "#include \"e.cuh\"\n" +
                                    kernel("__global__ void k",
                                           "out[threadIdx.x * STEP] = in[threadIdx.x * first];")},
                   {"src/d.cuh", "constexpr int first = STEP;\n"},
                   {"src/e.cuh", "constexpr int second = STEP;\n"}},
                  found},
        Beginning{"HeaderWithoutGuard",
                  {{"src/a.cu", "#define NAME one\n#include \"k.inl\"\n#undef NAME\n"
                                "#define NAME two\n#include \"k.inl\"\nint unused;\n"},
                   {"src/k.inl", kernel("__global__ void NAME")}},
                  "\"kernel\": \"two\""},
        // What is said to be there is told before the headers that name it.
        Beginning{
            "TypesThatAreDefinedLater",
            {{"src/a.cu", "struct Options;\n#define FACTORY Options\nenum class Step : int;\n"
                          "#include \"k.cuh\"\nstruct Options { static constexpr int step = 9; };\n"
                          "enum class Step : int { wide = 9 };\n"
                          "void f(float *p) { run<Step::wide>(p); }\n"},
             {"src/k.cuh", "#pragma once\n" +
                               kernel("template <class T> __global__ void k",
                                      "out[threadIdx.x] = in[threadIdx.x * T::step];") +
                               "template <Step s> void run(float *p) {\n"
                               "  k<FACTORY><<<2, 128>>>(p, p);\n}\n"}},
            found},
        Beginning{"LanguageLinkage",
                  {{"src/a.cu", "#include \"k.cuh\"\nint unused;\n"},
                   {"src/k.cuh", "extern \"C\" {\n" + kernel("__global__ void k") + "}\n"}},
                  found},
        Beginning{"LambdaOfTheFile",
                  {{"src/a.cu", "#include \"each.cuh\"\nvoid f(float *p, const float *q) {\n"
                                "  each([=] __device__(int i) { p[i] = q[i * 9]; });\n}\n"},
                   {"src/each.cuh",
                    "#pragma once\ntemplate <typename F> __global__ void each_kernel(F f) {\n"
                    "  f(threadIdx.x);\n}\ntemplate <typename F> void each(F f) {\n"
                    "  each_kernel<<<8, 256>>>(f);\n}\n"}},
                  found},
        // Most of a header is not looked into. What does not matter by itself may do so for what
        // the file gives it.
        Beginning{"LaunchByALambda",
                  {{"src/a.cu", "#include \"h.cuh\"\n"
                                "__global__ void k(float *p) { p[threadIdx.x] = 1; }\n"
                                "void f(float *p) { call([&](int n) { k<<<1000, n>>>(p); }); }\n"},
                   {"src/h.cuh", "#pragma once\n"
                                 "template <class F> void call(F f) { f(48); }\n"}},
                  "block of 48 threads"},
        Beginning{"LaunchDefinedInTheFile",
                  {{"src/a.cu", "#include \"h.cuh\"\n"
                                "__global__ void k(float *p) { p[threadIdx.x] = 1; }\n"
                                "void launch(int n, float *p) { k<<<1000, n>>>(p); }\n"},
                   {"src/h.cuh", "#pragma once\n"
                                 "void launch(int n, float *p);\n"
                                 "inline void go(float *p) { launch(48, p); }\n"}},
                  "block of 48 threads"},
        Beginning{
            "LaunchByAMemberOfATemplate",
            {{"src/a.cu", "#include \"h.cuh\"\n"
                          "__global__ void k(float *p) { p[threadIdx.x] = 1; }\n"
                          "template <class T> void Runner<T>::run(int n) { k<<<1000, n>>>(p); }\n"
                          "void f(Runner<float> &r) { r.go(); }\n"},
             {"src/h.cuh", "#pragma once\n"
                           "template <class T> struct Runner {\n"
                           "  T *p;\n"
                           "  void run(int n);\n"
                           "  void go() { run(48); }\n"
                           "};\n"}},
            "block of 48 threads"},
        Beginning{"LaunchByADerivedClass",
                  {{"src/a.cu", "#include \"h.cuh\"\n"
                                "__global__ void k(float *p) { p[threadIdx.x] = 1; }\n"
                                "struct Mine : Base<Mine> {\n"
                                "  float *p;\n"
                                "  void body(int n) { k<<<1000, n>>>(p); }\n"
                                "};\n"
                                "void f(Mine &m) { m.go(); }\n"},
                   {"src/h.cuh", "#pragma once\n"
                                 "template <class D> struct Base {\n"
                                 "  void go() { static_cast<D *>(this)->body(48); }\n"
                                 "};\n"}},
                  "block of 48 threads"},
        Beginning{"LaunchByAPartialSpecialisation",
                  {{"src/a.cu", "#include \"h.cuh\"\n"
                                "__global__ void k(float *p) { p[threadIdx.x] = 1; }\n"
                                "template <class T> struct Op<T *> {\n"
                                "  void run(T *p, int n) { k<<<1000, n>>>(p); }\n"
                                "};\n"
                                "void f(float *p) { drive<float *>(p); }\n"},
                   {"src/h.cuh", "#pragma once\n"
                                 "template <class T> struct Op;\n"
                                 "template <class T, class P> void drive(P *p) {\n"
                                 "  Op<T> op;\n"
                                 "  op.run(p, 48);\n"
                                 "}\n"}},
                  "\"kernels\": 1"},
        Beginning{"VariableThatAHeaderChanges",
                  {{"src/a.cu", "#include \"h.cuh\"\n"
                                "__global__ void k(float *p) { p[threadIdx.x] = 1; }\n"
                                "int main() {\n"
                                "  float *p = nullptr;\n"
                                "  widen();\n"
                                "  k<<<1000, threads>>>(p);\n"
                                "}\n"},
                   {"src/h.cuh", "#pragma once\n"
                                 "inline int threads = 64;\n"
                                 "inline void set(int n) { threads = n; }\n"
                                 "inline void widen() { set(48); }\n"}},
                  "block of 48 threads"},
        Beginning{"VariableThatAHeaderHasChanged",
                  {{"src/a.cu", "#include \"h.cuh\"\n"
                                "int threads = 64;\n"
                                "__global__ void k(float *p) { p[threadIdx.x] = 1; }\n"
                                "int main() {\n"
                                "  float *p = nullptr;\n"
                                "  apply([] { threads = 48; });\n"
                                "  k<<<1000, threads>>>(p);\n"
                                "}\n"},
                   {"src/h.cuh", "#pragma once\n"
                                 "template <class F> void apply(F f) { f(); }\n"}},
                  "block of 48 threads"},
        Beginning{"MemoryOfAHeader",
                  {{"src/a.cu", "#include \"h.cuh\"\n"
                                "void f(Buffers &b, float *d, cudaStream_t s) {\n"
                                "  cudaMemcpyAsync(d, b.p, 4000000, cudaMemcpyHostToDevice, s);\n"
                                "}\n"},
                   {"src/h.cuh", "#pragma once\n"
                                 "#include <cstdlib>\n"
                                 "struct Buffers {\n"
                                 "  float *p;\n"
                                 "  void make() { p = (float *)malloc(4000000); }\n"
                                 "};\n"}},
                  "host-pageable-async"},
        Beginning{"LoopOfAHeader",
                  {{"src/a.cu", "#include \"h.cuh\"\n"
                                "void step() {\n"
                                "  float *q;\n"
                                "  cudaMalloc(&q, 400);\n"
                                "  cudaFree(q);\n"
                                "}\n"},
                   {"src/h.cuh", "#pragma once\n"
                                 "void step();\n"
                                 "inline void many() {\n"
                                 "  for (int i = 0; i < 1000; ++i)\n"
                                 "    step();\n"
                                 "}\n"}},
                  "host-alloc-in-loop"},
        Beginning{"ManyInstances",
                  {{"src/a.cu", "#include \"h.cuh\"\nint unused;\n"},
                   {"src/h.cuh",
                    "#pragma once\n"
                    "template <int N> __global__ void k(float *p) { p[threadIdx.x * N] = 1; }\n"
                    "inline void few(float *p) {\n"
                    "  k<16><<<8, 64>>>(p), k<15><<<8, 64>>>(p), k<14><<<8, 64>>>(p);\n"
                    "  k<13><<<8, 64>>>(p), k<12><<<8, 64>>>(p), k<11><<<8, 64>>>(p);\n"
                    "  k<10><<<8, 64>>>(p), k<9><<<8, 64>>>(p), k<8><<<8, 64>>>(p);\n"
                    "  k<7><<<8, 64>>>(p), k<6><<<8, 64>>>(p), k<5><<<8, 64>>>(p);\n"
                    "  k<4><<<8, 64>>>(p), k<3><<<8, 64>>>(p);\n"
                    "}\n"}},
                  "12 of the 14 instantiations"},
        Beginning{"SizeOfAWarp",
                  {{"src/a.cu", "#include \"h.cuh\"\n"
                                "int unused;\n"},
                   {"src/h.cuh", "#pragma once\n"
                                 "#ifdef __HIP_PLATFORM_AMD__\n"
                                 "#include <hip/hip_runtime.h>\n"
                                 "#endif\n"
                                 "__device__ inline int lane() { return threadIdx.x % 32; }\n"}},
                  "arch-warp-size"},
        Beginning{"MemberThatIsLost",
                  {{"src/a.cu", "#include \"h.cuh\"\n"
                                "__global__ void k(Own *o, float *p) { p[0] = o->member; }\n"},
                   {"src/h.cuh", "#pragma once\n"
                                 "struct Own {\n"
                                 "  Missing member;\n"
                                 "};\n"
                                 "__device__ inline float take(Own &t) { return t.member; }\n"}},
                  "`member` is not known"},
        Beginning{
            "KernelNamedInATemplate",
            {{"src/a.cu",
              "#include \"h.cuh\"\n"
              "template <class T, int N> __global__ void k(T *p) { p[threadIdx.x * N] = 1; }\n"
              "template <class T> void f(T *p) { pass<k<T, 9>>(p); }\n"},
             {"src/h.cuh", "#pragma once\n"
                           "template <auto K, class T> void pass(T *p) { K<<<1000, 48>>>(p); }\n"}},
            "block of 48 threads"},
        Beginning{"LaunchThatNamesWhatIsNowhere",
                  {{"src/a.cu", "#include \"k.cuh\"\nvoid f(float *p) { run(p); }\n"},
                   {"src/k.cuh", "#pragma once\n" +
                                     kernel("template <int N> __global__ void k",
                                            "out[threadIdx.x] = in[threadIdx.x * N];") +
                                     "template <class T> void run(T *p) {\n"
                                     "  k<9><<<1000, 48, missing>>>(p, p);\n}\n"}},
                  "block of 48 threads"},
        Beginning{"LaunchOfABaseClass",
                  {{"src/a.cu", "#include \"k.cuh\"\nvoid f(float *p) { make(p).go(); }\n"},
                   {"src/k.cuh", "#pragma once\n" + kernel("__global__ void k") +
                                     "template <class T> struct Base {\n  T *p;\n"
                                     "  void launch(int n) { k<<<1000, n>>>(p, p); }\n};\n"
                                     "template <class T> struct Derived : Base<T> {\n"
                                     "  void go() { this->launch(48); }\n};\n"
                                     "inline Derived<float> make(float *p) {\n"
                                     "  Derived<float> d;\n  d.p = p;\n  return d;\n}\n"}},
                  "block of 48 threads"},
        Beginning{"LaunchOfAField",
                  {{"src/a.cu", "#include \"k.cuh\"\nvoid f(float *p) { outer(p).go(); }\n"},
                   {"src/k.cuh", "#pragma once\n" + kernel("__global__ void k") +
                                     "template <class T> struct Inner {\n  T *p;\n"
                                     "  void launch(int n) { k<<<1000, n>>>(p, p); }\n};\n"
                                     "template <class T> struct Outer {\n  Inner<T> inner;\n"
                                     "  void go() { inner.launch(48); }\n};\n"
                                     "inline Outer<float> outer(float *p) {\n"
                                     "  Outer<float> o;\n  o.inner.p = p;\n  return o;\n}\n"}},
                  "block of 48 threads"},
        Beginning{"ConstructorOfAField",
                  {{"src/a.cu", "#include \"k.cuh\"\nint main() {\n  float *p = nullptr;\n"
                                "  change();\n  k<<<1000, threads>>>(p, p);\n}\n"},
                   {"src/k.cuh", "#pragma once\n" + kernel("__global__ void k") +
                                     "inline int threads = 64;\n"
                                     "struct Member {\n  Member() { threads = 48; }\n};\n"
                                     "struct Outer {\n  Member member;\n};\n"
                                     "inline void change() { Outer outer; }\n"}},
                  "block of 48 threads"},
        Beginning{"KernelOfAClassTemplate",
                  {{"src/a.cu", "#include \"k.cuh\"\n"
                                "void f(float *p) { Class<float>::k<<<1000, 48>>>(p, p); }\n"},
                   {"src/k.cuh", "#pragma once\ntemplate <class T> struct Class {\n  " +
                                     kernel("static __global__ void k",
                                            "out[threadIdx.x] = 0.1 * in[threadIdx.x];") +
                                     "};\n"}},
                  "compute-double-promotion"},
        Beginning{
            "KernelThatAMacroMakes",
            {{"src/a.cu", "#include \"k.cuh\"\nvoid f(float *p) { k<<<2, 64>>>(p, p); }\n"},
             {"src/k.cuh", "#pragma once\n#define KERNEL(name, value) " +
                               kernel("__global__ void name", "out[threadIdx.x * 9] = value;") +
                               "KERNEL(k, absent())\nKERNEL(l, in[0])\n"}},
            "undeclared identifier 'absent'"},
        // nvcc takes no kernels that are members; Clang does.
        Beginning{
            "MemberOfAnExplicitInstance",
            {{"src/a.cu", "#include \"k.cuh\"\ntemplate struct Class<float>;\n"},
             {"src/k.cuh",
              "#pragma once\ntemplate <class T> struct Class {\n  struct Inner {\n" +
                  kernel("static __global__ void k", "out[threadIdx.x] = 0.1 * in[threadIdx.x];") +
                  "  };\n};\n"}},
            "compute-double-promotion"},
        Beginning{"TemplateThatIsAMember",
                  {{"src/a.cu", "#include \"k.cuh\"\nvoid f(float *p) {\n"
                                "  Class<int>::Inner<float>::k<9><<<1000, 64>>>(p, p);\n}\n"},
                   {"src/k.cuh", "#pragma once\ntemplate <class T> struct Class {\n"
                                 "  template <class U> struct Inner {\n" +
                                     kernel("template <int N> static __global__ void k",
                                            "out[threadIdx.x] = in[threadIdx.x * N];") +
                                     "  };\n};\n"}},
                  "neighbouring lanes are 9 elements apart"},
        Beginning{"LambdaOfAFunction",
                  {{"src/a.cu", "#include \"k.cuh\"\nint unused;\n"},
                   {"src/k.cuh", "#pragma once\n" + kernel("__global__ void k") +
                                     "inline auto make() {\n"
                                     "  return [](float *p, int n) { k<<<1000, n>>>(p, p); };\n}\n"
                                     "static const auto run = make();\n"
                                     "inline void go(float *p) { run(p, 48); }\n"}},
                  "block of 48 threads"},
        Beginning{"GlobalThatAnInstanceChanges",
                  {{"src/a.cu", "#include \"k.cuh\"\nint main() {\n  float *p = nullptr;\n"
                                "  setUp();\n  k<<<1000, Policy::threads>>>(p, p);\n}\n"},
                   {"src/k.cuh", "#pragma once\n" + kernel("__global__ void k") +
                                     "struct Policy { static inline int threads = 64; };\n"
                                     "template <class T> void set(int n) { T::threads = n; }\n"
                                     "inline void setUp() { set<Policy>(48); }\n"}},
                  "block of 48 threads"},
        Beginning{"TemplateThatTheFileDefines",
                  {{"src/a.cu", "#include \"k.cuh\"\ntemplate <class T> void once() {\n"
                                "  T *q;\n  cudaMalloc(&q, 400);\n  cudaFree(q);\n}\n"},
                   {"src/k.cuh", "#pragma once\ntemplate <class T> void once();\n"
                                 "inline void go() { once<int>(); }\n"
                                 "inline void often() { for (int i = 0; i < 100; ++i) go(); }\n"}},
                  "host-alloc-in-loop"},
        // What functions of a header do to their own is looked at when it is asked for.
        Beginning{
            "MemoryThatAHelperMakes",
            {{"src/a.cu", "#include \"h.cuh\"\nvoid f(float *d, cudaStream_t s) {\n"
                          "  float *h = make(1 << 20);\n"
                          "  cudaMemcpyAsync(d, h, 1 << 22, cudaMemcpyHostToDevice, s);\n}\n"},
             {"src/h.cuh", "#pragma once\ninline float *make(int n) {\n"
                           "  float *p = new float[n];\n  return p;\n}\n"}},
            "host-pageable-async"},
        Beginning{"MemoryThatAHelperTakesElsewhere",
                  {{"src/a.cu", "#include \"h.cuh\"\nvoid f(float *d, cudaStream_t s) {\n"
                                "  float *h = make(1 << 20);\n"
                                "  cudaMemcpyAsync(d, h, 1 << 22, cudaMemcpyHostToDevice, s);\n"
                                "  cudaMemcpyAsync(d, new float[1 << 20], 1 << 22, "
                                "cudaMemcpyHostToDevice, s);\n}\n"},
                   {"src/h.cuh", "#pragma once\ninline void set(float **p) { *p = nullptr; }\n"
                                 "inline float *make(int n) {\n"
                                 "  float *p = new float[n];\n  set(&p);\n  return p;\n}\n"}},
                  "host-pageable-async"},
        Beginning{
            "FieldThatAHeaderAssigns",
            {{"src/a.cu", "#include \"h.cuh\"\nvoid f(float *d, Buffer &b, cudaStream_t s) {\n"
                          "  cudaMemcpyAsync(d, b.data, 1 << 22, cudaMemcpyHostToDevice, s);\n"
                          "}\n"},
             {"src/h.cuh", "#pragma once\nstruct Buffer { float *data; };\n"
                           "inline void fill(Buffer &b) { b.data = new float[1 << 20]; }\n"}},
            "host-pageable-async"},
        Beginning{
            "FieldThatAHeaderGivesAway",
            {{"src/a.cu", "#include \"h.cuh\"\nvoid f(float *d, Buffer &b, cudaStream_t s) {\n"
                          "  b.data = b.other = new float[1 << 20];\n"
                          "  cudaMemcpyAsync(d, b.data, 1 << 22, cudaMemcpyHostToDevice, s);\n"
                          "  cudaMemcpyAsync(d, b.other, 1 << 22, cudaMemcpyHostToDevice, s);\n"
                          "}\n"},
             {"src/h.cuh", "#pragma once\nstruct Buffer { float *data, *other; };\n"
                           "inline void set(float **p) { *p = nullptr; }\n"
                           "inline void prepare(Buffer &b) { set(&b.data); }\n"}},
            "\"line\": 4"},
        Beginning{
            "TypeThatAHeaderSpecialisesFor",
            {{"src/a.cu", "#include \"t.cuh\"\ntemplate <class T> " +
                              kernel("__global__ void k",
                                     "out[threadIdx.x] = in[threadIdx.x * Traits<T>::step];")},
             {"src/t.cuh",
              "#pragma once\ntemplate <class T> struct Traits;\n"
              "template <> struct Traits<double> { static constexpr int step = 9; };\n"}},
            found},
        Beginning{
            "NameThatAHeaderGivesArguments",
            {{"src/a.cu", "#include \"t.cuh\"\ntemplate <class T, int N> __global__ void k(T *out, "
                          "const T *in) {\n  out[threadIdx.x] = in[threadIdx.x * N];\n}\n"},
             {"src/t.cuh", "#pragma once\ntemplate <class T, int N> __global__ void k(T *out, "
                           "const T *in);\ntemplate <class T> auto choose() "
                           "{ return k<T, 9>; }\n"}},
            found},
        Beginning{"DefaultArgument",
                  {{"src/a.cu", "#include \"k.cuh\"\nint unused;\n"},
                   {"src/k.cuh", "#pragma once\ninline void f(int n = [] {\n  float *q;\n"
                                 "  cudaMalloc(&q, 400);\n  return 1;\n}()) {}\n"}},
                  "host-unchecked-call"},
        Beginning{"Suppression",
                  {{"src/a.cu", "#include \"k.cuh\"\nint unused;\n"},
                   {"src/k.cuh", "// NOLINTNEXTLINE(warplint)\n" + kernel("__global__ void k") +
                                     kernel("__global__ void l")}},
                  found}),
    [](const auto &info) { return std::string(info.param.name); });

//===----------------------------------------------------------------------===//
// What headers of the system instantiate is kept with them
//===----------------------------------------------------------------------===//

class CachedLibraries : public CachedBeginning, public testing::WithParamInterface<Beginning> {};

TEST_P(CachedLibraries, TheAnswerIsTheSame) {
  for (const auto &[path, text] : GetParam().files)
    folder.write(path, text);
  const std::string behind = " -- -isystem system";
  const std::string without = run(command + " --no-cache" + behind);
  EXPECT_THAT(without, HasSubstr(GetParam().shows)) << without;
  command += behind;
  for (const char *when : {"made now", "made before", "with a beginning", "that was there"})
    EXPECT_EQ(lintAnew(), without) << when;
  EXPECT_FALSE(kept("preamble-").empty());
}

INSTANTIATE_TEST_SUITE_P(
    , CachedLibraries,
    testing::Values(
        Beginning{"SpecialisationThatComesLater",
                  {{"system/lib.h", "#pragma once\n"
                                    "template <class T> struct Width { enum { value = 1 }; };\n"
                                    "template <class T> int get() { return Width<T>::value; }\n"
                                    "inline int use() { return get<int>(); }\n"},
                   {"src/a.cu",
                    "#include <lib.h>\ntemplate <> struct Width<int> { enum { value = 9 }; };\n" +
                        kernel("__global__ void k",
                               "out[threadIdx.x] = in[threadIdx.x * Width<int>::value];")}},
                  found},
        Beginning{"TemplateThatTheFileDefines",
                  {{"system/lib.h", "#pragma once\ntemplate <class T> void once(T *);\n"
                                    "inline void go(float *p) { once(p); }\n"},
                   {"src/a.cu", "#include <lib.h>\n" +
                                    kernel("template <int N> __global__ void k",
                                           "out[threadIdx.x] = in[threadIdx.x * N];") +
                                    "template <class T> void once(T *p) {\n"
                                    "  k<9><<<1000, 48>>>(p, p);\n}\n"}},
                  "neighbouring lanes are 9 elements apart"},
        Beginning{"ErrorInAnInstance",
                  {{"system/lib.h", "#pragma once\n"
                                    "template <class T> int bad() { return T::nothing; }\n"
                                    "inline int use() { return bad<int>(); }\n"},
                   {"src/a.cu", "#include <lib.h>\n" + kernel("__global__ void k")}},
                  found},
        Beginning{"ErrorThatHangsOnWhoCalls",
                  {{"system/lib.h",
                    "#pragma once\ntemplate <class T> __host__ __device__ void g(T *p) {\n"
                    "  int v[p ? 2 : 3];\n  p[0] = v[0];\n}\n"
                    "inline __host__ __device__ void h(float *p) { g(p); }\n"},
                   {"src/a.cu", "#include <lib.h>\n" +
                                    kernel("__global__ void k", "h(out);" + std::string(strided))}},
                  found},
        Beginning{"KernelOfALibrary",
                  {{"system/lib.h",
                    "#pragma once\n" +
                        kernel("template <class F> __global__ void each",
                               "out[threadIdx.x] = F()(in[threadIdx.x * 9]);") +
                        "template <class F> void run(float *p, F) { each<F><<<1, 64>>>(p, p); }\n"
                        "struct Same { __device__ float operator()(float x) { return x; } };\n"
                        "inline void go(float *p) { run(p, Same()); }\n"},
                   {"src/a.cu", "#include <lib.h>\ntemplate <class T> struct Twice {\n"
                                "  __device__ T operator()(T x) { return x * T(2); }\n};\n"
                                "void f(float *p) { run(p, Twice<float>()); }\n" +
                                    kernel("__global__ void k")}},
                  "\"kernels\": 1"},
        Beginning{"LambdaThatALibraryCalls",
                  {{"system/lib.h", "#pragma once\n"
                                    "template <class F> auto with(int n, F f) -> decltype(f(n)) {\n"
                                    "  return f(n);\n}\n"
                                    "inline void go() { with(1, [](int) {}); }\n"},
                   {"src/a.cu", "#include <lib.h>\n" +
                                    kernel("template <int N> __global__ void k",
                                           "out[threadIdx.x] = in[threadIdx.x * N];") +
                                    "void f(float *p) {\n  with(48, [=](auto n) { k<9><<<1000, "
                                    "48>>>(p, p); });\n}\n"}},
                  "neighbouring lanes are 9 elements apart"}),
    [](const auto &info) { return std::string(info.param.name); });

TEST_F(Cached, MembersThatNobodyInstantiatesAreNamed) {
  folder.write("a.cu", "template <class T> struct Class {\n" +
                           kernel("template <int N> static __global__ void k") + "};\n");
  const std::string report = lint();
  EXPECT_THAT(report, HasSubstr("kernel template `Class::k` is never instantiated"));
  EXPECT_THAT(report, Not(HasSubstr("crash")));
}

TEST_F(CachedBeginning, IsNotKeptWhereTheFileIsWithinIt) {
  folder.write("src/a.cu", "#include \"begin.h\"\n" + kernel("__global__ void k") + "}\n");
  folder.write("src/begin.h", "namespace open {\n");
  const std::string without = run(command + " --no-cache");
  EXPECT_THAT(without, HasSubstr("open::k"));
  for (int round = 0; round < 3; ++round)
    EXPECT_EQ(lintAnew(), without) << round;
  EXPECT_FALSE(isPrecompiled());
}

TEST_F(CachedBeginning, IsNotKeptWhereErrorsHangOnWhoCalls) {
  folder.write("src/a.cu", "#include \"g.cuh\"\n__global__ void k(float *p) { g(p); }\n");
  folder.write("src/g.cuh", "static __host__ __device__ void g(float *p) {\n"
                            "  int v[p ? 2 : 3];\n  p[threadIdx.x * 9] = v[0];\n}\n");
  const std::string without = run(command + " --no-cache");
  EXPECT_THAT(without, HasSubstr("variable-length arrays"));
  for (int round = 0; round < 3; ++round)
    EXPECT_EQ(lintAnew(), without) << round;
}

TEST_F(CachedBeginning, WhatTheCommandIncludesIsTheProjects) {
  folder.write("src/a.cu", source);
  folder.write("src/step.cuh", narrow);
  folder.write("src/first.h", "#pragma once\n" + kernel("__global__ void first"));
  command += "/a.cu -- -include src/first.h";
  const std::string without = run("lint --no-cache" + command.substr(std::string("lint").size()));
  EXPECT_THAT(without, HasSubstr("\"file\": \"src/first.h\""));
  for (int round = 0; round < 3; ++round)
    EXPECT_EQ(lintAnew(), without) << round;
  EXPECT_TRUE(isPrecompiled());
}

TEST_F(CachedBeginning, TheRestMayChange) {
  folder.write("src/a.cu", source);
  folder.write("src/step.cuh", wide);
  for (int round = 0; round < 3; ++round)
    EXPECT_THAT(lintAnew(), HasSubstr(found));
  EXPECT_TRUE(isPrecompiled());
  folder.write("src/a.cu", std::string(source) + kernel("__global__ void other"));
  EXPECT_EQ(lintAnew(), run(command + " --no-cache"));
  EXPECT_THAT(lintAnew(), HasSubstr("\"other\""));
}

TEST_F(CachedBeginning, HeadersThatChangeAreSeen) {
  folder.write("src/a.cu", source);
  folder.write("src/step.cuh", wide);
  for (int round = 0; round < 3; ++round)
    EXPECT_THAT(lintAnew(), HasSubstr(found));
  folder.write("src/step.cuh", narrow);
  for (int round = 0; round < 3; ++round)
    EXPECT_THAT(lintAnew(), Not(HasSubstr(found))) << round;
  folder.write("src/include/step.cuh", wide); // farther away
  EXPECT_THAT(lintAnew(), Not(HasSubstr(found)));
  fs::remove(folder.path("src/step.cuh"));
  for (int round = 0; round < 3; ++round)
    EXPECT_THAT(lintAnew(), HasSubstr(found)) << round;
}

TEST_F(CachedBeginning, FilesOfOneFolderShareIt) {
  for (const char *name : {"src/a.cu", "src/b.cu", "src/c.cu"})
    folder.write(name, source);
  folder.write("src/step.cuh", wide);
  const std::string without = run(command + " --no-cache");
  EXPECT_EQ(run(command + " -j1"), without);
  EXPECT_TRUE(isPrecompiled()) << "by the second of them";
  EXPECT_EQ(kept("-prefix-").size(), 3U) << "what is known of it, itself, and that it was seen";
}

TEST_F(CachedBeginning, IsMadeBehindTheRun) {
  worksBehind = true;
  folder.write("src/a.cu", source);
  folder.write("src/step.cuh", wide);
  const std::string without = run(command + " --no-cache");
  const auto waitForIt = [&] {
    for (int tenths = 0; tenths < 600 && !isKnown(); ++tenths)
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
    return isKnown();
  };
  EXPECT_EQ(lintAnew(), without);
  ASSERT_TRUE(waitForIt());
  EXPECT_EQ(lintAnew(), without);
  folder.write("src/step.cuh", narrow);
  EXPECT_THAT(lintAnew(), Not(HasSubstr(found)));
  ASSERT_TRUE(waitForIt()) << "anew, as a header has changed";
  EXPECT_THAT(lintAnew(), Not(HasSubstr(found)));
}

TEST_F(CachedBeginning, ThePatternsOfTheProjectCount) {
  folder.write("src/a.cu", "#include \"k.cuh\"\nvoid f(float *p) { k<<<2, 128>>>(p, p); }\n");
  folder.write("src/k.cuh", "#pragma once\n" + kernel("__global__ void k"));
  for (int round = 0; round < 3; ++round)
    EXPECT_THAT(lintAnew(), HasSubstr(found));
  command += " --exclude k.cuh";
  EXPECT_EQ(lintAnew(), run(command + " --no-cache"));
  EXPECT_THAT(lintAnew(), Not(HasSubstr(found)));
}

TEST_F(CachedBeginning, OneThatCannotBeMadeIsNotTriedForEver) {
  folder.write("src/a.cu", source);
  folder.write("src/step.cuh", wide);
  const std::string without = run(command + " --no-cache");
  EXPECT_EQ(lintAnew(), without);
  ASSERT_EQ(kept("-seen-prefix-").size(), 1U);
  const fs::path seen = kept("-seen-prefix-").front();
  const auto unused = fs::file_size(seen);
  std::string name = seen.filename().string();
  name.erase(name.find("seen-"), 5);
  folder.write("kept/" + name + ".pch/in_the_way", ""); // a folder where it would be written
  for (const unsigned tries : {1U, 2U, 3U, 3U, 3U}) {
    EXPECT_EQ(lintAnew(), without);
    EXPECT_EQ(fs::file_size(seen), unused + tries);
  }
}

// What has no end takes what comes next for its own: a declaration of the header, or the one
// behind the directive, where the header was read before.
TEST_F(CachedBeginning, ErrorsAheadOfIncludesAreReadAsTheyStand) {
  folder.write("src/a.cu", "of which nothing is left\n#include <cstdint>\n"
                           "constexpr int step = 9;\n#include \"step.cuh\"\n" +
                               kernel("__global__ void k", "out[threadIdx.x] = in[threadIdx.x * "
                                                           "step * STEP];"));
  folder.write("src/step.cuh", narrow);
  const std::string without = run(command + " --no-cache");
  EXPECT_THAT(without, HasSubstr(found));
  for (int round = 0; round < 3; ++round)
    EXPECT_EQ(lintAnew(), without) << round;
}

TEST_F(CachedBeginning, AFileOfInstancesIsNoFileOfNothing) {
  folder.write("src/k.cuh", "#pragma once\ntemplate <int N> __global__ void k(float *p) {\n"
                            "  p[threadIdx.x * N] = 1;\n}\n"
                            "template <int N> void run(float *p) { k<N><<<1, 128>>>(p); }\n");
  folder.write("src/a.cu", "#include \"k.cuh\"\ntemplate void run<9>(float *);\n"
                           "template void run<9>(float *);\n");
  command = "lint --cuda-path none --fail-on never --format json src/a.cu";
  const std::string without = run(command + " --no-cache");
  EXPECT_THAT(without, HasSubstr("it does not compile: src/a.cu:3: duplicate"));
  for (int round = 0; round < 3; ++round)
    EXPECT_EQ(lintAnew(), without) << round;
}

// C++20 has modules, for which Clang would take two functions of one signature for one.
TEST_F(CachedBeginning, OverloadsForHostAndDeviceStayTwo) {
  folder.write("src/step.cuh", "inline __host__ int step() { return 1; }\n"
                               "inline __device__ int step() { return 9; }\n");
  folder.write("src/a.cu", "#include \"step.cuh\"\n"
                           "__global__ void copy(float *out, const float *in) {\n"
                           "  out[threadIdx.x] = in[threadIdx.x * step()];\n}\n"
                           "void launch(float *out, const float *in) {\n"
                           "  copy<<<step(), 256>>>(out, in);\n}\n");
  const std::string lint = "lint -v --cuda-path none --fail-on never src";
  for (const char *standard : {" -- -std=c++17", " -- -std=c++20"}) {
    const std::string without = run(lint + " --no-cache" + standard);
    EXPECT_THAT(without, HasSubstr(found));
    for (int time = 0; time < 3; ++time) {
      EXPECT_EQ(run(lint + standard), without) << time << standard;
      for (const fs::path &result : kept("result-"))
        fs::remove(result);
    }
    EXPECT_TRUE(isPrecompiled());
  }
}

TEST_F(CachedBeginning, DamageIsIgnored) {
  folder.write("src/a.cu", source);
  folder.write("src/step.cuh", wide);
  for (int round = 0; round < 3; ++round)
    EXPECT_THAT(lintAnew(), HasSubstr(found));
  for (const fs::path &file : kept("-prefix-"))
    fs::resize_file(file, fs::file_size(file) / 2);
  EXPECT_EQ(lintAnew(), run(command + " --no-cache"));
  for (const fs::path &file : kept("-preamble-"))
    fs::resize_file(file, fs::file_size(file) / 2);
  EXPECT_EQ(lintAnew(), run(command + " --no-cache"));
}

TEST_F(Cached, DamageIsIgnored) {
  folder.write("a.cu", source);
  folder.write("step.cuh", wide);
  const std::string whole = lint();
  for (const bool cut : {true, false}) {
    for (const fs::path &file : kept("llvmcache-")) {
      const auto bytes = fs::file_size(file);
      if (cut) {
        fs::resize_file(file, bytes / 2);
        continue;
      }
      std::fstream stream(file, std::ios::in | std::ios::out | std::ios::binary);
      stream.seekp(static_cast<std::streamoff>(bytes / 2));
      stream.write("damaged!", 8);
    }
    EXPECT_EQ(lint(), whole) << (cut ? "cut" : "overwritten");
  }
}

TEST_F(Cached, RunsMayShareIt) {
  for (const char *name : {"a.cu", "b.cu", "c.cu"})
    folder.write(name, source);
  folder.write("step.cuh", wide);
  const std::string alone = lint("--no-cache");
  std::vector<std::future<std::string>> runs;
  for (int i = 0; i < 4; ++i)
    runs.push_back(std::async(std::launch::async, [&, i] {
      return run("lint --cuda-path none --fail-on never .", ".out" + std::to_string(i));
    }));
  for (auto &one : runs)
    EXPECT_EQ(one.get(), alone);
  EXPECT_TRUE(kept("unfinished-").empty());
}

TEST_F(Cached, IsShownAndCleared) {
  folder.write("a.cu", source);
  folder.write("step.cuh", wide);
  EXPECT_THAT(run("cache"), HasSubstr("0 files"));
  lint();
  folder.write("kept/notes.txt", "somebody else's");
  EXPECT_THAT(run("cache"), HasSubstr(folder.path("kept") + "\n8 files, "));
  EXPECT_THAT(run("cache clear"), HasSubstr("MB removed"));
  EXPECT_THAT(run("cache show"), HasSubstr("0 files"));
  EXPECT_TRUE(fs::exists(folder.path("kept/notes.txt")));
}

TEST_F(Cached, DoesWithoutWhereItCannotWrite) {
  folder.write("a.cu", source);
  folder.write("step.cuh", wide);
  folder.write("kept", "a file is in the way");
  EXPECT_THAT(lint(), HasSubstr(found));
}

} // namespace
} // namespace warplint::cli
