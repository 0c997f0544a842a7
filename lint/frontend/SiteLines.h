//===- SiteLines.h - the lines that sites speak of -------------*- C++ -*-===//
//
// Where code has moved as a whole, what was found in it moves along.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_FRONTEND_SITELINES_H
#define WARPLINT_FRONTEND_SITELINES_H

#include "lint/evidence/Site.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

#include <vector>

namespace warplint::frontend {

using ChangeLine = llvm::function_ref<void(unsigned &)>;

/// Those of `file` alone.
void eachLine(SourceSpan &span, llvm::StringRef file, ChangeLine change);
/// Lines in evidence, of which nothing says in which file, are taken for lines of `file`.
void eachLine(std::vector<Site> &sites, llvm::StringRef file, ChangeLine change);

/// `line 7`, `lines 7 and 9`, `other.cuh:7`
bool namesLine(llvm::StringRef text);
/// Is there a line of which only a text says which it is?
bool nameLines(const std::vector<Site> &sites);
/// Are there lines of which nothing says in which file?
bool holdsLinesAlone(const Site &site);

} // namespace warplint::frontend

#endif
