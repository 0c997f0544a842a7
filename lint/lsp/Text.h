//===- Text.h - the text of a document, and places in it -------*- C++ -*-===//
//
// Editors count lines from 0 and characters in units of an encoding that is agreed
// upon; evidence counts lines and bytes from 1. Lines end with \n, \r\n or \r, for
// the protocol as for Clang.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_LSP_TEXT_H
#define WARPLINT_LSP_TEXT_H

#include "lint/evidence/Site.h"

namespace warplint::lsp {

/// What the protocol's characters are: positionEncoding.
enum class Encoding { Utf8, Utf16, Utf32 };

struct Position {
  std::uint64_t line = 0;
  std::uint64_t character = 0; ///< units of the encoding

  friend auto operator<=>(const Position &, const Position &) = default;
};

struct Range {
  Position start;
  Position end; ///< exclusive

  friend bool operator==(const Range &, const Range &) = default;
};

/// Bytes of a text, the end exclusive.
struct Extent {
  std::size_t begin = 0;
  std::size_t end = 0;
};

class Text {
public:
  explicit Text(std::string text);

  const std::string &str() const { return text_; }
  std::size_t lines() const { return starts_.size(); } ///< one at least
  /// Without its end; empty past the last one. From 0.
  std::string_view line(std::size_t number) const;

  /// A character past the end of its line stands for that end, a line past the last one for the
  /// end of the text. What points into the middle of a character points to its begin.
  std::size_t offsetOf(Position position, Encoding encoding) const;
  Position positionOf(std::size_t offset, Encoding encoding) const;
  /// Of evidence; nothing where the text has no such place.
  std::optional<Extent> extentOf(const SourceSpan &span) const;
  /// The same, with what is not in the text moved to where it ends.
  Range rangeOf(const SourceSpan &span, Encoding encoding) const;
  Range rangeOf(Extent extent, Encoding encoding) const;
  /// Of a line of evidence, from 1, without the blanks around it.
  Range rangeOfLine(unsigned line, Encoding encoding) const;

  /// Puts other characters in place of some. Lines elsewhere are not read again: editors send many
  /// small edits at once.
  void replace(Extent extent, std::string_view replacement);

private:
  std::optional<std::size_t> offsetOf(unsigned line, unsigned column) const;
  /// Whether a line ends with the byte at `i`.
  bool endsLine(std::size_t i) const;

  std::string text_;
  std::vector<std::size_t> starts_; ///< of lines, in bytes
};

/// Which lines of a text stand in another one that was made from it by edits of one region.
class UnchangedLines {
public:
  UnchangedLines(const Text &before, const Text &now);
  /// Lines from 0.
  std::optional<std::size_t> now(std::size_t before) const;
  std::optional<std::size_t> before(std::size_t now) const;
  /// Lines of evidence; nothing if one of them has changed.
  std::optional<SourceSpan> now(const SourceSpan &before) const;

private:
  std::size_t atBegin_ = 0; ///< lines that are alike there
  std::size_t atEnd_ = 0;
  std::size_t linesBefore_ = 0;
  std::size_t linesNow_ = 0;
};

} // namespace warplint::lsp

#endif
