//===- CompileCommands.h - how each file is compiled -----------*- C++ -*-===//
#ifndef WARPLINT_FRONTEND_COMPILECOMMANDS_H
#define WARPLINT_FRONTEND_COMPILECOMMANDS_H

#include "lint/evidence/Error.h"
#include "lint/frontend/Frontend.h"
#include "lint/frontend/Toolkit.h"

#include "clang/Tooling/CompilationDatabase.h"
#include "llvm/ADT/StringSet.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace warplint::frontend {

/// How one file is to be read by Clang.
struct FileCommand {
  std::string directory;
  std::vector<std::string> arguments;      ///< for Clang's driver, without program, file and -std
  std::string defines;                     ///< text of virtualDefinesFile
  std::string standard;                    ///< "gnu++17"
  bool standardIsDefault = true;           ///< nobody asked for it
  bool isOfBuild = false;                  ///< a compile database has it
  std::vector<std::string> systemFolders;  ///< -isystem of the command: other people's code
  std::vector<std::string> guessedFolders; ///< where the project's headers may lie: looked at last
  std::vector<std::string> targets; ///< chips it is compiled for, "sm_90"; empty: nobody said
  std::vector<std::string> notes;
};

class CompileCommands {
public:
  static Expected<CompileCommands> create(const Options &options,
                                          const std::optional<Toolkit> &toolkit,
                                          const std::string &directory);

  /// `root` is the folder of the project that `file` belongs to; `more` are arguments that stand
  /// between those of the database and the user's.
  FileCommand commandFor(const std::string &file, const std::string &root,
                         const std::vector<std::string> &more = {}) const;

  /// Does the database say that the file is CUDA, whatever it is called (`-x cu`)?
  bool saysCuda(const std::string &file) const;

private:
  std::unique_ptr<clang::tooling::CompilationDatabase> database_; ///< may be null
  /// As the build has them; database_'s. Null without one.
  const clang::tooling::CompilationDatabase *original_ = nullptr;
  mutable std::optional<llvm::StringSet<>> listed_; ///< files of it; absent until somebody asks
  HeaderArguments headerArguments_;
  std::vector<std::string> userArguments_; ///< after `--`
  std::vector<std::string> notes_;         ///< of every command
  std::optional<std::string> arch_;
  bool hermetic_ = false;
  std::string directory_;
};

} // namespace warplint::frontend

#endif
