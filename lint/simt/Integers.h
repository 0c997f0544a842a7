//===- Integers.h - integers of Clang as 64 bits ---------------*- C++ -*-===//
#ifndef WARPLINT_SIMT_INTEGERS_H
#define WARPLINT_SIMT_INTEGERS_H

#include "llvm/ADT/APSInt.h"

#include <cstdint>

namespace warplint::simt {

/// The low 64 bits, as machines keep them: ~0ull is -1, and of 128 bits the upper half is lost.
/// APSInt::getExtValue asserts on both.
inline std::int64_t int64Of(const llvm::APSInt &value) {
  return static_cast<std::int64_t>(value.extOrTrunc(64).getZExtValue());
}

} // namespace warplint::simt

#endif
