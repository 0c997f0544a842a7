//===- Text.cpp - the text of a document, and places in it ----------------===//

#include "lint/lsp/Text.h"

#include "lint/report/Characters.h"

#include <algorithm>

namespace warplint::lsp {
namespace {

unsigned unitsOf(const report::Character &character, Encoding encoding) {
  switch (encoding) {
  case Encoding::Utf8:
    return character.bytes;
  case Encoding::Utf16:
    return character.codePoint && *character.codePoint > 0xFFFF ? 2 : 1;
  case Encoding::Utf32:
    break;
  }
  return 1;
}

} // namespace

Text::Text(std::string text) : text_(std::move(text)), starts_{0} {
  for (std::size_t i = 0; i < text_.size(); ++i)
    if (endsLine(i))
      starts_.push_back(i + 1);
}

bool Text::endsLine(std::size_t i) const {
  return text_[i] == '\n' || (text_[i] == '\r' && (i + 1 == text_.size() || text_[i + 1] != '\n'));
}

std::string_view Text::line(std::size_t number) const {
  if (number >= starts_.size())
    return {};
  const std::size_t end = number + 1 < starts_.size() ? starts_[number + 1] : text_.size();
  std::string_view line = std::string_view(text_).substr(starts_[number], end - starts_[number]);
  if (number + 1 < starts_.size()) {
    if (line.ends_with('\n'))
      line.remove_suffix(1);
    if (line.ends_with('\r'))
      line.remove_suffix(1);
  }
  return line;
}

std::size_t Text::offsetOf(Position position, Encoding encoding) const {
  if (position.line >= starts_.size())
    return text_.size();
  const std::string_view text = line(position.line);
  std::size_t at = 0;
  for (std::uint64_t left = position.character; left > 0 && at < text.size();) {
    const report::Character character = report::characterAt(text, at);
    const unsigned units = unitsOf(character, encoding);
    if (units > left)
      break;
    left -= units;
    at += character.bytes;
  }
  return starts_[position.line] + at;
}

Position Text::positionOf(std::size_t offset, Encoding encoding) const {
  offset = std::min(offset, text_.size());
  const auto after = std::upper_bound(starts_.begin(), starts_.end(), offset);
  const auto number = static_cast<std::size_t>(after - starts_.begin()) - 1;
  Position position{number, 0};
  const std::string_view text = line(number);
  const std::size_t target = std::min(offset - starts_[number], text.size());
  for (std::size_t at = 0; at < target;) {
    const report::Character character = report::characterAt(text, at);
    if (at + character.bytes > target)
      break;
    position.character += unitsOf(character, encoding);
    at += character.bytes;
  }
  return position;
}

std::optional<std::size_t> Text::offsetOf(unsigned line, unsigned column) const {
  if (line == 0 || column == 0 || line > starts_.size())
    return std::nullopt;
  const std::size_t offset = starts_[line - 1] + column - 1;
  const std::size_t end = line < starts_.size() ? starts_[line] : text_.size() + 1;
  return offset < end ? std::optional(offset) : std::nullopt;
}

std::optional<Extent> Text::extentOf(const SourceSpan &span) const {
  const auto begin = offsetOf(span.line, span.column);
  const auto end = offsetOf(span.endLine, span.endColumn);
  if (!begin || !end || *end < *begin)
    return std::nullopt;
  return Extent{*begin, *end};
}

Range Text::rangeOf(const SourceSpan &span, Encoding encoding) const {
  if (const auto extent = extentOf(span))
    return rangeOf(*extent, encoding);
  return rangeOfLine(span.line, encoding);
}

Range Text::rangeOf(Extent extent, Encoding encoding) const {
  return {positionOf(extent.begin, encoding), positionOf(extent.end, encoding)};
}

Range Text::rangeOfLine(unsigned line, Encoding encoding) const {
  const std::size_t number = std::min<std::size_t>(line == 0 ? 0 : line - 1, starts_.size() - 1);
  const std::string_view text = this->line(number);
  const std::size_t first = std::min(text.find_first_not_of(" \t"), text.size());
  const std::size_t last = text.find_last_not_of(" \t");
  const std::size_t end = last == std::string_view::npos ? text.size() : last + 1;
  return rangeOf(Extent{starts_[number] + first, starts_[number] + std::max(first, end)}, encoding);
}

void Text::replace(Extent extent, std::string_view replacement) {
  const std::size_t begin = std::min(extent.begin, text_.size());
  const std::size_t end = std::clamp(extent.end, begin, text_.size());
  // What stands before may have ended a line and no longer does: \r before \n.
  const std::size_t firstRead = begin == 0 ? 0 : begin - 1;
  const auto known = std::ranges::upper_bound(starts_, firstRead);
  const auto kept = std::ranges::upper_bound(known, starts_.end(), end);
  std::vector<std::size_t> between;
  const std::size_t grown = replacement.size() - (end - begin); // modulo 2^64
  text_.replace(begin, end - begin, replacement);
  for (std::size_t i = firstRead; i < begin + replacement.size(); ++i)
    if (endsLine(i))
      between.push_back(i + 1);
  for (auto start = kept; start != starts_.end(); ++start)
    *start += grown;
  starts_.insert(starts_.erase(known, kept), between.begin(), between.end());
}

UnchangedLines::UnchangedLines(const Text &before, const Text &now)
    : linesBefore_(before.lines()), linesNow_(now.lines()) {
  const std::size_t least = std::min(linesBefore_, linesNow_);
  while (atBegin_ < least && before.line(atBegin_) == now.line(atBegin_))
    ++atBegin_;
  while (atEnd_ < least - atBegin_ &&
         before.line(linesBefore_ - 1 - atEnd_) == now.line(linesNow_ - 1 - atEnd_))
    ++atEnd_;
}

std::optional<std::size_t> UnchangedLines::now(std::size_t before) const {
  if (before < atBegin_)
    return before;
  if (before < linesBefore_ && before >= linesBefore_ - atEnd_)
    return linesNow_ - (linesBefore_ - before);
  return std::nullopt;
}

std::optional<std::size_t> UnchangedLines::before(std::size_t now) const {
  if (now < atBegin_)
    return now;
  if (now < linesNow_ && now >= linesNow_ - atEnd_)
    return linesBefore_ - (linesNow_ - now);
  return std::nullopt;
}

std::optional<SourceSpan> UnchangedLines::now(const SourceSpan &before) const {
  if (before.line == 0 || before.endLine < before.line)
    return std::nullopt;
  const auto first = now(before.line - 1);
  const auto last = now(before.endLine - 1);
  if (!first || !last || *last - *first != before.endLine - before.line)
    return std::nullopt; // what is between has changed
  SourceSpan span = before;
  span.line = static_cast<unsigned>(*first + 1);
  span.endLine = static_cast<unsigned>(*last + 1);
  return span;
}

} // namespace warplint::lsp
