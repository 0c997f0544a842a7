//===- KernelName.cpp - names of kernels in machine code ------------------===//

#include "runtime-check/KernelName.h"
#include "tests/fuzz/Fuzz.h"

namespace warplint::fuzz {

void kernelName(std::string_view input) {
  (void)runtime::plainKernelName(input);
  (void)runtime::plainKernelName(runtime::demangled(std::string(input)));
}

} // namespace warplint::fuzz
