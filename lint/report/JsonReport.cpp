//===- JsonReport.cpp - the report as JSON, version 1 ---------------------===//
//
// The shape is fixed: every key is present in every report, null where nothing
// is known. Columns count bytes.
//
//===----------------------------------------------------------------------===//

#include "lint/evidence/Json.h"
#include "lint/report/Formats.h"
#include "lint/report/Summary.h"

namespace warplint::report {
namespace {

using Json = nlohmann::ordered_json;

Json fixJson(const Fix &fix) {
  Json edits = Json::array();
  for (const Edit &edit : fix.edits)
    edits.push_back({{"file", edit.span.file},
                     {"line", edit.span.line},
                     {"column", edit.span.column},
                     {"end_line", edit.span.endLine},
                     {"end_column", edit.span.endColumn},
                     {"text", edit.text}});
  return {{"title", fix.title}, {"edits", std::move(edits)}};
}

Json suppressedJson(const std::optional<SuppressedBy> &suppressed) {
  if (!suppressed)
    return nullptr;
  return {{"by", suppressed->by}, {"reason", suppressed->reason}};
}

Json findingJson(const Finding &finding) {
  Json json;
  json["rule"] = finding.rule;
  json["family"] = finding.family;
  json["severity"] = name(finding.severity);
  json["confidence"] = name(finding.confidence);
  json["file"] = finding.span.file;
  json["line"] = finding.span.line;
  json["column"] = finding.span.column;
  json["end_line"] = finding.span.endLine;
  json["end_column"] = finding.span.endColumn;
  if (finding.statement.first != 0)
    json["statement"] = {{"line", finding.statement.first}, {"end_line", finding.statement.last}};
  json["kernel"] = finding.kernel;
  json["op"] = finding.op;
  json["ops"] = finding.ops;
  json["message"] = finding.message;
  json["help"] = finding.help;
  json["fingerprint"] = finding.fingerprint;
  json["assumptions"] = finding.assumptions;
  json["predicted"] = toJson(finding.predicted);
  json["measured"] = finding.measured ? toJson(*finding.measured) : Json(nullptr);
  json["verdict"] = finding.verdict ? Json(name(*finding.verdict)) : Json(nullptr);
  json["fixes"] = Json::array();
  for (const Fix &fix : finding.fixes)
    json["fixes"].push_back(fixJson(fix));
  json["suppressed"] = suppressedJson(finding.suppressed);
  return json;
}

Json summaryJson(const Report &report) {
  const Summary summary = summarise(report);
  const auto count = [&](Severity severity) {
    return summary.bySeverity[static_cast<std::size_t>(severity)];
  };
  const auto files = [&](FileStatus status) {
    return summary.byStatus[static_cast<std::size_t>(status)];
  };
  Json rules = Json::object();
  for (const auto &[rule, counts] : summary.byRule)
    rules[rule] = counts[0] + counts[1] + counts[2];
  return {{"findings", summary.findings},
          {"suppressed", summary.suppressed},
          {"severities",
           {{"error", count(Severity::Error)},
            {"warning", count(Severity::Warning)},
            {"note", count(Severity::Note)}}},
          {"rules", std::move(rules)},
          {"files",
           {{"analysed", files(FileStatus::Analysed)},
            {"partial", files(FileStatus::Partial)},
            {"failed", files(FileStatus::Failed)}}},
          {"kernels", summary.kernels},
          {"notes", report.notes}};
}

} // namespace

void writeJson(const Context &context, std::ostream &out) {
  Json findings = Json::array();
  for (const Finding &finding : context.report.findings)
    findings.push_back(findingJson(finding));
  Json files = Json::array();
  for (const Report::File &file : context.report.files)
    files.push_back({{"file", file.file},
                     {"status", name(file.status)},
                     {"kernels", file.kernels},
                     {"notes", file.notes}});
  const Json json = {{"version", 1},
                     {"tool", {{"name", "warplint"}, {"version", context.version}}},
                     {"findings", std::move(findings)},
                     {"files", std::move(files)},
                     {"summary", summaryJson(context.report)}};
  out << json.dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
}

} // namespace warplint::report
