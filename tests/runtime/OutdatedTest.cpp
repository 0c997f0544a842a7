//===- OutdatedTest.cpp ---------------------------------------------------===//

#include "runtime-check/Outdated.h"

#include "runtime-check/Process.h"
#include "tests/runtime/Samples.h"

#include <chrono>
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>

namespace warplint::runtime {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;

class Outdated : public testing::Test {
protected:
  std::string write(const std::string &name, const std::string &text, int minutesAgo = 0) {
    const std::string path = folder.path() + "/" + name;
    std::ofstream(path, std::ios::binary) << text;
    fs::last_write_time(path, fs::file_time_type::clock::now() - std::chrono::minutes(minutesAgo));
    return path;
  }

  /// Loads of `k` in a.cu on these lines.
  Measurement measurement(const std::vector<unsigned> &lines) {
    std::vector<MeasuredSite> sites;
    for (unsigned line : lines)
      sites.push_back(load(line, 16, 10, 40, 40));
    for (MeasuredSite &site : sites)
      site.site.span.file = folder.path() + "/a.cu";
    return measurementOf(std::move(sites));
  }

  /// On lines 2 to 6; line 4 is empty.
  DeviceFunction kernel(const std::string &name = "k") {
    DeviceFunction function;
    function.name = name;
    function.kernel = true;
    function.span = {folder.path() + "/a.cu", 2, 1, 6, 2};
    function.tokens = {{2, 1}, {3, 1}, {5, 1}, {6, 1}};
    return function;
  }

  TemporaryFolder folder;
};

std::string program(const std::string &symbol) {
  return "\177ELF" + std::string(2'000'000, 'x') + '\0' + symbol + '\0' + ".nv_fatbin" + '\0';
}

TEST_F(Outdated, AProgramThatIsOlderThanItsSource) {
  write("a.cu", "\n\n\n\n\n\n", 10);
  Measurement measured = measurement({3});
  measured.programs = {write("old", program("_Z1kPf"), 20)};
  EXPECT_THAT(outdatedSources(measured, {}),
              ElementsAre(Pair(folder.path() + "/a.cu",
                               HasSubstr("was changed after the program was built"))));
  measured.programs = {write("new", program("_Z1kPf"), 5)};
  EXPECT_THAT(outdatedSources(measured, {}), IsEmpty());
  measured.programs = {write("python", program("_Z5otherPf"), 20)};
  EXPECT_THAT(outdatedSources(measured, {}), IsEmpty()) << "the kernel comes from elsewhere";
  measured.programs = {write("script", "#!/bin/sh\n_Z1kPf .nv_fatbin", 20), "", "/no/such/program"};
  EXPECT_THAT(outdatedSources(measured, {}), IsEmpty());
}

TEST_F(Outdated, KernelsByTheirSymbols) {
  EXPECT_TRUE(holdsKernel(write("a", program("_Z4copyIfEvPT_")), "copy"));
  EXPECT_TRUE(holdsKernel(write("b", program("_ZN2ns4copyEPf")), "ns::copy"));
  EXPECT_TRUE(holdsKernel(write("c", program("copy")), "copy")) << "extern \"C\"";
  EXPECT_FALSE(holdsKernel(write("d", program("_Z5copy2Pf")), "copy"));
  EXPECT_FALSE(holdsKernel(write("e", "\177ELF _Z4copyPf"), "copy")) << "not compiled by nvcc";
  EXPECT_FALSE(holdsKernel(folder.path(), "copy"));
}

TEST_F(Outdated, ASymbolOnTheBorderOfWhatIsReadAtATime) {
  for (int shift = -16; shift <= 0; ++shift) {
    std::string text = program("_Z4copyPf");
    text.insert(4, std::string((1U << 20) + static_cast<unsigned>(shift), 'y') + "_Z7scatterPf");
    EXPECT_TRUE(holdsKernel(write("p", text), "scatter")) << shift;
  }
}

TEST_F(Outdated, InstructionsWhereThereIsNoCode) {
  write("a.cu", "\n\n\n\n\n\n\n\n");
  const auto how = [&](unsigned line, const DeviceFunction &now) {
    const std::vector<DeviceFunction> functions = {now};
    const auto outdated = outdatedSources(measurement({3, line}), functions);
    return outdated.empty() ? std::string() : outdated.begin()->second;
  };
  EXPECT_EQ(how(5, kernel()), "");
  EXPECT_EQ(how(8, kernel()), "") << "a device function may be there";
  EXPECT_THAT(how(9, kernel()), HasSubstr("instructions of `k` are on line 9, and it has only 8"));
  EXPECT_THAT(how(4, kernel()), HasSubstr("on line 4, where it has no code"));
  EXPECT_THAT(how(5, kernel("other")), HasSubstr("where it has no code"));
  EXPECT_EQ(how(0, kernel()), "") << "no line information";
}

} // namespace
} // namespace warplint::runtime
