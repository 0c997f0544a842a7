//===- Markup.h - text that markup leaves as it is -------------*- C++ -*-===//
//
// What comes from source files, paths and notes is shown as it is, whatever it
// looks like: nothing in it is markup, mentions nobody and links nowhere. All of
// it goes through printable() first.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_REPORT_MARKUP_H
#define WARPLINT_REPORT_MARKUP_H

#include <string>
#include <string_view>

namespace warplint::report {

/// Safe as text of HTML and as the value of an attribute in double quotes.
std::string htmlText(std::string_view text);

/// The dialects of GitHub and GitLab, as far as they agree; safe in a cell of a table too.
std::string markdownText(std::string_view text);
std::string markdownCode(std::string_view text);
/// Messages quote code in backquotes: code stays code. A quote that is never closed is one.
std::string markdownMessage(std::string_view message);

} // namespace warplint::report

#endif
