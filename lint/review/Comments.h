//===- Comments.h - findings as comments on a pull request -----*- C++ -*-===//
//
// Each comment ends with a mark in an HTML comment, which readers do not see: by
// it a comment of an earlier run is known again.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_REVIEW_COMMENTS_H
#define WARPLINT_REVIEW_COMMENTS_H

#include "lint/evidence/Finding.h"
#include "lint/review/Patch.h"

#include <functional>
#include <map>
#include <optional>
#include <set>

namespace warplint::review {

/// Files of the pull request, and of each the hunks that are shown. Where the service shows none
/// (large files, binary ones), there is nothing to comment on.
using ShownLines = std::map<std::string, std::vector<Hunk>>;

using SourceLine = std::function<std::string(const std::string &file, unsigned line)>;

struct Comment {
  std::string key; ///< of its finding
  std::string path;
  unsigned first = 0; ///< 1-based lines of the new file that it is about
  unsigned last = 0;
  std::string body;
};

struct Plan {
  std::vector<Comment> comments; ///< worst first
  std::string summary;           ///< Markdown, with its mark
  unsigned elsewhere = 0;        ///< findings on lines that the pull request does not show
  std::set<std::string> found;   ///< keys of all findings, those without a comment too
  std::set<std::string> unseen;  ///< files of which something was not analysed
  bool nothing = true;           ///< to say: the summary is needed only where there is one already
};

struct PlanOptions {
  Severity least = Severity::Warning; ///< of findings that get a comment
  unsigned most = 50;                 ///< comments; the others stand in the summary
  std::string version;                ///< of warplint
};

Plan planReview(const Report &report, const ShownLines &shown, const SourceLine &sourceLine,
                const PlanOptions &options);

/// The key in the last line of a comment's body: its finding's, or `summary`. Absent where the
/// comment is not one of these.
std::optional<std::string> keyOf(std::string_view body);
extern const std::string_view summaryKey;

/// What stands in place of a comment whose finding is gone; the same of what it has been made
/// into already.
std::string withdrawn(const std::string &body);

} // namespace warplint::review

#endif
