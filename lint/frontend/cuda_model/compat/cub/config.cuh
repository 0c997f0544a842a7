//===- config.cuh - CUB's, and what CUB 3.0 removed ------------*- C++ -*-===//
//
// Every header of CUB includes it first. The folder of this one is searched before the Toolkit's.
//
//===----------------------------------------------------------------------===//
#pragma once
#pragma clang system_header
#include_next <cub/config.cuh>

#include <cub/version.cuh>
#if CUB_VERSION >= 300000
#include "../../parts/cub_removed.h"
#endif
