//===- cache_hints.h - loads and stores with cache hints ---------------*- C++ -*-===//
#ifndef WARPLINT_CUDA_MODEL_PARTS_CACHE_HINTS_H
#define WARPLINT_CUDA_MODEL_PARTS_CACHE_HINTS_H
#pragma clang system_header

template <class T_> __device__ T_ __ldca(const T_ *);
template <class T_> __device__ T_ __ldcg(const T_ *);
template <class T_> __device__ T_ __ldcs(const T_ *);
template <class T_> __device__ T_ __ldcv(const T_ *);
template <class T_> __device__ T_ __ldlu(const T_ *);
namespace warplint_model {
/// Keeps the value parameter out of deduction: `__stcs(&f, 1)` stores a float.
template <class T_> struct Same {
  typedef T_ type;
};
} // namespace warplint_model
template <class T_> __device__ void __stcg(T_ *, typename warplint_model::Same<T_>::type);
template <class T_> __device__ void __stcs(T_ *, typename warplint_model::Same<T_>::type);
template <class T_> __device__ void __stwb(T_ *, typename warplint_model::Same<T_>::type);
template <class T_> __device__ void __stwt(T_ *, typename warplint_model::Same<T_>::type);

#endif
