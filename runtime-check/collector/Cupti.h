//===- Cupti.h - the calls of CUPTI that the collector makes ---*- C++ -*-===//
//
// Every call of CUPTI and of the driver goes through here, and what went wrong
// comes back as a sentence.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_RUNTIME_COLLECTOR_CUPTI_H
#define WARPLINT_RUNTIME_COLLECTOR_CUPTI_H

#include "runtime-check/Instruction.h"

#include <cupti.h>
#include <map>
#include <string>
#include <vector>

namespace warplint::runtime {

/// Empty if it went well; else what the call was and what CUPTI says of it, in words where
/// the person can do something about it.
std::string problemOf(CUptiResult result, const char *what);

/// Structures of CUPTI begin with their size; all else is zero.
template <typename Params> Params sized(std::size_t size) {
  Params params{};
  params.structSize = size;
  return params;
}

/// Before any counters are used; may be called again.
std::string initializeProfiler();

/// CUPTI's name of a chip: "GH100".
std::string chipName(unsigned device);

struct DeviceInfo {
  std::string name;              ///< "NVIDIA H200"
  std::string chip;              ///< CUPTI's name: "GH100"
  std::string computeCapability; ///< "9.0"
  std::string driver;            ///< "580.159.04"
  std::string cuda;              ///< newest CUDA that the driver knows: "13.0"
  std::string cupti;             ///< "130001"
};
DeviceInfo deviceInfo(unsigned device);
/// As the value of the key `device` in an evidence file.
std::string json(const DeviceInfo &device);

/// Counts of one instruction, as CUPTI hands them out.
struct Record {
  std::uint32_t cubin = 0; ///< CRC of the module's machine code
  std::string function;    ///< mangled
  std::uint32_t offset = 0;
  Counts counts;
};

/// The counters of one device, and their being switched on and off in its contexts.
class SassMetrics {
public:
  /// Chooses those of the metrics that the chip has. Once for each device, before the rest.
  std::string configure(unsigned device, const std::vector<Metric> &metrics);
  /// When the context goes in which configure() was called.
  void unconfigure();
  bool isConfigured() const { return configured_; }
  /// Metrics that the chip lacks.
  const std::vector<Metric> &missing() const { return missing_; }

  /// From here on, functions are patched when they are launched for the first time.
  static std::string enable(CUcontext context);
  /// Takes what was counted since the last call. The launches must have ended.
  std::string flush(CUcontext context, std::vector<Record> &records) const;
  /// Restores the functions' own code.
  static std::string disable(CUcontext context);

private:
  unsigned device_ = 0;
  bool configured_ = false;
  std::map<std::uint64_t, Metric> byId_;
  std::vector<Metric> missing_;
};

} // namespace warplint::runtime

#endif
