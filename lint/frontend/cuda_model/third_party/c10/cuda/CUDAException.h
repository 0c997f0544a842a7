// PyTorch's checks of what the CUDA runtime returns (../../torch_model.h says why they are here).
#pragma once
#pragma clang system_header
#define C10_CUDA_CHECK(call)                                                                       \
  do {                                                                                             \
    const cudaError_t warplint_error = call;                                                       \
    (void)warplint_error;                                                                          \
  } while (0)
#define C10_CUDA_KERNEL_LAUNCH_CHECK() C10_CUDA_CHECK(cudaGetLastError())
