//===- Characters.h - columns and safe text --------------------*- C++ -*-===//
//
// Source text is bytes that nobody vouches for. Here it is cut into characters,
// for terminals (what is shown, and how wide it is) and for formats that count
// columns in something other than bytes.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_REPORT_CHARACTERS_H
#define WARPLINT_REPORT_CHARACTERS_H

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warplint::report {

/// A character of UTF-8, or a byte that is none.
struct Character {
  std::optional<std::uint32_t> codePoint; ///< none: a byte that is not UTF-8
  unsigned bytes = 1;
};
/// `position` lies in the text.
Character characterAt(std::string_view text, std::size_t position);

/// One character of a line as a terminal shows it.
struct Cell {
  std::string text;     ///< safe to print
  unsigned width = 1;   ///< columns it takes
  unsigned byte = 0;    ///< 0-based byte of the line at which it begins
  bool escaped = false; ///< `text` stands for a character that must not be printed
};

/// Tabs become spaces up to the next multiple of 4. What a terminal would obey
/// rather than show (control characters, bidirectional marks) and bytes that are
/// not UTF-8 become `<U+202E>` and `<FF>`.
std::vector<Cell> cells(std::string_view line);

/// The text of cells(), for messages. Newlines become spaces.
std::string printable(std::string_view text);

/// UTF-8 with every byte that is not part of a character replaced by U+FFFD.
std::string validUtf8(std::string_view text);

/// 1-based column in UTF-16 code units of the 1-based byte column `column` of
/// `line`. Columns past the end of the line (an unread line is empty) move on as bytes.
unsigned utf16Column(std::string_view line, unsigned column);

} // namespace warplint::report

#endif
