//===- SanitizerReport.cpp - what compute-sanitizer prints ----------------===//

#include "runtime-check/Sanitizer.h"
#include "tests/fuzz/Fuzz.h"

#include <algorithm>

namespace warplint::fuzz {

void sanitizerReport(std::string_view input) {
  const runtime::SanitizerRun run = runtime::parseSanitizer("racecheck", input);
  require(std::is_sorted(run.reports.begin(), run.reports.end()), "reports are sorted");
}

} // namespace warplint::fuzz
