//===- RandomTextTest.cpp - no text breaks a format -----------------------===//
//
// Messages, paths and source lines come from files that nobody vouches for.
// Here they are strings of what is awkward in one format or another.
//
//===----------------------------------------------------------------------===//

#include "lint/report/Characters.h"
#include "lint/report/Excerpt.h"
#include "tests/report/SampleReport.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <pugixml.hpp>
#include <random>
#include <sstream>

namespace warplint::report {
namespace {

using namespace std::string_literals;

class RandomText : public testing::Test {
protected:
  unsigned number(unsigned below) { return static_cast<unsigned>(random_() % below); }

  std::string text(unsigned longest) {
    static const std::vector<std::string> pieces = {"a",
                                                    "Z",
                                                    "0",
                                                    " ",
                                                    "\t",
                                                    "\n",
                                                    "\r",
                                                    "\0"s,
                                                    "\033",
                                                    "\x7F",
                                                    "\"",
                                                    "\\",
                                                    "<",
                                                    "&",
                                                    "]]>",
                                                    "'",
                                                    "%",
                                                    ":",
                                                    ",",
                                                    "::",
                                                    "{}",
                                                    "\xFF",
                                                    "\xC3",
                                                    "\xE8",
                                                    "\xC3\xA9",
                                                    "\xE8\xA1\x8C",
                                                    "\xE2\x80\xAE",
                                                    "\xF0\x9D\x92\x9C",
                                                    "\xEF\xBF\xBE",
                                                    "\xCC\x81"};
    std::string result;
    for (unsigned n = number(longest); n > 0; --n)
      result += pieces[number(static_cast<unsigned>(pieces.size()))];
    return result;
  }

  SourceSpan span() { return {text(8), number(4), number(40), number(4), number(40)}; }

  Finding finding() {
    Finding result;
    result.rule = "some-rule";
    result.family = "some";
    result.severity = static_cast<Severity>(number(3));
    result.span = span();
    result.message = text(20);
    result.help = text(10);
    result.kernel = text(5);
    result.fingerprint = text(5);
    result.assumptions = {text(10)};
    result.notes = {{span(), text(10)}};
    result.predicted = {{text(3), text(3)}, {"number", 1.0 / number(3)}};
    result.fixes = {{"id", text(5), {{span(), text(5)}, {span(), text(5)}}}};
    return result;
  }

  Report report() {
    Report result;
    result.findings = {finding(), finding()};
    result.files = {{text(5), FileStatus::Failed, 0, {text(10)}}};
    result.notes = {text(10)};
    return result;
  }

private:
  std::mt19937 random_{20240607};
};

constexpr unsigned rounds = 500;

TEST_F(RandomText, EveryFormatStaysWellFormed) {
  for (unsigned i = 0; i < rounds; ++i) {
    const Report report = this->report();
    std::string source = text(60);
    const Context context{report,      "1",
                          false,       false,
                          number(120), [&](const std::string &, unsigned) { return source; }};
    for (std::string_view format : formats()) {
      std::ostringstream out;
      writerFor(format)(context, out);
      if (format == "json" || format == "sarif" || format == "gitlab" || format == "rdjson")
        ASSERT_TRUE(nlohmann::json::accept(out.str())) << format << ", round " << i;
      else if (format == "junit")
        ASSERT_TRUE(pugi::xml_document().load_string(out.str().c_str())) << "round " << i;
      else if (format == "github")
        ASSERT_EQ(std::ranges::count(out.str(), '\n'), 3) << "round " << i;
      for (char c : out.str())
        ASSERT_FALSE(format == "text" && c != '\n' && static_cast<unsigned char>(c) < 0x20)
            << "a control character, round " << i;
    }
  }
}

TEST_F(RandomText, ExcerptsFitAndPointIntoTheLine) {
  for (unsigned i = 0; i < 20 * rounds; ++i) {
    const std::string line = text(80);
    const unsigned width = 20 + number(100);
    const Excerpt shown = excerpt(line, span(), width);
    unsigned columns = 0;
    for (const Cell &cell : cells(shown.code))
      columns += cell.width;
    ASSERT_LE(columns, width) << "round " << i;
    ASSERT_LE(shown.markers.size(), width + 1) << "round " << i;
    ASSERT_EQ(shown.markers.find_first_not_of(" ^~"), std::string::npos);
  }
}

TEST_F(RandomText, Utf16ColumnsGrowWithByteColumns) {
  for (unsigned i = 0; i < rounds; ++i) {
    const std::string line = text(40);
    for (unsigned column = 1; column < line.size() + 3; ++column)
      ASSERT_LE(utf16Column(line, column), utf16Column(line, column + 1)) << "round " << i;
  }
}

TEST_F(RandomText, ValidUtf8StaysValid) {
  for (unsigned i = 0; i < rounds; ++i) {
    const std::string valid = validUtf8(text(40));
    ASSERT_EQ(validUtf8(valid), valid);
    ASSERT_NO_THROW(nlohmann::json(valid).dump());
  }
}

} // namespace
} // namespace warplint::report
