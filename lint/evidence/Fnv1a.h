//===- Fnv1a.h - a hash that is the same everywhere ------------*- C++ -*-===//
//
// FNV-1a of 64 bits (RFC draft "The FNV Non-Cryptographic Hash Algorithm"): the
// same on every machine, unlike std::hash, so that it can stand in files.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_EVIDENCE_FNV1A_H
#define WARPLINT_EVIDENCE_FNV1A_H

#include <cstdint>
#include <string>
#include <string_view>

namespace warplint {

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

/// 16 digits.
inline std::string hexadecimal(std::uint64_t value) {
  std::string text(16, '0');
  for (std::size_t digit = text.size(); digit-- > 0; value >>= 4)
    text[digit] = "0123456789abcdef"[value & 0xF];
  return text;
}

} // namespace warplint

#endif
