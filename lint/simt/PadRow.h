//===- PadRow.h - the cure of bank conflicts by a longer row ---*- C++ -*-===//
#ifndef WARPLINT_SIMT_PADROW_H
#define WARPLINT_SIMT_PADROW_H

#include "lint/simt/SharedArrays.h"
#include "lint/simt/Sites.h"

#include <map>

namespace warplint::simt {

/// One more element in each row of an array of shared memory.
class RowPads {
public:
  /// `all` are the records of a run, `sharedBytes` its static shared memory. All are kept by
  /// reference.
  RowPads(clang::ASTContext &context, const std::vector<SiteRecord> &all,
          const SharedArrays *arrays, std::uint64_t sharedBytes)
      : context_(context), all_(all), arrays_(arrays), sharedBytes_(sharedBytes) {}

  /// The pad for the array that `record` accesses, if it makes its worst request as good as it can
  /// be, no other access worse, and if nothing that is seen of the program relies on how long a row
  /// is: the array is a local one of several dimensions, used element by element and nowhere else,
  /// within its rows, and there is room for the pad. Edits name files as Clang does.
  std::optional<Fix> fixFor(const SiteRecord &record);

private:
  std::optional<Fix> padOf(const clang::VarDecl *array) const;

  clang::ASTContext &context_;
  const std::vector<SiteRecord> &all_;
  const SharedArrays *arrays_;
  std::uint64_t sharedBytes_;
  std::map<const clang::VarDecl *, std::optional<Fix>> pads_; ///< whichever access asks for it
};

} // namespace warplint::simt

#endif
