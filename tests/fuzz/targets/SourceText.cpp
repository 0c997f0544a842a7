//===- SourceText.cpp - source files before they are parsed ---------------===//

#include "lint/frontend/SourceText.h"

#include "lint/engine/Suppress.h"
#include "lint/frontend/Cures.h"
#include "tests/fuzz/Fuzz.h"

namespace warplint::fuzz {
namespace {

using Cure = std::vector<frontend::TextEdit> (*)(llvm::StringRef text, std::size_t offset);

std::size_t lines(llvm::StringRef text) { return text.count('\n'); }

void tryCures(llvm::StringRef text, std::size_t offset) {
  for (const Cure cure : {frontend::cureSharedInitialisation, frontend::cureExternSharedType,
                          frontend::cureAlignasOrder, frontend::cureDeviceLaunch}) {
    const std::string cured = frontend::applyEdits(text, cure(text, offset));
    require(lines(cured) == lines(text), "cures move no lines");
  }
}

/// One finding on each line, so that each comment has something to speak of.
Report reportOf(std::size_t lines) {
  Report report;
  report.files.push_back({"a.cu", FileStatus::Analysed, 1, {}});
  report.rules.push_back({"shared-bank-conflict", "", "shared", 0, {}, "", "", {}});
  for (unsigned line = 1; line <= lines + 1; ++line) {
    Finding finding;
    finding.rule = "shared-bank-conflict";
    finding.family = "shared";
    finding.span = {"a.cu", line, 1, line, 2};
    report.findings.push_back(std::move(finding));
  }
  return report;
}

} // namespace

void sourceText(std::string_view input) {
  const std::string owned(input); // Clang's lexer wants the NUL behind the text
  const llvm::StringRef text = owned;
  if (!frontend::whyNotText(text).empty())
    return;
  (void)frontend::mentionsDeviceCode(text);
  llvm::StringMap<frontend::DeviceMark::Kind> marks;
  for (const frontend::DeviceMark &mark : frontend::deviceMarks(text))
    marks[mark.macro] = mark.kind;
  (void)frontend::deviceMarkUsed(text, marks);
  (void)frontend::includeNames(text);
  const std::string expected = frontend::applyEdits(text, frontend::expectedSharedObjects(text));
  require(lines(expected) == lines(text), "cures move no lines");
  const std::string launches = frontend::applyEdits(text, frontend::launchesTakenApart(text));
  require(lines(launches) == lines(text), "nor do these");
  constexpr std::size_t mostPlaces = 16; // of each kind; each costs a walk through the text
  std::size_t places = 0;
  for (const frontend::KernelToken &kernel : frontend::kernelTokens(text)) {
    require(text.substr(kernel.offset).starts_with("__global__"), "a kernel begins at its word");
    const std::vector<frontend::Guard> guards = frontend::guardsAt(text, kernel.offset);
    (void)frontend::macrosThatEnable(guards);
    (void)frontend::isForeign(guards);
    (void)frontend::isForOlderChips(guards, 900);
    if (++places == mostPlaces)
      break;
  }
  places = 0;
  for (const char *word : {"__shared__", "<<<", "alignas"})
    for (std::size_t at = text.find(word); at != llvm::StringRef::npos && places < 3 * mostPlaces;
         at = text.find(word, at + 1), ++places) {
      tryCures(text, at);
      tryCures(text, text.rfind('\n', at) + 1);
    }
  FileAnalysis analysis;
  analysis.file = "a.cu";
  analysis.suppressions = frontend::suppressions(text, "a.cu");
  for (const Suppression &suppression : analysis.suppressions)
    require(suppression.firstLine <= suppression.lastLine, "a suppression speaks of lines");
  Report report = reportOf(lines(text));
  engine::Rule rule;
  rule.id = "shared-bank-conflict";
  rule.family = "shared";
  engine::applySuppressions(std::span(&analysis, 1), std::span(&rule, 1), report);
}

} // namespace warplint::fuzz
