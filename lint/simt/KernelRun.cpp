//===- KernelRun.cpp -------------------------------------------*- C++ -*-===//
#include "lint/simt/KernelRun.h"

#include "lint/evidence/Json.h"

#include <cmath>

namespace warplint::simt {
namespace {

/// JSON has no other numbers.
bool isFinite(const KernelRun &run) {
  for (const Site &site : run.sites)
    for (const auto &[name, value] : site.evidence)
      if (const auto *number = std::get_if<double>(&value); number && !std::isfinite(*number))
        return false;
  return true;
}

} // namespace

std::optional<std::string> toBytes(const KernelRun &run) {
  if (!isFinite(run))
    return std::nullopt;
  FileAnalysis analysis;
  analysis.sites = run.sites;
  analysis.notes = run.problems;
  const Steps &steps = run.steps;
  nlohmann::json asked = nlohmann::json::array();
  for (const AskedForSteps &one : run.asked)
    asked.push_back({one.steps, one.granted, one.ofCopies});
  const nlohmann::json json = {
      {"asked", std::move(asked)},
      {"analysis", toJson(analysis)},
      {"static_shared_bytes", run.staticSharedBytes},
      {"steps", {steps.ofKernel, steps.ofCopies, steps.withCopies, steps.runsWithoutCopies}}};
  const std::vector<std::uint8_t> bytes = nlohmann::json::to_msgpack(json);
  return std::string(bytes.begin(), bytes.end());
}

std::optional<KernelRun> kernelRunFrom(llvm::StringRef bytes) {
  const auto json = nlohmann::json::from_msgpack(bytes.begin(), bytes.end(), /*strict=*/true,
                                                 /*allow_exceptions=*/false);
  if (!json.is_object() || !json.contains("analysis"))
    return std::nullopt;
  auto analysis = fileAnalysisFromJson(json["analysis"]);
  if (!analysis)
    return std::nullopt;
  KernelRun run;
  run.sites = std::move(analysis->sites);
  run.problems = std::move(analysis->notes);
  try {
    json.at("static_shared_bytes").get_to(run.staticSharedBytes);
    const nlohmann::json &steps = json.at("steps");
    run.steps = {steps.at(0), steps.at(1), steps.at(2), steps.at(3)};
    for (const nlohmann::json &one : json.at("asked"))
      run.asked.push_back({one.at(0), one.at(1), one.at(2)});
  } catch (const nlohmann::json::exception &) {
    return std::nullopt;
  }
  return run;
}

} // namespace warplint::simt
