//===- vectors.h - char1 … double4, dim3 -----------------------*- C++ -*-===//
#ifndef WARPLINT_CUDA_MODEL_PARTS_VECTORS_H
#define WARPLINT_CUDA_MODEL_PARTS_VECTORS_H
#pragma clang system_header
#pragma clang force_cuda_host_device begin

// Alignments: CUDA C++ Programming Guide, "Built-in Vector Types", table 5.
#define WARPLINT_VECTORS(name, scalar, align1, align2, align4)                                     \
  struct __attribute__((aligned(align1))) name##1 { scalar x; };                                   \
  struct __attribute__((aligned(align2))) name##2 { scalar x, y; };                                \
  struct __attribute__((aligned(align1))) name##3 { scalar x, y, z; };                             \
  struct __attribute__((aligned(align4))) name##4 { scalar x, y, z, w; };                          \
  inline constexpr name##1 make_##name##1(scalar x) { return name##1 {x}; }                        \
  inline constexpr name##2 make_##name##2(scalar x, scalar y) { return name##2 {x, y}; }           \
  inline constexpr name##3 make_##name##3(scalar x, scalar y, scalar z) {                          \
    return name##3 {x, y, z};                                                                      \
  }                                                                                                \
  inline constexpr name##4 make_##name##4(scalar x, scalar y, scalar z, scalar w) {                \
    return name##4 {x, y, z, w};                                                                   \
  }
WARPLINT_VECTORS(char, signed char, 1, 2, 4)
WARPLINT_VECTORS(uchar, unsigned char, 1, 2, 4)
WARPLINT_VECTORS(short, short, 2, 4, 8)
WARPLINT_VECTORS(ushort, unsigned short, 2, 4, 8)
WARPLINT_VECTORS(int, int, 4, 8, 16)
WARPLINT_VECTORS(uint, unsigned, 4, 8, 16)
WARPLINT_VECTORS(long, long, sizeof(long), 2 * sizeof(long), 16)
WARPLINT_VECTORS(ulong, unsigned long, sizeof(long), 2 * sizeof(long), 16)
WARPLINT_VECTORS(longlong, long long, 8, 16, 16)
WARPLINT_VECTORS(ulonglong, unsigned long long, 8, 16, 16)
WARPLINT_VECTORS(float, float, 4, 8, 16)
WARPLINT_VECTORS(double, double, 8, 16, 16)
#undef WARPLINT_VECTORS

// CUDA 13 names the alignment of the 32-byte vectors.
#define WARPLINT_WIDE_VECTORS(name, scalar)                                                        \
  struct __attribute__((aligned(16))) name##4_16a { scalar x, y, z, w; };                          \
  struct __attribute__((aligned(32))) name##4_32a { scalar x, y, z, w; };                          \
  inline constexpr name##4_16a make_##name##4_16a(scalar x, scalar y, scalar z, scalar w) {        \
    return name##4_16a {x, y, z, w};                                                               \
  }                                                                                                \
  inline constexpr name##4_32a make_##name##4_32a(scalar x, scalar y, scalar z, scalar w) {        \
    return name##4_32a {x, y, z, w};                                                               \
  }
WARPLINT_WIDE_VECTORS(long, long)
WARPLINT_WIDE_VECTORS(ulong, unsigned long)
WARPLINT_WIDE_VECTORS(longlong, long long)
WARPLINT_WIDE_VECTORS(ulonglong, unsigned long long)
WARPLINT_WIDE_VECTORS(double, double)
#undef WARPLINT_WIDE_VECTORS

struct dim3 {
  unsigned x, y, z;
  constexpr dim3(unsigned vx = 1, unsigned vy = 1, unsigned vz = 1) : x(vx), y(vy), z(vz) {}
  constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  constexpr operator uint3() const { return uint3{x, y, z}; }
};

#pragma clang force_cuda_host_device end
#endif
