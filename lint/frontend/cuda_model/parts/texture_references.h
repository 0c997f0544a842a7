//===- texture_references.h - textures and surfaces by reference *- C++ -*-===//
//
// CUDA 12 removed them; warplint_compat.h adds them to the Toolkits since.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_CUDA_MODEL_PARTS_TEXTURE_REFERENCES_H
#define WARPLINT_CUDA_MODEL_PARTS_TEXTURE_REFERENCES_H
#pragma clang system_header
#pragma clang force_cuda_host_device begin

struct textureReference {
  int normalized;
  enum cudaTextureFilterMode filterMode;
  enum cudaTextureAddressMode addressMode[3];
  struct cudaChannelFormatDesc channelDesc;
  int sRGB;
  unsigned maxAnisotropy;
  enum cudaTextureFilterMode mipmapFilterMode;
  float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
  int disableTrilinearOptimization;
};
struct surfaceReference {
  struct cudaChannelFormatDesc channelDesc;
};

// Clang takes variables of a type with these attributes as visible to both sides.
template <class T_, int type = cudaTextureType1D,
          enum cudaTextureReadMode mode = cudaReadModeElementType>
struct __attribute__((device_builtin_texture_type)) texture : public textureReference {
  texture(int normalized = 0, enum cudaTextureFilterMode filter = cudaFilterModePoint,
          enum cudaTextureAddressMode address = cudaAddressModeClamp);
  texture(int normalized, enum cudaTextureFilterMode filter, enum cudaTextureAddressMode address,
          struct cudaChannelFormatDesc description);
};
template <class T_, int type = cudaSurfaceType1D>
struct __attribute__((device_builtin_surface_type)) surface : public surfaceReference {
  surface();
};
template <int type>
struct __attribute__((device_builtin_surface_type)) surface<void, type> : public surfaceReference {
  surface();
};

namespace warplint_model {
/// What a fetch gives: the element, or a float vector of as many components.
template <class T_, enum cudaTextureReadMode mode> struct Fetched {
  typedef T_ type;
};
#define WARPLINT_NORMALIZED(element, result)                                                       \
  template <> struct Fetched<element, cudaReadModeNormalizedFloat> {                               \
    typedef result type;                                                                           \
  };
WARPLINT_NORMALIZED(char, float)
WARPLINT_NORMALIZED(signed char, float)
WARPLINT_NORMALIZED(unsigned char, float)
WARPLINT_NORMALIZED(short, float)
WARPLINT_NORMALIZED(unsigned short, float)
WARPLINT_NORMALIZED(char1, float1)
WARPLINT_NORMALIZED(uchar1, float1)
WARPLINT_NORMALIZED(short1, float1)
WARPLINT_NORMALIZED(ushort1, float1)
WARPLINT_NORMALIZED(char2, float2)
WARPLINT_NORMALIZED(uchar2, float2)
WARPLINT_NORMALIZED(short2, float2)
WARPLINT_NORMALIZED(ushort2, float2)
WARPLINT_NORMALIZED(char4, float4)
WARPLINT_NORMALIZED(uchar4, float4)
WARPLINT_NORMALIZED(short4, float4)
WARPLINT_NORMALIZED(ushort4, float4)
#undef WARPLINT_NORMALIZED
} // namespace warplint_model

#define WARPLINT_FETCH(name, referenceType, ...)                                                   \
  template <class T_, enum cudaTextureReadMode mode>                                               \
  typename warplint_model::Fetched<T_, mode>::type name(texture<T_, referenceType, mode>,          \
                                                        __VA_ARGS__);
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

#define WARPLINT_SURFACE(dimensions, referenceType, ...)                                           \
  template <class T_>                                                                              \
  T_ surf##dimensions##read(surface<void, referenceType>, __VA_ARGS__,                             \
                            cudaSurfaceBoundaryMode = cudaBoundaryModeTrap);                       \
  template <class T_>                                                                              \
  void surf##dimensions##read(T_ *, surface<void, referenceType>, __VA_ARGS__,                     \
                              cudaSurfaceBoundaryMode = cudaBoundaryModeTrap);                     \
  template <class T_>                                                                              \
  void surf##dimensions##write(T_, surface<void, referenceType>, __VA_ARGS__,                      \
                               cudaSurfaceBoundaryMode = cudaBoundaryModeTrap);
WARPLINT_SURFACE(1D, cudaSurfaceType1D, int)
WARPLINT_SURFACE(2D, cudaSurfaceType2D, int, int)
WARPLINT_SURFACE(3D, cudaSurfaceType3D, int, int, int)
WARPLINT_SURFACE(1DLayered, cudaSurfaceType1DLayered, int, int)
WARPLINT_SURFACE(2DLayered, cudaSurfaceType2DLayered, int, int, int)
WARPLINT_SURFACE(Cubemap, cudaSurfaceTypeCubemap, int, int, int)
#undef WARPLINT_SURFACE

template <class T_, int type, enum cudaTextureReadMode mode>
cudaError_t cudaBindTexture(size_t *, const texture<T_, type, mode> &, const void *,
                            const cudaChannelFormatDesc &, size_t = 0xffffffff);
template <class T_, int type, enum cudaTextureReadMode mode>
cudaError_t cudaBindTexture(size_t *, const texture<T_, type, mode> &, const void *,
                            size_t = 0xffffffff);
template <class T_, int type, enum cudaTextureReadMode mode>
cudaError_t cudaBindTexture2D(size_t *, const texture<T_, type, mode> &, const void *,
                              const cudaChannelFormatDesc &, size_t, size_t, size_t);
template <class T_, int type, enum cudaTextureReadMode mode>
cudaError_t cudaBindTexture2D(size_t *, const texture<T_, type, mode> &, const void *, size_t,
                              size_t, size_t);
template <class T_, int type, enum cudaTextureReadMode mode>
cudaError_t cudaBindTextureToArray(const texture<T_, type, mode> &, cudaArray_const_t,
                                   const cudaChannelFormatDesc &);
template <class T_, int type, enum cudaTextureReadMode mode>
cudaError_t cudaBindTextureToArray(const texture<T_, type, mode> &, cudaArray_const_t);
template <class T_, int type, enum cudaTextureReadMode mode>
cudaError_t cudaBindTextureToMipmappedArray(const texture<T_, type, mode> &,
                                            cudaMipmappedArray_const_t,
                                            const cudaChannelFormatDesc &);
template <class T_, int type, enum cudaTextureReadMode mode>
cudaError_t cudaUnbindTexture(const texture<T_, type, mode> &);
template <class T_, int type, enum cudaTextureReadMode mode>
cudaError_t cudaGetTextureAlignmentOffset(size_t *, const texture<T_, type, mode> &);
template <class T_, int type>
cudaError_t cudaBindSurfaceToArray(const surface<T_, type> &, cudaArray_const_t,
                                   const cudaChannelFormatDesc &);
template <class T_, int type>
cudaError_t cudaBindSurfaceToArray(const surface<T_, type> &, cudaArray_const_t);

#pragma clang force_cuda_host_device end
#endif
