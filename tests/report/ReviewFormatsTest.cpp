//===- ReviewFormatsTest.cpp - GitHub, GitLab, JUnit, reviewdog -----------===//

#include "tests/report/SampleReport.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>
#include <pugixml.hpp>
#include <set>

namespace warplint::report {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

TEST(Formats, AreKnownByName) {
  for (std::string_view format : {"text", "json", "sarif", "github", "gitlab", "junit", "rdjson"})
    EXPECT_NE(writerFor(format), nullptr) << format;
  EXPECT_EQ(formats().size(), 9U);
  EXPECT_EQ(writerFor("yaml"), nullptr);
  EXPECT_EQ(writerFor(""), nullptr);
}

TEST(Github, WholeReport) {
  EXPECT_EQ(
      written("github"),
      "::error file=src/a.cu,line=4,endLine=4,col=5,endColumn=19,title=sync-divergent-barrier::"
      "`__syncthreads()` is reached by 128 of 256 threads%0A"
      "confidence: likely: block shape (256, 1) is assumed; `n` is larger than 1024%0A"
      "move the barrier out of the condition\n"
      "::warning file=src/a.cu,line=7,endLine=7,col=12,endColumn=28,title=shared-bank-conflict::"
      "load of `tile[threadIdx.x][y]` takes 32 wavefronts where 1 would do%0A"
      "pad the row by one element\n"
      "::notice file=src/b%2C1%25.cu,line=2,endLine=2,col=11,endColumn=16,"
      "title=memory-gather-access::"
      "100%25 of \"x\" <&> is read,%0Athrough: `p\xEF\xBF\xBD\x01`%0Aconfidence: possible\n"
      "::notice file=src/c.cu,title=warplint::analysed only in part%0A"
      "3:1: kernel `k` was not seen whole\n"
      "::warning file=src/d.cu,title=warplint::not analysed%0Ano such file\n");
}

TEST(Github, ACommandIsOneLineWhateverTheTextSays) {
  Report report;
  Finding finding = sampleReport().findings[0];
  finding.message = "x\r\n::error::forged";
  finding.span = {"a\n::error::b:c.cu", 1, 2, 3, 4};
  report.findings = {finding};
  const std::string text = written("github", report);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1);
  EXPECT_THAT(text, HasSubstr("file=a%0A%3A%3Aerror%3A%3Ab%3Ac.cu,line=1,endLine=3,title="));
  EXPECT_THAT(text, HasSubstr("::x%0D%0A::error::forged"));
  EXPECT_THAT(text, Not(HasSubstr("col="))) << "columns are for one line only";
}

TEST(Gitlab, EntriesHaveWhatGitlabAsksFor) {
  const json entries = json::parse(written("gitlab"));
  ASSERT_EQ(entries.size(), 5u) << "three findings and two files; none that is suppressed";
  std::set<std::string> fingerprints;
  for (const json &entry : entries) {
    EXPECT_TRUE(fingerprints.insert(entry.at("fingerprint").get<std::string>()).second);
    EXPECT_TRUE(entry.at("description").is_string());
    EXPECT_TRUE(entry.at("check_name").is_string());
    EXPECT_GE(entry.at("location").at("lines").at("begin").get<int>(), 1);
  }
  EXPECT_EQ(entries[0]["severity"], "critical");
  EXPECT_EQ(entries[0]["description"],
            "`__syncthreads()` is reached by 128 of 256 threads (likely: block shape (256, 1) is "
            "assumed; `n` is larger than 1024)");
  EXPECT_EQ(entries[1]["severity"], "major");
  EXPECT_EQ(entries[2]["severity"], "info");
  EXPECT_EQ(entries[1]["location"],
            json::parse(R"({"path": "src/a.cu", "lines": {"begin": 7, "end": 7}})"));
  EXPECT_EQ(entries[4]["check_name"], "file-failed");
}

TEST(Gitlab, EqualFingerprintsAreToldApart) {
  Report report;
  report.findings = {sampleReport().findings[0], sampleReport().findings[0]};
  const json entries = json::parse(written("gitlab", report));
  EXPECT_EQ(entries[0]["fingerprint"], "aaaa");
  EXPECT_EQ(entries[1]["fingerprint"], "aaaa-2");
}

TEST(Junit, CountsAndCases) {
  pugi::xml_document document;
  ASSERT_TRUE(document.load_string(written("junit").c_str()));
  const pugi::xml_node root = document.child("testsuites");
  EXPECT_EQ(root.attribute("tests").as_uint(), 6u);
  EXPECT_EQ(root.attribute("failures").as_uint(), 2u);
  EXPECT_EQ(root.attribute("errors").as_uint(), 1u);
  EXPECT_EQ(root.attribute("skipped").as_uint(), 1u);
  EXPECT_EQ(document.select_nodes("//failure").size(), 2u);
  EXPECT_EQ(document.select_nodes("//skipped").size(), 1u);
  EXPECT_EQ(document.select_nodes("//error").size(), 1u);
  const pugi::xml_node a = root.find_child_by_attribute("name", "src/a.cu");
  EXPECT_EQ(a.attribute("tests").as_uint(), 3u);
  EXPECT_STREQ(a.child("testcase").attribute("name").value(), "sync-divergent-barrier at 4:5");
  EXPECT_STREQ(a.child("testcase").child("failure").attribute("type").value(), "error");
  EXPECT_STREQ(document.select_node("//error").node().text().get(), "no such file");
}

TEST(Junit, TextIsEscapedAndFreeOfControlCharacters) {
  const std::string text = written("junit");
  pugi::xml_document document;
  ASSERT_TRUE(document.load_string(text.c_str()));
  const pugi::xml_node b =
      document.child("testsuites").find_child_by_attribute("name", "src/b,1%.cu");
  EXPECT_STREQ(b.child("testcase").child("system-out").text().get(),
               "src/b,1%.cu:2:15: note: 100% of \"x\" <&> is read,\n"
               "through: `p<FF><U+0001>` [memory-gather-access]\n"
               "confidence: possible");
  for (char c : text)
    EXPECT_TRUE(c == '\n' || static_cast<unsigned char>(c) >= 0x20);
  EXPECT_THAT(text, Not(HasSubstr("&#"))) << "XML 1.0 forbids references to control characters";
}

TEST(Junit, AFileWithoutFindingsPasses) {
  Report report;
  report.files = {{"a.cu", FileStatus::Analysed, 1, {}}};
  pugi::xml_document document;
  ASSERT_TRUE(document.load_string(written("junit", report).c_str()));
  const pugi::xml_node root = document.child("testsuites");
  EXPECT_EQ(root.attribute("tests").as_uint(), 1u);
  EXPECT_EQ(root.attribute("failures").as_uint(), 0u);
  EXPECT_FALSE(root.child("testsuite").child("testcase").first_child());
}

TEST(Rdjson, Diagnostics) {
  const json report = json::parse(written("rdjson"));
  EXPECT_EQ(report["source"]["name"], "warplint");
  const json &diagnostics = report["diagnostics"];
  ASSERT_EQ(diagnostics.size(), 5u);
  EXPECT_EQ(diagnostics[1], json::parse(R"({
      "message": "load of `tile[threadIdx.x][y]` takes 32 wavefronts where 1 would do\npad the row by one element",
      "location": {"path": "src/a.cu", "range": {"start": {"line": 7, "column": 12},
                                                 "end": {"line": 7, "column": 29}}},
      "severity": "WARNING",
      "code": {"value": "shared-bank-conflict"},
      "suggestions": [{"range": {"start": {"line": 6, "column": 29},
                                 "end": {"line": 6, "column": 31}}, "text": "33"}]})"));
  EXPECT_EQ(diagnostics[0]["related_locations"].size(), 1u) << "notes that have a place";
  EXPECT_EQ(diagnostics[2]["severity"], "INFO");
  EXPECT_EQ(diagnostics[4]["code"]["value"], "file-failed");
}

TEST(Rdjson, FixesOfSeveralEditsAreNotOfferedPieceByPiece) {
  Report report;
  report.findings = {sampleReport().findings[1]};
  report.findings[0].fixes[0].edits.push_back({{"src/a.cu", 7, 1, 7, 1}, "x"});
  EXPECT_FALSE(json::parse(written("rdjson", report))["diagnostics"][0].contains("suggestions"));
}

} // namespace
} // namespace warplint::report
