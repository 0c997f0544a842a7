//===- Fingerprint.cpp - knowing a finding again --------------------------===//

#include "lint/engine/Fingerprint.h"

#include <algorithm>
#include <cctype>
#include <unordered_map>

namespace warplint::engine {
namespace {

/// FNV-1a (RFC draft "The FNV Non-Cryptographic Hash Algorithm"): the same on
/// every machine, unlike std::hash.
class Fnv1a {
public:
  void add(std::string_view text) {
    for (char c : text)
      addByte(static_cast<unsigned char>(c));
    addByte(0); // so that "ab" + "c" is not "a" + "bc"
  }
  std::uint64_t value() const { return value_; }

private:
  void addByte(unsigned char byte) {
    value_ ^= byte;
    value_ *= 0x100000001b3U;
  }

  std::uint64_t value_ = 0xcbf29ce484222325U;
};

std::string withoutSpaces(std::string_view text) {
  std::string result;
  std::copy_if(text.begin(), text.end(), std::back_inserter(result),
               [](char c) { return !std::isspace(static_cast<unsigned char>(c)); });
  return result;
}

std::string hexadecimal(std::uint64_t value) {
  std::string text(16, '0');
  for (std::size_t digit = text.size(); digit-- > 0; value >>= 4)
    text[digit] = "0123456789abcdef"[value & 0xF];
  return text;
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
