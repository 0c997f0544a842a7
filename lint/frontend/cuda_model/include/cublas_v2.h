//===- cublas_v2.h - the parts of cuBLAS that programs name most *- C++ -*-===//
#pragma once
#pragma clang system_header
// Programs ask for the originals by their guards.
#define CUBLAS_API_H_
#define CUBLAS_V2_H_
#define CUBLAS_VER_MAJOR 13 // of the Toolkit 13.0
#define CUBLAS_VER_MINOR 1
#define CUBLAS_VER_PATCH 0
#define CUBLAS_VERSION 130100
#define CUBLASAPI
#define CUBLASWINAPI
#include "../prelude.h"
#include "cuComplex.h"
#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "library_types.h"
extern "C" {
typedef struct cublasContext *cublasHandle_t;
typedef enum {
  CUBLAS_STATUS_SUCCESS = 0,
  CUBLAS_STATUS_NOT_INITIALIZED = 1,
  CUBLAS_STATUS_ALLOC_FAILED = 3,
  CUBLAS_STATUS_INVALID_VALUE = 7,
  CUBLAS_STATUS_ARCH_MISMATCH = 8,
  CUBLAS_STATUS_MAPPING_ERROR = 11,
  CUBLAS_STATUS_EXECUTION_FAILED = 13,
  CUBLAS_STATUS_INTERNAL_ERROR = 14,
  CUBLAS_STATUS_NOT_SUPPORTED = 15,
  CUBLAS_STATUS_LICENSE_ERROR = 16
} cublasStatus_t;
typedef cublasStatus_t cublasStatus;
typedef enum {
  CUBLAS_FILL_MODE_LOWER,
  CUBLAS_FILL_MODE_UPPER,
  CUBLAS_FILL_MODE_FULL
} cublasFillMode_t;
typedef enum { CUBLAS_DIAG_NON_UNIT, CUBLAS_DIAG_UNIT } cublasDiagType_t;
typedef enum { CUBLAS_SIDE_LEFT, CUBLAS_SIDE_RIGHT } cublasSideMode_t;
typedef enum {
  CUBLAS_OP_N = 0,
  CUBLAS_OP_T = 1,
  CUBLAS_OP_C = 2,
  CUBLAS_OP_HERMITAN = 2,
  CUBLAS_OP_CONJG = 3
} cublasOperation_t;
typedef enum { CUBLAS_POINTER_MODE_HOST, CUBLAS_POINTER_MODE_DEVICE } cublasPointerMode_t;
typedef enum { CUBLAS_ATOMICS_NOT_ALLOWED, CUBLAS_ATOMICS_ALLOWED } cublasAtomicsMode_t;
typedef enum {
  CUBLAS_GEMM_DFALT = -1,
  CUBLAS_GEMM_DEFAULT = -1,
  CUBLAS_GEMM_ALGO0 = 0,
  CUBLAS_GEMM_ALGO1 = 1,
  CUBLAS_GEMM_ALGO2 = 2,
  CUBLAS_GEMM_ALGO3 = 3,
  CUBLAS_GEMM_DEFAULT_TENSOR_OP = 99,
  CUBLAS_GEMM_DFALT_TENSOR_OP = 99
} cublasGemmAlgo_t;
typedef enum {
  CUBLAS_DEFAULT_MATH = 0,
  CUBLAS_TENSOR_OP_MATH = 1,
  CUBLAS_PEDANTIC_MATH = 2,
  CUBLAS_TF32_TENSOR_OP_MATH = 3,
  CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION = 16
} cublasMath_t;
typedef enum {
  CUBLAS_COMPUTE_16F = 64,
  CUBLAS_COMPUTE_16F_PEDANTIC = 65,
  CUBLAS_COMPUTE_32F = 68,
  CUBLAS_COMPUTE_32F_PEDANTIC = 69,
  CUBLAS_COMPUTE_32F_FAST_16F = 74,
  CUBLAS_COMPUTE_32F_FAST_16BF = 75,
  CUBLAS_COMPUTE_32F_FAST_TF32 = 77,
  CUBLAS_COMPUTE_64F = 70,
  CUBLAS_COMPUTE_64F_PEDANTIC = 71,
  CUBLAS_COMPUTE_32I = 72,
  CUBLAS_COMPUTE_32I_PEDANTIC = 73
} cublasComputeType_t;
typedef cudaDataType cublasDataType_t;

cublasStatus_t cublasCreate(cublasHandle_t *);
cublasStatus_t cublasCreate_v2(cublasHandle_t *);
cublasStatus_t cublasDestroy(cublasHandle_t);
cublasStatus_t cublasDestroy_v2(cublasHandle_t);
cublasStatus_t cublasGetVersion(cublasHandle_t, int *);
cublasStatus_t cublasSetStream(cublasHandle_t, cudaStream_t);
cublasStatus_t cublasGetStream(cublasHandle_t, cudaStream_t *);
cublasStatus_t cublasSetWorkspace(cublasHandle_t, void *, size_t);
cublasStatus_t cublasSetPointerMode(cublasHandle_t, cublasPointerMode_t);
cublasStatus_t cublasGetPointerMode(cublasHandle_t, cublasPointerMode_t *);
cublasStatus_t cublasSetAtomicsMode(cublasHandle_t, cublasAtomicsMode_t);
cublasStatus_t cublasSetMathMode(cublasHandle_t, cublasMath_t);
cublasStatus_t cublasGetMathMode(cublasHandle_t, cublasMath_t *);
cublasStatus_t cublasSetVector(int, int, const void *, int, void *, int);
cublasStatus_t cublasGetVector(int, int, const void *, int, void *, int);
cublasStatus_t cublasSetMatrix(int, int, int, const void *, int, void *, int);
cublasStatus_t cublasGetMatrix(int, int, int, const void *, int, void *, int);
cublasStatus_t cublasInit();
cublasStatus_t cublasShutdown();
cublasStatus_t cublasGetError();
const char *cublasGetStatusName(cublasStatus_t);
const char *cublasGetStatusString(cublasStatus_t);
#define WARPLINT_BLAS(letter, type)                                                                \
  cublasStatus_t cublas##letter##gemm(cublasHandle_t, cublasOperation_t, cublasOperation_t, int,   \
                                      int, int, const type *, const type *, int, const type *,     \
                                      int, const type *, type *, int);                             \
  cublasStatus_t cublas##letter##gemmStridedBatched(                                               \
      cublasHandle_t, cublasOperation_t, cublasOperation_t, int, int, int, const type *,           \
      const type *, int, long long, const type *, int, long long, const type *, type *, int,       \
      long long, int);                                                                             \
  cublasStatus_t cublas##letter##gemmBatched(                                                      \
      cublasHandle_t, cublasOperation_t, cublasOperation_t, int, int, int, const type *,           \
      const type *const[], int, const type *const[], int, const type *, type *const[], int, int);  \
  cublasStatus_t cublas##letter##gemv(cublasHandle_t, cublasOperation_t, int, int, const type *,   \
                                      const type *, int, const type *, int, const type *, type *,  \
                                      int);                                                        \
  cublasStatus_t cublas##letter##ger(cublasHandle_t, int, int, const type *, const type *, int,    \
                                     const type *, int, type *, int);                              \
  cublasStatus_t cublas##letter##geam(cublasHandle_t, cublasOperation_t, cublasOperation_t, int,   \
                                      int, const type *, const type *, int, const type *,          \
                                      const type *, int, type *, int);                             \
  cublasStatus_t cublas##letter##axpy(cublasHandle_t, int, const type *, const type *, int,        \
                                      type *, int);                                                \
  cublasStatus_t cublas##letter##copy(cublasHandle_t, int, const type *, int, type *, int);        \
  cublasStatus_t cublas##letter##swap(cublasHandle_t, int, type *, int, type *, int);              \
  cublasStatus_t cublas##letter##scal(cublasHandle_t, int, const type *, type *, int);             \
  cublasStatus_t cublas##letter##trsm(cublasHandle_t, cublasSideMode_t, cublasFillMode_t,          \
                                      cublasOperation_t, cublasDiagType_t, int, int, const type *, \
                                      const type *, int, type *, int);                             \
  cublasStatus_t cublas##letter##trsmBatched(                                                      \
      cublasHandle_t, cublasSideMode_t, cublasFillMode_t, cublasOperation_t, cublasDiagType_t,     \
      int, int, const type *, const type *const[], int, type *const[], int, int);                  \
  cublasStatus_t cublas##letter##syrk(cublasHandle_t, cublasFillMode_t, cublasOperation_t, int,    \
                                      int, const type *, const type *, int, const type *, type *,  \
                                      int);                                                        \
  cublasStatus_t cublas##letter##getrfBatched(cublasHandle_t, int, type *const[], int, int *,      \
                                              int *, int);                                         \
  cublasStatus_t cublas##letter##getriBatched(cublasHandle_t, int, const type *const[], int,       \
                                              const int *, type *const[], int, int *, int);
WARPLINT_BLAS(S_, float)
WARPLINT_BLAS(D_, double)
WARPLINT_BLAS(C_, cuComplex)
WARPLINT_BLAS(Z_, cuDoubleComplex)
#undef WARPLINT_BLAS
cublasStatus_t cublasHgemm(cublasHandle_t, cublasOperation_t, cublasOperation_t, int, int, int,
                           const __half *, const __half *, int, const __half *, int, const __half *,
                           __half *, int);
cublasStatus_t cublasHgemmStridedBatched(cublasHandle_t, cublasOperation_t, cublasOperation_t, int,
                                         int, int, const __half *, const __half *, int, long long,
                                         const __half *, int, long long, const __half *, __half *,
                                         int, long long, int);
cublasStatus_t cublasSdot(cublasHandle_t, int, const float *, int, const float *, int, float *);
cublasStatus_t cublasDdot(cublasHandle_t, int, const double *, int, const double *, int, double *);
cublasStatus_t cublasSnrm2(cublasHandle_t, int, const float *, int, float *);
cublasStatus_t cublasDnrm2(cublasHandle_t, int, const double *, int, double *);
cublasStatus_t cublasSasum(cublasHandle_t, int, const float *, int, float *);
cublasStatus_t cublasDasum(cublasHandle_t, int, const double *, int, double *);
cublasStatus_t cublasIsamax(cublasHandle_t, int, const float *, int, int *);
cublasStatus_t cublasIdamax(cublasHandle_t, int, const double *, int, int *);
cublasStatus_t cublasIsamin(cublasHandle_t, int, const float *, int, int *);
cublasStatus_t cublasSgemmEx(cublasHandle_t, cublasOperation_t, cublasOperation_t, int, int, int,
                             const float *, const void *, cudaDataType, int, const void *,
                             cudaDataType, int, const float *, void *, cudaDataType, int);
cublasStatus_t cublasGemmEx(cublasHandle_t, cublasOperation_t, cublasOperation_t, int, int, int,
                            const void *, const void *, cudaDataType, int, const void *,
                            cudaDataType, int, const void *, void *, cudaDataType, int,
                            cublasComputeType_t, cublasGemmAlgo_t);
cublasStatus_t cublasGemmBatchedEx(cublasHandle_t, cublasOperation_t, cublasOperation_t, int, int,
                                   int, const void *, const void *const[], cudaDataType, int,
                                   const void *const[], cudaDataType, int, const void *,
                                   void *const[], cudaDataType, int, int, cublasComputeType_t,
                                   cublasGemmAlgo_t);
cublasStatus_t cublasGemmStridedBatchedEx(cublasHandle_t, cublasOperation_t, cublasOperation_t, int,
                                          int, int, const void *, const void *, cudaDataType, int,
                                          long long, const void *, cudaDataType, int, long long,
                                          const void *, void *, cudaDataType, int, long long, int,
                                          cublasComputeType_t, cublasGemmAlgo_t);
cublasStatus_t cublasAxpyEx(cublasHandle_t, int, const void *, cudaDataType, const void *,
                            cudaDataType, int, void *, cudaDataType, int, cudaDataType);
cublasStatus_t cublasDotEx(cublasHandle_t, int, const void *, cudaDataType, int, const void *,
                           cudaDataType, int, void *, cudaDataType, cudaDataType);
cublasStatus_t cublasNrm2Ex(cublasHandle_t, int, const void *, cudaDataType, int, void *,
                            cudaDataType, cudaDataType);
cublasStatus_t cublasScalEx(cublasHandle_t, int, const void *, cudaDataType, void *, cudaDataType,
                            int, cudaDataType);
}
