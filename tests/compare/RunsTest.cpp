//===- RunsTest.cpp - evidence files as compare reads them ----------------===//

#include "tests/cli/TemporaryFolder.h"
#include "tests/compare/Evidence.h"

#include <gmock/gmock.h>

namespace warplint::compare {
namespace {

using testing::HasSubstr;
using testing::SizeIs;

TEST(Runs, ReadsMeasuredEvidence) {
  const EvidenceRun run = readRecorded("shared-bank-conflict");
  EXPECT_TRUE(run.measured);
  EXPECT_EQ(run.device, "NVIDIA H200");
  ASSERT_FALSE(run.sites.empty());
  EXPECT_EQ(run.sites[0].kind, SiteKind::GlobalAccess);
  EXPECT_EQ(run.sites[0].line, 13U);
  EXPECT_EQ(numberAt(run.sites[0].evidence, "sectors"), 2097152);
}

TEST(Runs, OfAFolderAreItsFilesOnce) {
  const cli::TemporaryFolder folder;
  const std::string text = R"({"version": 1, "source": "predicted", "sites": []})";
  folder.write("runs/2.json", text);
  folder.write("runs/1.json", text);
  folder.write("runs/readme.txt", "not evidence");
  const auto runs = readRuns({folder.path("runs"), folder.path("runs/1.json")});
  ASSERT_TRUE(runs);
  ASSERT_THAT(*runs, SizeIs(2));
  EXPECT_EQ((*runs)[0].file, folder.path("runs/1.json"));
}

TEST(Runs, SaysWhatIsWrong) {
  const cli::TemporaryFolder folder;
  const auto error = [&](const std::string &text) {
    const auto run = readRun(folder.write("file.json", text));
    return run ? "" : run.error().str();
  };
  EXPECT_THAT(error("{"), HasSubstr("file.json: not JSON"));
  EXPECT_THAT(error("[]"), HasSubstr("not an evidence file"));
  EXPECT_THAT(error(R"({"version": 2, "sites": []})"), HasSubstr("version 1"));
  EXPECT_THAT(error(R"({"version": "1", "sites": []})"), HasSubstr("not an evidence file"));
  EXPECT_THAT(error(R"({"version": 1, "sites": [{"kind": "nonsense"}]})"), HasSubstr("nonsense"));
  EXPECT_THAT(error(R"({"version": 1, "sites": [{"kind": "kernel", "file": 3}]})"),
              HasSubstr("not an evidence file"));
  EXPECT_THAT(readRun(folder.path("absent.json")).error().str(), HasSubstr("cannot be read"));
  folder.write("empty/.keep", "");
  EXPECT_THAT(readRuns({folder.path("empty")}).error().str(), HasSubstr("no evidence"));

  folder.write("mixed/1.json", R"({"version": 1, "source": "predicted", "sites": []})");
  folder.write("mixed/2.json", R"({"version": 1, "source": "measured", "sites": []})");
  EXPECT_THAT(readRuns({folder.path("mixed")}).error().str(), HasSubstr("of one kind"));
}

} // namespace
} // namespace warplint::compare
