// <unistd.h> where the host has none.
#pragma once
#pragma clang system_header
#include "sys/types.h"
extern "C" {
int usleep(unsigned);
unsigned sleep(unsigned);
int getpid() noexcept;
int close(int);
int access(const char *, int) noexcept;
long sysconf(int) noexcept;
}
