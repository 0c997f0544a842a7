//===- BuildMacros.h - macros that a build gives ---------------*- C++ -*-===//
//
// Small programs have sizes in their Makefile: `nvcc -D THREADS=$(THREADS)`, with
// `THREADS ?= 256` above. Without it their kernels make no sense. Tests that are built in many
// variants say in a comment what there are.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_FRONTEND_BUILDMACROS_H
#define WARPLINT_FRONTEND_BUILDMACROS_H

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace warplint::frontend {

class Dependencies;

/// What a Makefile, or another text that holds compile commands, defines the macro as; none if it
/// does not, or not as something that could be made out.
std::optional<std::string> macroInMakefile(llvm::StringRef text, llvm::StringRef macro);

/// The first of the values that a file's own comments have a macro take, one build for each, as
/// CCCL's tests and benchmarks do: `// %PARAM% NAME label 64:256`, `// %RANGE% NAME label
/// first:last:step`.
std::optional<std::string> macroInComments(llvm::StringRef text, llvm::StringRef macro);

/// The same of the comments of a file, or of the Makefile or CMakeLists.txt that is closest to a
/// file, in its folder or above it, up to `root`.
struct BuildMacro {
  std::string value;
  std::string path; ///< of what says so
};
std::optional<BuildMacro> macroOfBuild(llvm::StringRef path, llvm::StringRef root,
                                       llvm::StringRef macro, Dependencies *dependencies);

} // namespace warplint::frontend

#endif
