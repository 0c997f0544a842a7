//===- ConfirmTest.cpp - warplint confirm, with what was measured earlier -===//

#include "tests/cli/TemporaryFolder.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>
#include <sys/wait.h>

namespace warplint::cli {
namespace {

using nlohmann::json;
using testing::HasSubstr;

constexpr const char *strided = R"(__global__ void k(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i * 8];
}
void launch(float *out, const float *in) { k<<<64, 256>>>(out, in); }
)";

/// A load with `sectors` where 4 would do, on the line of the kernel above.
std::string measured(int sectors) {
  return R"({"version": 1, "source": "measured", "device": {"name": "NVIDIA H200"}, "sites": [
    {"kind": "kernel", "kernel": "k", "op": "launch", "evidence": {"launches_measured": 1}},
    {"kind": "global_access", "file": "/build/a.cu", "line": 3, "kernel": "k", "op": "load",
     "offset": 16, "evidence": {"requests": 1, "sectors": )" +
         std::to_string(sectors) + R"(, "sectors_ideal": 4}}]})";
}

struct Outcome {
  int status = -1;
  std::string out;
  std::string err;
};

class Confirm : public testing::Test {
protected:
  Outcome run(const std::string &arguments) {
    const int status = std::system(("cd '" + folder.path() + "' && '" + WARPLINT_PROGRAM + "' " +
                                    arguments + " >.out 2>.err </dev/null")
                                       .c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, folder.read(".out"), folder.read(".err")};
  }
  Outcome confirm(const std::string &arguments) {
    return run("confirm --cuda-path none a.cu " + arguments);
  }
  void SetUp() override {
    folder.write("a.cu", strided);
    folder.write("bad.json", measured(32));
    folder.write("good.json", measured(4));
  }

  TemporaryFolder folder;
};

json firstFinding(const Outcome &outcome) {
  const json report = json::parse(outcome.out, nullptr, false);
  return report.is_object() && !report["findings"].empty() ? report["findings"][0] : json();
}

TEST_F(Confirm, SaysWhatWasMeasuredBesideWhatWasPredicted) {
  const Outcome bad = confirm("--evidence bad.json");
  EXPECT_EQ(bad.status, 1);
  EXPECT_THAT(bad.out, HasSubstr("confirmed:"));
  EXPECT_THAT(bad.out, HasSubstr("sectors ratio 8 (as predicted)"));
  EXPECT_THAT(bad.out, HasSubstr("measured on NVIDIA H200"));
  EXPECT_THAT(bad.out,
              HasSubstr("of 1 lines that move twice what they need or more, 1 are reported"));
  const Outcome good = confirm("--evidence good.json");
  EXPECT_EQ(good.status, 0) << "nothing was confirmed";
  EXPECT_THAT(good.out, HasSubstr("refuted:"));
}

TEST_F(Confirm, FillsTheReports) {
  const json finding = firstFinding(confirm("--evidence bad.json --format json"));
  EXPECT_EQ(finding["verdict"], "confirmed");
  EXPECT_EQ(finding["op"], "load");
  EXPECT_EQ(finding["measured"]["sectors_per_request"], 32);
  EXPECT_THAT(confirm("--evidence bad.json --format sarif").out, HasSubstr("\"confirmed\""));
}

TEST_F(Confirm, FailsFromTheLevelAskedFor) {
  EXPECT_EQ(confirm("--evidence good.json --fail-on warning").status, 1);
  EXPECT_EQ(confirm("--evidence bad.json --fail-on never").status, 0);
  EXPECT_EQ(confirm("--evidence bad.json --fail-on error").status, 0);
}

TEST_F(Confirm, TakesFindingsOfAnEarlierRun) {
  const Outcome lint = run("lint --cuda-path none --format json a.cu");
  folder.write("found.json", lint.out);
  folder.write("a.cu", "changed since");
  const Outcome outcome = run("confirm --findings found.json --evidence bad.json --format json");
  EXPECT_EQ(firstFinding(outcome)["verdict"], "confirmed");
  EXPECT_EQ(run("confirm --findings bad.json --evidence bad.json").status, 2);
  EXPECT_EQ(run("confirm --findings none.json --evidence bad.json").status, 2);
}

TEST_F(Confirm, RecordsWhatItWasGiven) {
  EXPECT_EQ(confirm("--evidence bad.json --record copy.json").status, 1);
  EXPECT_EQ(confirm("--evidence copy.json").status, 1);
}

TEST_F(Confirm, WhyNothingWasMeasuredIsSaidAlsoWhenQuiet) {
  const Outcome outcome = run("confirm --quiet --cuda-path none a.cu -- true");
  EXPECT_THAT(outcome.err, HasSubstr("nothing was measured: "));
}

TEST_F(Confirm, NamesWhatTheLinterMissed) {
  folder.write("a.cu", "__global__ void k(float *out, const float *in) {\n"
                       "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  out[i] = in[i];\n}\n"
                       "void launch(float *out, const float *in) { k<<<64, 256>>>(out, in); }\n");
  const Outcome outcome = confirm("--evidence bad.json");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.out, HasSubstr("measured and not reported: /build/a.cu:3: load in `k`: 8.00 "
                                     "times the sectors needed"));
}

TEST_F(Confirm, AProgramThatMeasuresNothingConfirmsNothing) {
  const Outcome outcome = confirm("--no-sanitizer --format json -- sh -c 'exit 3'");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_TRUE(firstFinding(outcome)["verdict"].is_null());
  EXPECT_THAT(outcome.out, HasSubstr("`sh` ended with status 3"));
  EXPECT_THAT(outcome.out, HasSubstr("nothing was measured"));
}

TEST_F(Confirm, WhatCannotBeRunIsAnError) {
  EXPECT_EQ(confirm("").status, 2);
  EXPECT_THAT(confirm("").err, HasSubstr("after `--`"));
  const Outcome missing = confirm("-- ./no-such-program");
  EXPECT_EQ(missing.status, 2);
  EXPECT_THAT(missing.err, HasSubstr("no-such-program"));
  const Outcome alone = confirm("--collector none.so -- true");
  EXPECT_EQ(alone.status, 2);
  EXPECT_THAT(alone.err, HasSubstr("none.so: nothing can be measured"));
  folder.write("predicted.json", R"({"version": 1, "source": "predicted", "sites": []})");
  EXPECT_THAT(confirm("--evidence predicted.json").err, HasSubstr("predicted.json"));
}

//===----------------------------------------------------------------------===//
// Kernel-level figures
//===----------------------------------------------------------------------===//

/// What the Range Profiler gives of the kernel above.
std::string profiled(double occupancy) {
  return R"J({"version": 1, "source": "measured", "device": {"name": "NVIDIA H200"}, "sites": [
    {"kind": "kernel", "kernel": "k", "instantiation": "k(float*, float const*)", "op": "launch",
     "evidence": {"launches_profiled": 1, "duration_us": 12.5, "registers": 24,
       "achieved_occupancy_percent": )J" +
         std::to_string(occupancy) + R"(, "stall_long_scoreboard_percent": 80.0}}]})";
}

constexpr const char *occupancyRule = R"(
id: occupancy-test-rule
title: A rule that only figures of the kernel can confirm
family: occupancy
phase: 4
severity: warning
on: kernel
when: threads >= 32
message: blocks of {threads} threads
summary: none
why: to be tried
help: none
confirm:
  metrics: [sm__warps_active.avg.pct_of_peak_sustained_active]
  when: achieved_occupancy_percent < 50
)";

/// Stands in for a program under the collector: writes down what was asked for, and leaves what
/// would have been measured.
constexpr const char *program = R"(#!/bin/sh
echo "figures=$WARPLINT_FIGURES launches=$WARPLINT_LAUNCHES metrics=$WARPLINT_METRICS" >>runs
if [ "$WARPLINT_FIGURES" = 1 ]; then cp figures.json "$WARPLINT_EVIDENCE_DIR/1.json"
else cp bad.json "$WARPLINT_EVIDENCE_DIR/1.json"; fi
)";

class Figures : public Confirm {
protected:
  void SetUp() override {
    Confirm::SetUp();
    folder.write("figures.json", profiled(40));
    folder.write("program", program);
    folder.write("rules/occupancy-test-rule.yaml", occupancyRule);
  }
  std::string runs() { return folder.read("runs"); }
};

TEST_F(Figures, TakeASecondRunWhereTheyAreAskedFor) {
  const std::string counts = "figures=0 launches=8 metrics=smsp__sass_sectors_mem_global,"
                             "smsp__sass_sectors_mem_global_ideal\n";
  const std::string only = "--select memory-strided-access --no-sanitizer ";
  const Outcome plain = confirm(only + "-- sh program");
  EXPECT_EQ(runs(), counts) << "what the rule goes by, and no more";
  EXPECT_THAT(plain.out, testing::Not(HasSubstr("12.50 us")));
  const Outcome outcome = confirm(only + "--figures -- sh program");
  EXPECT_EQ(runs(), counts + counts + "figures=1 launches=3 metrics=\n");
  EXPECT_THAT(outcome.out, HasSubstr("confirmed:")) << "the counts of the first run";
  EXPECT_THAT(outcome.out, HasSubstr("k(float*, float const*)\n      = duration: 12.50 us"));
  EXPECT_THAT(outcome.out, HasSubstr("= stalls: long_scoreboard 80.0 %"));
}

TEST_F(Figures, AreRecordedAndReadAgain) {
  EXPECT_EQ(confirm("--no-sanitizer --figures --record all.json -- sh program").status, 1);
  const json report = json::parse(confirm("--evidence all.json --format json").out, nullptr, false);
  ASSERT_EQ(report["kernels"].size(), 1U);
  EXPECT_EQ(report["kernels"][0]["figures"]["duration_us"], 12.5);
  EXPECT_EQ(report["findings"][0]["verdict"], "confirmed");
}

TEST_F(Figures, ARuleThatNeedsThemHasThemTaken) {
  const std::string arguments =
      "--no-sanitizer --rules-dir rules --select occupancy-test-rule --format json -- sh program";
  const Outcome outcome = confirm(arguments);
  EXPECT_THAT(runs(), HasSubstr("figures=1 launches=3 metrics=gpu__time_duration.sum,"
                                "sm__warps_active.avg.pct_of_peak_sustained_active\n"));
  const json finding = firstFinding(outcome);
  EXPECT_EQ(finding["rule"], "occupancy-test-rule") << outcome.err;
  EXPECT_EQ(finding["verdict"], "confirmed");
  EXPECT_EQ(finding["measured"]["achieved_occupancy_percent"], 40);
  folder.write("figures.json", profiled(90));
  EXPECT_EQ(firstFinding(confirm(arguments))["verdict"], "refuted");
}

TEST_F(Figures, WhatWasMissingIsSaid) {
  folder.write("figures.json", R"({"version": 1, "source": "measured",
    "device": {"name": "NVIDIA H200"}, "sites": [],
    "notes": ["no kernel-level figures were taken: this user may not use the GPU's counters"]})");
  const Outcome outcome = confirm("--no-sanitizer --rules-dir rules --select occupancy-test-rule "
                                  "--format json -- sh program");
  EXPECT_EQ(firstFinding(outcome)["verdict"], "inconclusive");
  EXPECT_THAT(outcome.out, HasSubstr("this user may not use the GPU's counters"));
}

TEST_F(Figures, MetricsThatAreNotMeasuredAreNamed) {
  std::string rule = occupancyRule;
  rule.replace(rule.find("sm__warps_active"), 16, "sm__no_such_one");
  folder.write("rules/occupancy-test-rule.yaml", rule);
  const Outcome outcome =
      confirm("--evidence bad.json --rules-dir rules --select occupancy-test-rule");
  EXPECT_THAT(outcome.out, HasSubstr("rule `occupancy-test-rule` asks for the metric "
                                     "sm__no_such_one.avg.pct_of_peak_sustained_active, which is "
                                     "not measured"));
}

//===----------------------------------------------------------------------===//
// Calls in host code
//===----------------------------------------------------------------------===//

constexpr const char *waits = R"(__global__ void step(float *next, const float *current) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  next[i] = current[i];
}
void simulate(float *a, float *b, int steps) {
  for (int i = 0; i < steps; ++i) {
    step<<<64, 256>>>(a, b);
    cudaDeviceSynchronize();
  }
}
)";

/// Twenty iterations of 10 us, in which a kernel runs for so many.
std::string activity(int busy) {
  std::string text;
  const auto line = [&](const json &record) { text += record.dump() + "\n"; };
  for (int i = 0; i < 20; ++i) {
    const int at = 10'000 * i;
    line({"call", at, at + 2000, 2 * i, 77, "cudaLaunchKernel"});
    line({"kernel", at + 1000, at + 1000 + 1000 * busy, 2 * i, "_Z4stepPfPKf"});
    line({"call", at + 2000, at + 9000, 2 * i + 1, 77, "cudaDeviceSynchronize"});
  }
  return text;
}

class HostCalls : public Confirm {
protected:
  void SetUp() override {
    Confirm::SetUp();
    folder.write("a.cu", waits);
    folder.write("nothing.json", R"({"version": 1, "source": "measured", "sites": [],
                                     "device": {"name": "NVIDIA H200"}})");
    folder.write("program", R"(#!/bin/sh
echo "activity=$WARPLINT_ACTIVITY" >>runs
cp nothing.json "$WARPLINT_EVIDENCE_DIR/1.json"
if [ "$WARPLINT_ACTIVITY" = 1 ]; then cp a.activity "$WARPLINT_EVIDENCE_DIR/1.activity"; fi
)");
  }
  json judgedWith(int busy) {
    folder.write("a.activity", activity(busy));
    return firstFinding(confirm("--select host-sync-in-loop --no-sanitizer --format json "
                                "--record kept.json -- sh program"));
  }
};

TEST_F(HostCalls, AreJudgedByARunOfTheirOwn) {
  const json costly = judgedWith(4);
  EXPECT_EQ(folder.read("runs"), "activity=0\nactivity=1\n");
  EXPECT_EQ(costly["verdict"], "confirmed");
  EXPECT_EQ(costly["measured"]["device_idle_percent"], 60);
  EXPECT_EQ(costly["measured"]["calls"], 20);
  const Outcome again = confirm("--select host-sync-in-loop --evidence kept.json");
  EXPECT_THAT(again.out, HasSubstr("device idle percent 60")) << "it is recorded";
  EXPECT_EQ(judgedWith(10)["verdict"], "refuted") << "the device never waits";
}

TEST_F(HostCalls, RunOnceMoreOnlyIfAFindingNeedsIt) {
  folder.write("a.activity", activity(4));
  confirm("--select host-unchecked-call --no-sanitizer -- sh program");
  EXPECT_EQ(folder.read("runs"), "activity=0\n");
}

TEST_F(Confirm, ExplainShowsWhatTheSanitizerSaid) {
  const Outcome outcome = run("explain sync-divergent-barrier");
  EXPECT_THAT(outcome.out,
              testing::ContainsRegex("bad +[0-9.]+ ms; synccheck reports line [0-9]+"));
  EXPECT_THAT(outcome.out,
              testing::ContainsRegex("good +[0-9.]+ ms,.*; synccheck reports nothing"));
}

TEST_F(Confirm, ExplainShowsWhatWasMeasuredOnce) {
  const Outcome outcome = run("explain memory-strided-access");
  EXPECT_THAT(outcome.out, testing::ContainsRegex("sectors_ratio +8 +8 +1 +1"))
      << "predicted and measured, of the bad and the good kernel";
  EXPECT_THAT(outcome.out, HasSubstr("NVIDIA H"));
}

TEST_F(Confirm, KernelsAreListedAndUnknownOnesRefused) {
  EXPECT_THAT(run("kernels list memory-strided-access").out, HasSubstr("bad.cu"));
  EXPECT_EQ(run("kernels run no-such-rule --evidence .").status, 2);
}

} // namespace
} // namespace warplint::cli
