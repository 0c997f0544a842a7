//===- DriverDouble.cpp - a CUDA driver that reports what it is told ------===//
//
// Just enough of libcuda for DeviceTest. The environment says what there is:
// WARPLINT_DRIVER_GPUS (how many; -1: none is an error) and WARPLINT_DRIVER_NAME.
//
//===----------------------------------------------------------------------===//

#include <cstddef>
#include <cstdlib>
#include <cstring>

namespace {

int gpus() {
  const char *text = std::getenv("WARPLINT_DRIVER_GPUS");
  return text ? std::atoi(text) : 0;
}

} // namespace

// The names are those of the driver's interface.
// NOLINTBEGIN(readability-identifier-naming)
extern "C" {

int cuInit(unsigned) { return gpus() < 0 ? 100 : 0; }

int cuDeviceGetCount(int *count) {
  *count = gpus();
  return 0;
}

int cuDeviceGet(int *device, int ordinal) {
  *device = ordinal;
  return 0;
}

int cuDeviceGetName(char *name, int length, int) {
  const char *text = std::getenv("WARPLINT_DRIVER_NAME");
  std::strncpy(name, text ? text : "", static_cast<std::size_t>(length));
  return 0;
}

int cuDeviceTotalMem_v2(std::size_t *bytes, int) {
  *bytes = std::size_t{20} << 30;
  return 0;
}

int cuGetErrorName(int error, const char **text) {
  *text = error == 100 ? "CUDA_ERROR_NO_DEVICE" : nullptr;
  return error == 100 ? 0 : 1;
}

int cuDeviceGetAttribute(int *value, int attribute, int) {
  switch (attribute) {
  case 13: // clock, kHz
    *value = 1'500'000;
    return 0;
  case 16: // SMs
    *value = 100;
    return 0;
  case 36: // memory clock, kHz
    *value = 1'000'000;
    return 0;
  case 37: // bus, bits
    *value = 4096;
    return 0;
  case 38: // L2
    *value = 10 << 20;
    return 0;
  case 39: // threads per SM
    *value = 2048;
    return 0;
  case 75: // compute capability
    *value = 8;
    return 0;
  case 76:
    *value = 0;
    return 0;
  default:
    return 1; // CUDA_ERROR_INVALID_VALUE
  }
}

} // extern "C"
// NOLINTEND(readability-identifier-naming)
