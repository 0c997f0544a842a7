//===- CompareCommandTest.cpp - warplint compare --------------------------===//

#include "tests/cli/RunProgram.h"

#include <nlohmann/json.hpp>

namespace warplint::cli {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::StartsWith;

class CompareCommand : public ProgramInFolder {
protected:
  static std::string recorded() {
    return std::string(WARPLINT_SOURCE_DIR) + "/runtime-check/evidence/shared-bank-conflict.json";
  }
};

TEST_F(CompareCommand, FailsWhereSomethingIsWorse) {
  const std::string both = "compare '" + recorded() + "' '" + recorded() + "'";
  const Outcome same = run(both);
  EXPECT_EQ(same.status, 0) << same.err;
  EXPECT_THAT(same.out, HasSubstr("2 kernels compared"));

  const Outcome worse = run(both + " --rename transpose_padded=transpose_conflicts");
  EXPECT_EQ(worse.status, 1) << worse.err;
  EXPECT_THAT(worse.out, HasSubstr("wavefronts: 1048576 -> 17301504 per launch"));
  EXPECT_EQ(run(both + " --rename transpose_padded=transpose_conflicts --tolerance 1000").status,
            1);
  EXPECT_EQ(run(both + " --rename transpose_padded=transpose_conflicts --by time").status, 0);

  const Outcome better = run(both + " --rename transpose_conflicts=transpose_padded --format json");
  EXPECT_EQ(better.status, 0);
  EXPECT_EQ(json::parse(better.out).at("summary").at("better"), 1);
}

TEST_F(CompareCommand, TakesPredictedEvidenceAsItIsWritten) {
  const std::string kernel = "__global__ void k(float *p) {\n"
                             "  p[threadIdx.x * 1] = 1;\n}\n"
                             "void go(float *p) { k<<<64, 256>>>(p); }\n";
  folder.write("a.cu", kernel);
  ASSERT_EQ(run("evidence --no-cache --cuda-path none a.cu > old.json").status, 0);
  std::string changed = "// A line above it.\n" + kernel;
  changed.replace(changed.find("* 1"), 3, "* 8");
  folder.write("a.cu", changed);
  ASSERT_EQ(run("evidence --no-cache --cuda-path none a.cu > new.json").status, 0);
  const Outcome outcome = run("compare old.json new.json");
  EXPECT_EQ(outcome.status, 1) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("a.cu:3 (was 2): store `p[threadIdx.x * 8]`, "
                                     "sectors ratio 1 -> 8"));
  EXPECT_EQ(run("compare new.json old.json").status, 0);
  EXPECT_EQ(run("compare old.json '" + recorded() + "'").status, 2);
}

TEST_F(CompareCommand, TakesSeveralRuns) {
  const json evidence = json::parse(std::ifstream(recorded()));
  for (int i = 0; i < 4; ++i) {
    json slower = evidence;
    for (json &site : slower.at("sites"))
      if (site.at("kind") == "kernel")
        site["evidence"]["milliseconds"] = site["evidence"]["milliseconds"].get<double>() * 1.5;
    folder.write("old/" + std::to_string(i) + ".json", evidence.dump());
    folder.write("new/" + std::to_string(i) + ".json", slower.dump());
  }
  const Outcome folders = run("compare old new");
  EXPECT_EQ(folders.status, 1);
  EXPECT_THAT(folders.out, HasSubstr("+50.0 %"));
  const Outcome files = run("compare --old old/*.json --new new/*.json");
  EXPECT_EQ(files.out, folders.out);
  EXPECT_EQ(run("compare --old old/0.json --new new").status, 0); // 1 and 4 cannot tell
}

TEST_F(CompareCommand, SaysWhatIsWrong) {
  folder.write("broken.json", "{");
  for (const auto &[arguments, words] :
       {std::pair("compare", "give OLD and NEW"),
        {"compare broken.json", "give OLD and NEW"},
        {"compare broken.json broken.json", "broken.json: not JSON"},
        {"compare absent.json broken.json", "absent.json: cannot be read"},
        {"compare a b --tolerance -1", "--tolerance"},
        {"compare a b --rename x", "--rename x: give OLD=NEW"}}) {
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.status, 2) << arguments;
    EXPECT_THAT(outcome.err, StartsWith("warplint: "));
    EXPECT_THAT(outcome.err, HasSubstr(words));
  }
}

} // namespace
} // namespace warplint::cli
