//===- Diff.cpp - unified diffs, whole and in pieces ----------------------===//

#include "lint/engine/ChangedLines.h"
#include "lint/review/Patch.h"
#include "tests/fuzz/Fuzz.h"

namespace warplint::fuzz {

void diff(std::string_view input) {
  for (const review::Hunk &hunk : review::hunksOf(input))
    require(hunk.first != 0 && hunk.first <= hunk.last, "a hunk has lines");
  const auto files = engine::parseDiff(input);
  if (!files)
    return;
  engine::ChangedLines changed;
  for (const engine::ChangedFile &file : *files) {
    unsigned before = 0;
    for (const Lines &lines : file.lines) {
      require(lines.first != 0 && lines.first <= lines.last, "changed lines are lines");
      require(before == 0 || before < lines.first, "changed lines ascend");
      before = lines.last;
    }
    changed.add(file.name, file.lines);
  }
  Report report;
  for (const std::string &file : changed.files()) {
    Finding finding;
    finding.span = {file, 3, 1, 4, 2};
    finding.statement = {2, 6};
    report.findings.push_back(std::move(finding));
  }
  (void)engine::keepChanged(changed, report);
}

} // namespace warplint::fuzz
