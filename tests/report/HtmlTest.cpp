//===- HtmlTest.cpp - the page as text; tests/report/browser opens it -----===//

#include "tests/report/SampleReport.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace warplint::report {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

std::string between(const std::string &text, const std::string &begin, const std::string &end) {
  const std::size_t from = text.find(begin);
  EXPECT_NE(from, std::string::npos) << begin;
  const std::size_t start = from + begin.size();
  return text.substr(start, text.find(end, start) - start);
}

json dataOf(const std::string &page) {
  return json::parse(between(page, "id=\"data\">", "</script>"));
}

TEST(Html, StandsAlone) {
  const std::string page = written("html");
  EXPECT_THAT(page, testing::StartsWith("<!DOCTYPE html>"));
  EXPECT_THAT(page, HasSubstr("default-src 'none'"));
  for (const char *loads : {"src=", "<link", "@import", "url(", "fetch(", "XMLHttpRequest"})
    EXPECT_THAT(page, Not(HasSubstr(loads)));
  EXPECT_THAT(page, Not(HasSubstr("style=\""))); // the policy forbids it
}

TEST(Html, HasTheFindingsAsData) {
  const json data = dataOf(written("html"));
  ASSERT_EQ(data.at("findings").size(), 4U);
  const json &texts = data.at("texts"), &conflict = data.at("findings").at(1);
  EXPECT_EQ(texts.at(conflict.at("rule").get<std::size_t>()), "shared-bank-conflict");
  EXPECT_EQ(conflict.at("verdict"), "confirmed");
  EXPECT_EQ(conflict.at("line"), 7);
  EXPECT_EQ(data.at("rules").size(), 3U);
  EXPECT_EQ(data.at("units").at("wavefronts").at(0), "wavefronts");
  EXPECT_EQ(data.at("findings").at(2).at("suppressed").at(0), "comment");
}

// The tab of line 7 is shown as four spaces: byte column 12 is column 14 (0-based) there.
TEST(Html, MarksTheColumnsThatAreShown) {
  const json data = dataOf(written("html"));
  const json &excerpt = data.at("findings").at(1).at("excerpt");
  EXPECT_EQ(excerpt.at(0), 5);
  EXPECT_EQ(excerpt.at(2), 14);
  const json &source = data.at("source");
  bool found = false;
  for (const auto &[file, lines] : source.items())
    for (const json &line : lines)
      found |= line == "    float v = tile[threadIdx.x][y];";
  EXPECT_TRUE(found);
}

TEST(Html, TextIsText) {
  Report report = sampleReport();
  using namespace std::string_literals;
  const std::string hostile = "</script><script>x</script><!-- \xFF \xE2\x80\xAE \0 end"s;
  report.findings[0].message = hostile;
  report.findings[0].span.file = hostile;
  report.findings[0].rule = hostile;
  report.notes = {hostile};
  const std::string page = written("html", report);
  std::size_t scripts = 0;
  for (std::size_t at = 0; (at = page.find("<script", at)) != std::string::npos; ++at)
    ++scripts;
  EXPECT_EQ(scripts, 2U); // the data and the one program
  EXPECT_THAT(page, Not(HasSubstr("<!--")));
  EXPECT_THAT(page, Not(HasSubstr("\xE2\x80\xAE")));
  EXPECT_THAT(page, Not(HasSubstr(std::string(1, '\0'))));
  EXPECT_THAT(page, HasSubstr("&lt;/script&gt;&lt;script&gt;x&lt;/script&gt;&lt;!-- "));
  const json data = dataOf(page);
  const std::string message =
      data.at("texts").at(data.at("findings").at(0).at("message").get<std::size_t>());
  EXPECT_THAT(message, HasSubstr("</script><script>x</script><!-- <FF> <U+202E> <U+0000> end"));
}

TEST(Html, OfNothingIsAPage) {
  const json data = dataOf(written("html", {}));
  EXPECT_TRUE(data.at("findings").empty());
}

} // namespace
} // namespace warplint::report
