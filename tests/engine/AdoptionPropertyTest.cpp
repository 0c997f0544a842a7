//===- AdoptionPropertyTest.cpp - whatever happens to the code ------------===//

#include "lint/engine/Baseline.h"
#include "lint/engine/ChangedLines.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <rapidcheck/gtest.h>

namespace warplint::engine {
namespace {

Finding randomFinding() {
  Finding finding;
  finding.rule = *rc::gen::element<std::string>("r1", "r2", "r3");
  finding.kernel = *rc::gen::element<std::string>("", "k", "ns::k");
  finding.ops = {*rc::gen::element<std::string>("load", "store")};
  finding.expr = *rc::gen::element<std::string>("a[i]", "a[ i ]", "b[j * 8]", "\n x \xFF", "");
  const unsigned line = *rc::gen::inRange(1U, 200U);
  finding.span = {*rc::gen::element<std::string>("a.cu", "dir/b.cuh"), line, 1, line, 9};
  return finding;
}

void sort(Report &report) {
  std::sort(report.findings.begin(), report.findings.end(),
            [](const Finding &a, const Finding &b) { return a.span < b.span; });
}

Report randomReport() {
  Report report;
  const int count = *rc::gen::inRange(0, 30);
  for (int i = 0; i < count; ++i)
    report.findings.push_back(randomFinding());
  report.files = {{"a.cu", FileStatus::Analysed, 1, {}},
                  {"dir/b.cuh", FileStatus::Analysed, 1, {}}};
  sort(report);
  return report;
}

const BaselineView view{[](const std::string &, const std::string &) { return true; },
                        [](const std::string &) { return true; }, "base.json"};

unsigned open(const Report &report) {
  return static_cast<unsigned>(
      std::count_if(report.findings.begin(), report.findings.end(),
                    [](const Finding &finding) { return !finding.suppressed; }));
}

unsigned countOf(const std::vector<BaselineEntry> &entries) {
  unsigned count = 0;
  for (const BaselineEntry &entry : entries)
    count += entry.count;
  return count;
}

/// Lines inserted, taken away between findings and moved; expressions spaced out anew.
Report reformatted(Report report) {
  for (Finding &finding : report.findings) {
    finding.span.line = finding.span.endLine = *rc::gen::inRange(1U, 5000U);
    finding.span.column = *rc::gen::inRange(1U, 80U);
    std::string spaced;
    for (char c : finding.expr) {
      spaced += c;
      if (*rc::gen::arbitrary<bool>())
        spaced += *rc::gen::element(' ', '\n', '\t');
    }
    finding.expr = spaced;
  }
  sort(report);
  return report;
}

RC_GTEST_PROP(BaselineProperty, OutlivesMovesAndNewFormat, ()) {
  const Report before = randomReport();
  const auto baseline = baselineFromJson(nlohmann::json::parse(baselineText(baselineOf(before))));
  RC_ASSERT(baseline.has_value());
  Report after = reformatted(before);
  RC_ASSERT(applyBaseline(*baseline, view, after).empty());
  RC_ASSERT(open(after) == 0U);
}

RC_GTEST_PROP(BaselineProperty, WhatComesOnTopCountsAndWhatIsGoneIsStale, ()) {
  const Report before = randomReport();
  const Baseline baseline = baselineOf(before);
  Report after = reformatted(before);
  unsigned gone = 0;
  std::erase_if(after.findings, [&](const Finding &) {
    const bool erased = *rc::gen::inRange(0, 4) == 0;
    gone += erased;
    return erased;
  });
  const int added = *rc::gen::inRange(0, 5);
  for (int i = 0; i < added; ++i) {
    Finding finding = randomFinding();
    finding.rule = "new";
    after.findings.push_back(finding);
  }
  sort(after);
  const auto stale = applyBaseline(baseline, view, after);
  RC_ASSERT(open(after) == static_cast<unsigned>(added));
  RC_ASSERT(countOf(stale) == gone);
  // Pruned, nothing is stale, and nothing new got in.
  Report again = after;
  for (Finding &finding : again.findings)
    finding.suppressed.reset();
  RC_ASSERT(applyBaseline(pruned(baseline, stale), view, again).empty());
  RC_ASSERT(open(again) == static_cast<unsigned>(added));
}

RC_GTEST_PROP(BaselineProperty, OneMoreOfAKindIsNew, ()) {
  Report report = randomReport();
  RC_PRE(!report.findings.empty());
  const Baseline baseline = baselineOf(report);
  const auto which = *rc::gen::inRange<std::size_t>(0, report.findings.size());
  report.findings.push_back(report.findings[which]);
  sort(report);
  applyBaseline(baseline, view, report);
  RC_ASSERT(open(report) == 1U);
}

/// A diff of what `parseDiff` must find.
RC_GTEST_PROP(DiffProperty, FindsTheLinesThatWereAdded, ()) {
  const bool crlf = *rc::gen::arbitrary<bool>();
  const std::string end = crlf ? "\r\n" : "\n";
  std::string diff;
  std::vector<std::vector<unsigned>> added;
  for (int files = *rc::gen::inRange(1, 4); files > 0; --files) {
    diff += fmt::format("--- a/f{0}+++ b/f{0}", end);
    added.emplace_back();
    unsigned line = 1;
    for (int hunks = *rc::gen::inRange(1, 4); hunks > 0; --hunks) {
      line += *rc::gen::inRange(1U, 50U);
      std::string body;
      unsigned oldLines = 0, newLines = 0;
      for (int i = *rc::gen::inRange(1, 8); i > 0; --i) {
        const char kind = *rc::gen::element(' ', '+', '-');
        body += kind;
        body += *rc::gen::element<std::string>("x", "", "-- a/x", "++ b/x", "@ -1 +1 @@");
        body += end;
        if (kind == '+')
          added.back().push_back(line + newLines);
        oldLines += kind != '+';
        newLines += kind != '-';
      }
      diff += fmt::format("@@ -1,{} +{},{} @@{}{}", oldLines, line, newLines, end, body);
      line += newLines;
    }
  }
  const auto parsed = parseDiff(diff);
  RC_ASSERT(parsed.has_value());
  RC_ASSERT(parsed->size() == added.size());
  for (std::size_t i = 0; i < added.size(); ++i) {
    std::vector<unsigned> found;
    for (const Lines &lines : (*parsed)[i].lines)
      for (unsigned line = lines.first; line <= lines.last; ++line)
        found.push_back(line);
    RC_ASSERT(found == added[i]);
  }
}

RC_GTEST_PROP(DiffProperty, NoTextIsTooMuch, ()) {
  std::string diff = "+++ b/f\n@@ -1,2 +1,2 @@\n";
  for (int i = *rc::gen::inRange(0, 200); i > 0; --i)
    diff += *rc::gen::element<std::string>("+", "-", " ", "@@ ", "\n", "\\", "\"", "1", ",", "\r",
                                           "+++ ", "--- ", "\0", "diff --git ", "99999999999");
  (void)parseDiff(diff); // neither a crash nor a hang
}

} // namespace
} // namespace warplint::engine
