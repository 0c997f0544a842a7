//===- ProgramTest.cpp - the program, from its command line to its status -===//

#include "tests/cli/TemporaryFolder.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>
#include <sys/wait.h>

namespace warplint::cli {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

/// Read by column: 32 wavefronts where 1 would do.
constexpr const char *conflict = R"(__global__ void transpose(float *out, const float *in) {
  __shared__ float tile[32][32];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
void launch(float *out, const float *in) { transpose<<<1, dim3(32, 32)>>>(out, in); }
)";

constexpr const char *clean = R"(__global__ void copy(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = in[i];
}
void launch(float *out, const float *in, int n) { copy<<<(n + 255) / 256, 256>>>(out, in, n); }
)";

struct Outcome {
  int status = -1;
  std::string out;
  std::string err;
};

class Program : public testing::Test {
protected:
  /// Runs `warplint ARGUMENTS` by the shell, in the test's folder, and without a CUDA Toolkit: what
  /// is tested here is the same with it, and takes longer.
  Outcome run(std::string arguments) {
    for (const std::string reading : {"lint", "evidence"})
      if (arguments.starts_with(reading))
        arguments.insert(reading.size(), " --cuda-path none");
    const int status = std::system(("cd '" + folder.path() + "' && '" + WARPLINT_PROGRAM + "' " +
                                    arguments + " >.out 2>.err </dev/null")
                                       .c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, folder.read(".out"), folder.read(".err")};
  }

  TemporaryFolder folder;
};

//--- the command line ---------------------------------------------------------

TEST_F(Program, SaysWhatItIs) {
  const Outcome version = run("--version");
  EXPECT_EQ(version.status, 0);
  EXPECT_THAT(version.out, StartsWith("warplint "));
  for (const char *arguments : {"--help", "lint --help", "rules --help", "explain --help",
                                "evidence --help", "card --help"}) {
    const Outcome help = run(arguments);
    EXPECT_EQ(help.status, 0) << arguments;
    EXPECT_THAT(help.out, HasSubstr("Usage: warplint")) << arguments;
    EXPECT_THAT(help.err, IsEmpty()) << arguments;
  }
}

TEST_F(Program, NothingAskedForIsAUsageError) {
  const Outcome nothing = run("");
  EXPECT_EQ(nothing.status, 2);
  EXPECT_THAT(nothing.err, HasSubstr("Usage:"));
  EXPECT_THAT(nothing.out, IsEmpty());
}

TEST_F(Program, UnknownWordsGetASuggestion) {
  folder.write("a.cu", clean);
  const std::pair<const char *, const char *> cases[] = {
      {"lint --formt json a.cu", "unknown option `--formt`; did you mean `--format`?"},
      {"lint a.cu --fail-onn=note", "unknown option `--fail-onn`; did you mean `--fail-on`?"},
      {"lnt a.cu", "unknown command `lnt`; did you mean `lint`?"},
      {"a.cu", "did you mean `warplint lint a.cu`?"},
      {"explain shared-bank-conflct", "did you mean `shared-bank-conflict`?"},
      {"explain shared", "`shared` is a family"},
      {"lint a.cu --select shared-bank-conflit", "did you mean `shared-bank-conflict`?"},
      {"lint a.cu --ignore memroy", "did you mean `memory`?"},
      {"lint a.cu --format sarf", "unknown format `sarf`; did you mean `sarif`?"},
  };
  for (const auto &[arguments, message] : cases) {
    const Outcome wrong = run(arguments);
    EXPECT_EQ(wrong.status, 2) << arguments;
    EXPECT_THAT(wrong.err, HasSubstr(message)) << arguments;
    EXPECT_THAT(wrong.out, IsEmpty()) << arguments;
  }
}

TEST_F(Program, ValuesThatMakeNoSense) {
  folder.write("a.cu", clean);
  for (const char *arguments :
       {"--block 2000", "--block 32,x", "--arch gfx90", "--fail-on sometimes", "--color blue",
        "--cuda-path /no/such/folder", "-j many", "--timeout 0", "--memory-limit lots",
        "--format yaml", "--format", "--output json", "--output json=/no/such/folder/o",
        "--format json --format sarif", "-p /no/such/folder", "--config none.yaml",
        "--rules-dir none"}) {
    const Outcome wrong = run(std::string("lint a.cu ") + arguments);
    EXPECT_EQ(wrong.status, 2) << arguments;
    EXPECT_THAT(wrong.err, StartsWith("warplint: ")) << arguments;
    EXPECT_THAT(wrong.out, IsEmpty()) << arguments;
  }
}

TEST_F(Program, AMemoryLimitIsOfTheFileAlone) {
  folder.write("a.cu", clean);
  for (const char *size : {"100MB", "100 MiB", "102400kb", "1G"}) {
    const Outcome enough = run(std::string("lint --no-cache --memory-limit '") + size + "' a.cu");
    EXPECT_EQ(enough.status, 0) << size << ": " << enough.err;
  }
  for (const char *size : {"0", "5", "1MB"}) {
    const Outcome none = run(std::string("lint a.cu --memory-limit ") + size);
    EXPECT_EQ(none.status, 2) << size;
    EXPECT_THAT(none.err, HasSubstr("--memory-limit: no file can be read in so little memory"));
  }
  std::string much;
  for (int i = 0; i < 100'000; ++i)
    much += "int g" + std::to_string(i) + "(int a, int b) { return a * b + " + std::to_string(i) +
            "; }\n";
  folder.write("much.cu", much);
  const Outcome stopped = run("lint --no-cache --memory-limit 40MB much.cu");
  EXPECT_EQ(stopped.status, 3);
  EXPECT_THAT(stopped.out,
              HasSubstr("the analysis needed more than 40 MB of memory and was stopped"));
}

TEST_F(Program, AFolderWhereAFileIsMeantIsSaid) {
  folder.write("a.cu", clean);
  folder.write("sub/rules/broken.yaml/x", "");
  folder.write("sub/runs/1.json/x", "");
  for (const char *arguments :
       {"lint a.cu --config sub", "lint a.cu --baseline sub", "lint a.cu --evidence sub",
        "lint a.cu --rules-dir sub/rules", "review sub", "config --config sub",
        "confirm --findings sub -- true", "confirm a.cu --evidence sub", "card a.cu --evidence sub",
        "compare sub/runs sub/runs/1.json"}) {
    const Outcome wrong = run(arguments);
    EXPECT_EQ(wrong.status, 2) << arguments;
    EXPECT_THAT(wrong.err, AllOf(StartsWith("warplint: sub"),
                                 HasSubstr("cannot be read: this is a folder, and a file")))
        << arguments;
  }
  EXPECT_THAT(run("review sub").err, HasSubstr("`warplint lint --format json`"));
}

//--- files that are written ---------------------------------------------------

TEST_F(Program, WhatIsNoRegularFileIsWrittenInto) {
  folder.write("a.cu", conflict);
  for (const std::string writing :
       {"lint -q a.cu --fail-on never --output json=", "baseline --cuda-path none -q a.cu -o "}) {
    std::system(("mkfifo '" + folder.path("fifo") + "'; (cat '" + folder.path("fifo") + "' >'" +
                 folder.path("read") + "') &")
                    .c_str());
    EXPECT_EQ(run(writing + "fifo").status, 0);
    EXPECT_TRUE(std::filesystem::is_fifo(folder.path("fifo"))) << writing;
    for (int i = 0; i < 100 && folder.read("read").empty(); ++i)
      std::system("sleep 0.05");
    EXPECT_THAT(folder.read("read"), HasSubstr("shared-bank-conflict")) << writing;
    std::filesystem::remove(folder.path("fifo"));
    std::filesystem::remove(folder.path("read"));

    const Outcome standard = run(writing + "/dev/stdout");
    EXPECT_EQ(standard.status, 0);
    EXPECT_THAT(standard.out, StartsWith("{")) << writing;
    EXPECT_THAT(standard.out, HasSubstr("shared-bank-conflict")) << writing;
    EXPECT_EQ(run(writing + "/dev/fd/3 3>third").status, 0);
    EXPECT_THAT(folder.read("third"), HasSubstr("shared-bank-conflict")) << writing;
  }
}

TEST_F(Program, NoReportIsWrittenOverASource) {
  folder.write("a.cu", conflict);
  folder.write("b.cuh", clean);
  std::filesystem::create_symlink("b.cuh", folder.path("link"));
  for (const char *arguments :
       {"lint a.cu --output json=a.cu", "lint a.cu --output json=link", "baseline -o a.cu a.cu",
        "card a.cu --output a.cu", "lint a.cu --analyses b.cuh"}) {
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.status, 2) << arguments;
    EXPECT_THAT(outcome.err, HasSubstr("this is a source file, and would be lost")) << arguments;
  }
  EXPECT_EQ(folder.read("a.cu"), conflict);
  EXPECT_EQ(folder.read("b.cuh"), clean);
  EXPECT_EQ(run("lint a.cu --output json=new.cu").status, 1) << "nothing is lost";
}

TEST_F(Program, LinksAreFollowed) {
  folder.write("a.cu", conflict);
  folder.write("there/old.json", "old");
  std::filesystem::create_symlink("there/old.json", folder.path("old.json"));
  std::filesystem::create_symlink("there/new.json", folder.path("new.json"));
  for (const std::string name : {"old.json", "new.json"}) {
    EXPECT_EQ(run("lint -q a.cu --fail-on never --output json=" + name).status, 0);
    EXPECT_TRUE(std::filesystem::is_symlink(folder.path(name)));
    EXPECT_THAT(folder.read("there/" + name), HasSubstr("shared-bank-conflict"));
  }
}

//--- exit status --------------------------------------------------------------

TEST_F(Program, StatusFollowsTheFailLevel) {
  folder.write("a.cu", conflict);
  EXPECT_EQ(run("lint a.cu").status, 1);
  EXPECT_EQ(run("lint a.cu --fail-on note").status, 1);
  EXPECT_EQ(run("lint a.cu --fail-on warning").status, 1);
  EXPECT_EQ(run("lint a.cu --fail-on error").status, 0);
  EXPECT_EQ(run("lint a.cu --fail-on never").status, 0);
}

TEST_F(Program, CodeWrittenWellIsClean) {
  folder.write("a.cu", clean);
  const Outcome result = run("lint a.cu --fail-on note");
  EXPECT_EQ(result.status, 0) << result.out << result.err;
  EXPECT_THAT(result.out, HasSubstr("no findings"));
  EXPECT_THAT(result.out, HasSubstr("1 file analysed, 1 kernel"));
}

TEST_F(Program, SuppressedFindingsDoNotFail) {
  std::string text = conflict;
  const std::string line = "  out[threadIdx.y * 32 + threadIdx.x] = ";
  text.insert(text.find(line), "  // NOLINTNEXTLINE(warplint-shared-bank-conflict)\n");
  folder.write("a.cu", text);
  const Outcome result = run("lint a.cu");
  EXPECT_EQ(result.status, 0) << result.out;
  EXPECT_THAT(result.out, HasSubstr("1 finding suppressed"));
  const json report = json::parse(run("lint a.cu --format json").out);
  EXPECT_EQ(report["findings"].at(0)["suppressed"]["by"], "comment");
  EXPECT_EQ(report["summary"]["findings"], 0);
}

TEST_F(Program, AMissingFileIsSaid) {
  folder.write("a.cu", clean);
  const Outcome alone = run("lint none.cu");
  EXPECT_EQ(alone.status, 2) << "nothing was looked at";
  EXPECT_THAT(alone.err, HasSubstr("none.cu: no such file"));
  const Outcome beside = run("lint none.cu a.cu");
  EXPECT_EQ(beside.status, 2) << "a slip of the keyboard";
  EXPECT_THAT(beside.out, AllOf(HasSubstr("none.cu: failed"),
                                HasSubstr("1 of 2 files analysed, 1 not at all")));
  EXPECT_THAT(beside.err, HasSubstr("none.cu: no such file or folder"));
  EXPECT_EQ(run("lint none.cu a.cu --strict").status, 2);
  EXPECT_THAT(run("lint ''").err, HasSubstr("\"\": no such file or folder"));
  EXPECT_EQ(run("lint a.cu nowhere/").status, 2);
  EXPECT_EQ(run("baseline --cuda-path none a.cu nowhere/").status, 2);
  EXPECT_EQ(folder.read(".warplint-baseline.json"), "");
  const Outcome quiet = run("lint none.cu a.cu --quiet");
  EXPECT_THAT(quiet.out, IsEmpty());
  EXPECT_THAT(quiet.err,
              AllOf(HasSubstr("1 could not be analysed"), HasSubstr("none.cu: failed: ")))
      << "silence is never a pass";
  const json report = json::parse(run("lint none.cu a.cu --format json").out);
  EXPECT_EQ(report["summary"]["files"]["failed"], 1);
}

TEST_F(Program, AMissingFileIsSaidByAllThatReadFiles) {
  folder.write("a.cu", conflict);
  folder.write(
      "e.json",
      R"({"version": 1, "source": "measured", "device": {"name": "NVIDIA H200"}, "sites": []})");
  for (const auto &[arguments, does] :
       {std::pair{"evidence a.cu none.cu", "shared_access"},
        {"card a.cu none.cu", "transpose"},
        {"confirm a.cu none.cu --evidence e.json", "shared-bank-conflict"}}) {
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.status, 2) << arguments;
    EXPECT_THAT(outcome.err, HasSubstr("none.cu: no such file or folder\n")) << arguments;
    EXPECT_THAT(outcome.out, HasSubstr(does)) << arguments;
  }
}

TEST_F(Program, WhereNothingWasAnalysedNothingIsClean) {
  folder.write("bytes.cu", std::string("\0\1\2", 3));
  EXPECT_EQ(run("lint bytes.cu").status, 3);
  EXPECT_EQ(run("baseline --cuda-path none bytes.cu").status, 3);
  folder.write("a.cu", clean);
  EXPECT_EQ(run("lint .").status, 0) << "some was";
  std::filesystem::create_directory(folder.path("empty"));
  EXPECT_EQ(run("lint empty").status, 0);
  EXPECT_EQ(run("lint --strict empty").status, 3);
  EXPECT_EQ(run("lint --strict --files-from /dev/null").status, 3);
  EXPECT_EQ(run("lint --files-from /dev/null").status, 0);
}

TEST_F(Program, CodeThatIsNotUnderstoodIsSaid) {
  folder.write("a.cu", "__global__ void k(float *x) { x[0] = no_such_function(threadIdx.x); }\n");
  const Outcome result = run("lint a.cu --format json");
  EXPECT_EQ(result.status, 0) << result.err;
  const json report = json::parse(result.out);
  EXPECT_NE(report["files"].at(0)["status"], "analysed");
  EXPECT_FALSE(report["files"].at(0)["notes"].empty());
  EXPECT_EQ(run("lint a.cu --strict").status, 3);
}

TEST_F(Program, AFolderWithoutCudaIsClean) {
  folder.write("sub/readme.txt", "nothing here");
  const Outcome result = run("lint sub");
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.err, HasSubstr("no CUDA files found"));
}

TEST_F(Program, WithoutPathsTheCurrentFolderIsRead) {
  folder.write("sub/a.cu", conflict);
  const Outcome result = run("lint");
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.out, StartsWith("sub/a.cu:5:"));
}

//--- reports ------------------------------------------------------------------

TEST_F(Program, TheFindingPointsAtTheAccess) {
  const std::string file = folder.write("a.cu", conflict);
  const Outcome result = run("lint '" + file + "' --select shared-bank-conflict --format json");
  const json report = json::parse(result.out);
  ASSERT_EQ(report["findings"].size(), 1u) << result.out;
  const json &finding = report["findings"].at(0);
  EXPECT_EQ(finding["file"], "a.cu") << "below the current folder, so relative to it";
  EXPECT_EQ(finding["line"], 5);
  EXPECT_EQ(finding["column"], 41);
  EXPECT_EQ(finding["kernel"], "transpose");
  EXPECT_EQ(finding["confidence"], "exact");
  EXPECT_EQ(finding["predicted"]["wavefronts_ratio"], 32.0);
  EXPECT_THAT(finding["fingerprint"].get<std::string>(), Not(IsEmpty()));
}

/// Clang wants `template` before `first`; it is put there by a macro of the same length.
TEST_F(Program, NamesOfMembersAreAsWritten) {
  folder.write("sums.cu", R"(template <int Lanes> struct Sums {
  template <int Threads> __device__ int first(int i, int) const { return i * Threads * Lanes; }
};
template <int Lanes> __global__ void member(float *out) {
  Sums<Lanes> sums;
  const int at = sums.first<2>(threadIdx.x, 0);
  out[at] = 1;
}
void launch(float *out) { member<8><<<64, 64>>>(out); }
)");
  const Outcome found = run("lint --no-cache sums.cu");
  EXPECT_THAT(found.out, HasSubstr("`at` is `sums.first<2>(threadIdx.x, 0)`"));
}

TEST_F(Program, InstantiationsThatTakeLongAreSampled) {
  // Each takes some 400 000 steps; what the last one does, the first does not.
  std::string source = R"(template <int N> __global__ void sums(float *out, const float *in) {
  __shared__ float part[64];
  float sum = 0;
  for (int i = 0; i < 4000; ++i) {
    part[threadIdx.x] = in[i * 64 + threadIdx.x] * in[i] + in[i + 1] * in[i + 2] + in[i + 3];
    sum = sum * part[threadIdx.x] + in[i + 4] * in[i + 5] + in[i + 6] * in[i + 7] - in[i + 8];
  }
  out[threadIdx.x * N] = sum;
}
template <int N> __global__ void few(float *out) { out[threadIdx.x] = N; }
void launch(float *out, const float *in) {
)";
  for (int i = 1; i <= 8; ++i)
    source += "  sums<" + std::to_string(i) + "><<<1, 64>>>(out, in);\n  few<" + std::to_string(i) +
              "><<<1, 64>>>(out);\n";
  folder.write("sums.cu", source + "}\n");
  const Outcome found = run("lint --no-cache --format json sums.cu");
  const json report = json::parse(found.out);
  const json &file = report.at("files").at(0);
  EXPECT_EQ(file.at("status"), "analysed");
  EXPECT_THAT(file.at("notes").dump(), AllOf(HasSubstr("of the 8 instantiations of kernel `sums`"),
                                             Not(HasSubstr("`few`"))));
  EXPECT_THAT(report.at("findings").dump(), HasSubstr("neighbouring lanes are 8 elements apart"));
}

/// A kernel template, and what launches its instances 1 … `instances`; each brings 2^`depth`
/// functions, and in the last one neighbouring threads write 8 elements apart.
std::string broadKernel(int depth, int instances) {
  std::string text =
      "template <int Tag, int Depth, long Index> __device__ int tree(int x) {\n"
      "  if constexpr (Depth > 0)\n"
      "    return tree<Tag, Depth - 1, 2 * Index>(x) + tree<Tag, Depth - 1, 2 * Index + 1>(x);\n"
      "  return x;\n"
      "}\n"
      "template <int Tag> __global__ void broad(int *p) {\n"
      "  if (p == nullptr) p[0] = tree<Tag, " +
      std::to_string(depth) +
      ", 0>(Tag);\n"
      "  p[threadIdx.x * (Tag == " +
      std::to_string(instances) +
      " ? 8 : 1)] = 0;\n"
      "}\n"
      "template <int Tag> void launch(int *p) { broad<Tag><<<1, 32>>>(p); }\n"
      "void run(int *p) {\n";
  for (int i = 1; i <= instances; ++i)
    text += "  launch<" + std::to_string(i) + ">(p);\n";
  return text + "}\n";
}

// Together they would take more than a file may have; one does not, and what the last one shows is
// seen.
TEST_F(Program, LargeInstancesOfAKernelAreFewer) {
  folder.write("broad.cu", broadKernel(12, 12));
  const json report = json::parse(run("lint --no-cache --format json broad.cu").out);
  EXPECT_EQ(report.at("files").at(0).at("status"), "analysed") << report.dump(2);
  EXPECT_THAT(report.at("files").at(0).at("notes").dump(),
              testing::ContainsRegex("[1-9] of the 12 instantiations of kernel `broad` w"));
  EXPECT_THAT(report.at("findings").dump(), HasSubstr("neighbouring lanes are 8 elements apart"));
}

TEST_F(Program, InstancesThatHaveNoBodyAreCounted) {
  folder.write("twelve.cu", broadKernel(1, 12));
  folder.write("thirty.cu", broadKernel(1, 30));
  const auto notes = [&](const std::string &file) {
    return json::parse(run("lint --no-cache --format json " + file).out)
        .at("files")
        .at(0)
        .at("notes")
        .dump();
  };
  EXPECT_THAT(notes("twelve.cu"), Not(HasSubstr("instantiations")));
  EXPECT_THAT(notes("thirty.cu"),
              HasSubstr("12 of the 30 instantiations of kernel `broad` were followed"));
}

// What only a late one of many instances of a host function launches.
TEST_F(Program, KernelsBehindManyInstancesOfAHostFunctionAreSeen) {
  std::string text = "template <int N> __global__ void few(int *p) { p[threadIdx.x * N] = 0; }\n"
                     "template <int N> void launch(int *p) {\n"
                     "  if constexpr (N == 19) few<N><<<1, 32>>>(p);\n"
                     "}\n"
                     "void run(int *p) {\n";
  for (int i = 1; i <= 20; ++i)
    text += "  launch<" + std::to_string(i) + ">(p);\n";
  folder.write("few.cu", text + "}\n");
  const json report = json::parse(run("lint --no-cache --format json few.cu").out);
  EXPECT_EQ(report.at("files").at(0).at("status"), "analysed") << report.dump(2);
  EXPECT_THAT(report.at("findings").dump(), HasSubstr("neighbouring lanes are 19 elements apart"));
}

// As CCCL's tests are: built once for each value, which conditions ask for as well.
TEST_F(Program, FilesBuiltInVariantsAreReadAsTheFirst) {
  folder.write("variants.cu",
               "// %PARAM% TEST_ITEMS ipt 5:8\n"
               "// %PARAM% TEST_KIND kind 1:2\n"
               "template <int N> struct number { static constexpr int value = N; };\n"
               "using items = number<TEST_ITEMS>;\n"
               "#if TEST_KIND == 1\nusing kind = number<6>;\n"
               "#elif TEST_KIND == 2\nusing kind = number<9>;\n#endif\n"
               "template <class I, class K> __global__ void scale(float *p) {\n"
               "  p[threadIdx.x * (I::value + K::value)] = 1;\n}\n"
               "void run(float *p) { scale<items, kind><<<1, 32>>>(p); }\n");
  const auto report = [&](const std::string &more) {
    return json::parse(run("lint --no-cache --format json variants.cu" + more).out);
  };
  const json first = report("");
  EXPECT_EQ(first.at("files").at(0).at("status"), "analysed") << first.dump(2);
  EXPECT_THAT(first.at("findings").dump(), HasSubstr("neighbouring lanes are 11 elements apart"));
  EXPECT_THAT(
      first.at("files").at(0).at("notes").dump(),
      AllOf(HasSubstr("`TEST_ITEMS` is taken to be 5"), HasSubstr("`TEST_KIND` is taken to be 1")));
  const json other = report(" -- -DTEST_KIND=2");
  EXPECT_THAT(other.at("findings").dump(), HasSubstr("neighbouring lanes are 14 elements apart"));
  EXPECT_THAT(other.at("files").at(0).at("notes").dump(), Not(HasSubstr("TEST_KIND")));
}

// Clang lets lambdas and constexpr functions run anywhere, and all that a macro stands for is in
// one place of the file: an error of the host's in one is no error in device code.
TEST_F(Program, WhatTheHostRegistersIsNoDeviceCode) {
  const std::string kernel = "__global__ void scale(float *p) { p[threadIdx.x * 2] = 1; }\n";
  folder.write("lambda.cu", "static int registrar = [] { return nobody_has_it; }();\n" + kernel);
  folder.write("macro.cu", "#define REGISTER(TYPE) template <class T> constexpr int size() { "
                           "return sizeof(T); } static int registrar = [] { using all = TYPE; "
                           "return size<all>(); }();\n"
                           "REGISTER(nobody_has_it)\n" +
                               kernel);
  folder.write("device.cu", "#define HELPER(TYPE) __device__ int size() { return sizeof(TYPE); }\n"
                            "HELPER(nobody_has_it)\n" +
                                kernel);
  const json report = json::parse(run("lint --no-cache --format json .").out);
  std::map<std::string, std::string> status;
  for (const json &file : report.at("files"))
    status[file.at("file")] = file.at("status");
  EXPECT_EQ(status["lambda.cu"], "analysed");
  EXPECT_EQ(status["macro.cu"], "analysed");
  EXPECT_EQ(status["device.cu"], "partial") << "an error within a macro, in device code";
}

// Another file's launch tells the block of a kernel, but not that of another instance of a
// template.
TEST_F(Program, LaunchesOfOtherFilesAreOfTheirOwnInstances) {
  folder.write("kernels.cuh",
               "template <int N> __global__ void fill(float *p) {\n"
               "  p[(blockIdx.x * blockDim.x + threadIdx.x) * (N == 1 ? 8 : 1)] = N;\n"
               "}\n"
               "__global__ void plain(float *p);\n");
  folder.write("own.cu", "#include \"kernels.cuh\"\n"
                         "__global__ void plain(float *p) { p[threadIdx.x * 8] = 0; }\n"
                         "void own(float *p, int n) { fill<1><<<1, n>>>(p); }\n");
  folder.write("other.cu",
               "#include \"kernels.cuh\"\n"
               "void other(float *p) { fill<2><<<1, 96>>>(p); plain<<<1, 96>>>(p); }\n");
  const auto blocksOf = [&](const std::string &paths) {
    std::map<std::string, std::string> blocks; // by kernel: what was assumed of it
    const json report = json::parse(run("lint --no-cache --format json " + paths).out);
    for (const json &finding : report.at("findings"))
      if (finding.at("rule") == "memory-strided-access")
        blocks[finding.at("kernel").get<std::string>()] += finding.at("assumptions").dump();
    return blocks;
  };
  auto alone = blocksOf("own.cu");
  EXPECT_THAT(alone["fill"], HasSubstr("is assumed"));
  EXPECT_THAT(alone["plain"], HasSubstr("is assumed"));
  auto both = blocksOf("own.cu other.cu");
  EXPECT_EQ(both["plain"], "[]") << "launched with 96 threads";
  EXPECT_EQ(both["fill"], alone["fill"]);
}

// What they hand over is known as well, as far as all of them agree.
TEST_F(Program, LaunchesOfOtherFilesSayWhatTheyHandOver) {
  folder.write("k.cuh", "__global__ void guarded(float *p, int n);\n");
  folder.write("k.cu", "#include \"k.cuh\"\n"
                       "__global__ void guarded(float *p, int n) {\n"
                       "  if (threadIdx.x >= n)\n"
                       "    return;\n"
                       "  p[threadIdx.x] = 1;\n"
                       "  __syncthreads();\n"
                       "  p[threadIdx.x + 512] = p[(threadIdx.x + 7) % 128];\n"
                       "}\n");
  const auto barriers = [&] {
    const json report = json::parse(run("lint --no-cache --format json .").out);
    return std::ranges::count_if(report.at("findings"), [](const json &finding) {
      return finding.at("rule") == "sync-divergent-barrier";
    });
  };
  folder.write("run.cu",
               "#include \"k.cuh\"\nvoid run(float *p) { guarded<<<1, 128>>>(p, 128); }\n");
  EXPECT_EQ(barriers(), 0);
  folder.write("run.cu", "#include \"k.cuh\"\n"
                         "void run(float *p, int n) { guarded<<<1, n>>>(p, n); }\n"
                         "void all(float *p) { guarded<<<1, 128>>>(p, 128); }\n");
  EXPECT_EQ(barriers(), 1) << "one of the two says no number";
  folder.write("run.cu",
               "#include \"k.cuh\"\nvoid run(float *p) { guarded<<<1, 128>>>(p, 100); }\n");
  EXPECT_EQ(barriers(), 1);
}

TEST_F(Program, ReportsGoWhereTheyAreSent) {
  folder.write("a.cu", conflict);
  const Outcome both = run("lint a.cu --output sarif=o.sarif --output junit=o.xml");
  EXPECT_EQ(both.status, 1);
  EXPECT_THAT(both.out, HasSubstr("warning:"));
  EXPECT_EQ(json::parse(folder.read("o.sarif"))["version"], "2.1.0");
  EXPECT_THAT(folder.read("o.xml"), StartsWith("<?xml"));
  const Outcome none = run("lint a.cu --format gitlab --output gitlab=o.json");
  EXPECT_THAT(none.out, IsEmpty());
  EXPECT_TRUE(json::parse(folder.read("o.json")).is_array());
}

TEST_F(Program, EveryFormatIsWritten) {
  folder.write("a.cu", conflict);
  for (const char *format : {"json", "sarif", "gitlab", "rdjson"}) {
    const Outcome result = run(std::string("lint a.cu --format ") + format);
    EXPECT_EQ(result.status, 1) << format;
    EXPECT_TRUE(json::accept(result.out)) << format;
  }
  EXPECT_THAT(run("lint a.cu --format github").out, StartsWith("::warning file=a.cu,line=5,"));
  EXPECT_THAT(run("lint a.cu --format html").out, StartsWith("<!DOCTYPE html>"));
  EXPECT_THAT(run("lint a.cu --format markdown").out, StartsWith("**warplint**: "));
}

TEST_F(Program, OutputIsTheSameWhateverTheNumberOfJobs) {
  for (const char *name : {"a.cu", "b.cu", "sub/c.cu", "sub/d.cu"})
    folder.write(name, conflict);
  const std::string one = run("lint -j1 --format json").out;
  EXPECT_THAT(one, HasSubstr("sub/d.cu"));
  EXPECT_EQ(run("lint -j4 --format json").out, one);
  EXPECT_EQ(run("lint sub/d.cu b.cu a.cu sub/c.cu --format json").out, one);
}

TEST_F(Program, ARunThatIsStoppedSaysWhatItHasFound) {
  folder.write("a.cu", conflict + std::string(4000, '/')); // the longest is read first
  folder.write("b.cu",
               "template <int Depth, long Index> __device__ int tree(int x) {\n"
               "  if constexpr (Depth > 0)\n"
               "    return tree<Depth - 1, 2 * Index>(x) + tree<Depth - 1, 2 * Index + 1>(x);\n"
               "  return x;\n"
               "}\n"
               "__global__ void broad(int *p) { p[threadIdx.x] = tree<24, 0>(p[0]); }\n");
  for (const auto &[signal, part] :
       {std::pair<std::string, std::string>("INT", ""), {"TERM", ""}, {"TERM", "--shard 1/1 "}}) {
    // A shell that is not interactive has its background ignore SIGINT; `env` undoes that.
    std::string command = "cd '";
    command += folder.path();
    command += "' && rm -f log o.json && touch log; { env --default-signal=INT '" WARPLINT_PROGRAM
               "' lint ";
    command += part;
    command += "--cuda-path none -j1 --no-cache --verbose . --analyses a.json --output json=o.json "
               "--output text=o.txt 2>log & } && "
               "until grep -q 1/2 log; do sleep 0.02; done; kill -";
    command += signal;
    command += " $!; wait $!; echo $? >status";
    ASSERT_EQ(std::system(command.c_str()), 0);
    EXPECT_EQ(folder.read("status"), signal == "INT" ? "130\n" : "143\n");
    EXPECT_THAT(folder.read("log"), HasSubstr("stopped: what follows is of the files"));
    EXPECT_THAT(folder.read("o.txt"),
                AllOf(HasSubstr("a.cu:5:"), HasSubstr("b.cu"),
                      HasSubstr("the run was stopped before it came to this file")));
    EXPECT_TRUE(json::accept(folder.read("o.json")));
    EXPECT_FALSE(std::filesystem::exists(folder.path() + "/a.json")) << "it would be taken for all";
  }
}

TEST_F(Program, OfAnOptionGivenTwiceTheLastCounts) {
  folder.write("a.cu", conflict);
  EXPECT_EQ(run("lint a.cu --fail-on never --fail-on warning").status, 1);
  EXPECT_EQ(run("lint a.cu --fail-on warning --fail-on never").status, 0);
}

TEST_F(Program, ColourIsForTerminals) {
  folder.write("a.cu", conflict);
  EXPECT_THAT(run("lint a.cu").out, Not(HasSubstr("\033")));
  EXPECT_THAT(run("lint a.cu --color always").out, HasSubstr("\033[1;35mwarning:"));
  EXPECT_THAT(run("lint a.cu --color never").out, Not(HasSubstr("\033")));
  run("lint a.cu --color always --output text=o.txt");
  EXPECT_THAT(folder.read("o.txt"), AllOf(HasSubstr("warning:"), Not(HasSubstr("\033"))));
}

TEST_F(Program, QuietShowsFindingsAndNothingElse) {
  folder.write("a.cu", conflict);
  folder.write("b.cu", clean);
  EXPECT_THAT(run("lint a.cu -q").out,
              AllOf(HasSubstr("warning:"), Not(HasSubstr("file analysed"))));
  const Outcome quiet = run("lint b.cu -q");
  EXPECT_THAT(quiet.out + quiet.err, IsEmpty());
}

TEST_F(Program, AReaderThatLeavesChangesNothing) {
  folder.write("a.cu", conflict);
  const std::string command = "cd '" + folder.path() + "' && { sleep 0.3; '" + WARPLINT_PROGRAM +
                              "' lint --cuda-path none a.cu 2>err; echo $? >status; } | true";
  ASSERT_EQ(std::system(command.c_str()), 0);
  EXPECT_EQ(folder.read("status"), "1\n");
  EXPECT_THAT(folder.read("err"), IsEmpty());
}

TEST_F(Program, AFullDiskIsSaid) {
  if (!std::filesystem::exists("/dev/full"))
    GTEST_SKIP() << "no /dev/full here";
  folder.write("a.cu", conflict);
  const std::string command = "cd '" + folder.path() + "' && '" + WARPLINT_PROGRAM +
                              "' lint --cuda-path none a.cu >/dev/full 2>err; echo $? >status";
  ASSERT_EQ(std::system(command.c_str()), 0);
  EXPECT_EQ(folder.read("status"), "2\n");
  EXPECT_THAT(folder.read("err"), HasSubstr("cannot write to the standard output"));
}

//--- selection, configuration, rules ------------------------------------------

TEST_F(Program, SelectAndIgnore) {
  folder.write("a.cu", conflict);
  EXPECT_EQ(run("lint a.cu --select memory,sync").status, 0);
  EXPECT_EQ(run("lint a.cu --select memory --select shared").status, 1);
  EXPECT_EQ(run("lint --select shared a.cu").status, 1) << "the path is no second name";
  EXPECT_EQ(run("lint a.cu --ignore shared").status, 0);
  EXPECT_EQ(run("lint a.cu --ignore shared-bank-conflict").status, 0);
}

TEST_F(Program, Configuration) {
  folder.write("a.cu", conflict);
  folder.write(".warplint.yaml", "fail-on: error\n");
  EXPECT_EQ(run("lint a.cu").status, 0);
  EXPECT_EQ(run("lint a.cu --fail-on warning").status, 1) << "the command line wins";
  folder.write("other.yaml", "ignore: [shared]\n");
  EXPECT_THAT(run("lint a.cu --config other.yaml").out, HasSubstr("no findings"));
}

TEST_F(Program, ExcludedPaths) {
  folder.write("a.cu", clean);
  folder.write("third_party/b.cu", conflict);
  EXPECT_EQ(run("lint").status, 1);
  EXPECT_EQ(run("lint --exclude 'third_party/*'").status, 0);
  folder.write(".warplint.yaml", "exclude: [third_party]\n");
  EXPECT_EQ(run("lint").status, 0);
}

TEST_F(Program, AMalformedConfigurationIsSaidWithItsPlace) {
  folder.write("a.cu", clean);
  folder.write(".warplint.yaml", "fail-on: error\nfail-onn: note\n");
  const Outcome unknown = run("lint a.cu");
  EXPECT_EQ(unknown.status, 2);
  EXPECT_THAT(unknown.err, HasSubstr(".warplint.yaml:2:1: "));
  folder.write(".warplint.yaml", "ignore: [\n");
  EXPECT_EQ(run("lint a.cu").status, 2);
  folder.write(".warplint.yaml", "ignore:\n  - no-such-rule\n");
  const Outcome name = run("lint a.cu");
  EXPECT_EQ(name.status, 2);
  EXPECT_THAT(name.err, AllOf(HasSubstr(".warplint.yaml:2:5: "), HasSubstr("`no-such-rule`")));
}

constexpr const char *ownRule = R"(id: shared-any-access
title: Shared memory is used
family: shared
phase: 2
severity: warning
on: shared_access
when: requests >= 1
message: "{op} of `{expr}`"
why: A rule of a project's own.
help: Nothing.
summary: nothing
kernels: shared-any-access
references: []
)";

TEST_F(Program, AProjectsOwnRules) {
  folder.write("a.cu", conflict);
  folder.write("rules/own.yaml", ownRule);
  const Outcome result =
      run("lint a.cu --rules-dir rules --select shared-any-access --format json");
  EXPECT_EQ(result.status, 1) << result.err;
  EXPECT_EQ(json::parse(result.out)["findings"].at(0)["rule"], "shared-any-access");
  EXPECT_THAT(run("explain shared-any-access --rules-dir rules").out,
              HasSubstr("A rule of a project's own."));
}

TEST_F(Program, AMalformedRuleIsSaidWithItsPlace) {
  folder.write("a.cu", clean);
  std::string rule = ownRule;
  rule.replace(rule.find("requests >= 1"), 13, "requests >= (");
  folder.write("rules/own.yaml", rule);
  const Outcome result = run("lint a.cu --rules-dir rules");
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, HasSubstr("rules/own.yaml:7:"));
  EXPECT_THAT(result.out, IsEmpty());
}

TEST_F(Program, RulesAndExplain) {
  const Outcome table = run("rules");
  EXPECT_EQ(table.status, 0);
  EXPECT_THAT(table.out, HasSubstr("shared-bank-conflict"));
  const json rules = json::parse(run("rules --format json").out);
  ASSERT_TRUE(rules.is_array());
  for (const json &rule : rules) {
    const Outcome explained = run("explain " + rule["id"].get<std::string>());
    EXPECT_EQ(explained.status, 0) << rule["id"];
    EXPECT_THAT(explained.out, HasSubstr("\nWhy\n")) << rule["id"];
    EXPECT_THAT(explained.out, HasSubstr("\nWhat to do instead\n")) << rule["id"];
  }
  EXPECT_THAT(run("explain shared-bank-conflict").out, HasSubstr("min_ratio: "));
  EXPECT_EQ(json::parse(run("explain shared-bank-conflict --format json").out)["family"], "shared");
}

//--- what reaches the front end -----------------------------------------------

TEST_F(Program, ASourceBehindTheDashesIsSaid) {
  folder.write("a.cu", clean);
  folder.write("sub/b.cu", clean);
  EXPECT_EQ(run("lint -q sub -- a.cu").err,
            "warplint: a.cu is not looked at: what follows `--` is for Clang\n");
  folder.write("none.cu", "// nothing\n");
  EXPECT_EQ(run("lint -q sub -- -include none.cu -DX=a.cu").err, "");
}

TEST_F(Program, WhatFollowsTheDashesGoesToClang) {
  std::string text = conflict;
  text.replace(text.find("[32][32]"), 8, "[32][WIDTH]");
  folder.write("a.cu", text);
  EXPECT_EQ(run("lint a.cu -- -DWIDTH=33").status, 0);
  EXPECT_EQ(run("lint a.cu -- -DWIDTH=32").status, 1);
}

TEST_F(Program, AnInstalledCatch2IsReadAsTheCodeNamesIt) {
  TemporaryFolder system;
  system.write("catch2/catch_test_macros.hpp", R"(
#define WITH(FIXTURE)                                                      \
  template <class TestType> struct Test : FIXTURE<TestType> { void body(); }; \
  template struct Test<int>;                                               \
  template <class TestType> void Test<TestType>::body()
#if defined(CATCH_CONFIG_PREFIX_ALL)
#define CATCH_TEST_CASE(FIXTURE) WITH(FIXTURE)
#else
#define TEST_CASE(FIXTURE) WITH(FIXTURE)
#endif
)");
  for (const std::string prefix : {"", "CATCH_"}) {
    folder.write("a.cu", R"(
#include <catch2/catch_test_macros.hpp>
template <class How> __global__ void k(typename How::type *p) {
  p[threadIdx.x * How::step] = 1;
}
template <class T> struct Columns {
  using type = T;
  static constexpr int step = 32;
};
namespace of { template <class T> struct Fixture {}; }
)" + prefix + R"(TEST_CASE(::of::Fixture) { k<Columns<TestType>><<<1, 256>>>(nullptr); }
)");
    const Outcome outcome = run("lint --fail-on never --no-cache a.cu -- -isystem" + system.path());
    EXPECT_THAT(outcome.out, HasSubstr("memory-strided-access")) << prefix;
    EXPECT_THAT(outcome.out, HasSubstr("1 file analysed, 1 kernel")) << prefix;
  }
}

TEST_F(Program, TheBlockShapeCanBeGiven) {
  std::string kernel = conflict;
  kernel.erase(kernel.find("void launch"));
  folder.write("a.cu", kernel);
  const json square = json::parse(run("lint a.cu --block 32,32 --format json").out);
  ASSERT_EQ(square["findings"].size(), 1u);
  EXPECT_EQ(square["findings"].at(0)["predicted"]["wavefronts_ratio"], 32.0);
  EXPECT_EQ(run("lint a.cu --block 1,1").status, 0) << "one thread has no conflicts";
}

TEST_F(Program, EvidenceIsJson) {
  folder.write("a.cu", conflict);
  const Outcome result = run("evidence a.cu");
  EXPECT_EQ(result.status, 0);
  const json evidence = json::parse(result.out);
  EXPECT_EQ(evidence["version"], 1);
  EXPECT_EQ(evidence["source"], "predicted");
  unsigned shared = 0;
  for (const json &site : evidence["sites"])
    shared += site["kind"] == "shared_access";
  EXPECT_EQ(shared, 2u);
}

TEST_F(Program, FixesAreApplied) {
  folder.write("a.cu", conflict);
  const json before = json::parse(run("lint a.cu --format json").out);
  if (before["findings"].at(0)["fixes"].empty())
    FAIL() << "the classic conflict has a mechanical cure";
  const Outcome fixed = run("lint a.cu --fix");
  EXPECT_EQ(fixed.status, 0) << fixed.err;
  EXPECT_THAT(fixed.err, HasSubstr("1 finding fixed in 1 file"));
  EXPECT_NE(folder.read("a.cu"), conflict);
  const Outcome after = run("lint a.cu");
  EXPECT_EQ(after.status, 0) << after.out;
}

} // namespace
} // namespace warplint::cli
