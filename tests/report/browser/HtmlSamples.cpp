//===- HtmlSamples.cpp - reports for the browser to open ------------------===//
//
// html_samples FOLDER: writes hostile.html, whose every text tries to be markup,
// large.html, with 10 000 findings in 400 files, and empty.html.
//
//===----------------------------------------------------------------------===//

#include "lint/report/Reporter.h"

#include <fmt/format.h>
#include <fstream>
#include <iostream>

namespace warplint::report {
namespace {

using namespace std::string_literals;

const std::string hostile =
    "</script><script>window.hacked = 1</script><img src=x "
    "onerror='window.hacked = 2'><!-- \" ' & \xE2\x80\xAE"
    "desrever\xE2\x80\xAC \x00 \xFF \x1B[31m \xE2\x80\xA8 ${1} `code` \\u003c"s;

RuleInfo rule(std::string id, std::string family, std::string text) {
  RuleInfo info;
  info.id = std::move(id);
  info.family = std::move(family);
  info.title = "Title: " + text;
  info.why = text;
  info.help = text;
  info.references = {text, "javascript:window.hacked=3", "A guide, https://example.org/guide"};
  return info;
}

Report hostileReport() {
  Report report;
  report.rules = {rule(hostile, hostile, hostile), rule("quiet-rule", "memory", "plain")};
  for (unsigned i = 0; i < 3; ++i) {
    Finding finding;
    finding.rule = i == 2 ? "quiet-rule" : hostile;
    finding.family = i == 2 ? "memory" : hostile;
    finding.severity = i == 0 ? Severity::Error : Severity::Warning;
    finding.span = {i == 2 ? "plain.cu" : "dir/" + hostile + ".cu", 2, 3, 2, 20};
    finding.kernel = finding.expr = finding.op = hostile;
    finding.message = std::to_string(i) + " " + hostile;
    finding.help = hostile;
    finding.fingerprint = i == 1 ? hostile : "finding" + std::to_string(i);
    finding.assumptions = {hostile};
    finding.notes = {{finding.span, hostile}, {{}, hostile}};
    finding.predicted = {{"array", hostile},
                         {"sectors_ratio", 8.0},
                         {"sectors_per_request", 32.0},
                         {"sectors_ideal_per_request", 4.0}};
    finding.fixes = {{"fix", hostile, {{{finding.span.file, 2, 1, 2, 3}, hostile}}}};
    if (i == 1)
      finding.suppressed = SuppressedBy{"comment", hostile};
    report.findings.push_back(std::move(finding));
  }
  report.files = {{report.findings[0].span.file, FileStatus::Failed, 0, {hostile}},
                  {"plain.cu", FileStatus::Analysed, 1, {}}};
  report.notes = {hostile};
  return report;
}

std::string sourceLine(const std::string &, unsigned line) {
  static const std::vector<std::string> lines = {
      "// Scales a matrix, the wrong way round: \"neighbouring\" lanes take neighbouring rows.",
      "template <typename T, int TILE = 32>",
      "__global__ void scale_by_columns(T *__restrict__ out, const T *in, int rows, int cols) {",
      "  __shared__ float tile[TILE][TILE];",
      "  const int row = blockIdx.x * blockDim.x + threadIdx.x;",
      "  if (row >= rows) return; /* nothing is left to do */",
      "  for (int col = 0; col < cols; ++col) {",
      "    out[row * cols + col] = 2.0f * in[row * cols + col] + tile[threadIdx.x][0x1F];",
      "  }",
      "}"};
  return line == 0 ? "" : lines[(line - 1) % lines.size()];
}

Finding strided(unsigned i, unsigned stride) {
  Finding finding;
  finding.rule = "memory-strided-access";
  finding.family = "memory";
  finding.span.line = finding.span.endLine = 10 * (i % 25) + 8;
  finding.span.column = 36;
  finding.span.endColumn = 56;
  finding.expr = "in[row * cols + col]";
  finding.op = "load";
  const std::int64_t sectors = std::min(32U, stride * 4);
  finding.message =
      fmt::format("load of `in[row * cols + col]` touches {} sectors per request where "
                  "4 would do (neighbouring lanes are {} elements apart)",
                  sectors, stride);
  finding.help = "let neighbouring threads access neighbouring elements";
  finding.predicted = {{"bytes", std::int64_t{4}},
                       {"data_dependent", false},
                       {"lanes_active", 32.0},
                       {"pattern", "strided"s},
                       {"requests", std::int64_t{8 + i % 97}},
                       {"sectors", sectors * (8 + i % 97)},
                       {"sectors_ideal", std::int64_t{4} * (8 + i % 97)},
                       {"sectors_ideal_per_request", 4.0},
                       {"sectors_per_request", static_cast<double>(sectors)},
                       {"sectors_ratio", static_cast<double>(sectors) / 4},
                       {"stride", std::int64_t{stride}}};
  if (i % 3 == 0) {
    finding.measured = Evidence{{"sectors", std::int64_t{123456}},
                                {"sectors_per_request", static_cast<double>(sectors)},
                                {"sectors_ratio", static_cast<double>(sectors) / 4}};
    finding.verdict = i % 9 == 6 ? Verdict::Refuted : Verdict::Confirmed;
  }
  return finding;
}

Finding conflict(unsigned i) {
  Finding finding;
  finding.rule = "shared-bank-conflict";
  finding.family = "shared";
  const unsigned ways = 2U << (i % 5);
  finding.span.line = finding.span.endLine = 10 * (i % 25) + 8;
  finding.span.column = 59;
  finding.span.endColumn = 82;
  finding.expr = "tile[threadIdx.x][0x1F]";
  finding.op = "load";
  finding.message = fmt::format("load of `tile[threadIdx.x][0x1F]` takes {0} wavefronts per "
                                "request where 1 would do ({0}-way "
                                "bank conflict)",
                                ways);
  finding.help = "pad the rows of the array by one element";
  finding.notes = {{{},
                    fmt::format("lanes 0, 1, 2, 3, 4, … of a warp fall into banks 0, {}, {}, {}, "
                                "{}, …",
                                ways % 32, 2 * ways % 32, 3 * ways % 32, 4 * ways % 32)}};
  finding.predicted = {{"bytes", std::int64_t{4}},
                       {"lanes_active", 32.0},
                       {"requests", std::int64_t{32}},
                       {"wavefronts", std::int64_t{32} * ways},
                       {"wavefronts_ideal", std::int64_t{32}},
                       {"wavefronts_ideal_per_request", 1.0},
                       {"wavefronts_per_request", static_cast<double>(ways)},
                       {"wavefronts_ratio", static_cast<double>(ways)},
                       {"ways", std::int64_t{ways}}};
  finding.fixes = {{"pad-row",
                    "pad each row of `tile` by one element",
                    {{{{}, 10 * (i % 25) + 4, 35, 10 * (i % 25) + 4, 35}, " + 1"}}}};
  return finding;
}

Finding divergent(unsigned i) {
  Finding finding;
  finding.rule = "divergence-branch";
  finding.family = "divergence";
  finding.confidence = Confidence::Likely;
  finding.assumptions = {"`rows` is no multiple of 32", "block shape (256, 1, 1) is assumed"};
  finding.span.line = finding.span.endLine = 10 * (i % 25) + 6;
  finding.span.column = 7;
  finding.span.endColumn = 18;
  finding.expr = "row >= rows";
  finding.message = "`row >= rows` splits 8 of 8 warps";
  finding.help = "let whole warps take one side";
  finding.predicted = {{"divergent_warps", std::int64_t{8}},
                       {"else_cost", std::int64_t{40}},
                       {"lanes_false", 16.0},
                       {"lanes_true", 16.0},
                       {"then_cost", std::int64_t{40}},
                       {"warps", std::int64_t{8}},
                       {"wasted_lanes", 16.0}};
  return finding;
}

Finding absent(unsigned i) {
  Finding finding;
  finding.rule = "sync-divergent-barrier";
  finding.family = "sync";
  finding.severity = Severity::Error;
  finding.span.line = finding.span.endLine = 10 * (i % 25) + 6;
  finding.span.column = 3;
  finding.span.endColumn = 20;
  finding.message = "`__syncthreads()` is reached by 128 of 256 threads";
  finding.predicted = {{"threads_arriving", std::int64_t{128}},
                       {"threads_expected", std::int64_t{256}}};
  return finding;
}

Report largeReport(unsigned findings) {
  Report report;
  constexpr unsigned files = 400;
  for (const char *id : {"memory-strided-access", "shared-bank-conflict", "divergence-branch",
                         "sync-divergent-barrier"})
    report.rules.push_back(
        rule(id, std::string(id).substr(0, std::string(id).find('-')),
             "Threads of a warp are served together. `in[i]` of all of them is one "
             "request.\n\nA second paragraph."));
  for (unsigned i = 0; i < findings; ++i) {
    Finding finding = i % 50 == 49   ? absent(i)
                      : i % 4 == 0   ? conflict(i)
                      : i % 11 == 10 ? divergent(i)
                                     : strided(i, 2 + i % 7);
    const unsigned file = i % files;
    finding.span.file = fmt::format("{}/{}/kernel_{:03}.cu", file % 3 ? "src" : "bench",
                                    file % 5 ? "attention" : "norm", file);
    for (Fix &fix : finding.fixes)
      for (Edit &edit : fix.edits)
        edit.span.file = finding.span.file;
    finding.kernel = fmt::format("project::scale_by_columns_{}", file);
    finding.fingerprint = fmt::format("{:016x}", 0x9e3779b97f4a7c15ULL * (i + 1));
    if (i % 3 == 1)
      finding.severity = std::min(finding.severity, Severity::Note);
    if (i % 40 == 39)
      finding.suppressed = SuppressedBy{"baseline", "in .warplint-baseline.json"};
    report.findings.push_back(std::move(finding));
  }
  for (unsigned i = 0; i < files; ++i)
    report.files.push_back({fmt::format("kernel_{}.cu", i),
                            i == 7 ? FileStatus::Partial : FileStatus::Analysed, 2,
                            i == 7 ? std::vector<std::string>{"1 include was not found: mpi.h"}
                                   : std::vector<std::string>{}});
  return report;
}

void write(const std::string &file, const Report &report) {
  std::ofstream out(file, std::ios::binary);
  const auto line = [&](const std::string &name, unsigned number) {
    return name.starts_with("dir/") || name == "plain.cu" ? "  " + hostile
                                                          : sourceLine(name, number);
  };
  writerFor("html")({report, "0.1.0", false, false, 0, line, false}, out);
  if (!out.flush())
    std::cerr << file << ": cannot be written\n";
}

} // namespace
} // namespace warplint::report

int main(int argc, char **argv) {
  using namespace warplint::report;
  if (argc != 2)
    return 2;
  const std::string folder = argv[1];
  write(folder + "/hostile.html", hostileReport());
  write(folder + "/large.html", largeReport(10000));
  write(folder + "/empty.html", {});
  return 0;
}
