//===- EvidenceFileTest.cpp -----------------------------------------------===//

#include "runtime-check/collector/EvidenceFile.h"

#include "runtime-check/Measurement.h"
#include "runtime-check/Process.h"
#include "runtime-check/collector/Settings.h"

#include <cstdlib>
#include <fstream>
#include <gmock/gmock.h>

namespace warplint::runtime {
namespace {

using testing::ElementsAre;

const std::string head = R"("version":1,"source":"measured","device":null)";
const std::string site = R"({"kind":"global_access","kernel":"k","op":"load","file":"a.cu",)"
                         R"("line":3,"offset":16,"evidence":{"requests":1}})";

class EvidenceFileTest : public testing::Test {
protected:
  Measurement read() {
    const Expected<Measurement> measurement = readMeasurement(path);
    EXPECT_TRUE(measurement) << measurement.error().str();
    return measurement.value_or(Measurement{});
  }

  TemporaryFolder folder;
  std::string path = folder.path() + "/evidence.json";
};

TEST_F(EvidenceFileTest, IsWholeAfterEveryStep) {
  EvidenceFile file(path, head);
  EXPECT_TRUE(read().sites.empty());
  file.append({site});
  EXPECT_EQ(read().sites.size(), 1U);
  file.note("first");
  EXPECT_THAT(read().notes, ElementsAre("first"));
  file.append({site, site});
  file.append({site});
  file.note("a \"second\" one,\nwith \\ and \x01");
  file.note("first");
  const Measurement all = read();
  EXPECT_EQ(all.sites.size(), 4U);
  EXPECT_THAT(all.notes, ElementsAre("first", "a \"second\" one,\nwith \\ and \x01"));
}

TEST_F(EvidenceFileTest, HeadChangesWhileThereAreNoSites) {
  EvidenceFile file(path, head + R"(,"a":"a very long head that is to be replaced by another")");
  file.note("kept");
  file.setHead(R"("version":1,"source":"measured","device":{"name":"H200"})");
  EXPECT_EQ(read().device->name, "H200");
  EXPECT_THAT(read().notes, ElementsAre("kept"));
  file.append({site});
  file.setHead(head);
  EXPECT_EQ(read().device->name, "H200") << "too late";
}

TEST_F(EvidenceFileTest, FolderThatIsNotThereDoesNoHarm) {
  EvidenceFile file(folder.path() + "/no/such/folder.json", head);
  EXPECT_FALSE(file.isOpen());
  file.append({site});
  file.note("nowhere");
}

TEST_F(EvidenceFileTest, SettingsComeFromTheEnvironment) {
  const std::string list = folder.path() + "/kernels";
  std::ofstream(list) << "a::k\nb\n";
  ::setenv("WARPLINT_EVIDENCE_DIR", folder.path().c_str(), 1);
  ::setenv("WARPLINT_KERNELS", ("@" + list).c_str(), 1);
  ::setenv("WARPLINT_METRICS", "smsp__sass_sectors_mem_global,nonsense", 1);
  ::setenv("WARPLINT_LAUNCHES", "7", 1);
  const Settings settings = settingsFromEnvironment();
  EXPECT_EQ(settings.folder, folder.path());
  EXPECT_TRUE(settings.wants("a::k"));
  EXPECT_FALSE(settings.wants("c"));
  EXPECT_EQ(settings.launches, 7U);
  EXPECT_THAT(settings.metrics, testing::Contains(Metric::SectorsGlobalIdeal));
  EXPECT_THAT(settings.metrics, testing::Not(testing::Contains(Metric::WavefrontsShared)));
  EXPECT_FALSE(settings.takesFigures);
  EXPECT_EQ(settings.figures.size(), figures().size());
  ::setenv("WARPLINT_KERNELS", "@/no/such/file", 1);
  EXPECT_TRUE(settingsFromEnvironment().wants("anything"));
  EXPECT_FALSE(settingsFromEnvironment().problems.empty());
  for (const char *name :
       {"WARPLINT_EVIDENCE_DIR", "WARPLINT_KERNELS", "WARPLINT_METRICS", "WARPLINT_LAUNCHES"})
    ::unsetenv(name);
}

TEST_F(EvidenceFileTest, FiguresAreAskedForByName) {
  ::setenv("WARPLINT_FIGURES", "1", 1);
  ::setenv("WARPLINT_METRICS", "gpu__time_duration.sum,smsp__sass_sectors_mem_global", 1);
  const Settings settings = settingsFromEnvironment();
  EXPECT_TRUE(settings.takesFigures);
  ASSERT_EQ(settings.figures.size(), 1U);
  EXPECT_EQ(settings.figures[0]->evidence, "duration_us");
  ::unsetenv("WARPLINT_FIGURES");
  ::unsetenv("WARPLINT_METRICS");
}

} // namespace
} // namespace warplint::runtime
