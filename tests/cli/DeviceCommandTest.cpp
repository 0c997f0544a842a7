//===- DeviceCommandTest.cpp - warplint device, --chip, --binary ----------===//

#include "lint/cli/Resources.h"
#include "tests/cli/TemporaryFolder.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>
#include <sys/wait.h>

namespace warplint::cli {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

struct Outcome {
  int status = -1;
  std::string out;
  std::string err;
};

class DeviceCommand : public testing::Test {
protected:
  Outcome run(const std::string &arguments) {
    const int status = std::system(("cd '" + folder.path() + "' && '" + WARPLINT_PROGRAM + "' " +
                                    arguments + " >.out 2>.err </dev/null")
                                       .c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, folder.read(".out"), folder.read(".err")};
  }

  TemporaryFolder folder;
};

TEST_F(DeviceCommand, ShowsAChip) {
  const Outcome text = run("device 'H100 SXM'");
  EXPECT_EQ(text.status, 0);
  EXPECT_THAT(text.err, IsEmpty());
  for (const char *part :
       {"H100-SXM", "Hopper", "132", "4 warp schedulers", "2048 per SM (64 warps)", "228 KiB",
        "50 MiB", "3352 GB/s", "66.9", "20.0", "whitepaper"})
    EXPECT_THAT(text.out, HasSubstr(part));
}

TEST_F(DeviceCommand, AsJson) {
  const Outcome outcome = run("device sm_80 --format json");
  ASSERT_EQ(outcome.status, 0);
  const json chip = json::parse(outcome.out).at("chips").at(0);
  EXPECT_EQ(chip.at("name"), "A100-40GB");
  EXPECT_EQ(chip.at("sms"), 108);
  EXPECT_EQ(chip.at("at_hand"), false);
  EXPECT_NEAR(chip.at("knee_flop_per_byte").at("fp32").get<double>(), 12.5, 0.05);
  EXPECT_FALSE(chip.at("peak_tflops").contains("fp8_tensor"));
  EXPECT_EQ(chip.at("sources").at("sms"), chip.at("sources").at("l2"));
}

TEST_F(DeviceCommand, SlipsOfThePen) {
  const Outcome slip = run("device H10O");
  EXPECT_EQ(slip.status, 2);
  EXPECT_THAT(slip.err, HasSubstr("there is no chip `H10O` in the table; did you mean `H100`?"));
  EXPECT_THAT(slip.err, HasSubstr("RTX-4090"));
  const Outcome option = run("lint --chip RTX-490 .");
  EXPECT_EQ(option.status, 2);
  EXPECT_THAT(option.err, HasSubstr("--chip RTX-490: there is no such chip; did you mean "));
  EXPECT_EQ(run("lint --binary no-such-program .").status, 2);
  EXPECT_EQ(run("lint --resources gcc .").status, 2);
}

TEST_F(DeviceCommand, AnotherChipNeedsNoNewAnalysis) {
  folder.write("a.cu", "__global__ void fill(float *data) { data[blockIdx.x] = 1; }\n"
                       "void run(float *data) { fill<<<100, 256>>>(data); }\n");
  const auto messages = [&](const std::string &options) {
    const Outcome outcome = run("lint --cuda-path none --format json --fail-on never "
                                "--select occupancy a.cu " +
                                options);
    std::vector<std::string> result;
    const json report = json::parse(outcome.out);
    for (const json &finding : report.at("findings"))
      result.push_back(finding.at("message"));
    return result;
  };
  EXPECT_THAT(messages(""), IsEmpty());
  EXPECT_THAT(messages("--chip H100"),
              ElementsAre("grid of 100 blocks: of the 132 SMs of H100-SXM, 32 have nothing to do"));
  EXPECT_THAT(messages("--arch sm_90"),
              ElementsAre("grid of 100 blocks: of the 132 SMs of H100-SXM, 32 have nothing to do"));
  EXPECT_THAT(messages("--chip T4"), IsEmpty());
  EXPECT_THAT(messages("--arch sm_61"), IsEmpty()); // not in the table
}

//===----------------------------------------------------------------------===//
// What is taken of a compile command
//===----------------------------------------------------------------------===//

TEST(HarmlessArguments, AreFoldersMacrosAndCodeOptions) {
  EXPECT_THAT(harmlessArguments({"nvcc", "-Iinclude", "-I", "lib", "-DN=3", "-std=c++17", "-O3",
                                 "--expt-relaxed-constexpr", "-maxrregcount", "32", "-c", "a.cu",
                                 "-o", "a.o"}),
              ElementsAre("-Iinclude", "-I", "lib", "-DN=3", "-std=c++17", "-O3",
                          "--expt-relaxed-constexpr", "-maxrregcount", "32"));
}

TEST(HarmlessArguments, NothingThatRunsAnything) {
  EXPECT_THAT(harmlessArguments({"./wrapper",
                                 "-ccbin",
                                 "./evil",
                                 "-ccbin=./evil",
                                 "-Xcompiler",
                                 "-fplugin=./evil.so",
                                 "--compiler-bindir",
                                 "./evil",
                                 "--options-file",
                                 "more.txt",
                                 "@more.txt",
                                 "-Xptxas",
                                 "-v",
                                 "--run",
                                 "-run",
                                 "-dlink",
                                 "-I",
                                 "-ccbin",
                                 "-std",
                                 "-run",
                                 "a.cu"}),
              IsEmpty());
}

} // namespace
} // namespace warplint::cli
