//===- Unreported.h - what the GPU saw and the linter did not --*- C++ -*-===//
#ifndef WARPLINT_RUNTIME_UNREPORTED_H
#define WARPLINT_RUNTIME_UNREPORTED_H

#include "runtime-check/Join.h"

namespace warplint::runtime {

/// A line that moves at least twice what it need, is at least 1 % of its kernel's traffic in
/// that memory, and that no finding speaks of.
struct UnreportedLine {
  Site site;        ///< counts of all instantiations and accesses of its kind on the line
  double share = 0; ///< of the kernel's sectors or wavefronts, 0 to 1
};

/// The inefficient lines, and how many of them were reported.
struct Coverage {
  std::vector<UnreportedLine> unreported; ///< the largest share first
  unsigned reported = 0;
};
Coverage coverage(const Measurement &measurement, const std::vector<Finding> &findings);

/// "a.cu:12: load in `k`: 8.00 times the sectors needed (35 % of the kernel's)"
std::string inWords(const UnreportedLine &line);

} // namespace warplint::runtime

#endif
