// <stdlib.h> where the host has none.
#pragma once
#pragma clang system_header
#include "../prelude.h"
extern "C" {
void srand(unsigned) noexcept;
void *realloc(void *, size_t) noexcept;
int posix_memalign(void **, size_t, size_t) noexcept;
void *aligned_alloc(size_t, size_t) noexcept;
int atoi(const char *) noexcept;
long atol(const char *) noexcept;
long long atoll(const char *) noexcept;
double atof(const char *) noexcept;
long strtol(const char *, char **, int) noexcept;
long long strtoll(const char *, char **, int) noexcept;
unsigned long strtoul(const char *, char **, int) noexcept;
unsigned long long strtoull(const char *, char **, int) noexcept;
double strtod(const char *, char **) noexcept;
float strtof(const char *, char **) noexcept;
char *getenv(const char *) noexcept;
int setenv(const char *, const char *, int) noexcept;
int system(const char *);
void qsort(void *, size_t, size_t, int (*)(const void *, const void *));
double drand48() noexcept;
void srand48(long) noexcept;
long random() noexcept;
void srandom(unsigned) noexcept;
int atexit(void (*)()) noexcept;
}
