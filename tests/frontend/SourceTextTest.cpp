//===- SourceTextTest.cpp --------------------------------------*- C++ -*-===//
#include "lint/frontend/SourceText.h"

#include <gmock/gmock.h>

namespace warplint::frontend {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> kernelNames(const std::string &text) {
  std::vector<std::string> names;
  for (const KernelToken &kernel : kernelTokens(text)) {
    EXPECT_EQ(text.substr(kernel.offset, 10), "__global__");
    names.push_back(kernel.name);
  }
  return names;
}

TEST(KernelTokens, FindsDefinitions) {
  EXPECT_THAT(kernelNames("__global__ void a(int *p) { }\n"
                          "template <int N> __global__ void __launch_bounds__(N, 2) b() {}\n"
                          "static __global__ void c(float (*f)(int)) { if (1) { } }\n"
                          "void __global__ d() {}\n"),
              ElementsAre("a", "b", "c", "d"));
}

TEST(KernelTokens, LeavesOutWhatIsNoDefinition) {
  EXPECT_THAT(kernelNames("// __global__ void a() {}\n"
                          "/* __global__ void b() {} */\n"
                          "const char *s = \"__global__ void c() {}\";\n"
                          "__global__ void declared(int);\n"
                          "#define KERNEL(n) __global__ void n() {\\\n}\n"
                          "template __global__ void instance<int>(int *);\n"),
              IsEmpty());
}

/// Where the heads begin that the first `@` is in, each `@` standing for an error.
std::vector<std::size_t> broken(std::string text) {
  std::vector<FileScopeError> errors;
  for (std::size_t at = text.find('@'); at != std::string::npos; at = text.find('@', at)) {
    text.erase(at, 1);
    errors.push_back({at, text.substr(at).starts_with("p[0]")});
  }
  std::vector<std::size_t> begins;
  for (const BrokenFunction &function : brokenFunctions(text, errors, {}))
    begins.push_back(function.begin);
  return begins;
}

TEST(BrokenFunctions, AreThoseOfTheDevice) {
  EXPECT_THAT(broken("__global__ void k(@ {"), ElementsAre(0));
  EXPECT_THAT(broken("int a; @KERNEL(k) { if (a) { threadIdx.x; } }"), ElementsAre(7));
  EXPECT_THAT(broken("__global__ void k(int *p) @p[0] = 1; }"), ElementsAre(0));
  EXPECT_THAT(broken("namespace n {\n@KERNEL(k) { blockIdx.x; } @KERNEL(l) { blockIdx.x; } }"),
              ElementsAre(14, 40));
  EXPECT_THAT(broken("@f(int) { return 1; }"), IsEmpty());
  EXPECT_THAT(broken("@f(int); void k() { threadIdx.x; }"), IsEmpty());
  EXPECT_THAT(broken("__device__ @T t[sizeof(int)] = {1};"), IsEmpty());
  EXPECT_THAT(broken("__global__ void k(@T p);"), IsEmpty());
  EXPECT_THAT(broken("void k() { @threadIdx.x; }"), IsEmpty());
  EXPECT_THAT(broken("__global__ void k([[maybe_unused]] @T p, int q[4]) { }"), ElementsAre(0));
}

TEST(BrokenFunctions, AreNoCallsThatHandOnALambda) {
  EXPECT_THAT(broken("void k() { @run(n, [=] __device__(int i) { return threadIdx.x; }); }"),
              IsEmpty());
  EXPECT_THAT(broken("void k() { int a = @run([] __device__ { return 1; }) + (2); }"), IsEmpty());
  EXPECT_THAT(broken("void k() { return @run(1, [&x] MARK(int i) { __syncthreads(); }); }"),
              IsEmpty());
  EXPECT_THAT(broken("void k() { run([=] __device__(int i) {}); } __global__ void l(@ {}"),
              ElementsAre(44));
}

TEST(MisspeltMarks, AreNearTheirs) {
  for (const char *name : {"__gloabl__", "__globl__", "__devise__"})
    EXPECT_TRUE(isMisspeltMark(name)) << name;
  for (const char *name : {"__global__", "__global", "__host__", "global", "__kernel__"})
    EXPECT_FALSE(isMisspeltMark(name)) << name;
}

TEST(MentionsDeviceCode, LooksOutsideOfComments) {
  EXPECT_TRUE(mentionsDeviceCode(std::string("inline __device__ int f();")));
  EXPECT_FALSE(mentionsDeviceCode(std::string("// a __device__ function\nint f();")));
  EXPECT_FALSE(mentionsDeviceCode(std::string("int f();")));
}

TEST(DeviceMarks, AreMacrosThatStandForThem) {
  const std::string text = "#define KERNEL(type) \\\n  __global__ type\n"
                           "#  define HD __host__ __device__\n"
                           "#define LAMBDA [=] __device__\n"
                           "#define OTHER int\n#define EMPTY\n__device__ int f();\n"
                           "#define LAST __device__";
  std::vector<std::pair<std::string, DeviceMark::Kind>> found;
  for (const DeviceMark &mark : deviceMarks(text))
    found.emplace_back(mark.macro, mark.kind);
  using Kind = DeviceMark::Kind;
  EXPECT_THAT(found, testing::ElementsAre(
                         std::pair("KERNEL", Kind::Kernel), std::pair("HD", Kind::Function),
                         std::pair("LAMBDA", Kind::Lambda), std::pair("LAST", Kind::Function)));
  EXPECT_THAT(deviceMarks(std::string("// #define HD __device__\n")), testing::IsEmpty());
}

TEST(DeviceMarks, AreUsedByKernelsAndLambdas) {
  llvm::StringMap<DeviceMark::Kind> marks;
  marks["KERNEL"] = DeviceMark::Kind::Kernel;
  marks["LAMBDA"] = DeviceMark::Kind::Lambda;
  marks["HD"] = DeviceMark::Kind::Function;
  const auto used = [&](const std::string &text) { return deviceMarkUsed(text, marks); };
  EXPECT_EQ(used("KERNEL void k();"), "KERNEL");
  EXPECT_EQ(used("run(n, LAMBDA (int i) {});"), "LAMBDA");
  EXPECT_EQ(used("run(n, [=] HD (int i) {});"), "HD");
  EXPECT_EQ(used("run(n, [=]\n  HD (int i) {});"), "HD");
  EXPECT_EQ(used("HD int f();"), "") << "may be the host's";
  EXPECT_EQ(used("int a[3]; HD int f();"), "");
  EXPECT_EQ(used("// KERNEL\n#define K KERNEL\nint KERNELS = 1;"), "");
}

TEST(IncludeNames, TakesBothForms) {
  EXPECT_THAT(includeNames(std::string("#include <a/b.h>\n  # include \"c.cu\" // x\n#define y\n")),
              ElementsAre("a/b.h", "c.cu"));
  EXPECT_THAT(includeNames("#include \"..\\a\\b.cuh\"\n"), ElementsAre("../a/b.cuh"));
}

TEST(WhyNotText, TellsTextFromJunk) {
  EXPECT_EQ(whyNotText("int main() {}\n"), "");
  EXPECT_EQ(whyNotText("\xEF\xBB\xBFint \xC3\xA4;\n"), "");
  EXPECT_NE(whyNotText(llvm::StringRef("\x7F"
                                       "ELF\0\0",
                                       6)),
            "");
  EXPECT_NE(whyNotText(llvm::StringRef("\xFF\xFE"
                                       "a",
                                       3)),
            "");
  EXPECT_NE(whyNotText("\x01\x02\x03\x04\x05 abc"), "");
}

std::vector<std::string> enabling(const std::string &text) {
  return macrosThatEnable(guardsAt(text, text.find("HERE")));
}

TEST(CodeText, LeavesOutCommentsBetweenStatements) {
  const std::string plain = "#include <a.h>\n"
                            "struct S {\n  int a;\n};\n"
                            "__global__ void k(float *p) {\n"
                            "  if (p)\n    g();\n  h(p,\n    1);\n}\n";
  const auto code = codeText(plain);
  ASSERT_TRUE(code);
  EXPECT_THAT(code->lines, ElementsAre(1, 2, 3, 4, 5, 6, 7, 8, 9, 10));
  const std::string commented = "// first\n\n#include <a.h>\n"
                                "/* of\n  two lines */\nstruct S { // a member\n"
                                "\n  int a; /* it */\n}; // end\n"
                                "__global__ void k(float *p) {\n  // here\n"
                                "  if (p)\n    g(); // warplint: allow(memory-strided-access)\n"
                                "  h(p,\n    1);\n}\n// last";
  const auto same = codeText(commented);
  ASSERT_TRUE(same);
  EXPECT_EQ(same->code, code->code);
  EXPECT_THAT(same->lines, ElementsAre(3, 6, 8, 9, 10, 12, 13, 14, 15, 16));
  // What follows is told of as it is written, or means something else.
  for (const auto &[from, to] :
       std::vector<std::pair<std::string, std::string>>{{"h(p,", "h(p, // both"},
                                                        {"h(p,\n", "h(p,\n\n"},
                                                        {"if (p)\n", "if (p) // what for?\n"},
                                                        {"if (p)\n", "if (p)\n\n"},
                                                        {"  int a", "   int a"},
                                                        {"int a", "int  a"},
                                                        {"};\n__", "};__"},
                                                        {"a.h>\n", "a.h> // which\n"},
                                                        {"\nstruct", "\n;struct"},
                                                        {"g()", "gg()"},
                                                        {"g();\n", "\n#if 1\ng();\n#endif\n"}}) {
    std::string changed = plain;
    const std::size_t at = changed.find(from);
    ASSERT_NE(at, std::string::npos) << from;
    const auto other = codeText(changed.replace(at, from.size(), to));
    EXPECT_TRUE(other && other->code != code->code) << changed;
  }
}

TEST(CodeText, IsNotToldWhereCommentsMeanSomething) {
  EXPECT_FALSE(codeText("// warplint: block(32,8)\n__global__ void k();"));
  EXPECT_FALSE(codeText("//pass\n//--blockDim=64 --gridDim=1\n__global__ void k();"));
  EXPECT_FALSE(codeText("// %PARAM% SIZE size 8\n"));
  EXPECT_FALSE(codeText("int a;\n#line 7\nint b;"));
  EXPECT_FALSE(codeText("int a;\n# 7 \"other.cu\"\nint b;"));
  EXPECT_TRUE(codeText("int line;\n#if 7\nint b;\n#endif"));
}

TEST(WithoutComments, KeepsPlaces) {
  EXPECT_EQ(withoutComments("a /* b */ c // d\n\"// e\" f"), "a         c     \n\"// e\" f");
}

TEST(Guards, NamesTheMacroThatSwitchesOff) {
  const auto disabling = [](llvm::StringRef text) {
    return macroThatDisables(guardsAt(text, text.find("HERE")));
  };
  EXPECT_EQ(disabling("#if !TUNE\nHERE\n#endif\n"), "TUNE");
  EXPECT_EQ(disabling("#if !defined(TUNE) // so\nHERE\n#endif\n"), "TUNE");
  EXPECT_EQ(disabling("#ifndef TUNE\nHERE\n#endif\n"), "TUNE");
  EXPECT_EQ(disabling("#ifdef TUNE\n#else\nHERE\n#endif\n"), "TUNE");
  EXPECT_EQ(disabling("#if !TUNE\n#ifdef A\nHERE\n#endif\n#endif\n"), "TUNE");
  EXPECT_EQ(disabling("#ifdef TUNE\nHERE\n#endif\n"), "");
  EXPECT_EQ(disabling("#if !defined(MY_DOXYGEN)\nHERE\n#endif\n"), "");
  EXPECT_EQ(disabling("#if !TUNE\n#else\nHERE\n#endif\n"), "");
  EXPECT_EQ(disabling("#if !TUNE && A\nHERE\n#endif\n"), "");
  EXPECT_EQ(disabling("HERE"), "");
}

TEST(Guards, NamesAllWaysToSwitchOn) {
  const auto ways = [](llvm::StringRef text) {
    return waysToEnable(guardsAt(text, text.find("HERE")));
  };
  EXPECT_THAT(ways("#if defined(A) || defined(B)\nHERE\n#endif\n"),
              ElementsAre(ElementsAre("A"), ElementsAre("B")));
  EXPECT_THAT(ways("#if (defined(A) || defined(B)) && C\nHERE\n#endif\n"),
              ElementsAre(ElementsAre("A", "C"), ElementsAre("B", "C")));
  EXPECT_THAT(ways("#ifdef A\n#if B || C\nHERE\n#endif\n#endif\n"),
              ElementsAre(ElementsAre("A", "B"), ElementsAre("A", "C")));
  EXPECT_THAT(ways("#if N > 3 || A\nHERE\n#endif\n"), ElementsAre(ElementsAre("A")));
  EXPECT_THAT(ways("HERE\n"), ElementsAre(testing::IsEmpty()));
  std::string many;
  for (char c = 'A'; c < 'H'; ++c)
    many += std::string("#if ") + c + " || " + c + c + "\n";
  EXPECT_EQ(ways(many + "HERE").size(), 8U);
}

TEST(Guards, NamesTheMacroOfSimpleConditions) {
  EXPECT_THAT(enabling("#ifdef A\nHERE\n#endif\n"), ElementsAre("A"));
  EXPECT_THAT(enabling("#if defined(A) && defined B\nHERE\n#endif\n"), ElementsAre("A", "B"));
  EXPECT_THAT(enabling("#if defined(A) || defined(B)\nHERE\n#endif\n"), ElementsAre("A"));
  EXPECT_THAT(enabling("#if A // why\nHERE\n#endif\n"), ElementsAre("A"));
  EXPECT_THAT(enabling("#ifdef A\n#ifdef C\n#endif\n#if (B)\nHERE\n#endif\n#endif\n"),
              ElementsAre("A", "B"));
  EXPECT_THAT(enabling("#ifndef A\n#else\nHERE\n#endif\n"), ElementsAre("A"));
  EXPECT_THAT(enabling("#if X\n#elif defined(A)\nHERE\n#endif\n"), ElementsAre("A"));
  EXPECT_THAT(enabling("#if A == 1 && B != 0\nHERE\n#endif\n"), ElementsAre("A", "B"));
  EXPECT_THAT(enabling("#if (A > 0)\n#elif B >= 1\nHERE\n#endif\n"), ElementsAre("B"));
  EXPECT_THAT(enabling("#if \\\n defined(A)\nHERE\n#endif\n"), ElementsAre("A"));
}

TEST(Guards, LeavesOthersAlone) {
  EXPECT_THAT(enabling("#if A == 10\nHERE\n#endif\n"), IsEmpty());
  EXPECT_THAT(enabling("#if A >= 0\nHERE\n#endif\n"), IsEmpty());
  EXPECT_THAT(enabling("#if A > 3\nHERE\n#endif\n"), IsEmpty());
  EXPECT_THAT(enabling("#ifdef A\n#else\nHERE\n#endif\n"), IsEmpty());
  EXPECT_THAT(enabling("#ifdef A\n#endif\nHERE\n"), IsEmpty());
  EXPECT_THAT(enabling("/*\n#ifdef A\n*/\nHERE\n"), IsEmpty());
}

TEST(Guards, KnowsWhatIsNotForCuda) {
  const auto foreign = [](const std::string &text) {
    return isForeign(guardsAt(text, text.find("HERE")));
  };
  EXPECT_TRUE(foreign("#if 0\nHERE\n#endif\n"));
  EXPECT_TRUE(foreign("#ifdef __HIP_PLATFORM_AMD__\nHERE\n#endif\n"));
  EXPECT_TRUE(foreign("#if defined(USE_ROCM) || X\nHERE\n#endif\n"));
  EXPECT_TRUE(foreign("#ifdef LIBRARY_USING_SYCL\nHERE\n#endif\n"));
  EXPECT_FALSE(foreign("#ifdef USE_CUDA_OR_HIP\nHERE\n#endif\n"));
  EXPECT_FALSE(foreign("#ifdef SHIP\nHERE\n#endif\n"));
  EXPECT_FALSE(foreign("#ifndef USE_ROCM\nHERE\n#endif\n"));
  EXPECT_FALSE(foreign("#if 0\n#else\nHERE\n#endif\n"));
  EXPECT_FALSE(foreign("#if USE_CUDA\nHERE\n#endif\n"));
}

TEST(Guards, KnowsWhatIsForOlderChips) {
  const auto older = [](const std::string &text) {
    return isForOlderChips(guardsAt(text, text.find("HERE")), 900);
  };
  EXPECT_TRUE(older("#if __CUDA_ARCH__ < 700\nHERE\n#endif\n"));
  EXPECT_TRUE(older("#if (__CUDA_ARCH__ < 900)\nHERE\n#endif\n"));
  EXPECT_TRUE(older("#if defined(__CUDA_ARCH__) && (__CUDA_ARCH__ <= 860)\nHERE\n#endif\n"));
  EXPECT_TRUE(older("#if __CUDA_ARCH__ >= 900\n#else\nHERE\n#endif\n"));
  // For newer ones, or a matter of something else.
  EXPECT_FALSE(older("#if __CUDA_ARCH__ >= 1000\nHERE\n#endif\n"));
  EXPECT_FALSE(older("#if __CUDA_ARCH__ > 900\nHERE\n#endif\n"));
  EXPECT_FALSE(older("#if !(__CUDA_ARCH__ < 1000)\nHERE\n#endif\n"));
  EXPECT_FALSE(older("#if __CUDA_ARCH__ < 1000\n#ifdef A\nHERE\n#endif\n#endif\n"));
  EXPECT_FALSE(older("#if __CUDA_ARCH__ <= 900\n#ifdef A\nHERE\n#endif\n#endif\n"));
  EXPECT_FALSE(older("#if __CUDA_ARCH__ >= 1000\n#else\n#ifdef A\nHERE\n#endif\n#endif\n"));
  EXPECT_FALSE(older("#if __CUDA_ARCH__ < 700 && defined(A)\nHERE\n#endif\n"));
}

struct Found {
  unsigned first, last;
  std::vector<std::string> rules;
  std::string reason;
  friend bool operator==(const Found &, const Found &) = default;
  friend void PrintTo(const Found &one, // NOLINT(readability-identifier-naming): GoogleTest's
                      std::ostream *out) {
    *out << one.first << "-" << one.last << " " << testing::PrintToString(one.rules) << " '"
         << one.reason << "'";
  }
};

std::vector<Found> found(const std::string &text) {
  std::vector<Found> all;
  for (const Suppression &one : suppressions(text, "a.cu")) {
    EXPECT_EQ(one.span.file, "a.cu");
    all.push_back({one.firstLine, one.lastLine, one.rules, one.reason});
  }
  return all;
}

using Rules = std::vector<std::string>;

TEST(Suppressions, NolintOnTheLine) {
  EXPECT_THAT(found("int a; // NOLINT\n"), ElementsAre(Found{1, 1, {}, ""}));
  EXPECT_THAT(found("\nint a; // NOLINT(warplint-x, other-y, warplint-z): why\n"),
              ElementsAre(Found{2, 2, {"x", "z"}, "why"}));
  EXPECT_THAT(found("int a; // NOLINT(warplint-*)\n"), ElementsAre(Found{1, 1, {}, ""}));
  EXPECT_THAT(found("int a; /* NOLINT(*) */\n"), ElementsAre(Found{1, 1, {}, ""}));
}

TEST(Suppressions, OthersAreNotOurs) {
  EXPECT_THAT(found("int a; // NOLINT(bugprone-x)\n"), IsEmpty());
  EXPECT_THAT(found("int a; // NOLINTING is a word\n"), IsEmpty());
  EXPECT_THAT(found("const char *s = \"NOLINT\";\n"), IsEmpty());
  EXPECT_THAT(found("int a; // NOLINTNEXTLINE(google-y)\n"), IsEmpty());
}

TEST(Suppressions, NextLine) {
  EXPECT_THAT(found("// NOLINTNEXTLINE(warplint-x) why not\nint a;\n"),
              ElementsAre(Found{2, 2, {"x"}, "why not"}));
}

TEST(Suppressions, Blocks) {
  EXPECT_THAT(found("// NOLINTBEGIN(warplint-x)\nint a;\nint b;\n// NOLINTEND(warplint-x)\n"),
              ElementsAre(Found{1, 4, {"x"}, ""}));
  EXPECT_THAT(found("// NOLINTBEGIN\n// NOLINTBEGIN(warplint-x)\n// NOLINTEND(warplint-x)\n//\n"
                    "// NOLINTEND\n"),
              ElementsAre(Found{1, 5, {}, ""}, Found{2, 3, {"x"}, ""}));
  for (const char *list : {"(warplint-x)", "(*)", ""})
    EXPECT_THAT(found(std::string("// NOLINT"
                                  "BEGIN") +
                      list + "\nint a;\nint b;"),
                IsEmpty())
        << "as in clang-tidy";
}

TEST(Suppressions, Allow) {
  EXPECT_THAT(found("int a; // warplint: allow(x) because of y\n"),
              ElementsAre(Found{1, 1, {"x"}, "because of y"}));
  EXPECT_THAT(found("// warplint: allow(x, shared) r\n\n// more words\nint a;\n"),
              ElementsAre(Found{4, 4, {"x", "shared"}, "r"}));
  EXPECT_THAT(found("/* warplint: allow(x) r */ int a;\n"), ElementsAre(Found{1, 1, {"x"}, "r"}));
  EXPECT_THAT(found("int a; // warplint: block(32,8)\n"), IsEmpty());
  EXPECT_THAT(found("int a; // warplint: allow()\n"), IsEmpty());
  EXPECT_THAT(found("// warplint: allow(x) with nothing after it\n"), IsEmpty());
}

} // namespace
} // namespace warplint::frontend
