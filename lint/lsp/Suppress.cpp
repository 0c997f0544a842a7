//===- Suppress.cpp - comments that silence findings ----------------------===//

#include "lint/lsp/Suppress.h"

#include <algorithm>
#include <fmt/format.h>

namespace warplint::lsp {
namespace {

/// Behind the last name in `marker(name, …)`, in a `//` comment of the line; 0-based.
std::optional<std::size_t> endOfList(std::string_view line, std::string_view marker) {
  const std::size_t comment = line.find("//");
  const std::size_t found =
      comment == std::string_view::npos ? comment : line.find(marker, comment);
  if (found == std::string_view::npos)
    return std::nullopt;
  const std::size_t end = line.find(')', found + marker.size());
  const bool isEmpty = end == found + marker.size();
  return end == std::string_view::npos || isEmpty ? std::nullopt : std::optional(end);
}

Edit insertion(const Finding &finding, unsigned line, std::size_t column, std::string text) {
  const auto place = static_cast<unsigned>(column + 1);
  return {{finding.span.file, line, place, line, place}, std::move(text)};
}

} // namespace

std::optional<Edit> suppression(const Text &text, const Finding &finding) {
  const unsigned number = finding.span.line;
  if (number == 0 || number > text.lines())
    return std::nullopt;
  const std::string_view line = text.line(number - 1);
  if (const auto end = endOfList(line, "NOLINT("))
    return insertion(finding, number, *end, ", warplint-" + finding.rule);
  if (const auto end = endOfList(line, "warplint: allow("))
    return insertion(finding, number, *end, ", " + finding.rule);
  if (number > 1) {
    const std::string_view above = text.line(number - 2);
    if (const auto end = endOfList(above, "NOLINTNEXTLINE("))
      return insertion(finding, number - 1, *end, ", warplint-" + finding.rule);
    if (above.ends_with('\\'))
      return std::nullopt;
  }
  const std::string_view indent =
      line.substr(0, std::min(line.find_first_not_of(" \t"), line.size()));
  const std::string_view begin(text.str().data(), text.str().size());
  const std::size_t firstEnd = begin.find('\n');
  const bool returns =
      firstEnd != std::string_view::npos && firstEnd > 0 && begin[firstEnd - 1] == '\r';
  return insertion(finding, number, 0,
                   fmt::format("{}// NOLINTNEXTLINE(warplint-{}){}", indent, finding.rule,
                               returns ? "\r\n" : "\n"));
}

} // namespace warplint::lsp
