//===- JsonTest.cpp -------------------------------------------------------===//

#include "lint/evidence/Json.h"

#include <gtest/gtest.h>
#include <limits>

namespace warplint {
namespace {

SourceSpan spanAt(unsigned line) { return {"src/a.cu", line, 3, line, 17}; }

Site tileRead() {
  Site site;
  site.kind = SiteKind::SharedAccess;
  site.span = spanAt(14);
  site.kernel = "transpose";
  site.op = "load";
  site.expr = "tile[threadIdx.x][j]";
  site.confidence = Confidence::Likely;
  site.assumptions = {"block shape (32, 8) is assumed"};
  site.notes = {{spanAt(9), "`tile` is declared here"}};
  site.fixes = {{"pad-row", "pad the rows of `tile`", {{spanAt(9), " + 1"}}}};
  site.evidence = {{"wavefronts", std::int64_t{128}},
                   {"wavefronts_ratio", 32.0},
                   {"wavefronts_per_request", 1.0 / 3.0},
                   {"array", std::string("tile")},
                   {"data_dependent", false}};
  return site;
}

FileAnalysis everything() {
  FileAnalysis analysis;
  analysis.file = "src/a.cu";
  analysis.status = FileStatus::Partial;
  analysis.kernels = 2;
  analysis.notes = {"kernel `k` has an error at line 3"};
  analysis.sites = {tileRead(), Site{}};
  analysis.launches = {{"transpose",
                        spanAt(40),
                        "src/a.cu",
                        {{32, 8, 1}},
                        std::nullopt,
                        true,
                        true,
                        {{2, 1, 1}},
                        {std::nullopt, -7},
                        {0, std::nullopt}},
                       {"other",
                        spanAt(41),
                        "",
                        std::nullopt,
                        {{4, 5, 6}},
                        false,
                        std::nullopt,
                        std::nullopt,
                        {},
                        {}}};
  analysis.kernelsWithAssumedShape = {"other"};
  analysis.includedFiles = {"src/a.h"};
  analysis.suppressions = {{spanAt(13), 13, 14, {"shared-bank-conflict"}, "measured: no cost"}};
  analysis.functions = {{"ns::k", spanAt(3), true, "0123456789abcdef", {{3, 1}, {3, 12}, {4, 3}}}};
  return analysis;
}

TEST(AnalysisJson, IsLossless) {
  const FileAnalysis analysis = everything();
  const std::string text = toJson(analysis).dump();
  const Expected<FileAnalysis> back = fileAnalysisFromJson(nlohmann::json::parse(text));
  ASSERT_TRUE(back) << back.error().str();
  EXPECT_EQ(toJson(*back).dump(), text);

  const Site &site = back->sites.at(0);
  EXPECT_EQ(site.kind, SiteKind::SharedAccess);
  EXPECT_EQ(site.span, spanAt(14));
  EXPECT_EQ(site.confidence, Confidence::Likely);
  EXPECT_EQ(site.notes, tileRead().notes);
  EXPECT_EQ(site.fixes, tileRead().fixes);
  EXPECT_EQ(site.evidence, tileRead().evidence); // types and last bits of numbers included
  EXPECT_EQ(back->status, FileStatus::Partial);
  EXPECT_EQ(back->kernels, 2u);
  EXPECT_EQ(back->launches.at(0).block, (std::array{32u, 8u, 1u}));
  EXPECT_FALSE(back->launches.at(0).grid);
  EXPECT_TRUE(back->launches.at(0).assumed);
  EXPECT_EQ(back->launches.at(0).cooperative, true);
  EXPECT_EQ(back->launches.at(0).cluster, (std::array{2u, 1u, 1u}));
  EXPECT_FALSE(back->launches.at(1).cooperative);
  EXPECT_FALSE(back->launches.at(1).cluster);
  EXPECT_EQ(back->launches.at(1).grid, (std::array{4u, 5u, 6u}));
  EXPECT_EQ(back->kernelsWithAssumedShape, analysis.kernelsWithAssumedShape);
  EXPECT_EQ(back->includedFiles, analysis.includedFiles);
  EXPECT_EQ(back->suppressions.at(0).rules, analysis.suppressions.at(0).rules);
  EXPECT_EQ(back->suppressions.at(0).lastLine, 14u);
  EXPECT_EQ(back->suppressions.at(0).reason, "measured: no cost");
  EXPECT_EQ(back->functions, analysis.functions);
}

TEST(AnalysisJson, KeepsIntegersApartFromNumbers) {
  FileAnalysis analysis;
  Site site;
  site.evidence = {{"a", std::int64_t{4}}, {"b", 4.0}, {"c", std::int64_t{-1}}};
  analysis.sites = {site};
  const auto back = fileAnalysisFromJson(nlohmann::json::parse(toJson(analysis).dump()));
  ASSERT_TRUE(back) << back.error().str();
  EXPECT_EQ(back->sites.at(0).evidence, site.evidence);
}

TEST(AnalysisJson, ReplacesInvalidUtf8) {
  FileAnalysis analysis;
  Site site;
  site.expr = "a /* gr\xF6\xDF"
              "er */ [i]"; // Latin-1
  site.kernel = "größer";  // valid: stays
  analysis.sites = {site};
  std::string text;
  ASSERT_NO_THROW(text = toJson(analysis).dump());
  const auto back = fileAnalysisFromJson(nlohmann::json::parse(text));
  ASSERT_TRUE(back) << back.error().str();
  EXPECT_EQ(back->sites.at(0).expr, "a /* gr\uFFFD\uFFFD"
                                    "er */ [i]");
  EXPECT_EQ(back->sites.at(0).kernel, "größer");
  EXPECT_NO_THROW(evidenceFile({site}).dump());
}

TEST(AnalysisJson, RefusesWhatIsNoAnalysis) {
  const std::string good = toJson(everything()).dump();
  const auto broken = [&](const std::string &from, const std::string &to) {
    std::string text = good;
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    text.replace(at, from.size(), to);
    return fileAnalysisFromJson(nlohmann::json::parse(text));
  };
  EXPECT_FALSE(broken("\"shared_access\"", "\"somewhere\""));
  EXPECT_FALSE(broken("\"partial\"", "\"half\""));
  EXPECT_FALSE(broken("\"kernels\":2", "\"kernels\":-2"));
  EXPECT_FALSE(broken("\"kernels\":2", "\"kernels\":\"2\""));
  EXPECT_FALSE(broken("\"line\":14", "\"line\":99999999999"));
  EXPECT_FALSE(broken("\"end_line\":14,", ""));
  EXPECT_FALSE(broken("[32,8,1]", "[32,8]"));
  EXPECT_FALSE(broken("\"array\":\"tile\"", "\"array\":[1]"));
  EXPECT_FALSE(fileAnalysisFromJson(nlohmann::json::array()));
  const auto error = fileAnalysisFromJson(nlohmann::json(nullptr));
  ASSERT_FALSE(error);
  EXPECT_NE(error.error().message.find("not an analysis"), std::string::npos);
}

TEST(EvidenceFile, HasTheShapeOfVersion1) {
  const auto json = evidenceFile({tileRead()});
  EXPECT_EQ(json["version"], 1);
  EXPECT_EQ(json["source"], "predicted");
  EXPECT_TRUE(json["device"].is_null());
  EXPECT_EQ(json["per"], "block");
  const auto &site = json["sites"][0];
  EXPECT_EQ(site["kind"], "shared_access");
  EXPECT_EQ(site["file"], "src/a.cu");
  EXPECT_EQ(site["line"], 14);
  EXPECT_EQ(site["column"], 3);
  EXPECT_EQ(site["kernel"], "transpose");
  EXPECT_EQ(site["op"], "load");
  EXPECT_EQ(site["expr"], "tile[threadIdx.x][j]");
  EXPECT_EQ(site["confidence"], "likely");
  EXPECT_EQ(site["evidence"]["wavefronts"], 128);
  EXPECT_TRUE(site["evidence"]["wavefronts"].is_number_integer());
  EXPECT_EQ(site["evidence"]["data_dependent"], false);
}

TEST(EvidenceFile, RoundsNumbersForReaders) {
  EXPECT_EQ(toJson(EvidenceValue(1.0 / 3.0)).dump(), "0.333333");
  EXPECT_EQ(toJson(EvidenceValue(32.0)).dump(), "32.0");
  EXPECT_EQ(toJson(EvidenceValue(-0.0)).dump(), "0.0");
  EXPECT_EQ(toJson(EvidenceValue(0.1 + 0.2)).dump(), "0.3");
  EXPECT_EQ(toJson(EvidenceValue(std::int64_t{123456789})).dump(), "123456789");
}

TEST(EvidenceFile, LeavesOutWhatIsNotFinite) {
  const Evidence evidence = {{"a", std::numeric_limits<double>::infinity()},
                             {"b", std::numeric_limits<double>::quiet_NaN()},
                             {"c", 1.5}};
  EXPECT_EQ(toJson(evidence).dump(), R"({"c":1.5})");
}

} // namespace
} // namespace warplint
