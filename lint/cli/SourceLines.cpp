//===- SourceLines.cpp - lines of source files, read once -----------------===//

#include "lint/cli/SourceLines.h"

#include <fstream>

namespace warplint::cli {
namespace {

std::vector<std::string> read(const std::string &file) {
  std::vector<std::string> lines;
  std::ifstream in(file, std::ios::binary);
  for (std::string line; std::getline(in, line);) {
    if (line.ends_with('\r'))
      line.pop_back();
    lines.push_back(std::move(line));
  }
  return lines;
}

} // namespace

std::string SourceLines::operator()(const std::string &file, unsigned line) {
  auto found = files_.find(file);
  if (found == files_.end())
    found = files_.emplace(file, read(file)).first;
  return line >= 1 && line <= found->second.size() ? found->second[line - 1] : std::string();
}

} // namespace warplint::cli
