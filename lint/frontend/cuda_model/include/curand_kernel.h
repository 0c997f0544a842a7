//===- curand_kernel.h - device side of cuRAND -----------------*- C++ -*-===//
#pragma once
#pragma clang system_header
// Programs ask for the originals by their guards.
#define CURAND_KERNEL_H_
#include "curand.h"
#pragma clang force_cuda_host_device begin
struct curandStateTest {
  unsigned v;
};
struct curandStateXORWOW {
  unsigned d, v[5];
  int boxmuller_flag, boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
struct curandStateMRG32k3a {
  unsigned s1[3], s2[3];
  int boxmuller_flag, boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
struct curandStatePhilox4_32_10 {
  uint4 ctr, output;
  uint2 key;
  unsigned STATE;
  int boxmuller_flag, boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
struct curandStateSobol32 {
  unsigned i, x, c, direction_vectors[32];
};
struct curandStateScrambledSobol32 {
  unsigned i, x, c, direction_vectors[32];
};
struct curandStateSobol64 {
  unsigned long long i, x, c, direction_vectors[64];
};
struct curandStateScrambledSobol64 {
  unsigned long long i, x, c, direction_vectors[64];
};
struct mtgp32_kernel_params;
typedef struct mtgp32_kernel_params mtgp32_kernel_params_t;
struct curandStateMtgp32 {
  unsigned s[1024];
  int offset, pIdx;
  mtgp32_kernel_params_t *k;
};
typedef struct curandStateXORWOW curandStateXORWOW_t;
typedef struct curandStateXORWOW curandState_t;
typedef struct curandStateXORWOW curandState;
typedef struct curandStateMRG32k3a curandStateMRG32k3a_t;
typedef struct curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;
typedef struct curandStateSobol32 curandStateSobol32_t;
typedef struct curandStateScrambledSobol32 curandStateScrambledSobol32_t;
typedef struct curandStateSobol64 curandStateSobol64_t;
typedef struct curandStateScrambledSobol64 curandStateScrambledSobol64_t;
typedef struct curandStateMtgp32 curandStateMtgp32_t;
#define WARPLINT_RANDOM_DRAWS(State)                                                               \
  unsigned curand(State *);                                                                        \
  float curand_uniform(State *);                                                                   \
  double curand_uniform_double(State *);                                                           \
  float curand_normal(State *);                                                                    \
  double curand_normal_double(State *);                                                            \
  float curand_log_normal(State *, float, float);                                                  \
  double curand_log_normal_double(State *, double, double);                                        \
  unsigned curand_poisson(State *, double);                                                        \
  unsigned curand_discrete(State *, curandDiscreteDistribution_t);                                 \
  void skipahead(unsigned long long, State *);
#define WARPLINT_RANDOM(State)                                                                     \
  void curand_init(unsigned long long, unsigned long long, unsigned long long, State *);           \
  WARPLINT_RANDOM_DRAWS(State)                                                                     \
  float2 curand_normal2(State *);                                                                  \
  double2 curand_normal2_double(State *);                                                          \
  float2 curand_log_normal2(State *, float, float);                                                \
  double2 curand_log_normal2_double(State *, double, double);                                      \
  void skipahead_sequence(unsigned long long, State *);
WARPLINT_RANDOM(curandStateXORWOW)
WARPLINT_RANDOM(curandStateMRG32k3a)
WARPLINT_RANDOM(curandStatePhilox4_32_10)
WARPLINT_RANDOM_DRAWS(curandStateSobol32)
WARPLINT_RANDOM_DRAWS(curandStateScrambledSobol32)
WARPLINT_RANDOM_DRAWS(curandStateSobol64)
WARPLINT_RANDOM_DRAWS(curandStateScrambledSobol64)
WARPLINT_RANDOM_DRAWS(curandStateMtgp32)
#undef WARPLINT_RANDOM
#undef WARPLINT_RANDOM_DRAWS
void curand_init(unsigned *directions, unsigned offset, curandStateSobol32 *);
void curand_init(unsigned *directions, unsigned scramble, unsigned offset,
                 curandStateScrambledSobol32 *);
void curand_init(unsigned long long *directions, unsigned long long offset, curandStateSobol64 *);
void curand_init(unsigned long long *directions, unsigned long long scramble,
                 unsigned long long offset, curandStateScrambledSobol64 *);
uint4 curand4(curandStatePhilox4_32_10 *);
float4 curand_uniform4(curandStatePhilox4_32_10 *);
double2 curand_uniform2_double(curandStatePhilox4_32_10 *);
double4 curand_uniform4_double(curandStatePhilox4_32_10 *);
float4 curand_normal4(curandStatePhilox4_32_10 *);
double4 curand_normal4_double(curandStatePhilox4_32_10 *);
float4 curand_log_normal4(curandStatePhilox4_32_10 *, float, float);
uint4 curand_poisson4(curandStatePhilox4_32_10 *, double);
#pragma clang force_cuda_host_device end
