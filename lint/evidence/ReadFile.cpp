//===- ReadFile.cpp - files that people name ------------------------------===//

#include "lint/evidence/ReadFile.h"

#include <array>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <system_error>

namespace warplint {

Expected<std::string> readWhole(const std::string &file) {
  const auto failed = [&](int why) {
    return makeError("cannot be read: " + std::generic_category().message(why), file);
  };
  std::error_code unknown;
  if (std::filesystem::is_directory(file, unknown))
    return makeError("cannot be read: this is a folder, and a file is expected", file);
  const std::unique_ptr<std::FILE, int (*)(std::FILE *)> in(std::fopen(file.c_str(), "rb"),
                                                            std::fclose);
  if (!in)
    return failed(errno);
  std::string text;
  std::array<char, 64 << 10> part;
  while (const std::size_t count = std::fread(part.data(), 1, part.size(), in.get()))
    text.append(part.data(), count);
  if (std::ferror(in.get()))
    return failed(errno);
  return text;
}

} // namespace warplint
