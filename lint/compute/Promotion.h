//===- Promotion.h - floats that are computed in double --------*- C++ -*-===//
#ifndef WARPLINT_COMPUTE_PROMOTION_H
#define WARPLINT_COMPUTE_PROMOTION_H

#include "lint/compute/DeviceWalk.h"

namespace warplint::compute {

/// Arithmetic on floats that a double constant or a mathematical function turns into arithmetic in
/// double, where the result is a float again, an integer, or a comparison.
///
/// What the compiler makes FP32 of all the same is left out: one operation between floats and
/// constants that are floats exactly, whose result is a float at once (rounding a sum, difference,
/// product or quotient of floats from double to float gives what FP32 gives), and comparisons with
/// such a constant. nvcc 13.0 does so by LLVM's rules for fptrunc.
std::vector<Site> promotions(clang::ASTContext &context, const Options &options,
                             const Kernels &kernels, KnownUses &uses);

} // namespace warplint::compute

#endif
