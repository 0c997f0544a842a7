// <sys/time.h> where the host has none.
#pragma once
#pragma clang system_header
#include "../time.h"
extern "C" {
struct timeval {
  long tv_sec, tv_usec;
};
struct timezone {
  int tz_minuteswest, tz_dsttime;
};
int gettimeofday(struct timeval *, void *) noexcept;
}
