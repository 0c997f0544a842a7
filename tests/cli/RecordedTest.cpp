//===- RecordedTest.cpp - what was measured once, in later runs of lint ---===//
//
// No GPU: what a collector would have written is played back, recorded by
// `confirm --record`, and looked for in `lint`.
//
//===----------------------------------------------------------------------===//

#include "tests/cli/TemporaryFolder.h"

#include <chrono>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>
#include <random>
#include <sys/wait.h>

namespace warplint::cli {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

/// Three strided loads; the one on line 6 is measured to be none.
constexpr const char *source = R"(__device__ float helper(const float *in, int i) {
  return in[i * 4];
}
__global__ void k(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float a = in[i * 8];
  float b = in[i * 16 + 1];
  out[i] = a + b + helper(in, i);
}
void launch(float *out, const float *in) { k<<<64, 256>>>(out, in); }
)";

json site(int line, int sectors, const std::string &file) {
  return {{"kind", "global_access"},
          {"file", file},
          {"line", line},
          {"kernel", "k"},
          {"op", "load"},
          {"offset", 16 * line},
          {"evidence", {{"requests", 1}, {"sectors", sectors}, {"sectors_ideal", 4}}}};
}

std::string measured(const std::string &file = "/build/a.cu") {
  const json launch = {{"kind", "kernel"},
                       {"kernel", "k"},
                       {"op", "launch"},
                       {"evidence", {{"launches_measured", 1}}}};
  return json({{"version", 1},
               {"source", "measured"},
               {"date", "2026-11-21"},
               {"device", {{"name", "NVIDIA H200"}}},
               {"sites", {launch, site(2, 16, file), site(6, 4, file), site(7, 32, file)}}})
      .dump();
}

struct Outcome {
  int status = -1;
  std::string out;
  std::string err;
};

class Recorded : public testing::Test {
protected:
  Outcome run(const std::string &arguments, const std::string &in = ".") {
    const int status =
        std::system(("cd '" + folder.path(in) + "' && '" + WARPLINT_PROGRAM + "' " + arguments +
                     " >'" + folder.path(".out") + "' 2>'" + folder.path(".err") + "' </dev/null")
                        .c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, folder.read(".out"), folder.read(".err")};
  }
  Outcome lint(const std::string &arguments = "a.cu") {
    return run("lint --cuda-path none " + arguments);
  }
  Outcome confirm(const std::string &arguments) {
    return run("confirm --cuda-path none " + arguments);
  }

  /// As a project that has run `confirm --record` once.
  void record() { EXPECT_EQ(confirm("a.cu --evidence raw.json --record").status, 1); }
  void SetUp() override {
    folder.write(".git/HEAD", "");
    folder.write("a.cu", source);
    folder.write("raw.json", measured());
  }

  TemporaryFolder folder;
};

json reportOf(const Outcome &outcome) {
  const json report = json::parse(outcome.out, nullptr, false);
  EXPECT_TRUE(report.is_object()) << outcome.out << outcome.err;
  return report;
}

/// "2 confirmed" for each finding, in order.
std::vector<std::string> verdicts(const Outcome &outcome, bool lines = true) {
  std::vector<std::string> result;
  const json report = reportOf(outcome);
  if (report.is_object())
    for (const json &finding : report["findings"])
      result.push_back(
          (lines ? finding["line"].dump() + " " : "") +
          (finding["verdict"].is_null() ? "none" : finding["verdict"].get<std::string>()));
  return result;
}

std::string replaced(std::string text, const std::string &from, const std::string &to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

TEST_F(Recorded, IsShownInLaterRuns) {
  EXPECT_THAT(verdicts(lint("--format json a.cu")), ElementsAre("2 none", "6 none", "7 none"));
  record();
  const json recorded = json::parse(folder.read(".warplint/evidence.json"));
  EXPECT_THAT(recorded["functions"].size(), 2U);
  EXPECT_EQ(recorded["functions"][0]["file"], "a.cu") << "relative, so that it can be committed";
  for (const json &one : recorded["sites"])
    EXPECT_THAT(one["file"], testing::AnyOf("a.cu", "")) << "as it is called here";

  const Outcome outcome = lint("--format json a.cu");
  EXPECT_THAT(verdicts(outcome), ElementsAre("2 confirmed", "6 refuted", "7 confirmed"));
  const json report = reportOf(outcome);
  EXPECT_EQ(report["findings"][0]["measured"]["sectors_ratio"], 4);
  EXPECT_EQ(report["findings"][1]["suppressed"]["by"], "evidence");
  EXPECT_THAT(report["findings"][1]["suppressed"]["reason"].get<std::string>(),
              HasSubstr(".warplint/evidence.json, NVIDIA H200, 2026-11-21"));
  EXPECT_TRUE(report["findings"][0]["suppressed"].is_null());
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(lint("--format sarif a.cu").out,
              AllOf(HasSubstr("\"confirmed\""), HasSubstr("\"refuted\"")));
}

TEST_F(Recorded, WhatWasRefutedStaysQuiet) {
  record();
  const Outcome outcome = lint();
  EXPECT_THAT(outcome.out, Not(HasSubstr("a.cu:6")));
  EXPECT_THAT(outcome.out, HasSubstr("confirmed: on the GPU"));
  EXPECT_THAT(outcome.out, Not(HasSubstr("suppressed")));
  EXPECT_THAT(outcome.out,
              HasSubstr("1 finding was refuted by measurement (.warplint/evidence.json, "
                        "NVIDIA H200, 2026-11-21) and is not shown"));
  EXPECT_THAT(outcome.out, HasSubstr("2 findings have their verdict from recorded evidence"));
  EXPECT_THAT(lint("--show-refuted").out, AllOf(HasSubstr("a.cu:6"), HasSubstr("refuted:")));
}

TEST_F(Recorded, WhatWasRefutedFailsNoRun) {
  std::string good = measured();
  for (const char *sectors : {"\"sectors\":16", "\"sectors\":32"})
    good = replaced(good, sectors, "\"sectors\":4");
  folder.write("raw.json", good);
  EXPECT_EQ(confirm("a.cu --evidence raw.json --record").status, 0);
  EXPECT_EQ(lint().status, 0);
  EXPECT_EQ(lint("a.cu --show-refuted").status, 0);
  EXPECT_EQ(lint("a.cu --no-evidence").status, 1);
  EXPECT_THAT(lint().out, HasSubstr("3 findings were refuted"));
}

TEST_F(Recorded, CodeThatMovedKeepsItsVerdicts) {
  record();
  folder.write("a.cu", "// one\n// two\n" + replaced(source, "  float b", "\n  // why\n  float b"));
  const Outcome outcome = lint("--format json a.cu");
  EXPECT_THAT(verdicts(outcome), ElementsAre("4 confirmed", "8 refuted", "11 confirmed"));
}

TEST_F(Recorded, CodeThatChangedLosesThem) {
  record();
  const std::string older = "recorded evidence of 1 kernel is of older code: run `warplint confirm "
                            "--record` again";
  EXPECT_THAT(lint().out, Not(HasSubstr("older code")));
  folder.write("a.cu", replaced(source, "in[i * 8]", "in[i * 9]"));
  EXPECT_THAT(verdicts(lint("--format json a.cu")), ElementsAre("2 none", "6 none", "7 none"));
  EXPECT_THAT(lint().out, AllOf(HasSubstr(older), HasSubstr("a.cu:6")));
  folder.write("a.cu", replaced(source, "in[i * 4]", "in[i * 5]"));
  EXPECT_THAT(verdicts(lint("--format json a.cu")), ElementsAre("2 none", "6 none", "7 none"))
      << "a function that the kernel calls";
  folder.write("a.cu", replaced(source, "<<<64, 256>>>", "<<<64, 128>>>"));
  EXPECT_THAT(verdicts(lint("--format json a.cu")), ElementsAre("2 none", "6 none", "7 none"))
      << "another block shape";
  folder.write("a.cu", replaced(source, "<<<64, 256>>>", "<<<128, 256>>>"));
  EXPECT_THAT(verdicts(lint("--format json a.cu")),
              ElementsAre("2 confirmed", "6 refuted", "7 confirmed"));
}

TEST_F(Recorded, LinesSpacesAndCommentsChangeNothing) {
  record();
  std::mt19937 random(20261121); // the same on every machine
  const auto below = [&](unsigned limit) { return static_cast<unsigned>(random() % limit); };
  const std::vector<std::string> gaps = {" ", "  ", "\n", " /* c */ ", " // c\n  ", "\n\n\t"};
  for (int round = 0; round < 40; ++round) {
    std::string text;
    for (const char c : std::string(source)) {
      if (c == '\n' && below(3) == 0)
        text += below(2) ? "\n// a comment: in[i * 2];\n" : " /* two\n lines */\n";
      else if (c == ' ' && below(4) == 0)
        text += gaps[below(static_cast<unsigned>(gaps.size()))];
      else if (std::string_view("()[]{};+*,").find(c) != std::string_view::npos && below(8) == 0)
        text += gaps[below(static_cast<unsigned>(gaps.size()))] + c +
                gaps[below(static_cast<unsigned>(gaps.size()))];
      else
        text += c;
    }
    folder.write("a.cu", text);
    EXPECT_THAT(verdicts(lint("--format json a.cu"), /*lines=*/false),
                ElementsAre("confirmed", "refuted", "confirmed"))
        << text;
  }
}

TEST_F(Recorded, IsFoundFromWhereverOneIs) {
  folder.write("sub/a.cu", source);
  EXPECT_EQ(run("confirm --cuda-path none a.cu --evidence ../raw.json --record", "sub").status, 1);
  EXPECT_THAT(folder.read(".warplint/evidence.json"), HasSubstr("\"sub/a.cu\""));
  const auto found = ElementsAre("2 confirmed", "6 refuted", "7 confirmed");
  EXPECT_THAT(verdicts(run("lint --cuda-path none --format json a.cu", "sub")), found);
  EXPECT_THAT(verdicts(lint("--format json sub")), found);
  EXPECT_THAT(verdicts(run("lint --cuda-path none --format json '" + folder.path("sub/a.cu") + "'",
                           ".git")),
              found);
}

TEST_F(Recorded, NextToTheConfiguration) {
  folder.write("sub/a.cu", source);
  folder.write("sub/.warplint.yaml", "");
  EXPECT_EQ(confirm("sub --evidence raw.json --record").status, 1);
  EXPECT_THAT(folder.read("sub/.warplint/evidence.json"), HasSubstr("\"a.cu\""));
  EXPECT_THAT(verdicts(lint("--format json sub")),
              ElementsAre("2 confirmed", "6 refuted", "7 confirmed"));
}

TEST_F(Recorded, FilesThatAreNamed) {
  EXPECT_EQ(confirm("a.cu --evidence raw.json --record kept.json").status, 1);
  EXPECT_THAT(verdicts(lint("--format json a.cu")), ElementsAre("2 none", "6 none", "7 none"));
  const std::string json = "--format json a.cu ";
  EXPECT_THAT(verdicts(lint(json + "--evidence kept.json")),
              ElementsAre("2 confirmed", "6 refuted", "7 confirmed"));
  folder.write("raw.json", replaced(measured(), "\"sectors\":4,", "\"sectors\":24,"));
  EXPECT_EQ(confirm("a.cu --evidence raw.json --record other.json").status, 1);
  for (const char *both :
       {"--evidence kept.json --evidence other.json", "--evidence other.json --evidence kept.json"})
    EXPECT_THAT(verdicts(lint(json + both)),
                ElementsAre("2 confirmed", "6 confirmed", "7 confirmed"))
        << "one measurement that confirms is enough";
}

TEST_F(Recorded, ARecordThatIsBroken) {
  folder.write(".warplint/evidence.json", "{\"version\": 1, \"sites\"");
  const Outcome found = lint();
  EXPECT_EQ(found.status, 1);
  EXPECT_THAT(found.err, AllOf(HasSubstr(".warplint/evidence.json: not JSON"),
                               HasSubstr("recorded evidence is not used")));
  EXPECT_THAT(lint("a.cu --no-evidence").err, IsEmpty());
  const Outcome named = lint("a.cu --evidence .warplint/evidence.json");
  EXPECT_EQ(named.status, 2);
  EXPECT_THAT(named.err, HasSubstr(".warplint/evidence.json: not JSON"));
  EXPECT_EQ(lint("a.cu --evidence missing.json").status, 2);
  const Outcome raw = lint("a.cu --evidence raw.json");
  EXPECT_EQ(raw.status, 1);
  EXPECT_THAT(raw.out, HasSubstr("does not say which code it is of"));
}

TEST_F(Recorded, CommentsGoFirst) {
  record();
  folder.write("a.cu", replaced(source, "in[i * 8];", "in[i * 8]; // NOLINT(warplint-*)"));
  const json report = reportOf(lint("--format json a.cu"));
  EXPECT_EQ(report["findings"][1]["suppressed"]["by"], "comment");
  EXPECT_EQ(report["findings"][1]["verdict"], "refuted");
}

TEST_F(Recorded, ConfirmJudgesByItWithoutAGpu) {
  record();
  folder.write("a.cu", "\n" + std::string(source));
  EXPECT_THAT(verdicts(confirm("a.cu --format json --evidence .warplint/evidence.json")),
              ElementsAre("3 confirmed", "7 refuted", "8 confirmed"));
  folder.write("a.cu", replaced(source, "in[i * 8]", "in[i * 9]"));
  const Outcome changed = confirm("a.cu --format json --evidence .warplint/evidence.json");
  EXPECT_THAT(verdicts(changed), ElementsAre("2 none", "6 none", "7 none"));
  EXPECT_THAT(changed.out, HasSubstr("a.cu: k: the evidence is of older code"));
}

TEST_F(Recorded, TheWordBehindRecordIsAFileOnlyIfItLooksLikeOne) {
  EXPECT_EQ(confirm("--evidence raw.json --record a.cu").status, 1);
  EXPECT_EQ(folder.read("a.cu"), source);
  EXPECT_THAT(folder.read(".warplint/evidence.json"), HasSubstr("\"functions\""));
  const Outcome nothing = confirm("a.cu --no-sanitizer --record none.json -- true");
  EXPECT_THAT(nothing.out, HasSubstr("nothing is recorded in none.json"));
  EXPECT_THAT(folder.read("none.json"), IsEmpty());
}

/// The program leaves behind what a collector would have.
TEST_F(Recorded, ASourceThatChangedSinceTheProgramWasBuilt) {
  const auto play = [&](const std::string &arguments) {
    return confirm(arguments + " --no-sanitizer -- sh -c 'cp raw.json \"$WARPLINT_EVIDENCE_DIR\"'");
  };
  folder.write("raw.json", measured(folder.path("a.cu")));
  EXPECT_THAT(play("a.cu").out, Not(HasSubstr("build it again")));

  // An empty line is where a load was.
  folder.write("a.cu", replaced(source, "  float a", "\n  float a"));
  const Outcome edited = play("a.cu --record");
  EXPECT_THAT(edited.out, HasSubstr("a.cu is not what the program was built from (instructions of "
                                    "`k` are on line 6, where it has no code): verdicts on it may "
                                    "be of other lines; build it again"));
  EXPECT_THAT(edited.out, HasSubstr("without the code it is of"));
  EXPECT_THAT(verdicts(lint("--format json a.cu")), ElementsAre("2 none", "7 none", "8 none"));
}

TEST_F(Recorded, AProgramOlderThanItsSource) {
  folder.write("program", "\177ELF _Z1kPfPKf .nv_fatbin");
  std::filesystem::last_write_time(folder.path("program"),
                                   std::filesystem::file_time_type::clock::now() -
                                       std::chrono::hours(1));
  json raw = json::parse(measured(folder.path("a.cu")));
  raw["process"] = {{"id", 1}, {"program", folder.path("program")}};
  folder.write("raw.json", raw.dump());
  const Outcome outcome = confirm("a.cu --no-sanitizer -- sh -c 'cp raw.json "
                                  "\"$WARPLINT_EVIDENCE_DIR\"'");
  EXPECT_THAT(outcome.out,
              HasSubstr("a.cu was changed after the program was built (" + folder.path("program") +
                        "): verdicts on it may be of other lines; build it again"));
}

//===----------------------------------------------------------------------===//
// Host code
//===----------------------------------------------------------------------===//

/// A loop that waits for each of its launches.
constexpr const char *waiting = R"(#include <cuda_runtime.h>
__global__ void step(float *next, const float *now, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    next[i] = now[i] * 0.5f;
}
void run(float *a, float *b, int n, int steps) {
  for (int i = 0; i < steps; ++i) {
    step<<<(n + 255) / 256, 256>>>(a, b, n);
    cudaDeviceSynchronize();
  }
}
)";

/// What activity records say of it: the device works for `busy` of 1000 ns.
std::string measuredWaits(int busy) {
  const json counts = {{"calls", 100}, {"call_ns", 50000}};
  json launches = counts;
  launches.update(json{{"iterations", 99},
                       {"span_ns", 99000},
                       {"busy_ns", 99 * busy},
                       {"kernels_ns", 99 * busy},
                       {"copies_to_device_ns", 0},
                       {"copies_to_host_ns", 0}});
  const auto site = [](const char *kind, const char *op, const json &evidence) {
    return json{{"kind", kind}, {"kernel", "step"}, {"op", op}, {"evidence", evidence}};
  };
  return json({{"version", 1},
               {"source", "measured"},
               {"date", "2026-11-21"},
               {"device", {{"name", "NVIDIA H200"}}},
               {"sites",
                {site("kernel", "launch", {{"launches_measured", 5}}),
                 site("host_call", "launch", launches),
                 site("host_call", "cudaDeviceSynchronize", counts)}}})
      .dump();
}

class RecordedHostCode : public Recorded {
protected:
  void SetUp() override {
    folder.write(".git/HEAD", "");
    folder.write("a.cu", waiting);
  }
  Outcome recordWaits(int busy) {
    folder.write("raw.json", measuredWaits(busy));
    return confirm("--select host-sync-in-loop a.cu --evidence raw.json --record");
  }
  Outcome lintWaits(const std::string &more = "") {
    return lint("--select host-sync-in-loop --format json a.cu " + more);
  }
};

TEST_F(RecordedHostCode, IsShownInLaterRuns) {
  EXPECT_THAT(verdicts(lintWaits()), ElementsAre("10 none"));
  EXPECT_THAT(recordWaits(300).out, HasSubstr("1 kernel and 1 host function"));
  EXPECT_THAT(verdicts(lintWaits()), ElementsAre("10 confirmed"));
  EXPECT_EQ(reportOf(lintWaits())["findings"][0]["measured"]["device_idle_percent"], 70);
  // It holds wherever the code stands, as long as it is the same.
  folder.write("a.cu", "// said\n\n" + std::string(waiting));
  EXPECT_THAT(verdicts(lintWaits()), ElementsAre("12 confirmed"));
  recordWaits(990);
  EXPECT_THAT(verdicts(lintWaits()), ElementsAre("12 refuted"));
  EXPECT_EQ(reportOf(lintWaits())["findings"][0]["suppressed"]["by"], "evidence");
}

TEST_F(RecordedHostCode, IsNotOfCodeThatHasChanged) {
  recordWaits(300);
  const std::string text(waiting);
  folder.write("a.cu", replaced(text, "steps; ++i", "steps; i += 1"));
  EXPECT_THAT(verdicts(lintWaits(), false), ElementsAre("none"));
  const Outcome shown = lint("--select host-sync-in-loop a.cu");
  EXPECT_THAT(shown.out + shown.err,
              HasSubstr("recorded evidence of 1 host function is of older code"));
  folder.write("a.cu", replaced(text, "0.5f", "0.25f"));
  EXPECT_THAT(verdicts(lintWaits(), false), ElementsAre("none")) << "the kernel that it launches";
  folder.write("a.cu", text + "void other() { cudaDeviceSynchronize(); }\n");
  EXPECT_THAT(verdicts(lintWaits(), false), ElementsAre("confirmed"));
}

TEST_F(RecordedHostCode, OfFunctionsThatDidNotRunNothingIsRecorded) {
  folder.write("raw.json", replaced(measuredWaits(300), "cudaDeviceSynchronize", "cudaFree"));
  EXPECT_THAT(confirm("--select host-sync-in-loop a.cu --evidence raw.json --record").out,
              Not(HasSubstr("host function")));
  EXPECT_THAT(verdicts(lintWaits()), ElementsAre("10 none"));
}

} // namespace
} // namespace warplint::cli
