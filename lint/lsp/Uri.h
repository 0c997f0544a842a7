//===- Uri.h - addresses of documents --------------------------*- C++ -*-===//
//
// file: URIs (RFC 8089) as editors write them.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_LSP_URI_H
#define WARPLINT_LSP_URI_H

#include <optional>
#include <string>
#include <string_view>

namespace warplint::lsp {

/// The absolute path, without `.` and `..`; nothing for other schemes, other hosts and what is no
/// URI.
std::optional<std::string> pathOfUri(std::string_view uri);

std::string uriOfPath(std::string_view path);

} // namespace warplint::lsp

#endif
