//===- JoinTest.cpp -------------------------------------------------------===//

#include "runtime-check/Join.h"

#include "runtime-check/Process.h"
#include "tests/runtime/Samples.h"

#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>

namespace warplint::runtime {
namespace {

using Outcome = Joined::Outcome;

Joined joinOf(const Measurement &measurement, const Finding &finding,
              SiteKind kind = SiteKind::GlobalAccess) {
  return Join(measurement)(finding, kind);
}

TEST(Join, ByKernelFileLineAndOperation) {
  const Measurement measurement =
      measurementOf({load(3, 16, 10, 320, 40), load(4, 32, 10, 40, 40),
                     access(SiteKind::GlobalAccess, 3, "store", 48, 10, 80, 40)});
  EXPECT_EQ(numberAt(joinOf(measurement, findingAt(3, "load", 8)).evidence, "sectors_ratio"), 8);
  EXPECT_EQ(numberAt(joinOf(measurement, findingAt(4, "load", 8)).evidence, "sectors_ratio"), 1);
  EXPECT_EQ(numberAt(joinOf(measurement, findingAt(3, "store", 8)).evidence, "sectors_ratio"), 2);
}

TEST(Join, TheAccessClosestToThePredictionCounts) {
  const Measurement measurement =
      measurementOf({load(3, 16, 10, 320, 40), load(3, 32, 90, 360, 360)});
  EXPECT_EQ(numberAt(joinOf(measurement, findingAt(3, "load", 7)).evidence, "sectors_ratio"), 8);
  EXPECT_EQ(numberAt(joinOf(measurement, findingAt(3, "load", 1)).evidence, "sectors_ratio"), 1);
  Finding unknown = findingAt(3, "load", 1);
  unknown.predicted.clear();
  EXPECT_EQ(numberAt(joinOf(measurement, unknown).evidence, "sectors_ratio"), 8) << "the worst";
}

/// Of nine loads that a loop became, two begin at a sector.
TEST(Join, AnUnrolledLoopIsOneAccessIfItsSumIsWhatWasPredicted) {
  std::vector<MeasuredSite> loads;
  for (int i = 0; i < 9; ++i)
    loads.push_back(load(3, 16 * i, 10, i < 2 ? 40 : 50, 40));
  const Measurement measurement = measurementOf(loads);
  const auto ratioFor = [&](double predicted) {
    return *numberAt(joinOf(measurement, findingAt(3, "load", predicted)).evidence,
                     "sectors_ratio");
  };
  EXPECT_DOUBLE_EQ(ratioFor(43.0 / 36), 43.0 / 36);
  EXPECT_DOUBLE_EQ(ratioFor(1.25), 1.25) << "some behave just so";
  EXPECT_DOUBLE_EQ(ratioFor(1.1), 1) << "neither one of them nor all";
  EXPECT_DOUBLE_EQ(ratioFor(4), 1.25);
  const Joined joined = joinOf(measurement, findingAt(3, "load", 43.0 / 36));
  EXPECT_EQ(numberAt(joined.evidence, "requests"), 90);
  EXPECT_DOUBLE_EQ(*numberAt(joined.evidence, "sectors_per_request"), 43.0 / 9);
}

/// `p` of a kernel whose loop in line 7 stores or loads through it in line 9.
Finding parameterAt(std::int64_t stores, double sectorsPerRequest) {
  Finding finding = findingAt(2, "parameter", 0);
  finding.statement = {9, 9};
  finding.predicted = {{"loop_line", std::int64_t{7}},
                       {"repeated_stores", stores},
                       {"sectors_per_request", sectorsPerRequest}};
  return finding;
}

MeasuredSite launchedWarps(std::int64_t warps) { return launch("warps_launched", warps); }

TEST(JoinRepeated, StoresAgainstWarpsAndPassesOfTheLoop) {
  const auto measured = [](std::int64_t requests) {
    return Join(measurementOf({access(SiteKind::GlobalAccess, 9, "store", 48, requests,
                                      4 * requests, 4 * requests),
                               load(9, 32, 6400, 25600, 25600), branch(7, 0, 1700),
                               launchedWarps(100)}))
        .repeated(parameterAt(1, 4));
  };
  const Joined inLoop = measured(6400); // unrolled four times
  EXPECT_EQ(inLoop.outcome, Outcome::Measured);
  EXPECT_EQ(numberAt(inLoop.evidence, "requests"), 6400);
  EXPECT_EQ(numberAt(inLoop.evidence, "requests_per_warp"), 64);
  EXPECT_DOUBLE_EQ(*numberAt(inLoop.evidence, "requests_per_pass"), 6400.0 / 1700);
  const Joined outOfLoop = measured(100);
  EXPECT_EQ(numberAt(outOfLoop.evidence, "requests_per_warp"), 1);
  EXPECT_LT(*numberAt(outOfLoop.evidence, "requests_per_pass"), 0.1);
}

TEST(JoinRepeated, WhatALoopThatIsRunOnceDoesSaysNothingOfTheNextTime) {
  // A loop over the grid, and a grid that is as large as the data.
  const auto outcome = [](std::int64_t requests, std::int64_t passes) {
    return Join(measurementOf({load(9, 32, requests, 4 * requests, 4 * requests),
                               branch(7, 0, passes), launchedWarps(100)}))
        .repeated(parameterAt(0, 4))
        .outcome;
  };
  EXPECT_EQ(outcome(100, 100), Outcome::NotRepeated);
  EXPECT_EQ(outcome(100, 200), Outcome::Measured) << "twice, and moved out of the loop";
  EXPECT_EQ(outcome(400, 100), Outcome::Measured) << "unrolled four times";
}

TEST(JoinRepeated, OfSeveralLoadsThoseThatSpreadAsPredicted) {
  // A broadcast that was taken out of the loop, beside a column that was not.
  const Measurement measurement = measurementOf(
      {load(9, 16, 100, 100, 100), load(9, 32, 6400, 51200, 25600), launchedWarps(100)});
  const auto joined = [&](double sectorsPerRequest) {
    return Join(measurement).repeated(parameterAt(0, sectorsPerRequest));
  };
  EXPECT_EQ(numberAt(joined(1).evidence, "requests_per_warp"), 1);
  EXPECT_EQ(numberAt(joined(8).evidence, "requests_per_warp"), 64);
  EXPECT_EQ(joined(32).outcome, Outcome::NoInstruction) << "neither";
  EXPECT_FALSE(joined(1).evidence.contains("requests_per_pass")) << "no branch in the loop's line";
  Finding twice = parameterAt(0, 8);
  twice.predicted["repeats_in_statement"] = std::int64_t{2};
  EXPECT_EQ(numberAt(Join(measurement).repeated(twice).evidence, "requests_per_warp"), 32);
}

TEST(JoinRepeated, LanesMayHaveLeftTheLoop) {
  // Ahead of the loop with all lanes, and in it with twenty of them, as another load.
  const auto outcome = [](const MeasuredSite &inLoop) {
    return Join(measurementOf({load(9, 16, 100, 500, 400), inLoop, launchedWarps(100)}))
        .repeated(parameterAt(0, 5))
        .outcome;
  };
  EXPECT_EQ(outcome(load(9, 32, 2000, 8000, 5000)), Outcome::NoInstruction) << "it may be";
  EXPECT_EQ(outcome(load(9, 32, 2000, 2000, 8000)), Outcome::Measured) << "one place for all lanes";
  EXPECT_EQ(outcome(load(9, 32, 2000, 64000, 5000)), Outcome::Measured) << "far more sectors";
  EXPECT_EQ(outcome(load(9, 32, 100, 400, 250)), Outcome::Measured) << "as seldom";
}

TEST(JoinRepeated, AStoreIsTheOneThatThereIs) {
  const Measurement measurement = measurementOf(
      {access(SiteKind::GlobalAccess, 9, "store", 48, 6400, 51200, 25600), launchedWarps(100)});
  EXPECT_EQ(numberAt(Join(measurement).repeated(parameterAt(1, 4)).evidence, "requests_per_warp"),
            64);
}

TEST(JoinRepeated, WhyThereIsNothing) {
  const Measurement measurement = measurementOf({load(9, 16, 0, 0, 0), launchedWarps(100)});
  EXPECT_EQ(Join(measurement).repeated(parameterAt(1, 4)).outcome, Outcome::NoInstruction);
  EXPECT_EQ(Join(measurement).repeated(parameterAt(0, 4)).outcome, Outcome::NotExecuted);
  Finding other = parameterAt(0, 4);
  other.kernel = "other";
  EXPECT_EQ(Join(measurement).repeated(other).outcome, Outcome::NotExecuted);
}

TEST(Join, RequestsForEachWarp) {
  const auto perWarp = [](const char *name, std::int64_t count) {
    return numberAt(joinOf(measurementOf({load(3, 16, 300, 300, 300), launch(name, count)}),
                           findingAt(3, "load", 1))
                        .evidence,
                    "requests_per_warp");
  };
  EXPECT_EQ(perWarp("warps_launched", 100), 3);
  EXPECT_EQ(perWarp("threads_launched", 3200), 3) << "recorded before warps were";
  EXPECT_EQ(perWarp("launches", 1), std::nullopt);
}

TEST(Join, AnInstantiationOfItsOwn) {
  MeasuredSite narrow = load(3, 16, 10, 40, 40), wide = load(3, 16, 10, 320, 40);
  narrow.instantiation = "void k<1>(float*)";
  wide.instantiation = "void k<8>(float*)";
  const Joined joined = joinOf(measurementOf({narrow, wide}), findingAt(3, "load", 8));
  EXPECT_EQ(joined.instantiation, "void k<8>(float*)");
}

TEST(Join, WhyThereIsNothing) {
  const Measurement measurement = measurementOf({load(3, 16, 10, 320, 40), load(7, 32, 0, 0, 0)});
  EXPECT_EQ(joinOf(measurement, findingAt(5, "load", 8)).outcome, Outcome::NoInstruction);
  EXPECT_EQ(joinOf(measurement, findingAt(3, "store", 8)).outcome, Outcome::NoInstruction);
  EXPECT_EQ(joinOf(measurement, findingAt(7, "load", 8)).outcome, Outcome::NotExecuted);
  Finding other = findingAt(3, "load", 8);
  other.kernel = "other";
  EXPECT_EQ(joinOf(measurement, other).outcome, Outcome::NotExecuted) << "never launched";
  other = findingAt(3, "load", 8);
  other.span.file = "src/b.cu";
  EXPECT_EQ(joinOf(measurement, other).outcome, Outcome::OtherFile);
  EXPECT_EQ(joinOf(measurement, other).file, "/build/src/a.cu");
  EXPECT_EQ(joinOf(measurementOf({load(0, 16, 1, 1, 1)}), findingAt(3, "load", 8)).outcome,
            Outcome::NoLineInformation);
  Measurement launched;
  launched.sites = {launch("launches", 3)};
  EXPECT_EQ(joinOf(merged({launched}), findingAt(3, "load", 8)).outcome, Outcome::NotMeasured);
}

TEST(Join, AnExpressionOfSeveralLines) {
  Finding finding = findingAt(2, "load", 8);
  finding.span.endLine = 4;
  EXPECT_EQ(joinOf(measurementOf({load(3, 16, 10, 320, 40)}), finding).outcome, Outcome::Measured);
}

TEST(Join, TheLastLineOfAnAssignment) {
  const Measurement measurement =
      measurementOf({access(SiteKind::GlobalAccess, 5, "store", 16, 10, 320, 40)});
  Finding finding = findingAt(3, "store", 8);
  EXPECT_EQ(joinOf(measurement, finding).outcome, Outcome::NoInstruction);
  finding.statement = {3, 5};
  EXPECT_EQ(joinOf(measurement, finding).outcome, Outcome::Measured);
  finding.ops = {"load"};
  EXPECT_EQ(joinOf(measurement, finding).outcome, Outcome::NoInstruction);
}

TEST(Join, InAMacroItsFirstUseThatWasMeasured) {
  const Measurement measurement =
      measurementOf({load(3, 0, 10, 40, 40), load(14, 16, 10, 320, 40), load(15, 32, 10, 80, 40)});
  Finding finding = findingAt(3, "load", 8);
  for (unsigned line : {13U, 14U, 15U})
    finding.uses.push_back({{"src/a.cu", line, 5, line, 8}, {line, line}});
  EXPECT_EQ(numberAt(joinOf(measurement, finding).evidence, "sectors_ratio"), 8);
  finding.uses.erase(finding.uses.begin() + 1);
  EXPECT_EQ(numberAt(joinOf(measurement, finding).evidence, "sectors_ratio"), 2);
  finding.uses = {{{"src/other.cu", 15, 5, 15, 8}, {}}};
  EXPECT_EQ(numberAt(joinOf(measurement, finding).evidence, "sectors_ratio"), 1)
      << "of its own line, if nothing is known of the use";
}

TEST(Join, LoadAndStoreOfOneExpression) {
  const Measurement measurement = measurementOf(
      {load(3, 16, 10, 40, 40), access(SiteKind::GlobalAccess, 3, "store", 48, 10, 320, 40)});
  Finding both = findingAt(3, "load", 8);
  both.ops = {"load", "store"};
  EXPECT_EQ(numberAt(joinOf(measurement, both).evidence, "sectors_ratio"), 8);
}

TEST(Join, BranchesWhateverTheirOperationIsCalled) {
  Finding finding = findingAt(5, "if", 1);
  finding.predicted = {{"divergent_ratio", 1.0}};
  const Joined joined = joinOf(measurementOf({branch(5, 4, 8)}), finding, SiteKind::Branch);
  EXPECT_EQ(numberAt(joined.evidence, "divergent_ratio"), 0.5);
  finding.statement = {5, 9};
  EXPECT_EQ(joinOf(measurementOf({branch(6, 4, 8)}), finding, SiteKind::Branch).outcome,
            Joined::Outcome::NoInstruction)
      << "another branch, inside";
}

TEST(Join, Files) {
  const TemporaryFolder folder;
  const std::string file = folder.path() + "/a.cu", link = folder.path() + "/b.cu";
  std::ofstream(file) << "\n";
  std::filesystem::create_symlink(file, link);
  std::filesystem::create_directory(folder.path() + "/sub");
  const std::string twin = folder.path() + "/sub/a.cu";
  std::ofstream(twin) << "\n";
  EXPECT_TRUE(sameFile(file, folder.path() + "/sub/../a.cu").sure);
  EXPECT_TRUE(sameFile(file, link).sure);
  EXPECT_FALSE(sameFile(file, twin).same) << "both are here, and they are two";
  EXPECT_TRUE(sameFile(file, "/elsewhere/a.cu").same) << "built on another machine";
  EXPECT_FALSE(sameFile(file, "/elsewhere/a.cu").sure);
  EXPECT_FALSE(sameFile(file, "/elsewhere/c.cu").same);
  EXPECT_FALSE(sameFile(file, "").same);
}

} // namespace
} // namespace warplint::runtime
