//===- AnalyseSource.h - sites of CUDA source given as a string -*- C++ -*-===//
#ifndef WARPLINT_TESTS_SIMT_ANALYSESOURCE_H
#define WARPLINT_TESTS_SIMT_ANALYSESOURCE_H

#include "lint/evidence/Analysis.h"
#include "lint/evidence/Site.h"

#include <functional>

namespace warplint {

/// What the interpreter finds in a file of that text. A few declarations of CUDA's
/// (qualifiers, threadIdx, float4, <<<>>>) come before it; line 1 is its own.
std::vector<Site> analyseSource(const std::string &code);

struct SourceAnalysis {
  std::vector<Site> sites;
  std::vector<LaunchRecord> launches;
  std::vector<std::string> notes;
  unsigned kernels = 0;
  bool partial = false;
  unsigned leftOut = 0;
};
/// As simt::Options::inParallel.
using InParallel = std::function<std::vector<std::string>(
    std::size_t, const std::function<std::string(std::size_t)> &)>;
/// `clangArguments` come after those that are always given. There is time for `runs` of kernels.
SourceAnalysis analyseWhole(const std::string &code,
                            const std::vector<std::string> &clangArguments = {},
                            unsigned runs = 1'000'000, const InParallel &inParallel = {});

/// The same of code in which Clang finds errors, as it does where headers are missing.
SourceAnalysis analyseDamaged(const std::string &code);

} // namespace warplint

#endif
