//===- MessageTest.cpp ----------------------------------------------------===//

#include "lint/engine/Message.h"

#include <gmock/gmock.h>

namespace warplint::engine {
namespace {

using testing::HasSubstr;

const Params params = {{"min_ratio", std::int64_t{2}}};

std::string rendered(const std::string &pattern, const Evidence &evidence = {},
                     std::string_view expr = "tile[i]") {
  const Scope scope{SiteKind::SharedAccess, evidence, params, "load", expr, "transpose", "exact"};
  const Expected<std::string> text = renderMessage(pattern, scope);
  return text ? *text : "error: " + text.error().message;
}

std::string checked(const std::string &pattern) {
  const Expected<void> result = checkMessage(pattern, SiteKind::SharedAccess, params);
  return result ? "" : result.error().message;
}

TEST(Message, NamesStandForValues) {
  EXPECT_EQ(rendered("{op} of `{expr}` in {kernel} ({confidence}, {min_ratio})"),
            "load of `tile[i]` in transpose (exact, 2)");
  EXPECT_EQ(
      rendered("{array}: {wavefronts}, {data_dependent}", {{"array", std::string("tile")},
                                                           {"wavefronts", std::int64_t{1048576}},
                                                           {"data_dependent", true}}),
      "tile: 1048576, true");
}

TEST(Message, NumbersReadWell) {
  const auto ratio = [](double value, const std::string &pattern = "{wavefronts_ratio}") {
    return rendered(pattern, {{"wavefronts_ratio", value}});
  };
  EXPECT_EQ(ratio(32.0), "32");
  EXPECT_EQ(ratio(1.0 / 3.0), "0.333");
  EXPECT_EQ(ratio(4.5), "4.5");
  EXPECT_EQ(ratio(1048576.0), "1048576");
  EXPECT_EQ(ratio(32.0, "{wavefronts_ratio:.1f}"), "32.0");
  EXPECT_EQ(ratio(32.0, "{wavefronts_ratio:.3g}"), "32");
  EXPECT_EQ(ratio(31.6, "{wavefronts_ratio:d}"), "32");
  EXPECT_EQ(rendered("{wavefronts:.1f}", {{"wavefronts", std::int64_t{3}}}), "3.0");
  EXPECT_EQ(rendered("{wavefronts:>5}", {{"wavefronts", std::int64_t{3}}}), "    3");
}

TEST(Message, AbsentEvidenceIsAQuestionMark) {
  EXPECT_EQ(rendered("{wavefronts} and {wavefronts_ratio:.1f}"), "? and ?");
}

TEST(Message, BracesAreWrittenTwice) { EXPECT_EQ(rendered("{{{op}}}"), "{load}"); }

TEST(Message, CodeIsShownOnOneLine) {
  EXPECT_EQ(rendered("{expr}", {}, "tile[a +\n      b]"), "tile[a + b]");
  const std::string cut = rendered("{expr}", {}, std::string(300, 'x'));
  EXPECT_EQ(cut, std::string(100, 'x') + "…");
  const std::string umlauts = rendered("{expr}", {}, "x" + std::string(100, '\xC3'));
  EXPECT_LE(umlauts.size(), 110u);
  EXPECT_EQ(rendered("{expr}", {}, "a{op}b"), "a{op}b") << "values are not templates";
}

TEST(CheckMessage, AcceptsGoodTemplates) {
  EXPECT_EQ(checked("{op} of `{expr}`: {wavefronts_ratio:.1f} {wavefronts:>4} {array:<8} {{x}}"),
            "");
}

TEST(CheckMessage, SaysWhatIsWrong) {
  EXPECT_THAT(checked("{wavefront}"), HasSubstr("`{wavefront}`"));
  EXPECT_THAT(checked("{wavefront}"), HasSubstr("did you mean `wavefronts`"));
  EXPECT_THAT(checked("{sectors}"), HasSubstr("shared_access"));
  EXPECT_THAT(checked("{}"), HasSubstr("names nothing"));
  EXPECT_THAT(checked("{op"), HasSubstr("unpaired `{`"));
  EXPECT_THAT(checked("op}"), HasSubstr("unpaired `}`"));
  EXPECT_THAT(checked("{op:{op}}"), HasSubstr("unpaired"));
  EXPECT_THAT(checked("{0}"), HasSubstr("`{0}`"));
  EXPECT_THAT(checked("{wavefronts:.q}"), HasSubstr("does not fit"));
  EXPECT_THAT(checked("{wavefronts_ratio:zz}"), HasSubstr("does not fit"));
  EXPECT_THAT(checked("{array:.1f}"), HasSubstr("does not fit"));
  EXPECT_THAT(checked("{op:99999999999999}"), HasSubstr("does not fit"));
}

TEST(CheckMessage, RefusesWidthsThatFloodTheReport) {
  EXPECT_NE(checked("{op:2000000000}"), "");
  EXPECT_NE(checked("{wavefronts_ratio:.2000000000f}"), "");
}

} // namespace
} // namespace warplint::engine
