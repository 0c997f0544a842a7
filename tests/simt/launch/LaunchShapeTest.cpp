//===- LaunchShapeTest.cpp - host code and the shapes it launches ---------===//

#include "lint/simt/LaunchShape.h"

#include "clang/Frontend/ASTUnit.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace warplint::simt {
namespace {

using testing::HasSubstr;

/// As much of CUDA's headers as launches need.
constexpr char prelude[] = R"cuda(
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
typedef unsigned long size_t;
struct uint3 { unsigned x, y, z; };
struct dim3 {
  unsigned x, y, z;
  __host__ __device__ constexpr dim3(unsigned vx = 1, unsigned vy = 1, unsigned vz = 1)
      : x(vx), y(vy), z(vz) {}
  __host__ __device__ constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
};
typedef struct CUstream_st *cudaStream_t;
enum cudaError_t { cudaSuccess };
extern "C" int __cudaPushCallConfiguration(dim3 g, dim3 b, size_t s = 0, void *t = 0);
extern "C" unsigned cudaConfigureCall(dim3 g, dim3 b, size_t s = 0, cudaStream_t t = 0);
enum cudaLaunchAttributeID {
  cudaLaunchAttributeCooperative = 2, cudaLaunchAttributeClusterDimension = 4
};
union cudaLaunchAttributeValue {
  char pad[64]; int cooperative; struct { unsigned x, y, z; } clusterDim;
};
struct cudaLaunchAttribute { cudaLaunchAttributeID id; cudaLaunchAttributeValue val; };
struct cudaLaunchConfig_t {
  dim3 gridDim; dim3 blockDim; size_t dynamicSmemBytes; cudaStream_t stream;
  cudaLaunchAttribute *attrs; unsigned numAttrs;
};
struct cudaKernelNodeParams {
  void *func; dim3 gridDim; dim3 blockDim; unsigned sharedMemBytes; void **kernelParams;
};
extern "C" {
cudaError_t cudaLaunchKernel(const void *f, dim3 g, dim3 b, void **a, size_t s, cudaStream_t t);
cudaError_t cudaLaunchCooperativeKernel(const void *f, dim3 g, dim3 b, void **a, size_t s,
                                        cudaStream_t t);
cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *c, const void *f, void **a);
cudaError_t cudaGraphAddKernelNode(void **node, void *graph, const void *deps, size_t n,
                                   const cudaKernelNodeParams *p);
int cuModuleGetFunction(void **f, void *module, const char *name);
int cuLaunchKernel(void *f, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,
                   unsigned bz, unsigned s, void *t, void **params, void **extra);
int cudaOccupancyMaxPotentialBlockSize(int *grid, int *block, const void *f);
int atoi(const char *);
int printf(const char *, ...);
void exit(int) __attribute__((noreturn));
double ceil(double);
bool checkCmdLineFlag(int, const char **, const char *);
int getCmdLineArgumentInt(int, const char **, const char *);
void fill(int *);
}
template <class... E, class... A>
cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *c, void (*k)(E...), A &&...a) {
  return cudaSuccess;
}
namespace std {
template <class T> const T &min(const T &a, const T &b) { return b < a ? b : a; }
template <class T> const T &max(const T &a, const T &b) { return a < b ? b : a; }
template <class T> struct remove_reference { typedef T type; };
template <class T> struct remove_reference<T &> { typedef T type; };
template <class T> T &&forward(typename remove_reference<T>::type &v) { return (T &&)v; }
template <class A, class B> struct pair { A first; B second; };
}
__global__ void k(float *p) {}
__global__ void k2(float *p) {}
__global__ void kn(float *p, int n, bool b) {}
template <int N> __global__ void kt(float *p) {}
template <class T> __global__ void ky(T *p) {}
float *d;
#line 1
)cuda";

std::unique_ptr<clang::ASTUnit> parse(const std::string &code) {
  return clang::tooling::buildASTFromCodeWithArgs(prelude + code,
                                                  {"-x", "cuda", "-nocudainc", "-nocudalib",
                                                   "--cuda-device-only", "--cuda-gpu-arch=sm_90",
                                                   "-fsyntax-only", "-std=c++17", "-w"},
                                                  "test.cu");
}

std::string text(const std::array<std::optional<std::int64_t>, 3> &triple) {
  std::string result;
  for (const auto &part : triple)
    result += (result.empty() ? "" : ",") + (part ? std::to_string(*part) : "?");
  return result;
}

std::string kernelName(const Launch &launch, const clang::ASTContext &context) {
  if (!launch.kernel)
    return launch.kernelName + "?";
  std::string name;
  llvm::raw_string_ostream stream(name);
  launch.kernel->getNameForDiagnostic(stream, context.getPrintingPolicy(), true);
  return name;
}

/// "kernel x,y,z", with " assumed" after it.
std::string shape(const Launch &launch, const clang::ASTContext &context) {
  return kernelName(launch, context) + " " + text(launch.block) +
         (launch.assumed ? " assumed" : "");
}

struct Case {
  const char *name;
  const char *code;
  std::vector<std::string> shapes;
};

std::ostream &operator<<(std::ostream &stream, const Case &one) { return stream << one.name; }

class ShapeTest : public testing::TestWithParam<Case> {};

TEST_P(ShapeTest, IsFound) {
  std::unique_ptr<clang::ASTUnit> unit = parse(GetParam().code);
  ASSERT_TRUE(unit);
  std::vector<std::string> shapes;
  for (const Launch &launch : findLaunches(unit->getASTContext()))
    shapes.push_back(shape(launch, unit->getASTContext()));
  EXPECT_EQ(shapes, GetParam().shapes) << GetParam().code;
}

const Case written[] = {
    {"Literal", "void f() { k<<<4, 256>>>(d); }", {"k 256,1,1"}},
    {"LiteralDim3", "void f() { k<<<4, dim3(16, 8)>>>(d); }", {"k 16,8,1"}},
    {"BracedDim3", "void f() { k<<<4, dim3{8, 4, 2}>>>(d); }", {"k 8,4,2"}},
    {"Macro", "#define BLOCK 128\nvoid f() { k<<<4, BLOCK>>>(d); }", {"k 128,1,1"}},
    {"MacroArithmetic", "#define B 16\nvoid f() { k<<<1, B * B / 2>>>(d); }", {"k 128,1,1"}},
    {"Constexpr", "constexpr int t = 64; void f() { k<<<4, t>>>(d); }", {"k 64,1,1"}},
    {"StaticConst", "static const int t = 96; void f() { k<<<4, t>>>(d); }", {"k 96,1,1"}},
    {"Enum", "enum { threads = 192 }; void f() { k<<<4, threads>>>(d); }", {"k 192,1,1"}},
    {"EnumClass",
     "enum class E : int { t = 32 }; void f() { k<<<1, static_cast<int>(E::t)>>>(d); }",
     {"k 32,1,1"}},
    {"Sizeof", "void f() { k<<<1, sizeof(double) * 16>>>(d); }", {"k 128,1,1"}},
    {"Traits",
     "struct Traits { static constexpr int threads = 160; };\n"
     "void f() { k<<<1, Traits::threads>>>(d); }",
     {"k 160,1,1"}},
    {"ConstexprDim3", "constexpr dim3 b(32, 4); void f() { k<<<1, b>>>(d); }", {"k 32,4,1"}},
    {"StaticConstDim3", "static const dim3 b(32, 2); void f() { k<<<1, b>>>(d); }", {"k 32,2,1"}},
    {"ConstexprStruct",
     "struct C { int bm, bn; }; constexpr C c{16, 4};\n"
     "void f() { k<<<1, dim3(c.bm, c.bn)>>>(d); }",
     {"k 16,4,1"}},
    {"ConstexprBase",
     "struct B { int t; }; struct C : B { int u; }; constexpr C c{{16}, 4};\n"
     "void f() { k<<<1, dim3(c.t, c.u)>>>(d); }",
     {"k 16,4,1"}},
    {"ConstexprFunction",
     "constexpr int t(int n) { return n * 32; } void f() { k<<<1, t(3)>>>(d); }",
     {"k 96,1,1"}},
};

const Case locals[] = {
    {"Local", "void f() { int t = 256; k<<<4, t>>>(d); }", {"k 256,1,1"}},
    {"LocalDim3", "void f() { dim3 b(16, 16); k<<<4, b>>>(d); }", {"k 16,16,1"}},
    {"BracedLocal", "void f() { dim3 b = {32, 8}; k<<<4, b>>>(d); }", {"k 32,8,1"}},
    {"CopyInit", "void f() { dim3 b = dim3(8, 8, 8); k<<<4, b>>>(d); }", {"k 8,8,8"}},
    {"Members", "void f() { dim3 b; b.x = 32; b.y = 4; k<<<1, b>>>(d); }", {"k 32,4,1"}},
    {"Reassigned",
     "void f() { int t = 64; t = 128; k<<<1, t>>>(d); t = 32; k2<<<1, t>>>(d); }",
     {"k 128,1,1", "k2 32,1,1"}},
    {"ReassignedDim3",
     "void f() { dim3 b(8); k<<<1, b>>>(d); b = dim3(16, 16); k2<<<1, b>>>(d); }",
     {"k 8,1,1", "k2 16,16,1"}},
    {"Compound",
     "void f() { int t = 8; t *= 4; t += 32; t <<= 1; k<<<1, t>>>(d); }",
     {"k 128,1,1"}},
    {"IncrementedMember", "void f() { dim3 b(31); b.x++; k<<<1, b>>>(d); }", {"k 32,1,1"}},
    {"ThroughReference",
     "void f() { int t = 1; int &r = t; r = 64; k<<<1, t>>>(d); }",
     {"k 64,1,1"}},
    {"ThroughPointer",
     "void f() { int t = 1; int *p = &t; *p = 64; k<<<1, t>>>(d); }",
     {"k 64,1,1"}},
    {"Array", "void f() { int t[2] = {32, 64}; k<<<1, t[1]>>>(d); }", {"k 64,1,1"}},
    {"Truncated", "void f() { unsigned char t = 256 + 64; k<<<1, t>>>(d); }", {"k 64,1,1"}},
    {"Floating", "void f() { float t = 31.5f; k<<<1, (int)ceil(t)>>>(d); }", {"k 32,1,1"}},
    {"OneUnknownComponent", "void f(int n) { k<<<1, dim3(32, n)>>>(d); }", {"k 32,?,1"}},
    {"ZeroIsNoBlock", "void f() { int t = 0; k<<<1, t>>>(d); }", {"k ?,1,1"}},
    {"UninitialisedIsUnknown", "void f() { int t; k<<<1, t>>>(d); }", {"k ?,1,1"}},
    {"StaticLocal", "void f() { static const int t = 48; k<<<1, t>>>(d); }", {"k 48,1,1"}},
    {"StructuredBinding",
     "struct S { int g; dim3 b; }; S make() { return {4, dim3(64, 2)}; }\n"
     "void f() { auto [g, b] = make(); k<<<g, b>>>(d); }",
     {"k 64,2,1"}},
    {"BothBranchesEqual",
     "void f(int n) { int t; if (n > 3) t = 64; else t = 64; k<<<1, t>>>(d); }",
     {"k 64,1,1"}},
    {"EachBranchIsAVariant",
     "void f(int n) { int t = 256; if (n < 256) t = 128; k<<<1, t>>>(d); }",
     {"k 128,1,1 assumed", "k 256,1,1 assumed"}},
    {"BranchesAgreeWithEachOther",
     "void f(int n) { int x = 32, y = 8; if (n < 9) { x = 8; y = 32; } k<<<1, dim3(x, y)>>>(d); }",
     {"k 8,32,1 assumed", "k 32,8,1 assumed"}},
    {"TernaryKnown", "void f() { const int n = 9; k<<<1, n > 8 ? 32 : 64>>>(d); }", {"k 32,1,1"}},
    {"TernaryUnknown",
     "void f(int n) { k<<<1, n > 8 ? 32 : 64>>>(d); }",
     {"k 32,1,1 assumed", "k 64,1,1 assumed"}},
    {"EarlyReturn",
     "int pick(int n) { if (n < 4) return 32; return 64; }\n"
     "void f() { k<<<1, pick(3)>>>(d); k2<<<1, pick(4)>>>(d); }",
     {"k 32,1,1", "k2 64,1,1"}},
    {"ExitLearnsTheCondition",
     "void f(int n) { if (n != 64) exit(1); k<<<1, n>>>(d); }",
     {"k 64,1,1"}},
    {"KnownBranchNotTaken",
     "void f() { int t = 32; if (t > 64) t = 1024; k<<<1, t>>>(d); }",
     {"k 32,1,1"}},
};

const Case functions[] = {
    {"ObjectThatAFunctionMakes",
     "struct B { int t; };\n"
     "B *make(bool wide) { B *b = new B{32}; if (wide) b->t = 64; return b; }\n"
     "void f() { k<<<1, make(true)->t>>>(d); }",
     {"k 64,1,1"}},
    {"ObjectThatAParameterLeadsTo",
     "struct B { int *t; };\n"
     "void set(B &b, bool wide) { int *t = new int(32); if (wide) *t = 96; b.t = t; }\n"
     "void f() { B b; set(b, true); k<<<1, *b.t>>>(d); }",
     {"k 96,1,1"}},
    {"LocalsOnManyPaths",
     "int pick(int n) {\n"
     "  int a = 32;\n"
     "  for (int i = 0; i < 3; ++i) { int b = a * 2; if (b > n) return a; a = b; }\n"
     "  return a;\n}\n"
     "void f() { k<<<1, pick(100)>>>(d); }",
     {"k 64,1,1"}},
    {"CeilDiv",
     "int ceilDiv(int a, int b) { return (a + b - 1) / b; }\n"
     "void f() { k<<<1, ceilDiv(100, 32) * 32>>>(d); }",
     {"k 128,1,1"}},
    {"ReturnsDim3",
     "dim3 block() { return dim3(32, 4); } void f() { k<<<1, block()>>>(d); }",
     {"k 32,4,1"}},
    {"NextPowerOfTwo",
     "unsigned next(unsigned n) { unsigned p = 1; while (p < n) p *= 2; return p; }\n"
     "void f() { k<<<1, next(100)>>>(d); }",
     {"k 128,1,1"}},
    {"BitTwiddling",
     "unsigned next(unsigned x) { --x; x |= x >> 1; x |= x >> 2; x |= x >> 4; x |= x >> 8;\n"
     "  return ++x; }\nvoid f() { unsigned n = 65; k<<<1, next(n)>>>(d); }",
     {"k 128,1,1"}},
    {"StdMin", "void f() { int n = 1000; k<<<1, std::min(n, 256)>>>(d); }", {"k 256,1,1"}},
    {"StdMaxInTemplateArgument",
     "void f() { int n = 3; k<<<1, std::max<int>(n, 32)>>>(d); }",
     {"k 32,1,1"}},
    {"OwnMinMacro",
     "#define MIN(a, b) ((a) < (b) ? (a) : (b))\nvoid f() { int n = 99; k<<<1, MIN(n, 64)>>>(d); }",
     {"k 64,1,1"}},
    {"OutParameter",
     "void pick(int n, int &t, dim3 *b) { t = n * 2; b->x = n; b->y = 2; }\n"
     "void f() { int t; dim3 b; pick(16, t, &b); k<<<1, t>>>(d); k2<<<1, b>>>(d); }",
     {"k 32,1,1", "k2 16,2,1"}},
    {"Caller", "static void f(int t) { k<<<1, t>>>(d); } void g() { f(64); }", {"k 64,1,1"}},
    {"CallersAgree",
     "static void f(int t) { k<<<1, t>>>(d); } void g() { f(64); f(64); }",
     {"k 64,1,1"}},
    {"CallersAreVariants",
     "static void f(int t) { k<<<1, t>>>(d); } void g() { f(64); f(128); }",
     {"k 64,1,1", "k 128,1,1"}},
    {"CallersOfCallers",
     "void f(int t) { k<<<1, t>>>(d); } void g(int t) { f(t * 2); } void h() { g(16); g(64); }",
     {"k 32,1,1", "k 128,1,1"}},
    {"DefaultParameter", "void f(int t = 96) { k<<<1, t>>>(d); } void g() { f(); }", {"k 96,1,1"}},
    {"DefaultParameterNoCaller", "void f(int t = 96) { k<<<1, t>>>(d); }", {"k 96,1,1 assumed"}},
    {"NoCaller", "void f(int t) { k<<<1, t>>>(d); }", {"k ?,1,1"}},
    {"Recursive",
     "void f(int n) { if (n) f(n - 1); k<<<1, 32>>>(d); } void g() { f(9); }",
     {"k 32,1,1"}},
    {"RecursiveValue",
     "int fact(int n) { return n < 2 ? 1 : n * fact(n - 1); } void f() { k<<<1, fact(5)>>>(d); }",
     {"k 120,1,1"}},
    {"EndlessRecursion",
     "int f(int n) { return f(n + 1); } void g() { k<<<1, f(1)>>>(d); }",
     {"k ?,1,1"}},
    {"EndlessLoop",
     "int f(int n) { while (true) ++n; return n; } void g() { k<<<1, f(1)>>>(d); }",
     {"k ?,1,1"}},
    {"LongLoop",
     "int f() { int s = 0; for (int i = 0; i < 100000000; ++i) s += i; return s; }\n"
     "void g() { k<<<1, f()>>>(d); }",
     {"k ?,1,1"}},
    {"Lambda",
     "void f() { int t = 64; auto go = [&] { k<<<1, t>>>(d); }; t = 96; go(); }",
     {"k 96,1,1"}},
    {"LambdaThatWrites",
     "void f() { int t = 100; auto tune = [&](int v) { t = v; }; tune(128); k<<<1, t>>>(d); }",
     {"k 128,1,1"}},
    {"LambdaThatWritesByPointer",
     "void f() { int t = 100; auto tune = [p = &t](int v) { *p = v; }; tune(128);"
     " k<<<1, t>>>(d); }",
     {"k 128,1,1"}},
    {"GenericLambdaThatWrites",
     "void f() { int t = 100; [&t](auto v) { t = v; }(128); k<<<1, t>>>(d); }",
     {"k 128,1,1"}},
    {"LambdaGivenAway",
     "void keep(void *); template <class F> void later(F f) { keep(&f); }\n"
     "void f() { int t = 100; later([&] { t = 128; }); k<<<1, t>>>(d); }",
     {"k ?,1,1"}},
    {"LambdaThatReadsGivenAway",
     "void keep(void *); template <class F> void later(F f) { keep(&f); }\n"
     "void f() { int t = 100, u; later([&] { u = t; }); k<<<1, t>>>(d); }",
     {"k 100,1,1"}},
    {"ObjectThatKeepsAReference",
     "struct Set { int &r; void operator()(int v) const { r = v; } };\n"
     "void f() { int t = 100; Set set{t}; set(128); k<<<1, t>>>(d); }",
     {"k ?,1,1"}},
    {"EitherOfTwo",
     "void f(bool c) { int t = 100, u = 1; (c ? t : u) = 128; k<<<1, t>>>(d); }",
     {"k ?,1,1"}},
    {"ReferenceToEither",
     "void f(bool c) { int t = 100, u = 1; int &r = c ? t : u; r = 128; k<<<1, t>>>(d); }",
     {"k ?,1,1"}},
    {"ObjectWithAPointerGivenAway",
     "struct P { int *p; }; void keep(P);\n"
     "void f() { int t = 100; P p{&t}; keep(p); k<<<1, t>>>(d); }",
     {"k ?,1,1"}},
    {"UnionOfStructures",
     "union U { struct { int x, y; } s; int v[2]; };\n"
     "void f() { U u; u.v[0] = 100; u.s.x = 128; k<<<1, u.v[0]>>>(d); }",
     {"k ?,1,1"}},
    {"MemberByPointer",
     "struct C { int t = 100; };\n"
     "void f() { C c; int C::*m = &C::t; c.*m = 128; k<<<1, c.t>>>(d); }",
     {"k ?,1,1"}},
    {"UnionsOtherMember",
     "union U { int i; unsigned u; };\n"
     "void f() { U u; u.i = 100; u.u = 128; k<<<1, u.i>>>(d); }",
     {"k ?,1,1"}},
    {"LambdaByCopy",
     "void f() { int t = 64; auto go = [=] { k<<<1, t>>>(d); }; t = 96; go(); }",
     {"k 64,1,1"}},
    {"LambdaParameter",
     "void f() { auto go = [](int t) { k<<<1, t>>>(d); }; go(32); go(64); }",
     {"k 32,1,1", "k 64,1,1"}},
    {"GenericLambda",
     "template <int N> struct I { static constexpr int value = N; };\n"
     "void f() { auto go = [](auto n) { kt<n.value><<<1, n.value>>>(d); }; go(I<64>{}); }",
     {"kt<64> 64,1,1"}},
    {"Unreachable", "void f() { return; k<<<1, 32>>>(d); }", {"k 32,1,1"}},
    {"SetByUnknownFunction", "void f() { int t = 32; fill(&t); k<<<1, t>>>(d); }", {"k ?,1,1"}},
};

const Case templates[] = {
    {"ValueArgument",
     "template <int N> void f() { kt<N><<<1, N>>>(d); } void g() { f<64>(); f<128>(); }",
     {"kt<64> 64,1,1", "kt<128> 128,1,1"}},
    {"TypeTraits",
     "template <class T> struct Tr { static constexpr int t = 256 / sizeof(T); };\n"
     "template <class T> void f(T *p) { ky<T><<<1, Tr<T>::t>>>(p); }\n"
     "void g(double *p) { f(p); }",
     {"ky<double> 32,1,1"}},
    {"NeverInstantiated",
     "template <class T> void f(T *p) { ky<T><<<1, 64>>>(p); }",
     {"ky 64,1,1"}},
    {"NeverInstantiatedByParameter",
     "template <int N> void f() { kt<N><<<1, dim3(N, 4)>>>(d); }",
     {"kt ?,4,1"}},
    {"NeverInstantiatedDefault",
     "template <int N = 32> void f() { kt<N><<<1, N>>>(d); }",
     {"kt 32,1,1 assumed"}},
    {"ClassTemplate",
     "template <int N> struct R { void go() { k<<<1, N * 2>>>(d); } };\n"
     "void f() { R<32> r; r.go(); }",
     {"k 64,1,1"}},
    {"ExplicitInstantiation",
     "template <int N> void f() { kt<N><<<1, N>>>(d); } template void f<96>();",
     {"kt<96> 96,1,1"}},
    {"IfConstexpr",
     "template <int N> void f() { if constexpr (N > 64) k<<<1, N>>>(d); else k2<<<1, N>>>(d); }\n"
     "void g() { f<32>(); f<128>(); }",
     {"k 128,1,1", "k2 32,1,1"}},
    {"Wrapper",
     "template <class K, class... A> void launch(K kernel, dim3 g, dim3 b, A... a) {\n"
     "  kernel<<<g, b>>>(a...); }\n"
     "void f() { launch(k, 4, 64, d); launch(k2, 4, dim3(8, 8), d); }",
     {"k 64,1,1", "k2 8,8,1"}},
    {"ForwardingWrapper",
     "template <class K, class... A> void launch(K &&kernel, int b, A &&...a) {\n"
     "  kernel<<<1, b>>>(std::forward<A>(a)...); }\n"
     "void f() { launch(k, 64, d); }",
     {"k 64,1,1"}},
    {"WrapperOfWrapper",
     "template <class K> void inner(K kernel, int b) { kernel<<<1, b>>>(d); }\n"
     "template <class K> void outer(K kernel, int w) { inner(kernel, w * 32); }\n"
     "void f() { outer(kt<4>, 2); outer(kt<8>, 4); }",
     {"kt<4> 64,1,1", "kt<8> 128,1,1"}},
    {"KernelAsTemplateArgument",
     "template <void (*K)(float *)> void launch(int b) { K<<<1, b>>>(d); }\n"
     "void f() { launch<k>(64); }",
     {"k 64,1,1"}},
    {"LambdaAsArgument",
     "template <class F> void time(F go) { for (int i = 0; i < 100; ++i) go(); }\n"
     "void f() { int b = 64; time([&] { k<<<1, b>>>(d); }); }",
     {"k 64,1,1"}},
    {"KernelVariable", "void f() { auto go = k2; go<<<1, 64>>>(d); }", {"k2 64,1,1"}},
    {"KernelChosen",
     "void f(int n) { auto go = n ? k : k2; go<<<1, 64>>>(d); }",
     {"k 64,1,1 assumed", "k2 64,1,1 assumed"}},
    {"KernelTable",
     "void f() { void (*all[])(float *) = {k, k2}; all[1]<<<1, 64>>>(d); }",
     {"k2 64,1,1"}},
    {"KernelUnknown", "void f(void (*go)(float *)) { go<<<1, 64>>>(d); }", {"go? 64,1,1"}},
    {"MacroLaunch",
     "#define RUN(K, B) K<<<1, B>>>(d)\nvoid f() { RUN(k, 64); RUN(k2, 32); }",
     {"k 64,1,1", "k2 32,1,1"}},
};

const Case objects[] = {
    {"InClassInitialiser",
     "struct S { int t = 64; void go() { k<<<1, t>>>(d); } }; void f() { S s; s.go(); }",
     {"k 64,1,1"}},
    {"InClassInitialiserNoObject",
     "struct S { int t = 64; void go() { k<<<1, t>>>(d); } };",
     {"k 64,1,1 assumed"}},
    {"ConstMember", "struct S { const int t = 64; void go() { k<<<1, t>>>(d); } };", {"k 64,1,1"}},
    {"Constructor",
     "struct S { dim3 b; S(int n) : b(n, 2) {} void go() { k<<<1, b>>>(d); } };\n"
     "void f() { S s(32); s.go(); }",
     {"k 32,2,1"}},
    {"Setter",
     "struct S { int t = 1; void set(int n) { t = n; } void go() { k<<<1, t>>>(d); } };\n"
     "void f() { S s; s.set(96); s.go(); }",
     {"k 96,1,1"}},
    {"Chained",
     "struct S { int x = 1, y = 1; S &setX(int n) { x = n; return *this; }\n"
     "  S &setY(int n) { y = n; return *this; } };\n"
     "void f() { S s; s.setX(16).setY(8); k<<<1, dim3(s.x, s.y)>>>(d); }",
     {"k 16,8,1"}},
    {"Config",
     "struct Config { dim3 grid, block; int shared; };\n"
     "void run(const Config &c) { k<<<c.grid, c.block, c.shared>>>(d); }\n"
     "void f() { Config c; c.grid = dim3(4); c.block = dim3(32, 2); c.shared = 0; run(c); }",
     {"k 32,2,1"}},
    {"NewObject",
     "struct S { int t; S(int n) : t(n) {} void go() { k<<<1, t>>>(d); } };\n"
     "void f() { S *s = new S(64); s->go(); }",
     {"k 64,1,1"}},
    {"Base",
     "struct B { int t; B(int n) : t(n) {} }; struct S : B { S() : B(64) {} };\n"
     "void f() { S s; k<<<1, s.t>>>(d); }",
     {"k 64,1,1"}},
    {"Pair",
     "std::pair<int, dim3> pick() { return {4, dim3(16, 4)}; }\n"
     "void f() { auto c = pick(); k<<<c.first, c.second>>>(d); }",
     {"k 16,4,1"}},
};

const Case globals[] = {
    {"Unmodified", "int t = 64; void f() { k<<<1, t>>>(d); }", {"k 64,1,1"}},
    {"ModifiedElsewhere",
     "int t = 64; void set(int n) { t = n; } void f() { k<<<1, t>>>(d); }",
     {"k 64,1,1 assumed"}},
    {"SetInMain",
     "dim3 b; void draw() { k<<<1, b>>>(d); } int main() { b = dim3(16, 16); }",
     {"k 16,16,1 assumed"}},
    {"SetBeforeCallback",
     "dim3 b; void draw() { k<<<1, b>>>(d); } int main() { b = dim3(16, 16); fill((int *)draw); }",
     {"k 16,16,1"}},
    {"Extern", "extern int t; void f() { k<<<1, t>>>(d); }", {"k ?,1,1"}},
    {"ChangedByCallee",
     "int t = 64; void init() { t = 96; } void go() { k<<<1, t>>>(d); }\n"
     "int main() { init(); go(); }",
     {"k 96,1,1"}},
};

const Case options[] = {
    {"Flag",
     "int main(int argc, char **argv) { int t = 256;\n"
     "  if (checkCmdLineFlag(argc, (const char **)argv, \"b\"))\n"
     "    t = getCmdLineArgumentInt(argc, (const char **)argv, \"b\");\n"
     "  k<<<1, t>>>(d); }",
     {"k 256,1,1 assumed"}},
    {"Atoi",
     "int main(int argc, char **argv) { int t = 128; if (argc > 1) t = atoi(argv[1]);\n"
     "  k<<<1, t>>>(d); }",
     {"k 128,1,1 assumed"}},
    {"AtoiTernary",
     "int main(int argc, char **argv) { int t = argc > 1 ? atoi(argv[1]) : 128; k<<<1, t>>>(d); }",
     {"k 128,1,1 assumed"}},
    {"OptionLoop",
     "int getopt(int, char **); int main(int argc, char **argv) { int t = 192, c;\n"
     "  while ((c = getopt(argc, argv)) != -1) switch (c) { case 'b': t = atoi(argv[c]); break; }\n"
     "  k<<<1, t>>>(d); }",
     {"k 192,1,1 assumed"}},
    {"DerivedFromOption",
     "int main(int argc, char **argv) { int w = 4; if (argc > 1) w = atoi(argv[1]);\n"
     "  dim3 b(32 * w); k<<<1, b>>>(d); }",
     {"k 128,1,1 assumed"}},
    {"Occupancy",
     "void f() { int g, b; cudaOccupancyMaxPotentialBlockSize(&g, &b, (void *)k);\n"
     "  k<<<g, b>>>(d); }",
     {"k ?,1,1"}},
    {"SwitchOverBlock",
     "void f(int threads) { dim3 b(threads, 1, 1); switch (threads) {\n"
     "  case 512: kt<512><<<1, b>>>(d); break;\n"
     "  case 256: kt<256><<<1, b>>>(d); break;\n"
     "  case 128: case 64: kt<1><<<1, b>>>(d); } }",
     {"kt<512> 512,1,1", "kt<256> 256,1,1", "kt<1> ?,1,1"}},
    {"SwitchOverKnown",
     "template <class T> void f(int threads) { switch (threads) {\n"
     "  case 512: kt<512><<<1, threads>>>(d); break;\n"
     "  case 256: kt<256><<<1, threads>>>(d); break; } }\n"
     "void g() { f<int>(256); }",
     {"kt<512> 512,1,1 assumed", "kt<256> 256,1,1"}},
    {"SwitchOverDerived",
     "void f(int warps) { int threads = warps * 32; switch (warps) {\n"
     "  case 4: kt<4><<<1, threads>>>(d); break; case 8: kt<8><<<1, threads>>>(d); break; } }",
     {"kt<4> 128,1,1", "kt<8> 256,1,1"}},
    {"IfEqual",
     "void f(int t) { if (t == 64) kt<64><<<1, t>>>(d); else if (t == 32) kt<32><<<1, t>>>(d); }",
     {"kt<64> 64,1,1", "kt<32> 32,1,1"}},
    {"LoopOverSizes",
     "void f() { for (int b = 128; b <= 512; b *= 2) k<<<1, b>>>(d); }",
     {"k 128,1,1", "k 256,1,1", "k 512,1,1"}},
    {"LoopOverArray",
     "void f() { int s[] = {32, 64}; for (int i = 0; i < 2; ++i) k<<<1, s[i]>>>(d); }",
     {"k 32,1,1", "k 64,1,1"}},
    {"RangeLoop",
     "void f() { int s[] = {32, 64}; for (int b : s) k<<<1, b>>>(d); }",
     {"k 32,1,1", "k 64,1,1"}},
    {"RepeatedLaunch",
     "void f() { for (int i = 0; i < 1000; ++i) k<<<i, 64>>>(d); }",
     {"k 64,1,1"}},
    {"AfterLaunchingLoop",
     "void f() { int t = 4096; for (; t > 256; t /= 2) k<<<1, 128>>>(d); k2<<<1, t>>>(d); }",
     {"k 128,1,1", "k2 256,1,1"}},
    {"RuledOutByAComparison",
     "void f(int c) { int t = 32; if (c == 200) t = 160; if (c >= 520) k<<<1, t>>>(d); }",
     {"k 32,1,1"}},
    {"RuledOutByAReturn",
     "void f(int c) { int t = 32; if (c < 4) t = 64; if (!(3 < c)) return; k<<<1, t>>>(d); }",
     {"k 32,1,1"}},
    {"ComparisonThatRulesNothingOut",
     "void f(int c) { int t = 32; if (c == 200) t = 160; if (c < 520) k<<<1, t>>>(d); }",
     {"k 160,1,1 assumed", "k 32,1,1 assumed"}},
    {"ComparisonEndsWithItsBranch",
     "void f(int c) { int t = 32; if (c < 9) t = 64; if (c > 9) k2<<<1, t>>>(d); k<<<1, t>>>(d); }",
     {"k2 32,1,1", "k 64,1,1 assumed", "k 32,1,1 assumed"}},
    {"MinimumWithUnknown",
     "void f(int n) { k<<<1, std::min(n, 256)>>>(d); }",
     {"k 256,1,1 assumed"}},
    {"UnknownLoopFirstTrip",
     "void f(int n) { int t = 512; while (n > 0) { k<<<1, t>>>(d); t /= 2; n -= t; } }",
     {"k 512,1,1"}},
    {"AfterUnknownLoop",
     "void f(int n) { int t = 64; while (t < n) t *= 2; k<<<1, t>>>(d); }",
     {"k ?,1,1"}},
    {"BreakInLoop",
     "void f() { int t = 1; for (;;) { t *= 2; if (t >= 64) break; } k<<<1, t>>>(d); }",
     {"k 64,1,1"}},
    {"ContinueInLoop",
     "void f() { int t = 0; for (int i = 0; i < 4; ++i) { if (i == 2) continue; t += 32; }\n"
     "  k<<<1, t>>>(d); }",
     {"k 96,1,1"}},
};

const Case runtime[] = {
    {"LaunchKernel",
     "void f() { cudaLaunchKernel((void *)k, 4, dim3(64), 0, 0, 0); }",
     {"k 64,1,1"}},
    {"LaunchKernelAddress",
     "void f() { dim3 b(8, 8); cudaLaunchKernel((const void *)&kt<4>, dim3(4), b, 0, 0, 0); }",
     {"kt<4> 8,8,1"}},
    {"Cooperative",
     "void f() { cudaLaunchCooperativeKernel((void *)k, 4, 128, 0, 0, 0); }",
     {"k 128,1,1"}},
    {"ConfigObject",
     "void f() { cudaLaunchConfig_t c = {0}; c.gridDim = 4; c.blockDim = dim3(32, 4);\n"
     "  cudaLaunchKernelEx(&c, k, d); }",
     {"k 32,4,1"}},
    {"ConfigObjectMembers",
     "void f() { cudaLaunchConfig_t c; c.blockDim.x = 96; c.gridDim = dim3(2, 2);\n"
     "  cudaLaunchKernelExC(&c, (void *)k2, 0); }",
     {"k2 96,1,1"}},
    {"GraphNode",
     "void f() { cudaKernelNodeParams p = {0}; void *n; p.func = (void *)k; p.blockDim = "
     "dim3(64);\n"
     "  p.gridDim = dim3(1); cudaGraphAddKernelNode(&n, 0, 0, 0, &p); }",
     {"k 64,1,1"}},
    {"Driver",
     "void f() { void *fn; cuModuleGetFunction(&fn, 0, \"k2\");\n"
     "  cuLaunchKernel(fn, 4, 1, 1, 32, 2, 1, 0, 0, 0, 0); }",
     {"k2 32,2,1"}},
    {"DriverMangled",
     "void f() { void *fn; cuModuleGetFunction(&fn, 0, \"_Z1kPf\");\n"
     "  cuLaunchKernel(fn, 4, 1, 1, 64, 1, 1, 0, 0, 0, 0); }",
     {"k 64,1,1"}},
    {"DriverElsewhere",
     "void f() { void *fn; cuModuleGetFunction(&fn, 0, \"other\");\n"
     "  cuLaunchKernel(fn, 4, 1, 1, 64, 1, 1, 0, 0, 0, 0); }",
     {"other? 64,1,1"}},
    {"CheckedMacro",
     "#define CHECK(x) do { cudaError_t e = (x); if (e) { printf(\"%d\", e); exit(1); } } while "
     "(0)\n"
     "void f() { dim3 b(64); CHECK(cudaLaunchKernel((void *)k, 4, b, 0, 0, 0)); }",
     {"k 64,1,1"}},
};

const Case broken[] = {
    {"UndeclaredName", "void f() { int t = 64; undeclared(t); k<<<1, t>>>(d); }", {"k 64,1,1"}},
    {"UndeclaredSize",
     "void f() { k<<<1, dim3(64, undeclared)>>>(d); k2<<<1, 32>>>(d); }",
     {"k2 32,1,1"}},
    {"MinThatIsNotDeclaredForTheHost",
     "__device__ int min(int, int);\n"
     "void f() { unsigned n = 96; int t = min(n, 1024L); k<<<1, t>>>(d); }",
     {"k 96,1,1"}},
    {"InvalidVariable", "void f() { Missing t = 64; k2<<<1, 32>>>(d); }", {"k2 32,1,1"}},
    {"InsideError", "void f() { int t = 32; if (undeclared) { k<<<1, t>>>(d); } }", {"k 32,1,1"}},
};

auto nameOf = [](const testing::TestParamInfo<Case> &info) { return info.param.name; };
INSTANTIATE_TEST_SUITE_P(Written, ShapeTest, testing::ValuesIn(written), nameOf);
INSTANTIATE_TEST_SUITE_P(Locals, ShapeTest, testing::ValuesIn(locals), nameOf);
INSTANTIATE_TEST_SUITE_P(Functions, ShapeTest, testing::ValuesIn(functions), nameOf);
INSTANTIATE_TEST_SUITE_P(Templates, ShapeTest, testing::ValuesIn(templates), nameOf);
INSTANTIATE_TEST_SUITE_P(Objects, ShapeTest, testing::ValuesIn(objects), nameOf);
INSTANTIATE_TEST_SUITE_P(Globals, ShapeTest, testing::ValuesIn(globals), nameOf);
INSTANTIATE_TEST_SUITE_P(Options, ShapeTest, testing::ValuesIn(options), nameOf);
INSTANTIATE_TEST_SUITE_P(Runtime, ShapeTest, testing::ValuesIn(runtime), nameOf);
INSTANTIATE_TEST_SUITE_P(Broken, ShapeTest, testing::ValuesIn(broken), nameOf);

//===----------------------------------------------------------------------===//
// What else is said of a launch
//===----------------------------------------------------------------------===//

std::vector<Launch> launches(const std::string &code) {
  std::unique_ptr<clang::ASTUnit> unit = parse(code);
  std::vector<Launch> found = findLaunches(unit->getASTContext());
  for (Launch &launch : found)
    launch.kernel = nullptr; // its AST is gone
  return found;
}

Launch only(const std::string &code) {
  std::vector<Launch> found = launches(code);
  EXPECT_EQ(found.size(), 1u);
  return found.empty() ? Launch() : found[0];
}

TEST(LaunchTest, GridAndSharedBytes) {
  Launch launch = only("void f() { int n = 1000, b = 128; size_t s = b * sizeof(float);\n"
                       "  k<<<dim3((n + b - 1) / b, 2), b, s>>>(d); }");
  EXPECT_EQ(text(launch.grid), "8,2,1");
  EXPECT_EQ(launch.sharedBytes, 512);
  EXPECT_FALSE(launch.gridAssumed);
}

TEST(LaunchTest, GridThatDependsOnInput) {
  Launch launch = only("void f(int n) { k<<<(n + 255) / 256, 256>>>(d); }");
  EXPECT_EQ(text(launch.block), "256,1,1");
  EXPECT_EQ(text(launch.grid), "?,1,1");
  EXPECT_FALSE(launch.assumed);
}

TEST(LaunchTest, DefaultOfAnOptionMakesTheGridAssumed) {
  Launch launch = only("int main(int c, char **v) { int n = 4096; if (c > 1) n = atoi(v[1]);\n"
                       "  k<<<n / 256, 256>>>(d); }");
  EXPECT_EQ(text(launch.grid), "16,1,1");
  EXPECT_TRUE(launch.gridAssumed);
  EXPECT_FALSE(launch.assumed);
}

TEST(LaunchTest, ArgumentsKnownForSure) {
  Launch launch = only("void f(bool u) { int n = 7; kn<<<1, 32>>>(d, n * 2, true); }");
  ASSERT_EQ(launch.arguments.size(), 3u);
  EXPECT_EQ(launch.arguments[0], std::nullopt);
  EXPECT_EQ(launch.arguments[1], 14);
  EXPECT_EQ(launch.arguments[2], 1);
}

TEST(LaunchTest, ArgumentsThatDifferBetweenCallers) {
  Launch launch = only("void f(int n) { kn<<<1, 32>>>(d, n, true); } void g() { f(3); f(4); }");
  ASSERT_EQ(launch.arguments.size(), 3u);
  EXPECT_EQ(launch.arguments[1], std::nullopt);
  EXPECT_EQ(launch.arguments[2], 1);
}

TEST(LaunchTest, ArgumentsThatDifferBetweenTrips) {
  Launch launch = only("void f() { for (int i = 0; i < 99; ++i) kn<<<1, 32>>>(d, i, i > 50); }");
  ASSERT_EQ(launch.arguments.size(), 3u);
  EXPECT_EQ(launch.arguments[1], std::nullopt);
  EXPECT_EQ(launch.arguments[2], std::nullopt);
}

TEST(LaunchTest, DefaultsOfOptionsAreNoArguments) {
  Launch launch = only("int main(int c, char **v) { int n = 4096; if (c > 1) n = atoi(v[1]);\n"
                       "  kn<<<1, 256>>>(d, n, false); }");
  ASSERT_EQ(launch.arguments.size(), 3u);
  EXPECT_EQ(launch.arguments[1], std::nullopt);
}

TEST(LaunchTest, PackedArguments) {
  Launch launch = only("void f() { int n = 12; bool b = true; void *a[] = {&d, &n, &b};\n"
                       "  cudaLaunchKernel((void *)kn, 1, 32, a, 64, 0); }");
  ASSERT_EQ(launch.arguments.size(), 3u);
  EXPECT_EQ(launch.arguments[1], 12);
  EXPECT_EQ(launch.sharedBytes, 64);
}

/// Where the first argument leads, past the start of a sector: "4 of 32" bytes.
std::string startIn(const std::string &code) {
  const Launch launch = only(code);
  if (launch.argumentStarts.empty())
    return "none";
  const Residue &start = launch.argumentStarts.front();
  return std::to_string(start.remainder) + " of " + std::to_string(start.divisor);
}

TEST(LaunchTest, PointersThatTheHostMoves) {
  const std::pair<const char *, const char *> cases[] = {
      {"void f() { k<<<1, 32>>>(d); }", "0 of 32"},
      {"void f() { k<<<1, 32>>>(d + 1); }", "4 of 32"},
      {"void f() { k<<<1, 32>>>(1 + d); }", "4 of 32"},
      {"void f() { k<<<1, 32>>>(d - 1); }", "28 of 32"},
      {"void f(float *p) { k<<<1, 32>>>(&p[3]); }", "12 of 32"},
      {"void f(float *p) { p += 2; ++p; k<<<1, 32>>>(p); }", "12 of 32"},
      {"void g(float *p) { k<<<1, 32>>>(p + 1); } void f(float *p) { g(p + 2); }", "12 of 32"},
      {"void f(float *p, int n) { k<<<1, 32>>>(p + n); }", "0 of 4"},
      {"void f(float *p, int n) { k<<<1, 32>>>(p + 8 * n + 1); }", "4 of 32"},
      {"void f(float *p, int n) { k<<<1, 32>>>(p + n + 1); }", "0 of 4"},
      {"void f(double *p, int n) { k<<<1, 32>>>((float *)(p + n)); }", "0 of 8"},
      {"void f(float (*rows)[1001]) { k<<<1, 32>>>(rows[1]); }", "4 of 32"},
      {"struct S { int n; float x[8]; }; void f(S *s) { k<<<1, 32>>>(s->x); }", "4 of 32"},
      {"void f(bool b) { k<<<1, 32>>>(b ? d : d + 2); }", "0 of 8"},
      {"void f() { for (int i = 0; i < 4; ++i) k<<<1, 32>>>(d + 2 * i); }", "0 of 8"},
      {"void f(float *p) { if ((size_t)p % 16 == 0) k<<<1, 32>>>(p); }", "0 of 32"},
      {"void f(float *p) { if ((size_t)p % 16 != 0) k<<<1, 32>>>(p); }", "0 of 1"},
      {"void f(float *p) { if (((size_t)p & 15) == 0) return; k<<<1, 32>>>(p); }", "0 of 1"},
      {"void f(float *p) { p += 1; if ((size_t)p % 16 == 0) k<<<1, 32>>>(p); }", "0 of 16"},
  };
  for (const auto &[code, start] : cases)
    EXPECT_EQ(startIn(code), start) << code;
}

TEST(LaunchTest, ArgumentsOfFewValues) {
  const auto rangeIn = [](const std::string &code) {
    const auto &ranges = only(code).argumentRanges;
    return ranges.size() > 1 ? ranges[1] : std::nullopt;
  };
  EXPECT_EQ(rangeIn("void f(int n) { kn<<<1, 32>>>(d, n == 1 ? 0 : 1, true); }"),
            std::pair(std::int64_t{0}, std::int64_t{1}));
  EXPECT_EQ(rangeIn("void f(int n) { kn<<<1, 32>>>(d, n > 1, true); }"),
            std::pair(std::int64_t{0}, std::int64_t{1}));
  EXPECT_EQ(rangeIn("void g(int n) { kn<<<1, 32>>>(d, n, true); } void f() { g(3); g(7); }"),
            std::pair(std::int64_t{3}, std::int64_t{7}));
  EXPECT_EQ(rangeIn("void f(int n) { kn<<<1, 32>>>(d, n == 1 ? 0 : n, true); }"), std::nullopt);
}

// What holds for one value of something that is not known is no block shape.
TEST(LaunchTest, CasesOfOneValueYield) {
  const char *function = "int threads(int n) { if (n == 0) return 1; int t = 256;\n"
                         "  while (t > n) t >>= 1; return t; }\n";
  EXPECT_EQ(text(only(std::string(function) + "void f(int n) { int t = threads(n);\n"
                                              "  k<<<1, dim3(t, 256 / t)>>>(d); }")
                     .block),
            "?,?,1");
  EXPECT_EQ(text(only("void f(int n) { int t = n >= 512 ? 512 : n; k<<<1, t>>>(d); }").block),
            "512,1,1");
}

TEST(LaunchTest, Cooperative) {
  EXPECT_TRUE(
      only("void f() { cudaLaunchCooperativeKernel((void *)k, 4, 128, 0, 0, 0); }").cooperative);
  EXPECT_FALSE(only("void f() { k<<<4, 128>>>(d); }").cooperative);
  Launch launch = only("void f() { cudaLaunchConfig_t c = {0}; cudaLaunchAttribute a[1];\n"
                       "  a[0].id = cudaLaunchAttributeCooperative; a[0].val.cooperative = 1;\n"
                       "  c.attrs = a; c.numAttrs = 1; c.blockDim = 32;\n"
                       "  cudaLaunchKernelEx(&c, k, d); }");
  EXPECT_TRUE(launch.cooperative);
}

TEST(LaunchTest, Cluster) {
  Launch launch = only("void f() { cudaLaunchConfig_t c = {0}; cudaLaunchAttribute a[1];\n"
                       "  a[0].id = cudaLaunchAttributeClusterDimension;\n"
                       "  a[0].val.clusterDim.x = 2; a[0].val.clusterDim.y = 1;\n"
                       "  a[0].val.clusterDim.z = 1; c.attrs = a; c.numAttrs = 1;\n"
                       "  c.blockDim = 32; cudaLaunchKernelEx(&c, k, d); }");
  ASSERT_TRUE(launch.cluster);
  EXPECT_EQ(text(*launch.cluster), "2,1,1");
  EXPECT_FALSE(launch.cooperative);
  EXPECT_FALSE(only("void f() { k<<<4, 128>>>(d); }").cluster);
}

TEST(LaunchTest, HowNamesTheVariableAndItsLine) {
  EXPECT_EQ(only("void f() {\n  int threads = 256;\n  k<<<1, threads>>>(d); }").how,
            "`threads` is 256 (line 2)");
  EXPECT_EQ(only("void f() {\n  dim3 b(16);\n  b.y = 4;\n  k<<<1, b>>>(d); }").how,
            "`b` is (16, 4, 1) (line 3)");
  EXPECT_EQ(only("void f() { k<<<1, 256>>>(d); }").how, "");
}

TEST(LaunchTest, HowNamesTheLineThatSetsAnObject) {
  EXPECT_EQ(only("void f() {\n  dim3 b;\n  b = dim3(512);\n  k<<<1, b>>>(d); }").how,
            "`b` is (512, 1, 1) (line 3)");
  EXPECT_EQ(only("void f() {\n  const dim3 b = dim3(std::min(512, 64));\n"
                 "  k<<<1, b>>>(d); }")
                .how,
            "`b` is (64, 1, 1) (line 2)");
  EXPECT_EQ(only("struct S {\n  dim3 b;\n  void set(int n) {\n    b = dim3(n);\n  }\n"
                 "  void go() { k<<<1, b>>>(d); }\n};\nvoid f() { S s; s.set(96); s.go(); }")
                .how,
            "`b` is (96, 1, 1) (line 4)");
  // An operator of one's own sets it where it is called.
  EXPECT_EQ(only("struct T {\n  int n;\n  T &operator=(const T &o) {\n    n = o.n;\n"
                 "    return *this;\n  }\n};\nvoid f() {\n  T a, b;\n  b.n = 64;\n  a = b;\n"
                 "  k<<<1, a.n>>>(d); }")
                .how,
            "`n` is 64 (line 11)");
}

TEST(LaunchTest, ArgumentsOfALaunchThatMayNotBeReached) {
  // A length that other code may set: the loop may run, and then not with what it began with.
  std::string code = "bool step(int *n); bool levels(int n, int *l) {\n"
                     "  for (int i = 0; i < 9; ++i) if (n <= (1 << i)) { *l = i; return true; }\n"
                     "  return false; }\n"
                     "void f() { int n = 0; while (step(0)) if (step(0)) n = atoi(\"\");\n"
                     "  int l = 7; levels(n, &l); int left = n;\n"
                     "  while (left != 0) { kn<<<1, 64>>>(d, l, true); left = left / 2; } }";
  Launch launch = only(code);
  ASSERT_EQ(launch.arguments.size(), 3u);
  EXPECT_EQ(launch.arguments[1], std::nullopt);
  // Nor are those known of a launch that is surely not reached.
  launch = only("void f() { int n = 3; if (n > 5) kn<<<1, 64>>>(d, n, true); }");
  ASSERT_EQ(launch.arguments.size(), 3u);
  EXPECT_EQ(launch.arguments[1], std::nullopt);
}

TEST(LaunchTest, CodeThatIsNotUnderstoodMayWrite) {
  Launch launch = only("void f() { int n = 3; unheardOf(&n, 1); kn<<<1, 64>>>(d, n, true); }");
  ASSERT_EQ(launch.arguments.size(), 3u);
  EXPECT_EQ(launch.arguments[1], std::nullopt);
  launch = only("void f() { int n = 3; unheardOf(n, 1); kn<<<1, 64>>>(d, n, true); }");
  ASSERT_EQ(launch.arguments.size(), 3u);
  EXPECT_EQ(launch.arguments[1], 3);
}

TEST(LaunchTest, HowSaysWhyAShapeIsNotKnown) {
  EXPECT_THAT(only("void f(int t) { k<<<1, t>>>(d); }").how,
              HasSubstr("nothing in this file calls `f`"));
  EXPECT_THAT(only("void f() { int g, b;\n"
                   "  cudaOccupancyMaxPotentialBlockSize(&g, &b, (void *)k); k<<<g, b>>>(d); }")
                  .how,
              HasSubstr("it is set by `cudaOccupancyMaxPotentialBlockSize` (line 2)"));
}

TEST(LaunchTest, AtMostEightVariants) {
  std::string code = "void f(int t) { k<<<1, t>>>(d); } void g() {";
  for (int i = 1; i <= 20; ++i)
    code += " f(" + std::to_string(32 * i) + ");";
  EXPECT_EQ(launches(code + " }").size(), 8u);
}

TEST(LaunchTest, InSourceOrder) {
  std::vector<Launch> found = launches("void f(); int main() { f(); k<<<1, 32>>>(d); }\n"
                                       "void f() { k<<<1, 64>>>(d); }");
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(text(found[0].block), "32,1,1");
  EXPECT_EQ(text(found[1].block), "64,1,1");
}

TEST(LaunchTest, ManyCallsDoNotExplode) {
  // 2^16 paths through a chain of functions, each called twice by the one before.
  std::string code = "void f0(int t) { k<<<1, t>>>(d); }\n";
  for (int i = 1; i <= 16; ++i) {
    code += llvm::formatv("void f{0}(int t) {{ f{1}(t); f{1}(t); }\n", i, i - 1);
  }
  EXPECT_EQ(text(only(code + "void g() { f16(64); }").block), "64,1,1");
}

TEST(LaunchTest, ChoicesBetweenStructuresDoNotExplode) {
  // Which of the two it is, each step asks of both: 2^32 ways to the number of threads.
  std::string code = "struct Plan { int threads, rows[2]; }; Plan make(int);\n"
                     "void f(int n) { Plan a = make(1), b = make(2), t;\n";
  for (int i = 0; i < 32; ++i)
    code += llvm::formatv("t = n > {0} ? a : b; b = n % {1} ? b : a; a = t;\n", i, i + 2);
  EXPECT_EQ(text(only(code + "k<<<1, a.threads + a.rows[n & 1]>>>(d); }").block), "?,1,1");
}

TEST(LaunchTest, DeepExpressionsAreBounded) {
  std::string code = "void f(int n) { int t = 1";
  for (int i = 0; i < 3000; ++i)
    code += " + (n > " + std::to_string(i) + ")";
  EXPECT_EQ(text(only(code + "; k<<<1, t>>>(d); }").block), "?,1,1");
}

} // namespace
} // namespace warplint::simt
