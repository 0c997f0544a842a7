//===- Launches.h - what a program's launches say of its groups -*- C++ -*-===//
#ifndef WARPLINT_FRONTEND_LAUNCHES_H
#define WARPLINT_FRONTEND_LAUNCHES_H

#include "lint/evidence/Analysis.h"

namespace warplint::frontend {

/// Adds to each use of a grid group (sites of kind group, `of` is "grid") how its kernel is
/// launched in all of `files`, with a note at the first launch that is not cooperative. Uses of
/// clusters lose `cluster_blocks` where launches in other files say otherwise.
void addLaunches(std::vector<FileAnalysis> &files);

} // namespace warplint::frontend

#endif
