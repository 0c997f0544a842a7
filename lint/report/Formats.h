//===- Formats.h - the writers, one per file -------------------*- C++ -*-===//
#ifndef WARPLINT_REPORT_FORMATS_H
#define WARPLINT_REPORT_FORMATS_H

#include "lint/report/Reporter.h"

namespace warplint::report {

void writeText(const Context &context, std::ostream &out);
void writeHtml(const Context &context, std::ostream &out);
void writeMarkdown(const Context &context, std::ostream &out);
void writeJson(const Context &context, std::ostream &out);
void writeSarif(const Context &context, std::ostream &out);
void writeGithub(const Context &context, std::ostream &out);
void writeGitlab(const Context &context, std::ostream &out);
void writeJunit(const Context &context, std::ostream &out);
void writeRdjson(const Context &context, std::ostream &out);

} // namespace warplint::report

#endif
