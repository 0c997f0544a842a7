//===- Sanitizer.cpp - what compute-sanitizer reported --------------------===//
//
//   ========= Error: Race reported between Write access at k(float *)+0x100 in a.cu:15
//   =========     and Read access at k(float *)+0x110 in a.cu:16 [2048 hazards]
//   ========= Barrier error detected. Divergent thread(s) in warp.
//   =========     at k(const float *, float *)+0x100 in a.cu:23
//   ========= Warning: (Warp Level Programming) Potential WAR hazard detected at __shared__ 0x440 …
//   =========     Read Thread (0,0,0) at k(float *)+0x240 in a.cu:8
//   =========         Device Frame: k(const float *, float *)+0x60 in a.cu:18
//
// A place and the device frames behind it are one chain of calls, the innermost first; all of them
// are of the kernel that the last one names.
//
//===----------------------------------------------------------------------===//

#include "runtime-check/Sanitizer.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace warplint::runtime {
namespace {

constexpr std::string_view prefix = "========= ";

// What synccheck of CUDA 13.0 says of every cuda::barrier, `arrive_and_wait()` included.
constexpr std::string_view noise = "Barrier error detected. Missing wait.";

constexpr std::string_view frame = "Device Frame: "; ///< who called what the report is of

/// "… at k(float *)+0x100 in a.cu:15 …", or a device frame.
std::optional<SanitizerReport> placeIn(std::string_view line) {
  const std::size_t offset = line.rfind("+0x");
  const std::size_t in = offset == std::string_view::npos ? offset : line.find(" in ", offset);
  std::size_t at = offset == std::string_view::npos ? offset : line.find(frame);
  if (at != std::string_view::npos)
    at += frame.size();
  else if (at = offset == std::string_view::npos ? offset : line.find(" at ");
           at != std::string_view::npos)
    at += 4;
  if (in == std::string_view::npos || at == std::string_view::npos || at > offset)
    return std::nullopt;
  std::string_view place = line.substr(in + 4);
  if (const std::size_t hazards = place.find(" ["); hazards != std::string_view::npos)
    place = place.substr(0, hazards);
  const std::size_t colon = place.rfind(':');
  if (colon == std::string_view::npos)
    return std::nullopt;
  SanitizerReport report;
  const std::string_view digits = place.substr(colon + 1);
  if (std::from_chars(digits.data(), digits.data() + digits.size(), report.line).ec != std::errc())
    return std::nullopt;
  report.kernel = line.substr(at, offset - at);
  report.file = place.substr(0, colon);
  return report;
}

/// Does another error or warning begin here?
bool isHeadline(std::string_view line) {
  return line.starts_with(prefix) && (line.find(" detected") != std::string_view::npos ||
                                      line.find(" reported between ") != std::string_view::npos);
}

/// A place, and the places it was called from.
using Chain = std::vector<SanitizerReport>;

/// What one error or warning is about: a place, or the ends of a race.
class Block {
public:
  void add(SanitizerReport place, bool isCaller) {
    if (!isCaller || chains_.empty())
      chains_.emplace_back();
    chains_.back().push_back(std::move(place));
  }
  void moveTo(std::vector<SanitizerReport> &reports) {
    for (Chain &chain : chains_)
      for (SanitizerReport &place : chain)
        place.kernel = chain.back().kernel;
    if (chains_.size() == 1)
      reports.insert(reports.end(), chains_[0].begin(), chains_[0].end());
    for (std::size_t i = 1; i < chains_.size(); ++i) {
      addBeside(chains_[i], chains_[0].front(), reports);
      addBeside(chains_[0], chains_[i].front(), reports);
    }
    chains_.clear();
  }

private:
  static void addBeside(const Chain &chain, const SanitizerReport &other,
                        std::vector<SanitizerReport> &reports) {
    for (SanitizerReport place : chain) {
      place.otherFile = other.file;
      place.otherLine = other.line;
      reports.push_back(std::move(place));
    }
  }

  std::vector<Chain> chains_;
};

} // namespace

SanitizerRun parseSanitizer(const std::string &tool, std::string_view text) {
  SanitizerRun run{tool, {}};
  Block block;
  bool isNoise = false;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    // Host frames have no line number, so no place.
    std::optional<SanitizerReport> place;
    if (line.starts_with(prefix))
      place = placeIn(line);
    if (isHeadline(line))
      isNoise = line.find(noise) != std::string_view::npos;
    if (!place || isNoise)
      continue;
    const bool isCaller = line.find(frame) != std::string_view::npos;
    const bool isOtherEnd = line.substr(prefix.size()).starts_with("    and ");
    if (!isCaller && !isOtherEnd)
      block.moveTo(run.reports);
    block.add(std::move(*place), isCaller);
  }
  block.moveTo(run.reports);
  std::sort(run.reports.begin(), run.reports.end());
  run.reports.erase(std::unique(run.reports.begin(), run.reports.end()), run.reports.end());
  return run;
}

} // namespace warplint::runtime
