//===- Chip.h - what a GPU has ---------------------------------*- C++ -*-===//
//
// Limits and sizes of chips, from the tables in lint/chips/table, which name the
// source of each number. They are part of the program.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_CHIPS_CHIP_H
#define WARPLINT_CHIPS_CHIP_H

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace warplint::chips {

constexpr unsigned warpSize = 32;

/// What all chips of one compute capability have in common. Registers are of 32 bits, sizes are
/// bytes.
struct Capability {
  std::string name;       ///< "9.0"
  std::string generation; ///< "Hopper"

  unsigned threadsPerBlock = 0;
  unsigned threadsPerSm = 0;
  unsigned blocksPerSm = 0;
  unsigned barriersPerSm = 0; ///< 0: they never run out before anything else does

  unsigned registersPerSm = 0;
  unsigned registersPerBlock = 0;
  unsigned registersPerThread = 0;
  unsigned registerGranularity = 0; ///< a warp gets a multiple of it
  unsigned partitions = 0;          ///< of an SM; each has an equal part of its registers

  std::uint64_t sharedPerSm = 0;
  std::uint64_t sharedPerBlock = 0;      ///< without asking
  std::uint64_t sharedPerBlockOptin = 0; ///< if the program asks
  std::uint64_t sharedReserved = 0;      ///< of each block, for the system; comes on top
  std::uint64_t sharedGranularity = 0;
  std::vector<std::uint64_t> carveouts; ///< sizes that an SM's shared memory can be set to, rising

  unsigned schedulers = 0;
  unsigned tensorCores = 0;  ///< per SM
  std::uint64_t l1Bytes = 0; ///< L1 cache and shared memory of an SM together
  unsigned fp32Lanes = 0;    ///< results per cycle and SM
  unsigned fp64Lanes = 0;    ///< results per cycle and SM

  unsigned warpsPerSm() const { return threadsPerSm / warpSize; }
  friend bool operator==(const Capability &, const Capability &) = default;
};

struct Chip {
  std::string name;    ///< "H100-SXM"
  std::string product; ///< "NVIDIA H100 SXM5 80GB"
  Capability capability;
  std::vector<std::string> aliases;
  std::vector<std::string> deviceNames; ///< as the driver names it
  unsigned sms = 0;
  std::uint64_t l2Bytes = 0;
  std::uint64_t memoryBytes = 0;
  std::string memoryKind;             ///< "HBM3"; empty where not known
  double bandwidth = 0;               ///< of device memory, in GB/s
  std::map<std::string, double> peak; ///< TFLOP/s by precision: fp32, fp16_tensor, …
  /// Where the numbers come from: group of numbers (`sms`, `memory`, …), source.
  std::map<std::string, std::string> sources;

  /// FLOP per byte at which a kernel stops to be bound by device memory; absent where a rate of
  /// that precision is not known.
  std::optional<double> knee(const std::string &precision) const;
  friend bool operator==(const Chip &, const Chip &) = default;
};

/// The table that is part of the program.
std::span<const Chip> allChips();

/// By name, alias or product, with no regard to case, spaces, `-` and `_`, nor to NVIDIA, Tesla and
/// GeForce; or by architecture (`sm_90`): the first chip of that. Null where there is none.
const Chip *findChip(std::string_view name);
/// The first chip of an architecture: `sm_90`, `sm_90a`, `compute_90`. Null where there is none.
const Chip *chipOfArchitecture(std::string_view arch);
/// By the name that the driver gives it.
const Chip *chipOfDevice(std::string_view deviceName);

} // namespace warplint::chips

#endif
