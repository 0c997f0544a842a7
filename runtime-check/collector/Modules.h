//===- Modules.h - from machine code to source lines -----------*- C++ -*-===//
#ifndef WARPLINT_RUNTIME_COLLECTOR_MODULES_H
#define WARPLINT_RUNTIME_COLLECTOR_MODULES_H

#include "runtime-check/collector/LineTable.h"

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace warplint::runtime {

/// What CUPTI makes of a cubin whose line table cannot be read here: the innermost place.
std::optional<Place> placeByCupti(std::string_view image, const std::string &function,
                                  std::uint32_t offset);

/// The machine code of the modules that hold kernels asked for. May be used by several threads.
class Modules {
public:
  /// `kernels` are plain names; empty: all.
  explicit Modules(const std::set<std::string, std::less<>> &kernels);

  /// Keeps a copy of the module if it may hold one of the kernels.
  void add(std::string_view image);
  /// Where the source asked for an instruction: of inlined code the place in the function that was
  /// inlined, unless that is a header of the Toolkit; then the call. Empty for modules that are not
  /// kept and code without line information.
  std::optional<Place> place(std::uint32_t cubin, const std::string &function,
                             std::uint32_t offset) const;

private:
  bool mayHoldKernel(std::string_view image) const;

  std::vector<std::string> identifiers_; ///< last parts of the kernels' names
  mutable std::mutex mutex_;
  struct Module {
    std::vector<char> image;
    std::optional<LineTable> lines; ///< once it is asked for
  };
  mutable std::map<std::uint32_t, Module> modules_; ///< by CRC
};

} // namespace warplint::runtime

#endif
