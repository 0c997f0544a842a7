//===- NvccCommand.h - compile commands in Clang's words -------*- C++ -*-===//
//
// Turns the command line of nvcc, Clang or a host compiler into the arguments
// that bear on how Clang reads the file. Everything else is left out.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_FRONTEND_NVCCCOMMAND_H
#define WARPLINT_FRONTEND_NVCCCOMMAND_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>
#include <vector>

namespace warplint::frontend {

struct ClangCommand {
  std::vector<std::string> arguments;    ///< include folders, macros, language options; in order
  std::optional<std::string> standard;   ///< "c++17", "gnu++20"
  std::vector<std::string> arches;       ///< "sm_90", as named by the command, in order
  std::vector<std::string> notes;        ///< one for each option that is not known
  std::vector<std::string> optionsFiles; ///< files of more arguments, as named
  std::vector<std::string> leftOut;      ///< options that are known and say nothing of the source
};

/// `commandLine` begins with the program. Relative names of options files start at `directory`.
/// `readOptionsFiles`: take their arguments as well.
ClangCommand translateCommand(llvm::ArrayRef<std::string> commandLine, llvm::StringRef directory,
                              bool readOptionsFiles = true);

/// The command with what its options files hold (`@FILE`, not --options-file) in their place. Those
/// that cannot be read stay: translateCommand() says why.
std::vector<std::string> withOptionsFiles(llvm::ArrayRef<std::string> commandLine,
                                          llvm::StringRef directory);

/// The files and folders that a translated command names.
std::vector<std::string> pathsIn(const ClangCommand &command);

/// 90 of "sm_90", "compute_90a", "90"; nothing for "native", "all" and nonsense.
std::optional<unsigned> archNumber(llvm::StringRef arch);

/// The highest of `arches`; empty if there is none.
std::string highestArch(llvm::ArrayRef<std::string> arches);

} // namespace warplint::frontend

#endif
