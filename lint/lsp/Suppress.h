//===- Suppress.h - comments that silence findings -------------*- C++ -*-===//
#ifndef WARPLINT_LSP_SUPPRESS_H
#define WARPLINT_LSP_SUPPRESS_H

#include "lint/evidence/Finding.h"
#include "lint/lsp/Text.h"

namespace warplint::lsp {

/// What to write so that a comment silences the finding: its rule goes into the list of a comment
/// that speaks of the line already, or into one on a line of its own. Nothing where that would
/// change what the code means: within a macro of several lines.
std::optional<Edit> suppression(const Text &text, const Finding &finding);

} // namespace warplint::lsp

#endif
