//===- FindingsFile.cpp - findings of an earlier run ----------------------===//

#include "lint/cli/FindingsFile.h"

#include "lint/evidence/ReadFile.h"
#include "lint/evidence/WholeNumbers.h"

#include <nlohmann/json.hpp>

namespace warplint::cli {
namespace {

using Json = nlohmann::json;

std::string textAt(const Json &json, const char *key) {
  const auto found = json.find(key);
  return found == json.end() || found->is_null() ? std::string() : found->get<std::string>();
}

SourceSpan readSpan(const Json &json) {
  return {json.at("file").get<std::string>(), wholeNumber<unsigned>(json.at("line")),
          wholeNumber<unsigned>(json.at("column")), wholeNumber<unsigned>(json.at("end_line")),
          wholeNumber<unsigned>(json.at("end_column"))};
}

Evidence readEvidence(const Json &json) {
  Evidence evidence;
  for (const auto &[name, value] : json.items()) {
    if (value.is_boolean())
      evidence[name] = value.get<bool>();
    else if (value.is_number_integer())
      evidence[name] = value.get<std::int64_t>();
    else if (value.is_number())
      evidence[name] = value.get<double>();
    else if (value.is_string())
      evidence[name] = value.get<std::string>();
  }
  return evidence;
}

Fix readFix(const Json &json) {
  Fix fix;
  fix.title = textAt(json, "title");
  for (const Json &edit : json.at("edits"))
    fix.edits.push_back({readSpan(edit), textAt(edit, "text")});
  return fix;
}

Lines readStatement(const Json &json) {
  const auto statement = json.find("statement");
  if (statement == json.end())
    return {};
  return {wholeNumber<unsigned>(statement->at("line")),
          wholeNumber<unsigned>(statement->at("end_line"))};
}

Finding readFinding(const Json &json, Measurements measurements) {
  Finding finding;
  finding.rule = json.at("rule").get<std::string>();
  finding.family = textAt(json, "family");
  finding.severity = severityFromName(textAt(json, "severity")).value_or(Severity::Warning);
  finding.confidence = confidenceFromName(textAt(json, "confidence")).value_or(Confidence::Exact);
  finding.span = readSpan(json);
  finding.kernel = textAt(json, "kernel");
  finding.op = textAt(json, "op");
  finding.ops = json.value("ops", std::vector<std::string>());
  finding.statement = readStatement(json);
  for (const Json &use : json.value("uses", Json::array()))
    finding.uses.push_back({readSpan(use), readStatement(use)});
  finding.message = textAt(json, "message");
  finding.help = textAt(json, "help");
  finding.fingerprint = textAt(json, "fingerprint");
  finding.assumptions = json.value("assumptions", std::vector<std::string>());
  finding.predicted = readEvidence(json.at("predicted"));
  for (const Json &fix : json.value("fixes", Json::array()))
    finding.fixes.push_back(readFix(fix));
  const bool kept = measurements == Measurements::Kept;
  if (kept) {
    if (const auto measured = json.find("measured");
        measured != json.end() && measured->is_object())
      finding.measured = readEvidence(*measured);
    finding.verdict = verdictFromName(textAt(json, "verdict"));
  }
  if (const auto suppressed = json.find("suppressed");
      suppressed != json.end() && suppressed->is_object() &&
      (kept || textAt(*suppressed, "by") != "evidence")) // that was an earlier verdict
    finding.suppressed = SuppressedBy{textAt(*suppressed, "by"), textAt(*suppressed, "reason")};
  return finding;
}

Report::File readFile(const Json &json) {
  return {textAt(json, "file"),
          fileStatusFromName(textAt(json, "status")).value_or(FileStatus::Analysed),
          wholeNumberAt(json, "kernels", 0U), json.value("notes", std::vector<std::string>())};
}

} // namespace

Expected<Report> readFindings(const std::string &file, Measurements measurements) {
  const auto text = readWhole(file);
  if (!text)
    return makeError(text.error().message + "; give what `warplint lint --format json` wrote",
                     file);
  try {
    const Json json = Json::parse(*text);
    Report report;
    for (const Json &finding : json.at("findings"))
      report.findings.push_back(readFinding(finding, measurements));
    for (const Json &item : json.at("files"))
      report.files.push_back(readFile(item));
    return report;
  } catch (const nlohmann::json::exception &error) {
    return makeError(std::string("not a report of `warplint lint --format json`: ") + error.what(),
                     file);
  }
}

} // namespace warplint::cli
