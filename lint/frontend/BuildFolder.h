//===- BuildFolder.h - where a project's compile database is ---*- C++ -*-===//
#ifndef WARPLINT_FRONTEND_BUILDFOLDER_H
#define WARPLINT_FRONTEND_BUILDFOLDER_H

#include "lint/evidence/Error.h"
#include "lint/frontend/CompileDatabase.h"

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>
#include <vector>

namespace warplint::frontend {

/// What there is to compile a project by, for runs that nobody told.
struct BuildFolder {
  /// The compile database to use, if there is one that knows CUDA files of the project.
  std::optional<std::string> database;
  /// Several such of equal standing: one of them must be chosen.
  std::vector<std::string> choices;
  /// Where there is none: the outermost folder of a CMake project that holds the path.
  std::optional<std::string> cmakeProject;
  /// What is wrong with databases that would have been looked at and cannot be read.
  std::vector<Error> faults;
};

/// Looks from the folder of `path`, or from itself, upwards to the root of its repository (without
/// one, to `directory` where that is above it): for compile_commands.json there and in `build`,
/// then in other folders that builds are usually made in. All paths are absolute.
BuildFolder findBuildFolder(const std::string &path, const std::string &directory,
                            CompileDatabases &databases);

} // namespace warplint::frontend

#endif
