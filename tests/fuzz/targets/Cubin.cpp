//===- Cubin.cpp - programs and cubins that `--binary` names --------------===//

#include "lint/cli/Cubins.h"
#include "tests/fuzz/Fuzz.h"

namespace warplint::fuzz {

void cubin(std::string_view input) {
  for (const chips::KernelResources &kernel : cli::readCubins(input))
    require(kernel.registers > 0, "a kernel has registers");
}

} // namespace warplint::fuzz
