//===- ReadFile.h - files that people name ---------------------*- C++ -*-===//
#ifndef WARPLINT_EVIDENCE_READFILE_H
#define WARPLINT_EVIDENCE_READFILE_H

#include "lint/evidence/Error.h"

#include <string>

namespace warplint {

/// The whole of a file, which may be a FIFO (`--baseline <(…)`). The error names it and says why it
/// cannot be read; its message begins with "cannot be read".
Expected<std::string> readWhole(const std::string &file);

} // namespace warplint

#endif
