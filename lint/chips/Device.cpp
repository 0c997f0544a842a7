//===- Device.cpp - the GPUs of this machine ------------------------------===//

#include "lint/chips/Device.h"

#include <algorithm>
#include <array>
#include <dlfcn.h>
#include <memory>

namespace warplint::chips {
namespace {

/// CUdevice_attribute of cuda.h; the numbers are part of the driver's binary interface.
enum Attribute : int {
  ThreadsPerBlock = 1,
  SharedPerBlock = 8,
  RegistersPerBlock = 12,
  ClockRate = 13, // kHz
  MultiprocessorCount = 16,
  MemoryClockRate = 36, // kHz
  MemoryBusWidth = 37,  // bits
  L2CacheSize = 38,
  ThreadsPerMultiprocessor = 39,
  CapabilityMajor = 75,
  CapabilityMinor = 76,
  SharedPerMultiprocessor = 81,
  RegistersPerMultiprocessor = 82,
  SharedPerBlockOptin = 97,
  BlocksPerMultiprocessor = 106,
  SharedReservedPerBlock = 111,
};

/// The few functions of the driver that are needed. A result of 0 is success.
class Driver {
public:
  static Expected<Driver> load(const std::string &library) {
    Driver driver;
    driver.library_.reset(dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL));
    if (!driver.library_)
      return makeError("there is no CUDA driver here: " + std::string(dlerror()));
    const bool found =
        driver.find("cuInit", driver.init) && driver.find("cuDeviceGetCount", driver.count) &&
        driver.find("cuDeviceGet", driver.device) && driver.find("cuDeviceGetName", driver.name) &&
        driver.find("cuDeviceGetAttribute", driver.attribute) &&
        driver.find("cuDeviceTotalMem_v2", driver.memory) &&
        driver.find("cuGetErrorName", driver.errorName);
    if (!found)
      return makeError("the CUDA driver is of no use: " + library + " lacks a function");
    return driver;
  }

  std::string nameOf(int error) const {
    const char *text = nullptr;
    return errorName(error, &text) == 0 && text ? text : "error " + std::to_string(error);
  }

  int (*init)(unsigned) = nullptr;
  int (*count)(int *) = nullptr;
  int (*device)(int *, int) = nullptr;
  int (*name)(char *, int, int) = nullptr;
  int (*attribute)(int *, int, int) = nullptr;
  int (*memory)(std::size_t *, int) = nullptr;
  int (*errorName)(int, const char **) = nullptr;

private:
  template <typename Function> bool find(const char *symbol, Function &function) {
    function = reinterpret_cast<Function>(dlsym(library_.get(), symbol));
    return function != nullptr;
  }

  struct Close {
    void operator()(void *library) const { dlclose(library); }
  };
  std::unique_ptr<void, Close> library_;
};

/// What the table knows of a compute capability; else nothing but its name.
Capability capabilityOf(const std::string &name) {
  for (const Chip &chip : allChips())
    if (chip.capability.name == name)
      return chip.capability;
  Capability unknown;
  unknown.name = name;
  return unknown;
}

class DeviceReader {
public:
  DeviceReader(const Driver &driver, int device) : driver_(driver), device_(device) {}

  Device read() {
    std::array<char, 256> text{};
    driver_.name(text.data(), static_cast<int>(text.size()) - 1, device_);
    const std::string deviceName(text.data());
    Device result;
    Chip &chip = result.chip;
    if (const Chip *known = chipOfDevice(deviceName)) {
      chip = *known;
      result.inTable = true;
    } else {
      chip.name = deviceName;
    }
    chip.product = deviceName;
    if (!result.inTable)
      chip.capability = capabilityOf(std::to_string(get(CapabilityMajor)) + "." +
                                     std::to_string(get(CapabilityMinor)));
    take(chip.sms, MultiprocessorCount);
    take(chip.l2Bytes, L2CacheSize);
    std::size_t bytes = 0;
    if (driver_.memory(&bytes, device_) == 0)
      chip.memoryBytes = bytes;
    takeLimits(chip.capability);
    for (const char *group : {"sms", "l2", "threads", "blocks", "registers", "shared"})
      chip.sources[group] = "the CUDA driver";
    if (!result.inTable)
      estimateRates(chip);
    return result;
  }

private:
  int get(Attribute attribute) const {
    int value = 0;
    return driver_.attribute(&value, attribute, device_) == 0 ? value : 0;
  }

  /// A driver that does not know an attribute takes back nothing.
  template <typename T> void take(T &into, Attribute attribute) const {
    if (const int value = get(attribute); value > 0)
      into = static_cast<T>(value);
  }

  void takeLimits(Capability &capability) const {
    take(capability.threadsPerBlock, ThreadsPerBlock);
    take(capability.threadsPerSm, ThreadsPerMultiprocessor);
    take(capability.blocksPerSm, BlocksPerMultiprocessor);
    take(capability.registersPerSm, RegistersPerMultiprocessor);
    take(capability.registersPerBlock, RegistersPerBlock);
    take(capability.sharedPerSm, SharedPerMultiprocessor);
    take(capability.sharedPerBlock, SharedPerBlock);
    take(capability.sharedPerBlockOptin, SharedPerBlockOptin);
    take(capability.sharedReserved, SharedReservedPerBlock);
  }

  /// From clocks, where there is no data sheet: two bits per clock and pin, two operations per lane
  /// and clock (a fused multiply-add).
  void estimateRates(Chip &chip) const {
    constexpr double perCycle = 2, kilo = 1e3, giga = 1e9, tera = 1e12, bitsPerByte = 8;
    chip.bandwidth =
        perCycle * kilo * get(MemoryClockRate) * get(MemoryBusWidth) / bitsPerByte / giga;
    auto rate = [&](unsigned lanes) {
      return perCycle * kilo * get(ClockRate) * chip.sms * lanes / tera;
    };
    if (const double fp32 = rate(chip.capability.fp32Lanes); fp32 > 0)
      chip.peak["fp32"] = fp32;
    if (const double fp64 = rate(chip.capability.fp64Lanes); fp64 > 0)
      chip.peak["fp64"] = fp64;
    chip.sources["memory"] = "the CUDA driver; bandwidth from its clock and width";
    chip.sources["peak"] = "clock × lanes × 2";
  }

  const Driver &driver_;
  int device_;
};

} // namespace

Expected<std::vector<Device>> devicesAtHand(const std::string &library) {
  const auto driver = Driver::load(library);
  if (!driver)
    return tl::unexpected(driver.error());
  if (const int error = driver->init(0))
    return makeError("the CUDA driver finds no GPU (" + driver->nameOf(error) + ")");
  int count = 0;
  if (const int error = driver->count(&count))
    return makeError("the CUDA driver does not tell its GPUs (" + driver->nameOf(error) + ")");
  std::vector<Device> devices;
  for (int i = 0; i < count; ++i)
    if (int device = 0; driver->device(&device, i) == 0)
      devices.push_back(DeviceReader(*driver, device).read());
  if (devices.empty())
    return makeError("the CUDA driver finds no GPU");
  return devices;
}

} // namespace warplint::chips
