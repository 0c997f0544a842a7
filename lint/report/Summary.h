//===- Summary.h - a report in numbers -------------------------*- C++ -*-===//
#ifndef WARPLINT_REPORT_SUMMARY_H
#define WARPLINT_REPORT_SUMMARY_H

#include "lint/evidence/Finding.h"

#include <array>

namespace warplint::report {

/// Suppressed findings are counted in `suppressed` and nowhere else.
struct Summary {
  std::array<unsigned, 3> bySeverity{};                  ///< indexed by Severity
  std::map<std::string, std::array<unsigned, 3>> byRule; ///< rules that found something
  std::array<unsigned, 3> byStatus{};                    ///< files, indexed by FileStatus
  unsigned findings = 0;
  unsigned suppressed = 0;
  unsigned refuted = 0; ///< those of them that recorded evidence refutes
  unsigned kernels = 0;

  unsigned files() const { return byStatus[0] + byStatus[1] + byStatus[2]; }
};
Summary summarise(const Report &report);

/// "1 file", "2 files".
std::string counted(unsigned count, std::string_view noun);

/// "2 errors, 1 warning": severities that occur, the worst first.
std::string severities(const std::array<unsigned, 3> &bySeverity);

} // namespace warplint::report

#endif
