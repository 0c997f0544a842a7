//===- CompileCommands.cpp - compile databases and nvcc's options ---------===//

#include "lint/frontend/CompileCommands.h"

#include "lint/frontend/NvccCommand.h"
#include "tests/fuzz/Fuzz.h"

#include "clang/Tooling/JSONCompilationDatabase.h"

namespace warplint::fuzz {

/// compile_commands.json, as `-p` takes it. No file is looked for that the commands name.
void compileCommands(std::string_view input) {
  using clang::tooling::JSONCommandLineSyntax;
  std::string error;
  const auto database = clang::tooling::JSONCompilationDatabase::loadFromBuffer(
      {input.data(), input.size()}, error, JSONCommandLineSyntax::AutoDetect);
  if (!database)
    return;
  for (const clang::tooling::CompileCommand &command : database->getAllCompileCommands()) {
    const frontend::ClangCommand translated =
        frontend::translateCommand(command.CommandLine, command.Directory, false);
    (void)frontend::pathsIn(translated);
    (void)frontend::highestArch(translated.arches);
  }
  const InputFile file(input);
  frontend::Options options;
  options.buildDirectory = file.path();
  options.hermetic = true;
  const auto commands = frontend::CompileCommands::create(options, std::nullopt, "/src");
  if (!commands)
    return;
  for (const char *name : {"/src/a.cu", "/src/b.cuh"})
    (void)commands->commandFor(name, "/src");
}

} // namespace warplint::fuzz
