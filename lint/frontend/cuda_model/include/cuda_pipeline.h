//===- cuda_pipeline.h - nvcuda::experimental::pipeline --------*- C++ -*-===//
#pragma once
#pragma clang system_header
// Programs ask for the originals by their guards.
#define _CUDA_PIPELINE_H_
#include "cuda_awbarrier.h"
#include "cuda_pipeline_primitives.h"
#pragma clang force_cuda_host_device begin
namespace nvcuda {
namespace experimental {
class pipeline {
public:
  pipeline();
  size_t commit();
  void commit_and_wait();
  void wait(size_t batch);
  template <unsigned N_> void wait_prior();
  template <class Barrier> void arrive_on(Barrier &); // an awbarrier, or a cuda::barrier
};
template <class T_> void memcpy_async(T_ &destination, const T_ &source, pipeline &);
template <class T_, size_t DestinationExtent, size_t SourceExtent>
void memcpy_async(T_ (&destination)[DestinationExtent], const T_ (&source)[SourceExtent],
                  pipeline &);
} // namespace experimental
} // namespace nvcuda
#pragma clang force_cuda_host_device end
