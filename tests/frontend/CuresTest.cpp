//===- CuresTest.cpp -------------------------------------------*- C++ -*-===//
#include "lint/frontend/Cures.h"

#include <gmock/gmock.h>

namespace warplint::frontend {
namespace {

using Cure = std::vector<TextEdit> (*)(llvm::StringRef, std::size_t);

/// Applies the cure at `at`.
std::string cured(Cure cure, const std::string &text, const std::string &at) {
  return applyEdits(text, cure(text, text.find(at)));
}

TEST(Cures, ApplyInOrder) {
  EXPECT_EQ(applyEdits("abcdef", {{4, 1, "E"}, {0, 2, "xyz"}, {1, 1, "lost"}}), "xyzcdEf");
}

TEST(Cures, SharedObjectKeepsColumns) {
  EXPECT_EQ(cured(cureSharedInitialisation, "{ f(); __shared__ B<1> bar; g(bar); }", "bar"),
            "{ f(); __warpsh__ B<1> bar; g(bar); }");
  EXPECT_EQ(cured(cureSharedInitialisation, "{ static __shared__ B bar; }", "bar"),
            "{        __warpsh__ B bar; }");
}

TEST(Cures, SharedObjectNeedsTheWord) {
  EXPECT_EQ(cured(cureSharedInitialisation, "{ SMEM B bar; __shared__ int x; }", "bar"),
            "{ SMEM B bar; __shared__ int x; }");
}

TEST(Cures, ExternArrayBecomesLocal) {
  EXPECT_EQ(cured(cureExternSharedType, "{ extern __shared__ T s[]; s[0] = 1; }", "s[]"),
            "{        __warpdy__ T s[65536]; s[0] = 1; }");
  EXPECT_EQ(cured(cureExternSharedType, "{ extern int s[]; }", "s[]"), "{ extern int s[]; }");
}

TEST(Cures, ExternArrayWithAllBoundsIsStatic) {
  EXPECT_EQ(cured(cureExternSharedBounds, "{ extern __shared__ T s[4][32]; s[0][1] = 1; }", "s["),
            "{        __shared__ T s[4][32]; s[0][1] = 1; }");
  EXPECT_EQ(cured(cureExternSharedBounds, "{ extern int s[4]; }", "s["), "{ extern int s[4]; }");
}

TEST(Cures, SharedVariableIsNoDeviceVariable) {
  EXPECT_EQ(cured(cureDeviceShared, "{ __device__ __shared__ T s[4]; s[0] = 1; }", "s["),
            "{            __shared__ T s[4]; s[0] = 1; }");
  EXPECT_EQ(cured(cureDeviceShared, "{ __device__ T s[4]; }", "s["), "{ __device__ T s[4]; }");
}

TEST(Cures, AlignasGoesFirst) {
  EXPECT_EQ(cured(cureAlignasOrder, "{ extern __shared__ alignas(16) char s[]; }", "alignas"),
            "{ alignas(16) extern __shared__ char s[]; }");
  EXPECT_EQ(cured(cureAlignasOrder, "; SH alignas(alignof(T)) char s[4];", "alignas"),
            "; alignas(alignof(T)) SH char s[4];");
  EXPECT_EQ(cured(cureAlignasOrder, "{\n#if A > \\\n 8\n  SH alignas(16)\n char s[4];", "alignas"),
            "{\n#if A > \\\n 8\n  alignas(16) SH\n char s[4];");
}

TEST(Cures, OwnIntrinsicIsBlanked) {
  const std::string own =
      "__device__ double atomicAdd(double *p, double v) {\n  if (v) { f(); }\n}";
  std::string blank(own.size(), ' ');
  blank[own.find('\n')] = blank[own.rfind('\n')] = '\n';
  EXPECT_EQ(cured(cureOwnIntrinsic, "int a; " + own + " int b;", "atomicAdd"),
            "int a; " + blank + " int b;");
  EXPECT_EQ(
      cured(cureOwnIntrinsic, "__device__ int __shfl(int v, int w = 32) { return v; } g", "w ="),
      std::string(55, ' ') + "g");
  // Anybody's else; a call; a mere declaration.
  for (const char *text :
       {"__device__ void add(int) {}", "void f() { atomicAdd(p, 1); }",
        "double atomicAdd(double *, double); void f() {}", "void atomicAddWide(int *p) {}"})
    EXPECT_EQ(cured(cureOwnIntrinsic, text, "dd("), text);
}

TEST(Cures, LoopsOverTheGridByName) {
  const auto head = [](const std::string &text) {
    const auto loop = loopOverGrid(text, text.find("LOOP"));
    return loop ? loop->signature + " " + loop->text : std::string();
  };
  EXPECT_EQ(head("{ GPU_1D_KERNEL_LOOP(i, n) { f(i); } }"),
            "GPU_1D_KERNEL_LOOP(w1, w2) for (int w1 = blockIdx.x * blockDim.x + threadIdx.x; w1 < "
            "(w2); w1 += blockDim.x * gridDim.x)");
  // Over what the code says, a block, or nobody knows what; no loop.
  for (const char *text : {"{ CUDA_LOOP(i, 8) { f(i); } }", "{ CUDA_UNROLL_LOOP(i, n) { f(i); } }",
                           "{ CUDA_BLOCK_LOOP(i, n) { f(i); } }", "{ LOOP(i, n) { f(i); } }",
                           "{ CUDA_KERNEL_LOOP(i, n); }"})
    EXPECT_EQ(head(text), "");
}

TEST(Cures, LaunchFromDeviceCodeIsBlanked) {
  const std::string launch = "child<T><<<g, (n + 1) / 2, 0, s>>>(a, f(b))";
  EXPECT_EQ(cured(cureDeviceLaunch, "{ " + launch + "; next(); }", "child"),
            "{ (void)sizeof(&child<T>)" + std::string(launch.size() - 23, ' ') + "; next(); }");
  EXPECT_EQ(cured(cureDeviceLaunch, "{ child<8><<<1, 2>>>(a); }", "child"),
            "{ (void)0              ; }")
      << "no room for its name";
  EXPECT_EQ(cured(cureDeviceLaunch, "{ child<<<1,\n2>>>(\na); }", "child"),
            "{ (void)0   \n     \n  ; }");
  EXPECT_EQ(cured(cureDeviceLaunch, "{ child(a); }", "child"), "{ child(a); }");
}

TEST(Cures, OperandsWithoutCommas) {
  EXPECT_EQ(cured(cureAsmOperands, R"({ asm("st" ::"r"(f(a)) "l"(b) "r"(c), "r"(d) : "memory"); })",
                  "\"l\""),
            R"({ asm("st" ::"r"(f(a)),"l"(b),"r"(c), "r"(d) : "memory"); })");
  EXPECT_EQ(cured(cureAsmOperands, "{ asm(\"s\" ::\"r\"(a)\n  \"l\"(b)); }", "\"l\""),
            "{ asm(\"s\" ::\"r\"(a)\n, \"l\"(b)); }");
  for (const char *other : {"{ f(\"r\"(a) \"l\"(b)); }", "{ asm(\"s\" ::\"r\"(a)\"l\"(b)); }"})
    EXPECT_EQ(cured(cureAsmOperands, other, "\"l\""), other);
}

TEST(Cures, ConstantsThatAreNone) {
  EXPECT_EQ(cured(cureConstexprVariable, "{ constexpr float x = 1.f / a.b; }", "x ="),
            "{ const     float x = 1.f / a.b; }");
  // A constant pointer is not a pointer to constants.
  EXPECT_EQ(cured(cureConstexprVariable, "{ constexpr T *x = a.b; }", "x ="),
            "{           T *x = a.b; }");
  for (const char *text : {"{ static constexpr int x = a.b; }", "{ int x = a.b; }"})
    EXPECT_EQ(cured(cureConstexprVariable, text, "x ="), text);
}

TEST(Cures, TemplateKeywordBehindAMacroOfTheSameLength) {
  const std::string text = "{ A<I>::B<T>::apply<4>(x, 1); b->g<2>(f(y)); b->h<2>(y); }";
  StandIns standIns;
  const std::string first =
      applyEdits(text, cureTemplateKeyword(text, text.find("A<I>"), standIns));
  EXPECT_EQ(first, "{ A<I>::B<T>::$0001<4>(x, 1); b->g<2>(f(y)); b->h<2>(y); }");
  EXPECT_THAT(standIns, testing::ElementsAre(testing::Field(&StandIn::text, "template apply")));
  EXPECT_EQ(applyEdits(text, cureTemplateKeyword(text, text.find("b->g"), standIns)),
            "{ A<I>::B<T>::apply<4>(x, 1); b->$<2>(f(y)); b->h<2>(y); }");
  EXPECT_THAT(cureTemplateKeyword(text, text.find("b->h"), standIns), testing::IsEmpty())
      << "too short for another name of its own";
  const std::string other = "{ s.apply<1>(x); s.other<1>(x); s.plain(x); }";
  EXPECT_EQ(applyEdits(other, cureTemplateKeyword(other, other.find("s.apply"), standIns)),
            "{ s.$0001<1>(x); s.other<1>(x); s.plain(x); }");
  EXPECT_EQ(applyEdits(other, cureTemplateKeyword(other, other.find("s.other"), standIns)),
            "{ s.apply<1>(x); s.$0003<1>(x); s.plain(x); }");
  EXPECT_THAT(cureTemplateKeyword(other, other.find("s.plain"), standIns), testing::IsEmpty());
  EXPECT_EQ(withoutStandIns("s.$0001, $, x$ and $00012", standIns), "s.apply, g, x$ and $00012");
}

TEST(Cures, PointersToVoidThatAreCountedInBytes) {
  StandIns standIns;
  auto cure = [&](const std::string &text, llvm::StringRef operation, llvm::StringRef operand) {
    return applyEdits(text,
                      cureVoidPointer(text, text.find(operation), text.find(operand), standIns));
  };
  EXPECT_EQ(cure("{ a = data + 4; }", "+", "data"), "{ a = $001 + 4; }");
  EXPECT_EQ(cure("{ a = s.data + 4; }", "+", "s."), "{ a = $.data + 4; }");
  EXPECT_EQ(cure("{ data += 4; }", "+=", "data"), "{ $003 += 4; }");
  EXPECT_EQ(cure("{ a = (void *)q + 4; }", "+", "(void"), "{ a = (char *)q + 4; }");
  EXPECT_EQ(cure("{ a = (const void*)q - 4; }", "- 4", "(const"), "{ a = (const char*)q - 4; }");
  for (const char *text : {"{ a = *q + 4; }", "{ a = (b)(q) + 4; }"})
    EXPECT_EQ(cure(text, "+", text + 6), text);
  EXPECT_THAT(standIns, testing::ElementsAre(testing::Field(&StandIn::text, "(char *)data"),
                                             testing::Field(&StandIn::text, "(char *)s"),
                                             testing::Field(&StandIn::text, "(char *&)data")));
}

TEST(Cures, TypesOfTemplateParametersWithoutTypename) {
  StandIns standIns;
  const std::string text = "{ auto &a = all.get<Globals::tile, 2>(); }";
  EXPECT_EQ(applyEdits(text, cureTypename(text, text.find("Globals"), standIns)),
            "{ auto &a = all.get<$000001::tile, 2>(); }");
  EXPECT_THAT(standIns, testing::ElementsAre(testing::Field(&StandIn::text, "typename Globals")));
  EXPECT_THAT(cureTypename(text, text.find('<'), standIns), testing::IsEmpty());
}

TEST(Cures, SpecialisationsForOtherSides) {
  const auto cured = [](const std::string &text) {
    StandIns standIns;
    return applyEdits(text, cureSpecialisationSpace(text, text.find("f("), standIns));
  };
  EXPECT_EQ(cured("int x; template <> inline __device__ float f(int i) {}"),
            "int x; template <> inline $000000001 float f(int i) {}");
  EXPECT_EQ(cured("template <> __host__ __device__ float f(int i);"),
            "template <> $0000001 __device__ float f(int i);");
  for (const char *text : {"template <class T> __device__ T f(int);", "__device__ float f(int);",
                           "template <> float f(int i); __device__ int g;"})
    EXPECT_EQ(cured(text), text);
}

TEST(Cures, FriendsThatDoNotSayWhereTheyRun) {
  const auto cured = [](const std::string &text) {
    return applyEdits(text, cureFriendSpace(text, text.find("get"), "__device__"));
  };
  EXPECT_EQ(cured("struct A { int x; friend T get<0>(A<T> const &); };"),
            "struct A { int x; friend T get<0>(A<T> const &) __device__; };");
  for (const char *text :
       {"struct A { friend __device__ T get<0>(A<T> const &); };", "template <> int get<0>(A &);",
        "struct A { friend __host__ int get<0>(A &); };", "struct A { int get(int); };"})
    EXPECT_EQ(cured(text), text);
}

TEST(Cures, ArraysThatParenthesesFill) {
  const auto cured = [](const std::string &text, const char *first) {
    return applyEdits(text, cureArrayInParentheses(text, text.find(first)));
  };
  EXPECT_EQ(cured("{ auto a = std::array<float, 2>( f(x, 1), y[2]); g(a); }", "f(x"),
            "{ auto a = std::array<float, 2>{ f(x, 1), y[2]}; g(a); }");
  EXPECT_EQ(cured("{ Two a((x), 1); }", "(x"), "{ Two a{(x), 1}; }");
  for (const char *text : {"{ Two a(x); }", "{ Two a(x[1], 2; }", "{ int a[2] = x; }",
                           "{ Two a(f(y, 1), x); }", "{ Two a(x(1, 2)); }"})
    EXPECT_EQ(cured(text, "x"), text);
}

TEST(Cures, AllocationOfTheDeviceInStd) {
  const std::string text = "namespace std {\n__device__ static inline void free(void *__ptr) { "
                           "::free(__ptr); }\n__device__ static inline void *malloc(size_t __size) "
                           "{\n  return ::malloc(__size);\n}\n}";
  const std::string cured =
      applyEdits(text, allocationOfClang("/x/__clang_cuda_runtime_wrapper.h", text));
  EXPECT_EQ(cured.size(), text.size());
  EXPECT_THAT(cured, testing::StartsWith("namespace std {\nusing ::free;  "));
  EXPECT_THAT(cured, testing::HasSubstr("\nusing ::malloc;  "));
  EXPECT_THAT(cured, testing::Not(testing::HasSubstr("__device__")));
  EXPECT_THAT(allocationOfClang("/x/other.h", text), testing::IsEmpty());
}

TEST(Cures, MembersOfDependentBasesWithoutThis) {
  StandIns standIns;
  const std::string text = "{ c += 1; return value(c); }";
  EXPECT_EQ(applyEdits(text, cureDependentBase(text, text.find("value"), standIns)),
            "{ c += 1; return $0001(c); }");
  EXPECT_THAT(standIns, testing::ElementsAre(testing::Field(&StandIn::text, "this->value")));
  EXPECT_THAT(cureDependentBase(text, text.find('('), standIns), testing::IsEmpty());
}

TEST(Cures, ConditionsThatAreNotConstant) {
  const auto cured = [](const std::string &text) {
    return applyEdits(text, cureConstexprIf(text, text.find("it.")));
  };
  EXPECT_EQ(cured("{ if constexpr (it.isActive) f(); }"), "{ if           (it.isActive) f(); }");
  EXPECT_EQ(cured("{ if constexpr( it.isActive) f(); }"), "{ if          ( it.isActive) f(); }");
  for (const char *text : {"{ if (it.isActive) f(); }", "{ constexpr (it.isActive); }", "it.x"})
    EXPECT_EQ(cured(text), text);
}

TEST(Cures, ArgumentsThatAreParameters) {
  const auto cured = [](const std::string &text) {
    return applyEdits(text, cureOwnTemplateArguments(text, text.find("f<")));
  };
  EXPECT_EQ(cured("template <class T, int N> void A::f<T, N>(T *x) {}"),
            "template <class T, int N> void A::f      (T *x) {}");
  for (const char *text :
       {"void A::f<T>(T *x);", "template <class T> int f<T>;",
        "template <class T> void f<T *>(T x);", "template <class T> void f<T", "f<", "; f<"})
    EXPECT_EQ(cured(text), text);
}

TEST(Cures, InstancesThatSayNothingOfTheirTarget) {
  const auto cured = [](const std::string &text) {
    return applyEdits(text, cureInstanceOfOtherTarget(text, text.find("f<")));
  };
  EXPECT_EQ(cured("int x;\ntemplate int\nf<int>(int);\nint y;"),
            "int x;\n            \n           ;\nint y;");
  for (const char *text : {"template <> int f<int>(int);", "int f<int>(int);",
                           "template struct f<int>;", "template class f<int>;"})
    EXPECT_EQ(cured(text), text);
}

TEST(Cures, FunctionsOfTheCompilerAloneAreNotTheHosts) {
  const auto cured = [](const std::string &text) { return applyEdits(text, hostConsteval(text)); };
  EXPECT_EQ(cured("__host__ consteval int f();"), "         consteval int f();");
  EXPECT_EQ(cured("static consteval __host__ int f();"), "static consteval          int f();");
  for (const char *text : {"__host__ __device__ consteval int f();", "__host__ constexpr int f();",
                           "__host__ int g(); consteval int f();", "// __host__ consteval"})
    EXPECT_EQ(cured(text), text);
}

TEST(Cures, LinkageWithoutABlank) {
  const auto cured = [](const std::string &text) {
    return applyEdits(text, linkageWithoutBlank(text));
  };
  EXPECT_EQ(cured("extern \"C\"__global__ void f();"), "extern\"C\" __global__ void f();");
  for (const char *text : {"extern \"C\" __global__ void f();", "auto a = \"C\"_s;",
                           "extern \"C\" { }", "\"C\"", "f(not_extern, \"C\"s);"})
    EXPECT_EQ(cured(text), text);
}

TEST(Cures, IncludesOfWindows) {
  const auto cured = [](const std::string &text) {
    return applyEdits(text, includesOfWindows(text));
  };
  EXPECT_EQ(cured("int a;\n # include \"..\\a\\b.cuh\" // c\\d\n"),
            "int a;\n # include \"../a/b.cuh\" // c\\d\n");
  EXPECT_EQ(cured("#include <cub\\cub.cuh>"), "#include <cub/cub.cuh>");
  for (const char *text : {"#include \"a/b.h\" // \\", "#define A \"a\\b\"", "#include A\\\n",
                           "#include \"a\\b", "const char *a = \"c\\d\";"})
    EXPECT_EQ(cured(text), text);
}

TEST(Cures, ExecutionSpacesOfDefinitions) {
  const auto cured = [](const std::string &text, const std::string &name) {
    return applyEdits(text, cureExecutionSpace(text, text.find(name), "__device__"));
  };
  EXPECT_EQ(cured("struct A { A(); ~A(); };", "A();"), "struct A { A() __device__; ~A(); };");
  EXPECT_EQ(cured("struct A { ~A(); };", "~A"), "struct A { ~A() __device__; };");
  EXPECT_EQ(cured("int f(int (*g)(int)) const noexcept; int h();", "f("),
            "int f(int (*g)(int)) const noexcept __device__; int h();");
  EXPECT_EQ(cured("bool operator()(int a = 1) const\n ;", "operator"),
            "bool operator()(int a = 1) const __device__\n ;");
  EXPECT_EQ(cured("A &operator=(A); int x;", "operator"), "A &operator=(A) __device__; int x;");
  EXPECT_EQ(cured("virtual int f() = 0;", "f()"), "virtual int f() __device__ = 0;");
  for (const char *text : {"int f() {}", "int f() __device__;", "A f() : b() {}", "int f", "f(",
                           "struct A { int operator", "operator("})
    EXPECT_EQ(cured(text, text[0] == 'o' ? "operator" : "f"), text);
}

TEST(Cures, PragmasInMacros) {
  const auto cured = [](const std::string &text) {
    return applyEdits(text, pragmasInMacros(text));
  };
  EXPECT_EQ(cured("#define UNROLL #pragma unroll\nint a;"),
            "#define UNROLL               \nint a;");
  EXPECT_EQ(cured(" # define U #pragma unroll 4"), " # define U                 ");
  EXPECT_EQ(cured("#define U \\\n#pragma unroll\nint a;"), "#define U \\\n              \nint a;");
  EXPECT_EQ(cured("#define U \\ \r\n \\\n  #pragma x\r\n"),
            "#define U \\ \r\n \\\n           \r\n");
  for (const char *text : {"#pragma unroll\n", "// #define U #pragma unroll",
                           "#define A(x) #pragma x\n", "#define A \"#pragma unroll\"\n",
                           "#defined A #pragma unroll", "#define A\n#pragma unroll\n",
                           "#define A \\\n\n#pragma unroll\n", "#define A b \\\n#pragma unroll\n",
                           "\\\n#pragma unroll", "#define A(x) \\\n#pragma unroll\n"})
    EXPECT_EQ(cured(text), text);
}

TEST(Cures, AssignmentsFromRawOfTheToolkitAlone) {
  const auto cured = [](const char *path, const std::string &text) {
    return applyEdits(text, assignmentsFromRaw(path, text));
  };
  const std::string header = "  H &operator=(const __half2 &h);\n"
                             "  __host__ H &operator=(const __half2_raw &h2r);\n  int x;\n";
  EXPECT_EQ(cured("/cuda/include/cuda_fp16.h", header),
            "  H &operator=(const __half2 &h);\n" + std::string(48, ' ') + "\n  int x;\n");
  const std::string body = "B &B::operator=(const __nv_bfloat162_raw &r) {\n  { a; }\n}\nint x;\n";
  EXPECT_EQ(cured("cuda_bf16.hpp", body),
            std::string(body.find('\n'), ' ') + "\n        \n \nint x;\n");
  EXPECT_EQ(cured("/own/half.h", header), header);
  EXPECT_EQ(cured("cuda_fp16.h", "H &operator=(const __half2_raw &h"), // torn off
            "H &operator=(const __half2_raw &h");
}

TEST(Cures, ConditionalsThatAskForNvcc) {
  const std::string text = "#if defined(__NVCC__) || defined(__HIP__)\n"
                           "#  elif __NVCC__\n# ifdef __NVCC__\nint x = __NVCC__; // __NVCC__\n";
  EXPECT_EQ(applyEdits(text, conditionsOnNvcc(text)),
            "#if defined(__CUDACC__) || defined(__HIP__)\n"
            "#  elif __CUDACC__\n# ifdef __CUDACC__\nint x = __NVCC__; // __NVCC__\n");
}

TEST(Cures, BracedConfigurations) {
  const auto cured = [](const std::string &text, std::size_t offset) {
    return applyEdits(text, cureBracedConfiguration(text, offset));
  };
  const std::string one = "k<<<99, {8, 32}>>>(v);";
  EXPECT_EQ(cured(one, one.find('{')), "k<<<99, dim3{8, 32}>>>(v);");
  const std::string more = "k<<<\n  {g}, { 8 }, f({1}, dim3{2})>>>(w);";
  EXPECT_EQ(cured(more, more.find('{')), "k<<<\n  dim3{g}, dim3{ 8 }, f({1}, dim3{2})>>>(w);");
  EXPECT_EQ(cured(more, more.find("{ 8")), more) << "with the first one";
  const std::string other = "x = a <<< b; { c(); } y >>> z;";
  EXPECT_EQ(cured(other, other.find('{')), other);
  EXPECT_EQ(cured("{1}", 0), "{1}");
}

TEST(Cures, LaunchesTakenApart) {
  const std::string text =
      "k << <g, b >> > (v); t<int> << < g, x >> 1 >> >(v);\n"
      "k<<<g, b >> >(v); k << <g, b >>>(v);\n"
      "operator<< <char>(o, 'x'); std::vector<A<B<int>> > v; // k << <1, 1 >> >()\n"
      "if (a << 1 < b && b >> 1 > c) return;\n";
  EXPECT_EQ(applyEdits(text, launchesTakenApart(text)),
            "k <<< g, b >>>  (v); t<int> <<<  g, x >> 1 >>> (v);\n"
            "k<<<g, b >>> (v); k <<< g, b >>>(v);\n"
            "operator<< <char>(o, 'x'); std::vector<A<B<int>> > v; // k << <1, 1 >> >()\n"
            "if (a << 1 < b && b >> 1 > c) return;\n");
  EXPECT_THAT(launchesTakenApart("k<<<g, b>>>(v); A<B<C<int> >> x;"), testing::IsEmpty());
}

TEST(Cures, ExpectsAlignasBehindShared) {
  const std::string text = "#define TILE __shared__ alignas(16) char\n"
                           "{ __shared__ alignas(16) int a[4]; alignas(8) __shared__ int b;\n"
                           "  alignas(4) char c[4]; extern __shared__  alignas(128)\n char d[]; }";
  EXPECT_EQ(applyEdits(text, expectedAlignas(text)),
            "#define TILE __shared__ alignas(16) char\n"
            "{ alignas(16) __shared__ int a[4]; alignas(8) __shared__ int b;\n"
            "  alignas(4) char c[4]; alignas(128)  extern __shared__\n char d[]; }");
}

TEST(Cures, ExpectsBarriersByName) {
  const std::string text = "__shared__ cuda::barrier<cuda::thread_scope_block> b;\n"
                           "__shared__ cuda::pipeline_shared_state<S, 2> *p;\n"
                           "__shared__ uint64_t barrier[2];\n"
                           "using Phase = cuda::barrier<cuda::thread_scope_block>;\n"
                           "using Size = int;\n"
                           "__shared__ Phase phases[2];\n"
                           "__shared__ Size sizes[2];\n"
                           "__shared__ int Phase;\n";
  EXPECT_EQ(applyEdits(text, expectedSharedObjects(text)),
            "__warpsh__ cuda::barrier<cuda::thread_scope_block> b;\n"
            "__warpsh__ cuda::pipeline_shared_state<S, 2> *p;\n"
            "__shared__ uint64_t barrier[2];\n"
            "using Phase = cuda::barrier<cuda::thread_scope_block>;\n"
            "using Size = int;\n"
            "__warpsh__ Phase phases[2];\n"
            "__shared__ Size sizes[2];\n"
            "__shared__ int Phase;\n");
}

} // namespace
} // namespace warplint::frontend
