//===- JsonReportTest.cpp - the fixed shape of the JSON report ------------===//

#include "tests/report/SampleReport.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace warplint::report {
namespace {

using nlohmann::ordered_json;
using testing::ElementsAre;

std::vector<std::string> keys(const ordered_json &object) {
  std::vector<std::string> result;
  for (const auto &[key, value] : object.items())
    result.push_back(key);
  return result;
}

TEST(JsonReport, EveryFindingHasEveryKey) {
  const auto json = ordered_json::parse(written("json"));
  EXPECT_THAT(keys(json), ElementsAre("version", "tool", "findings", "files", "summary"));
  ASSERT_EQ(json["findings"].size(), 4u);
  for (const auto &finding : json["findings"])
    EXPECT_THAT(keys(finding),
                ElementsAre("rule", "family", "severity", "confidence", "file", "line", "column",
                            "end_line", "end_column", "kernel", "op", "ops", "message", "help",
                            "fingerprint", "assumptions", "predicted", "measured", "verdict",
                            "fixes", "suppressed"));
  for (const auto &file : json["files"])
    EXPECT_THAT(keys(file), ElementsAre("file", "status", "kernels", "notes"));
}

TEST(JsonReport, Values) {
  const auto json = ordered_json::parse(written("json"));
  EXPECT_EQ(json["version"], 1);
  EXPECT_EQ(json["tool"], ordered_json({{"name", "warplint"}, {"version", "1.2.3"}}));
  const auto &conflict = json["findings"][1];
  EXPECT_EQ(conflict["severity"], "warning");
  EXPECT_EQ(conflict["confidence"], "exact");
  EXPECT_EQ(conflict["column"], 12);
  EXPECT_EQ(conflict["end_column"], 29);
  EXPECT_EQ(conflict["predicted"], ordered_json::parse(R"({"op_known": true, "pattern": "column",
                                      "wavefronts": 32, "wavefronts_ratio": 32.0})"));
  EXPECT_TRUE(conflict["predicted"]["wavefronts"].is_number_integer());
  EXPECT_TRUE(conflict["predicted"]["wavefronts_ratio"].is_number_float());
  EXPECT_EQ(conflict["measured"], ordered_json::parse(R"({"wavefronts_ratio": 32.0})"));
  EXPECT_EQ(conflict["verdict"], "confirmed");
  EXPECT_EQ(conflict["fixes"], ordered_json::parse(R"([{"title": "pad the row of `tile`",
      "edits": [{"file": "src/a.cu", "line": 6, "column": 29, "end_line": 6, "end_column": 31,
                 "text": "33"}]}])"));
  const auto &barrier = json["findings"][0];
  EXPECT_TRUE(barrier["measured"].is_null());
  EXPECT_TRUE(barrier["verdict"].is_null());
  EXPECT_TRUE(barrier["suppressed"].is_null());
  EXPECT_EQ(barrier["fixes"], ordered_json::array());
  EXPECT_EQ(barrier["assumptions"].size(), 2u);
  EXPECT_EQ(json["findings"][2]["suppressed"],
            ordered_json({{"by", "comment"}, {"reason", "known, cold code"}}));
}

TEST(JsonReport, Summary) {
  EXPECT_EQ(ordered_json::parse(written("json"))["summary"], ordered_json::parse(R"({
      "findings": 3, "suppressed": 1,
      "severities": {"error": 1, "warning": 1, "note": 1},
      "rules": {"memory-gather-access": 1, "shared-bank-conflict": 1, "sync-divergent-barrier": 1},
      "files": {"analysed": 2, "partial": 1, "failed": 1},
      "kernels": 4, "notes": [],
      "by_rule": [{"rule": "sync-divergent-barrier", "error": 1, "warning": 0, "note": 0},
                  {"rule": "shared-bank-conflict", "error": 0, "warning": 1, "note": 0},
                  {"rule": "memory-gather-access", "error": 0, "warning": 0, "note": 1}],
      "by_folder": [{"folder": "src", "error": 1, "warning": 1, "note": 1}],
      "costly_sites": 0, "costliest": [],
      "not_analysed": [
        {"status": "failed", "reason": "no such file", "count": 1, "files": ["src/d.cu"]},
        {"status": "partial", "reason": "kernel `…` was not seen whole", "count": 1,
         "files": ["src/c.cu"]}]})"));
}

TEST(JsonReport, BytesThatAreNotUtf8AreReplaced) {
  const auto json = ordered_json::parse(written("json"));
  EXPECT_EQ(json["findings"][3]["message"],
            "100% of \"x\" <&> is read,\nthrough: `p\xEF\xBF\xBD\x01`");
}

TEST(JsonReport, AnEmptyReportHasEveryKeyToo) {
  const auto json = ordered_json::parse(written("json", Report{}));
  EXPECT_EQ(json["findings"], ordered_json::array());
  EXPECT_EQ(json["files"], ordered_json::array());
  EXPECT_EQ(json["summary"]["rules"], ordered_json::object());
}

TEST(JsonReport, SameInputSameBytes) {
  for (std::string_view format : formats())
    EXPECT_EQ(written(format), written(format)) << format;
}

TEST(JsonReport, FiguresOfKernelsWhereTheyWereMeasured) {
  Report report;
  report.kernels = {{"k",
                     "k<8>(int*)",
                     {{"duration_us", 12.3456789},
                      {"registers", std::int64_t{24}},
                      {"stall_wait_percent", 5.0}}}};
  const auto json = ordered_json::parse(written("json", report));
  EXPECT_EQ(json["kernels"], ordered_json::parse(R"J([{"kernel": "k", "instantiation": "k<8>(int*)",
      "figures": {"duration_us": 12.3457, "registers": 24, "stall_wait_percent": 5.0},
      "stalls": [{"reason": "wait", "percent": 5.0}]}])J"));
}

} // namespace
} // namespace warplint::report
