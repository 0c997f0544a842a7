//===- prelude.h - the built-in model of CUDA ------------------*- C++ -*-===//
//
// Force-included where no CUDA Toolkit is used (`-nocudainc -nocudalib`). It
// declares, in words of its own, what nvcc declares before the first line of a
// .cu file, so that kernels parse on a machine that knows nothing of CUDA.
// Functions are declared, rarely defined: the interpreter knows them by name.
// Functions that CUDA code calls on both sides are __host__ __device__ here even
// where CUDA has them on one side only: a linter has no reason to refuse.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_CUDA_MODEL_PRELUDE_H
#define WARPLINT_CUDA_MODEL_PRELUDE_H
#pragma clang system_header

// `for (int size : {64, 128})` needs it, and cuda_runtime.h brings it.
#if __has_include(<initializer_list>)
#include <initializer_list>
#endif
#if __has_include(<stddef.h>)
#include <stddef.h>
#endif

// Each builds on those before it.
// clang-format off
#include "parts/qualifiers.h"
#include "parts/libc.h"
#include "parts/vectors.h"
#include "parts/variables.h"
#include "parts/hip_names.h"
#include "parts/math.h"
#include "parts/intrinsics.h"
#include "parts/atomics.h"
#include "parts/memory.h"
#include "parts/warp.h"
#include "parts/runtime_api.h"
#include "parts/texture.h"
// clang-format on

#endif
