//===- Markup.cpp - text that markup leaves as it is ----------------------===//

#include "lint/report/Markup.h"

#include "lint/report/Characters.h"

#include <fmt/format.h>

namespace warplint::report {

std::string htmlText(std::string_view text) {
  std::string result;
  for (char c : printable(text))
    switch (c) {
    case '&':
      result += "&amp;";
      break;
    case '<':
      result += "&lt;";
      break;
    case '>':
      result += "&gt;";
      break;
    case '"':
      result += "&quot;";
      break;
    case '\'':
      result += "&#39;";
      break;
    default:
      result += c;
    }
  return result;
}

std::string markdownText(std::string_view text) {
  // What Markdown, HTML or a code host could read as more than text becomes a reference, which all
  // of them show as the character.
  constexpr std::string_view special = "\\`*_[]<>#!|~&@:$";
  std::string result;
  for (char c : printable(text))
    if (special.find(c) != std::string_view::npos || (c == '.' && result.ends_with("www")))
      result += fmt::format("&#{};", static_cast<unsigned>(static_cast<unsigned char>(c)));
    else
      result += c;
  return result;
}

std::string markdownCode(std::string_view text) {
  return "<code>" + markdownText(text) + "</code>";
}

std::string markdownMessage(std::string_view message) {
  std::string result;
  while (!message.empty()) {
    const std::size_t open = message.find('`');
    const std::size_t close = open == std::string_view::npos ? open : message.find('`', open + 1);
    if (close == std::string_view::npos)
      return result + markdownText(message);
    result += markdownText(message.substr(0, open)) +
              markdownCode(message.substr(open + 1, close - open - 1));
    message.remove_prefix(close + 1);
  }
  return result;
}

} // namespace warplint::report
