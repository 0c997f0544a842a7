//===- JsonPropertyTest.cpp - any analysis survives the way to JSON -------===//

#include "lint/evidence/Json.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

namespace warplint {
namespace {

/// Any bytes, as they may stand in a source file.
std::string anyText() { return *rc::gen::arbitrary<std::string>(); }

SourceSpan anySpan() {
  const auto number = rc::gen::inRange<unsigned>(0, 1u << 31);
  return {validUtf8(anyText()), *number, *number, *number, *number};
}

EvidenceValue anyValue() {
  switch (*rc::gen::inRange(0, 4)) {
  case 0:
    return *rc::gen::arbitrary<bool>();
  case 1:
    return *rc::gen::arbitrary<std::int64_t>();
  case 2:
    return *rc::gen::arbitrary<double>();
  default:
    return validUtf8(anyText());
  }
}

Site anySite() {
  Site site;
  site.kind = *rc::gen::element(SiteKind::GlobalAccess, SiteKind::Branch, SiteKind::Launch);
  site.span = anySpan();
  site.kernel = validUtf8(anyText());
  site.op = validUtf8(anyText());
  site.expr = validUtf8(anyText());
  site.confidence = *rc::gen::element(Confidence::Exact, Confidence::Likely, Confidence::Possible);
  const int values = *rc::gen::inRange(0, 5);
  for (int i = 0; i < values; ++i)
    site.evidence["value" + std::to_string(i)] = anyValue();
  if (*rc::gen::arbitrary<bool>()) {
    site.assumptions = {validUtf8(anyText())};
    site.notes = {{anySpan(), validUtf8(anyText())}};
    site.fixes = {{"pad-row", validUtf8(anyText()), {{anySpan(), validUtf8(anyText())}}}};
  }
  return site;
}

TEST(AnalysisJsonProperty, ReadsBackWhatWasWritten) {
  EXPECT_TRUE(rc::check([] {
    FileAnalysis analysis;
    analysis.file = validUtf8(anyText());
    analysis.kernels = *rc::gen::inRange(0u, 1000u);
    const int sites = *rc::gen::inRange(0, 4);
    for (int i = 0; i < sites; ++i)
      analysis.sites.push_back(anySite());
    const auto back = fileAnalysisFromJson(nlohmann::json::parse(toJson(analysis).dump()));
    RC_ASSERT(back.has_value());
    RC_ASSERT(back->file == analysis.file);
    RC_ASSERT(back->sites.size() == analysis.sites.size());
    for (std::size_t i = 0; i < analysis.sites.size(); ++i) {
      RC_ASSERT(back->sites[i].span == analysis.sites[i].span);
      RC_ASSERT(back->sites[i].expr == analysis.sites[i].expr);
      RC_ASSERT(back->sites[i].evidence == analysis.sites[i].evidence);
      RC_ASSERT(back->sites[i].notes == analysis.sites[i].notes);
      RC_ASSERT(back->sites[i].fixes == analysis.sites[i].fixes);
    }
  }));
}

TEST(AnalysisJsonProperty, AnyBytesCanBeDumped) {
  EXPECT_TRUE(rc::check([] {
    const std::string bytes = *rc::gen::arbitrary<std::string>();
    Site site;
    site.expr = bytes;
    const std::string text = evidenceFile({site}).dump(); // throws on invalid UTF-8
    RC_ASSERT(nlohmann::json::accept(text));
    RC_ASSERT(validUtf8(validUtf8(bytes)) == validUtf8(bytes));
  }));
}

} // namespace
} // namespace warplint
