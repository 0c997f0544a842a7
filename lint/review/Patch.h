//===- Patch.h - which lines of a change can be commented on ---*- C++ -*-===//
#ifndef WARPLINT_REVIEW_PATCH_H
#define WARPLINT_REVIEW_PATCH_H

#include <string_view>
#include <vector>

namespace warplint::review {

/// The lines of the new file that a patch shows in one piece, both included.
struct Hunk {
  unsigned first = 0;
  unsigned last = 0;
};

/// Of a patch as GitHub gives it for a file: hunks alone, without the lines that name the file.
/// What is not a patch has no hunks.
std::vector<Hunk> hunksOf(std::string_view patch);

/// Whether lines `first` to `last` lie in one hunk.
bool isShown(const std::vector<Hunk> &hunks, unsigned first, unsigned last);

} // namespace warplint::review

#endif
