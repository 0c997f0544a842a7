//===- SourceLines.cpp - lines of source files, read once -----------------===//

#include "lint/cli/SourceLines.h"

#include "lint/frontend/Paths.h"

#include <fstream>
#include <sstream>

namespace warplint::cli {
namespace {

std::vector<std::string> read(std::istream &&in) {
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) {
    if (line.ends_with('\r'))
      line.pop_back();
    lines.push_back(std::move(line));
  }
  return lines;
}

} // namespace

SourceLines::SourceLines(const std::map<std::string, std::string> &texts) {
  const std::string here = frontend::currentDirectory();
  for (const auto &[path, text] : texts)
    files_.emplace(frontend::displayPath(path, here), read(std::istringstream(text)));
}

std::string SourceLines::operator()(const std::string &file, unsigned line) {
  auto found = files_.find(file);
  if (found == files_.end())
    found = files_.emplace(file, read(std::ifstream(file, std::ios::binary))).first;
  return line >= 1 && line <= found->second.size() ? found->second[line - 1] : std::string();
}

} // namespace warplint::cli
