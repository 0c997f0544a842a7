//===- DirectXMath.h - vertices of Direct3D --------------------*- C++ -*-===//
//
// Stands in where DirectXMath is not at hand, as on Linux: the classes that kernels write vertices
// as. Sizes and members are DirectXMath's.
//
//===----------------------------------------------------------------------===//
#pragma once
#pragma clang system_header
#pragma clang force_cuda_host_device begin
namespace DirectX {
#define WARPLINT_VECTORS(prefix, type)                                                             \
  struct prefix##2 {                                                                               \
    type x, y;                                                                                     \
    prefix##2() = default;                                                                         \
    constexpr prefix##2(type a, type b) : x(a), y(b) {}                                            \
  };                                                                                               \
  struct prefix##3 {                                                                               \
    type x, y, z;                                                                                  \
    prefix##3() = default;                                                                         \
    constexpr prefix##3(type a, type b, type c) : x(a), y(b), z(c) {}                              \
  };                                                                                               \
  struct prefix##4 {                                                                               \
    type x, y, z, w;                                                                               \
    prefix##4() = default;                                                                         \
    constexpr prefix##4(type a, type b, type c, type d) : x(a), y(b), z(c), w(d) {}                \
  };
WARPLINT_VECTORS(XMFLOAT, float)
WARPLINT_VECTORS(XMINT, int)
WARPLINT_VECTORS(XMUINT, unsigned)
#undef WARPLINT_VECTORS
struct XMFLOAT3X3 {
  float m[3][3];
};
struct XMFLOAT4X4 {
  float m[4][4];
};
} // namespace DirectX
#pragma clang force_cuda_host_device end
