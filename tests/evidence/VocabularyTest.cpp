//===- VocabularyTest.cpp -------------------------------------------------===//

#include "lint/evidence/Vocabulary.h"
#include "lint/evidence/Error.h"
#include "lint/evidence/Finding.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace warplint {
namespace {

std::vector<SiteKind> allKinds() {
  std::vector<SiteKind> kinds;
  for (int value = 0; value <= static_cast<int>(SiteKind::Launch); ++value)
    kinds.push_back(static_cast<SiteKind>(value));
  return kinds;
}

TEST(Vocabulary, EveryKindHasANameThatLeadsBack) {
  for (SiteKind kind : allKinds())
    EXPECT_EQ(siteKindFromName(name(kind)), kind) << name(kind);
  EXPECT_FALSE(siteKindFromName("global").has_value());
}

TEST(Vocabulary, EveryKindHasUniqueDefinedNames) {
  for (SiteKind kind : allKinds()) {
    std::vector<std::string_view> names;
    for (const EvidenceName &evidence : vocabulary(kind)) {
      names.push_back(evidence.name);
      EXPECT_FALSE(evidence.definition.empty()) << evidence.name;
    }
    EXPECT_FALSE(names.empty()) << name(kind);
    std::sort(names.begin(), names.end());
    EXPECT_EQ(std::adjacent_find(names.begin(), names.end()), names.end()) << name(kind);
  }
}

TEST(Vocabulary, OtherNamesLeadBackToo) {
  for (Severity severity : {Severity::Note, Severity::Warning, Severity::Error})
    EXPECT_EQ(severityFromName(name(severity)), severity);
  for (Confidence confidence : {Confidence::Exact, Confidence::Likely, Confidence::Possible})
    EXPECT_EQ(confidenceFromName(name(confidence)), confidence);
  for (FileStatus status : {FileStatus::Analysed, FileStatus::Partial, FileStatus::Failed})
    EXPECT_EQ(fileStatusFromName(name(status)), status);
  for (Verdict verdict :
       {Verdict::Confirmed, Verdict::Refuted, Verdict::NotExecuted, Verdict::Inconclusive})
    EXPECT_EQ(verdictFromName(name(verdict)), verdict);
}

TEST(Evidence, ReadsValuesByType) {
  const Evidence evidence = {
      {"count", std::int64_t{3}}, {"ratio", 1.5}, {"flag", true}, {"cause", std::string("lane")}};
  EXPECT_EQ(numberAt(evidence, "count"), 3.0);
  EXPECT_EQ(numberAt(evidence, "ratio"), 1.5);
  EXPECT_FALSE(numberAt(evidence, "cause").has_value());
  EXPECT_FALSE(numberAt(evidence, "absent").has_value());
  EXPECT_EQ(stringAt(evidence, "cause"), "lane");
  EXPECT_FALSE(stringAt(evidence, "flag").has_value());
  EXPECT_TRUE(boolAt(evidence, "flag"));
  EXPECT_FALSE(boolAt(evidence, "absent"));
}

TEST(Error, SaysThePlaceAsFarAsItIsKnown) {
  EXPECT_EQ((Error{"bad", "a.yaml", 3, 7}).str(), "a.yaml:3:7: bad");
  EXPECT_EQ((Error{"bad", "a.yaml", 3, 0}).str(), "a.yaml:3: bad");
  EXPECT_EQ((Error{"bad", "a.yaml", 0, 0}).str(), "a.yaml: bad");
  EXPECT_EQ((Error{"bad", "", 0, 0}).str(), "bad");
}

} // namespace
} // namespace warplint
