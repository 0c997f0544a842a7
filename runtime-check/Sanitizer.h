//===- Sanitizer.h - what compute-sanitizer reported -----------*- C++ -*-===//
#ifndef WARPLINT_RUNTIME_SANITIZER_H
#define WARPLINT_RUNTIME_SANITIZER_H

#include <string>
#include <string_view>
#include <vector>

namespace warplint::runtime {

/// A place that a report names. A race names two or more: each is kept, the later ones beside the
/// first, and the first beside each of them.
struct SanitizerReport {
  std::string kernel; ///< with parameters; a device function where nobody knows who called it
  std::string file;   ///< without folders, as a rule
  unsigned line = 0;
  std::string otherFile{};
  unsigned otherLine = 0; ///< 0: the report names one place

  friend auto operator<=>(const SanitizerReport &, const SanitizerReport &) = default;
};

struct SanitizerRun {
  std::string tool;                     ///< "racecheck" or "synccheck"
  std::vector<SanitizerReport> reports; ///< sorted, each once

  friend bool operator==(const SanitizerRun &, const SanitizerRun &) = default;
};

/// Reads the text that compute-sanitizer prints (tried with that of CUDA 13.0).
SanitizerRun parseSanitizer(const std::string &tool, std::string_view text);

} // namespace warplint::runtime

#endif
