#include <cuda_runtime.h>
#  include "a b.h" // NOLINT
#if defined(USE_CUDA) && !defined __HIP__ || \
    (X)
__global__ void __launch_bounds__(256) k(float *a) { // NOLINTNEXTLINE(warplint-*, bugprone-x)
  a[threadIdx.x * 2] = 0; // warplint: allow(shared-bank-conflict) it runs once
  /* NOLINTBEGIN(warplint-shared-bank-conflict) */
  a[1] = 0; // NOLINT(warplint-shared, warplint-nosuchrule): reason
  /* NOLINTEND(warplint-shared-bank-conflict) */
} // warplint: allow-file(sync) block(32, 8)
#else
template <class T> __global__ auto t(T x) -> void;
#endif
