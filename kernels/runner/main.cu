//===- main.cu - runs reference kernels -----------------------------------===//
//
//   warplint-kernels [--repeat N] [RULE[/bad|/good]…]
//
// Without names it lists what there is. For each kernel that is run it prints a
// line of JSON. `warplint kernels run` puts predictions and counts beside them.
//
//===----------------------------------------------------------------------===//

#include "Reference.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace reference {
namespace {

struct Kernel {
  std::string rule;
  std::string variant;
  Body body;
};

/// Filled before main() begins.
std::vector<Kernel> &kernels() {
  static std::vector<Kernel> all;
  return all;
}

constexpr double tolerance = 1e-3; ///< relative; divisions on the GPU and the CPU differ by less

bool isNamed(const Kernel &kernel, const std::vector<std::string> &names) {
  return std::any_of(names.begin(), names.end(), [&](const std::string &name) {
    return name == kernel.rule || name == kernel.rule + "/" + kernel.variant;
  });
}

void runAndPrint(const Kernel &kernel, unsigned repeats) {
  Run run(repeats);
  kernel.body(run);
  const double error = std::isfinite(run.worstError()) ? run.worstError() : 1e30;
  std::printf("{\"rule\":\"%s\",\"variant\":\"%s\",\"right\":%s,\"worst_error\":%g,"
              "\"milliseconds\":%g}\n",
              kernel.rule.c_str(), kernel.variant.c_str(), run.isRight() ? "true" : "false", error,
              run.medianMilliseconds());
  std::fflush(stdout);
}

} // namespace

Registration::Registration(const char *rule, const char *variant, Body body) {
  kernels().push_back({rule, variant, body});
}

void check(cudaError_t result, const char *what) {
  if (result == cudaSuccess)
    return;
  std::fprintf(stderr, "warplint-kernels: %s: %s\n", what, cudaGetErrorString(result));
  std::exit(3);
}

std::vector<float> values(std::size_t count) {
  std::vector<float> result(count);
  unsigned state = 12345; // the generator `ranqd1` of "Numerical Recipes"
  for (float &value : result) {
    state = state * 1664525u + 1013904223u;
    value = 0.5f + static_cast<float>(state >> 8) * (1.0f / 16777216.0f);
  }
  return result;
}

void Run::compare(const std::vector<float> &result, const std::vector<float> &expected) {
  right_ = result.size() == expected.size();
  for (std::size_t i = 0; i < result.size() && i < expected.size(); ++i) {
    const double scale = std::max(std::abs(static_cast<double>(expected[i])), 1e-3);
    const double error = std::abs(static_cast<double>(result[i]) - expected[i]) / scale;
    right_ = right_ && error <= tolerance;                    // false for NaN
    worstError_ = error <= worstError_ ? worstError_ : error; // NaN stays
  }
}

void Run::begin() {
  if (!begin_) {
    check(cudaEventCreate(&begin_), "cudaEventCreate");
    check(cudaEventCreate(&end_), "cudaEventCreate");
  }
  check(cudaEventRecord(begin_), "cudaEventRecord");
}

void Run::end(bool counts) {
  check(cudaEventRecord(end_), "cudaEventRecord");
  check(cudaEventSynchronize(end_), "kernel");
  float milliseconds = 0;
  check(cudaEventElapsedTime(&milliseconds, begin_, end_), "cudaEventElapsedTime");
  if (counts)
    milliseconds_.push_back(milliseconds);
}

double Run::medianMilliseconds() const {
  if (milliseconds_.empty())
    return 0;
  std::vector<double> sorted = milliseconds_;
  std::sort(sorted.begin(), sorted.end());
  return sorted[sorted.size() / 2];
}

} // namespace reference

int main(int argc, char **argv) {
  using namespace reference;
  std::vector<Kernel> all = kernels();
  std::sort(all.begin(), all.end(), [](const Kernel &a, const Kernel &b) {
    return a.rule != b.rule ? a.rule < b.rule : a.variant < b.variant;
  });
  unsigned repeats = 0;
  std::vector<std::string> names;
  for (int i = 1; i < argc; ++i) {
    if (std::string(argv[i]) == "--repeat" && i + 1 < argc)
      repeats = static_cast<unsigned>(std::atoi(argv[++i]));
    else
      names.push_back(argv[i]);
  }
  for (const Kernel &kernel : all) {
    if (names.empty())
      std::printf("%s/%s\n", kernel.rule.c_str(), kernel.variant.c_str());
    else if (isNamed(kernel, names))
      runAndPrint(kernel, repeats);
  }
  return 0;
}
