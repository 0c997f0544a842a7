//===- KnownNumbers.h - numbers of floating point that are known -*- C++ -*-===//
//
// They are counted in parts of one, in Value::difference.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_SIMT_KNOWNNUMBERS_H
#define WARPLINT_SIMT_KNOWNNUMBERS_H

#include "lint/simt/Value.h"

namespace warplint::simt {

inline constexpr std::int64_t partsOfOne = 1 << 20;

/// How much each thread holds of a floating-point number, in parts of one; null: not known.
inline const Value *partsOf(const Value &number) {
  const Value *parts = number.difference.get();
  return parts && parts->isConcrete() ? parts : nullptr;
}

} // namespace warplint::simt

#endif
