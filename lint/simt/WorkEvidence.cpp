//===- WorkEvidence.cpp - arithmetic and traffic, as evidence -------------===//

#include "lint/simt/WorkEvidence.h"

#include <algorithm>
#include <numeric>

namespace warplint::simt {

namespace {

std::string joined(const std::vector<std::string> &texts) {
  std::string result;
  for (const std::string &text : texts)
    result += (result.empty() ? "" : "; ") + text;
  return result;
}

} // namespace

void addWork(Evidence &evidence, const WorkSummary &work, const std::vector<std::string> &lost) {
  constexpr std::array always{Unit::Fp16, Unit::Fp32, Unit::Fp64};
  for (std::size_t i = 0; i < unitCount; ++i) {
    const auto unit = static_cast<Unit>(i);
    const bool isPlain = std::find(always.begin(), always.end(), unit) != always.end();
    if (isPlain || work.flops[i] > 0)
      evidence["flops_" + std::string(name(unit))] = work.flops[i];
  }
  evidence["special_operations"] = work.special;
  evidence["integer_operations"] = work.integer;
  evidence["work_basis"] = work.basis;
  std::vector<std::string> restsOn = work.restsOn;
  for (const std::string &what : lost)
    restsOn.push_back("not followed: " + what);
  if (!restsOn.empty())
    evidence["work_rests_on"] = joined(restsOn);
  if (!work.unseen.empty()) {
    // Bytes that are not all known give no intensity.
    evidence["traffic_unseen"] =
        joined(std::vector<std::string>(work.unseen.begin(), work.unseen.end()));
    return;
  }
  evidence["bytes_accessed"] = work.accessed;
  if (work.requested)
    evidence["bytes_requested"] = *work.requested;
  if (work.unique)
    evidence["bytes_unique"] = *work.unique;
  const double flops = std::accumulate(work.flops.begin(), work.flops.end(), 0.0);
  const auto addIntensity = [&](const char *name, std::optional<double> bytes) {
    if (bytes && *bytes > 0)
      evidence[name] = flops / *bytes;
  };
  addIntensity("arithmetic_intensity_accessed", work.accessed);
  addIntensity("arithmetic_intensity_requested", work.requested);
  addIntensity("arithmetic_intensity", work.unique);
}

} // namespace warplint::simt
