//===- texture.h - texture and surface access ------------------*- C++ -*-===//
#ifndef WARPLINT_CUDA_MODEL_PARTS_TEXTURE_H
#define WARPLINT_CUDA_MODEL_PARTS_TEXTURE_H
#pragma clang system_header

#include "surface_objects.h"
#include "texture_references.h"

#pragma clang force_cuda_host_device begin

// Each fetch as a value and into a variable.
#define WARPLINT_FETCH(name, referenceType, ...)                                                   \
  template <class T_> T_ name(cudaTextureObject_t, __VA_ARGS__);                                   \
  template <class T_> void name(T_ *, cudaTextureObject_t, __VA_ARGS__);
WARPLINT_FETCH(tex1Dfetch, cudaTextureType1D, int)
WARPLINT_FETCH(tex1D, cudaTextureType1D, float)
WARPLINT_FETCH(tex1DLod, cudaTextureType1D, float, float)
WARPLINT_FETCH(tex1DGrad, cudaTextureType1D, float, float, float)
WARPLINT_FETCH(tex2D, cudaTextureType2D, float, float)
WARPLINT_FETCH(tex2DLod, cudaTextureType2D, float, float, float)
WARPLINT_FETCH(tex2DGrad, cudaTextureType2D, float, float, float2, float2)
WARPLINT_FETCH(tex2Dgather, cudaTextureType2D, float, float, int = 0)
WARPLINT_FETCH(tex3D, cudaTextureType3D, float, float, float)
WARPLINT_FETCH(tex3DLod, cudaTextureType3D, float, float, float, float)
WARPLINT_FETCH(tex3DGrad, cudaTextureType3D, float, float, float, float4, float4)
WARPLINT_FETCH(tex1DLayered, cudaTextureType1DLayered, float, int)
WARPLINT_FETCH(tex1DLayeredLod, cudaTextureType1DLayered, float, int, float)
WARPLINT_FETCH(tex2DLayered, cudaTextureType2DLayered, float, float, int)
WARPLINT_FETCH(tex2DLayeredLod, cudaTextureType2DLayered, float, float, int, float)
WARPLINT_FETCH(texCubemap, cudaTextureTypeCubemap, float, float, float)
WARPLINT_FETCH(texCubemapLod, cudaTextureTypeCubemap, float, float, float, float)
WARPLINT_FETCH(texCubemapLayered, cudaTextureTypeCubemapLayered, float, float, float, int)
#undef WARPLINT_FETCH

#pragma clang force_cuda_host_device end
#endif
