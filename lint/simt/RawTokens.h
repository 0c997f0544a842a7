//===- RawTokens.h - code as it is written ----------------------*- C++ -*-===//
#ifndef WARPLINT_SIMT_RAWTOKENS_H
#define WARPLINT_SIMT_RAWTOKENS_H

#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Token.h"

#include <vector>

namespace warplint::simt {

/// The tokens that begin in [from, to): macros stay as they are, words are no keywords yet. None
/// where the two are not in one file.
std::vector<clang::Token> rawTokens(clang::SourceLocation from, clang::SourceLocation to,
                                    const clang::SourceManager &sources,
                                    const clang::LangOptions &language);

struct LeftOut;

/// Those of a statement that is left out.
std::vector<clang::Token> rawTokens(const LeftOut &left, const clang::SourceManager &sources,
                                    const clang::LangOptions &language);

} // namespace warplint::simt

#endif
