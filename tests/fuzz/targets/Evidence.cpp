//===- Evidence.cpp - what was measured on some GPU -----------------------===//

#include "runtime-check/Recall.h"
#include "runtime-check/Unreported.h"
#include "tests/fuzz/Fuzz.h"

namespace warplint::fuzz {
namespace {

Finding finding(SiteKind kind, const char *op, unsigned line) {
  Finding finding;
  finding.rule = name(kind);
  finding.span = {"a.cu", line, 3, line, 20};
  finding.statement = {line, line + 1};
  finding.kernel = "k";
  finding.op = op;
  finding.ops = {op};
  finding.predicted = {{"sectors", std::int64_t{32}}, {"sectors_ratio", 8.0}};
  return finding;
}

std::optional<runtime::Confirmation> confirmationOf(const std::string &rule) {
  runtime::Confirmation confirmation;
  confirmation.kind = siteKindFromName(rule).value_or(SiteKind::Kernel);
  confirmation.holds = [](const Evidence &evidence) -> Expected<bool> {
    return numberAt(evidence, "sectors_ratio").value_or(0) > 2;
  };
  confirmation.sanitizer = confirmation.kind == SiteKind::Race ? "racecheck" : "";
  confirmation.figures = {"occupancy"};
  confirmation.participation = true;
  return confirmation;
}

} // namespace

/// An evidence file of `confirm --record`, or of a process that was measured.
void evidence(std::string_view input) {
  const auto json = nlohmann::json::parse(input, nullptr, /*allow_exceptions=*/false);
  if (json.is_discarded())
    return;
  const auto read = runtime::measurementFromJson(json);
  if (!read)
    return;
  const runtime::Measurement whole = runtime::merged({*read, *read});
  const auto again =
      runtime::measurementFromJson(nlohmann::json::parse(runtime::toJson(whole).dump()));
  require(again.has_value(), "evidence is read as it was written");
  runtime::Measurement settled = whole;
  runtime::settleLaunches(settled, true);
  (void)runtime::withFigures(whole, settled);
  (void)runtime::kernelFigures(whole);

  std::vector<Finding> findings;
  for (const auto &[kind, op] : {std::pair(SiteKind::GlobalAccess, "load"),
                                 {SiteKind::SharedAccess, "store"},
                                 {SiteKind::Branch, "if"},
                                 {SiteKind::Barrier, "__syncthreads"},
                                 {SiteKind::Race, "load"},
                                 {SiteKind::Kernel, ""}})
    for (unsigned line : {3U, 7U})
      findings.push_back(finding(kind, op, line));
  (void)runtime::coverage(whole, findings);
  (void)runtime::judge(findings, confirmationOf, whole);
  runtime::Code code;
  for (const runtime::MeasuredFunction &function : whole.functions)
    code.functions.push_back({function.name,
                              {"a.cu", 2, 1, 9, 2},
                              function.kernel,
                              function.hash,
                              {{2, 1}, {3, 3}, {3, 9}, {7, 3}, {9, 1}}});
  (void)runtime::recall(findings, confirmationOf, whole, code);
}

} // namespace warplint::fuzz
