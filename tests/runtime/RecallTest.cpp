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

TEST(Recall, LinesThatAFindingNamesMoveWithIt) {
  const auto isNamed = [](std::int64_t loopNow) {
    const auto repeats = [](const std::string &) {
      return std::optional(Confirmation{SiteKind::Parameter,
                                        [](const Evidence &evidence) -> Expected<bool> {
                                          return evidence.contains("requests_per_pass");
                                        },
                                        ""});
    };
    Measurement measurement = measurementOf({load(4, 32, 10, 40, 40), branch(3, 0, 10)});
    for (MeasuredSite &site : measurement.sites)
      site.site.span.file = site.site.span.file.empty() ? "" : "src/a.cu";
    measurement.functions = {asMeasured(kernel(), {})};
    std::vector<Finding> findings = {findingAt(12, "parameter", 0)};
    findings[0].statement = {17, 17};
    findings[0].predicted = {{"loop_line", loopNow}};
    const Code code{{moved(kernel(), {{2, 12}, {3, 13}, {4, 17}, {5, 18}})}, {}};
    EXPECT_TRUE(recall(findings, repeats, measurement, code).has_value());
    EXPECT_EQ(numberAt(findings[0].predicted, "loop_line"), loopNow) << "where it is now";
    return findings[0].verdict == Verdict::Confirmed;
  };
  EXPECT_TRUE(isNamed(13));
  EXPECT_FALSE(isNamed(17));
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

TEST(Recall, WhatIsInAMacroIsKnownByItsUse) {
  std::vector<Finding> findings = {findingAt(1000, "load", 8), findingAt(1000, "load", 8)};
  findings[0].uses = {{{"src/a.cu", 4, 3, 4, 20}, {4, 4}}};
  const Code code{{kernel()}, {}};
  EXPECT_TRUE(recall(findings, confirmations(), measured(), code).has_value());
  EXPECT_EQ(findings[0].verdict, Verdict::Confirmed);
  EXPECT_EQ(findings[1].verdict, std::nullopt) << "of a macro's own place nothing is recorded";
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

//===----------------------------------------------------------------------===//
// Host code
//===----------------------------------------------------------------------===//

/// `run` on lines 20 to 24, which launches `k` in a loop and waits for it on line 22.
DeviceFunction hostFunction() {
  DeviceFunction function;
  function.name = "run";
  function.span = {"src/a.cu", 20, 1, 24, 2};
  function.hash = "aaaaaaaaaaaaaaaa";
  function.tokens = {{20, 1}, {21, 3}, {22, 5}, {24, 1}};
  return function;
}

Finding waitIn(unsigned line) {
  Finding finding;
  finding.rule = "host-sync-in-loop";
  finding.span = {"src/a.cu", line, 5, line, 28};
  finding.op = "cudaDeviceSynchronize";
  finding.ops = {finding.op};
  finding.predicted = {{"loop_kernels", std::string("k")}};
  return finding;
}

/// In each of ten iterations the device works for `busy` ns of 100.
Measurement measuredLoop(std::int64_t busy, const Code &code) {
  const auto calls = [](const char *op) {
    MeasuredSite measured;
    measured.site.kind = SiteKind::HostCall;
    measured.site.op = op;
    measured.site.kernel = "k";
    measured.site.evidence = {{"calls", std::int64_t{10}}, {"call_ns", std::int64_t{100}}};
    return measured;
  };
  MeasuredSite launches = calls("launch");
  launches.site.evidence["span_ns"] = std::int64_t{1000};
  launches.site.evidence["busy_ns"] = 10 * busy;
  Measurement measurement = measurementOf({launches, calls("cudaDeviceSynchronize")});
  for (const DeviceFunction &function : code.functions)
    measurement.functions.push_back(asMeasured(function, code));
  return measurement;
}

std::optional<Confirmation> idleInHostCode(const std::string &) {
  Confirmation confirmation;
  confirmation.kind = SiteKind::HostCall;
  confirmation.activity = confirmation.iterations = true;
  confirmation.holds = [](const Evidence &evidence) -> Expected<bool> {
    return numberAt(evidence, "device_idle_percent").value_or(0) >= 10;
  };
  return confirmation;
}

Code hostCode(const DeviceFunction &host = hostFunction(),
              const DeviceFunction &device = kernel()) {
  return {{device, host}, {}, {host.span}};
}

std::optional<Verdict> verdictOf(Finding finding, const Measurement &measurement, const Code &now) {
  std::vector<Finding> findings = {std::move(finding)};
  EXPECT_TRUE(recall(findings, idleInHostCode, measurement, now).has_value());
  return findings[0].verdict;
}

TEST(RecallOfHostCode, VerdictsHoldWhereTheFunctionIsTheSame) {
  EXPECT_EQ(verdictOf(waitIn(22), measuredLoop(20, hostCode()), hostCode()), Verdict::Confirmed);
  EXPECT_EQ(verdictOf(waitIn(22), measuredLoop(99, hostCode()), hostCode()), Verdict::Refuted);
  const DeviceFunction down = moved(hostFunction(), {{20, 40}, {21, 41}, {22, 45}, {24, 46}});
  EXPECT_EQ(verdictOf(waitIn(45), measuredLoop(20, hostCode()), hostCode(down)), Verdict::Confirmed)
      << "moved";
  EXPECT_EQ(verdictOf(waitIn(22), measuredLoop(20, hostCode()), hostCode(down)), std::nullopt)
      << "the finding is in no known function";
}

TEST(RecallOfHostCode, OtherCodeHasNone) {
  DeviceFunction changed = hostFunction();
  changed.hash = "bbbbbbbbbbbbbbbb";
  EXPECT_EQ(verdictOf(waitIn(22), measuredLoop(20, hostCode()), hostCode(changed)), std::nullopt);
  std::vector<Finding> none;
  EXPECT_THAT(
      recall(none, idleInHostCode, measuredLoop(20, hostCode()), hostCode(changed))->outdated,
      ElementsAre("src/a.cu: run"));
  DeviceFunction otherKernel = kernel();
  otherKernel.hash = "cccccccccccccccc";
  EXPECT_EQ(
      verdictOf(waitIn(22), measuredLoop(20, hostCode()), hostCode(hostFunction(), otherKernel)),
      std::nullopt)
      << "the loop takes as long as its kernels";
  otherKernel.name = "unrelated";
  EXPECT_EQ(
      verdictOf(waitIn(22), measuredLoop(20, hostCode()), hostCode(hostFunction(), otherKernel)),
      Verdict::Confirmed);
  // A device function of the same name, place and hash is none of the host's.
  EXPECT_EQ(verdictOf(waitIn(22), measuredLoop(20, hostCode()), {{kernel(), hostFunction()}, {}}),
            std::nullopt);
}

TEST(RecallOfHostCode, DeviceCodeInItIsNotKnown) {
  // As of a lambda that a host function passes on: what was measured in it is of the kernel.
  Measurement measurement = measured();
  measurement.functions.push_back(asMeasured(hostFunction(), hostCode()));
  std::vector<Finding> findings = {findingAt(22, "load", 8)};
  EXPECT_TRUE(recall(findings, confirmations(), measurement, hostCode()).has_value());
  EXPECT_EQ(findings[0].verdict, std::nullopt);
}

TEST(RecallOfHostCode, IsWrittenDown) {
  const MeasuredFunction function = asMeasured(hostFunction(), hostCode());
  EXPECT_TRUE(function.host);
  EXPECT_FALSE(asMeasured(kernel(), hostCode()).host);
  Measurement measurement = measuredLoop(20, hostCode());
  const auto again = measurementFromJson(nlohmann::json::parse(toJson(measurement).dump()));
  ASSERT_TRUE(again);
  EXPECT_EQ(again->functions, measurement.functions);
}

TEST(RecallOfHostCode, ACallOrALaunchMakesAFunctionOne) {
  FileAnalysis file;
  file.functions = {kernel(), hostFunction()};
  const auto at = [](SiteKind kind, unsigned line, const char *kernel) {
    Site site;
    site.kind = kind;
    site.span = {"src/a.cu", line, 5, line, 9};
    site.kernel = kernel;
    return site;
  };
  const auto hostOf = [&](const Site &site) {
    file.sites = {site};
    return codeOf(std::span(&file, 1)).host;
  };
  EXPECT_THAT(hostOf(at(SiteKind::HostCall, 22, "")), ElementsAre(hostFunction().span));
  EXPECT_THAT(hostOf(at(SiteKind::Launch, 21, "k")), ElementsAre(hostFunction().span));
  EXPECT_THAT(hostOf(at(SiteKind::HostCall, 22, "k")), testing::IsEmpty()) << "made by a kernel";
  EXPECT_THAT(hostOf(at(SiteKind::Launch, 3, "k")), testing::IsEmpty()) << "a kernel that launches";
  EXPECT_THAT(hostOf(at(SiteKind::GlobalAccess, 22, "k")), testing::IsEmpty());
}

} // namespace
} // namespace warplint::runtime
