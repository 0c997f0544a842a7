//===- memcpy_async.h - group-wide asynchronous copies ---------*- C++ -*-===//
#pragma once
#pragma clang system_header
#include "../../parts/aligned_size.h"
#include "../cooperative_groups.h"
#include "../cuda_pipeline.h"
#pragma clang force_cuda_host_device begin
namespace cooperative_groups {
namespace __v1 {
// `layout` is a count of bytes, or a cuda::aligned_size_t, or a count of elements
// in the forms that have one for each side.
template <class GroupT, class T_, class Layout>
void memcpy_async(const GroupT &group, T_ *destination, const T_ *source, const Layout &layout);
template <class GroupT, class Layout>
void memcpy_async(const GroupT &group, void *destination, const void *source, const Layout &layout);
template <class GroupT, class T_, class DestinationLayout, class SourceLayout>
void memcpy_async(const GroupT &group, T_ *destination, const DestinationLayout &destinationLayout,
                  const T_ *source, const SourceLayout &sourceLayout);
template <class GroupT> void wait(const GroupT &);
template <unsigned Stages, class GroupT> void wait_prior(const GroupT &);
} // namespace __v1
using namespace __v1;
} // namespace cooperative_groups
#pragma clang force_cuda_host_device end
