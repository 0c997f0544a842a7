//===- Evidence.h - evidence files for tests -------------------*- C++ -*-===//
#ifndef WARPLINT_TESTS_COMPARE_EVIDENCE_H
#define WARPLINT_TESTS_COMPARE_EVIDENCE_H

#include "lint/compare/Compare.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace warplint::compare {

inline std::string recorded(const std::string &rule) {
  return std::string(WARPLINT_SOURCE_DIR) + "/runtime-check/evidence/" + rule + ".json";
}

inline EvidenceRun readRecorded(const std::string &rule) {
  const auto run = readRun(recorded(rule));
  EXPECT_TRUE(run) << (run ? "" : run.error().str());
  return run.value_or(EvidenceRun());
}

inline RunSite *find(EvidenceRun &run, SiteKind kind, const std::string &kernel,
                     unsigned line = 0) {
  for (RunSite &site : run.sites)
    if (site.kind == kind && site.kernel == kernel && (line == 0 || site.line == line))
      return &site;
  ADD_FAILURE() << "no site of " << kernel;
  return nullptr;
}

inline Comparison compareRuns(const std::vector<EvidenceRun> &before,
                              const std::vector<EvidenceRun> &after, const Options &options = {}) {
  const auto result = compared(before, after, options);
  EXPECT_TRUE(result) << (result ? "" : result.error().str());
  return result.value_or(Comparison());
}

inline const KernelPair *kernelNamed(const Comparison &comparison, const std::string &name) {
  for (const KernelPair &kernel : comparison.kernels)
    if (kernel.name == name)
      return &kernel;
  return nullptr;
}

inline const Metric *metricNamed(const std::vector<Metric> &metrics, const std::string &name) {
  for (const Metric &metric : metrics)
    if (metric.name == name)
      return &metric;
  return nullptr;
}

} // namespace warplint::compare

#endif
