//===- DeviceTest.cpp - the GPUs of this machine --------------------------===//

#include "lint/chips/Device.h"

#include <cstdlib>
#include <gmock/gmock.h>

namespace warplint::chips {
namespace {

using testing::HasSubstr;

class Devices : public testing::Test {
protected:
  Devices() { setenv("WARPLINT_DRIVER_GPUS", "1", 1); }
  ~Devices() override {
    unsetenv("WARPLINT_DRIVER_GPUS");
    unsetenv("WARPLINT_DRIVER_NAME");
  }

  static Expected<std::vector<Device>> ask(const char *name) {
    setenv("WARPLINT_DRIVER_NAME", name, 1);
    return devicesAtHand(WARPLINT_DRIVER_DOUBLE);
  }
};

TEST_F(Devices, WithoutADriver) {
  const auto none = devicesAtHand("libwarplint-no-such-driver.so");
  ASSERT_FALSE(none);
  EXPECT_THAT(none.error().message, HasSubstr("there is no CUDA driver here"));
}

TEST_F(Devices, WithoutAGpu) {
  setenv("WARPLINT_DRIVER_GPUS", "-1", 1);
  EXPECT_THAT(ask("").error().message, HasSubstr("finds no GPU (CUDA_ERROR_NO_DEVICE)"));
  setenv("WARPLINT_DRIVER_GPUS", "0", 1);
  EXPECT_THAT(ask("").error().message, HasSubstr("finds no GPU"));
}

TEST_F(Devices, OfTheTable) {
  setenv("WARPLINT_DRIVER_GPUS", "2", 1);
  const auto devices = ask("NVIDIA A100-SXM4-80GB");
  ASSERT_TRUE(devices);
  ASSERT_EQ(devices->size(), 2U);
  const Device &device = devices->front();
  EXPECT_TRUE(device.inTable);
  EXPECT_EQ(device.chip.name, "A100-80GB");
  EXPECT_EQ(device.chip.sms, 100U); // the driver's word counts
  EXPECT_EQ(device.chip.l2Bytes, std::uint64_t{10} << 20);
  EXPECT_DOUBLE_EQ(device.chip.bandwidth, 2039);
  EXPECT_EQ(device.chip.capability.sharedPerSm, 167936U); // it does not tell
  EXPECT_EQ(device.chip.sources.at("sms"), "the CUDA driver");
}

TEST_F(Devices, NotOfTheTable) {
  const auto devices = ask("NVIDIA A999");
  ASSERT_TRUE(devices);
  const Chip &chip = devices->front().chip;
  EXPECT_FALSE(devices->front().inTable);
  EXPECT_EQ(chip.name, "NVIDIA A999");
  EXPECT_EQ(chip.capability.name, "8.0");
  EXPECT_EQ(chip.capability.generation, "Ampere");
  EXPECT_DOUBLE_EQ(chip.bandwidth, 1024);       // 2 × 1 GHz × 512 bytes
  EXPECT_DOUBLE_EQ(chip.peak.at("fp32"), 19.2); // 2 × 1.5 GHz × 100 × 64
  EXPECT_EQ(chip.memoryBytes, std::uint64_t{20} << 30);
}

} // namespace
} // namespace warplint::chips
