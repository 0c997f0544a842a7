//===- LaunchShape.h - block shapes from launches --------------*- C++ -*-===//
//
// Finds the kernel launches of a translation unit and works out, by evaluating
// the host code around them, the shapes they launch.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_SIMT_LAUNCHSHAPE_H
#define WARPLINT_SIMT_LAUNCHSHAPE_H

#include "clang/AST/Decl.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warplint::simt {

struct Launch {
  /// The launched kernel: for a template, the specialisation. Null where it could not be resolved.
  const clang::FunctionDecl *kernel = nullptr;
  /// Name as written where `kernel` is null.
  std::string kernelName;
  clang::SourceRange range;
  std::array<std::optional<std::int64_t>, 3> block; ///< threads in x, y, z
  std::array<std::optional<std::int64_t>, 3> grid;  ///< blocks in x, y, z
  std::optional<std::int64_t> sharedBytes;          ///< dynamic shared memory
  /// Value of each kernel argument where it is a known integer.
  std::vector<std::optional<std::int64_t>> arguments;
  /// True where a value rests on a default, e.g. on argv not being given.
  bool assumed = false;
  /// How a value was found, for a note: "`threads` is 256 (line 31)". May be empty.
  std::string how;
  bool cooperative = false;
};

/// All launches, in source order: <<<>>>, cudaLaunchKernel, cudaLaunchKernelEx(C),
/// cudaLaunchCooperativeKernel, and their driver-API kin where the kernel is known.
std::vector<Launch> findLaunches(clang::ASTContext &context);

} // namespace warplint::simt

#endif
