//===- PadRow.h - the cure of bank conflicts by a longer row ---*- C++ -*-===//
#ifndef WARPLINT_SIMT_PADROW_H
#define WARPLINT_SIMT_PADROW_H

#include "lint/simt/SharedArrays.h"
#include "lint/simt/Sites.h"

namespace warplint::simt {

/// One more element in each row of the array that `record` accesses, if that makes its worst
/// request as good as it can be, no other access worse, and if nothing that is seen of the program
/// relies on how long a row is: the array is a local one of several dimensions, used element by
/// element and nowhere else, within its rows, and there is room for the pad. Edits name files as
/// Clang does. `all` are the records of the run; `sharedBytes` its static shared memory.
std::optional<Fix> padRow(clang::ASTContext &context, const SiteRecord &record,
                          const std::vector<SiteRecord> &all, const SharedArrays *arrays,
                          std::uint64_t sharedBytes);

} // namespace warplint::simt

#endif
