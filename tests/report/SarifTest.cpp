//===- SarifTest.cpp - SARIF 2.1.0 ----------------------------------------===//

#include "tests/report/SampleReport.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace warplint::report {
namespace {

using nlohmann::json;

json sarif(const Report &report = sampleReport()) { return json::parse(written("sarif", report)); }
json run(const Report &report = sampleReport()) { return sarif(report).at("runs").at(0); }

TEST(Sarif, Envelope) {
  const json log = sarif();
  EXPECT_EQ(log["version"], "2.1.0");
  EXPECT_EQ(log["runs"].size(), 1u);
  EXPECT_EQ(run()["columnKind"], "utf16CodeUnits");
  EXPECT_TRUE(run()["originalUriBaseIds"].contains("SRCROOT"));
  EXPECT_EQ(run()["tool"]["driver"]["name"], "warplint");
  EXPECT_EQ(run()["tool"]["driver"]["semanticVersion"], "1.2.3");
}

TEST(Sarif, RulesDescribeThemselves) {
  const json rules = run()["tool"]["driver"]["rules"];
  ASSERT_EQ(rules.size(), 3u);
  for (const json &rule : rules) {
    for (const char *key : {"shortDescription", "fullDescription", "help"})
      EXPECT_FALSE(rule.at(key).at("text").get<std::string>().empty()) << key;
    EXPECT_FALSE(rule["help"]["markdown"].get<std::string>().empty());
  }
  const json &rule = rules[1];
  EXPECT_EQ(rule["id"], "shared-bank-conflict");
  EXPECT_EQ(rule["name"], "SharedBankConflict");
  EXPECT_EQ(rule["helpUri"], "https://docs.nvidia.com/cuda/");
  EXPECT_EQ(rule["defaultConfiguration"]["level"], "warning");
  EXPECT_EQ(rule["properties"]["tags"], json({"cuda", "shared", "phase-2"}));
  EXPECT_FALSE(rules[0].contains("helpUri")) << "only where there is one";
  EXPECT_EQ(rules[2]["defaultConfiguration"]["level"], "error");
}

TEST(Sarif, ResultsPointAtTheirRule) {
  const json all = run();
  ASSERT_EQ(all["results"].size(), 4u);
  for (const json &result : all["results"])
    EXPECT_EQ(all["tool"]["driver"]["rules"].at(result.at("ruleIndex").get<unsigned>())["id"],
              result["ruleId"]);
}

TEST(Sarif, ResultOfAFindingWithEverything) {
  const json result = run()["results"][1];
  EXPECT_EQ(result["level"], "warning");
  const json location = result["locations"][0];
  EXPECT_EQ(location["physicalLocation"], json::parse(R"({
      "artifactLocation": {"uri": "src/a.cu", "uriBaseId": "SRCROOT"},
      "region": {"startLine": 7, "startColumn": 12, "endLine": 7, "endColumn": 29}})"));
  EXPECT_EQ(location["logicalLocations"][0]["fullyQualifiedName"], "transpose");
  EXPECT_EQ(result["partialFingerprints"], json::parse(R"({"warplint/v1": "bbbb"})"));
  EXPECT_EQ(result["fixes"], json::parse(R"([{"description": {"text": "pad the row of `tile`"},
      "artifactChanges": [{"artifactLocation": {"uri": "src/a.cu", "uriBaseId": "SRCROOT"},
        "replacements": [{"deletedRegion": {"startLine": 6, "startColumn": 29, "endLine": 6,
                                            "endColumn": 31},
                          "insertedContent": {"text": "33"}}]}]}])"));
  EXPECT_EQ(result["properties"]["confidence"], "exact");
  EXPECT_EQ(result["properties"]["predicted"]["wavefronts"], 32);
  EXPECT_EQ(result["properties"]["measured"]["wavefronts_ratio"], 32.0);
  EXPECT_EQ(result["properties"]["verdict"], "confirmed");
  EXPECT_FALSE(result.contains("suppressions"));
}

TEST(Sarif, ColumnsCountUtf16CodeUnits) {
  // Byte columns 15 to 21; the line has 4 + 3 bytes of characters that are 2 + 1 units.
  EXPECT_EQ(run()["results"][3]["locations"][0]["physicalLocation"]["region"],
            json::parse(R"({"startLine": 2, "startColumn": 11, "endLine": 2, "endColumn": 17})"));
}

TEST(Sarif, PathsAreUriReferences) {
  Report report = sampleReport();
  EXPECT_EQ(run()["results"][3]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"],
            "src/b%2C1%25.cu");
  report.findings[0].span.file = "/abs dir/\xC3\xA9.cu";
  const json absolute =
      run(report)["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"];
  EXPECT_EQ(absolute, json::parse(R"({"uri": "file:///abs%20dir/%C3%A9.cu"})"));
}

TEST(Sarif, NotesAreRelatedLocations) {
  const json related = run()["results"][0]["relatedLocations"];
  ASSERT_EQ(related.size(), 1u);
  EXPECT_EQ(related[0]["message"]["text"], "this condition is not the same for all threads");
  EXPECT_EQ(related[0]["physicalLocation"]["region"]["startLine"], 3);
}

TEST(Sarif, Suppressions) {
  const json suppressed = run()["results"][2];
  EXPECT_EQ(suppressed["suppressions"], json::parse(R"([{"kind": "inSource",
      "justification": "known, cold code", "properties": {"by": "comment"}}])"));
  Report report = sampleReport();
  report.findings[2].suppressed = SuppressedBy{"baseline", ""};
  const json external = run(report)["results"][2]["suppressions"][0];
  EXPECT_EQ(external["kind"], "external");
  EXPECT_FALSE(external.contains("justification"));
}

TEST(Sarif, FilesThatWereNotAnalysedAreSaid) {
  const json invocation = run()["invocations"][0];
  EXPECT_EQ(invocation["executionSuccessful"], false);
  const json &notifications = invocation["toolExecutionNotifications"];
  ASSERT_EQ(notifications.size(), 2u);
  EXPECT_EQ(notifications[0]["level"], "warning");
  EXPECT_EQ(notifications[1]["level"], "error");
  EXPECT_EQ(notifications[1]["message"]["text"], "no such file");
  const json descriptors = run()["tool"]["driver"]["notifications"];
  for (const json &notification : notifications)
    EXPECT_EQ(descriptors.at(notification["descriptor"]["index"].get<unsigned>())["id"],
              notification["descriptor"]["id"]);
  Report report = sampleReport();
  report.files.pop_back();
  EXPECT_EQ(run(report)["invocations"][0]["executionSuccessful"], true);
}

TEST(Sarif, UnknownPlacesHaveNoRegion) {
  Report report = sampleReport();
  report.findings[0].span = {"src/a.cu", 0, 0, 0, 0};
  EXPECT_FALSE(run(report)["results"][0]["locations"][0]["physicalLocation"].contains("region"));
  report.findings[0].span = {"src/a.cu", 4, 0, 0, 0};
  EXPECT_EQ(run(report)["results"][0]["locations"][0]["physicalLocation"]["region"],
            json::parse(R"({"startLine": 4})"));
}

} // namespace
} // namespace warplint::report
