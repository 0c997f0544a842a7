//===- Process.h - running the program that is to be measured --*- C++ -*-===//
#ifndef WARPLINT_RUNTIME_PROCESS_H
#define WARPLINT_RUNTIME_PROCESS_H

#include "lint/evidence/Error.h"

#include <chrono>
#include <map>
#include <optional>
#include <vector>

namespace warplint::runtime {

struct Command {
  std::vector<std::string> arguments;             ///< the program first, looked for on PATH
  std::map<std::string, std::string> environment; ///< added to ours
  std::optional<std::chrono::seconds> timeLimit;
  bool keepOutput = false; ///< into ProcessEnd::output instead of our own streams
};

struct ProcessEnd {
  std::optional<int> status; ///< exit status
  int signal = 0;            ///< that ended it, where there is no status
  bool timedOut = false;     ///< and was killed
  std::string output;        ///< both streams, if kept
};

/// Runs it and waits. An Error where it could not be started. With a time limit it gets a process
/// group of its own, so that its children end with it.
Expected<ProcessEnd> run(const Command &command);

/// "ended with status 3", "was killed by signal 11 (Segmentation fault)", …; empty: all went well.
std::string inWords(const ProcessEnd &end);

/// A program on PATH; empty if there is none.
std::string findProgram(const std::string &name);

/// A folder of its own that is removed with what is in it.
class TemporaryFolder {
public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder &) = delete;
  TemporaryFolder &operator=(const TemporaryFolder &) = delete;
  const std::string &path() const { return path_; } ///< empty: it could not be made

private:
  std::string path_;
};

} // namespace warplint::runtime

#endif
