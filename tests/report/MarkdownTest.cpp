//===- MarkdownTest.cpp - a comment on a pull request ---------------------===//

#include "tests/report/SampleReport.h"

#include <gmock/gmock.h>

namespace warplint::report {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

TEST(Markdown, CountsAndNamesTheWorstFirst) {
  const std::string text = written("markdown");
  EXPECT_THAT(text, StartsWith("**warplint**: 3 findings (1 error, 1 warning, 1 note) in 4 files"));
  EXPECT_THAT(text, HasSubstr("1 finding suppressed"));
  const std::size_t error = text.find("🛑 error"), warning = text.find("⚠️ warning");
  EXPECT_LT(error, warning);
  EXPECT_THAT(text,
              HasSubstr("src/a.cu:4 | <code>&#95;&#95;syncthreads()</code> is reached by 128"));
  EXPECT_THAT(text, HasSubstr("<br>confirmed on the GPU"));
  EXPECT_THAT(text, Not(HasSubstr("<details>")));
  EXPECT_THAT(text, HasSubstr("- 1 file could not be analysed\n"));
}

TEST(Markdown, OfNothingIsShort) {
  EXPECT_EQ(written("markdown", {}), "**warplint**: no findings in 0 files, 0 kernels\n");
}

TEST(Markdown, TextIsText) {
  Report report = sampleReport();
  report.findings.resize(1);
  report.findings[0].message =
      "<img src=x> | [a](http://b) **c** @everyone #1 www.d.com\n`x|y` `open\\";
  report.findings[0].span.file = "a|b_c_`d`.cu";
  const std::string text = written("markdown", report);
  const std::string row = text.substr(text.find("🛑 error"));
  for (const char *markup : {"<img", "[a]", "**", "@e", "#1 ", "www.", "http:", "a|b", "`", "x|y"})
    EXPECT_THAT(row.substr(0, row.find('\n')), Not(HasSubstr(markup)));
  EXPECT_THAT(row, HasSubstr("<code>x&#124;y</code>"));
  EXPECT_THAT(row, HasSubstr("&#64;everyone"));
}

TEST(Markdown, FoldsAwayAndFitsIntoAComment) {
  Report report = sampleReport();
  const Finding finding = report.findings[0];
  for (unsigned i = 0; i < 5000; ++i)
    report.findings.push_back(finding);
  const std::string text = written("markdown", report);
  EXPECT_LT(text.size(), 65536U);
  EXPECT_THAT(text, HasSubstr("<details><summary>4993 more</summary>\n\n| | where"));
  EXPECT_THAT(text, HasSubstr("</details>\n\nand "));
  EXPECT_THAT(text, HasSubstr(" more, which do not fit"));
}

} // namespace
} // namespace warplint::report
