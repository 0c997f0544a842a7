//===- Analysis.cpp - analyses of files, as `warplint merge` reads them ---===//

#include "lint/chips/LaunchEvidence.h"
#include "lint/cli/Analyses.h"
#include "lint/engine/Evaluate.h"
#include "lint/engine/Suppress.h"
#include "lint/evidence/Json.h"
#include "lint/report/Audit.h"
#include "lint/report/Card.h"
#include "lint/report/Reporter.h"
#include "tests/fuzz/Fuzz.h"

#include <sstream>

namespace warplint::fuzz {
namespace {

std::string sourceLine(const std::string &, unsigned) { return "  a[i] = b[i];"; }

void write(const Report &report, const std::vector<FileAnalysis> &files) {
  for (const std::string_view format : report::formats()) {
    std::ostringstream out;
    report::writerFor(format)({report, "0.0.0", false, false, 0, sourceLine, true}, out);
  }
  const auto cards = report::cardsOf({report, files, {}, {}, {}});
  if (!cards)
    return;
  std::ostringstream out;
  const report::CardContext context{*cards, "0.0.0", false, sourceLine, {}};
  report::writeCardText(context, out);
  report::writeCardHtml(context, out);
  report::writeCardJson(context, out);
}

} // namespace

/// A list of analyses: from what one process hands another to the finished reports.
void analysis(std::string_view input) {
  const auto json = nlohmann::json::parse(input, nullptr, /*allow_exceptions=*/false);
  if (!json.is_array())
    return;
  std::vector<FileAnalysis> files;
  for (const auto &item : json) {
    auto file = fileAnalysisFromJson(item);
    if (!file)
      return;
    const auto text = toJson(*file).dump();
    const auto again = fileAnalysisFromJson(nlohmann::json::parse(text));
    require(again && toJson(*again).dump() == text, "an analysis is read as it was written");
    (void)cli::mapped(*file, {{"/build", "/source"}});
    files.push_back(std::move(*file));
  }
  files = cli::joined(std::move(files));
  chips::addOccupancy(files, nullptr);
  static const engine::RuleSet rules = engine::RuleSet::builtin();
  auto report = engine::evaluate(rules, {}, files, sourceLine);
  if (!report)
    return;
  engine::applySuppressions(files, rules.rules(), *report);
  write(*report, files);
}

} // namespace warplint::fuzz
