//===- nvtx3.hpp - marks for profilers, as classes -------------*- C++ -*-===//
#pragma once
#pragma clang system_header
#include "../nvToolsExt.h"
#define NVTX3_FUNC_RANGE()
namespace nvtx3 {
struct rgb {
  template <class... Args> explicit rgb(Args...);
};
struct event_attributes {
  template <class... Args> event_attributes(const Args &...);
};
template <class Domain> struct scoped_range_in {
  template <class... Args> explicit scoped_range_in(const Args &...);
  ~scoped_range_in();
};
struct domain {
  struct global {};
};
typedef scoped_range_in<domain::global> scoped_range;
template <class... Args> void mark(const Args &...);
} // namespace nvtx3
