//===- DeviceAlgorithms.h - Thrust's algorithms on the device --*- C++ -*-===//
#ifndef WARPLINT_USAGE_DEVICEALGORITHMS_H
#define WARPLINT_USAGE_DEVICEALGORITHMS_H

#include "clang/AST/Expr.h"

namespace warplint::usage {

/// `thrust::reduce(first, last)` of memory on the device: the host has its result when it returns,
/// for which it waits. Nothing that may run on the host, nor what is called with a policy that
/// waits for no more than it must (`thrust::cuda::par_nosync`). `callee`: what is called, by its
/// template where the call depends on template arguments.
bool bringsResultToHost(const clang::CallExpr &call, const clang::FunctionDecl &callee);

} // namespace warplint::usage

#endif
