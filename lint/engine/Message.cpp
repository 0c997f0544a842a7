//===- Message.cpp - sentences with numbers in them -----------------------===//

#include "lint/engine/Message.h"

#include "lint/engine/Nearest.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <fmt/args.h>
#include <fmt/format.h>

namespace warplint::engine {
namespace {

/// Code in a message is there to be recognised, not to be read in full.
constexpr std::size_t longestCode = 100; // bytes

struct Shown {
  ValueView value;
};

/// Whole numbers are shown as integers even where they are stored as doubles.
std::string plainNumber(double number) {
  if (std::floor(number) == number && std::abs(number) < 1e15)
    return fmt::format("{:.0f}", number);
  return fmt::format("{:.3g}", number);
}

bool isIntegerFormat(const std::string &format) {
  return !format.empty() && std::string_view("bBcdoxX").find(format.back()) != std::string::npos;
}

std::string showNumber(double number, const std::string &format) {
  if (format.empty())
    return plainNumber(number);
  if (isIntegerFormat(format))
    return fmt::format(fmt::runtime("{:" + format + "}"), std::llround(number));
  return fmt::format(fmt::runtime("{:" + format + "}"), number);
}

std::string showInteger(std::int64_t integer, const std::string &format) {
  if (format.empty() || isIntegerFormat(format))
    return fmt::format(fmt::runtime("{:" + format + "}"), integer);
  return fmt::format(fmt::runtime("{:" + format + "}"), static_cast<double>(integer));
}

/// One line, spaces collapsed, cut where it is long.
std::string asOneLine(std::string_view text) {
  std::string line;
  for (char c : text) {
    if (!std::isspace(static_cast<unsigned char>(c)))
      line += c;
    else if (!line.empty() && line.back() != ' ')
      line += ' ';
  }
  if (!line.empty() && line.back() == ' ')
    line.pop_back();
  if (line.size() <= longestCode)
    return line;
  std::size_t end = longestCode;
  while (end > 0 && (static_cast<unsigned char>(line[end]) & 0xC0) == 0x80)
    --end; // not inside a character
  return line.substr(0, end) + "…";
}

std::string show(const ValueView &value, const std::string &format) {
  if (const auto *integer = std::get_if<std::int64_t>(&value))
    return showInteger(*integer, format);
  if (const auto *number = std::get_if<double>(&value))
    return showNumber(*number, format);
  if (const auto *text = std::get_if<std::string_view>(&value))
    return fmt::format(fmt::runtime("{:" + format + "}"), asOneLine(*text));
  if (const auto *flag = std::get_if<bool>(&value))
    return fmt::format(fmt::runtime("{:" + format + "}"), *flag ? "true" : "false");
  return "?";
}

/// Three digits in a row: a width that would flood the report, or use up the memory.
bool isTooWide(std::string_view format) {
  std::size_t digits = 0;
  for (char c : format) {
    digits = std::isdigit(static_cast<unsigned char>(c)) ? digits + 1 : 0;
    if (digits > 2)
      return true;
  }
  return false;
}

/// The names of a template's placeholders, in order.
Expected<std::vector<std::string>> placeholders(const std::string &pattern) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i] != '{' && pattern[i] != '}')
      continue;
    if (i + 1 < pattern.size() && pattern[i + 1] == pattern[i]) {
      ++i;
      continue;
    }
    const std::size_t end = pattern.find_first_of("{}", i + 1);
    if (pattern[i] == '}' || end == std::string::npos || pattern[end] != '}')
      return makeError(std::string("unpaired `") + pattern[i] +
                       "`; write it twice if a brace is meant");
    const std::string inside = pattern.substr(i + 1, end - i - 1);
    names.push_back(inside.substr(0, inside.find(':')));
    if (names.back().empty())
      return makeError("`{" + inside +
                       "}` names nothing; a placeholder is {name} or {name:format}");
    if (std::isdigit(static_cast<unsigned char>(names.back().front()))) // fmt takes it for a number
      return makeError("`{" + inside + "}` is no name; a placeholder is {name} or {name:format}");
    if (isTooWide(std::string_view(inside).substr(names.back().size())))
      return makeError("`{" + inside + "}` does not fit: a width or precision over 99");
    i = end;
  }
  return names;
}

} // namespace
} // namespace warplint::engine

template <> struct fmt::formatter<warplint::engine::Shown> {
  std::string spec;

  constexpr auto parse(format_parse_context &context) {
    auto it = context.begin();
    while (it != context.end() && *it != '}')
      spec += *it++;
    return it;
  }

  template <typename Context>
  auto format(const warplint::engine::Shown &shown, Context &context) const {
    const std::string text = warplint::engine::show(shown.value, spec);
    return std::copy(text.begin(), text.end(), context.out());
  }
};

namespace warplint::engine {

Expected<std::string> renderMessage(const std::string &pattern, const Scope &scope) {
  const Expected<std::vector<std::string>> names = placeholders(pattern);
  if (!names)
    return tl::unexpected<Error>(names.error());
  fmt::dynamic_format_arg_store<fmt::format_context> store;
  for (const std::string &name : *names)
    store.push_back(fmt::arg(name.c_str(), Shown{valueOf(scope, name)}));
  try {
    return fmt::vformat(pattern, store);
  } catch (const fmt::format_error &error) {
    return makeError(std::string("does not fit: ") + error.what());
  }
}

Expected<void> checkMessage(const std::string &pattern, SiteKind kind, const Params &params) {
  const Expected<std::vector<std::string>> names = placeholders(pattern);
  if (!names)
    return tl::unexpected<Error>(names.error());
  const TrialScope trial(kind, params, 2);
  for (const std::string &name : *names) {
    if (std::holds_alternative<std::monostate>(valueOf(trial.scope(), name)))
      return makeError("`{" + name + "}` is neither evidence of a site of kind " +
                       std::string(warplint::name(kind)) + " nor a param" +
                       didYouMean(name, visibleNames(kind, params)));
  }
  if (Expected<std::string> text = renderMessage(pattern, trial.scope()); !text)
    return tl::unexpected<Error>(text.error());
  return {};
}

} // namespace warplint::engine
