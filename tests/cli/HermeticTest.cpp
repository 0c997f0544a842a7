//===- HermeticTest.cpp - runs that see nothing but what was named --------===//
//
// --hermetic, --files-from and --analyses: what build systems run warplint with.
//
//===----------------------------------------------------------------------===//

#include "tests/cli/TemporaryFolder.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <sys/wait.h>

namespace warplint::cli {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

struct Outcome {
  int status = -1;
  std::string out, err;
};

/// `before`: of the shell's command line, such as variables.
Outcome run(const TemporaryFolder &folder, const std::string &arguments,
            const std::string &before = "") {
  const std::string command = "cd '" + folder.path() + "' && " + before + " '" + WARPLINT_PROGRAM +
                              "' " + arguments + " >.out 2>.err";
  const int status = std::system(command.c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, folder.read(".out"), folder.read(".err")};
}

std::string kernelInStepsOf(const std::string &step) {
  return "__global__ void k(float *p) { p[threadIdx.x * " + step + "] = 1; }\n";
}

std::vector<std::string> filesOf(const Outcome &outcome) {
  std::vector<std::string> files;
  const json report = json::parse(outcome.out);
  for (const json &file : report["files"])
    files.push_back(file["file"]);
  return files;
}

std::vector<std::string> findingsOf(const std::string &report) {
  std::vector<std::string> findings;
  const json parsed = json::parse(report);
  for (const json &finding : parsed["findings"])
    findings.push_back(finding["rule"].get<std::string>() + " in " +
                       finding["file"].get<std::string>());
  return findings;
}

class Hermetic : public testing::Test {
protected:
  TemporaryFolder folder;
};

//--- --hermetic -----------------------------------------------------------------

TEST_F(Hermetic, HeadersAreThoseOfTheIncludeFoldersGiven) {
  folder.write("include/step.h", "#define STEP 32\n");
  folder.write("a.cu", "#include \"step.h\"\n" + kernelInStepsOf("STEP"));
  const std::string lint = "lint --cuda-path none --fail-on never --no-cache --format json a.cu";
  EXPECT_THAT(findingsOf(run(folder, lint).out), SizeIs(1)) << "a person would look there";
  const Outcome hermetic = run(folder, lint + " --hermetic");
  EXPECT_THAT(findingsOf(hermetic.out), IsEmpty());
  EXPECT_THAT(hermetic.out, HasSubstr("1 include was not found: step.h"));
  EXPECT_THAT(findingsOf(run(folder, lint + " --hermetic -- -Iinclude").out), SizeIs(1));
}

TEST_F(Hermetic, NothingAboveTheWorkingDirectoryOrInTheEnvironmentCounts) {
  TemporaryFolder elsewhere;
  elsewhere.write("step.h", "#define STEP 32\n");
  folder.write("a.cu", "#include <step.h>\n" + kernelInStepsOf("STEP"));
  folder.write("b.cu", kernelInStepsOf("32"));
  folder.write(".warplint.yaml", "ignore: [memory]\n");
  folder.write(".warplint/evidence.json", "not even JSON");
  const Outcome outcome = run(folder, "lint --hermetic --fail-on never --format json a.cu b.cu",
                              "CPATH='" + elsewhere.path() + "' CUDA_HOME=/usr/local/cuda");
  EXPECT_THAT(findingsOf(outcome.out), ElementsAre("memory-strided-access in b.cu"));
  EXPECT_THAT(outcome.err, Not(HasSubstr("evidence")));
  const Outcome named = run(folder, "lint --hermetic --config .warplint.yaml --format json b.cu");
  EXPECT_THAT(findingsOf(named.out), IsEmpty());
}

TEST_F(Hermetic, HeadersOfTheSystemAreTheBuiltInOnes) {
  folder.write("a.cu", "#include <cmath>\n#include <cstdio>\n#include <vector>\n"
                       "#include <execinfo.h>\n" +
                           kernelInStepsOf("32"));
  const Outcome outcome = run(folder, "lint --hermetic --fail-on never --format json a.cu");
  EXPECT_THAT(findingsOf(outcome.out), SizeIs(1));
  EXPECT_THAT(outcome.out, HasSubstr("1 include was not found: execinfo.h"));
  const json report = json::parse(outcome.out);
  EXPECT_EQ(report["files"][0]["status"], "analysed");
}

TEST_F(Hermetic, TheBuiltInLibraryHoldsWhatKernelsUseOfIt) {
  folder.write("views.cu", R"(
#include <cuda/std/array>
#include <cuda/std/span>
#include <cuda/std/tuple>
#include <cuda/std/utility>
__global__ void arrays(cuda::std::array<const float *, 3> in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (auto p : in)
    sum += p[2 * i];
  out[i] = sum;
}
__global__ void spans(cuda::std::span<const float> in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[4 * i];
}
__global__ void tuples(cuda::std::tuple<const float *, float *> both) {
  auto [in, out] = both;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[4 * i];
}
)");
  folder.write("concepts.cu", R"(
#include <concepts>
template <class T> concept Number = std::integral<T> || std::floating_point<T>;
template <Number T> __global__ void k(T *out, const T *__restrict__ in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[4 * i];
}
template __global__ void k<float>(float *, const float *);
static_assert(std::same_as<int, int> && !std::convertible_to<int *, float *> &&
              std::invocable<int (*)(int), int> && std::copyable<float>);
)");
  folder.write("ends.cu", R"(
#include <cuda_runtime.h>
#include <cstdlib>
#include <exception>
void copy(float *host, const float *device, int bytes) {
  cudaError_t status = cudaMemcpy(host, device, bytes, cudaMemcpyDeviceToHost);
  if (status != cudaSuccess)
    std::abort();
  status = cudaMemcpy(host, device, bytes, cudaMemcpyDeviceToHost);
  if (status != cudaSuccess)
    std::terminate();
}
)");
  const std::string options = " --hermetic --fail-on never --format json";
  const auto statusOf = [](const Outcome &outcome) {
    return json::parse(outcome.out)["files"][0]["status"].get<std::string>();
  };
  const Outcome views = run(folder, "lint views.cu" + options);
  EXPECT_EQ(statusOf(views), "analysed");
  EXPECT_THAT(findingsOf(views.out), SizeIs(3));
  const Outcome concepts = run(folder, "lint concepts.cu" + options + " -- -std=c++20");
  EXPECT_EQ(statusOf(concepts), "analysed");
  EXPECT_THAT(findingsOf(concepts.out), SizeIs(1));
  EXPECT_THAT(findingsOf(run(folder, "lint ends.cu" + options).out), IsEmpty());
}

TEST_F(Hermetic, TheSameBytesInAnotherFolderAndForAnotherUser) {
  TemporaryFolder other, home;
  const std::string names[] = {"text", "json", "sarif"};
  for (const TemporaryFolder *at : {&folder, &other}) {
    at->write("lib/tile.cuh", "#pragma once\n__device__ inline int place(int w) {\n"
                              "  return threadIdx.x * w;\n}\n");
    at->write("src/a.cu", "#include <tile.cuh>\n#include <missing.h>\n"
                          "__global__ void k(float *p, int w) {\n"
                          "  __shared__ float s[32][32];\n  s[threadIdx.x][0] = p[place(w)];\n"
                          "  __syncthreads();\n  p[threadIdx.x] = s[0][threadIdx.x];\n}\n"
                          "void go(float *p) { k<<<1, 32>>>(p, 7); }\n");
    std::string arguments = "lint --hermetic --fail-on never --analyses of.warplint src/a.cu";
    for (const std::string &name : names)
      arguments.append(" --output ").append(name).append("=r.").append(name);
    EXPECT_EQ(
        run(*at, arguments + " -- -Ilib", at == &other ? "HOME='" + home.path() + "'" : "").status,
        0);
  }
  EXPECT_THAT(findingsOf(folder.read("r.json")), Contains("shared-bank-conflict in src/a.cu"));
  for (const std::string file : {"r.text", "r.json", "r.sarif", "of.warplint"}) {
    EXPECT_EQ(folder.read(file), other.read(file)) << file;
    EXPECT_THAT(folder.read(file), Not(HasSubstr(folder.path()))) << file;
  }
  EXPECT_THAT(std::filesystem::directory_iterator(home.path()),
              std::filesystem::directory_iterator());
}

TEST_F(Hermetic, FilesAreReportedWhereTheyAreMappedTo) {
  folder.write("out/links/step/step.cuh", "#pragma once\n__device__ inline void put(float *p) {\n"
                                          "  p[threadIdx.x * 32] = 1;\n}\n#error \"said\"\n");
  folder.write("lib/step.cuh", folder.read("out/links/step/step.cuh"));
  folder.write("a.cu", "#include <step/step.cuh>\n__global__ void k(float *p) { put(p); }\n");
  const std::string lint = "lint --hermetic --fail-on never --analyses of.warplint a.cu ";
  const std::string rest = " -- -Iout/links";
  const Outcome json = run(folder, lint + "--path-map out/links/step/=lib --format json" + rest);
  EXPECT_THAT(findingsOf(json.out), ElementsAre("memory-strided-access in lib/step.cuh"));
  const Outcome text = run(folder, lint + "--path-map out/links/step=lib" + rest);
  EXPECT_THAT(text.out,
              AllOf(HasSubstr("lib/step.cuh:3:3: warning"),
                    HasSubstr("    3 |   p[threadIdx.x * 32] = 1;"), Not(HasSubstr("out/links"))));
  EXPECT_THAT(folder.read("of.warplint"), Not(HasSubstr("out/links")));
  for (const char *wrong : {"a", "=a", "a="}) {
    const Outcome outcome = run(folder, lint + "--path-map " + wrong);
    EXPECT_EQ(outcome.status, 2) << wrong;
    EXPECT_THAT(outcome.err, HasSubstr("give two folders, FROM=TO")) << wrong;
  }
}

//--- --files-from ---------------------------------------------------------------

TEST_F(Hermetic, ListedFilesCountAsFound) {
  folder.write("a.cu", "#include \"seen.cuh\"\n");
  folder.write("seen.cuh", kernelInStepsOf("32"));
  folder.write("alone.cuh", "__global__ void other(float *p) { p[threadIdx.x * 32] = 1; }\n");
  folder.write("host.h", "int f();\n");
  folder.write("notes.txt", "a.cu\n");
  folder.write("unlisted.cu", kernelInStepsOf("32"));
  folder.write("list", "a.cu\nseen.cuh\r\n\nalone.cuh\nhost.h\nnotes.txt\nnone.cu");
  const std::string options = " --no-cache --cuda-path none --fail-on never --format json";
  for (const Outcome &outcome : {run(folder, "lint --files-from list" + options),
                                 run(folder, "lint --files-from -" + options, "<list"),
                                 run(folder, "lint --files-from=list --hermetic" + options)}) {
    EXPECT_THAT(filesOf(outcome), ElementsAre("a.cu", "alone.cuh", "none.cu", "seen.cuh"));
    EXPECT_THAT(outcome.out, HasSubstr("analysed as part of a.cu"));
    EXPECT_THAT(outcome.out, HasSubstr("the file cannot be read"));
    EXPECT_THAT(findingsOf(outcome.out), ElementsAre("memory-strided-access in alone.cuh",
                                                     "memory-strided-access in seen.cuh"));
  }
  EXPECT_THAT(filesOf(run(folder, "lint --files-from list unlisted.cu" + options)),
              Contains("unlisted.cu"));
}

TEST_F(Hermetic, ListsMayBeThoseOfGit) {
  folder.write("a.cu", kernelInStepsOf("32"));
  folder.write("k\303\244rn.cu", kernelInStepsOf("32"));
  const std::string options = " --no-cache --cuda-path none --fail-on never --format json";
  for (const std::string &list :
       {std::string("a.cu\0k\303\244rn.cu\0", 14), std::string("a.cu\n\"k\\303\\244rn.cu\"\n")}) {
    folder.write("list", list);
    EXPECT_THAT(filesOf(run(folder, "lint --files-from list" + options)),
                ElementsAre("a.cu", "k\303\244rn.cu"));
  }
}

TEST_F(Hermetic, AListOfNothingThatExistsIsAnError) {
  folder.write("list", "b.cu\nc.cu\n");
  const Outcome outcome = run(folder, "lint --files-from list --no-cache");
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, HasSubstr("list: nothing that is listed there exists, b.cu for one"));
}

TEST_F(Hermetic, AListMayBeEmptyButMustBeThere) {
  folder.write("a.cu", kernelInStepsOf("32"));
  folder.write("list", "");
  const Outcome empty = run(folder, "lint --files-from list --no-cache");
  EXPECT_EQ(empty.status, 0);
  EXPECT_THAT(empty.err, HasSubstr("no CUDA files found"));
  const Outcome missing = run(folder, "lint --files-from none --no-cache");
  EXPECT_EQ(missing.status, 2);
  EXPECT_THAT(missing.err, HasSubstr("none: cannot be read"));
}

TEST_F(Hermetic, AListGoesWithAPart) {
  folder.write("a.cu", kernelInStepsOf("32"));
  folder.write("b.cu", kernelInStepsOf("16"));
  folder.write("list", "a.cu\nb.cu\n");
  const std::string options = " --hermetic --cuda-path none --fail-on never --format json";
  const Outcome whole = run(folder, "lint --files-from list" + options);
  for (const std::string i : {"1", "2"})
    run(folder, std::string("lint --files-from list --shard ")
                    .append(i)
                    .append("/2 --part p")
                    .append(i)
                    .append(options));
  std::filesystem::remove(folder.path("list"));
  const Outcome merged = run(folder, "merge --no-cache --fail-on never --format json p1 p2");
  EXPECT_EQ(merged.out, whole.out);
  EXPECT_THAT(findingsOf(whole.out), SizeIs(2));
}

//--- --analyses -----------------------------------------------------------------

TEST_F(Hermetic, AnalysesMakeTheReportOfOneRun) {
  // The header's finding is seen from both; what b.cu suppresses in it counts for both.
  folder.write("common.cuh", "template <int N> __device__ void put(float *p) {\n"
                             "  p[threadIdx.x * N] = 1;\n"
                             "  p[threadIdx.x * 32] = 1; // NOLINT(warplint-memory)\n}\n");
  for (const std::string name : {"a", "b"})
    folder.write(name + ".cu", "#include \"common.cuh\"\n__global__ void " + name +
                                   "(float *p) {\n  put<32>(p);\n}\n");
  const std::string options = " --hermetic --fail-on never";
  for (const std::string name : {"a", "b"})
    EXPECT_EQ(run(folder, std::string("lint --quiet --analyses ")
                              .append(name)
                              .append(".warplint ")
                              .append(name)
                              .append(".cu")
                              .append(options))
                  .status,
              0);
  for (const char *format : {"text", "json", "sarif"}) {
    // Analyses are joined to look at a code base, two files are not one.
    const std::string as = std::string(" --fail-on never --summary never --format ") + format;
    const Outcome whole = run(folder, "lint --hermetic a.cu b.cu" + as);
    const Outcome merged = run(folder, "merge b.warplint a.warplint" + as);
    EXPECT_THAT(whole.out, HasSubstr("memory-strided-access"));
    EXPECT_EQ(merged.out, whole.out) << format;
    EXPECT_EQ(merged.err, whole.err);
  }
  folder.write("list", "a.warplint\nb.warplint\n");
  EXPECT_EQ(run(folder, "merge --files-from list").out,
            run(folder, "merge a.warplint b.warplint").out);
  EXPECT_EQ(run(folder, "merge a.warplint b.warplint").status, 1);
  EXPECT_EQ(run(folder, "merge a.warplint --fail-on error").status, 0);
  // Nothing is analysed again: the sources are needed for excerpts only.
  std::filesystem::remove(folder.path("a.cu"));
  EXPECT_EQ(run(folder, "merge a.warplint").status, 1);
}

TEST_F(Hermetic, AFileInSeveralAnalysesIsAsItsWorst) {
  folder.write("a.cu", "#ifdef WRONG\n#error \"not this way\"\n#endif\n" + kernelInStepsOf("32") +
                           "#ifdef WRONG\n__global__ void lost(float *p) { p[nowhere()] = 1; }\n"
                           "#endif\n");
  run(folder, "lint --hermetic --analyses good.warplint a.cu");
  run(folder, "lint --hermetic --analyses bad.warplint a.cu -- -DWRONG");
  for (const std::string order : {"good.warplint bad.warplint", "bad.warplint good.warplint"}) {
    const Outcome merged = run(folder, "merge --format json " + order);
    const json report = json::parse(merged.out);
    ASSERT_THAT(report["files"], SizeIs(1));
    EXPECT_EQ(report["files"][0]["status"], "partial") << order;
    EXPECT_THAT(findingsOf(merged.out), SizeIs(1));
    EXPECT_EQ(run(folder, "merge --strict " + order).status, 3);
  }
}

TEST_F(Hermetic, AnalysesAreReportedByTheirConfiguration) {
  folder.write("a.cu", kernelInStepsOf("32"));
  folder.write("strict.yaml", "severity:\n  memory-strided-access: error\n");
  folder.write("quiet.yaml", "ignore: [memory]\n");
  folder.write(".warplint.yaml", "ignore: [memory]\n");
  run(folder, "lint --hermetic --analyses plain.warplint a.cu");
  run(folder, "lint --hermetic --config strict.yaml --analyses strict.warplint a.cu");
  EXPECT_EQ(run(folder, "merge plain.warplint").status, 1) << "the file above was not named";
  EXPECT_THAT(run(folder, "merge strict.warplint").out, HasSubstr("error: "));
  EXPECT_EQ(run(folder, "merge strict.warplint --config quiet.yaml").status, 0);
  const Outcome mixed = run(folder, "merge strict.warplint plain.warplint");
  EXPECT_EQ(mixed.status, 2);
  EXPECT_THAT(mixed.err, HasSubstr("another configuration than strict.warplint"));
  EXPECT_EQ(run(folder, "merge strict.warplint plain.warplint --config quiet.yaml").status, 0);
}

TEST_F(Hermetic, SaysWhatIsWrongWithAnalyses) {
  folder.write("a.cu", kernelInStepsOf("32"));
  run(folder, "lint --hermetic --analyses a.warplint a.cu");
  const std::string good = folder.read("a.warplint");
  ASSERT_THAT(good, HasSubstr("\"files\":[{"));
  folder.write("cut.warplint", good.substr(0, good.size() / 2));
  folder.write("old.warplint", "{\"analyses_of_warplint\":\"0.0.1\",\"version\":1}");
  folder.write("other.json", "{}");
  std::string wrong = good;
  folder.write("wrong.warplint", wrong.replace(wrong.find("analysed"), 8, "eaten up"));
  const std::pair<const char *, const char *> cases[] = {
      {"a.warplint cut.warplint", "cut.warplint: is not what `warplint lint --analyses` writes"},
      {"old.warplint", "old.warplint: was written by warplint 0.0.1"},
      {"wrong.warplint", "wrong.warplint: not an analysis of warplint"},
      {"a.warplint other.json", "only files of one kind can be joined"},
      {"other.json --config a.yaml", "--config is for what `warplint lint --analyses` writes"},
  };
  for (const auto &[arguments, message] : cases) {
    const Outcome outcome = run(folder, std::string("merge ") + arguments);
    EXPECT_EQ(outcome.status, 2) << arguments;
    EXPECT_THAT(outcome.err, HasSubstr(message)) << arguments;
  }
  const Outcome nothing = run(folder, "merge");
  EXPECT_EQ(nothing.status, 2);
  EXPECT_THAT(nothing.err, HasSubstr("no PART is given"));
  const Outcome unwritable = run(folder, "lint --hermetic --analyses no/such/folder a.cu");
  EXPECT_EQ(unwritable.status, 2);
  EXPECT_THAT(unwritable.err, HasSubstr("no/such/folder: cannot be written"));
}

} // namespace
} // namespace warplint::cli
