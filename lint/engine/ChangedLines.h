//===- ChangedLines.h - which lines a diff changes -------------*- C++ -*-===//
//
// Unified diffs, as git, diff and code hosts write them: which lines of the new state of which
// files they add or change. Nothing but headers of files and hunks is looked at.
//
// No library that Debian keeps does this for all of them: libgit2 reads patches that git has made
// and no others (git_diff_from_buffer), and would bring TLS and SSH into a program that needs
// nothing but the C library; LLVM has nothing of the kind.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_ENGINE_CHANGEDLINES_H
#define WARPLINT_ENGINE_CHANGEDLINES_H

#include "lint/evidence/Error.h"
#include "lint/evidence/Finding.h"

#include <limits>
#include <optional>
#include <string_view>
#include <utility>

namespace warplint::engine {

/// A place where lines were taken away, with or without others in their stead.
struct Gone {
  unsigned after = 0;     ///< the line before it, as the file is now; 0: its beginning
  bool keptOrder = false; ///< they may have kept accesses in order: a barrier, a fence, a wait
};

/// Of one file, as it is now.
struct ChangedFile {
  /// As the diff writes it: of git's `a/` and `b/` the letter is still there.
  std::string name;
  std::vector<Lines> lines; ///< ascending, apart; empty where lines were only taken away
  std::vector<Gone> gone = {};
  std::vector<std::pair<unsigned, std::string>> added = {}; ///< what `lines` say
};

/// Files that are gone or binary are left out. The error says in which line of the diff it is.
Expected<std::vector<ChangedFile>> parseDiff(std::string_view diff);

/// "\303\244" -> "ä": what git makes of names that are not plain (core.quotePath). None where the
/// text, which begins with a quotation mark, is not of this form.
std::optional<std::string> unquoted(std::string_view text);

/// Of a file that is new.
constexpr Lines allLines{1, std::numeric_limits<unsigned>::max()};

/// The lines of files by the names that findings have.
class ChangedLines {
public:
  void add(const std::string &file, const std::vector<Lines> &lines,
           const std::vector<Gone> &gone = {});
  bool touch(const std::string &file, unsigned first, unsigned last) const;
  /// Were lines taken away between these?
  bool lack(const std::string &file, unsigned first, unsigned last) const;
  /// Were lines taken away that may have kept accesses in order?
  bool lackOrder(const std::string &file) const;
  std::vector<std::string> files() const; ///< sorted

private:
  std::map<std::string, std::vector<Lines>, std::less<>> byFile_;
  std::map<std::string, std::vector<Gone>, std::less<>> gone_;
};

/// Does a change have to do with the finding: with the code that it points at, the statement around
/// it, a place that its notes name as a cause, or one that its fix would change? Lines that are
/// gone count where they stood within these; of findings about the order of accesses also between
/// them, and anywhere in the file if they may have kept that order.
bool concerns(const ChangedLines &changed, const Finding &finding);

/// Takes out of the report what no change has to do with. Returns how many findings these were that
/// nothing else suppresses.
unsigned keepChanged(const ChangedLines &changed, Report &report);

} // namespace warplint::engine

#endif
