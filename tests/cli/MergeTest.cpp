//===- MergeTest.cpp - several runs make the report of one ----------------===//

#include "tests/cli/TemporaryFolder.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <sys/wait.h>

namespace warplint::cli {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

class Merge : public testing::Test {
protected:
  struct Outcome {
    int status = -1;
    std::string out, err;
  };

  Outcome run(const std::string &arguments) const {
    const int status = std::system(("cd '" + folder.path() + "' && '" + WARPLINT_PROGRAM + "' " +
                                    arguments + " >.out 2>.err </dev/null")
                                       .c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, folder.read(".out"), folder.read(".err")};
  }

  /// Kernels that one file launches and another defines, headers that nobody includes, and one
  /// that somebody does.
  void writeProject() const {
    for (int i = 0; i < 5; ++i) {
      const std::string name = "k" + std::to_string(i);
      folder.write(name + ".cu",
                   "#include \"step.cuh\"\n__global__ void " + name +
                       "(float *p) {\n  __shared__ float s[32][32];\n"
                       "  s[threadIdx.x][threadIdx.y] = p[threadIdx.x * STEP];\n"
                       "  __syncthreads();\n  p[threadIdx.x] = s[threadIdx.y][threadIdx.x];\n}\n");
    }
    folder.write("step.cuh", "#define STEP 3\n");
    folder.write("alone.cuh", "__global__ void alone(float *p) { p[threadIdx.x * 4] = 1; }\n");
    std::string main;
    for (int i = 0; i < 5; ++i)
      main += "__global__ void k" + std::to_string(i) + "(float *);\n";
    main += "void all(float *p) {\n";
    for (int i = 0; i < 5; ++i)
      main += "  k" + std::to_string(i) + "<<<1, dim3(32, " + std::to_string(1 << i) + ")>>>(p);\n";
    folder.write("main.cu", main + "}\n");
  }

  void writeParts(unsigned count, const std::string &more = "") const {
    for (unsigned i = 1; i <= count; ++i) {
      const Outcome part =
          run("lint --no-cache --cuda-path none --fail-on never --shard " + std::to_string(i) +
              "/" + std::to_string(count) + " --part part" + std::to_string(i) + ".json . " + more);
      EXPECT_EQ(part.status, 0) << part.err;
    }
  }

  TemporaryFolder folder;
};

TEST_F(Merge, IsTheSameAsOneRun) {
  writeProject();
  for (const unsigned count : {1U, 2U, 9U}) { // nine are more than there are files
    writeParts(count);
    std::string parts;
    for (unsigned i = count; i >= 1; --i)
      parts.append(" part").append(std::to_string(i)).append(".json");
    for (const char *format : {"text", "sarif", "json"}) {
      const std::string as = std::string(" --no-cache --fail-on never --format ") + format;
      const Outcome whole = run("lint --cuda-path none ." + as);
      EXPECT_THAT(whole.out, HasSubstr("memory-strided-access"));
      const Outcome merged = run(std::string("merge").append(parts).append(as));
      EXPECT_EQ(merged.out, whole.out) << count << " parts, " << format;
      EXPECT_EQ(merged.err, whole.err);
    }
  }
}

TEST_F(Merge, APartReportsItsOwnFiles) {
  writeProject();
  writeParts(2);
  const Outcome part = run("lint --no-cache --cuda-path none --fail-on never --format json "
                           "--shard 2/2 .");
  const json report = json::parse(part.out);
  EXPECT_LT(report["files"].size(), 7U);
  EXPECT_GT(report["files"].size(), 1U);
}

TEST_F(Merge, WhatIsMissingIsSaidAndDone) {
  writeProject();
  writeParts(3);
  const Outcome whole = run("lint --cuda-path none --no-cache --fail-on never .");
  const Outcome merged = run("merge --no-cache --fail-on never part1.json part3.json");
  EXPECT_EQ(merged.out, whole.out);
  EXPECT_THAT(merged.err, HasSubstr("of 3 parts, 2 is missing"));
}

TEST_F(Merge, ChangedFilesAreAnalysedAgain) {
  writeProject();
  writeParts(2);
  folder.write("step.cuh", "#define STEP 1\n");
  const Outcome whole = run("lint --cuda-path none --no-cache --fail-on never .");
  EXPECT_EQ(run("merge --no-cache --fail-on never part1.json part2.json").out, whole.out);
}

TEST_F(Merge, SaysWhatIsWrongWithAPart) {
  writeProject();
  writeParts(1);
  folder.write("text.json", "no JSON");
  folder.write("other.json", "{\"version\": 7, \"results\": {}}");
  json part = json::parse(folder.read("part1.json"));
  part["program"] = "another";
  folder.write("program.json", part.dump());
  part = json::parse(folder.read("part1.json"));
  part["results"]["../../escaped"] = "text";
  folder.write("escape.json", part.dump());
  part = json::parse(folder.read("part1.json"));
  part["options"]["block"] = "64";
  folder.write("options.json", part.dump());
  part = json::parse(folder.read("part1.json"));
  part["directory"] = "/";
  folder.write("directory.json", part.dump());

  const std::pair<const char *, const char *> cases[] = {
      {"missing.json", "missing.json: cannot be read: No such file"},
      {"text.json", "text.json: is not what `warplint lint --part` writes"},
      {"other.json", "has version 7; this warplint reads version 1"},
      {"program.json", "of another build of warplint"},
      {"escape.json", "`../../escaped` is no name of a result"},
      {"part1.json options.json", "options.json: was made with other options"},
      {"directory.json", "was made in /; run `warplint merge` there"},
  };
  for (const auto &[arguments, message] : cases) {
    const Outcome outcome = run(std::string("merge ") + arguments);
    EXPECT_EQ(outcome.status, 2) << arguments;
    EXPECT_THAT(outcome.err, HasSubstr(message)) << arguments;
  }
  for (const char *shard : {"0/2", "3/2", "2", "a/b", "1/"}) {
    const Outcome outcome = run(std::string("lint . --shard ") + shard);
    EXPECT_EQ(outcome.status, 2) << shard;
    EXPECT_THAT(outcome.err, HasSubstr("give the number of a part")) << shard;
  }
}

//--- what git ignores -----------------------------------------------------------

TEST_F(Merge, WhatGitIgnoresIsLeftOut) {
  if (std::system("git --version >/dev/null 2>&1") != 0)
    GTEST_SKIP() << "there is no git";
  writeProject();
  folder.write("generated/more/g.cu", "__global__ void g(float *p) { p[threadIdx.x * 4] = 1; }\n");
  folder.write("scratch.cu", "__global__ void s(float *p) { p[threadIdx.x * 4] = 1; }\n");
  folder.write(".gitignore", "generated/\nscratch*.cu\nk4.cu\n");
  const auto git = [&](const std::string &arguments) {
    return std::system(("cd '" + folder.path() + "' && git -c user.name=a -c user.email=a@b " +
                        arguments + " >/dev/null 2>&1")
                           .c_str());
  };
  ASSERT_EQ(git("init -q"), 0);
  ASSERT_EQ(git("add -f k4.cu"), 0) << "tracked, so it is not ignored";
  const std::string lint = "lint --cuda-path none --no-cache --fail-on never --format json ";
  const auto filesOf = [&](const std::string &arguments) {
    std::vector<std::string> files;
    const json report = json::parse(run(lint + arguments).out);
    for (const json &file : report["files"])
      files.push_back(file["file"]);
    return files;
  };
  using testing::AllOf;
  using testing::Contains;
  EXPECT_THAT(filesOf("."),
              AllOf(Contains("k4.cu"), Contains("main.cu"), Not(Contains("scratch.cu")),
                    Not(Contains("generated/more/g.cu"))));
  EXPECT_THAT(filesOf("--no-gitignore ."),
              AllOf(Contains("scratch.cu"), Contains("generated/more/g.cu")));
  EXPECT_THAT(filesOf("scratch.cu"), Contains("scratch.cu")) << "named";
  EXPECT_THAT(filesOf("generated"), Contains("generated/more/g.cu")) << "named";

  // A repository's own settings start no program.
  ASSERT_EQ(git("config core.fsmonitor 'touch ran; false'"), 0);
  filesOf(".");
  EXPECT_FALSE(fs::exists(folder.path("ran")));
}

} // namespace
} // namespace warplint::cli
