//===- SampleReport.h - a report made by hand ------------------*- C++ -*-===//
#ifndef WARPLINT_TESTS_REPORT_SAMPLEREPORT_H
#define WARPLINT_TESTS_REPORT_SAMPLEREPORT_H

#include "lint/report/Reporter.h"

namespace warplint::report {

/// Two files in memory and what was found in them: an error with a note and an
/// assumption, a warning with a fix, both verdict and measurement, a note whose
/// text and source hold what formats must escape, and a suppressed warning. A
/// third file is analysed in part, a fourth not at all.
Report sampleReport();

/// A line of the sample's files; empty for any other.
std::string sampleLine(const std::string &file, unsigned line);

/// The sample, or `report`, as `format` writes it.
std::string written(std::string_view format, const Report &report = sampleReport(),
                    bool colour = false, bool quiet = false, unsigned width = 0);

} // namespace warplint::report

#endif
