//===- Excerpt.cpp - source lines with a caret ----------------------------===//

#include "lint/report/Excerpt.h"

#include "lint/report/Characters.h"

#include <algorithm>

namespace warplint::report {
namespace {

constexpr unsigned widestExcerpt = 200; ///< columns, where the terminal's width is not known
constexpr std::string_view cutMark = "...";

struct Range {
  std::size_t first = 0; ///< cells, half open
  std::size_t last = 0;
};

unsigned widthOf(const std::vector<Cell> &line, Range range) {
  unsigned width = 0;
  for (std::size_t i = range.first; i < range.last; ++i)
    width += line[i].width;
  return width;
}

std::size_t cellAtByte(const std::vector<Cell> &line, std::size_t byte) {
  const auto after = [](std::size_t value, const Cell &cell) { return value < cell.byte; };
  auto next = std::upper_bound(line.begin(), line.end(), byte, after);
  return next == line.begin() ? 0 : static_cast<std::size_t>(next - line.begin()) - 1;
}

/// The cells that the span covers; empty where it begins behind the line's end.
Range markedCells(const std::vector<Cell> &line, std::size_t bytes, const SourceSpan &span) {
  const std::size_t begin = span.column ? span.column - 1 : 0;
  if (begin >= bytes)
    return {line.size(), line.size()};
  const bool onOneLine = span.endLine <= span.line;
  const std::size_t end = onOneLine ? std::min<std::size_t>(span.endColumn, bytes + 1) : bytes + 1;
  Range range{cellAtByte(line, begin), cellAtByte(line, begin) + 1};
  while (range.last < line.size() && line[range.last].byte + 1 < end)
    ++range.last;
  return range;
}

/// The cells to show: all where they fit, else those around the start of `marked`.
Range shownCells(const std::vector<Cell> &line, Range marked, unsigned width) {
  Range shown{0, line.size()};
  if (widthOf(line, shown) <= width)
    return shown;
  const unsigned room = width - 2 * static_cast<unsigned>(cutMark.size());
  const unsigned before = room / 3;
  shown.first = std::min(marked.first, line.size() - 1);
  while (shown.first > 0 && widthOf(line, {shown.first - 1, marked.first}) <= before)
    --shown.first;
  shown.last = shown.first;
  while (shown.last < line.size() && widthOf(line, {shown.first, shown.last + 1}) <= room)
    ++shown.last;
  return shown;
}

Range withoutIndent(const std::vector<Cell> &line) {
  std::size_t last = line.size();
  while (last > 0 && line[last - 1].text.find_first_not_of(' ') == std::string::npos)
    --last;
  return {0, last};
}

std::string spaces(unsigned count) { return std::string(count, ' '); }

} // namespace

Excerpt excerpt(std::string_view text, const SourceSpan &span, unsigned width) {
  std::vector<Cell> line = cells(text);
  line.resize(withoutIndent(line).last);
  width = std::max(width ? width : widestExcerpt, 20U);
  const Range marked = markedCells(line, text.size(), span);
  const Range shown = shownCells(line, marked, width);
  Excerpt result;
  if (shown.first > 0) {
    result.code = cutMark;
    result.markers = spaces(static_cast<unsigned>(cutMark.size()));
  }
  for (std::size_t i = shown.first; i < shown.last; ++i)
    result.code += line[i].text;
  if (shown.last < line.size())
    result.code += cutMark;
  if (span.column == 0)
    return {result.code, {}};
  result.markers += spaces(widthOf(line, {shown.first, marked.first}));
  const unsigned length = widthOf(line, {marked.first, std::min(marked.last, shown.last)});
  result.markers += '^' + std::string(length > 1 ? length - 1 : 0, '~');
  return result;
}

namespace {

using SourceLine = std::function<std::string(const std::string &, unsigned)>;

struct Group {
  std::string file;
  unsigned firstLine = 0;
  unsigned lastLine = 0;
  std::vector<Edit> edits; ///< sorted, touching neighbouring lines
};

std::vector<Group> groupsOf(const Fix &fix) {
  std::multimap<SourceSpan, Edit> edits; // keeps the order of insertions at one place
  for (const Edit &edit : fix.edits)
    edits.emplace(edit.span, edit);
  std::vector<Group> groups;
  for (const auto &[span, edit] : edits) {
    const unsigned lastLine = std::max(edit.span.line, edit.span.endLine);
    if (!groups.empty() && groups.back().file == edit.span.file &&
        edit.span.line <= groups.back().lastLine) {
      groups.back().edits.push_back(edit);
      groups.back().lastLine = std::max(groups.back().lastLine, lastLine);
    } else {
      groups.push_back({edit.span.file, edit.span.line, lastLine, {edit}});
    }
  }
  return groups;
}

std::vector<std::string> linesOf(std::string_view text) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    lines.emplace_back(text.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

/// Applies the edits of a group to its lines; false where they do not fit.
bool applyTo(std::string &text, const Group &group, const std::vector<std::size_t> &lineStart) {
  std::size_t limit = text.size();
  for (auto edit = group.edits.rbegin(); edit != group.edits.rend(); ++edit) {
    const SourceSpan &span = edit->span;
    if (span.line == 0 || span.column == 0 || span.endColumn == 0 || span.endLine < span.line)
      return false;
    const std::size_t begin = lineStart[span.line - group.firstLine] + span.column - 1;
    const std::size_t end = lineStart[span.endLine - group.firstLine] + span.endColumn - 1;
    if (begin > end || end > limit)
      return false;
    text.replace(begin, end - begin, edit->text);
    limit = begin;
  }
  return true;
}

} // namespace

std::vector<Change> preview(const Fix &fix, const SourceLine &sourceLine) {
  constexpr unsigned longestChange = 40; // lines; more than a reader wants in a report
  std::vector<Change> changes;
  for (const Group &group : groupsOf(fix)) {
    if (group.firstLine == 0 || group.lastLine - group.firstLine >= longestChange)
      continue;
    Change change{group.file, group.firstLine, {}, {}};
    std::string text;
    std::vector<std::size_t> lineStart;
    for (unsigned line = group.firstLine; line <= group.lastLine; ++line) {
      lineStart.push_back(text.size());
      change.before.push_back(sourceLine(group.file, line));
      text += change.before.back() + (line < group.lastLine ? "\n" : "");
    }
    if (text.empty() || !applyTo(text, group, lineStart))
      continue;
    change.after = linesOf(text);
    while (change.before.size() > 1 && !change.after.empty() &&
           change.before.back() == change.after.back()) { // where whole lines were taken out
      change.before.pop_back();
      change.after.pop_back();
    }
    changes.push_back(std::move(change));
  }
  return changes;
}

} // namespace warplint::report
