//===- Uri.cpp - addresses of documents -----------------------------------===//

#include "lint/lsp/Uri.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

namespace warplint::lsp {
namespace {

/// Nothing where an escape is none, or stands for a NUL, which no path holds.
std::optional<std::string> decoded(llvm::StringRef text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      result += text[i];
      continue;
    }
    if (i + 2 >= text.size() || !llvm::isHexDigit(text[i + 1]) || !llvm::isHexDigit(text[i + 2]))
      return std::nullopt;
    result += static_cast<char>(llvm::hexFromNibbles(text[i + 1], text[i + 2]));
    i += 2;
  }
  return result.find('\0') == std::string::npos ? std::optional(std::move(result)) : std::nullopt;
}

/// RFC 3986, "Unreserved Characters", and what may stand in a path besides.
bool staysInPath(char c) {
  return llvm::isAlnum(c) || llvm::StringRef("-._~/!$&'()*+,;=@").contains(c);
}

} // namespace

std::optional<std::string> pathOfUri(std::string_view uri) {
  llvm::StringRef text = uri;
  if (!text.consume_front_insensitive("file:"))
    return std::nullopt;
  if (text.consume_front("//")) {
    const llvm::StringRef host = text.take_until([](char c) { return c == '/'; });
    if (!host.empty() && !host.equals_insensitive("localhost"))
      return std::nullopt;
    text = text.drop_front(host.size());
  }
  if (!text.starts_with("/"))
    return std::nullopt;
  const auto path = decoded(text.take_until([](char c) { return c == '?' || c == '#'; }));
  if (!path)
    return std::nullopt;
  llvm::SmallString<256> clean(*path);
  llvm::sys::path::remove_dots(clean, /*remove_dot_dot=*/true);
  return clean.str().str();
}

std::string uriOfPath(std::string_view path) {
  std::string uri = "file://";
  for (const char c : path)
    if (staysInPath(c)) {
      uri += c;
    } else {
      const auto byte = static_cast<unsigned char>(c);
      uri += '%';
      uri += llvm::hexdigit(byte >> 4U);
      uri += llvm::hexdigit(byte & 0xFU);
    }
  return uri;
}

} // namespace warplint::lsp
