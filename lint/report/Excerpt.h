//===- Excerpt.h - source lines with a caret -------------------*- C++ -*-===//
#ifndef WARPLINT_REPORT_EXCERPT_H
#define WARPLINT_REPORT_EXCERPT_H

#include "lint/evidence/Site.h"

#include <functional>

namespace warplint::report {

struct Excerpt {
  std::string code;    ///< safe to print; a line too wide is cut to the part around the span
  std::string markers; ///< `   ^~~~`, in the same columns
};

/// `line` is the text of the span's first line; `width` is the number of columns
/// to fill, 0 for as many as it takes within reason.
Excerpt excerpt(std::string_view line, const SourceSpan &span, unsigned width);

struct Change {
  std::string file;
  unsigned line = 0; ///< 1-based, of the first line in `before`
  std::vector<std::string> before;
  std::vector<std::string> after;
};

/// The lines a fix changes, as they are and as they would be. Changes whose lines cannot be
/// read, or whose edits overlap, are left out.
std::vector<Change>
preview(const Fix &fix,
        const std::function<std::string(const std::string &, unsigned)> &sourceLine);

} // namespace warplint::report

#endif
