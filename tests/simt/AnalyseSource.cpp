//===- AnalyseSource.cpp - sites of CUDA source given as a string ----------===//

#include "AnalyseSource.h"

#include "lint/simt/Analysis.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/Frontend/FrontendAction.h"

#include <gtest/gtest.h>

namespace warplint {
namespace {

constexpr const char *declarations = R"cuda(
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __align__(n) __attribute__((aligned(n)))
struct uint3 { unsigned x, y, z; };
struct dim3 {
  unsigned x, y, z;
  constexpr __host__ __device__ dim3(unsigned a = 1, unsigned b = 1, unsigned c = 1)
      : x(a), y(b), z(c) {}
};
extern const __device__ uint3 threadIdx;
extern const __device__ uint3 blockIdx;
extern const __device__ dim3 blockDim;
extern const __device__ dim3 gridDim;
extern const __device__ int warpSize;
struct __align__(16) float4 { float x, y, z, w; };
struct __align__(8) float2 { float x, y; };
__host__ __device__ inline float4 make_float4(float a, float b, float c, float d) {
  float4 v;
  v.x = a;
  v.y = b;
  v.z = c;
  v.w = d;
  return v;
}
__device__ void __syncthreads();
__device__ void __syncwarp(unsigned mask = 0xffffffff);
__device__ int __shfl_sync(unsigned mask, int value, int lane, int width = 32);
__device__ int __shfl_xor_sync(unsigned mask, int value, int lane, int width = 32);
__device__ int atomicAdd(int *address, int value);
typedef struct CUstream_st *cudaStream_t;
extern "C" int cudaConfigureCall(dim3, dim3, unsigned long = 0, cudaStream_t = 0);
extern "C" unsigned __cudaPushCallConfiguration(dim3, dim3, unsigned long = 0, void * = 0);
extern "C" int cudaLaunchKernel(const void *, dim3, dim3, void **, unsigned long, cudaStream_t);
)cuda";

class Consumer : public clang::ASTConsumer {
public:
  Consumer(clang::CompilerInstance &compiler, SourceAnalysis &result, unsigned runs,
           const InParallel &inParallel)
      : compiler_(compiler), result_(result), runs_(runs), inParallel_(inParallel) {}

  void HandleTranslationUnit(clang::ASTContext &) override {
    simt::Options options;
    const clang::SourceManager &sources = compiler_.getSourceManager();
    options.isProjectFile = [&](clang::SourceLocation location) {
      return sources.isInMainFile(sources.getExpansionLoc(location));
    };
    options.displayPath = [](llvm::StringRef path) { return path.str(); };
    options.stepBudget = 4'000'000;
    options.hasTime = [this] {
      if (runs_ == 0)
        return false;
      --runs_;
      return true;
    };
    options.inParallel = inParallel_;
    simt::Result found = simt::analyse(compiler_.getSema(), options);
    result_.sites = std::move(found.sites);
    result_.launches = std::move(found.launches);
    result_.notes = std::move(found.notes);
    result_.kernels = found.kernels;
    result_.partial = found.partial;
    result_.leftOut = found.leftOut;
  }

private:
  clang::CompilerInstance &compiler_;
  SourceAnalysis &result_;
  unsigned runs_;
  const InParallel &inParallel_;
};

class Action : public clang::ASTFrontendAction {
public:
  Action(SourceAnalysis &result, unsigned runs, const InParallel &inParallel)
      : result_(result), runs_(runs), inParallel_(inParallel) {}
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &compiler,
                                                        llvm::StringRef) override {
    return std::make_unique<Consumer>(compiler, result_, runs_, inParallel_);
  }

private:
  SourceAnalysis &result_;
  unsigned runs_;
  const InParallel &inParallel_;
};

} // namespace

static bool analyseInto(SourceAnalysis &result, const std::string &code,
                        const std::vector<std::string> &clangArguments, unsigned runs,
                        const InParallel &inParallel = {}) {
  const clang::tooling::FileContentMappings files = {{"/declarations.h", declarations}};
  std::vector<std::string> arguments = {
      "-x",         "cuda",           "--cuda-device-only", "--cuda-gpu-arch=sm_90",
      "-nocudainc", "-nocudalib",     "-std=c++17",         "-Wno-everything",
      "-include",   "/declarations.h"};
  arguments.insert(arguments.end(), clangArguments.begin(), clangArguments.end());
  return clang::tooling::runToolOnCodeWithArgs(
      std::make_unique<Action>(result, runs, inParallel), code, arguments, "test.cu", "warplint",
      std::make_shared<clang::PCHContainerOperations>(), files);
}

SourceAnalysis analyseWhole(const std::string &code, const std::vector<std::string> &clangArguments,
                            unsigned runs, const InParallel &inParallel) {
  SourceAnalysis result;
  EXPECT_TRUE(analyseInto(result, code, clangArguments, runs, inParallel))
      << "the source of the test does not compile";
  return result;
}

SourceAnalysis analyseDamaged(const std::string &code) {
  SourceAnalysis result;
  EXPECT_FALSE(analyseInto(result, code, {}, 1'000'000)) << "there is no error in it";
  return result;
}

std::vector<Site> analyseSource(const std::string &code) { return analyseWhole(code).sites; }

} // namespace warplint
