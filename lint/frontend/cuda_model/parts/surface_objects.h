//===- surface_objects.h - access through surface objects ------*- C++ -*-===//
//
// Clang's wrapper of a Toolkit leaves them out, so warplint_compat.h includes them too.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_CUDA_MODEL_PARTS_SURFACE_OBJECTS_H
#define WARPLINT_CUDA_MODEL_PARTS_SURFACE_OBJECTS_H
#pragma clang system_header
#pragma clang force_cuda_host_device begin

#define WARPLINT_SURFACE(dimensions, referenceType, ...)                                           \
  template <class T_>                                                                              \
  T_ surf##dimensions##read(cudaSurfaceObject_t, __VA_ARGS__,                                      \
                            cudaSurfaceBoundaryMode = cudaBoundaryModeTrap);                       \
  template <class T_>                                                                              \
  void surf##dimensions##read(T_ *, cudaSurfaceObject_t, __VA_ARGS__,                              \
                              cudaSurfaceBoundaryMode = cudaBoundaryModeTrap);                     \
  template <class T_>                                                                              \
  void surf##dimensions##write(T_, cudaSurfaceObject_t, __VA_ARGS__,                               \
                               cudaSurfaceBoundaryMode = cudaBoundaryModeTrap);
WARPLINT_SURFACE(1D, cudaSurfaceType1D, int)
WARPLINT_SURFACE(2D, cudaSurfaceType2D, int, int)
WARPLINT_SURFACE(3D, cudaSurfaceType3D, int, int, int)
WARPLINT_SURFACE(1DLayered, cudaSurfaceType1DLayered, int, int)
WARPLINT_SURFACE(2DLayered, cudaSurfaceType2DLayered, int, int, int)
WARPLINT_SURFACE(Cubemap, cudaSurfaceTypeCubemap, int, int, int)
#undef WARPLINT_SURFACE

#pragma clang force_cuda_host_device end
#endif
