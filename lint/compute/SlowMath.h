//===- SlowMath.h - powers and divisions that something replaces -*- C++ -*-===//
#ifndef WARPLINT_COMPUTE_SLOWMATH_H
#define WARPLINT_COMPUTE_SLOWMATH_H

#include "lint/compute/DeviceWalk.h"

namespace warplint::compute {

/// Powers with small constant exponents; divisions in loops, of integers by what is not a
/// constant, of floats by what the loop does not change; functions that have a fast intrinsic.
std::vector<Site> slowMath(clang::ASTContext &context, const Options &options,
                           const Kernels &kernels, KnownUses &uses);

} // namespace warplint::compute

#endif
