//===- SampleReport.cpp - a report made by hand ---------------------------===//

#include "tests/report/SampleReport.h"

#include <sstream>

namespace warplint::report {
namespace {

Finding barrier() {
  Finding finding;
  finding.rule = "sync-divergent-barrier";
  finding.family = "sync";
  finding.severity = Severity::Error;
  finding.confidence = Confidence::Likely;
  finding.span = {"src/a.cu", 4, 5, 4, 20};
  finding.kernel = "reduce";
  finding.message = "`__syncthreads()` is reached by 128 of 256 threads";
  finding.help = "move the barrier out of the condition";
  finding.fingerprint = "aaaa";
  finding.assumptions = {"block shape (256, 1) is assumed", "`n` is larger than 1024"};
  finding.notes = {{{"src/a.cu", 3, 7, 3, 24}, "this condition is not the same for all threads"},
                   {{}, "the other threads are waiting elsewhere"}};
  finding.predicted = {{"threads_arriving", std::int64_t{128}},
                       {"threads_expected", std::int64_t{256}}};
  return finding;
}

Finding conflict() {
  Finding finding;
  finding.rule = "shared-bank-conflict";
  finding.family = "shared";
  finding.span = {"src/a.cu", 7, 12, 7, 29};
  finding.kernel = "transpose";
  finding.message = "load of `tile[threadIdx.x][y]` takes 32 wavefronts where 1 would do";
  finding.help = "pad the row by one element";
  finding.fingerprint = "bbbb";
  finding.predicted = {{"op_known", true},
                       {"pattern", std::string("column")},
                       {"wavefronts", std::int64_t{32}},
                       {"wavefronts_ratio", 32.0}};
  finding.measured = Evidence{{"wavefronts_ratio", 32.0}};
  finding.verdict = Verdict::Confirmed;
  finding.fixes = {{"pad-row", "pad the row of `tile`", {{{"src/a.cu", 6, 29, 6, 31}, "33"}}}};
  return finding;
}

Finding awkward() {
  Finding finding;
  finding.rule = "memory-gather-access";
  finding.family = "memory";
  finding.severity = Severity::Note;
  finding.confidence = Confidence::Possible;
  finding.span = {"src/b,1%.cu", 2, 15, 2, 21};
  finding.message = "100% of \"x\" <&> is read,\nthrough: `p\xFF\x01`";
  finding.fingerprint = "cccc";
  return finding;
}

Finding suppressed() {
  Finding finding = conflict();
  finding.span = {"src/a.cu", 8, 1, 8, 5};
  finding.verdict.reset();
  finding.measured.reset();
  finding.fixes.clear();
  finding.suppressed = SuppressedBy{"comment", "known, cold code"};
  return finding;
}

RuleInfo rule(std::string id, std::string family, Severity severity, int phase,
              std::vector<std::string> references = {}) {
  return {id,
          "Title of " + id,
          family,
          phase,
          severity,
          "Why " + id + ".",
          "Help for " + id + ".",
          std::move(references)};
}

} // namespace

Report sampleReport() {
  Report report;
  report.findings = {barrier(), conflict(), suppressed(), awkward()};
  report.files = {{"src/a.cu", FileStatus::Analysed, 2, {}},
                  {"src/b,1%.cu", FileStatus::Analysed, 1, {}},
                  {"src/c.cu", FileStatus::Partial, 1, {"3:1: kernel `k` was not seen whole"}},
                  {"src/d.cu", FileStatus::Failed, 0, {"no such file"}}};
  report.rules = {
      rule("memory-gather-access", "memory", Severity::Note, 2),
      rule("shared-bank-conflict", "shared", Severity::Warning, 2,
           {"A book", "Programming guide (https://docs.nvidia.com/cuda/)."}),
      rule("sync-divergent-barrier", "sync", Severity::Error, 1),
  };
  return report;
}

std::string sampleLine(const std::string &file, unsigned line) {
  static const std::vector<std::string> a = {
      "// a.cu",
      "__global__ void reduce(float *x) {",
      "  if (threadIdx.x < 128) {",
      "    __syncthreads();",
      "  }",
      "  __shared__ float tile[32][32];",
      "\tfloat v = tile[threadIdx.x][y];",
      "tile",
  };
  // U+1D49C is four bytes, two UTF-16 code units; the CJK characters are two columns wide; then
  // a bidirectional override and a byte that is not UTF-8.
  static const std::vector<std::string> b = {
      "",
      "/* \xF0\x9D\x92\x9C\xE8\xA1\x8C */ x[idx] /* \xE2\x80\xAE \xFF */",
  };
  const std::vector<std::string> &lines = file == "src/a.cu" ? a : b;
  if ((file != "src/a.cu" && file != "src/b,1%.cu") || line == 0 || line > lines.size())
    return {};
  return lines[line - 1];
}

std::string written(std::string_view format, const Report &report, bool colour, bool quiet,
                    unsigned width) {
  const Context context{report, "1.2.3", colour, quiet, width, sampleLine};
  std::ostringstream out;
  writerFor(format)(context, out);
  return out.str();
}

} // namespace warplint::report
