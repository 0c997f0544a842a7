//===- Measurement.cpp - what was measured on a GPU -----------------------===//

#include "runtime-check/Measurement.h"

#include "lint/evidence/Json.h"
#include "lint/evidence/ReadFile.h"
#include "lint/evidence/WholeNumbers.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <set>
#include <sstream>

namespace warplint::runtime {
namespace {

using Json = nlohmann::json;
using OrderedJson = nlohmann::ordered_json;

std::string textAt(const Json &json, const char *key) { return json.value(key, std::string()); }

Device readDevice(const Json &json) {
  return {textAt(json, "name"),   textAt(json, "chip"), textAt(json, "compute_capability"),
          textAt(json, "driver"), textAt(json, "cuda"), textAt(json, "cupti")};
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

Expected<MeasuredSite> readSite(const Json &json) {
  MeasuredSite measured;
  const std::string kind = textAt(json, "kind");
  const auto siteKind = siteKindFromName(kind);
  if (!siteKind)
    return makeError("unknown kind of site `" + kind + "`");
  Site &site = measured.site;
  site.kind = *siteKind;
  site.span.file = textAt(json, "file");
  site.span.line = site.span.endLine = wholeNumberAt(json, "line", 0U);
  site.kernel = textAt(json, "kernel");
  site.op = textAt(json, "op");
  site.evidence = readEvidence(json.at("evidence"));
  measured.instantiation = textAt(json, "instantiation");
  measured.instructions = wholeNumberAt(json, "instructions", 1U);
  if (json.contains("offset"))
    measured.offset = wholeNumber<std::int64_t>(json.at("offset"));
  return measured;
}

/// "9 0 12": as many lines in JSON would drown what a person looks for in the file.
std::vector<unsigned> readCounts(const std::string &text) {
  std::istringstream in(text);
  std::vector<unsigned> counts;
  for (unsigned count = 0; in >> count;)
    counts.push_back(count);
  return counts;
}

std::string inOneText(const std::vector<unsigned> &counts) {
  std::string text;
  for (unsigned count : counts)
    text += (text.empty() ? "" : " ") + std::to_string(count);
  return text;
}

MeasuredFunction readFunction(const Json &json) {
  std::set<BlockShape> blocks;
  if (json.contains("blocks"))
    for (const Json &shape : json.at("blocks"))
      blocks.insert({wholeNumber<unsigned>(shape.at(0)), wholeNumber<unsigned>(shape.at(1)),
                     wholeNumber<unsigned>(shape.at(2))});
  return {textAt(json, "name"),
          textAt(json, "file"),
          wholeNumberAt(json, "line", 0U),
          json.value("kernel", false),
          textAt(json, "hash"),
          readCounts(textAt(json, "tokens_per_line")),
          std::move(blocks),
          json.value("host", false)};
}

//===----------------------------------------------------------------------===//
// Sums and ratios
//===----------------------------------------------------------------------===//

/// Counts add up; what is derived from them is worked out anew.
Evidence summed(const Evidence &a, const Evidence &b) {
  Evidence result;
  for (const Evidence *evidence : {&a, &b})
    for (const auto &[name, value] : *evidence)
      if (const auto *count = std::get_if<std::int64_t>(&value))
        result[name] = sumOfCounts(countAt(result, name), countOf(static_cast<double>(*count)));
  return result;
}

constexpr std::array launchCounts{"launches",          "launches_begun",    "launches_failed",
                                  "launches_measured", "launches_profiled", "launches_unfinished",
                                  "threads_launched",  "warps_launched"};

bool isLaunchCount(std::string_view name) {
  return std::find(launchCounts.begin(), launchCounts.end(), name) != launchCounts.end();
}

/// Of one instantiation: numbers of launches add up, figures are means over the launches profiled,
/// and of what else is known of a launch (its grid, its block, …) that stays which all of them
/// have in common.
Evidence summedLaunches(const Evidence &a, const Evidence &b) {
  const auto weightA = static_cast<double>(countAt(a, "launches_profiled"));
  const auto weightB = static_cast<double>(countAt(b, "launches_profiled"));
  const bool bothProfiled = weightA > 0 && weightB > 0;
  Evidence result = a;
  result.insert(b.begin(), b.end());
  for (auto it = result.begin(); it != result.end();) {
    auto &[name, value] = *it;
    const auto inA = a.find(name), inB = b.find(name);
    const bool inBoth = inA != a.end() && inB != b.end();
    bool stays = true;
    if (isLaunchCount(name))
      value = sumOfCounts(countAt(a, name), countAt(b, name));
    else if (name == "milliseconds")
      value = inB != b.end() ? inB->second : inA->second;
    else if (bothProfiled && std::holds_alternative<double>(value))
      value = inBoth ? (weightA * *numberAt(a, name) + weightB * *numberAt(b, name)) /
                           (weightA + weightB)
                     : numberAt(result, name).value_or(0);
    else if (bothProfiled)
      stays = inBoth && inA->second == inB->second;
    it = stays ? std::next(it) : result.erase(it);
  }
  return result;
}

void setQuotient(Evidence &evidence, const char *name, const char *dividend, const char *divisor) {
  const std::int64_t by = countAt(evidence, divisor);
  if (by > 0)
    evidence[name] = static_cast<double>(countAt(evidence, dividend)) / static_cast<double>(by);
}

/// Operations and bytes of a launch: a fused multiply-add is two operations.
void deriveIntensity(Evidence &evidence) {
  double flops = 0;
  bool known = false;
  for (const std::string precision : {"fp16", "fp32", "fp64"}) {
    const auto adds = numberAt(evidence, "adds_" + precision);
    const auto multiplies = numberAt(evidence, "multiplies_" + precision);
    const auto fused = numberAt(evidence, "fmas_" + precision);
    if (!adds || !multiplies || !fused)
      continue;
    const double ofPrecision = *adds + *multiplies + 2 * *fused;
    evidence["flops_" + precision] = ofPrecision;
    flops += ofPrecision;
    known = true;
  }
  // What chips have no Tensor Cores for is not counted, and is none.
  for (const std::string unit : {"fp16", "bf16", "tf32", "fp64", "fp8", "int8"})
    flops += numberAt(evidence, "flops_" + unit + "_tensor").value_or(0);
  for (const auto &[intensity, bytes] :
       {std::pair("arithmetic_intensity", "bytes_dram"),
        std::pair("arithmetic_intensity_requested", "bytes_requested")})
    if (const auto moved = numberAt(evidence, bytes); known && moved && *moved > 0)
      evidence[intensity] = flops / *moved;
}

void setPercent(Evidence &evidence, const char *name, double part, double whole) {
  if (whole > 0)
    evidence[name] = 100 * part / whole;
}

/// Of the time from one iteration of a loop to the next.
void deriveShares(Evidence &evidence) {
  const auto at = [&](const char *name) { return static_cast<double>(countAt(evidence, name)); };
  if (!evidence.contains("span_ns"))
    return;
  setPercent(evidence, "device_idle_percent", at("span_ns") - at("busy_ns"), at("span_ns"));
  const double engines[] = {at("kernels_ns"), at("copies_to_device_ns"), at("copies_to_host_ns")};
  const double sum = engines[0] + engines[1] + engines[2];
  // At best the two that take less are hidden behind the one that takes longest.
  const double possible = sum - *std::max_element(std::begin(engines), std::end(engines));
  setPercent(evidence, "overlap_percent", std::max(0.0, sum - at("busy_ns")), possible);
  setPercent(evidence, "overlap_possible_percent", possible, sum);
}

void deriveRatios(Site &site) {
  Evidence &evidence = site.evidence;
  std::erase_if(evidence, [&](const auto &value) {
    return !std::holds_alternative<std::int64_t>(value.second) && site.kind != SiteKind::Kernel;
  });
  switch (site.kind) {
  case SiteKind::GlobalAccess:
    setQuotient(evidence, "sectors_ratio", "sectors", "sectors_ideal");
    setQuotient(evidence, "sectors_per_request", "sectors", "requests");
    setQuotient(evidence, "sectors_ideal_per_request", "sectors_ideal", "requests");
    return;
  case SiteKind::SharedAccess:
    setQuotient(evidence, "wavefronts_ratio", "wavefronts", "wavefronts_ideal");
    setQuotient(evidence, "wavefronts_per_request", "wavefronts", "requests");
    setQuotient(evidence, "wavefronts_ideal_per_request", "wavefronts_ideal", "requests");
    return;
  case SiteKind::Branch:
    setQuotient(evidence, "divergent_ratio", "divergent_warps", "warps");
    return;
  case SiteKind::Code:
    setQuotient(evidence, "lanes_active", "thread_instructions", "warp_instructions");
    return;
  case SiteKind::Kernel: // what was measured was launched, also in a process that was killed
    evidence["launches"] =
        std::max({countAt(evidence, "launches"), countAt(evidence, "launches_begun"),
                  countAt(evidence, "launches_measured"), countAt(evidence, "launches_profiled")});
    deriveIntensity(evidence);
    return;
  case SiteKind::HostCall:
    deriveShares(evidence);
    return;
  default:
    return;
  }
}

/// Instructions that agree on it behave alike: the ratio to two decimals, which is what is shown.
std::int64_t behaviour(const Site &site) {
  const auto ratio = numberAt(site.evidence, ratioName(site.kind));
  return ratio ? std::llround(*ratio * 100) : -1;
}

auto placeOf(const MeasuredSite &measured) {
  const Site &site = measured.site;
  return std::tie(site.span.file, site.span.line, site.kernel, measured.instantiation, site.kind,
                  site.op);
}

/// Adds up neighbours for which `same` holds, once sorted by `before`.
template <typename Before, typename Same>
void sumRuns(std::vector<MeasuredSite> &sites, Before before, Same same) {
  std::sort(sites.begin(), sites.end(), before);
  std::vector<MeasuredSite> result;
  for (MeasuredSite &site : sites) {
    if (result.empty() || !same(result.back(), site)) {
      result.push_back(std::move(site));
      continue;
    }
    MeasuredSite &sum = result.back();
    sum.site.evidence = site.site.kind == SiteKind::Kernel
                            ? summedLaunches(sum.site.evidence, site.site.evidence)
                            : summed(sum.site.evidence, site.site.evidence);
    if (sum.offset != site.offset || !sum.offset) {
      sum.offset.reset();
      sum.instructions += site.instructions;
    }
    if (sum.site.kind != SiteKind::Kernel) // whose launches are known when all are summed
      deriveRatios(sum.site);              // of sites that behave alike, the sum behaves so too
  }
  for (MeasuredSite &site : result)
    deriveRatios(site.site);
  sites = std::move(result);
}

/// The same instruction in other launches and processes.
void sumLaunches(std::vector<MeasuredSite> &sites) {
  const auto key = [](const MeasuredSite &site) {
    return std::tuple(placeOf(site), site.offset.value_or(-1));
  };
  sumRuns(
      sites, [&](const auto &a, const auto &b) { return key(a) < key(b); },
      [&](const MeasuredSite &a, const MeasuredSite &b) {
        return key(a) == key(b) && (a.offset || a.site.kind == SiteKind::Kernel);
      });
}

void sumAlike(std::vector<MeasuredSite> &sites) {
  const auto key = [](const MeasuredSite &site) {
    return std::tuple(placeOf(site), behaviour(site.site));
  };
  sumRuns(
      sites, [&](const auto &a, const auto &b) { return key(a) < key(b); },
      [&](const auto &a, const auto &b) { return key(a) == key(b); });
  for (MeasuredSite &site : sites)
    site.offset.reset();
}

void addOnce(std::vector<std::string> &texts, const std::string &text) {
  if (std::find(texts.begin(), texts.end(), text) == texts.end())
    texts.push_back(text);
}

OrderedJson deviceJson(const Device &device) {
  return {{"name", device.name},
          {"chip", device.chip},
          {"compute_capability", device.computeCapability},
          {"driver", device.driver},
          {"cuda", device.cuda},
          {"cupti", device.cupti}};
}

OrderedJson functionJson(const MeasuredFunction &function) {
  OrderedJson json = {{"name", validUtf8(function.name)},
                      {"file", validUtf8(function.file)},
                      {"line", function.line},
                      {"kernel", function.kernel},
                      {"hash", function.hash},
                      {"tokens_per_line", inOneText(function.tokens)}};
  if (!function.blocks.empty())
    json["blocks"] = function.blocks;
  if (function.host)
    json["host"] = true;
  return json;
}

OrderedJson sanitizerJson(const SanitizerRun &run) {
  OrderedJson reports = OrderedJson::array();
  for (const SanitizerReport &report : run.reports) {
    reports.push_back({{"kernel", validUtf8(report.kernel)},
                       {"file", validUtf8(report.file)},
                       {"line", report.line}});
    if (report.otherLine > 0) {
      reports.back()["other_file"] = validUtf8(report.otherFile);
      reports.back()["other_line"] = report.otherLine;
    }
  }
  return {{"tool", run.tool}, {"reports", std::move(reports)}};
}

SanitizerRun readSanitizerRun(const Json &json) {
  SanitizerRun run{textAt(json, "tool"), {}};
  for (const Json &report : json.at("reports"))
    run.reports.push_back({textAt(report, "kernel"), textAt(report, "file"),
                           wholeNumber<unsigned>(report.at("line")), textAt(report, "other_file"),
                           wholeNumberAt(report, "other_line", 0U)});
  return run;
}

/// What another run of the same tool has reported belongs to it.
void addRun(std::vector<SanitizerRun> &runs, const SanitizerRun &run) {
  const auto same = std::find_if(runs.begin(), runs.end(),
                                 [&](const SanitizerRun &known) { return known.tool == run.tool; });
  if (same == runs.end()) {
    runs.push_back(run);
    return;
  }
  std::vector<SanitizerReport> reports;
  std::set_union(same->reports.begin(), same->reports.end(), run.reports.begin(), run.reports.end(),
                 std::back_inserter(reports));
  same->reports = std::move(reports);
}

OrderedJson siteJson(const MeasuredSite &measured) {
  const Site &site = measured.site;
  return {{"kind", name(site.kind)},
          {"file", validUtf8(site.span.file)},
          {"line", site.span.line},
          {"column", 0},
          {"kernel", validUtf8(site.kernel)},
          {"instantiation", validUtf8(measured.instantiation)},
          {"op", site.op},
          {"instructions", measured.instructions},
          {"evidence", warplint::toJson(site.evidence)}};
}

} // namespace

std::string_view ratioName(SiteKind kind) {
  switch (kind) {
  case SiteKind::GlobalAccess:
    return "sectors_ratio";
  case SiteKind::SharedAccess:
    return "wavefronts_ratio";
  case SiteKind::Branch:
    return "divergent_ratio";
  default:
    return {};
  }
}

Expected<Measurement> measurementFromJson(const Json &json) {
  try {
    if (!json.is_object() || !json.contains("version") || json["version"] != 1)
      return makeError("not an evidence file of version 1");
    if (textAt(json, "source") != "measured")
      return makeError("this evidence was not measured, but " + textAt(json, "source"));
    Measurement measurement;
    if (json.contains("device") && json.at("device").is_object())
      measurement.device = readDevice(json.at("device"));
    measurement.date = textAt(json, "date");
    for (const Json &item : json.at("sites")) {
      Expected<MeasuredSite> site = readSite(item);
      if (!site)
        return tl::unexpected(site.error());
      measurement.sites.push_back(std::move(*site));
    }
    for (const Json &item : json.value("functions", Json::array()))
      measurement.functions.push_back(readFunction(item));
    for (const Json &item : json.value("sanitizers", Json::array()))
      measurement.sanitizers.push_back(readSanitizerRun(item));
    if (json.contains("process"))
      if (std::string program = textAt(json.at("process"), "program"); !program.empty())
        measurement.programs.insert(std::move(program));
    if (json.contains("notes"))
      measurement.notes = json.at("notes").get<std::vector<std::string>>();
    return measurement;
  } catch (const nlohmann::json::exception &error) {
    return makeError(std::string("not an evidence file: ") + error.what());
  }
}

Expected<Measurement> readMeasurement(const std::string &file) {
  const auto text = readWhole(file);
  if (!text)
    return makeError(text.error().message + "; give what `warplint confirm --record` wrote", file);
  const Json json = Json::parse(*text, nullptr, false);
  if (json.is_discarded())
    return makeError("not JSON", file);
  Expected<Measurement> measurement = measurementFromJson(json);
  if (!measurement)
    return makeError(measurement.error().message, file);
  return measurement;
}

std::vector<Measurement> readMeasurements(const std::string &folder) {
  namespace fs = std::filesystem;
  std::error_code error;
  std::set<std::string> files;
  for (const fs::directory_entry &entry : fs::directory_iterator(folder, error))
    if (entry.path().extension() == ".json")
      files.insert(entry.path().string());
  std::vector<Measurement> measurements;
  for (const std::string &file : files) {
    Expected<Measurement> measurement = readMeasurement(file);
    if (measurement)
      measurements.push_back(std::move(*measurement));
    else
      measurements.push_back({{}, {}, {}, {measurement.error().str()}});
  }
  return measurements;
}

Measurement merged(const std::vector<Measurement> &measurements) {
  Measurement result;
  for (const Measurement &measurement : measurements) {
    if (measurement.device && result.device && measurement.device != result.device)
      addOnce(result.notes, "measured on different GPUs; the counts are added up");
    if (!result.device)
      result.device = measurement.device;
    if (result.date.empty())
      result.date = measurement.date;
    result.sites.insert(result.sites.end(), measurement.sites.begin(), measurement.sites.end());
    result.functions.insert(result.functions.end(), measurement.functions.begin(),
                            measurement.functions.end());
    result.programs.insert(measurement.programs.begin(), measurement.programs.end());
    for (const SanitizerRun &run : measurement.sanitizers)
      addRun(result.sanitizers, run);
    for (const std::string &note : measurement.notes)
      addOnce(result.notes, note);
  }
  sumLaunches(result.sites);
  sumAlike(result.sites);
  return result;
}

void settleLaunches(Measurement &measurement, bool wasStopped) {
  for (MeasuredSite &measured : measurement.sites) {
    if (measured.site.kind != SiteKind::Kernel)
      continue;
    Evidence &evidence = measured.site.evidence;
    const std::int64_t open = countAt(evidence, "launches_begun") -
                              countAt(evidence, "launches_measured") -
                              countAt(evidence, "launches_failed");
    evidence.erase("launches_begun");
    evidence.erase("launches_failed");
    if (wasStopped && open > 0)
      evidence["launches_unfinished"] = open;
  }
}

Measurement withFigures(const Measurement &counts, Measurement figures) {
  // The launches are the same ones, launched again.
  for (MeasuredSite &site : figures.sites)
    site.site.evidence.erase("launches");
  return merged({counts, std::move(figures)});
}

std::vector<KernelFigures> kernelFigures(const Measurement &measurement) {
  std::vector<KernelFigures> kernels;
  for (const MeasuredSite &site : measurement.sites)
    if (site.site.kind == SiteKind::Kernel && countAt(site.site.evidence, "launches_profiled") > 0)
      kernels.push_back({site.site.kernel, site.instantiation, site.site.evidence});
  const auto time = [](const KernelFigures &kernel) {
    return numberAt(kernel.evidence, "duration_us").value_or(0) *
           numberAt(kernel.evidence, "launches").value_or(0);
  };
  std::sort(kernels.begin(), kernels.end(), [&](const KernelFigures &a, const KernelFigures &b) {
    return time(a) != time(b) ? time(a) > time(b) : a.instantiation < b.instantiation;
  });
  return kernels;
}

OrderedJson toJson(const Measurement &measurement) {
  OrderedJson sites = OrderedJson::array();
  for (const MeasuredSite &site : measurement.sites)
    sites.push_back(siteJson(site));
  OrderedJson json = {{"version", 1}, {"source", "measured"}};
  json["device"] = measurement.device ? deviceJson(*measurement.device) : OrderedJson(nullptr);
  if (!measurement.date.empty())
    json["date"] = measurement.date;
  json["per"] = "run";
  json["sites"] = std::move(sites);
  for (const MeasuredFunction &function : measurement.functions)
    json["functions"].push_back(functionJson(function));
  for (const SanitizerRun &run : measurement.sanitizers)
    json["sanitizers"].push_back(sanitizerJson(run));
  json["notes"] = measurement.notes;
  return json;
}

} // namespace warplint::runtime
