//===- Vocabulary.h - the names evidence goes by ---------------*- C++ -*-===//
//
// Every name that predicted or measured evidence may use, with its type, unit
// and definition. Rules may use these names and no others.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_EVIDENCE_VOCABULARY_H
#define WARPLINT_EVIDENCE_VOCABULARY_H

#include "lint/evidence/Site.h"

#include <span>

namespace warplint {

enum class EvidenceType { Boolean, Integer, Number, Text };

struct EvidenceName {
  std::string_view name;
  EvidenceType type;
  std::string_view unit; ///< "sectors of 32 bytes", "lanes", …; empty for text and flags
  std::string_view definition;
};

/// The names a site of this kind may carry, sorted by name.
std::span<const EvidenceName> vocabulary(SiteKind kind);

} // namespace warplint

#endif
