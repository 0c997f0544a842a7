//===- SharedArraySites.h - shared arrays as evidence ----------*- C++ -*-===//
#ifndef WARPLINT_SIMT_SHAREDARRAYSITES_H
#define WARPLINT_SIMT_SHAREDARRAYSITES_H

#include "lint/simt/SharedArrays.h"
#include "lint/simt/Sites.h"

namespace warplint::simt {

/// One site for each array that the kernel accesses (op "declaration"), one for each two dynamic
/// arrays of which one overwrites the other ("overlap"), and one for the static arrays together, at
/// the largest of them ("static"). `wasWhole`: the kernel was followed to its end everywhere.
std::vector<Site> sharedArraySites(const SharedArrays &arrays, const SiteContext &where,
                                   std::int64_t threads, bool wasWhole);

/// Static arrays that are both stored and loaded: what is only stored, compilers leave out.
std::uint64_t staticSharedBytes(clang::ASTContext &context, const SharedArrays &arrays);

} // namespace warplint::simt

#endif
