//===- EmbeddedFile.h - a file that is part of the program -----*- C++ -*-===//
//
// warplint carries its rules, Clang's resource headers and its model of CUDA
// inside itself. `warplint_embed()` in CMake turns files into such records.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_EVIDENCE_EMBEDDEDFILE_H
#define WARPLINT_EVIDENCE_EMBEDDEDFILE_H

#include <span>
#include <string_view>

namespace warplint {

struct EmbeddedFile {
  std::string_view path;     ///< virtual, with `/`, relative to the embedded folder
  std::string_view contents; ///< bytes of the file; a NUL follows them, not counted
};

} // namespace warplint

#endif
