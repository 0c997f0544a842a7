//===- Paths.h - small helpers over paths ----------------------*- C++ -*-===//
#ifndef WARPLINT_FRONTEND_PATHS_H
#define WARPLINT_FRONTEND_PATHS_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace warplint::frontend {

/// Absolute, without `.` and `..`; links are not followed. Relative paths start at `directory`.
std::string absolutePath(llvm::StringRef path, llvm::StringRef directory);
std::string currentDirectory();
std::string joinPath(llvm::StringRef folder, llvm::StringRef rest);
/// True if `path` is `folder` or lies below it. Both absolute.
bool isBelow(llvm::StringRef path, llvm::StringRef folder);
/// Folders that two paths begin with, both written in the same way.
std::size_t foldersInCommon(llvm::StringRef a, llvm::StringRef b);
/// Relative to `directory` when below it, else as it is.
std::string displayPath(llvm::StringRef path, llvm::StringRef directory);
/// The nearest folder at or above `folder` that holds `.git`; empty if there is none.
std::string repositoryRoot(llvm::StringRef folder);
/// Of a file below `root`, the folder of the library that it belongs to: one with a repository of
/// its own, or that lies where projects keep others' code (`third_party/glm`). Empty for what is
/// the project's own. Both absolute.
std::string libraryFolder(llvm::StringRef path, llvm::StringRef root);
/// By its name: a file that is compiled, not one that others include.
bool isSourceName(llvm::StringRef path);
/// True for folders that builds write into, told by what lies in them, for those of version
/// control, and for other hidden ones unless `withHidden`.
bool isHiddenOrBuildOutput(llvm::StringRef folder, bool withHidden = false);

} // namespace warplint::frontend

#endif
