//===- LaunchEvidence.h - launches on a chip, as evidence ------*- C++ -*-===//
#ifndef WARPLINT_CHIPS_LAUNCHEVIDENCE_H
#define WARPLINT_CHIPS_LAUNCHEVIDENCE_H

#include "lint/chips/Chip.h"
#include "lint/chips/Resources.h"
#include "lint/evidence/Analysis.h"

namespace warplint::chips {

/// Adds to the sites of kernels, and of their launches, what the compiler made of them. A launch
/// gets registers only where all instantiations of its kernel have as many; a kernel's site gets
/// the instantiation that spills most, or has most registers.
void addResources(std::vector<FileAnalysis> &files, const std::vector<KernelResources> &resources);

/// Adds to the sites of launches and kernels what follows from their numbers: warps, lanes without
/// a thread, occupancy with its limiter and the next steps. `chip`: what they are to run on; null
/// for what holds on every chip of the table, whichever it is.
void addOccupancy(std::vector<FileAnalysis> &files, const Chip *chip);

} // namespace warplint::chips

#endif
