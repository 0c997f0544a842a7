//===- RunProgram.h - warplint as its users run it -------------*- C++ -*-===//
#ifndef WARPLINT_TESTS_CLI_RUNPROGRAM_H
#define WARPLINT_TESTS_CLI_RUNPROGRAM_H

#include "tests/cli/TemporaryFolder.h"

#include <gmock/gmock.h>
#include <sys/wait.h>

namespace warplint::cli {

/// Tests that run the program in a folder of their own.
class ProgramInFolder : public testing::Test {
protected:
  struct Outcome {
    int status = -1;
    std::string out, err;
  };

  /// Any command of the shell; the folder is the current one.
  Outcome shell(const std::string &command) const {
    const int status = std::system(
        ("cd '" + folder.path() + "' && (" + command + ") >.out 2>.err </dev/null").c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, folder.read(".out"), folder.read(".err")};
  }

  Outcome run(const std::string &arguments) const {
    return shell("'" WARPLINT_PROGRAM "' " + arguments);
  }

  TemporaryFolder folder;
};

} // namespace warplint::cli

#endif
