//===- ComparePropertyTest.cpp - whatever the evidence is -----------------===//

#include "tests/compare/Evidence.h"

#include <rapidcheck/gtest.h>

namespace warplint::compare {
namespace {

/// Recorded evidence, its counts and times changed at random, and lines shifted.
EvidenceRun changedRun(EvidenceRun run) {
  const unsigned shift = *rc::gen::inRange(0U, 50U);
  for (RunSite &site : run.sites) {
    if (site.line > 0)
      site.line += shift;
    for (auto &[name, value] : site.evidence) {
      if (*rc::gen::inRange(0, 3) != 0 || name.starts_with("launches") ||
          name == "threads_launched")
        continue;
      if (auto *count = std::get_if<std::int64_t>(&value))
        *count = *rc::gen::inRange(0, 1000000);
      else if (auto *number = std::get_if<double>(&value))
        *number = *rc::gen::inRange(1, 1000) / 100.0;
    }
  }
  return run;
}

Change mirrored(Change change) {
  return change == Change::Better  ? Change::Worse
         : change == Change::Worse ? Change::Better
                                   : change;
}

void expectMirrored(const Metric &metric, const Metric &other) {
  RC_ASSERT(other.name == metric.name);
  RC_ASSERT(other.change == mirrored(metric.change));
}

RC_GTEST_PROP(CompareProperty, ExchangingTheSidesExchangesBetterAndWorse, ()) {
  const EvidenceRun recorded = readRecorded(*rc::gen::element<std::string>(
      "shared-bank-conflict", "divergence-loop", "memory-repeated-load", "async-unaligned-copy"));
  std::vector<EvidenceRun> before, after;
  for (int i = *rc::gen::inRange(1, 6); i > 0; --i)
    before.push_back(changedRun(recorded));
  for (int i = *rc::gen::inRange(1, 6); i > 0; --i)
    after.push_back(changedRun(recorded));
  const Comparison there = compareRuns(before, after), back = compareRuns(after, before);
  RC_ASSERT(there.kernels.size() == back.kernels.size());
  for (const KernelPair &kernel : there.kernels) {
    const KernelPair *other = nullptr;
    for (const KernelPair &candidate : back.kernels)
      if (candidate.instantiation == kernel.instantiation)
        other = &candidate;
    RC_ASSERT(other != nullptr);
    RC_ASSERT(other->metrics.size() == kernel.metrics.size());
    for (std::size_t i = 0; i < kernel.metrics.size(); ++i)
      expectMirrored(kernel.metrics[i], other->metrics[i]);
  }
  RC_ASSERT(!toJson(there, {}).dump().empty());
  RC_ASSERT(!inWords(there, {}, {true}).empty());
}

RC_GTEST_PROP(CompareProperty, AShiftOfLinesAloneIsNoChange, ()) {
  const EvidenceRun before = readRecorded("memory-repeated-load");
  EvidenceRun after = before;
  const unsigned shift = *rc::gen::inRange(1U, 500U);
  for (RunSite &site : after.sites)
    if (site.line > 0)
      site.line += shift;
  const Comparison comparison = compareRuns({before}, {after});
  RC_ASSERT(comparison.count(Change::Worse) + comparison.count(Change::Better) == 0U);
  for (const KernelPair &kernel : comparison.kernels)
    for (const SitePair &site : kernel.sites) {
      RC_ASSERT(site.before && site.after);
      RC_ASSERT(site.after->line == site.before->line + shift);
    }
}

} // namespace
} // namespace warplint::compare
