//===- MatrixProducts.h - matrix products without Tensor Cores -*- C++ -*-===//
#ifndef WARPLINT_COMPUTE_MATRIXPRODUCTS_H
#define WARPLINT_COMPUTE_MATRIXPRODUCTS_H

#include "lint/compute/DeviceWalk.h"

namespace warplint::compute {

/// Sums of products of two loaded elements, over a loop, where each element is of a row or column
/// that the other does not depend on: C[i][j] += A[i][k] * B[k][j], through tiles in shared memory
/// and arrays in registers too. Dot products (both elements go with the same coordinates), products
/// of a matrix and a vector, and filters with weights of their own are none.
std::vector<Site> matrixProducts(clang::ASTContext &context, const Options &options,
                                 const Kernels &kernels, KnownUses &uses);

} // namespace warplint::compute

#endif
