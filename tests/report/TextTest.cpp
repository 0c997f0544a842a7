//===- TextTest.cpp - the report for people -------------------------------===//

#include "tests/report/SampleReport.h"

#include <gmock/gmock.h>

namespace warplint::report {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(Text, WholeReport) {
  EXPECT_EQ(
      written("text"),
      R"(src/a.cu:4:5: error: `__syncthreads()` is reached by 128 of 256 threads [sync-divergent-barrier]
    4 |     __syncthreads();
      |     ^~~~~~~~~~~~~~~
      = kernel: reduce
      = confidence: likely: block shape (256, 1) is assumed; `n` is larger than 1024
      = help: move the barrier out of the condition
  src/a.cu:3:7: note: this condition is not the same for all threads
      3 |   if (threadIdx.x < 128) {
        |       ^~~~~~~~~~~~~~~~~
  note: the other threads are waiting elsewhere

src/a.cu:7:12: warning: load of `tile[threadIdx.x][y]` takes 32 wavefronts where 1 would do [shared-bank-conflict]
    7 |     float v = tile[threadIdx.x][y];
      |               ^~~~~~~~~~~~~~~~~
      = kernel: transpose
      = confidence: exact
      = confirmed: on the GPU: wavefronts ratio 32 (as predicted)
      = help: pad the row by one element
      = fix: pad the row of `tile`
    6 -   __shared__ float tile[32][32];
      +   __shared__ float tile[32][33];

src/b,1%.cu:2:15: note: 100% of "x" <&> is read, through: `p<FF><U+0001>` [memory-gather-access]
)"
      "    2 | /* \xF0\x9D\x92\x9C\xE8\xA1\x8C */ x[idx] /* <U+202E> <FF> */\n"
      R"(      |           ^~~~~~
      = confidence: possible

3 findings: 1 error, 1 warning, 1 note
  memory-gather-access    1 note
  shared-bank-conflict    1 warning
  sync-divergent-barrier  1 error
2 of 4 files analysed, 1 only in part, 1 not at all; 4 kernels; 1 finding suppressed
  src/c.cu: partial:
    3:1: kernel `k` was not seen whole
  src/d.cu: failed:
    no such file
)");
}

TEST(Text, ColourOnlyWhereAskedFor) {
  EXPECT_THAT(written("text"), Not(HasSubstr("\033")));
  const std::string coloured = written("text", sampleReport(), true);
  EXPECT_THAT(coloured, HasSubstr("\033[1;31merror:\033[0m"));
  EXPECT_THAT(coloured, HasSubstr("\033[1;35mwarning:\033[0m"));
}

TEST(Text, ColourChangesNothingElse) {
  std::string plain = written("text", sampleReport(), true);
  for (std::size_t at; (at = plain.find('\033')) != std::string::npos;)
    plain.erase(at, plain.find('m', at) - at + 1);
  EXPECT_EQ(plain, written("text"));
}

TEST(Text, QuietLeavesTheSummaryOut) {
  const std::string quiet = written("text", sampleReport(), false, true);
  EXPECT_THAT(quiet, HasSubstr("[shared-bank-conflict]"));
  EXPECT_THAT(quiet, Not(HasSubstr("findings")));
  Report nothing;
  EXPECT_EQ(written("text", nothing, false, true), "");
}

TEST(Text, NothingFoundIsSaid) {
  Report report;
  report.files = {{"a.cu", FileStatus::Analysed, 1, {}}};
  report.notes = {"the built-in model of CUDA was used"};
  EXPECT_EQ(written("text", report), "no findings\n"
                                     "1 file analysed, 1 kernel\n"
                                     "note: the built-in model of CUDA was used\n");
}

TEST(Text, ManyHeadersAreOneRemark) {
  Report report;
  for (char name = 'a'; name <= 'f'; ++name)
    report.files.push_back({std::string(1, name) + ".cuh",
                            FileStatus::Analysed,
                            0,
                            {std::string("analysed as part of ") + name + ".cu"}});
  EXPECT_THAT(written("text", report),
              HasSubstr("  6 files: analysed as part of the files that include them\n"));
  report.files.pop_back();
  EXPECT_THAT(written("text", report), HasSubstr("  a.cuh: analysed as part of a.cu\n"));
}

TEST(Text, RemarksOnFiles) {
  Report report;
  report.files = {{"a.cu", FileStatus::Analysed, 1, {"a.cu:5: names its file", "does not"}},
                  {"b.cuh", FileStatus::Analysed, 1, {"seen through a.cu"}},
                  {"c.cu", FileStatus::Partial, 1, {"c.cu:5: a reason", "another"}},
                  {"d.cuh", FileStatus::Analysed, 1, {"seen through a.cu"}}};
  EXPECT_THAT(written("text", report), HasSubstr("  c.cu: partial:\n"
                                                 "    c.cu:5: a reason\n    another\n"
                                                 "  a.cu:5: names its file\n"
                                                 "  a.cu: does not\n"
                                                 "  2 files: seen through a.cu\n"));
}

TEST(Text, ANoteOnTheFindingsOwnPlaceRepeatsNoExcerpt) {
  Report report;
  report.findings = {sampleReport().findings[0]};
  report.findings[0].notes = {{report.findings[0].span, "the same place"}};
  EXPECT_THAT(written("text", report), HasSubstr("  src/a.cu:4:5: note: the same place\n\n"));
}

TEST(Text, NarrowTerminalsGetExcerptsThatFit) {
  for (unsigned width : {1U, 10U, 30U, 40U}) {
    const std::string text = written("text", sampleReport(), false, false, width);
    EXPECT_THAT(text, HasSubstr("    4 | ")) << width;
  }
}

TEST(Text, FiguresOfKernels) {
  const auto count = [](int value) { return EvidenceValue(std::int64_t{value}); };
  Report report;
  report.kernels = {
      {"k",
       "void k<8>(int*)",
       {{"duration_us", 12.345},
        {"launches", count(20)},
        {"launches_profiled", count(3)},
        {"grid_x", count(64)},
        {"grid_y", count(2)},
        {"grid_z", count(1)},
        {"block_x", count(256)},
        {"block_y", count(1)},
        {"block_z", count(1)},
        {"registers", count(24)},
        {"shared_bytes", count(4096)},
        {"dynamic_shared_bytes", count(1024)},
        {"sm_throughput_percent", 13.73},
        {"memory_throughput_percent", 82.91},
        {"dram_throughput_percent", 82.9},
        {"achieved_occupancy_percent", 96.43},
        {"warp_execution_efficiency_percent", 100.0},
        {"stall_long_scoreboard_percent", 97.2},
        {"bytes_dram", 800.0},
        {"bytes_local", 51200.0},
        {"stall_wait_percent", 1.7},
        {"stall_gmma_percent", 0.0}}},
      {"l",
       "l()",
       {{"duration_us", 1.0}, {"launches", count(1)}, {"launches_profiled", count(1)}}}};
  EXPECT_EQ(written("text", report, false, true),
            R"(void k<8>(int*)
      = duration: 12.35 us (3 of 20 launches)
      = launch: grid 64 x 2, block 256, 24 registers, 5120 bytes of shared memory (1024 of them dynamic)
      = throughput: SM 13.7 %, memory 82.9 %, DRAM 82.9 % of peak
      = warps: achieved occupancy 96.4 %, execution efficiency 100.0 %
      = work: 800 bytes of DRAM; 5.12e+04 bytes of local memory
      = stalls: long_scoreboard 97.2 %, wait 1.7 %

l()
      = duration: 1.00 us (1 of 1 launches)

)");
}

} // namespace
} // namespace warplint::report
