//===- KernelCacheTest.cpp - which runs outlive a change -------*- C++ -*-===//
#include "lint/frontend/Frontend.h"

#include <gmock/gmock.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <unistd.h>

namespace warplint::frontend {
namespace {

namespace fs = std::filesystem;
using testing::UnorderedElementsAre;

const char *const before = R"(#include <cuda_runtime.h>
#include "part.h"
#define SCALE 2
constexpr int width = 4;
struct Pair { float x; __device__ float sum() const { return x + SCALE; } };
struct Held {
  float *p;
  __device__ ~Held();
};
__device__ float helper(float v);
__device__ float unused(float v) { return v; }
constexpr int squared(int n) { return n * n; }
__device__ auto deduced() { return 1.0f; }
__global__ void first(float *p) { // the first
  p[threadIdx.x * width] = helper(p[0]);
}
__global__ void second(Pair *p) {
  p[threadIdx.x].x = p->sum() + deduced();
}
__global__ void third(float *p) {
  Held held{p};
  p[squared(2)] = of_header(p[1]);
}
template <typename F> __global__ void fourth(float *p, F f) {
  p[threadIdx.x] = f(1.0f);
}
__device__ float deep(float v) { return v + 1; }
__device__ float helper(float v) { return deep(v); }
__device__ void release(float *p) { *p = 0; }
__device__ Held::~Held() { release(p); }
__device__ float hook(float v) {
  return v * 3;
}
int host(float *p) {
  first<<<1, 32>>>(p);
  return 5;
}
void host_of_lambda(float *p) {
  auto action = [] __device__(float v) { return v + 7; };
  fourth<<<1, 32>>>(p, action);
}
#ifdef OF_NOBODY
int never();
#endif
int other(float *p) {
  struct Local { float v[3]; };
  return sizeof(Local);
}
)";

class KernelCache : public testing::Test {
protected:
  void SetUp() override {
    static std::atomic<int> number = 0;
    folder_ = fs::canonical(testing::TempDir()) /
              ("warplint_kernels_" + std::to_string(getpid()) + "_" + std::to_string(number++));
    fs::create_directories(folder_ / "project");
    options_.cudaPath = "none";
    options_.jobs = 1;
    options_.cacheFolder = (folder_ / "cache").string();
    options_.paths = {(folder_ / "project/one.cu").string()};
    write("part.h", "__device__ float hook(float v);\n"
                    "inline __device__ float of_header(float v) { return hook(v); }\n");
  }
  void TearDown() override { fs::remove_all(folder_); }

  void write(const std::string &name, const std::string &text) {
    std::ofstream(folder_ / "project" / name, std::ios::binary) << text;
  }

  /// Analyses the file with this text, whatever was found in it before.
  Expected<std::vector<FileAnalysis>> analyseAnew(const std::string &text) {
    write("one.cu", text);
    if (fs::exists(folder_ / "cache"))
      for (const auto &entry : fs::directory_iterator(folder_ / "cache"))
        if (entry.path().filename().string().starts_with("llvmcache-result-"))
          fs::remove(entry.path());
    return analyse(options_, {});
  }

  /// Analyses the file with this text: kernels of which a run was kept.
  std::vector<std::string> kept(const std::string &text) {
    const auto result = analyseAnew(text);
    std::vector<std::string> names;
    if (!result || result->size() != 1) {
      ADD_FAILURE();
      return names;
    }
    EXPECT_EQ(result->front().kernels, 4U) << testing::PrintToString(result->front().notes);
    for (const Site &site : result->front().sites)
      if (boolAt(site.evidence, "kept"))
        names.push_back(site.kernel);
    return names;
  }

  /// What is kept where `from` has become `to` since the run before.
  std::vector<std::string> keptWith(const std::string &from, const std::string &to) {
    // Another folder each: what is kept is that of the run before alone.
    fs::remove_all(folder_ / "cache");
    kept(before);
    std::string text = before;
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    text.replace(at, from.size(), to);
    return kept(text);
  }

  fs::path folder_;
  Options options_;
};

TEST_F(KernelCache, NothingIsKeptOfWhatWasNeverRun) {
  EXPECT_THAT(kept(before), testing::IsEmpty());
}

TEST_F(KernelCache, OutlivesChangesElsewhere) {
  const auto all = UnorderedElementsAre("first", "second", "third", "fourth");
  kept(before);
  EXPECT_THAT(kept(std::string(before) + "// a comment\n"), all);
  EXPECT_THAT(keptWith("return 5;", "return 6;"), all);
  EXPECT_THAT(keptWith("return sizeof(Local);", "float v = 0;\n  return v;"), all);
  EXPECT_THAT(keptWith("Local { float v[3]", "Local { float v[4]"), all);
  EXPECT_THAT(keptWith("int other", "// another\nint other"), all);
  EXPECT_THAT(keptWith("int other", "int   other"), all);
  EXPECT_THAT(keptWith("#endif\n", "#endif\n// the end of it\n"), all);
  // The lambda that the fourth was made with is called by its place, which has moved.
  EXPECT_THAT(keptWith("#define SCALE 2\n", "#define SCALE 2\n// twice\n"),
              UnorderedElementsAre("first", "second", "third"));
}

TEST_F(KernelCache, AKernelsOwnBodyIsItsOwnMatter) {
  EXPECT_THAT(keptWith("threadIdx.x * width", "threadIdx.x + width"),
              UnorderedElementsAre("second", "third", "fourth"));
  EXPECT_THAT(keptWith("p->sum()", "p[1].sum()"), UnorderedElementsAre("first", "third", "fourth"));
  EXPECT_THAT(keptWith("p[squared(2)] = ", "p[squared(1)] = "),
              UnorderedElementsAre("first", "second", "fourth"));
  // How its lines lie to each other is part of what it gives. That of others, and where they are,
  // is not, but for the lambda's, which is called by its place.
  EXPECT_THAT(keptWith("p[threadIdx.x] = f(1.0f);", "\n p[threadIdx.x] = f(1.0f);"),
              UnorderedElementsAre("first", "second", "third"));
  EXPECT_THAT(keptWith("helper(p[0]);", "\n  helper(p[0]);"),
              UnorderedElementsAre("second", "third"));
}

TEST_F(KernelCache, LinesMoveWithTheText) {
  const auto places = [&](const std::string &text) {
    std::vector<std::string> lines;
    const auto result = analyseAnew(text);
    EXPECT_TRUE(result && result->size() == 1);
    for (const Site &site : result->front().sites) {
      const auto add = [&](const SourceSpan &span) {
        lines.push_back(span.file + ":" + std::to_string(span.line) + "-" +
                        std::to_string(span.endLine) + ":" + std::to_string(span.column));
      };
      add(site.span);
      lines.push_back(std::to_string(site.statement.first) + std::to_string(site.statement.last));
      for (const Note &note : site.notes)
        add(note.span);
      for (const Use &use : site.uses)
        add(use.span);
      for (const auto &[name, value] : site.evidence)
        if (const auto *line = std::get_if<std::int64_t>(&value); line && name.ends_with("_line"))
          lines.push_back(name + std::to_string(*line));
    }
    return lines;
  };
  std::string text = before;
  const std::string loop = "__global__ void fifth(float *p, int n) {\n  __shared__ float s[64];\n"
                           "  for (int i = 0; i < n; ++i)\n    p[i * width] += p[threadIdx.x];\n"
                           "  s[threadIdx.x * 2] = p[0];\n  p[1] = s[3];\n}\n"
                           "void host_of_fifth(float *p) { fifth<<<9, 32>>>(p, 8); }\n";
  text.insert(text.find("struct Pair"), loop);
  for (const char *where :
       {"struct Pair", "struct Held", "__device__ float helper(float v);", "__global__ void first",
        "__global__ void fifth", "__global__ void third", "int host(float", "constexpr int width",
        "#define SCALE"}) {
    places(text);
    text.insert(text.find(where), "// moved\n\n");
    const auto moved = places(text);
    fs::remove_all(folder_ / "cache");
    EXPECT_EQ(moved, places(text)) << where;
  }
}

TEST_F(KernelCache, WhatAKernelReachesCounts) {
  // Called by name, and by what is called.
  EXPECT_THAT(keptWith("return v + 1;", "return v + 2;"),
              UnorderedElementsAre("second", "third", "fourth"));
  EXPECT_THAT(keptWith("return deep(v);", "return deep(1);"),
              UnorderedElementsAre("second", "third", "fourth"));
  // By a header that the text does not show.
  EXPECT_THAT(keptWith("return v * 3;", "return v * 4;"),
              UnorderedElementsAre("first", "second", "fourth"));
  // The lambda that its template was made with lies in a function of the host.
  EXPECT_THAT(keptWith("return v + 7;", "return v + 8;"),
              UnorderedElementsAre("first", "second", "third"));
}

TEST_F(KernelCache, DeclarationsCountForThoseThatNameThem) {
  const auto allBut = [](const char *one) {
    std::vector<std::string> names = {"first", "second", "third", "fourth"};
    std::erase(names, one);
    return testing::UnorderedElementsAreArray(names);
  };
  EXPECT_THAT(keptWith("width = 4", "width = 5"), allBut("first"));
  EXPECT_THAT(keptWith("return x + SCALE;", "return x - SCALE;"), allBut("second"));
  EXPECT_THAT(keptWith("return n * n;", "return n + n;"), allBut("third"));
  EXPECT_THAT(keptWith("return 1.0f;", "return 1.0;"), allBut("second"));
  EXPECT_THAT(keptWith("*p = 0;", "*p = 1;"), allBut("third")); // by a destructor
  EXPECT_THAT(
      keptWith("  float *p;\n  __device__ ~Held", "  float *p, *q = p;\n  __device__ ~Held"),
      allBut("third"));
  EXPECT_THAT(
      keptWith("__global__ void second(Pair *p) {", "__global__ void second(Pair *p, int n = 1) {"),
      allBut("second"));
  // New ones, ahead of all others, between them, and behind them.
  for (const char *declaration :
       {"struct Other { int v; } others[4];\n",
        "__device__ float others(float p) { return p + 1; }\n",
        "typedef struct { int v; } Other;\n", "enum { some, others };\n",
        "template <typename T> using Other = T;\n", "static int others, *of_others = &others;\n",
        R"(template <int N> struct Other { static int v; int sum(); };
template <int N> int Other<N>::sum() { return v; }
template <int N> int Other<N>::v = 3;
)"})
    for (const char *where : {"constexpr int width", "__global__ void second", "#ifdef OF_NOBODY"})
      EXPECT_THAT(keptWith(where, std::string(declaration) + where),
                  *where == '#' ? allBut("") : allBut("fourth")) // called by the lambda's place
          << declaration << where;
  EXPECT_THAT(keptWith("#ifdef OF_NOBODY", "template <typename T> void made(T) {}\n"
                                           "template void made<int>(int);\n#ifdef OF_NOBODY"),
              testing::IsEmpty());
  // A name that is called, whoever is meant.
  EXPECT_THAT(keptWith("constexpr int width", "__device__ int helper(int v);\nconstexpr int width"),
              UnorderedElementsAre("second", "third"));
  EXPECT_THAT(keptWith("constexpr int width", "__device__ int hook(int v);\nconstexpr int width"),
              UnorderedElementsAre("first", "second"));
}

TEST_F(KernelCache, WhatNeedsNoNameCountsForAll) {
  const auto none = testing::IsEmpty();
  EXPECT_THAT(keptWith("SCALE 2", "SCALE 3"), none);
  EXPECT_THAT(keptWith("return v; }", "\n#define WIDER\n return v; }"), none);
  for (const char *declaration :
       {"__device__ Pair operator+(Pair a, Pair b);\n", "using namespace std;\n",
        "static_assert(width == 4);\n", "struct Other { friend int f(Other); };\n",
        "namespace others { int v; }\n", "namespace { int v; }\n", "#define OTHERS\n",
        "template <typename T> struct Other;\ntemplate <> struct Other<int>;\n",
        "#define NAMED(x) x##y\nstruct Other;\n"})
    EXPECT_THAT(
        keptWith("__global__ void first", std::string(declaration) + "__global__ void first"), none)
        << declaration;
}

TEST_F(KernelCache, SoDoHeadersAndSettings) {
  kept(before);
  write("part.h", "__device__ float hook(float v);\n"
                  "inline __device__ float of_header(float v) { return hook(v + 1); }\n");
  EXPECT_THAT(kept(std::string(before) + "// changed\n"), testing::IsEmpty());
  EXPECT_THAT(kept(std::string(before) + "// changed twice\n"), testing::SizeIs(4));
  options_.block = std::array<unsigned, 3>{64, 1, 1};
  EXPECT_THAT(kept(before), testing::IsEmpty());
}

TEST_F(KernelCache, DamagedEntriesAreNoRuns) {
  kept(before);
  for (const auto &entry : fs::directory_iterator(folder_ / "cache"))
    if (entry.path().filename().string().starts_with("llvmcache-kernels-"))
      std::ofstream(entry.path(), std::ios::binary) << "damaged";
  EXPECT_THAT(kept(std::string(before) + "// changed\n"), testing::IsEmpty());
}

} // namespace
} // namespace warplint::frontend
