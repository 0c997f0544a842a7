//===- Sarif.cpp - SARIF 2.1.0 --------------------------------------------===//
//
// https://docs.oasis-open.org/sarif/sarif/v2.1.0/. Columns there count UTF-16 code units.
//
//===----------------------------------------------------------------------===//

#include "lint/evidence/Json.h"
#include "lint/report/Characters.h"
#include "lint/report/Formats.h"
#include "lint/report/Wording.h"

#include <algorithm>
#include <fmt/format.h>

namespace warplint::report {
namespace {

using Json = nlohmann::ordered_json;

std::string_view level(Severity severity) { return name(severity); } // the same three words

/// A path as a URI reference (RFC 3986).
std::string uriOf(std::string_view path) {
  std::string result = path.starts_with('/') ? "file://" : "";
  for (char c : path) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       std::string_view("-._~/").find(c) != std::string_view::npos;
    result += plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return result;
}

Json artifactLocation(const std::string &file) {
  Json json = {{"uri", uriOf(file)}};
  if (!file.starts_with('/'))
    json["uriBaseId"] = "SRCROOT";
  return json;
}

Json region(const Context &context, const SourceSpan &span) {
  Json json = {{"startLine", span.line}};
  if (span.column == 0)
    return json;
  json["startColumn"] = utf16Column(context.sourceLine(span.file, span.line), span.column);
  if (span.endLine < span.line || span.endColumn == 0)
    return json;
  json["endLine"] = span.endLine;
  json["endColumn"] = utf16Column(context.sourceLine(span.file, span.endLine), span.endColumn);
  return json;
}

Json physicalLocation(const Context &context, const SourceSpan &span) {
  Json json = {{"artifactLocation", artifactLocation(span.file)}};
  if (span.line)
    json["region"] = region(context, span);
  return json;
}

Json locations(const Context &context, const Finding &finding) {
  Json location = {{"physicalLocation", physicalLocation(context, finding.span)}};
  if (!finding.kernel.empty())
    location["logicalLocations"] = {{{"fullyQualifiedName", finding.kernel}, {"kind", "function"}}};
  return Json::array({location});
}

Json relatedLocations(const Context &context, const Finding &finding) {
  Json result = Json::array();
  for (const Note &note : finding.notes)
    if (!note.span.file.empty())
      result.push_back({{"id", result.size()},
                        {"message", {{"text", note.text}}},
                        {"physicalLocation", physicalLocation(context, note.span)}});
  return result;
}

Json fixJson(const Context &context, const Fix &fix) {
  std::map<std::string, Json> byFile;
  for (const Edit &edit : fix.edits) {
    Json &replacements = byFile.try_emplace(edit.span.file, Json::array()).first->second;
    replacements.push_back({{"deletedRegion", region(context, edit.span)},
                            {"insertedContent", {{"text", edit.text}}}});
  }
  Json changes = Json::array();
  for (auto &[file, replacements] : byFile)
    changes.push_back(
        {{"artifactLocation", artifactLocation(file)}, {"replacements", std::move(replacements)}});
  return {{"description", {{"text", fix.title}}}, {"artifactChanges", std::move(changes)}};
}

Json fixes(const Context &context, const Finding &finding) {
  Json result = Json::array();
  for (const Fix &fix : finding.fixes)
    if (!fix.edits.empty())
      result.push_back(fixJson(context, fix));
  return result;
}

Json suppressions(const Finding &finding) {
  Json suppression = {{"kind", finding.suppressed->by == "comment" ? "inSource" : "external"}};
  if (!finding.suppressed->reason.empty())
    suppression["justification"] = finding.suppressed->reason;
  suppression["properties"] = {{"by", finding.suppressed->by}};
  return Json::array({suppression});
}

Json properties(const Finding &finding) {
  return {{"confidence", name(finding.confidence)},
          {"assumptions", finding.assumptions},
          {"help", finding.help},
          {"predicted", toJson(finding.predicted)},
          {"measured", finding.measured ? toJson(*finding.measured) : Json(nullptr)},
          {"verdict", finding.verdict ? Json(name(*finding.verdict)) : Json(nullptr)}};
}

std::optional<std::size_t> indexOf(const std::vector<RuleInfo> &rules, std::string_view id) {
  const auto found =
      std::find_if(rules.begin(), rules.end(), [&](const RuleInfo &rule) { return rule.id == id; });
  if (found == rules.end())
    return std::nullopt;
  return static_cast<std::size_t>(found - rules.begin());
}

Json result(const Context &context, const Finding &finding) {
  Json json = {{"ruleId", finding.rule}};
  if (auto index = indexOf(context.report.rules, finding.rule))
    json["ruleIndex"] = *index;
  json["level"] = level(finding.severity);
  json["message"] = {{"text", qualifiedMessage(finding)}};
  json["locations"] = locations(context, finding);
  if (!finding.fingerprint.empty())
    json["partialFingerprints"] = {{"warplint/v1", finding.fingerprint}};
  if (Json related = relatedLocations(context, finding); !related.empty())
    json["relatedLocations"] = std::move(related);
  if (Json cures = fixes(context, finding); !cures.empty())
    json["fixes"] = std::move(cures);
  if (finding.suppressed)
    json["suppressions"] = suppressions(finding);
  json["properties"] = properties(finding);
  return json;
}

/// "shared-bank-conflict" -> "SharedBankConflict", the form SARIF asks of names.
std::string ruleName(std::string_view id) {
  std::string text;
  bool start = true;
  for (char c : id) {
    if (c == '-') {
      start = true;
      continue;
    }
    text += start && c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    start = false;
  }
  return text;
}

Json ruleJson(const RuleInfo &rule) {
  Json json = {
      {"id", rule.id},
      {"name", ruleName(rule.id)},
      {"shortDescription", {{"text", rule.title}}},
      {"fullDescription", {{"text", rule.why.empty() ? rule.title : rule.why}}},
      {"help",
       {{"text", rule.help.empty() ? rule.title : rule.help}, {"markdown", ruleMarkdown(rule)}}}};
  if (auto address = addressIn(rule.references))
    json["helpUri"] = *address;
  json["defaultConfiguration"] = {{"level", level(rule.severity)}};
  json["properties"] = {{"tags", {"cuda", rule.family, fmt::format("phase-{}", rule.phase)}}};
  return json;
}

constexpr std::string_view statusDescriptor(FileStatus status) {
  switch (status) {
  case FileStatus::Analysed:
    return "file-note";
  case FileStatus::Partial:
    return "file-partial";
  case FileStatus::Failed:
    return "file-failed";
  }
  return "file-note";
}

Json descriptors() {
  const auto descriptor = [](FileStatus status, std::string_view text, std::string_view level) {
    return Json{{"id", statusDescriptor(status)},
                {"shortDescription", {{"text", text}}},
                {"defaultConfiguration", {{"level", level}}}};
  };
  return Json::array(
      {descriptor(FileStatus::Analysed, "A remark on a file.", "note"),
       descriptor(FileStatus::Partial, "A file was analysed only in part.", "warning"),
       descriptor(FileStatus::Failed, "A file could not be analysed.", "error")});
}

Json notification(const Report::File &file, const std::string &text) {
  constexpr std::string_view levels[] = {"note", "warning", "error"}; // by FileStatus
  const auto status = static_cast<std::size_t>(file.status);
  return {
      {"descriptor", {{"id", statusDescriptor(file.status)}, {"index", status}}},
      {"level", levels[status]},
      {"message", {{"text", text}}},
      {"locations",
       Json::array({{{"physicalLocation", {{"artifactLocation", artifactLocation(file.file)}}}}})}};
}

/// Successful where every file could be analysed, at least in part.
Json invocation(const Report &report) {
  bool successful = true;
  Json notifications = Json::array();
  for (const std::string &note : report.notes)
    notifications.push_back({{"level", "note"}, {"message", {{"text", note}}}});
  for (const Report::File &file : report.files) {
    successful &= file.status != FileStatus::Failed;
    for (const std::string &note : file.notes)
      notifications.push_back(notification(file, note));
    if (file.notes.empty() && file.status != FileStatus::Analysed)
      notifications.push_back(notification(
          file, file.status == FileStatus::Failed ? "not analysed" : "analysed only in part"));
  }
  return {{"executionSuccessful", successful},
          {"toolExecutionNotifications", std::move(notifications)}};
}

} // namespace

void writeSarif(const Context &context, std::ostream &out) {
  Json rules = Json::array();
  for (const RuleInfo &rule : context.report.rules)
    rules.push_back(ruleJson(rule));
  Json results = Json::array();
  for (const Finding &finding : context.report.findings)
    results.push_back(result(context, finding));
  const Json driver = {{"name", "warplint"},
                       {"semanticVersion", context.version},
                       {"notifications", descriptors()},
                       {"rules", std::move(rules)}};
  const Json root = {{"SRCROOT", {{"description", {{"text", "where warplint was started"}}}}}};
  const Json run = {{"tool", {{"driver", driver}}},
                    {"invocations", Json::array({invocation(context.report)})},
                    {"originalUriBaseIds", root},
                    {"columnKind", "utf16CodeUnits"},
                    {"results", std::move(results)}};
  const Json json = {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                     {"version", "2.1.0"},
                     {"runs", Json::array({run})}};
  out << json.dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
}

} // namespace warplint::report
