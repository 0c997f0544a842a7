//===- Resources.h - registers and spills, from a compiler -----*- C++ -*-===//
#ifndef WARPLINT_CLI_RESOURCES_H
#define WARPLINT_CLI_RESOURCES_H

#include "lint/chips/Resources.h"
#include "lint/cli/AnalysisOptions.h"

namespace warplint::cli {

/// What the binaries of the options hold, and what the compiler that they name makes of the files;
/// nothing where neither is asked for. Nothing of the project is run: of a compile command only
/// folders, macros and the like are taken, never a program or a plug-in. Files that do not compile
/// are said and left out; an Error means that a tool is missing or a binary cannot be read.
Expected<std::vector<chips::KernelResources>> resourcesOf(const AnalysisOptions &options,
                                                          const frontend::Options &frontendOptions,
                                                          const std::vector<FileAnalysis> &files);

/// What ptxas said (nvcc: `-Xptxas -v`), with the kernels' names as the analysis has them.
std::vector<chips::KernelResources> resourcesInReport(const std::string &text);

/// The arguments of a compile command that say how the code is read, and that run nothing: -I, -D,
/// -std, -O, --expt-*, -maxrregcount and their kin.
std::vector<std::string> harmlessArguments(const std::vector<std::string> &command);

} // namespace warplint::cli

#endif
