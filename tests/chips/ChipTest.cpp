//===- ChipTest.cpp - the table of chips ----------------------------------===//

#include "lint/chips/ChipTables.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <gmock/gmock.h>
#include <iterator>
#include <set>

namespace warplint::chips {
namespace {

using testing::ElementsAreArray;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

std::string table(const std::string &name) {
  std::ifstream stream(std::string(WARPLINT_SOURCE_DIR) + "/lint/chips/table/" + name);
  EXPECT_TRUE(stream) << name;
  return {std::istreambuf_iterator<char>(stream), {}};
}

Tables tables() {
  return {table("capabilities.yaml"), "capabilities.yaml", table("chips.yaml"), "chips.yaml"};
}

std::string replaced(std::string text, const std::string &from, const std::string &to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

TEST(ChipTable, IsInTheProgramAsTheFilesHaveIt) {
  const auto chips = readChips(tables());
  ASSERT_TRUE(chips) << chips.error().str();
  EXPECT_THAT(allChips(), ElementsAreArray(*chips));
}

TEST(ChipTable, HasWhatTheRubricNames) {
  for (const char *name : {"V100", "T4", "A100-40GB", "A100-80GB", "RTX 3090", "RTX 4090", "L4",
                           "L40S", "H100-SXM", "H100-PCIe", "H200", "B200"})
    EXPECT_NE(findChip(name), nullptr) << name;
}

TEST(ChipTable, EveryNumberHasASource) {
  for (const Chip &chip : allChips())
    for (const char *group :
         {"threads", "blocks", "barriers", "registers", "register_allocation", "shared",
          "shared_allocation", "units", "lanes", "sms", "l2", "memory", "peak"})
      EXPECT_THAT(chip.sources.at(group), Not(IsEmpty())) << chip.name << " " << group;
}

TEST(ChipTable, NumbersAgreeWithEachOther) {
  for (const Chip &chip : allChips()) {
    SCOPED_TRACE(chip.name);
    const Capability &has = chip.capability;
    EXPECT_EQ(has.threadsPerSm % warpSize, 0U);
    EXPECT_TRUE(std::is_sorted(has.carveouts.begin(), has.carveouts.end()));
    EXPECT_EQ(has.carveouts.back(), has.sharedPerSm);
    EXPECT_EQ(has.sharedPerBlockOptin + has.sharedReserved, has.sharedPerSm);
    EXPECT_LE(has.sharedPerSm, has.l1Bytes);
    EXPECT_EQ(has.registersPerSm % has.partitions, 0U);
    EXPECT_GT(chip.memoryBytes, chip.l2Bytes);
    ASSERT_TRUE(chip.knee("fp32"));
    // What the lanes give at a clock that such chips have.
    const double gigahertz = chip.peak.at("fp32") * 1000 / (2.0 * chip.sms * has.fp32Lanes);
    EXPECT_GT(gigahertz, 1.3);
    EXPECT_LT(gigahertz, 2.7);
    if (const auto fp64 = chip.peak.find("fp64"); fp64 != chip.peak.end()) {
      EXPECT_NEAR(fp64->second / chip.peak.at("fp32"), 1.0 * has.fp64Lanes / has.fp32Lanes, 0.02);
    }
  }
}

TEST(ChipTable, TensorRatesAreMultiplesOfOneAnother) {
  // Half the bits, twice the rate: so the white papers have it of every chip, but for whole numbers
  // of GeForce chips (sums in fp32 run at half their rate there) and for doubles.
  for (const Chip &chip : allChips()) {
    SCOPED_TRACE(chip.name);
    const auto rate = [&](const char *unit) {
      const auto found = chip.peak.find(unit);
      return found == chip.peak.end() ? std::optional<double>() : found->second;
    };
    const auto half = rate("fp16_tensor");
    ASSERT_TRUE(half);
    const auto expectTimes = [&](const char *unit, std::set<int> factors, int divisor = 1) {
      const auto other = rate(unit);
      if (!other)
        return;
      const double factor = divisor * *other / *half;
      EXPECT_TRUE(factors.contains(static_cast<int>(std::lround(factor)))) << unit << factor;
      EXPECT_NEAR(factor, std::lround(factor), 0.025 * factor) << unit;
    };
    expectTimes("bf16_tensor", {1});
    expectTimes("tf32_tensor", {1}, 2);
    expectTimes("fp8_tensor", {2});
    expectTimes("int8_tensor", chip.name.starts_with("RTX") ? std::set{4} : std::set{2});
    expectTimes("fp4_tensor", {4});
    // So many times the rate of plain fp32: a power of two for each SM and cycle, at clocks that
    // differ a little (of H100, 1.83 and 1.98 GHz).
    const double gain = *half / *rate("fp32");
    const double power = std::exp2(std::lround(std::log2(gain)));
    EXPECT_NEAR(gain, power, 0.08 * power);
    EXPECT_GE(power, chip.name.starts_with("RTX") ? 2 : 4);
  }
}

TEST(ChipTable, KneeOfTheA100) {
  // 19 500 GFLOP/s / 1 555 GB/s
  EXPECT_NEAR(*findChip("A100")->knee("fp32"), 12.5, 0.05);
  EXPECT_FALSE(findChip("A100")->knee("fp8_tensor"));
}

TEST(ChipTable, ChipsOfOneCapabilityAreAlike) {
  std::set<std::string> names;
  for (const Chip &chip : allChips())
    EXPECT_TRUE(names.insert(chip.name).second) << chip.name;
}

TEST(FindChip, TakesTheNamesThatPeopleUse) {
  for (const char *name :
       {"H100-SXM", "h100", "H100 SXM", "NVIDIA H100 SXM5 80GB", "sm_90", "sm_90a", "compute_90"})
    EXPECT_EQ(findChip(name), findChip("H100-SXM")) << name;
  EXPECT_EQ(findChip("GeForce RTX 4090")->name, "RTX-4090");
  EXPECT_EQ(findChip("Tesla V100")->name, "V100");
  for (const char *name : {"H10", "", "sm_", "sm_9", "sm_999", "sm_35", "GTX 1080"})
    EXPECT_EQ(findChip(name), nullptr) << name;
}

TEST(FindChip, ByArchitectureTheFirst) {
  EXPECT_EQ(chipOfArchitecture("sm_80")->name, "A100-40GB");
  EXPECT_EQ(chipOfArchitecture("sm_100a")->name, "B200");
  EXPECT_EQ(chipOfArchitecture("sm_89")->name, "RTX-4090");
  EXPECT_EQ(chipOfArchitecture("H100"), nullptr);
}

TEST(FindChip, ByTheDriversName) {
  EXPECT_EQ(chipOfDevice("NVIDIA H200")->name, "H200");
  EXPECT_EQ(chipOfDevice("NVIDIA H100 80GB HBM3")->name, "H100-SXM");
  EXPECT_EQ(chipOfDevice("NVIDIA H300"), nullptr);
}

struct Slip {
  const char *from;
  const char *to;
  const char *says;
};

TEST(ReadChips, SaysWhatIsWrongAndWhere) {
  for (const Slip &slip :
       {Slip{"count: 80", "count: many", "chips.yaml:"},
        Slip{"{source: v100, count: 80}", "{count: 80}", "`source` is missing"},
        Slip{"{source: v100, count: 80}", "{source: v10, count: 80}", "`sms` has no known source"},
        Slip{"sms: {source: v100", "sns: {source: v100", "unknown key `sns`"},
        Slip{"\"7.0\"", "\"7.1\"", "not in the other table"},
        Slip{"chips:\n", "chips: none\nx:\n", "chips.yaml:"}}) {
    Tables broken = tables();
    broken.chips = replaced(broken.chips, slip.from, slip.to);
    const auto chips = readChips(broken);
    ASSERT_FALSE(chips) << slip.to;
    EXPECT_THAT(chips.error().str(), HasSubstr(slip.says));
    EXPECT_GT(chips.error().line, 0U) << slip.to;
  }
  Tables broken = tables();
  broken.capabilities = replaced(broken.capabilities, "granularity: 256", "granularty: 256");
  EXPECT_THAT(readChips(broken).error().str(), HasSubstr("capabilities.yaml:"));
}

} // namespace
} // namespace warplint::chips
