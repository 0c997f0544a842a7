//===- SourceLines.h - lines of source files, read once --------*- C++ -*-===//
#ifndef WARPLINT_CLI_SOURCELINES_H
#define WARPLINT_CLI_SOURCELINES_H

#include <map>
#include <string>
#include <vector>

namespace warplint::cli {

class SourceLines {
public:
  SourceLines() = default;
  /// `texts`: absolute path → contents in place of those on disk.
  explicit SourceLines(const std::map<std::string, std::string> &texts);
  /// Text of a line (1-based) without its end; empty where it cannot be read.
  std::string operator()(const std::string &file, unsigned line);

private:
  std::map<std::string, std::vector<std::string>> files_;
};

} // namespace warplint::cli

#endif
