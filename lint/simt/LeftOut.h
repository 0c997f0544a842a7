//===- LeftOut.h - statements that are missing from the AST -----*- C++ -*-===//
//
// Of a statement with an error in it, Clang may keep nothing at all: `SYNC;` where nobody declares
// SYNC. It is known by an error of Clang between two statements of a block.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_SIMT_LEFTOUT_H
#define WARPLINT_SIMT_LEFTOUT_H

#include "clang/AST/Stmt.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace warplint::simt {

struct LeftOut {
  std::size_t index = 0; ///< of the statement in the block that comes after it
  clang::SourceLocation error;
  clang::SourceLocation from, to; ///< what stands before and behind it
};

/// Those of a block, in its order. `errors`: sorted by their places in the unit.
std::vector<LeftOut> leftOutOf(const clang::CompoundStmt &block,
                               const std::vector<clang::SourceLocation> &errors,
                               const clang::SourceManager &sources);

/// What a text may do to a variable that it names.
enum class Written : std::uint8_t { No, Itself, WhatItLeadsTo, IfAnObject };

/// By name, of what stands in the text of a statement that is missing.
std::map<std::string, Written> writtenIn(const LeftOut &left, const clang::SourceManager &sources,
                                         const clang::LangOptions &language);

/// What a macro is defined as that stands for a statement of which nothing is known.
inline constexpr llvm::StringLiteral unknownStatement = ";/*?*/";

/// True for `unknownStatement`.
bool isUnknown(const clang::NullStmt &statement, const clang::SourceManager &sources);

/// `if (x) SYNC;`: Clang puts an empty statement in its place, where there are errors.
bool standsForAnother(const clang::NullStmt &statement, const clang::SourceManager &sources);

} // namespace warplint::simt

#endif
