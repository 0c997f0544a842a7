//===- Part.h - what one of several runs has done --------------*- C++ -*-===//
//
// The file that `warplint lint --shard I/N --part FILE` writes and that
// `warplint merge` reads.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_CLI_PART_H
#define WARPLINT_CLI_PART_H

#include "lint/cli/AnalysisOptions.h"

namespace warplint::cli {

struct Part {
  AnalysisOptions analysis;
  std::vector<std::string> clangArguments;
  std::string directory; ///< that the run was made in; set by writePart()
  frontend::Options::Shard shard;
  frontend::KeptResults results;
};

Expected<void> writePart(const Part &part, const std::string &file);
/// The error names the file.
Expected<Part> readPart(const std::string &file);

} // namespace warplint::cli

#endif
