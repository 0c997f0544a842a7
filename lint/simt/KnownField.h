//===- KnownField.h - numbers in a structure of the host's -----*- C++ -*-===//
#ifndef WARPLINT_SIMT_KNOWNFIELD_H
#define WARPLINT_SIMT_KNOWNFIELD_H

#include "clang/AST/Type.h"

#include <cstdint>
#include <vector>

namespace warplint::simt {

/// An integer or bool in a structure that is handed to a kernel by value.
struct KnownField {
  unsigned argument = 0;             ///< the parameter's number
  std::int64_t offset = 0;           ///< bytes from the structure's start
  const clang::Type *type = nullptr; ///< canonical, without qualifiers
  std::int64_t value = 0;
  friend bool operator==(const KnownField &, const KnownField &) = default;
};

/// Leaves those that are in both.
void keepCommonFields(std::vector<KnownField> &fields, const std::vector<KnownField> &others);

} // namespace warplint::simt

#endif
