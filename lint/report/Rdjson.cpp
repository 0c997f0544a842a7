//===- Rdjson.cpp - reviewdog's diagnostic format -------------------------===//
//
// https://github.com/reviewdog/reviewdog/tree/master/proto/rdf. Columns count bytes there too.
//
//===----------------------------------------------------------------------===//

#include "lint/report/Formats.h"
#include "lint/report/Wording.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace warplint::report {
namespace {

using Json = nlohmann::ordered_json;

std::string_view rdSeverity(Severity severity) {
  switch (severity) {
  case Severity::Error:
    return "ERROR";
  case Severity::Warning:
    return "WARNING";
  case Severity::Note:
    return "INFO";
  }
  return "UNKNOWN_SEVERITY";
}

Json position(unsigned line, unsigned column) {
  Json json = {{"line", line}};
  if (column)
    json["column"] = column;
  return json;
}

Json range(const SourceSpan &span) {
  Json json = {{"start", position(span.line, span.column)}};
  if (span.endLine)
    json["end"] = position(span.endLine, span.endColumn);
  return json;
}

Json location(const SourceSpan &span) {
  Json json = {{"path", span.file}};
  if (span.line)
    json["range"] = range(span);
  return json;
}

/// reviewdog offers each suggestion by itself, on the lines of its diagnostic's file: a fix is
/// offered only where it is one edit of that file.
Json suggestions(const Finding &finding) {
  Json result = Json::array();
  for (const Fix &fix : finding.fixes)
    if (fix.edits.size() == 1 && fix.edits.front().span.file == finding.span.file)
      result.push_back(
          {{"range", range(fix.edits.front().span)}, {"text", fix.edits.front().text}});
  return result;
}

Json related(const Finding &finding) {
  Json result = Json::array();
  for (const Note &note : finding.notes)
    if (!note.span.file.empty())
      result.push_back({{"message", note.text}, {"location", location(note.span)}});
  return result;
}

Json diagnostic(const Finding &finding) {
  Json json = {{"message", finding.message + remarks(finding)},
               {"location", location(finding.span)},
               {"severity", rdSeverity(finding.severity)},
               {"code", {{"value", finding.rule}}}};
  if (Json fixes = suggestions(finding); !fixes.empty())
    json["suggestions"] = std::move(fixes);
  if (Json places = related(finding); !places.empty())
    json["related_locations"] = std::move(places);
  return json;
}

Json fileDiagnostic(const Report::File &file) {
  const bool failed = file.status == FileStatus::Failed;
  std::string text = failed ? "not analysed" : "analysed only in part";
  for (const std::string &note : file.notes)
    text += "\n" + note;
  return {{"message", text},
          {"location", {{"path", file.file}}},
          {"severity", failed ? "WARNING" : "INFO"},
          {"code", {{"value", failed ? "file-failed" : "file-partial"}}}};
}

} // namespace

void writeRdjson(const Context &context, std::ostream &out) {
  Json diagnostics = Json::array();
  for (const Finding &finding : context.report.findings)
    if (!finding.suppressed)
      diagnostics.push_back(diagnostic(finding));
  for (const Report::File &file : context.report.files)
    if (file.status != FileStatus::Analysed)
      diagnostics.push_back(fileDiagnostic(file));
  const Json json = {{"source", {{"name", "warplint"}}}, {"diagnostics", std::move(diagnostics)}};
  out << json.dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
}

} // namespace warplint::report
