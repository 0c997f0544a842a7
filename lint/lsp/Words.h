//===- Words.h - what is shown where the mouse stands ----------*- C++ -*-===//
#ifndef WARPLINT_LSP_WORDS_H
#define WARPLINT_LSP_WORDS_H

#include "lint/evidence/Finding.h"

namespace warplint::lsp {

/// "8 sectors per request where 4 would do (2 times as many); 64 requests of a block, 32 lanes
/// active in each": what is predicted of a site, as plain text. Empty where nothing is.
std::string predictionInWords(const Site &site);

/// What it is: "store to global memory", "branch".
std::string kindInWords(const Site &site);

/// Sites of one place, as Markdown. Sites that say the same are said once, with their kernels.
std::string sitesMarkdown(const std::vector<const Site *> &sites);

/// A finding and its rule (null: not known), as Markdown.
std::string findingMarkdown(const Finding &finding, const RuleInfo *rule);

/// Markdown as text, for clients that show no Markdown.
std::string withoutMarkup(const std::string &markdown);

} // namespace warplint::lsp

#endif
