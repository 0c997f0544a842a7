//===- InstructionTest.cpp ------------------------------------------------===//

#include "runtime-check/Instruction.h"

#include "lint/evidence/Vocabulary.h"

#include <algorithm>
#include <gmock/gmock.h>

namespace warplint::runtime {
namespace {

Counts counts(std::initializer_list<std::pair<Metric, std::uint64_t>> values) {
  Counts result;
  for (const auto &[metric, value] : values)
    result[static_cast<std::size_t>(metric)] = value;
  return result;
}

std::string operation(const Counts &counts) {
  const auto operation = operationOf(counts);
  return operation ? std::string(operation->kind) + " " + std::string(operation->op) : "";
}

TEST(Instruction, IsKnownByItsCounters) {
  EXPECT_EQ(operation(counts({{Metric::Executed, 8}})), "") << "arithmetic";
  EXPECT_EQ(operation(counts({{Metric::GlobalLoad, 8}, {Metric::SectorsGlobal, 32}})),
            "global_access load");
  EXPECT_EQ(operation(counts({{Metric::GlobalReduction, 8}})), "global_access atomic");
  EXPECT_EQ(operation(counts({{Metric::SharedStore, 8}})), "shared_access store");
  EXPECT_EQ(operation(counts({{Metric::MatrixLoad, 8}})), "shared_access load");
  EXPECT_EQ(operation(counts({{Metric::AsyncCopy, 8}, {Metric::SectorsGlobal, 32}})),
            "global_access copy");
}

TEST(Instruction, IsKnownAlsoWhereItNeverRan) {
  EXPECT_EQ(operation(counts({{Metric::GlobalStore, 0}, {Metric::Executed, 0}})),
            "global_access store");
  EXPECT_EQ(operation(counts({{Metric::BranchDivergent, 0}, {Metric::BranchUniform, 5}})),
            "branch branch");
}

TEST(Instruction, GenericAccessIsWhatItTurnedOutToBe) {
  EXPECT_EQ(operation(counts({{Metric::GlobalLoad, 0}, {Metric::SharedLoad, 8}})),
            "shared_access load");
}

TEST(Instruction, OfALineAddUpAndTheMostIsKept) {
  CodeOfLine code;
  code.add(counts({{Metric::Executed, 8}, {Metric::ThreadsActive, 256}}));
  code.add(counts({{Metric::Executed, 8}, {Metric::ThreadsActive, 128}}));
  const auto names = vocabulary(SiteKind::Code);
  std::map<std::string, std::uint64_t> values;
  for (const NamedCount &count : code.evidence()) {
    values[std::string(count.name)] = count.value;
    EXPECT_TRUE(std::any_of(names.begin(), names.end(), [&](const EvidenceName &name) {
      return name.name == count.name;
    })) << count.name;
  }
  EXPECT_EQ(values["thread_instructions"], 384U);
  EXPECT_EQ(values["threads_most"], 256U);
  EXPECT_EQ(values["warp_instructions"], 16U);
  EXPECT_FALSE(countThreads(counts({{Metric::Executed, 8}})));
  EXPECT_TRUE(countThreads(counts({{Metric::ThreadsActive, 0}})));
}

TEST(Instruction, EvidenceGoesByTheNamesOfTheVocabulary) {
  const Counts all = [] {
    Counts counts;
    counts.fill(4);
    return counts;
  }();
  for (const auto &[kind, siteKind] :
       {std::pair("global_access", SiteKind::GlobalAccess),
        std::pair("shared_access", SiteKind::SharedAccess), std::pair("branch", SiteKind::Branch),
        std::pair("local_access", SiteKind::LocalAccess)}) {
    for (const NamedCount &count : evidenceOf({kind, ""}, all)) {
      const auto names = vocabulary(siteKind);
      EXPECT_TRUE(count.name.empty() ||
                  std::any_of(names.begin(), names.end(),
                              [&](const EvidenceName &name) { return name.name == count.name; }))
          << kind << ": " << count.name;
    }
  }
}

TEST(Instruction, BranchesCountBothOutcomes) {
  const Counts branch = counts({{Metric::BranchDivergent, 3}, {Metric::BranchUniform, 5}});
  const auto evidence = evidenceOf(*operationOf(branch), branch);
  EXPECT_EQ(evidence[0].name, "divergent_warps");
  EXPECT_EQ(evidence[0].value, 3U);
  EXPECT_EQ(evidence[1].name, "warps");
  EXPECT_EQ(evidence[1].value, 8U);
}

TEST(Instruction, RequestsAreThoseInWhichLanesTookPart) {
  const Counts load = counts({{Metric::Executed, 10}, {Metric::GlobalLoad, 7}});
  EXPECT_EQ(evidenceOf(*operationOf(load), load)[0].value, 7U);
}

TEST(Instruction, MetricsAreFoundByTheirNames) {
  for (std::size_t i = 0; i < metricCount; ++i)
    EXPECT_EQ(metricFromCuptiName(cuptiName(static_cast<Metric>(i))), static_cast<Metric>(i));
  EXPECT_EQ(metricFromCuptiName("sm__cycles_active"), std::nullopt);
}

TEST(Instruction, AskingForOneMetricBringsWhatItNeeds) {
  EXPECT_TRUE(isNeededFor(Metric::SectorsGlobalIdeal, Metric::SectorsGlobal));
  EXPECT_TRUE(isNeededFor(Metric::GlobalStore, Metric::SectorsGlobal));
  EXPECT_TRUE(isNeededFor(Metric::Executed, Metric::SectorsGlobal));
  EXPECT_FALSE(isNeededFor(Metric::SharedLoad, Metric::SectorsGlobal));
  EXPECT_FALSE(isNeededFor(Metric::BranchUniform, Metric::WavefrontsShared));
}

} // namespace
} // namespace warplint::runtime
