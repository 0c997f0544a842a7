//===- AdoptionTest.cpp - baseline and --diff, as people use them ---------===//

#include "tests/cli/RunProgram.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <random>

namespace warplint::cli {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

const std::string strided = "__global__ void strided(float *p) {\n"
                            "  p[threadIdx.x * 8] = 1;\n"
                            "}\n"
                            "void go(float *p) { strided<<<64, 256>>>(p); }\n";
const std::string conflict = "__global__ void conflict(float *p) {\n"
                             "  __shared__ float tile[32][32];\n"
                             "  tile[threadIdx.y][threadIdx.x] = p[threadIdx.x];\n"
                             "  __syncthreads();\n"
                             "  p[threadIdx.x] = tile[threadIdx.x][threadIdx.y];\n"
                             "}\n"
                             "void on(float *p) { conflict<<<64, dim3(32, 8)>>>(p); }\n";

class Adoption : public ProgramInFolder {
protected:
  const std::string lintOptions = " --no-cache --cuda-path none --ignore host,occupancy ";

  Outcome lint(const std::string &arguments) const { return run("lint" + lintOptions + arguments); }

  /// "rule line" of what counts.
  std::vector<std::string> found(const std::string &arguments) const {
    const Outcome outcome = lint("--format json --fail-on never " + arguments);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    std::vector<std::string> result;
    const json report = json::parse(outcome.out, nullptr, /*allow_exceptions=*/false);
    if (report.is_object())
      for (const json &finding : report.at("findings"))
        if (finding.at("suppressed").is_null() && finding.at("severity") != "note")
          result.push_back(finding.at("rule").get<std::string>() + " " +
                           std::to_string(finding.at("line").get<int>()));
    return result;
  }
};

//===----------------------------------------------------------------------===//
// Baseline
//===----------------------------------------------------------------------===//

TEST_F(Adoption, ABaselineLeavesWhatIsNew) {
  folder.write("a.cu", strided);
  const Outcome written = run("baseline" + lintOptions + "a.cu");
  EXPECT_EQ(written.status, 0) << written.err;
  EXPECT_THAT(written.err, HasSubstr("written to .warplint-baseline.json"));
  EXPECT_THAT(found("a.cu"), ElementsAre("memory-strided-access 2"));
  EXPECT_THAT(found("a.cu --baseline .warplint-baseline.json"), IsEmpty());
  EXPECT_EQ(lint("a.cu --baseline .warplint-baseline.json").status, 0);

  // Moved, reformatted, another kernel renamed and one that is new.
  folder.write("a.cu", "// new\n\n__global__ void other(float *q) { q[threadIdx.x] = 0; }\n" +
                           conflict +
                           "__global__ void strided(float *p) {\n  p[threadIdx.x\n"
                           "      *8] = 1;\n}\n"
                           "void go(float *p) { strided<<<64, 256>>>(p); }\n");
  EXPECT_THAT(found("a.cu --baseline .warplint-baseline.json"),
              ElementsAre("shared-bank-conflict 8"));
  const Outcome now = lint("a.cu --format json --baseline .warplint-baseline.json");
  EXPECT_EQ(now.status, 1);
  EXPECT_THAT(now.out, HasSubstr("\"by\": \"baseline\""));
}

/// Kernels in another order, lines between all others, expressions on several lines, a kernel
/// beside them renamed: what the linter finds is what it was.
TEST_F(Adoption, ABaselineOutlivesWhatHappensToCode) {
  const std::string fine = "__global__ void fine_NAME(float *q) {\n  q[threadIdx.x] = 0;\n}\n";
  std::mt19937 random(7);
  const auto chance = [&](unsigned of) { return random() % of == 0; };
  const auto mutated = [&](const std::string &text) {
    std::string result;
    for (const char c : text) {
      result += c;
      if (c == '\n' && chance(3))
        result += chance(2) ? "\n" : "  // a remark: p[threadIdx.x * 8] = 1;\n";
      else if ((c == '*' || c == '[') && chance(3))
        result += chance(2) ? "\n      " : "  ";
    }
    return result;
  };
  folder.write("a.cu", strided + conflict);
  ASSERT_EQ(run("baseline" + lintOptions + "-o base.json a.cu").status, 0);
  for (int round = 0; round < 8; ++round) {
    std::vector<std::string> parts = {strided, conflict, fine};
    std::shuffle(parts.begin(), parts.end(), random);
    std::string text;
    for (const std::string &part : parts)
      text += mutated(part);
    text.replace(text.find("NAME"), 4, std::to_string(round));
    folder.write("a.cu", text);
    EXPECT_EQ(found("a.cu").size(), 2U) << text;
    EXPECT_THAT(found("a.cu --baseline base.json"), IsEmpty()) << text;
    EXPECT_THAT(lint("a.cu --baseline base.json").out, Not(HasSubstr("no more"))) << text;
  }
}

TEST_F(Adoption, ABaselineHoldsFromAnyFolderAndByConfiguration) {
  folder.write("src/a.cu", strided);
  folder.write(".warplint.yaml", "baseline: lint/base.json\n");
  folder.write("lint/keep", "");
  EXPECT_EQ(run("baseline" + lintOptions + "src").status, 0);
  EXPECT_THAT(folder.read("lint/base.json"), HasSubstr("\"file\":\"../src/a.cu\""));
  EXPECT_THAT(found("src"), IsEmpty());
  EXPECT_THAT(found("src --no-baseline"), ElementsAre("memory-strided-access 2"));
  const Outcome inside =
      shell("cd src && '" WARPLINT_PROGRAM "' lint" + lintOptions + "--quiet a.cu");
  EXPECT_EQ(inside.status, 0) << inside.out;
}

TEST_F(Adoption, StaleEntriesAreSaidAndPruned) {
  folder.write("a.cu", strided + conflict);
  EXPECT_EQ(run("baseline" + lintOptions + "-o base.json a.cu").status, 0);
  folder.write("a.cu", conflict + "__global__ void worse(float *p) { p[threadIdx.x * 4] = 1; }\n"
                                  "void w(float *p) { worse<<<64, 256>>>(p); }\n");
  const Outcome stale = lint("a.cu --baseline base.json");
  EXPECT_EQ(stale.status, 1);
  EXPECT_THAT(stale.out, HasSubstr("of the baseline base.json"));
  EXPECT_THAT(stale.out, HasSubstr("no more: a.cu: memory-strided-access in strided at "
                                   "`p[threadIdx.x * 8]`"));
  const Outcome pruned = run("baseline" + lintOptions + "--prune -o base.json a.cu");
  EXPECT_EQ(pruned.status, 0) << pruned.err;
  EXPECT_THAT(pruned.err, HasSubstr("taken out of base.json"));
  const Outcome after = lint("a.cu --baseline base.json");
  EXPECT_EQ(after.status, 1); // the new one has not got in
  EXPECT_THAT(after.out, Not(HasSubstr("no more")));
  // Of other files nothing is said.
  folder.write("b.cu", "__global__ void fine(float *p) { p[threadIdx.x] = 1; }\n");
  EXPECT_THAT(lint("b.cu --baseline base.json").out, Not(HasSubstr("no more")));
}

TEST_F(Adoption, ABaselineThatCannotBeReadIsAnError) {
  folder.write("a.cu", strided);
  folder.write("broken.json", "{\"version\": 1}");
  for (const char *file : {"absent.json", "broken.json"}) {
    const Outcome outcome = lint("a.cu --baseline " + std::string(file));
    EXPECT_EQ(outcome.status, 2);
    EXPECT_THAT(outcome.err, HasSubstr(file));
  }
}

//===----------------------------------------------------------------------===//
// Changed lines
//===----------------------------------------------------------------------===//

class Diff : public Adoption {
protected:
  void SetUp() override {
    if (shell("git --version").status != 0)
      GTEST_SKIP() << "git is not installed";
    git("init -q -b main");
    git("config user.email nobody@example.org");
    git("config user.name Nobody");
    git("config commit.gpgsign false");
    folder.write(".gitignore", ".out\n.err\n");
    folder.write("src/a.cu", strided + conflict);
    folder.write("src/b.cu", strided);
    commit();
  }
  void git(const std::string &arguments) const {
    const Outcome outcome = shell("git " + arguments);
    EXPECT_EQ(outcome.status, 0) << arguments << ": " << outcome.err;
  }
  void commit() const {
    git("add -A");
    git("commit -q -m change");
  }
};

TEST_F(Diff, OnlyChangedLinesCount) {
  EXPECT_THAT(found("--diff HEAD"), IsEmpty());
  EXPECT_EQ(found("src").size(), 3U);
  folder.write("src/a.cu", "// A line above.\n" + strided + "\n" + conflict);
  EXPECT_THAT(found("--diff HEAD"), IsEmpty());
  std::string text = strided + conflict;
  text.replace(text.find("p[threadIdx.x * 8]"), 18, "p[threadIdx.x * 4]");
  folder.write("src/a.cu", text);
  EXPECT_THAT(found("--diff HEAD"), ElementsAre("memory-strided-access 2"));
  EXPECT_EQ(lint("--diff HEAD").status, 1);
  EXPECT_THAT(lint("--diff HEAD").out, HasSubstr("on lines that did not change since HEAD"));
  // Of a bank conflict the fix is at the declaration.
  text = strided + conflict;
  text.replace(text.find("tile[32][32]"), 12, "tile[32][64]");
  folder.write("src/a.cu", text);
  EXPECT_THAT(found("--diff HEAD"), ElementsAre("shared-bank-conflict 9"));
}

TEST_F(Diff, OnlyChangedFilesAreRead) {
  folder.write("src/a.cu", strided + conflict + "// end\n");
  const auto files = [&](const std::string &arguments) {
    return json::parse(lint("--format json --fail-on never " + arguments).out).at("files").size();
  };
  EXPECT_EQ(files("--diff HEAD"), 1U);
  EXPECT_EQ(files("--diff HEAD src"), 2U);
}

TEST_F(Diff, NewFilesAndWhatABranchDid) {
  git("checkout -q -b topic");
  folder.write("src/n\xC3\xA9w file.cu", strided);
  EXPECT_THAT(found("--diff main"), ElementsAre("memory-strided-access 2")); // git has not seen it
  commit();
  EXPECT_THAT(found("--diff main"), ElementsAre("memory-strided-access 2"));
  EXPECT_THAT(found("--diff HEAD"), IsEmpty());
  // What main did since is not ours.
  git("checkout -q main");
  folder.write("src/b.cu", "// other\n");
  commit();
  git("checkout -q topic");
  EXPECT_THAT(found("--diff main"), ElementsAre("memory-strided-access 2"));
}

TEST_F(Diff, FromSubfoldersAndFiles) {
  std::string text = strided + conflict;
  text.replace(text.find("p[threadIdx.x * 8]"), 18, "p[threadIdx.x * 4]");
  folder.write("src/a.cu", text);
  git("diff > changes.diff");
  EXPECT_THAT(found("--diff changes.diff"), ElementsAre("memory-strided-access 2"));
  const Outcome piped =
      shell("git diff | '" WARPLINT_PROGRAM "' lint" + lintOptions + "--quiet --diff -");
  EXPECT_EQ(piped.status, 1) << piped.err;
  const Outcome substituted = shell("mkfifo pipe; git diff >pipe & '" WARPLINT_PROGRAM "' lint" +
                                    lintOptions + "--quiet --diff pipe");
  EXPECT_EQ(substituted.status, 1) << substituted.err;
  EXPECT_EQ(substituted.out, piped.out);
  const Outcome inside =
      shell("cd src && '" WARPLINT_PROGRAM "' lint" + lintOptions + "--quiet --diff HEAD");
  EXPECT_EQ(inside.status, 1) << inside.err;
  EXPECT_THAT(inside.out, HasSubstr("a.cu:2:"));
  // A diff with context, made by diff.
  folder.write("old.cu", strided);
  shell("diff -u old.cu src/a.cu > plain.diff");
  EXPECT_THAT(found("--diff plain.diff"),
              ElementsAre("memory-strided-access 2", "shared-bank-conflict 9"));
}

TEST_F(Diff, ABarrierThatWasTakenAwayIsAChange) {
  const std::string head = "__global__ void turn(float *out, const float *in) {\n"
                           "  __shared__ float s[256];\n"
                           "  s[threadIdx.x] = in[threadIdx.x];\n";
  const std::string tail = "  out[threadIdx.x] = s[255 - threadIdx.x];\n}\n"
                           "void run(float *o, float *i) { turn<<<1, 256>>>(o, i); }\n";
  folder.write("src/a.cu", head + "  __syncthreads();\n" + tail);
  commit();
  EXPECT_THAT(found("--diff HEAD"), IsEmpty());
  folder.write("src/a.cu", head + tail);
  EXPECT_EQ(lint("--diff HEAD").status, 1);
  EXPECT_THAT(lint("--diff HEAD").out, HasSubstr("shared-race"));
}

TEST_F(Diff, LinesThatMovedSinceAreNotTakenForOthers) {
  folder.write("src/b.cu", strided + conflict);
  git("add -A");
  folder.write("src/b.cu", std::string(40, '\n') + strided + conflict);
  const Outcome staged =
      shell("git diff --cached | '" WARPLINT_PROGRAM "' lint" + lintOptions + "--diff -");
  EXPECT_EQ(staged.status, 1);
  EXPECT_THAT(staged.out,
              testing::ContainsRegex("src/b.cu:[0-9]+: the file is not what the diff leads to"));
  EXPECT_THAT(staged.out, HasSubstr("shared-bank-conflict"));
}

TEST_F(Diff, BeforeTheFirstCommitAllIsNew) {
  shell("rm -rf .git");
  git("init -q -b main");
  git("add -A");
  EXPECT_THAT(found("--diff HEAD"), testing::SizeIs(3));
  EXPECT_EQ(lint("--diff main").status, 2);
}

TEST_F(Diff, NothingThatChangedIsSaid) {
  EXPECT_EQ(lint("--diff HEAD").status, 0);
  EXPECT_THAT(lint("--diff HEAD").err, HasSubstr("no file has changed"));
}

TEST_F(Diff, HeadersAreSeenThroughFilesThatIncludeThem) {
  folder.write("inc/step.cuh", "#pragma once\n__device__ inline void put(float *p, int i) {\n"
                               "  p[i * 1] = 1;\n}\n");
  folder.write("inc/all.h", "#include \"step.cuh\"\n");
  folder.write("inc/alone.cuh", "__device__ inline int none(int i) { return i; }\n");
  folder.write("other/step.cuh", "__device__ inline void put(float *p, int i) {}\n");
  folder.write("other/o.cu", "#include \"step.cuh\"\n" + strided);
  const std::string kernel = "#include \"inc/all.h\"\n__global__ void k(float *p) {\n"
                             "  put(p, threadIdx.x);\n}\nvoid r(float *p) { k<<<8, 256>>>(p); }\n";
  folder.write("k1.cu", kernel);
  commit();
  folder.write("inc/step.cuh", "#pragma once\n__device__ inline void put(float *p, int i) {\n"
                               "  p[i * 8] = 1;\n}\n");
  for (const char *arguments : {"--diff HEAD", "--diff HEAD inc/step.cuh"}) {
    const Outcome outcome = lint(arguments);
    EXPECT_EQ(outcome.status, 1) << arguments;
    EXPECT_THAT(outcome.out, AllOf(HasSubstr("inc/step.cuh:3:"), HasSubstr("2 files analysed"),
                                   Not(HasSubstr("other/"))));
  }
  EXPECT_THAT(lint("--diff HEAD").out, HasSubstr("inc/step.cuh: analysed as part of k1.cu"));
  EXPECT_THAT(lint("inc/step.cuh").out,
              HasSubstr("inc/step.cuh: a header without kernels, looked at alone"));
  EXPECT_THAT(lint("inc/step.cuh k1.cu").out, Not(HasSubstr("looked at alone")));
  EXPECT_THAT(lint("--diff HEAD --exclude k1.cu").out,
              HasSubstr("inc/step.cuh: no source of the project was found to include it"));
  for (const char *name : {"k2.cu", "k3.cu", "inc/k4.cu", "k5.cu"})
    folder.write(name, kernel);
  commit();
  folder.write("inc/step.cuh", "#pragma once\n__device__ inline void put(float *p, int i) {\n"
                               "  p[i * 16] = 1;\n}\n");
  const Outcome many = lint("--diff HEAD");
  EXPECT_THAT(many.out, AllOf(HasSubstr("of 5 sources that include it, 3 are looked at"),
                              HasSubstr("4 files analysed")));
  folder.write("k5.cu", kernel + "// changed\n");
  EXPECT_THAT(lint("--diff HEAD").out, HasSubstr("2 files analysed"));
}

TEST_F(Diff, WhatIsNotLookedAtIsSaid) {
  git("init -q -b main lib");
  folder.write("lib/l.cu", strided);
  git("-C lib config user.email nobody@example.org");
  git("-C lib config user.name Nobody");
  git("-C lib add -A");
  git("-C lib commit -q -m lib");
  git("add -A");
  git("commit -q -m submodule");
  const Outcome nothing = lint("--diff HEAD");
  EXPECT_THAT(nothing.out, Not(HasSubstr("submodule")));
  folder.write("lib/untracked", "");
  EXPECT_THAT(lint("--diff HEAD").out, Not(HasSubstr("submodule")));
  folder.write("lib/l.cu", strided + conflict);
  EXPECT_THAT(lint("--diff HEAD").out, HasSubstr("lib: a repository of its own (a submodule?), and "
                                                 "what changed in it is not looked at"));
  EXPECT_EQ(shell("cd lib && '" WARPLINT_PROGRAM "' lint" + lintOptions + "--diff HEAD").status, 1);

  folder.write("src/b.cu", strided + conflict);
  git("diff src > there.diff");
  shell("sed -i s,src/b.cu,sources/b.cu,g there.diff");
  const Outcome elsewhere = lint("--diff there.diff");
  EXPECT_EQ(elsewhere.status, 2);
  EXPECT_THAT(elsewhere.err,
              HasSubstr("there.diff: of the files that the diff names none is there, "
                        "sources/b.cu for one"));
}

TEST_F(Diff, CommitsByWhatGitCallsThem) {
  std::string text = strided + conflict;
  text.replace(text.find("p[threadIdx.x * 8]"), 18, "p[threadIdx.x * 4]");
  folder.write("src/a.cu", text);
  EXPECT_THAT(found("--diff HEAD"), ElementsAre("memory-strided-access 2"));
  EXPECT_THAT(found("--diff :/change"), ElementsAre("memory-strided-access 2"));
  EXPECT_THAT(found("--diff 'HEAD^{/change}'"), ElementsAre("memory-strided-access 2"));
  git("tag -a -m tagged v1");
  EXPECT_THAT(found("--diff v1"), ElementsAre("memory-strided-access 2"));
  EXPECT_EQ(lint("--diff ':/no such words'").status, 2);
  EXPECT_EQ(lint("--diff HEAD:src/a.cu").status, 2) << "no commit";

  folder.write("main", "a file\n");
  const Outcome both = lint("--diff main");
  EXPECT_EQ(both.status, 2);
  EXPECT_THAT(both.err, HasSubstr("main:1: this is no unified diff; the commit of that name is "
                                  "--diff main^0"));
  EXPECT_THAT(found("--diff main^0"), ElementsAre("memory-strided-access 2"));
}

TEST_F(Diff, ACommitWithoutChanges) {
  git("commit --allow-empty -m empty");
  const Outcome outcome =
      shell("git show | '" WARPLINT_PROGRAM "' lint" + lintOptions + "--diff -");
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr("no file has changed"));
}

TEST_F(Diff, NamesThatAreNoText) {
  folder.write("b\xff.cu", strided);
  EXPECT_THAT(found("--diff HEAD"), ElementsAre("memory-strided-access 2"));
}

TEST_F(Diff, SaysWhatIsWrong) {
  folder.write("text.diff", "this is no diff\n");
  for (const auto &[arguments, words] :
       {std::pair("--diff nosuch", "neither a file nor a commit"),
        {"--diff main...HEAD", "give one revision, such as `main`"},
        {"--diff text.diff", "text.diff:1: this is no unified diff"},
        {"--diff=--output=x", "neither a file nor a commit"},
        {"--diff ''", "give a revision of git or a file"},
        {"--diff HEAD --part p.json --shard 1/2", "--diff is for reports"}}) {
    const Outcome outcome = lint(arguments);
    EXPECT_EQ(outcome.status, 2) << arguments;
    EXPECT_THAT(outcome.err, HasSubstr(words));
  }
  EXPECT_FALSE(std::filesystem::exists(folder.path("x")));
}

TEST_F(Diff, NothingOfTheRepositoryRuns) {
  folder.write("evil.sh", "#!/bin/sh\ntouch ran\n");
  shell("chmod +x evil.sh");
  git("config diff.external ./evil.sh");
  git("config diff.evil.textconv ./evil.sh");
  folder.write(".gitattributes", "*.cu diff=evil\n");
  folder.write("src/b.cu", strided + "// changed\n");
  lint("--diff HEAD");
  EXPECT_FALSE(std::filesystem::exists(folder.path("ran")));
}

} // namespace
} // namespace warplint::cli
