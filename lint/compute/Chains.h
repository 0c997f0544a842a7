//===- Chains.h - loops in which each operation waits for the last -*- C++ -*-===//
#ifndef WARPLINT_COMPUTE_CHAINS_H
#define WARPLINT_COMPUTE_CHAINS_H

#include "lint/compute/DeviceWalk.h"

namespace warplint::compute {

/// Innermost loops that read no memory and hand one floating-point value from iteration to
/// iteration: the latency of the operations between, and the instructions of an iteration. Whether
/// other warps hide that is a matter of the launch.
std::vector<Site> chains(clang::ASTContext &context, const Options &options, const Kernels &kernels,
                         KnownUses &uses);

} // namespace warplint::compute

#endif
