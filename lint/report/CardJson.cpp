//===- CardJson.cpp - scorecards as JSON, version 1 -----------------------===//
//
// Every key is present in every card, null or empty where nothing is known.
// docs/scorecard.schema.json is its JSON Schema.
//
//===----------------------------------------------------------------------===//

#include "lint/evidence/Json.h"
#include "lint/report/Card.h"

#include <cmath>

namespace warplint::report {
namespace {

using Json = nlohmann::ordered_json;

Json textOrNull(const std::string &text) {
  return text.empty() ? Json(nullptr) : Json(warplint::validUtf8(text));
}

Json numberOrNull(std::optional<double> value) {
  return value && std::isfinite(*value) ? toJson(EvidenceValue(*value)) : Json(nullptr);
}

Json boundJson(const Bound &bound) {
  return {{"bound", name(bound.kind)},
          {"arithmetic_intensity", numberOrNull(bound.intensity)},
          {"knee", numberOrNull(bound.knee)},
          {"unit", textOrNull(bound.unit)},
          {"attainable_gflops", numberOrNull(bound.attainable)},
          {"remark", textOrNull(bound.remark)}};
}

Json phaseJson(const Phase &phase) {
  Json checks = Json::array();
  for (const Check &check : phase.checks)
    checks.push_back({{"id", check.id},
                      {"title", check.title},
                      {"state", name(check.state)},
                      {"predicted", textOrNull(check.predicted)},
                      {"measured", textOrNull(check.measured)},
                      {"threshold", textOrNull(check.threshold)},
                      {"remark", textOrNull(check.remark)}});
  return {{"phase", phase.number},
          {"title", phase.title},
          {"state", name(phase.state)},
          {"checks", std::move(checks)}};
}

Json changeJson(const CardChange &change) {
  const Finding &finding = *change.finding;
  return {{"rule", finding.rule},
          {"severity", name(finding.severity)},
          {"file", warplint::validUtf8(finding.span.file)},
          {"line", finding.span.line},
          {"column", finding.span.column},
          {"message", warplint::validUtf8(finding.message)},
          {"help", warplint::validUtf8(finding.help)},
          {"excess", textOrNull(change.excess)},
          {"share", numberOrNull(change.share)},
          {"share_of", textOrNull(change.shareOf)}};
}

Json chipJson(const CardChip &chip) {
  Json peak = Json::object();
  for (const auto &[unit, rate] : chip.peak)
    peak[unit] = rate;
  return {{"name", warplint::validUtf8(chip.name)},
          {"product", textOrNull(chip.product)},
          {"generation", textOrNull(chip.generation)},
          {"compute_capability", textOrNull(chip.computeCapability)},
          {"bandwidth_gbs", chip.bandwidth > 0 ? Json(chip.bandwidth) : Json(nullptr)},
          {"peak_tflops", std::move(peak)},
          {"chosen", chip.reason}};
}

Json cardJson(const Card &card) {
  Json json;
  json["kernel"] = warplint::validUtf8(card.kernel);
  json["instantiation"] = textOrNull(card.instantiation);
  json["file"] = warplint::validUtf8(card.span.file);
  json["line"] = card.span.line;
  json["block"] = card.block;
  json["confidence"] = name(card.confidence);
  json["assumptions"] = Json::array();
  for (const std::string &assumption : card.assumptions)
    json["assumptions"].push_back(warplint::validUtf8(assumption));
  json["chip"] = chipJson(card.chip);
  json["predicted_bound"] = boundJson(card.predicted);
  json["measured_bound"] = card.measured ? boundJson(*card.measured) : Json(nullptr);
  json["occupancy"] = textOrNull(card.occupancy);
  json["next_step"] = textOrNull(card.nextStep);
  json["resources"] = textOrNull(card.resources);
  json["phases"] = Json::array();
  for (const Phase &phase : card.phases)
    json["phases"].push_back(phaseJson(phase));
  json["stalls"] = Json::array();
  for (const Stall &stall : card.stalls)
    json["stalls"].push_back({{"reason", stall.reason}, {"percent", stall.percent}});
  json["changes"] = Json::array();
  for (const CardChange &change : card.changes)
    json["changes"].push_back(changeJson(change));
  json["findings"] = Json::array();
  for (const Finding *finding : card.findings)
    json["findings"].push_back(
        {{"rule", finding->rule},
         {"severity", name(finding->severity)},
         {"line", finding->span.line},
         {"fingerprint", finding->fingerprint},
         {"verdict", finding->verdict ? Json(name(*finding->verdict)) : Json(nullptr)}});
  json["predicted"] = toJson(card.evidence);
  json["measured"] = card.figures ? toJson(*card.figures) : Json(nullptr);
  return json;
}

} // namespace

void writeCardJson(const CardContext &context, std::ostream &out) {
  Json cards = Json::array();
  for (const Card &card : context.cards)
    cards.push_back(cardJson(card));
  Json notes = Json::array();
  for (const std::string &note : context.notes)
    notes.push_back(warplint::validUtf8(note));
  const Json json = {{"version", 1},
                     {"tool", {{"name", "warplint"}, {"version", context.version}}},
                     {"cards", std::move(cards)},
                     {"notes", std::move(notes)}};
  out << json.dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
}

} // namespace warplint::report
