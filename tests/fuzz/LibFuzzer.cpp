//===- LibFuzzer.cpp - one target under libFuzzer -------------------------===//

#include "tests/fuzz/Fuzz.h"

#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  warplint::fuzz::WARPLINT_FUZZ_TARGET_NAME({reinterpret_cast<const char *>(data), size});
  return 0;
}
