// <assert.h>: read anew at each inclusion, as NDEBUG may have changed.
#pragma clang system_header
#include "../prelude.h"
#undef assert
#ifdef NDEBUG
#define assert(condition) ((void)0)
#else
extern "C" __host__ void __assert_fail(const char *, const char *, unsigned, const char *) noexcept;
#define assert(condition)                                                                          \
  ((condition) ? (void)0 : __assert_fail(#condition, __FILE__, __LINE__, __func__))
#endif
#ifndef static_assert
#if !defined(__cplusplus)
#define static_assert _Static_assert
#endif
#endif
