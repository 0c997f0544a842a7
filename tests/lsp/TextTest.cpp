//===- TextTest.cpp - places in documents, and their addresses ------------===//

#include "lint/lsp/Text.h"
#include "lint/lsp/Suppress.h"
#include "lint/lsp/Uri.h"

#include <gtest/gtest.h>
#include <random>

namespace warplint::lsp {
namespace {

// One, two, three and four bytes; one, one, one and two units of UTF-16.
const Text mixed("a\n// Größe \xE2\x82\xAC \xF0\x9F\x98\x80 x[i]\r\nlast");
constexpr std::string_view access = "x[i]";

Position position(std::uint64_t line, std::uint64_t character) { return {line, character}; }

TEST(Text, CountsInTheUnitsThatWereAgreedUpon) {
  const std::size_t offset = mixed.str().find(access);
  EXPECT_EQ(mixed.positionOf(offset, Encoding::Utf8), position(1, 20));
  EXPECT_EQ(mixed.positionOf(offset, Encoding::Utf16), position(1, 14));
  EXPECT_EQ(mixed.positionOf(offset, Encoding::Utf32), position(1, 13));
  for (const Encoding encoding : {Encoding::Utf8, Encoding::Utf16, Encoding::Utf32})
    for (std::size_t at = 0; at <= mixed.str().size(); ++at) {
      const Position place = mixed.positionOf(at, encoding);
      EXPECT_LE(mixed.offsetOf(place, encoding), at);
      EXPECT_EQ(mixed.positionOf(mixed.offsetOf(place, encoding), encoding), place);
    }
}

TEST(Text, PlacesThatAreNotThereAreMovedToWhereTheTextEnds) {
  EXPECT_EQ(mixed.lines(), 3U);
  EXPECT_EQ(mixed.line(1), mixed.str().substr(2, 24));
  EXPECT_EQ(mixed.offsetOf({0, 99}, Encoding::Utf16), 1U);
  EXPECT_EQ(mixed.offsetOf({9, 0}, Encoding::Utf16), mixed.str().size());
  EXPECT_EQ(mixed.offsetOf({~0ULL, ~0ULL}, Encoding::Utf16), mixed.str().size());
  // Into the middle of a character of two units: to its begin.
  EXPECT_EQ(mixed.offsetOf({1, 12}, Encoding::Utf16), mixed.offsetOf({1, 11}, Encoding::Utf16));
  // The end of the line, before \r\n.
  EXPECT_EQ(mixed.offsetOf({1, 99}, Encoding::Utf16), 26U);
}

TEST(Text, EvidenceCountsFromOneInBytes) {
  const SourceSpan span{"a.cu", 2, 21, 2, 25};
  EXPECT_EQ(mixed.rangeOf(span, Encoding::Utf16), (Range{{1, 14}, {1, 18}}));
  EXPECT_FALSE(mixed.extentOf({"a.cu", 0, 1, 0, 1}));
  EXPECT_FALSE(mixed.extentOf({"a.cu", 4, 1, 4, 2}));
  EXPECT_FALSE(mixed.extentOf({"a.cu", 3, 1, 2, 1}));
  EXPECT_TRUE(mixed.extentOf({"a.cu", 3, 1, 3, 5}));
  EXPECT_FALSE(mixed.extentOf({"a.cu", 3, 1, 3, 6}));
  EXPECT_EQ(mixed.rangeOf({"a.cu", 9, 9, 9, 9}, Encoding::Utf16), (Range{{2, 0}, {2, 4}}));
}

TEST(Text, LinesEndInThreeWays) {
  const Text text("a\rb\r\nc\n");
  EXPECT_EQ(text.lines(), 4U);
  EXPECT_EQ(text.line(0), "a");
  EXPECT_EQ(text.line(1), "b");
  EXPECT_EQ(text.line(2), "c");
  EXPECT_EQ(text.line(3), "");
  EXPECT_EQ(text.line(4), "");
}

//===----------------------------------------------------------------------===//
// Edits
//===----------------------------------------------------------------------===//

/// The text as an editor has it: UTF-16 units, as JavaScript's strings.
struct Model {
  std::u16string units;

  std::size_t offset(Position place) const {
    std::size_t at = 0;
    for (std::uint64_t line = 0; line < place.line; ++line) {
      const std::size_t end = units.find_first_of(u"\r\n", at);
      if (end == std::u16string::npos)
        return units.size();
      at = end + (units.compare(end, 2, u"\r\n") == 0 ? 2 : 1);
    }
    const std::size_t end = std::min(units.find_first_of(u"\r\n", at), units.size());
    std::size_t result = std::min(at + place.character, end);
    if (result > at && result < end && units[result] >= 0xDC00 && units[result] < 0xE000)
      --result; // into a pair
    return result;
  }
  void replace(Range range, const std::u16string &text) {
    const std::size_t begin = offset(range.start);
    const std::size_t end = std::max(begin, offset(range.end));
    units.replace(begin, end - begin, text);
  }
};

std::string utf8(const std::u16string &units) {
  std::string text;
  for (std::size_t i = 0; i < units.size(); ++i) {
    char32_t c = units[i];
    if (c >= 0xD800 && c < 0xDC00)
      c = 0x10000 + ((c - 0xD800) << 10U) + (units[++i] - 0xDC00U);
    const auto add = [&](char32_t byte) { text += static_cast<char>(byte); };
    if (c < 0x80)
      add(c);
    else if (c < 0x800)
      add(0xC0 | c >> 6U), add(0x80 | (c & 0x3FU));
    else if (c < 0x10000)
      add(0xE0 | c >> 12U), add(0x80 | (c >> 6U & 0x3FU)), add(0x80 | (c & 0x3FU));
    else
      add(0xF0 | c >> 18U), add(0x80 | (c >> 12U & 0x3FU)), add(0x80 | (c >> 6U & 0x3FU)),
          add(0x80 | (c & 0x3FU));
  }
  return text;
}

TEST(Text, IncrementalEditsGiveTheFullText) {
  std::mt19937 random(7);
  const std::vector<std::u16string> pieces = {u"a",    u"ö",  u"€", u"\U0001F600", u"\n",
                                              u"\r\n", u"\r", u"",  u"x[i] = 0;",  u"\t"};
  const auto words = [&] {
    std::u16string text;
    for (unsigned i = random() % 6; i > 0; --i)
      text += pieces[random() % pieces.size()];
    return text;
  };
  for (int run = 0; run < 300; ++run) {
    Model model{words()};
    Text text(utf8(model.units));
    for (int edit = 0; edit < 20; ++edit) {
      const Position start{random() % 6, random() % 8};
      const Position end{start.line + random() % 3, random() % 8};
      const std::u16string inserted = words();
      model.replace({start, end}, inserted);
      const std::size_t begin = text.offsetOf(start, Encoding::Utf16);
      text.replace({begin, std::max(begin, text.offsetOf(end, Encoding::Utf16))}, utf8(inserted));
      ASSERT_EQ(text.str(), utf8(model.units)) << "run " << run << ", edit " << edit;
      const Text anew(text.str());
      ASSERT_EQ(text.lines(), anew.lines()) << "run " << run << ", edit " << edit;
      for (std::size_t line = 0; line < text.lines(); ++line)
        ASSERT_EQ(text.line(line), anew.line(line)) << "run " << run << ", edit " << edit;
    }
  }
}

TEST(Text, LinesThatDidNotChangeAreFoundAgain) {
  const Text before("a\nb\nc\nd\n"), now("a\nb\nnew\nnew\nd\n");
  const UnchangedLines lines(before, now);
  EXPECT_EQ(lines.now(1), 1U);
  EXPECT_EQ(lines.now(2), std::nullopt);
  EXPECT_EQ(lines.now(3), 4U);
  EXPECT_EQ(lines.before(2), std::nullopt);
  EXPECT_EQ(lines.before(4), 3U);
  EXPECT_EQ(lines.now(99), std::nullopt);
  EXPECT_EQ(lines.now(SourceSpan{"f", 4, 1, 4, 2}), (SourceSpan{"f", 5, 1, 5, 2}));
  EXPECT_EQ(lines.now(SourceSpan{"f", 1, 1, 4, 2}), std::nullopt);
  // A line that is there twice is not counted twice.
  const UnchangedLines doubled(Text("a\na\na"), Text("a\na"));
  EXPECT_EQ(doubled.now(0), 0U);
  EXPECT_EQ(doubled.now(1), 1U);
  EXPECT_EQ(doubled.now(2), std::nullopt);
}

//===----------------------------------------------------------------------===//
// Addresses
//===----------------------------------------------------------------------===//

TEST(Uri, FilesHavePaths) {
  EXPECT_EQ(pathOfUri("file:///a/b.cu"), "/a/b.cu");
  EXPECT_EQ(pathOfUri("file:///a%20b/%C3%B6%2B.cu"), "/a b/ö+.cu");
  EXPECT_EQ(pathOfUri("FILE://localhost/a.cu"), "/a.cu");
  EXPECT_EQ(pathOfUri("file:/a/../b/./c.cu"), "/b/c.cu");
  EXPECT_EQ(pathOfUri("file:///a.cu?x#y"), "/a.cu");
  EXPECT_EQ(pathOfUri("file:///../../etc"), "/etc");
}

TEST(Uri, OthersHaveNone) {
  for (const char *uri : {"", "a.cu", "/a.cu", "file:a.cu", "file://host/a.cu",
                          "untitled:Untitled-1", "git:/a.cu?ref", "file:///a%", "file:///a%2",
                          "file:///a%zz", "file:///a%00b", "http://x/file:///a"})
    EXPECT_EQ(pathOfUri(uri), std::nullopt) << uri;
}

TEST(Uri, PathsComeBack) {
  for (const std::string path :
       {"/a.cu", "/with space/ö€/100%/#1?.cu", "/a+b;c=d,e.cu", "/\x01\xFF"})
    EXPECT_EQ(pathOfUri(uriOfPath(path)), path);
}

//===----------------------------------------------------------------------===//
// Comments that silence
//===----------------------------------------------------------------------===//

std::string silenced(const std::string &code, unsigned line) {
  Text text(code);
  Finding finding;
  finding.rule = "r";
  finding.span = {"a.cu", line, 1, line, 2};
  const auto edit = suppression(text, finding);
  if (!edit)
    return "none";
  text.replace(*text.extentOf(edit->span), edit->text);
  return text.str();
}

TEST(Suppress, WritesACommentAbove) {
  EXPECT_EQ(silenced("  a;\n", 1), "  // NOLINTNEXTLINE(warplint-r)\n  a;\n");
  EXPECT_EQ(silenced("x;\r\n\ta;\r\n", 2), "x;\r\n\t// NOLINTNEXTLINE(warplint-r)\r\n\ta;\r\n");
  EXPECT_EQ(silenced("a; // says why", 1), "// NOLINTNEXTLINE(warplint-r)\na; // says why");
}

TEST(Suppress, AddsToACommentThatIsThere) {
  EXPECT_EQ(silenced("a; // NOLINT(warplint-q)\n", 1), "a; // NOLINT(warplint-q, warplint-r)\n");
  EXPECT_EQ(silenced("// NOLINTNEXTLINE(bugprone-x) why\na;\n", 2),
            "// NOLINTNEXTLINE(bugprone-x, warplint-r) why\na;\n");
  EXPECT_EQ(silenced("a; // warplint: allow(q) why\n", 1), "a; // warplint: allow(q, r) why\n");
}

TEST(Suppress, LeavesMacrosWhole) {
  EXPECT_EQ(silenced("#define F \\\n  a;\n", 2), "none");
  EXPECT_EQ(silenced("#define F a;\n", 1), "// NOLINTNEXTLINE(warplint-r)\n#define F a;\n");
}

} // namespace
} // namespace warplint::lsp
