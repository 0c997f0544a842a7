//===- InputFiles.h - from paths given to files to analyse -----*- C++ -*-===//
#ifndef WARPLINT_FRONTEND_INPUTFILES_H
#define WARPLINT_FRONTEND_INPUTFILES_H

#include "lint/frontend/Frontend.h"
#include "lint/frontend/PathFilter.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <optional>
#include <string>
#include <vector>

namespace warplint::frontend {

struct InputFile {
  std::string path;    ///< absolute
  std::string root;    ///< the project it belongs to: its repository, or what its includes reach
  bool named = false;  ///< given by name, not found in a folder
  bool header = false; ///< found in a folder and not a .cu file: waits for files that include it
  /// A reason not to analyse it at all (it cannot be read, is a folder, is not text, …), or empty.
  std::string problem;
  bool empty = false; ///< without a byte: nothing to analyse
  /// Index of the input that a link leads to: it is analysed once. Headers that were found are left
  /// as they are.
  std::optional<std::size_t> linkTo;
  /// Indices of the inputs that #include this .cu file, by what their text says.
  std::vector<std::size_t> includers;
};

/// C++ files that were found in folders and are no inputs, though they have code for the device: it
/// is marked by macros alone, which mean that for some builds only. They are looked for where there
/// is no compile database, which would tell, and where the options have a `note`.
struct MarkedFiles {
  std::vector<std::string> files; ///< absolute, sorted
  std::string macro;              ///< that marks the first of them
  std::string definedIn;          ///< a file that defines it so; absolute
};

struct Inputs {
  std::vector<InputFile> files; ///< each once, sorted by path
  MarkedFiles marked;
  /// Files and folders that patterns exclude, sorted; absolute.
  std::vector<std::string> excluded;
  std::size_t notIncluded = 0; ///< CUDA files found that no pattern of the selection speaks of
};

/// The files that paths and found files of the options stand for. In folders, what git ignores is
/// left out unless the options say otherwise; files that are named never are. Nor do those look at
/// `selection`, unless the options say so. Relative paths start at `directory`. A file that
/// `isCompiledAsCuda`, by its absolute path, is taken for a .cu file.
Inputs collectInputs(const Options &options, const FileSelection &selection,
                     const std::string &directory,
                     llvm::function_ref<bool(const std::string &)> isCompiledAsCuda);

} // namespace warplint::frontend

#endif
