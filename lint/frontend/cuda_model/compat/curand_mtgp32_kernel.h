// Clang's wrapper includes this with dim3 and uint3 renamed to its own types, to suit its
// threadIdx. Ours is a uint3 already. A Toolkit without cuRAND has no such file.
#pragma push_macro("dim3")
#pragma push_macro("uint3")
#undef dim3
#undef uint3
#if __has_include_next("curand_mtgp32_kernel.h")
#include_next "curand_mtgp32_kernel.h"
#endif
#pragma pop_macro("uint3")
#pragma pop_macro("dim3")
