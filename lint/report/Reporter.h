//===- Reporter.h - a report in one output format --------------*- C++ -*-===//
#ifndef WARPLINT_REPORT_REPORTER_H
#define WARPLINT_REPORT_REPORTER_H

#include "lint/evidence/Finding.h"

#include <functional>
#include <ostream>

namespace warplint::report {

struct Context {
  const Report &report;
  std::string version; ///< of warplint
  bool colour = false;
  bool quiet = false; ///< text: no summary
  unsigned width = 0; ///< columns of the terminal; 0: unknown
  /// Text of a source line (without its end), empty where it cannot be read.
  std::function<std::string(const std::string &file, unsigned line)> sourceLine;
  bool audit = false; ///< text: the summary that Audit.h makes, in place of the short one
};

using Writer = void (*)(const Context &, std::ostream &);

/// The writer of a format, null where there is none: text, html, markdown, json, sarif, github,
/// gitlab, junit, rdjson.
Writer writerFor(std::string_view format);
std::vector<std::string_view> formats();

} // namespace warplint::report

#endif
