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

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace warplint::frontend {

class Dependencies;
class IncludeIndex;

/// What a Makefile, or another text that holds compile commands, defines the macro as; none if it
/// does not, or not as something that could be made out.
std::optional<std::string> macroInMakefile(llvm::StringRef text, llvm::StringRef macro);

/// A macro that a file's own comments name, and the first of the values that it takes, one build
/// for each, as in CCCL's tests and benchmarks: `// %PARAM% NAME label 64:256`, `// %RANGE% NAME
/// label first:last:step`.
struct MacroInComments {
  std::string name;
  std::string value;
  /// `%PARAM%`: every build of the file defines it. `%RANGE%`: those of variants do.
  bool always = false;
};
std::vector<MacroInComments> macrosInComments(llvm::StringRef text);

/// Absolute path → text in place of that on disk, as an editor has it.
using TextsInEditor = std::map<std::string, std::string>;

/// The same of the file, or of what an editor has of it; nothing of files of more than 1 MB, which
/// nobody writes.
std::vector<MacroInComments> macrosInCommentsOf(const std::string &path,
                                                const TextsInEditor *texts);

/// What the comments of a file say, or the Makefile or CMakeLists.txt that is closest to a
/// file, in its folder or above it, up to `root`.
struct BuildMacro {
  std::string value;
  std::string path; ///< of what says so
};
std::optional<BuildMacro> macroOfBuild(const std::string &path, llvm::StringRef root,
                                       llvm::StringRef macro, const TextsInEditor *texts,
                                       Dependencies *dependencies);

/// What a Makefile has the compiler read before a file, by `nvcc -c $< -include consts.h`; what its
/// commands for CUDA name comes first. As written, but variables are replaced; of what stands for
/// a folder and is not known, the path behind it is left.
std::vector<std::string> headersInMakefile(llvm::StringRef text);

/// That header by the build file that is closest to a file and names one which is there.
struct BuildHeader {
  std::string header; ///< absolute path
  std::string path;   ///< of what says so
};
std::optional<BuildHeader> headerOfBuild(const std::string &path, llvm::StringRef root,
                                         IncludeIndex *index, Dependencies *dependencies);

} // namespace warplint::frontend

#endif
