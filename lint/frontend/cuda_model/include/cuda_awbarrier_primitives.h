//===- cuda_awbarrier_primitives.h - __mbarrier_* --------------*- C++ -*-===//
#pragma once
#pragma clang system_header
#include "cuda_pipeline_primitives.h"
__device__ unsigned __mbarrier_maximum_count();
__device__ void __mbarrier_init(__mbarrier_t *, unsigned expected);
__device__ void __mbarrier_inval(__mbarrier_t *);
__device__ __mbarrier_token_t __mbarrier_arrive(__mbarrier_t *);
__device__ __mbarrier_token_t __mbarrier_arrive_and_drop(__mbarrier_t *);
__device__ bool __mbarrier_test_wait(__mbarrier_t *, __mbarrier_token_t);
__device__ bool __mbarrier_test_wait_parity(__mbarrier_t *, bool);
__device__ bool __mbarrier_try_wait(__mbarrier_t *, __mbarrier_token_t, unsigned);
__device__ bool __mbarrier_try_wait_parity(__mbarrier_t *, bool, unsigned);
__device__ unsigned __mbarrier_token_pending_count(__mbarrier_token_t);
