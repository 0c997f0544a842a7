//===- Style.h - colours of a terminal -------------------------*- C++ -*-===//
#ifndef WARPLINT_REPORT_STYLE_H
#define WARPLINT_REPORT_STYLE_H

#include <string_view>

/// ECMA-48, "Select Graphic Rendition".
namespace warplint::report::style {

constexpr std::string_view bold = "\033[1m";
constexpr std::string_view red = "\033[1;31m";
constexpr std::string_view yellow = "\033[1;33m";
constexpr std::string_view magenta = "\033[1;35m";
constexpr std::string_view cyan = "\033[1;36m";
constexpr std::string_view green = "\033[1;32m";
constexpr std::string_view plainRed = "\033[31m";
constexpr std::string_view plainGreen = "\033[32m";
constexpr std::string_view plainBlue = "\033[34m";
constexpr std::string_view dim = "\033[2m";
constexpr std::string_view reset = "\033[0m";

} // namespace warplint::report::style

#endif
