//===- Analyses.h - analyses of files, kept for a report -------*- C++ -*-===//
//
// The file that `warplint lint --analyses FILE` writes and that `warplint merge`
// reads. Paths in it are as the run reported them, so that it is the same
// wherever the files were, as long as they were below the working directory.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_CLI_ANALYSES_H
#define WARPLINT_CLI_ANALYSES_H

#include "lint/evidence/Analysis.h"
#include "lint/evidence/Error.h"

namespace warplint::cli {

struct Analyses {
  std::string config; ///< of the run, as given; empty: none was named
  std::vector<FileAnalysis> files;
};

Expected<void> writeAnalyses(const Analyses &analyses, const std::string &file);
/// True if the file says that it is one of these.
bool holdsAnalyses(const std::string &file);
/// The error names the file.
Expected<Analyses> readAnalyses(const std::string &file);

/// One analysis per file, sorted by name. A file that several runs analysed, with other macros
/// say, has the sites of all of them and the status of the worst.
std::vector<FileAnalysis> joined(std::vector<FileAnalysis> files);

/// Files below `from` are to be reported as if they lay below `to`.
struct PathMapping {
  std::string from, to;
};
/// "FROM=TO"
Expected<PathMapping> parsePathMapping(const std::string &text);
/// With every path in it mapped, wherever it stands: in places, notes and fixes.
Expected<FileAnalysis> mapped(const FileAnalysis &analysis,
                              const std::vector<PathMapping> &mappings);

} // namespace warplint::cli

#endif
