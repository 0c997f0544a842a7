//===- cache_hints.h - loads and stores with cache hints ---------------*- C++ -*-===//
#ifndef WARPLINT_CUDA_MODEL_PARTS_CACHE_HINTS_H
#define WARPLINT_CUDA_MODEL_PARTS_CACHE_HINTS_H
#pragma clang system_header

template <class T> __device__ T __ldca(const T *);
template <class T> __device__ T __ldcg(const T *);
template <class T> __device__ T __ldcs(const T *);
template <class T> __device__ T __ldcv(const T *);
template <class T> __device__ T __ldlu(const T *);
namespace warplint_model {
/// Keeps the value parameter out of deduction: `__stcs(&f, 1)` stores a float.
template <class T> struct Same {
  typedef T type;
};
} // namespace warplint_model
template <class T> __device__ void __stcg(T *, typename warplint_model::Same<T>::type);
template <class T> __device__ void __stcs(T *, typename warplint_model::Same<T>::type);
template <class T> __device__ void __stwb(T *, typename warplint_model::Same<T>::type);
template <class T> __device__ void __stwt(T *, typename warplint_model::Same<T>::type);

#endif
