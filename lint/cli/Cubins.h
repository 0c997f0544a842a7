//===- Cubins.h - what compiled kernels need, from their files -*- C++ -*-===//
#ifndef WARPLINT_CLI_CUBINS_H
#define WARPLINT_CLI_CUBINS_H

#include "lint/chips/Resources.h"

namespace warplint::cli {

/// The kernels of all cubins in a file: of the cubin itself, or of those that a program or library
/// holds uncompressed. Anything else, damaged files included, gives none.
std::vector<chips::KernelResources> readCubins(std::string_view bytes);

} // namespace warplint::cli

#endif
