// Gone since CUDA 13, but Clang's wrapper includes it. warplint_compat.h has what old code needs of it.
