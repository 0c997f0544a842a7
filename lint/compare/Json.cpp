//===- Json.cpp - a comparison for programs -------------------------------===//

#include "lint/evidence/Json.h"
#include "lint/compare/Compare.h"

#include <cmath>

namespace warplint::compare {
namespace {

using Json = nlohmann::ordered_json;

/// JSON has no infinity: what came from nothing has no ratio.
Json ratioJson(double ratio) {
  return std::isfinite(ratio) ? warplint::toJson(EvidenceValue(ratio)) : Json(nullptr);
}

Json metricJson(const Metric &metric) {
  Json json = {{"name", metric.name}, {"unit", metric.unit}};
  json["old"] = metric.before.empty() ? Json(nullptr) : Json(metric.medianBefore);
  json["new"] = metric.after.empty() ? Json(nullptr) : Json(metric.medianAfter);
  json["ratio"] =
      metric.before.empty() || metric.after.empty() ? Json(nullptr) : ratioJson(metric.ratio);
  json["interval"] = metric.interval
                         ? Json({ratioJson(metric.interval->low), ratioJson(metric.interval->high)})
                         : Json(nullptr);
  json["exact"] = metric.exact;
  json["old_runs"] = metric.before;
  json["new_runs"] = metric.after;
  json["change"] = name(metric.change);
  return json;
}

Json metricsJson(const std::vector<Metric> &metrics) {
  Json json = Json::array();
  for (const Metric &metric : metrics)
    json.push_back(metricJson(metric));
  return json;
}

Json placeJson(const Place &place) {
  return {{"file", validUtf8(place.file)}, {"line", place.line}, {"column", place.column}};
}

Json placeJson(const std::optional<Place> &place) {
  return place ? placeJson(*place) : Json(nullptr);
}

Json siteJson(const SitePair &site) {
  return {{"kind", name(site.kind)},
          {"op", validUtf8(site.op)},
          {"expr", validUtf8(site.expr)},
          {"old", placeJson(site.before)},
          {"new", placeJson(site.after)},
          {"change", name(site.change)},
          {"metrics", metricsJson(site.metrics)}};
}

Json kernelJson(const KernelPair &kernel) {
  Json sites = Json::array();
  for (const SitePair &site : kernel.sites)
    sites.push_back(siteJson(site));
  return {{"kernel", validUtf8(kernel.name)},
          {"old_kernel", validUtf8(kernel.oldName.empty() ? kernel.name : kernel.oldName)},
          {"instantiation", validUtf8(kernel.instantiation)},
          {"file", validUtf8(kernel.place.file)},
          {"line", kernel.place.line},
          {"change", name(kernel.change)},
          {"notes", kernel.notes},
          {"metrics", metricsJson(kernel.metrics)},
          {"sites", std::move(sites)}};
}

Json sideJson(const Side &side) {
  Json files = Json::array(), devices = Json::array();
  for (const std::string &file : side.files)
    files.push_back(validUtf8(file));
  for (const std::string &device : side.devices)
    devices.push_back(validUtf8(device));
  return {{"files", std::move(files)}, {"devices", std::move(devices)}};
}

Json lonesJson(const std::vector<Comparison::Lone> &lones) {
  Json json = Json::array();
  for (const Comparison::Lone &lone : lones)
    json.push_back({{"kernel", validUtf8(lone.name)},
                    {"instantiation", validUtf8(lone.instantiation)},
                    {"file", validUtf8(lone.place.file)},
                    {"line", lone.place.line}});
  return json;
}

} // namespace

Json toJson(const Comparison &comparison, const Options &options) {
  Json kernels = Json::array(), summary = Json::object();
  for (const KernelPair &kernel : comparison.kernels)
    kernels.push_back(kernelJson(kernel));
  for (const Change change : {Change::Worse, Change::Better, Change::Same, Change::Unclear,
                              Change::TooFew, Change::NotJudged})
    summary[std::string(name(change))] = comparison.count(change);
  return {{"version", 1},
          {"source", comparison.measured ? "measured" : "predicted"},
          {"tolerance", options.tolerance},
          {"confidence", options.confidence},
          {"old", sideJson(comparison.before)},
          {"new", sideJson(comparison.after)},
          {"summary", std::move(summary)},
          {"kernels", std::move(kernels)},
          {"only_old", lonesJson(comparison.onlyBefore)},
          {"only_new", lonesJson(comparison.onlyAfter)},
          {"notes", comparison.notes}};
}

} // namespace warplint::compare
