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
  EXPECT_THAT(bad.out, HasSubstr("sectors_ratio 8 (predicted 8)"));
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
  folder.write("predicted.json", R"({"version": 1, "source": "predicted", "sites": []})");
  EXPECT_THAT(confirm("--evidence predicted.json").err, HasSubstr("predicted.json"));
}

TEST_F(Confirm, ExplainShowsWhatWasMeasuredOnce) {
  const Outcome outcome = run("explain memory-strided-access");
  EXPECT_THAT(outcome.out, HasSubstr("sectors_ratio 8.00"));
  EXPECT_THAT(outcome.out, HasSubstr("NVIDIA H"));
}

TEST_F(Confirm, KernelsAreListedAndUnknownOnesRefused) {
  EXPECT_THAT(run("kernels list memory-strided-access").out, HasSubstr("bad.cu"));
  EXPECT_EQ(run("kernels run no-such-rule --evidence .").status, 2);
}

} // namespace
} // namespace warplint::cli
