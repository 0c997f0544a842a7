//===- FindingsFile.h - findings of an earlier run -------------*- C++ -*-===//
#ifndef WARPLINT_CLI_FINDINGSFILE_H
#define WARPLINT_CLI_FINDINGSFILE_H

#include "lint/evidence/Error.h"
#include "lint/evidence/Finding.h"

namespace warplint::cli {

/// Reads what `--format json` wrote. Rules are not in it; verdicts of an earlier run are dropped.
/// The error names the file.
Expected<Report> readFindings(const std::string &file);

} // namespace warplint::cli

#endif
