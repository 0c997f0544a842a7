//===- Outdated.h - sources that the program was not built from -*- C++ -*-===//
//
// Line information is of the source as it was when the program was built. Who
// edits and does not build again gets verdicts on other lines.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_RUNTIME_OUTDATED_H
#define WARPLINT_RUNTIME_OUTDATED_H

#include "lint/evidence/Analysis.h"
#include "runtime-check/Measurement.h"

#include <span>

namespace warplint::runtime {

/// Measured source files that are not, or may not be, what the program was built from: by file as
/// the measurement names it, how it shows. Told
/// - by their time, where one of `measurement.programs` holds the file's kernels and is older (a
///   program that loads its kernels, such as Python, does not hold them);
/// - by instructions on lines that the file does not have, that are empty, or that belong to
///   another kernel. `functions` are what the linter sees there.
std::map<std::string, std::string> outdatedSources(const Measurement &measurement,
                                                   std::span<const DeviceFunction> functions);

/// True if the file is a program that was compiled with the kernel in it, by its plain name.
bool holdsKernel(const std::string &program, const std::string &kernel);

} // namespace warplint::runtime

#endif
