//===- JsonReport.cpp - the report as JSON, version 1 ---------------------===//
//
// The shape is fixed: every key is present in every report, null where nothing
// is known. Columns count bytes. The one exception is `kernels`, which only a
// report of kernel-level figures has.
//
//===----------------------------------------------------------------------===//

#include "lint/evidence/Json.h"
#include "lint/report/Audit.h"
#include "lint/report/Formats.h"
#include "lint/report/Summary.h"

#include <cmath>

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

Json useJson(const Use &use) {
  Json json;
  json["file"] = use.span.file;
  json["line"] = use.span.line;
  json["column"] = use.span.column;
  json["end_line"] = use.span.endLine;
  json["end_column"] = use.span.endColumn;
  if (use.statement.first != 0)
    json["statement"] = {{"line", use.statement.first}, {"end_line", use.statement.last}};
  return json;
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
  for (const Use &use : finding.uses)
    json["uses"].push_back(useJson(use));
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

Json tableJson(const char *of, const std::vector<Audit::Row> &rows) {
  Json table = Json::array();
  for (const Audit::Row &row : rows) {
    Json json = {{of, row.name}};
    for (Severity severity : {Severity::Error, Severity::Warning, Severity::Note})
      json[std::string(name(severity))] = row.bySeverity[static_cast<std::size_t>(severity)];
    table.push_back(std::move(json));
  }
  return table;
}

Json siteJson(const Audit::Site &site) {
  const Finding &finding = *site.finding;
  constexpr double precision = 1e4;
  Json json;
  json["file"] = finding.span.file;
  json["line"] = finding.span.line;
  json["column"] = finding.span.column;
  json["kernel"] = finding.kernel;
  json["rules"] = site.rules;
  json["slots"] = std::llround(site.slots);
  json["excess"] = excessInWords(finding.predicted);
  json["measured_share"] = site.measuredShare
                               ? Json(std::round(*site.measuredShare * precision) / precision)
                               : Json(nullptr);
  return json;
}

/// What the text report ends with, of any number of files.
void addAudit(const Report &report, Json &summary) {
  const Audit found = audit(report);
  constexpr std::size_t mostNamed = 3; // `files` has them all
  summary["by_rule"] = tableJson("rule", found.rules);
  summary["by_folder"] = tableJson("folder", found.folders);
  summary["costly_sites"] = found.sites;
  summary["costliest"] = Json::array();
  for (const Audit::Site &site : found.costliest)
    summary["costliest"].push_back(siteJson(site));
  summary["not_analysed"] = Json::array();
  for (const Audit::Reason &reason : found.notAnalysed) {
    std::vector<std::string> files = reason.files;
    files.resize(std::min(files.size(), mostNamed));
    summary["not_analysed"].push_back({{"status", name(reason.status)},
                                       {"reason", reason.text},
                                       {"count", reason.files.size()},
                                       {"files", std::move(files)}});
  }
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
  Json json = {{"findings", summary.findings},
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
  addAudit(report, json);
  return json;
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
  Json json = {{"version", 1},
               {"tool", {{"name", "warplint"}, {"version", context.version}}},
               {"findings", std::move(findings)},
               {"files", std::move(files)},
               {"summary", summaryJson(context.report)}};
  for (const KernelFigures &kernel : context.report.kernels)
    json["kernels"].push_back(toJson(kernel));
  out << json.dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
}

} // namespace warplint::report
