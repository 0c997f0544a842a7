//===- ReplayTest.cpp - every seed and every past crash, once more --------===//

#include "tests/fuzz/Fuzz.h"

#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <set>
#include <sstream>

namespace warplint::fuzz {
namespace {

namespace fs = std::filesystem;

struct Target {
  std::string name;
  void (*run)(std::string_view input);
};

std::vector<Target> targets() {
  return {
#define WARPLINT_FUZZ_TARGET(name) {#name, name},
#include "tests/fuzz/Targets.inc"
#undef WARPLINT_FUZZ_TARGET
  };
}

const fs::path folder = fs::path(WARPLINT_SOURCE_DIR) / "tests" / "fuzz";

std::set<fs::path> filesIn(const fs::path &of) {
  std::set<fs::path> files;
  std::error_code error;
  for (const fs::directory_entry &entry : fs::directory_iterator(of, error))
    files.insert(entry.path());
  return files;
}

std::string contents(const fs::path &file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

class Replay : public testing::TestWithParam<Target> {};

TEST_P(Replay, EndsWellOnAllOfThem) {
  const auto &[name, run] = GetParam();
  const std::set<fs::path> seeds = filesIn(folder / "corpus" / name);
  EXPECT_THAT(seeds, testing::Not(testing::IsEmpty())) << "a target needs seeds to start from";
  for (const std::set<fs::path> &files : {seeds, filesIn(folder / "crashes" / name)})
    for (const fs::path &file : files) {
      // What crashes takes the test with it: the last name is the one.
      std::cerr << fs::relative(file, folder).string() << '\n';
      const std::string input = contents(file);
      run(input);
      for (std::size_t length = 0; length < input.size(); length += 1 + input.size() / 32)
        run(std::string_view(input).substr(0, length)); // as files are whose writer was killed
    }
}

INSTANTIATE_TEST_SUITE_P(Inputs, Replay, testing::ValuesIn(targets()),
                         [](const auto &target) { return target.param.name; });

TEST(Corpora, BelongToTargets) {
  std::vector<std::string> names;
  for (const Target &target : targets())
    names.push_back(target.name);
  for (const char *kind : {"corpus", "crashes"})
    for (const fs::path &of : filesIn(folder / kind))
      EXPECT_THAT(names, testing::Contains(of.filename().string()));
}

} // namespace
} // namespace warplint::fuzz
