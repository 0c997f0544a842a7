// <sys/types.h> where the host has none.
#pragma once
#pragma clang system_header
#include "../../prelude.h"
typedef long ssize_t;
typedef long off_t;
typedef int pid_t;
