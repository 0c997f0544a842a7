//===- OccupancyMeasuredTest.cpp - against what a driver answered ---------===//
//
// tests/chips/data holds what scripts/measure-occupancy was told on real GPUs.
//
//===----------------------------------------------------------------------===//

#include "lint/chips/Occupancy.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace warplint::chips {
namespace {

using nlohmann::json;

std::vector<std::string> measurements() {
  std::vector<std::string> files;
  for (const auto &entry :
       std::filesystem::directory_iterator(WARPLINT_SOURCE_DIR "/tests/chips/data"))
    files.push_back(entry.path().string());
  return files;
}

class Measured : public testing::TestWithParam<std::string> {
protected:
  json measured = json::parse(std::ifstream(GetParam()));
  const Chip *chip = chipOfDevice(measured.at("device").get<std::string>());
};

TEST_P(Measured, TheTableSaysWhatTheDriverSays) {
  ASSERT_NE(chip, nullptr) << measured.at("device");
  const Capability &has = chip->capability;
  EXPECT_EQ(chip->sms, measured.at("sms"));
  EXPECT_EQ(chip->l2Bytes, measured.at("l2_bytes"));
  EXPECT_EQ(has.threadsPerSm, measured.at("threads_per_sm"));
  EXPECT_EQ(has.blocksPerSm, measured.at("blocks_per_sm"));
  EXPECT_EQ(has.registersPerSm, measured.at("registers_per_sm"));
  EXPECT_EQ(has.sharedPerSm, measured.at("shared_per_sm"));
  EXPECT_EQ(has.sharedPerBlock, measured.at("shared_per_block"));
  EXPECT_EQ(has.sharedPerBlockOptin, measured.at("shared_per_block_optin"));
  EXPECT_EQ(has.sharedReserved, measured.at("shared_reserved"));
}

TEST_P(Measured, EveryAnswerIsTheSame) {
  ASSERT_NE(chip, nullptr) << measured.at("device");
  for (const json &answer : measured.at("answers")) {
    BlockNeeds needs;
    needs.threads = answer.at("threads");
    needs.registers = answer.at("registers");
    needs.shared = answer.at("static").get<unsigned>() + answer.at("dynamic").get<unsigned>();
    if (const int carveout = answer.at("carveout"); carveout >= 0)
      needs.carveout = carveout;
    EXPECT_EQ(occupancyOf(chip->capability, needs).blocks, answer.at("blocks")) << answer;
  }
  EXPECT_GT(measured.at("answers").size(), 200U);
}

INSTANTIATE_TEST_SUITE_P(Devices, Measured, testing::ValuesIn(measurements()),
                         [](const auto &file) {
                           std::string name = std::filesystem::path(file.param).stem().string();
                           std::erase_if(name, [](char c) {
                             return !std::isalnum(static_cast<unsigned char>(c));
                           });
                           return name;
                         });

} // namespace
} // namespace warplint::chips
