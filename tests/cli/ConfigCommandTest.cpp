//===- ConfigCommandTest.cpp - warplint config ----------------------------===//

#include "tests/cli/RunProgram.h"

#include <nlohmann/json.hpp>

namespace warplint::cli {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class ConfigCommand : public ProgramInFolder {
protected:
  void SetUp() override {
    folder.write(".git/HEAD", "");
    folder.write(".warplint.yaml", "exclude: [third_party]\n"
                                   "severity:\n"
                                   "  divergence-branch: note\n"
                                   "overrides:\n"
                                   "  - files: [tests]\n"
                                   "    ignore: [memory]\n");
    folder.write("tests/a.cu", "");
  }
};

TEST_F(ConfigCommand, SaysWhereValuesComeFrom) {
  const Outcome here = run("config");
  EXPECT_EQ(here.status, 0) << here.err;
  EXPECT_EQ(here.out, "# What holds for .\n"
                      "# Configuration: .warplint.yaml\n"
                      "severity:\n"
                      "  divergence-branch: note  # .warplint.yaml:3\n"
                      "exclude:\n"
                      "  - third_party  # .warplint.yaml:1\n"
                      "fail-on: warning  # default\n");
  EXPECT_THAT(run("config tests/a.cu").out, HasSubstr("ignore:\n  - memory  # .warplint.yaml:6\n"));
}

TEST_F(ConfigCommand, AsJson) {
  const json page = json::parse(run("config --format json tests/a.cu").out);
  EXPECT_EQ(page.at("config"), ".warplint.yaml");
  EXPECT_EQ(page.at("effective").at("ignore"), json::array({"memory"}));
  EXPECT_EQ(page.at("effective").at("severity").at("divergence-branch"), "note");
  EXPECT_EQ(page.at("effective").at("fail-on"), "warning");
  bool found = false;
  for (const json &source : page.at("sources"))
    if (source.at("key") == "severity.divergence-branch")
      found = source.at("line") == 3 && source.at("value") == "note";
  EXPECT_TRUE(found);
}

TEST_F(ConfigCommand, WhatIsPrintedSaysTheSame) {
  folder.write(".warplint.yaml", "ignore: [host]\noverrides:\n  - files: [tests]\n"
                                 "    extend-select: [host]\n");
  folder.write("tests/a.cu", "__global__ void k(float *p) { p[threadIdx.x] = 1; }\n"
                             "int main() { float *p; k<<<1000, 256>>>(p); }\n");
  EXPECT_EQ(run("config tests/a.cu >page.yaml").status, 0);
  const std::string lint = "lint --no-cache --cuda-path none tests/a.cu";
  const Outcome before = run(lint);
  EXPECT_THAT(before.out, HasSubstr("host-unchecked-call"));
  EXPECT_EQ(run(lint + " --config page.yaml").out, before.out);
}

TEST_F(ConfigCommand, PrintsItsSchema) {
  const Outcome schema = run("config --schema");
  EXPECT_EQ(schema.status, 0);
  EXPECT_TRUE(json::parse(schema.out).at("properties").contains("baseline"));
}

TEST_F(ConfigCommand, WithoutAConfigurationAndWithABrokenOne) {
  const TemporaryFolder bare;
  const Outcome none = run("config '" + bare.path() + "'");
  EXPECT_EQ(none.status, 0);
  EXPECT_THAT(none.out, HasSubstr("# There is no configuration.\nfail-on: warning"));
  folder.write(".warplint.yaml", "ignore: [memroy]\n");
  const Outcome broken = run("config");
  EXPECT_EQ(broken.status, 2);
  EXPECT_THAT(broken.err, HasSubstr(".warplint.yaml:1:10"));
}

} // namespace
} // namespace warplint::cli
