//===- SanitizerTest.cpp --------------------------------------------------===//

#include "runtime-check/Sanitizer.h"

#include <gmock/gmock.h>

namespace warplint::runtime {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// As printed by compute-sanitizer of CUDA 13.0 on an H100.
constexpr const char *races = R"(========= COMPUTE-SANITIZER
========= Error: Race reported between Write access at missing_wait(const float *, float *)+0xd0 in san.cu:7
=========     and Read access at missing_wait(const float *, float *)+0x150 in san.cu:10 [2048 hazards]
========= 
========= Error: Race reported between Write access at missing_barrier(const float *, float *)+0x100 in san.cu:15
=========     and Read access at missing_barrier(const float *, float *)+0x110 in san.cu:16 [2048 hazards]
========= 
no error
========= RACECHECK SUMMARY: 2 hazards displayed (2 errors, 0 warnings)
)";

constexpr const char *barriers = R"(========= COMPUTE-SANITIZER
========= Barrier error detected. Divergent thread(s) in warp.
=========     at barrier_in_branch(const float *, float *)+0x100 in san.cu:23
=========     by thread (96,0,0) in block (0,0,0)
=========     Saved host backtrace up to driver entry point at kernel launch time
=========         Host Frame: main [0x8bd7] in san
========= 
========= Barrier error detected. Divergent thread(s) in warp.
=========     at barrier_in_branch(const float *, float *)+0x100 in san.cu:23
=========     by thread (97,0,0) in block (0,0,0)
========= Barrier error detected. Divergent thread(s) in block.
=========     at barrier_in_branch(const float *, float *)+0x150 in san.cu:27
)";

TEST(Sanitizer, BothEndsOfARace) {
  const SanitizerRun run = parseSanitizer("racecheck", races);
  EXPECT_EQ(run.tool, "racecheck");
  const std::string barrier = "missing_barrier(const float *, float *)";
  const std::string wait = "missing_wait(const float *, float *)";
  EXPECT_THAT(run.reports, ElementsAre(SanitizerReport{barrier, "san.cu", 15, "san.cu", 16},
                                       SanitizerReport{barrier, "san.cu", 16, "san.cu", 15},
                                       SanitizerReport{wait, "san.cu", 7, "san.cu", 10},
                                       SanitizerReport{wait, "san.cu", 10, "san.cu", 7}));
}

TEST(Sanitizer, EachPlaceOnce) {
  EXPECT_THAT(
      parseSanitizer("synccheck", barriers).reports,
      ElementsAre(SanitizerReport{"barrier_in_branch(const float *, float *)", "san.cu", 23},
                  SanitizerReport{"barrier_in_branch(const float *, float *)", "san.cu", 27}));
}

// As printed by compute-sanitizer of CUDA 13.0 on an H200; names shortened.
constexpr const char *inLibraries = R"(========= COMPUTE-SANITIZER
========= Warning: (Warp Level Programming) Potential WAR hazard detected at __shared__ 0x440 in block (18,0,0) :
=========     Read Thread (0,0,0) at last_warp(volatile float *, int)+0x240 in bad.cu:8
=========     Write Thread (16,0,0) at last_warp(volatile float *, int)+0x260 in bad.cu:8
=========     Saved host backtrace up to driver entry point at kernel launch time
=========         Host Frame: run(reference::Run&) [0x3c30f] in warplint-kernels
========= Barrier error detected. Missing init.
=========     at cuda::__defer(const T1 &)+0x190 in memcpy_completion.h:71
=========     by thread (96,0,0) in block (8,0,0)
=========         Device Frame: cuda::memcpy_async<float>(T1 *)+0x60 in memcpy_async.h:112
=========         Device Frame: without_barrier_after_init(const float *, float *)+0x60 in bad.cu:18
)";

TEST(Sanitizer, CallersOfLibrariesAreNamed) {
  const std::string kernel = "without_barrier_after_init(const float *, float *)";
  EXPECT_THAT(parseSanitizer("synccheck", inLibraries).reports,
              ElementsAre(SanitizerReport{"last_warp(volatile float *, int)", "bad.cu", 8},
                          SanitizerReport{kernel, "bad.cu", 18},
                          SanitizerReport{kernel, "memcpy_async.h", 112},
                          SanitizerReport{kernel, "memcpy_completion.h", 71}));
}

// As printed by compute-sanitizer of CUDA 13.0 on an H200; names shortened.
constexpr const char *copies = R"(========= COMPUTE-SANITIZER
========= Error: Race reported between Write access at CpAsyncChooser<4, 0>::cp_async(void *)+0x8a0 in pipeline_helpers.h:181
=========     and Read access at sum(const float *, float *)+0xe30 in bad.cu:25 [2132 hazards]
=========     and Read access at sum(const float *, float *)+0xe40 in bad.cu:25 [2360 hazards]
=========
========= Warning: Race reported between Read access at last_warp(volatile float *, int)+0x340 in bad.cu:12
=========     and Write access at last_warp(volatile float *, int)+0x320 in bad.cu:11 [31744 hazards]
)";

TEST(Sanitizer, EachEndOfARaceBesideTheOther) {
  const std::string copy = "CpAsyncChooser<4, 0>::cp_async(void *)";
  const std::string kernel = "sum(const float *, float *)";
  const std::string function = "last_warp(volatile float *, int)";
  EXPECT_THAT(parseSanitizer("racecheck", copies).reports,
              ElementsAre(SanitizerReport{copy, "pipeline_helpers.h", 181, "bad.cu", 25},
                          SanitizerReport{function, "bad.cu", 11, "bad.cu", 12},
                          SanitizerReport{function, "bad.cu", 12, "bad.cu", 11},
                          SanitizerReport{kernel, "bad.cu", 25, "pipeline_helpers.h", 181}));
}

// Of a barrier that all threads arrive at and wait for.
constexpr const char *wait = R"(========= COMPUTE-SANITIZER
========= Barrier error detected. Missing wait.
=========     at unsigned long mbarrier_arrive<void>(unsigned long *)+0x1e0 in mbarrier_arrive.h:49
=========     by thread (96,0,0) in block (9,0,0)
=========         Device Frame: cuda::barrier<2>::arrive_and_wait()+0x1e0 in barrier_block_scope.h:382
=========         Device Frame: with_barrier_after_init(const float *, float *)+0x1e0 in good.cu:20
========= Barrier error detected. Divergent thread(s) in warp.
=========     at barrier_in_branch(const float *, float *)+0x100 in san.cu:23
)";

TEST(Sanitizer, NoiseOfTheToolIsLeftOut) {
  EXPECT_THAT(
      parseSanitizer("synccheck", wait).reports,
      ElementsAre(SanitizerReport{"barrier_in_branch(const float *, float *)", "san.cu", 23}));
}

TEST(Sanitizer, WhatFollowsTheNoiseIsNone) {
  const std::string text =
      std::string(wait).substr(0, std::string(wait).find("========= Barrier error detected. Div")) +
      "========= Error: Race reported between Write access at k(float *)+0x100 in a.cu:15\n"
      "=========     and Read access at k(float *)+0x110 in a.cu:16 [64 hazards]\n";
  EXPECT_THAT(parseSanitizer("racecheck", text).reports,
              ElementsAre(SanitizerReport{"k(float *)", "a.cu", 15, "a.cu", 16},
                          SanitizerReport{"k(float *)", "a.cu", 16, "a.cu", 15}));
}

TEST(Sanitizer, TheProgramsOwnWordsAreNoReports) {
  EXPECT_THAT(parseSanitizer("racecheck", "at k()+0x10 in a.cu:3\n").reports, IsEmpty());
  EXPECT_THAT(parseSanitizer("racecheck", "").reports, IsEmpty());
  EXPECT_THAT(
      parseSanitizer("racecheck", "=========  at  in +0x :\n=========     at k()+0x10 in a.cu\n")
          .reports,
      IsEmpty());
}

} // namespace
} // namespace warplint::runtime
