//===- cublas.h - cuBLAS as it was before it had handles -*- C++ -*-===//
// Its routines take a letter or a number where those of cublas_v2.h take a handle.
#pragma once
#pragma clang system_header
#define CUBLAS_H_
#include "cublas_v2.h"
extern "C" {
cublasStatus cublasAlloc(int, int, void **);
cublasStatus cublasFree(void *);
cublasStatus cublasSetKernelStream(cudaStream_t);
}
#define WARPLINT_CUBLAS(Result, Name, First)                                                       \
  template <class... Rest_> Result cublas##Name(First, Rest_...);
#define WARPLINT_CUBLAS_OF_REALS(Name, First)                                                      \
  WARPLINT_CUBLAS(void, S##Name, First)                                                            \
  WARPLINT_CUBLAS(void, D##Name, First)
#define WARPLINT_CUBLAS_OF_COMPLEX(Name, First)                                                    \
  WARPLINT_CUBLAS(void, C##Name, First)                                                            \
  WARPLINT_CUBLAS(void, Z##Name, First)
#define WARPLINT_CUBLAS_OF_ALL(Name, First)                                                        \
  WARPLINT_CUBLAS_OF_REALS(Name, First)                                                            \
  WARPLINT_CUBLAS_OF_COMPLEX(Name, First)
// Vectors.
WARPLINT_CUBLAS_OF_ALL(scal, int)
WARPLINT_CUBLAS_OF_ALL(axpy, int)
WARPLINT_CUBLAS_OF_ALL(copy, int)
WARPLINT_CUBLAS_OF_ALL(swap, int)
WARPLINT_CUBLAS_OF_ALL(rot, int)
WARPLINT_CUBLAS_OF_REALS(rotm, int)
WARPLINT_CUBLAS(void, Csscal, int)
WARPLINT_CUBLAS(void, Zdscal, int)
WARPLINT_CUBLAS(void, Csrot, int)
WARPLINT_CUBLAS(void, Zdrot, int)
WARPLINT_CUBLAS(void, Srotg, float *)
WARPLINT_CUBLAS(void, Drotg, double *)
WARPLINT_CUBLAS(void, Crotg, cuComplex *)
WARPLINT_CUBLAS(void, Zrotg, cuDoubleComplex *)
WARPLINT_CUBLAS(void, Srotmg, float *)
WARPLINT_CUBLAS(void, Drotmg, double *)
WARPLINT_CUBLAS(float, Sdot, int)
WARPLINT_CUBLAS(double, Ddot, int)
WARPLINT_CUBLAS(cuComplex, Cdotu, int)
WARPLINT_CUBLAS(cuComplex, Cdotc, int)
WARPLINT_CUBLAS(cuDoubleComplex, Zdotu, int)
WARPLINT_CUBLAS(cuDoubleComplex, Zdotc, int)
WARPLINT_CUBLAS(float, Snrm2, int)
WARPLINT_CUBLAS(float, Scnrm2, int)
WARPLINT_CUBLAS(double, Dnrm2, int)
WARPLINT_CUBLAS(double, Dznrm2, int)
WARPLINT_CUBLAS(float, Sasum, int)
WARPLINT_CUBLAS(float, Scasum, int)
WARPLINT_CUBLAS(double, Dasum, int)
WARPLINT_CUBLAS(double, Dzasum, int)
WARPLINT_CUBLAS(int, Isamax, int)
WARPLINT_CUBLAS(int, Idamax, int)
WARPLINT_CUBLAS(int, Icamax, int)
WARPLINT_CUBLAS(int, Izamax, int)
WARPLINT_CUBLAS(int, Isamin, int)
WARPLINT_CUBLAS(int, Idamin, int)
WARPLINT_CUBLAS(int, Icamin, int)
WARPLINT_CUBLAS(int, Izamin, int)
// A matrix and vectors.
WARPLINT_CUBLAS_OF_ALL(gemv, char)
WARPLINT_CUBLAS_OF_ALL(gbmv, char)
WARPLINT_CUBLAS_OF_ALL(trmv, char)
WARPLINT_CUBLAS_OF_ALL(tbmv, char)
WARPLINT_CUBLAS_OF_ALL(tpmv, char)
WARPLINT_CUBLAS_OF_ALL(trsv, char)
WARPLINT_CUBLAS_OF_ALL(tpsv, char)
WARPLINT_CUBLAS_OF_ALL(tbsv, char)
WARPLINT_CUBLAS_OF_REALS(symv, char)
WARPLINT_CUBLAS_OF_REALS(sbmv, char)
WARPLINT_CUBLAS_OF_REALS(spmv, char)
WARPLINT_CUBLAS_OF_REALS(ger, int)
WARPLINT_CUBLAS_OF_REALS(syr, char)
WARPLINT_CUBLAS_OF_REALS(spr, char)
WARPLINT_CUBLAS_OF_REALS(syr2, char)
WARPLINT_CUBLAS_OF_REALS(spr2, char)
WARPLINT_CUBLAS_OF_COMPLEX(hemv, char)
WARPLINT_CUBLAS_OF_COMPLEX(hbmv, char)
WARPLINT_CUBLAS_OF_COMPLEX(hpmv, char)
WARPLINT_CUBLAS_OF_COMPLEX(geru, int)
WARPLINT_CUBLAS_OF_COMPLEX(gerc, int)
WARPLINT_CUBLAS_OF_COMPLEX(her, char)
WARPLINT_CUBLAS_OF_COMPLEX(hpr, char)
WARPLINT_CUBLAS_OF_COMPLEX(her2, char)
WARPLINT_CUBLAS_OF_COMPLEX(hpr2, char)
// Matrices.
WARPLINT_CUBLAS_OF_ALL(gemm, char)
WARPLINT_CUBLAS_OF_ALL(symm, char)
WARPLINT_CUBLAS_OF_ALL(syrk, char)
WARPLINT_CUBLAS_OF_ALL(syr2k, char)
WARPLINT_CUBLAS_OF_ALL(trmm, char)
WARPLINT_CUBLAS_OF_ALL(trsm, char)
WARPLINT_CUBLAS_OF_COMPLEX(hemm, char)
WARPLINT_CUBLAS_OF_COMPLEX(herk, char)
WARPLINT_CUBLAS_OF_COMPLEX(her2k, char)
#undef WARPLINT_CUBLAS_OF_ALL
#undef WARPLINT_CUBLAS_OF_COMPLEX
#undef WARPLINT_CUBLAS_OF_REALS
#undef WARPLINT_CUBLAS
