// <time.h> where the host has none.
#pragma once
#pragma clang system_header
#include "../prelude.h"
extern "C" {
struct timespec {
  long tv_sec, tv_nsec;
};
struct tm {
  int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
};
long time(long *) noexcept;
double difftime(long, long) noexcept;
int clock_gettime(int, struct timespec *) noexcept;
struct tm *localtime(const long *) noexcept;
char *ctime(const long *) noexcept;
size_t strftime(char *, size_t, const char *, const struct tm *) noexcept;
}
#define CLOCK_REALTIME 0
#define CLOCK_MONOTONIC 1
