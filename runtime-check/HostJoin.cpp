//===- HostJoin.cpp - what was measured of a call in host code ------------===//
//
// No record says which line made a call. Its function, and the kernels that the
// loop around it launches, tell which calls it may have been.
//
//===----------------------------------------------------------------------===//

#include "runtime-check/Join.h"

#include "runtime-check/KernelName.h"

#include <algorithm>
#include <sstream>

namespace warplint::runtime {
namespace {

std::string textAt(const Finding &finding, const char *name) {
  return std::string(stringAt(finding.predicted, name).value_or(""));
}

/// "first, second"
std::vector<std::string> namesIn(const std::string &text) {
  std::vector<std::string> names;
  std::istringstream in(text);
  for (std::string name; std::getline(in >> std::ws, name, ',');)
    names.push_back(name);
  return names;
}

bool contains(const std::vector<std::string> &names, const std::string &name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

void addCounts(Evidence &sum, const Evidence &evidence) {
  for (const auto &[name, value] : evidence)
    if (const auto *count = std::get_if<std::int64_t>(&value))
      sum[name] = static_cast<std::int64_t>(numberAt(sum, name).value_or(0)) + *count;
}

} // namespace

std::vector<std::string> kernelsAround(const Finding &finding) {
  std::vector<std::string> kernels = namesIn(textAt(finding, "loop_kernels"));
  const std::string launched = textAt(finding, "launched");
  if (!launched.empty())
    kernels.insert(kernels.begin(), launched);
  return kernels;
}

std::string kernelOf(const Finding &finding) {
  return finding.kernel.empty() ? textAt(finding, "launched") : finding.kernel;
}

/// By which function the device is waited for: an algorithm of Thrust's waits for its stream before
/// it returns what it has found.
std::string calledBy(const Finding &finding) {
  return finding.op.starts_with("thrust::") ? "cudaStreamSynchronize" : finding.op;
}

Joined hostCall(const Finding &finding, const Measurement &measurement, bool needsIterations) {
  using Outcome = Joined::Outcome;
  const std::vector<std::string> around = kernelsAround(finding);
  const std::string called = calledBy(finding);
  const auto isHere = [&](const MeasuredSite &measured) {
    const std::string &file = measured.site.span.file; // of the reference kernels alone
    return measured.site.kind == SiteKind::HostCall &&
           (file.empty() || sameFile(finding.span.file, file).same);
  };
  bool any = false;
  Evidence beside, everywhere;        // calls of the function
  const MeasuredSite *loop = nullptr; // launches of the first kernel that was launched repeatedly
  std::size_t rank = around.size();
  for (const MeasuredSite &measured : measurement.sites) {
    if (!isHere(measured))
      continue;
    any = true;
    const Site &site = measured.site;
    if (site.op == called) {
      addCounts(everywhere, site.evidence);
      if (contains(around, site.kernel))
        addCounts(beside, site.evidence);
    }
    const auto place = static_cast<std::size_t>(
        std::find(around.begin(), around.end(), site.kernel) - around.begin());
    if (site.op == "launch" && place < rank && site.evidence.contains("span_ns")) {
      loop = &measured;
      rank = place;
    }
  }
  // What a loop does before its first launch comes behind another kernel; launches do not.
  const bool mayBeBefore = beside.empty() && finding.op != "launch";
  const Evidence &calls = mayBeBefore ? everywhere : beside;
  if (!any)
    return {Outcome::NotMeasured, {}, {}};
  if (calls.empty())
    return {Outcome::NotExecuted, {}, {}};
  if (needsIterations && !loop)
    return {Outcome::NoInstruction, {}, {}};
  Evidence evidence;
  if (loop)
    evidence = loop->site.evidence;
  for (const auto &[name, value] : calls)
    if (name == "calls" || name == "call_ns" || name.starts_with("pageable_") ||
        name.starts_with("pinned_"))
      evidence[name] = value;
  const double span = numberAt(evidence, "span_ns").value_or(0);
  if (span > 0)
    evidence["call_percent"] = 100 * numberAt(evidence, "call_ns").value_or(0) / span;
  return {Outcome::Measured, std::move(evidence), {}};
}

} // namespace warplint::runtime
