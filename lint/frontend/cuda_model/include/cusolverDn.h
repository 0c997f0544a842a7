//===- cusolverDn.h - the parts of cuSOLVER that programs name most *- C++ -*-===//
#pragma once
#pragma clang system_header
// Programs ask for the originals by their guards.
#define CUSOLVER_COMMON_H_
#define CUSOLVERDN_H_
#define CUSOLVER_VER_MAJOR 12 // of the Toolkit 13.0
#define CUSOLVER_VER_MINOR 0
#define CUSOLVER_VER_PATCH 4
#define CUSOLVER_VERSION 12004
#define CUSOLVERAPI
#include "cublas_v2.h"
typedef struct cusolverDnContext *cusolverDnHandle_t;
typedef struct syevjInfo *syevjInfo_t;
typedef struct gesvdjInfo *gesvdjInfo_t;
typedef enum {
  CUSOLVER_STATUS_SUCCESS,
  CUSOLVER_STATUS_NOT_INITIALIZED,
  CUSOLVER_STATUS_ALLOC_FAILED,
  CUSOLVER_STATUS_INVALID_VALUE,
  CUSOLVER_STATUS_ARCH_MISMATCH,
  CUSOLVER_STATUS_MAPPING_ERROR,
  CUSOLVER_STATUS_EXECUTION_FAILED,
  CUSOLVER_STATUS_INTERNAL_ERROR,
  CUSOLVER_STATUS_MATRIX_TYPE_NOT_SUPPORTED,
  CUSOLVER_STATUS_NOT_SUPPORTED,
  CUSOLVER_STATUS_ZERO_PIVOT,
  CUSOLVER_STATUS_INVALID_LICENSE
} cusolverStatus_t;
typedef enum {
  CUSOLVER_EIG_TYPE_1 = 1,
  CUSOLVER_EIG_TYPE_2,
  CUSOLVER_EIG_TYPE_3
} cusolverEigType_t;
typedef enum { CUSOLVER_EIG_MODE_NOVECTOR, CUSOLVER_EIG_MODE_VECTOR } cusolverEigMode_t;
extern "C" {
cusolverStatus_t cusolverDnCreate(cusolverDnHandle_t *);
cusolverStatus_t cusolverDnDestroy(cusolverDnHandle_t);
cusolverStatus_t cusolverDnSetStream(cusolverDnHandle_t, cudaStream_t);
#define WARPLINT_SOLVER(letter, type)                                                              \
  cusolverStatus_t cusolverDn##letter##potrf_bufferSize(cusolverDnHandle_t, cublasFillMode_t, int, \
                                                        type *, int, int *);                       \
  cusolverStatus_t cusolverDn##letter##potrf(cusolverDnHandle_t, cublasFillMode_t, int, type *,    \
                                             int, type *, int, int *);                             \
  cusolverStatus_t cusolverDn##letter##potrs(cusolverDnHandle_t, cublasFillMode_t, int, int,       \
                                             const type *, int, type *, int, int *);               \
  cusolverStatus_t cusolverDn##letter##getrf_bufferSize(cusolverDnHandle_t, int, int, type *, int, \
                                                        int *);                                    \
  cusolverStatus_t cusolverDn##letter##getrf(cusolverDnHandle_t, int, int, type *, int, type *,    \
                                             int *, int *);                                        \
  cusolverStatus_t cusolverDn##letter##getrs(cusolverDnHandle_t, cublasOperation_t, int, int,      \
                                             const type *, int, const int *, type *, int, int *);  \
  cusolverStatus_t cusolverDn##letter##geqrf_bufferSize(cusolverDnHandle_t, int, int, type *, int, \
                                                        int *);                                    \
  cusolverStatus_t cusolverDn##letter##geqrf(cusolverDnHandle_t, int, int, type *, int, type *,    \
                                             type *, int, int *);
WARPLINT_SOLVER(S_, float)
WARPLINT_SOLVER(D_, double)
WARPLINT_SOLVER(C_, cuComplex)
WARPLINT_SOLVER(Z_, cuDoubleComplex)
#undef WARPLINT_SOLVER
}
