//===- cuda_pipeline_primitives.h - __pipeline_* ---------------*- C++ -*-===//
#pragma once
#pragma clang system_header
#include "../prelude.h"
typedef unsigned long long __mbarrier_t;
typedef unsigned long long __mbarrier_token_t;
__device__ void __pipeline_memcpy_async(void *destination, const void *source, size_t bytes,
                                        size_t zeroFilled = 0);
__device__ void __pipeline_commit();
__device__ void __pipeline_wait_prior(size_t groups);
__device__ void __pipeline_arrive_on(__mbarrier_t *);
