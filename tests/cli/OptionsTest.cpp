//===- OptionsTest.cpp - values of options, and where reports go ----------===//

#include "lint/cli/AnalysisOptions.h"
#include "lint/cli/Outputs.h"
#include "lint/cli/SourceLines.h"
#include "tests/cli/TemporaryFolder.h"

#include <gmock/gmock.h>

namespace warplint::cli {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

using Block = std::array<unsigned, 3>;

TEST(ParseBlock, OneToThreeNumbers) {
  EXPECT_EQ(parseBlock("256").value(), (Block{256, 1, 1}));
  EXPECT_EQ(parseBlock("32,8").value(), (Block{32, 8, 1}));
  EXPECT_EQ(parseBlock("4,4,64").value(), (Block{4, 4, 64}));
  EXPECT_EQ(parseBlock("1024").value(), (Block{1024, 1, 1}));
}

TEST(ParseBlock, WhatNoGpuRunsIsAnError) {
  for (const char *text : {"", "0", "x", "-1", "32,", ",32", "32,0", "32x8", "1,1,1,1", "32 ,8",
                           "1025", "64,32", "1,1,65", "99999999999", "1e2"})
    EXPECT_FALSE(parseBlock(text)) << text;
}

std::vector<std::string> planned(const std::vector<std::string> &formats,
                                 const std::vector<std::string> &outputs) {
  std::vector<std::string> result;
  const auto plan = planOutputs(formats, outputs);
  if (!plan)
    return {"error: " + plan.error().str()};
  for (const Output &output : *plan)
    result.push_back(output.format + (output.file.empty() ? "" : " in " + output.file));
  return result;
}

TEST(PlanOutputs, TheStandardOutputGetsWhatHasNoFile) {
  EXPECT_THAT(planned({}, {}), ElementsAre("text"));
  EXPECT_THAT(planned({"json"}, {}), ElementsAre("json"));
  EXPECT_THAT(planned({"json"}, {"json=o"}), ElementsAre("json in o"));
  EXPECT_THAT(planned({}, {"json=o"}), ElementsAre("text", "json in o"));
  EXPECT_THAT(planned({"json", "sarif"}, {"sarif=o"}), ElementsAre("json", "sarif in o"));
  EXPECT_THAT(planned({}, {"json=-"}), ElementsAre("json"));
  EXPECT_THAT(planned({"json", "json"}, {}), ElementsAre("json"));
  EXPECT_THAT(planned({"text", "github"}, {}), ElementsAre("text", "github"));
}

TEST(PlanOutputs, Errors) {
  EXPECT_THAT(planned({"jsn"}, {}), ElementsAre(HasSubstr("unknown format `jsn`; did you mean")));
  EXPECT_THAT(planned({""}, {}), ElementsAre(HasSubstr("unknown format")));
  EXPECT_THAT(planned({}, {"xml=o"}), ElementsAre(HasSubstr("unknown format `xml`")));
  EXPECT_THAT(planned({}, {"json"}), ElementsAre(HasSubstr("FORMAT=FILE")));
  EXPECT_THAT(planned({}, {"json="}), ElementsAre(HasSubstr("FORMAT=FILE")));
  EXPECT_THAT(planned({"json", "sarif"}, {}), ElementsAre(HasSubstr("cannot share")));
  EXPECT_THAT(planned({}, {"json=/no/such/folder/o"}), ElementsAre(HasSubstr("no folder")));
  EXPECT_THAT(planned({}, {"json=/"}), ElementsAre(HasSubstr("this is a folder")));
}

TEST(SourceLines, LinesWithoutTheirEnds) {
  TemporaryFolder folder;
  const std::string file = folder.write("a", "one\r\n\ntwo");
  SourceLines lines;
  EXPECT_EQ(lines(file, 1), "one");
  EXPECT_EQ(lines(file, 2), "");
  EXPECT_EQ(lines(file, 3), "two");
  EXPECT_EQ(lines(file, 4), "");
  EXPECT_EQ(lines(file, 0), "");
  EXPECT_EQ(lines(folder.path("none"), 1), "");
}

TEST(Incompleteness, CountsAndNames) {
  std::vector<FileAnalysis> files(3);
  EXPECT_THAT(incompleteness(files), IsEmpty());
  files[0].file = "a.cu";
  files[0].status = FileStatus::Failed;
  files[0].notes = {"the file is not text", "more"};
  EXPECT_THAT(incompleteness(files), ElementsAre("of 3 files, 1 could not be analysed",
                                                 "a.cu: failed: the file is not text"));
  files[1].file = "b.cu";
  files[1].status = FileStatus::Partial;
  EXPECT_THAT(incompleteness(files),
              ElementsAre("of 3 files, 1 could not be analysed, 1 only in part",
                          "a.cu: failed: the file is not text", "b.cu: partial"));
  files[0].status = FileStatus::Analysed;
  EXPECT_THAT(incompleteness(files), ElementsAre("of 3 files, 1 only in part", "b.cu: partial"));
  files[1].notes = {"b.cu:7: expected expression"};
  EXPECT_EQ(incompleteness(files).back(), "b.cu:7: expected expression (partial)");
}

TEST(Incompleteness, NamesAScreenfulAtMost) {
  std::vector<FileAnalysis> files(30);
  for (FileAnalysis &file : files)
    file.status = FileStatus::Failed;
  EXPECT_THAT(incompleteness(files), SizeIs(22));
  EXPECT_EQ(incompleteness(files).back(), "and 10 more");
}

} // namespace
} // namespace warplint::cli
