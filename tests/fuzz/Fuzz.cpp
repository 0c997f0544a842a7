//===- Fuzz.cpp - what targets have in common -----------------------------===//

#include "tests/fuzz/Fuzz.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <sys/mman.h>
#include <unistd.h>

namespace warplint::fuzz {

void require(bool holds, std::string_view what) {
  if (holds)
    return;
  std::fprintf(stderr, "does not hold: %.*s\n", static_cast<int>(what.size()), what.data());
  std::abort();
}

InputFile::InputFile(std::string_view contents) : descriptor_(memfd_create("input", MFD_CLOEXEC)) {
  require(descriptor_ >= 0, "a file in memory can be made");
  while (!contents.empty()) {
    const ssize_t written = write(descriptor_, contents.data(), contents.size());
    require(written > 0, "a file in memory can be written");
    contents.remove_prefix(static_cast<std::size_t>(written));
  }
}

InputFile::~InputFile() { close(descriptor_); }

std::string InputFile::path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

std::string_view takeLine(std::string_view &input) {
  const std::size_t end = std::min(input.find('\n'), input.size());
  const std::string_view line = input.substr(0, end);
  input.remove_prefix(std::min(end + 1, input.size()));
  return line;
}

} // namespace warplint::fuzz
