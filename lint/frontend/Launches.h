//===- Launches.h - what a program's launches say of its groups -*- C++ -*-===//
#ifndef WARPLINT_FRONTEND_LAUNCHES_H
#define WARPLINT_FRONTEND_LAUNCHES_H

#include "lint/evidence/Analysis.h"

#include <map>
#include <set>
#include <string>

namespace warplint::frontend {

/// Where kernels have their bodies: a folder of programs has many a kernel by the same name, and
/// what one program launches is none of another's.
class KernelFiles {
public:
  void add(const FileAnalysis &analysis);
  /// May it be a launch of the kernel by its name in `file`? One that only declares its kernel is
  /// taken for that of the nearest file, by folders, which may be several.
  bool mayBeOf(const LaunchRecord &launch, const std::string &file) const;

private:
  std::map<std::string, std::set<std::string>> files_; ///< as in a SourceSpan, by kernel
};

/// Adds to each use of a grid group (sites of kind group, `of` is "grid") how its kernel is
/// launched in all of `files`, with a note at the first launch that is not cooperative. Uses of
/// clusters lose `cluster_blocks` where launches in other files say otherwise.
void addLaunches(std::vector<FileAnalysis> &files);

} // namespace warplint::frontend

#endif
