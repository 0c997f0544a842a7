// <assert.h>: read anew at each inclusion, as NDEBUG may have changed.
#pragma clang system_header
#undef assert
#ifdef NDEBUG
#define assert(condition) ((void)0)
#else
extern "C" __host__ __attribute__((noreturn)) void
__assert_fail(const char *, const char *, unsigned, const char *) noexcept;
extern "C" __device__ void __assert_fail(const char *, const char *, unsigned,
                                         const char *) noexcept;
#define assert(condition)                                                                          \
  ((condition) ? (void)0 : __assert_fail(#condition, __FILE__, __LINE__, __func__))
#endif
