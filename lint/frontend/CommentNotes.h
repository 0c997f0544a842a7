//===- CommentNotes.h - comments that do not do what they say --*- C++ -*-===//
#ifndef WARPLINT_FRONTEND_COMMENTNOTES_H
#define WARPLINT_FRONTEND_COMMENTNOTES_H

#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace warplint::frontend {

/// "file:3: …" for each comment that is meant for warplint and that it takes for none of its own,
/// or not as it was meant: `warplint:` with an unknown word or a block that no launch has, a rule
/// in NOLINT without `warplint-`, a NOLINTBEGIN or NOLINTEND without the other.
std::vector<std::string> commentNotes(llvm::StringRef text, const std::string &file);

} // namespace warplint::frontend

#endif
