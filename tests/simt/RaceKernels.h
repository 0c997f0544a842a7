//===- RaceKernels.h - small random kernels on shared memory ---*- C++ -*-===//
//
// Each kernel is written down twice: as CUDA, and as a list of what each thread does. A
// brute force over all pairs of threads finds the races in the list.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_TESTS_SIMT_RACEKERNELS_H
#define WARPLINT_TESTS_SIMT_RACEKERNELS_H

#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <vector>

namespace warplint {

inline constexpr unsigned raceThreads = 96;
inline constexpr unsigned raceElements = 128;

struct RaceStep {
  enum class Kind : std::uint8_t { Load, Store, Atomic, Barrier, WarpBarrier };
  Kind kind = Kind::Barrier;
  unsigned line = 0; ///< of the source
  /// By thread: the element it touches; -1: it does not come here.
  std::vector<int> element = std::vector<int>(raceThreads, -1);
  std::vector<int> value = std::vector<int>(raceThreads, 0); ///< of a Store
};

struct RaceKernel {
  std::string source;
  std::vector<RaceStep> steps;
  /// The steps from `loopBegin` to before `loopEnd` are in a loop of unknown trips.
  std::size_t loopBegin = 0;
  std::size_t loopEnd = 0;
};

/// `firstLine`: of the source in its file.
RaceKernel randomRaceKernel(std::mt19937 &random, const std::string &name, unsigned firstLine);

/// Lines of later accesses that race: with a thread of another warp, or of the same.
struct RacingLines {
  std::map<unsigned, unsigned> otherWarp; ///< line: line of the earlier access
  std::map<unsigned, unsigned> sameWarp;
};
RacingLines racesOf(const RaceKernel &kernel);

} // namespace warplint

#endif
