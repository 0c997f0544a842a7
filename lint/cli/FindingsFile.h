//===- FindingsFile.h - findings of an earlier run -------------*- C++ -*-===//
#ifndef WARPLINT_CLI_FINDINGSFILE_H
#define WARPLINT_CLI_FINDINGSFILE_H

#include "lint/evidence/Error.h"
#include "lint/evidence/Finding.h"

namespace warplint::cli {

enum class Measurements { Dropped, Kept };

/// Reads what `--format json` wrote. Rules are not in it; what an earlier run measured and judged
/// is dropped, unless it is asked for. The error names the file.
Expected<Report> readFindings(const std::string &file,
                              Measurements measurements = Measurements::Dropped);

} // namespace warplint::cli

#endif
