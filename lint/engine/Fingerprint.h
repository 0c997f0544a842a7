//===- Fingerprint.h - knowing a finding again -----------------*- C++ -*-===//
//
// A fingerprint names a finding across versions of a file: baselines and code
// hosts compare them. It is the 64-bit FNV-1a hash, as 16 hexadecimal digits, of
// the rule, the file, the kernel, the source line and the expression (spaces
// left out of both), and how many equal findings stand before it in the file. It
// does not change when lines are inserted above or the line is indented anew.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_ENGINE_FINGERPRINT_H
#define WARPLINT_ENGINE_FINGERPRINT_H

#include "lint/evidence/Finding.h"

#include <functional>

namespace warplint::engine {

using SourceLine = std::function<std::string(const std::string &file, unsigned line)>;

/// Sets Finding::fingerprint; the findings must be sorted.
void setFingerprints(std::vector<Finding> &findings, const SourceLine &sourceLine);

} // namespace warplint::engine

#endif
