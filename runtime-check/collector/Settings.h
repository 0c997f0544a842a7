//===- Settings.h - what the collector is asked for ------------*- C++ -*-===//
//
// The collector lives in somebody else's process, so it is told by environment
// variables, which children inherit:
//
//   WARPLINT_EVIDENCE_DIR  folder for the evidence files; without it nothing is done
//   WARPLINT_KERNELS       kernels to measure, one a line, as plainKernelName() gives
//                          them; `@FILE` reads them from a file; absent or empty: all
//   WARPLINT_FIGURES       1: take figures of kernels as a whole (Figure.h) instead of counts of
//                          their instructions (Instruction.h)
//   WARPLINT_ACTIVITY      1: write down when calls, copies and kernels began and ended
//                          (Activity.h), instead of counting anything
//   WARPLINT_METRICS       CUPTI's names, separated by commas; absent or empty: all
//   WARPLINT_LAUNCHES      launches of each instantiation to measure; 8
//   WARPLINT_GRAPHS        1: measure kernels in CUDA graphs too (counts only)
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_RUNTIME_COLLECTOR_SETTINGS_H
#define WARPLINT_RUNTIME_COLLECTOR_SETTINGS_H

#include "runtime-check/Figure.h"
#include "runtime-check/Instruction.h"

#include <set>
#include <string>
#include <vector>

namespace warplint::runtime {

struct Settings {
  std::string folder;
  std::set<std::string, std::less<>> kernels; ///< empty: all
  bool takesFigures = false;                  ///< instead of counts
  bool takesActivity = false;                 ///< instead of both
  std::vector<const Figure *> figures;
  std::vector<Metric> metrics;
  unsigned launches = 8;
  bool graphs = false;
  std::vector<std::string> problems; ///< what was asked for and cannot be had

  bool wants(const std::string &kernel) const {
    return kernels.empty() || kernels.contains(kernel);
  }
};

Settings settingsFromEnvironment();

} // namespace warplint::runtime

#endif
