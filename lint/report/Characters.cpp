//===- Characters.cpp - columns and safe text -----------------------------===//

#include "lint/report/Characters.h"

#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/Unicode.h"

#include <algorithm>
#include <fmt/format.h>

namespace warplint::report {
namespace {

constexpr unsigned tabStop = 4;

Cell cellOf(const Character &character, std::string_view bytes, unsigned column) {
  namespace unicode = llvm::sys::unicode;
  Cell cell;
  if (!character.codePoint) {
    cell.text = fmt::format("<{:02X}>", static_cast<unsigned char>(bytes.front()));
    cell.escaped = true;
  } else if (*character.codePoint == '\t') {
    cell.text = std::string(tabStop - column % tabStop, ' ');
  } else if (!unicode::isPrintable(static_cast<int>(*character.codePoint)) ||
             unicode::isFormatting(static_cast<int>(*character.codePoint))) {
    cell.text = fmt::format("<U+{:04X}>", *character.codePoint);
    cell.escaped = true;
  } else {
    cell.text = std::string(bytes);
    cell.width = static_cast<unsigned>(std::max(0, unicode::columnWidthUTF8(bytes)));
    return cell;
  }
  cell.width = static_cast<unsigned>(cell.text.size());
  return cell;
}

} // namespace

Character characterAt(std::string_view text, std::size_t position) {
  const auto *begin = reinterpret_cast<const llvm::UTF8 *>(text.data()) + position;
  const auto *end = reinterpret_cast<const llvm::UTF8 *>(text.data()) + text.size();
  const llvm::UTF8 *next = begin;
  llvm::UTF32 codePoint = 0;
  if (llvm::convertUTF8Sequence(&next, end, &codePoint, llvm::strictConversion) !=
      llvm::conversionOK)
    return {};
  return {codePoint, static_cast<unsigned>(next - begin)};
}

std::vector<Cell> cells(std::string_view line) {
  std::vector<Cell> result;
  unsigned column = 0;
  for (std::size_t at = 0; at < line.size();) {
    Character character = characterAt(line, at);
    Cell cell = cellOf(character, line.substr(at, character.bytes), column);
    cell.byte = static_cast<unsigned>(at);
    column += cell.width;
    at += character.bytes;
    result.push_back(std::move(cell));
  }
  return result;
}

std::string printable(std::string_view text) {
  std::string flat(text);
  std::replace(flat.begin(), flat.end(), '\n', ' ');
  std::string result;
  for (const Cell &cell : cells(flat))
    result += cell.text;
  return result;
}

std::string validUtf8(std::string_view text) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    Character character = characterAt(text, at);
    result += character.codePoint ? text.substr(at, character.bytes) : "\xEF\xBF\xBD";
    at += character.bytes;
  }
  return result;
}

unsigned utf16Column(std::string_view line, unsigned column) {
  if (column == 0)
    return 0;
  const std::size_t target = column - 1;
  unsigned units = 0;
  std::size_t at = 0;
  while (at < line.size() && at < target) {
    Character character = characterAt(line, at);
    units += character.codePoint && *character.codePoint > 0xFFFF ? 2 : 1;
    at += character.bytes;
  }
  return units + static_cast<unsigned>(target > at ? target - at : 0) + 1;
}

} // namespace warplint::report
