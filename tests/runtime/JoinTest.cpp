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
