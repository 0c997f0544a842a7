//===- RecallTest.cpp -----------------------------------------------------===//

#include "runtime-check/Recall.h"

#include "tests/runtime/Samples.h"

#include <gmock/gmock.h>

namespace warplint::runtime {
namespace {

using testing::ElementsAre;

/// `k` on lines 2 to 5, with tokens where a kernel of two statements has them.
DeviceFunction kernel() {
  DeviceFunction function;
  function.name = "k";
  function.span = {"src/a.cu", 2, 1, 5, 30};
  function.kernel = true;
  function.hash = "0123456789abcdef";
  function.tokens = {{2, 1}, {2, 12}, {3, 3}, {3, 8}, {4, 3}, {4, 10}, {4, 20}, {5, 1}};
  return function;
}

/// With each line where `lines` puts it, the columns as they are.
DeviceFunction moved(DeviceFunction function, const std::map<unsigned, unsigned> &lines) {
  for (auto &[line, column] : function.tokens)
    line = lines.at(line);
  function.span.line = lines.at(function.span.line);
  function.span.endLine = lines.at(function.span.endLine);
  return function;
}

ConfirmationOf confirmations() {
  return [](const std::string &) {
    Confirmation confirmation;
    confirmation.kind = SiteKind::GlobalAccess;
    confirmation.holds = [](const Evidence &evidence) -> Expected<bool> {
      return numberAt(evidence, "sectors_ratio").value_or(0) >= 2;
    };
    return std::optional(confirmation);
  };
}

/// Line 3 loads well, line 4 badly, in `k` as it is above.
Measurement measured() {
  Measurement measurement = measurementOf({load(3, 16, 10, 40, 40), load(4, 32, 10, 320, 40)});
  for (MeasuredSite &site : measurement.sites)
    site.site.span.file = site.site.span.file.empty() ? "" : "src/a.cu";
  measurement.functions = {asMeasured(kernel(), {})};
  return measurement;
}

std::optional<Verdict> verdictAt(unsigned line, const DeviceFunction &now,
                                 const Measurement &measurement = measured()) {
  std::vector<Finding> findings = {findingAt(line, "load", 8)};
  const Code code{{now}, {}};
  const auto recalled = recall(findings, confirmations(), measurement, code);
  EXPECT_TRUE(recalled.has_value());
  return findings[0].verdict;
}

TEST(Recall, WritesDownHowManyTokensStandOnEachLine) {
  const MeasuredFunction function =
      asMeasured(moved(kernel(), {{2, 2}, {3, 3}, {4, 6}, {5, 7}}), {});
  EXPECT_THAT(function.tokens, ElementsAre(2, 2, 0, 0, 3, 1));
  EXPECT_EQ(function.line, 2U);
}

TEST(Recall, CodeThatIsTheSameKeepsItsVerdicts) {
  EXPECT_EQ(verdictAt(3, kernel()), Verdict::Refuted);
  EXPECT_EQ(verdictAt(4, kernel()), Verdict::Confirmed);
  EXPECT_EQ(verdictAt(5, kernel()), Verdict::Inconclusive) << "no such instruction there";
}

TEST(Recall, AlsoWhereItMoved) {
  const DeviceFunction down = moved(kernel(), {{2, 12}, {3, 13}, {4, 14}, {5, 15}});
  EXPECT_EQ(verdictAt(13, down), Verdict::Refuted);
  EXPECT_EQ(verdictAt(14, down), Verdict::Confirmed);
  const DeviceFunction apart = moved(kernel(), {{2, 1}, {3, 4}, {4, 9}, {5, 10}});
  EXPECT_EQ(verdictAt(4, apart), Verdict::Refuted);
  EXPECT_EQ(verdictAt(9, apart), Verdict::Confirmed);
}

TEST(Recall, TheStatementAroundAFindingMovesWithIt) {
  // Measured on line 4, the last of a statement that is found to begin on line 3.
  Measurement measurement = measurementOf({load(4, 32, 10, 320, 40)});
  for (MeasuredSite &site : measurement.sites)
    site.site.span.file = site.site.span.file.empty() ? "" : "src/a.cu";
  measurement.functions = {asMeasured(kernel(), {})};
  std::vector<Finding> findings = {findingAt(13, "load", 8)};
  findings[0].statement = {13, 17};
  const Code code{{moved(kernel(), {{2, 12}, {3, 13}, {4, 17}, {5, 18}})}, {}};
  EXPECT_TRUE(recall(findings, confirmations(), measurement, code).has_value());
  EXPECT_EQ(findings[0].verdict, Verdict::Confirmed);
  EXPECT_EQ(findings[0].statement, (Lines{13, 17})) << "where it is now";
}

TEST(Recall, CodeThatIsAnotherHasNone) {
  DeviceFunction changed = kernel();
  changed.hash = "fedcba9876543210";
  EXPECT_EQ(verdictAt(3, changed), std::nullopt);
  std::vector<Finding> findings = {findingAt(3, "load", 8)};
  const Code code{{changed}, {}};
  EXPECT_THAT(recall(findings, confirmations(), measured(), code)->outdated,
              ElementsAre("src/a.cu: k"));
  DeviceFunction elsewhere = kernel();
  elsewhere.span.file = "src/b.cu";
  EXPECT_EQ(verdictAt(3, elsewhere), std::nullopt) << "the finding is in no known function";
}

TEST(Recall, AnotherBlockShapeIsAnotherKernel) {
  const auto verdict = [](const std::set<BlockShape> &then, const std::set<BlockShape> &now) {
    Measurement measurement = measured();
    measurement.functions = {asMeasured(kernel(), {{}, {{"k", then}}})};
    std::vector<Finding> findings = {findingAt(4, "load", 8)};
    const Code code{{kernel()}, {{"k", now}}};
    EXPECT_TRUE(recall(findings, confirmations(), measurement, code).has_value());
    return findings[0].verdict;
  };
  const BlockShape flat{256, 1, 1}, square{16, 16, 1};
  EXPECT_EQ(verdict({flat}, {flat}), Verdict::Confirmed);
  EXPECT_EQ(verdict({flat}, {square}), std::nullopt);
  EXPECT_EQ(verdict({flat}, {flat, square}), std::nullopt);
  EXPECT_EQ(verdict({flat, square}, {square}), Verdict::Confirmed);
  EXPECT_EQ(verdict({flat}, {}), Verdict::Confirmed) << "the launch is in a file not linted now";
  EXPECT_EQ(verdict({}, {flat}), Verdict::Confirmed) << "it was in a file not linted then";
}

TEST(Recall, ADeviceFunctionCountsWhereItAndTheKernelAreTheSame) {
  DeviceFunction helper = kernel();
  helper.name = "helper";
  helper.kernel = false;
  helper.hash = "1111111111111111";
  DeviceFunction caller = kernel();
  caller.span = {"src/a.cu", 20, 1, 22, 1};
  caller.tokens = {{20, 1}};
  Measurement measurement = measured();
  measurement.functions = {asMeasured(helper, {}), asMeasured(caller, {})};
  const auto verdict = [&](const DeviceFunction &one, const DeviceFunction &other) {
    std::vector<Finding> findings = {findingAt(4, "load", 8)};
    const Code code{{one, other}, {}};
    EXPECT_TRUE(recall(findings, confirmations(), measurement, code).has_value());
    return findings[0].verdict;
  };
  EXPECT_EQ(verdict(helper, caller), Verdict::Confirmed);
  DeviceFunction changed = caller;
  changed.hash = "2222222222222222";
  EXPECT_EQ(verdict(helper, changed), std::nullopt);
  changed = helper;
  changed.hash = "2222222222222222";
  EXPECT_EQ(verdict(changed, caller), std::nullopt);
  EXPECT_EQ(verdict(helper, helper), std::nullopt) << "the kernel was not seen";
}

TEST(Recall, WhereAHeaderIsTwoThingsNothingIsKnown) {
  DeviceFunction other = kernel();
  other.hash = "2222222222222222"; // with other macros
  for (const bool first : {false, true}) {
    std::vector<Finding> findings = {findingAt(4, "load", 8)};
    Code code{{kernel(), other}, {}};
    if (first)
      std::swap(code.functions[0], code.functions[1]);
    EXPECT_TRUE(recall(findings, confirmations(), measured(), code).has_value());
    EXPECT_EQ(findings[0].verdict, std::nullopt);
  }
}

TEST(Recall, OneMeasurementThatConfirmsIsEnough) {
  Measurement good = measured();
  for (MeasuredSite &site : good.sites)
    if (site.site.span.line == 4)
      site.site.evidence["sectors_ratio"] = 1.0;
  for (const bool confirmedFirst : {false, true}) {
    std::vector<Finding> findings = {findingAt(4, "load", 8)};
    const Code code{{kernel()}, {}};
    for (const bool second : {false, true})
      EXPECT_TRUE(
          recall(findings, confirmations(), second == confirmedFirst ? good : measured(), code)
              .has_value());
    EXPECT_EQ(findings[0].verdict, Verdict::Confirmed);
    EXPECT_EQ(numberAt(*findings[0].measured, "sectors_ratio"), 8);
  }
}

TEST(Recall, NothingFollowsFromARunWithoutAGpu) {
  Measurement none = measured();
  none.device.reset();
  EXPECT_EQ(verdictAt(4, kernel(), none), std::nullopt);
}

} // namespace
} // namespace warplint::runtime
