//===- TemporaryFolder.h - a folder that goes with the test ----*- C++ -*-===//
#ifndef WARPLINT_TESTS_CLI_TEMPORARYFOLDER_H
#define WARPLINT_TESTS_CLI_TEMPORARYFOLDER_H

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>

namespace warplint::cli {

class TemporaryFolder {
public:
  TemporaryFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "warplint-XXXXXX").string();
    if (!mkdtemp(pattern.data()))
      throw std::runtime_error("cannot make a temporary folder");
    path_ = pattern;
  }
  ~TemporaryFolder() { std::filesystem::remove_all(path_); }
  TemporaryFolder(const TemporaryFolder &) = delete;
  TemporaryFolder &operator=(const TemporaryFolder &) = delete;

  std::string path(const std::string &name = "") const { return (path_ / name).string(); }

  /// Returns the path of the file.
  std::string write(const std::string &name, const std::string &text) const {
    std::filesystem::create_directories((path_ / name).parent_path());
    std::ofstream(path_ / name, std::ios::binary) << text;
    return path(name);
  }

  std::string read(const std::string &name) const {
    std::ostringstream text;
    text << std::ifstream(path_ / name, std::ios::binary).rdbuf();
    return text.str();
  }

private:
  std::filesystem::path path_;
};

} // namespace warplint::cli

#endif
