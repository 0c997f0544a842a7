//===- OpenLoops.h - the loops around a site --------------------*- C++ -*-===//
//
// One iteration of a loop whose length is not known stands for all of them, so that
// counts of sites compare only where they are of the same loops. What is needed to
// tell is noted with each pass over a site.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_SIMT_OPENLOOPS_H
#define WARPLINT_SIMT_OPENLOOPS_H

#include "lint/simt/Recorder.h"

#include <algorithm>

namespace warplint::simt {

/// What open_loop_length says of a loop whose length nothing is known of.
inline std::string lengthByLine(unsigned line) {
  return "of the loop in line " + std::to_string(line);
}

/// Of one pass over a site inside of `passes`, the loops that are run by an iteration which stands
/// for others, the outermost first. Sites that are passed in loops of different depths are taken
/// to be of the deepest: it outgrows the others.
template <typename Passes>
void noteOpenLoops(SiteRecord &record, const Passes &passes,
                   const std::map<LoopId, LoopTrips> &lengths) {
  constexpr double most = 1e12; // of what a count holds
  double meant = 1, factor = 1;
  std::int64_t open = 0;
  std::int64_t line = 0;
  std::vector<std::string> bounds;
  for (const auto &pass : passes) {
    if (pass.trips > 0) { // cut short
      meant = std::min(most, meant * static_cast<double>(pass.trips));
      continue;
    }
    ++open;
    const auto known = lengths.find(pass.loop);
    const LoopTrips length = known == lengths.end() ? LoopTrips() : known->second;
    line = length.line;
    bounds.push_back(length.bound.empty() ? lengthByLine(length.line) : length.bound);
    if (!length.bound.empty())
      factor *= length.factor;
  }
  record.add("passes", 1);
  record.add("passes_meant", static_cast<std::int64_t>(meant));
  if (open == 0 || open < record.maxima["open_loops"])
    return;
  record.atLeast("open_loops", open);
  std::sort(bounds.begin(), bounds.end());
  std::string length;
  for (const std::string &bound : bounds)
    length += (length.empty() ? "" : " * ") + bound;
  record.evidence["open_loops"] = open;
  record.evidence["open_loop_line"] = line;
  record.evidence["open_loop_length"] = length;
  record.evidence["open_loop_factor"] = factor;
}

/// When all passes are over: how often each that was counted happens, for each open_loop_length.
inline void finishOpenLoops(const SiteRecord &record, Evidence &evidence) {
  const auto sumOf = [&](const char *name) {
    const auto found = record.sums.find(name);
    return found == record.sums.end() ? 0.0 : static_cast<double>(found->second);
  };
  double weight = numberAt(evidence, "open_loop_factor").value_or(1);
  evidence.erase("open_loop_factor");
  if (const double passes = sumOf("passes"); passes > 0)
    weight *= sumOf("passes_meant") / passes;
  if (weight != 1)
    evidence["weight"] = weight;
}

} // namespace warplint::simt

#endif
