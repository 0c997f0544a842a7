//===- MutantsTest.cpp - pipelines with one line left out -----------------===//
//
// The .cu files beside this one are pipelines that are right. A line that ends in
//
//     // mutant: RULE @place; RULE @place
//
// is left out in one mutant of the file, which must be reported by exactly these rules at the
// lines that end in `// at: place`. Where leaving out a line is harmless, a comment says why.
// warplint is run once, on all of them.
//
//===----------------------------------------------------------------------===//

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include <unistd.h>

namespace warplint::tests {
namespace {

namespace fs = std::filesystem;

constexpr const char *errors =
    "async-missing-wait,async-missing-barrier,async-buffer-reuse,async-unbalanced-pipeline,"
    "async-uninitialized-barrier";
constexpr std::size_t fewestMutants = 60;

/// "async-missing-wait:12"
using Places = std::set<std::string>;

struct Mutant {
  std::string name; ///< of its file
  std::string line; ///< what was left out; empty: nothing
  std::string text;
  Places expected;
};

std::vector<std::string> linesOf(const fs::path &path) {
  std::ifstream stream(path);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);)
    lines.push_back(line);
  return lines;
}

std::string joined(const std::vector<std::string> &lines) {
  std::string text;
  for (const std::string &line : lines)
    text += line + "\n";
  return text;
}

std::vector<Mutant> mutantsOf(const fs::path &path) {
  static const std::regex place("// at: (\\w+)");
  static const std::regex mark("// mutant: (.*)$");
  static const std::regex pair("([a-z-]+) @(\\w+)");
  const std::vector<std::string> lines = linesOf(path);
  std::map<std::string, std::size_t> places;
  for (std::size_t i = 0; i < lines.size(); ++i)
    if (std::smatch match; std::regex_search(lines[i], match, place))
      places[match[1]] = i + 1;
  std::vector<Mutant> mutants{{path.filename().string(), "", joined(lines), {}}};
  for (std::size_t i = 0; i < lines.size(); ++i) {
    std::smatch match;
    if (!std::regex_search(lines[i], match, mark))
      continue;
    Mutant mutant;
    mutant.name = path.stem().string() + "_" + std::to_string(i + 1) + ".cu";
    mutant.line = lines[i];
    const std::string marks = match[1];
    for (std::sregex_iterator it(marks.begin(), marks.end(), pair), end; it != end; ++it) {
      EXPECT_TRUE(places.count((*it)[2])) << path << ":" << i + 1 << ": no line is at " << (*it)[2];
      mutant.expected.insert((*it)[1].str() + ":" + std::to_string(places[(*it)[2]]));
    }
    EXPECT_FALSE(mutant.expected.empty()) << path << ":" << i + 1;
    std::vector<std::string> without = lines;
    without[i] = "//" + without[i];
    mutant.text = joined(without);
    mutants.push_back(std::move(mutant));
  }
  return mutants;
}

std::vector<Mutant> allMutants() {
  std::vector<Mutant> mutants;
  std::set<fs::path> sources;
  for (const auto &entry : fs::directory_iterator(WARPLINT_MUTANTS))
    if (entry.path().extension() == ".cu")
      sources.insert(entry.path());
  for (const fs::path &source : sources)
    for (Mutant &mutant : mutantsOf(source))
      mutants.push_back(std::move(mutant));
  return mutants;
}

TEST(Mutants, AreReportedAtTheirLines) {
  const std::vector<Mutant> mutants = allMutants();
  const auto changed = static_cast<std::size_t>(
      std::ranges::count_if(mutants, [](const Mutant &m) { return !m.line.empty(); }));
  EXPECT_GE(changed, fewestMutants);

  const fs::path folder =
      fs::temp_directory_path() / ("warplint-mutants-" + std::to_string(::getpid()));
  fs::create_directories(folder / "in");
  for (const Mutant &mutant : mutants)
    std::ofstream(folder / "in" / mutant.name) << mutant.text;
  const fs::path report = folder / "report.json";
  const std::string command = "cd '" + (folder / "in").string() +
                              "' && '" WARPLINT_PROGRAM
                              "' lint --cuda-path none --no-cache --fail-on never --select " +
                              errors + " --format json . > '" + report.string() + "'";
  ASSERT_EQ(std::system(command.c_str()), 0) << command;
  const auto result = nlohmann::json::parse(std::ifstream(report));
  fs::remove_all(folder);

  std::map<std::string, Places> found;
  for (const auto &finding : result.at("findings"))
    found[finding.at("file")].insert(finding.at("rule").get<std::string>() + ":" +
                                     std::to_string(finding.at("line").get<int>()));
  for (const auto &file : result.at("files"))
    EXPECT_EQ(file.at("status"), "analysed") << file;
  EXPECT_EQ(result.at("files").size(), mutants.size());
  for (const Mutant &mutant : mutants)
    EXPECT_EQ(found[mutant.name], mutant.expected)
        << mutant.name << ": without `" << mutant.line << "`";
}

} // namespace
} // namespace warplint::tests
