//===- Diagnose.h - why nothing was measured -------------------*- C++ -*-===//
#ifndef WARPLINT_RUNTIME_DIAGNOSE_H
#define WARPLINT_RUNTIME_DIAGNOSE_H

#include <string>

namespace warplint::runtime {

/// A sentence on what this machine lacks for measuring with that injection library: the library,
/// a driver, a GPU, CUPTI. Empty: nothing is missing. Tried in a process of its own.
std::string whatIsMissing(const std::string &injectionLibrary);

} // namespace warplint::runtime

#endif
