//===- FusableLaunches.h - launches that one kernel could do ---*- C++ -*-===//
//
// Kernels that are launched one behind the other, each of which reads what the
// thread of the same number has just written, and nothing that another thread
// has. What cannot be told to be so is not reported.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_USAGE_FUSABLELAUNCHES_H
#define WARPLINT_USAGE_FUSABLELAUNCHES_H

#include "lint/usage/HostProgram.h"

namespace warplint::usage {

struct FusableLaunches {
  std::vector<const Operation *> launches; ///< two or more, in order
  /// What moves between memory and the kernels for each element, and would not if they were one.
  std::int64_t bytes = 0;
  std::string buffer; ///< first that hands elements from one to the next, as written
};

std::vector<FusableLaunches> fusableLaunches(const HostProgram &program, const HostBody &body);

} // namespace warplint::usage

#endif
