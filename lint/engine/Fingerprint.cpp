//===- Fingerprint.cpp - knowing a finding again --------------------------===//

#include "lint/engine/Fingerprint.h"

#include "lint/evidence/Fnv1a.h"

#include <algorithm>
#include <cctype>
#include <unordered_map>

namespace warplint::engine {
namespace {

std::string withoutSpaces(std::string_view text) {
  std::string result;
  std::copy_if(text.begin(), text.end(), std::back_inserter(result),
               [](char c) { return !std::isspace(static_cast<unsigned char>(c)); });
  return result;
}

} // namespace

void setFingerprints(std::vector<Finding> &findings, const SourceLine &sourceLine) {
  std::unordered_map<std::uint64_t, unsigned> seen;
  for (Finding &finding : findings) {
    Fnv1a hash;
    hash.add(finding.rule);
    hash.add(finding.span.file);
    hash.add(finding.kernel);
    hash.add(sourceLine ? withoutSpaces(sourceLine(finding.span.file, finding.span.line)) : "");
    hash.add(withoutSpaces(finding.expr));
    hash.add(std::to_string(seen[hash.value()]++));
    finding.fingerprint = hexadecimal(hash.value());
  }
}

} // namespace warplint::engine
