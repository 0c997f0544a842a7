//===- libc.h - what device code may call of the C library -----*- C++ -*-===//
//
// Host and device have overloads of their own, so that the host's headers,
// included later, redeclare the host's.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_CUDA_MODEL_PARTS_LIBC_H
#define WARPLINT_CUDA_MODEL_PARTS_LIBC_H
#pragma clang system_header

typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
// nvcc includes <limits.h>, <stdlib.h>, <string.h> and <time.h>; these are the names of
// theirs that device code uses. The host's own typedefs, later, are the same.
typedef __INT8_TYPE__ int8_t;
typedef __INT16_TYPE__ int16_t;
typedef __INT32_TYPE__ int32_t;
typedef __INT64_TYPE__ int64_t;
typedef __UINT8_TYPE__ uint8_t;
typedef __UINT16_TYPE__ uint16_t;
typedef __UINT32_TYPE__ uint32_t;
typedef __UINT64_TYPE__ uint64_t;
typedef __INTPTR_TYPE__ intptr_t;
typedef __UINTPTR_TYPE__ uintptr_t;
#ifdef __linux__ // <stdlib.h> brings <sys/types.h>
typedef __UINT8_TYPE__ u_int8_t;
typedef __UINT16_TYPE__ u_int16_t;
typedef __UINT32_TYPE__ u_int32_t;
typedef __UINT64_TYPE__ u_int64_t;
typedef unsigned short u_short;
typedef unsigned int u_int;
typedef unsigned long u_long;
#endif
typedef unsigned char u_char;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;
#ifdef __linux__
typedef long clock_t;
typedef long time_t;
#endif
#ifndef INT_MAX
#define CHAR_BIT __CHAR_BIT__
#define SCHAR_MAX __SCHAR_MAX__
#define UCHAR_MAX (__SCHAR_MAX__ * 2 + 1)
#define SHRT_MIN (-__SHRT_MAX__ - 1)
#define SHRT_MAX __SHRT_MAX__
#define USHRT_MAX (__SHRT_MAX__ * 2 + 1)
#define INT_MIN (-__INT_MAX__ - 1)
#define INT_MAX __INT_MAX__
#define UINT_MAX (__INT_MAX__ * 2U + 1U)
#define LONG_MIN (-__LONG_MAX__ - 1L)
#define LONG_MAX __LONG_MAX__
#define ULONG_MAX (__LONG_MAX__ * 2UL + 1UL)
#define LLONG_MIN (-__LONG_LONG_MAX__ - 1LL)
#define LLONG_MAX __LONG_LONG_MAX__
#define ULLONG_MAX (__LONG_LONG_MAX__ * 2ULL + 1ULL)
#endif
#ifndef EXIT_SUCCESS
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#endif
#ifndef RAND_MAX
#define RAND_MAX 2147483647
#endif
#ifndef CLOCKS_PER_SEC
#define CLOCKS_PER_SEC 1000000L
#endif
namespace std {
using ::ptrdiff_t;
using ::size_t;
typedef decltype(nullptr) nullptr_t;
} // namespace std
#ifndef NULL
#define NULL __null
#endif

namespace warplint_model {
/// A value that nothing is known of, from a function that may write through `outputs`. Templates
/// that take function objects return it: Clang refuses to declare without defining what is
/// instantiated with the type of a lambda.
template <class R_, class... T_> __host__ __device__ R_ opaque(T_ *...outputs);
} // namespace warplint_model

extern "C" {
#define WARPLINT_BOTH_SIDES(declaration)                                                           \
  __host__ declaration;                                                                            \
  __device__ declaration;
WARPLINT_BOTH_SIDES(int printf(const char *, ...))
WARPLINT_BOTH_SIDES(void *malloc(size_t) noexcept)
WARPLINT_BOTH_SIDES(void *calloc(size_t, size_t) noexcept)
WARPLINT_BOTH_SIDES(void free(void *) noexcept)
WARPLINT_BOTH_SIDES(void *memcpy(void *, const void *, size_t) noexcept)
WARPLINT_BOTH_SIDES(void *memmove(void *, const void *, size_t) noexcept)
WARPLINT_BOTH_SIDES(void *memset(void *, int, size_t) noexcept)
WARPLINT_BOTH_SIDES(int memcmp(const void *, const void *, size_t) noexcept)
WARPLINT_BOTH_SIDES(size_t strlen(const char *) noexcept)
WARPLINT_BOTH_SIDES(int strcmp(const char *, const char *) noexcept)
WARPLINT_BOTH_SIDES(int strncmp(const char *, const char *, size_t) noexcept)
WARPLINT_BOTH_SIDES(char *strcpy(char *, const char *) noexcept)
WARPLINT_BOTH_SIDES(int abs(int) noexcept)
WARPLINT_BOTH_SIDES(long labs(long) noexcept)
WARPLINT_BOTH_SIDES(long long llabs(long long) noexcept)
WARPLINT_BOTH_SIDES(__attribute__((noreturn)) void abort() noexcept)
WARPLINT_BOTH_SIDES(__attribute__((noreturn)) void exit(int) noexcept)
WARPLINT_BOTH_SIDES(int rand() noexcept)
__host__ long clock() noexcept;
__device__ long clock();
__device__ int vprintf(const char *, const char *);
__device__ void __assertfail(const char *, const char *, unsigned, const char *, size_t) noexcept;
#undef WARPLINT_BOTH_SIDES
// Of nvcc's implicit <stdlib.h>: what sizes launches.
__host__ int atoi(const char *) noexcept;
__host__ long atol(const char *) noexcept;
__host__ double atof(const char *) noexcept;
__host__ char *getenv(const char *) noexcept;
__host__ void srand(unsigned) noexcept;
}
__device__ long long clock64();
__device__ long long wall_clock64();

// Placement new for device code; the host's comes with <new> (../include/new).
#ifndef __CLANG_CUDA_WRAPPERS_NEW
#define __CLANG_CUDA_WRAPPERS_NEW
__device__ inline void *operator new(size_t, void *place) noexcept { return place; }
__device__ inline void *operator new[](size_t, void *place) noexcept { return place; }
__device__ inline void operator delete(void *, void *) noexcept {}
__device__ inline void operator delete[](void *, void *) noexcept {}
#endif

#include "../include/assert.h"

#endif
