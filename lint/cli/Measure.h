//===- Measure.h - running a program to measure its kernels ----*- C++ -*-===//
#ifndef WARPLINT_CLI_MEASURE_H
#define WARPLINT_CLI_MEASURE_H

#include "runtime-check/Measurement.h"
#include "runtime-check/Sanitizer.h"

#include <optional>
#include <set>

namespace warplint::cli {

struct MeasureRequest {
  std::vector<std::string> command;
  std::set<std::string> kernels; ///< plain names; empty: all
  std::set<std::string> metrics; ///< CUPTI's names; empty: all
  std::string collector;         ///< the injection library; empty: the one beside the program
  unsigned launches = 8;         ///< of each instantiation
  unsigned timeLimit = 0;        ///< seconds; 0: none
  bool graphs = false;           ///< kernels in CUDA graphs too
  bool figures = false;          ///< of kernels as a whole, instead of counts by line
  bool activity = false;         ///< when calls, copies and kernels ran, instead of both
  bool keepOutput = false;       ///< the program's output is not shown
};

/// Runs the command with the collector in every process of it. What went wrong with it, or why
/// there is nothing to see, is in the notes. An Error where the command could not be started.
Expected<runtime::Measurement> measure(const MeasureRequest &request);

/// The same request for kernel-level figures. Each launch is run many times for them.
MeasureRequest forFigures(MeasureRequest request);

/// The same request for activity records.
MeasureRequest forActivity(MeasureRequest request);

/// Runs the command under compute-sanitizer. Empty where that is not installed.
Expected<std::optional<runtime::SanitizerRun>> sanitize(const std::string &tool,
                                                        const MeasureRequest &request);

/// The injection library: given, beside the program, or where it is installed.
std::string collectorLibrary(const std::string &given);

} // namespace warplint::cli

#endif
