//===- Findings.cpp - reports of `warplint lint --format json` ------------===//

#include "lint/cli/FindingsFile.h"
#include "lint/engine/Baseline.h"
#include "lint/report/Reporter.h"
#include "lint/review/Comments.h"
#include "tests/fuzz/Fuzz.h"

#include <nlohmann/json.hpp>
#include <sstream>

namespace warplint::fuzz {
namespace {

std::string written(const Report &report, std::string_view format) {
  const report::Context context{
      report, "0.0.0", format == "text",
      false,  80,      [](const std::string &, unsigned) { return "  a[i] = b[i];"; },
      false};
  std::ostringstream out;
  report::writerFor(format)(context, out);
  return out.str();
}

} // namespace

/// What is read is written in all formats, and what was written as JSON is read again.
void findings(std::string_view input) {
  const InputFile file(input);
  const auto report = cli::readFindings(file.path(), cli::Measurements::Kept);
  if (!report)
    return;
  for (const std::string_view format : report::formats()) {
    const std::string text = written(*report, format);
    const bool isJson = format == "json" || format == "sarif" || format == "gitlab";
    require(!isJson || nlohmann::json::accept(text), "what claims to be JSON is JSON");
  }
  const InputFile again(written(*report, "json"));
  const auto same = cli::readFindings(again.path(), cli::Measurements::Kept);
  require(same.has_value(), "a report is read as it was written");
  require(same->findings.size() == report->findings.size(), "all findings come back");
  (void)engine::baselineText(engine::baselineOf(*report));
  review::ShownLines shown;
  for (const Finding &finding : report->findings)
    shown[finding.span.file] = {{1, 100}};
  (void)review::planReview(*report, shown,
                           [](const std::string &, unsigned) { return std::string("x"); },
                           {Severity::Note, 3, "0.0.0"});
}

} // namespace warplint::fuzz
