//===- Resources.h - what compilers say that kernels need ------*- C++ -*-===//
#ifndef WARPLINT_CHIPS_RESOURCES_H
#define WARPLINT_CHIPS_RESOURCES_H

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warplint::chips {

/// One kernel as it was compiled for one architecture.
struct KernelResources {
  std::string symbol; ///< as the compiler has it, mangled
  std::string kernel; ///< qualified name without template arguments; whoever joins fills it in
  std::string arch;   ///< "sm_90"
  std::int64_t registers = 0;
  std::int64_t stackBytes = 0;
  std::int64_t sharedBytes = 0;
  std::optional<std::int64_t> spillStoreBytes; ///< absent: not told
  std::optional<std::int64_t> spillLoadBytes;
};

/// What ptxas prints with `-v` (nvcc: `-Xptxas -v`, `--resource-usage`), other lines between or
/// not.
std::vector<KernelResources> readPtxasReport(std::string_view text);

/// What `cuobjdump --dump-resource-usage` prints.
std::vector<KernelResources> readCuobjdumpReport(std::string_view text);

} // namespace warplint::chips

#endif
