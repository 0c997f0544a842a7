//===- Device.h - the GPUs of this machine ---------------------*- C++ -*-===//
#ifndef WARPLINT_CHIPS_DEVICE_H
#define WARPLINT_CHIPS_DEVICE_H

#include "lint/chips/Chip.h"
#include "lint/evidence/Error.h"

namespace warplint::chips {

struct Device {
  /// The table's entry, with what the driver reports in place of what the table says; where the
  /// table has no such chip, only what the driver reports and what its compute capability implies.
  /// What is not known is 0 or empty.
  Chip chip;
  bool inTable = false;
};

/// All GPUs, through the CUDA driver's library, which is loaded here and now. The error says that
/// there is no driver, or no GPU. `library`: another one, for tests.
Expected<std::vector<Device>> devicesAtHand(const std::string &library = "libcuda.so.1");

} // namespace warplint::chips

#endif
