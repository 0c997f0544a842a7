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
namespace std {
using ::ptrdiff_t;
using ::size_t;
typedef decltype(nullptr) nullptr_t;
} // namespace std
#ifndef NULL
#define NULL __null
#endif

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
__device__ void __assert_fail(const char *, const char *, unsigned, const char *) noexcept;
__device__ void __assertfail(const char *, const char *, unsigned, const char *, size_t) noexcept;
#undef WARPLINT_BOTH_SIDES
}
__device__ long long clock64();
__device__ long long wall_clock64();

// Placement new for device code; the host's comes with <new>.
#ifndef __CLANG_CUDA_WRAPPERS_NEW
#define __CLANG_CUDA_WRAPPERS_NEW
__device__ inline void *operator new(size_t, void *place) noexcept { return place; }
__device__ inline void *operator new[](size_t, void *place) noexcept { return place; }
__device__ inline void operator delete(void *, void *) noexcept {}
__device__ inline void operator delete[](void *, void *) noexcept {}
#define WARPLINT_OWN_DEVICE_NEW 1
#endif

#endif
