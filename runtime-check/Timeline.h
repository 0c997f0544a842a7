//===- Timeline.h - what host and device did, and when ----------*- C++ -*-===//
//
// Of the activity records of a process, sites of kind `host_call`: one for each
// function of CUDA's interface and kernel that the same thread had launched
// before, and one for each kernel's launches. No record tells a line.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_RUNTIME_TIMELINE_H
#define WARPLINT_RUNTIME_TIMELINE_H

#include "runtime-check/Measurement.h"

#include <istream>

namespace warplint::runtime {

using Nanoseconds = std::int64_t;

struct Interval {
  Nanoseconds begin = 0;
  Nanoseconds end = 0;
};

/// In the order in which the records came.
struct Timeline {
  struct Kernel {
    Interval time;
    std::int64_t correlation = 0;
    std::string name; ///< mangled
  };
  struct Copy {
    Interval time;
    std::int64_t correlation = 0;
    std::string direction; ///< to_device, to_host, on_device, other
    std::string memory;    ///< the host's: pageable, pinned, other
    std::int64_t bytes = 0;
  };
  struct Call {
    Interval time;
    std::int64_t correlation = 0;
    std::int64_t thread = 0;
    std::string name; ///< cudaMemcpyAsync
  };
  std::vector<Kernel> kernels;
  std::vector<Copy> copies;
  std::vector<Interval> sets;
  std::vector<Call> calls;
  std::vector<Interval> overheads; ///< CUPTI's own work, and loading of code
};

/// Lines that are broken are left out.
Timeline readTimeline(std::istream &in);

/// `op` is the function, or "launch"; `kernel` the kernel. Counts and times add up over processes.
std::vector<MeasuredSite> hostCallSites(const Timeline &timeline);

/// Adds the sites of a folder's activity files.
void addTimelines(const std::string &folder, Measurement &measurement);

} // namespace warplint::runtime

#endif
