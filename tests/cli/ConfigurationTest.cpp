//===- ConfigurationTest.cpp - what .warplint.yaml does to a run ----------===//

#include "tests/cli/TemporaryFolder.h"

#include <algorithm>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>
#include <sys/wait.h>

namespace warplint::cli {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

/// Strided where STEP is 8 or more.
constexpr const char *strided = R"(#ifndef STEP
#define STEP 1
#endif
__global__ void copy(float *out, const float *in) {
  out[threadIdx.x] = in[threadIdx.x * STEP];
}
)";

/// 32 wavefronts where 1 would do, if the block is 32 threads wide.
constexpr const char *conflict = R"(namespace ns {
__global__ void transpose(float *out, const float *in) {
  __shared__ float tile[32][32];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
} // namespace ns
)";

struct Outcome {
  int status = -1;
  std::string out;
  std::string err;
};

class Configured : public testing::Test {
protected:
  void SetUp() override { fs::create_directories(folder.path("p/.git")); }

  /// Runs `warplint lint ARGUMENTS` in the project, with a cache of the test's own.
  Outcome lint(const std::string &arguments, const std::string &in = "p") const {
    const int status =
        std::system(("cd '" + folder.path(in) + "' && WARPLINT_CACHE_DIR='" + folder.path("kept") +
                     "' '" + WARPLINT_PROGRAM + "' lint --cuda-path none " + arguments + " >'" +
                     folder.path(".out") + "' 2>'" + folder.path(".err") + "' </dev/null")
                        .c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, folder.read(".out"), folder.read(".err")};
  }
  json report(const std::string &arguments, const std::string &in = "p") const {
    const Outcome outcome = lint("--format json " + arguments, in);
    EXPECT_LE(outcome.status, 1) << outcome.err;
    return json::parse(outcome.out, nullptr, /*allow_exceptions=*/false);
  }
  std::vector<std::string> filesOf(const std::string &arguments,
                                   const std::string &in = "p") const {
    std::vector<std::string> files;
    const json whole = report(arguments, in);
    for (const json &file : whole["files"])
      files.push_back(file["file"]);
    return files;
  }
  /// "file:line rule" of each finding.
  std::vector<std::string> findingsOf(const std::string &arguments,
                                      const std::string &in = "p") const {
    std::vector<std::string> findings;
    const json whole = report(arguments, in);
    for (const json &finding : whole["findings"])
      findings.push_back(finding["file"].get<std::string>() + " " +
                         finding["rule"].get<std::string>());
    return findings;
  }
  void configure(const std::string &yaml) const { folder.write("p/.warplint.yaml", yaml); }

  TemporaryFolder folder;
};

//--- which files ----------------------------------------------------------------

TEST_F(Configured, IncludeAndExcludeStartAtTheConfiguration) {
  for (const char *name : {"src/a.cu", "src/gen/b.cu", "other/src/c.cu", "d.cu"})
    folder.write(std::string("p/") + name, strided);
  configure("include: [/src, other]\nexclude: [gen]\n");
  EXPECT_THAT(filesOf("."), ElementsAre("other/src/c.cu", "src/a.cu"));
  EXPECT_THAT(filesOf("src", "p"), ElementsAre("src/a.cu"));
  EXPECT_THAT(filesOf(".", "p/src"), ElementsAre("a.cu")) << "whatever folder one is in";
  EXPECT_THAT(filesOf("d.cu"), ElementsAre("d.cu")) << "named";
  EXPECT_THAT(filesOf("d.cu src/a.cu --force-exclude"), ElementsAre("src/a.cu"));
}

TEST_F(Configured, HeadersThatAreLeftOutAreNotReportedOn) {
  folder.write("p/lib/k.cuh", std::string("#define STEP 9\n") + strided);
  folder.write("p/a.cu", "#include \"lib/k.cuh\"\n");
  EXPECT_THAT(findingsOf("."), ElementsAre("lib/k.cuh memory-strided-access"));
  configure("exclude: [lib]\n");
  EXPECT_THAT(findingsOf("."), IsEmpty());
  configure("include: ['*.cu']\n");
  EXPECT_THAT(findingsOf("."), IsEmpty());
}

//--- how they are compiled --------------------------------------------------------

TEST_F(Configured, DefinesAndIncludePathsByFolder) {
  folder.write("p/wide/a.cu", strided);
  folder.write("p/narrow/b.cu", strided);
  folder.write("p/far/include/step.h", "#define STEP 9\n");
  folder.write("p/far/away/include/step.h", "#define STEP 1\n");
  folder.write("p/c.cu", std::string("#include <step.h>\n") + strided);
  configure("defines: [STEP=9]\ninclude-paths: [far/away/include]\n"
            "overrides:\n  - files: [narrow]\n    defines: [STEP=1]\n");
  EXPECT_THAT(findingsOf("wide narrow"), ElementsAre("wide/a.cu memory-strided-access"));
  configure("include-paths: [far/away/include]\n");
  EXPECT_THAT(findingsOf("c.cu"), IsEmpty());
  configure("overrides: [{files: ['c.*'], include-paths: [far/include]}]\n");
  EXPECT_THAT(findingsOf("c.cu"), ElementsAre("c.cu memory-strided-access"));
  EXPECT_THAT(findingsOf("../c.cu", "p/far"), ElementsAre(HasSubstr("c.cu memory-strided")));
  EXPECT_THAT(findingsOf("c.cu -- -DSTEP=1 -Ifar/away/include"), Not(IsEmpty()))
      << "the header of the configuration comes first";
  EXPECT_THAT(findingsOf("wide -- -DSTEP=9"), Not(IsEmpty()));
  configure("include-paths: [nowhere]\n");
  EXPECT_THAT(lint("wide").err, HasSubstr(".warplint.yaml:1:17: `include-paths`: there is no "
                                          "folder "));
}

TEST_F(Configured, LaunchesByNameOfKernel) {
  folder.write("p/a.cu", conflict);
  // As many as the block has threads in x read a column.
  const auto blockOf = [&](const std::string &arguments = "a.cu") {
    double most = 0;
    const json whole = report(arguments);
    for (const json &finding : whole["findings"])
      most = std::max(most, finding["predicted"].value("wavefronts_per_request", 0.0));
    return most;
  };
  configure("launches: [{kernel: 'trans*', block: [32, 32]}]\n");
  EXPECT_EQ(blockOf(), 32.0) << "without the namespace";
  EXPECT_EQ(blockOf("a.cu --block 2,2"), 32.0) << "who is named goes before all";
  configure("launches: [{kernel: 'ns::*', block: [32, 32]}, {kernel: '*pose', block: [8, 32]}]\n");
  EXPECT_EQ(blockOf(), 8.0) << "the later entry";
  configure("launches: [{kernel: 'ns::*', block: [8, 32]}, {kernel: '*pose', grid: [3]}]\n");
  EXPECT_EQ(blockOf(), 8.0) << "by what it says";
  configure("block: [1]\noverrides:\n  - files: [b.cu]\n    block: [32, 32]\n"
            "  - files: [a.cu]\n    launches: [{kernel: transpose, block: [16, 2]}]\n");
  EXPECT_EQ(blockOf(), 16.0);
  configure("block: [1]\noverrides: [{files: [a.cu], block: [32, 32]}]\n");
  EXPECT_EQ(blockOf(), 32.0);
  configure("launches: [{kernel: 'a[', block: [1]}]\n");
  EXPECT_THAT(lint("a.cu").err,
              HasSubstr(".warplint.yaml:1:21: the pattern `a[` in `launches[0].kernel` is not a "
                        "glob"));
}

TEST_F(Configured, LaunchesThatAreSeenAreBelieved) {
  folder.write("p/a.cu", std::string(conflict) +
                             "void launch(float *p) { ns::transpose<<<1, dim3(32, 32)>>>(p, p); }");
  configure("launches: [{kernel: transpose, block: [1]}]\nblock: [1]\n");
  EXPECT_THAT(findingsOf("a.cu --select shared-bank-conflict"),
              ElementsAre("a.cu shared-bank-conflict"));
  folder.write("p/a.cu", conflict);
  EXPECT_THAT(findingsOf("a.cu --select shared-bank-conflict"), IsEmpty());
  folder.write("p/b.cu", "namespace ns { __global__ void transpose(float *, const float *); }\n"
                         "void launch(float *p) { ns::transpose<<<1, dim3(32, 32)>>>(p, p); }");
  EXPECT_THAT(findingsOf(". --select shared-bank-conflict"),
              ElementsAre("a.cu shared-bank-conflict"))
      << "in other files too";
}

TEST_F(Configured, DynamicSharedMemoryThatNoChipHas) {
  folder.write("p/a.cu", "__global__ void k(float *p) {\n  extern __shared__ float s[];\n"
                         "  s[threadIdx.x] = p[threadIdx.x];\n  __syncthreads();\n"
                         "  p[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];\n}\n"
                         "void launch(float *p, int n) { k<<<1, 256, n>>>(p); }\n");
  EXPECT_THAT(findingsOf("a.cu --select shared-capacity"), IsEmpty());
  configure("launches: [{kernel: k, dynamic-shared-memory: 65536}]\n");
  EXPECT_THAT(findingsOf("a.cu --select shared-capacity"), ElementsAre("a.cu shared-capacity"));
}

//--- which rules ------------------------------------------------------------------

TEST_F(Configured, RulesByFolder) {
  folder.write("p/hot/a.cu", std::string("#define STEP 9\n") + strided);
  folder.write("p/tests/b.cu", std::string("#define STEP 9\n") + strided);
  configure("overrides:\n"
            "  - files: [tests]\n    ignore: [memory]\n"
            "  - files: [hot]\n    severity: {memory-strided-access: error}\n");
  const json found = report(".")["findings"];
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0]["file"], "hot/a.cu");
  EXPECT_EQ(found[0]["severity"], "error");
  EXPECT_THAT(findingsOf("b.cu", "p/tests"), IsEmpty()) << "whatever folder one is in";
  EXPECT_THAT(lint(". --ignore memory").out, HasSubstr("no findings"));
  folder.write("other/elsewhere.yaml", "overrides: [{files: [/tests], ignore: [memory]}]\n");
  EXPECT_THAT(findingsOf(". --config ../other/elsewhere.yaml"),
              ElementsAre("hot/a.cu memory-strided-access"))
      << "patterns of a configuration elsewhere start at the project";
}

//--- what is kept --------------------------------------------------------------------

TEST_F(Configured, WhatIsKeptIsOfTheConfiguration) {
  folder.write("p/lib/k.cuh", conflict);
  folder.write("p/a.cu", std::string("#include \"lib/k.cuh\"\n") + strided);
  folder.write("p/settings/x.h", "#define STEP 9\n");
  folder.write("p/b.cu",
               std::string("#if __has_include(<x.h>)\n#include <x.h>\n#endif\n") + strided);
  const std::string run = "a.cu b.cu --fail-on never --select memory,shared-bank-conflict";
  // Each is run twice, the second time out of the cache; none may show what another has kept.
  const std::pair<const char *, std::vector<std::string>> cases[] = {
      {"", {}},
      {"defines: [STEP=9]\n", {"a.cu memory-strided-access", "b.cu memory-strided-access"}},
      {"overrides: [{files: [a.cu], defines: [STEP=9]}]\n", {"a.cu memory-strided-access"}},
      {"overrides: [{files: [b.cu], defines: [STEP=9]}]\n", {"b.cu memory-strided-access"}},
      {"include-paths: [settings]\n", {"b.cu memory-strided-access"}},
      {"block: [32, 32]\n", {"lib/k.cuh shared-bank-conflict"}},
      {"block: [32, 32]\nexclude: [lib]\n", {}},
      {"block: [32, 32]\nexclude: [/a]\n", {"lib/k.cuh shared-bank-conflict"}},
      {"block: [32, 32]\ninclude: ['*.cu']\n", {}},
      {"launches: [{kernel: transpose, block: [32, 32]}]\n", {"lib/k.cuh shared-bank-conflict"}},
      {"launches: [{kernel: transpose, block: [1]}]\n", {}},
      {"block: [32, 32]\noverrides: [{files: [lib], ignore: [shared-bank-conflict]}]\n", {}},
      {"clang-args: [-DSTEP=9]\n", {"a.cu memory-strided-access", "b.cu memory-strided-access"}},
  };
  for (const auto &[yaml, expected] : cases) {
    configure(yaml);
    std::vector<std::string> fresh = findingsOf(run + " --no-cache");
    for (int round = 0; round < 2; ++round)
      EXPECT_EQ(findingsOf(run), fresh) << yaml;
    if (std::string(yaml).find("block") == std::string::npos) // the assumed one has conflicts
      std::erase(fresh, "lib/k.cuh shared-bank-conflict");
    EXPECT_EQ(fresh, expected) << yaml;
  }
}

//--- what leads to nothing -------------------------------------------------------------

TEST_F(Configured, WhatIsNotReadIsSaid) {
  folder.write("p/a.cu", strided);
  folder.write("p/.warplint.yml", "ignore: [memory]\n");
  const std::string misnamed =
      "warplint: .warplint.yml is not read: a configuration is called .warplint.yaml\n";
  EXPECT_EQ(lint("-q a.cu").err, misnamed);
  configure("fail-on: error\n");
  EXPECT_EQ(lint("-q a.cu").err, misnamed) << "beside the right one";
  fs::create_directories(folder.path("p/sub"));
  fs::rename(folder.path("p/a.cu"), folder.path("p/sub/a.cu"));
  folder.write("p/sub/.warplint.yaml", "");
  EXPECT_EQ(lint("-q sub/a.cu").err, "") << "the closer one would be read";
  fs::remove(folder.path("p/sub/.warplint.yaml"));
  fs::remove(folder.path("p/.warplint.yaml"));
  fs::remove(folder.path("p/.warplint.yml"));

  fs::create_symlink("nowhere", folder.path("p/.warplint.yaml"));
  const Outcome dangling = lint("-q sub/a.cu");
  EXPECT_EQ(dangling.status, 2);
  EXPECT_THAT(dangling.err, HasSubstr(".warplint.yaml: the configuration cannot be read: this link "
                                      "leads nowhere"));
  fs::remove(folder.path("p/.warplint.yaml"));
  fs::create_directory(folder.path("p/.warplint.yaml"));
  const Outcome named = lint("-q sub/a.cu");
  EXPECT_EQ(named.status, 2);
  EXPECT_THAT(named.err,
              HasSubstr(".warplint.yaml: configuration cannot be read: this is a folder"));
}

TEST_F(Configured, WhatLeavesNothingIsSaid) {
  folder.write("p/src/a.cu", strided);
  configure("include: [scr]\n");
  EXPECT_THAT(lint(".").out,
              AllOf(HasSubstr("`include` of "), HasSubstr("leaves out all CUDA files")));
  configure("include: [src]\n");
  EXPECT_THAT(lint(".").out, Not(HasSubstr("leaves out")));

  configure("exclude: [src, tests]\n");
  EXPECT_THAT(lint(".").out, HasSubstr("note: src is excluded\n"));
  EXPECT_THAT(lint("src/a.cu --force-exclude").out, HasSubstr("note: src/a.cu is excluded\n"));
  folder.write("p/tests/a.cu", strided);
  EXPECT_THAT(lint("src tests").out, HasSubstr("note: src/a.cu and 1 more are excluded\n"));
  EXPECT_THAT(lint(".").out, HasSubstr("note: src and 1 more are excluded\n"));
  fs::remove_all(folder.path("p/tests"));

  configure("fail-on: error\narch: sm_999\n");
  const Outcome arch = lint(".");
  EXPECT_EQ(arch.status, 2);
  EXPECT_THAT(arch.err, HasSubstr(".warplint.yaml:2:7: `arch`: `sm_999` is the architecture of no "
                                  "GPU that warplint knows; the nearest is sm_121"));

  configure("ignore: [memory-strided-access]\n");
  EXPECT_THAT(lint(". --select memory-strided-access --ignore memory-strided-access").err,
              HasSubstr("no rule is left: --ignore and "));
  const Outcome configured = lint(". --select memory-strided-access");
  EXPECT_EQ(configured.status, 2);
  EXPECT_THAT(configured.err, HasSubstr(".warplint.yaml leaves out all that --select names"));
  fs::remove(folder.path("p/.warplint.yaml"));
  const Outcome none = lint(". --select memory-strided-access --ignore memory-strided-access");
  EXPECT_EQ(none.status, 2);
  EXPECT_THAT(none.err, HasSubstr("no rule is left: --ignore leaves out all that --select names"));
  EXPECT_EQ(lint(". --select memory --ignore memory-strided-access").status, 0);
}

TEST_F(Configured, APatternThatIsNoneIsSaidWithItsPlace) {
  folder.write("p/a.cu", strided);
  for (const auto &[yaml, words] :
       {std::pair("fail-on: error\nexclude:\n  - sub\n  - '['\n",
                  ".warplint.yaml:4:5: the pattern `[` in `exclude` is not a glob: "),
        {"include: ['{a']\n", ".warplint.yaml:1:11: the pattern `{a` in `include` is not a glob: "},
        {"overrides:\n  - files: [a, 'b/[']\n    ignore: [memory]\n",
         ".warplint.yaml:2:16: the pattern `b/[` in `overrides[0].files` is not a glob: "},
        {"overrides:\n  - files: [a]\n    launches: [{kernel: 'k[', block: [1]}]\n",
         ".warplint.yaml:3:25: the pattern `k[` in `overrides[0].launches[0].kernel` is not a "}}) {
    configure(yaml);
    const Outcome outcome = lint("a.cu");
    EXPECT_EQ(outcome.status, 2) << yaml;
    EXPECT_THAT(outcome.err, HasSubstr(words));
  }
  configure("launches: [{kernel: 'k{', block: [1]}]\n");
  EXPECT_EQ(lint("a.cu --fail-on never").status, 0) << "a name";
}

TEST_F(Configured, ArgumentsWithoutEffectAreSaid) {
  folder.write("p/a.cu", strided);
  configure("clang-args: [-DX, -fplugin=x.so, -O2]\n");
  EXPECT_THAT(
      lint("a.cu").err,
      HasSubstr(".warplint.yaml:1:13: `clang-args`: -fplugin=x.so, -O2 have no effect: only "
                "what says how a file reads is taken\n"));
  EXPECT_THAT(lint("-q a.cu").err, Not(HasSubstr("effect")));
  configure("clang-args: [-DX, -I., -std=c++20, -ftemplate-depth=2000]\n");
  EXPECT_THAT(lint("a.cu").err, Not(HasSubstr("effect")));
}

//--- what a stranger's configuration may not ------------------------------------------

TEST_F(Configured, WhatIsFoundMayNotLeaveTheRepository) {
  folder.write("secret/s.h", "#define STEP 9\n");
  folder.write("secret/options", "-DSTEP=9 -weird-secret\n");
  folder.write("p/a.cu", strided);
  for (const std::string &line :
       {"include-paths: [../secret]", "overrides: [{files: [a.cu], include-paths: [../secret]}]",
        "rules-dir: ../secret", "clang-args: [-I../secret]", "clang-args: [-I, ../secret]",
        "clang-args: ['-include', ../secret/s.h]", "clang-args: [-Xcompiler, -I../secret]",
        "clang-args: ['--sysroot=../secret']", "clang-args: [-isystem../secret]"}) {
    configure(line + "\n");
    const Outcome outcome = lint("a.cu");
    EXPECT_EQ(outcome.status, 2) << line;
    EXPECT_THAT(outcome.err,
                AllOf(HasSubstr(".warplint.yaml:1:"), HasSubstr("leads out of the repository")))
        << line;
  }
  for (const std::string &line :
       {"clang-args: ['@../secret/options']", "clang-args: ['--options-file', ../secret/options]",
        "clang-args: [-Xcompiler, '@../secret/options']"}) {
    configure(line + "\n");
    const Outcome outcome = lint("a.cu");
    EXPECT_EQ(outcome.status, 2) << line;
    EXPECT_THAT(outcome.err, AllOf(HasSubstr("is only read where the configuration is named"),
                                   Not(HasSubstr("weird-secret"))))
        << line;
  }
  configure("clang-args: [-DSTEP=9, -Iinclude, -std=c++20]\n");
  EXPECT_THAT(findingsOf("a.cu"), ElementsAre("a.cu memory-strided-access"));
  folder.write("mine.yaml", "clang-args: [-include, ../secret/s.h]\n");
  EXPECT_THAT(findingsOf("a.cu --config ../mine.yaml"), ElementsAre("a.cu memory-strided-access"))
      << "one's own may";
}

TEST_F(Configured, NothingInItIsExecuted) {
  folder.write("p/a.cu", strided);
  const std::string ran = folder.path("ran");
  configure("clang-args: [-Xclang, -load, -Xclang, ./evil.so, '-fplugin=./evil.so', "
            "'$(touch ran)', '`touch ran`']\ncuda-path: '$(touch ran)'\n");
  lint("a.cu");
  configure("clang-args: [-Xclang, -load, -Xclang, ./evil.so, '-fplugin=./evil.so']\n");
  const Outcome outcome = lint("a.cu");
  EXPECT_EQ(outcome.status, 0) << outcome.out << outcome.err;
  EXPECT_FALSE(fs::exists(folder.path("p/ran")));
  EXPECT_FALSE(fs::exists(ran));
}

//--- compile databases that nobody named ------------------------------------------------

TEST_F(Configured, ADatabaseWhereOneUsuallyLiesIsUsed) {
  folder.write("p/a.cu", strided);
  folder.write("p/CMakeLists.txt", "project(p)\n");
  const std::string hint = "warplint: no compile database was found: `cmake -S . -B build "
                           "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON` makes one, and `-p build` then "
                           "uses it\n";
  EXPECT_EQ(lint(".").err, hint);
  EXPECT_EQ(lint(". --quiet").err, "");
  EXPECT_EQ(lint(". --format json").err, "");
  EXPECT_EQ(lint("a.cu").err, "") << "of a file, as in a hook";
  folder.write("p/build/compile_commands.json",
               R"([{"directory": ")" + folder.path("p/build") +
                   R"(", "command": "nvcc -DSTEP=9 -c ../a.cu", "file": "../a.cu"}])");
  const Outcome used = lint(". --fail-on never");
  EXPECT_THAT(used.out, HasSubstr("memory-strided-access"));
  EXPECT_EQ(used.err, "warplint: compile commands are those of build/compile_commands.json (-p "
                      "none does without)\n");
  EXPECT_EQ(lint(". -p build").err, "") << "somebody knows";
  const Outcome without = lint(". -p none");
  EXPECT_THAT(without.out, HasSubstr("no findings"));
  EXPECT_EQ(without.err, "");
  fs::create_directories(folder.path("p/out"));
  fs::rename(folder.path("p/build"), folder.path("p/out/debug"));
  folder.write("p/out/release/compile_commands.json",
               folder.read("p/out/debug/compile_commands.json"));
  const Outcome several = lint(".");
  EXPECT_THAT(several.out, HasSubstr("no findings"));
  EXPECT_EQ(several.err, "warplint: there are several compile databases, and none is used: choose "
                         "one by -p: out/debug/compile_commands.json, "
                         "out/release/compile_commands.json\n");
  fs::remove_all(folder.path("p/out/release"));
}

TEST_F(Configured, ADatabaseThatCannotBeReadIsSaid) {
  folder.write("p/a.cu", strided);
  const auto broken = [&](const std::string &text) {
    folder.write("p/build/compile_commands.json", text);
    const Outcome outcome = lint("--quiet .");
    EXPECT_EQ(outcome.status, 0);
    EXPECT_THAT(outcome.out, Not(HasSubstr("compile database")));
    return outcome.err;
  };
  const std::string start = "warplint: build/compile_commands.json:";
  const std::string end = "; it is not used (-p none does without)\n";
  EXPECT_EQ(broken("[{\"file\":\n  \"a.cu\""),
            start +
                "2:9: the compile database cannot be read: unexpected end of input; expected "
                "'}'" +
                end);
  EXPECT_THAT(broken(""), HasSubstr(start + "1:1: the compile database cannot be read: "));
  EXPECT_THAT(broken("\n {\"a\": 1}"), HasSubstr(start + "2:2: the compile database cannot be "
                                                         "read: it is no list of commands"));
  EXPECT_THAT(broken("[{\"directory\": \"/\", \"file\": \"/x.cpp\", \"comm"),
              HasSubstr(start + "1:44: "))
      << "not of a CUDA file as far as it goes";
  EXPECT_EQ(lint("--quiet . -p none").err, "");
  const Outcome named = lint(". -p build");
  EXPECT_EQ(named.status, 2);
  EXPECT_THAT(named.err, HasSubstr("build/compile_commands.json:1:44: the compile database cannot "
                                   "be read: "));
  EXPECT_THAT(named.err, Not(HasSubstr("YAML")));
  EXPECT_EQ(broken("[{\"directory\": \"/\", \"command\": \"c\", \"file\": \"[,\\\"x.cu\"},\n"
                   " {\"directory\": \"/\", \"file\": \"b.cu\"}]"),
            start +
                "2:2: the compile database cannot be read: command 2 has no \"command\" or "
                "\"arguments\"" +
                end);
  EXPECT_THAT(broken("[1]"),
              HasSubstr(start + "1:2: the compile database cannot be read: command 1 "
                                "has no \"file\""));
  EXPECT_EQ(broken("[]"), "");
  EXPECT_EQ(broken("[{\"directory\": \"/\", \"command\": \"c++ -c /x.cpp\", "
                   "\"file\": \"/x.cpp\"},\n]"),
            "")
      << "as Clang reads it";
}

//--- the summary -------------------------------------------------------------------------

TEST_F(Configured, ACodeBaseGetsASummary) {
  folder.write("p/a.cu", std::string("#define STEP 9\n") + strided);
  folder.write("p/x/b.cu", std::string("#define STEP 9\n") + strided);
  const std::string table = "by folder ";
  EXPECT_THAT(lint(".").out, AllOf(HasSubstr(table), HasSubstr("sites by cost")));
  EXPECT_THAT(lint("a.cu x/b.cu").out, Not(HasSubstr(table))) << "as a hook does";
  EXPECT_THAT(lint(". --summary never").out,
              AllOf(Not(HasSubstr(table)), HasSubstr("2 findings: 2 warnings")));
  EXPECT_THAT(lint("a.cu --summary always").out, HasSubstr(table));
  EXPECT_THAT(lint(". --quiet --summary always").out, Not(HasSubstr(table)));
  const std::string one = lint(". -j 1").out;
  EXPECT_EQ(lint(". -j 4 --no-cache").out, one);
  EXPECT_EQ(lint(". --summary sometimes").status, 2);
}

} // namespace
} // namespace warplint::cli
