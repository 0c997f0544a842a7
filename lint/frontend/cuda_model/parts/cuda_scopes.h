//===- cuda_scopes.h - thread scopes and memory orders ---------*- C++ -*-===//
#pragma once
#pragma clang system_header
#include "../prelude.h"
#include "aligned_size.h"
#pragma clang force_cuda_host_device begin
namespace cuda {
enum thread_scope {
  thread_scope_system,
  thread_scope_device,
  thread_scope_block,
  thread_scope_thread
};
namespace std {
enum memory_order_model {
  memory_order_relaxed,
  memory_order_consume,
  memory_order_acquire,
  memory_order_release,
  memory_order_acq_rel,
  memory_order_seq_cst
};
typedef memory_order_model memory_order;
} // namespace std
using std::memory_order;
using std::memory_order_acq_rel;
using std::memory_order_acquire;
using std::memory_order_consume;
using std::memory_order_relaxed;
using std::memory_order_release;
using std::memory_order_seq_cst;
} // namespace cuda
#pragma clang force_cuda_host_device end
