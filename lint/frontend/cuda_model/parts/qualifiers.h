//===- qualifiers.h - CUDA's keywords and version macros -------*- C++ -*-===//
#ifndef WARPLINT_CUDA_MODEL_PARTS_QUALIFIERS_H
#define WARPLINT_CUDA_MODEL_PARTS_QUALIFIERS_H
#pragma clang system_header

#define __CUDACC__ 1
#ifndef __CUDACC_VER_MAJOR__
#define __CUDACC_VER_MAJOR__ 13
#define __CUDACC_VER_MINOR__ 0
#define __CUDACC_VER_BUILD__ 48
#endif
#define __CUDACC_EXTENDED_LAMBDA__ 1
#define __CUDACC_RELAXED_CONSTEXPR__ 1
#define __CUDA_API_VERSION_MAJOR__ __CUDACC_VER_MAJOR__
#define __CUDA_API_VERSION_MINOR__ __CUDACC_VER_MINOR__
#define CUDART_VERSION 13000
#define CUDA_VERSION 13000
#define CUDA_API_PER_THREAD_DEFAULT_STREAM_MODEL 0

#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
// Managed memory is addressed from both sides. Clang has it for HIP only.
#define __managed__ __attribute__((device))
#define __grid_constant__ __attribute__((grid_constant))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
// Clang 19 has no attributes for these: the annotations keep their values in the AST.
#define __cluster_dims__(...) __attribute__((annotate("cluster_dims", __VA_ARGS__)))
#define __block_size__(...) __attribute__((annotate("block_size", __VA_ARGS__)))
#define __maxnreg__(...) __attribute__((annotate("maxnreg", __VA_ARGS__)))

#define __forceinline__ __inline__ __attribute__((always_inline))
#define __inline_hint__ __inline__
// __noinline__ is a keyword of Clang's in CUDA mode; a macro would break libstdc++.
#define __align__(...) __attribute__((aligned(__VA_ARGS__)))
#define __CUDA_ALIGN__(bytes) __align__(bytes)
#define __builtin_align__(...) __attribute__((aligned(__VA_ARGS__)))
#define __thread__ __thread
#define __annotate__(...) __attribute__((annotate(__VA_ARGS__)))
#define __location__(place) __attribute__((place))
#define __specialization_static static
#define __device_builtin__
#define __device_builtin_texture_type__
#define __device_builtin_surface_type__
#define __cudart_builtin__
#define __nv_pure__ __attribute__((pure))
#define __nv_is_extended_device_lambda_closure_type(type) false
#define __nv_is_extended_host_device_lambda_closure_type(type) false
#define __no_return__ __attribute__((noreturn))
#define __CUDA_HOSTDEVICE__ __host__ __device__
#define CUDARTAPI
#define CUDARTAPI_CDECL
#define CUDAAPI
#define CUDA_CB
#define CUDART_CB
#define NV_NOEXCEPT noexcept

#define __DEVICE_LAUNCH_PARAMETERS_H__
#define __CUDA_RUNTIME_H__
#define __CUDA_RUNTIME_API_H__
#define __DRIVER_TYPES_H__
#define __VECTOR_TYPES_H__
#define __VECTOR_FUNCTIONS_H__
#define __HOST_DEFINES_H__

#endif
