//===- Architecture.h - names of architectures of GPUs ---------*- C++ -*-===//
#ifndef WARPLINT_ENGINE_ARCHITECTURE_H
#define WARPLINT_ENGINE_ARCHITECTURE_H

#include <string>
#include <string_view>

namespace warplint::engine {

/// What is wrong with "sm_91" or "compute_9" as the architecture that code is compiled for; empty
/// where GPUs have it. "sm_90a" and "sm_100f" are right, too.
std::string whyNoArchitecture(std::string_view text);

} // namespace warplint::engine

#endif
