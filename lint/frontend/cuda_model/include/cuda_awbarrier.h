//===- cuda_awbarrier.h - nvcuda::experimental::awbarrier ------*- C++ -*-===//
#pragma once
#pragma clang system_header
#include "cuda_awbarrier_primitives.h"
#pragma clang force_cuda_host_device begin
namespace nvcuda {
namespace experimental {
class awbarrier {
  unsigned long long state;

public:
  class arrival_token {
    unsigned long long token;

  public:
    arrival_token() = default;
    unsigned pending_count() const;
  };
  awbarrier() = default;
  arrival_token arrive();
  arrival_token arrive_and_drop();
  bool timed_wait(arrival_token, unsigned hint);
  bool timed_wait_parity(bool, unsigned hint);
  void wait(arrival_token);
  void arrive_and_wait();
  bool try_wait(arrival_token, unsigned hint);
  bool try_wait_parity(bool, unsigned hint);
  static constexpr unsigned max();
};
void init(awbarrier *, unsigned expected);
} // namespace experimental
} // namespace nvcuda
#pragma clang force_cuda_host_device end
