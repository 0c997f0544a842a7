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

/// Names of unknown numbers within one kernel as a reader knows them: `n`, and `n#2` for another
/// number of that name. Ids count whatever the interpreter met, other headers' numbers included.
class LengthNames {
public:
  /// `text` with each `name#id` so named.
  std::string readable(const std::string &text) {
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t digits = text[at] == '#' ? text.find_first_not_of(decimals, at + 1) : at;
      if (text[at] != '#' || digits == at + 1) {
        result += text[at++];
        continue;
      }
      const std::size_t end = std::min(digits, text.size());
      std::size_t begin = result.find_last_of("*+ ");
      begin = begin == std::string::npos ? 0 : begin + 1;
      auto &known = ids_[result.substr(begin)];
      const std::string id = text.substr(at, end - at);
      auto place = std::find(known.begin(), known.end(), id);
      if (place == known.end())
        place = known.insert(known.end(), id);
      if (place != known.begin())
        result += "#" + std::to_string(place - known.begin() + 1);
      at = end;
    }
    return result;
  }

private:
  static constexpr const char *decimals = "0123456789";
  std::map<std::string, std::vector<std::string>> ids_;
};

/// When all passes are over: how often each that was counted happens, for each open_loop_length.
inline void finishOpenLoops(const SiteRecord &record, Evidence &evidence, LengthNames &names) {
  const auto sumOf = [&](const char *name) {
    const auto found = record.sums.find(name);
    return found == record.sums.end() ? 0.0 : static_cast<double>(found->second);
  };
  double weight = numberAt(evidence, "open_loop_factor").value_or(1);
  evidence.erase("open_loop_factor");
  if (const double passes = sumOf("passes"); passes > 0) {
    const double meant = sumOf("passes_meant") / passes;
    weight *= meant;
    if (meant != 1)
      evidence["passes_meant"] = meant;
  }
  if (weight != 1)
    evidence["weight"] = weight;
  if (const auto length = stringAt(evidence, "open_loop_length")) {
    const std::string readable = names.readable(std::string(*length));
    evidence["open_loop_length"] = readable;
  }
}

} // namespace warplint::simt

#endif
