//===- Baseline.cpp - findings that a project has taken note of -----------===//

#include "lint/engine/Baseline.h"
#include "tests/fuzz/Fuzz.h"

#include <nlohmann/json.hpp>

namespace warplint::fuzz {
namespace {

Report sampleReport() {
  Report report;
  for (const char *name : {"a.cu", "src/b.cuh"}) {
    Finding finding;
    finding.rule = "shared-bank-conflict";
    finding.span = {name, 4, 3, 4, 20};
    finding.kernel = "k";
    finding.ops = {"load", "store"};
    finding.expr = "tile[i] [j]";
    report.findings.push_back(finding);
    report.findings.push_back(std::move(finding));
    report.files.push_back({name, FileStatus::Analysed, 1, {}});
  }
  return report;
}

} // namespace

void baseline(std::string_view input) {
  const auto json = nlohmann::json::parse(input, nullptr, /*allow_exceptions=*/false);
  if (json.is_discarded())
    return;
  const auto baseline = engine::baselineFromJson(json);
  if (!baseline)
    return;
  const auto again =
      engine::baselineFromJson(nlohmann::json::parse(engine::baselineText(*baseline)));
  require(again && *again == *baseline, "a baseline is read as it was written");
  Report report = sampleReport();
  const engine::BaselineView view{[](const std::string &, const std::string &) { return true; },
                                  [](const std::string &file) { return file == "a.cu"; },
                                  "baseline.json"};
  const auto stale = engine::applyBaseline(*baseline, view, report);
  const engine::Baseline rest = engine::pruned(*baseline, stale);
  Report same = sampleReport();
  const auto left = engine::applyBaseline(rest, view, same);
  require(left.empty(), "what was pruned has nothing stale");
}

} // namespace warplint::fuzz
